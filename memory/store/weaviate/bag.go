package weaviate

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A bag is how often terms occur, written "anchor:1 rope:12", in order. Terms hold neither
// spaces nor colons that would not be the last.

func encodeBag(counts map[string]uint32) string {
	var b strings.Builder
	for i, term := range slices.Sorted(maps.Keys(counts)) {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(term)
		b.WriteByte(':')
		b.WriteString(strconv.FormatUint(uint64(counts[term]), 10))
	}
	return b.String()
}

// each gives the terms of a bag with their counts. What is no bag has none.
func each(bag string, yield func(term string, n uint32)) {
	for len(bag) > 0 {
		var one string
		one, bag, _ = strings.Cut(bag, " ")
		at := strings.LastIndexByte(one, ':')
		if at < 0 {
			continue
		}
		n, err := strconv.ParseUint(one[at+1:], 10, 32)
		if err == nil {
			yield(one[:at], uint32(n))
		}
	}
}

// pick gives the counts of the terms that are asked for, by their place in the question.
func pick(bag string, asked map[string]int, counts []uint32) {
	clear(counts)
	each(bag, func(term string, n uint32) {
		if i, ok := asked[term]; ok {
			counts[i] = n
		}
	})
}

// repeat writes each term as often as it counts, measured in units, and at least once.
func repeat(bag string, unit uint32, dst []string) []string {
	each(bag, func(term string, n uint32) {
		for range max(1, (n+unit/2)/unit) {
			dst = append(dst, term)
		}
	})
	return dst
}
