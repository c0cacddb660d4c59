package weaviate

import (
	"cmp"
	"slices"

	"citadel/memory/store"
	"citadel/memory/store/ranking"
)

// pool are the items that the lists of a search brought and that the query admits, with what
// its terms score in them, counted anew: what the server scored comes from all audiences of
// the tenant.
type pool struct {
	asked      *question
	items      []*whole
	candidates []ranking.Candidate // of the items, by the same index, which is also their Own
	at         map[key]int
}

func newPool(asked *question, r *ranking.Ranking, found map[key]*whole) *pool {
	p := &pool{asked: asked, at: map[key]int{}}
	own, near := make([]uint32, len(asked.asked)), make([]uint32, len(asked.asked))
	for k, w := range found {
		i := w.item
		if !slices.Contains(asked.audiences, i.Audience) || !r.Wants(i.Kind) || !r.Within(i.On.UnixMicro(), w.validTo(), i.Speaker) {
			continue
		}
		pick(w.own, asked.place, own)
		pick(w.near, asked.place, near)
		c := ranking.Candidate{
			Scored: ranking.Scored{
				Answer: i.Kind == store.Answer, Asks: w.asks(), Held: ranking.Held(w.plainly()), Named: asked.named[speaker{i.Speaker, i.Audience}],
				Session: asked.session[homeOf(i)], Own: uint32(len(p.items)), //nolint:gosec // a few hundred
			},
			Seq: i.Seq, Part: i.Part, Fades: ranking.Fades(i.Class), Settled: i.Settled, On: i.On.UnixMicro(),
		}
		for t, a := range asked.asked {
			if own[t] > 0 {
				c.Terms += a.worth * ranking.SaturateOwn(float32(own[t]), float32(w.length), asked.own)
				c.Covered += a.worth
			}
			if around := ranking.WholeWord*own[t] + near[t]; around > 0 {
				c.Around += a.worth * ranking.Saturate(float32(around)/ranking.WholeWord, float32(w.around), asked.around)
			}
		}
		p.at[k] = len(p.items)
		p.items, p.candidates = append(p.items, w), append(p.candidates, c)
	}
	return p
}

// asks says whether somebody asks something in the item (ranking.Asks).
func (w *whole) asks() bool {
	if w.item.Speaker == "" {
		return false
	}
	return ranking.Asks(&store.Item{Speaker: w.item.Speaker, Text: w.plainly()})
}

// plainly is the text of the item, or what there is of it where it cannot be read.
func (w *whole) plainly() string {
	if text, err := plain(w.text); err == nil {
		return text
	}
	return w.text
}

// worded is what words found.
func (p *pool) worded() (found []ranking.Scored) {
	for i := range p.candidates {
		if p.candidates[i].Around > 0 {
			found = append(found, p.candidates[i].Scored)
		}
	}
	return found
}

// rest makes a candidate whole.
func (p *pool) rest(c *ranking.Candidate) { *c = p.candidates[c.Own] }

// nearest gives the n candidates most like the query, of those that came by likeness.
func (p *pool) nearest(near []key, n int) []ranking.Candidate {
	var found []ranking.Candidate
	for _, k := range near {
		at, admitted := p.at[k]
		if !admitted {
			continue
		}
		c := p.candidates[at]
		if p.like(&c); float64(c.Likeness) >= p.asked.least {
			found = append(found, c)
		}
	}
	slices.SortFunc(found, func(a, b ranking.Candidate) int {
		return cmp.Or(cmp.Compare(b.Likeness, a.Likeness), cmp.Compare(b.Seq, a.Seq), cmp.Compare(a.Part, b.Part))
	})
	return found[:min(n, len(found))]
}

// likes gives candidates their likeness to the query.
func (p *pool) likes(all []ranking.Candidate) {
	for i := range all {
		p.like(&all[i])
	}
}

// like gives a candidate its likeness to the query. A vector that cannot be read is none.
func (p *pool) like(c *ranking.Candidate) {
	w := p.items[c.Own]
	for _, q := range p.asked.vectors {
		if q.Embedder != w.item.Embedder || len(q.Values) != w.size {
			continue
		}
		if v, err := vectorOf(w.vector); err == nil && len(v) == len(q.Values) {
			c.Likeness, c.Weight = ranking.LikenessOf(q, product(q.Values, v))
		}
	}
}

func product(a, b []float32) float64 {
	var sum float64
	for i, x := range a {
		sum += float64(x) * float64(b[i])
	}
	return sum
}
