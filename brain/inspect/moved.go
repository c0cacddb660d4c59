package inspect

import (
	"slices"
	"strings"

	"citadel/brain/consequence"
	"citadel/brain/exposure"
	"citadel/memory"
	"citadel/memory/decisions"
	"citadel/memory/event"
	"citadel/memory/words"
)

// mostMoves is how many moves of the economy are told of a decision.
const mostMoves = 3

// movedSince lists what moved in the economy since a decision that names it, or names a client whom the move reaches.
// Whether that speaks for the decision or against it no rule can say.
func (l *look) movedSince(d decisions.Decision) (found []Evidence) {
	now := l.turn.Now
	l.turn.Read(func(v memory.View) {
		things, clients := namedIn(v, d.Text+" "+d.Reason)
		if len(things)+len(clients) == 0 {
			return
		}
		for _, m := range slices.Backward(v.Economy.Moves) {
			if m.Measure == nil || m.Measure.Severity == event.LowMove || !m.On.After(d.On) || len(found) == mostMoves {
				continue
			}
			reaches := slices.ContainsFunc(exposure.Of(v.Graph, m.Indicator, consequence.Sign(m.IndicatorMoved), now), func(e exposure.Exposure) bool {
				return slices.Contains(clients, e.Client) && l.sight.Private()
			})
			if reaches || slices.Contains(things, m.Indicator) {
				found = append(found, Evidence{Seq: m.Seq, told: consequence.Moved(m.Seq, m.IndicatorMoved, now)})
			}
		}
	})
	return found
}

// longestName is how many words the name of a thing has that is looked for in a text.
const longestName = 4

// manifold are words that name a thing of the graph, and much else.
var manifold = []string{"rate", "rates", "can", "cans", "power", "shipping", "fuel"}

// namedIn gives what a text names of the graph: things and clients.
func namedIn(v memory.View, text string) (things, clients []string) {
	all := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \n\t.,;:!?()\"“”", r) })
	for from := range all {
		for to := min(len(all), from+longestName); to > from; to-- {
			name := strings.Join(all[from:to], " ")
			if to == from+1 && (words.Stop(strings.ToLower(name)) || slices.Contains(manifold, strings.ToLower(name))) {
				continue
			}
			if t, ok := v.Graph.Find(name); ok {
				things = append(things, v.Graph.Called(t))
			}
			if c := v.Graph.Client(name); c != "" {
				clients = append(clients, c)
			}
		}
	}
	return things, clients
}
