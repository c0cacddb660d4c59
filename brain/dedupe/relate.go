package dedupe

import (
	"slices"
	"strings"

	"citadel/brain/extract"
)

// relate holds two senses against each other by their words.
func relate(x, y *sense) extract.Relation {
	if len(x.subject)+len(x.core)+len(x.chunks) == 0 || len(y.subject)+len(y.core)+len(y.chunks) == 0 {
		return extract.Different
	}
	if !verbsMeet(x.verb, y.verb) {
		return extract.Different
	}
	turnedVerbs := !same(x.verb, y.verb)
	if swapped(x, y) {
		x.subject, x.core = x.core, x.subject
	}
	if !sameSubject(x, y) || apart(x, y) || x.faint && !y.faint && !y.negated || !sameTime(x, y) { // who says that it is so does not deny that it hardly is
		return extract.Different
	}
	d := differ(x, y)
	switch {
	case turnedVerbs:
		if d.none() && x.negated == y.negated {
			return extract.Contradiction
		}
		return extract.Different
	case d.none():
		return alikeInWords(x, y)
	case d.opposite():
		if x.negated == y.negated {
			return extract.Contradiction
		}
		return extract.Different
	case x.none != y.none && d.onlyAll(), x.never && d.always(d.b) || y.never && d.always(d.a):
		return extract.Contradiction
	case x.negated != y.negated:
		if d.slight() {
			return extract.Negation
		}
		return extract.Different
	case x.negated:
		return extract.Different
	case d.replaced(x, y):
		return extract.ChangedValue
	}
	return extract.Different
}

// alikeInWords decides between two statements of the same words in the same places.
func alikeInWords(x, y *sense) extract.Relation {
	switch {
	case x.negated != y.negated && (allOf(x) && y.none || allOf(y) && x.none):
		return extract.Contradiction
	case x.negated != y.negated:
		return extract.Negation
	case x.none != y.none, x.never != y.never, x.hedged != y.hedged, x.going != y.going, x.manner != y.manner, x.faint != y.faint, x.tense != y.tense, x.the != y.the:
		return extract.Different
	case !exact(x.subject, y.subject), !exact(x.core, y.core):
		return extract.Different
	}
	for _, c := range x.chunks {
		if !slices.ContainsFunc(y.chunks, func(o chunk) bool { return meets(x, c, o) && exact(c.terms, o.terms) }) {
			return extract.Different
		}
	}
	if len(x.chunks) != len(y.chunks) {
		return extract.Different
	}
	return extract.Same
}

// exact says that two runs are the same words in the same order, by more than their stems: one
// son is not two sons.
func exact(a, b []term) bool {
	return slices.EqualFunc(a, b, func(p, q term) bool {
		return p.low == q.low && p.caps == q.caps || !p.name && !q.name && !p.value && !q.value && mistyped(p.low, q.low)
	})
}

// swapped says that one is the other turned round: my sister is Ana, Ana is my sister.
func swapped(x, y *sense) bool {
	return x.verb.root == "be" && y.verb.root == "be" && len(x.chunks) == 0 && len(y.chunks) == 0 &&
		len(x.core) > 0 && exact(x.subject, y.core) && exact(x.core, y.subject) && !exact(x.subject, y.subject)
}

// sameSubject compares whom two statements are about, but for how many of them.
func sameSubject(x, y *sense) bool {
	a, b := countless(x.subject), countless(y.subject)
	return slices.EqualFunc(a, b, func(p, q term) bool {
		return same(p, q) || mine[p.low] && mine[q.low] || singular(p) == singular(q)
	})
}

var mine = set("my our")

func singular(t term) string { return strings.TrimSuffix(t.low, "s") }

func countless(list []term) []term {
	return slices.DeleteFunc(slices.Clone(list), func(t term) bool { return t.quantity })
}

// sameTime says whether both speak of the same time, and of what is rather than what may be.
// A denial reaches further: who cannot or will not does not.
func sameTime(x, y *sense) bool {
	if x.negated != y.negated {
		if y.negated {
			x, y = y, x
		}
		if x.mode == "can" && y.mode == "" && x.tense == y.tense || x.tense == future && y.tense == present && x.mode == y.mode {
			return true
		}
	}
	if x.mode != y.mode {
		return false
	}
	return x.tense == y.tense || x.tense == either && y.tense != future || y.tense == either && x.tense != future
}

func allOf(s *sense) bool {
	return slices.ContainsFunc(s.subject, func(t term) bool { return t.low == "all" || t.low == "half" || t.low == "most" })
}

// opposed are verbs of which one undoes the other, beside those the reader knows.
func opposed(a, b string) bool {
	a, b = strings.TrimSuffix(a, "s"), strings.TrimSuffix(b, "s")
	return exclusive[a+" "+b] || exclusive[b+" "+a]
}

var exclusive = func() map[string]bool {
	m := map[string]bool{}
	for _, p := range strings.Split(`cover exclude|include exclude|allowed forbidden|mandatory optional|passed failed|required optional|
		compulsory voluntary|accepted declined|approved declined|granted denied|granted refused|likes hates|confirmed denied|
		locked unlocked|online offline|tall short|on off|free paid|vacant occupied|cancelled confirmed|canceled confirmed|
		single double|indoors outdoors|guilty innocent|male female|employed unemployed|dry wet|light dark|winning losing|
		quiet noisy|quiet loud|fresh sour|fresh rotten|heavy light|supports opposes|supported opposed|genuine fake|genuine forged|steep flat|
		thick thin|wide narrow|deep shallow|tidy messy|calm nervous|polite rude|generous stingy|lazy hardworking|modern old-fashioned|
		smooth rough|soft hard|sharp blunt|straight crooked|ripe unripe|raw cooked|boring exciting|ahead late|attended skipped|
		bought sold|lent borrowed|opens closes|opened closed|started finished|joined left|arrived departed|borrowed returned|
		enabled disabled|remembered forgot|remembers forgets|complete incomplete|finished unfinished|visible hidden|fresh stale|sober drunk|awake asleep|
		increase reduce|increased reduced|rises drops|rose dropped|grew shrank|admitted denied|praised criticised`, "|") {
		a, b, _ := strings.Cut(strings.TrimSpace(p), " ")
		m[strings.TrimSuffix(a, "s")+" "+strings.TrimSuffix(b, "s")] = true
	}
	return m
}()
