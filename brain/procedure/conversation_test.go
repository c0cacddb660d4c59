package procedure_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"citadel/brain/turn/turntest"
)

// TestConversation tells sixty lines of a year and asks twenty questions. The file holds
// "moment | line"; questions follow as "? question => words" where the words must stand in
// the first line of the answer, or "=> nothing" where there is no answer to be found.
func TestConversation(t *testing.T) {
	text, err := os.ReadFile("testdata/conversation.txt")
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
	if asked < 20 || right < 19 {
		t.Errorf("%d of %d questions", right, asked)
	}
}
