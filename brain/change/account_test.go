package change_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"citadel/brain/change"
	"citadel/brain/command"
	"citadel/brain/turn"
	"citadel/brain/turn/turntest"
	"citadel/memory"
	"citadel/memory/accounts"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Where the principal of these tests is reached, and a channel.
var (
	telegram = event.Place{Platform: "telegram", Room: "4471"}
	slack    = event.Place{Platform: "slack", Room: "D1"}
	channel  = event.Place{Platform: "slack", Room: "C1"}
)

// linking is a scene in which Telegram and Slack are linked, in this order, some time ago.
func linking(t *testing.T) (s *scene, tg, sl event.Seq) {
	s = begin(t)
	s.At("2026-11-18 09:00")
	link := func(at event.Place, a event.Audience) event.Seq {
		return s.write(event.AccountLinked{Person: event.Person{Platform: at.Platform, ID: "sam"}, Place: at, Audience: a, How: "code"})
	}
	tg, sl = link(telegram, event.Private), link(slack, event.Work)
	s.At("2026-11-20 09:00")
	return s, tg, sl
}

// at answers a message in a place, applies the answer, and gives what is said there.
func (s *scene) at(place event.Place, text string) (*turn.Turn, *turn.Reply) {
	s.t.Helper()
	audience := event.Shared
	switch place {
	case telegram:
		audience = event.Private
	case slack:
		audience = s.account("slack").Audience
	case turntest.Console:
		audience = event.Private
	}
	turn, r := s.in(place, audience, 0, text)
	if r == nil {
		s.t.Fatalf("%q is not answered", text)
	}
	turntest.Claims(s.t, s.Mind, &r.Text)
	s.Apply(turn, r)
	return turn, r
}

// account is the linked account of a platform; zero if there is none.
func (s *scene) account(platform string) (a accounts.Account) {
	s.Mind.Read(func(v memory.View) {
		if found := v.Accounts.Named(platform); len(found) == 1 {
			a = found[0]
		}
	})
	return a
}

// says fails unless a reply has all the parts.
func (s *scene) says(r *turn.Reply, parts ...string) {
	s.t.Helper()
	for _, p := range parts {
		if !strings.Contains(r.Text.String(), p) {
			s.t.Errorf("%q lacks %q", r.Text.String(), p)
		}
	}
}

// queued are the posts that nobody asked for, by place: text.
func (s *scene) queued() (posts []string) {
	for r, err := range s.Mind.Events(s.t.Context(), ledger.Query{Kinds: []event.Kind{"post.queued"}}) {
		if err != nil {
			s.t.Fatal(err)
		}
		p, _ := r.Payload()
		if q, ok := p.(event.PostQueued); ok && q.Answer == nil {
			posts = append(posts, q.Place.Platform+"/"+q.Place.Room+"/"+q.Place.Thread+": "+q.Text)
		}
	}
	return posts
}

// An account is locked and unlinked from every other one and from the host, never from
// itself; whoever took it over could do the same.
func TestOnlyAnotherAccountLocks(t *testing.T) {
	s, _, _ := linking(t)
	for _, text := range []string{"lock telegram", "unlink telegram", "unlock telegram"} {
		_, r := s.at(telegram, text)
		s.says(r, "Not from the account itself")
		if a := s.account("telegram"); a.Locked || a.Link == 0 {
			t.Fatalf("after %q from itself: %+v", text, a)
		}
	}
	_, r := s.at(slack, "lock telegram")
	s.says(r, "**Locked: the Telegram account (id ends in sam).**", "`unlock telegram`")
	if !s.account("telegram").Locked || !r.Direct {
		t.Error("not locked from another account")
	}
	_, r = s.at(slack, "lock telegram")
	s.says(r, "locked already")
	s.at(slack, "undo")
	if s.account("telegram").Locked {
		t.Error("undo does not unlock")
	}
	_, r = s.at(slack, "unlock telegram")
	s.says(r, "It is not locked")
	s.at(turntest.Console, "lock telegram")
	s.at(turntest.Console, "unlock telegram")
	if s.account("telegram").Locked {
		t.Error("the host does not unlock")
	}
	_, r = s.at(turntest.Console, "unlink telegram")
	s.says(r, "**Unlinked: the Telegram account (id ends in sam).**", "`citadel link`")
	if s.account("telegram").Link != 0 {
		t.Error("it is linked still")
	}
	_, r = s.at(turntest.Console, "undo")
	s.says(r, "Can't be taken back", "`citadel link`")
	_, r = s.at(turntest.Console, "lock telegram")
	s.says(r, `No linked account is called "telegram"`)
	_, r = s.at(turntest.Console, "lock console")
	s.says(r, "this computer itself")
}

// Two accounts of one platform are told apart by the end of their ids.
func TestWhichAccount(t *testing.T) {
	s, _, _ := linking(t)
	for _, id := range []string{"1234471", "999902"} {
		s.write(event.AccountLinked{Person: event.Person{Platform: "mattermost", ID: id}, Audience: event.Work, How: "code"})
	}
	_, r := s.at(slack, "lock mattermost")
	s.says(r, "Which one? `mattermost 4471`, `mattermost 9902`.")
	for _, text := range []string{"lock mattermost 4471", "lock 9902"} {
		_, r = s.at(slack, text)
		s.says(r, "**Locked: the Mattermost account (id ends in ")
	}
	_, r = s.at(slack, "unlock mattermost 71")
	s.says(r, "No linked account")
	s.Mind.Read(func(v memory.View) {
		for _, a := range v.Accounts.Linked {
			if a.Locked != (a.Person.Platform == "mattermost") {
				t.Errorf("%+v", a)
			}
		}
	})
}

// Who else can read a conversation may be narrowed from anywhere. It is widened from
// another account or the host, or as the answer to the question at the linking.
func TestAudience(t *testing.T) {
	s, _, _ := linking(t)
	is := func(platform string, want event.Audience) {
		t.Helper()
		if got := s.account(platform).Audience; got != want {
			t.Errorf("%s is %s, want %s", platform, got, want)
		}
	}
	_, r := s.at(slack, "audience private")
	is("slack", event.Work)
	s.says(r, "whoever got hold of it could read", "on Telegram (id ends in sam) or on the console")
	if d := cmp.Diff([]string{"telegram/4471/: **Asked for on Slack (id ends in sam): `audience private`.** It needs a second account. Was that you?"}, s.queued()); d != "" {
		t.Error(d)
	}
	confirm := toConfirm(t, r)
	_, r = s.at(slack, confirm)
	s.says(r, "Not from the account that asked")
	is("slack", event.Work)
	_, r = s.at(telegram, confirm)
	s.says(r, "**Only you can read our conversation on Slack")
	is("slack", event.Private)
	_, r = s.at(telegram, confirm)
	s.says(r, "That was done on")
	s.at(slack, "audience slack work") // narrower: at once
	is("slack", event.Work)
	_, r = s.at(slack, "undo")
	s.says(r, "not from the account itself")
	is("slack", event.Work)
	s.at(telegram, "audience slack private")
	is("slack", event.Private)
	s.at(telegram, "undo")
	is("slack", event.Work)

	s.write(event.AccountLinked{Person: event.Person{Platform: "mattermost", ID: "sam"}, Place: event.Place{Platform: "mattermost", Room: "1"}, Audience: event.Work, How: "code"})
	mattermost := event.Place{Platform: "mattermost", Room: "1"}
	turn, r := s.in(mattermost, event.Work, 0, "audience mattermost sam private")
	s.Apply(turn, r)
	is("mattermost", event.Private)
	turn, r = s.in(mattermost, event.Private, 0, "audience mattermost work")
	s.Apply(turn, r)
	is("mattermost", event.Work)
	turn, r = s.in(mattermost, event.Work, 0, "audience mattermost private") // it was answered
	s.Apply(turn, r)
	is("mattermost", event.Work)
	_, r = s.at(telegram, "audience console private")
	s.says(r, "this computer itself")
}

// What one account alone may not ask for is done when another says so, once, within an hour;
// the account that asks, an edit and a late word do nothing.
func TestASecondAccount(t *testing.T) {
	many := func(s *scene) event.Seq {
		m := s.SayIn(slack, event.Work, 0, "Priya called")
		for range 25 {
			s.write(event.Learned{Sort: "fact", Text: "x", Provenance: event.Stated, On: s.Now}, m)
		}
		return m
	}
	s, _, sl := linking(t)
	m := many(s)
	ask := func() string {
		t.Helper()
		_, r := s.at(slack, handles("forget %m now", m))
		if r.Forget != nil {
			t.Fatal("too much is forgotten at the word of one account")
		}
		return toConfirm(t, r)
	}
	confirm := ask()
	for _, other := range []string{"confirm K1", "confirm K99999"} {
		_, r := s.at(telegram, other)
		s.says(r, "There is nothing to confirm")
	}
	for _, place := range []event.Place{telegram, turntest.Console} {
		_, r := s.in(place, event.Private, 0, confirm)
		if r.Forget == nil || len(r.Forget.Plan.Seqs) < 26 {
			t.Errorf("confirmed on %s: %q", place.Platform, r.Text.String())
		}
	}
	_, r := s.at(slack, confirm)
	if s.says(r, "Not from the account that asked"); r.Forget != nil {
		t.Error("it is confirmed by itself")
	}
	typed := s.SayIn(telegram, event.Private, 0, confirm)
	late := s.Turn(typed)
	late.Messages[0].Edited = typed
	if r, err := change.Answer(t.Context(), late); err != nil || r.Forget != nil {
		t.Errorf("an edit confirms: %v, %+v", err, r)
	}
	s.Now = s.Now.Add(2 * time.Hour)
	if _, r = s.at(telegram, confirm); r.Forget != nil {
		t.Error("confirmed after two hours")
	}
	s.says(r, "Lapsed, nothing was done")

	confirm = ask()
	request, err := command.ParseHandle(strings.TrimPrefix(confirm, "confirm "))
	if err != nil {
		t.Fatal(err)
	}
	edit := s.Pens.For(event.Bot).Write(event.Edited{Message: event.Seq(request.N), Text: "help"}).Because(event.Seq(request.N)).Resting(event.Seq(request.N))
	edit.Trust = event.ByPrincipal
	s.Record(edit)
	if _, r = s.at(telegram, confirm); r.Forget != nil {
		t.Error("what was edited since is done")
	}
	s.says(r, "edited since")

	confirm = ask()
	said := s.SayIn(telegram, event.Private, 0, "lock slack")
	lock := s.Pens.For(event.Brain).Write(event.Asked{What: event.AskLock, Ref: sl}).Because(said).Resting(said)
	lock.Trust = event.ByPrincipal
	s.Record(lock)
	if _, r = s.at(telegram, confirm); r.Forget != nil {
		t.Error("what a locked account asked for is done")
	}
	s.says(r, "locked")
	_, r = s.at(telegram, handles("forget %m now", m)) // nobody is left to be asked
	s.says(r, "From a chat I forget at most 20 at a time. More is done on the host: `citadel ledger forget`.")
}

// Who has no other account is told where to type it, and typed there it is done.
func TestTheOnlyAccountWidensInTheConsole(t *testing.T) {
	s, _, _ := linking(t)
	s.at(turntest.Console, "unlink telegram")
	_, r := s.at(slack, "audience private")
	s.says(r, "In the console (`citadel chat` on the host), `audience slack private` does it.")
	if a := s.account("slack"); a.Audience != event.Work {
		t.Errorf("%+v", a)
	}
	s.at(turntest.Console, "audience slack private")
	if a := s.account("slack"); a.Audience != event.Private {
		t.Errorf("%+v", a)
	}
}

// toConfirm is what a reply says that confirms the request.
func toConfirm(t *testing.T, r *turn.Reply) string {
	t.Helper()
	_, after, ok := strings.Cut(r.Text.String(), "`confirm ")
	if !ok {
		t.Fatalf("nothing to confirm in %q", r.Text.String())
	}
	handle, _, _ := strings.Cut(after, "`")
	return "confirm " + handle
}

// A ceiling that one chat may not move is moved by two accounts.
func TestASecondAccountAllows(t *testing.T) {
	s, _, _ := linking(t)
	s.Models = models
	_, r := s.at(slack, "allow 4.00")
	s.says(r, "Ceilings are not moved from here")
	if n, _ := s.view().Principal.Ceiling("2026-11-20"); n != 0 {
		t.Fatalf("moved to %v", n)
	}
	s.at(telegram, toConfirm(t, r))
	if n, _ := s.view().Principal.Ceiling("2026-11-20"); n != 4 {
		t.Errorf("moved to %v, want 4", n)
	}
}

// A channel is read along when the principal says so in it, or names it elsewhere; that is
// said there, at its top, for all to see, and so is the end of it.
func TestObserve(t *testing.T) {
	s, _, _ := linking(t)
	thread := channel
	thread.Thread = "t1"
	entered := s.Pens.For(event.Bot).Write(event.Heard{Place: thread, Audience: event.Shared, Title: "#acme", Text: "hello", Person: event.Person{Platform: "slack", ID: "sam"}})
	entered.Trust = event.ByPrincipal
	s.Record(entered)
	open := func(want bool) {
		t.Helper()
		s.Mind.Read(func(v memory.View) {
			if _, got := v.Accounts.Reads(thread); got != want {
				t.Errorf("read along: %v, want %v", got, want)
			}
		})
	}
	const begins = "slack/C1/: I'm Citadel, a bot that works for one person here. I read this channel so that they can ask me about it later. " +
		"I don't answer others or pass on private notes. Write `@citadel skip me` and I keep none of your messages."
	const ends = "slack/C1/: I no longer read this channel."
	_, r := s.at(telegram, "observe")
	s.says(r, "Which channel?")
	_, r = s.at(telegram, "observe #other")
	s.says(r, `I know no channel called "#other"`)
	open(false)
	turn, r := s.in(thread, event.Shared, 0, "observe")
	s.Apply(turn, r)
	if !r.Text.Empty() {
		t.Errorf("said besides: %q", r.Text.String())
	}
	open(true)
	turn, r = s.in(channel, event.Shared, 0, "observe")
	s.Apply(turn, r)
	s.says(r, "I read #acme already, since Fri 20 Nov.")
	turn, r = s.in(channel, event.Shared, 0, "stop observing")
	s.Apply(turn, r)
	open(false)
	s.at(telegram, "call me Sam")
	_, r = s.at(telegram, "observe #ACME")
	s.says(r, "I read #acme from now on, and said so there.")
	open(true)
	s.at(telegram, "undo")
	open(false)
	s.at(telegram, "observe #acme")
	_, r = s.at(telegram, "stop observing #acme")
	s.says(r, "I no longer read #acme, and said so there.")
	s.at(telegram, "undo")
	open(true)
	named := strings.ReplaceAll(strings.ReplaceAll(begins, "one person here", "Sam"), "so that they", "so that Sam")
	if d := cmp.Diff([]string{begins, ends, named, ends, named, ends, named}, s.queued()); d != "" {
		t.Error(d)
	}
}
