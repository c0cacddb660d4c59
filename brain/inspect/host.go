package inspect

import (
	"context"
	"errors"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	known "citadel/memory/accounts"
	"citadel/memory/agenda"
	"citadel/memory/event"
	"citadel/memory/hands"
	"citadel/memory/ledger"
	"citadel/memory/store"
)

// standing is where a job stands.
type standing struct {
	agenda.Run
	next  time.Time
	rests bool
	set   event.Seq // the setting by which it does
}

// jobs lists what runs by itself, with its last run and its next.
func jobs(ctx context.Context, l *look) (*turn.Reply, error) {
	if len(l.turn.Host.Jobs) == 0 {
		return l.says(new(phrase.Text).Say("Nothing runs by itself here. On the host, jobs run as long as `citadel` does.")), nil
	}
	var head event.Seq
	stand := map[string]standing{}
	l.turn.Read(func(v memory.View) {
		head = v.Head
		for _, j := range l.turn.Host.Jobs {
			s := standing{Run: v.Agenda.Jobs[j.Name], rests: v.Principal.Resting(j.Name), set: v.Principal.Set[event.SettingJobs]}
			if j.Next != nil && !s.rests && !v.Principal.Paused() {
				s.next = j.Next(v, l.turn.Now)
			}
			stand[j.Name] = s
		}
	})
	foot, err := l.expired(ctx)
	if err != nil {
		return nil, err
	}
	counted := []event.Seq{head}
	first := new(phrase.Text).Claim(counted, "**%s.**", phrase.Count(len(l.turn.Host.Jobs), "thing")+runOrRuns(len(l.turn.Host.Jobs)))
	return l.list(first, each(l.turn.Host.Jobs, func(j turn.Job) (*phrase.Text, error) {
		t := new(phrase.Text).Say("`%s`, ", j.Name).Claim(counted, "%s: %s", j.Every, j.Help)
		l.stands(t, stand[j.Name], counted)
		return t, nil
	}), foot)
}

// stands words how a job fared last, what that cost, and when it is looked at again.
func (l *look) stands(t *phrase.Text, s standing, counted []event.Seq) {
	switch {
	case s.Claimed != "":
		t.Claim(counted, "; at it now, attempt %d", max(1, s.Attempts))
	case s.At.IsZero():
		t.Say("; has had nothing to do")
	default:
		t.Claim(counted, "; last %s, %s", phrase.Moment(s.At, l.turn.Now), outcome(s.Outcome))
	}
	if s.Cost > 0 {
		t.Claim(counted, ", for %s", phrase.Dollars(s.Cost))
	}
	switch {
	case s.rests:
		t.Claim([]event.Seq{s.set}, "; paused by you")
	case s.next.After(l.turn.Now):
		t.Claim(counted, "; next %s", phrase.Moment(s.next, l.turn.Now))
	}
}

// expired words in a line what was forgotten this month because its time was over; nothing
// where nothing was (TRUST, Secrets and retention).
func (l *look) expired(ctx context.Context) (*phrase.Text, error) {
	y, m, _ := l.turn.Now.Date()
	began := time.Date(y, m, 1, 0, 0, 0, 0, l.turn.Now.Location())
	var records []event.Seq
	messages, files := 0, 0
	for e, err := range l.backwards(ctx, l.turn.Mind.Head()+1, "forgotten") {
		if err != nil {
			return nil, err
		}
		if e.At.Before(began) {
			break
		}
		f, ok := e.payload.(event.Forgotten)
		if !ok || f.Reason != event.Expired {
			continue
		}
		gone, err := l.named(ctx, f.Seqs)
		if err != nil {
			return nil, err
		}
		for _, g := range gone {
			switch g.Kind {
			case "heard", "unparsed":
				messages++
			case "attached":
				files++
			}
		}
		records = append(records, e.Seq)
	}
	t := new(phrase.Text)
	if messages+files == 0 {
		return t, nil
	}
	t.Say("Forgotten in %s, because ", l.turn.Now.Format("January"))
	if messages > 0 {
		t.Say("others' words are kept for ").Claim(records, "90 days: %s", phrase.Count(messages, "message"))
	}
	if messages > 0 && files > 0 {
		t.Say("; because ")
	}
	if files > 0 {
		t.Say("files are kept for ").Claim(records, "365 days: %s", phrase.Count(files, "file"))
	}
	return t.Say("."), nil
}

func runOrRuns(n int) string {
	if n == 1 {
		return " runs by itself"
	}
	return " run by themselves"
}

func outcome(s string) string {
	switch s {
	case event.JobNothing:
		return "found nothing"
	case event.JobMissed:
		return "too late to be of use"
	}
	return s
}

// accounts lists the accounts through which the principal reaches the mind, and the shared
// places that are read along. Who can type on the console is the principal.
func accounts(ctx context.Context, l *look) (*turn.Reply, error) {
	var linked []known.Account
	var channels []known.Channel
	var head event.Seq
	calls := map[event.Seq]string{}
	l.turn.Read(func(v memory.View) {
		linked, channels, head = slices.Clone(v.Accounts.Linked), slices.Clone(v.Accounts.Channels), v.Head
		for _, a := range linked {
			calls[a.Link] = v.Accounts.Call(a)
		}
	})
	if len(linked)+len(channels) == 0 {
		return l.onlyConsole(ctx)
	}
	first := new(phrase.Text).Claim([]event.Seq{head}, "**%s linked**", phrase.Count(len(linked), "account"))
	first.Say(", beside the console on the host.")
	foot := new(phrase.Text).Say("`lock`, `unlink` and `audience` with the name change that; `stop observing` with the channel's.")
	accounts := each(linked, func(a known.Account) (*phrase.Text, error) { return l.account(a, calls[a.Link]), nil })
	along := each(channels, func(c known.Channel) (*phrase.Text, error) {
		name := c.Title
		if name == "" {
			name = "a channel without a name"
		}
		t := new(phrase.Text).Say("read along: ")
		return t.Claim([]event.Seq{head}, "%s (%s), since %s", name, known.Title(c.Place.Platform), phrase.Day(c.Since, l.turn.Now)), nil
	})
	return l.list(first, func(yield func(*phrase.Text, error) bool) {
		for _, items := range []iter.Seq2[*phrase.Text, error]{accounts, along} {
			for t, err := range items {
				if !yield(t, err) {
					return
				}
			}
		}
	}, foot)
}

// account is one line about a linked account.
func (l *look) account(a known.Account, call string) *phrase.Text {
	source := []event.Seq{a.Link}
	if a.Spoke != 0 {
		source = append(source, a.Spoke)
	}
	t := new(phrase.Text).Say("`%s`: ", call).Claim(source, "id ends in %s, since %s", a.Ending(), phrase.Day(a.Since, l.turn.Now))
	if a.Spoke != 0 {
		t.Claim(source, ", last heard %s", phrase.Moment(a.Seen, l.turn.Now))
	}
	if a.Audience == event.Private {
		t.Say("; only you can read it")
	} else {
		t.Say("; others may read it, such as admins")
	}
	if a.Locked {
		t.Say("; **locked**")
	}
	return t
}

// onlyConsole is what is said where no account is linked.
func (l *look) onlyConsole(ctx context.Context) (*turn.Reply, error) {
	first, err := l.events(ctx, ledger.Query{Kinds: []event.Kind{"heard"}, Limit: 1})
	if err != nil {
		return nil, err
	}
	text := new(phrase.Text).Say("**One account reaches me: the console on this computer.**")
	if len(first) > 0 {
		text.Item().Say("First used: ").Claim([]event.Seq{first[0].Seq}, "%s", phrase.Moment(first[0].At, l.turn.Now)).
			Item().Say("Last used: ").Claim(l.turn.Heard(), "%s", phrase.Moment(l.turn.Last().On, l.turn.Now))
	}
	text.Item().Say("Who can read it: whoever can use your account on this computer")
	text.Break().Say("Nobody can reach me from outside. On the host, `citadel setup slack`, `citadel setup telegram` or `citadel setup mattermost` connects me and links your account there.")
	return l.says(text), nil
}

// status says what runs, what does not, and since when.
func status(ctx context.Context, l *look) (*turn.Reply, error) {
	rests, err := l.running(ctx)
	if err != nil {
		return nil, err
	}
	items, err := l.turn.Store.Len(ctx)
	away, broken := errors.Is(err, store.ErrUnavailable), errors.Is(err, store.ErrBroken)
	if err != nil && !away {
		return nil, err
	}
	head, ok, err := l.event(ctx, l.turn.Mind.Head())
	if err != nil || !ok {
		return nil, err
	}
	now, counted := l.turn.Now, []event.Seq{head.Seq}
	t := new(phrase.Text)
	t.Claim(rests, "**Running since %s, version %s.**", phrase.Moment(l.turn.Host.Began, now), l.turn.Host.Version)
	l.modelStatus(t, rests)
	l.searched(t, items, away, broken, counted)
	l.refilled(t)
	l.embedding(t, counted)
	l.turn.Read(func(v memory.View) {
		if n := len(v.Thread.Unread); n > 0 {
			t.Claim(counted, "; %s not read through yet", phrase.Count(n, "message"))
		}
	})
	t.Item().Say("Ledger: ").Claim(counted, "%s", phrase.Count(int(head.Seq), "event")).Say(", newest `%.12s`", head.Hash)
	switch heat, configured := l.turn.Mind.Heat(); {
	case !configured:
	case heat.Err != nil:
		t.Item().Say("Redis: I cannot keep my state there at the moment; nothing is lost, and a start takes longer")
	case heat.UpTo > 0:
		t.Item().Say("Redis: has my state at event %s", phrase.Thousands(int(heat.UpTo)))
	default:
		t.Item().Say("Redis: has nothing of me yet")
	}
	l.feeds(t, counted)
	t.Item().Say("Jobs: ").Claim(counted, "%s", phrase.Thousands(len(l.turn.Host.Jobs))).Say("; `jobs` lists them")
	if err := l.unasked(ctx, t, counted); err != nil {
		return nil, err
	}
	kept, places := l.turn.Host.Kept()
	t.Item().Say("Kept in "+kept, places...)
	return l.says(t), nil
}

// searched words how memories are searched, and what is wrong with that.
func (l *look) searched(t *phrase.Text, items int, away, broken bool, counted []event.Seq) {
	t.Item().Say("Memory search: ")
	at := l.turn.Host.Search
	if at != "" && away {
		t.Say("on Weaviate at `%s`; ", at)
	}
	const newest = "I read the newest messages instead, so I may miss what is older"
	switch trouble := l.turn.Host.Trouble; {
	case broken:
		t.Say("the memory store is broken, and waiting does not mend it: `citadel doctor` on the host says what does. " + newest + ". Nothing is lost")
	case away:
		t.Say("the memory store does not answer. " + newest)
	default:
		t.Claim(counted, "%s, %s", l.compared(), phrase.Count(items, "entry"))
		if at != "" {
			t.Say(" on Weaviate at `%s`", at)
		}
		if trouble != nil && trouble() != nil {
			t.Say("; the memory store takes nothing new now, and I read the newest messages beside it")
		}
	}
}

// embeds is a store that says how far its items have got their vectors.
type embeds interface{ State() memory.Embedding }

// compared is by what memories are found.
func (l *look) compared() string {
	if _, ok := l.turn.Store.(embeds); ok {
		return "by words and likeness"
	}
	return "by words"
}

// refilled words why the memory store was filled anew since the start; nothing where it was not.
func (l *look) refilled(t *phrase.Text) {
	if l.turn.Host.Refill == nil {
		return
	}
	r, over := l.turn.Host.Refill()
	why := map[memory.Cause]string{
		memory.Emptied:    "it had been emptied, or set back",
		memory.DeadBranch: "it held what another branch of the ledger had left there",
		memory.Forgetting: "its files held what was forgotten",
	}[r.Why]
	switch {
	case why == "":
	case over:
		t.Say("; the memory store was filled anew since the start, because %s", why)
	default:
		t.Say("; the memory store is being filled anew, up to event %s, because %s", phrase.Thousands(int(r.Goal)), why)
	}
}

// embedding words what keeps memories from being compared as the settings want it; nothing
// where all are.
func (l *look) embedding(t *phrase.Text, counted []event.Seq) {
	s, ok := l.turn.Store.(embeds)
	if !ok {
		return
	}
	state := s.State()
	if state.Left > 0 {
		t.Claim(counted, "; %s not sent through `%s` yet", phrase.Thousands(state.Left), state.Embedder)
		if state.Anew {
			t.Say(", whose vectors have another length than before: all are made anew")
		}
	}
	if state.Err != nil {
		t.Claim(counted, "; `%s` could not be asked, and is again at %s", state.Embedder, phrase.Moment(state.Again, l.turn.Now))
	}
}

// unasked words what holds back messages that nobody asked for.
func (l *look) unasked(ctx context.Context, t *phrase.Text, counted []event.Seq) error {
	now := l.turn.Now
	reader := *l.turn
	reader.Reader = l.sight
	away, _, err := reader.Setting(ctx, event.SettingAway)
	if err != nil {
		return err
	}
	hours, _, err := reader.Setting(ctx, event.SettingHours)
	if err != nil {
		return err
	}
	l.turn.Read(func(v memory.View) {
		if held := slices.DeleteFunc(v.Hands.Open(now), func(c hands.Card) bool { return !c.Held }); len(held) > 0 {
			t.Item().Claim(counted, "Prepared or put aside: %s", phrase.Thousands(len(held))).Say("; `approvals` lists them")
		}
		if n := len(v.Outbox.Posts); n > 0 {
			t.Item().Claim(counted, "On its way: %s", phrase.Count(n, "message"))
		}
		for _, x := range v.Outbox.Refusing(now) {
			if !l.sight.Private() { // where else he is reached is nobody's business
				break
			}
			t.Item().Claim([]event.Seq{x.Last}, "Not delivered on %s since %s: %s (%s)", known.Title(x.Place.Platform), phrase.Moment(x.Since, now), phrase.Count(x.Posts, "message"), x.Reason)
			t.Say("; `show %s` reads the last, `citadel doctor` says what to do", phrase.Handle('m', x.Last))
		}
		for _, platform := range slices.Sorted(maps.Keys(v.Places.Unread)) {
			if u := v.Places.Unread[platform]; l.sight.Private() {
				t.Item().Claim([]event.Seq{u.Last}, "Could not be read on %s: %s, the last %s", known.Title(platform), phrase.Count(u.N, "message"), phrase.Moment(u.At, now))
			}
		}
		if v.Principal.Paused() {
			t.Item().Say("Paused: nothing unasked until `resume`")
		}
		if from, to, ok := v.Principal.Away(now.Location()); ok && away != "" && now.Before(to.AddDate(0, 0, 1)) {
			t.Item().Claim(counted, "Away: %s to %s; `back` ends it", phrase.Day(from, now), phrase.Day(to, now))
		}
		if v.Thread.Held.After(now) && l.sight.Private() { // why that is, is nobody's business elsewhere
			t.Item().Claim(counted, "Unasked messages wait until %s", phrase.Moment(v.Thread.Held, now))
		}
		if hours == "" && v.Principal.Settings[event.SettingHours] == "" {
			hours = l.turn.Host.Quiet
		}
	})
	if from, to, ok := strings.Cut(hours, "-"); ok {
		t.Item().Claim(counted, "Quiet hours: %s to %s", from, to)
	}
	return nil
}

// export says where an export is made: not in the chat, because whoever takes over a chat
// account must not be able to carry everything away (TRUST, Accounts).
func export(_ context.Context, l *look) (*turn.Reply, error) {
	t := new(phrase.Text).Say("**An export is made on the host, not here.** Whoever got hold of this chat could otherwise carry everything away.")
	t.Break().Say("On the host, `citadel ledger export` writes every event to a file.")
	if l.cmd.Has("chat") || l.cmd.Has("small") {
		t.Say(" A shorter form does not exist yet.")
	}
	return l.says(t), nil
}
