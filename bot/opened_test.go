package bot_test

import (
	"testing"
	"testing/synctest"
	"time"

	"citadel/memory/event"
)

// What was written for a conversation that nobody else read, and waits while others may read it by now, goes to where
// nobody does; where there is no such place it is not said.
func TestAnAnswerWaitsWhileOthersMayRead(t *testing.T) {
	for other, want := range map[event.Audience]int{event.Private: 1, event.Work: 0} {
		t.Run(string(other), func(t *testing.T) {
			drilled(t, func(t *testing.T, d *drill) {
				d.link("telegram", "4471", other)
				d.link("slack", "U1", event.Private)
				slack := d.lines["slack"]
				slack.broken(true)
				d.says("slack", "U1", "the gate code is zebra")
				before := len(d.shown("telegram"))
				d.says("telegram", "4471", "audience slack work")
				slack.broken(false)
				time.Sleep(time.Hour)
				synctest.Wait()
				shown := 0
				for _, text := range d.shown("telegram")[before:] {
					if text == "heard the gate code is zebra" {
						shown++
					}
				}
				differ(t, "shown where nobody else reads", want, shown)
				for _, text := range d.shown("slack") {
					if text == "heard the gate code is zebra" {
						t.Error("it is shown where others read by now")
					}
				}
				differ(t, "shown by itself", []string{"heard and now?"}, d.says("slack", "U1", "and now?"))
			})
		})
	}
}
