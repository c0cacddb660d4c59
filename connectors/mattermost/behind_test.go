package mattermost_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/mattermost"
)

// runs is one process, whose sink is given what is heard before it is taken; it is killed where that says so.
func runs(t *testing.T, m *mattermost.Mattermost, from connectors.Cursor, sink func(connectors.Event) error) (connectors.Cursor, []string) {
	t.Helper()
	var heard []string
	err := m.Run(t.Context(), from, func(_ context.Context, ev connectors.Event) error {
		if err := sink(ev); err != nil {
			return err
		}
		heard, from = append(heard, ev.Text), ev.Cursor
		return nil
	})
	if !errors.Is(err, errKilled) {
		t.Fatalf("Run = %v", err)
	}
	return from, heard
}

// Where another room is put off, for what came later, while an earlier one still waits, a new process reads that from
// where this one would have.
func TestPutOffOnceMore(t *testing.T) {
	c, s, sam, make := clocked(t)
	stranger, another := s.AddPerson("stranger"), s.AddPerson("another")
	sam.Say("begin")
	from, _ := lives(t, make(), "", 0, "begin")
	c.pass(time.Hour)
	stranger.Say("one")
	c.pass(time.Second)
	stranger.Say("two")
	var asked atomic.Bool
	m := heeding(make(), sam, "")
	mattermost.Hurry(m, 100*time.Millisecond, 300*time.Millisecond, time.Millisecond)
	m.URL = proxied(t, s, func(r *http.Request) int {
		if read(r) != stranger.DM() || asked.Swap(true) {
			return 0
		}
		c.pass(time.Hour)
		another.Say("much later")
		return http.StatusTooManyRequests // he waits a second, and meanwhile all is looked at a second time
	})
	from, _ = runs(t, m, from, func(ev connectors.Event) error {
		if ev.Text == "two" {
			return errKilled
		}
		return nil
	})
	c.pass(time.Second)
	stranger.Say("the end")
	if _, rest := lives(t, heeding(make(), sam, ""), from, 0, "the end"); !slices.Contains(rest, "message:two") {
		t.Errorf("it is lost; heard %q", rest)
	}
}

// Of a stranger's conversation only what he wrote is read, and nothing where he wrote nothing.
func TestOnlyWhatStrangersWrote(t *testing.T) {
	c, s, sam, make := clocked(t)
	stranger, silent := s.AddPerson("stranger"), s.AddPerson("silent")
	old, older := stranger.Say("old"), silent.Say("old, too")
	c.pass(time.Hour)
	sam.Say("begin")
	from, _ := lives(t, make(), "", 0, "begin") // it has heard them all
	c.pass(time.Hour)
	stranger.Edit(old, "old, edited")
	silent.Edit(older, "old, too, edited")
	stranger.Say("theirs")
	m := heeding(make(), sam, "")
	m.URL = proxied(t, s, func(r *http.Request) int {
		switch since := r.URL.Query().Has("since"); {
		case read(r) == silent.DM(), since && read(r) == stranger.DM():
			t.Errorf("asked for %s", r.URL)
		}
		return 0
	})
	e := hear(t, m, from)
	if before := e.until("theirs"); slices.ContainsFunc(before, func(ev connectors.Event) bool { return ev.Kind == connectors.Edit }) {
		t.Errorf("heard %v", before)
	}
	e.stop()
}

// What is read of a stranger's conversation on the way does not count as if all was heard up to then: what the
// connection had still to tell of the principal is heard by the next process.
func TestKilledBetweenAStrangerAndThePrincipal(t *testing.T) {
	c, s, sam, make := clocked(t)
	stranger, another := s.AddPerson("stranger"), s.AddPerson("another")
	sam.Say("begin")
	from, _ := lives(t, heeding(make(), sam, ""), "", 0, "begin")
	c.pass(time.Hour)
	stranger.Say("theirs")
	sam.Say("first")
	from, heard := runs(t, heeding(make(), sam, ""), from, func(ev connectors.Event) error {
		switch ev.Text {
		case "first": // the connection tells of the stranger first, so that his room is read up to what is said last
			stranger.Say("more")
			another.Say("between")
			sam.Say("live")
			c.pass(time.Hour)
			stranger.Say("late")
		case "live":
			return errKilled
		}
		return nil
	})
	if n := len(heard); n < 2 || heard[n-2] != "late" || heard[n-1] != "between" {
		t.Fatalf("heard %q", heard)
	}
	s.Restart(false)
	sam.Say("end")
	if _, rest := lives(t, heeding(make(), sam, ""), from, 0, "end"); !slices.Contains(rest, "message:live") {
		t.Errorf("what the principal said is lost; heard %q", rest)
	}
}

// Where the server wants to be asked less of rooms that are read behind the others, these wait, and the connection
// holds.
func TestALimitIsNoEndOfTheConnection(t *testing.T) {
	c, s, sam, make := clocked(t)
	stranger := s.AddPerson("stranger")
	sam.Say("begin")
	from, _ := lives(t, heeding(make(), sam, ""), "", 0, "begin")
	c.pass(time.Hour)
	stranger.Say("theirs")
	sam.Say("first")
	var tries, connections atomic.Int32
	m := heeding(make(), sam, "")
	mattermost.Hurry(m, time.Hour, time.Hour, time.Millisecond) // a connection ends for nothing else, however slowly it is answered
	m.URL = proxied(t, s, func(r *http.Request) int {
		switch {
		case strings.HasSuffix(r.URL.Path, "/websocket"):
			connections.Add(1)
		case read(r) == stranger.DM() && tries.Add(1) <= 2:
			return http.StatusTooManyRequests
		}
		return 0
	})
	e := hear(t, m, from)
	e.until("theirs")
	e.stop()
	if n := connections.Load(); n != 1 || tries.Load() < 3 {
		t.Errorf("%d connections, %d tries", n, tries.Load())
	}
}

// A process whose first word is a stranger's leaves a cursor from which the next one does not hear what was said among
// others before.
func TestAStrangersWordFirst(t *testing.T) {
	c, s, sam, make := clocked(t)
	stranger := s.AddPerson("stranger")
	acme := s.AddChannel("acme", false, sam, s.AddPerson("lena"))
	sam.SayIn(acme, "", "long ago, among others")
	stranger.Say("theirs")
	c.pass(time.Hour)
	from, _ := lives(t, heeding(make(), sam, acme), "", 0, "theirs")
	c.pass(time.Hour)
	sam.SayIn(acme, "", "end")
	if _, heard := lives(t, heeding(make(), sam, acme), from, 0, "end"); !slices.Equal(heard, []string{"message:end"}) {
		t.Errorf("heard %q", heard)
	}
}
