package respond

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"citadel/brain/act"
	"citadel/brain/card"
	"citadel/brain/consent"
	"citadel/brain/model"
	"citadel/brain/perform"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/hands"
	"citadel/tools"
)

// Bench is what models may do beside looking into the mind.
type Bench struct {
	Tools func() tools.Set // that there are now
	Hands perform.Hands
}

// handed are the tools of the bench that the turn may use, in the order of their names. Where
// others read along there are none: what they bring is the principal's.
func (w *work) handed() []act.Tool {
	if w.Bench == nil || !w.mind.searches || w.t.Sight().Audience == event.Shared {
		return nil
	}
	var denied map[string]string
	w.t.Read(func(v memory.View) { denied = v.Hands.Policies })
	var all []act.Tool
	for _, t := range w.Bench.Tools().All() {
		if denied[t.Name] == event.PolicyDeny {
			continue
		}
		if s := describedBy(t); t.Foreign && !slices.Contains(w.foreign, s) {
			w.foreign = append(w.foreign, s)
		}
		all = append(all, w.able(t))
	}
	return all
}

// able is a tool as the loop runs it: by a call that is decided upon and written down, or, where there
// is no bench, as it is.
func (w *work) able(t tools.Tool) act.Tool {
	return act.Tool{
		Tool: model.Tool{Name: t.Name, Description: t.Description, Params: t.Params}, Reads: t.Class == tools.Reads,
		Run: func(ctx context.Context, args json.RawMessage) (string, error) {
			if w.Bench != nil {
				return w.call(ctx, t, args)
			}
			result, err := t.Run(ctx, args)
			var failed *tools.Failure
			if errors.As(err, &failed) {
				return shown(perform.Outcome{Result: result, Failure: failed})
			}
			return result.Text, err
		},
	}
}

// describedBy names who wrote the description of a foreign tool: its server, once for all of its
// tools.
func describedBy(t tools.Tool) event.ToolSource {
	if server, _, named := strings.Cut(t.Name, "_"); named {
		return event.ToolSource{What: "the tool server " + server}
	}
	return event.ToolSource{What: "the tool `" + t.Name + "`"}
}

// call makes a call that the model wants, or asks for it. Calls that only look come at the same
// time.
func (w *work) call(ctx context.Context, t tools.Tool, args json.RawMessage) (string, error) {
	if err := consent.Readable(args); err != nil {
		return "", fmt.Errorf("not done: the arguments could be read in two ways: %w", err)
	}
	digest := tools.Digest(t.Name, args)
	if out, done, err := w.resumed(ctx, t, args, digest); err != nil || done {
		if err != nil {
			return "", err
		}
		return w.came(t, args, out)
	}
	again, verdict, seqs, err := w.decide(ctx, t, args, digest)
	if err != nil {
		return "", err
	}
	switch verdict.Do {
	case consent.Deny:
		return "", errors.New(strings.Join(verdict.Why, " "))
	case consent.Ask, consent.Hold:
		return "", w.askFor(t, args, digest, verdict, again, seqs)
	}
	began, err := w.t.Begin(ctx)
	if err != nil {
		return "", err
	}
	out, err := w.Bench.Hands.Make(ctx, perform.Call{
		Tool: t, Args: args, Because: append([]event.Seq{began}, w.t.Heard()...), From: append(w.t.Heard(), seqs...), Drawn: w.rests,
	})
	if err != nil {
		return "", err
	}
	return w.came(t, args, out)
}

// came notes what came of a call, and gives what the model is told of it.
func (w *work) came(t tools.Tool, args json.RawMessage, out perform.Outcome) (string, error) {
	w.calling.Lock()
	defer w.calling.Unlock()
	w.brought = append(w.brought, out.Returned)
	w.made = append(w.made, made{t, args, out})
	if t.Class == tools.World && w.t.Did != nil {
		w.told(w.t.Did, w.made[len(w.made)-1])
	}
	return shown(out)
}

// resumed finds the same call outside the mind where an attempt at this very turn made it that was broken
// off before its end, and nobody was told: it goes on from there. A call whose end is not known is none.
func (w *work) resumed(ctx context.Context, t tools.Tool, args json.RawMessage, digest string) (out perform.Outcome, done bool, err error) {
	if t.Class != tools.World {
		return out, false, nil
	}
	var same hands.Call
	w.t.Read(func(v memory.View) { same, done = v.Hands.Same(digest) })
	mine := func() bool {
		return slices.ContainsFunc(w.made, func(m made) bool { return m.out.Call == same.Seq })
	}
	if !done || mine() {
		return out, false, nil
	}
	r, p, err := w.t.Event(ctx, same.Seq)
	if err != nil {
		return out, false, err
	}
	called, is := p.(event.ToolCalled)
	if !is || called.Approval != 0 || !slices.ContainsFunc(w.t.Heard(), func(seq event.Seq) bool { return slices.Contains(r.Causes, seq) }) {
		return out, false, nil
	}
	out, _, ended, err := w.Bench.Hands.Came(ctx, same.Seq)
	if err != nil || !ended || out.Failure != nil {
		return out, false, err
	}
	if out.Verified == nil {
		err = w.Bench.Hands.Verify(ctx, perform.Call{Tool: t, Args: args}, &out)
	}
	return out, err == nil, err
}

// decide says what becomes of a call, which earlier one is the same, and which words of strangers
// were in view. What it may tell by an address counts at once.
func (w *work) decide(ctx context.Context, t tools.Tool, args json.RawMessage, digest string) (again event.Seq, v consent.Verdict, seqs []event.Seq, err error) {
	w.calling.Lock()
	defer w.calling.Unlock()
	s, err := w.strangers(ctx)
	if err != nil {
		return 0, v, nil, err
	}
	requests, err := w.requests(ctx)
	if err != nil {
		return 0, v, nil, err
	}
	c := consent.Call{
		Tool: t, Args: args, Words: w.ownWords(), Requests: requests, Strangers: append(s.sources, w.foreign...),
		Found: s.texts, Followed: w.followed, Told: w.bits,
	}
	w.t.Read(func(v memory.View) {
		c.Policy, c.Changed = v.Hands.Policy(t.Name, tools.Described(t))
		c.Known = v.Hands.Reached()
		if t.Class == tools.World {
			if same, found := v.Hands.Same(digest); found {
				c.Again = same.Seq
			}
		}
	})
	v = consent.Decide(c)
	if v.Bits > 0 {
		w.followed, w.bits = w.followed+1, w.bits+v.Bits
	}
	return c.Again, v, s.seqs, nil
}

// made is a call that was made for the answer.
type made struct {
	tool tools.Tool
	args json.RawMessage
	out  perform.Outcome
}

// shown is what a model is told of a call.
func shown(out perform.Outcome) (string, error) {
	text := card.Brought(out.Result, out.Failure, out.Verified)
	if out.Failure != nil {
		return "", errors.New(text)
	}
	return text, nil
}

// receipts says beside the answer what calls did outside the mind, and what looking showed: what was
// done is told by who did it, not by a model. It says whether there was anything.
func (w *work) receipts(r *turn.Reply) (any bool) {
	for _, m := range w.made {
		if m.tool.Class != tools.World {
			continue
		}
		w.told(&r.Text, m)
		any = true
	}
	return any
}

// told says what came of a call.
func (w *work) told(text *phrase.Text, m made) {
	told := card.Told(card.Of(m.tool, m.args), m.out.Result, m.out.Failure, m.out.Verified, w.t.Now)
	text.Break().Claim([]event.Seq{m.out.Call, m.out.Returned}, "%s", told)
}

// goesOn says whether the turn itself did something outside the mind, before a model was asked: that is
// told by who did it.
func (w *work) goesOn() bool { return w.t.Made != nil && w.t.Made.World }

// asked is a call for which the principal is asked.
type asked struct {
	card  tools.Card
	event event.ApprovalAsked
	from  []event.Seq
}

// mostCards is how many calls of a turn are asked for: more cannot be looked through at one sitting,
// and who has to press too often presses without reading. Ours.
const mostCards = 10

// askFor puts a call on a card, the same one of a turn on the same, as long as there are not too many. What
// is too long to be read on one is refused.
func (w *work) askFor(t tools.Tool, args json.RawMessage, digest string, v consent.Verdict, again event.Seq, strangers []event.Seq) error {
	a := asked{card: card.Of(t, args), from: append(w.t.Heard(), strangers...), event: event.ApprovalAsked{
		Tool: t.Name, Args: string(args), Digest: digest, As: tools.Described(t), Lapses: w.t.Now.Add(card.Lasts), Why: v.Why, Sources: v.Sources, Again: again,
	}}
	if _, _, fits := card.Ask(a.card, "K1", v.Why, a.event.Lapses, w.t.Now); !fits {
		return fmt.Errorf("not asked for: the call is too long to be shown on a card of %d bytes; do it in parts", card.Longest)
	}
	w.calling.Lock()
	defer w.calling.Unlock()
	switch {
	case slices.ContainsFunc(w.cards, func(c asked) bool { return c.event.Digest == digest }):
	case len(w.cards) == mostCards:
		w.unasked++
	default:
		w.cards = append(w.cards, a)
	}
	return act.ErrWaits
}

// wait puts the cards of the turn behind its answer, or into its place where there is none, and
// notes whose words the answer may repeat.
func (w *work) wait(ctx context.Context, r *turn.Reply) (err error) {
	s, err := w.strangers(ctx)
	if err != nil {
		return err
	}
	r.Others = s.seqs
	for _, a := range w.cards {
		for _, old := range w.waiting(a.event.Digest) {
			r.Change(event.ApprovalDropped{Approval: old, Reason: "repeated"})
		}
		r.Writes = append(r.Writes, turn.Write{Payload: a.event, From: a.from})
		if a.event.Held {
			w.prepared(r, a)
			continue
		}
		text, buttons, _ := card.Ask(a.card, r.Made('K'), a.event.Why, a.event.Lapses, w.t.Now)
		r.Cards = append(r.Cards, turn.Card{Text: *text, Buttons: buttons, From: a.from})
	}
	if w.unasked > 0 {
		r.Text.Break().Say("%s wanted: I ask for %d at once, so that you can look at each. Ask me again when these are answered.", more(w.unasked), mostCards)
	}
	return nil
}

func more(n int) string {
	if n == 1 {
		return "1 more was"
	}
	return phrase.Thousands(n) + " more were"
}

// waiting are cards that wait for the same call: two would be two calls.
func (w *work) waiting(digest string) (cards []event.Seq) {
	w.t.Read(func(v memory.View) {
		for _, c := range v.Hands.Open(w.t.Now) {
			if c.Digest == digest {
				cards = append(cards, c.Seq)
			}
		}
	})
	return cards
}
