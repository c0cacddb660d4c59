package bot

import (
	"citadel/connectors"
	"citadel/memory"
)

// introduce tells a connector whose words count: those from an account that is linked, locked or not, or that the
// configuration names, and what is said in channels that are read along.
func (b *Bot) introduce(c connectors.Connector) {
	h, ok := c.(connectors.Heeder)
	if !ok {
		return
	}
	h.Heed(func(p connectors.Person) (linked bool) {
		b.Mind.Read(func(v memory.View) { _, linked = v.Accounts.Of(person(p)) })
		return linked || b.trust(p) >= 0
	}, func(at connectors.Place) (along bool) {
		b.Mind.Read(func(v memory.View) { _, along = v.Accounts.Reads(place(at)) })
		return along
	})
}
