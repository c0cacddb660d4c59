package bot_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"citadel/brain"
	"citadel/brain/turn"
	"citadel/connectors"
	"citadel/memory/event"
)

// Whoever forgot to name the agent in a channel adds it by editing: the message is heard then, once, and not before.
func TestAnEditThatNamesTheAgent(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("slack", "U1", event.Work)
		e := within("slack", "acme", "U1")
		e.Text = "when is the review?"
		id := d.hear(e)
		if shown := d.shown("slack"); slices.Contains(shown, "heard when is the review?") {
			t.Errorf("before it named the agent: %q", shown)
		}
		x := within("slack", "acme", "U1")
		x.Kind, x.Message, x.Key, x.Text = connectors.Edit, id, "edit", "when is the review, please?"
		if shown := d.after("slack", func() { d.hear(x) }); len(shown) != 0 {
			t.Errorf("an edit that names nobody is answered: %q", shown)
		}
		x.Addressed, x.Key = true, "edit that names it"
		shown := d.after("slack", func() { d.hear(x) })
		if !slices.Equal(shown, []string{"heard when is the review, please?"}) {
			t.Errorf("shown %q", shown)
		}
		if shown = d.after("slack", func() { d.hear(x) }); len(shown) != 0 {
			t.Errorf("a copy is answered: %q", shown)
		}
		x.Key, x.Text = "another", "when is the review of Acme?"
		d.hear(x)
		if n := len(heards(d)); n != 1 {
			t.Errorf("%d messages are heard of one", n)
		}
	})
}

// A message that its platform gave up delivering is heard with its edit; the message itself, where it comes after all,
// is not heard again.
func TestAnEditOfAMessageThatNeverCame(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("telegram", "4471", event.Private)
		before := len(heards(d))
		x := direct("telegram", "4471")
		x.Kind, x.Message, x.Text = connectors.Edit, "77", "buy milk for Ana"
		shown := d.after("telegram", func() { d.hear(x) })
		if !slices.Equal(shown, []string{"heard buy milk for Ana"}) {
			t.Errorf("shown %q", shown)
		}
		e := direct("telegram", "4471")
		e.Message, e.Text = "77", "buy milk"
		d.hear(e)
		if said := heards(d)[before:]; !slices.Equal(said, []string{"principal: buy milk for Ana"}) {
			t.Errorf("heard %q", said)
		}
	})
}

// A stranger's edit is no message of anybody's.
func TestAStrangersEdit(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("telegram", "4471", event.Private)
		before := len(heards(d))
		x := direct("telegram", "12")
		x.Kind, x.Message, x.Text = connectors.Edit, "77", "buy milk for Ana"
		d.hear(x)
		if said := heards(d)[before:]; len(said) != 0 {
			t.Errorf("heard %q", said)
		}
	})
}

// Whoever wrote "skip me" in a channel, and forgot to say to whom, is left out once he mends that.
func TestASkipThatIsMended(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("slack", "U1", event.Work)
		e := within("slack", "acme", "U1")
		e.Addressed, e.Text = true, "observe"
		d.hear(e)
		o := within("slack", "acme", "U2")
		o.Text = "skip me"
		id := d.hear(o)
		o.Kind, o.Message, o.Addressed, o.Key = connectors.Edit, id, true, "mended"
		d.hear(o)
		o = within("slack", "acme", "U2")
		o.Text = "my zebra"
		d.hear(o)
		d.nowhere("zebra")
	})
}

// A button that is pressed right after linking counts, also where our own clock is behind the platform's.
func TestAPressAfterLinkingWithAClockBehind(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		e := direct("telegram", "4471")
		e.Text, e.At = "link "+d.code("", false), time.Now().Add(10*time.Second) // the platform's clock
		d.hear(e)
		polled := time.Now()
		time.Sleep(5 * time.Second)
		posts := d.posts("telegram")
		x := direct("telegram", "4471")
		x.Kind, x.Message, x.Button = connectors.Press, connectors.MessageID(fmt.Sprintf("telegram-p%d", len(posts))), posts[len(posts)-1].Buttons[1].Token
		x.At, x.Since = time.Now(), polled
		if shown := d.after("telegram", func() { d.hear(x) }); len(shown) == 0 {
			t.Error("the press is dropped, and nothing is said")
		}
	})
}

// Words that were not the first of a message that was never heard agree to nothing, as no edit does: on some platforms
// others may edit what he wrote.
func TestWhatWasEditedBeforeItWasHeardApprovesNothing(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("slack", "U1", event.Work)
		var why string
		d.bot.Brain.Steps = append(d.bot.Brain.Steps[:0:0], brain.Step(func(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
			why = t.Last().NoYes()
			return echo(ctx, t)
		}))
		plain, mended, edit := direct("slack", "U1"), direct("slack", "U1"), direct("slack", "U1")
		mended.Edited = true
		edit.Kind, edit.Message = connectors.Edit, "77"
		for _, c := range []struct {
			connectors.Event
			agrees bool
		}{{plain, true}, {mended, false}, {edit, false}} {
			c.Text = "heron"
			why = "nobody asked"
			d.hear(c.Event)
			if got := why == ""; got != c.agrees || why == "nobody asked" {
				t.Errorf("%s, edited %v: %q", c.Kind, c.Edited, why)
			}
		}
	})
}
