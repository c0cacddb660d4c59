package procedure_test

import (
	"strings"
	"testing"

	"citadel/brain/turn/turntest"
)

// Words of others that the principal pasted are no answer to what he asks of himself, and are told
// as passed on; and what was said last is told without a topic.
func TestWordsOfOthersAndOurOwn(t *testing.T) {
	for _, c := range []struct {
		talk      []string
		says, not string
	}{
		{[]string{"> I am allergic to nuts", "what am I allergic to?"}, "I have nothing about your allergies", "(you, "},
		{[]string{`Ben wrote me: "I live in Oslo"`, "where do I live?"}, "I have nothing about where you live", "(you, "},
		{[]string{"> The gate code changes on Friday", "when does the gate code change?"}, "(passed on by you, ", "(you, "},
		{[]string{`I said: "I live in Oslo"`, "where do I live?"}, "", "passed on"},
		{[]string{"Ana lives in Porto.", "where does Ana live?", "what did you just say?"}, `I said`, "about ."},
	} {
		w := turntest.New(t).At("2026-11-20 09:00")
		last := len(c.talk) - 1
		for i, line := range c.talk[:last] {
			tell(t, w, line)
			w.At("2026-11-20 09:0" + string(rune('1'+i)))
		}
		_, r := ask(t, w, c.talk[last])
		said := r.Text.String()
		if !strings.Contains(said, c.says) || strings.Contains(said, c.not) {
			t.Errorf("%q: %s", c.talk, said)
		}
		turntest.Claims(t, w.Mind, &r.Text)
	}
}
