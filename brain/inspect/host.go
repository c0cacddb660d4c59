package inspect

import (
	"context"
	"strings"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/agenda"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// jobs lists what runs by itself, with its last run.
func jobs(_ context.Context, l *look) (*turn.Reply, error) {
	if len(l.turn.Host.Jobs) == 0 {
		return l.says(new(phrase.Text).Say("Nothing runs by itself here. On the host, jobs run as long as `citadel` does.")), nil
	}
	var head event.Seq
	runs := map[string]agenda.Run{}
	l.turn.Read(func(v memory.View) {
		head = v.Head
		for _, j := range l.turn.Host.Jobs {
			if r, ok := v.Agenda.Jobs[j.Name]; ok {
				runs[j.Name] = r
			}
		}
	})
	counted := []event.Seq{head}
	first := new(phrase.Text).Claim(counted, "**%s.**", phrase.Count(len(l.turn.Host.Jobs), "thing")+runOrRuns(len(l.turn.Host.Jobs)))
	return l.list(first, each(l.turn.Host.Jobs, func(j turn.Job) (*phrase.Text, error) {
		t := new(phrase.Text).Say("`%s`, ", j.Name).Claim(counted, "%s: %s", j.Every, j.Help)
		r, ok := runs[j.Name]
		switch {
		case r.Claimed != "":
			t.Claim(counted, "; at it now, attempt %d", max(1, r.Attempts))
		case !ok:
			t.Say("; has had nothing to do")
		default:
			t.Claim(counted, "; last %s, %s", phrase.Moment(r.At, l.turn.Now), outcome(r.Outcome))
		}
		return t, nil
	}), nil)
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

// accounts lists the accounts through which the principal reaches the mind. Only the
// console exists: who can type there is the principal.
func accounts(ctx context.Context, l *look) (*turn.Reply, error) {
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
	text.Break().Say("Nobody can reach me from outside. Chat platforms can't be linked in this version; linked accounts will be listed here.")
	return l.says(text), nil
}

// status says what runs, what does not, and since when.
func status(ctx context.Context, l *look) (*turn.Reply, error) {
	rests, err := l.running(ctx)
	if err != nil {
		return nil, err
	}
	items, err := l.turn.Store.Len(ctx)
	if err != nil {
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
	t.Item().Say("Memory search: by words, ").Claim(counted, "%s", phrase.Count(items, "entry"))
	l.turn.Read(func(v memory.View) {
		if n := len(v.Thread.Unread); n > 0 {
			t.Claim(counted, "; %s not read through yet", phrase.Count(n, "message"))
		}
	})
	t.Item().Say("Ledger: ").Claim(counted, "%s", phrase.Count(int(head.Seq), "event")).Say(", newest `%.12s`", head.Hash)
	t.Item().Say("Jobs: ").Claim(counted, "%s", phrase.Thousands(len(l.turn.Host.Jobs))).Say("; `jobs` lists them")
	l.turn.Read(func(v memory.View) { l.unasked(t, v, counted) })
	t.Item().Say("Kept in `%s`", l.turn.Host.Home)
	return l.says(t), nil
}

// unasked words what holds back messages that nobody asked for.
func (l *look) unasked(t *phrase.Text, v memory.View, counted []event.Seq) {
	now := l.turn.Now
	if n := len(v.Outbox.Posts); n > 0 {
		t.Item().Claim(counted, "On its way: %s", phrase.Count(n, "message"))
	}
	if v.Principal.Paused() {
		t.Item().Say("Paused: nothing unasked until `resume`")
	}
	if from, to, ok := v.Principal.Away(now.Location()); ok && now.Before(to.AddDate(0, 0, 1)) {
		t.Item().Claim(counted, "Away: %s to %s; `back` ends it", phrase.Day(from, now), phrase.Day(to, now))
	}
	if v.Thread.Held.After(now) {
		t.Item().Claim(counted, "Unasked messages wait until %s", phrase.Moment(v.Thread.Held, now))
	}
	hours := v.Principal.Settings[event.SettingHours]
	if hours == "" {
		hours = l.turn.Host.Quiet
	}
	if from, to, ok := strings.Cut(hours, "-"); ok {
		t.Item().Claim(counted, "Quiet hours: %s to %s", from, to)
	}
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
