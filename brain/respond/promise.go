package respond

import (
	"context"
	"strings"
	"unicode"

	"citadel/brain/phrase"
	"citadel/brain/prompt"
	"citadel/brain/turn"
	"citadel/brain/volition"
	"citadel/memory/event"
)

// ownPromises takes out of the wishes the promises that stand in others' words, and in what was
// pasted: a line that a model only repeats is nothing that the agent promised.
func (w *work) ownPromises(ctx context.Context, wishes []volition.Wish) error {
	var theirs []string
	for i := range wishes {
		made, ok := wishes[i].Change.(event.CommitmentMade)
		if !ok {
			continue
		}
		if theirs == nil {
			var err error
			if theirs, err = w.theirWords(ctx); err != nil {
				return err
			}
		}
		promise := plain(made.Text)
		for _, text := range theirs {
			if promise != "" && strings.Contains(" "+text+" ", " "+promise+" ") {
				wishes[i].Change, wishes[i].Fault = nil, "it only repeats what stands in others' words"
				break
			}
		}
	}
	return nil
}

// theirWords are the texts in view that nobody promised anything with, as plain words: what others
// said, files, what tools brought of others, and what the principal pasted.
func (w *work) theirWords(ctx context.Context) ([]string, error) {
	texts := []string{""}
	seqs, err := w.others(ctx)
	if err != nil {
		return nil, err
	}
	for _, seq := range seqs {
		_, p, err := w.t.Event(ctx, seq)
		if err != nil {
			return nil, err
		}
		if p, learned := p.(event.Learned); learned {
			texts = append(texts, plain(p.Text), plain(p.Quote))
			continue
		}
		texts = append(texts, plain(written(p)))
	}
	take := func(said []prompt.Words) {
		for _, m := range said {
			if m.From != "" {
				texts = append(texts, plain(m.Text))
			}
			texts = append(texts, pasted(m.Text)...)
			for _, f := range m.Files {
				texts = append(texts, plain(f.Text))
			}
		}
	}
	for _, t := range w.in.Window {
		take(t.Messages)
	}
	take(w.words(w.t.Messages))
	return texts, nil
}

// pasted are the lines of a message that are written like a control line, or quoted from elsewhere,
// and whatever stands in a code block.
func pasted(text string) (lines []string) {
	fenced := false
	for line := range strings.Lines(text) {
		bare := strings.TrimSpace(line)
		fence := strings.HasPrefix(bare, "```")
		fenced = fenced != fence
		if fenced || strings.HasPrefix(bare, ">") || strings.Contains(bare, "COMMIT:") {
			lines = append(lines, plain(line))
		}
	}
	return lines
}

// plain is a text as its words in lower case, with one blank between them.
func plain(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ")
}

// promised tells what the answer keeps of what a model wished for: a promise comes to mind until it is
// kept, so the principal hears of it where it is made, and so of the rest. It says whether there is any.
func (w *work) promised(r *turn.Reply, wishes []volition.Wish) (any bool) {
	told := ""
	for _, wish := range wishes {
		what, text := keeps(wish.Change)
		if what == "" {
			continue
		}
		switch {
		case what == told:
			r.Text.Say("; ")
		case any:
			r.Text.Say(". %s: ", what)
		default:
			r.Text.Break().Say("%s: ", what)
		}
		any, told = true, what
		r.Text.Claim(w.t.Heard(), "%s", phrase.Quote(phrase.Bare(text), phrase.MaxQuote))
	}
	if any {
		r.Text.Say(". `undo` takes it back.")
	}
	return any
}

// keeps names what a change keeps; empty where the principal need not hear of it.
func keeps(p event.Payload) (what, text string) {
	switch p := p.(type) {
	case event.CommitmentMade:
		return "Kept as my promise", p.Text
	case event.Learned:
		return "Noted as my own conclusion", p.Text
	case event.IntentionSet:
		return "To be brought up", p.Text
	case event.ThoughtsSet:
		return "In my mind", p.Thoughts[0]
	case event.CuriosityRaised:
		return "A topic of mine", p.Topic
	case event.GrowthSown:
		return "A goal of mine", p.Text
	case event.DecisionProposed:
		return "Proposed as your decision, in `review`", p.Text
	}
	return "", ""
}
