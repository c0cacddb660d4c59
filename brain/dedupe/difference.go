package dedupe

import (
	"slices"

	"citadel/brain/extract"
)

// A difference is what two statements about the same do not share.
type difference struct {
	a, b     []term
	places   int  // in how many phrases they differ
	oneSided bool // a phrase stands in one of them alone
	preps    []string
}

func (d *difference) none() bool { return len(d.a)+len(d.b) == 0 && !d.oneSided && len(d.preps) == 0 }

// differ lines the phrases of two statements up and gathers what is left.
func differ(x, y *sense) (d difference) {
	d.add(quantity(x.subject), quantity(y.subject))
	d.add(x.core, y.core)
	left := slices.Clone(y.chunks)
	var alone []chunk
	for _, c := range x.chunks { // first those that are the same
		if i := slices.IndexFunc(left, func(o chunk) bool { return meets(x, c, o) && rooted(c.terms, o.terms) }); i >= 0 {
			left = slices.Delete(left, i, i+1)
			continue
		}
		alone = append(alone, c)
	}
	for _, c := range alone {
		i := slices.IndexFunc(left, func(o chunk) bool { return meets(x, c, o) })
		if i < 0 && len(alone) == 1 && len(left) == 1 {
			if rooted(c.terms, left[0].terms) {
				d.preps = []string{c.prep, left[0].prep}
				d.places++
				left = nil
				continue
			}
			if kindOf(c) == kindOf(left[0]) && kindOf(c) == "time" {
				i = 0
			}
		}
		if i < 0 {
			d.oneSided = true
			d.a = append(d.a, c.terms...)
			continue
		}
		d.add(c.terms, left[i].terms)
		left = slices.Delete(left, i, i+1)
	}
	for _, c := range left {
		d.oneSided = true
		d.b = append(d.b, c.terms...)
	}
	return d
}

func kindOf(c chunk) string {
	if len(c.terms) > 0 && c.terms[0].value && dayLike(c.terms[0].low) {
		return "time"
	}
	return "other"
}

// meets says that two phrases have the same part in a sentence.
func meets(x *sense, a, b chunk) bool {
	if a.prep == b.prep {
		return true
	}
	return x.verb.root == "work" && employing[a.prep] && employing[b.prep]
}

// employing are the prepositions of an employer: works at Acme, works for Acme.
var employing = set("at for")

func quantity(list []term) (out []term) {
	for _, t := range list {
		if t.quantity {
			out = append(out, t)
		}
	}
	return out
}

// add lines two runs of words up: what both begin and end with falls away.
func (d *difference) add(a, b []term) {
	if rooted(a, b) {
		return
	}
	d.places++
	for len(a) > 0 && len(b) > 0 && same(a[0], b[0]) {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && same(a[len(a)-1], b[len(b)-1]) {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	d.a, d.b = append(d.a, a...), append(d.b, b...)
	d.oneSided = d.oneSided || len(a) == 0 || len(b) == 0
}

func rooted(a, b []term) bool { return slices.EqualFunc(a, b, same) }

// same says that two words are one, or its forms, or one mistyped.
func same(p, q term) bool {
	if p.name || q.name || p.value || q.value {
		return p.low == q.low
	}
	return p.root == q.root || mistyped(p.low, q.low)
}

// missing are the terms of a that b lacks.
func missing(a, b []term) (out []term) {
	for _, t := range a {
		if !slices.ContainsFunc(b, func(o term) bool { return same(t, o) || t.low == o.low }) {
			out = append(out, t)
		}
	}
	return out
}

// said are the terms that follow the verb.
func (s *sense) said() []term { return append(slices.Clone(s.core), s.chunkTerms()...) }

// opposite says that nothing differs but one word, and the two exclude each other.
func (d *difference) opposite() bool {
	if len(d.preps) == 2 {
		return len(d.a)+len(d.b) == 0 && extract.Opposite(d.preps[0], d.preps[1])
	}
	if len(d.a) != 1 || len(d.b) != 1 || d.oneSided {
		return false
	}
	p, q := d.a[0], d.b[0]
	switch {
	case p.value && q.value:
		return p.low == "more than" && (q.low == "less than" || q.low == "fewer than") || q.low == "more than" && (p.low == "less than" || p.low == "fewer than")
	case p.value || q.value || moments[p.low] || moments[q.low]:
		return false
	}
	return extract.Opposite(p.low, q.low) || opposed(p.low, q.low)
}

// moments exclude each other as values do, not as opposites.
var moments = set("morning evening day night afternoon")

// always says that "always" is all that one side has more.
func (d *difference) always(side []term) bool {
	return len(d.a)+len(d.b) == 1 && len(side) == 1 && side[0].low == "always" && len(d.preps) == 0
}

// onlyAll says that one speaks of all where the other speaks of none.
func (d *difference) onlyAll() bool {
	for _, t := range append(slices.Clone(d.a), d.b...) {
		if !t.quantity || t.low != "all" && t.low != "both" && t.low != "most" && t.low != "half" {
			return false
		}
	}
	return len(d.preps) == 0
}

// slight says that a denial leaves out or adds so little that it still denies the other.
func (d *difference) slight() bool {
	list := append(slices.Clone(d.a), d.b...)
	if len(list) > 1 || len(d.preps) > 0 {
		return false
	}
	return len(list) == 0 || !list[0].value && !list[0].name && (!list[0].quantity || list[0].low == "any" || list[0].low == "some")
}

// replaced says that one value stands where another stood.
func (d *difference) replaced(x, y *sense) bool {
	switch {
	case permuted(d.a, d.b), halves(d.a, d.b), len(d.a) == 1 && len(d.b) == 1 && thousandth(d.a[0].low, d.b[0].low):
		return false
	case d.places > 2 || len(d.a) > 4 || len(d.b) > 4 || len(d.preps) > 0 && !(x.verb.root == "be" && y.verb.root == "be"):
		return false
	case d.oneSided:
		// "dark green" for "green": the same place, said closer.
		return x.verb.root == "be" && d.places == 1 && len(x.chunks) == len(y.chunks) && len(x.core) > 0 && len(y.core) > 0 && len(d.a)+len(d.b) == 1
	}
	if x.manner == turning || y.manner == turning {
		return true
	}
	if !valued(d.a) && !valued(d.b) && rooted(x.chunkTerms(), y.chunkTerms()) && !quantified(d.a) { // another object
		return !many[x.verb.root] && x.tense != past || x.verb.root == "be" || x.verb.root == "call"
	}
	return true
}

// permuted says that the same words have changed places: from Oslo to Rome, from Rome to Oslo.
func permuted(a, b []term) bool {
	return len(a) > 1 && len(missing(a, b))+len(missing(b, a)) == 0
}

// halves says that two times may be one: 7:30 with and without the half of the day.
func halves(a, b []term) bool {
	if len(a) != 1 || len(b) != 1 {
		return false
	}
	h, m, _, ok := clock(a[0].low)
	k, n, _, also := clock(b[0].low)
	return ok && also && m == n && (h-k == 12 && k > 0 || k-h == 12 && h > 0)
}

func (s *sense) chunkTerms() (out []term) {
	for _, c := range s.chunks {
		out = append(out, c.terms...)
	}
	return out
}

func valued(list []term) bool { return slices.ContainsFunc(list, func(t term) bool { return t.value }) }

// ofOne says that two values are told of one thing: of 200 g of sugar and 300 g of flour they are not.
func (d *difference) ofOne() bool {
	unvalued := func(list []term) (out []term) {
		for _, t := range list {
			if !t.value && !t.quantity {
				out = append(out, t)
			}
		}
		return out
	}
	a, b := unvalued(d.a), unvalued(d.b)
	return len(a) == 0 || len(b) == 0 || len(missing(a, b)) == 0 || len(missing(b, a)) == 0
}

func quantified(list []term) bool {
	return slices.ContainsFunc(list, func(t term) bool { return t.quantity })
}

// many are verbs whose object is one of several: who likes olives may like trains too.
var many = func() map[string]bool {
	var r Reader
	m := map[string]bool{}
	for w := range set(`like love hate dislike enjoy speak own have know buy sell visit read watch meet eat drink play supply make import
		export produce need want see write say tell ask help sign send pay bring take`) {
		m[r.root(w)] = true
	}
	return m
}()
