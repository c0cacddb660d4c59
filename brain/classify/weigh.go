package classify

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"citadel/brain/linear"
)

//go:generate go test -count=1 -run ^TestWeights$ -update .

//go:embed weights.txt
var weightsText string

// outputs are what a feature has weights for: every category, then every tier. A category and a tier
// together are an answer, and how well the two go together is learned with the rest. A pair that was
// never seen cannot be.
var outputs = func() (names []string) {
	for _, c := range categories {
		names = append(names, string(c))
	}
	for t := Reflex; t <= Deep; t++ {
		names = append(names, t.String())
	}
	return names
}()

// weights are what was learned, and what its answers mean.
type weights struct {
	model   *linear.Model
	answers []Turn
}

// learned is weights.txt, read when it is first needed.
var learned = sync.OnceValue(func() *weights {
	w, err := readWeights(weightsText)
	if err != nil {
		panic(err) // it is part of the program
	}
	return w
})

// readWeights reads what TestWeights writes.
func readWeights(text string) (*weights, error) {
	m, err := linear.Read(text, outputs)
	if err != nil {
		return nil, err
	}
	w := &weights{model: m}
	for _, name := range m.Answers() {
		category, tier, _ := strings.Cut(name, "/")
		w.answers = append(w.answers, Turn{Category(category), Tier(slices.Index(outputs, tier) - len(categories))})
	}
	return w, nil
}

// onlyNames says whether a message is nothing but somebody's name: "maria josé".
func (m *message) onlyNames() bool {
	for _, w := range m.words {
		if sorts, _ := table.sorts.look(w); table.sorts.keys[sorts.first] != table.sorts.firstKey && (w.id != 0 || sorts.all != 0) {
			return false
		}
	}
	return true
}

// judge is the likeliest category and tier of a message. Of a message without a single word that is
// known, a name say, nothing is guessed.
func (w *weights) judge(m *message) (Category, Tier) {
	known := false
	tally := w.model.Tally()
	m.each(func(f feature) {
		if tally.Count(f) {
			known = known || f.Sort != shape && f.Sort != opening && f.Sort != ending && f.Sort != twoKinds
		}
	})
	if (!known || m.onlyNames()) && !m.code {
		if len(m.words) > 3 {
			return SmallTalk, Standard // too much thought is the cheaper mistake
		}
		return SmallTalk, Routine
	}
	a := w.answers[tally.Best()]
	return a.Category, a.Tier
}
