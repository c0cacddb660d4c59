package lens

// concordance says of each term which lenses hold it: a text is compared with all of them in one
// walk through its own terms.
type concordance struct {
	rarity map[string]float64
	held   map[string][]holding // by lens
}

// holding is a lens that holds a term, and what the term weighs in it.
type holding struct {
	lens   int
	weight float64
}

// likeness is how alike a text and a lens are.
type likeness struct {
	cosine float64
	shared int // how many terms both have
}

// concord makes the concordance of texts, one a lens, as how often they hold their terms.
func concord(counts []vector) concordance {
	c := concordance{rarity: map[string]float64{}, held: map[string][]holding{}}
	for _, v := range counts {
		for term := range v {
			c.rarity[term]++
		}
	}
	rare(c.rarity, len(counts))
	for i, v := range counts {
		for term, weight := range v.weigh(c.rarity) {
			c.held[term] = append(c.held[term], holding{i, weight})
		}
	}
	return c
}

// like compares a text with all lenses, by how often it holds its terms. It is added up in one
// order, so that equal texts give equal figures.
func (c concordance) like(counts vector) []likeness {
	like := make([]likeness, len(all()))
	said := counts.weigh(c.rarity)
	for _, term := range said.terms() {
		weight := said[term]
		for _, h := range c.held[term] {
			l := &like[h.lens]
			l.cosine = float64(weight*h.weight) + l.cosine
			l.shared++
		}
	}
	return like
}
