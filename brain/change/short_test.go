package change_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"citadel/brain/turn"
	"citadel/brain/turn/turntest"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// exchange records a message with its turn and, where there is one, the answer that rests on it.
func (s *scene) exchange(text, answer string, from ...event.Seq) event.Seq {
	s.t.Helper()
	heard := s.Say(text)
	brain := s.Pens.For(event.Brain)
	es := []ledger.Entry{brain.Write(event.TurnBegan{Messages: []event.Seq{heard}}).Because(heard)}
	ended := event.TurnEnded{Outcome: event.Silent, By: "procedure:listen"}
	if answer != "" {
		post := event.PostQueued{Place: turntest.Console, Text: answer, Answer: &event.Answer{Message: heard, By: "procedure:recall"}}
		es = append(es, s.Pens.For(event.Outbox).Write(post).Because(ledger.Here(0)).Resting(from...))
		ended = event.TurnEnded{Outcome: event.Answered, By: "procedure:recall"}
	}
	s.Record(append(es, brain.Write(ended).Because(ledger.Here(0)))...)
	return heard
}

// became says in a word what a reply makes of a message.
func became(r *turn.Reply) string {
	if r == nil {
		return "-"
	}
	said := r.Text.String()
	switch {
	case strings.HasPrefix(said, "I heard "):
		return "none"
	case strings.HasPrefix(said, "What is "):
		return "which"
	case strings.HasPrefix(said, "I have it so"):
		return "same"
	case strings.HasPrefix(said, "Kept: "):
		return "new"
	}
	for _, w := range r.Writes {
		if l, ok := w.Payload.(event.Learned); ok {
			if l.Quote != "" {
				return l.Quote
			}
			return l.Text
		}
	}
	return "asks"
}

// A correction that is missed can be said in full; one that is imagined falsifies what is known.
// So of the corrections that are made not one may be wrong, and of those that should be nearly all
// are made.
func TestCorrectionsOfTheLastExchange(t *testing.T) {
	text, err := os.ReadFile("testdata/corrections.txt")
	if err != nil {
		t.Fatal(err)
	}
	verdicts := []string{"-", "none", "which", "same", "new", "asks"}
	lines, should, made, right, agree := 0, 0, 0, 0, 0
	for line := range strings.Lines(string(text)) {
		given, want, ok := strings.Cut(strings.TrimSpace(line), " => ")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		before, next, _ := strings.Cut(given, " | ")
		said, question, asked := strings.Cut(before, " ? ")
		s := begin(t)
		s.At("2026-11-20 08:55")
		m := s.exchange(said, "")
		if asked {
			s.exchange(question, "\""+said+"\"", m)
		}
		_, r := s.ask(next)
		got := strings.TrimRight(became(r), ".")
		lines++
		changes := !slices.Contains(verdicts, got)
		if !slices.Contains(verdicts, want) {
			should++
		}
		if changes {
			made++
		}
		switch {
		case got == want && changes:
			right++
			agree++
		case got == want:
			agree++
		case changes:
			t.Errorf("wrong: %q, then %q: %q instead of %q", said, next, got, want)
		default:
			t.Logf("missed: %q, then %q: %q instead of %q", said, next, got, want)
		}
		if r != nil && !changes && got != "new" {
			for _, w := range r.Writes {
				if _, read := w.Payload.(event.Integrated); !read {
					t.Errorf("%q, then %q: %s, and writes %T", said, next, got, w.Payload)
				}
			}
		}
	}
	t.Logf("%d lines: precision %d of %d, recall %d of %d, verdicts %d of %d", lines, right, made, right, should, agree, lines)
	if lines < 120 || right*100 < should*95 || agree*100 < lines*95 {
		t.Errorf("%d of %d corrections are made, %d of %d lines are taken as they are meant", right, should, agree, lines)
	}
}

// A statement is said to be history exactly where an event ends it: of a message that says more, and
// that no memory was made of, none does.
func TestWhatIsSaidOfTheOld(t *testing.T) {
	for _, said := range []string{"Ana lives in Porto.", "Ana lives in Porto and works at Acme.", "Ana lives in Porto. Tom works at Acme."} {
		s := begin(t)
		s.At("2026-11-20 09:00")
		s.exchange(said, "")
		_, r := s.ask("no, Ana lives in Braga")
		if became(r) == "none" || r == nil {
			t.Fatalf("%s: it corrects nothing", said)
		}
		ends := slices.ContainsFunc(r.Writes, func(w turn.Write) bool { _, over := w.Payload.(event.Superseded); return over })
		if text := r.Text.String(); strings.Contains(text, "no longer current") != ends || !strings.Contains(text, "Before: Porto") || ends != (said == "Ana lives in Porto.") {
			t.Errorf("%s: ended %v, said %q", said, ends, text)
		}
	}
}
