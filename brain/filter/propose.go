package filter

import (
	_ "embed"
	"sync"
	"time"

	"citadel/memory/event"
	"citadel/memory/people"
)

//go:embed trouble.txt
var troubleText string

var trouble = sync.OnceValue(func() []pattern { return patterns(troubleText) })

// Proposal is a group that could be put to the principal, with what he said that speaks for it.
type Proposal struct {
	Person   people.Person
	Group    string
	Evidence []people.Statement // oldest first
}

// Cases is how often the principal must have spoken of trouble with somebody.
const Cases = 3

// Propose finds the first person for whom a group can be proposed (TRUST, The iron filter): his
// words alone are evidence, nobody is proposed twice or where he set a group himself before, and
// none is for whom there is no group: family in distress and whoever works for him. Trouble that
// he told three times speaks for a boundary, and a husband or wife for the inner circle.
func Propose(all []people.Person, now time.Time) (Proposal, bool) {
	for _, p := range all {
		_, troubled := Distress(p, now)
		if p.Offered || p.Group.Seq != 0 || troubled || p.Works() {
			continue
		}
		if s, ok := p.Closest(); ok {
			return Proposal{Person: p, Group: event.Inner, Evidence: []people.Statement{s}}, true
		}
		var cases []people.Statement
		for _, s := range p.Statements {
			again := len(cases) > 0 && cases[len(cases)-1].Message == s.Message
			if !again && !s.Passed && !p.Family() && has(trouble(), split(s.Text)) {
				cases = append(cases, s)
			}
		}
		if len(cases) >= Cases {
			return Proposal{Person: p, Group: event.Boundary, Evidence: cases}, true
		}
	}
	return Proposal{}, false
}
