package respond

import (
	"context"
	"strings"

	"citadel/brain/critique"
	"citadel/brain/model"
	"citadel/brain/phrase"
	"citadel/brain/prompt"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
)

// prompt gathers what the model is shown.
func (w *work) prompt(ctx context.Context, p past) (prompt.In, error) {
	t := w.t
	in := prompt.In{
		Tier: w.mind.tier.String(), Agent: w.Agent, Now: t.Now, Place: prompt.Place{Audience: t.Audience},
		Window: p.turns, Earlier: p.earlier,
	}
	t.Read(func(v memory.View) {
		in.Principal = v.Principal.Called()
		for _, r := range v.Principal.Rules {
			in.Rules = append(in.Rules, prompt.Rule{Seq: r.Seq, Text: r.Text})
		}
	})
	if !p.newest.IsZero() {
		in.Gap = t.Messages[0].On.Sub(p.newest)
	}
	for _, found := range w.seen.found {
		item := w.seen.of[found.Memory]
		in.Memories = append(in.Memories, prompt.Memory{
			Seq: item.Seq, Letter: item.Letter, Text: item.Text, On: item.On, Speaker: item.Speaker, Superseded: item.Superseded, Score: item.Score,
		})
	}
	var older []event.Seq
	for _, m := range t.Messages {
		in.Messages = append(in.Messages, prompt.Words{Seq: m.Seq, Text: m.Text, On: m.On, From: m.Forwarded, Files: m.Files})
		if m.ReplyTo != 0 {
			older = append(older, m.ReplyTo)
		}
	}
	words, err := spoken(ctx, t, older)
	for i, m := range t.Messages {
		in.Messages[i].About = words[m.ReplyTo].Text
	}
	return in, err
}

// known is what package critique may trust in an answer.
func (w *work) known() critique.Known {
	return critique.Known{Handles: w.seen.handles(w.t.Now), Tags: prompt.Tags, Lines: w.shown.Lines}
}

// reply is what is said of the answer.
func (w *work) reply() *turn.Reply {
	clean := critique.Clean(strings.Join(w.text, "\n\n"), w.known())
	r := &turn.Reply{By: byModel + w.last.Card.Name, Among: w.seen.among, Found: w.seen.found}
	if clean.Empty {
		r.By = "shrug"
		r.Text.Say("%s gave no answer that I can pass on. Your message is kept; `redo` asks again.", w.last.Card.Name)
		return r
	}
	r.Text = text(clean)
	r.Found = w.seen.receipt(clean.Cites)
	switch {
	case w.last.Stop == model.Length:
		r.Text.Break().Say("Cut here: the answer reached its limit. `redo deep` allows a longer one.")
	case w.ended == "late":
		r.Text.Break().Say("I stopped looking after ten minutes; this is what I had.")
	}
	return r
}

// text makes a text of what was cleaned, with what each stretch of it rests on.
func text(clean critique.Out) phrase.Text {
	var t phrase.Text
	at := 0
	for _, c := range clean.Cites {
		if c.Start < at { // it lies within the one before
			continue
		}
		t.Say("%s", clean.Text[at:c.Start]).Claim(c.Seqs, "%s", clean.Text[c.Start:c.End])
		at = c.End
	}
	t.Say("%s", clean.Text[at:])
	return t
}
