package signal

import (
	"citadel/memory"
	"citadel/memory/agency"
)

// mostIntended is how many intentions come to mind at once: the oldest.
const mostIntended = 3

// intentions are what the agent meant to bring up by now or, where a conversation begins, then; as
// one signal. One whose moment has not come comes to mind where the message touches it.
func intentions(v memory.View, q *Query) []Signal {
	due := v.Agency.Due(q.Now, q.Begins)
	s := Signal{Name: "intended"}
	for _, i := range due[:min(mostIntended, len(due))] {
		s.own(i.Seq, i.Text, "meant to be brought up now")
	}
	if len(s.Lines) == 0 {
		for _, i := range likest(q, 1, v.Agency.Intentions, func(i agency.Intention) string { return i.Text }) {
			s.own(i.Seq, i.Text, "meant to be brought up")
		}
	}
	return together(s)
}
