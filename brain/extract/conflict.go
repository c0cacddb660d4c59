package extract

import (
	"slices"
	"strings"
)

// Relation is how a newer statement stands to an older one.
type Relation string

const (
	Same          Relation = "same"          // says it again: may reinforce
	ChangedValue  Relation = "changed-value" // the same thing with another name, place, number or date: supersedes
	Negation      Relation = "negation"      // takes the other back
	Contradiction Relation = "contradiction" // cannot both be true, and neither is the newer value of the other
	Different     Relation = "different"     // says something else
)

// Conflict compares two items by rules: polarity, opposites, numbers, dates,
// names. In doubt it says Different, and it says Same only when nothing but
// small words differs, because what looks the same is merged (SPEC §13.5). Items
// with an attribute are compared by it, others word by word.
//
// It is what an answer goes by, where a disagreement too many is one question too many: two dogs
// may have two names. Before anything is written or retired package dedupe judges, which looks at
// the words in their places too and is right more often about the labelled pairs it ships.
func Conflict(old, new Item) Relation {
	if old.Attribute != "" && new.Attribute != "" && old.Kind != Emotion && new.Kind != Emotion {
		return compareFacts(old, new)
	}
	return compareWords(old, new)
}

func compareFacts(old, new Item) Relation {
	if !sameName(old.Subject, new.Subject) || old.Ahead != new.Ahead {
		return Different
	}
	a, b := canonicalPhrase(old.Value), canonicalPhrase(new.Value)
	x, y := canonicalPhrase(Matter(old.Attribute)), canonicalPhrase(Matter(new.Attribute))
	if x != y {
		tastes := old.Attribute == "likes" && new.Attribute == "dislikes" || old.Attribute == "dislikes" && new.Attribute == "likes"
		if tastes && a == b && old.Negated == new.Negated {
			return Contradiction
		}
		return Different
	}
	if a == b {
		switch {
		case old.Negated != new.Negated:
			return Negation
		case old.When.Text != "" && new.When.Text != "" && canonicalPhrase(old.When.Text) != canonicalPhrase(new.When.Text) && !dueAttribute(old.Attribute):
			return ChangedValue
		}
		return Same
	}
	if old.Negated || new.Negated || wider(old, new) {
		return Different
	}
	if multiValued[old.Attribute] {
		r := compareWords(Item{Quote: old.Value}, Item{Quote: new.Value})
		if r == Contradiction || r == ChangedValue && strings.Contains(a, " ") && old.Attribute == "prefers" {
			return r
		}
		return Different
	}
	if _, named := OfPeople(old.Attribute); named && (fuller(a, b) || fuller(b, a)) {
		return Different
	}
	return ChangedValue
}

// fuller says whether one name is the other with more of it: Karin, Karin Holt; Weber, Dr. Weber.
func fuller(name, short string) bool {
	all := strings.Fields(name)
	for _, w := range strings.Fields(short) {
		if !slices.Contains(all, w) {
			return false
		}
	}
	return short != ""
}

// matters are attributes that are one thing under several names.
var matters = map[string]string{
	"salary": "income", "wage": "income", "wages": "income", "pay": "income", "earnings": "income", "home": "residence", "home town": "residence",
	"job": "role", "profession": "role", "occupation": "role", "husband": "spouse", "wife": "spouse",
}

// Matter is the one name of an attribute: what somebody's salary is, and what he earns, is his income.
func Matter(attribute string) string {
	if one, ok := matters[strings.ToLower(attribute)]; ok {
		return one
	}
	return attribute
}

// Several says whether somebody may have more than one of an attribute at a time: a newer sister takes
// no other's place.
func Several(attribute string) bool { return multiValued[attribute] }

func dueAttribute(a string) bool {
	return a == "date" || a == "due" || a == "end" || a == "start" || a == "birthday"
}

func sameName(a, b string) bool { return strings.EqualFold(strings.TrimSpace(a), strings.TrimSpace(b)) }

// meaning is a statement as the comparison sees it.
type meaning struct {
	words   []term
	negated bool
	never   bool
	be      string // is or was, if one stands in it: the gate is open, was open, opens
}

type term struct {
	text    string
	strict  bool // a number, a name or a date: a difference in it is never small
	subject bool // stands before the verb
}

func compareWords(old, new Item) Relation {
	a, b := meaningOf(old), meaningOf(new)
	// "never" against "always" is an opposite, not a negation.
	if a.never && b.has("always") {
		a.negated = !a.negated
		a.words = append(a.words, term{text: "never"})
	}
	if b.never && a.has("always") {
		b.negated = !b.negated
		b.words = append(b.words, term{text: "never"})
	}
	onlyA, onlyB := missing(a, b), missing(b, a)
	common := len(a.words) - len(onlyA)
	if common == 0 {
		return Different
	}
	if subjectsDiffer(onlyA, onlyB) {
		return Different
	}
	for _, x := range onlyA {
		for _, y := range onlyB {
			if opposite(x.text, y.text) && len(onlyA) <= 2 && len(onlyB) <= 2 && strictDifference(onlyA)+strictDifference(onlyB) == 0 {
				if a.negated == b.negated {
					return Contradiction
				}
				return Different
			}
		}
	}
	n := len(onlyA) + len(onlyB)
	if a.negated != b.negated {
		if n == 0 || n == 1 && strictDifference(onlyA)+strictDifference(onlyB) == 0 {
			return Negation
		}
		return Different
	}
	switch {
	case n == 0 && (a.never != b.never || a.be != b.be):
		return Different
	case n == 0:
		return Same
	case len(onlyA) == 0 || len(onlyB) == 0:
		return Different
	case a.negated:
		return Different
	case 3*common >= common+n && len(onlyA) <= 3 && len(onlyB) <= 3:
		return ChangedValue
	}
	return Different
}

func (m *meaning) has(w string) bool {
	for _, t := range m.words {
		if t.text == w {
			return true
		}
	}
	return false
}

// missing are the terms of a that b lacks.
func missing(a, b meaning) []term {
	var out []term
	for _, t := range a.words {
		if !b.has(t.text) {
			out = append(out, t)
		}
	}
	return out
}

func subjectsDiffer(a, b []term) bool {
	for _, t := range a {
		if t.subject {
			return true
		}
	}
	for _, t := range b {
		if t.subject {
			return true
		}
	}
	return false
}

func strictDifference(list []term) (n int) {
	for _, t := range list {
		if t.strict {
			n++
		}
	}
	return n
}

// small words carry no content of their own in a comparison.
var small = words(`a an the is are was were am be been being 's 're 'm 've 'll 'd to of my our i we me us it its that this and now just also
	still already currently has have had do does did will would at in on for with there here really very so too quite indeed
	actually again he she they them his her their you your as by from then recently finally today's got`)

// sameWord brings spellings and forms together.
var sameWord = map[string]string{
	"colour": "color", "favourite": "favorite", "neighbour": "neighbor", "centre": "center", "grey": "gray", "cheque": "check",
	"rose": "rise", "risen": "rise", "fell": "fall", "fallen": "fall", "grew": "grow", "grown": "grow", "shrank": "shrink", "won": "win", "lost": "lose",
	"bought": "buy", "sold": "sell", "sent": "send", "paid": "pay", "left": "leave", "went": "go", "gone": "go", "said": "say", "told": "tell",
	"met": "meet", "made": "make", "took": "take", "taken": "take", "gave": "give", "given": "give", "kept": "keep", "began": "begin", "drove": "drive",
	"wrote": "write", "written": "write", "came": "come", "got": "get", "ran": "run", "built": "build", "broke": "break", "found": "find",
	"closed": "close", "loved": "love", "accepted": "accept", "thirteen": "13", "fourteen": "14", "fifteen": "15",
	"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10",
	"eleven": "11", "twelve": "12", "twenty": "20", "thirty": "30", "forty": "40", "fifty": "50", "hundred": "100", "noon": "12:00", "midnight": "0:00",
	"sept": "sep", "tues": "tue", "thur": "thu", "thurs": "thu", "dollars": "dollar", "mum": "mother", "mom": "mother", "dad": "father",
	"likes": "like", "loves": "like", "love": "like", "enjoy": "like", "enjoys": "like", "hates": "hate", "dislikes": "dislike", "moved": "move",
	"always": "always", "address": "address", "business": "business", "news": "news",
}

// opposites holds each pair once, in either order.
var opposites = pairs(`open close|up down|on off|rise fall|increase decrease|accept reject|like hate|like dislike|early late|punctual late|
	before after|always never|win lose|start stop|start end|hire fire|more less|more fewer|high low|cheap expensive|alive dead|full empty|
	with without|all none|agree disagree|approve refuse|approve reject|grow shrink|gain loss|profit loss|ahead behind|present absent|good bad|
	right wrong|true false|allow forbid|allow ban|pass fail|married divorced|married single|hot cold|fast slow|strong weak|public private|
	begin end|remember forget|arrive leave|raise lower|raise cut|expand shrink|succeed fail|safe dangerous|easy hard|easy difficult|
	busy free|single married|rich poor|long short|big small|large small|better worse|best worst|first last|old new|inside outside|above below|
	over under|clean dirty|healthy ill|awake asleep|permanent temporary|keep drop|keep sell|same different|morning evening|day night|
	everybody nobody|hit miss|meet miss|everyone nobody|everything nothing|often rarely|often seldom|usually rarely`)

func pairs(list string) map[string]bool {
	set := map[string]bool{}
	for _, p := range strings.Split(list, "|") {
		a, b, _ := strings.Cut(strings.TrimSpace(p), " ")
		set[canonical(a)+" "+canonical(b)] = true
	}
	return set
}

// Opposite says whether two words in lower case exclude each other: open and closed,
// accepted and rejected, valid and invalid.
func Opposite(a, b string) bool { return a != "" && b != "" && opposite(canonical(a), canonical(b)) }

func opposite(a, b string) bool {
	if opposites[a+" "+b] || opposites[b+" "+a] {
		return true
	}
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) < 4 || !strings.HasSuffix(b, a) {
		return false
	}
	switch b[:len(b)-len(a)] {
	case "un", "in", "im", "dis", "non", "non-", "ir", "il":
		return true
	}
	return false
}

// meaningOf reads what an item says, from its quote or, without one, its text.
func meaningOf(it Item) meaning {
	text := it.Quote
	if text == "" {
		text = it.Text
	}
	if len(text) > 2048 {
		text = text[:2048]
	}
	var m meaning
	list := sentences(text)
	for _, s := range list {
		verb := -1
		for i, t := range s.tokens {
			f := formOf(t.low)
			if i > 0 && f != noVerb && (f != base || i == 1) && !(f == third && i+1 < len(s.tokens) && formOf(s.tokens[i+1].low) == auxiliary) {
				verb = i
				break
			}
		}
		for i, t := range s.tokens {
			m.add(s.tokens, i, t, i < verb)
		}
	}
	return m
}

func (m *meaning) add(toks []token, i int, t token, subject bool) {
	if t.kind == comma || t.kind == colon {
		return
	}
	w := t.low
	next := ""
	if i+1 < len(toks) {
		next = toks[i+1].low
	}
	switch w {
	case "is", "are", "am", "isn't", "aren't":
		m.be = "is"
	case "was", "were", "wasn't", "weren't":
		m.be = "was"
	}
	switch {
	case w == "longer" && i > 0 && toks[i-1].low == "no", (w == "more" || w == "longer") && i > 0 && toks[i-1].low == "any", w == "any" && (next == "more" || next == "longer"), w == "anymore":
		return
	case w == "without" || w == "nobody" || w == "nothing" || w == "none":
	case w == "never":
		m.never, m.negated = true, !m.negated
		return
	case negations[w]:
		m.negated = !m.negated
		return
	case w == "on" && next == "time":
		w = "punctual"
	case w == "time" && i > 0 && toks[i-1].low == "on":
		return
	case w == "am" && i > 0 && toks[i-1].kind == number || w == "pm" && i > 0 && toks[i-1].kind == number || w == "o'clock":
		return
	case (w == "on" || w == "in" || w == "up") && next == "" && i > 0:
	case small[w]:
		return
	}
	c := canonical(w)
	if t.kind == number && (next == "pm" || next == "am") {
		c = canonical(w + next)
	}
	if c == "" || m.has(c) {
		return
	}
	strict := t.kind == number || digit(c[0]) || t.capital && i > 0 && t.low != "i" || months[w] || days[w]
	m.words = append(m.words, term{text: c, strict: strict, subject: subject && !adverbs[w]})
}

// canonical is one word with its forms taken away: 3pm and 15:00, February and
// Feb, colours and color, moved and moves.
func canonical(w string) string {
	w = uninflected(w)
	if len(w) > 3 && w[len(w)-1] == 'e' { // closes, closed and closing meet in clos
		w = w[:len(w)-1]
	}
	return w
}

func uninflected(w string) string {
	if s, ok := sameWord[w]; ok {
		return s
	}
	if digit(w[0]) || strings.ContainsAny(w, "$€£") {
		return figure(w)
	}
	if months[w] || days[w] && !strings.HasSuffix(w, "days") {
		if len(w) > 3 {
			w = w[:3]
		}
		return w
	}
	n := len(w)
	switch {
	case n > 4 && strings.HasSuffix(w, "ies"):
		w = w[:n-3] + "y"
	case n > 5 && (strings.HasSuffix(w, "sses") || strings.HasSuffix(w, "shes") || strings.HasSuffix(w, "ches") || strings.HasSuffix(w, "xes")):
		w = w[:n-2]
	case n > 3 && w[n-1] == 's' && w[n-2] != 's' && w[n-2] != 'u' && w[n-2] != 'i':
		w = w[:n-1]
	case n > 5 && strings.HasSuffix(w, "ing") && formOf(ingBase(w)) == base:
		w = ingBase(w)
	case n > 4 && strings.HasSuffix(w, "ed"):
		b := w[:n-2]
		switch {
		case presentVerbs[b]:
			w = b
		case presentVerbs[w[:n-1]]:
			w = w[:n-1]
		case len(b) > 3 && b[len(b)-1] == b[len(b)-2]:
			w = b[:len(b)-1]
		default:
			w = b
		}
	}
	if s, ok := sameWord[w]; ok {
		return s
	}
	return w
}

// figure writes a number one way: 1,450 is 1450, 3pm is 15:00, 1st is 1.
func figure(w string) string {
	w = strings.ReplaceAll(w, ",", "")
	if ordinal(w) {
		return w[:len(w)-2]
	}
	n := len(w)
	if clock(w) {
		half := ""
		if strings.HasSuffix(w, "am") || strings.HasSuffix(w, "pm") {
			half, w = w[n-2:], w[:n-2]
		}
		hour, minute, ok := strings.Cut(w, ":")
		if !ok {
			minute = "00"
		}
		h := 0
		for _, c := range []byte(hour) {
			if digit(c) {
				h = h*10 + int(c-'0')
			}
		}
		if half == "pm" && h < 12 {
			h += 12
		}
		if half == "am" && h == 12 {
			h = 0
		}
		return string([]byte{'0' + byte(h/10%10), '0' + byte(h%10)}) + ":" + minute
	}
	return strings.TrimSuffix(w, ".00")
}

// canonicalPhrase compares values and attributes: order counts only for names,
// since 14 February is Feb 14.
func canonicalPhrase(s string) string {
	m := meaningOf(Item{Quote: s})
	parts := make([]string, 0, len(m.words))
	dated := false
	for _, t := range m.words {
		dated = dated || len(t.text) == 3 && months[t.text]
		parts = append(parts, t.text)
	}
	if dated {
		for i := 1; i < len(parts); i++ {
			for j := i; j > 0 && parts[j] < parts[j-1]; j-- {
				parts[j], parts[j-1] = parts[j-1], parts[j]
			}
		}
	}
	if len(parts) == 0 {
		return strings.ToLower(s)
	}
	if m.negated {
		return "not " + strings.Join(parts, " ")
	}
	return strings.Join(parts, " ")
}
