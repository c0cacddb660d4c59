package dedupe

import (
	"slices"
	"strings"

	"citadel/brain/extract"
)

// Of takes a bare statement for comparing: with its subject, attribute and value where the
// reader finds exactly one fact in it.
func Of(text string) extract.Item {
	out := extract.Item{Kind: extract.Statement, Quote: text}
	n := 0
	for _, it := range extract.Read(extract.Utterance{Text: text}) {
		if it.Attribute != "" {
			out = it
			n++
		}
	}
	if n != 1 {
		return extract.Item{Kind: extract.Statement, Quote: text}
	}
	out.Quote = text
	return out
}

// Compare tells how a new statement stands to an old one. Their quotes are compared, or their
// texts where they have none; Subject, Attribute and Value count where both have them, and
// without them nothing is known of whom a pronoun means: the caller sees to it that "she" is
// the same person twice. The result is deterministic and costs time linear in the first two
// kilobytes.
func Compare(old, new extract.Item) extract.Relation { return compare(old, new, false) }

// ButForDoubt says whether two statements are the same except for how sure their speaker was:
// "I think Bea works at Monzo", "Bea works at Monzo".
func ButForDoubt(old, new extract.Item) bool { return compare(old, new, true) == extract.Same }

// Replaces says whether a new statement of which no attribute is known takes the place of an old
// one: both tell what is, not what happened or may happen, and one denies the other, is its
// opposite, or has another number, time or date in the same place. Where another noun stands
// there, both may be true: who uses one tool uses another too, and two lunches are two lunches.
func Replaces(old, new extract.Item) bool {
	var r reader
	x, y := r.read(text(old)), r.read(text(new))
	for _, s := range [...]*sense{&x, &y} {
		if s.tense != present || s.mode != "" || s.question || s.verb.low == "" {
			return false
		}
	}
	if x.negated != y.negated {
		return true
	}
	d := differ(&x, &y)
	return d.opposite() || !x.going && valued(d.a) && valued(d.b)
}

// Nameless says whether a statement is about somebody or something it does not name: she, it,
// that one.
func Nameless(it extract.Item) bool {
	if it.Subject != "" {
		return false
	}
	var r reader
	s := r.read(text(it))
	for _, t := range s.subject {
		if unnamed[t.low] {
			return true
		}
	}
	return len(s.subject) == 0
}

var unnamed = set("he she they it this that these those his her their its one")

func compare(old, new extract.Item, doubtless bool) extract.Relation {
	a, b := text(old), text(new)
	var r reader
	subject := r.canonical(old.Subject)
	if old.Subject != "" && new.Subject != "" && subject != r.canonical(new.Subject) {
		return extract.Different
	}
	if len(a) > limit || len(b) > limit {
		if a == b {
			return extract.Same
		}
		return extract.Different
	}
	x, y := r.read(a), r.read(b)
	if doubtless {
		x.hedged, y.hedged = false, false
	}
	if x.question || y.question {
		return extract.Different
	}
	rel := relate(&x, &y)
	known := old.Attribute != "" && new.Attribute != "" && subject == r.canonical(new.Subject)
	if known && rel == extract.Same && r.canonical(old.Attribute) != r.canonical(new.Attribute) {
		return extract.Different // one sentence can state two facts
	}
	if known && rel != extract.Same {
		rel = r.facts(old, new, &x, &y, rel)
	}
	others := old.Source != "" && new.Source != "" // two others: neither takes back what the other says
	if old.Source != new.Source && (rel == extract.Same || others && rel != extract.Contradiction) {
		return extract.Different
	}
	return rel
}

func text(it extract.Item) string {
	if it.Quote != "" {
		return it.Quote
	}
	return it.Text
}

// facts is the relation of two statements about the same attribute of the same subject, given
// what their words alone make of them.
func (r *reader) facts(old, new extract.Item, x, y *sense, rel extract.Relation) extract.Relation {
	if x.mode != y.mode {
		return rel
	}
	old.Value, new.Value = r.canonical(old.Value), r.canonical(new.Value)
	if old.Value == new.Value && r.canonical(old.Attribute) == r.canonical(new.Attribute) {
		switch {
		case old.Negated != new.Negated:
			return extract.Negation
		case rel == extract.Different && !old.Negated && bare(x, y, r.canonical(old.Subject)):
			return extract.Same
		}
		return rel
	}
	if rel != extract.Different {
		return rel
	}
	if got := extract.Conflict(old, new); got == extract.ChangedValue || got == extract.Contradiction {
		return got
	}
	return rel
}

// canonical is a value written one way.
func (r *reader) canonical(value string) string {
	var s sense
	var out []string
	for _, t := range s.terms(r, measured(values(scan(value)))) {
		if t.caps {
			t.low = strings.ToUpper(t.low)
		}
		out = append(out, t.low)
	}
	return strings.Join(out, " ")
}

// bare says that two statements of the same fact differ in how they call its subject, and in
// small words, and in nothing else.
func bare(x, y *sense, subject string) bool {
	if x.verb.name || y.verb.name || x.hedged != y.hedged || x.tense != y.tense || x.manner != y.manner || x.the != y.the || x.going != y.going || len(x.chunks) != len(y.chunks) {
		return false
	}
	for _, c := range x.chunks {
		if !slices.ContainsFunc(y.chunks, func(o chunk) bool { return meets(x, c, o) }) {
			return false
		}
	}
	if len(x.subject) == 1 && len(y.subject) == 1 && pronouns[x.subject[0].low] && pronouns[y.subject[0].low] && x.subject[0].low != y.subject[0].low {
		return false // she is not he
	}
	a, b := x.said(), y.said()
	return within(a, b) && within(b, a) && calls(x.subject, subject) && calls(y.subject, subject)
}

// within says that each word of a stands in b, written so.
func within(a, b []term) bool {
	return !slices.ContainsFunc(a, func(t term) bool {
		return !slices.ContainsFunc(b, func(o term) bool { return exact([]term{t}, []term{o}) })
	})
}

// calls says that words name the subject and say nothing else of it: she, Ana, my sister Ana.
func calls(list []term, subject string) bool {
	n := len(list)
	if n == 0 || n > 3 {
		return false
	}
	last := list[n-1].low
	if n == 1 && (last == "she" || last == "he" || last == "they" || last == "it") {
		return true
	}
	for i, t := range list[:n-1] {
		if t.value || t.quantity || i == 0 && !owners[t.low] {
			return false
		}
	}
	return last == subject
}
