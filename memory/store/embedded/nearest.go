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

// nearest compares the vectors of a query with every vector of their embedders, and gives the
// n documents most alike among those that may and admit let through, by falling likeness, on a tie
// by falling number and rising part. may, which lets all through where it is nil, is asked before a
// vector is read, and admit of what would be among the best. A vector of the query that is none is
// passed over. Both are called from several goroutines. The caller holds the lock.
func (x *Index) nearest(query []store.Vector, n int, may, admit func(doc uint32) bool) []near {
	var all []near
	for _, q := range query {
		for _, s := range x.vectors.slabs {
			if s == nil || s.embedder != q.Embedder || s.size != len(q.Values) || !store.Unit(q.Values) {
				continue
			}
			scale := q.Calibration()
			for _, c := range x.scan(s, q.Values, n, may, admit) {
				// Worked out again in one fixed order of additions, which what the scan uses does
				// not keep to.
				all = append(all, near{c.doc, scale.Reference(exact(q.Values, s.row(c.row)))})
			}
		}
	}
	slices.SortFunc(all, func(a, b near) int {
		p, q := &x.records[a.doc], &x.records[b.doc]
		return cmp.Or(cmp.Compare(b.likeness, a.likeness), cmp.Compare(q.seq, p.seq), cmp.Compare(p.part, q.part))
	})
	return all[:min(n, len(all))]
}

// likeness is that of one document to a query, and what it weighs; none where they cannot be
// compared.
func (x *Index) likeness(query []store.Vector, doc uint32) (likeness, weight float32) {
	s, row := x.vectors.of(doc)
	if s == nil {
		return 0, 0
	}
	for _, q := range query {
		if q.Embedder == s.embedder && len(q.Values) == s.size && store.Unit(q.Values) {
			return ranking.LikenessOf(q, exact(q.Values, s.row(row)))
		}
	}
	return 0, 0
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

// scan gives the n rows with the greatest product.
func (x *Index) scan(s *slab, q []float32, n int, may, admit func(doc uint32) bool) []scanned {
	workers := 1
	if len(s.docs) >= spreadFrom {
		workers = min(4, runtime.GOMAXPROCS(0))
	}
	tops := make([]top, workers)
	var all sync.WaitGroup
	for w := range workers {
		tops[w].most = n
		from, to := w*len(s.blocks)/workers, (w+1)*len(s.blocks)/workers
		all.Go(func() { tops[w].scan(s, q, from, to, may, admit) })
	}
	all.Wait()
	for _, t := range tops[1:] {
		for _, c := range t.best {
			tops[0].add(c)
		}
	}
	return tops[0].best
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

func (t *top) scan(s *slab, q []float32, from, to int, may, admit func(doc uint32) bool) {
	for b := from; b < to; b++ {
		numbers := s.blocks[b].numbers
		for i := range blockRows {
			row := uint32(b*blockRows + i) //nolint:gosec // rows are numbered in 32 bits
			doc := s.docs[row]
			if doc == 0 || may != nil && !may(doc) {
				continue
			}
			c := scanned{doc, row, dot(q, numbers[i*s.size:(i+1)*s.size])}
			if (len(t.best) < t.most || c.product > t.best[len(t.best)-1].product) && admit(doc) {
				t.add(c)
			}
		}
	}
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
