package simulate

import (
	"fmt"

	"citadel/memory/event"
	"citadel/memory/formula"
)

// Figure is what the design that this one comes from told of its two years (S1 §Evaluation), and the same of
// this life.
type Figure struct {
	Of    string `json:"of"`
	S1    string `json:"s1"`
	Here  string `json:"here"`
	Apart string `json:"apart,omitempty"` // why the two are not the same measure
}

// figures are those that can be told. In a life without a model nothing enters a prompt, so that there are no
// signals and no cached tokens to count.
func (w *world) figures() []Figure {
	m, kinds := w.memoriesMade, w.witness.kinds
	percent := func(part, whole int) string {
		if whole == 0 {
			return "none"
		}
		return fmt.Sprintf("%d %%", 100*part/whole)
	}
	signals, cached, apart := "none", "none", "no language model"
	if c := w.witness.calls; c != nil {
		signals = fmt.Sprintf("%.1f of %.1f", float64(c.Signals)/float64(max(1, c.Prompts)), float64(c.Offered)/float64(max(1, c.Prompts)))
		cached, apart = percent(c.Cached, c.Cached+c.In), "a stand-in for a model, which goes by rules"
	}
	strength := func(c formula.Class) string { return fmt.Sprintf("%.0f %%", 100*formula.Strength(c, false, 90)) }
	return []Figure{
		{"writes that the gate took for said before", "30–40 %", percent(m.Repeated, m.Learned+m.Repeated), "there of a model's summaries, here of what the person says"},
		{"strength after 90 days, emotional", "67 %", strength(formula.Emotional), ""},
		{"strength after 90 days, standard", "35 %", strength(formula.Standard), ""},
		{"strength after 90 days, operational", "8 %", strength(formula.Operational), ""},
		{"links drawn in conversation", "500 and more, with those of the world", fmt.Sprint(kinds[event.EdgeDrawn{}.Kind()]), "of the economy one figure is read in a life"},
		{"signals in a prompt", "4–14 of 25", signals, apart},
		{"cached part of a prompt", "41,000 tokens", cached, apart},
		{"corrections per 1,000 messages", "", fmt.Sprint(1000 * kinds[event.Erred{}.Kind()] / max(1, w.tally.said)), "complaints, one in three weeks, whatever the agent said"},
	}
}
