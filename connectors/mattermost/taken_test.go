package mattermost_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"citadel/connectors"
)

// A reply that vanishes with a draft of the agent's was taken back by nobody but the agent: it
// is not told, neither of what happens now nor of what happened meanwhile.
func TestWhatTheAgentTookBackNobodyElseDid(t *testing.T) {
	_, s, sam, make := clocked(t)
	at := home(s, sam)
	reply := func() {
		t.Helper()
		if err := draft(t, make(), at, 7, "One."); err != nil {
			t.Fatal(err)
		}
		sam.SayIn(sam.DM(), s.Shown(sam.DM())[0].ID, "a reply")
	}
	withdraw := func() {
		t.Helper()
		if err := draft(t, make(), at, 7, ""); err != nil {
			t.Fatal(err)
		}
		if n := len(s.Shown(sam.DM())); n != 0 {
			t.Fatalf("%d drafts stand", n)
		}
	}
	silent := func(when string, heard []connectors.Event) {
		t.Helper()
		for _, ev := range heard {
			t.Errorf("%s: heard %s by %q", when, ev.Kind, ev.From.ID)
		}
	}
	e := hear(t, make(), "")
	sam.Say("begin")
	e.until("begin")
	reply()
	e.until("a reply")
	withdraw()
	sam.Say("end")
	silent("now", e.until("end"))
	reply()
	e.until("a reply")
	cursor := e.stop()
	withdraw()
	e = hear(t, make(), cursor)
	defer e.stop()
	sam.Say("the end")
	silent("meanwhile", e.until("the end"))
}

// Where a room cannot be read once, after a thread vanished, its replies are told all the same.
func TestAThreadIsDeletedAndTheRoomCannotBeRead(t *testing.T) {
	_, s, sam, make := clocked(t)
	var left atomic.Int32
	m := make()
	m.URL = proxied(t, s, func(r *http.Request) int {
		if r.URL.Query().Has("since") && left.Add(-1) >= 0 {
			return http.StatusServiceUnavailable
		}
		return 0
	})
	e := hear(t, m, "")
	defer e.stop()
	root := sam.Say("root")
	e.until("root")
	reply := sam.SayIn(sam.DM(), root, "reply")
	e.until("reply")
	left.Store(1)
	sam.Delete(root)
	gone := []connectors.MessageID{e.next().Message}
	for _, then := range []string{"next", "end"} { // what the connection has still to tell
		sam.Say(then)
		for _, ev := range e.until(then) {
			gone = append(gone, ev.Message)
		}
	}
	if want := []connectors.MessageID{connectors.MessageID(root), connectors.MessageID(reply)}; !slices.Equal(gone, want) {
		t.Errorf("gone are %q, want %q", gone, want)
	}
	if left.Load() >= 0 {
		t.Error("nothing failed")
	}
}

// What a thread took with it and could not be kept ends Run: it is told again.
func TestAVanishedReplyCannotBeKept(t *testing.T) {
	_, _, sam, make := clocked(t)
	root := sam.Say("root")
	reply := sam.SayIn(sam.DM(), root, "reply")
	cur, _ := lives(t, make(), "", 0, "reply")
	sam.Say("go on")
	full := errors.New("no space left")
	err := make().Run(t.Context(), cur, func(_ context.Context, ev connectors.Event) error {
		switch {
		case ev.Text == "go on":
			sam.Delete(root)
			sam.Say("end")
		case ev.Kind == connectors.Delete && string(ev.Message) == reply:
			return full
		case ev.Text == "end":
			return errKilled
		}
		cur = ev.Cursor
		return nil
	})
	if !errors.Is(err, full) {
		t.Errorf("Run = %v, want %v", err, full)
	}
}

// What was edited before it was ever read says so, and when: its words are not the first that stood there.
func TestEditedBeforeItIsRead(t *testing.T) {
	c, _, sam, make := clocked(t)
	e := hear(t, make(), "")
	sam.Say("begin")
	e.until("begin")
	cursor := e.stop()
	mended := sam.Say("mnded")
	c.pass(time.Minute)
	when := c.now()
	sam.Edit(mended, "mended")
	c.pass(time.Minute)
	sam.Say("plain")
	e = hear(t, make(), cursor)
	defer e.stop()
	edited := map[string]bool{}
	sam.Say("end")
	for _, ev := range e.until("end") {
		if ev.Kind == connectors.Message {
			edited[ev.Text] = ev.Edited
			if since := ev.Stands; ev.Edited && !(since.After(when.Add(-time.Second)) && since.Before(when.Add(time.Second))) || !ev.Edited && !since.IsZero() {
				t.Errorf("%q stands since %v, it was edited at %v", ev.Text, since, when)
			}
		}
	}
	if was, ok := edited["mended"]; !ok || !was || edited["plain"] || len(edited) != 2 {
		t.Errorf("edited: %v", edited)
	}
}
