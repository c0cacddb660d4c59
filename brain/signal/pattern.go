package signal

import "citadel/memory"

// patterns are what happened again and again, and what the principal wants when it does.
func patterns(v memory.View, q *Query) []Signal { return held(v, q, "pattern", "intent") }
