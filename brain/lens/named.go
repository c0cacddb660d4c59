package lens

import (
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Naming is a place where a text calls a lens by its name.
type Naming struct {
	ID   string // of the lens; empty where only the talk of methods was noticed
	Name string // as it stands in the list, in lower case
}

// Named lists where an answer names a lens, in order. Whoever asked with the name may be
// answered with it, so a name that occurs in what was said does not count.
//
// A name that is also plain English counts only as the name of a method: "the bottleneck is
// Lena" names nothing, "the bottleneck principle" does.
func Named(answer string, said ...string) []Naming {
	t := titles()
	heard := sync.OnceValue(func() (heard [][]string) { // hardly any answer has such a name
		for _, s := range said {
			heard = append(heard, nameWords(s))
		}
		return heard
	})
	words := nameWords(answer)
	var found []Naming
	for i := 0; i < len(words); i++ {
		for _, x := range t[words[i]] {
			end, ok := x.at(words, i)
			if !ok || x.plain && !asMethod(words, i, end) {
				continue
			}
			if slices.ContainsFunc(heard(), x.in) {
				continue
			}
			found = append(found, Naming{x.id, x.name})
			i = end - 1
			break
		}
	}
	return found
}

// title is a name, as words.
type title struct {
	id, name string
	words    []string
	plain    bool
}

// at says whether the name stands at i, and where it ends. The last word may be a plural.
func (x title) at(words []string, i int) (end int, ok bool) {
	end = i + len(x.words)
	if end > len(words) {
		return 0, false
	}
	last := len(x.words) - 1
	for k, w := range x.words {
		if got := words[i+k]; got != w && (k != last || got != w+"s") {
			return 0, false
		}
	}
	return end, true
}

// in says whether the name stands anywhere.
func (x title) in(words []string) bool {
	for i := range words {
		if _, ok := x.at(words, i); ok {
			return true
		}
	}
	return false
}

// generic is talk of methods without the name of one.
var generic = []string{
	"using the mental model", "apply the mental model", "applying the mental model", "this mental model", "useful mental model", "classic mental model",
	"reasoning framework", "decision-making framework called", "cognitive bias called", "thinking tool called",
}

var titles = sync.OnceValue(func() map[string][]title {
	t := map[string][]title{}
	add := func(id, name string, plain bool) {
		if w := nameWords(name); len(w) > 0 {
			first := w[0]
			t[first] = append(t[first], title{id, name, w, plain})
		}
	}
	for _, l := range all() {
		for _, n := range l.Names {
			add(l.ID, n, false)
		}
		for _, n := range l.Plain {
			add(l.ID, n, true)
		}
	}
	for _, n := range generic {
		add("", n, false)
	}
	for first := range t { // the longest name first: "sunk cost fallacy" before "sunk cost"
		slices.SortStableFunc(t[first], func(a, b title) int { return len(b.words) - len(a.words) })
	}
	return t
})

// What makes plain words the name of a method: a word for one behind them, or before them
// what introduces one.
var (
	method  = set("principle principles framework heuristic fallacy lens bias law thinking mindset technique exercise methodology theorem paradigm concept")
	calling = [...]string{"called", "known as", "principle of", "concept of", "notion of", "technique of", "framework of", "lens of", "method of", "apply", "applying", "think in terms of"}
)

func asMethod(words []string, from, to int) bool {
	if to < len(words) && method[words[to]] {
		return true
	}
	before := strings.Join(words[max(0, from-5):from], " ")
	before = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(before, " the"), " a"), " an")
	return slices.ContainsFunc(calling[:], func(c string) bool { return before == c || strings.HasSuffix(before, " "+c) })
}

// nameWords are the words of a text in lower case, without marks: "Chesterton's" and
// "Chestertons" are one, and so are "pre-mortem" and "pre mortem".
func nameWords(text string) []string {
	text = marks.Replace(strings.ToLower(text))
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

var marks = strings.NewReplacer("'", "", "’", "", "‘", "")

func set(words string) map[string]bool {
	s := map[string]bool{}
	for _, w := range strings.Fields(words) {
		s[w] = true
	}
	return s
}
