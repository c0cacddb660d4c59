package bot_test

import (
	"testing"

	"citadel/connectors"
	"citadel/memory/event"
)

// reminded is a platform that nobody tells what was taken off meanwhile.
type reminded struct {
	*line
	standing func() []connectors.Standing
	threads  func() []connectors.Place
}

func (r *reminded) Remind(standing func() []connectors.Standing, threads func() []connectors.Place) {
	r.standing, r.threads = standing, threads
}

// remindedSlack has Slack be such a platform, on which and on Telegram the principal is linked.
func remindedSlack(d *drill) *reminded {
	r := &reminded{line: d.lines["slack"]}
	d.instead = map[string]connectors.Connector{"slack": r}
	d.again()
	d.link("slack", "U1", event.Work)
	d.link("telegram", "4471", event.Private)
	return r
}

// A connector that asks is told what the principal has emoji on, on its own platform, for as long as it stands.
func TestStandingEmoji(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		r := remindedSlack(d)
		for _, platform := range []string{"slack", "telegram"} {
			face := direct(platform, map[string]string{"slack": "U1", "telegram": "4471"}[platform])
			id := d.hear(func() connectors.Event { e := face; e.Text = "hello"; return e }())
			face.Kind, face.Message, face.Emoji = connectors.React, id, "👍"
			d.hear(face)
			if platform == "slack" {
				differ(t, "stands", []connectors.Standing{{From: connectors.Person{Platform: "slack", Account: "T1", ID: "U1"}, Message: id}}, r.standing())
				face.Kind, face.Key = connectors.Unreact, ""
				d.hear(face)
			}
			differ(t, "stands on "+platform+" at the end", 0, len(r.standing()))
		}
	})
}

// A connector that asks is told in which threads somebody was heard on its own platform, the newest first, each once.
func TestKnownThreads(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		r := remindedSlack(d)
		observed(d, "acme")
		say := func(e connectors.Event, thread string) connectors.Place {
			e.Place.Thread, e.Text = thread, "hello"
			d.hear(e)
			return e.Place
		}
		one := say(direct("slack", "U1"), "one")
		say(direct("slack", "U1"), "")
		say(direct("telegram", "4471"), "other")
		two := say(within("slack", "acme", "U2"), "two")
		say(within("slack", "unheard", "U2"), "three")
		differ(t, "threads", []connectors.Place{two, one}, r.threads())
		say(direct("slack", "U1"), "one")
		d.again()
		differ(t, "threads after a restart", []connectors.Place{one, two}, r.threads())
	})
}
