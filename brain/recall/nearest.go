package recall

import (
	"cmp"
	"math"
	"slices"

	"citadel/memory/store"
	"citadel/memory/words"
)

// What was said in a few sittings is ranked here by itself: by the query's words in a message,
// and by those in what was said next to it, since an answer is found by its question. Rarity
// is that among the sittings, which were found by the query's words together.

// Weights of the ranking. On long talk that was folded as a whole any values near these find as
// much as before it was folded, or more: choosing the sitting first keeps chance likeness out.
const (
	ownWeight  = 0.6
	nearWeight = 0.4
	// sittingWeight is how much of a score depends on that of the sitting.
	sittingWeight = 0.5
	// around is how many messages before and after one are next to it.
	around = 2
	// enough is the least of the two weights together that is not chance.
	enough = 0.2

	saturation = 1.2 // k1 and b of BM25
	lengthBias = 0.75
)

// sat is a sitting that a digest led to.
type sat struct {
	digest uint64
	score  float64 // of the part that led to it
	said   []store.Item
}

// line is what somebody said in a sitting, with how often it holds each of the wanted terms.
type line struct {
	item   store.Item
	of     *sat
	counts []int
	length int
}

// nearest ranks what was said in sittings, and says of which digests something came.
func nearest(q Query, sittings []sat, top float64) (hits []store.Hit, found map[uint64]bool) {
	found = map[uint64]bool{}
	stems := words.New(stemsOfASearch)
	number, wordings := number(stems, q)
	all := count(stems, sittings, number)
	if len(all) == 0 || len(number) == 0 {
		return nil, found
	}
	rarity, mean := rarity(all, len(number))
	scores := make([]float64, len(all))
	own, near := make([]float64, len(all)), make([]float64, len(all))
	for n, wanted := range wordings {
		var mostOwn, mostNear float64
		for i := range all {
			from, to := i, i+1
			for from > max(0, i-around) && all[from-1].of == all[i].of {
				from--
			}
			for to < min(len(all), i+around+1) && all[to].of == all[i].of {
				to++
			}
			own[i], near[i] = bm25(all[i:i+1], wanted, rarity, mean), bm25(all[from:to], wanted, rarity, mean*float64(to-from))
			mostOwn, mostNear = max(mostOwn, own[i]), max(mostNear, near[i])
		}
		factor := 1.0
		if n > 0 {
			factor = alsoFactor
		}
		for i := range all {
			scores[i] = max(scores[i], factor*(ownWeight*part(own[i], mostOwn)+nearWeight*part(near[i], mostNear)))
		}
	}
	for i, m := range all {
		if scores[i] < enough {
			continue
		}
		score := scores[i] * (1 - sittingWeight + sittingWeight*part(m.of.score, top)) * top
		hits = append(hits, store.Hit{Item: m.item, Score: score, Coverage: m.covers(wordings[0])})
		found[m.of.digest] = true
	}
	slices.SortStableFunc(hits, func(a, b store.Hit) int { return cmp.Compare(b.Score, a.Score) })
	return hits[:min(len(hits), int(float64(q.Limit)*overfetch))], found
}

func part(of, most float64) float64 {
	if most <= 0 {
		return 0
	}
	return of / most
}

// number gives each term of a query's wordings a number, and the wordings by these.
func number(stems *words.Analyzer, q Query) (number map[string]int, wordings [][]int) {
	number = map[string]int{}
	for _, text := range append([]string{q.Text}, q.Also...) {
		var wanted []int
		for _, term := range stems.AppendTerms(nil, text[:min(len(text), wholeUpTo)]) {
			n, ok := number[term]
			if !ok {
				n = len(number)
				number[term] = n
			}
			if !slices.Contains(wanted, n) {
				wanted = append(wanted, n)
			}
		}
		wordings = append(wordings, wanted)
	}
	return number, wordings
}

// count reads the messages of sittings for the terms that have a number.
func count(stems *words.Analyzer, sittings []sat, number map[string]int) (all []line) {
	var read []string
	for i := range sittings {
		for _, item := range sittings[i].said {
			m := line{item: item, of: &sittings[i], counts: make([]int, len(number))}
			read = stems.AppendTerms(read[:0], item.Speaker+" "+item.Text[:min(len(item.Text), wholeUpTo)])
			m.length = len(read)
			for _, term := range read {
				if n, ok := number[term]; ok {
					m.counts[n]++
				}
			}
			all = append(all, m)
		}
	}
	return all
}

// rarity is what each term counts for by how few messages hold it; mean is how many terms a
// message has.
func rarity(all []line, terms int) (rarity []float64, mean float64) {
	rarity = make([]float64, terms)
	for _, m := range all {
		mean += float64(m.length) / float64(len(all))
		for n, c := range m.counts {
			if c > 0 {
				rarity[n]++
			}
		}
	}
	for n, in := range rarity {
		rarity[n] = math.Log(1 + (float64(len(all))-in+0.5)/(in+0.5))
	}
	return rarity, max(1, mean)
}

// bm25 is how much messages together hold of the wanted terms.
func bm25(ms []line, wanted []int, rarity []float64, mean float64) (sum float64) {
	length := 0
	for _, m := range ms {
		length += m.length
	}
	norm := saturation * (1 - lengthBias + lengthBias*float64(length)/mean)
	for _, n := range wanted {
		tf := 0
		for _, m := range ms {
			tf += m.counts[n]
		}
		if tf > 0 {
			sum += rarity[n] * float64(tf) * (saturation + 1) / (float64(tf) + norm)
		}
	}
	return sum
}

// covers is the share of the wanted terms that a message holds.
func (m line) covers(wanted []int) float64 {
	n := 0
	for _, w := range wanted {
		if m.counts[w] > 0 {
			n++
		}
	}
	return part(float64(n), float64(len(wanted)))
}
