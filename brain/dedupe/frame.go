package dedupe

import "citadel/brain/extract"

// A Frame is what two statements must have in common before their other words matter: the verb,
// or the attribute that they give a value to. It can be compared with == and used as a key, so
// that of a thousand statements that share a word most are told apart without being looked at.
type Frame struct {
	verb      term
	attribute string
	plain     bool // it tells what is: see Replaces
}

// Frame is the frame of a statement.
func (old *Statement) Frame() Frame {
	return Frame{verb: old.sense.verb, attribute: old.item.Attribute, plain: old.sense.plain()}
}

// Meets says whether one of two statements with these frames can bear on the other. If not, they
// are Different, and stay so but for doubt; if so, nothing is said yet. It is mutual, and holds of
// all items but emotions, whose attribute is no matter that something is said of.
func (f Frame) Meets(other Frame) bool {
	return verbsMeet(f.verb, other.verb) ||
		f.attribute != "" && other.attribute != "" && oneMatter(f.attribute, other.attribute)
}

// Rivals says whether one of two statements with these frames can take the place of the other, or
// deny it. If not, they say the same (but for doubt, perhaps) or nothing about each other: see Spelled.
func (f Frame) Rivals(other Frame) bool {
	return f.plain && other.plain || f.attribute != "" && other.attribute != ""
}

// Spelled gives the words that two statements have in common, in any order, where they are the Same
// by their words or differ by doubt alone: the firm ones letter for letter, the others but for a slip
// of the finger. A word that only one of the two writes as a name is firm there alone.
func (old *Statement) Spelled(yield func(word string, firm bool)) {
	s := &old.sense
	for _, list := range [...][]term{s.subject, s.core} {
		for _, t := range list {
			yield(t.low, t.firm())
		}
	}
	for _, c := range s.chunks {
		for _, t := range c.terms {
			yield(t.low, t.firm())
		}
	}
}

// firm says that a word is never taken for another one mistyped.
func (t term) firm() bool { return t.name || t.value || len(t.low) < sure-1 }

// verbsMeet says that two verbs are one, or that one undoes the other.
func verbsMeet(p, q term) bool {
	return same(p, q) || extract.Opposite(p.low, q.low) || opposed(p.low, q.low)
}

// oneMatter says whether a value of one attribute says something of the other. Either reader of
// facts may hold two spellings for one, and likes bear on dislikes.
func oneMatter(a, b string) bool {
	if a == b {
		return true
	}
	var r Reader
	if r.canonical(a) == r.canonical(b) {
		return true
	}
	const value = "x"
	return extract.Conflict(extract.Item{Attribute: a, Value: value}, extract.Item{Attribute: b, Value: value}) != extract.Different
}
