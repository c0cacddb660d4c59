package respond

import (
	"citadel/brain/classify"
	"citadel/brain/model"
)

// mind is how much of it a turn gets, beside what package prompt gives each tier.
type mind struct {
	tier     classify.Tier
	role     model.Role
	memories int // looked up for it
	sees     int // turns of the window that are surely shown word for word
	most     int // tokens of the answer, thinking included
	searches bool
}

// minds are the tiers (SPEC §5), from reflex to deep. How long an answer may become is
// ours: a message has 900 characters (MESSAGES 2), and thinking shares the limit.
var minds = [...]mind{
	{tier: classify.Reflex, role: model.Background, memories: 4, sees: 4, most: 1024},
	{tier: classify.Routine, role: model.Background, memories: 12, sees: 9, most: 4096, searches: true},
	{tier: classify.Standard, role: model.Primary, memories: 20, sees: 17, most: 8192, searches: true},
	{tier: classify.Deep, role: model.Primary, memories: 20, sees: 25, most: 16384, searches: true},
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
