package bot_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"citadel/brain"
	"citadel/brain/change"
	"citadel/brain/turn"
	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
)

// aside is a world with a model in which the commands that change the mind count.
func aside(t *testing.T, test func(t *testing.T, w *world, m *model)) {
	t.Helper()
	in(t, func(t *testing.T, w *world, m *model) {
		w.commands()
		test(t, w, m)
	})
}

func (w *world) commands() {
	w.bot.Brain.Steps = []brain.Step{change.Answer}
	w.bot.Brain.Host.Models = []turn.Model{{Role: "primary", Name: "test"}}
}

// set says what is set aside.
func (w *world) aside() (n int) {
	w.mind.Read(func(v memory.View) { n = len(v.Thread.Aside) })
	return n
}

// said fails unless the last thing that was said begins so.
func (w *world) said(t *testing.T, begins string) {
	t.Helper()
	synctest.Wait()
	all := w.chat.texts()
	if len(all) == 0 || !strings.HasPrefix(all[len(all)-1], begins) {
		t.Errorf("said %q, want the last to begin %q", all, begins)
	}
}

// What is set aside is answered while the conversation goes on, each as a reply to what asked
// for it.
func TestBackground(t *testing.T) {
	aside(t, func(t *testing.T, w *world, m *model) {
		w.say("background compare three carriers for me")
		slow := m.next(t)
		w.said(t, "I'm on it.")
		if got := slow.t.Text; got != "compare three carriers for me" {
			t.Errorf("the model is asked %q", got)
		}
		time.Sleep(soon)
		w.say("and what is the time in Porto?")
		quick := m.next(t)
		quick.answers("Nine.")
		w.said(t, "Nine.")
		slow.answers("The second is cheapest.")
		w.said(t, "The second is cheapest.")
		if n := w.aside(); n != 0 {
			t.Errorf("%d messages are still set aside", n)
		}
		answered(t, w, []string{"background compare three carriers for me"}, []string{"and what is the time in Porto?"}, []string{"background compare three carriers for me"})
	})
}

// Two are thought about at once; a third waits for one of them.
func TestBackgroundIsBounded(t *testing.T) {
	aside(t, func(t *testing.T, w *world, m *model) {
		for _, text := range []string{"background write the first letter", "background write the second letter", "background write the third letter"} {
			w.say(text)
			time.Sleep(soon)
		}
		one, two := m.next(t), m.next(t)
		m.idle(t)
		two.answers("Two.")
		three := m.next(t)
		three.answers("Three.")
		one.answers("One.")
		w.said(t, "One.")
		if n := w.aside(); n != 0 {
			t.Errorf("%d messages are still set aside", n)
		}
	})
}

// "stop" ends the turn under way and, where there is none, what is thought about beside the
// conversation: it is not said and not thought about again.
func TestStopEndsWhatIsSetAside(t *testing.T) {
	aside(t, func(t *testing.T, w *world, m *model) {
		w.say("background write the long letter")
		m.next(t)
		time.Sleep(soon)
		w.say("how are you today, my friend?")
		m.next(t)
		w.say("stop")
		w.said(t, "Stopped.")
		if n := w.aside(); n != 1 {
			t.Fatalf("%d messages are set aside after the turn was stopped, want 1", n)
		}
		time.Sleep(soon)
		w.say("stop")
		w.said(t, "Stopped.")
		if n := w.aside(); n != 0 {
			t.Errorf("%d messages are set aside after everything was stopped", n)
		}
		m.idle(t)
		if ends := turns(t, w); ends[len(ends)-2].outcome != "stopped" {
			t.Errorf("turns %v", ends)
		}
	})
}

// What is taken back is not answered.
func TestBackgroundTakenBack(t *testing.T) {
	aside(t, func(t *testing.T, w *world, m *model) {
		id := w.say("background write the long letter")
		m.next(t)
		before := w.chat.texts()
		w.remove(id)
		synctest.Wait()
		if n := w.aside(); n != 0 {
			t.Errorf("%d messages are still set aside", n)
		}
		if after := w.chat.texts(); !slices.Equal(before, after) {
			t.Errorf("said %q after it was taken back", after)
		}
	})
}

// A process that ends leaves what is set aside to the next one.
func TestBackgroundOutlivesTheProcess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := talking(t)
		w.commands()
		stop := w.run()
		w.say("background write the long letter")
		m.next(t)
		if err := stop(); err != nil {
			t.Error(err)
		}
		w.reopen(m)
		w.commands()
		end := w.run()
		m.next(t).answers("Dear all.")
		w.said(t, "Dear all.")
		if err := end(); err != nil {
			t.Error(err)
		}
		if n := w.aside(); n != 0 {
			t.Errorf("%d messages are still set aside", n)
		}
	})
}

// A queued message is a turn of its own: it does not join the one under way.
func TestQueue(t *testing.T) {
	aside(t, func(t *testing.T, w *world, m *model) {
		w.say("how do I write this letter to the bank?")
		first := m.next(t)
		time.Sleep(soon)
		w.say("queue what does the bank charge for it?")
		if joined := first.joined(t); len(joined) > 0 {
			t.Errorf("%q joined the turn", joined)
		}
		first.answers("Briefly.")
		second := m.next(t)
		if got := second.t.Text; got != "what does the bank charge for it?" {
			t.Errorf("the model is asked %q", got)
		}
		second.answers("Two euros.")
		w.said(t, "Two euros.")
	})
}

// "stop" ends also what waits to be thought about.
func TestStopEndsWhatWaits(t *testing.T) {
	aside(t, func(t *testing.T, w *world, m *model) {
		for _, text := range []string{"background write the first letter", "background write the second letter", "background write the third letter"} {
			w.say(text)
			time.Sleep(soon)
		}
		m.next(t)
		m.next(t)
		w.say("stop")
		w.said(t, "Stopped.")
		m.idle(t)
		if n := w.aside(); n != 0 {
			t.Errorf("%d messages are still set aside", n)
		}
	})
}

// "stop" ends a thought wherever it is, and not the process: what is at work then says that its
// context ended, and not why.
func TestStopInTheMiddleOfAThought(t *testing.T) {
	aside(t, func(t *testing.T, w *world, m *model) {
		w.bot.Brain.Respond = func(ctx context.Context, t *turn.Turn) (answer, note *turn.Reply, err error) {
			<-ctx.Done()
			return nil, nil, ctx.Err()
		}
		w.say("background write the long letter")
		time.Sleep(soon)
		w.say("stop")
		w.said(t, "Stopped.")
		w.say("undo")
		w.said(t, "There is nothing")
	})
}

// An edit of what was set aside is what counts, whatever it asks for now.
func TestBackgroundEdited(t *testing.T) {
	aside(t, func(t *testing.T, w *world, m *model) {
		id := w.say("background write the letter to Anna")
		m.next(t)
		time.Sleep(soon)
		w.say("how are you today, my friend?")
		m.next(t).answers("Fine.")
		w.edit(id, "background write the letter to Berta")
		again := m.next(t)
		if got := again.t.Text; got != "write the letter to Berta" {
			t.Errorf("the model is asked %q", got)
		}
		again.answers("Dear Berta.")
		w.said(t, "Dear Berta.")
		if n := w.aside(); n != 0 {
			t.Errorf("%d messages are still set aside", n)
		}
	})
}

// A recording that says "stop" does nothing, also where its turn is begun again once that is written down.
func TestASpokenStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := talking(t)
		w.commands()
		w.holds(aloud)
		w.bot.Brain.Listen = func(context.Context, *turn.Turn, turn.Message, turn.File) (event.Transcribed, string, error) {
			return event.Transcribed{Spoken: "Stop.", By: "whisper-1"}, "", nil
		}
		heard := make(chan struct{}, 1)
		first := true
		w.bot.Brain.Beside = func(ctx context.Context, t *turn.Turn) *turn.Reply {
			if t.Messages[0].Spoken != nil && first {
				first = false
				heard <- struct{}{}
				<-ctx.Done()
			}
			return nil
		}
		w.bot.Brain.Respond = func(ctx context.Context, t *turn.Turn) (answer, note *turn.Reply, err error) {
			if strings.Contains(t.Text, "compare") {
				return m.respond(ctx, t)
			}
			r, err := echo(ctx, t)
			return r, nil, err
		}
		defer w.run()()
		w.say("background compare three carriers for me")
		m.next(t)
		w.said(t, "I'm on it.")
		time.Sleep(soon)
		w.send("", connectors.File{Name: "v.ogg", MIME: "audio/ogg", ID: "F1", Size: -1, Voice: true, Seconds: 1})
		<-heard
		w.say("and how are you?") // within two seconds: the turn is begun again
		synctest.Wait()
		if n := w.aside(); n != 1 {
			t.Errorf("%d are set aside; said %q", n, w.chat.texts())
		}
	})
}

// A "stop" that ended the listening to what he passed on ends nothing else.
func TestAStopOfWhatIsPassedOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := talking(t)
		w.commands()
		w.holds(aloud)
		w.bot.Brain.Listen = func(ctx context.Context, _ *turn.Turn, _ turn.Message, f turn.File) (event.Transcribed, string, error) {
			<-ctx.Done()
			return event.Transcribed{}, "", context.Cause(ctx)
		}
		defer w.run()()
		w.say("background compare three carriers for me")
		m.next(t)
		w.said(t, "I'm on it.")
		time.Sleep(soon)
		w.passes("", connectors.File{Name: "a.ogg", MIME: "audio/ogg", ID: "a", Size: -1, Voice: true, Seconds: 10})
		time.Sleep(30 * time.Second)
		w.say("stop")
		synctest.Wait()
		if n := w.aside(); n != 1 {
			t.Errorf("%d are set aside; said %q", n, w.chat.texts())
		}
	})
}
