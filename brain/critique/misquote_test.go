package critique_test

import (
	"testing"

	"citadel/brain/critique"
)

// Words that are given as the reader's own and occur in nothing that was shown are marked, and no
// others: neither his true ones nor those of somebody else.
func TestMarked(t *testing.T) {
	shown := []string{"Henderson pays late &amp; argues about every invoice.", "I won't sign before March."}
	for text, want := range map[string]string{
		`You said "Henderson pays late". Drop them.`:                   `You said "Henderson pays late". Drop them.`,
		`You wrote “I won’t sign before March” ([1 Nov](src:m4)).`:     `You wrote “I won’t sign before March” ([1 Nov](src:m4)).`,
		`You said: "Henderson pays late … every invoice".`:             `You said: "Henderson pays late … every invoice".`,
		`You said "Henderson always pays on time". Keep them.`:         `You said "Henderson always pays on time" (I find these words nowhere). Keep them.`,
		`You told me on Friday "I love the Porto office", so stay.`:    `You told me on Friday "I love the Porto office" (I find these words nowhere), so stay.`,
		`You said "Henderson pays late … and I hate it".`:              `You said "Henderson pays late … and I hate it" (I find these words nowhere).`,
		`You said "late". Write to them: "Please pay by Friday noon."`: `You said "late". Write to them: "Please pay by Friday noon."`,
	} {
		got := critique.Marked(text, shown...)
		if got != want {
			t.Errorf("%q became %q", text, got)
		}
		if again := critique.Marked(got, shown...); again != got {
			t.Errorf("%q became %q the second time", got, again)
		}
		if n := len(critique.Misquoted(text, shown...)); n > 0 != (want != text) {
			t.Errorf("%q: %d are invented", text, n)
		}
	}
}
