package bot

import (
	"slices"

	"citadel/connectors"
	"citadel/memory"
)

// introduce tells a connector whose words count: those from an account that is linked, locked or not, or that the
// configuration names, and what is said in channels that are read along; what he has emoji on, and where threads are.
func (b *Bot) introduce(c connectors.Connector) {
	if r, ok := c.(connectors.Reminded); ok {
		r.Remind(func() []connectors.Standing { return b.standingOn(c.Name()) }, func() []connectors.Place { return b.threadsOn(c.Name()) })
	}
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

// standingOn is what the principal has emoji on, on one platform, as far as that is remembered.
func (b *Bot) standingOn(platform string) (all []connectors.Standing) {
	b.Mind.Read(func(v memory.View) {
		for _, on := range v.Reactions.Messages {
			if on.Person.Platform == platform && on.Message != "" && len(on.Emojis) > 0 {
				from := connectors.Person{Platform: platform, Account: on.Person.Account, ID: on.Person.ID}
				all = append(all, connectors.Standing{From: from, Message: connectors.MessageID(on.Message)})
			}
		}
	})
	return all
}

// threadsOn are the threads on one platform in which somebody was heard, the newest first.
func (b *Bot) threadsOn(platform string) (all []connectors.Place) {
	b.Mind.Read(func(v memory.View) {
		for _, at := range slices.Backward(v.Places.Threads) {
			if at.Platform == platform {
				all = append(all, connectors.Place(at))
			}
		}
	})
	return all
}
