package identity

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"citadel/memory/event"
)

// Fault is why a change that a model wanted was dropped. It holds nobody's words.
type Fault string

// The faults.
const (
	Unknown   Fault = "it changes a line that is not there"
	Same      Fault = "it changes nothing"
	Shape     Fault = "it is no plain sentence that begins with You"
	Named     Fault = "it names somebody or something"
	Figured   Fault = "it has a number that is no length"
	Forbidden Fault = "it touches what no job may write"
	Unquoted  Fault = "it rests on words that were not said"
	Thin      Fault = "it rests on too few messages, or on those of one day"
	Much      Fault = "it changes too much at once"
	Far       Fault = "it goes too far from the founding version"
)

// Bounds of a line, in words, and of a quotation.
const (
	shortestLine  = 4
	longestLine   = 25
	longestQuoted = 15
	fewestDays    = 2
)

// Judge gives what of some drafts holds: the changes in their order, the lines with them, and why the others were
// dropped. A change too many for a week, or that would take the text too far from the founding one, is dropped by
// itself, so that an earlier one stays.
func Judge(w Week, drafts []Draft) (changes []event.IdentityChange, lines []string, faults []Fault) {
	lines = slices.Clone(w.Open)
	for _, d := range drafts {
		c, fault := w.judge(d, lines)
		if fault == "" {
			next := with(lines, c)
			switch {
			case Distance(w.Open, next) > MostChanged:
				fault = Much
			case Distance(Founding(), next) > MostDrift:
				fault = Far
			default:
				changes, lines = append(changes, c), next
			}
		}
		if fault != "" {
			faults = append(faults, fault)
		}
	}
	return changes, lines, faults
}

// with gives the lines with one changed.
func with(lines []string, c event.IdentityChange) []string {
	at := slices.Index(lines, c.Old)
	if c.New == "" {
		return slices.Delete(slices.Clone(lines), at, at+1)
	}
	next := slices.Clone(lines)
	next[at] = c.New
	return next
}

func (w Week) judge(d Draft, lines []string) (c event.IdentityChange, why Fault) {
	c.Old, c.New = strings.TrimSpace(d.Old), strings.TrimSpace(d.New)
	switch {
	case !slices.Contains(lines, c.Old):
		return c, Unknown
	case c.Old == c.New || slices.Contains(lines, c.New):
		return c, Same
	}
	if c.New != "" {
		if why := wrong(c.New); why != "" {
			return c, why
		}
	}
	days := map[string]bool{}
	for _, b := range d.Because {
		if b.Message < 1 || b.Message > len(w.Said) {
			return c, Unquoted
		}
		said := w.Said[b.Message-1]
		words := strings.Trim(strings.TrimSpace(b.Words), `"“”`)
		if n := len(strings.Fields(words)); n == 0 || n > longestQuoted || !strings.Contains(folded(said.Text), folded(words)) {
			return c, Unquoted
		}
		if !slices.ContainsFunc(c.Quotes, func(q event.IdentityQuote) bool { return q.Message == said.Seq }) {
			c.Quotes = append(c.Quotes, event.IdentityQuote{Message: said.Seq, Words: words})
			days[said.On.Format(time.DateOnly)] = true
		}
	}
	if len(c.Quotes) < Fewest || len(days) < fewestDays {
		return c, Thin
	}
	return c, ""
}

// folded is a text as quotations are compared: in small letters, every stretch of blanks one.
func folded(text string) string {
	return strings.Join(strings.Fields(strings.ToLower(strings.ReplaceAll(text, "’", "'"))), " ")
}

// wrong says why a line may not stand there.
func wrong(line string) Fault {
	words := strings.Fields(line)
	if len(words) < shortestLine || len(words) > longestLine || words[0] != "You" || !strings.HasSuffix(line, ".") ||
		strings.ContainsAny(line, "\n\"“”<>{}`*_#[]()@/\\") || strings.Count(line, ".") > 1 || !utf8.ValidString(line) {
		return Shape
	}
	for i, w := range words[1:] {
		first, _ := utf8.DecodeRuneInString(w)
		if unicode.IsUpper(first) && w != "I" {
			return Named
		}
		if strings.ContainsAny(w, "0123456789") && !(i+2 < len(words) && length(words[i+2])) {
			return Figured
		}
		if slices.Contains(untouchable, strings.ToLower(strings.TrimFunc(w, unicode.IsPunct))) {
			return Forbidden
		}
	}
	return ""
}

// length says whether a word behind a number makes a length of it: "120 words".
func length(word string) bool {
	switch strings.ToLower(strings.TrimFunc(word, unicode.IsPunct)) {
	case "word", "words", "line", "lines", "sentence", "sentences", "points", "options", "items", "questions":
		return true
	}
	return false
}

// untouchable are words of what no job may write: honesty, being software, safety, boundaries, rules, and no wish
// for contact.
var untouchable = strings.Fields(`honest honesty honestly truth truthful lie lies lying invent invents pretend pretends hide hides conceal conceals secret secrets secretly
	rule rules safety safe danger dangerous law legal medical boundary boundaries limit limits permission permissions approval approvals consent
	software human person alive conscious feel feels feeling feelings emotion emotions body mood love loves loved like likes liked miss misses missed lonely friend friends friendship
	affection affectionate flirt intimate contact reply replies stay stays return returns obey obeys always never agree agrees agreement flatter flatters praise praises
	ignore ignores override overrides disregard money pay buy sell password passwords key keys`)
