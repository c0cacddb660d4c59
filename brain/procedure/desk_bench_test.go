package procedure_test

import (
	"fmt"
	"testing"

	"citadel/brain/procedure"
	"citadel/brain/turn"
	"citadel/brain/turn/turntest"
)

// BenchmarkAnswer measures a message over a mind of five hundred others.
func BenchmarkAnswer(b *testing.B) {
	for _, text := range []string{
		"Where does Ana live?", "Should I raise our day rate next year?", "remind me on Tuesday at 3pm to call the bank",
		"The printer is out of toner.", "Tom works at Monzo.",
	} {
		b.Run(text, func(b *testing.B) {
			one := benchTurn(b, text)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := (procedure.Desk{}).Answer(b.Context(), one); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func benchTurn(b *testing.B, text string) *turn.Turn {
	b.Helper()
	w := turntest.New(b)
	for i := range 500 {
		w.Say(fmt.Sprintf("Note %d: the delivery of lot %d went to bay %d with Petra and Tom.", i, i*7%97, i%13))
	}
	w.Say("My sister Ana moved to Porto in March to open a bakery.")
	w.Say("Our day rate is A$1,450.")
	one := w.Turn(w.Say(text))
	understand(one)
	return one
}
