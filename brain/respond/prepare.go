package respond

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"citadel/brain/card"
	"citadel/brain/command"
	"citadel/brain/phrase"
	"citadel/brain/prepare"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/tools"
)

// prepares says whether something can be prepared: where there is something outside that could be done.
func (w *work) prepares() bool {
	return w.Bench != nil && w.t.Sight().Audience != event.Shared &&
		slices.ContainsFunc(w.Bench.Tools().All(), func(t tools.Tool) bool { return t.Class == tools.World })
}

// prepareTool makes a call ready that waits for the principal's word at another time than now. It is written with the
// answer, and does nothing.
func (w *work) prepareTool() tools.Tool {
	type in struct {
		Tool  string          `json:"tool" jsonschema:"name of the tool that would do it"`
		Args  json.RawMessage `json:"args" jsonschema:"the arguments that it would be called with: an object"`
		Until string          `json:"until,omitempty" jsonschema:"when to show it to the principal, as RFC 3339"`
		Upon  string          `json:"upon,omitempty" jsonschema:"what it waits for instead: a watch such as w12, or something open such as l12"`
	}
	return tools.Typed(tools.Tool{
		Name: "prepare", Class: tools.Mind,
		Description: "Make a call ready that changes something outside, such as a mail or a note, without asking for it now: it is held until a moment, until something has happened, or until the principal asks, and only his word does it then. Use it where he wants something prepared, or later.",
	}, func(ctx context.Context, in in) (tools.Result, error) {
		set := w.Bench.Tools()
		tool, there := set.Find(in.Tool)
		if !there {
			return tools.Result{}, &tools.Failure{Reason: tools.Missing, Text: "There is no such tool to prepare a call of."}
		}
		at, upon, err := w.condition(in.Until, in.Upon)
		if err != nil {
			return tools.Result{}, err
		}
		again, verdict, seqs, err := w.decide(ctx, tool, in.Args, tools.Digest(tool.Name, in.Args))
		if err != nil {
			return tools.Result{}, err
		}
		a, err := prepare.Card(prepare.Work{Tool: tool, Args: in.Args, Until: at, Upon: upon, Verdict: verdict, Again: again}, w.t.Now)
		if err != nil {
			return tools.Result{}, err
		}
		w.calling.Lock()
		defer w.calling.Unlock()
		switch {
		case slices.ContainsFunc(w.cards, func(c asked) bool { return c.event.Digest == a.Digest }):
			return tools.Result{Text: "It is prepared already."}, nil
		case len(w.cards) == mostCards:
			return tools.Result{}, &tools.Failure{Reason: tools.Forbidden, Text: "No more is prepared for one answer."}
		}
		w.cards = append(w.cards, asked{card: card.Of(tool, in.Args), event: a, from: append(w.t.Heard(), seqs...)})
		return tools.Result{Text: "It is prepared with your answer, and nothing is done. The principal is told, with the word for it."}, nil
	})
}

// condition reads when something prepared is to be shown.
func (w *work) condition(until, upon string) (at time.Time, of event.Seq, err error) {
	invalid := func(text string) (time.Time, event.Seq, error) {
		return time.Time{}, 0, &tools.Failure{Reason: tools.Invalid, Text: text}
	}
	if until != "" {
		if at, err = time.Parse(time.RFC3339, until); err != nil {
			return invalid("until has to be a moment such as 2026-11-24T09:00:00+11:00.")
		}
	}
	if upon != "" {
		h, err := command.ParseHandle(strings.Trim(upon, "` "))
		known := false
		if err == nil {
			of = event.Seq(h.N)
			w.t.Read(func(v memory.View) {
				watch, watched := v.Watches.Find(of)
				_, open := v.Loops.Loop(of)
				known = h.Letter == 'w' && watched && watch.Stands(w.t.Now) || h.Letter == 'l' && open
			})
		}
		if !known || !at.IsZero() {
			return invalid("upon names a watch or something open, by its handle, and stands without until.")
		}
	}
	return at, of, nil
}

// prepared says beside the answer what was made ready, and which words release and end it.
func (w *work) prepared(r *turn.Reply, a asked) {
	handle := r.Made('K')
	r.Text.Break().Say("Prepared, and not done: ").Claim(a.from, "%s", strings.Join(append([]string{a.card.Question}, a.card.Facts...), " · "))
	switch e := a.event; {
	case !e.Until.IsZero():
		r.Text.Say(". I show it on ").Claim(a.from, "%s", phrase.Moment(e.Until.In(w.t.Now.Location()), w.t.Now))
	case e.Upon != 0:
		r.Text.Say(". I show it once there is news of what it waits for")
	default:
		r.Text.Say(". It waits until you ask")
	}
	r.Text.Say("; `release %s` shows it now, `drop %s` ends it.", handle, handle)
}
