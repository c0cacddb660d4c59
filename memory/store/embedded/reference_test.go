package embedded

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"citadel/memory/store"
	"citadel/memory/store/ranking"
	"citadel/memory/words"
)

// reference works the three BM25 parts out from their definition, item by item,
// with none of the index's short cuts.
type reference struct {
	items []store.Item // of one audience
	terms [][]string
}

func newReference(items []store.Item) *reference {
	r := &reference{items: slices.Clone(items)}
	slices.SortFunc(r.items, func(a, b store.Item) int {
		return cmp.Or(cmp.Compare(a.Session, b.Session), cmp.Compare(a.Turn, b.Turn), cmp.Compare(a.Seq, b.Seq))
	})
	for _, item := range r.items {
		var a words.Analyzer
		r.terms = append(r.terms, a.AppendTerms(nil, item.Text))
	}
	return r
}

// bag is a text with weighted words.
type bag struct {
	count  map[string]float64
	length float64
}

func (b *bag) add(terms []string, weight float64) {
	if b.count == nil {
		b.count = map[string]float64{}
	}
	for _, term := range terms {
		b.count[term] += weight
		b.length += weight
	}
}

func (r *reference) weight(i int) float64 {
	if r.items[i].Kind == store.Answer {
		return float64(ranking.AnswerWord) / ranking.WholeWord
	}
	return 1
}

func (r *reference) own(i int) (b bag) {
	b.add(r.terms[i], 1)
	return b
}

func (r *reference) around(i int) (b bag) {
	b.add(r.terms[i], 1)
	for j := range r.items {
		if j != i && r.items[i].Session != 0 && r.items[j].Session == r.items[i].Session && j >= i-ranking.Reach && j <= i+ranking.Reach {
			b.add(r.terms[j], float64(ranking.Near(r.items[j].Kind == store.Answer, max(i-j, j-i)))/ranking.WholeWord)
		}
	}
	return b
}

func (r *reference) session(number uint64) (b bag) {
	for j := range r.items {
		if r.items[j].Session == number {
			b.add(r.terms[j], r.weight(j))
		}
	}
	return b
}

// bm25 scores every bag; rarity may come from other bags, and from so many presumed ones beside them.
func bm25(bags, rarityFrom []bag, query []string, bias, presumed float64) []float64 {
	mean := 0.0
	for _, b := range bags {
		mean += b.length / float64(len(bags))
	}
	scores := make([]float64, len(bags))
	for _, term := range query {
		holds := 0.0
		for _, b := range rarityFrom {
			if b.count[term] > 0 {
				holds++
			}
		}
		all := float64(len(rarityFrom)) + presumed
		if level, _ := words.Rarity(term); level > 0 {
			holds += presumed * min(0.5, 10*math.Exp(-float64(level)/4))
		}
		idf := math.Log(1 + (all-holds+0.5)/(holds+0.5))
		for i, b := range bags {
			if tf := b.count[term]; tf > 0 {
				scores[i] += idf * tf * (ranking.Saturation + 1) / (tf + ranking.Saturation*(1-bias+bias*b.length/mean))
			}
		}
	}
	return scores
}

// TestScoresAreThoseOfTheReference compares the parts of every hit. Where answers are not asked for
// they count in what surrounds them, and nowhere else.
func TestScoresAreThoseOfTheReference(t *testing.T) {
	vocabulary := strings.Fields("harbour crane anchor rope captain sail tide not 7 the")
	rapid.Check(t, func(t *rapid.T) {
		var items []store.Item
		for seq := range rapid.Uint64Range(1, 25).Draw(t, "items") {
			items = append(items, store.Item{
				Seq: seq + 1, Kind: rapid.SampledFrom([]store.Kind{store.Said, store.Answer, store.Fact}).Draw(t, "kind"),
				Audience: "private", On: time.Unix(0, 0),
				Session: rapid.Uint64Range(0, 3).Draw(t, "session"), Turn: rapid.Uint64Range(0, 9).Draw(t, "turn"),
				Text: strings.Join(rapid.SliceOfN(rapid.SampledFrom(vocabulary), 0, 9).Draw(t, "text"), " "),
			})
		}
		x := New()
		if err := x.Put(t.Context(), items...); err != nil {
			t.Fatal(err)
		}
		question := rapid.SliceOfNDistinct(rapid.SampledFrom(vocabulary[:8]), 1, 4, rapid.ID).Draw(t, "question")
		q := store.Query{Text: strings.Join(question, " "), Audiences: []string{"private"}, Limit: 100}
		if rapid.Bool().Draw(t, "no answers") {
			q.Kinds = []store.Kind{store.Said, store.Fact}
		}
		result, err := x.Search(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}

		r := newReference(items)
		var owns, arounds, sessions []bag
		var numbers []uint64
		var asked []store.Item // those that are asked for, as owns and arounds are
		for i := range r.items {
			if len(q.Kinds) == 0 || slices.Contains(q.Kinds, r.items[i].Kind) {
				asked = append(asked, r.items[i])
				owns = append(owns, r.own(i))
				arounds = append(arounds, r.around(i))
			}
			if n := r.items[i].Session; n != 0 && !slices.Contains(numbers, n) {
				numbers = append(numbers, n)
				sessions = append(sessions, r.session(n))
			}
		}
		if len(asked) == 0 {
			if len(result.Hits) > 0 {
				t.Fatalf("%d hits, though none was asked for", len(result.Hits))
			}
			return
		}
		var a words.Analyzer
		query := slices.DeleteFunc(a.AppendTerms(nil, strings.Join(question, " ")), func(term string) bool {
			return !slices.ContainsFunc(owns, func(b bag) bool { return b.count[term] > 0 }) // it has no rarity
		})
		own, around, session := bm25(owns, owns, query, ranking.OwnLengthBias, ranking.Presumed), bm25(arounds, owns, query, ranking.LengthBias, ranking.Presumed), bm25(sessions, sessions, query, ranking.LengthBias, 0)
		bestOwn, bestAround, bestSession := slices.Max(own), slices.Max(around), 0.0
		sessionOf := func(i int) float64 {
			if k := slices.Index(numbers, asked[i].Session); k >= 0 {
				return session[k]
			}
			return 0
		}
		matched := 0
		for i := range asked {
			if around[i] > 0 {
				matched++
				bestSession = max(bestSession, sessionOf(i))
			}
		}

		shown := 0
		for _, hit := range result.Hits {
			shown += 1 + len(hit.Twins)
			i := slices.IndexFunc(asked, func(item store.Item) bool { return item.Seq == hit.Item.Seq })
			total := ranking.TermsWeight + ranking.NeighbourWeight + ranking.SessionWeight
			if spoken := a.AppendTerms(nil, strings.Join(question, " ")); len(slices.Compact(spoken)) > 1 { // two words next to each other
				total += ranking.PhraseWeight
			}
			compare(t, "terms", hit.Parts.Terms, ranking.TermsWeight/total, own[i], bestOwn)
			compare(t, "neighbour", hit.Parts.Neighbour, ranking.NeighbourWeight/total, around[i], bestAround)
			compare(t, "session", hit.Parts.Session, ranking.SessionWeight/total, sessionOf(i), bestSession)
		}
		if shown != matched {
			t.Fatalf("%d hits and twins, %d items match", shown, matched)
		}
	})
}

func compare(t *rapid.T, part string, got, weight, score, best float64) {
	t.Helper()
	want := 0.0
	if best > 0 {
		want = weight * score / best
	}
	if math.Abs(got-want) > 1e-5 {
		t.Fatalf("%s: %v, want %v", part, got, want)
	}
}
