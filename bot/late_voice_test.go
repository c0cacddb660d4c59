package bot_test

import (
	"context"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"citadel/brain"
	"citadel/brain/turn"
	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
)

func clip() connectors.File {
	return connectors.File{Name: "a.ogg", MIME: "audio/ogg", ID: "F1", Size: -1, Voice: true, Seconds: 10}
}

// handedOutAfter hands out a recording after so long.
func handedOutAfter(d time.Duration) func(context.Context, connectors.File, io.Writer) error {
	return func(ctx context.Context, f connectors.File, out io.Writer) error {
		time.Sleep(d)
		return aloud(ctx, f, out)
	}
}

// listening writes a recording down, and counts how often it was asked to.
func listening(times *int) brain.Listener {
	return func(context.Context, *turn.Turn, turn.Message, turn.File) (event.Transcribed, string, error) {
		*times++
		return event.Transcribed{Spoken: "Ana lives in Porto", By: "whisper-1"}, "", nil
	}
}

// A recording that is there only after its message was answered is listened to then, and what he said in it is answered:
// once, whether it is his own or passed on, and also where the process ended between the two.
func TestARecordingThatComesLate(t *testing.T) {
	for name, c := range map[string]struct {
		from  string
		again bool
	}{"his own": {}, "passed on": {from: "Ann"}, "another start": {again: true}} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, w *world) {
				listened := 0
				listen := listening(&listened)
				w.holds(handedOutAfter(40 * time.Second))
				w.bot.Brain.Listen = listen
				stop := w.run()
				w.must(connectors.Event{Kind: connectors.Message, Files: []connectors.File{clip()}, Forwarded: c.from})
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

// Its message is being answered anew when the recording comes: what he said in it is answered all the same.
func TestARecordingThatComesWhileAnEditIsAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := talking(t)
		listened := 0
		w.holds(handedOutAfter(60 * time.Second))
		w.bot.Brain.Listen = listening(&listened)
		stop := w.run()
		id := w.must(connectors.Event{Kind: connectors.Message, Text: "what is the plan here", Files: []connectors.File{clip()}})
		time.Sleep(21 * time.Second)
		m.next(t).answers("It is loading.")
		synctest.Wait()
		w.edit(id, "what is the plan there")
		time.Sleep(22 * time.Second)
		m.next(t).drafts("The plan is to ")
		time.Sleep(30 * time.Second)
		m.next(t).answers("Ana lives there.") // the call before was given up
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		if said := strings.Join(w.chat.texts(), "\n"); listened != 1 || !strings.Contains(said, "> Ana lives in Porto") || !strings.Contains(said, "Ana lives there.") {
			t.Errorf("listened %d times, said %q", listened, said)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// A "stop" ends what was said before it. A recording that came since is said since.
func TestARecordingThatComesAfterStop(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		listened := 0
		w.holds(handedOutAfter(5 * time.Minute))
		w.bot.Brain.Listen = listening(&listened)
		stop := w.run()
		w.must(connectors.Event{Kind: connectors.Message, Files: []connectors.File{clip()}})
		time.Sleep(time.Minute)
		w.say("tell me of the weather")
		time.Sleep(20 * time.Second)
		w.say("stop")
		time.Sleep(20 * time.Minute)
		synctest.Wait()
		if said := strings.Join(w.chat.texts(), "\n"); listened != 1 || !strings.Contains(said, "> Ana lives in Porto") {
			t.Errorf("listened %d times, said %q", listened, said)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}
