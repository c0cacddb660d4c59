package signal

import (
	"cmp"
	"context"
	"hash/maphash"
	"maps"
	"math"
	"slices"

	"citadel/memory/embed"
	"citadel/memory/embed/hashing"
	"citadel/memory/event"
	"citadel/memory/words"
)

const (
	// tailShare is what the words of the tail count for beside those of the message (ours).
	tailShare = 0.3
	// noise is the likeness, on the reference scale, that one of twenty unrelated statements
	// reaches (see embed.Calibrate): up to it nothing is told, and what lies above is stretched.
	noise = 0.35
	// mostRead is how much of a text is compared, in bytes.
	mostRead = 4 << 10
	// stemsKept is how many words are remembered while one turn is read.
	stemsKept = 4096
)

// local makes the vectors of what has none.
var local = hashing.New()

// reader compares texts with what was said.
type reader struct {
	analyzer *words.Analyzer
	said     map[uint64]float64 // weights by stem
	squares  float64
	message  []float32
	scale    embed.Calibration
	kept     *Kept
	turn     uint64 // its number in kept
	buf      []string
}

func newReader(text, tail string, kept *Kept) *reader {
	if kept == nil {
		kept = new(Kept)
	}
	r := &reader{analyzer: words.New(stemsKept), scale: embed.CalibrationOf(local.Name()), kept: kept}
	r.turn = kept.begin()
	weights := map[string]float64{}
	for _, said := range []struct {
		text  string
		share float64
	}{{text, 1}, {tail, tailShare}} {
		r.buf = r.analyzer.AppendTerms(r.buf[:0], head(said.text))
		for _, stem := range r.buf {
			weights[stem] += float64(said.share * hashing.Rarity(stem))
		}
	}
	r.said = make(map[uint64]float64, len(weights))
	for _, stem := range slices.Sorted(maps.Keys(weights)) {
		weight := weights[stem]
		r.said[maphash.String(kept.seed, stem)] = weight
		r.squares = float64(weight*weight) + r.squares
	}
	r.message = vectors([]string{text})[0]
	return r
}

func head(text string) string { return text[:min(len(text), mostRead)] }

// vectors are those that the local embedder makes. It cuts the texts.
func vectors(texts []string) [][]float32 {
	for i, text := range texts {
		texts[i] = head(text)
	}
	made, err := local.Embed(context.Background(), texts)
	if err != nil { // it makes none, but for the context's
		return make([][]float32, len(texts))
	}
	return made
}

// end drops what the turn did not read of what was kept.
func (r *reader) end() { r.kept.end(r.turn) }

// worded is the cosine of two bags of stems, 0 to 1.
func (r *reader) worded(text string) float64 {
	b := r.bag(text)
	product := 0.0
	for _, s := range b.stems {
		if weight, ok := r.said[s.stem]; ok {
			product = float64(s.weight*weight) + product
		}
	}
	if product == 0 {
		return 0
	}
	return min(1, product/math.Sqrt(float64(b.squares*r.squares)))
}

// meant is what a likeness on the reference scale says of two texts, 0 to 1.
func meant(reference float64) float64 {
	return max(0, min(1, (reference-noise)/(1-noise)))
}

// relate fills in how relevant signals are: each as much as the most relevant of its lines.
func (q *Query) relate(signals []Signal) {
	r := q.reader()
	found := map[event.Seq]float64{}
	for _, h := range q.Near {
		found[event.Seq(h.Item.Seq)] = h.Likeness
	}
	type place struct{ signal, line int }
	var places []place
	var texts []string
	for i := range signals {
		for j, l := range signals[i].Lines {
			switch likeness, is := found[l.Seq]; {
			case l.ID != "": // its source knows how well it fits
			case is && likeness > 0:
				signals[i].raise(r.worded(l.Text), meant(likeness))
			case r.message == nil: // the message has no words that could be compared
				signals[i].raise(r.worded(l.Text), 0)
			default:
				places, texts = append(places, place{i, j}), append(texts, l.Text)
			}
		}
	}
	worded := make([]float64, len(texts))
	for k, text := range texts {
		worded[k] = r.worded(text)
	}
	for k, v := range r.vectors(texts) {
		likeness := 0.0
		if v != nil {
			likeness = r.scale.Reference(embed.Cosine(r.message, v))
		}
		signals[places[k].signal].raise(worded[k], meant(likeness))
	}
}

func (s *Signal) raise(worded, meant float64) {
	s.Relevance = max(s.Relevance, (worded+meant)/2)
}

func (q *Query) reader() *reader {
	if q.words == nil {
		q.words = newReader(q.Text, q.Tail, q.Kept)
	}
	return q.words
}

// likest gives the n things that share the most telling words with what was said, best first;
// of alike ones the later. What shares none is left out.
func likest[T any](q *Query, n int, things []T, text func(T) string) []T {
	type scored struct {
		at    int
		score float64
	}
	var all []scored
	r := q.reader()
	for i, thing := range things {
		if score := r.worded(text(thing)); score > 0 {
			all = append(all, scored{i, score})
		}
	}
	slices.SortFunc(all, func(a, b scored) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.at, a.at)) })
	var best []T
	for _, s := range all[:min(n, len(all))] {
		best = append(best, things[s.at])
	}
	return best
}
