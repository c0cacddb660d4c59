package ranking

import (
	"math"
	"slices"

	"citadel/memory/store"
	"citadel/memory/words"
)

// Terms are the different words of a query, in order. Of a text longer than
// store.MaxQuery only the beginning is read.
func Terms(text string) []string {
	var analyzer words.Analyzer // remembers nothing
	terms := analyzer.AppendTerms(nil, text[:min(len(text), store.MaxQuery)])
	slices.Sort(terms)
	return slices.Compact(terms)
}

// NameTerms are the words, in order, by which a query may call somebody of this name.
func NameTerms(analyzer *words.Analyzer, name string) []string {
	terms := analyzer.AppendTerms(nil, name)
	if len(terms) > maxNameWords {
		terms = terms[:1]
	}
	slices.Sort(terms)
	return slices.Compact(terms)
}

// Worth is BM25's weight of a term that n of all documents hold, always above zero. Among few
// documents such a count says little: it is taken as if Presumed documents of English had been seen
// besides, which hold the term as often as people say it. A term that calls a speaker is worth less,
// and how rare his name is elsewhere is nothing to that.
func Worth(term string, n, all int, name bool) float32 {
	if name {
		return float32(NameDamping * counted(float64(n), float64(all)))
	}
	return float32(counted(float64(n)+float64(Presumed*holding(term)), float64(all)+Presumed))
}

// holding is the share of documents of presumedWords words of English that hold a term.
func holding(term string) float64 {
	level, _ := words.Rarity(term)
	if level == 0 {
		return 0 // rarer than all that is known
	}
	return min(0.5, float64(presumedWords*math.Exp(-float64(level)/words.Level)))
}

// WorthInSessions is Worth where n of all sessions hold the term. These are few, and long: what is rare
// in English stands in one as soon as anybody speaks of it, and only their own count says anything.
func WorthInSessions(n, all int, name bool) float32 {
	worth := counted(float64(n), float64(all))
	if name {
		worth *= NameDamping
	}
	return float32(worth)
}

// counted is what a term is worth by how many hold it.
func counted(n, all float64) float64 { return math.Log1p((all - n + 0.5) / (n + 0.5)) }

// Norm is the factor that turns a length into its share of the mean.
func Norm(length int64, documents int) float32 {
	if length == 0 {
		return 0
	}
	return float32(float64(documents) / float64(length))
}

// Saturate is BM25's weight of a count in a text of the given length.
func Saturate(count, length, norm float32) float32 {
	return saturate(count, length*norm, LengthBias)
}

// SaturateOwn is that of the words of an item by itself.
func SaturateOwn(count, length, norm float32) float32 {
	return saturate(count, length*norm, OwnLengthBias)
}

func saturate(count, share, bias float32) float32 {
	return count * (Saturation + 1) / (count + Saturation*(1-bias+float32(bias*share)))
}

// Answers says whether a query may find what the agent said. Where it may not, such items
// count neither in rarity nor in mean lengths: they are long, they repeat what was asked, and
// would make the principal's own words look common.
func Answers(q store.Query) bool {
	return len(q.Kinds) == 0 || slices.Contains(q.Kinds, store.Answer)
}

// Near is what one word counts for in the neighbourhood of an item that stands so many turns
// away, from 1 to Reach, in tenths.
func Near(answer bool, turns int) uint32 {
	if answer {
		return nearAnswer[turns-1]
	}
	return near[turns-1]
}

// Word is what one word counts for in what surrounds it, in tenths: less if the agent
// said it.
func Word(answer bool) uint32 {
	if answer {
		return AnswerWord
	}
	return WholeWord
}
