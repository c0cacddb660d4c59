package inspect

import (
	"slices"
	"strings"

	"citadel/brain/extract"
	"citadel/memory/decisions"
	"citadel/memory/event"
	"citadel/memory/words"
)

// spoken are phrases that are read as one word, and forms that no stem tells.
var spoken = strings.NewReplacer("on time", "punctual", "no longer", "not", "any more", "", "n't", " not", "’", "'", "never", "not", "paid", "pay", "kept", "keep", "lost", "lose", "broke", "break")

// unsure are words of a statement that is none: it supposes, hopes or hands on.
var unsure = []string{"if", "would", "might", "maybe", "perhaps", "could", "hope", "hopefully", "should", "promised", "promise", "says", "said", "claims", "unless", "will", "plan", "wants", "almost", "nearly"}

// sideOf is the side that a statement takes on the reason of a decision: for it, where it says the
// reason again of what was decided upon ("The agency missed the deadline again"), against it, where it
// says the opposite of it ("The agency hit every deadline"); "" where no rule is sure.
func sideOf(d decisions.Decision, said string) string {
	var stems words.Analyzer
	fields := func(text string) []string {
		return strings.FieldsFunc(spoken.Replace(strings.ToLower(text)), func(r rune) bool { return strings.ContainsRune(" .,;:!?\"()", r) })
	}
	why, told := fields(d.Reason), fields(said)
	if strings.Contains(said, "?") || slices.ContainsFunc(told, func(w string) bool { return slices.Contains(unsure, w) }) {
		return ""
	}
	have := stems.AppendTerms(nil, strings.Join(told, " "))
	about := stems.AppendTerms(nil, d.Text+" "+d.Standing())
	if !slices.ContainsFunc(about, func(t string) bool { return slices.Contains(have, t) }) {
		return ""
	}
	turned, meant := denied(why) != denied(told), 0
	for _, w := range why {
		terms := stems.AppendTerms(nil, w)
		if len(terms) == 0 || w == "not" {
			continue
		}
		meant++
		switch {
		case slices.Contains(have, terms[0]):
		case slices.ContainsFunc(append(have, told...), func(o string) bool { return extract.Opposite(w, o) || extract.Opposite(terms[0], o) }):
			turned = !turned
		default:
			return ""
		}
	}
	switch {
	case meant < 2: // one word in common is no reason
		return ""
	case turned:
		return event.SideAgainst
	}
	return event.SideFor
}

func denied(fields []string) bool { return slices.Contains(fields, "not") }
