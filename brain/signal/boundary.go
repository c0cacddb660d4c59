package signal

import (
	"fmt"

	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/principal"
)

// boundaries are the standing rules that bear on the message. All of them stand at the head of
// every prompt; one that is touched is said once more beside what it governs.
func boundaries(v memory.View, q *Query) []Signal {
	var out []Signal
	for _, r := range likest(q, principal.MaxRules, v.Principal.Rules, func(r principal.Rule) string { return r.Text }) {
		out = append(out, Signal{
			Name: fmt.Sprintf("rule %d", r.Seq), Seqs: []event.Seq{r.Seq}, Protective: true,
			Lines: []Line{{On: r.On, Text: r.Text, Note: "a standing rule: keep to it"}},
		})
	}
	return out
}
