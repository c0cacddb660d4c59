package procedure_test

import (
	"strings"
	"testing"

	"citadel/brain/turn/turntest"
)

// What ended by an event is not told as if it stood: the event comes first, and before it what was.
func TestWhatEndedByAnEventIsNotCurrent(t *testing.T) {
	for _, c := range []struct {
		talk      []string
		says, not string
	}{
		{[]string{"I drive a Volvo.", "I sold the Volvo and bought a Kia.", "what do I drive?"}, `"I sold the Volvo and bought a Kia"`, "A Volvo:"},
		{[]string{"I drive a Volvo.", "I sold the Volvo and bought a Kia.", "what do I drive?"}, `Before: "I drive a Volvo"`, "A Volvo:"},
		{[]string{"I drive a Volvo.", "I sold the Volvo.", "I drive a Kia now.", "what do I drive?"}, `Kia`, "Volvo"},
		{[]string{"I drive a Volvo.", "I sold the boat.", "what do I drive?"}, "A Volvo: ", "boat"},
		{[]string{"I sold the Volvo.", "I drive a Volvo.", "what do I drive?"}, "A Volvo: ", "sold"},
		{[]string{"I drive a Volvo.", "Maybe I sold the Volvo.", "what do I drive?"}, "A Volvo: ", "sold"},
		{[]string{"I drive a Saab.", "I drive a Volvo now.", "I sold the Volvo.", "what do I drive?"}, `"I sold the Volvo"`, "Saab"},
		{[]string{"I play the cello.", "I play the oboe.", "I sold the oboe.", "what do I play?"}, `"I play the cello"`, "oboe"},
		{[]string{"I drive a Volvo.", "I sold the Volvo.", "what did I drive before?"}, "A Volvo: ", "nothing"},
		{[]string{"Kim manages the Paris office.", "Lee took over the Paris office from Kim.", "who manages the Paris office?"}, `Lee: "Lee took over the Paris office from Kim"`, "Kim:"},
		{[]string{"Kim manages the Paris office.", "Lee took over from Kim.", "who manages the Paris office?"}, `Possibly Lee: "Lee took over from Kim"`, "Kim:"},
		{[]string{"Kim manages the Paris office.", "Lee took over the Paris office from Kim.", "Mo replaced Lee.", "who manages the Paris office?"}, `Possibly Mo: "Mo replaced Lee"`, "Kim:"},
		{[]string{"Kim manages the Paris office.", "Lee took over the Rome office.", "who manages the Paris office?"}, "Kim: ", "Rome"},
		{[]string{"My boss is Kim.", "Lee succeeded Kim.", "who is my boss?"}, `"Lee succeeded Kim"`, "Kim:"},
		{[]string{"Kim is in charge of the Paris office.", "Lee took over the Paris office.", "who is in charge of the Paris office?"}, `"Lee took over the Paris office"`, "Kim:"},
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
