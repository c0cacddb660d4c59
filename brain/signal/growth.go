package signal

import "citadel/memory"

// growths are what the agent wants to become better at, as one signal.
func growths(v memory.View, q *Query) []Signal {
	s := Signal{Name: "growing"}
	for _, g := range v.Agency.Growing(q.Now) {
		s.own(g.Seq, g.Text, string(g.Stage()))
	}
	return together(s)
}
