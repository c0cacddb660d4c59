package bot_test

import (
	"context"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"citadel/brain/turn"
	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
)

// A recording that is there only after its message was answered is listened to then, and what he said in it is answered:
// once, whether it is his own or passed on, and also where the process ended between the two.
func TestARecordingThatComesLate(t *testing.T) {
	slowly := func(ctx context.Context, f connectors.File, out io.Writer) error {
		time.Sleep(40 * time.Second)
		return aloud(ctx, f, out)
	}
	clip := connectors.File{Name: "a.ogg", MIME: "audio/ogg", ID: "F1", Size: -1, Voice: true, Seconds: 10}
	for name, c := range map[string]struct {
		from  string
		again bool
	}{"his own": {}, "passed on": {from: "Ann"}, "another start": {again: true}} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, w *world) {
				listened := 0
				listen := func(context.Context, *turn.Turn, turn.Message, turn.File) (event.Transcribed, string, error) {
					listened++
					return event.Transcribed{Spoken: "Ana lives in Porto", By: "whisper-1"}, "", nil
				}
				w.holds(slowly)
				w.bot.Brain.Listen = listen
				stop := w.run()
				w.must(connectors.Event{Kind: connectors.Message, Files: []connectors.File{clip}, Forwarded: c.from})
				time.Sleep(30 * time.Second)
				synctest.Wait()
				before := w.chat.texts()
				if len(before) == 0 || !strings.Contains(before[0], "Still loading") {
					t.Errorf("said first %q", before)
				}
				time.Sleep(5 * time.Minute)
				synctest.Wait()
				said := strings.Join(w.chat.texts()[len(before):], "\n")
				if listened != 1 || !strings.Contains(said, "> Ana lives in Porto") {
					t.Errorf("listened %d times, said %q", listened, said)
				}
				w.say("and now?")
				time.Sleep(time.Minute)
				if err := stop(); err != nil {
					t.Error(err)
				}
				if c.again {
					files := w.bot.Files
					w.reopen(newModel())
					w.bot.Files, w.bot.Brain.Listen = files, listen
					stop = w.run()
					time.Sleep(time.Minute)
					if err := stop(); err != nil {
						t.Error(err)
					}
				}
				if listened != 1 || len(w.payloads("came.late")) != 1 {
					t.Errorf("listened %d times, %d came late", listened, len(w.payloads("came.late")))
				}
				w.mind.Read(func(v memory.View) {
					if len(v.Thread.Waiting)+len(v.Attachments.Late) > 0 {
						t.Errorf("still waiting: %+v, %+v", v.Thread.Waiting, v.Attachments.Late)
					}
				})
			})
		})
	}
}
