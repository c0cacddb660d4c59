package procedure

import (
	"context"
	"slices"
	"time"

	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// reworded is a message of the principal's as it reads since its latest edit.
type reworded struct {
	text     string
	on       time.Time   // when it was written so
	wordings []event.Seq // the message and its edits, oldest first: what was done rests on one of them
}

// now is what rests on the message as it reads now.
func (w reworded) now() event.Seq { return w.wordings[len(w.wordings)-1] }

// reads is a message as it reads now; false where it is none, or is forgotten.
func (v *visit) reads(ctx context.Context, message event.Seq) (w reworded, ok bool, err error) {
	_, p, err := v.Event(ctx, message)
	h, ok := p.(event.Heard)
	if err != nil || !ok {
		return w, false, err
	}
	w = reworded{text: h.Text, on: h.On, wordings: []event.Seq{message}}
	for e, err := range ledger.Each[event.Edited](ctx, v.Mind, ledger.Query{From: w.wordings}) {
		if err != nil {
			return w, false, err
		}
		if e.Said.Message == message && e.Trust == event.ByPrincipal { // else: words below a recording
			w.text, w.on, w.wordings = e.Said.Text, e.Said.On, append(w.wordings, e.Seq)
		}
	}
	return w, true, nil
}

// setBy finds the newest reminder that rests on a wording of a message and is still set, and says whether it is for
// the message as it reads now.
func (v *visit) setBy(ctx context.Context, w reworded) (set event.ReminderSet, seq event.Seq, present bool, err error) {
	for r, err := range ledger.Each[event.ReminderSet](ctx, v.Mind, ledger.Query{From: w.wordings, Newest: true}) {
		if err != nil {
			return event.ReminderSet{}, 0, false, err
		}
		set, still := r.Said, false
		v.Read(func(view memory.View) {
			m, found := view.Loops.Reminder(r.Seq)
			set.At, still = m.Next, found
		})
		if still {
			return set, r.Seq, slices.Contains(r.From, w.now()), nil
		}
	}
	return event.ReminderSet{}, 0, false, nil
}

// inPlace lets what was edited into a request stand in place of the reminder that its message has set: what it leaves
// out, the time or the words, is as it was there.
func (v *visit) inPlace(ctx context.Context, q request) (request, event.Seq, error) {
	if !v.Turn.Last().Mended() {
		return q, 0, nil
	}
	w, ok, err := v.reads(ctx, v.Turn.Last().Seq)
	if err != nil || !ok {
		return q, 0, err
	}
	old, seq, _, err := v.setBy(ctx, w)
	if err != nil || seq == 0 {
		return q, 0, err
	}
	switch _, timed := q.moment(v.Now); {
	case timed && q.what == "":
		q.what = old.Text
	case !timed && q.what != "" && q.occasion == "" && q.gone(v.Now) == "":
		if m, ok := v.momentOf(old); ok {
			q.given = &m
		}
	}
	return q, seq, nil
}

// momentOf is the time of a reminder that is set; false where its rhythm cannot be told.
func (v *visit) momentOf(set event.ReminderSet) (when.Match, bool) {
	m := when.Match{At: set.At.In(v.Now.Location()), HasDay: true, HasTime: true, Floating: set.Floating}
	if zone, err := time.LoadLocation(set.Zone); err == nil && !set.Floating && set.Zone != v.Now.Location().String() {
		m.Zone = zone
	}
	if set.Rule == "" {
		return m, true
	}
	var err error
	m.Recur, err = when.ParseRecurrence(set.Rule, m.At.In(v.zoneOf(m)))
	return m, err == nil
}

// replacing has a reply that sets a reminder take the place of another; 0 is none.
func replacing(reply *turn.Reply, old event.Seq) *turn.Reply {
	if old != 0 && len(reply.Writes) > 0 {
		reply.Replaces = append(reply.Replaces, old)
	}
	return reply
}
