package classify

import (
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "make weights.txt anew from testdata/train.tsv")

// example is a line to learn from: its features, by number, and what it is.
type example struct {
	features []int
	category int
	tier     int
}

// school is what all examples have in common.
type school struct {
	features []feature // by number
	names    []string
	examples []example
	seen     [len(categories)][tiers]bool
}

// open reads lines to learn from. A feature that only one line has teaches nothing and is left out.
func open(t *testing.T, files ...string) *school {
	t.Helper()
	s := &school{}
	count, number := map[feature]int{}, map[feature]int{}
	var taken [][]feature
	names := map[uint32]string{0: "-", edge: "^", other: "~", aName: "@name", aPerson: "@person", digits: "0"}
	name := func(w string) { names[hash([]byte(w))] = w }
	for _, n := range table.sorts.names {
		name(n)
	}
	for _, n := range strings.Fields("asks code light standard deep stakes follows some much most l0 l1 l2 l3 l4 l5 l6 l7 l8 l9 l10") {
		name(n)
	}
	for _, c := range categories {
		name(string(c))
	}
	for w := range table.vocabulary {
		name(w)
		name(string(stem([]byte(w))))
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(b)) {
			f := strings.SplitN(strings.TrimSuffix(line, "\n"), "\t", 3)
			if len(f) != 3 || f[0] == "unknown" {
				continue
			}
			for _, w := range written(f[2]) {
				name(w)
				name(string(stem([]byte(w))))
			}
			m := look(strings.ReplaceAll(f[2], `\n`, "\n"))
			had := map[feature]bool{}
			var of []feature
			m.each(func(g feature) {
				if !had[g] {
					had[g] = true
					of = append(of, g)
					count[g]++
				}
			})
			e := example{category: output(f[0]), tier: output(f[1]) - len(categories)}
			s.seen[e.category][e.tier] = true
			s.examples = append(s.examples, e)
			taken = append(taken, of)
		}
	}
	for i, of := range taken {
		for _, g := range of {
			if count[g] < 2 {
				continue
			}
			n, ok := number[g]
			if !ok {
				n = len(s.features)
				number[g] = n
				s.features = append(s.features, g)
				s.names = append(s.names, spell(t, g, names))
			}
			s.examples[i].features = append(s.examples[i].features, n)
		}
	}
	return s
}

// written are the words of a line as the features see them.
func written(text string) (out []string) {
	read := strings.NewReplacer("'", "", "’", "").Replace(strings.ToLower(text))
	for _, w := range strings.FieldsFunc(read, func(c rune) bool { return !('a' <= c && c <= 'z' || '0' <= c && c <= '9' || c > 127) }) {
		out = append(out, w, string(shapeOf([]byte(w))))
	}
	return append(out, strings.FieldsFunc(strings.ToLower(text), func(c rune) bool { return !('a' <= c && c <= 'z' || '0' <= c && c <= '9' || c > 127) })...)
}

func spell(t *testing.T, f feature, names map[uint32]string) string {
	t.Helper()
	out := string(f.sort)
	parts := []uint32{f.a, f.b, f.c}
	for len(parts) > 0 && parts[len(parts)-1] == 0 {
		parts = parts[:len(parts)-1]
	}
	for _, p := range parts {
		n, ok := names[p]
		if !ok {
			n = fmt.Sprintf("?%d", p)
		}
		out += " " + n
	}
	return out
}

// exp is e to the x. That of package math is written differently for each processor, and the
// weights must not depend on where they were made.
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

// model is weights while they are learned.
type model struct {
	rows [][outputs]float64
	pair [len(categories)][tiers]float64
}

// How it is learned. In five folds, rates from 0.03 to 0.1 and decays from 0.001 to 0.05 differ by
// less than 0.003.
const (
	epochs = 40
	rate   = 0.05
	decay  = 0.02
)

// learn fits a log-linear model to the examples whose number keep holds for, by stochastic descent
// with the same steps on every machine.
func (s *school) learn(keep func(int) bool) *model {
	m := &model{rows: make([][outputs]float64, len(s.features))}
	var order []int
	for i := range s.examples {
		if keep(i) {
			order = append(order, i)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for epoch := range epochs {
		random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		step := rate / (1 + float64(epoch)/8)
		for _, i := range order {
			m.step(s, s.examples[i], step)
		}
		shrink := 1 - float64(decay*step)*10
		for i := range m.rows {
			for j := range m.rows[i] {
				m.rows[i][j] = float64(m.rows[i][j] * shrink)
			}
		}
	}
	return m
}

func (m *model) scores(s *school, e example) (p [len(categories)][tiers]float64) {
	var sum [outputs]float64
	for _, f := range e.features {
		for i, v := range m.rows[f] {
			sum[i] += v
		}
	}
	for c := range categories {
		for t := range tiers {
			p[c][t] = sum[c] + sum[len(categories)+t] + m.pair[c][t]
		}
	}
	return p
}

func (m *model) step(s *school, e example, step float64) {
	p := m.scores(s, e)
	most := -1e300
	for c := range p {
		for t, v := range p[c] {
			if s.seen[c][t] {
				most = max(most, v)
			}
		}
	}
	total := 0.0
	for c := range p {
		for t, v := range p[c] {
			p[c][t] = 0
			if s.seen[c][t] {
				p[c][t] = exp(v - most)
				total += p[c][t]
			}
		}
	}
	var g [outputs]float64
	for c := range p {
		for t, v := range p[c] {
			v = -v / total
			if c == e.category && t == e.tier {
				v++
			}
			m.pair[c][t] += float64(step * v)
			g[c] += v
			g[len(categories)+t] += v
		}
	}
	for i := range g {
		g[i] = float64(g[i] * step)
	}
	for _, f := range e.features {
		for i, v := range g {
			m.rows[f][i] += v
		}
	}
}

func (m *model) best(s *school, e example) (category, tier int) {
	p := m.scores(s, e)
	most := -1e300
	for c := range p {
		for t, v := range p[c] {
			if s.seen[c][t] && v > most {
				most, category, tier = v, c, t
			}
		}
	}
	return category, tier
}

// least is how many points the strongest weight of a feature must have to be worth a line.
const least = 12

// text writes weights as readWeights reads them.
func (m *model) text(s *school) string {
	var b strings.Builder
	b.WriteString(header)
	points := func(v float64) int {
		if v < 0 {
			return -int(-v*scale + 0.5)
		}
		return int(v*scale + 0.5)
	}
	b.WriteString("pairs\t")
	gap := ""
	for c, category := range categories {
		for t := range tiers {
			if s.seen[c][t] {
				fmt.Fprintf(&b, "%s%s/%s=%d", gap, category, Tier(t), points(m.pair[c][t]))
				gap = " "
			}
		}
	}
	b.WriteString("\n")
	order := make([]int, len(s.features))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(s.names[i], s.names[j]) })
	for _, i := range order {
		var values []string
		strong := 0
		for j, v := range m.rows[i] {
			n := points(v)
			strong = max(strong, n, -n)
			if n > -4 && n < 4 {
				continue
			}
			label := ""
			if j < len(categories) {
				label = string(categories[j])
			} else {
				label = Tier(j - len(categories)).String()
			}
			values = append(values, fmt.Sprintf("%s=%d", label, n))
		}
		if strong >= least {
			fmt.Fprintf(&b, "%s\t%s\n", s.names[i], strings.Join(values, " "))
		}
	}
	return b.String()
}

const header = `# What each feature of a message speaks for and against: hundredths of a unit of log odds.
#
# Made by "go generate ./brain/classify" from testdata/train.tsv, testdata/company.tsv,
# testdata/lines.tsv and testdata/talk.tsv; do not edit. A line is a feature (see feature.go) and its weights. "pairs" is
# how well a category goes with a tier.

`

var lessons = []string{"testdata/train.tsv", "testdata/company.tsv", "testdata/lines.tsv", "testdata/talk.tsv"}

func TestWeights(t *testing.T) {
	s := open(t, lessons...)
	text := s.learn(func(int) bool { return true }).text(s)
	if *update {
		if err := os.WriteFile("weights.txt", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if text != weightsText {
		t.Error("weights.txt is not what its lines teach: go generate ./brain/classify")
	}
}

// Five times a fifth of the lines is judged by what the other four fifths teach. Those of
// company.tsv are long and from another life than the rest, and harder: they have a floor of their own.
func TestFolds(t *testing.T) {
	s := open(t, "testdata/train.tsv", "testdata/company.tsv")
	wide := len(s.examples) - len(open(t, "testdata/company.tsv").examples)
	var sets [2]struct{ n, category, tier float64 }
	for fold := range 5 {
		m := s.learn(func(i int) bool { return i%5 != fold })
		for i := fold; i < len(s.examples); i += 5 {
			e := s.examples[i]
			of := &sets[0]
			if i >= wide {
				of = &sets[1]
			}
			of.n++
			c, tr := m.best(s, e)
			if c == e.category {
				of.category++
			}
			if tr == e.tier {
				of.tier++
			}
		}
	}
	for i, floor := range [...]float64{foldsFloor, companyFloor} {
		of := sets[i]
		t.Logf("%v lines in five folds: category %.3f, tier %.3f", of.n, of.category/of.n, of.tier/of.n)
		if of.category < floor*of.n || of.tier < floor*of.n {
			t.Errorf("want %.2f of both", floor)
		}
	}
}

const (
	foldsFloor   = 0.85
	companyFloor = 0.70
)
