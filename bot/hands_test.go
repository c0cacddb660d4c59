package bot_test

import (
	"testing"

	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
)

// The reactions of two accounts of the principal on one post are two: who takes his off
// leaves the other's, by single steps, as whole sets and by buttons, also after a start.
func TestReactionsOfTwoAccounts(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("slack", "U1", event.Work)
		d.link("slack", "U9", event.Work)
		e := within("slack", "acme", "U1")
		e.Addressed, e.Text = true, "hello"
		d.hear(e)
		var post connectors.MessageID
		for i, p := range d.posts("slack") {
			if p.Place.Room == "acme" {
				post = connectors.MessageID("slack-p" + string(rune('1'+i)))
			}
		}
		does := func(who string, kind connectors.EventKind, emojis ...string) {
			e := within("slack", "acme", who)
			e.Kind, e.Message, e.Emojis = kind, post, emojis
			if len(emojis) > 0 && kind != connectors.Reactions {
				e.Emoji, e.Emojis = emojis[0], nil
			}
			d.hear(e)
		}
		stands := func(what string, want map[string][]string) {
			t.Helper()
			got := map[string][]string{}
			d.mind.Read(func(v memory.View) {
				for _, o := range v.Reactions.Messages {
					got[o.Person.ID] = o.Emojis
				}
			})
			differ(t, what, want, got)
		}
		does("U1", connectors.React, "👍")
		does("U9", connectors.React, "👍")
		stands("both", map[string][]string{"U1": {"👍"}, "U9": {"👍"}})
		differ(t, "reacted", 2, d.count("reacted"))
		does("U1", connectors.Unreact, "👍")
		stands("one took his off", map[string][]string{"U9": {"👍"}})
		does("U1", connectors.Unreact, "👍")
		stands("and again", map[string][]string{"U9": {"👍"}})
		does("U1", connectors.Reactions, "👀", "👍")
		d.again()
		stands("after a start", map[string][]string{"U1": {"👀", "👍"}, "U9": {"👍"}})
		does("U9", connectors.Reactions)
		stands("a set of none", map[string][]string{"U1": {"👀", "👍"}})
		does("U1", connectors.Unreact)
		stands("all at once", map[string][]string{})
		differ(t, "taken off", 4, d.count("unreacted"))
	})
}
