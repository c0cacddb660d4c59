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
	var most [sketchBits]float32 // most vectors have no more numbers, and it costs no memory
	numbers := most[:]
	if len(v) > len(numbers) {
		numbers = make([]float32, 1<<bits.Len(uint(len(v)-1)))
	}
	copy(numbers, v)
	flips := uint64(1)
	for range 2 {
		for i := range numbers {
			flips = flips*6364136223846793005 + 1442695040888963407 // Knuth's: any sequence does that never changes
			numbers[i] = math.Float32frombits(math.Float32bits(numbers[i]) ^ uint32(flips>>63)<<31)
		}
		transform(numbers)
	}
	for i, x := range numbers[:sketchBits] {
		s[i/64] |= positive(x) << (i % 64)
	}
	return s
}

// positive is 1 for what is above zero. Signs are at random here: to branch on them takes the processor longer than
// all the rest.
func positive(x float32) uint64 {
	b := math.Float32bits(x)
	return uint64(-b &^ b >> 31)
}

// transform is the fast Walsh-Hadamard transform, in place, of a power of two of numbers, eight or more.
func transform(numbers []float32) {
	for n := numbers; len(n) >= 8; n = n[8:] { // the first three rounds at once
		a, b, c, d, e, f, g, h := n[0]+n[1], n[0]-n[1], n[2]+n[3], n[2]-n[3], n[4]+n[5], n[4]-n[5], n[6]+n[7], n[6]-n[7]
		a, b, c, d, e, f, g, h = a+c, b+d, a-c, b-d, e+g, f+h, e-g, f-h
		n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7] = a+e, b+f, c+g, d+h, a-e, b-f, c-g, d-h
	}
	half := 8
	for ; 4*half <= len(numbers); half *= 4 { // then two at once
		for n := numbers; len(n) >= 4*half; n = n[4*half:] {
			a, b, c, d := n[:half], n[half:2*half], n[2*half:3*half], n[3*half:4*half]
			for i := range a {
				w, x, y, z := a[i]+b[i], a[i]-b[i], c[i]+d[i], c[i]-d[i]
				a[i], b[i], c[i], d[i] = w+y, x+z, w-y, x-z
			}
		}
	}
	if half < len(numbers) { // and the last by itself
		a, b := numbers[:half], numbers[half:2*half]
		for i, x := range a {
			a[i], b[i] = x+b[i], x-b[i]
		}
	}
}

// sketchFrom is the cosine from which on sketches are used: of what is hardly alike they tell nothing.
const sketchFrom = 0.2

// sketched says whether sketches bring what is compared with a probe.
func (p *probe) sketched() bool { return p.least > 0 && p.cosine() >= sketchFrom }

// cosine is the least that is alike enough.
func (p *probe) cosine() float64 { return p.vector.Calibration().Cosine(p.least) }

// Of all sketches the first half lies side by side, apart from the rest: what it alone shows to be too far apart, which
// is most of what is not alike, need not be read further.
type half [sketchBits / 2 / 64]uint64

func (s *sketch) halves() (first, rest half) { return half(s[:len(first)]), half(s[len(first):]) }

// parted is by how many planes two halves are parted. It is asked of every vector, and is written out because a loop
// over so few words takes longer.
func (h *half) parted(o *half) int {
	return bits.OnesCount64(h[0]^o[0]) + bits.OnesCount64(h[1]^o[1]) + bits.OnesCount64(h[2]^o[2]) + bits.OnesCount64(h[3]^o[3]) +
		bits.OnesCount64(h[4]^o[4]) + bits.OnesCount64(h[5]^o[5]) + bits.OnesCount64(h[6]^o[6]) + bits.OnesCount64(h[7]^o[7])
}

// surely is how many standard deviations more planes may part two vectors than should: one pair in
// thirty thousand is parted by more.
const surely = 4

// mostParted is by how many of so many planes two vectors of a cosine are parted at most.
func mostParted(planes int, cosine float64) int {
	n, share := float64(planes), math.Acos(max(-1, min(cosine, 1)))/math.Pi
	return int(math.Ceil(n*share + surely*math.Sqrt(n*share*(1-share))))
}

// rescored is how many vectors are compared for each that is to be found.
const rescored = 8

// closest are, for each of some probes, the rows whose sketches are the closest to that of its vector, of those that
// may be alike enough and that it admits: rescored times as many as it is for, and what ties with the last.
// Which ones does not depend on the number of processors. Each row is read once for all probes.
func (s *slab) closest(probes []probe) [][]uint32 {
	if len(probes) == 0 {
		return nil
	}
	aims := make([]aim, len(probes))
	for i := range probes {
		aims[i] = aimOf(&probes[i])
	}
	parts := spread(s, func(from, to int) []*sketches {
		met := make([]*sketches, len(aims))
		for i := range aims {
			met[i] = aims[i].sketches()
		}
		for n := from; n < to; n++ {
			s.closestOf(n, aims, met)
		}
		return met
	})
	rows := make([][]uint32, len(aims))
	for i := range aims {
		all := parts[0][i]
		for _, part := range parts[1:] {
			for _, m := range part[i].met {
				if int(m.parted) <= all.bound {
					all.add(m.row, int(m.parted))
				}
			}
		}
		for _, m := range all.met {
			if int(m.parted) <= all.bound {
				rows[i] = append(rows[i], m.row)
			}
		}
	}
	return rows
}

// closestOf adds to what was met for each aim the rows of a block.
func (s *slab) closestOf(n int, aims []aim, met []*sketches) {
	b := &s.blocks[n]
	for at := range b.sketched {
		for i := range aims {
			a, c := &aims[i], met[i]
			begun := a.first.parted(&b.sketched[at])
			if begun > min(a.within, c.bound) {
				continue
			}
			row := n*blockRows + at
			doc := s.docs[row] // asked of few
			if doc == 0 {
				continue
			}
			if parted := begun + a.rest.parted(&b.further[at]); parted <= c.bound && (a.may == nil || a.may(doc)) && a.admit(doc) {
				c.add(uint32(row), parted) //nolint:gosec // rows are numbered in 32 bits
			}
		}
	}
}

// aim is a probe with its sketch.
type aim struct {
	*probe
	first, rest half
	within      int // by how many planes the first half of what is alike enough may be parted
}

func aimOf(p *probe) aim {
	sketch := sketchOf(p.vector.Values)
	first, rest := sketch.halves()
	return aim{p, first, rest, mostParted(sketchBits/2, p.cosine())}
}

func (a *aim) sketches() *sketches {
	return &sketches{bound: mostParted(sketchBits, a.cosine()), most: rescored * a.most}
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
