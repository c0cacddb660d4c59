package mattermost_test

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/mattermost/mattermostserver"

	"github.com/google/go-cmp/cmp"
	"github.com/mattermost/mattermost/server/public/model"
)

func TestWhatIsHeardOfARoom(t *testing.T) {
	s, sam := server(t)
	lena, robot := s.AddPerson("lena"), s.AddBot("robot")
	acme := s.AddChannel("acme", false, sam, lena, robot)
	secret := s.AddChannel("secret", true, sam)
	e := hear(t, connector(s), "")
	defer e.stop()
	sam.Say("begin")
	e.until("begin") // the connection stands

	root := sam.SayIn(acme, "", "@citadel: what is due?")
	ev := e.next()
	want := connectors.Event{
		Key: root, Kind: connectors.Message, Message: connectors.MessageID(root), Text: "what is due?", Addressed: true, Title: "Acme",
		Place: connectors.Place{Platform: "mattermost", Account: s.Account(), Room: acme},
		From:  connectors.Person{Platform: "mattermost", Account: s.Account(), ID: sam.ID, Name: "Sam"},
		At:    ev.At, Cursor: ev.Cursor,
	}
	if diff := cmp.Diff(want, ev); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	reply := lena.SayIn(acme, root, "ask @citadel, not me")
	ev = e.next()
	if ev.Place.Thread != root || ev.ReplyTo != connectors.MessageID(root) || !ev.Addressed || ev.Text != "ask @citadel, not me" || ev.Key != reply {
		t.Errorf("a reply: %+v", ev)
	}
	robot.SayIn(acme, "", "build 12 failed")
	if ev = e.next(); !ev.From.Bot || ev.Addressed {
		t.Errorf("of a bot: %+v", ev)
	}
	for text, addressed := range map[string]bool{
		"see @citadel-staging": false, "mail citadel@citadel.example": false, "@citadelle": false, "ask @Citadel.": true, "(@citadel)": true, "x@citadel": false,
	} {
		sam.SayIn(secret, "", text)
		if ev = e.next(); ev.Addressed != addressed || ev.Text != text {
			t.Errorf("%q: addressed %v, text %q", text, ev.Addressed, ev.Text)
		}
	}
	id := sam.SayIn(sam.DM(), "", "a picture", sam.Upload(sam.DM(), "chart.png", []byte("png")))
	ev = e.next()
	if !ev.Direct || ev.Title != "" || len(ev.Files) != 1 || ev.Files[0].Name != "chart.png" || ev.Files[0].MIME != "image/png" || ev.Files[0].Size != 3 || ev.Key != id {
		t.Errorf("with a file: %+v", ev)
	}
	sam.Edit(id, "the picture")
	if ev = e.next(); ev.Kind != connectors.Edit || len(ev.Files) != 1 || !ev.Whole || ev.Text != "the picture" {
		t.Errorf("edited: %+v", ev)
	}
}

// What nobody said is not heard, and what was said in somebody's name says so.
func TestWhoseWords(t *testing.T) {
	s, sam := server(t)
	m := connector(s)
	acme := s.AddChannel("acme", false, sam)
	e := hear(t, m, "")
	defer e.stop()
	sam.Say("begin")
	e.until("begin")
	if _, err := m.Send(t.Context(), connectors.Post{Key: "k", Place: home(s, sam), Text: "my own"}); err != nil {
		t.Fatal(err)
	}
	sam.Invite(acme, true) // a system message
	remote := "remoteremoteremoteremotere"
	for _, c := range []struct {
		post *model.Post
		via  string
	}{
		{&model.Post{Message: "*waves*", Type: "me"}, ""},
		{&model.Post{Message: "custom", Type: "custom_poll"}, "a post of type custom_poll"},
		{&model.Post{Message: "attached", Type: "slack_attachment"}, "a post of type slack_attachment"},
		{&model.Post{Message: "hook", Props: model.StringInterface{"from_webhook": "true"}}, "webhook"},
		{&model.Post{Message: "named", Props: model.StringInterface{"override_username": "boss"}}, "another name"},
		{&model.Post{Message: "plugged", Props: model.StringInterface{"from_plugin": "true"}}, "plugin"},
		{&model.Post{Message: "app", Props: model.StringInterface{"from_oauth_app": "true"}}, "app"},
		{&model.Post{Message: "bot", Props: model.StringInterface{"from_bot": "true"}}, "bot"},
		{&model.Post{Message: "not", Props: model.StringInterface{"from_bot": "false", "from_webhook": ""}}, ""},
		{&model.Post{Message: "far", RemoteId: &remote}, "remote server " + remote},
	} {
		c.post.ChannelId = sam.DM()
		if _, err := sam.Post(c.post); err != nil {
			t.Fatal(err)
		}
		if ev := e.next(); ev.Text != c.post.Message || ev.Via != c.via || ev.Kind != connectors.Message {
			t.Errorf("%q via %q, want %q via %q", ev.Text, ev.Via, c.post.Message, c.via)
		}
	}
}

// away has a connector hear "before", and be without the server until the returned function
// is called; that gives what it hears then.
func away(t *testing.T, s *mattermostserver.Server, sam *mattermostserver.Person) (back func() []connectors.Event) {
	m := quick(connector(s))
	e := hear(t, m, "")
	sam.Say("before")
	e.until("before")
	s.Restart(true)
	return func() []connectors.Event {
		t.Helper()
		s.Up()
		sam.Say("after")
		defer e.stop()
		return e.until("after")
	}
}

func TestWhatHappenedMeanwhile(t *testing.T) {
	s, sam := server(t)
	acme := s.AddChannel("acme", false, sam, s.AddPerson("lena"))
	m := quick(connector(s))
	e := hear(t, m, "")
	old, gone, liked := sam.Say("old"), sam.Say("gone"), sam.Say("liked")
	if err := sam.React(liked, "+1"); err != nil {
		t.Fatal(err)
	}
	sam.Say("ready")
	e.until("ready")
	s.Restart(true)
	sam.SayIn(acme, "", "in acme")
	fresh := sam.Say("fresh")
	sam.Edit(old, "old, but new")
	sam.Edit(fresh, "fresh, corrected")
	never := sam.Say("never mind")
	sam.Delete(never)
	sam.Delete(gone)
	if err := sam.Unreact(liked, "+1"); err != nil {
		t.Fatal(err)
	}
	for _, n := range []string{"heart", "tada"} {
		if err := sam.React(old, n); err != nil {
			t.Fatal(err)
		}
	}
	s.Up()
	sam.Say("last")
	var got []string
	for _, ev := range e.until("last") {
		what := string(ev.Kind) + " " + ev.Text
		if ev.Kind != connectors.Message {
			what += " of " + map[connectors.MessageID]string{
				connectors.MessageID(old): "old", connectors.MessageID(gone): "gone", connectors.MessageID(liked): "liked", connectors.MessageID(fresh): "fresh",
				connectors.MessageID(never): "never",
			}[ev.Message]
		}
		if ev.Kind == connectors.Reactions {
			what += " " + strings.Join(ev.Emojis, "")
		}
		got = append(got, what)
	}
	want := []string{
		// Of what nobody can have heard it is told, too, what became of it: as far as is known it may have been.
		"message in acme", "message fresh, corrected", "edit fresh, corrected of fresh", "edit old, but new of old", "delete  of never", "delete  of gone", "reactions  of liked ", "reactions  of old ❤🎉",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	cursor := e.stop()

	// The same again, by a process that knows the cursor alone.
	e = hear(t, connector(s), cursor)
	defer e.stop()
	sam.Say("end")
	for _, ev := range e.until("end") {
		nothing := ev.Kind == connectors.Reactions && len(ev.Emojis) == 0 // whose emoji were taken off, the process cannot know
		if ev.Message != connectors.MessageID(never) && !nothing {        // that it is gone is news, though of nothing
			t.Errorf("what was handed on comes again: %+v", ev)
		}
	}
}

func TestManyWereMissed(t *testing.T) {
	for _, n := range []int{199, 200, 201, 1300} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			s, sam := server(t)
			back := away(t, s, sam)
			for i := range n {
				sam.Say(fmt.Sprint("n", i))
			}
			var i int
			for _, ev := range back() {
				if ev.Kind != connectors.Message {
					continue
				}
				if want := fmt.Sprint("n", i); ev.Text != want {
					t.Fatalf("heard %q, want %q", ev.Text, want)
				}
				i++
			}
			if i != n {
				t.Errorf("%d heard, want %d", i, n)
			}
		})
	}
}

// An emoji that is taken off while our clock is wrong is not taken off before it was put on.
func TestAnEmojiIsTakenOffByAWrongClock(t *testing.T) {
	s, sam := server(t)
	m := quick(connector(s))
	var back atomic.Bool
	m.Now = func() time.Time {
		if back.Load() {
			return time.Now().Add(-24 * time.Hour)
		}
		return time.Now()
	}
	e := hear(t, m, "")
	post := sam.Say("hello")
	said := e.next()
	for _, does := range []func(post, emoji string) error{sam.React, sam.Unreact} {
		if err := does(post, "heart"); err != nil {
			t.Fatal(err)
		}
		if ev := e.next(); ev.At.Before(said.At) {
			t.Errorf("said at %v; %s at %v", said.At, ev.Kind, ev.At)
		}
		back.Store(true)
	}
	e.stop()
}

// The newest message that was taken back is one of those that are gone, too.
func TestTheNewestIsGone(t *testing.T) {
	s, sam := server(t)
	m := quick(connector(s)) // nothing is read once more
	e := hear(t, m, "")
	sam.Say("old")
	gone := sam.Say("gone")
	var said connectors.Event
	for said.Text != "gone" {
		said = e.next()
	}
	s.Restart(true)
	sam.Delete(gone)
	s.EmptyChanges(1)
	s.Up()
	ev := e.next()
	if ev.Kind != connectors.Remaining || said.At.Before(ev.Since) || !said.At.Before(ev.At) || slices.Contains(ev.Still, said.Message) {
		t.Errorf("said at %v; %s from %v to %v of %q", said.At, ev.Kind, ev.Since, ev.At, ev.Still)
	}
	e.stop()
}

// More changed than the server lists: the room is walked back, and what is gone is told by
// what there still is.
func TestTooManyChanges(t *testing.T) {
	s, sam := server(t)
	m := quick(connector(s))
	e := hear(t, m, "")
	old, gone := sam.Say("old"), sam.Say("gone")
	sam.Say("ready")
	e.until("ready")
	s.Restart(true)
	for i := range 1100 {
		sam.Say(fmt.Sprint("n", i))
	}
	sam.Edit(old, "new")
	sam.Delete(gone)
	s.Up()
	sam.Say("last")
	edits, remains, last := 0, 0, false
	for !last || remains == 0 {
		ev := e.next()
		switch ev.Kind {
		case connectors.Message:
			last = last || ev.Text == "last"
		case connectors.Edit:
			edits++
			if ev.Text != "new" || ev.Message != connectors.MessageID(old) {
				t.Errorf("edit %+v", ev)
			}
		case connectors.Remaining:
			remains++
			if slices.Contains(ev.Still, connectors.MessageID(gone)) || !slices.Contains(ev.Still, connectors.MessageID(old)) || len(ev.Still) < 1102 {
				t.Errorf("%d remain", len(ev.Still))
			}
			if !ev.Since.Before(ev.At) {
				t.Errorf("from %v to %v", ev.Since, ev.At)
			}
		}
	}
	if edits != 1 || remains != 1 {
		t.Errorf("%d edits, %d stretches", edits, remains)
	}
	e.stop()
}

// Posts of one millisecond are left out by the server behind an anchor of that millisecond.
func TestManyInOneMillisecond(t *testing.T) {
	for _, each := range []int{7, 450} {
		t.Run(fmt.Sprint(each), func(t *testing.T) {
			clock := newClock()
			s := &mattermostserver.Server{Now: clock.now}
			s.Start()
			defer s.Close()
			sam := s.AddPerson("sam")
			back := away(t, s, sam)
			want := map[string]bool{}
			for i := range 1000 {
				if i%each == 0 {
					clock.tick()
				}
				want[sam.Say(fmt.Sprint("n", i))] = true
			}
			clock.tick()
			for _, ev := range back() {
				if ev.Kind == connectors.Message && !want[ev.Key] {
					t.Fatalf("%s %s comes twice, or from nowhere", ev.Text, ev.Key)
				}
				delete(want, ev.Key)
			}
			if len(want) > 0 {
				t.Errorf("%d never came: %v", len(want), s.Calls())
			}
		})
	}
}

// Of a thread that is deleted only the root is told; its replies are gone all the same.
func TestAThreadIsDeleted(t *testing.T) {
	s, sam := server(t)
	e := hear(t, connector(s), "")
	defer e.stop()
	root := sam.Say("root")
	e.until("root")
	one, two := sam.SayIn(sam.DM(), root, "one"), sam.SayIn(sam.DM(), root, "two")
	e.until("two")
	sam.Delete(root)
	gone := map[string]bool{}
	for range 3 {
		ev := e.next()
		gone[string(ev.Message)] = ev.Kind == connectors.Delete && ev.From.ID == sam.ID
	}
	if diff := cmp.Diff(map[string]bool{root: true, one: true, two: true}, gone); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestARoomIsReadFromWhereTheAgentCame(t *testing.T) {
	s, sam := server(t)
	acme := s.AddChannel("acme", true, sam)
	sam.Invite(acme, false)
	back := away(t, s, sam)
	sam.SayIn(acme, "", "among ourselves")
	sam.Invite(acme, true)
	sam.SayIn(acme, "", "welcome")
	got := back()
	if len(got) != 1 || got[0].Text != "welcome" {
		t.Errorf("heard %+v", got)
	}
}

// What cannot be read is handed on as that, and keeps nothing else from being heard.
func TestUnreadable(t *testing.T) {
	s, sam := server(t)
	m := quick(connector(s))
	e := hear(t, m, "")
	sam.Say("begin")
	e.until("begin")
	for _, frame := range []string{"{", `{"event":"posted","data":{"post":`, "null", "[]", `{"event":"","seq":9}`, `{"event":7}`} {
		s.Push([]byte(frame))
	}
	sam.Say("still here")
	bad := e.until("still here")
	keys := map[string]bool{}
	for _, ev := range bad {
		if ev.Kind != connectors.Unparsed || len(ev.Raw) == 0 || ev.Key == "" || keys[ev.Key] {
			t.Errorf("%+v", ev)
		}
		keys[ev.Key] = true
	}
	if len(bad) < 3 {
		t.Errorf("%d frames could not be read", len(bad))
	}
	s.Restart(true)
	broken := sam.Say("broken")
	s.Break(broken)
	sam.Say("whole")
	s.Up()
	got := e.until("whole")
	if len(got) != 1 || got[0].Kind != connectors.Unparsed || got[0].From.ID != sam.ID || got[0].Place.Room != sam.DM() {
		t.Errorf("of a list: %+v", got)
	}
	e.stop()
}

// Among other people, too, what was taken off while nobody listened is known to be gone.
func TestTakenOffMeanwhile(t *testing.T) {
	s, sam := server(t)
	lena := s.AddPerson("lena")
	lena.DM() // she counts
	acme := s.AddChannel("acme", false, sam, lena)
	e := hear(t, quick(connector(s)), "")
	post := sam.SayIn(acme, "", "ready")
	e.until("ready")
	if err := lena.React(post, "+1"); err != nil {
		t.Fatal(err)
	}
	if ev := e.next(); ev.Kind != connectors.React || ev.From.ID != lena.ID || ev.Direct {
		t.Errorf("event %+v", ev)
	}
	s.Restart(true)
	if err := lena.Unreact(post, "+1"); err != nil {
		t.Fatal(err)
	}
	s.Up()
	if ev := e.next(); ev.Kind != connectors.Reactions || ev.From.ID != lena.ID || len(ev.Emojis) != 0 || string(ev.Message) != post {
		t.Errorf("event %+v", ev)
	}
	e.stop()
}

// What is taken off while no process listens is told by the next one, wherever it stood, and
// though its message was edited after that.
func TestTakenOffBetweenTwoProcesses(t *testing.T) {
	for name, among := range map[string]bool{"alone": false, "among others": true} {
		t.Run(name, func(t *testing.T) {
			c, s, sam, make := clocked(t)
			at := home(s, sam)
			if among {
				at.Room = s.AddChannel("acme", false, sam, s.AddPerson("lena"))
			}
			m := make()
			e := hear(t, m, "")
			sam.Say("begin")
			e.until("begin")
			said := sam.SayIn(at.Room, "", "said")
			e.until("said")
			c.pass(time.Second)
			answer, err := m.Send(t.Context(), connectors.Post{Key: "k", Place: at, Text: "an answer"})
			if err != nil {
				t.Fatal(err)
			}
			liked := map[string]bool{string(answer): true, said: true}
			for id := range liked {
				c.pass(time.Second)
				if err := sam.React(id, "thumbsup"); err != nil {
					t.Fatal(err)
				}
				if ev := e.next(); ev.Kind != connectors.React {
					t.Fatalf("event %+v", ev)
				}
			}
			from := e.stop()
			c.pass(time.Minute)
			for id := range liked {
				if err := sam.Unreact(id, "thumbsup"); err != nil {
					t.Fatal(err)
				}
			}
			c.pass(time.Minute)
			sam.Edit(said, "said anew")
			c.pass(time.Minute)
			sam.Say("end")
			e = hear(t, make(), from)
			for _, ev := range e.until("end") {
				if ev.Kind == connectors.Reactions && ev.From.ID == sam.ID && len(ev.Emojis) == 0 {
					delete(liked, string(ev.Message))
				}
			}
			e.stop()
			if len(liked) > 0 {
				t.Errorf("nobody says that it was taken off: %v", liked)
			}
		})
	}
}

// What a connection tells late, of an emoji that was taken off since, is set right by the next reading, though that
// tells nothing that was not told before.
func TestTakenOffAndToldOfLate(t *testing.T) {
	s, sam := server(t)
	e := hear(t, quick(connector(s)), "")
	post := sam.Say("ready")
	e.until("ready")
	for _, does := range []func(post, emoji string) error{sam.React, sam.Unreact} {
		s.Restart(true)
		if err := does(post, "heart"); err != nil {
			t.Fatal(err)
		}
		s.Up()
		if ev := e.next(); ev.Kind != connectors.Reactions {
			t.Fatalf("event %+v", ev)
		}
	}
	s.Late(post, sam.ID, "heart")
	if ev := e.next(); ev.Kind != connectors.React || ev.Emoji != "❤" {
		t.Fatalf("event %+v", ev)
	}
	s.Restart(true)
	s.Up()
	if ev := e.next(); ev.Kind != connectors.Reactions || len(ev.Emojis) != 0 || string(ev.Message) != post {
		t.Errorf("event %+v", ev)
	}
	e.stop()
}

// A list of changes with nothing in it, where something surely happened, is not believed.
func TestAnEmptyListOfChanges(t *testing.T) {
	s, sam := server(t)
	m := quick(connector(s)) // nothing is read once more
	e := hear(t, m, "")
	old := sam.Say("old")
	e.until("old")
	s.Restart(true)
	sam.Edit(old, "new")
	sam.Say("more")
	s.EmptyChanges(1)
	s.Up()
	for {
		ev := e.next()
		if ev.Text == "more" {
			sam.Say("end") // behind all that was read
		}
		if ev.Text == "end" {
			t.Fatal("the edit is lost")
		}
		if ev.Kind == connectors.Edit && ev.Text == "new" {
			break
		}
	}
	e.stop()
}
