package dedupe_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"citadel/brain/dedupe"
	"citadel/brain/extract"
)

// What frames tell apart, no closer look brings together: not of the shipped pairs, nor of any
// sentences, whatever attributes their readers gave them.
func TestFramesThatDoNotMeetAreDifferent(t *testing.T) {
	var shipped []string
	for _, set := range []string{"pairs", "holdout", "unseen"} {
		for _, p := range pairs(t, "testdata/"+set+".jsonl") {
			shipped = append(shipped, p.A, p.B)
		}
	}
	attributes := []string{"", "", "likes", "dislikes", "prefers", "home", "employer", "favourite colour", "favorite color", "the price", "price", "due", "not price"}
	apart := 0
	rapid.Check(t, func(t *rapid.T) {
		item := func(label string) extract.Item {
			var it extract.Item
			if rapid.Bool().Draw(t, label+" is shipped") {
				it = dedupe.Of(rapid.SampledFrom(shipped).Draw(t, label))
			} else {
				it = dedupe.Of(sentence(t, label))
			}
			if rapid.Bool().Draw(t, label+" has facts of its own") {
				it.Subject = rapid.SampledFrom([]string{"", "Ana", "my sister"}).Draw(t, label+" subject")
				it.Attribute = rapid.SampledFrom(attributes).Draw(t, label+" attribute")
				it.Value = rapid.SampledFrom([]string{"Porto", "tea", "5 euros", "not tea", ""}).Draw(t, label+" value")
				it.Negated = rapid.Bool().Draw(t, label+" negated")
			}
			return it
		}
		a, b := dedupe.Take(item("a")), dedupe.Take(item("b"))
		meet := a.Frame().Meets(b.Frame())
		if meet != b.Frame().Meets(a.Frame()) {
			t.Fatalf("%+v meets %+v one way only", a.Item(), b.Item())
		}
		if meet {
			return
		}
		apart++
		if rel := a.Compare(b); rel != extract.Different {
			t.Fatalf("%+v and %+v do not meet and are %s", a.Item(), b.Item(), rel)
		}
		if a.ButForDoubt(b) {
			t.Fatalf("%+v and %+v do not meet and differ by doubt alone", a.Item(), b.Item())
		}
	})
	if apart == 0 {
		t.Error("all frames met; nothing was tried")
	}
}

// Statements that are no rivals are the same only in the words that Spelled gives, and replace or deny
// nothing.
func TestNoRivalsSayTheSameOrNothing(t *testing.T) {
	var shipped []string
	for _, set := range []string{"pairs", "holdout", "unseen"} {
		for _, p := range pairs(t, "testdata/"+set+".jsonl") {
			shipped = append(shipped, p.A, p.B)
		}
	}
	spelt := func(st *dedupe.Statement, firmOnly bool) (words []string) {
		st.Spelled(func(word string, firm bool) {
			switch {
			case firm || !firmOnly:
				words = append(words, word)
			default:
				words = append(words, "~")
			}
		})
		slices.Sort(words)
		return words
	}
	same, apart := 0, 0
	law := func(t *rapid.T) {
		said := rapid.SampledFrom(shipped).Draw(t, "a")
		again := said
		if words := strings.Fields(said); rapid.Bool().Draw(t, "it is said with a slip") {
			i := rapid.IntRange(0, len(words)-1).Draw(t, "of the word")
			w := []byte(words[i])
			at := rapid.IntRange(0, len(w)-1).Draw(t, "at")
			w[at], w[max(at, 1)-1] = w[max(at, 1)-1], w[at]
			words[i] = string(w)
			again = rapid.SampledFrom([]string{"", "I think ", "Maybe "}).Draw(t, "hedge") + strings.Join(words, " ")
		} else if rapid.Bool().Draw(t, "it is another") {
			again = rapid.SampledFrom(shipped).Draw(t, "b")
		}
		a, b := dedupe.Take(dedupe.Of(said)), dedupe.Take(dedupe.Of(again))
		if rivals := a.Frame().Rivals(b.Frame()); rivals != b.Frame().Rivals(a.Frame()) {
			t.Fatalf("%q and %q are rivals one way only", said, again)
		} else if rivals {
			return
		}
		if a.ReplacedBy(b) || b.ReplacedBy(a) {
			t.Fatalf("%q and %q are no rivals, and one replaces the other", said, again)
		}
		if a.Compare(b) != extract.Same && !a.ButForDoubt(b) {
			apart++
			return
		}
		same++
		if nameOfOne(a, b) {
			return // and mistyped besides: see Spelled
		}
		if !slices.Equal(spelt(a, false), spelt(b, false)) && !slices.Equal(spelt(a, true), spelt(b, true)) {
			t.Fatalf("%q and %q are the same, and are not spelt so", said, again)
		}
	}
	for n := 0; n == 0 || n < 100 && (same == 0 || apart == 0); n++ { // few are the same by chance
		rapid.Check(t, law)
	}
	if same == 0 || apart == 0 {
		t.Errorf("%d were the same and %d were not; both are to be tried", same, apart)
	}
}

// nameOfOne says whether a word of two statements is a name in only one of them: at the head of a sentence it may be
// either.
func nameOfOne(a, b *dedupe.Statement) (found bool) {
	firm := map[string]bool{}
	a.Spelled(func(word string, is bool) { firm[word] = is })
	b.Spelled(func(word string, is bool) {
		was, both := firm[word]
		found = found || both && was != is
	})
	return found
}

// A reader that remembers words reads as one that does not.
func TestReaderRemembersNothingThatMatters(t *testing.T) {
	r := dedupe.NewReader()
	all := append(pairs(t, "testdata/pairs.jsonl"), pairs(t, "testdata/holdout.jsonl")...)
	for _, p := range append(all, all...) {
		old, new := dedupe.Of(p.A), dedupe.Of(p.B)
		if fresh, kept := dedupe.Compare(old, new), r.Take(old).Compare(r.Take(new)); fresh != kept {
			t.Errorf("%q, %q: %s, and %s of a reader that remembers", p.A, p.B, fresh, kept)
		}
	}
}
