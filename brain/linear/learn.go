package linear

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// School learns weights from examples. Only tests and generators do: what is learned is kept as text.
type School struct {
	// Times is how often it is learned, each time in another order, for the mean of what comes of it: in which order
	// examples came, and what was passed over by chance, counts for less then. 0 is once.
	Times int

	outputs  []string
	names    map[uint32]string
	examples []example
	answers  [][]int // the answers seen, by number
}

// example is a text to learn from: its features, each once, and the number of its answer.
type example struct {
	features []Feature
	answer   int
}

// NewSchool begins a school. The outputs are in order of precedence: of two answers with the same
// weight the one before wins.
func NewSchool(outputs []string) *School {
	return &School{outputs: outputs, names: map[uint32]string{0: "-"}}
}

// Name makes words known, so that features of them can be written by name.
func (s *School) Name(words ...string) {
	for _, w := range words {
		if w != "" && !strings.ContainsAny(w, " \t\n?") {
			s.names[Hash(w)] = w
		}
	}
}

// Add takes an example: what calls its function with every feature, and the outputs of its answer.
func (s *School) Add(each func(func(Feature)), outputs ...string) error {
	e, had := example{}, map[Feature]bool{}
	each(func(f Feature) {
		if !had[f] {
			had[f] = true
			e.features = append(e.features, f)
		}
	})
	var numbers []int
	for _, o := range outputs {
		n := slices.Index(s.outputs, o)
		if n < 0 {
			return fmt.Errorf("linear: %q is no output", o)
		}
		numbers = append(numbers, n)
	}
	e.answer = slices.IndexFunc(s.answers, func(a []int) bool { return slices.Equal(a, numbers) })
	if e.answer < 0 {
		e.answer = len(s.answers)
		s.answers = append(s.answers, numbers)
	}
	s.examples = append(s.examples, e)
	return nil
}

// How it is learned. At every step each feature is passed over with a chance of one in two, so that
// what an answer rests on is spread over all that speaks for it: a word that is not met again costs less.
// In five folds of the classifier's lines that is worth 0.02; rates from 0.03 to 0.1 and decays from
// 0.001 to 0.05 differ by less than 0.01.
const (
	epochs   = 40
	rate     = 0.1
	decay    = 0.005
	passedBy = 0.5
)

// A feature that fewer examples have teaches nothing; a weight, and a feature whose strongest weight,
// has fewer points is not worth writing down.
const (
	leastSeen    = 2
	leastWeight  = 8
	leastFeature = 24
)

// draft is weights while they are learned.
type draft struct {
	answers [][]int
	weights [][]float64 // by feature, then by output
	bias    []float64   // by answer
	seen    [][]int     // by example: its features
}

// Learn fits a model to the examples whose number keep holds for, by stochastic descent with the same
// steps on every machine, and gives it as Read reads it.
func (s *School) Learn(keep func(int) bool) string {
	features, seen := s.number()
	times := max(1, s.Times)
	mean := s.draft(len(features), seen)
	for n := range times {
		d := s.draft(len(features), seen)
		s.fit(d, keep, uint64(n))
		mean.add(d, times)
	}
	return s.text(features, mean)
}

// draft is weights of which nothing is learned yet.
func (s *School) draft(features int, seen [][]int) *draft {
	d := &draft{answers: s.answers, weights: make([][]float64, features), bias: make([]float64, len(s.answers)), seen: seen}
	for i := range d.weights {
		d.weights[i] = make([]float64, len(s.outputs))
	}
	return d
}

// add adds one of so many parts of another draft.
func (d *draft) add(o *draft, parts int) {
	for i, row := range o.weights {
		for j, v := range row {
			d.weights[i][j] += v / float64(parts)
		}
	}
	for i, v := range o.bias {
		d.bias[i] += v / float64(parts)
	}
}

// fit fits a draft to the examples, for the n-th time.
func (s *School) fit(d *draft, keep func(int) bool, n uint64) {
	seen := d.seen
	var order []int
	for i := range s.examples {
		if keep(i) {
			order = append(order, i)
		}
	}
	random := rand.New(rand.NewPCG(1, 2+n))
	gradient := make([]float64, len(s.outputs))
	var some []int
	for epoch := range epochs {
		random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		step := rate / (1 + float64(epoch)/8)
		for _, i := range order {
			some = some[:0]
			for _, f := range seen[i] {
				if random.Float64() >= passedBy {
					some = append(some, f)
				}
			}
			d.step(some, s.examples[i].answer, step, gradient)
		}
		shrink := 1 - float64(decay*step)*10
		for _, row := range d.weights {
			for j := range row {
				row[j] = float64(row[j] * shrink)
			}
		}
	}
}

// number gives the features that occur often enough, and those of every example by their number.
func (s *School) number() (features []Feature, seen [][]int) {
	count, number := map[Feature]int{}, map[Feature]int{}
	for _, e := range s.examples {
		for _, f := range e.features {
			count[f]++
		}
	}
	seen = make([][]int, len(s.examples))
	for i, e := range s.examples {
		for _, f := range e.features {
			if count[f] < leastSeen {
				continue
			}
			n, known := number[f]
			if !known {
				n = len(features)
				number[f] = n
				features = append(features, f)
			}
			seen[i] = append(seen[i], n)
		}
	}
	return features, seen
}

// step moves the weights toward the answer of one example.
func (d *draft) step(features []int, answer int, step float64, gradient []float64) {
	clear(gradient)
	for _, f := range features {
		for o, v := range d.weights[f] {
			gradient[o] += v
		}
	}
	p, most, total := make([]float64, len(d.answers)), -1e300, 0.0
	for a, outputs := range d.answers {
		p[a] = d.bias[a]
		for _, o := range outputs {
			p[a] += gradient[o]
		}
		most = max(most, p[a])
	}
	for a := range p {
		p[a] = exp(p[a] - most)
		total += p[a]
	}
	clear(gradient)
	for a, outputs := range d.answers {
		v := -p[a] / total
		if a == answer {
			v++
		}
		d.bias[a] += float64(step * v)
		for _, o := range outputs {
			gradient[o] += v
		}
	}
	for o := range gradient {
		gradient[o] = float64(gradient[o] * step)
	}
	for _, f := range features {
		for o, v := range gradient {
			d.weights[f][o] += v
		}
	}
}

// exp is e to the x, for x up to 0. That of package math is written differently for each processor,
// and the weights must not depend on where they were made.
func exp(x float64) float64 {
	if x < -40 {
		return 0
	}
	n := 0
	for x < -0.5 {
		x /= 2
		n++
	}
	sum, term := 1.0, 1.0
	for i := 1; i < 12; i++ {
		term = float64(term*x) / float64(i)
		sum += term
	}
	for range n {
		sum = float64(sum * sum)
	}
	return sum
}

// text writes weights as Read reads them, answers first, then the features in order of their names.
func (s *School) text(features []Feature, d *draft) string {
	order := make([]int, len(d.answers))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return slices.Compare(d.answers[i], d.answers[j]) })
	var b strings.Builder
	b.WriteString(answersLine)
	gap := "\t"
	for _, i := range order {
		var names []string
		for _, o := range d.answers[i] {
			names = append(names, s.outputs[o])
		}
		fmt.Fprintf(&b, "%s%s=%d", gap, strings.Join(names, "/"), points(d.bias[i]))
		gap = " "
	}
	b.WriteString("\n")
	var lines []string
	for i, f := range features {
		var values []string
		strong := 0
		for o, v := range d.weights[i] {
			n := points(v)
			if strong = max(strong, n, -n); n >= leastWeight || n <= -leastWeight {
				values = append(values, fmt.Sprintf("%s=%d", s.outputs[o], n))
			}
		}
		if strong >= leastFeature {
			lines = append(lines, s.spell(f)+"\t"+strings.Join(values, " ")+"\n")
		}
	}
	slices.SortFunc(lines, func(a, b string) int {
		left, _, _ := strings.Cut(a, "\t")
		right, _, _ := strings.Cut(b, "\t")
		return cmp.Compare(left, right)
	})
	return b.String() + strings.Join(lines, "")
}

// points is a weight as it is written.
func points(v float64) int {
	if v < 0 {
		return -int(float64(-v*scale) + 0.5)
	}
	return int(float64(v*scale) + 0.5)
}

// spell is the name of a feature, as parse reads it.
func (s *School) spell(f Feature) string {
	parts := []uint32{f.A, f.B, f.C}
	for len(parts) > 0 && parts[len(parts)-1] == 0 {
		parts = parts[:len(parts)-1]
	}
	out := string(f.Sort)
	for _, p := range parts {
		name, known := s.names[p]
		if !known {
			name = fmt.Sprintf("?%d", p)
		}
		out += " " + name
	}
	return out
}
