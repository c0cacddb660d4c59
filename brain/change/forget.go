package change

import (
	"context"
	"slices"
	"strings"

	"citadel/brain/command"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
)

// mostForgotten is how many items can be forgotten from one chat; more need the host or a
// second account, which whoever took over one has not (TRUST, Taking over a chat account).
const mostForgotten = 20

// confirmed is the form of the command that destroys: "forget m401 now", or "yes, forget
// m401". Every other one only shows what would go.
func confirmed(c *command.Command) bool { return c.Has("now") || c.Has("yes") }

// forget shows what forgetting would reach, and forgets when that is confirmed with the
// handles in the same message. Words alone are only looked up.
func forget(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	switch {
	case t.Command.Has("don't") || t.Command.Has("dont"):
		return forgetConfided(ctx, t)
	case len(t.Command.Handles) == 0 && t.Command.Words == "" && t.Command.Period == "":
		return forgetLast(ctx, t)
	case len(t.Command.Handles) == 0:
		return forgetWords(ctx, t)
	case t.Command.Has("all"):
		return forgetFound(ctx, t)
	}
	targets, gone, missing, err := targetsOf(ctx, t)
	if err != nil {
		return nil, err
	}
	if len(missing) > 0 {
		r := begin(t)
		r.Text.Say("Nothing was forgotten: I have nothing under %s.", list(missing))
		return r, nil
	}
	if len(targets) == 0 {
		return says(t, "Already forgotten: %s.", list(gone))
	}
	return forgetThings(ctx, t, targets, gone, typed(handlesOf(targets)))
}

// forgetLast shows what forgetting would reach of what he said last here, before this request.
func forgetLast(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	said := t.Last().ReplyTo
	if said == 0 {
		var before []event.Seq
		t.Read(func(v memory.View) {
			for _, turn := range v.Thread.Window {
				before = append(before, turn.Messages...)
			}
		})
		for _, seq := range slices.Backward(before) {
			_, p, err := t.Event(ctx, seq)
			if err != nil {
				return nil, err
			}
			h, ok := p.(event.Heard)
			if !ok || seq >= t.Last().Seq || !t.Here(h.Place) {
				continue
			}
			if _, isCommand := command.Parse(h.Text); !isCommand {
				said = seq
				break
			}
		}
	}
	if said == 0 {
		return says(t, "Nothing was forgotten: you said nothing here before. `forget WORDS` looks for what you mean.")
	}
	t.Command.Handles = messages([]event.Seq{said})
	return forget(ctx, t)
}

// forgetConfided shows what forgetting would reach of what he does not want kept: this very message, which is kept like
// every other until he says so, and what said the same before.
func forgetConfided(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	exact, _, err := holding(ctx, t, topic(t.Command.Words), t.Last().Seq)
	if err != nil {
		return nil, err
	}
	told, _ := toldFirst(exact)
	t.Command.Options = nil
	t.Command.Handles = messages([]event.Seq{t.Last().Seq})
	for _, y := range told[:min(len(told), mostShown)] {
		t.Command.Handles = append(t.Command.Handles, y.handle)
	}
	return forget(ctx, t)
}

// forgetFound forgets what a request by words found, with the request: however much that is,
// it is named by one handle.
func forgetFound(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	h := t.Command.Handle()
	request, ok, err := named(ctx, t, h)
	if err != nil {
		return nil, err
	}
	said, _ := request.payload.(event.Heard)
	c, isCommand := command.Parse(said.Text)
	if !ok || !isCommand || c.Name != "forget" || c.Words == "" && c.Period == "" || request.rec.Trust != event.ByPrincipal {
		return says(t, "Nothing was forgotten: `%s` is no request to forget something by its words.", h)
	}
	found, _, err := toForget(ctx, t, c, request.seq(), request.rec.At)
	if err != nil {
		return nil, err
	}
	return forgetThings(ctx, t, append(found, request), nil, "all of "+h.String())
}

// forgetThings shows what would go with some things or, where that is confirmed, has it
// forgotten. called is how the command names them.
func forgetThings(ctx context.Context, t *turn.Turn, targets []thing, gone []command.Handle, called string) (*turn.Reply, error) {
	w, err := reachOf(ctx, t, targets)
	if err != nil {
		return nil, err
	}
	w.called = called
	if n := w.items(); n > mostForgotten && !t.Sure() {
		return w.tooMany(ctx, t, n)
	}
	if confirmed(t.Command) {
		r := begin(t)
		r.Forget = &turn.Forgetting{Plan: w.plan, Receipt: w.receipt(t)}
		return r, nil
	}
	return w.preview(t, gone), nil
}

// tooMany says why so much is not forgotten at the word of one chat, and what does it.
func (w *wake) tooMany(ctx context.Context, t *turn.Turn, n int) (*turn.Reply, error) {
	r := begin(t)
	if confirmed(t.Command) {
		var err error
		if r, err = second(ctx, t, "", "More is done on the host: `citadel ledger forget`."); err != nil {
			return nil, err
		}
	} else {
		r.Text.Say("More takes a second account or the console: `forget %s now` asks for it.", w.called)
	}
	var text phrase.Text
	text.Say("Nothing was forgotten: with all that rests on it, that is ").Claim(t.Heard(), "%d items", n)
	text.Say(". From a chat I forget ").Claim(t.Heard(), "at most %d", mostForgotten)
	text.Say(" at a time. ").Add(&r.Text)
	r.Text = text
	return r, nil
}

// targetsOf resolves the handles of the command, each once: what is there, what is
// forgotten already, and what never was.
func targetsOf(ctx context.Context, t *turn.Turn) (targets []thing, gone, missing []command.Handle, err error) {
	seen := map[command.Handle]bool{}
	for _, h := range t.Command.Handles {
		if seen[h] {
			continue
		}
		seen[h] = true
		x, ok, err := forgettable(ctx, t, h)
		switch {
		case err != nil:
			return nil, nil, nil, err
		case !ok:
			missing = append(missing, h)
		case x.gone():
			gone = append(gone, h)
		default:
			targets = append(targets, x)
		}
	}
	return targets, gone, missing, nil
}

// list writes handles as they can be typed: "`m401`, `m405`".
func list(hs []command.Handle) string {
	var words []string
	for _, h := range hs {
		words = append(words, "`"+h.String()+"`")
	}
	return strings.Join(words, ", ")
}
