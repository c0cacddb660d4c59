package mattermost_test

import (
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"citadel/connectors"
)

// What was heard while the host's clock was set back, which kept the mark from moving, and was changed or taken back before
// the next process: both are told of all the same.
func TestChangedAfterTheClockWasSetBack(t *testing.T) {
	c, _, sam, make := clocked(t)
	var back atomic.Int64
	m := make()
	m.Now = func() time.Time { return c.now().Add(-time.Duration(back.Load())) }
	e := hear(t, m, "")
	sam.Say("begin")
	e.until("begin")
	c.pass(10 * time.Minute)
	back.Store(int64(24 * time.Hour))
	edited, gone := sam.Say("heard"), sam.Say("said")
	e.until("said")
	from := e.stop()
	c.pass(time.Minute)
	sam.Edit(edited, "edited")
	sam.Delete(gone)
	c.pass(time.Minute)
	e = hear(t, make(), from)
	defer e.stop()
	sam.Say("end")
	all := e.until("end")
	for _, want := range []struct {
		kind connectors.EventKind
		id   string
	}{{connectors.Edit, edited}, {connectors.Delete, gone}} {
		if !slices.ContainsFunc(all, func(ev connectors.Event) bool { return ev.Kind == want.kind && string(ev.Message) == want.id }) {
			t.Errorf("nothing tells of the %s: %+v", want.kind, all)
		}
	}
}
