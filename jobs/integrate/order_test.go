package integrate_test

import (
	"testing"
	"time"

	"citadel/memory/event"
)

// Who mends a slip in an old message says nothing new by it: what he said since stands. Who gives it another value
// says that now.
func TestATypoIsNoNews(t *testing.T) {
	for _, c := range []struct {
		name, first, then string
		unread            bool
		holds             string
	}{
		{"a full stop", "I live in Porto", "I live in Porto.", false, "I live in Braga."},
		{"a full stop, of what nobody had read", "I live in Porto", "I live in Porto.", true, "I live in Braga."},
		{"another value", "I live in Porto.", "I live in Faro.", false, "I live in Faro."},
		{"another value, of what nobody had read", "I live in Porto.", "I live in Faro.", true, "I live in Faro."},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			w.t = t
			old := w.hear(c.first)
			if !c.unread {
				w.pass()
			}
			w.Now = w.Now.AddDate(0, 3, 0)
			w.hear("I live in Braga.")
			if !c.unread {
				w.pass()
			}
			w.Now = w.Now.Add(24 * time.Hour)
			w.rewrite(old, c.then)
			w.pass()
			w.holdsExactly(c.holds)
		})
	}
}

// The order is that of the ledger, whatever the clocks said: of this machine, or of a platform.
func TestClocksDoNotOrder(t *testing.T) {
	t.Run("a year ahead once", func(t *testing.T) {
		w := newWorld(t)
		w.t = t
		now := w.Now
		w.tell("I live in Lisbon.")
		w.Now = now.AddDate(1, 0, 0)
		w.tell("I live in Porto.")
		w.Now = now.Add(2 * time.Hour)
		w.tell("I live in Braga.")
		w.pass()
		w.holdsExactly("I live in Braga.")
		w.Now = now.AddDate(0, 1, 0)
		w.tell("I moved to Faro.")
		w.pass()
		w.holdsExactly("I moved to Faro.")
	})
	t.Run("of a platform", func(t *testing.T) {
		w := newWorld(t)
		w.t = t
		w.hear("I live in Lisbon.", func(h *event.Heard, _ *event.TurnEnded) { h.On = w.Now.AddDate(80, 0, 0) })
		w.pass()
		learned, recs := all[event.Learned](w)
		if len(learned) != 1 || learned[0].On.After(recs[0].At) {
			t.Errorf("%+v", learned)
		}
		w.tell("I live in Braga.")
		w.holdsExactly("I live in Braga.")
	})
}

// Who edits a message that was called wrong corrects it himself; a slip that he mends in it makes it no truer.
func TestEditedAfterItWasWrong(t *testing.T) {
	for _, c := range []struct {
		then  string
		read  bool // the message was read before it was called wrong
		holds []string
	}{
		{"Ana lives in Braga.", true, []string{"Ana lives in Braga."}},
		{"Ana lives in Braga.", false, []string{"Ana lives in Braga."}},
		{"Ana lives in Porto!", true, nil},
		{"Ana lives in Porto!", false, nil},
	} {
		w := newWorld(t)
		said := w.hear("Ana lives in Porto.")
		if c.read {
			w.pass()
		}
		wrong := event.Superseded{Memory: said, On: w.Now, Reason: event.Wrong}
		if c.read {
			_, seqs := w.quotes()
			w.Record(w.Pens.For(event.Learning).Write(event.Superseded{Memory: seqs[0], On: w.Now, Reason: event.Wrong}).Resting(seqs[0]))
		}
		w.Record(w.Pens.For(event.Learning).Write(wrong).Resting(said))
		w.rewrite(said, c.then)
		w.holdsExactly(c.holds...)
	}
}
