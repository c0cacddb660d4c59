package ranking

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"citadel/memory/formula"
	"citadel/memory/store"
)

// Scored is what the query's terms scored in an item, bare, and what else bounds its score. Stores make one for
// every item that holds a term of the query, or whose neighbourhood does, and that the query admits.
//
// There are tens of thousands of them in one search, so it is small and points at nothing: the collector
// of garbage does not look into it.
type Scored struct {
	Own uint32 // the store's own number of the item

	Terms   float32 // BM25 of its own words
	Around  float32 // BM25 of its neighbourhood
	Session float32 // BM25 of its session
	Covered float32 // the worth of those of its own words that were asked for

	Answer bool // in the agent's own words
	Asks   bool // see Asks
	Named  bool // said by somebody the query names
	Held   Sort // what it holds of the sorts that may be asked for
}

// A Candidate is an item on its way to being a hit, with all that its place depends on.
type Candidate struct {
	Scored

	Seq  uint64
	On   int64 // microseconds since 1970
	Part uint32

	Likeness float32 // of its vector to the query's, on the reference scale
	Weight   float32 // of that likeness: see LikenessOf

	Fades   Fading
	Settled bool // consolidated
}

// Fading is how a memory fades: a formula.Class as a number.
type Fading uint8

var fadings = [...]formula.Class{formula.Standard, formula.Permanent, formula.Emotional, formula.Operational, formula.Location, formula.Ephemeral}

// Fades gives a class as a number. One that is not known is that of formula.Standard, which fades alike.
func Fades(c formula.Class) Fading {
	return Fading(max(0, slices.Index(fadings[:], c))) //nolint:gosec // one of six
}

// Ranked is a candidate that made it.
type Ranked struct {
	At    int // which of the candidates
	Score float64
	Parts store.Parts
}

// Ranking brings what was found for one query in order.
type Ranking struct {
	query    store.Query
	named    bool // the query names somebody
	dates    store.Dates
	wanted   Sort
	phrases  []phrase
	now      int64
	from, to int64

	total                  float64 // of the weights that apply
	likeness               float64 // the most that likeness weighs where words score, too
	terms, around, session float64 // the best among the candidates
	byNamed, byOther       float64 // the most of the query covered by one item
}

// New ranks for a query, which may call somebody by name.
func New(q store.Query, named bool) *Ranking {
	r := &Ranking{query: q, named: named, dates: store.DatesIn(q.Text[:min(len(q.Text), store.MaxQuery)])}
	r.now, r.from, r.to = micro(q.Now, 0), micro(q.From, math.MinInt64), micro(q.To, math.MaxInt64)
	r.total = TermsWeight + NeighbourWeight + SessionWeight
	if named {
		r.total += SpeakerWeight
	}
	if r.dates.Any() {
		r.total += DateWeight
	}
	if r.wanted = Wanted(q.Text); r.wanted != 0 {
		r.total += SortWeight
	}
	if r.phrases = phrasesIn(q.Text); len(r.phrases) > 0 {
		r.total += PhraseWeight
	}
	for _, v := range q.Vectors {
		r.likeness = max(r.likeness, insightWeight(v.Calibration()))
	}
	if len(q.Vectors) > 0 {
		r.total += max(r.likeness, WordlessWeight)
	}
	return r
}

func micro(at time.Time, ifZero int64) int64 {
	if at.IsZero() {
		return ifZero
	}
	return at.UnixMicro()
}

// NoEnd is the end of what still holds.
const NoEnd = int64(math.MaxInt64)

// Wants says whether the query asks for items of a kind.
func (r *Ranking) Wants(kind store.Kind) bool {
	return len(r.query.Kinds) == 0 || slices.Contains(r.query.Kinds, kind)
}

// Timeless says whether whatever still holds is Within the bounds, said when and by whom it may be.
func (r *Ranking) Timeless() bool {
	return r.from == math.MinInt64 && r.to == math.MaxInt64 && r.query.Speaker == ""
}

// Within says whether an item lies within the bounds of the query other than its audience and
// its kind. Times are microseconds since 1970.
func (r *Ranking) Within(on, validTo int64, speaker string) bool {
	switch {
	case on < r.from || on >= r.to:
		return false
	case !r.query.Superseded && !r.query.Now.IsZero() && validTo <= r.now:
		return false
	case r.query.Speaker != "" && speaker != r.query.Speaker:
		return false
	}
	return true
}

// Best gives the n best of the candidates, in the order of store.Result. What is best of a part
// among all candidates so far is the measure of each: where words were ranked before, as Fuse does, these count too.
func (r *Ranking) Best(candidates []Candidate, n int) []Ranked {
	for i := range candidates {
		r.meet(&candidates[i].Scored)
	}
	top := leaders{most: n, all: candidates}
	for i := range candidates {
		top.add(i, r.partsOf(&candidates[i]).Sum())
	}
	return r.told(&top)
}

// bestOf is Best of what words found, most of which is never made whole. It gives the candidates that the best are
// among.
func (r *Ranking) bestOf(l *Lists, n int) ([]Candidate, []Ranked) {
	for i := range l.Words {
		r.meet(&l.Words[i])
	}
	top := leaders{most: n}
	bounds := r.bound().all(l.Words, l.Bounds)
	consider := func(i int) {
		c := Candidate{Scored: l.Words[i]}
		if !r.dates.Any() {
			// Freshness, still 1, can only lower the score.
			if parts := r.parts(&c); parts.Sum() < top.least() {
				return
			}
		}
		l.Rest(&c)
		if score := r.partsOf(&c).Sum(); score >= top.least() {
			top.all = append(top.all, c)
			top.add(len(top.all)-1, score)
		}
	}
	lead := lead(bounds, n)
	for i, most := range bounds {
		if most >= lead {
			consider(i)
		}
	}
	for i, most := range bounds {
		if most < lead && most >= top.least() {
			consider(i)
		}
	}
	return top.all, r.told(&top)
}

// leaders are the best of some candidates so far, the best first.
type leaders struct {
	most int
	all  []Candidate
	top  []placed
}

// placed is one of them: a fifth of what Ranked takes, and often moved.
type placed struct {
	at    int
	score float64
}

// least is the score below which none is added any more.
func (l *leaders) least() float64 {
	if len(l.top) < l.most {
		return math.Inf(-1)
	}
	return l.top[len(l.top)-1].score
}

func (l *leaders) add(at int, score float64) {
	c := placed{at, score}
	place, _ := slices.BinarySearchFunc(l.top, c, func(a, b placed) int {
		if a.score != b.score { // nearly always, and the candidates need not be read
			return cmp.Compare(b.score, a.score)
		}
		p, q := &l.all[a.at], &l.all[b.at]
		return cmp.Or(cmp.Compare(q.Seq, p.Seq), cmp.Compare(p.Part, q.Part))
	})
	if place < l.most {
		l.top = slices.Insert(l.top, place, c)
		l.top = l.top[:min(len(l.top), l.most)]
	}
}

// told gives the leaders with what their scores are made of.
func (r *Ranking) told(l *leaders) []Ranked {
	ranked := make([]Ranked, len(l.top))
	for i, c := range l.top {
		ranked[i] = Ranked{c.at, c.score, r.partsOf(&l.all[c.at])}
	}
	return ranked
}

// partsOf are the parts of a whole candidate, freshness among them.
func (r *Ranking) partsOf(c *Candidate) store.Parts {
	p := r.parts(c)
	p.Freshness = r.freshness(c)
	return p
}

// bound tells how much a candidate can score at most, without the divisions that its score takes:
// most of tens of thousands are far behind.
type bound struct{ terms, around, session, date, speaker, sort float64 }

// bound is that of all that was met.
func (r *Ranking) bound() *bound {
	// A score is worked out in another order, which may make it greater by its last digits.
	const roundedUp = 1 + 1e-9
	scale := func(weight, best float64) float64 {
		if best <= 0 {
			return 0
		}
		return weight / best / r.total * roundedUp
	}
	b := &bound{
		terms: scale(TermsWeight, r.terms), around: scale(NeighbourWeight, r.around), session: scale(SessionWeight, r.session),
	}
	if r.dates.Any() {
		b.date = scale(DateWeight, 1)
	}
	if r.named {
		b.speaker = scale(SpeakerWeight, 1)
	}
	if r.wanted != 0 {
		b.sort = scale(SortWeight, r.around)
	}
	return b
}

func (b *bound) of(c *Scored) float64 {
	most := b.date + float64(b.terms*float64(c.Terms)) + float64((b.around+b.sort)*float64(c.Around)) + float64(b.session*float64(c.Session))
	if c.Named {
		most += b.speaker
	}
	switch {
	case c.Answer:
		most *= AnswerFactor
	case c.Asks:
		most *= QuestionFactor
	}
	return most
}

// all gives the bound of each item, in space if there is enough of it.
func (b *bound) all(words []Scored, space []float64) []float64 {
	bounds := slices.Grow(space[:0], len(words))[:len(words)]
	for i := range words {
		bounds[i] = b.of(&words[i])
	}
	return bounds
}

// lead is what the n candidates that may score most can score at least: those are nearly all of the best, and met
// first they leave the others behind before their records are read. It is 0 where there are no more.
func lead(bounds []float64, n int) float64 {
	if len(bounds) <= n || n == 0 {
		return 0
	}
	most := slices.Clone(bounds[:n]) // a heap, the least first: most of what comes replaces none
	for i := n/2 - 1; i >= 0; i-- {
		sink(most, i)
	}
	for _, of := range bounds[n:] {
		if of > most[0] {
			most[0] = of
			sink(most, 0)
		}
	}
	return most[0]
}

// sink moves a number of a heap behind all that are less.
func sink(heap []float64, i int) {
	for {
		child := 2*i + 1
		if child >= len(heap) {
			return
		}
		if child+1 < len(heap) && heap[child+1] < heap[child] {
			child++
		}
		if heap[i] <= heap[child] {
			return
		}
		heap[i], heap[child] = heap[child], heap[i]
		i = child
	}
}

// meet keeps the best of each part.
func (r *Ranking) meet(c *Scored) {
	r.terms = max(r.terms, float64(c.Terms))
	r.around = max(r.around, float64(c.Around))
	r.session = max(r.session, float64(c.Session))
	if c.Named {
		r.byNamed = max(r.byNamed, float64(c.Covered))
	} else {
		r.byOther = max(r.byOther, float64(c.Covered))
	}
}

// Agreement is that of store.Result, once Best was called. It goes by how much of the
// query is covered, not by BM25, whose liking for short items blurs it.
func (r *Ranking) Agreement() float64 {
	if !r.named || r.byNamed == 0 {
		return 0
	}
	return r.byNamed / (r.byNamed + r.byOther)
}

func (r *Ranking) parts(c *Candidate) store.Parts {
	p := store.Parts{
		Terms:     TermsWeight * share(c.Terms, r.terms) / r.total,
		Neighbour: NeighbourWeight * share(c.Around, r.around) / r.total,
		Session:   SessionWeight * share(c.Session, r.session) / r.total,
		Kind:      1,
		Freshness: 1,
	}
	switch {
	case c.Answer:
		p.Kind = AnswerFactor
	case c.Asks:
		p.Kind = QuestionFactor
	}
	weight := min(float64(c.Weight), r.likeness) // it was rounded, and the whole was not
	if c.Terms == 0 {
		weight = max(weight, WordlessWeight)
	}
	p.Likeness = weight * float64(min(1, max(0, c.Likeness))) / r.total
	if r.named && c.Named {
		p.Speaker = SpeakerWeight * (SpeakerAlone + float64((1-SpeakerAlone)*share(c.Around, r.around))) / r.total
	}
	if c.Held&r.wanted != 0 {
		p.Sort = SortWeight * share(c.Around, r.around) / r.total
	}
	if r.dates.Any() {
		p.Date = DateWeight * r.match(time.UnixMicro(c.On).UTC()) / r.total
	}
	return p
}

// match says how far what was said on a day may tell of the time that the query names. What
// happened in a month is told in it and in the weeks after.
func (r *Ranking) match(on time.Time) float64 {
	return max(r.dates.Match(on), r.dates.Match(on.Add(-toldFor)))
}

func share(of float32, best float64) float64 {
	if best <= 0 {
		return 0
	}
	return float64(of) / best
}

func (r *Ranking) freshness(c *Candidate) float64 {
	if r.query.Now.IsZero() {
		return 1
	}
	const day = float64(24 * time.Hour / time.Microsecond)
	age := float64(r.now-c.On) / day
	return formula.FreshnessFactor(formula.Strength(fadings[c.Fades], c.Settled, age))
}

// Asks says whether somebody by name asks something and states nothing. What the principal asks
// is no such question: it tells what he is about.
func Asks(i *store.Item) bool {
	return i.Speaker != "" && strings.HasSuffix(strings.TrimRight(i.Text, " \t\n\"'”’)*_"), "?")
}

// Coverage is that of store.Hit: the share of the worth of all that was asked for.
func Coverage(covered, asked float32) float64 {
	if asked <= 0 {
		return 0
	}
	return min(1, float64(covered)/float64(asked))
}
