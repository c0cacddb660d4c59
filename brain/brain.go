// Package brain is one turn from end to end: what was heard, what is known, who answers,
// and what is said and changed, written in one commit.
package brain

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/accounts"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/people"
	"citadel/memory/principal"
	"citadel/memory/store"
)

// Brain answers messages. Its fields are set before the first turn.
type Brain struct {
	Mind  *memory.Mind
	Store store.Store
	Pens  ledger.Case // of brain, learning, loops, decisions, models and outbox
	Now   func() time.Time
	Zone  *time.Location // where the principal lives until he says so himself
	Host  turn.Host
	Log   *slog.Logger

	Steps   []Step    // who may answer a message by itself, asked in this order
	Respond Responder // answers together what no step took; nil where there is no model
	Else    []Step    // answer by themselves what is left after that; the last always does

	// Listen writes down what is said in a recording; nil where nobody can.
	Listen Listener

	// Beside, where not nil, gives what has to be said once beside an answer where the principal
	// alone reads it: that something he relies on does not work. It may be asked again about the
	// same message, and then says the same.
	Beside func(ctx context.Context, t *turn.Turn) *turn.Reply
}

// Step answers a message or leaves it to the next one, with nil.
type Step func(ctx context.Context, t *turn.Turn) (*turn.Reply, error)

// Responder answers messages with a language model, all of the turn in one reply. Where it
// cannot, the reply is nil, and turn.Turn.Lack says why. What has to be said beside whatever
// answers (that a model does not, that money ran out) is the note; nil if nothing has.
type Responder func(ctx context.Context, t *turn.Turn) (answer, note *turn.Reply, err error)

// Request is what to answer: messages that came so close together that they are one.
type Request struct {
	Messages []event.Seq // oldest first, at least one

	// Draft, where not nil, hears the whole text so far of the answer to a turn, each time
	// there is more of it. It must not block.
	Draft func(turn event.Seq, text string)
	// Doing, where not nil, hears what is being done for the answer; see turn.Turn.
	Doing func(what string)
	// Joined, where not nil, gives the messages that came to the same place since and may
	// join the turn, each once, up to the first that may not: they belong to the turn from then
	// on.
	Joined func(may func(event.Seq) bool) []event.Seq
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
// that commit; ErrStopped writes that the turn was stopped, and what of its answer had been
// shown. ErrAgain is also the error where something that the turn had in view was forgotten
// before it ended, or where a change is taken back and more was learned from it meanwhile: nothing of it was written,
// and it is to be begun anew. A turn that asks a model is written before it does: if it never ends, its messages
// wait for another.
func (b *Brain) Turn(ctx context.Context, q Request) (Outcome, error) {
	t, err := b.assemble(context.WithoutCancel(ctx), q) // a few rows; a turn that is stopped needs them too
	if err != nil {
		return Outcome{}, fmt.Errorf("brain: assemble: %w", err)
	}
	w := b.undertake(t, q)
	reply, err := w.think(ctx)
	if err == nil && (reply.By == byCrisis || w.despite) {
		ctx = context.WithoutCancel(ctx) // nothing takes this answer back
	}
	if err == nil && w.acted {
		deaf, end := unstopped(ctx)
		defer end()
		ctx = deaf
	}
	switch {
	case ctx.Err() != nil:
		return w.interrupted(ctx)
	case errors.Is(err, ErrAgain):
		return Outcome{}, err
	case err != nil:
		return w.fail(ctx, err)
	}
	if reply.Forget != nil && len(reply.Forget.Plan.Seqs) > 0 {
		// From here on nothing can be taken back, so it is told whatever happens.
		ctx = context.WithoutCancel(ctx)
		if err := b.forget(ctx, t, reply); err != nil {
			return w.fail(ctx, err)
		}
	}
	outcome := event.Answered
	if reply.Text.Empty() && len(reply.Cards) == 0 {
		outcome = event.Silent
	}
	if w.stopped {
		outcome = event.Stopped
	}
	out, err := w.record(ctx, reply, outcome)
	switch {
	case err != nil && ctx.Err() != nil:
		return w.interrupted(ctx)
	case errors.Is(err, ledger.ErrForgotten) && reply.Forget == nil && w.overtaken(ctx):
		return Outcome{}, ErrAgain // without what was forgotten meanwhile
	case errors.Is(err, memory.ErrOvertaken):
		return Outcome{}, ErrAgain // with what was learned meanwhile
	case unwritable(err):
		return w.fail(ctx, err)
	}
	return out, err
}

// unstopped is a context that ends as ctx does, but not at the principal's word. What it returns ends it.
func unstopped(ctx context.Context) (context.Context, func()) {
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, ErrStopped) {
		return ctx, func() {}
	}
	deaf, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		if cause := context.Cause(ctx); !errors.Is(cause, ErrStopped) {
			cancel(cause)
		}
	})
	return deaf, func() { stop(); cancel(nil) }
}

// unwritable says whether the ledger, or the owner of a request, will not have what a turn came
// to: another try would end alike.
func unwritable(err error) bool {
	for _, no := range []error{
		ledger.ErrRefused, ledger.ErrTooLarge, ledger.ErrDuplicate, ledger.ErrForgotten,
		principal.ErrNotAsked, accounts.ErrNotAsked, people.ErrNotAsked,
	} {
		if errors.Is(err, no) {
			return true
		}
	}
	return false
}

// Abandon ends messages without an answer: whoever wrote them may not speak any more.
func (b *Brain) Abandon(ctx context.Context, messages []event.Seq) error {
	_, err := b.Mind.Record(ctx,
		b.Pens.Write(event.TurnBegan{Messages: messages, UpTo: b.Mind.Head()}).Because(messages...),
		b.Pens.Write(event.TurnEnded{Outcome: event.Abandoned, By: "command:lock", Void: true}).Because(ledger.Here(0)))
	if err != nil {
		return fmt.Errorf("brain: abandon: %w", err)
	}
	return nil
}

// post is something to be said, and what it rests on.
type post struct {
	event.PostQueued
	from []event.Seq
}

// posts are what the reply says, where, and after it the cards. What others may not read goes to
// the direct message, and the place where it was asked gets one line (MESSAGES 24).
func (b *Brain) posts(t *turn.Turn, r *turn.Reply) []post {
	if r.Text.Empty() && len(r.Cards) == 0 || t.Place == (event.Place{}) { // a message that was forgotten has no place
		return nil
	}
	last := t.Last().Seq
	answer := &event.Answer{Message: last, By: r.By, Category: t.Category, Tier: t.Tier}
	at := memory.Sight{Place: t.Place, Audience: t.Audience}
	var line []post
	if r.Direct && t.Audience == event.Shared {
		to, ok := directFor(t.Direct(), r.To)
		words := event.PostQueued{Place: t.Place, Audience: t.Audience, Text: "Answered in our direct messages.", ReplyTo: last, Answer: answer}
		if !ok {
			words.Text = "That is for our direct messages only, and there is no such place yet."
			return []post{{PostQueued: words}}
		}
		at, line = to, []post{{PostQueued: words}}
	}
	var all []post
	if !r.Text.Empty() {
		p := event.PostQueued{
			Place: at.Place, Audience: at.Audience, Text: r.Text.String(), Cites: r.Text.Cites(), ReplyTo: last,
			Buttons: r.Buttons, Charts: r.Charts, Art: r.Art, Subject: r.Subject, About: r.About, Once: r.Once, Answer: answer,
		}
		if p.Subject == "" && slices.ContainsFunc(r.Writes, readers) {
			p.Subject = event.SubjectAccount // it is said where it was asked, whoever reads there from now on
		}
		all = append(all, post{p, append(rests(p), r.Others...)})
	}
	for _, c := range r.Cards {
		p := event.PostQueued{
			Place: at.Place, Audience: at.Audience, Text: c.Text.String(), ReplyTo: last,
			Buttons: c.Buttons, Subject: event.SubjectApproval, About: c.About, Once: true, Answer: answer,
		}
		all = append(all, post{p, c.From})
	}
	return append(all, line...)
}

// readers says whether a change is one of who can read a conversation.
func readers(w turn.Write) bool {
	switch p := w.Payload.(type) {
	case event.Asked:
		return p.What == event.AskAudience
	case event.AudienceSet:
		return true
	}
	return false
}

// directFor picks the place of a reader: his own or, where that was taken away since, the
// first that shows as much; for no reader in particular the first.
func directFor(direct []memory.Sight, reader memory.Sight) (memory.Sight, bool) {
	i := slices.Index(direct, reader)
	if i < 0 {
		i = slices.IndexFunc(direct, func(d memory.Sight) bool {
			return reader == memory.Sight{} || d.Shows(reader.Audience, reader.Place)
		})
	}
	if i < 0 {
		return memory.Sight{}, false
	}
	return direct[i], true
}

// rests lists what a post rests on.
func rests(p event.PostQueued) []event.Seq {
	var seqs []event.Seq
	for _, c := range p.Cites {
		seqs = append(seqs, c.Seqs...)
	}
	return seqs
}

// Waits of forgetting. Both are far longer than it takes where nothing is wrong.
const (
	forgetWithin = time.Minute     // until the ledger's files are clean
	followWithin = 5 * time.Second // until the copies have followed, which the receipt tells
)

// forget destroys what the reply says is to go, before anything else is written. What
// rested on it is not written any more: other messages of the turn may be among it.
func (b *Brain) forget(ctx context.Context, t *turn.Turn, r *turn.Reply) error {
	within, cancel := context.WithTimeout(ctx, forgetWithin)
	defer cancel()
	rec, err := b.Mind.Forget(within, r.Forget.Plan, "asked", t.Last().Seq)
	lingers := errors.Is(err, ledger.ErrLingers)
	if err != nil && !lingers {
		return err
	}
	p, err := rec.Payload()
	if err != nil {
		return err
	}
	if gone, ok := p.(event.Forgotten); ok {
		r.Writes = slices.DeleteFunc(r.Writes, func(w turn.Write) bool {
			return slices.ContainsFunc(w.From, func(s event.Seq) bool { return slices.Contains(gone.Seqs, s) })
		})
	}
	if r.Forget.Receipt != nil {
		following, cancel := context.WithTimeout(ctx, followWithin)
		defer cancel()
		r.Text = r.Forget.Receipt(turn.Forgotten{
			Record: rec, Events: int(b.Mind.Head()), Behind: b.Host.Behind(following, rec.Seq), Lingers: lingers,
		})
	}
	return nil
}
