package bot_test

import (
	"testing"

	"citadel/connectors"
	"citadel/memory/event"
)

// heeding is a platform that asks whose words count.
type heeding struct {
	*line
	person func(connectors.Person) bool
	room   func(connectors.Place) bool
}

func (h *heeding) Heed(person func(connectors.Person) bool, room func(connectors.Place) bool) {
	h.person, h.room = person, room
}

// A connector is told whose words count: those of every account that is linked, locked or not, of one that the settings
// name though it never wrote, and what is said in channels that are read along.
func TestWhoseWordsCount(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		h := &heeding{line: d.lines["slack"]}
		d.instead = map[string]connectors.Connector{"slack": h}
		d.again()
		d.bot.Trusted = trusted("slack", "named")
		who := func(id, account string) connectors.Person {
			return connectors.Person{Platform: "slack", Account: account, ID: id}
		}
		acme := connectors.Place{Platform: "slack", Account: "T1", Room: "acme"}
		differ(t, "before it is linked", false, h.person(who("U1", "T1")))
		differ(t, "before it is read along", false, h.room(acme))
		d.link("slack", "U1", event.Work)
		observed(d, "acme")
		d.says("console", "terminal", "lock slack")
		for _, w := range []struct {
			connectors.Person
			counts bool
		}{{who("U1", "T1"), true}, {who("U1", "T2"), false}, {who("U2", "T1"), false}, {who("named", "T1"), true}, {who("", "T1"), false}} {
			differ(t, w.ID+" of "+w.Account, w.counts, h.person(w.Person))
		}
		differ(t, "read along", true, h.room(acme))
		acme.Room = "other"
		differ(t, "not read along", false, h.room(acme))
		d.says("console", "terminal", "unlock slack")
		d.says("console", "terminal", "unlink slack")
		differ(t, "after it was unlinked", false, h.person(who("U1", "T1")))
	})
}
