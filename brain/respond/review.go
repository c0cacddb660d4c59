package respond

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"citadel/brain/classify"
	"citadel/brain/critique"
	"citadel/brain/prompt"
)

// reviewed holds the answer against the rules of package critique, where it is reviewed as a whole, and that of any turn
// against the phrases that its directives forbid, and has it written anew, once, by the same model behind the same instructions, if something is wrong
// with it (SPEC §12). Of the two the one with fewer faults is said. That it cannot be written
// anew is no error: the first one stands.
func (w *work) reviewed(ctx context.Context) error {
	first := w.text
	if len(first) == 0 {
		return nil
	}
	defer w.unname() // also of what was written anew
	clean := critique.Clean(strings.Join(first, "\n\n"), w.known())
	faults := w.faults(clean)
	if clean.Empty || len(faults) == 0 {
		return nil
	}
	began, err := w.t.Begin(ctx)
	if err != nil {
		return err
	}
	r := prompt.Again(w.shown.Request, clean.Text, worded(faults))
	r.MaxTokens = w.mind.most
	draft, doing, last := w.t.Draft, w.t.Doing, w.last
	w.t.Draft, w.t.Doing, w.text = nil, nil, nil // what was shown stays until it is replaced as a whole
	_, err = w.ask(began)(ctx, r)
	w.t.Draft, w.t.Doing = draft, doing
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	second := critique.Clean(strings.Join(w.text, "\n\n"), w.known())
	if err != nil || second.Empty || len(w.faults(second)) >= len(faults) {
		w.text, w.last = first, last
	}
	return nil
}

// faults are those of an answer; where it is not to be reviewed as a whole, forbidden phrases alone. Where text was
// asked for, what it says is done is not the agent's to have done.
func (w *work) faults(clean critique.Out) []critique.Finding {
	return slices.DeleteFunc(critique.Review(clean.Text, w.brief(clean.Text)), func(f critique.Finding) bool {
		return f.Rule != critique.Phrase && !w.strict() || f.Rule == critique.Claimed && (!w.claims(clean) || w.did(w.called).proves(f.Text))
	})
}

// strict says whether an answer is reviewed as a whole (SPEC §5): a deep one, and a standard one for which something was
// changed outside the mind.
func (w *work) strict() bool {
	return w.mind.tier == classify.Deep || w.mind.tier == classify.Standard && w.worked()
}

// unname takes the names of mental models out of the answer, and marks invented quotations in it,
// whatever the tier and whatever became of writing it anew.
func (w *work) unname() {
	for i, piece := range w.text {
		b := w.brief(piece)
		w.text[i] = critique.Unnamed(piece, b.Said...)
		if b.Shown != nil {
			w.text[i] = critique.Marked(w.text[i], b.Shown...)
		}
	}
}

// presented are the texts that the model was shown; nil where it looked things up besides.
func (w *work) presented() (all []string) {
	if len(w.made) > 0 || len(w.brought) > 0 {
		return nil
	}
	for _, s := range w.shown.Request.System {
		all = append(all, s.Text)
	}
	for _, m := range w.shown.Request.Messages {
		for _, p := range m.Parts {
			all = append(all, p.Text)
		}
	}
	return all
}

// brief is what an answer is held against.
func (w *work) brief(answer string) critique.Brief {
	b := critique.Brief{Decides: classify.Category(w.t.Category) == classify.Decision, Said: []string{w.t.Text}, Shown: w.presented(), Receipts: w.did(w.called).receipts}
	_, barred := w.phrases(answer)
	for _, p := range barred {
		b.Forbidden = append(b.Forbidden, p.text)
	}
	for _, t := range w.in.Window {
		for _, m := range t.Messages {
			b.Said = append(b.Said, m.Text)
		}
	}
	return b
}

// worded tells a model what is wrong.
func worded(faults []critique.Finding) []string {
	var told []string
	for _, f := range faults {
		told = append(told, fmt.Sprintf("%s (%q)", f.Rule.Advice(), f.Text))
	}
	return told
}
