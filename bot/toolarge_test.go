package bot_test

import (
	"strings"
	"testing"

	"citadel/connectors"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Words that are more than can be kept are not lost unnoticed: the principal is told, once,
// where he said them, and what he edited stands. Others are not told.
func TestMoreThanCanBeKept(t *testing.T) {
	endless := strings.Repeat("\x01", ledger.MaxBody/6+1) // each is six bytes in an event
	drilled(t, func(t *testing.T, d *drill) {
		d.link("slack", "U1", event.Work)
		e := direct("slack", "U1")
		e.Text, e.Key = endless, "long"
		told := d.after("slack", func() { d.hear(e); d.hear(e) })
		differ(t, "told", []string{"**I did not take your last message: it is longer than I can keep.** Please send it in parts, or as a file."}, told)
		e.Text, e.Key = "remember the box is blue", ""
		e.Message = d.hear(e)
		e.Kind, e.Text = connectors.Edit, endless
		told = d.after("slack", func() { d.hear(e) })
		if len(told) != 1 || !strings.HasPrefix(told[0], "**I did not take your edit: it is longer than I can keep.** What you wrote before stands.") {
			t.Errorf("told %q", told)
		}
		differ(t, "edited", 0, d.count("edited"))
		observed(d, "acme")
		for _, who := range []string{"U1", "U2"} {
			e := within("slack", "acme", who)
			e.Text = endless
			differ(t, "told when it was said to others", []string{}, d.after("slack", func() { d.hear(e) }))
		}
		e = within("slack", "acme", "U1")
		e.Addressed, e.Text = true, endless
		differ(t, "told in a channel", 1, len(d.after("slack", func() { d.hear(e) })))
	})
}
