package storetest

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"citadel/memory/store"
)

// weighsQuestions: what somebody by name only asks counts for less than what states as much,
// and what the principal asks does not.
func weighsQuestions(t *testing.T, s store.Store) {
	asked, stated, mine := Said(3, "Is the ferry to Aros late?"), Said(2, "The ferry to Aros is late."), Said(1, "the ferry to Aros, is it late?")
	asked.Kind, asked.Speaker, stated.Kind, stated.Speaker = store.Heard, "Bodil", store.Heard, "Sven"
	quoted := asked
	quoted.Seq, quoted.Text, quoted.Speaker = 4, "(Is the ferry to Aros late?)\n", "Tove"
	broken := asked
	broken.Seq, broken.Text, broken.Speaker = 5, "Is the \xff ferry to Aros late?", "Ulf"
	put(t, s, asked, stated, mine, quoted, broken)
	for _, hit := range search(t, s, private("ferry to Aros")).Hits {
		asks := slices.Contains([]uint64{3, 4, 5}, hit.Item.Seq)
		if less := hit.Parts.Kind < 1; less != asks {
			t.Errorf("%q counts %v for its kind", hit.Item.Text, hit.Parts.Kind)
		}
	}
	first(t, s, private("is the ferry to Aros late"), 2)
}

// weighsSorts: what bears on a question and holds something of the sort that it asks for, counts for more.
func weighsSorts(t *testing.T, s store.Store) {
	put(t, s, Said(1, "The ferry was late on Thursday."), Said(2, "The ferry was late as usual."))
	for _, hit := range search(t, s, private("when was the ferry late?")).Hits {
		if counts := hit.Parts.Sort > 0; counts != (hit.Item.Seq == 1) {
			t.Errorf("%q counts %v for what it holds", hit.Item.Text, hit.Parts.Sort)
		}
	}
	first(t, s, private("when was the ferry late?"), 1)
}

// weighsPhrases: of two that hold the same words, that one counts for more in which they stand as near each other as in
// the question, whichever of them comes first there.
func weighsPhrases(t *testing.T, s store.Store) {
	put(t, s, Said(1, "A red boat, grey doors."), Said(2, "A red door, grey boats."), Said(3, "Boats of red, doors of grey."))
	hits := search(t, s, private("red boat")).Hits
	var worth [4]float64
	for _, hit := range hits {
		worth[hit.Item.Seq] = hit.Parts.Phrase
	}
	if worth[2] <= 0 || worth[1] <= worth[2] || worth[3] != worth[1] {
		t.Errorf("what stands near each other counts %v", worth[1:])
	}
	if len(hits) != 3 || hits[2].Item.Seq != 2 {
		t.Errorf("found in the order %v", seqs(hits))
	}
	for _, hit := range search(t, s, private("boats")).Hits {
		if hit.Parts.Phrase != 0 {
			t.Errorf("a single word counts %v for being near", hit.Parts.Phrase)
		}
	}
}

// answersSeveral: queries that are asked together find what each finds alone, whether they differ in
// their words or in nothing but their bounds.
func answersSeveral(t *testing.T, s store.Store) {
	babble := NewBabble(7, 300)
	items := babble.Items(120)
	for i := range items {
		items[i].Kind = []store.Kind{store.Said, store.Fact, store.Belief, store.Answer, "joke"}[i%5]
		items[i].Audience = []string{"private", "work", "private"}[i%3]
		if i%7 == 0 {
			items[i].ValidTo = items[i].On
		}
	}
	items[4].Kind, items[4].Speaker = store.Heard, "Bodil"
	put(t, s, items...)
	text, other := babble.Words(6)+" Bodil", babble.Words(4)
	ask := func(text string, change func(*store.Query)) store.Query {
		q := private(text)
		change(&q)
		return q
	}
	qs := []store.Query{
		ask(text, func(q *store.Query) { q.Kinds = []store.Kind{store.Said, store.Fact, store.Heard} }),
		ask(text, func(q *store.Query) { q.Kinds, q.Superseded, q.Limit = []store.Kind{store.Belief, "joke"}, true, 40 }),
		ask(text, func(q *store.Query) { q.Kinds, q.From = []store.Kind{store.Said}, items[60].On }),
		ask(text, func(q *store.Query) {}),
		ask(text, func(q *store.Query) { q.Audiences = []string{"private", "work"} }),
		ask(other, func(q *store.Query) { q.Speaker = "Bodil" }),
		ask(other, func(q *store.Query) {}),
		ask(text, func(q *store.Query) { q.Limit = 1 }),
	}
	together, err := s.SearchAll(t.Context(), qs...)
	if err != nil {
		t.Fatal(err)
	}
	some := 0
	for i, q := range qs {
		alone := search(t, s, q)
		some += len(alone.Hits)
		if diff := cmp.Diff(alone, together[i]); diff != "" {
			t.Errorf("query %d (-alone +together):\n%s", i, diff)
		}
	}
	if some < 20 {
		t.Errorf("all of them find %d items, which shows little", some)
	}
	if none, err := s.SearchAll(t.Context()); len(none) != 0 || err != nil {
		t.Errorf("no queries find %v, %v", none, err)
	}
	if _, err := s.SearchAll(t.Context(), qs[0], store.Query{Text: text}); !errors.Is(err, store.ErrNoAudience) {
		t.Errorf("one of them without an audience: %v", err)
	}
}
