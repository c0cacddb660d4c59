package slack

import "citadel/connectors"

// heeding is whose words count; nil is everybody's, and any channel's.
type heeding struct {
	person func(connectors.Person) bool
	room   func(connectors.Place) bool
}

// Heed has the principal's own conversations read before anything else after an outage, and those of others not at
// all; nobody else is asked for, and nobody else's id stands in a cursor.
func (s *Slack) Heed(person func(connectors.Person) bool, room func(connectors.Place) bool) {
	s.heeding = heeding{person, room}
}

// heeds says whether somebody's words are the principal's.
func (s *Slack) heeds(me *self, user string) bool {
	return s.heeding.person == nil || s.heeding.person(connectors.Person{Platform: name, Account: me.team, ID: user})
}

// matters says whether anything is made of what somebody says in a conversation.
func (s *Slack) matters(me *self, w where, user string) bool {
	return s.heeds(me, user) || !w.direct && s.heeding.room(w.place(me, "", ""))
}
