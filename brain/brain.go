// Package brain is one turn from end to end: what was heard, what is known, who answers,
// and what is said and changed, written in one commit.
package brain

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"time"

	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/principal"
	"citadel/memory/store"
)

// Pens are what the brain may write with.
type Pens struct{ Brain, Learning, Loops, Decisions, Outbox ledger.Pen }

func (p Pens) of(s event.Source) ledger.Pen {
	switch s {
	case event.Brain:
		return p.Brain
	case event.Learning:
		return p.Learning
	case event.Loops:
		return p.Loops
	case event.Decisions:
		return p.Decisions
	case event.Outbox:
		return p.Outbox
	}
	return ledger.Pen{}
}

// Brain answers messages. Its fields are set before the first turn.
type Brain struct {
	Mind  *memory.Mind
	Store store.Store
	Pens  Pens
	Steps []Step // who may answer, asked in this order; the last always does
	Now   func() time.Time
	Zone  *time.Location // where the principal lives until he says so himself
	Host  turn.Host
	Log   *slog.Logger
}

// Step answers a message or leaves it to the next one, with nil.
type Step func(ctx context.Context, t *turn.Turn) (*turn.Reply, error)

// Request is what to answer: messages that came so close together that they are one.
type Request struct {
	Messages []event.Seq // oldest first, at least one
}

// Outcome is what became of a turn.
type Outcome struct {
	Turn  event.Seq
	Posts []event.Seq
	Ended event.TurnEnded
	Leave bool // the person wants to leave
}

// ErrStopped is the cause with which a turn's context is cancelled when the principal
// says stop. ErrAgain is the cause when the turn is to be begun anew, with more.
var (
	ErrStopped = errors.New("stopped by the principal")
	ErrAgain   = errors.New("begun again with what came since")
)

// Turn answers the messages: it thinks, then writes the turn, its changes and its post in
// one commit. Nothing is written when ctx ends, or is cancelled with ErrAgain, before
// that commit; ErrStopped writes that the turn was stopped.
func (b *Brain) Turn(ctx context.Context, q Request) (Outcome, error) {
	t, err := b.assemble(context.WithoutCancel(ctx), q) // a few rows; a turn that is stopped needs them too
	if err != nil {
		return Outcome{}, fmt.Errorf("brain: assemble: %w", err)
	}
	reply, err := b.think(ctx, t, q)
	switch {
	case ctx.Err() != nil:
		return b.interrupted(ctx, t, q)
	case err != nil:
		return b.fail(ctx, t, q, err)
	}
	if reply.Forget != nil && len(reply.Forget.Plan.Seqs) > 0 {
		// From here on nothing can be taken back, so it is told whatever happens.
		ctx = context.WithoutCancel(ctx)
		if err := b.forget(ctx, t, reply); err != nil {
			return b.fail(ctx, t, q, err)
		}
	}
	outcome := event.Answered
	if reply.Text.Empty() {
		outcome = event.Silent
	}
	out, err := b.record(ctx, t, q, reply, outcome)
	switch {
	case err != nil && ctx.Err() != nil:
		return b.interrupted(ctx, t, q)
	case errors.Is(err, ledger.ErrRefused), errors.Is(err, ledger.ErrTooLarge), errors.Is(err, ledger.ErrDuplicate), errors.Is(err, ledger.ErrForgotten), errors.Is(err, principal.ErrNotAsked):
		return b.fail(ctx, t, q, err)
	}
	return out, err
}

// fail ends a turn that went wrong by a fault of ours: it is said, and nothing more is written.
// What the store refused (a full disk) is not our fault, and is returned for another try.
func (b *Brain) fail(ctx context.Context, t *turn.Turn, q Request, err error) (Outcome, error) {
	if errors.Is(err, ledger.ErrNoSpace) || errors.Is(err, ledger.ErrReadOnly) || errors.Is(err, ledger.ErrDamaged) || errors.Is(err, ledger.ErrConflict) {
		return Outcome{}, fmt.Errorf("brain: %w", err)
	}
	b.Log.Error("a turn failed", "message", t.Last().Seq, "err", err)
	r := &turn.Reply{By: "shrug"}
	r.Text.Say("I could not do that: something went wrong on my side. Your message is kept. The log on the host says what it was.")
	return b.record(ctx, t, q, r, event.Answered)
}

// interrupted ends a turn whose context ended before anything of it was written.
func (b *Brain) interrupted(ctx context.Context, t *turn.Turn, q Request) (Outcome, error) {
	cause := context.Cause(ctx)
	if errors.Is(cause, ErrStopped) {
		return b.record(context.WithoutCancel(ctx), t, q, &turn.Reply{By: "command:stop"}, event.Stopped)
	}
	return Outcome{}, cause
}

// think asks each step in turn. Messages that came together are answered one by one,
// unless one step takes them all.
func (b *Brain) think(ctx context.Context, t *turn.Turn, q Request) (*turn.Reply, error) {
	var all *turn.Reply
	for i := range t.Messages {
		one := *t
		one.Messages = t.Messages[i : i+1]
		one.Text = t.Messages[i].Text
		understand(&one)
		t.Category, t.Tier = one.Category, one.Tier
		reply, err := b.answer(ctx, &one)
		if err != nil {
			return nil, err
		}
		rest(&one, reply)
		tellRemoved(&one, reply)
		all = join(all, reply)
	}
	return all, nil
}

// answer asks each step in turn. A step that panics has met an impossible state: the turn
// fails, the person is told, and the process goes on.
func (b *Brain) answer(ctx context.Context, t *turn.Turn) (reply *turn.Reply, err error) {
	defer func() {
		if x := recover(); x != nil {
			reply, err = nil, fmt.Errorf("panic: %v\n%s", x, debug.Stack())
		}
	}()
	for _, step := range b.Steps {
		reply, err := step(ctx, t)
		if err != nil || reply != nil {
			return reply, err
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	return &turn.Reply{By: "procedure:listen"}, nil
}

// rest has the changes of a reply rest on the message that it answers, where they name
// nothing else.
func rest(t *turn.Turn, r *turn.Reply) {
	for i := range r.Writes {
		if r.Writes[i].From == nil {
			r.Writes[i].From = t.Heard()
		}
	}
}

// record writes the whole turn in one commit.
func (b *Brain) record(ctx context.Context, t *turn.Turn, q Request, r *turn.Reply, outcome string) (Outcome, error) {
	heard := make([]event.Seq, len(t.Messages))
	for i, m := range t.Messages {
		heard[i] = m.Seq
	}
	es := []ledger.Entry{b.Pens.Brain.Write(event.TurnBegan{Messages: heard, UpTo: t.UpTo}).Because(heard...)}
	causes := append([]event.Seq{ledger.Here(0)}, heard...)
	if r.Among > 0 {
		es = append(es, b.Pens.Brain.Write(event.Recalled{Items: r.Found, Among: r.Among}).Because(causes...))
	}
	r.Shift(len(es))
	for _, w := range r.Writes {
		spec, _ := event.Of(w.Payload.Kind())
		e := b.Pens.of(spec.Owner).Write(w.Payload).Because(causes...).Resting(w.From...)
		e.Key = w.Key
		if _, asked := w.Payload.(event.Asked); asked {
			e.Trust = event.ByPrincipal
		}
		es = append(es, e)
	}
	if r.Hold > 0 {
		es = append(es, b.Pens.Brain.Write(event.Held{Until: t.Now.Add(r.Hold), Reason: r.By}).Because(causes...))
	}
	posts := len(es)
	for _, p := range b.posts(t, r) {
		es = append(es, b.Pens.Outbox.Write(p).Because(causes...).Resting(rests(p)...))
	}
	queued := len(es) - posts
	ended := event.TurnEnded{Outcome: outcome, By: r.By, Category: t.Category, Tier: t.Tier, Quiet: r.Quiet}
	es = append(es, b.Pens.Brain.Write(ended).Because(ledger.Here(0)))

	records, err := b.Mind.Record(ctx, es...)
	if err != nil {
		return Outcome{}, fmt.Errorf("brain: record turn: %w", err)
	}
	out := Outcome{Turn: records[0].Seq, Ended: ended, Leave: r.Leave}
	for _, p := range records[posts : posts+queued] {
		out.Posts = append(out.Posts, p.Seq)
	}
	return out, nil
}

// posts are what the reply says, where. What others may not read goes to the direct
// message, and the place where it was asked gets one line (MESSAGES 24).
func (b *Brain) posts(t *turn.Turn, r *turn.Reply) []event.PostQueued {
	if r.Text.Empty() || t.Place == (event.Place{}) { // a message that was forgotten has no place
		return nil
	}
	last := t.Last().Seq
	answer := &event.Answer{Message: last, By: r.By, Category: t.Category, Tier: t.Tier}
	post := event.PostQueued{
		Place: t.Place, Audience: t.Audience, Text: r.Text.String(), Cites: r.Text.Cites(), ReplyTo: last,
		Buttons: r.Buttons, Subject: r.Subject, About: r.About, Answer: answer,
	}
	if !r.Direct || t.Audience != event.Shared {
		return []event.PostQueued{post}
	}
	b.Mind.Read(func(v memory.View) { post.Place, post.Audience = v.Places.Last, v.Places.Audience })
	line := event.PostQueued{Place: t.Place, Audience: t.Audience, Text: "Answered in our direct messages.", ReplyTo: last, Answer: answer}
	if post.Place.Platform == "" {
		line.Text = "That is for our direct messages only, and there is no such place yet."
		return []event.PostQueued{line}
	}
	return []event.PostQueued{post, line}
}

// rests lists what a post rests on.
func rests(p event.PostQueued) []event.Seq {
	var seqs []event.Seq
	for _, c := range p.Cites {
		seqs = append(seqs, c.Seqs...)
	}
	return seqs
}

// forget destroys what the reply says is to go, before anything else is written. What
// rested on it is not written any more: other messages of the turn may be among it.
func (b *Brain) forget(ctx context.Context, t *turn.Turn, r *turn.Reply) error {
	done, err := b.Mind.Forget(ctx, r.Forget.Plan, "asked", t.Last().Seq)
	if err != nil {
		return err
	}
	p, err := done.Payload()
	if err != nil {
		return err
	}
	if gone, ok := p.(event.Forgotten); ok {
		r.Writes = slices.DeleteFunc(r.Writes, func(w turn.Write) bool {
			return slices.ContainsFunc(w.From, func(s event.Seq) bool { return slices.Contains(gone.Seqs, s) })
		})
	}
	if r.Forget.Receipt != nil {
		r.Text = r.Forget.Receipt(done, int(b.Mind.Head()))
	}
	return nil
}
