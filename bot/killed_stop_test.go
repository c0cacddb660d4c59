package bot_test

import (
	"testing"
	"testing/synctest"
	"time"

	"citadel/connectors"
	"citadel/memory/event"
)

// dies has a process hear what is said by an account of the drill, and die before it did anything about it.
func (d *drill) dies(platform, who, text string) {
	d.t.Helper()
	d.n++
	e := direct(platform, who)
	e.Text, e.At, e.Key = text, time.Now(), "killed"+text
	e.Message = connectors.MessageID(e.Key)
	if err := d.bot.Take(d.t.Context(), d.lines[platform], e); err != nil {
		d.t.Fatal(err)
	}
	time.Sleep(5 * time.Second)
}

// What cannot wait is heeded by the next process, too, where the one that heard it was killed before it came to that: what a
// "stop" speaks of is not done, and what an account asked for before it was locked is not answered there.
func TestWhatCannotWaitOutlivesTheProcess(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("telegram", "4471", event.Private)
		d.link("slack", "U1", event.Work)
		d.end()
		d.dies("telegram", "4471", "book me the flight to Lisbon")
		d.dies("telegram", "4471", "stop")
		d.dies("telegram", "4471", "how are you?")
		telegram := len(d.shown("telegram"))
		d.begin()
		synctest.Wait()
		differ(t, "said", []string{"Stopped.", "heard how are you?"}, d.shown("telegram")[telegram:])

		d.end()
		d.dies("slack", "U1", "what do you know of me?")
		d.dies("telegram", "4471", "lock slack")
		slack := len(d.shown("slack"))
		d.begin()
		synctest.Wait()
		differ(t, "said where it is locked", []string{}, d.shown("slack")[slack:])
	})
}
