package watch

import (
	"strings"
	"time"

	"citadel/brain/card"
	"citadel/brain/phrase"
	"citadel/memory/event"
	"citadel/memory/watches"
	"citadel/tools"
)

// Bounds of what is told of one change. Ours.
const (
	mostTold = 3
	lineLong = 15 // words of a line of others (MESSAGES, rule 16)
)

// Named words what is watched: "the page acme.example/desk", "mail from Kim".
func Named(w event.WatchSet) string {
	switch w.What {
	case event.WatchPage:
		return "the page " + Address(w)
	case event.WatchMail:
		if w.Target != "" {
			return "mail from " + w.Target
		}
		return "mail with " + phrase.Quote(w.Words, phrase.MaxQuote)
	}
	return "news with " + phrase.Quote(w.Words, phrase.MaxQuote)
}

// Address is that of a page as it is said.
func Address(w event.WatchSet) string {
	return strings.TrimPrefix(strings.TrimPrefix(w.Target, "https://"), "http://")
}

// Terms words what is looked at, how often, and until when: "I look at the page acme.example/desk every 6 h and tell
// you when an amount of money on it changes, until 21 Feb 2027."
func Terms(w event.WatchSet, rests []event.Seq, now time.Time) *phrase.Text {
	t := new(phrase.Text).Say("I look for ")
	if w.What == event.WatchPage {
		t = new(phrase.Text).Say("I look at ")
	}
	t.Claim(rests, "%s", Named(w)).Say(" every ").Claim(rests, "%s", Every(w)).Say(" and tell you ")
	switch {
	case w.What != event.WatchPage:
		t.Say("what is new")
	case w.Words == event.WatchPrices:
		t.Say("when an amount of money on it changes")
	case w.Words != "":
		t.Say("when a line with ").Claim(rests, "%s", phrase.Quote(w.Words, phrase.MaxQuote)).Say(" comes, goes or changes")
	default:
		t.Say("what changes on it")
	}
	if w.Due {
		return t.Say(", and on ").Claim(rests, "%s", phrase.Moment(w.Until.In(now.Location()), now)).Say(" if nothing came")
	}
	return t.Say(", until ").Claim(rests, "%s", phrase.FullDay(w.Until, now))
}

// Every words the time between two looks: "6 h", "15 min".
func Every(w event.WatchSet) string { return phrase.Lasted(time.Duration(w.Every) * time.Minute) }

// Told words what changed. Its texts are quoted: they are words of others.
func Told(w watches.Watch, c Change, rests []event.Seq, now time.Time) *phrase.Text {
	t := new(phrase.Text)
	if w.What != event.WatchPage {
		tool, _ := Look(w.WatchSet)
		lines, _ := card.Listed(tool, tools.Result{Text: strings.Join(c.New, "")}, now)
		for _, line := range lines[:min(len(lines), mostTold)] {
			t.Item().Claim(rests, "%s", line)
		}
		return more(t, len(lines), rests)
	}
	for _, p := range c.Turned[:min(len(c.Turned), mostTold)] {
		t.Item().Say("now ").Claim(rests, "%s", Quote(p.Now)).Say(", before ").Claim(rests, "%s", Quote(p.Before))
	}
	left := mostTold - min(len(c.Turned), mostTold)
	for _, of := range []struct {
		label string
		lines []string
	}{{"new", c.New}, {"gone", c.Gone}} {
		for _, line := range of.lines[:min(len(of.lines), left)] {
			t.Item().Say("%s: ", of.label).Claim(rests, "%s", Quote(line))
			left--
		}
	}
	return more(t, len(c.Turned)+len(c.New)+len(c.Gone), rests)
}

func more(t *phrase.Text, n int, rests []event.Seq) *phrase.Text {
	if n > mostTold {
		t.Item().Claim(rests, "%s more", phrase.Thousands(n-mostTold))
	}
	return t
}

// Quote is a line of others, so that nothing in it does anything to a message.
func Quote(line string) string { return phrase.Quote(card.Plain(line), lineLong) }
