package procedure

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"citadel/brain/phrase"
	"citadel/brain/recall"
	"citadel/memory/event"
)

// Lengths of quotes, in words. Other people's are bound by MESSAGES 16; the principal's own
// are cut where a line of a list gets long.
const (
	ownWords  = 30
	listWords = 20
)

// quote puts what an item says between quotation marks, with who and when behind it:
//
//	"Acme buys board from two mills" (you, [12 Aug 2026](src:m412))
func (v *visit) quote(to *phrase.Text, i recall.Item, said string, most int) {
	if i.Speaker != "" {
		most = min(most, phrase.MaxQuote)
	}
	rests := []event.Seq{i.Seq}
	if !i.Reversed.IsZero() {
		lead := "reversed"
		if to.Empty() {
			lead = "You reversed it on"
		}
		to.Claim(rests, "%s %s: ", lead, phrase.FullDay(i.Reversed, v.Now))
	}
	to.Claim(rests, "%s", phrase.Quote(clause(said), most))
	to.Claim(rests, " (%s, %s)", who(i), phrase.Source(v.FullDay(i.On), i.Letter, i.Seq))
	if i.Was != "" {
		to.Claim(rests, "; before: %s", phrase.Quote(clause(i.Was), phrase.MaxQuote))
	}
}

// wrote quotes what somebody else wrote in a channel, for those who read it (MESSAGES 24):
//
//	Priya wrote "around forty thousand a month" on [Wed 18 Nov 2026](src:m441)
func (v *visit) wrote(to *phrase.Text, i recall.Item, said string) {
	on := v.There(i.On).Format("Mon 2 Jan 2006")
	to.Claim([]event.Seq{i.Seq}, "%s wrote %s on %s", i.Speaker, phrase.Quote(clause(said), phrase.MaxQuote), phrase.Source(on, i.Letter, i.Seq))
}

// longest is how many characters a message may have (MESSAGES 2).
const longest = 900

// addItem adds a line to a list, if the message has room for it.
func addItem(to, line *phrase.Text) bool {
	if utf8.RuneCountInString(to.String())+utf8.RuneCountInString(line.String())+len("\n\n- ") > longest {
		return false
	}
	to.Item().Add(line)
	return true
}

func who(i recall.Item) string {
	if i.Speaker != "" {
		return i.Speaker
	}
	if phrase.Pasted(i.Text) {
		return "passed on by you"
	}
	return "you"
}

// clause is what was said without the mark at its end.
func clause(said string) string {
	return strings.TrimRightFunc(strings.TrimSpace(said), func(r rune) bool { return r == '.' || r == ',' || r == ';' || r == '!' || unicode.IsSpace(r) })
}

// sentences cuts a text behind its full stops and at line breaks.
func sentences(text string) []string {
	var out []string
	start := 0
	for i, r := range text {
		end := r == '\n'
		if r == '.' || r == '!' || r == '?' {
			next, _ := utf8.DecodeRuneInString(text[i+1:])
			end = unicode.IsSpace(next)
		}
		if end {
			if s := strings.TrimSpace(text[start : i+1]); s != "" {
				out = append(out, s)
			}
			start = i + 1
		}
	}
	if s := strings.TrimSpace(text[start:]); s != "" {
		out = append(out, s)
	}
	return out
}

// capital is the text with a capital first letter.
func capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

// headed is a value at the head of a line: with a capital where it is words of a language, and as it was said where
// another letter would make another thing of it, as of an address, a code or the name of an account.
func headed(attribute, value string) string {
	if slices.ContainsFunc(strings.Fields(strings.ToLower(attribute)), func(w string) bool { return spelled[w] }) {
		return value
	}
	first, _, _ := strings.Cut(value, " ")
	inner := strings.TrimRight(first, ".,;:!?")
	letter, n := utf8.DecodeRuneInString(inner)
	if n == 0 || !unicode.IsLetter(letter) || strings.ContainsFunc(inner[n:], func(r rune) bool {
		return unicode.IsUpper(r) || unicode.IsDigit(r) || strings.ContainsRune("@./_:\\#=+~", r)
	}) {
		return value
	}
	return capital(value)
}

// spelled are attributes whose values are spelled out and no words of a language.
var spelled = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(`email mail e-mail address website site url domain blog link username user handle nick nickname login account alias id code key token ssid
		wifi wi-fi network hostname host server repo repository branch channel folder path file command twitter instagram telegram github skype mastodon serial plate number licence license iban`) {
		m[w] = true
	}
	return m
}()

// plainWords is a message in lower case, without punctuation, one space between words.
func plainWords(text string) string {
	low := strings.ToLower(strings.ReplaceAll(text, "’", "'"))
	return strings.Join(strings.FieldsFunc(low, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && r != '\''
	}), " ")
}
