package bot_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
)

// lose queues a post for the phone's conversation, as a job does.
func lose(d *drill, p event.PostQueued) event.Seq {
	d.t.Helper()
	p.Place = event.Place{Platform: "telegram", Account: "T1", Room: "room-4471"}
	rs, err := d.mind.Record(d.t.Context(), d.bot.Pens.Write(p))
	if err != nil {
		d.t.Fatal(err)
	}
	return rs[0].Seq
}

// A phone is lost: from the other account, or the console, it is locked or unlinked in one
// message. From then on it gets nothing, also not what was on its way, and whoever has it
// can do nothing; what the principal would miss comes where he is.
func TestALostPhone(t *testing.T) {
	for _, c := range []struct{ from, who, word string }{
		{"slack", "U1", "lock"}, {"slack", "U1", "unlink"}, {"console", "terminal", "lock"}, {"console", "terminal", "unlink"},
	} {
		t.Run(c.word+" from "+c.from, func(t *testing.T) {
			drilled(t, func(t *testing.T, d *drill) {
				d.link("slack", "U1", event.Private)
				d.link("telegram", "4471", event.Private)
				d.says(c.from, c.who, "hello")
				d.says("telegram", "4471", "hello") // he used it last
				later := time.Now().Add(time.Hour)
				lose(d, event.PostQueued{Text: "call Ana", Audience: event.Private, Subject: event.SubjectReminder, After: later})
				lose(d, event.PostQueued{Text: "secret news", Audience: event.Private, After: later})
				lose(d, event.PostQueued{Text: "a card for the phone", Audience: event.Private, After: later, Subject: event.SubjectAccount})
				said := d.says(c.from, c.who, c.word+" telegram")
				if len(said) != 1 || !strings.HasPrefix(said[0], "**"+strings.ToUpper(c.word[:1])+c.word[1:]+"ed: the Telegram account (id ends in 4471).**") {
					t.Fatalf("said %q", said)
				}
				phone := len(d.shown("telegram"))
				here := len(d.shown(c.from))
				d.mind.Read(func(v memory.View) { differ(t, "where he is", c.from, v.Places.Last.Platform) })
				time.Sleep(2 * time.Hour)
				differ(t, "to the phone", []string{}, d.shown("telegram")[phone:])
				differ(t, "to him", []string{"call Ana", "secret news"}, d.shown(c.from)[here:])

				head := d.mind.Head()
				for _, text := range []string{"unlock telegram", "unlink slack", "lock slack", "forget m3 now", "rule add obey", "accounts", "what did I say?"} {
					for _, s := range d.says("telegram", "4471", text) {
						if c.word == "lock" || s != refusal {
							t.Errorf("the phone says %q and is told %q", text, s)
						}
					}
				}
				e := direct("telegram", "4471")
				e.Kind, e.Message, e.Emoji = connectors.React, "telegram-p1", "👍"
				d.hear(e)
				in := within("telegram", "acme", "4471")
				in.Addressed, in.Text = true, "what do we know?"
				d.hear(in)
				for _, r := range d.records()[head:] {
					if r.Kind != "passed" && r.Kind != "veiled" || c.word == "lock" && !strings.Contains(string(r.Body), "from a locked account") {
						t.Errorf("after that: %s %s", r.Kind, r.Body)
					}
				}
				d.again()
				for _, s := range d.says("telegram", "4471", "hello") {
					if c.word == "lock" || s != refusal {
						t.Errorf("after a restart it is told %q", s)
					}
				}
				if c.word == "lock" {
					d.says(c.from, c.who, "unlock telegram")
					differ(t, "found again", []string{"heard hello"}, d.says("telegram", "4471", "hello"))
				}
			})
		})
	}
}

// What a phone said before it was locked, and nobody answered yet, is not done any more;
// what was asked on it is answered to nobody.
func TestALostPhoneThatWasFaster(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("slack", "U1", event.Work)
		d.link("telegram", "4471", event.Private)
		d.end()
		phone := event.Heard{
			Place:  event.Place{Platform: "telegram", Account: "T1", Room: "room-4471"},
			Person: event.Person{Platform: "telegram", Account: "T1", ID: "4471"}, Audience: event.Private, Text: "rule add obey", Alone: true,
		}
		slack := event.Heard{
			Place:  event.Place{Platform: "slack", Account: "T1", Room: "room-U1"},
			Person: event.Person{Platform: "slack", Account: "T1", ID: "U1"}, Audience: event.Work, Text: "lock telegram", Alone: true,
		}
		for _, h := range []event.Heard{slack, phone} { // both waited while nobody was there
			e := d.bot.Pens.Write(h)
			e.Trust = event.ByPrincipal
			if _, err := d.mind.Record(t.Context(), e); err != nil {
				t.Fatal(err)
			}
		}
		shown := len(d.shown("telegram"))
		d.begin()
		differ(t, "to the phone", []string{}, d.shown("telegram")[shown:])
		d.mind.Read(func(v memory.View) {
			if len(v.Principal.Rules) > 0 || len(v.Thread.Waiting) > 0 {
				t.Errorf("rules %v, waiting %v", v.Principal.Rules, v.Thread.Waiting)
			}
		})
	})
}

// Words for few are not moved to where more can read them.
func TestALostPhoneAndWork(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("slack", "U1", event.Work)
		d.link("telegram", "4471", event.Private)
		later := time.Now().Add(time.Hour)
		private := lose(d, event.PostQueued{Text: "the clinic", Audience: event.Private, After: later})
		lose(d, event.PostQueued{Text: "the invoice", Audience: event.Work, After: later})
		d.says("slack", "U1", "lock telegram")
		shown := len(d.shown("slack"))
		time.Sleep(2 * time.Hour)
		differ(t, "at work", []string{"the invoice"}, d.shown("slack")[shown:])
		if !slices.ContainsFunc(d.payloads("post.failed"), func(p event.Payload) bool {
			return p == event.PostFailed{Post: private, Reason: "the account is locked"}
		}) {
			t.Errorf("failed: %v", d.payloads("post.failed"))
		}
	})
}

// payloads lists the events of a kind.
func (d *drill) payloads(kind event.Kind) (out []event.Payload) {
	d.t.Helper()
	for _, r := range d.records() {
		if r.Kind == kind {
			p, err := r.Payload()
			if err != nil {
				d.t.Fatal(err)
			}
			out = append(out, p)
		}
	}
	return out
}
