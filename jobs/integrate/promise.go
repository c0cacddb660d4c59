package integrate

import (
	"context"
	"slices"
	"time"
	"unicode"
	"unicode/utf8"

	"citadel/brain/extract"
	"citadel/brain/when"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/decisions"
	"citadel/memory/event"
)

// made is a loop or a proposal that was made of a message before.
type made struct {
	seq         event.Seq
	text, quote string
	stale       bool // of an older wording of the message
}

// open opens a loop for each promise of a message, unless its turn saw to that, and drops
// those that an edit took out of it.
func (r *reading) open(ctx context.Context, m said, items []extract.Item) error {
	before, err := r.before(ctx, m, event.LoopOpened{}.Kind())
	if err != nil {
		return err
	}
	missing, stale := compare(items, extract.Promise, before)
	for _, seq := range stale {
		var still bool
		r.in.Read(func(v memory.View) { _, still = v.Loops.Loop(seq) })
		if still {
			r.change(m, event.LoopClosed{Loop: seq, Outcome: "dropped"})
		}
	}
	for _, it := range missing {
		r.change(m, event.LoopOpened{
			Text: capital(it.Deed()), Quote: it.Quote, Due: r.deadline(m, it), DueText: it.When.Text, On: m.on,
			Audience: m.sight.Audience, Place: m.sight.Room(),
		})
	}
	return nil
}

// propose proposes each decision of a message, unless its turn saw to that, and withdraws
// those that an edit took out of it.
func (r *reading) propose(ctx context.Context, m said, items []extract.Item) error {
	before, err := r.before(ctx, m, event.DecisionProposed{}.Kind(), event.DecisionRecorded{}.Kind())
	if err != nil {
		return err
	}
	missing, stale := compare(items, extract.Decision, before)
	for _, seq := range stale {
		var still bool
		r.in.Read(func(v memory.View) { _, still = v.Decisions.Proposal(seq) })
		if still {
			r.change(m, event.DecisionDeclined{Proposal: seq})
		}
	}
	for _, it := range missing {
		text, review := when.Review(it.Value, m.on, decisions.ReviewHour)
		r.change(m, event.DecisionProposed{Text: capital(text), Reason: it.Reason, Quote: it.Quote, Review: review, On: m.on, Audience: m.sight.Audience, Place: m.sight.Room()})
	}
	return nil
}

// change adds a write that a message brings about and that rests on it.
func (r *reading) change(m said, p event.Payload) {
	r.writes = append(r.writes, jobs.Write{Payload: p, From: []event.Seq{m.source}, Because: []event.Seq{m.source}})
}

// before lists the loops or proposals that were made of a message before, in any of its wordings.
func (r *reading) before(ctx context.Context, m said, kinds ...event.Kind) (before []made, err error) {
	all, err := r.madeOf(ctx, m)
	for _, e := range all {
		if !slices.Contains(kinds, e.rec.Kind) {
			continue
		}
		x := made{seq: e.rec.Seq, stale: !slices.Contains(e.rec.From, m.source)}
		switch p := e.payload.(type) {
		case event.LoopOpened:
			x.text, x.quote = p.Text, p.Quote
		case event.DecisionProposed:
			x.text, x.quote = p.Text, p.Quote
		}
		before = append(before, x)
	}
	return before, err
}

// compare holds a message's promises or decisions against what was made of it before:
// missing are those still to be made, stale what its present wording does not bear any
// more. If anything was made of this very wording, the turn has seen to it all.
func compare(items []extract.Item, kind extract.Kind, before []made) (missing []extract.Item, stale []event.Seq) {
	var now []extract.Item
	for _, it := range items {
		twice := slices.ContainsFunc(now, func(o extract.Item) bool { return o.Value == it.Value })
		if it.Kind == kind && plain(it) && !twice {
			now = append(now, it)
		}
	}
	same := func(x made, it extract.Item) bool {
		return x.quote == it.Quote || x.text == capital(it.Value) || x.text == capital(it.Deed())
	}
	seen := false
	for _, x := range before {
		seen = seen || !x.stale
		if x.stale && !slices.ContainsFunc(now, func(it extract.Item) bool { return same(x, it) }) {
			stale = append(stale, x.seq)
		}
	}
	if seen {
		return nil, stale
	}
	for _, it := range now {
		if !slices.ContainsFunc(before, func(x made) bool { return same(x, it) }) {
			missing = append(missing, it)
		}
	}
	return missing, stale
}

// plain says that an item is the principal's own and not in doubt.
func plain(it extract.Item) bool {
	return it.Value != "" && it.Hedge == "" && it.Source == "" && !it.Negated
}

// dayEnds is the hour by which something due on a day is due.
const dayEnds = 18

// deadline is by when a promise is to be kept; zero if that was not said, or has two
// readings.
func (r *reading) deadline(m said, it extract.Item) time.Time {
	if it.When.Text == "" {
		return time.Time{}
	}
	on := m.on.In(r.in.Now.Location())
	match, ok := when.Find(it.When.Text, on)
	if !ok || match.Ambiguous() || match.Recur != nil {
		return time.Time{}
	}
	return match.Clock(dayEnds, 0, on).At.UTC()
}

func capital(s string) string {
	first, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(unicode.ToUpper(first)) + s[n:]
}
