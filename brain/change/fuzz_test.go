package change_test

import (
	"testing"
	"unicode/utf8"

	"citadel/brain/change"
	"citadel/brain/command"
	"citadel/brain/turn/turntest"
)

// FuzzAnswer gives any message to a mind with something in it: the answer is no error, can
// be written down, its claims can be traced, and its buttons say commands.
func FuzzAnswer(f *testing.F) {
	for _, text := range []string{
		"remember the code", "forget m3", "forget m3 now", "yes, forget m3 and l6", "forget Acme", "forget everything about \"board\"", "wrong", "wrong m3",
		"wrong m5: Acme buys steel", "no, Acme buys steel now", "no, she said it's 15 December", "undo", "snooze 20 min", "snooze r1 until 16:00", "skip r1", "cancel r1 l6",
		"done l6", "close l6", "record", "record d1", "not a decision", "keep it", "keep m3", "amend d1: x", "reverse", "not now", "rule add never *before* 9",
		"rule drop 1", "call me Sam", "my time zone is UTC+2", "zone ../../etc/passwd", "quiet hours 10pm to 7.30", "quiet hours noon-midnight",
		"my country is the Netherlands", "pause", "resume", "away from 3/12 to 4/12 except `x`", "away until Monday", "back", "stop", "fine", "exit",
		"model opus", "model `x`-1", "model usual", "model claude", "allow 4.00", "allow $0", "allow 100 dollars", "allow 999999", "redo", "redo deep", "stay without",
		"remember \xff\xfe", "remember \u202e“…”", "/wrong \u0000", "rule add " + "ü\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			return // connectors deliver UTF-8
		}
		s := acme(t)
		s.do("rule add never before 9")
		if len(text)%2 == 0 {
			s.Models = models
		}
		turn := s.Turn(s.Say(text))
		r, err := change.Answer(t.Context(), turn)
		if err != nil {
			t.Fatal(err)
		}
		if r == nil {
			return
		}
		s.Apply(turn, r)
		turntest.Claims(t, s.Mind, &r.Text)
		for _, b := range r.Buttons {
			if _, ok := command.Parse(b.Says); !ok {
				t.Errorf("button %q says %q, which is no command", b.Label, b.Says)
			}
		}
	})
}
