package brain

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"citadel/brain/enclosure"
	"citadel/brain/recall"
	"citadel/brain/turn"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/store"
)

// undertaking is one turn under way: what of it is written and shown already.
type undertaking struct {
	*Brain
	t       *turn.Turn
	joined  func(may func(event.Seq) bool) []event.Seq
	began   event.Seq      // its turn.began, once that is written
	thought bool           // it is thought about beside the conversation, and begins when it is concluded
	upTo    event.Seq      // the newest event when it was assembled
	shown   string         // what of its answer the person has seen, below what was heard
	spoken  []turn.Message // what was heard in recordings
	// despite says that the turn was stopped, and does what it was asked to do all the same: who
	// says stop means the talk.
	despite bool
	stopped bool // and something of it ended at his word
	void    bool // nothing came of it
	danger  bool // somebody may be in danger: nothing stands before the answer to that
	acted   bool // no model had a part in its answer: a "stop" that comes before it is written has nothing to stop
}

// undertake hands the turn its hooks.
func (b *Brain) undertake(t *turn.Turn, q Request) *undertaking {
	w := &undertaking{Brain: b, t: t, joined: q.Joined, upTo: t.UpTo}
	t.Begin, t.Doing = w.begin, q.Doing
	if q.Draft != nil {
		t.Draft = func(text string) {
			w.shown = text
			if len(w.spoken) > 0 {
				text = enclosure.Echo(w.spoken).String() + "\n\n" + text
			}
			q.Draft(w.began, text)
		}
	}
	if q.Joined != nil {
		t.Joined = w.join
	}
	return w
}

// begin writes that the turn began. It does so once.
func (w *undertaking) begin(ctx context.Context) (event.Seq, error) {
	if w.began != 0 {
		return w.began, nil
	}
	rs, err := w.Mind.Record(ctx, w.beginning())
	if err != nil {
		return 0, fmt.Errorf("begin turn: %w", err)
	}
	w.began = rs[0].Seq
	return w.began, nil
}

func (w *undertaking) beginning() ledger.Entry {
	heard := numbers(w.t.Messages)
	began := event.TurnBegan{Messages: heard, UpTo: w.t.UpTo}
	for _, m := range w.t.Messages {
		if len(m.Late) > 0 {
			began.Apart = append(began.Apart, m.Seq)
		}
	}
	return w.Pens.Write(began).Because(heard...)
}

func numbers(ms []turn.Message) []event.Seq {
	seqs := make([]event.Seq, len(ms))
	for i, m := range ms {
		seqs[i] = m.Seq
	}
	return seqs
}

// join adds the messages that came meanwhile to the turn, as far as they are talk: what a
// step would take is answered by that step, in a turn of its own.
func (w *undertaking) join(ctx context.Context) ([]turn.Message, error) {
	var failed error
	upTo := w.Mind.Head()
	known := map[event.Seq]turn.Message{}
	seqs := w.joined(func(seq event.Seq) bool {
		m, talk, err := w.talk(ctx, seq, upTo)
		known[seq], failed = m, errors.Join(failed, err)
		return talk && err == nil
	})
	if failed != nil || len(seqs) == 0 {
		return nil, failed
	}
	began, err := w.begin(ctx)
	if err != nil {
		return nil, err
	}
	more := make([]turn.Message, len(seqs))
	for i, seq := range seqs {
		more[i] = known[seq]
	}
	e := w.Pens.Write(event.TurnJoined{Messages: seqs, UpTo: upTo}).Because(append([]event.Seq{began}, seqs...)...)
	if _, err := w.Mind.Record(ctx, e); err != nil {
		return nil, fmt.Errorf("join messages: %w", err)
	}
	w.t.Messages = append(slices.Clone(w.t.Messages), more...)
	w.t.UpTo = max(w.t.UpTo, upTo)
	return more, nil
}

// talk looks up a message, and says whether it is nothing but talk: no step takes it, and
// nothing has to be said of it.
func (w *undertaking) talk(ctx context.Context, seq, upTo event.Seq) (turn.Message, bool, error) {
	m, _, err := w.message(ctx, seq, upTo)
	if err != nil {
		return m, false, fmt.Errorf("join message %d: %w", seq, err)
	}
	one := *w.t
	one.Messages, one.Text, one.Command = []turn.Message{m}, m.Text, nil
	understand(&one)
	if slices.ContainsFunc(m.Files, func(f turn.File) bool { return f.Loading() || f.Voice() }) {
		return m, false, nil // what came with it is looked at first, in a turn of its own
	}
	reply, err := w.ask(ctx, w.Steps, &one)
	return m, reply == nil && len(m.Removed) == 0, err
}

// fail ends a turn that went wrong by a fault of ours: it is said, and nothing more is written.
// What the store refused (a full disk, a server that is away) is not our fault, and is returned for another try.
func (w *undertaking) fail(ctx context.Context, err error) (Outcome, error) {
	if passes(err) {
		return Outcome{}, fmt.Errorf("brain: %w", err)
	}
	w.Log.Error("a turn failed", "message", w.t.Last().Seq, "err", err)
	r := &turn.Reply{By: "shrug"}
	if errors.Is(err, store.ErrUnavailable) {
		r.Text.Say("I could not do that: it needs a search of everything, and the memory store does not answer. Your message is kept, and so is everything else. `status` says how it is.")
	} else {
		r.Text.Say("I could not do that: something went wrong on my side. Your message is kept. The log on the host says what it was.")
	}
	if !w.overtaken(context.WithoutCancel(ctx)) {
		r = w.echoed(r)
		w.unheard(r, "something went wrong")
		for _, m := range w.t.Messages {
			if len(m.Late) == 0 {
				enclosure.Told(&r.Text, m, w.t.Host, []event.Seq{m.Seq}, false)
			}
		}
	}
	w.did(ctx, r)
	return w.broken(ctx, r, event.Answered)
}

// broken writes the end of a turn that went wrong or was ended. Nothing came of it where it had not begun, and did nothing.
func (w *undertaking) broken(ctx context.Context, r *turn.Reply, outcome string) (Outcome, error) {
	w.void = w.began == 0 && !w.thought && (w.t.Did == nil || w.t.Did.Empty())
	return w.record(ctx, r, outcome)
}

// did tells what was done outside the mind before the turn went wrong or was ended: no more than that
// where it may repeat what was forgotten.
func (w *undertaking) did(ctx context.Context, r *turn.Reply) {
	switch {
	case w.t.Did == nil || w.t.Did.Empty():
	case w.overtaken(context.WithoutCancel(ctx)):
		r.Text.Break().Say("Something was done outside before that. Something was forgotten meanwhile, so I do not repeat what it was.")
	default:
		r.Text.Break().Add(w.t.Did)
	}
}

// passes says whether the store refused something that it may take at another try.
func passes(err error) bool {
	for _, refused := range []error{ledger.ErrNoSpace, ledger.ErrReadOnly, ledger.ErrDamaged, ledger.ErrConflict, ledger.ErrUnreachable} {
		if errors.Is(err, refused) {
			return true
		}
	}
	return false
}

// interrupted ends a turn whose context ended before its end was written. What the
// principal stopped is over; what he had seen of the answer by then was said. What was heard in recordings he is told all
// the same: nothing is learned from it before.
func (w *undertaking) interrupted(ctx context.Context) (Outcome, error) {
	cause := context.Cause(ctx)
	if !errors.Is(cause, ErrStopped) {
		return Outcome{}, cause
	}
	r := w.cut(ctx)
	if !r.Text.Empty() {
		r = w.echoed(r)
	}
	w.did(ctx, r)
	return w.broken(context.WithoutCancel(ctx), r, event.Stopped)
}

// cut is what is said in place of an answer that the principal stopped: what he had seen of it, that it stops there where
// he saw anything, and that a recording was not listened to that he was promised.
func (w *undertaking) cut(ctx context.Context) *turn.Reply {
	r := &turn.Reply{By: event.ByStop}
	if w.overtaken(context.WithoutCancel(ctx)) { // it may repeat what was forgotten
		return r
	}
	if w.shown != "" || len(w.spoken) > 0 {
		r.Text.Say("%s", w.shown).Break().Say("Stopped here.")
	}
	w.unheard(r, "you stopped me")
	return r
}

// inView is what lay before whoever made a post.
func inView(p event.PostQueued, r *turn.Reply) []event.Seq {
	seqs := append(rests(p), r.Seen...)
	for _, f := range r.Found {
		seqs = append(seqs, f.Memory)
	}
	return seqs
}

// overtaken says whether something was forgotten since the turn was assembled.
func (w *undertaking) overtaken(ctx context.Context) bool {
	q := ledger.Query{Kinds: []event.Kind{event.Forgotten{}.Kind()}, After: w.upTo, Limit: 1}
	for _, err := range w.Mind.Events(ctx, q) {
		return err == nil
	}
	return false
}

// record writes the end of the turn with all that comes of it, in one commit, and its
// beginning too where that is not written yet.
func (w *undertaking) record(ctx context.Context, r *turn.Reply, outcome string) (Outcome, error) {
	b, t := w.Brain, w.t
	var es []ledger.Entry
	began := w.began
	if began == 0 {
		es, began = append(es, w.beginning()), ledger.Here(0)
	}
	causes := append([]event.Seq{began}, numbers(t.Messages)...)
	if r.Among > 0 {
		near, err := recall.Near(ctx, t, r.Found)
		if err != nil && !errors.Is(err, store.ErrUnavailable) { // that it is away is said once
			b.Log.Warn("the neighbours of what was recalled were not found", "err", err)
		}
		es = append(es, b.Pens.Write(event.Recalled{Items: r.Found, Near: near, Among: r.Among}).Because(causes...))
	}
	writes, err := b.alsoSince(ctx, t, r.Writes)
	if err != nil {
		return Outcome{}, err
	}
	r.Writes = writes
	r.Shift(len(es))
	for _, x := range r.Writes {
		e := b.Pens.Write(x.Payload).Because(causes...).Resting(x.From...)
		e.Key = x.Key
		if _, asked := x.Payload.(event.Asked); asked {
			e.Trust = event.ByPrincipal
		}
		es = append(es, e)
	}
	if r.Hold > 0 {
		es = append(es, b.Pens.Write(event.Held{Until: t.Now.Add(r.Hold), Reason: r.By}).Because(causes...))
	}
	posts := len(es)
	for _, p := range b.posts(t, r) {
		e := b.Pens.Write(p.PostQueued).Because(causes...).Resting(p.from...)
		if r.Forget == nil && r.By != byCrisis { // what this very turn forgot is no longer in its words
			e = e.Seeing(w.upTo, inView(p.PostQueued, r)...)
		}
		es = append(es, e)
	}
	queued := len(es) - posts
	ended := event.TurnEnded{Outcome: outcome, By: r.By, Category: t.Category, Tier: t.Tier, Quiet: r.Quiet, Void: w.void}
	es = append(es, b.Pens.Write(ended).Because(began))

	write := b.Mind.Record
	if r.Latest {
		write = func(ctx context.Context, es ...ledger.Entry) ([]ledger.Record, error) {
			return b.Mind.RecordUnless(ctx, func() (bool, error) { return b.learnedSince(ctx, t.UpTo) }, es...)
		}
	}
	records, err := write(ctx, es...)
	if err != nil {
		return Outcome{}, fmt.Errorf("brain: record turn: %w", err)
	}
	if w.began == 0 {
		w.began = records[0].Seq
	}
	out := Outcome{Turn: w.began, Ended: ended, Leave: r.Leave}
	for _, p := range records[posts : posts+queued] {
		out.Posts = append(out.Posts, p.Seq)
	}
	return out, nil
}
