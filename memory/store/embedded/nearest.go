package embedded

import (
	"cmp"
	"runtime"
	"slices"
	"sync"

	"citadel/memory/store"
	"citadel/memory/store/ranking"
)

// near is a document and how alike it is to a query, on the scale that all embedders share
// (embed.Calibration).
type near struct {
	doc      uint32
	likeness float64
}

// look is what nearest is to look for.
type look struct {
	query []store.Vector // one that is none is passed over
	most  int
	least float64 // likeness; at 0 all are compared
	// may, which lets all through where it is nil, tells which vectors need not be read, and admit is
	// asked of what it lets through and would be among the best. Both are called from several
	// goroutines.
	may, admit func(doc uint32) bool
}

// nearest compares the vectors of each look with every vector of their embedders, or with those that
// sketches bring where the look is for what is alike enough, and gives for each
// the documents most alike among those that may and admit let through, by falling likeness, on a tie
// by falling number and rising part. What several looks compare is read once: to bring it from memory
// takes ten times as long as to compare it. The caller holds the lock.
func (x *Index) nearest(looks ...look) [][]near {
	found := make([][]near, len(looks))
	for _, s := range x.vectors.slabs {
		if s == nil {
			continue
		}
		probes := s.probes(looks)
		for i, best := range s.scan(probes) {
			p := &probes[i]
			scale := p.vector.Calibration()
			for _, c := range best {
				// Worked out again in one fixed order of additions, which what the scan uses does
				// not keep to.
				likeness := scale.Reference(exact(p.vector.Values, s.row(c.row)))
				if likeness >= p.least {
					found[p.at] = append(found[p.at], near{c.doc, likeness})
				}
			}
		}
	}
	for i, all := range found {
		slices.SortFunc(all, func(a, b near) int {
			p, q := &x.records[a.doc], &x.records[b.doc]
			return cmp.Or(cmp.Compare(b.likeness, a.likeness), cmp.Compare(q.seq, p.seq), cmp.Compare(p.part, q.part))
		})
		found[i] = all[:min(looks[i].most, len(all))]
	}
	return found
}

// likes gives candidates their likeness to the vectors of a query, all of length one, and what it weighs; none where
// they cannot be compared.
func (x *Index) likes(query []store.Vector, all []ranking.Candidate) {
	for _, q := range slices.Backward(query) { // of two of one embedder the first counts
		var some [abreast]*ranking.Candidate
		var rows [abreast][]float32
		n := 0
		tell := func() {
			for i := n; i < abreast; i++ {
				rows[i] = rows[0]
			}
			for i, cosine := range exactly(q.Values, &rows) {
				if i < n {
					some[i].Likeness, some[i].Weight = ranking.LikenessOf(q, cosine)
				}
			}
			n = 0
		}
		for i := range all {
			if s, row := x.vectors.of(all[i].Own); s != nil && q.Embedder == s.embedder && len(q.Values) == s.size {
				some[n], rows[n] = &all[i], s.row(row)
				if n++; n == abreast {
					tell()
				}
			}
		}
		if n > 0 {
			tell()
		}
	}
}

// abreast is how many vectors are compared side by side: each sum has to wait for its last addition, and the
// processor has room for others meanwhile.
const abreast = 4

// exactly gives the product of a vector with each of some, as exact does.
func exactly(v []float32, with *[abreast][]float32) [abreast]float64 {
	a, b, c, d := with[0][:len(v)], with[1][:len(v)], with[2][:len(v)], with[3][:len(v)]
	var p, q, r, s float64
	for i, x := range v {
		x := float64(x)
		p += x * float64(a[i])
		q += x * float64(b[i])
		r += x * float64(c[i])
		s += x * float64(d[i])
	}
	return [abreast]float64{p, q, r, s}
}

func exact(a, b []float32) float64 {
	var sum float64
	for i, x := range a {
		sum += float64(x) * float64(b[i])
	}
	return sum
}

// spreadFrom is from how many rows on a scan is shared among processors: below, it takes less
// than a millisecond.
const spreadFrom = 16 * blockRows

// probe is a vector of one of several looks.
type probe struct {
	look
	at     int // which of them
	vector store.Vector
}

// probes are the vectors of looks that a slab can be compared with.
func (s *slab) probes(looks []look) []probe {
	var probes []probe
	for i, l := range looks {
		for _, v := range l.query {
			if s.embedder == v.Embedder && s.size == len(v.Values) && store.Unit(v.Values) {
				probes = append(probes, probe{l, i, v})
			}
		}
	}
	return probes
}

// scan gives for each probe the rows with the greatest product.
func (s *slab) scan(probes []probe) [][]scanned {
	best := make([][]scanned, len(probes))
	var whole, sketched []probe
	var at, of []int
	for i, p := range probes {
		if p.sketched() {
			sketched, of = append(sketched, p), append(of, i)
		} else {
			whole, at = append(whole, p), append(at, i)
		}
	}
	for i, rows := range s.closest(sketched) {
		best[of[i]] = s.compare(&sketched[i], rows)
	}
	if len(whole) == 0 {
		return best
	}
	parts := spread(s, func(from, to int) []top { return s.scanBlocks(whole, from, to) })
	for i, n := range at {
		all := &parts[0][i]
		for _, part := range parts[1:] {
			for _, c := range part[i].best {
				all.add(c)
			}
		}
		best[n] = all.best
	}
	return best
}

// spread has runs of blocks gone through side by side.
func spread[T any](s *slab, run func(from, to int) T) []T {
	workers := 1
	if len(s.docs) >= spreadFrom {
		workers = min(4, runtime.GOMAXPROCS(0))
	}
	parts := make([]T, workers)
	var all sync.WaitGroup
	for w := range workers {
		from, to := w*len(s.blocks)/workers, (w+1)*len(s.blocks)/workers
		all.Go(func() { parts[w] = run(from, to) })
	}
	all.Wait()
	return parts
}

// compare gives the rows with the greatest product among some.
func (s *slab) compare(p *probe, rows []uint32) []scanned {
	t := top{most: p.most}
	for _, row := range rows {
		if c := (scanned{s.docs[row], row, dot(p.vector.Values, s.row(row))}); t.takes(c) {
			t.add(c)
		}
	}
	return t.best
}

// scanBlocks gives for each probe the best of a run of blocks.
func (s *slab) scanBlocks(probes []probe, from, to int) []top {
	tops := make([]top, len(probes))
	for i := range probes {
		tops[i].most = probes[i].most
	}
	for first := from * blockRows; first < to*blockRows; first += runRows {
		docs := s.docs[first : first+runRows]
		if !wanted(docs, probes) {
			continue
		}
		numbers := s.blocks[first/blockRows].numbers[first%blockRows*s.size:]
		for n, doc := range docs {
			if doc == 0 {
				continue
			}
			v := numbers[n*s.size : (n+1)*s.size]
			for i := range probes {
				p, t := &probes[i], &tops[i]
				c := scanned{doc, uint32(first + n), dot(p.vector.Values, v)} //nolint:gosec // rows are numbered in 32 bits
				if t.takes(c) && (p.may == nil || p.may(doc)) && p.admit(doc) {
					t.add(c)
				}
			}
		}
	}
	return tops
}

// runRows is how many rows are read together as soon as one of them is looked for: to leave out one
// row in six takes the processor twice the time of reading all, which it can fetch ahead.
const runRows = 16

// wanted says whether any of some rows may be found by one of the probes.
func wanted(docs []uint32, probes []probe) bool {
	for i := range probes {
		may := probes[i].may
		if slices.ContainsFunc(docs, func(doc uint32) bool { return doc != 0 && (may == nil || may(doc)) }) {
			return true
		}
	}
	return false
}

// scanned is a row that was met.
type scanned struct {
	doc, row uint32
	product  float32
}

// top is the best of what was met, by falling product.
type top struct {
	best []scanned
	most int
}

// takes says whether a row that comes after those it has would be among the best.
func (t *top) takes(c scanned) bool {
	return len(t.best) < t.most || c.product > t.best[len(t.best)-1].product
}

func (t *top) add(c scanned) {
	at, _ := slices.BinarySearchFunc(t.best, c, func(a, b scanned) int {
		return cmp.Or(cmp.Compare(b.product, a.product), cmp.Compare(a.row, b.row))
	})
	if at < t.most {
		t.best = slices.Insert(t.best, at, c)
		t.best = t.best[:min(len(t.best), t.most)]
	}
}
