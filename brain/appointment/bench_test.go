package appointment_test

import (
	"fmt"
	"testing"
	"time"

	"citadel/brain/appointment"
)

// BenchmarkTold reads five thousand messages, as many as are looked through.
func BenchmarkTold(b *testing.B) {
	d := begin(b)
	for i := range 5000 {
		d.say(fmt.Sprintf("The harvest of lot %d was good, and Ana liked the colour. We talked for an hour about the price.", i))
		if i%10 == 0 {
			d.say(fmt.Sprintf("The call with client %d is on Tuesday at 10.", i))
		}
	}
	source := appointment.Source{Now: d.now, Events: d.Events, Read: d.Read, Shown: shown}
	day := time.Date(2026, 11, 24, 0, 0, 0, 0, d.now.Location())
	for b.Loop() {
		book, err := appointment.Open(b.Context(), source)
		if err != nil {
			b.Fatal(err)
		}
		if told := book.On(day, day.AddDate(0, 0, 1)).Told; len(told) == 0 {
			b.Fatal("nothing is told")
		}
	}
}
