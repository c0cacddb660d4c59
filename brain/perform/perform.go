// Package perform makes one call of a tool: it claims the call in the ledger, makes it, writes down
// what came of it and looks whether it holds (SPEC §11). That the call may be made was decided
// before; see package consent.
//
// What changes something is claimed before it is made, and a claim is never made a second time. So
// whenever the process dies, a call was made once at most; if it died in between, nobody knows
// whether it was, and Look finds out as far as the tool can.
package perform

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/tools"
)

// Hands make calls. Their fields are set before the first.
type Hands struct {
	Mind *memory.Mind
	Pens ledger.Case // of hands
	Now  func() time.Time
	Log  *slog.Logger // told why a call failed, where nobody else may know; nil: nobody is
}

// Call is one to be made.
type Call struct {
	Tool tools.Tool
	Args json.RawMessage // fulfil its schema

	Because  []event.Seq // what made it happen, the turn first
	From     []event.Seq // whose words it carries, those of strangers that were in view included
	Approval event.Seq   // the card that allowed it; zero where none was needed
	Job      string      // that wants it, where no turn does

	// Drawn, where not nil, gives what of the mind the call showed, after it was made: what it brought
	// rests on that, too. It is asked for calls that change nothing outside the mind.
	Drawn func() []event.Seq
}

// Outcome is what came of a call.
type Outcome struct {
	Call     event.Seq // the ToolCalled
	Returned event.Seq
	Result   tools.Result // what a model may be shown of it: Text has at most MaxOutput bytes, and Of says of how many
	Failure  *tools.Failure
	Verified *event.ToolVerified // nil where nothing was to be changed
	Lost     bool                // its process died before it was known what came of it
}

// Key is the key of the call that a card allows: it can be claimed once.
func Key(approval event.Seq) string { return fmt.Sprintf("approval:%d", approval) }

// LostReason is why a call failed whose process died before it was known what came of it.
const LostReason = "lost"

// ErrUsed: the card allowed one call, and that was claimed before.
var ErrUsed = errors.New("the card was used before")

// Make makes the call. It blocks as long as the tool takes, tools.MaxTime and a little at most unless it says otherwise, and as
// long again for looking; what the tool brings after that is not heard. What changes something is seen
// through although ctx ends meanwhile: then it is not known what a tool that was cut short has done. The
// error is ErrUsed, or that of the ledger; then the call was not made, unless the outcome has a number
// for it. That the tool failed, or broke off, is none.
func (h Hands) Make(ctx context.Context, c Call) (Outcome, error) {
	if c.Tool.Class != tools.World && c.Approval == 0 {
		return h.read(ctx, c)
	}
	e := h.claim(c)
	if c.Approval != 0 {
		e.Key = Key(c.Approval)
	}
	rs, err := h.Mind.Record(ctx, e)
	switch {
	case errors.Is(err, ledger.ErrDuplicate):
		return Outcome{}, ErrUsed
	case err != nil:
		return Outcome{}, fmt.Errorf("perform: claim: %w", err)
	}
	ctx = context.WithoutCancel(ctx)
	out := h.run(ctx, c)
	out.Call = rs[0].Seq
	rs, err = h.Mind.Record(ctx, h.returned(c, out, out.Call))
	if err != nil {
		return out, fmt.Errorf("perform: write down what came of a call: %w", err)
	}
	out.Returned = rs[0].Seq
	if c.Tool.Class != tools.World {
		return out, nil
	}
	return out, h.Verify(ctx, c, &out)
}

// read makes a call that changes nothing outside the mind, and nothing in it by itself: it is written
// down with what came of it.
func (h Hands) read(ctx context.Context, c Call) (Outcome, error) {
	out := h.run(ctx, c)
	if ctx.Err() != nil {
		return out, context.Cause(ctx)
	}
	if c.Drawn != nil {
		c.From = append(slices.Clip(c.From), c.Drawn()...)
	}
	rs, err := h.Mind.Record(ctx, h.claim(c), h.returned(c, out, ledger.Here(0)))
	if err != nil {
		return out, fmt.Errorf("perform: write down a call: %w", err)
	}
	out.Call, out.Returned = rs[0].Seq, rs[1].Seq
	return out, nil
}

// Glance makes a call that changes nothing, and writes it down only where keep says so of what it brought: of a look that
// is made again and again, nothing is to be told while it shows the same. Returned is zero where nothing was written. It
// fails only by the ledger, and by ctx.
func (h Hands) Glance(ctx context.Context, c Call, keep func(Outcome) bool) (Outcome, error) {
	if c.Tool.Class != tools.Reads {
		return Outcome{}, fmt.Errorf("perform: %s does more than look", c.Tool.Name)
	}
	out := h.run(ctx, c)
	if ctx.Err() != nil {
		return out, context.Cause(ctx)
	}
	if !keep(out) {
		return out, nil
	}
	rs, err := h.Mind.Record(ctx, h.claim(c), h.returned(c, out, ledger.Here(0)))
	if err != nil {
		return out, fmt.Errorf("perform: write down a look: %w", err)
	}
	out.Call, out.Returned = rs[0].Seq, rs[1].Seq
	return out, nil
}

func (h Hands) claim(c Call) ledger.Entry {
	p := event.ToolCalled{
		Tool: c.Tool.Name, Class: c.Tool.Class.String(), Args: string(c.Args), Digest: tools.Digest(c.Tool.Name, c.Args),
		Approval: c.Approval, Job: c.Job,
	}
	if c.Tool.Reaches != nil {
		p.Reaches = c.Tool.Reaches(c.Args)
	}
	return h.Pens.Write(p).Because(c.Because...).Resting(c.From...)
}

// run lets the tool do it.
func (h Hands) run(ctx context.Context, c Call) Outcome {
	within, cancel := context.WithTimeout(ctx, cmp.Or(c.Tool.Time, tools.MaxTime))
	defer cancel()
	result, err := guarded(within, func() (tools.Result, error) { return c.Tool.Run(within, c.Args) })
	out := Outcome{Result: result, Failure: failure(within, err, c.Tool.Class)}
	if out.Failure != nil && out.Failure.Err != nil {
		h.log(c.Tool, out.Failure.Err)
	}
	full := strings.ToValidUTF8(result.Text, "\uFFFD")
	out.Result.Text = head(full, tools.MaxOutput)
	if len(out.Result.Text) < len(full) {
		out.Result.Of = max(out.Result.Of, len(full))
	}
	return out
}

func (h Hands) log(t tools.Tool, err error) {
	if h.Log != nil {
		h.Log.Warn("a call failed", "tool", t.Name, "err", err)
	}
}

// grace is how long a tool may take to end after its time is up. Ours.
const grace = 5 * time.Second

// errBroke: a tool panicked.
var errBroke = errors.New("the tool broke off")

// guarded runs what a tool does: a panic is its error, and what does not end with its context is left
// alone soon after.
func guarded[T any](ctx context.Context, do func() (T, error)) (T, error) {
	type came struct {
		what T
		err  error
	}
	end := make(chan came, 1)
	go func() {
		var c came
		defer func() {
			if x := recover(); x != nil {
				c = came{err: fmt.Errorf("%w: %v\n%s", errBroke, x, debug.Stack())}
			}
			end <- c
		}()
		c.what, c.err = do()
	}()
	var late <-chan time.Time
	for over := ctx.Done(); ; {
		select {
		case c := <-end:
			return c.what, c.err
		case <-over:
			timer := time.NewTimer(grace)
			defer timer.Stop()
			over, late = nil, timer.C
		case <-late:
			var none T
			return none, ctx.Err()
		}
	}
}

// failure words an error of a tool for a model and the principal. What a tool did not word itself
// stays in the log: it may hold what nobody is to see.
func failure(ctx context.Context, err error, class tools.Class) *tools.Failure {
	var f *tools.Failure
	switch {
	case err == nil:
		return nil
	case errors.As(err, &f):
		return f
	case errors.Is(err, errBroke) && class != tools.Reads:
		return &tools.Failure{Reason: tools.Unsure, Text: "It broke off in the middle; it may have been done.", Err: err}
	case ctx.Err() != nil && class != tools.Reads:
		return &tools.Failure{Reason: tools.Unsure, Text: "There was no answer in time; it may have been done.", Err: err}
	case ctx.Err() != nil:
		return &tools.Failure{Reason: tools.Unavailable, Text: "There was no answer in time.", Err: err}
	}
	return &tools.Failure{Reason: tools.Unavailable, Text: "It failed; the log on the host says why.", Err: err}
}

// head is the beginning of a text, cut between two characters.
func head(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "")
}

// returned is the receipt. It rests on what the call does; words of others in it are theirs.
func (h Hands) returned(c Call, out Outcome, call event.Seq) ledger.Entry {
	p := event.ToolReturned{Text: out.Result.Text, Of: out.Result.Of, Ref: out.Result.Ref, Sources: sources(out.Result.Sources)}
	if out.Failure != nil {
		p.Failed = string(out.Failure.Reason)
		if p.Text == "" {
			p.Text = out.Failure.Text
		}
	}
	e := h.Pens.Write(p).Because(append([]event.Seq{call}, c.Because...)...).Resting(append([]event.Seq{call}, c.From...)...)
	if len(p.Sources) > 0 {
		e.Trust = event.ByTool
	}
	return e
}

func sources(all []tools.Source) (s []event.ToolSource) {
	for _, x := range all {
		s = append(s, event.ToolSource{What: x.What, Link: x.Link, On: x.On})
	}
	return s
}

// Verify looks whether a call that was made holds, and writes that down. Make does so by itself; where
// its process died in between, out says what was written of the call.
func (h Hands) Verify(ctx context.Context, c Call, out *Outcome) error {
	v := h.look(ctx, c.Tool, c.Args, out.Result, out.Failure)
	out.Verified = &v
	e := h.Pens.Write(v).Because(out.Call).Resting(out.Call)
	if _, err := h.Mind.Record(ctx, e); err != nil {
		return fmt.Errorf("perform: write down what looking showed: %w", err)
	}
	return nil
}

// look asks the tool whether a call had its effect. A call that is known to have failed has none.
func (h Hands) look(ctx context.Context, t tools.Tool, args json.RawMessage, result tools.Result, failed *tools.Failure) event.ToolVerified {
	switch {
	case failed != nil && failed.Reason != tools.Unsure:
		return event.ToolVerified{Outcome: event.VerifiedDiffers, Text: failed.Text}
	case t.Check == nil:
		return event.ToolVerified{Outcome: event.VerifiedNot}
	}
	within, cancel := context.WithTimeout(ctx, tools.MaxTime)
	defer cancel()
	finding, err := guarded(within, func() (tools.Finding, error) { return t.Check(within, args, result) })
	switch {
	case err != nil:
		v := event.ToolVerified{Outcome: event.VerifiedUnknown}
		if f := (*tools.Failure)(nil); errors.As(err, &f) {
			v.Text = f.Text
		} else {
			h.log(t, err)
		}
		return v
	case finding.Holds:
		return event.ToolVerified{Outcome: event.VerifiedHolds, Text: finding.Text}
	}
	return event.ToolVerified{Outcome: event.VerifiedDiffers, Text: finding.Text}
}

// Lost is a call whose process died before it was known what came of it.
type Lost struct {
	event.ToolCalled
	Seq      event.Seq
	At       time.Time
	Because  []event.Seq        // what made it happen
	Verified event.ToolVerified // what looking now showed
}

// Tell gives what is written of a call beside what could be seen of it.
type Tell func(context.Context, Lost) ([]ledger.Entry, error)

// Open are the calls whose end is not written, oldest first: before this process made any, those that
// an earlier one left open.
func (h Hands) Open() (open []event.Seq) {
	h.Mind.Read(func(v memory.View) {
		for _, c := range v.Hands.Under {
			open = append(open, c.Seq)
		}
	})
	return open
}

// Look closes calls that an earlier process left open, and says of each what could be seen. Set
// holds the tools that there are now. What tell gives of each is written in the same commit. It blocks
// for tools.MaxTime a call at most, and may run beside calls of this process.
func (h Hands) Look(ctx context.Context, set tools.Set, open []event.Seq, tell Tell) (lost []Lost, err error) {
	for _, seq := range open {
		r, err := h.Mind.Event(ctx, seq)
		if err != nil {
			return lost, fmt.Errorf("perform: a call without an end: %w", err)
		}
		p, err := r.Payload()
		if err != nil {
			return lost, fmt.Errorf("perform: a call without an end: %w", err)
		}
		called, ok := p.(event.ToolCalled)
		if !ok { // it was forgotten, and with it what it was
			continue
		}
		l := Lost{ToolCalled: called, Seq: seq, At: r.At, Because: r.Causes, Verified: event.ToolVerified{Outcome: event.VerifiedNot}}
		if t, found := set.Find(called.Tool); found {
			l.Verified = h.look(ctx, t, json.RawMessage(called.Args), tools.Result{}, nil)
		}
		if ctx.Err() != nil {
			return lost, context.Cause(ctx)
		}
		told, err := tell(ctx, l)
		if err != nil {
			return lost, err
		}
		_, err = h.Mind.Record(ctx, append([]ledger.Entry{
			h.Pens.Write(event.ToolReturned{Failed: LostReason}).Because(seq).Resting(seq),
			h.Pens.Write(l.Verified).Because(seq).Resting(seq),
		}, told...)...)
		if err != nil {
			return lost, fmt.Errorf("perform: close a call: %w", err)
		}
		lost = append(lost, l)
	}
	return lost, nil
}
