package signal

import (
	"citadel/memory"
	"citadel/memory/agency"
)

// mostTopics is how many topics come to mind at once.
const mostTopics = 3

// curiosities are the topics that the agent wonders about and that bear on the message, as one
// signal. What bears on nothing waits for a moment of its own.
func curiosities(v memory.View, q *Query) []Signal {
	s := Signal{Name: "wondered about"}
	for _, c := range likest(q, mostTopics, v.Agency.Wondering(), func(c agency.Curiosity) string { return c.Topic }) {
		s.own(c.Seq, c.Topic, "wondered about")
	}
	return together(s)
}
