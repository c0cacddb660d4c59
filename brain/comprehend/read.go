package comprehend

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"citadel/brain/extract"
	"citadel/brain/redact"
)

// Item is one thing that was found, and holds.
type Item struct {
	extract.Item
	Message  int  // index of the message that states it
	Inferred bool // concluded, not said
}

// Kinds that a model concludes; extract has those that are said.
const (
	Belief  extract.Kind = "belief"
	Pattern extract.Kind = "pattern"
	Intent  extract.Kind = "intent pattern"
)

// Fault is why an item was dropped. It holds nobody's words.
type Fault string

// The faults.
const (
	Unreadable  Fault = "it is not an item"
	NoMessage   Fault = "it names no message of the person"
	NoQuote     Fault = "its quote was not said"
	UnknownKind Fault = "its kind is unknown"
	NoSentence  Fault = "its sentence is empty or too long"
	NoValue     Fault = "it says not what is to be done"
	Figure      Fault = "a number that nobody said"
	Stranger    Fault = "a name that nobody said"
	Weight      Fault = "its importance is not between 0 and 1"
	Delicate    Fault = "it is delicate, and about somebody else"
	Secret      Fault = "it holds a secret"
	Unborne     Fault = "its quote says nothing of it"
	Contrary    Fault = "its quote says the opposite"
	Unsaid      Fault = "its quote asks or supposes it"
	NotOwn      Fault = "its quote is somebody else's words"
	TooMany     Fault = "there are too many"
)

// ErrAnswer is an answer that holds no list of items.
var ErrAnswer = errors.New("the answer is no list of items")

// Bounds of what is taken.
const (
	mostItems    = 60
	longestText  = 600 // bytes of a sentence, a quote, a value
	longestTrait = 120 // bytes of a subject, an attribute, a source
	shortQuote   = 3   // letters or digits that a quote has at least
	maxJSON      = 1 << 20
)

// Read takes the items out of an answer about the first shown messages of the talk, in the order
// given. What does not hold is left out, with its fault. An answer that is no list at all is
// ErrAnswer.
func Read(answer string, talk []Message) (items []Item, faults []Fault, err error) {
	var list struct {
		Items []json.RawMessage `json:"items"`
	}
	if len(answer) > maxJSON {
		return nil, nil, fmt.Errorf("%w: %d bytes", ErrAnswer, len(answer))
	}
	if err := json.Unmarshal([]byte(answer), &list); err != nil || list.Items == nil {
		return nil, nil, ErrAnswer
	}
	said := lore(talk, -1)
	for i, raw := range list.Items {
		if i >= mostItems {
			return items, append(faults, TooMany), nil
		}
		item, fault := one(raw, talk, said)
		if fault != "" {
			faults = append(faults, fault)
			continue
		}
		items = append(items, item)
	}
	return items, faults, nil
}

// given is an item as a model writes it.
type given struct {
	Message    int      `json:"message"`
	Quote      string   `json:"quote"`
	Kind       string   `json:"kind"`
	Text       string   `json:"text"`
	Subject    string   `json:"subject"`
	Attribute  string   `json:"attribute"`
	Value      string   `json:"value"`
	Importance *float64 `json:"importance"`
	Source     string   `json:"source"`
	Unsure     bool     `json:"unsure"`
	Negated    bool     `json:"negated"`
}

var kinds = map[string]struct {
	kind     extract.Kind
	inferred bool
}{
	"fact": {extract.Fact, false}, "preference": {extract.Preference, false}, "statement": {extract.Statement, false},
	"promise": {extract.Promise, false}, "decision": {extract.Decision, false},
	"belief": {Belief, true}, "pattern": {Pattern, true}, "intent": {Intent, true},
}

// one checks an item.
func one(raw json.RawMessage, talk []Message, said lexicon) (it Item, fault Fault) {
	var g given
	if json.Unmarshal(raw, &g) != nil {
		return it, Unreadable
	}
	g.tidy()
	kind, known := kinds[g.Kind]
	switch {
	case g.Message < 1 || g.Message > len(talk) || talk[g.Message-1].Agent:
		return it, NoMessage
	case !known:
		return it, UnknownKind
	case g.Text == "" || !g.fits():
		return it, NoSentence
	case g.Importance == nil || !(*g.Importance >= 0 && *g.Importance <= 1):
		return it, Weight
	case g.Value == "" && (kind.kind == extract.Promise || kind.kind == extract.Decision):
		return it, NoValue
	}
	text := talk[g.Message-1].Text
	start, end, ok := find(text, g.Quote)
	if !ok {
		return it, NoQuote
	}
	at := passage{text, start, end}
	if fault := g.unsaid(said); fault != "" {
		if !assented(talk, g.Message-1) || g.unsaid(lore(talk, g.Message-2)) != "" {
			return it, fault
		}
		kind.kind, kind.inferred = Belief, true // his yes is all that it rests on
	} else if !kind.inferred {
		if fault := at.bears(&g); fault != "" {
			return it, fault
		}
	}
	if _, secrets := redact.Secrets(g.Text + "\n" + g.Value); len(secrets) > 0 {
		return it, Secret
	}
	if g.Subject != extract.Me && (extract.Delicate(g.Text) || extract.Delicate(text[start:end])) {
		return it, Delicate
	}
	it = Item{Message: g.Message - 1, Inferred: kind.inferred, Item: extract.Item{
		Kind: kind.kind, At: talk[g.Message-1].At, Text: g.Text, Quote: text[start:end], Start: start, End: end,
		Subject: g.Subject, Attribute: g.Attribute, Value: g.Value, Source: g.Source, Negated: g.Negated, Importance: *g.Importance,
	}}
	if g.Unsure {
		it.Hedge = "not sure"
	}
	it.keep(at)
	return it, ""
}

// keep adds what a model may leave out: that its sentence denies the value, and the doubt and the source of the words.
func (it *Item) keep(at passage) {
	for _, c := range clauses(it.Text) {
		if i := strings.Index(c, it.Value); it.Value != "" && i >= 0 && denies(c[:i]) {
			it.Negated = true
		}
	}
	for _, r := range extract.Read(extract.Utterance{Text: at.text, At: it.At}) {
		if r.Start < at.end && at.start < r.End {
			it.Source, it.Hedge = cmp.Or(it.Source, r.Source), cmp.Or(it.Hedge, r.Hedge)
		}
	}
}

// tidy brings the fields into one form: no space around them, the principal always by the same
// word, attributes in lower case.
func (g *given) tidy() {
	for _, s := range []*string{&g.Quote, &g.Text, &g.Subject, &g.Attribute, &g.Value, &g.Source} {
		*s = strings.TrimSpace(strings.ToValidUTF8(*s, ""))
	}
	switch strings.ToLower(g.Subject) {
	case "me", "i", "you", "the person", "person", "user", "the user":
		g.Subject = extract.Me
	}
	g.Attribute = strings.ToLower(g.Attribute)
}

func (g *given) fits() bool {
	return len(g.Text) <= longestText && len(g.Quote) <= longestText && len(g.Value) <= longestText &&
		len(g.Subject) <= longestTrait && len(g.Attribute) <= longestTrait && len(g.Source) <= longestTrait
}

// unsaid finds a number or a name that was not said.
func (g *given) unsaid(said lexicon) Fault {
	for _, s := range []string{g.Text, g.Value, g.Subject, g.Source} {
		for i, w := range fields(s) {
			first, _ := utf8.DecodeRuneInString(w)
			switch {
			case strings.ContainsFunc(w, unicode.IsDigit):
				if !said.has(w) {
					return Figure
				}
			case i > 0 && unicode.IsUpper(first) && w != "I":
				if !said.has(w) {
					return Stranger
				}
			}
		}
	}
	return ""
}

// lexicon is words that were said.
type lexicon map[string]bool

// lore is every word that the person said, and those of one message of the agent, if that is to count: else what the
// agent made up would come back as the person's.
func lore(talk []Message, agent int) lexicon {
	l := lexicon{}
	for i, m := range talk {
		if m.Agent && i != agent {
			continue
		}
		for _, w := range fields(m.Text) {
			l[strings.ToLower(w)] = true
		}
	}
	return l
}

// has says whether a word was said, also as the stem of a possessive or as part of a compound.
func (l lexicon) has(w string) bool {
	w = strings.ToLower(w)
	if l[w] || l[strings.TrimSuffix(w, "s")] || l[w+"s"] {
		return true
	}
	parts := strings.FieldsFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return len(parts) > 1 && !slices.ContainsFunc(parts, func(p string) bool { return !l.has(p) })
}

// fields cuts a text into words; what joins digits (14:30, 3.5, 2026-11-20) and letters (O'Neill)
// stays inside.
func fields(text string) []string {
	words := strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && !strings.ContainsRune("'’.,:-/", r)
	})
	out := words[:0]
	for _, w := range words {
		w = strings.Trim(strings.ReplaceAll(w, "’", "'"), "'.,:-/")
		if w = strings.TrimSuffix(w, "'s"); w != "" {
			out = append(out, w)
		}
	}
	return out
}

// find finds a quote in a text, whatever the white space and the kind of its quotation marks,
// dashes and dots. It gives where it stands.
func find(text, quote string) (start, end int, ok bool) {
	if letters(quote) < shortQuote {
		return 0, 0, false
	}
	if i := strings.Index(text, quote); i >= 0 {
		return i, i + len(quote), true
	}
	plain, at := folded(text)
	want, _ := folded(quote)
	want = strings.TrimSpace(want)
	i := strings.Index(plain, want)
	if i < 0 || want == "" {
		return 0, 0, false
	}
	return at[i], at[i+len(want)], true
}

func letters(s string) (n int) {
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
	}
	return n
}

// folded writes a text with plain marks and single spaces; at gives for each of its bytes, and for
// its end, where that stands in the text.
func folded(text string) (plain string, at []int) {
	var b strings.Builder
	space := false
	for i, r := range text {
		switch {
		case unicode.IsSpace(r):
			if space {
				continue
			}
			r = ' '
		case strings.ContainsRune("‘’ʼ", r):
			r = '\''
		case strings.ContainsRune("“”„«»", r):
			r = '"'
		case strings.ContainsRune("–—‑", r):
			r = '-'
		case r == '…':
			r = '.'
		}
		space = r == ' '
		n := b.Len()
		b.WriteRune(r)
		for range b.Len() - n {
			at = append(at, i)
		}
	}
	return b.String(), append(at, len(text))
}
