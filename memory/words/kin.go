package words

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// kinText lists everyday words by fields, one a line: who asks for the movie means the film,
// and who asks for pets wants to hear of the dog. It was written from general knowledge of
// English, and holds no names. Behind a "=" stand words of which one may be said for another.
//
//go:embed kin.txt
var kinText string

// fields are read once. A term may stand in several.
var fields = sync.OnceValue(func() (of struct{ kin, same map[string][]string }) {
	of.kin, of.same = map[string][]string{}, map[string][]string{}
	var analyzer Analyzer
	for line := range strings.Lines(kinText) {
		terms := analyzer.AppendTerms(nil, line)
		enter(of.kin, terms)
		if strings.HasPrefix(line, "=") {
			enter(of.same, terms)
		}
	}
	return of
})

func enter(of map[string][]string, terms []string) {
	for _, t := range terms {
		for _, other := range terms {
			if other != t && !slices.Contains(of[t], other) {
				of[t] = append(of[t], other)
			}
		}
	}
}

// Kin are the terms of the same field as a term: what may be meant by it, or may tell of it, in other words.
// The list is not to be changed.
func Kin(term string) []string { return fields().kin[term] }

// Same are those of them that may be said for the term: who asks until when something is valid is answered by
// when it expires. The list is not to be changed.
func Same(term string) []string { return fields().same[term] }
