package ranking

import (
	"cmp"
	"slices"

	"citadel/memory/store"
	"citadel/memory/words"
)

// Two words stand near each other that are at most so many words apart, small words not counted.
const apart = 3

// maxPhrases is how much of a query, and of an item, is read for words near each other, in bytes.
const maxPhrases = 4 << 10

// phrase is two words of a query that stand near each other there, and what it is worth that they do in an item.
type phrase struct {
	first, second string // in the order of their letters: a sentence turns them around
	worth         float64
}

// phrasesIn gives those of a query, in order, each once.
func phrasesIn(query string) []phrase {
	var analyzer words.Analyzer
	var found []phrase
	terms := analyzer.AppendTerms(nil, query[:min(len(query), maxPhrases)])
	beside(terms, func(p phrase) {
		p.worth *= min(telling(p.first), telling(p.second))
		found = append(found, p)
	})
	slices.SortFunc(found, func(a, b phrase) int { return cmp.Or(order(a, b), cmp.Compare(b.worth, a.worth)) })
	return slices.CompactFunc(found, func(a, b phrase) bool { return order(a, b) == 0 })
}

func order(a, b phrase) int {
	return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(a.second, b.second))
}

// beside calls met with every two different words that stand near each other; the next word counts whole, those behind it
// by how far away they are. An empty word is nobody's.
func beside(terms []string, met func(phrase)) {
	for i, a := range terms {
		if a == "" {
			continue
		}
		for n, b := range terms[i+1 : min(len(terms), i+1+apart)] {
			if b != "" && a != b {
				met(phrase{min(a, b), max(a, b), 1 / float64(n+1)})
			}
		}
	}
}

// Levels of words.Rarity: what is common in English tells little where it stands, and of what is rare it does not matter how rare.
const commonLevel, rareLevel = 10, 40

// telling is what it is worth that a word stands beside another.
func telling(term string) float64 {
	level, _ := words.Rarity(term)
	if level == 0 { // rarer than all that is known
		level = rareLevel
	}
	return float64(max(1, min(level, rareLevel)-commonLevel))
}

// Phrased counts, of hits in the order of store.Result, what words near each other in the query are near each other in
// them, and puts them in order anew. Only their texts tell that, so that it is asked of those few alone that can make it.
func (r *Ranking) Phrased(hits []store.Hit) []store.Hit {
	if len(r.phrases) == 0 {
		return hits
	}
	whole := 0.0
	var wanted words.Wanted
	for _, p := range r.phrases {
		whole += p.worth
		wanted.Want(p.first)
		wanted.Want(p.second)
	}
	analyzer := words.New(256) // forgotten with the search
	var terms []string
	met := make([]float64, len(r.phrases))
	for i := range hits {
		clear(met)
		text := hits[i].Item.Text
		terms = analyzer.AppendWanted(terms[:0], text[:min(len(text), maxPhrases)], &wanted)
		beside(terms, func(p phrase) {
			if at, ok := slices.BinarySearchFunc(r.phrases, p, order); ok {
				met[at] = max(met[at], float64(r.phrases[at].worth*p.worth))
			}
		})
		said := 0.0
		for _, worth := range met {
			said += worth
		}
		h := &hits[i]
		h.Parts.Phrase = PhraseWeight * said / whole / r.total
		h.Score = h.Parts.Sum()
	}
	slices.SortStableFunc(hits, func(a, b store.Hit) int { return cmp.Compare(b.Score, a.Score) })
	return hits
}
