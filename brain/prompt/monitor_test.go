package prompt_test

import (
	"fmt"
	"strings"
	"testing"

	"citadel/brain/prompt"
)

// The look at the last answer is asked for wherever there is one; that for a pattern every fifth
// turn, wherever the window has come to.
func TestSelfMonitoring(t *testing.T) {
	turns := func(n int, program bool) []prompt.Turn {
		var window []prompt.Turn
		for i := range n {
			window = append(window, prompt.Turn{
				Messages: []prompt.Words{{Text: fmt.Sprint("question ", i)}}, Replies: []prompt.Reply{{Text: "answer", Program: program}},
			})
		}
		return window
	}
	for _, c := range []struct {
		tier                string
		earlier, window     int
		program             bool
		correction, pattern bool
	}{
		{prompt.Standard, 0, 0, false, false, false},
		{prompt.Standard, 4, 0, false, false, false}, // nothing to look at
		{prompt.Standard, 0, 1, false, true, false},
		{prompt.Standard, 0, 3, false, true, false},
		{prompt.Standard, 0, 4, false, true, true},
		{prompt.Standard, 0, 5, false, true, false},
		{prompt.Standard, 0, 9, false, true, true},
		{prompt.Standard, 97, 2, false, true, true},
		{prompt.Standard, 98, 2, false, true, false},
		{prompt.Standard, 0, 4, true, false, false}, // what a program said is not its own
		{prompt.Routine, 0, 4, false, true, true},
		{prompt.Deep, 0, 4, false, true, true},
		{prompt.Reflex, 0, 4, false, false, false},
	} {
		out := prompt.Build(prompt.In{Tier: c.tier, Now: now, Earlier: c.earlier, Window: turns(c.window, c.program), Messages: []prompt.Words{{Text: "and now?", On: now}}})
		var correction, pattern bool
		for _, p := range out.Receipt.Parts {
			correction, pattern = correction || p.Name == "correction", pattern || p.Name == "pattern"
		}
		below := out.Request.System[len(out.Request.System)-1].Text
		if correction != c.correction || pattern != c.pattern || strings.Contains(below, "your own last message") != c.correction || strings.Contains(below, "the same opening") != c.pattern {
			t.Errorf("%+v: correction %v, pattern %v", c, correction, pattern)
		}
	}
}
