package embedded

import (
	"math"
	"math/bits"
)

// A sketch is on which side of so many fixed planes a vector lies, a bit for each (Charikar 2002,
// "Similarity estimation techniques from rounding algorithms"). Two vectors are parted by a share of
// the planes that is their angle: sketches tell which vectors cannot be alike enough at a tenth of
// what it takes to read the vectors.
type sketch [sketchBits / 64]uint64

const sketchBits = 1024

// sketchOf needs a vector of length one, or of any other but zero: whose sketch is that of none.
//
// The planes are those of a Walsh-Hadamard transform of the vector, with signs flipped at random before
// it, which makes all of its numbers depend on all of the vector's (Ailon and Chazelle 2009). It is done twice:
// of vectors with few numbers that are not zero, once is not random enough.
func sketchOf(v []float32) (s sketch) {
	size := max(sketchBits, 1<<bits.Len(uint(len(v)-1)))
	numbers := make([]float32, size)
	copy(numbers, v)
	flips := uint64(1)
	for range 2 {
		for i := range numbers {
			flips = flips*6364136223846793005 + 1442695040888963407 // Knuth's: any sequence does that never changes
			if flips>>63 == 1 {
				numbers[i] = -numbers[i]
			}
		}
		transform(numbers)
	}
	for i, x := range numbers[:sketchBits] {
		if x > 0 {
			s[i/64] |= 1 << (i % 64)
		}
	}
	return s
}

// transform is the fast Walsh-Hadamard transform, in place, of a power of two of numbers.
func transform(numbers []float32) {
	for half := 1; half < len(numbers); half *= 2 {
		for from := 0; from < len(numbers); from += 2 * half {
			a, b := numbers[from:from+half], numbers[from+half:from+2*half]
			for i, x := range a {
				y := b[i]
				a[i], b[i] = x+y, x-y
			}
		}
	}
}

// parted is by how many planes two sketches are parted.
func (s *sketch) parted(t *sketch) (n int) {
	for i, x := range s {
		n += bits.OnesCount64(x ^ t[i])
	}
	return n
}

// sketchFrom is the cosine from which on sketches are used: of what is hardly alike they tell nothing.
const sketchFrom = 0.2

// sketched says whether sketches bring what is compared with a probe.
func (p *probe) sketched() bool { return p.least > 0 && p.cosine() >= sketchFrom }

// cosine is the least that is alike enough.
func (p *probe) cosine() float64 { return p.vector.Calibration().Cosine(p.least) }

// surely is how many standard deviations more planes may part two vectors than should: one pair in
// thirty thousand is parted by more.
const surely = 4

// mostParted is by how many planes two vectors of a cosine are parted at most.
func mostParted(cosine float64) int {
	share := math.Acos(max(-1, min(cosine, 1))) / math.Pi
	return int(math.Ceil(sketchBits*share + surely*math.Sqrt(sketchBits*share*(1-share))))
}

// rescored is how many vectors are compared for each that is to be found.
const rescored = 8

// closest are the rows whose sketches are the closest to that of a probe's vector, of those that may
// be alike enough and that it admits: rescored times as many as it is for, and what ties with the last.
// Which ones does not depend on the number of processors.
func (s *slab) closest(p *probe) (rows []uint32) {
	query, most := sketchOf(p.vector.Values), rescored*p.most
	parts := spread(s, func(from, to int) *sketches {
		c := &sketches{bound: mostParted(p.cosine()), most: most}
		for row := from * blockRows; row < to*blockRows; row++ {
			doc := s.docs[row]
			if doc == 0 {
				continue
			}
			if parted := query.parted(&s.sketches[row]); parted <= c.bound && (p.may == nil || p.may(doc)) && p.admit(doc) {
				c.add(uint32(row), parted) //nolint:gosec // rows are numbered in 32 bits
			}
		}
		return c
	})
	all := parts[0]
	for _, part := range parts[1:] {
		for _, m := range part.met {
			if int(m.parted) <= all.bound {
				all.add(m.row, int(m.parted))
			}
		}
	}
	for _, m := range all.met {
		if int(m.parted) <= all.bound {
			rows = append(rows, m.row)
		}
	}
	return rows
}

// sketches are rows met, the closest of which count.
type sketches struct {
	met    []met
	counts [sketchBits + 1]int // of met, by how many planes
	within int                 // met at bound or closer
	bound  int                 // by how many planes a row that counts may be parted
	most   int
}

type met struct {
	row    uint32
	parted uint16
}

// add takes a row that is within the bound, and draws the bound in where enough are closer.
func (c *sketches) add(row uint32, parted int) {
	c.met = append(c.met, met{row, uint16(parted)}) //nolint:gosec // at most sketchBits
	c.counts[parted]++
	c.within++
	for c.within-c.counts[c.bound] >= c.most {
		c.within -= c.counts[c.bound]
		c.bound--
	}
}
