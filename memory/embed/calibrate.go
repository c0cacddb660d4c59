package embed

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Relation is how one statement stands to another.
type Relation string

// The relations of the pairs that calibrate.
const (
	Same         Relation = "same"          // in another order or form
	Paraphrase   Relation = "paraphrase"    // in other words
	ChangedValue Relation = "changed-value" // with another name, number or the like
	Negation     Relation = "negation"
	Related      Relation = "related" // about the same matter
	Unrelated    Relation = "unrelated"
)

// Relations lists them from near to far, as people would order them.
func Relations() []Relation {
	return []Relation{Same, Paraphrase, ChangedValue, Negation, Related, Unrelated}
}

// Pair is two statements, labelled by hand.
type Pair struct {
	A, B     string
	Relation Relation
}

//go:embed pairs.txt
var written string

// Pairs gives those that ship with Citadel.
func Pairs() []Pair {
	var pairs []Pair
	var firsts []string
	_, blocks, _ := strings.Cut(written, "\n\n") // behind the comment
	for block := range strings.SplitSeq(strings.TrimSpace(blocks), "\n\n") {
		lines := strings.Split(block, "\n")
		for i, line := range lines[1:] {
			pairs = append(pairs, Pair{lines[0], line, Relations()[i]})
		}
		for _, other := range firsts {
			pairs = append(pairs, Pair{other, lines[0], Unrelated})
		}
		firsts = append(firsts, lines[0])
	}
	return pairs
}

//go:embed asked.txt
var asked string

// Asked gives questions and what answers them, without a word in common. They ship with
// Citadel, too.
func Asked() (questions, answers []string) {
	_, lines, _ := strings.Cut(asked, "\n\n") // behind the comment
	for line := range strings.Lines(lines) {
		question, answer, _ := strings.Cut(strings.TrimSpace(line), " | ")
		questions, answers = append(questions, question), append(answers, answer)
	}
	return questions, answers
}

// Basis names the texts by which embedders are measured: what was measured by others says
// nothing by these.
func Basis() string {
	sum := sha256.Sum256([]byte(written + asked))
	return hex.EncodeToString(sum[:8])
}

// Measured is what an embedder makes of labelled pairs.
type Measured struct {
	Embedder    string
	Calibration Calibration
	Spreads     []Spread // in the order of Relations
}

// Spread is where the cosines of the pairs of one relation lie.
type Spread struct {
	Relation Relation `json:"relation"`
	N        int      `json:"n"`
	// 10, 50, 95 and 98 of a hundred pairs are at most this.
	Low    float64 `json:"p10"`
	Middle float64 `json:"p50"`
	High   float64 `json:"p95"`
	Almost float64 `json:"p98"`
}

// anchors say what the reference scale means. What differs by a value or is denied is left
// out: by likeness alone no embedder tells it from the same, and whoever merges looks at the
// words.
var anchors = []struct {
	reference float64
	relation  Relation
	share     float64 // of its pairs are at most as alike
}{
	{0.15, Unrelated, 0.50},
	{0.35, Unrelated, 0.95},  // one unrelated pair in twenty comes so far
	{0.60, Related, 0.50},    // as alike as two statements about one matter are
	{0.85, Related, 0.98},    // what is only related hardly ever comes so far
	{0.90, Paraphrase, 0.50}, // half of what says the same in other words does
}

// step is how far apart two points of a calibration are at least, as cosines.
const step = 0.01

// Calibrate measures an embedder on labelled pairs, and on questions and answers without a word
// in common. It may block as Embed does, and gives the errors of that, or one that says that the
// vectors cannot be used.
func Calibrate(ctx context.Context, e Embedder, pairs []Pair) (Measured, error) {
	cosines, err := cosines(ctx, e, pairs)
	if err != nil {
		return Measured{}, fmt.Errorf("calibrate %s: %w", e.Name(), err)
	}
	m := Measured{Embedder: e.Name()}
	for _, r := range Relations() {
		all := cosines[r]
		if len(all) == 0 {
			return Measured{}, fmt.Errorf("calibrate %s: there is no pair that is %s", e.Name(), r)
		}
		slices.Sort(all)
		m.Spreads = append(m.Spreads, Spread{
			Relation: r, N: len(all), Low: quantile(all, 0.10), Middle: quantile(all, 0.50), High: quantile(all, 0.95), Almost: quantile(all, 0.98),
		})
	}
	var points []Point
	last := -1.0
	for i, a := range anchors {
		room := 1 - step*float64(len(anchors)-i)
		last = max(last+step, min(quantile(cosines[a.relation], a.share), room))
		points = append(points, Point{last, a.reference})
	}
	insight, err := insight(ctx, e)
	if err != nil {
		return Measured{}, fmt.Errorf("calibrate %s: %w", e.Name(), err)
	}
	// As it is written down, so that what is measured and what is shipped are one.
	m.Calibration = ParseCalibration(Calibration{insight, append(points, Point{1, 1})}.String())
	return m, nil
}

// insight asks each question which of two statements is the more like it, its answer or that of
// another question, against all others.
func insight(ctx context.Context, e Embedder) (float64, error) {
	questions, answers := Asked()
	vector, err := embedded(ctx, e, slices.Concat(questions, answers))
	if err != nil {
		return 0, err
	}
	right, all := 0.0, 0.0
	for i, question := range questions {
		own := Cosine(vector(question), vector(answers[i]))
		for j, answer := range answers {
			if i == j {
				continue
			}
			all++
			switch other := Cosine(vector(question), vector(answer)); {
			case own > other:
				right++
			case own == other:
				right += 0.5
			}
		}
	}
	return max(0, 2*right/all-1), nil
}

// callTexts is how many texts one call of an embedder is given.
const callTexts = 128

// embedded gives the vectors of texts.
func embedded(ctx context.Context, e Embedder, texts []string) (func(text string) []float32, error) {
	texts = slices.Compact(slices.Sorted(slices.Values(texts)))
	var vectors [][]float32
	for some := range slices.Chunk(texts, callTexts) {
		made, err := e.Embed(ctx, some)
		if err != nil {
			return nil, err
		}
		if len(made) != len(some) {
			return nil, errors.New("not one vector for each text")
		}
		vectors = append(vectors, made...)
	}
	return func(text string) []float32 {
		i, _ := slices.BinarySearch(texts, text)
		return vectors[i]
	}, nil
}

// cosines gives those of the pairs, by relation.
func cosines(ctx context.Context, e Embedder, pairs []Pair) (map[Relation][]float64, error) {
	var texts []string
	for _, p := range pairs {
		texts = append(texts, p.A, p.B)
	}
	vector, err := embedded(ctx, e, texts)
	if err != nil {
		return nil, err
	}
	all := map[Relation][]float64{}
	for _, p := range pairs {
		all[p.Relation] = append(all[p.Relation], Cosine(vector(p.A), vector(p.B)))
	}
	return all, nil
}

// quantile of sorted numbers.
func quantile(sorted []float64, share float64) float64 {
	return sorted[min(len(sorted)-1, int(share*float64(len(sorted))))]
}
