package digest

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"citadel/brain/classify"
	"citadel/brain/extract"
	"citadel/memory/words"
)

// term is a word with meaning.
type term struct {
	stem, word string // word as it was first written
	notes      int    // that hold it
	name       bool   // written with a capital inside a sentence
	at         int    // its place among all
}

func (t *term) weight() float64 {
	if t.name {
		return float64(2 * t.notes)
	}
	return float64(t.notes)
}

// sentence is one of a note.
type sentence struct {
	note    note
	text    string
	terms   []string
	matters float64 // 0 to 1: what the rules make of it
}

// analysis is what stands in notes.
type analysis struct {
	terms     map[string]*term
	sentences []sentence
}

// weigh counts the words of notes and finds the sentences that could be quoted.
func weigh(notes []note) *analysis {
	a := &analysis{terms: map[string]*term{}}
	stems := words.New(4096)
	for _, n := range notes {
		in, from := map[string]bool{}, len(a.sentences)
		asks := classify.Question(n.text)
		for _, text := range cutSentences(n.text) {
			s := sentence{note: n, text: text}
			all := words.Segments(text)
			for i, word := range all {
				for _, stem := range stems.AppendTerms(nil, word) {
					if vague[stem] || !unicode.IsLetter([]rune(stem)[0]) {
						continue
					}
					a.meet(stem, word, i > 0, in)
					s.terms = append(s.terms, stem)
				}
			}
			if !asks && len(all) >= shortest && len(s.terms) > 1 {
				a.sentences = append(a.sentences, s)
			}
		}
		a.judge(n, from)
	}
	return a
}

// shortest is how many words a sentence has that tells something by itself.
const shortest = 4

func (a *analysis) meet(stem, word string, inside bool, in map[string]bool) {
	t := a.terms[stem]
	if t == nil {
		t = &term{stem: stem, word: word, at: len(a.terms)}
		a.terms[stem] = t
	}
	if !in[stem] {
		in[stem] = true
		t.notes++
	}
	if r, _ := utf8.DecodeRuneInString(word); inside && unicode.IsUpper(r) {
		t.name, t.word = true, word
	}
}

// judge gives the sentences of a note, those from a number on, what the rules find in them.
func (a *analysis) judge(n note, from int) {
	for _, it := range extract.Read(extract.Utterance{Text: n.text, At: n.on, Speaker: n.who}) {
		for i := range a.sentences[from:] {
			if s := &a.sentences[from+i]; it.Quote != "" && strings.Contains(s.text, it.Quote) {
				s.matters = max(s.matters, it.Importance)
			}
		}
	}
}

// most gives the words that came up most, the first first.
func (a *analysis) most() []*term {
	return slices.SortedFunc(maps.Values(a.terms), func(x, y *term) int {
		return cmp.Or(cmp.Compare(y.weight(), x.weight()), cmp.Compare(x.at, y.at))
	})
}

// telling picks the sentences that say most of what came up: one after the other, where what
// one has said counts no more for the next.
func (a *analysis) telling() []sentence {
	said := map[string]bool{}
	var out []sentence
	for len(out) < mostQuotes {
		best, top := -1, 0.0
		for i := range a.sentences {
			if score := a.score(&a.sentences[i], said); score > top {
				best, top = i, score
			}
		}
		if best < 0 {
			break
		}
		out = append(out, a.sentences[best])
		for _, t := range a.sentences[best].terms {
			said[t] = true
		}
	}
	slices.SortStableFunc(out, func(x, y sentence) int { return x.note.on.Compare(y.note.on) })
	return out
}

// score is how much of what came up a sentence tells that was not told yet. A long one is not
// better for being long.
func (a *analysis) score(s *sentence, said map[string]bool) float64 {
	sum, seen := 0.0, map[string]bool{}
	for _, t := range s.terms {
		if !said[t] && !seen[t] {
			sum += a.terms[t].weight()
		}
		seen[t] = true
	}
	const usual = 6 // words with meaning
	return float64(sum/float64(usual+len(seen))) * (1 + s.matters)
}

// cutSentences cuts a text behind its full stops and at line breaks.
func cutSentences(text string) (out []string) {
	for line := range strings.Lines(text[:min(len(text), extract.Limit)]) {
		from := 0
		for i, r := range line {
			if strings.ContainsRune(".!?", r) && i+1 < len(line) && line[i+1] == ' ' {
				out = append(out, strings.TrimSpace(line[from:i+1]))
				from = i + 1
			}
		}
		out = append(out, strings.TrimSpace(line[from:]))
	}
	return out
}

// vague are the stems of words that say nothing of what a month was about.
var vague = func() map[string]bool {
	stems, set := words.New(0), map[string]bool{}
	for _, t := range stems.AppendTerms(nil, `not no never none nothing today tomorrow yesterday tonight morning afternoon evening night week month year day time
		moment monday tuesday wednesday thursday friday saturday sunday good great nice bad new old big small long short thing way bit kind sort
		know knew think thought say said tell told ask asked get got go going gone went come came make made take took want need look see saw find
		found give gave keep put feel seem try use call back again still soon later ago maybe first last next people guy right left actually
		talk talked start started finish finished work remember remind everything`) {
		set[t] = true
	}
	return set
}()
