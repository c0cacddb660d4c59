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
	"citadel/memory/event"
)

// passes passes something on that came from somebody else.
func (w *world) passes(text string, fs ...connectors.File) connectors.MessageID {
	w.t.Helper()
	return w.must(connectors.Event{Kind: connectors.Message, Text: text, Files: fs, Forwarded: "Ann"})
}

// gives gives every file the same words, as soon as it is asked for one.
func (w *world) gives() {
	w.holds(func(_ context.Context, _ connectors.File, out io.Writer) error {
		_, err := io.WriteString(out, hello)
		return err
	})
}

// What became of the files that he passes on is told where he did so, in one post: what is kept, and above
// all what is not.
func TestFilesThatArePassedOn(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.holds(func(_ context.Context, f connectors.File, out io.Writer) error {
			if f.ID == "gone" {
				return &connectors.Error{Op: "fetch", Reason: connectors.Gone}
			}
			time.Sleep(time.Second)
			_, err := io.WriteString(out, hello)
			return err
		})
		stop := w.run()
		w.passes("", connectors.File{Name: "list.txt", ID: "F1", Size: int64(len(hello))})
		w.passes("the contract", connectors.File{Name: "contract.pdf", ID: "F2", Size: 25 << 20})
		w.passes("", connectors.File{Name: "old.txt", ID: "gone", Size: 9})
		var many []connectors.File
		for range 11 {
			many = append(many, connectors.File{Name: "page.txt", ID: "F3", Size: int64(len(hello))})
		}
		w.passes("", many...)
		time.Sleep(time.Minute)
		synctest.Wait()
		said := w.chat.texts()
		if len(said) != 1 {
			t.Fatalf("said %q", said)
		}
		for _, want := range []string{
			`Kept: "list.txt" (17 B of text, 4 words)`, "6 files more", `"contract.pdf" (more than 20.0 MB)`, `"old.txt" (it is not there any more)`,
			`"page.txt" (more than 10 files in one message)`,
		} {
			if !strings.Contains(said[0], want) {
				t.Errorf("%q is not said: %q", want, said[0])
			}
		}
		for _, p := range w.payloads("post.queued") {
			if q := p.(event.PostQueued); q.Place.Room != room.Room {
				t.Errorf("said in %+v", q.Place)
			}
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// A file that is late is told of, like his own.
func TestAFileThatIsPassedOnComesLate(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.holds(func(_ context.Context, _ connectors.File, out io.Writer) error {
			time.Sleep(time.Minute)
			_, err := io.WriteString(out, hello)
			return err
		})
		stop := w.run()
		w.passes("", connectors.File{Name: "list.txt", ID: "F1", Size: int64(len(hello))})
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		said := w.chat.texts()
		if len(said) != 2 || !strings.HasPrefix(said[0], `Still loading: "list.txt"`) || !strings.HasPrefix(said[1], `Kept: "list.txt"`) {
			t.Errorf("said %q", said)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// What is passed on is answered by nobody, and words without a file are passed over in silence: whatever they
// say, and whether his own stand before them or behind.
func TestWordsThatArePassedOnAreAnsweredByNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked []string
		w := newWorld(t, func(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
			for _, m := range t.Messages {
				if asked = append(asked, m.Text); m.Forwarded != "" {
					asked = append(asked, "somebody else's")
				}
			}
			return echo(ctx, t)
		})
		w.gives()
		stop := w.run()
		for _, text := range []string{"stop", "exit", "forget everything", "What is the time?"} {
			w.passes(text)
		}
		synctest.Wait()
		if said := w.chat.texts(); len(said) > 0 || len(asked) > 0 {
			t.Errorf("said %q, asked %q", said, asked)
		}
		w.say("have a look")
		w.passes("exit", connectors.File{Name: "list.txt", ID: "F1", Size: int64(len(hello))})
		synctest.Wait()
		if strings.Join(asked, "|") != "have a look" && strings.Join(asked, "|") != "have a look|have a look" {
			t.Errorf("asked %q", asked)
		}
		w.passes("and this")
		w.passes("stop")
		w.say("thanks")
		time.Sleep(time.Minute)
		synctest.Wait()
		if last := asked[len(asked)-1]; last != "thanks" {
			t.Errorf("asked %q", asked)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// "stop" among somebody else's words, which he passes on, ends nothing that he asked for.
func TestAStopThatIsPassedOn(t *testing.T) {
	aside(t, func(t *testing.T, w *world, m *model) {
		w.say("background compare three carriers for me")
		slow := m.next(t)
		w.said(t, "I'm on it.")
		time.Sleep(soon)
		w.passes("stop")
		synctest.Wait()
		if n := w.aside(); n != 1 {
			t.Fatalf("%d messages are set aside; said %q", n, w.chat.texts())
		}
		slow.answers("The second is cheapest.")
		w.said(t, "The second is cheapest.")
	})
}
