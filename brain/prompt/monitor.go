package prompt

import (
	_ "embed"
	"slices"
)

// Self-monitoring (SPEC §7): P85 asks for a look at the last answer, P86 every so often for
// one at the last answers together. Neither is told where nothing was answered yet, and a
// reflex turn is too small for them.
var (
	//go:embed correction.md
	correctionText string
	//go:embed pattern.md
	patternText string
)

// patternTurns is how often answers are looked at for a pattern. Of fewer there is none to see.
const patternTurns = 5

// correction is P85.
func (b *builder) correction() string {
	if b.tier.name == Reflex || !slices.ContainsFunc(b.in.Window, answered) {
		return ""
	}
	return correctionText
}

// pattern is P86. Turns are counted from the first one ever, so that it comes as often when the
// window has moved.
func (b *builder) pattern() string {
	turn := b.in.Earlier + len(b.in.Window) + 1
	if b.tier.name == Reflex || turn%patternTurns != 0 || !slices.ContainsFunc(b.in.Window, answered) {
		return ""
	}
	return patternText
}

// answered says whether a model's own words are among what a turn said.
func answered(t Turn) bool {
	return slices.ContainsFunc(t.Replies, func(r Reply) bool { return !r.Program })
}
