package bot_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"citadel/bot"
	"citadel/connectors"
	"citadel/memory/event"
)

// flaky is a line that does not take every post.
type flaky struct {
	*line
	longest int // of a post; as the line's where zero
	fails   func(p connectors.Post) error
}

func (f *flaky) Limits() connectors.Limits {
	l := f.line.Limits()
	if f.longest > 0 {
		l.Max = f.longest
	}
	return l
}

func (f *flaky) Send(ctx context.Context, p connectors.Post) (connectors.MessageID, error) {
	if err := f.fails(p); err != nil {
		return "", err
	}
	return f.line.Send(ctx, p)
}

// flaking puts a flaky line in the place of one.
func (d *drill) flaking(name string, f flaky) {
	f.line = d.lines[name]
	d.instead = map[string]connectors.Connector{name: &f}
	d.again()
}

func refuses(reason connectors.Reason, after time.Duration) error {
	return &connectors.Error{Op: "send", Reason: reason, After: after, Err: errors.New("no")}
}

// A room that fails holds up no other, whatever it fails with.
func TestABrokenRoomHoldsUpNoOther(t *testing.T) {
	for _, reason := range []connectors.Reason{connectors.Temporary, connectors.Unknown} {
		drilled(t, func(t *testing.T, d *drill) {
			d.link("slack", "sam", event.Work)
			d.flaking("slack", flaky{fails: func(p connectors.Post) error {
				if p.Place.Room == "acme" {
					return refuses(reason, 0)
				}
				return nil
			}})
			e := within("slack", "acme", "sam")
			e.Addressed, e.Text = true, "remember one"
			d.hear(e)
			before := len(d.shown("slack"))
			d.says("slack", "sam", "remember two")
			time.Sleep(time.Second)
			synctest.Wait()
			if n := len(d.shown("slack")); n == before {
				t.Errorf("%v: the other room got nothing", reason)
			}
		})
	}
}

// What a platform asks for is what it gets, also if that is long.
func TestALongLimitIsKept(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("slack", "sam", event.Work)
		var n atomic.Int64
		d.flaking("slack", flaky{fails: func(connectors.Post) error {
			if n.Add(1) == 1 {
				return refuses(connectors.RateLimited, 6*time.Hour)
			}
			return nil
		}})
		e := direct("slack", "sam")
		e.Text = "remember one"
		d.hear(e)
		time.Sleep(5*time.Hour + 59*time.Minute)
		synctest.Wait()
		differ(t, "attempts within the six hours", 1, int(n.Load()))
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		differ(t, "attempts after them", 2, int(n.Load()))
	})
}

// A post of which a part stood at one place is told whole at the next.
func TestAMovedPostIsToldWhole(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("slack", "sam", event.Work)
		d.link("mattermost", "sam", event.Work)
		var n atomic.Int64
		d.flaking("slack", flaky{longest: 200, fails: func(p connectors.Post) error {
			if !strings.Contains(p.Text, "line") {
				return nil
			}
			if n.Add(1) > 1 {
				return refuses(connectors.Temporary, 0)
			}
			return nil
		}})
		text := ""
		for i := range 20 {
			text += fmt.Sprintf("line %d of what you asked to be told\n\n", i)
		}
		reminder := event.PostQueued{
			Place: event.Place{Platform: "slack", Account: "T1", Room: "room-sam"}, Audience: event.Work, Text: text, Subject: event.SubjectReminder,
		}
		if _, err := d.mind.Record(t.Context(), d.bot.Pens.Write(reminder)); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if n.Load() < 2 {
			t.Fatal("it was not tried in parts")
		}
		d.says("mattermost", "sam", "lock slack")
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		told := strings.Join(d.shown("mattermost"), "\n")
		for i := range 20 {
			if want := fmt.Sprintf("line %d of", i); !strings.Contains(told, want) {
				t.Errorf("%q is missing", want)
			}
		}
	})
}

// Who leaves is not kept waiting by a platform that is away.
func TestLeavingWaitsForNoPlatform(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("slack", "sam", event.Work)
		d.flaking("slack", flaky{fails: func(connectors.Post) error { return refuses(connectors.Temporary, 0) }})
		e := direct("slack", "sam")
		e.Text = "remember two"
		d.hear(e)
		e = direct("console", "me")
		e.Text = "exit"
		d.hear(e)
		time.Sleep(10 * time.Second)
		synctest.Wait()
		select {
		case <-d.over:
		default:
			t.Error("it is still there")
		}
		if err := d.stop(); !errors.Is(err, bot.ErrLeft) {
			t.Errorf("it ended with %v", err)
		}
		d.begin()
	})
}

// What nobody asked for is held after words of danger, also where it rested meanwhile and the
// platform is back.
func TestAHeldPostThatRests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, echo)
		defer w.run()()
		w.say("hi")
		synctest.Wait()
		gone := func(dead bool) {
			w.chat.mu.Lock()
			defer w.chat.mu.Unlock()
			w.chat.dead = dead
		}
		record := func(source event.Source, p event.Payload) {
			if _, err := w.mind.Record(t.Context(), w.pens.For(source).Write(p)); err != nil {
				t.Fatal(err)
			}
		}
		gone(true)
		record(event.Outbox, event.PostQueued{Place: event.Place{Platform: "chat", Room: "home"}, Text: "What a fine day"})
		time.Sleep(20 * time.Minute)
		record(event.Brain, event.Held{Until: w.now().Add(24 * time.Hour), Reason: "crisis"})
		time.Sleep(30 * time.Minute)
		gone(false)
		w.say("in danger")
		time.Sleep(time.Hour)
		differ(t, "shown", []string{"heard hi", "heard in danger"}, w.chat.texts())
	})
}

// A clock that is set back while a room takes nothing does not hold up the room for as long.
func TestAClockSetBackWhileARoomIsBroken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, echo)
		var back atomic.Bool
		w.now = func() time.Time {
			if back.Load() {
				return time.Now().Add(-48 * time.Hour)
			}
			return time.Now()
		}
		w.bot.Now = w.now
		const plenty = 4000
		w.chat.fail = slices.Repeat([]error{errTemporary}, plenty)
		defer w.run()()
		w.say("one")
		synctest.Wait()
		back.Store(true)
		time.Sleep(time.Hour)
		w.chat.mu.Lock()
		defer w.chat.mu.Unlock()
		if n := plenty - len(w.chat.fail); n > 40 {
			t.Errorf("%d tries in an hour: it did not rest", n)
		}
	})
}

// A room that asked for time gets it, however much is said in others.
func TestABrokenRoomIsLeftAlone(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("slack", "sam", event.Work)
		tries := 0
		d.flaking("slack", flaky{fails: func(p connectors.Post) error {
			if p.Place.Room != "acme" {
				return nil
			}
			tries++
			return refuses(connectors.Temporary, time.Minute)
		}})
		e := within("slack", "acme", "sam")
		e.Addressed, e.Text = true, "remember one"
		d.hear(e)
		time.Sleep(time.Second)
		for i := range 30 {
			d.says("slack", "sam", fmt.Sprint("remember n", i))
			time.Sleep(time.Second)
		}
		synctest.Wait()
		if tries > 3 {
			t.Errorf("%d tries within half a minute of a room that asked for a minute each", tries)
		}
	})
}

// A post that may have arrived, where nobody can tell, is not sent once more with each other
// that leaves.
func TestADoubtfulPostIsNotCopiedWithEachThatLeaves(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("telegram", "sam", event.Private)
		tries := 0
		d.flaking("telegram", flaky{fails: func(p connectors.Post) error {
			if !strings.Contains(p.Text, "bad") {
				return nil
			}
			tries++
			return refuses(connectors.Unknown, 0)
		}})
		d.says("telegram", "sam", "bad one")
		time.Sleep(20 * time.Second)
		synctest.Wait()
		at := tries
		for i := range 12 {
			d.says("telegram", "sam", fmt.Sprint("good n", i))
			time.Sleep(2 * time.Second)
		}
		synctest.Wait()
		if more := tries - at; more > 2 {
			t.Errorf("%d copies within half a minute", more)
		}
		differ(t, "given up", 0, d.count("post.failed"))
	})
}
