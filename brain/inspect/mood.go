package inspect

import (
	"context"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/mood"
)

// moods lists what was read of the principal's mood, where he allowed that and nobody else
// reads (TRUST, Reading moods).
func moods(_ context.Context, l *look) (*turn.Reply, error) {
	if !l.sight.Private() {
		return l.says(new(phrase.Text).Say("Only where nobody else can read.")), nil
	}
	var f mood.Fold
	l.turn.Read(func(v memory.View) { f = *v.Mood })
	recent := f.Recent(l.turn.Now)
	switch {
	case f.Minor:
		return l.says(new(phrase.Text).Say("I read no moods of anybody who is not an adult.")), nil
	case !f.Wanted:
		return l.says(new(phrase.Text).Say("I don't read your mood, and keep nothing of it. `mood on` allows it: only your own words, only where nobody else reads, for 30 days.")), nil
	case len(recent) == 0:
		return l.says(new(phrase.Text).Say("You allowed me to read your mood; I keep no note of it at the moment. Notes go after 30 days. `mood off` ends it.")), nil
	}
	var seqs []event.Seq
	for _, e := range recent {
		seqs = append(seqs, e.Seq)
	}
	head := new(phrase.Text).Claim(seqs, "**%s of your mood, from your own words.** Each is gone 30 days after you wrote it.", phrase.Count(len(recent), "note"))
	foot := new(phrase.Text).Say("They choose my tone and nothing else. `forget mood` erases them, `don't bring that up` ends a subject, `mood off` ends all of it.")
	return l.list(head, each(recent, func(e mood.Entry) (*phrase.Text, error) {
		item := new(phrase.Text).Claim([]event.Seq{e.Seq}, "%s: %s", phrase.Moment(e.On, l.turn.Now), e.Feeling)
		if e.Cause != "" {
			item.Claim([]event.Seq{e.Seq}, ", about %s", phrase.Quote(e.Cause, phrase.MaxQuote))
		}
		if len(e.From) > 0 {
			item.Say(" (`%s`)", phrase.Handle('m', e.From[0]))
		}
		if f.Ended(e) {
			item.Say("; ended, it colours nothing any more")
		}
		return item, nil
	}), foot)
}
