package procedure

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"citadel/brain/extract"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/loops"
)

// finished asks whether an open loop is closed, where the principal tells that the thing was done: "I sent
// Joan the BAS papers". It closes none: what it was told may be another draft.
func finished(_ context.Context, v *visit) (*turn.Reply, error) {
	if bare := courtesy(v.Text); slices.Contains(bareDone, bare) {
		return v.doneWith(), nil
	}
	deed, thing, ok := doneIn(v.Text)
	if !ok || v.asks() || slices.ContainsFunc(v.own(), func(f extract.Item) bool { return f.Kind == extract.Promise || f.Kind == extract.Decision }) {
		return nil, nil
	}
	told := meaning(thing)
	var fits []loops.Loop
	most := 0
	v.Read(func(view memory.View) {
		for _, l := range view.Loops.Loops {
			if !v.Sight().Shows(l.Audience, l.Place) {
				continue
			}
			switch n := ends(l.Text, deed, told); {
			case n == 0 || n < most:
			case n > most:
				fits, most = []loops.Loop{l}, n
			default:
				fits = append(fits, l)
			}
		}
	})
	return whichCloses(fits), nil
}

// bareDone are the words for it that do not say what.
var bareDone = []string{"done", "all done", "it's done", "that's done", "i'm done with it"}

// doneWith asks which of the few open loops is closed, where he only says that it is done.
func (v *visit) doneWith() *turn.Reply {
	var open []loops.Loop
	v.Read(func(view memory.View) {
		for _, l := range view.Loops.Loops {
			if v.Sight().Shows(l.Audience, l.Place) {
				open = append(open, l)
			}
		}
	})
	return whichCloses(open)
}

// whichCloses asks whether one of a few loops is closed; nil where there is none, or too many to ask.
func whichCloses(fits []loops.Loop) *turn.Reply {
	if len(fits) == 0 || len(fits) > closable {
		return nil
	}
	reply := says("finished")
	if len(fits) == 1 {
		l := fits[0]
		handle := phrase.Handle('l', l.Seq)
		reply.Text.Say("Does that close `%s`, ", handle).Claim([]event.Seq{l.Seq}, "%s", phrase.Quote(l.Text, ownWords)).Say("?")
		reply.Buttons = []event.Button{{Label: "Close it", Says: "close " + handle, Emoji: "✅"}, {Label: "Still open", Says: "never mind", Emoji: "❌"}}
		return reply
	}
	reply.Text.Say("Which of these does that close?")
	for _, l := range fits {
		reply.Text.Item().Claim([]event.Seq{l.Seq}, "%s", phrase.Quote(l.Text, ownWords)).Say(": `close %s`", phrase.Handle('l', l.Seq))
	}
	return reply
}

// closable is among how many loops it is asked which one is meant.
const closable = 3

// sums are sums of money, with what they are counted in: "200 euros", "A$50".
var sums = regexp.MustCompile(`(?i)(?:[a-z]{0,3}[$€£¥]\s*)?\d[\d.,]*(?:\s*(?:euros?|dollars?|pounds?|quid|bucks|francs?|yen|kroner|kronor|rupees?|eur|usd|gbp|chf|[$€£¥])(?:\b|$))?`)

// ends says how many words of what is to be done a deed has, where it may be the end of it: 0 where it
// is something else. deed is the verb in its first form, "" where only the thing was named.
func ends(todo, deed string, told map[string]bool) int {
	verb, what, _ := strings.Cut(todo, " ")
	open, n := 0, 0
	for term := range meaning(sums.ReplaceAllString(what, " ")) { // the sum is seldom said again
		if strings.ContainsAny(term, "0123456789") {
			continue
		}
		open++
		if told[term] {
			n++
		}
	}
	same := deed != "" && root(strings.ToLower(verb)) == root(deed)
	switch {
	case n == 0:
		return 0
	case n == open && (same || deed == "" || n > 1):
		return n
	case n > 1 && 2*n >= open:
		return n
	case deed == "" && 2*n >= open: // "the draft is done"
		return n
	}
	return 0
}

// doneIn reads what a message tells to be done: the verb in its first form, and of what. "The draft is
// done" has no verb of its own.
func doneIn(text string) (deed, thing string, ok bool) {
	low := lead(plainWords(text))
	if len(text) > maxTold || strings.Contains(text, "?") {
		return "", "", false
	}
	fields := strings.Fields(low)
	for _, w := range fields {
		switch w {
		case "not", "never", "haven't", "hasn't", "didn't", "don't", "isn't", "wasn't", "aren't", "can't", "couldn't", "won't", "if", "almost", "nearly", "half", "when", "until", "before":
			return "", "", false
		}
	}
	for len(fields) > 0 && strings.Contains(" done just finally already ok yes good news ", " "+fields[0]+" ") {
		fields = fields[1:]
	}
	if n := len(fields); n > 2 && strings.Contains(" done finished sent paid delivered sorted ready complete completed posted ", " "+fields[n-1]+" ") {
		switch fields[n-2] {
		case "is", "are", "was", "were", "been", "got", "all", "now":
			return "", strings.Join(fields[:n-1], " "), fields[0] != "i" && fields[0] != "we"
		}
	}
	if len(fields) < 3 {
		return "", "", false
	}
	switch fields[0] {
	case "i", "we", "i've", "we've":
		fields = fields[1:]
	default: // "paid Lena back"
		if deed, ok = firstForm(fields[0]); ok {
			return deed, strings.Join(fields[1:], " "), true
		}
		return "", "", false
	}
	for len(fields) > 1 && strings.Contains(" have just finally already now also then ", " "+fields[0]+" ") {
		fields = fields[1:]
	}
	deed, ok = firstForm(fields[0])
	return deed, strings.Join(fields[1:], " "), ok
}

// pasts are verbs whose past does not end in -ed, of which something that was to be done is told.
var pasts = map[string]string{
	"sent": "send", "paid": "pay", "gave": "give", "given": "give", "made": "make", "did": "do", "done": "do", "told": "tell", "wrote": "write", "written": "write",
	"bought": "buy", "got": "get", "took": "take", "taken": "take", "brought": "bring", "rang": "ring", "met": "meet", "spoke": "speak", "built": "build",
	"sold": "sell", "fed": "feed", "lent": "lend", "put": "put", "set": "set", "drew": "draw", "showed": "show", "left": "leave",
}

// firstForm is the first form of a verb in the past; false for other words, and for deeds that end nothing.
func firstForm(verb string) (string, bool) {
	switch verb {
	case "promised", "wanted", "needed", "planned", "hoped", "tried", "started", "decided", "missed", "delayed", "postponed", "agreed", "liked", "loved", "hated", "worried",
		"used", "lived", "worked", "moved", "asked", "offered", "cancelled", "dropped", "mentioned", "owed", "doubted", "discussed", "considered", "received":
		return "", false
	}
	if first, ok := pasts[verb]; ok {
		return first, true
	}
	stem, ok := strings.CutSuffix(verb, "ed")
	return stem, ok && len(stem) > 2
}
