package respond

import (
	"context"
	"maps"
	"slices"
	"strings"

	"citadel/brain/act"
	"citadel/brain/classify"
	"citadel/brain/critique"
	"citadel/brain/lens"
	"citadel/brain/model"
	"citadel/brain/phrase"
	"citadel/brain/prompt"
	"citadel/brain/turn"
	"citadel/brain/volition"
	"citadel/memory"
	"citadel/memory/event"
)

// prompt gathers what the model is shown.
func (w *work) prompt(ctx context.Context, p past) (prompt.In, error) {
	t := w.t
	w.cut, w.unseen, w.latest, w.pictures = nil, nil, nil, 0
	in := prompt.In{
		Tier: w.mind.tier.String(), Agent: w.Agent, Now: t.Now, Place: prompt.Place{Audience: t.Sight().Audience},
		Room: w.room(), Window: p.turns, Earlier: p.earlier, Signals: w.noticed.Kept, Tone: w.tone(p), People: w.named(), Blind: w.cautions(),
	}
	t.Read(func(v memory.View) {
		in.Identity = v.Identity.Lines()
		for _, r := range v.Principal.Rules {
			in.Rules = append(in.Rules, prompt.Rule{Seq: r.Seq, Text: r.Text})
		}
	})
	if t.HideZone {
		in.Zone = t.Zone(t.Now.Location(), t.Now)
	}
	var err error
	if in.Principal, _, err = t.Setting(ctx, event.SettingName); err != nil {
		return in, err
	}
	if in.Rules, err = shownRules(ctx, t, in.Rules); err != nil {
		return in, err
	}
	for _, found := range w.seen.found {
		item := w.seen.of[found.Memory]
		in.Memories = append(in.Memories, prompt.Memory{
			Seq: item.Seq, Letter: item.Letter, Text: item.Text, On: item.On, Speaker: item.Speaker, Score: item.Score,
			Fact: item.Fact, Doubt: item.Doubt, Current: item.Renews, Superseded: item.Superseded || !item.Reversed.IsZero(), Former: former(item),
		})
	}
	in.Messages = w.words(t.Messages)
	if m := t.Made; m != nil {
		in.Made = &prompt.Made{Tool: m.Tool, Args: m.Args, Brought: m.Brought, Seqs: m.Seqs}
	}
	if in.Files, err = w.earlier(ctx, p); err != nil {
		return in, err
	}
	var older []event.Seq
	for _, m := range t.Messages {
		if m.ReplyTo != 0 {
			older = append(older, m.ReplyTo)
		}
	}
	w.hosts = w.heard(in)
	told, err := spoken(ctx, t, older)
	for i, m := range t.Messages {
		in.Messages[i].About = told[m.ReplyTo].Text
	}
	return in, err
}

// shownRules leaves out the standing rules that may not be told where the answer goes: a
// rule tells what it is about.
func shownRules(ctx context.Context, t *turn.Turn, rules []prompt.Rule) ([]prompt.Rule, error) {
	var kept []prompt.Rule
	for _, r := range rules {
		shown := t.Sight().Private()
		if !shown {
			var err error
			if shown, err = t.Mind.Shown(ctx, t.Sight(), r.Seq); err != nil {
				return nil, err
			}
		}
		if shown {
			kept = append(kept, r)
		}
	}
	return kept, nil
}

// heard lists the hosts that the principal himself spoke of. What others wrote may lead
// anywhere, and an answer must not lead there for them.
func (w *work) heard(in prompt.In) []string {
	var texts []string
	take := func(words []prompt.Words) {
		for _, m := range words {
			if m.From == "" {
				texts = append(texts, m.Text)
			}
		}
	}
	for _, t := range in.Window {
		take(t.Messages)
	}
	for _, m := range in.Memories {
		if m.Speaker == "" {
			texts = append(texts, m.Text)
		}
	}
	take(in.Messages)
	return critique.Hosts(texts...)
}

// known is what package critique may trust in an answer.
func (w *work) known() critique.Known {
	handles := maps.Clone(w.shown.Handles)
	maps.Copy(handles, w.seen.handles(w.t.Now)) // with what a search brought since
	return critique.Known{Handles: handles, Hosts: w.hosts, Tags: prompt.Tags, Lines: w.shown.Lines}
}

// reply is what is said of the answer.
func (w *work) reply(ctx context.Context) (*turn.Reply, error) {
	clean := critique.Clean(strings.Join(w.text, "\n\n"), w.known())
	r := &turn.Reply{By: byModel + w.last.Card.Name, Among: w.seen.among, Found: w.seen.found, Seen: w.inView()}
	if clean.Empty && len(w.cards) == 0 && w.t.Made == nil {
		r.By = "shrug"
		r.Text.Say("%s gave no answer that I can pass on. Your message is kept; `redo` asks again.", w.last.Card.Name)
		w.halted(r, "")
		w.interrupted(r)
		w.receipts(r)
		return r, nil
	}
	wishes, err := w.wishes(ctx, clean)
	if err != nil {
		return nil, err
	}
	r.Change(w.prompted(clean, wishes))
	wishes = append(slices.Clip(w.called), wishes...)
	clean, untrue, unheard := w.honest(clean, wishes)
	if err := w.grant(ctx, r, wishes); err != nil {
		return nil, err
	}
	r.Writes = append(r.Writes, turn.Write{Payload: w.noticed.Gated, From: []event.Seq{}}) // it rests on nothing: nobody's words are in it
	r.Writes = append(r.Writes, w.less...)
	if r.Text = text(clean); len(untrue) > 0 {
		r.Text = w.denial(clean, untrue, wishes)
	}
	if len(unheard) > 0 {
		said := leftOut(unheard)
		r.Text.Break().Add(&said)
	}
	if err := w.wait(ctx, r); err != nil {
		return nil, err
	}
	w.broughtUp(r, clean.Text)
	r.Found = w.seen.receipt(clean.Cites)
	nothing := "nothing was"
	if w.promised(r, wishes) {
		nothing = "nothing was beyond that"
	}
	if !w.receipts(r) && !w.goesOn() && len(untrue) == 0 && w.claims(clean) {
		r.Text.Break().Say("Should that sound as if something was done: an answer cannot send, save, set or change anything, and %s. `help` lists what I do when you type it.", nothing)
	}
	for _, cut := range w.shown.Receipt.Cut {
		if slices.ContainsFunc(w.t.Messages, func(m turn.Message) bool { return m.Seq == cut.Seq }) {
			r.Text.Break().Claim(w.t.Heard(), "I saw the beginning and the end of your message, %s of %s bytes.", phrase.Thousands(cut.Shown), phrase.Thousands(cut.Of))
		}
	}
	w.files(&r.Text)
	w.interrupted(r)
	w.wording(r, clean.Text)
	switch {
	case w.last.Stop == model.Length:
		r.Text.Break().Say("Cut here: the answer reached its limit.")
		if w.mind.tier != classify.Deep {
			r.Text.Say(" `redo deep` allows a longer one.")
		}
	default:
		w.halted(r, "; this is what I had")
	}
	return r, nil
}

// halted says why the model was given no more tools, where it was not of itself that it stopped, and what
// there is although it did.
func (w *work) halted(r *turn.Reply, had string) {
	switch w.ended {
	case act.Late:
		r.Text.Break().Say("I stopped looking after ten minutes%s.", had)
	case act.Rounds:
		r.Text.Break().Say("I stopped looking after %d rounds%s.", act.MaxRounds, had)
	case act.Repeated:
		r.Text.Break().Say("I stopped looking: the same was tried three times, and came to the same.")
	}
}

// inView is whatever the model was shown: what stood in the prompt, and what it looked up.
func (w *work) inView() []event.Seq {
	seqs := w.t.Heard()
	for _, part := range w.shown.Receipt.Parts {
		seqs = append(seqs, part.Seqs...)
	}
	return append(append(seqs, w.seen.shown()...), w.brought...)
}

// prompted is the receipt of what the model was shown, and of what was taken out of what it
// said.
func (w *work) prompted(clean critique.Out, wishes []volition.Wish) event.Prompted {
	in := w.shown.Receipt
	p := event.Prompted{Tier: in.Tier, Head: in.Head, Turns: in.Turns, Left: in.Left, Unshown: in.Unshown}
	p.Lenses = w.lenses()
	p.Applied = lens.Used(w.t.Text, clean.Text, p.Lenses)
	for _, part := range in.Parts {
		p.Parts = append(p.Parts, event.PromptPart(part))
	}
	for _, out := range clean.Removed {
		i := slices.IndexFunc(p.Removed, func(r event.Removed) bool { return r.Kind == string(out.Kind) })
		if i < 0 {
			i, p.Removed = len(p.Removed), append(p.Removed, event.Removed{Kind: string(out.Kind)})
		}
		p.Removed[i].Times++
	}
	for _, wish := range wishes {
		p.Controls = append(p.Controls, event.ControlLine{Verb: string(wish.Verb), Fault: wish.Fault})
	}
	return p
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
