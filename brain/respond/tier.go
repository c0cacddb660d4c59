package respond

import (
	"citadel/brain/classify"
	"citadel/brain/model"
)

// mind is how much of it a turn gets.
type mind struct {
	tier       classify.Tier
	role       model.Role
	memories   int // beside the message
	history    int // turns of the window, word for word
	creativity model.Creativity
	effort     model.Effort
	most       int // tokens of the answer, thinking included
	tools      bool
}

// minds are the tiers (SPEC §5), from reflex to deep. How long an answer may become is
// ours: a message has 900 characters (MESSAGES 2), and thinking shares the limit.
var minds = [...]mind{
	{tier: classify.Reflex, role: model.Background, memories: 2, history: 4, creativity: model.Low, effort: model.NoEffort, most: 1024},
	{tier: classify.Routine, role: model.Background, memories: 6, history: 10, creativity: model.Low, effort: model.LowEffort, most: 4096, tools: true},
	{tier: classify.Standard, role: model.Primary, memories: 10, history: 20, creativity: model.Medium, effort: model.MediumEffort, most: 8192, tools: true},
	{tier: classify.Deep, role: model.Primary, memories: 10, history: 30, creativity: model.Medium, effort: model.HighEffort, most: 16384, tools: true},
}

// mindOf gives the mind of a tier by its name; that of a standard turn for a name it does
// not know.
func mindOf(tier string) mind {
	for _, m := range minds {
		if m.tier.String() == tier {
			return m
		}
	}
	return minds[classify.Standard]
}

// harder is the next deeper mind; the deepest is its own.
func (m mind) harder() mind { return minds[min(int(m.tier)+1, len(minds)-1)] }
