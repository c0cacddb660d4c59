package integrate_test

import (
	"slices"
	"testing"

	"citadel/memory"
	"citadel/memory/event"
)

// quotes lists what holds, by its quote, in the order it was learned.
func (w *world) quotes() (quotes []string, seqs []event.Seq) {
	w.t.Helper()
	learned, recs := all[event.Learned](w)
	w.Mind.Read(func(v memory.View) {
		for i, l := range learned {
			if h, ok := v.Beliefs.Of(recs[i].Seq); ok && !h.Over {
				quotes, seqs = append(quotes, l.Quote), append(seqs, recs[i].Seq)
			}
		}
	})
	return quotes, seqs
}

func (w *world) holdsExactly(want ...string) []event.Seq {
	w.t.Helper()
	quotes, seqs := w.quotes()
	if !slices.Equal(quotes, want) {
		w.t.Errorf("%q holds, want %q", quotes, want)
	}
	return seqs
}

// tell has messages heard and read through, one after the other.
func (w *world) tell(texts ...string) (heard []event.Seq) {
	w.t.Helper()
	for _, text := range texts {
		heard = append(heard, w.hear(text))
		w.pass()
	}
	return heard
}

func (w *world) rewrite(message event.Seq, text string) {
	w.t.Helper()
	w.edit(message, text)
	w.pass()
	w.pass()
}

// A message that says something else now is evidence no more for what it said before.
func TestEditedAwayIsNoEvidence(t *testing.T) {
	w := newWorld(t)
	said := "Tom said that Ana lives in Porto."
	heard := w.tell(said, said)
	w.rewrite(heard[1], "Tom said that the weather is nice.")
	quotes, seqs := w.quotes()
	if quotes[0] != said {
		t.Fatalf("%q", quotes)
	}
	if h := w.held(seqs[0]); h.Count != 1 || !slices.Equal(h.Roots, heard[:1]) {
		t.Errorf("%+v", h)
	}
	w.rewrite(heard[1], said)
	if h := w.held(seqs[0]); h.Count != 2 || !slices.Equal(h.Roots, heard) {
		t.Errorf("said again: %+v", h)
	}
}

// What another message says too is kept, and rests on that one.
func TestEditedAwayAndSaidElsewhere(t *testing.T) {
	w := newWorld(t)
	heard := w.tell("I like tea.", "I like tea.", "I like tea.")
	w.rewrite(heard[0], "The weather is nice.")
	w.pass()
	seqs := w.holdsExactly("I like tea.")
	if h := w.held(seqs[0]); !slices.Equal(h.Roots, heard[1:]) || h.Count != 2 {
		t.Errorf("%+v", h)
	}
}

// What a message replaced holds again when it is edited away, as when it is forgotten; and does not when something
// else stands against it.
func TestEditedAwayBringsBack(t *testing.T) {
	for _, c := range []struct {
		name  string
		told  []string
		edit  int
		to    string
		holds []string
	}{
		{"a slip", []string{"I live in Porto.", "I live in Braga."}, 1, "I was in Braga for lunch.", []string{"I live in Porto.", "I was in Braga for lunch."}},
		{"hearsay", []string{"Tom said that Ana lives in Porto.", "I think Ana lives in Braga."}, 1, "The weather is nice.", []string{"Tom said that Ana lives in Porto."}},
		{"to another value", []string{"I live in Porto.", "I live in Braga."}, 1, "I live in Faro.", []string{"I live in Faro."}},
		{"one between", []string{"I live in Porto.", "I live in Braga.", "I live in Faro."}, 1, "The weather is nice.", []string{"I live in Faro."}},
		{"to the older value", []string{"I live in Porto.", "I live in Braga."}, 1, "I live in Porto.", []string{"I live in Porto."}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			w.t = t
			heard := w.tell(c.told...)
			w.rewrite(heard[c.edit], c.to)
			w.holdsExactly(c.holds...)
		})
	}
}

// first is the memory that was learned first.
func (w *world) first() event.Seq {
	w.t.Helper()
	_, recs := all[event.Learned](w)
	if len(recs) == 0 {
		w.t.Fatal("nothing was learned")
	}
	return recs[0].Seq
}
