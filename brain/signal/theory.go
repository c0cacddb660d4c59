package signal

import "citadel/memory"

// theories join what is believed by a "because".
func theories(v memory.View, q *Query) []Signal { return held(v, q, "theory") }
