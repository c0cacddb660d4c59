package procedure_test

import (
	"fmt"
	"strings"
	"testing"

	"citadel/brain/turn/turntest"
)

// Asked what there is of a matter, the newest is told however many fit better, and their number is true.
func TestTheNewestOfMany(t *testing.T) {
	w := turntest.New(t).At("2026-11-20 09:00")
	for i := range 60 {
		tell(t, w, fmt.Sprintf("The garden: plot %d of the garden, in the garden", i))
	}
	newest := "Yesterday a man whom nobody knows looked for an hour over the fence into the garden and left without a word"
	tell(t, w, newest)
	_, r := ask(t, w, "what do you know about the garden?")
	said := r.Text.String()
	if head, rest, _ := strings.Cut(said, "\n\n- "); head != "About the garden I have 61 messages." || !strings.Contains(strings.SplitN(rest, "\n", 2)[0], "without a word") {
		t.Error(said)
	}
	turntest.Claims(t, w.Mind, &r.Text)
}
