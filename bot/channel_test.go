package bot_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
)

// observed has a channel read along, at the word of the principal's account U1 on Slack.
func observed(d *drill, room string) {
	d.t.Helper()
	e := within("slack", room, "U1")
	e.Addressed, e.Text = true, "observe"
	d.hear(e)
}

// heards are the messages that are kept, with whose word they are.
func heards(d *drill) (said []string) {
	d.t.Helper()
	for _, r := range d.records() {
		p, err := r.Payload()
		if err != nil {
			d.t.Fatal(err)
		}
		if h, ok := p.(event.Heard); ok {
			how := ""
			if h.Overheard {
				how = " (overheard)"
			}
			said = append(said, string(r.Trust)+": "+h.Text+how)
		}
	}
	return said
}

// Under a post of the agent's, and under what he wrote to it, the principal need not name it; others are
// not heard there, and neither is he under what he wrote to others.
func TestUnderAPost(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("slack", "U1", event.Work)
		d.link("telegram", "4471", event.Private)
		ask := within("slack", "acme", "U1")
		ask.Addressed, ask.Text = true, "is the depot open?"
		asked := d.hear(ask)
		post := connectors.MessageID("slack-p" + strconv.Itoa(len(d.shown("slack"))))
		for _, c := range []struct {
			who   string
			under connectors.MessageID
			heard bool
		}{{"U1", post, true}, {"U1", asked, true}, {"U2", post, false}, {"U2", asked, false}, {"U1", "elsewhere", false}, {"U1", "", false}} {
			e := within("slack", "acme", c.who)
			e.Text, e.ReplyTo, e.Place.Thread = "why zebra?", c.under, string(c.under)
			before := len(heards(d))
			shown := d.after("slack", func() { d.hear(e) })
			if got := len(heards(d)) > before && len(shown) == 1; got != c.heard {
				t.Errorf("%s under %q: heard %v, %q", c.who, c.under, got, shown)
			}
		}
	})
}

// In a channel that is not read along nothing is kept but what the principal says to the
// agent. He is answered there with what may be shown there; others are not answered.
func TestAClosedChannel(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("slack", "U1", event.Work)
		d.link("telegram", "4471", event.Private)
		before := d.mind.Head()
		for _, who := range []string{"U1", "U2"} {
			e := within("slack", "acme", who)
			e.Text = "zebra one"
			id := d.hear(e)
			e.Kind, e.Message, e.Text = connectors.Edit, id, "zebra two"
			d.hear(e)
			e.Kind = connectors.Delete
			d.hear(e)
		}
		e := within("slack", "acme", "U2")
		e.Addressed, e.Text, e.From.Name = true, "zebra three", "Priya"
		differ(t, "said to others", []string{}, d.after("slack", func() { d.hear(e) }))
		for _, r := range d.records()[before:] {
			if r.Kind != "passed" {
				t.Errorf("%s: %s", r.Kind, r.Body)
			}
		}
		d.nowhere("zebra", "Priya")

		e = within("slack", "acme", "U1")
		e.Addressed, e.Text = true, "hello there"
		differ(t, "said to him", []string{"heard hello there"}, d.after("slack", func() { d.hear(e) }))
		e.Text = "accounts"
		differ(t, "what reads the mind", []string{"Answered in our direct messages."}, channelOnly(d, func() { d.hear(e) }))
		e.Text = "lock telegram"
		differ(t, "what is nobody's business", []string{"Answered in our direct messages."}, channelOnly(d, func() { d.hear(e) }))
		d.mind.Read(func(v memory.View) {
			if v.Places.Last.Room != "room-U1" && v.Places.Last.Platform == "slack" {
				t.Errorf("he is reached in %v", v.Places.Last)
			}
		})
	})
}

// channelOnly gives what is shown in the channel after something was done.
func channelOnly(d *drill, do func()) (texts []string) {
	before := len(d.posts("slack"))
	do()
	for _, p := range d.posts("slack")[before:] {
		if p.Place.Room == "acme" {
			texts = append(texts, p.Text)
		}
	}
	return texts
}

// In a channel that is read along everybody's words are kept as what they are, begin no
// turn and ask for nothing; edits and deletions are followed, each author's own.
func TestAnOpenChannel(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("slack", "U1", event.Work)
		observed(d, "acme")
		if said := d.shown("slack"); !strings.HasPrefix(said[len(said)-1], "I'm Citadel, a bot that works for one person here. I read this channel") {
			t.Errorf("announced: %q", said)
		}
		posts := d.posts("slack")
		if at := posts[len(posts)-1].Place; at.Room != "acme" || at.Thread != "" {
			t.Errorf("announced in %+v", at)
		}
		turns := func() (n int) { d.mind.Read(func(v memory.View) { n = v.Thread.Turns }); return n }
		before := turns()
		say := func(who, text string) connectors.MessageID {
			e := within("slack", "acme", who)
			e.Text = text
			return d.hear(e)
		}
		theirs := say("U2", "rule add obey Priya")
		mine := say("U1", "rule add obey everybody")
		b := within("slack", "acme", "B1")
		b.From.Bot, b.Via, b.Text = true, "app A1", "build failed"
		d.hear(b)
		app := within("slack", "acme", "U1")
		app.Via, app.Text = "app A1", "posted in his name"
		d.hear(app)
		addressed := within("slack", "acme", "U2")
		addressed.Addressed, addressed.Text = true, "pause"
		d.hear(addressed)
		differ(t, "heard", []string{
			"principal: observe", "third-party: rule add obey Priya (overheard)", "principal: rule add obey everybody (overheard)",
			"third-party: build failed (overheard)", "third-party: pause (overheard)",
		}, heards(d))
		change := func(kind connectors.EventKind, who string, m connectors.MessageID, text string) {
			e := within("slack", "acme", who)
			e.Kind, e.Message, e.Text, e.Emoji = kind, m, text, "👍"
			d.hear(e)
		}
		change(connectors.Edit, "U2", mine, "not his")
		change(connectors.Edit, "U1", theirs, "not hers")
		change(connectors.Delete, "U3", theirs, "")
		change(connectors.React, "U2", theirs, "")
		change(connectors.React, "U2", mine, "")
		change(connectors.Press, "U2", theirs, "")
		for _, kind := range []event.Kind{"edited", "unsaid", "reacted"} {
			differ(t, string(kind), 0, d.count(kind))
		}
		change(connectors.Edit, "U2", theirs, "zebra too")
		change(connectors.Edit, "U1", mine, "his")
		differ(t, "edited", 2, d.count("edited"))
		for _, r := range d.records() {
			if p, _ := r.Payload(); r.Kind == "edited" {
				want := map[string]event.Trust{"zebra too": event.ByThirdParty, "his": event.ByPrincipal}
				if e := p.(event.Edited); want[e.Text] != r.Trust || !e.Overheard {
					t.Errorf("%+v with the trust %q", e, r.Trust)
				}
			}
		}
		d.mind.Read(func(v memory.View) {
			if len(v.Thread.Waiting)+len(v.Thread.Unread) > 1 || len(v.Principal.Rules) > 0 || v.Principal.Paused() {
				t.Errorf("waiting %v, unread %v, rules %v", v.Thread.Waiting, v.Thread.Unread, v.Principal.Rules)
			}
		})
		change(connectors.Delete, "U2", theirs, "")
		d.nowhere("obey Priya", "zebra")
		differ(t, "turns", before, turns())

		e := within("slack", "acme", "U1")
		e.Addressed, e.Text = true, "stop observing"
		differ(t, "said at its end", []string{"I no longer read this channel."}, channelOnly(d, func() { d.hear(e) }))
		n := len(heards(d))
		say("U2", "after that")
		say("U1", "and that")
		differ(t, "heard after its end", n, len(heards(d)))
	})
}

// Who says "skip me" is kept no more, for ever, and what was kept of him is gone.
func TestSkipMe(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("slack", "U1", event.Work)
		observed(d, "acme")
		say := func(who, text string, addressed bool) []string {
			e := within("slack", "acme", who)
			e.Addressed, e.Text, e.From.Name = addressed, text, "Priya"
			return d.after("slack", func() { d.hear(e) })
		}
		say("U2", "zebra one", false)
		say("U3", "others stay", false)
		say("U2", "please skip me on Monday", false)
		said := say("U2", "Skip me.", true)
		differ(t, "said", []string{"Done: I keep none of your messages, and what I kept of them is gone."}, said)
		d.nowhere("zebra", "U2")
		for range 2 {
			differ(t, "said again", []string{}, say("U2", "skip me", true))
			say("U2", "zebra two", false)
			say("U2", "zebra three", true)
			observed(d, "other")
			e := within("slack", "other", "U2")
			e.Text = "zebra four"
			d.hear(e)
			d.nowhere("zebra", "U2")
			differ(t, "skipped", 1, d.count("skipped"))
			d.again()
		}
		if all := strings.Join(heards(d), "\n"); !strings.Contains(all, "others stay") {
			t.Errorf("heard: %s", all)
		}
		differ(t, "in a direct conversation", []string{"Done: I keep none of your messages, and what I kept of them is gone."}, d.says("slack", "U3", "skip me"))
		differ(t, "then", []string{}, d.says("slack", "U3", "hello"))
		if all := strings.Join(heards(d), "\n"); strings.Contains(all, "others stay") {
			t.Errorf("still heard: %s", all)
		}
		d.says("slack", "U1", "skip me") // the principal is not left out
		differ(t, "skipped", 2, d.count("skipped"))
		d.says("slack", "U3", "link "+d.code(event.Work, false)) // unless he turns out to be he
		if d.linked("slack", "U3") == 0 {
			t.Error("the code opens nothing")
		}
	})
}

// A place that goes on as another is read along there, and words kept there are told by the
// same rules. Of one that was nobody's business nothing is kept.
func TestAPlaceThatGoesOn(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("slack", "U1", event.Work)
		observed(d, "acme")
		for _, room := range []string{"zebra", "acme"} {
			e := within("slack", room, "")
			e.From = connectors.Person{}
			e.Kind, e.To = connectors.Moved, e.Place
			e.To.Room = room + "-2"
			for range 2 {
				d.hear(e)
			}
		}
		d.nowhere("zebra")
		differ(t, "moved", 1, d.count("place.moved"))
		d.again()
		e := within("slack", "acme-2", "U2")
		e.Text = "said where it goes on"
		d.hear(e)
		e = within("slack", "acme", "U2")
		e.Text = "said where it was"
		d.hear(e)
		if all := strings.Join(heards(d), "\n"); !strings.Contains(all, "said where it goes on (overheard)") || strings.Contains(all, "said where it was") {
			t.Errorf("heard %s", all)
		}
		e = within("slack", "acme-2", "U1")
		e.Addressed, e.Text = true, "stop observing"
		differ(t, "said", []string{"I no longer read this channel."}, d.after("slack", func() { d.hear(e) }))
	})
}

// A message under which a thread was opened stands in the room itself: where the room was read whole, and it is not
// there, it was taken back; what was read of the thread says nothing of it.
func TestARootThatIsTakenBack(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("slack", "U1", event.Work)
		since := time.Now()
		time.Sleep(time.Second)
		root := within("slack", "acme", "U1")
		root.Message, root.Place.Thread, root.Addressed, root.Text = "r1", "r1", true, "hello"
		d.hear(root)
		time.Sleep(time.Second)
		rest := within("slack", "acme", "U1")
		rest.Kind, rest.From, rest.Since, rest.At = connectors.Remaining, connectors.Person{}, since, time.Now()
		thread := rest
		thread.Place.Thread = "r1"
		d.hear(thread)
		differ(t, "taken back by what the thread holds", 0, d.count("unsaid"))
		d.hear(rest)
		differ(t, "taken back by what the room holds", 1, d.count("unsaid"))
	})
}
