package change

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/thread"
)

// Instead takes back what an earlier answer to a message did, where the message was edited since and the reply does the like
// for what it says now: of a reminder whose hour is mended one is left, and so of what else is set up by a message. What the
// reply does nothing like stays, and so does what rests on other messages too, unless the reply names it. A model is left to
// itself: it sees what it did. The error is the ledger's.
func Instead(ctx context.Context, t *turn.Turn, r *turn.Reply) error {
	if strings.HasPrefix(r.By, "model:") {
		return nil
	}
	earlier, err := earlierDoings(ctx, t, r)
	if err != nil {
		return err
	}
	for _, seq := range r.Replaces {
		if slices.ContainsFunc(earlier, func(d doing) bool { return d.rec.Seq == seq }) {
			continue
		}
		rec, err := t.Mind.Event(ctx, seq)
		if err != nil {
			return err
		}
		earlier = append(earlier, doing{rec: rec})
	}
	var gone phrase.Text
	for _, d := range earlier {
		v, err := replaced(ctx, t, d.past, d.rec)
		if err != nil {
			return err
		}
		if len(v.writes) == 0 {
			continue
		}
		r.Writes = append(r.Writes, v.writes...)
		if !gone.Empty() {
			gone.Say(", ")
		}
		gone.Add(&v.text)
	}
	if !gone.Empty() && !r.Text.Empty() {
		r.Text.Break().Say("It replaces ").Add(&gone).Say(".")
	}
	return nil
}

// doing is what an earlier turn did.
type doing struct {
	past thread.Turn
	rec  ledger.Record
}

// earlierDoings are what earlier answers to the mended messages of a turn set up of the like of what its reply does.
func earlierDoings(ctx context.Context, t *turn.Turn, r *turn.Reply) ([]doing, error) {
	var like []event.Kind
	for _, w := range r.Writes {
		if kind := setsUp(w.Payload); kind != "" && !slices.Contains(like, kind) && shares(w.From, t.Heard()) {
			like = append(like, kind)
		}
	}
	if len(like) == 0 {
		return nil, nil
	}
	all, err := doings(ctx, t, like)
	return slices.DeleteFunc(all, func(d doing) bool { return ends(r, d.rec.Seq) }), err // by the reply itself
}

// wordings are the mended messages of a turn, and with them all that they read before or now: what was done rests on one
// of these.
func wordings(ctx context.Context, t *turn.Turn) (mended, all []event.Seq, err error) {
	for _, m := range t.Messages {
		if m.Mended() && len(m.Late) == 0 {
			mended = append(mended, m.Seq)
		}
	}
	if len(mended) == 0 {
		return nil, nil, nil
	}
	became, err := t.Mind.Wordings(ctx, mended...)
	return mended, slices.AppendSeq(slices.Clone(mended), maps.Keys(became)), err
}

// doings are what earlier answers to the mended messages of a turn did, of some kinds: what rests on these alone, or beside
// them on the reminder that it is about and what that rests on.
func doings(ctx context.Context, t *turn.Turn, kinds []event.Kind) (found []doing, err error) {
	mended, wordings, err := wordings(ctx, t)
	if err != nil || len(mended) == 0 {
		return nil, err
	}
	var before []thread.Turn
	t.Read(func(v memory.View) {
		for _, past := range v.Thread.Window {
			if shares(past.Messages, mended) {
				before = append(before, past)
			}
		}
	})
	for _, past := range before {
		recs, err := eventsOf(ctx, t, past.ID)
		if err != nil {
			return nil, err
		}
		own := slices.Clone(wordings)
		for _, rec := range recs {
			alone, err := restsAlone(ctx, t, rec, own)
			switch {
			case err != nil:
				return nil, err
			case !alone:
			case rec.Kind == (event.Asked{}).Kind(): // what its owner wrote rests on it
				own = append(own, rec.Seq)
			case slices.Contains(kinds, rec.Kind):
				found = append(found, doing{past, rec})
			}
		}
	}
	return found, nil
}

// restsAlone says whether an event rests on some others, and on nothing else but a reminder and what that rests on.
func restsAlone(ctx context.Context, t *turn.Turn, rec ledger.Record, own []event.Seq) (bool, error) {
	others := slices.DeleteFunc(slices.Clone(rec.From), func(s event.Seq) bool { return slices.Contains(own, s) })
	if len(others) == len(rec.From) {
		return false, nil
	}
	var reminded []event.Seq
	for _, s := range others {
		on, err := t.Mind.Event(ctx, s)
		if err != nil {
			return false, err
		}
		if on.Kind == (event.ReminderSet{}).Kind() {
			reminded = append(append(reminded, s), on.From...)
		}
	}
	return !slices.ContainsFunc(others, func(s event.Seq) bool { return !slices.Contains(reminded, s) }), nil
}

// replaced takes back what an event set up; nothing where another edit has done so, or nothing of it is left.
func replaced(ctx context.Context, t *turn.Turn, past thread.Turn, rec ledger.Record) (v inverse, err error) {
	p, err := rec.Payload()
	if err != nil || setsUp(p) == "" {
		return v, err
	}
	if proposed, is := p.(event.DecisionProposed); is {
		v = unproposed(t, rec.Seq, proposed)
	} else if v, err = inverseOf(ctx, t, past, rec, p); err != nil {
		return v, err
	}
	switch p.(type) {
	case event.ReminderSet, event.LoopOpened, event.WatchSet, event.CommitmentMade, event.PredictionMade, event.DecisionProposed:
		return v, nil // nothing, where it does not stand; undo may have brought it back since it was replaced
	}
	known, err := all(ctx, t, ledger.Query{Keys: []string{insteadKey(rec.Seq, 0)}})
	if err != nil || len(known) > 0 {
		return inverse{}, err
	}
	for i := range v.writes {
		v.writes[i].Key = insteadKey(rec.Seq, i)
	}
	return v, nil
}

// ends says whether a reply ends what an event set up.
func ends(r *turn.Reply, seq event.Seq) bool {
	return slices.ContainsFunc(r.Writes, func(w turn.Write) bool {
		switch p := w.Payload.(type) {
		case event.LoopClosed:
			return p.Loop == seq
		case event.Superseded:
			return p.Memory == seq
		}
		return false
	})
}

// insteadKey is the idempotency key of the i-th write that takes back what an event set up: it is replaced once.
func insteadKey(seq event.Seq, i int) string { return fmt.Sprintf("instead/%d/%d", seq, i) }

// setsUp is the kind of what a write sets up that lasts, and can be ended; empty where it sets up nothing of the sort.
func setsUp(p event.Payload) event.Kind {
	switch p := p.(type) {
	case event.ReminderSet, event.LoopOpened, event.WatchSet, event.IntentionSet, event.CommitmentMade, event.PredictionMade,
		event.GrowthSown, event.CuriosityRaised, event.DecisionProposed, event.RuleAdded:
		return p.Kind()
	case event.Learned:
		if p.Kept {
			return p.Kind()
		}
	case event.Asked:
		if p.What == event.AskRuleAdd {
			return event.RuleAdded{}.Kind()
		}
	}
	return ""
}

// shares says whether two lists have an event in common.
func shares(a, b []event.Seq) bool {
	return slices.ContainsFunc(a, func(s event.Seq) bool { return slices.Contains(b, s) })
}
