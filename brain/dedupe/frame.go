package dedupe

import "citadel/brain/extract"

// A Frame is what two statements must have in common before their other words matter: the verb,
// or the attribute that they give a value to. It can be compared with == and used as a key, so
// that of a thousand statements that share a word most are told apart without being looked at.
type Frame struct {
	verb      term
	attribute string
}

// Frame is the frame of a statement.
func (old *Statement) Frame() Frame {
	return Frame{verb: old.sense.verb, attribute: old.item.Attribute}
}

// Meets says whether one of two statements with these frames can bear on the other. If not, they
// are Different, and stay so but for doubt; if so, nothing is said yet. It is mutual, and holds of
// all items but emotions, whose attribute is no matter that something is said of.
func (f Frame) Meets(other Frame) bool {
	return verbsMeet(f.verb, other.verb) ||
		f.attribute != "" && other.attribute != "" && oneMatter(f.attribute, other.attribute)
}

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
