package change

import (
	"context"
	"iter"
	"slices"
	"strings"
	"time"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/thread"
)

// undoWithin is for how long a change can be taken back (TRUST, Undo, wrong, retract).
const undoWithin = 24 * time.Hour

// mostOfTurn is how many events of one turn are looked at; no command makes as many.
const mostOfTurn = 400

// undo takes back the newest command, procedure or answer of a model that changed the mind and was
// not taken back before. Said again, it goes one further back; it never takes back itself.
func undo(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	forgot, err := forgettings(ctx, t)
	if err != nil {
		return nil, err
	}
	if past, ok, err := answered(ctx, t); err != nil {
		return nil, err
	} else if ok && t.Now.Sub(past.Began) <= undoWithin {
		r, err := takeBack(ctx, t, past)
		if err == nil && r == nil {
			r, err = says(t, "That changed nothing that can still be taken back. `undo` by itself takes back my last change.")
		}
		return r, err
	}
	told := false // an undo since has said that forgetting stays
	for past, err := range pastTurns(ctx, t) {
		if err != nil {
			return nil, err
		}
		if past.By == "command:undo" {
			told = true
			continue
		}
		if seq := forgottenBy(past, forgot); seq != 0 && !told {
			return staysForgotten(ctx, t, seq)
		}
		if !slices.ContainsFunc([]string{"command:", "procedure:", "model:"}, func(by string) bool { return strings.HasPrefix(past.By, by) }) {
			continue
		}
		r, err := takeBack(ctx, t, past)
		if err != nil || r != nil {
			return r, err
		}
	}
	r := begin(t)
	r.Text.Say("There is nothing to take back: no change of the last ").Claim(t.Heard(), "24 h").Say(" is left.")
	return r, nil
}

// answered is the turn that wrote the post to which the message replies; false where it replies to none of a turn here.
func answered(ctx context.Context, t *turn.Turn) (past thread.Turn, ok bool, err error) {
	to := t.Last().ReplyTo
	if to == 0 {
		return past, false, nil
	}
	rec, p, err := t.Event(ctx, to)
	q, is := p.(event.PostQueued)
	if err != nil || !is || !t.Here(q.Place) {
		return past, false, err
	}
	began, p, err := t.Event(ctx, rec.Cause())
	b, is := p.(event.TurnBegan)
	if err != nil || !is {
		return past, false, err
	}
	past.ID, past.Began, past.Messages = began.Seq, began.At, b.Messages
	ends := ledger.Query{After: rec.Seq, Kinds: []event.Kind{event.TurnEnded{}.Kind()}, Limit: mostOfTurn}
	for end, err := range ledger.Each[event.TurnEnded](ctx, t.Mind, ends) {
		if err != nil {
			return past, false, err
		}
		if end.Cause() == began.Seq {
			past.By = end.Said.By
			break
		}
	}
	return past, true, nil
}

// mostTurns is how many turns are looked at beyond those that are at hand; nobody says more
// in a day.
const mostTurns = 2000

// pastTurns gives the turns that an undo may reach, newest first: those at hand, and then
// those in the ledger that ended before them.
func pastTurns(ctx context.Context, t *turn.Turn) iter.Seq2[thread.Turn, error] {
	return func(yield func(thread.Turn, error) bool) {
		var window []thread.Turn
		t.Read(func(v memory.View) { window = append(window, v.Thread.Window...) })
		older := t.UpTo + 1
		for _, past := range slices.Backward(window) {
			if t.Now.Sub(past.Began) > undoWithin || !yield(past, nil) {
				return
			}
			older = past.ID
		}
		q := ledger.Query{Before: older, Kinds: []event.Kind{event.TurnEnded{}.Kind()}, Newest: true, Limit: mostTurns}
		for rec, err := range t.Mind.Events(ctx, q) {
			if err != nil {
				yield(thread.Turn{}, err)
				return
			}
			if t.Now.Sub(rec.At) > undoWithin {
				return
			}
			past, err := turnEndedBy(ctx, t, rec)
			if !yield(past, err) || err != nil {
				return
			}
		}
	}
}

// turnEndedBy reads a turn back from its end.
func turnEndedBy(ctx context.Context, t *turn.Turn, end ledger.Record) (past thread.Turn, err error) {
	p, err := end.Payload()
	if err != nil {
		return past, err
	}
	if ended, ok := p.(event.TurnEnded); ok {
		past.By = ended.By
	}
	began, p, err := t.Event(ctx, end.Cause())
	if err != nil {
		return past, err
	}
	if b, ok := p.(event.TurnBegan); ok {
		past.Messages = b.Messages
	}
	past.ID, past.Began = began.Seq, began.At
	return past, nil
}

// mostForgettings is how many of the newest records of forgetting are looked at.
const mostForgettings = 50

// forgettings gives the records of what was forgotten at somebody's word, newest first. A
// message that its author deleted on the platform is no command.
func forgettings(ctx context.Context, t *turn.Turn) ([]ledger.Record, error) {
	recs, err := all(ctx, t, ledger.Query{Kinds: []event.Kind{event.Forgotten{}.Kind()}, Newest: true, Limit: mostForgettings})
	if err != nil {
		return nil, err
	}
	var asked []ledger.Record
	for _, rec := range recs {
		p, err := rec.Payload()
		if err != nil {
			return nil, err
		}
		if f, ok := p.(event.Forgotten); ok && f.Reason == reasonAsked {
			asked = append(asked, rec)
		}
	}
	return asked, nil
}

// reasonAsked is the reason of a forgetting that a command asked for.
const reasonAsked = "asked"

// forgottenBy gives the record of what a turn's messages made forgotten; zero for none.
func forgottenBy(past thread.Turn, forgot []ledger.Record) event.Seq {
	for _, f := range forgot {
		if slices.ContainsFunc(f.Causes, func(c event.Seq) bool { return slices.Contains(past.Messages, c) }) {
			return f.Seq
		}
	}
	return 0
}

func staysForgotten(ctx context.Context, t *turn.Turn, seq event.Seq) (*turn.Reply, error) {
	rec, err := t.Mind.Event(ctx, seq)
	if err != nil {
		return nil, err
	}
	r := begin(t)
	r.Text.Say("The last change was forgetting, on ").Claim([]event.Seq{seq}, "%s", phrase.Moment(rec.At, t.Now))
	r.Text.Say(": that can't be taken back. `undo` again takes back the change before it.")
	return r, nil
}

// takeBack undoes a turn; nil if it changed nothing that is still there, or was undone.
func takeBack(ctx context.Context, t *turn.Turn, past thread.Turn) (*turn.Reply, error) {
	known, err := all(ctx, t, ledger.Query{Keys: []string{undoKey(past.ID, 0)}})
	if err != nil || len(known) > 0 {
		return nil, err
	}
	recs, err := eventsOf(ctx, t, past.ID)
	if err != nil {
		return nil, err
	}
	var back, lost []inverse
	for _, rec := range slices.Backward(recs) {
		p, err := rec.Payload()
		if err != nil {
			return nil, err
		}
		v, err := inverseOf(ctx, t, past, rec, p)
		if err != nil {
			return nil, err
		}
		switch {
		case len(v.writes) > 0:
			back = append(back, v)
		case !v.text.Empty():
			lost = append(lost, v)
		}
	}
	if len(back) == 0 && len(lost) == 0 {
		return nil, nil
	}
	r := begin(t)
	r.Latest = true
	slices.Reverse(back)
	slices.Reverse(lost)
	for _, v := range back {
		if v.reminder != 0 {
			r.Subject, r.About = event.SubjectPutOff, v.reminder
		}
		for _, w := range v.writes {
			w.Key = undoKey(past.ID, len(r.Writes))
			r.Writes = append(r.Writes, w)
		}
	}
	told := func(label string, all []inverse) {
		first := true
		said := map[string]bool{} // one sentence can have been several memories
		for _, v := range all {
			if v.text.Empty() || said[v.text.String()] {
				continue
			}
			said[v.text.String()] = true
			switch {
			case !first:
				r.Text.Say("; ")
			case r.Text.Empty():
				r.Text.Say("%s", label)
			default:
				r.Text.Say(" %s", label)
			}
			first = false
			r.Text.Add(&v.text)
		}
		if !first {
			r.Text.Say(".")
		}
	}
	told("Taken back: ", back)
	told("Can't be taken back: ", lost)
	return r, nil
}

// eventsOf gives what a turn wrote, in order: the events whose first cause is the turn,
// and what the owner of a setting wrote when the turn asked for it.
func eventsOf(ctx context.Context, t *turn.Turn, id event.Seq) ([]ledger.Record, error) {
	asked := map[event.Seq]bool{}
	var out []ledger.Record
	for rec, err := range t.Mind.Events(ctx, ledger.Query{After: id, Limit: mostOfTurn}) {
		if err != nil {
			return nil, err
		}
		if rec.Kind == (event.TurnBegan{}).Kind() {
			break
		}
		if rec.Cause() != id && !asked[rec.Cause()] {
			continue
		}
		asked[rec.Seq] = rec.Kind == event.Asked{}.Kind()
		out = append(out, rec)
	}
	return out, nil
}
