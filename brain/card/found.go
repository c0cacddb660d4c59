package card

import (
	"strings"
	"time"

	"citadel/brain/phrase"
	"citadel/memory/event"
	"citadel/memory/graph"
)

// longTopic is how many words of a topic stand before what was found on it.
const longTopic = 12

// About says on what something that was found bears: a client, what is his, or what was wondered about, whose words are
// topic.
func About(d event.Discovered, topic string) string {
	switch {
	case d.Client == "":
		return phrase.Quote(topic, longTopic)
	case d.Thing != "":
		return d.Client + ", " + graph.Words(d.Thing)
	}
	return d.Client
}

// Found is something that was found outside: its title word for word, who published it and when. The date is the link.
func Found(d event.Discovered, rests []event.Seq, now time.Time) *phrase.Text {
	by := strings.TrimPrefix(strings.TrimPrefix(d.Source.What, "the feed "), "a search result from ")
	on := phrase.Day(d.Source.On, now)
	if leads(d.Source.Link) {
		on = "[" + on + "](" + d.Source.Link + ")"
	}
	return new(phrase.Text).Claim(rests, "%s (%s, %s)", phrase.Quote(Plain(d.Title), phrase.MaxQuote), Plain(by), on)
}

// leads says whether an address can stand behind a date: nothing in it ends a link, or begins something else.
func leads(link string) bool {
	return (strings.HasPrefix(link, "https://") || strings.HasPrefix(link, "http://")) && len(link) <= 500 &&
		!strings.ContainsFunc(link, func(c rune) bool { return c <= ' ' || c > '~' || strings.ContainsRune("()[]<>\\\"`*|", c) })
}
