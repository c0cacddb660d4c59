package signal

import "citadel/memory"

// jokes are the words that two people laugh about because of where they were born.
func jokes(v memory.View, q *Query) []Signal { return held(v, q, "joke") }
