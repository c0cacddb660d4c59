package change

import (
	"context"
	"slices"

	"citadel/brain/turn"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// policy sets whether a tool is asked for. It widens what may happen without a word, so it needs
// the host or two accounts (TRUST, Accounts); to be asked more, or to deny, one account will do.
func policy(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	tool, want := t.Command.Words, ""
	if t.Host.Tools != nil && !slices.Contains(t.Host.Tools(), tool) {
		return says(t, "There is no tool `%s`, and nothing was changed. `tools` lists what there is.", tool)
	}
	for _, p := range []string{event.PolicyAsk, event.PolicyAllow, event.PolicyDeny} {
		if t.Command.Has(p) {
			want = p
		}
	}
	if want != event.PolicyDeny && want != event.PolicyAsk && !t.Sure() {
		return second(ctx, t, "One account alone can't let a tool run without asking.", "The console on the host can.")
	}
	wish := event.Asked{What: event.AskPolicy, Name: tool, Text: want}
	if t.Host.As != nil {
		wish.As = t.Host.As(tool)
	}
	r := begin(t).Change(wish)
	switch want {
	case event.PolicyAllow:
		r.Text.Say("`%s` runs without asking from now on. Money, what can't be undone, new addresses and what may come from others' words are asked for all the same.", tool)
	case event.PolicyDeny:
		r.Text.Say("`%s` is denied from now on.", tool)
	case event.PolicyAsk:
		r.Text.Say("I ask you before each `%s` from now on.", tool)
	default:
		r.Text.Say("`%s` is as it was at first.", tool)
	}
	undoable(t, &r.Text)
	return r, nil
}

// unpolicied gives a tool the policy it had before.
func unpolicied(ctx context.Context, t *turn.Turn, seq event.Seq, p event.PolicySet) (v inverse, err error) {
	recs, err := all(ctx, t, ledger.Query{Before: seq, Kinds: []event.Kind{p.Kind()}, Newest: true})
	if err != nil {
		return v, err
	}
	var before event.PolicySet
	for _, rec := range recs {
		old, err := rec.Payload()
		if err != nil {
			return v, err
		}
		if old, is := old.(event.PolicySet); is && old.Tool == p.Tool {
			before = old
			break
		}
	}
	if before.Policy == event.PolicyAllow && !t.Sure() {
		v.text.Say("that `%s` runs without asking: only the console on the host can", p.Tool)
		return v, nil
	}
	v.write(event.Asked{What: event.AskPolicy, Name: p.Tool, Text: before.Policy, As: before.As}, seq)
	v.text.Say("the policy of `%s`", p.Tool)
	return v, nil
}
