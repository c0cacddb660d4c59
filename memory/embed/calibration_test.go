package embed_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"citadel/memory/embed"
	"citadel/memory/embed/hashing"
	"citadel/memory/words"
)

func TestPairs(t *testing.T) {
	counts := map[embed.Relation]int{}
	seen := map[[2]string]bool{}
	for _, p := range embed.Pairs() {
		counts[p.Relation]++
		if p.A == "" || p.B == "" || p.A == p.B || seen[[2]string{p.A, p.B}] {
			t.Errorf("not a pair, or there twice: %+v", p)
		}
		seen[[2]string{p.A, p.B}] = true
	}
	for _, r := range embed.Relations() {
		if counts[r] < 50 {
			t.Errorf("%d pairs are %s", counts[r], r)
		}
	}
	if len(counts) != len(embed.Relations()) {
		t.Errorf("relations that nobody knows: %v", counts)
	}
}

// Answers share no word with their questions, else they would tell nothing of insight.
func TestAsked(t *testing.T) {
	questions, answers := embed.Asked()
	if len(questions) < 40 {
		t.Errorf("%d questions", len(questions))
	}
	var analyzer words.Analyzer
	for i, q := range questions {
		terms := analyzer.AppendTerms(nil, q)
		if len(terms) == 0 || answers[i] == "" {
			t.Errorf("nothing is asked or answered: %q, %q", q, answers[i])
		}
		for _, term := range analyzer.AppendTerms(nil, answers[i]) {
			if slices.Contains(terms, term) {
				t.Errorf("%q and %q share %q", q, answers[i], term)
			}
		}
	}
}

// What is shipped is what is measured.
func TestShippedCalibration(t *testing.T) {
	e := hashing.New()
	m, err := embed.Calibrate(t.Context(), e, embed.Pairs())
	if err != nil {
		t.Fatal(err)
	}
	if got := embed.CalibrationOf(e.Name()).String(); got != m.Calibration.String() {
		t.Errorf("calibrations.txt says\n%s %s\nand measured is\n%s %s", e.Name(), got, e.Name(), m.Calibration)
	}
	for _, s := range m.Spreads {
		t.Logf("%-13s %4d  %.3f %.3f %.3f %.3f", s.Relation, s.N, s.Low, s.Middle, s.High, s.Almost)
	}
}

// twisted is an embedder whose cosines are another's, squeezed into the upper part of the
// scale, as those of many models are.
type twisted struct {
	embed.Embedder
	base float64
}

func (twisted) Name() string { return "twisted" }

func (w twisted) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors, err := w.Embedder.Embed(ctx, texts)
	for i, v := range vectors {
		out := make([]float32, len(v)+1)
		for j, x := range v {
			out[j] = float32(float64(x) * math.Sqrt(1-w.base))
		}
		out[len(v)] = float32(math.Sqrt(w.base))
		vectors[i] = out
	}
	return vectors, err
}

// The thresholds mean the same with an embedder whose cosines lie elsewhere.
func TestCalibrationMakesEmbeddersAgree(t *testing.T) {
	plain, high := hashing.New(), twisted{hashing.New(), 0.7}
	a, err := embed.Calibrate(t.Context(), plain, embed.Pairs())
	if err != nil {
		t.Fatal(err)
	}
	b, err := embed.Calibrate(t.Context(), high, embed.Pairs())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range embed.Pairs() {
		x, _ := plain.Embed(t.Context(), []string{p.A, p.B})
		y, _ := high.Embed(t.Context(), []string{p.A, p.B})
		one, two := a.Calibration.Reference(embed.Cosine(x[0], x[1])), b.Calibration.Reference(embed.Cosine(y[0], y[1]))
		if max(one, two) > 0.15 && math.Abs(one-two) > 0.02 { // below, nothing is decided
			t.Fatalf("%+v: %.3f and %.3f", p, one, two)
		}
	}
}

func TestReferenceRises(t *testing.T) {
	shipped := embed.CalibrationOf(hashing.New().Name())
	rapid.Check(t, func(rt *rapid.T) {
		a, b := rapid.Float64Range(-1.1, 1.1).Draw(rt, "a"), rapid.Float64Range(-1.1, 1.1).Draw(rt, "b")
		low, high := shipped.Reference(min(a, b)), shipped.Reference(max(a, b))
		if low > high || low < 0 || high > 1 {
			rt.Fatalf("%g and %g become %g and %g", min(a, b), max(a, b), low, high)
		}
	})
	if got := shipped.Reference(1); got != 1 {
		t.Errorf("the same is %g alike", got)
	}
	if got := shipped.Reference(math.NaN()); got != 0 {
		t.Errorf("no number is %g alike", got)
	}
	if got := embed.CalibrationOf("nobody's").Reference(0.4); got != 0.4 {
		t.Errorf("without a calibration 0.4 becomes %g", got)
	}
}

// noise is an embedder that tells nothing.
type noise struct{ fault error }

func (noise) Name() string { return "noise" }
func (noise) Size() int    { return 2 }
func (n noise) Embed(_ context.Context, texts []string) ([][]float32, error) {
	random := rand.New(rand.NewPCG(1, 1))
	return slices.Collect(func(yield func([]float32) bool) {
		for range texts {
			s, c := math.Sincos(random.Float64() * 2 * math.Pi)
			if !yield([]float32{float32(s), float32(c)}) {
				return
			}
		}
	}), n.fault
}

// Also of an embedder that is useless a calibration rises everywhere.
func TestCalibrateNoise(t *testing.T) {
	m, err := embed.Calibrate(t.Context(), noise{}, embed.Pairs())
	if err != nil {
		t.Fatal(err)
	}
	last := -1.0
	for c := -1.0; c <= 1; c += 0.001 {
		if now := m.Calibration.Reference(c); now < last {
			t.Fatalf("it falls at %g", c)
		} else {
			last = now
		}
	}
	broken := errors.New("broken")
	if _, err := embed.Calibrate(t.Context(), noise{broken}, embed.Pairs()); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
	if _, err := embed.Calibrate(t.Context(), noise{}, embed.Pairs()[:3]); err == nil {
		t.Error("three pairs are enough")
	}
}

func TestCosineTurnsReferenceRound(t *testing.T) {
	for _, name := range []string{hashing.New().Name(), "one that nobody measured"} {
		c := embed.CalibrationOf(name)
		for reference := 0.01; reference < 1; reference += 0.01 {
			if got := c.Reference(c.Cosine(reference)); math.Abs(got-reference) > 1e-9 {
				t.Errorf("%s: the cosine of %v means %v", name, reference, got)
			}
		}
	}
}
