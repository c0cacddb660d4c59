package signal

import "citadel/memory"

// thoughts are what the agent has in mind, the most pressing first, as one signal.
func thoughts(v memory.View, _ *Query) []Signal {
	s := Signal{Name: "in mind"}
	for _, t := range v.Agency.Thoughts {
		s.own(t.Seq, t.Text, "")
	}
	return together(s)
}
