// Package act is the loop of a model and its tools (SPEC §11): ask, run what it calls,
// show it the results, ask again, until it answers.
//
// The loop always ends. It asks at most MaxRounds times within MaxTime, runs no call a
// third time, and gives up on tools at the third identical error. Where it gives up it
// asks once more, so that what was found is not lost: the model is told to answer with
// what it has, and further calls are refused.
//
// Every call the model makes is answered exactly once, in the order of the calls, also
// one that cannot be run: unknown tools, arguments that do not fit and whatever a tool
// fails at are told to the model as a failed result, not to the caller as an error. Only
// where the model asks to think harder nothing of that round is answered: it begins again.
package act

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"citadel/brain/compress"
	"citadel/brain/model"
)

// Limits of a run (SPEC §11).
const (
	MaxRounds = 50               // times the model is asked
	MaxTime   = 10 * time.Minute // from first to last
	Same      = 3                // the third identical call or error ends the use of tools
)

// Limits of one round, of our own.
const (
	MaxCalls    = 64        // calls answered in one round by running them; the rest is refused
	MaxParallel = 8         // tools that run at the same time
	MaxArgs     = 256 << 10 // bytes of the arguments of a call
	MaxOutput   = 40 << 10  // bytes of a result, before "cut: n of m bytes": what a tool may bring, and what frames it
	MaxFailure  = 2 << 10   // bytes of what a tool says of its failure
)

// Tool is a tool and what it does. Without Run it may only be the one that In.Harder names.
type Tool struct {
	model.Tool

	// Run answers a call whose arguments fulfil Params. It ends soon after ctx. Its error is
	// told to the model, so it must not hold what the model may not see. What it says is cut
	// after MaxOutput bytes. With ErrWaits the call was not made: the run ends after its round.
	Run func(ctx context.Context, args json.RawMessage) (string, error)

	// Reads says that it changes nothing: it may run beside others that do not. A tool that
	// does not say so runs alone, after the calls before it and before those after it.
	Reads bool
}

// In is what a run begins with.
type In struct {
	// Ask asks the model once. It is called by one goroutine, once a round; a caller that
	// shows text as it comes begins anew each time. Its error ends the run.
	Ask func(ctx context.Context, r model.Request) (model.Response, error)

	// Request is the first one, without tools. Messages must not be empty. It is not changed.
	Request model.Request

	// Tools, with names that differ. Where there are none, as for a model that cannot call
	// any, the model is asked once, and what it calls nevertheless is not answered.
	Tools []Tool

	// Harder names the tool by which the model says that it should think more: a call of it
	// ends the run at once. Empty where there is none.
	Harder string

	// Rounds is how often the model is asked at most; 0, and what is more, is MaxRounds.
	Rounds int

	// Room is how many tokens a request should have at most, as model.Bound counts them; 0 is
	// no limit. Beyond it, what the rounds but the last one brought is summarised, and so it is,
	// once, where the model rejects the size.
	Room int

	// Joined, where not nil, takes the messages that came since it was last called. It is
	// called between two rounds, and what it gives is shown to the model with the results.
	// Its error ends the run.
	Joined func(ctx context.Context) ([]model.Part, error)
}

// Ended says how a run ended.
type Ended string

// The ways. All but Answered are noted for the caller, who may have something to say.
const (
	Answered Ended = "answered" // the model answered of itself
	Deeper   Ended = "harder"   // it asked for more thought: begin again, one tier deeper
	Rounds   Ended = "rounds"   // it used up its rounds, and answered because it was told to
	Repeated Ended = "repeated" // the same call, or the same error, for the third time
	Late     Ended = "late"     // the time was up: there may be no answer
	Failed   Ended = "failed"   // Run returns an error as well
	Waiting  Ended = "waiting"  // a call waits for somebody's word: it was not made, and the model is not asked again
)

// Out is what came of a run. It is complete, as far as it came, beside an error too.
type Out struct {
	Text   string // of the last response
	Ended  Ended
	Harder bool // as Ended says

	Last     model.Response  // the last one that came
	Rounds   int             // how often the model was asked, the failed time included
	Messages []model.Message // what the run added to those of the request, in order
	Done     []Done          // every call, in order
	Squeezed []Squeezed      // where less was shown of the run, in order
}

// Squeezed says that rounds were summarised so that a request fits. Out holds them in full.
type Squeezed struct {
	Rounds        int // from the first one on
	Before, After int // tokens of the request, as model.Bound counts them
}

// Done is a call and how it was answered.
type Done struct {
	Call   model.Call
	Result model.Result
	Ran    bool // else it was refused unrun
	Waits  bool // it was not made, as its tool said: somebody's word is awaited
	Cut    int  // bytes the tool said, where that was more than is in Result; else 0
}

// ToolError says that a tool could not have been called by anybody: a mistake of ours.
type ToolError struct {
	Tool string
	Err  error
}

// Error is one line.
func (e *ToolError) Error() string { return fmt.Sprintf("act: tool %q: %v", e.Tool, e.Err) }

// Unwrap gives the cause.
func (e *ToolError) Unwrap() error { return e.Err }

// ErrWaits is what a tool fails with where its call waits for somebody's word.
var ErrWaits = errors.New("the call waits for somebody's word; nothing was done")

var errNoTime = errors.New("act: the time of the run is up")

// Run asks, runs and asks until there is an answer. The error is that of Ask or Joined as
// it came, ctx's where ctx ended, or a *ToolError before anything was asked. The end of
// MaxTime is no error: Out.Ended is Late, and Text is what the last full response said.
func Run(ctx context.Context, in In) (Out, error) {
	r := run{in: in, seen: map[string]int{}, errs: map[string]int{}}
	if err := r.prepare(); err != nil {
		return Out{Ended: Failed}, err
	}
	limited, cancel := context.WithTimeoutCause(ctx, MaxTime, errNoTime)
	defer cancel()
	err := r.loop(limited)
	if err != nil && ctx.Err() == nil && context.Cause(limited) == errNoTime {
		r.out.Ended, err = Late, nil
	}
	if err != nil {
		r.out.Ended = Failed
	}
	r.out.Text = r.out.Last.Text
	r.out.Harder = r.out.Ended == Deeper
	return r.out, err
}

// run is one run under way.
type run struct {
	in    In
	tools map[string]*tool
	sent  []model.Tool

	messages []model.Message
	seen     map[string]int // call → how often it was asked for
	errs     map[string]int // error → how often it came
	closing  Ended          // tools are given up for this reason; empty while they are not
	told     bool           // the model knows
	rejected bool           // the size of a request, and less was shown then
	out      Out
}

// loop asks until there is an answer. Its error is the one that Run returns.
func (r *run) loop(ctx context.Context) error {
	r.messages = slices.Clone(r.in.Request.Messages)
	for {
		if r.in.Room > 0 && model.Bound(r.request(r.messages)) > r.in.Room {
			r.squeeze(r.in.Room)
		}
		r.out.Rounds++
		response, err := r.in.Ask(ctx, r.request(r.messages))
		if model.Rejected(err, model.TooLong) && !r.rejected && r.out.Rounds < r.rounds() && r.squeeze(0) {
			r.rejected = true
			continue
		}
		if err != nil {
			return err
		}
		r.out.Last = response
		r.add(response.Message)
		if len(response.Calls) == 0 || len(r.tools) == 0 {
			r.end(Answered)
			return nil
		}
		if r.wantsHarder(response.Calls) {
			r.out.Ended = Deeper
			return nil
		}
		parts := r.answer(ctx, response.Calls)
		if slices.ContainsFunc(r.out.Done[len(r.out.Done)-len(response.Calls):], func(d Done) bool { return d.Waits }) {
			r.add(model.Message{From: model.User, Parts: parts})
			r.out.Ended = Waiting
			return nil
		}
		if r.told {
			r.add(model.Message{From: model.User, Parts: parts})
			r.end(Answered) // it was told to answer and called again: there will be no more
			return nil
		}
		more, err := r.joined(ctx)
		parts = append(parts, more...)
		if r.closing == "" && r.out.Rounds == r.rounds()-1 {
			r.closing = Rounds
		}
		if r.closing != "" && err == nil {
			parts = append(parts, model.Part{Text: lastWord})
			r.told = true
		}
		r.add(model.Message{From: model.User, Parts: parts})
		if err != nil {
			return err
		}
	}
}

// rounds is how often the model is asked at most.
func (r *run) rounds() int {
	if r.in.Rounds < 1 {
		return MaxRounds
	}
	return min(r.in.Rounds, MaxRounds)
}

func (r *run) request(messages []model.Message) model.Request {
	q := r.in.Request
	q.Messages, q.Tools = slices.Clip(messages), r.sent
	return q
}

// squeeze summarises rounds until a request has at most so many tokens, or there is nothing
// more to summarise. It says whether the request became smaller. Where nobody knows how many it may
// have, since a model rejected its size, half of them is enough.
func (r *run) squeeze(room int) bool {
	size := func(m []model.Message) int { return model.Bound(r.request(m)) }
	before := size(r.messages)
	if room == 0 {
		room = before / 2
	}
	less, gone := compress.Rounds(r.messages, len(r.in.Request.Messages), func(m []model.Message) bool { return size(m) <= room })
	after := size(less)
	if gone == 0 || after >= before {
		return false
	}
	r.messages = less
	r.out.Squeezed = append(r.out.Squeezed, Squeezed{Rounds: gone, Before: before, After: after})
	return true
}

// lastWord is what the model is told when no more tools are run.
const lastWord = "No more tools can be called for this answer. Answer now with what you have, and say what is missing."

// end says how the run ended: as given, unless tools were given up before.
func (r *run) end(how Ended) {
	r.out.Ended = how
	if r.closing != "" {
		r.out.Ended = r.closing
	}
}

func (r *run) joined(ctx context.Context) ([]model.Part, error) {
	if err := ctx.Err(); err != nil || r.in.Joined == nil {
		return nil, err
	}
	return r.in.Joined(ctx)
}

func (r *run) add(m model.Message) {
	r.messages = append(r.messages, m)
	r.out.Messages = append(r.out.Messages, m)
}

func (r *run) wantsHarder(calls []model.Call) bool {
	if r.in.Harder == "" || r.tools[r.in.Harder] == nil {
		return false
	}
	return slices.ContainsFunc(calls, func(c model.Call) bool { return c.Tool == r.in.Harder })
}
