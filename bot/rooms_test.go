package bot_test

import (
	"context"
	"errors"
	"fmt"
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
