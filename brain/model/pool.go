package model

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"
)

// Pool asks models: by role, one after another until one answers, within the money there is.
// Its exported fields are set before it is used and not changed after. It may be used by
// several goroutines.
//
// Each attempt is reserved, made and settled, whatever becomes of it; a target is asked at
// most twice for one answer, and one more call may repeat an answer that was not the JSON
// asked for. So an answer takes at most 2 × targets + 1 calls. An answer that is far longer
// than MaxTokens allows, because the server does not heed it, is ended where 16 bytes a token
// and 4 KiB have come, and is then one with Stop Length. It is booked with what was set
// aside at most, unless the provider says exactly what it costs: that is a bill. What is repeated, what goes
// on to the next target and what is left alone stands in policy.go.
type Pool struct {
	Roles   map[Role][]Target // in the order in which they are asked
	Dearest Card              // whose prices count where a card has none: see the function Dearest
	Purse   Purse
	Records Records             // answers of calls that were finished before; may be nil
	May     func(Provider) bool // was the principal told of it? Others are sent nothing; nil: nobody is
	Clean   func(string) string // takes out of what was heard in a sound what must not be kept; may be nil
	Now     func() time.Time
	Log     *slog.Logger // told what failed and was mended, never in words of a request; may be nil

	// Factor is by how much more tokens than Bound a model was seen to count: what is set
	// aside is reckoned with so much more. Less than 1 is 1; nil: nobody looked.
	Factor func(provider, model string) float64

	mu    sync.Mutex
	known map[seat]*health
}

// Target is a model that may be asked, and how. A client that is nil makes it pass for the
// roles that need that client.
type Target struct {
	Card        Card
	Provider    Provider
	Client      Client
	Embedder    Embedder
	Transcriber Transcriber
	Painter     Painter
}

// Ask is what is wanted of a role.
type Ask struct {
	Role    Role
	Prefer  string // a model by its name on the card, to be asked first, whatever its role; "" for the usual
	Purpose Purpose
	Request Request // Model, Temperature and Thinking are filled in for each target

	// Restart is told that the text heard so far is void, because the answer begins again. It
	// is called before the first piece of the new one, by the goroutine that asked. Where it
	// is nil, an answer that begins again is not heard by OnText: it only stands in Answer.
	Restart func()

	// Asking, where not nil, is told of a model each time it is about to be asked, also for
	// the second time, by the goroutine that asked. It must not block.
	Asking func(Card)
}

// Answer is what came of it. With an error only Cost and Passed are set.
type Answer struct {
	Response      // with a schema and no calls, Text is the JSON and nothing around it
	Card     Card // of the model that answered
	Provider Provider
	Cost     USD       // of all attempts together
	Recorded bool      // it was finished before and cost nothing now
	Passed   []Passed  // who did not answer, in order
	Short    Shortfall // what the model could not be given
}

// Passed is a target that did not answer.
type Passed struct {
	Provider Provider
	Model    string
	Reason   Reason
	Err      error // an *Error
}

// NoneError says that no model of a role answered.
type NoneError struct {
	Role   Role
	Passed []Passed // in the order they were asked; none where the role has no model
}

// Error is one line, without words of a request.
func (e *NoneError) Error() string {
	if len(e.Passed) == 0 {
		return fmt.Sprintf("model: there is none for %s", e.Role)
	}
	why := make([]string, len(e.Passed))
	for i, p := range e.Passed {
		why[i] = fmt.Sprintf("%s of %s: %s", p.Model, p.Provider.Name, p.Reason)
	}
	return fmt.Sprintf("model: none answered as %s: %s", e.Role, strings.Join(why, "; "))
}

// Rejected says whether an error holds that a model did not answer for this reason.
func Rejected(err error, why Reason) bool {
	var none *NoneError
	return errors.As(err, &none) && slices.ContainsFunc(none.Passed, func(p Passed) bool { return p.Reason == why })
}

// Unwrap gives the error of the last target.
func (e *NoneError) Unwrap() error {
	if len(e.Passed) == 0 {
		return nil
	}
	return e.Passed[len(e.Passed)-1].Err
}

// Has says whether a role has a model, in whatever state.
func (p *Pool) Has(r Role) bool { return len(p.targets(r, "")) > 0 }

// Usual is the model that is asked first for a role, whatever state it is in.
func (p *Pool) Usual(r Role, prefer string) (Target, bool) {
	all := p.targets(r, prefer)
	if len(all) == 0 {
		return Target{}, false
	}
	return all[0], true
}

// targets lists whom a role asks, in order, the preferred model first.
func (p *Pool) targets(r Role, prefer string) []Target {
	able := func(t Target) bool {
		switch r {
		case Embedding:
			return t.Embedder != nil
		case Transcribes:
			return t.Transcriber != nil
		case Imaging:
			return t.Painter != nil
		}
		return t.Client != nil
	}
	all := make([]Target, 0, len(p.Roles[r])+1)
	for _, t := range p.Roles[r] {
		if able(t) {
			all = append(all, t)
		}
	}
	if prefer == "" {
		return all
	}
	named := func(t Target) bool { return t.Card.Name == prefer && able(t) }
	if i := slices.IndexFunc(all, named); i >= 0 {
		first := all[i]
		return slices.Insert(slices.Delete(all, i, i+1), 0, first)
	}
	for _, other := range roles { // the last is none: what is there to be chosen only
		if i := slices.IndexFunc(p.Roles[other], named); i >= 0 {
			return slices.Insert(all, 0, p.Roles[other][i])
		}
	}
	return all
}

// Sees says whether a role has a model that looks at pictures. It asks nobody.
func (p *Pool) Sees(r Role) bool {
	return slices.ContainsFunc(p.targets(r, ""), func(t Target) bool { return t.Card.Images })
}

// Most is the most that one try of a request can cost, whichever model of a role is asked: see Most of a card.
func (p *Pool) Most(r Role, q Request) (most USD) {
	for _, t := range p.targets(r, "") {
		asked, _ := adapt(q, t.Card)
		if card, _, ok := p.priced(t, byTokens); ok {
			most = max(most, size(card, asked, p.factor(t)).most(card, asked.MaxTokens))
		}
	}
	return most
}

// roles in the order in which a preferred model is looked for.
var roles = [...]Role{Primary, Reflection, Adversary, Background, Embedding, Imaging, Transcribes, ""}

// Complete asks the models of a role until one answers. It blocks, for two tries of each
// target at most, and ends at once with ctx.
//
// The error is, to be told apart with errors.As: a *CeilingError where money is lacking; a
// *NoneError where no model answered, with their last *Error inside; an *Error with Invalid
// where the request cannot be put to any model. Otherwise it is ctx's, or the purse's or the
// records'. An error of the purse ends everything and is joined to what else happened: what
// cannot be recorded must not go on. After an error, text that was heard is void.
func (p *Pool) Complete(ctx context.Context, a Ask) (Answer, error) {
	if a.Request.MaxTokens < 1 {
		return Answer{}, &Error{Op: "model: complete", Reason: Invalid, Err: fmt.Errorf("an answer of at most %d tokens", a.Request.MaxTokens)}
	}
	form, err := compile(a.Request.Schema)
	if err != nil {
		return Answer{}, err
	}
	var answer Answer
	e := &ear{to: a.Request.OnText, restart: a.Restart}
	var errands []*errand
	for _, t := range p.targets(a.Role, a.Prefer) {
		errands = append(errands, p.conversation(t, a, a.Request, form, e, &answer))
	}
	done, err := p.run(ctx, a.Role, errands)
	if err != nil {
		return Answer{Cost: done.cost, Passed: done.passed}, err
	}
	answer.Card, answer.Provider = done.by.target.Card, done.by.target.Provider
	answer.Cost, answer.Passed, answer.Recorded = done.cost, done.passed, done.recorded
	return answer, nil
}

// conversation makes the errand of asking one target to complete a request. The response is
// left in answer.
func (p *Pool) conversation(t Target, a Ask, r Request, form *form, e *ear, answer *Answer) *errand {
	asked, lacks := adapt(r, t.Card)
	card, o := p.errand(t, byTokens)
	input := size(card, asked, p.factor(t))
	o.attempt.Bound = input.bound
	o.attempt.Purpose, o.attempt.Role, o.attempt.Digest = a.Purpose, a.Role, Digest(asked)
	o.attempt.MaxTokens, o.attempt.Creativity = asked.MaxTokens, asked.Creativity
	o.attempt.Effort, o.attempt.Tools = asked.Effort, len(asked.Tools)
	o.most = func(out int) USD { return input.most(card, out) }
	o.fit = func(out int, room USD) (int, bool) { return input.fit(card, out, room) }
	take := func(resp Response, err error) outcome {
		out := outcome{err: err, usage: resp.Usage, text: resp.Text, calls: resp.Calls, stop: resp.Stop}
		if form != nil && (err == nil && len(resp.Calls) == 0 || Formless(err) && resp.Text != "") {
			resp.Text, out.complaint, out.err = form.read(resp)
		}
		answer.Response, answer.Short = resp, lacks
		return out
	}
	o.ask = func(ctx context.Context, maxTokens int) outcome {
		r := asked
		r.MaxTokens = maxTokens
		if a.Asking != nil {
			a.Asking(t.Card)
		}
		began := p.Now()
		call, enough := context.WithCancel(ctx)
		defer enough()
		most := longest(maxTokens)
		resp, err := guarded(func() (Response, error) {
			r.OnText = e.begin(ctx, most, enough)
			return t.Client.Complete(call, r)
		})
		heard, over := e.end()
		endless := over && ctx.Err() == nil && errors.Is(err, context.Canceled)
		if endless || len(resp.Text) > most && (err == nil || Formless(err)) {
			resp, err = shortened(resp, most), nil
		}
		resp.Text = clip(resp.Text, most) // also of one that failed: it is recorded
		out := take(resp, err)
		out.heard, out.endless = heard, endless
		out.cost, out.known = spoken(card, asked, maxTokens, out, p.Now().Sub(began))
		return out
	}
	if p.Records != nil {
		o.recall = func(ctx context.Context) (outcome, bool, error) {
			resp, ok, err := p.Records.Answered(ctx, a.Purpose, o.attempt.Digest)
			if err != nil || !ok {
				return outcome{}, false, err
			}
			out := take(resp, nil)
			if hear := e.begin(ctx, len(answer.Text), func() {}); out.err == nil && resp.Text != "" {
				hear(answer.Text)
			}
			e.end()
			return out, true, nil
		}
	}
	o.again = func(out outcome) *errand {
		return p.conversation(t, a, complain(r, answer.Message, out), form, e, answer)
	}
	return o
}

// spoken is what a completed conversation cost, and whether that is known.
//
// Where the provider did not get to say it all, what it said was read is believed; of what
// was written, it is at least what was heard, and with thinking, which is not heard, as much
// as can be thought in the time, at most all that was allowed.
func spoken(c Card, r Request, maxTokens int, out outcome, took time.Duration) (cost USD, known bool) {
	u := out.usage
	switch {
	case u.Exact:
		return Cost(c, u), true
	case out.err == nil && !out.endless || u.Tokens() == 0:
		return 0, false
	}
	u.Out = max(u.Out, min(out.heard, maxTokens))
	if r.Thinking != NoThinking && r.Effort != NoEffort {
		seconds := int(max(took, 0)/time.Second) + 1
		u.Out = max(u.Out, min(maxTokens, out.heard+seconds*fastest))
	}
	return Cost(c, u), false
}

// fastest is how many tokens a second no model is known to exceed: an answer that is stopped
// at once must not count for all that it might have become.
const fastest = 1000

func (p *Pool) factor(t Target) float64 {
	if p.Factor == nil {
		return 1
	}
	return p.Factor(t.Provider.Name, t.Card.Name)
}

// priced is a target's card with the prices that count, whether they are the dearest's, and
// whether there are any at all; has says whether a card has those that are needed. What runs
// on this computer costs nothing.
func (p *Pool) priced(t Target, has func(Card) bool) (c Card, unpriced, ok bool) {
	c = t.Card
	if t.Provider.Loopback {
		c.Prices, c.PerImage, c.PerMinute = nil, 0, 0
		return c, false, true
	}
	if has(c) {
		return c, false, true
	}
	d := p.Dearest
	c.Prices, c.PerImage, c.PerMinute = d.Prices, d.PerImage, d.PerMinute
	return c, true, has(c)
}
