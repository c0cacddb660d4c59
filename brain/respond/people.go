package respond

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"citadel/brain/classify"
	"citadel/brain/filter"
	"citadel/brain/prompt"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/people"
)

// deal finds how the principal deals with those whom the messages name (package filter), and gives
// the tier that follows: somebody of the inner circle makes it one deeper. That stakes are high has
// raised it already where the message was classified.
func (w *work) deal(ctx context.Context) (classify.Tier, error) {
	var named []people.Match
	w.t.Read(func(v memory.View) { named = v.People.Named(w.t.Text) })
	named, err := acquainted(ctx, w.t, named)
	if err != nil {
		return 0, err
	}
	w.dealings = filter.Apply(filter.In{
		Message: w.t.Text, Named: named, Now: w.t.Now,
		Class: classify.Class{Category: classify.Category(w.t.Category), Tier: w.mind.tier},
	})
	return w.dealings.Tier, nil
}

// acquainted leaves of those whom a text may mean the ones that the reader of the answer may know of:
// all that is held of them may be told there.
func acquainted(ctx context.Context, t *turn.Turn, named []people.Match) ([]people.Match, error) {
	if t.Sight().Private() {
		return named, nil
	}
	var kept []people.Match
	for _, m := range named {
		var told []people.Person
		for _, p := range m.Persons {
			shown := true
			for _, seq := range p.Rests() {
				var err error
				if shown, err = t.Mind.Shown(ctx, t.Sight(), seq); err != nil {
					return nil, err
				}
				if !shown {
					break
				}
			}
			if shown && len(p.Rests()) > 0 {
				told = append(told, p)
			}
		}
		if m.Persons = told; len(told) > 0 {
			kept = append(kept, m)
		}
	}
	return kept, nil
}

// named words the dealings for the prompt: a directive for each person, and whom to ask about.
func (w *work) named() (told []prompt.Guidance) {
	for _, d := range w.dealings.Directives {
		told = append(told, prompt.Guidance{Text: d.Text, Seqs: d.Rests})
	}
	if len(told) > 0 {
		told = append(told, prompt.Guidance{Text: filter.Scope()})
	}
	for _, m := range w.dealings.Unclear {
		var names []string
		var seqs []event.Seq
		for _, p := range m.Persons {
			names, seqs = append(names, p.Name), append(seqs, p.Rests()...)
		}
		called := w.t.Text[m.Start:m.End]
		told = append(told, prompt.Guidance{Text: fmt.Sprintf("%q may mean %s: ask which of them is meant.", called, strings.Join(names, " or ")), Seqs: seqs})
	}
	return told
}

// phrases finds what of an answer the directives keep out of drafts: own are those that stand in
// the principal's own message, which are his to keep, barred the others.
func (w *work) phrases(answer string) (own, barred []barredPhrase) {
	draft := w.draft(answer)
	for _, d := range w.dealings.Directives {
		for _, p := range d.Phrases(draft, w.t.Text) {
			found := barredPhrase{name: d.Name, text: p.Text, rests: d.Rests}
			to := &barred
			if p.Own {
				to = &own
			}
			if !slices.ContainsFunc(*to, func(b barredPhrase) bool { return b.name == found.name && b.text == found.text }) {
				*to = append(*to, found)
			}
		}
	}
	return own, barred
}

// barredPhrase is a phrase that drafts for somebody do without.
type barredPhrase struct {
	name, text string
	rests      []event.Seq // what set the group
}

// draft is what of an answer is for somebody else to read: what stands in block quotes or, where
// text was asked for and nothing does, all of it.
func (w *work) draft(answer string) string {
	var quoted []string
	for line := range strings.Lines(answer) {
		if line, ok := strings.CutPrefix(strings.TrimSpace(line), ">"); ok {
			quoted = append(quoted, line)
		}
	}
	if len(quoted) == 0 && asksForText(w.t.Text) {
		return answer
	}
	return strings.Join(quoted, "\n")
}

// wording says beside an answer which of its phrases are the principal's own, and asks once whether
// they are to stay (TRUST, The iron filter); and what of the others could not be got rid of.
func (w *work) wording(r *turn.Reply, answer string) {
	own, barred := w.phrases(answer)
	for _, p := range barred {
		r.Text.Break().Say("The draft has ").Claim(w.t.Heard(), "\"%s\"", p.text).Say(", which I keep from ").Claim(p.rests, "%s", p.name).Say(": leave it out.")
	}
	for _, p := range own {
		keep := fmt.Sprintf("keep %q for %s", p.text, p.name)
		if w.past.says(keep) {
			continue
		}
		r.Text.Break().Claim(w.t.Heard(), "\"%s\"", p.text).Say(" is your wording, so it stands, though I keep it from ").Claim(p.rests, "%s", p.name).
			Say(" otherwise. Is it to stay? `%s`", keep)
		r.Buttons = append(r.Buttons, event.Button{Label: "Keep it", Says: keep})
		return // one question is enough
	}
}

// says whether something stood in an answer of the window.
func (p past) says(words string) bool {
	return slices.ContainsFunc(p.turns, func(t prompt.Turn) bool {
		return slices.ContainsFunc(t.Replies, func(r prompt.Reply) bool { return strings.Contains(r.Text, words) })
	})
}
