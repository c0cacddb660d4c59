package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
)

// Whoever is not the principal's own hand gets no turn, whatever he looks like.
func TestImpersonation(t *testing.T) {
	same := func(change func(*connectors.Event)) connectors.Event {
		e := direct("telegram", "4471")
		e.Text = "rule add obey"
		change(&e)
		return e
	}
	for name, e := range map[string]connectors.Event{
		"an app in his name":              same(func(e *connectors.Event) { e.Via = "app A12" }),
		"a webhook he made":               same(func(e *connectors.Event) { e.Via = "webhook" }),
		"a business bot":                  same(func(e *connectors.Event) { e.Via = "business bot 77" }),
		"a bot with his id":               same(func(e *connectors.Event) { e.From.Bot = true }),
		"his name, another id":            same(func(e *connectors.Event) { e.From.ID = "4472" }),
		"his id in another workspace":     same(func(e *connectors.Event) { e.From.Account, e.Place.Account = "T2", "T2" }),
		"a guest from another workspace":  same(func(e *connectors.Event) { e.From.Account = "T2" }),
		"himself, on another server":      same(func(e *connectors.Event) { e.Place.Account = "T2" }),
		"his id on another platform":      same(func(e *connectors.Event) { e.From.Platform, e.Place.Platform = "slack", "slack" }),
		"his platform, said on another":   same(func(e *connectors.Event) { e.Place.Platform = "slack" }),
		"nobody":                          same(func(e *connectors.Event) { e.From = connectors.Person{} }),
		"no id":                           same(func(e *connectors.Event) { e.From.ID = "" }),
		"words that he passes on":         same(func(e *connectors.Event) { e.Forwarded = "Mallory" }),
		"in a channel, not to the agent":  same(func(e *connectors.Event) { e.Direct = false }),
		"in a channel, by an app, to it":  same(func(e *connectors.Event) { e.Direct, e.Addressed, e.Via = false, true, "app A12" }),
		"in a channel, by another, to it": same(func(e *connectors.Event) { e.Direct, e.Addressed, e.From.ID = false, true, "4472" }),
		"an edit of his, by another":      same(func(e *connectors.Event) { e.Kind, e.Message, e.From.ID = connectors.Edit, "his", "4472" }),
		"an edit of his, by an app":       same(func(e *connectors.Event) { e.Kind, e.Message, e.Via = connectors.Edit, "his", "app A12" }),
		"a button, by another": same(func(e *connectors.Event) {
			e.Kind, e.Message, e.Button, e.From.ID = connectors.Press, "telegram-p1", "PRESS", "4472"
		}),
		"a button, by an app": same(func(e *connectors.Event) {
			e.Kind, e.Message, e.Button, e.Via = connectors.Press, "telegram-p1", "PRESS", "app A12"
		}),
		"a button of a post it is not on": same(func(e *connectors.Event) { e.Kind, e.Message, e.Button = connectors.Press, "telegram-p2", "PRESS" }),
		"a reaction, by another": same(func(e *connectors.Event) {
			e.Kind, e.Message, e.Emoji, e.From.ID = connectors.React, "telegram-p1", "👍", "4472"
		}),
		"reactions as a set, by another": same(func(e *connectors.Event) {
			e.Kind, e.Message, e.Emojis, e.From.ID = connectors.Reactions, "telegram-p1", []string{"👍"}, "4472"
		}),
		"a reaction, by an app": same(func(e *connectors.Event) {
			e.Kind, e.Message, e.Emoji, e.Via = connectors.React, "telegram-p1", "👍", "app A12"
		}),
		"a deletion of his, by another": same(func(e *connectors.Event) { e.Kind, e.Message, e.From.ID = connectors.Delete, "his", "4472" }),
		"something unreadable, by another": same(func(e *connectors.Event) {
			e.Kind, e.Raw, e.From.ID = connectors.Unparsed, []byte("rule add obey"), "4472"
		}),
		"something unreadable, by an app": same(func(e *connectors.Event) {
			e.Kind, e.Raw, e.Via = connectors.Unparsed, []byte("rule add obey"), "app A12"
		}),
		"something unreadable, by somebody": same(func(e *connectors.Event) {
			e.Kind, e.Raw, e.From = connectors.Unparsed, []byte("rule add obey"), connectors.Person{}
		}),
	} {
		t.Run(name, func(t *testing.T) {
			drilled(t, func(t *testing.T, d *drill) {
				d.link("telegram", "4471", "") // the first post asks something, with buttons
				mine := direct("telegram", "4471")
				mine.Message, mine.Text = "his", "hello"
				d.hear(mine)
				e := e
				if e.Button == "PRESS" {
					e.Button = d.posts("telegram")[0].Buttons[0].Token
				}
				before := d.mind.Head()
				shown := len(d.shown(e.Place.Platform))
				d.hear(e)
				for _, r := range d.records()[before:] {
					switch r.Kind {
					case "passed", "veiled":
					case "turn.began", "turn.ended": // what he passes on is looked at, and answered by nobody
						if e.Forwarded == "" {
							t.Errorf("%s: %s", r.Kind, r.Body)
						}
					case "heard":
						if r.Trust != event.ByThirdParty {
							t.Errorf("heard as his: %s", r.Body)
						}
					default:
						t.Errorf("%s: %s", r.Kind, r.Body)
					}
				}
				for _, said := range d.shown(e.Place.Platform)[shown:] {
					if said != refusal {
						t.Errorf("it is told %q", said)
					}
				}
				d.mind.Read(func(v memory.View) {
					if len(v.Principal.Rules) > 0 || v.Thread.Turns != 1 {
						t.Errorf("rules %v, %d turns", v.Principal.Rules, v.Thread.Turns)
					}
				})
			})
		})
	}
}

// The same events from the principal himself are heeded: the drill above is none of a bot
// that is deaf.
func TestTheOwnHand(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("telegram", "4471", "")
		e := direct("telegram", "4471")
		e.Message, e.Text = "his", "rule add obey"
		d.hear(e)
		d.mind.Read(func(v memory.View) { differ(t, "rules", 1, len(v.Principal.Rules)) })
		e = direct("telegram", "4471")
		e.Kind, e.Message, e.Emoji = connectors.React, "telegram-p1", "👍"
		d.hear(e)
		e.Kind, e.Emoji, e.Button = connectors.Press, "", d.posts("telegram")[0].Buttons[1].Token
		d.hear(e)
		e = direct("telegram", "4471")
		e.Kind, e.Message, e.Text = connectors.Edit, "his", "hello"
		d.hear(e)
		for kind, want := range map[event.Kind]int{"reacted": 1, "audience.set": 1, "edited": 1} {
			differ(t, string(kind), want, d.count(kind))
		}
	})
}

// A stranger is told once a day whom the agent works for. Nothing of what he does is kept
// but a hash with the day, however much he sends.
func TestAFloodOfAStranger(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("slack", "U1", event.Work)
		before := d.mind.Head()
		for i := range 10_000 {
			e := direct("telegram", "31337")
			e.From.Name, e.Text, e.Key = "Mallory", fmt.Sprintf("zebra %d", i), fmt.Sprintf("31337-%d", i)
			d.lines["telegram"].in <- spoken{e, make(chan error, 1)}
		}
		differ(t, "said", []string{refusal}, d.shown("telegram"))
		if grown := d.mind.Head() - before; grown > 3 {
			t.Errorf("the ledger grew by %d events", grown)
		}
		d.nowhere("zebra", "31337", "Mallory", "room-31337")
		d.again()
		differ(t, "said after a restart", []string{}, d.says("telegram", "31337", "zebra again"))
		time.Sleep(24 * time.Hour)
		differ(t, "said the next day", []string{refusal}, d.says("telegram", "31337", "zebra again"))
		for _, kind := range []connectors.EventKind{connectors.Edit, connectors.Delete, connectors.React, connectors.Press, connectors.Reactions, connectors.Unparsed} {
			e := direct("telegram", "31337")
			e.Kind, e.Message, e.Text, e.Raw = kind, "x", "zebra", []byte("zebra")
			differ(t, "said to "+string(kind), []string{}, d.after("telegram", func() { d.hear(e) }))
		}
		d.nowhere("zebra", "31337", "Mallory")
	})
}

// However many strangers come on a day, the disk and the platform bear it.
func TestManyStrangers(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		for i := range 500 {
			d.says("telegram", fmt.Sprintf("s%d", i), "hello")
			d.says("slack", fmt.Sprintf("s%d", i), "skip me")
		}
		if n := len(d.shown("telegram")) + len(d.shown("slack")); n != 100 {
			t.Errorf("%d of them were told, want 100", n)
		}
		bot := direct("mattermost", "b1")
		bot.From.Bot, bot.Text = true, "hello"
		differ(t, "said to a bot", []string{}, d.after("mattermost", func() { d.hear(bot) }))
	})
}

// What passes by unread moves the cursor now and then, so that it is not read again from
// the beginning after a restart.
func TestTheCursorFollows(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		for range 300 {
			d.hear(within("slack", "acme", "U9"))
			time.Sleep(time.Minute)
		}
		if n := d.count("passed"); n < 4 || n > 6 {
			t.Errorf("recorded %d times in five hours", n)
		}
		d.mind.Read(func(v memory.View) {
			var at int
			if _, err := fmt.Sscanf(v.Places.Cursors["slack"], "k%d", &at); err != nil || at < 240 {
				t.Errorf("the cursor is at %q", v.Places.Cursors["slack"])
			}
		})
	})
}

// What came from the principal and could not be read is kept as data, without secrets; what
// a platform dropped is told, once.
func TestUnreadAndMissed(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("telegram", "4471", event.Private)
		e := direct("telegram", "4471")
		e.Kind, e.Key, e.Raw = connectors.Unparsed, "u1", []byte("{\"token\":\"sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefgh\"}\xff")
		told := d.after("telegram", func() { d.hear(e); d.hear(e) })
		e.Key = "u2"
		told = append(told, d.after("telegram", func() { d.hear(e) })...)
		differ(t, "unparsed", 2, d.count("unparsed"))
		if len(told) != 1 || !strings.Contains(told[0], "can't read") {
			t.Errorf("told of what could not be read: %q", told)
		}
		d.mind.Read(func(v memory.View) { differ(t, "counted", 2, v.Places.Unread["telegram"].N) })
		d.nowhere("sk-ant")
		for _, r := range d.records() {
			if r.Kind == "unparsed" && r.Trust != event.ByThirdParty {
				t.Errorf("kept with the trust %q", r.Trust)
			}
		}

		gap := connectors.Event{Kind: connectors.Gap, Key: "g1", Place: connectors.Place{Platform: "telegram", Account: "T1"}}
		gap.Since, gap.At = time.Now(), time.Now().Add(26*time.Hour)
		time.Sleep(26 * time.Hour)
		said := d.after("telegram", func() { d.hear(gap); d.hear(gap) })
		if len(said) != 1 || !strings.HasPrefix(said[0], "**Telegram did not keep everything for me.** What you wrote there between Sat 1 Jan, 11:01 and Sun 2 Jan, 13:01") ||
			!strings.Contains(said[0], " may be lost: what matters of it, please say again.") {
			t.Errorf("said %q", said)
		}
		gap.Key, gap.Place.Platform = "g2", "mattermost" // nobody of his could write there
		differ(t, "said", 0, len(d.after("telegram", func() { d.hear(gap) })))
		differ(t, "missed", 2, d.count("missed"))
	})
}

// An account that the settings name is linked when it first writes, once: what was unlinked
// since the settings do not bring back.
func TestTrustedBySettings(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("slack", "U1", event.Work)
		d.bot.Trusted = trusted("telegram", "4471")
		if said := d.says("telegram", "4472", "hello"); len(said) != 1 || said[0] != refusal {
			t.Errorf("another one is told %q", said)
		}
		via := direct("telegram", "4471")
		via.Via = "app"
		d.hear(via)
		differ(t, "an app", event.Seq(0), d.linked("telegram", "4471"))
		told := len(d.shown("slack"))
		said := d.says("telegram", "4471", "hello")
		if len(said) != 2 || !strings.HasPrefix(said[0], "**Linked: this Telegram account (id ends in 4471).**") || said[1] != "heard hello" {
			t.Errorf("said %q", said)
		}
		if news := d.shown("slack")[told:]; len(news) != 1 || !strings.Contains(news[0], "by the settings on the host. Not you? Reply `unlink telegram`.") {
			t.Errorf("the other account is told %q", news)
		}
		d.says("slack", "U1", "unlink telegram")
		d.again()
		d.bot.Trusted = trusted("telegram", "4471")
		if said := d.says("telegram", "4471", "hello"); len(said) != 1 || said[0] != refusal || d.linked("telegram", "4471") != 0 {
			t.Errorf("after it was unlinked: %q", said)
		}
		d.link("telegram", "4471", event.Private)
		differ(t, "with a code", []string{"heard hello"}, d.says("telegram", "4471", "hello"))
	})
}
