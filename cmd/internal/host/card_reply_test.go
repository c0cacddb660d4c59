package host_test

import (
	"fmt"
	"strings"
	"testing"

	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// A reply to the card that proposes a decision, and what is said in the thread under it or
// that it stands in, means that decision: also where another one waits, or was proposed since.
func TestAReplyToTheCard(t *testing.T) {
	const first, second = "I've decided to drop the Henderson retainer because they pay late.", "I've decided to raise the day rate because of the rent."
	recorded := func(w *town) (texts []string) {
		w.c.Mind.Read(func(v memory.View) {
			for _, d := range v.Decisions.Decisions {
				texts = append(texts, d.Text)
			}
		})
		return texts
	}
	card := func(w *town) (seq event.Seq) {
		for r, err := range w.c.Mind.Events(t.Context(), ledger.Query{Kinds: []event.Kind{event.PostQueued{}.Kind()}}) {
			if err != nil {
				t.Fatal(err)
			}
			seq = r.Seq
		}
		return seq
	}
	for words, want := range map[string]string{
		"record it": "Drop the Henderson retainer", "record": "Drop the Henderson retainer", "not a decision": "",
		"amend to keep the Henderson retainer": "Keep the Henderson retainer", "keep it": "Drop the Henderson retainer",
	} {
		for _, under := range []string{"reply", "thread", "settled"} {
			t.Run(words+"/"+under, func(t *testing.T) {
				w := settle(t, nil, nil)
				w.in(atSlack, first)
				shown := card(w)
				w.in(atSlack, second)
				w.in(atSlack, "What day is it?")
				reply := func(e *connectors.Event) {
					e.ReplyTo = connectors.MessageID(fmt.Sprintf("post/%d", shown))
					if under == "thread" {
						e.Place.Thread = string(e.ReplyTo)
					}
				}
				if under == "settled" {
					w.in(atSlack, "not a decision", reply)
					want = ""
				}
				said := saidIn(w.in(atSlack, words, reply), atSlack)
				if got := strings.Join(recorded(w), "; "); got != want {
					t.Errorf("recorded %q, want %q: %q", got, want, said)
				}
				if under == "settled" && !strings.Contains(said, "is no longer open") {
					t.Errorf("said %q", said)
				}
			})
		}
	}
	t.Run("in a thread", func(t *testing.T) {
		w := settle(t, nil, nil)
		in := func(e *connectors.Event) { e.Place.Thread, e.ReplyTo = "root", "root" }
		w.in(atSlack, "Two questions about Henderson.", func(e *connectors.Event) { e.Message = "root" })
		w.in(atSlack, first, in)
		said := saidIn(w.in(atSlack, "keep it", in), atSlack) // the retainer, or the decision?
		if got := recorded(w); len(got) != 0 || strings.Contains(said, "no longer open") {
			t.Errorf("recorded %q: %q", got, said)
		}
		w.in(atSlack, second, in)
		said = saidIn(w.in(atSlack, "record it", in), atSlack)
		if got := strings.Join(recorded(w), "; "); !strings.HasPrefix(got, "Raise the day rate") {
			t.Errorf("recorded %q: %q", got, said)
		}
	})
}
