package crisis

import (
	"cmp"
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "learn leanings.txt anew from testdata/lines.tsv")

// sample is one labelled line as the words and pairs of words it has.
type sample struct {
	kind     int // index into kinds, -1: benign
	features []string
}

// samples reads the labelled lines with a table that knows all their words.
func samples(t *testing.T) []sample {
	b, err := os.ReadFile("testdata/lines.tsv")
	if err != nil {
		t.Fatal(err)
	}
	ordinary, err := os.ReadFile("testdata/ordinary.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(ordinary)) {
		b = append(b, "benign\t"+line...)
	}
	known := strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '\n' {
			return c
		}
		if c == '\'' || c == '’' {
			return -1
		}
		return ' '
	}, string(b))
	text := rulesText
	for _, w := range strings.Fields(strings.ToLower(known)) {
		text += "\nknown " + w
	}
	table := compile(text, "")
	names := make(map[uint16]string)
	for w, id := range table.vocabulary {
		names[id] = w
	}
	names[many] = "#"
	var out []sample
	for line := range strings.Lines(string(b)) {
		label, text, _ := strings.Cut(strings.TrimSpace(line), "\t")
		s := sample{kind: slices.Index(kinds[:], Kind(label))}
		m := table.read(text)
		table.hush(&m)
		for i, w := range m.words {
			if w.hushed || names[w.id] == "" {
				continue
			}
			s.features = append(s.features, names[w.id])
			if i > 0 && !m.words[i-1].hushed && names[m.words[i-1].id] != "" {
				s.features = append(s.features, names[m.words[i-1].id]+" "+names[w.id])
			}
		}
		slices.Sort(s.features)
		s.features = slices.Compact(s.features)
		out = append(out, s)
	}
	return out
}

// learn fits a logistic regression by gradient descent, always in the same
// order, so that the same lines give the same weights.
func learn(data []sample) (bias float64, weight map[string]float64) {
	const rounds, rate, decay = 40, 0.1, 0.001
	count := map[string]int{}
	for _, s := range data {
		for _, f := range s.features {
			count[f]++
		}
	}
	weight = map[string]float64{}
	for round := range rounds {
		for i := range data {
			s := data[(i*7919+round)%len(data)] // kinds stand together in the file: mix them
			z, y := bias, 0.0
			for _, f := range s.features {
				z += weight[f]
			}
			if s.kind >= 0 {
				y = 1
			}
			g := rate / (1 + 0.1*float64(round)) * (y - 1/(1+math.Exp(-z)))
			bias += g
			for _, f := range s.features {
				if count[f] > 1 {
					weight[f] += g - decay*weight[f]
				}
			}
		}
	}
	return bias, weight
}

// The share of lines that alarm, each scored by what was learned from the
// other four fifths: what the weights are worth alone.
func TestLeanings(t *testing.T) {
	if !*update {
		t.Skip("run with -update to learn leanings.txt anew")
	}
	data := samples(t)
	const folds = 5
	thresholds := []float64{0.6, 0.8, 1, 1.2, 1.4, 1.6, 2}
	noticed, alarms := make([]int, len(thresholds)), make([]int, len(thresholds))
	crises := 0
	for fold := range folds {
		var rest []sample
		for i, s := range data {
			if i%folds != fold {
				rest = append(rest, s)
			}
		}
		bias, weight := learn(rest)
		for i, s := range data {
			if i%folds != fold {
				continue
			}
			if s.kind >= 0 {
				crises++
			}
			z := bias
			for _, f := range s.features {
				z += weight[f]
			}
			for n, threshold := range thresholds {
				switch {
				case z < threshold:
				case s.kind >= 0:
					noticed[n]++
				default:
					alarms[n]++
				}
			}
		}
	}
	for n, threshold := range thresholds {
		t.Logf("from %.1f: recall %.3f, false alarms %.3f", threshold,
			float64(noticed[n])/float64(crises), float64(alarms[n])/float64(len(data)-crises))
	}

	bias, weight := learn(data)
	votes := map[string]*[len(kinds)]int{}
	for _, s := range data {
		for _, f := range s.features {
			if votes[f] == nil {
				votes[f] = new([len(kinds)]int)
			}
			if s.kind >= 0 {
				votes[f][s.kind]++
			}
		}
	}
	var b strings.Builder
	b.WriteString("# Learned from testdata/lines.tsv by leaning_test.go; do not edit.\n# weight in tenths, kind it speaks for, one word or two\n")
	fmt.Fprintf(&b, "%d bias -\n", int(math.Round(bias*10)))
	names := make([]string, 0, len(weight))
	for f := range weight {
		names = append(names, f)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(a, b) })
	for _, f := range names {
		w := int(math.Round(weight[f] * 10))
		if w == 0 {
			continue
		}
		kind, most := "-", 0
		for i, n := range votes[f] {
			if w > 0 && n > most {
				kind, most = string(kinds[i]), n
			}
		}
		fmt.Fprintf(&b, "%d %s %s\n", w, kind, f)
	}
	if err := os.WriteFile("leanings.txt", []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
