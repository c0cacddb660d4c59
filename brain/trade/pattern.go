package trade

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// pattern is an expression with some of the words that whatever it matches has. It is compiled when a
// text that has one of them is first read: there are so many ways to say that something bears on
// something that compiling them all took longer than the rest of a start, and hardly any message
// has such words.
type pattern struct {
	words    []string // in small letters; any text may match where there are none
	compiled func() *regexp.Regexp
}

func spelled(text string, words ...string) pattern {
	return pattern{words, sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })}
}

// may says whether a text has one of the words.
func (p pattern) may(text string) bool {
	small := strings.ToLower(text)
	return len(p.words) == 0 || slices.ContainsFunc(p.words, func(w string) bool { return strings.Contains(small, w) })
}

// match gives what stands in the groups of a pattern, or nil where it does not match.
func (p pattern) match(text string) []string {
	if !p.may(text) {
		return nil
	}
	return p.compiled().FindStringSubmatch(text)
}

func (p pattern) matches(text string) bool { return p.may(text) && p.compiled().MatchString(text) }

// places gives where all matches are, and their groups.
func (p pattern) places(text string) [][]int {
	if !p.may(text) {
		return nil
	}
	return p.compiled().FindAllStringSubmatchIndex(text, -1)
}
