package formula

// Warmth: what was just recalled or talked about is recalled more easily for a
// few turns (SPEC §13.3).
const (
	RetrievalWarmth = 0.15 // added when recalled
	RetrievalKept   = 0.6  // left of it by each turn
	TopicWarmth     = 0.10 // added when talked about
	TopicKept       = 0.5
	WarmthTop       = 0.40 // of the two together
)

// Warmth is how warm one memory is.
type Warmth struct{ Retrieval, Topic float64 }

// Cool is the warmth one turn later. It comes before scoring.
func (w Warmth) Cool() Warmth {
	return Warmth{Retrieval: float64(w.Retrieval * RetrievalKept), Topic: float64(w.Topic * TopicKept)}
}

// Recalled is the warmth after the memory was recalled.
func (w Warmth) Recalled() Warmth {
	w.Retrieval = min(WarmthTop, w.Retrieval+RetrievalWarmth)
	return w
}

// Mentioned is the warmth after the memory's topic came up.
func (w Warmth) Mentioned() Warmth {
	w.Topic = min(WarmthTop, w.Topic+TopicWarmth)
	return w
}

// Total is the warmth that scoring uses.
func (w Warmth) Total() float64 {
	return min(WarmthTop, w.Retrieval+w.Topic)
}
