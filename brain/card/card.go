// Package card words a call for the principal: what he is asked before it is made, and what he is
// told afterwards (MESSAGES 6, 20). Every argument is shown as it is; what is too long to be shown
// cannot be asked for.
package card

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"citadel/brain/phrase"
	"citadel/memory/event"
	"citadel/tools"
)

// Longest is how long a card may be that still can be read before it is pressed, in bytes. Ours.
const Longest = 6000

// Lasts is how long a card is good (SPEC §11).
const Lasts = 24 * time.Hour

// verbs are the words that a card may be answered with, and what is said once it was done.
var verbs = map[string]string{
	"send": "Sent", "run": "Done", "book": "Booked", "move": "Moved", "write": "Written", "save": "Saved", "cancel": "Cancelled",
	"open": "Opened",
}

// Verbs are the words that a card may be answered with, sorted.
func Verbs() []string {
	all := make([]string, 0, len(verbs))
	for v := range verbs {
		all = append(all, v)
	}
	slices.Sort(all)
	return all
}

// Of shows a call: as its tool does, or else as it is.
func Of(t tools.Tool, args json.RawMessage) tools.Card {
	var c tools.Card
	if t.Card != nil {
		c = t.Card(args)
	}
	if c.Question == "" {
		c = tools.Card{Question: "Run `" + t.Name + "`?", Facts: plain(args)}
	}
	if _, known := verbs[strings.ToLower(c.Verb)]; !known {
		c.Verb = "Run"
	}
	return c
}

// plain lists arguments one a line, in the order of their names. A text is shown as it is where it
// is short and has one line, and as JSON where anything could hide in it.
func plain(args json.RawMessage) (facts []string) {
	var all map[string]json.RawMessage
	if json.Unmarshal(args, &all) != nil {
		return []string{"`" + string(args) + "`"}
	}
	names := make([]string, 0, len(all))
	for n := range all {
		names = append(names, n)
	}
	slices.Sort(names)
	for _, n := range names {
		var compact bytes.Buffer
		if json.Compact(&compact, all[n]) != nil {
			compact.Write(all[n])
		}
		facts = append(facts, n+": "+code(compact.String()))
	}
	return facts
}

// code sets text in code, whatever backticks are in it.
func code(text string) string {
	fence := "`"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	if len(fence) == 1 {
		return fence + text + fence
	}
	return fence + " " + text + " " + fence
}

// Ask is the text and the buttons of a card. The handle is the card's, `K7`; why says why it is
// asked for, beside that it always is. Fits is false where it is too long to be asked for.
func Ask(c tools.Card, handle string, why []string, lapses, now time.Time) (text *phrase.Text, buttons []event.Button, fits bool) {
	verb := strings.ToLower(c.Verb)
	text = new(phrase.Text).Say("**%s** `%s`", visible(strings.TrimSpace(c.Question)), handle)
	if len(c.Facts) > 0 {
		text.Break().Say("%s", visible(strings.Join(c.Facts, " · ")))
	}
	if c.Quote != "" {
		text.Break().Say("%s", visible(quoted(c.Quote)))
	}
	if len(why) > 0 {
		text.Break().Say("%s", visible(strings.Join(why, " ")))
	}
	text.Break().Say("Nothing is done until you press %s or reply `%s %s`. Lapses on %s.", c.Verb, verb, handle, phrase.Moment(lapses, now))
	return text, []event.Button{
		{Label: c.Verb, Says: verb + " " + handle, Emoji: "✅"},
		{Label: "Don't " + verb, Says: "drop " + handle, Emoji: "❌"},
	}, len(text.String()) <= Longest
}

// visible writes out what cannot be seen: marks that turn the direction of text, spaces without
// width, and the like. What the principal reads is what would be done.
func visible(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == utf8.RuneError || unicode.Is(unicode.Co, r)) {
			fmt.Fprintf(&b, "\\u%04X", r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// quoted sets text as a block quote, line by line: nothing of it can look as if it were ours.
func quoted(text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimSpace(text)) {
		b.WriteString("> " + strings.TrimRight(line, "\r\n") + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

// Done says whether a call did what it was to do, as far as is known: it did not fail, or was seen to have worked
// nevertheless, and nothing that was seen afterwards speaks against it.
func Done(failed *tools.Failure, v *event.ToolVerified) bool {
	switch {
	case v != nil && v.Outcome == event.VerifiedDiffers:
		return false
	case failed == nil:
		return true
	}
	return failed.Reason == tools.Unsure && v != nil && v.Outcome == event.VerifiedHolds
}

// Told is what is said of a call that was made (MESSAGES 20): what was done, and what looking
// showed.
func Told(c tools.Card, r tools.Result, failed *tools.Failure, v *event.ToolVerified, at time.Time) *phrase.Text {
	text := new(phrase.Text)
	outcome := ""
	if v != nil {
		outcome = v.Outcome
	}
	switch {
	case failed != nil && failed.Reason == tools.Unsure && outcome == event.VerifiedHolds:
		text.Say("%s at %s. %s", done(c), clock(at), visible(v.Text))
	case failed != nil && failed.Reason == tools.Unsure && outcome == event.VerifiedDiffers:
		text.Say("**Not done.** %s Looking afterwards: %s", visible(failed.Text), visible(v.Text))
	case failed != nil && failed.Reason == tools.Unsure:
		text.Say("**I don't know whether it was done.** %s I can't see it from here: look yourself before you try again.", visible(failed.Text))
	case failed != nil:
		text.Say("**Not done.** %s", visible(failed.Text))
	case outcome == event.VerifiedDiffers:
		text.Say("**Not as it was meant.** %s", visible(v.Text))
	default:
		text.Say("%s at %s.", done(c), clock(at))
		if r.Text != "" && len(r.Sources) == 0 { // a stranger's words are not told as ours
			text.Say(" %s", visible(shortly(r)))
		}
		switch outcome {
		case event.VerifiedHolds:
			text.Say(" %s", visible(v.Text))
		case event.VerifiedUnknown:
			text.Say(" I could not look whether it holds.")
		case event.VerifiedNot:
			text.Say(" Not verified: there is no way to look.")
		}
		if c.After != "" {
			text.Say(" %s", visible(c.After))
		}
	}
	return text
}

// mostTold is how much of what a call brought stands in what is told of it, in bytes. Ours.
const mostTold = 600

// shortly is the beginning of what a call brought, and how much there was.
func shortly(r tools.Result) string {
	if len(r.Text) <= mostTold {
		return r.Text
	}
	end := mostTold
	for !utf8.RuneStart(r.Text[end]) {
		end--
	}
	return fmt.Sprintf("%s … (%s of %s bytes)", r.Text[:end], phrase.Thousands(end), phrase.Thousands(max(r.Of, len(r.Text))))
}

// Begun says that a call was begun and not ended: which one, and when.
func Begun(c tools.Card, tool string, at, now time.Time) *phrase.Text {
	what := "`" + tool + "`"
	if len(c.Facts) > 0 {
		what += " (" + visible(strings.Join(c.Facts, " · ")) + ")"
	}
	return new(phrase.Text).Say("**I was stopped while I made a call:** %s, begun on %s.", what, phrase.Moment(at, now))
}

func done(c tools.Card) string { return verbs[strings.ToLower(c.Verb)] }

func clock(at time.Time) string { return at.Format("15:04") }
