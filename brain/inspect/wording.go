package inspect

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"citadel/brain/enclosure"
	"citadel/brain/phrase"
	"citadel/memory/event"
)

// Lengths of what is quoted in a list: MESSAGES, rule 16, and a bound for words that are
// no words.
const (
	quoteRunes = 110
	titleRunes = 80
)

// quote puts the beginning of what was said between quotation marks, on one line.
func quote(said string) string { return phrase.Quote(clip(said, phrase.MaxQuote, quoteRunes)) }

// title is the beginning of a text of ours on one line, without a closing full stop.
func title(text string) string {
	s, cut := beginning(text, 2*phrase.MaxQuote, titleRunes)
	if cut {
		return s + " …"
	}
	return strings.TrimRight(s, ".")
}

// clip is the beginning of a text and the number of words for phrase.Quote, which marks
// that something was left out if there is one word more.
func clip(text string, words, runes int) (string, int) {
	s, cut := beginning(text, words, runes)
	n := len(strings.Fields(s))
	if cut {
		return s + " …", n
	}
	return s, max(n, 1)
}

// beginning is the first words of a text, as many as fit, and whether there are more.
func beginning(text string, words, runes int) (string, bool) {
	var b strings.Builder
	n, left := 0, runes
	for w := range strings.FieldsFuncSeq(text, unicode.IsSpace) {
		size := utf8.RuneCountInString(w)
		if n == words || n > 0 && size+1 > left {
			return b.String(), true
		}
		if n > 0 {
			b.WriteByte(' ')
		}
		if size > left {
			r := []rune(w)
			b.WriteString(string(r[:left]))
			return b.String(), true
		}
		b.WriteString(w)
		left -= size + 1
		n++
	}
	return b.String(), false
}

// excerpt quotes the words around the first that begins like one of the terms.
func excerpt(said string, terms []string) string {
	fields := strings.Fields(said)
	at := 0
	for i, f := range fields {
		if beginsLikeOne(f, terms) {
			at = i
			break
		}
	}
	lead := 0
	if at > phrase.MaxQuote-5 {
		lead = at - 4
	}
	q := quote(strings.Join(fields[lead:], " "))
	if lead > 0 {
		return `"… ` + q[1:]
	}
	return q
}

func beginsLikeOne(word string, terms []string) bool {
	word = strings.ToLower(strings.TrimLeftFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }))
	for _, t := range terms {
		if strings.HasPrefix(word, t) {
			return true
		}
	}
	return false
}

// firstLine is the message of a post without its markup: its first line is what it says
// (MESSAGES, rule 1).
func firstLine(post string) string {
	for line := range strings.Lines(post) {
		line = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "- "))
		if line == "" || strings.HasPrefix(line, "```") {
			continue
		}
		return bare(line)
	}
	return ""
}

// bare takes away bold, code marks and the targets of links.
func bare(s string) string {
	s = strings.NewReplacer("**", "", "`", "").Replace(s)
	for {
		i := strings.Index(s, "](")
		if i < 0 {
			return s
		}
		open, end := strings.LastIndexByte(s[:i], '['), strings.IndexByte(s[i:], ')')
		if open < 0 || end < 0 {
			return s
		}
		s = s[:open] + s[open+1:i] + s[i+end+1:]
	}
}

// stamp words a moment of the past in full: "Thu 19 Nov 2026, 16:20".
func stamp(t, now time.Time) string {
	return t.In(now.Location()).Format("Mon 2 Jan 2006, 15:04")
}

// fullDay words a date with weekday and year: "Wed 4 Mar 2026".
func fullDay(t, now time.Time) string { return t.In(now.Location()).Format("Mon 2 Jan 2006") }

// where words a place: "console", "slack, acme".
func where(p event.Place) string {
	if p.Platform == "console" || p.Room == "" {
		return p.Platform
	}
	return p.Platform + ", " + p.Room
}

// speaker words who said something.
func speaker(e seen) string {
	switch p := e.payload.(type) {
	case event.PostQueued:
		return "me"
	case event.Attached:
		return "the file " + enclosure.Name(p.Name)
	case event.Heard:
		switch {
		case e.Trust == event.ByPrincipal && phrase.Pasted(p.Text):
			return "passed on by you"
		case e.Trust == event.ByPrincipal:
			return "you"
		case p.Person.Name != "":
			return p.Person.Name
		}
		return "somebody"
	}
	return "you"
}

// capital is the text with a capital first letter.
func capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

// paragraph adds sentences as a paragraph; empty ones are left out.
func paragraph(t *phrase.Text, sentences ...*phrase.Text) *phrase.Text {
	first := true
	for _, s := range sentences {
		switch {
		case s == nil || s.Empty():
			continue
		case first:
			t.Break()
		default:
			t.Say(" ")
		}
		first = false
		t.Add(s)
	}
	return t
}
