package procedure_test

import (
	"testing"

	"citadel/brain/procedure"
	"citadel/brain/turn/turntest"
)

// FuzzAnswer puts anything before a desk with a short past: there is always a reply, every
// claim in it is named, and a question about a reminder is resumed without harm.
func FuzzAnswer(f *testing.F) {
	for _, s := range []string{
		"Where does Ana live?", "remind me at 3 to call", "remind me tomorrow", "İ remind me at 3", "wake me at 6", "tell me tomorrow at 3 to x", "3/12", "skip", "17*23?",
		"I've decided to go because \xff", "always \"x\"", "what did I say in March?", "no, Ana lives in Braga", "actually, Ana lives in Braga", "Ana lives in Braga.",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		w := turntest.New(t).At("2026-11-20 08:51")
		tell(t, w, "My sister Ana lives in Porto.")
		tell(t, w, "remind me to call Tom")
		one := w.Turn(w.Say(text))
		understand(one)
		r, err := procedure.Desk{}.Answer(t.Context(), one)
		if err != nil || r == nil {
			t.Fatal(r, err)
		}
		turntest.Claims(t, w.Mind, &r.Text)
		w.Apply(one, r)
	})
}
