package extract

import (
	"strings"
	"unicode/utf8"
)

// Objection is a message that denies, replaces or takes back something said before it, by the words
// that announce it: "no", "that's wrong", "I was wrong about Ana", "scratch that", "or rather".
type Objection struct {
	// Rest is what is said instead, a sentence or some words, as written; empty where the message only
	// takes back.
	Rest string
	// About is whom or what the announcement names: Ana in "forget what I said about Ana".
	About string
	// Sure says that the words can be meant for nothing but what was said before. "no" and "sorry"
	// are said for much else.
	Sure bool
	// Own says that he takes the blame himself: "sorry", "I was wrong", "my mistake".
	Own bool
}

// Object reads the announcement at the head of a message; false where there is none. What it objects
// to the message does not say: that is for who knows what was said before.
func Object(text string) (Objection, bool) {
	o, _, ok := objection(text)
	return o, ok
}

// objection is Object, and says how many letters come before the rest.
func objection(text string) (o Objection, letters int, ok bool) {
	text = strings.ReplaceAll(text[:min(len(text), Limit)], "’", "'")
	list := sentences(text)
	if len(list) == 0 || list[0].question {
		return o, 0, false
	}
	r := &reader{text: text}
	from := len(text)
	for _, s := range list {
		t, rest := r.announced(s.tokens, &o)
		ok = ok || len(t) < len(s.tokens) && rest
		if len(t) > 0 {
			from = t[0].start
			break
		}
		if !rest {
			return Objection{}, 0, false
		}
	}
	o.Rest = strings.TrimSpace(text[from:])
	return o, utf8.RuneCountInString(text[:from]), ok
}

// announced takes all announcements off the head of a sentence, with what only leads up to them, and
// says whether there were any.
func (r *reader) announced(t []token, o *Objection) (rest []token, any bool) {
	for len(t) > 0 {
		if t[0].kind >= comma {
			t = t[1:]
			continue
		}
		n := r.announcement(t, o)
		if n > 0 {
			any = true
		} else if _, n = phraseAt(t, 0, leads); n == 0 || n == len(t) || n == 1 && leadIsSubject(t, t[0].low) {
			break
		}
		t = t[n:]
	}
	return t, any
}

// correctionLead takes one announcement off a clause that goes on, and marks the clause.
func (r *reader) correctionLead(c *clause) bool {
	t, o := c.toks, Objection{}
	n := r.announcement(t, &o)
	for n > 0 && n < len(t) && t[n].kind >= comma {
		n++
	}
	if n == 0 || n >= len(t) || len(t) < 3 {
		return false
	}
	c.correcting = true
	c.toks = t[n:]
	return true
}

// Stated is a text without the words at its head that announce a correction ("no, …",
// "actually …") or ask to keep what follows ("remember that …").
func Stated(text string) string {
	if o, letters, ok := objection(text); ok && o.Rest != "" {
		return after(text, letters)
	}
	list := sentences(text[:min(len(text), Limit)])
	if len(list) == 0 || list[0].question {
		return text
	}
	c := clause{toks: list[0].tokens}
	(&reader{text: text}).lead(&c)
	return text[c.start:]
}

// after is a text without so many letters at its head.
func after(text string, letters int) string {
	for range letters {
		_, n := utf8.DecodeRuneInString(text)
		text = text[n:]
	}
	return text
}

// announcement is the length in words of what announces a correction at the head of t; 0 for none.
// One that is a sentence by itself has to end there: "that's wrong on so many levels" is talk.
func (r *reader) announcement(t []token, o *Objection) int {
	o.Own = o.Own || owned(t)
	if n := opening(t, r); n > 0 {
		return n
	}
	for _, read := range [...]func([]token) int{wrongness, retraction} {
		if n := read(t); n > 0 && ends(t, n) {
			o.Sure = o.Sure || t[0].low != "you"
			return n
		}
	}
	for _, read := range [...]func([]token) int{misheard, refusal} {
		if n := read(t); n > 0 && ends(t, n) {
			return n
		}
	}
	if name, n := r.regarding(t); n > 0 && ends(t, n) {
		o.About, o.Sure = name, true
		return n
	}
	if _, n := phraseOf(t, replacing); n > 0 && n < len(t) {
		return n
	}
	return 0
}

// owned says whether words at the head of a clause take the blame.
func owned(t []token) bool {
	_, n := phraseOf(t, []string{"sorry", "oops", "i misspoke", "i was mistaken", "i was wrong", "i am wrong", "i got that wrong", "i got it wrong", "i had that wrong",
		"my mistake", "my bad", "my error", "my fault", "typo", "that was a typo", "i mean", "i meant", "or rather", "correction", "i take that back", "i take it back"})
	return n > 0
}

// ends says whether a clause can end after n words.
func ends(t []token, n int) bool { return n == len(t) || t[n].kind >= comma }

// replacing lead up to what is right.
var replacing = []string{"or rather", "i meant to say", "i meant", "i mean", "make that", "it should have been", "that should be"}

// withdrawals take back what was said, or call it wrong, whatever it was.
var withdrawals = []string{"scratch that", "strike that", "ignore that", "disregard that", "i take that back", "i take it back", "correction", "i misspoke",
	"i was mistaken", "i was wrong", "i got that wrong", "i got it wrong", "i had that wrong", "you got that wrong", "you got it wrong", "you have that wrong",
	"you 've got that wrong", "you have it wrong", "that 's out of date", "that is out of date", "that 's old news", "you misunderstood", "you misunderstood me",
	"not any more", "not anymore", "that was a typo", "typo"}

// retraction is the length of "scratch that" or "I misspoke".
func retraction(t []token) int { _, n := phraseOf(t, withdrawals); return n }

// misheard is the length of "wrong day", "my mistake".
func misheard(t []token) int {
	if len(t) < 3 { // by itself it is a sigh
		return 0
	}
	switch {
	case t[0].low == "wrong" && t[1].kind >= comma, t[0].low == "oops" && t[1].kind >= comma:
		return 1
	case t[0].low == "wrong" && mistakable[t[1].low], t[0].low == "my" && (t[1].low == "mistake" || t[1].low == "bad" || t[1].low == "error" || t[1].low == "fault"):
		return 2
	}
	return 0
}

// mistakable is what can be called wrong by its sort.
var mistakable = words("day date time year month name place city town street number price amount figure address person one company")

// opening is the length of "no", "nope", "actually" and "sorry" before what is right. Without a
// comma "no" belongs to what follows ("no sugar"), unless that is a sentence.
func opening(t []token, r *reader) int {
	if len(t) < 2 {
		return 0
	}
	parted := t[1].kind >= comma && len(t) > 2
	switch t[0].low {
	case "actually":
		return 1
	case "no", "nope", "nah":
		if parted || (t[1].low == "wait" || t[1].low == "sorry" || t[1].low == "no") && len(t) > 2 || t[1].low != "one" && r.verbAfter(t, 1) {
			return 1
		}
	case "sorry":
		if parted && len(t) > 3 && (t[2].low == "i" && t[3].low == "meant" || t[2].low == "it" || t[2].low == "that" || t[2].low != "i" && r.verbAfter(t, 2)) || t[1].low == "no" && len(t) > 2 {
			return 1
		}
	}
	return 0
}

// verbAfter says whether a subject with its verb stands at i: "Ana is", "I don't".
func (r *reader) verbAfter(t []token, i int) bool {
	if t[i].capital && i+1 < len(t) && formOf(t[i+1].low) == auxiliary { // also Jan and April
		return true
	}
	s, ok := r.subjectAt(t, i)
	if !ok || s.next <= i || s.next >= len(t) {
		return false
	}
	k := s.next
	for k < len(t)-1 && adverbs[t[k].low] || k < len(t)-1 && t[k].low == "never" {
		k++
	}
	return formOf(t[k].low) != noVerb
}

// refusal is the length of "it isn't" or "she does not": a sentence without a word of its own.
func refusal(t []token) int {
	if len(t) < 3 || !pronouns[t[0].low] || formOf(t[1].low) != auxiliary {
		return 0
	}
	if negations[t[1].low] {
		return 2
	}
	if t[2].low == "not" {
		return 3
	}
	return 0
}

// wrongness is the length of "that's wrong" at the head of a clause.
func wrongness(t []token) int {
	if len(t) > 3 && (t[0].low == "your" || t[0].low == "the") && (t[1].low == "answer" || t[1].low == "last") {
		if n := wrongness(t[1:]); n > 0 {
			return n + 1
		}
	}
	if len(t) < 3 || !blamed[t[0].low] || formOf(t[1].low) != auxiliary {
		return 0
	}
	i := 2
	not := t[1].low == "isn't"
	switch {
	case t[i].low == "not":
		not = true
		i++
	case t[i].low == "no" && i+1 < len(t) && t[i+1].low == "longer":
		not = true
		i += 2
	}
	for i < len(t) && adverbs[t[i].low] {
		i++
	}
	if i >= len(t) {
		return 0
	}
	switch t[i].low {
	case "wrong", "incorrect", "false", "mistaken", "untrue", "outdated", "obsolete":
		if !not {
			return i + 1
		}
	case "right", "correct", "true", "accurate", "so":
		if not {
			i++
			if i+1 < len(t) && t[i].low == "any" && t[i+1].low == "more" {
				return i + 2
			}
			if i < len(t) && t[i].low == "anymore" {
				i++
			}
			return i
		}
	}
	return 0
}

// blamed is what is said to be wrong without being named.
var blamed = words("that this you it answer")

// regarding reads "I was wrong about Ana" and "forget what I said about Ana": whom it names, and how
// long it is.
func (r *reader) regarding(t []token) (string, int) {
	_, n := phraseOf(t, regards)
	if n == 0 || n >= len(t) {
		return "", 0
	}
	end := n
	for end < len(t) && end < n+nounLimit && !ends(t, end) {
		end++
	}
	name := r.slice(t, n, end)
	for _, mine := range [...]string{"my ", "our ", "the "} {
		name = strings.TrimPrefix(name, mine)
	}
	return name, end
}

// regards lead up to the name of what was wrong.
var regards = []string{"i was wrong about", "i am wrong about", "i was mistaken about", "you 're wrong about", "you are wrong about", "you were wrong about",
	"i misspoke about", "forget what i said about", "forget what i told you about", "ignore what i said about", "disregard what i said about", "scratch what i said about"}

// phraseOf gives the first of some phrases that stands at the head of t, and its length in words.
func phraseOf(t []token, list []string) (string, int) {
	for _, p := range list {
		n, rest := 0, p
		for rest != "" && n < len(t) {
			var w string
			w, rest, _ = strings.Cut(rest, " ")
			if t[n].low != w {
				n = 0
				break
			}
			n++
			if rest == "" {
				return p, n
			}
		}
	}
	return "", 0
}
