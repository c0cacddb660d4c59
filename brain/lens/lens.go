// Package lens is the sixty-three ways of looking at a matter that an answer may be written
// with: reasoning frameworks, each with when it helps, how to apply it and when it misleads
// (SPEC §6, Mental models). They are content, in lenses.txt, in words of our own.
//
// A few of them go into the prompt, chosen by how much the message sounds like those that
// need them (rank.go). They shape an answer and are never its subject: whoever asks whether
// to finish a project wants to hear what finishing costs, and not the name of a fallacy. So
// there is a rule for when an answer names one (named.go), and one for whether it was put to
// use at all (used.go).
package lens

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"
)

// Lens is one way of looking.
type Lens struct {
	ID    string
	Names []string // what it is called; a text that holds one has named it
	Plain []string // what it is called in words that also mean something else
	When  string   // when it helps, in the words of those whom it helps
	Hears string   // more words of theirs; this and When are for retrieval
	Apply string   // what a model is told: complete without any name
	Fails string   // when it misleads
}

//go:embed lenses.txt
var written string

var all = sync.OnceValue(func() []Lens { return parse(written) })

// All gives the lenses in the order of the file. They are shared: not to be written to.
func All() []Lens { return all() }

// Of finds a lens by its id.
func Of(id string) (Lens, bool) {
	for _, l := range all() {
		if l.ID == id {
			return l, true
		}
	}
	return Lens{}, false
}

// Text is what a model is shown.
func (l Lens) Text() string { return l.Apply + " When it misleads: " + l.Fails }

// parse reads the notation described at the head of lenses.txt. It panics on what it cannot
// read: the file is part of the program.
func parse(text string) []Lens {
	var lenses []Lens
	for block := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		if strings.HasPrefix(block, "#") {
			continue
		}
		lines := strings.Split(block, "\n")
		l := Lens{ID: lines[0]}
		for _, line := range lines[1:] {
			key, value, _ := strings.Cut(line, ": ")
			switch key {
			case "known":
				l.Names, l.Plain = names(value)
			case "when":
				l.When = value
			case "hears":
				l.Hears = value
			case "apply":
				l.Apply = value
			case "fails":
				l.Fails = value
			default:
				panic(fmt.Sprintf("lenses.txt: %s: no such line: %q", l.ID, line))
			}
		}
		lenses = append(lenses, l)
	}
	return lenses
}

// names parts those that are plain English from the others.
func names(list string) (own, plain []string) {
	for name := range strings.SplitSeq(list, ", ") {
		if rest, ok := strings.CutPrefix(name, "~"); ok {
			plain = append(plain, rest)
		} else {
			own = append(own, name)
		}
	}
	return own, plain
}
