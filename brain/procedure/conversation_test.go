package procedure_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"citadel/brain/turn/turntest"
)

// TestConversation tells the lines of a talk and asks about them. A file holds
// "moment | line"; questions follow as "? question => words" where the words must stand in
// the first line of the answer, or "=> nothing" where there is no answer to be found.
//
// The first talk is of a year, in whole sentences. The second is messier; it was written
// and answered once before anything was changed for it: 37 of 41, and two statements were
// taken for questions.
func TestConversation(t *testing.T) {
	t.Run("year", func(t *testing.T) { converse(t, "testdata/conversation.txt", 35) })
	t.Run("messy", func(t *testing.T) { converse(t, "testdata/conversation-messy.txt", 39) })
}

// converse wants at least so many questions answered by the right words.
func converse(t *testing.T, file string, atLeast int) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	w := turntest.New(t)
	asked, right := 0, 0
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if question, want, ok := strings.Cut(strings.TrimPrefix(line, "? "), " => "); ok && strings.HasPrefix(line, "? ") {
			w.At("2026-11-20 09:00")
			one, r := ask(t, w, question)
			turntest.Claims(t, w.Mind, &r.Text)
			turntest.Manners(t, r.Text.String())
			w.Apply(one, r)
			asked++
			first, _, _ := strings.Cut(r.Text.String(), "\n")
			ok := strings.Contains(first, want)
			if want == "nothing" {
				ok = strings.HasPrefix(first, "I have nothing")
			}
			if ok {
				right++
			}
			t.Logf("right=%v %s %q\n%s", ok, r.By, question, r.Text.String())
			continue
		}
		if moment, said, ok := strings.Cut(line, " | "); ok {
			w.At(moment)
			one, r := ask(t, w, said)
			if r.By == "shrug" || r.By == "procedure:recall" {
				t.Errorf("%q is no question and was answered by %s: %s", said, r.By, r.Text.String())
			}
			w.Apply(one, r)
			w.Now = w.Now.Add(time.Minute)
		}
	}
	t.Logf("%d of %d questions answered by the right words in the first line", right, asked)
	if right < atLeast {
		t.Errorf("%d of %d questions, want %d", right, asked, atLeast)
	}
}
