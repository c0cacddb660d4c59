package ranking

import (
	"strings"
	"unicode"

	"citadel/memory/formula"
	"citadel/memory/store"
)

// WithoutTwins keeps the best n hits and leaves out those that say the same as a better one, of the same kind and by the
// same speaker. What is left out is not told, so nothing is taken for the same that may be something else: it has the same
// words in the same order, but for case, punctuation and a few words that add nothing, and these are less than
// NearDuplicate leaves. "Ben owes Tom" is not "Tom owes Ben", and a meeting that is cancelled, or an old number, is not
// the meeting or the number; nor is what asks ever the same as what states.
func WithoutTwins(hits []store.Hit, n int) []store.Hit {
	out := make([]store.Hit, 0, min(n, len(hits)))
	kept := map[wording]int{}
	size := []int{}
	for _, h := range hits {
		if len(out) == n {
			break
		}
		w, words := wordingOf(&h.Item)
		if k, told := kept[w]; told && alikeEnough(size[k], words) {
			if twin := &out[k]; twin.Item.Seq != h.Item.Seq {
				twin.Twins = append(twin.Twins, h.Item.Seq)
			}
			continue
		} else if !told {
			kept[w] = len(out)
		}
		out, size = append(out, h), append(size, words)
	}
	return out
}

// alikeEnough says whether texts of so many words, which differ only by those that add nothing, share enough.
func alikeEnough(a, b int) bool {
	return float64(2*min(a, b)) >= formula.NearDuplicate*float64(a+b)
}

// wording is what two texts have in common that say the same.
type wording struct {
	kind    store.Kind
	speaker string
	asks    bool
	said    string
}

// wordingOf gives the wording of an item, and of how many words its text is.
func wordingOf(i *store.Item) (wording, int) {
	fields := strings.Fields(i.Text)
	var b strings.Builder
	b.Grow(len(i.Text))
	for _, f := range fields {
		word := strings.ToLower(strings.TrimFunc(f, silent))
		if word != "" && !addsNothing[word] {
			b.WriteString(word)
			b.WriteByte(' ')
		}
	}
	said := b.String()
	if said == "" { // signs alone say what they are
		said = i.Text
	}
	return wording{i.Kind, i.Speaker, asks(i.Text), said}, len(fields)
}

// silent are the signs around a word that change nothing of it. What makes another value of a figure is none: -5, 50%, €5.
func silent(r rune) bool {
	return unicode.IsPunct(r) && !strings.ContainsRune("-−–%‰#@&/*+", r)
}

// addsNothing are words with or without which a statement is the same.
var addsNothing = map[string]bool{"a": true, "an": true, "the": true, "please": true, "oh": true, "hey": true, "also": true}

// asks reports whether a text ends as a question does.
func asks(text string) bool { return strings.HasSuffix(strings.TrimRight(text, " \n"), "?") }
