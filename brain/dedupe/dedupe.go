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

// A Statement is an item taken apart, ready to be held against many others. It is not changed by
// that, and may be used by several goroutines.
type Statement struct {
	item                      extract.Item
	subject, attribute, value string // written one way
	sense                     sense
	ending                    *extract.Ending // what it tells to be over; nil where that is nothing
	only                      bool            // it tells its fact and nothing else
}

// Take takes an item apart, of its words the first two kilobytes.
func Take(it extract.Item) *Statement {
	var r Reader
	return r.Take(it)
}

// Take is the function Take, for whoever takes many.
func (r *Reader) Take(it extract.Item) *Statement {
	st := &Statement{item: it, subject: r.name(it.Subject), sense: r.read(text(&it)), ending: extract.EndingOf(it)}
	if it.Attribute != "" {
		st.attribute, st.value = r.name(extract.Matter(it.Attribute)), r.canonical(it.Value)
		st.only = r.only(st)
	}
	return st
}

// Compare tells how a new statement stands to an old one. Their quotes are compared, or their
// texts where they have none; Subject, Attribute and Value count where both have them, and
// without them nothing is known of whom a pronoun means: the caller sees to it that "she" is
// the same person twice. The result is deterministic and costs time linear in the first two
// kilobytes.
func Compare(old, new extract.Item) extract.Relation { return Take(old).Compare(Take(new)) }

// Compare is that of a statement to a newer one, both taken apart before.
func (old *Statement) Compare(new *Statement) extract.Relation { return compare(old, new, false) }

// ButForDoubt says whether two statements are the same except for how sure their speaker was:
// "I think Bea works at Monzo", "Bea works at Monzo".
func ButForDoubt(old, new extract.Item) bool { return Take(old).ButForDoubt(Take(new)) }

// ButForDoubt is that of two statements taken apart before.
func (old *Statement) ButForDoubt(new *Statement) bool {
	return compare(old, new, true) == extract.Same
}

// Replaces says whether a new statement of which no attribute is known takes the place of an old
// one: both tell what is, not what happened or may happen, and one denies the other, is its
// opposite, or has another number, time or date in the same place. Where another noun stands
// there, both may be true: who uses one tool uses another too, and two lunches are two lunches.
func Replaces(old, new extract.Item) bool { return Take(old).ReplacedBy(Take(new)) }

// ReplacedBy is Replaces of two statements taken apart before.
func (old *Statement) ReplacedBy(new *Statement) bool {
	x, y := old.sense, new.sense
	if !x.plain() || !y.plain() {
		return false
	}
	if x.negated != y.negated {
		return true
	}
	d := differ(&x, &y)
	return d.opposite() || !x.going && valued(d.a) && valued(d.b) && d.ofOne()
}

// Standing is how a new statement stands to an old one as far as an answer or a memory may act on it.
// Where it is not known whom both speak of, or which attribute of his, a pronoun means nobody, and
// only a plain denial or another figure takes the place of what was said: see ReplacedBy.
func Standing(old, new extract.Item) extract.Relation { return Take(old).Standing(Take(new)) }

// Standing is that of a statement to a newer one, both taken apart before.
func (old *Statement) Standing(new *Statement) extract.Relation {
	rel := old.Compare(new)
	a, b := &old.item, &new.item
	if new.ending != nil && (rel == extract.Different || rel == extract.Contradiction) && new.ending.Of(*a) {
		return extract.Negation
	}
	if rel == extract.ChangedValue && extract.Beside(*a, *b, text(b)) {
		return extract.Different
	}
	if rel == extract.Different || a.Subject != "" && b.Subject != "" && a.Attribute != "" && b.Attribute != "" {
		return rel
	}
	if old.Nameless() || rel != extract.Same && !old.ReplacedBy(new) { // of two that are like the one may be a pronoun, and then so is the other
		return extract.Different
	}
	return rel
}

// plain says that a statement tells what is, not what happened or may happen.
func (s *sense) plain() bool {
	return s.tense == present && s.mode == "" && !s.question && s.verb.low != ""
}

// Nameless says whether a statement is about somebody or something it does not name: she, it,
// that one.
func Nameless(it extract.Item) bool { return Take(it).Nameless() }

// Nameless is that of a statement taken apart before.
func (old *Statement) Nameless() bool {
	if old.item.Subject != "" {
		return false
	}
	for _, t := range old.sense.subject {
		if unnamed[t.low] {
			return true
		}
	}
	return len(old.sense.subject) == 0
}

var unnamed = set("he she they it this that these those his her their its one")

func compare(old, new *Statement, doubtless bool) extract.Relation {
	a, b := text(&old.item), text(&new.item)
	if old.item.Subject != "" && new.item.Subject != "" && old.subject != new.subject {
		return extract.Different
	}
	if len(a) > limit || len(b) > limit {
		if a == b {
			return extract.Same
		}
		return extract.Different
	}
	known := old.item.Attribute != "" && new.item.Attribute != "" && old.subject == new.subject
	switch {
	case old.sense.question || new.sense.question:
		return extract.Different
	case !known && !verbsMeet(old.sense.verb, new.sense.verb):
		return extract.Different // as nearly all are, found without a copy
	}
	x, y := old.sense, new.sense
	if doubtless {
		x.hedged, y.hedged = false, false
	}
	rel := relate(&x, &y)
	if rel == extract.ChangedValue && (x.allergic() && y.allergic() || old.item.Attribute == extract.Trait && new.item.Attribute == extract.Trait && !rivals(&x, &y)) {
		rel = extract.Different
	}
	if known && rel == extract.Same && old.attribute != new.attribute {
		return extract.Different // one sentence can state two facts
	}
	if known && rel != extract.Same {
		rel = facts(old, new, &x, &y, rel)
	}
	said, says := old.item.Source, new.item.Source
	others := said != "" && says != "" // two others: neither takes back what the other says
	if said != says && (rel == extract.Same || others && rel != extract.Contradiction) {
		return extract.Different
	}
	return rel
}

// allergic says that a statement tells what somebody must not meet: a second such thing takes the place of none.
func (s *sense) allergic() bool {
	return slices.ContainsFunc(s.core, func(t term) bool { return t.low == "allergic" || t.low == "allergy" })
}

// rivals says that two statements name what nobody is at once.
func rivals(x, y *sense) bool {
	for _, sort := range atMostOne {
		of := func(t term) bool { return sort[t.low] }
		if slices.ContainsFunc(x.core, of) && slices.ContainsFunc(y.core, of) {
			return true
		}
	}
	return false
}

var atMostOne = []map[string]bool{
	set("vegetarian vegan pescatarian"), set("single married divorced widowed separated"), set("left-handed right-handed ambidextrous"),
	set("glasses lenses"), set("retired unemployed self-employed freelance"),
}

// Ending is what the statement tells to be over, see extract.Over; nil where that is nothing.
func (old *Statement) Ending() *extract.Ending { return old.ending }

// Item is what the statement was taken of.
func (old *Statement) Item() *extract.Item { return &old.item }

// Subject is the item's subject, written one way: two statements with subjects that differ in it
// are about different things. It is empty where none is known.
func (old *Statement) Subject() string { return old.subject }

// About is what the sentence is about and what it says that does, as its own words have it, written
// one way: "my sister live" for "My sister lives in Porto". Statements that bear on each other by
// their words nearly always have it in common, unless their verbs are opposites.
func (old *Statement) About() string {
	var all []string
	for _, t := range countless(old.sense.subject) {
		if mine[t.low] {
			t.root = "my"
		}
		all = append(all, t.root)
	}
	return strings.Join(append(all, old.sense.verb.root), " ")
}

// Words are those that carry meaning, by their stems, with one spelling for each and one way of
// writing a number or a date; in order, and with repetitions.
func (old *Statement) Words() (all []string) {
	s := &old.sense
	for _, list := range [][]term{s.subject, {s.verb}, s.core, s.chunkTerms()} {
		for _, t := range list {
			if t.root != "" && t.root != "be" {
				all = append(all, t.root)
			}
		}
	}
	return all
}

func text(it *extract.Item) string {
	if it.Quote != "" {
		return it.Quote
	}
	return it.Text
}

// facts is the relation of two statements about the same attribute of the same subject, given
// what their words alone make of them.
func facts(old, new *Statement, x, y *sense, rel extract.Relation) extract.Relation {
	if x.mode != y.mode {
		return rel
	}
	a, b := old.item, new.item
	a.Value, b.Value = old.value, new.value
	if a.Value == b.Value && old.attribute == new.attribute {
		switch {
		case a.Negated != b.Negated:
			return extract.Negation
		case rel == extract.Different && !a.Negated && bare(x, y, old.subject),
			(rel == extract.Different || rel == extract.ChangedValue) && !a.Negated && old.only && new.only && asFirm(x, y):
			return extract.Same
		}
		return rel
	}
	if rel != extract.Different {
		return rel
	}
	if got := extract.Conflict(a, b); got == extract.ChangedValue || got == extract.Contradiction {
		return got
	}
	return rel
}

// name is the canonical form of a subject or an attribute.
func (r *Reader) name(value string) string {
	if known, ok := r.names[value]; ok {
		return known
	}
	written := r.canonical(value)
	if r.names != nil && len(value) <= longest {
		if len(r.names) >= named {
			clear(r.names)
		}
		r.names[strings.Clone(value)] = written
	}
	return written
}

// canonical is a value written one way.
func (r *Reader) canonical(value string) string {
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
	if x.verb.name || y.verb.name || x.hedged != y.hedged || x.tense != y.tense || x.manner != y.manner || x.faint != y.faint || x.the != y.the || x.going != y.going || len(x.chunks) != len(y.chunks) {
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
