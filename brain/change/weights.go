package change

import (
	"context"
	"strings"
	"time"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/formula"
	"citadel/memory/graph"
	"citadel/memory/ledger"
	"citadel/memory/weights"
)

// nobodys is what a change rests on that holds nobody's words: forgetting the message that asked
// for it does not bring back what it ended.
func nobodys() []event.Seq { return []event.Seq{} }

// resetWeights lets the reactions up to now no longer count, for one thing or for all.
func resetWeights(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	var all []weights.Weight
	n := 0
	t.Read(func(v memory.View) {
		all = v.Weights.Weights(t.Now)
		n, _ = v.Weights.Counted(t.Now)
	})
	r := begin(t)
	r.Direct = t.Audience == event.Shared
	of := ""
	if t.Command.Words != "" {
		var known []string
		for _, w := range all {
			known = append(known, w.Of)
		}
		var ok bool
		if of, ok = phrase.WeighedAs(t.Command.Words, known); !ok {
			r.Text.Say("I know no weight by that name; nothing was reset. `weights` lists them.")
			return r, nil
		}
	}
	var rests []event.Seq
	was := 1.0
	for _, w := range all {
		if of == "" || w.Of == of {
			rests, was = append(rests, w.Newest), w.Multiplier
		}
	}
	if len(rests) == 0 {
		r.Text.Say("There is nothing to reset: no reaction of yours counts for that.")
		return r, nil
	}
	r.Writes = append(r.Writes, turn.Write{Payload: event.Asked{What: event.AskWeightsReset, Name: of}, From: nobodys()})
	if of == "" {
		r.Text.Say("Reset: ").Claim(rests, "%s no longer count", phrase.Count(n, "reaction")).Say(", and everything weighs the same again.")
	} else {
		r.Text.Say("Reset: %s, ", phrase.Weighed(of)).Claim(rests, "%s to %s", phrase.Times(was), phrase.Times(1)).Say(".")
	}
	undoable(t, &r.Text)
	return r, nil
}

// unreset takes a reset back.
func unreset(t *turn.Turn, seq event.Seq, p event.WeightsReset) (v inverse) {
	v.write(event.Asked{What: event.AskWeightsRestore, Ref: seq}, seq)
	if p.Of == "" {
		v.text.Say("the reset of all weights")
		return v
	}
	again := 1.0
	t.Read(func(m memory.View) {
		again = m.Weights.If(ledger.Record{At: t.Now}, event.WeightsRestored{Reset: seq}).Multiplier(p.Of, t.Now)
	})
	v.text.Say("the reset of %s, ", phrase.Weighed(p.Of)).Claim([]event.Seq{seq}, "%s", phrase.Times(again)).Say(" again")
	return v
}

// thumbed says whether a thumb down of his stands on a post, or a reason without one.
func thumbed(t *turn.Turn, post event.Seq) bool {
	return in(t, func(v memory.View) bool { _, yes := v.Weights.Dismissal(post); return yes })
}

// dismissal is a post that a reason is given for.
type dismissal struct {
	thing
	post event.PostQueued
}

// dismissed is the post that a reason is given for: one that nobody asked for, with a thumb-down of his on it. An alert
// offers the reasons itself and needs no thumb. Where there is none, refusal says why.
func dismissed(ctx context.Context, t *turn.Turn) (of *dismissal, refusal *turn.Reply, err error) {
	h := t.Command.Handle()
	x, ok, err := named(ctx, t, h)
	if err != nil {
		return nil, nil, err
	}
	q, post := x.payload.(event.PostQueued)
	a, err := alertOf(ctx, t, x)
	switch {
	case err != nil:
		return nil, nil, err
	case !ok || !post || !t.Sight().Shows(q.Audience, q.Place):
		refusal, err = unknown(t, h)
	case len(q.Credits()) == 0:
		refusal, err = says(t, "`%s` is nothing that I say more or less often for a reaction.", h)
	case a == nil && !thumbed(t, x.seq()):
		refusal, err = says(t, "No thumb down of yours stands on `%s`, so it needs no reason.", h)
	default:
		of = &dismissal{x, q}
	}
	return of, refusal, err
}

// irrelevant makes a dismissal count against the topic alone: of what it was credited to, the
// narrowest.
func irrelevant(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	of, refusal, err := dismissed(ctx, t)
	if of == nil {
		return refusal, err
	}
	credits := of.post.Credits()
	r := faulted(t, of.thing, event.Faulted{Reason: event.FaultIrrelevant, Credits: credits[len(credits)-1:]})
	if moved, told := strings.CutPrefix(of.post.Subject, event.SubjectAlert+"/"); told {
		r.Text.Say(" `mute %s` ends alerts about it.", graph.Words(moved))
	}
	return r, nil
}

// badNews makes a dismissal count against nothing.
func badNews(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	of, refusal, err := dismissed(ctx, t)
	if of == nil {
		return refusal, err
	}
	return faulted(t, of.thing, event.Faulted{Reason: event.FaultBadNews}), nil
}

// badTime makes a dismissal count against the hour in which the post came.
func badTime(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	of, refusal, err := dismissed(ctx, t)
	if of == nil {
		return refusal, err
	}
	at := of.rec.At
	if of.post.After.After(at) {
		at = of.post.After
	}
	return faulted(t, of.thing, event.Faulted{Reason: event.FaultBadTime, Hour: at.In(t.Now.Location()).Format("15")}), nil
}

// faulted records why a post was dismissed and says in one line what that does (MESSAGES 18).
func faulted(t *turn.Turn, x thing, p event.Faulted) *turn.Reply {
	p.About, p.Alone = x.seq(), !thumbed(t, x.seq())
	r, own := begin(t), []event.Seq{x.seq()}
	write(r, p, x.seq())
	switch p.Reason {
	case event.FaultBadNews:
		r.Text.Say("Nothing changes: I keep sending it.")
	case event.FaultBadTime:
		from, _ := time.Parse("15", p.Hour)
		r.Text.Say("From ").Claim(own, "%s to %s", from.Format("15:04"), from.Add(time.Hour).Format("15:04"))
		r.Text.Say(" I keep to myself what nobody asked for, until ").Claim(own, "%s", phrase.Day(t.Now.AddDate(0, 0, formula.ObservationHalfLife), t.Now)).Say(".")
	case event.FaultIrrelevant:
		r.Text.Add(moved(t, p, own))
	}
	return r
}

// moved says from what to what a dismissal, with its reason, moves the weight that it counts
// against: "Cost alerts: ×1.38 to ×1.35."
func moved(t *turn.Turn, p event.Faulted, own []event.Seq) *phrase.Text {
	of := p.Credits[0]
	name := phrase.Weighed(of)
	var before, after float64
	n := 0
	t.Read(func(v memory.View) {
		then := v.Weights.If(ledger.Record{At: t.Now}, p)
		before, after = v.Weights.Without(p.About).Multiplier(of, t.Now), then.Multiplier(of, t.Now)
		n = len(then.Behind(of, t.Now))
	})
	text := new(phrase.Text).Say("%s: ", strings.ToUpper(name[:1])+name[1:])
	switch {
	case phrase.Times(before) != phrase.Times(after):
		return text.Claim(own, "%s to %s", phrase.Times(before), phrase.Times(after)).Say(".")
	case weights.Fixed(of) || weights.Warns(of):
		return text.Claim(own, "%s", phrase.Times(after)).Say(" as before: it is not weighed down.")
	case n < formula.ObservationsNeeded:
		return text.Claim(own, "%s as before, with %d of the %d reactions", phrase.Times(after), n, formula.ObservationsNeeded).Say(" that it takes to move.")
	}
	return text.Claim(own, "%s", phrase.Times(after)).Say(" as before.")
}

// markedWrong notes that a post which he dismissed was wrong: the thumb then counts against
// nothing that is noticed. What it rests on was withdrawn already, where that could be.
func markedWrong(ctx context.Context, t *turn.Turn, r *turn.Reply) (*turn.Reply, error) {
	if len(t.Command.Handles) != 1 {
		return r, nil
	}
	of, _, err := dismissed(ctx, t)
	if of == nil {
		return r, err
	}
	if len(r.Writes) == 0 {
		r = begin(t)
		r.Text.Say("Marked wrong. What is right?")
	}
	write(r, event.Faulted{About: of.seq(), Reason: event.FaultWrong}, of.seq())
	return r, nil
}

// unfaulted takes the reason of a dismissal back: the one before it counts again, if there was one.
func unfaulted(ctx context.Context, t *turn.Turn, seq event.Seq, p event.Faulted) (v inverse, err error) {
	var since event.Seq
	stands := in(t, func(m memory.View) (yes bool) { since, yes = m.Weights.Dismissal(p.About); return yes })
	if !stands || p.Reason == event.FaultWithdrawn {
		return v, nil // the reason went with the thumb
	}
	before := event.Faulted{About: p.About, Reason: event.FaultWithdrawn}
	recs, err := all(ctx, t, ledger.Query{After: since - 1, Before: seq, Kinds: []event.Kind{event.Faulted{}.Kind()}, Newest: true})
	if err != nil {
		return v, err
	}
	for _, rec := range recs {
		old, err := rec.Payload()
		if err != nil {
			return v, err
		}
		if old, ok := old.(event.Faulted); ok && old.About == p.About {
			before = old
			break
		}
	}
	v.write(before, p.About)
	v.text.Say("the reason for your thumb on `%s`", phrase.Handle('m', p.About))
	return v, nil
}
