package signal

import (
	"citadel/memory"
	"citadel/memory/store"
)

// beliefs are what is held to be true, with its doubt.
func beliefs(v memory.View, q *Query) []Signal { return held(v, q, store.Belief) }
