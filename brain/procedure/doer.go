package procedure

import (
	"slices"
	"strings"

	"citadel/brain/extract"
	"citadel/brain/recall"
	"citadel/memory/store"
)

// doer is who does what a question asks after, and by which verb: "I" and "weigh" in "how much do I weigh?". What
// somebody else does in the same words is no answer to it.
type doer struct {
	names []string // in any of which he may be called; extract.Me for the principal
	verb  string   // its term
}

// doer reads it in a question; nil where nobody is asked for who could be told from another.
func (r *reading) doer() *doer {
	words := strings.Fields(plainWords(r.question.Text))
	k := slices.IndexFunc(words, func(w string) bool { return isOneOf(" do does did ", w) })
	if k < 0 || k+2 >= len(words) {
		return nil
	}
	who, rest := []string{extract.Me}, words[k+1:]
	if isOneOf(" i we ", rest[0]) {
		rest = rest[1:]
	} else {
		of := slices.IndexFunc(r.question.Subjects, func(s string) bool {
			low := strings.Fields(strings.ToLower(s))
			return (somebody(s) && s != extract.Me || relative(s)) && len(low) < len(rest) && slices.Equal(low, rest[:len(low)])
		})
		if of < 0 {
			return nil
		}
		subject := r.question.Subjects[of]
		who, rest = append(r.called(), subject), rest[len(strings.Fields(subject)):]
	}
	for len(rest) > 0 && isOneOf(" usually ever still often normally always actually currently really now never even also ", rest[0]) {
		rest = rest[1:]
	}
	if len(rest) == 0 {
		return nil
	}
	terms := r.stems.AppendTerms(nil, rest[0])
	if len(terms) != 1 {
		return nil
	}
	return &doer{names: who, verb: terms[0]}
}

// relative says whether a subject is somebody of the principal's: "my wife", "our boss".
func relative(subject string) bool {
	of, ok := cutAny(strings.ToLower(subject), "my ", "our ")
	if !ok {
		return false
	}
	_, person := extract.OfPeople(of)
	return person
}

// Who does in an item what a question asks after.
const (
	unknownDoer = iota
	sameDoer
	otherDoer
)

// doneBy tells whether an item says of the one who is asked for what is asked after, or of somebody else alone.
func (r *reading) doneBy(d *doer, i recall.Item) int {
	if d == nil || i.Speaker != "" || i.Kind != store.Said {
		return unknownDoer
	}
	found := unknownDoer
	for _, s := range sentences(r.meant(i)) {
		words := strings.Fields(plainWords(s))
		for k, w := range words {
			terms := r.stems.AppendTerms(nil, w)
			if len(terms) != 1 || terms[0] != d.verb || k > 0 && isOneOf(" a an the my our his her to ", words[k-1]) {
				continue
			}
			from := k
			for from > 0 && !isOneOf(" but because that who which when while if whose than ", words[from-1]) {
				from--
			}
			switch d.before(words[from:k]) {
			case sameDoer:
				return sameDoer
			case otherDoer:
				found = otherDoer
			}
		}
	}
	return found
}

// before tells it of the words between the beginning of a clause and its verb.
func (d *doer) before(words []string) int {
	has := func(list string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return isOneOf(list, w) })
	}
	mine := slices.Contains(d.names, extract.Me)
	switch {
	case len(words) == 0 && mine: // as in a diary: "weighed 80 kg"
		return sameDoer
	case len(words) == 0, has(" you "):
		return unknownDoer
	case has(" i we i'm i've i'd i'll we're we've we'd we'll "):
		if mine {
			return sameDoer
		}
	case mine: // the words before the verb name another
	case has(" he she they it everybody everyone both all "):
		return unknownDoer
	}
	said := strings.Join(words, " ")
	if slices.ContainsFunc(d.names, func(n string) bool { return n != extract.Me && share(n, said) == 1 }) {
		return sameDoer
	}
	if len(meaning(said)) == 0 {
		return unknownDoer
	}
	return otherDoer
}

// byDoer leaves out what is told of somebody else alone, where something is told of the one who is asked for.
func (r *reading) byDoer(items []recall.Item) []recall.Item {
	d := r.doer()
	if d == nil || !slices.ContainsFunc(items, func(i recall.Item) bool { return r.doneBy(d, i) == sameDoer }) {
		return items
	}
	return slices.DeleteFunc(slices.Clone(items), func(i recall.Item) bool { return r.doneBy(d, i) == otherDoer })
}
