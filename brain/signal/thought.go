package signal

import "citadel/memory"

// thoughts are what the agent has in mind, the most pressing first, and what it thought over by itself, as one signal.
func thoughts(v memory.View, q *Query) []Signal {
	s := Signal{Name: "in mind"}
	for _, t := range v.Agency.Thoughts {
		s.own(t.Seq, t.Text, "")
	}
	for _, m := range v.Agency.Musing(q.Now) {
		s.own(m.Seq, m.Text, "")
	}
	return together(s)
}
