package amend

import (
	"strings"

	"citadel/brain/dedupe"
	"citadel/brain/extract"
)

// Correction is what a short correction says.
type Correction struct {
	Right string // as written, without "it is", "at" or "on" before it
	Wrong string // what it takes the place of, where that is named: Porto in "not Porto, Braga"
	kind  kind
	alike bool // of no kind, but it may be like what it takes the place of: Rua Nova 14
	last  bool // of no kind, but it may be the value that a statement ends with: teal
	sure  bool // it is said of nothing but what was said before
}

// Certain says whether what is right is of a kind that is hardly ever talk: a figure, a time, a day,
// a name. Then it deserves an answer, also where it corrects nothing.
func (c Correction) Certain() bool {
	switch {
	case c.kind.name || c.alike:
		return true
	case c.kind.sort == dedupe.Number || c.kind.sort == dedupe.Grade:
		return strings.ContainsAny(c.Right, "0123456789+-−*")
	}
	return c.kind.sort != "" && c.kind.sort != colour
}

// longest is the longest short correction, in bytes.
const longest = 120

// Read reads a message as a short correction; false for everything else, which is nearly always. It
// goes by the message alone, so "no, Bob" is one: whether it corrects anything only what was said
// before can tell.
func Read(message string) (c Correction, ok bool) {
	if len(message) > longest || strings.ContainsAny(message, "?\n") {
		return c, false
	}
	said := strings.TrimRight(strings.TrimSpace(strings.ReplaceAll(message, "’", "'")), ".! ")
	rest, announced, firm := opened(said)
	rest = withoutTail(rest)
	right, wrong, replaces := opposed(rest)
	c.sure = sure(said)
	if right == "" && wrong == "" || !announced && !replaces {
		return c, false
	}
	c.Right, c.kind = withoutHead(right)
	c.Wrong, _ = withoutHead(wrong)
	switch {
	case c.Right == "" || strings.EqualFold(c.Right, c.Wrong) || len(strings.Fields(c.Right)) > mostWords:
		return c, false
	case c.kind.none() && (c.Wrong == "" || !nominal(c.Right) || !nominal(c.Wrong)):
		c.alike = c.Wrong == "" && announced && resembles(c.Right)
		c.last = c.Wrong == "" && !c.alike && c.sure && nominal(c.Right) && c.Right != right
		return c, c.alike || c.last
	case !firm && !replaces && c.kind.name: // "no Bosch" has none
		return c, false
	}
	return c, true
}

// nominal says whether words can name something: they are few, and none of them is a verb, a pronoun
// or an adverb of talk.
func nominal(words string) bool {
	fields := strings.Fields(strings.ToLower(words))
	for _, w := range fields {
		if _, past := extract.Verb(w); past || talk[w] {
			return false
		}
	}
	return len(fields) > 0 && len(fields) <= 3
}

var talk = set(`i you we he she it they me him her us them this that these those what who where when why how which is are was were be am do does
	did don't doesn't didn't can can't could will won't would should have has had really yet now later soon today tomorrow tonight yesterday
	just only so too very much quite sure always never ever again here there yes no ok okay fine good bad great all everything nothing
	anything something exactly necessarily particularly thanks please because if but and or then maybe perhaps at any more longer`)

// mostWords is how many words what is right may have.
const mostWords = 5

// opened takes off what announces that something was wrong; firm says that it can be told from the
// words that follow: "no Bosch" may be one name.
func opened(said string) (rest string, announced, firm bool) {
	if o, ok := extract.Object(said); ok && o.Rest != "" {
		return o.Rest, true, true
	}
	low := strings.ToLower(said)
	for _, o := range []string{"no", "sorry,", "nope,", "nah,"} {
		if strings.HasPrefix(low, o+" ") {
			return strings.TrimSpace(said[len(o):]), true, o != "no"
		}
	}
	return said, false, false
}

// sure says whether a message can be meant for nothing but what was said before it.
func sure(said string) bool {
	o, ok := extract.Object(said)
	return ok && o.Sure
}

// withoutTail takes off what only presses the point.
func withoutTail(said string) string {
	for _, tail := range []string{" now", " actually", " instead", " please", " sorry", " of course", " that is", " i meant", " i mean", ", i think"} {
		if n := len(said) - len(tail); n > 0 && strings.EqualFold(said[n:], tail) {
			said = strings.TrimRight(said[:n], " ,")
		}
	}
	return said
}

// withoutHead takes "it is" and a preposition off what is right, and tells of which kind that is.
// "at" makes a time of a number, and is no part of it.
func withoutHead(said string) (string, kind) {
	for _, head := range []string{
		"it's ", "it is ", "it was ", "it should be ", "that's ", "that was ", "that is ", "that should be ", "she's ", "she is ", "he's ", "he is ",
		"they're ", "they are ", "this is ", "it's actually ", "it is actually ", "it's really ", "it's now ", "make that ", "i'm ", "i am ", "it costs ", "she was ", "he was ",
	} {
		if len(said) > len(head) && strings.EqualFold(said[:len(head)], head) {
			said = strings.TrimSpace(said[len(head):])
			break
		}
	}
	for _, head := range []string{"at ", "on ", "in ", "by ", "for ", "from ", "to ", "with ", "until ", "called ", "named "} {
		if len(said) <= len(head) || !strings.EqualFold(said[:len(head)], head) {
			continue
		}
		rest := said[len(head):]
		k := kindOf(rest)
		if timed := kindOf("at " + rest); (head == "at " || head == "until ") && timed.sort == dedupe.Time {
			k = timed
		}
		if !k.none() {
			return rest, k
		}
	}
	return said, kindOf(said)
}
