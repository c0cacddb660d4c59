// Package identity is who the agent is, in the words that every model is given: a part that no job can write, and an
// open part of how it works with its principal, that changes by what he said, a line or two in a week, and never
// without his having seen it (SPEC §16; TRUST, Identity rewriting itself; S1 "The recursive bit").
//
// Which version of the open part holds is in package memory/identity. Here are the founding words, what a model is
// asked for in the three rounds of a change, and what of its answer holds.
package identity

import (
	_ "embed" // the words
	"slices"
	"strings"
)

var (
	//go:embed locked.md
	lockedText string
	//go:embed founding.md
	foundingText string
)

// What a change may come to, as parts of all the words (TRUST, Identity rewriting itself).
const (
	MostChanged = .10 // in one week
	MostDrift   = .25 // from the founding version
)

// Locked are the lines that no job can write, with "{agent}" for its name.
func Locked() []string { return strings.Split(strings.TrimSpace(lockedText), "\n") }

// Founding are the open lines of version 1.
func Founding() []string { return strings.Split(strings.TrimSpace(foundingText), "\n") }

// Open are the open lines that hold: those of a version, or the founding ones where it has none.
func Open(version []string) []string {
	if len(version) == 0 {
		return Founding()
	}
	return version
}

// Text is the whole of it as a model is given it.
func Text(open []string) string {
	return "# Who you are\n" + strings.Join(slices.Concat(Locked(), open), "\n") + "\n"
}

// Distance is how much of the words of the one would have to be others to make it the other, from 0, the same, to 1:
// of both whole texts, locked lines included, the words that no longest common sequence holds, as a part of the longer.
func Distance(a, b []string) float64 {
	x, y := strings.Fields(Text(a)), strings.Fields(Text(b))
	row := make([]int, len(y)+1) // of the longest common sequence of what was read of x, and of y
	for _, w := range x {
		before := 0
		for j, v := range y {
			here := row[j+1]
			switch {
			case w == v:
				row[j+1] = before + 1
			default:
				row[j+1] = max(row[j+1], row[j])
			}
			before = here
		}
	}
	longer := max(len(x), len(y))
	return float64(longer-row[len(y)]) / float64(longer)
}
