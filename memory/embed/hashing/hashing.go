package hashing

import (
	"context"
	"fmt"
	"math"
	"sync"

	"citadel/memory/embed"
	"citadel/memory/words"
)

// Size is how many numbers a vector has. Recall at ten places, by these vectors alone, over
// two sets of long conversations and three ways of hashing: .517 with 256 numbers, .535 with
// 384, .543 with 512, .552 with 1024. A search reads all of them for every memory.
const Size = 384

// table is the number of the table in use.
const table = 1

// Weights, in 64ths of a level of the table.
const (
	unit       = 64
	commonest  = 12 // levels below this weigh one
	rarest     = 40 // levels above this weigh as much as this
	nameLevel  = 18 // the most that a name weighs
	otherLevel = 22 // of what the table does not know
	denial     = 40 * unit
)

// Shares of the weight of a word.
const (
	pieceShare = 0.8 // of its pieces, as one vector
	pairShare  = 0.2 // of a pair, of the mean of its words
	deniedKept = 0.6 // of a word that is denied, as the word it is
	deniedNew  = 0.8 // of it, as a word of its own: the squares of both add up to one
)

// denied is how many words a denial reaches.
const denied = 2

// Embedder is an embed.Embedder. Several goroutines may use it.
type Embedder struct{ states sync.Pool }

var _ embed.Embedder = (*Embedder)(nil)

// New returns an embedder that uses the newest table.
func New() *Embedder { return new(Embedder) }

// Name implements embed.Embedder.
func (*Embedder) Name() string { return fmt.Sprintf("hashing-%d-%d", Size, table) }

// Size implements embed.Embedder.
func (*Embedder) Size() int { return Size }

// Embed implements embed.Embedder. The error is that of ctx.
func (e *Embedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	s, _ := e.states.Get().(*state)
	if s == nil {
		s = &state{words: words.New(stemsKept), counts: map[string]int{}}
	}
	defer e.states.Put(s)
	defer s.forget()
	out := make([][]float32, len(texts))
	for i, text := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out[i] = s.embed(text)
	}
	return out, nil
}

// stemsKept is how many words are remembered during one call.
const stemsKept = 8192

// state is the working space of one call.
type state struct {
	words  *words.Analyzer
	terms  []string
	counts map[string]int
	sum    [Size]int64
}

// forget keeps nothing of the texts.
func (s *state) forget() {
	s.words.Reset()
	clear(s.terms[:cap(s.terms)])
	clear(s.counts)
	clear(s.sum[:])
}

func (s *state) embed(text string) []float32 {
	s.terms = s.words.AppendTerms(s.terms[:0], text)
	if len(s.terms) == 0 {
		return nil
	}
	clear(s.counts)
	for _, term := range s.terms {
		s.counts[term]++
	}
	clear(s.sum[:])
	reached := 0 // how many of the next words are denied
	var before word
	for _, term := range s.terms {
		times := s.counts[term]
		if Denies(term) {
			s.add(denials, over(denial, times))
			reached, before = denied, word{}
			continue
		}
		w := word{hash: hash(start, term)}
		w.weight = over(weight(term), times)
		if reached > 0 {
			reached--
			s.add(hash(w.hash, "\x01denied"), part(w.weight, deniedNew))
			w.weight = part(w.weight, deniedKept)
		}
		s.add(w.hash, w.weight)
		s.pieces(term, w.weight)
		if before.weight > 0 {
			s.add(hash(before.hash, " "+term), part((before.weight+w.weight)/2, pairShare))
		}
		before = w
	}
	return s.unit()
}

// word is a term that was added.
type word struct {
	hash   uint64
	weight int64
}

// pieces adds the pieces of a term, which together weigh a share of what it does.
func (s *state) pieces(term string, whole int64) {
	const short, long = 3, 4
	n := len(term) + 2 // with its ends
	each := over(part(whole, pieceShare), n-short+1+max(0, n-long+1))
	at := func(i int) byte {
		switch i {
		case 0:
			return '^'
		case n - 1:
			return '$'
		}
		return term[i-1]
	}
	for i := range n - short + 1 {
		h := piece
		for j := i; j < min(i+long, n); j++ {
			h = (h ^ uint64(at(j))) * prime
			if j-i+1 >= short {
				s.add(h, each)
			}
		}
	}
}

// add puts a weight where a hash says, with the sign that it says.
func (s *state) add(h uint64, weight int64) {
	h = mix(h)
	place := h >> 32 * Size >> 32
	if h&1 == 0 {
		weight = -weight
	}
	s.sum[place] += weight
}

// unit is the sum at length 1; nil where everything cancelled out.
func (s *state) unit() []float32 {
	var squares int64 // of 1 MiB of the rarest words, a third of what it holds
	for _, x := range s.sum {
		squares += x * x
	}
	if squares == 0 {
		return nil
	}
	length := math.Sqrt(float64(squares))
	v := make([]float32, Size)
	for i, x := range s.sum {
		v[i] = float32(float64(x) / length)
	}
	return v
}

// Rarity is how telling a term of package words is, from 1 for what stands everywhere to 28:
// the table's word on it, bounded as the vectors bound it. It is the same for every mind and
// for ever, and holds nothing of anybody's words.
func Rarity(term string) float64 { return float64(weight(term) / unit) }

// weight is that of a term.
func weight(term string) int64 {
	level, name := words.Rarity(term)
	switch {
	case level == 0:
		level = otherLevel
	case name:
		level = min(level, nameLevel)
	}
	return int64(max(1, min(level, rarest)-commonest)) * unit
}

// over divides a weight by the root of n, so that n of them together count as one in length.
func over(weight int64, n int) int64 {
	if n == 1 {
		return weight
	}
	return int64(math.Round(float64(weight) / math.Sqrt(float64(n))))
}

func part(weight int64, share float64) int64 {
	return int64(math.Round(float64(weight) * share))
}

// Denies says whether a term of package words denies something.
func Denies(term string) bool {
	switch term {
	case "no", "not", "never", "none", "nobodi", "noth", "nowher", "neither", "nor", "without":
		return true
	}
	return false
}
