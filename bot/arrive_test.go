package bot_test

import (
	"testing"
	"testing/synctest"
	"time"

	"citadel/bot"
	"citadel/brain/turn/turntest"
	"citadel/connectors"
	"citadel/memory/event"
)

// at is a moment in Melbourne.
func at(t *testing.T, moment string) time.Time {
	t.Helper()
	m, err := time.ParseInLocation("2006-01-02 15:04", moment, melbourne)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// One message about an outage, where it was long or something was missed (MESSAGES 23).
func TestOutage(t *testing.T) {
	type reminder struct {
		text, due string
		audience  event.Audience
	}
	for _, c := range []struct {
		name      string
		from, to  string
		clean     bool
		waiting   int
		reminders []reminder
		audience  event.Audience // of the place where he spoke last
		want      string         // "" for none
	}{
		{name: "short", from: "2026-11-20 09:00", to: "2026-11-20 09:09"},
		{name: "long", from: "2026-11-19 22:14", to: "2026-11-20 06:31",
			want: "**I was off from Thu 19 Nov, 22:14 to Fri 20 Nov, 06:31 (the process ended without a goodbye).**"},
		{name: "short with a message", from: "2026-11-20 09:00", to: "2026-11-20 09:01", waiting: 1,
			want: "**I was off from Fri 20 Nov, 09:00 to Fri 20 Nov, 09:01 (the process ended without a goodbye).**\n\nI have read your 1 message and answered what needed it."},
		{name: "messages and a reminder", from: "2026-11-19 22:14", to: "2026-11-20 06:31", waiting: 4,
			reminders: []reminder{{"order labels", "2026-11-20 06:00", event.Private}},
			want:      "**I was off from Thu 19 Nov, 22:14 to Fri 20 Nov, 06:31 (the process ended without a goodbye).**\n\nI have read your 4 messages and answered what needed it. 1 reminder is late: \"order labels\", due 06:00."},
		{name: "many reminders", from: "2026-11-19 22:14", to: "2026-11-20 06:31",
			reminders: []reminder{{"a", "2026-11-19 23:00", ""}, {"b", "2026-11-20 01:00", ""}, {"c", "2026-11-20 02:00", ""}, {"d", "2026-11-20 03:00", ""}},
			want:      "**I was off from Thu 19 Nov, 22:14 to Fri 20 Nov, 06:31 (the process ended without a goodbye).**\n\n4 reminders are late: \"a\", due Thu 19 Nov, 23:00; \"b\", due 01:00; \"c\", due 02:00. All of them: `reminders`."},
		{name: "a private reminder, told at work", from: "2026-11-20 05:00", to: "2026-11-20 06:31", audience: event.Work,
			reminders: []reminder{{"doctor", "2026-11-20 06:00", event.Private}},
			want:      "**I was off from Fri 20 Nov, 05:00 to Fri 20 Nov, 06:31 (the process ended without a goodbye).**\n\n1 reminder is late: one from a more private place, due 06:00."},
		{name: "a reminder that was late before", from: "2026-11-20 09:00", to: "2026-11-20 09:05",
			reminders: []reminder{{"order labels", "2026-11-20 08:00", ""}}},
		{name: "ended by himself", from: "2026-11-19 22:14", to: "2026-11-20 06:31", clean: true},
		{name: "ended by himself, with a message", from: "2026-11-19 22:14", to: "2026-11-20 06:31", clean: true, waiting: 1},
		{name: "ended by himself, with a reminder", from: "2026-11-19 22:14", to: "2026-11-20 06:31", clean: true,
			reminders: []reminder{{"order labels", "2026-11-20 06:00", ""}},
			want:      "**I was off from Thu 19 Nov, 22:14 to Fri 20 Nov, 06:31 (stopped on the host).**\n\n1 reminder is late: \"order labels\", due 06:00."},
		{name: "the clock was set back", from: "2026-11-21 06:31", to: "2026-11-20 06:31", waiting: 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, echo)
				g := bot.Gap{From: at(t, c.from), To: at(t, c.to), Clean: c.clean}
				for range max(1, c.waiting) {
					e := w.pens.For(event.Bot).Write(event.Heard{Place: event.Place{Platform: "chat", Room: "home"}, Audience: c.audience, Text: "x"})
					e.Trust = event.ByPrincipal
					rs, err := w.mind.Record(t.Context(), e)
					if err != nil {
						t.Fatal(err)
					}
					if c.waiting > 0 {
						g.Waiting = append(g.Waiting, rs[0].Seq)
					}
				}
				for _, r := range c.reminders {
					e := w.pens.For(event.Loops).Write(event.ReminderSet{Text: r.text, At: at(t, r.due), Audience: r.audience})
					if _, err := w.mind.Record(t.Context(), e); err != nil {
						t.Fatal(err)
					}
				}
				rs, err := w.mind.Record(t.Context(), w.pens.For(event.Host).Write(event.Started{}))
				if err != nil {
					t.Fatal(err)
				}
				g.Started = rs[0].Seq
				w.bot.Outage = g
				stop := w.run()
				synctest.Wait()
				var told []connectors.Post
				for _, p := range w.chat.shown {
					if p.Answers == nil {
						told = append(told, p)
					}
				}
				switch {
				case c.want == "" && len(told) == 0:
				case len(told) != 1:
					t.Errorf("told %d times", len(told))
				default:
					differ(t, "text", c.want, told[0].Text)
					turntest.Manners(t, told[0].Text)
				}
				// The same process does not say it again, and the claims rest on something.
				w.say("hello")
				synctest.Wait()
				posts := 0
				for _, p := range w.payloads("post.queued") {
					q := p.(event.PostQueued)
					if q.Subject != "outage" {
						continue
					}
					posts++
					for _, cite := range q.Cites {
						if len(cite.Seqs) == 0 || cite.End > len(q.Text) {
							t.Errorf("a claim rests on nothing: %v", cite)
						}
					}
				}
				differ(t, "posts about it", len(told), posts)
				if err := stop(); err != nil {
					t.Error(err)
				}
			})
		})
	}
}
