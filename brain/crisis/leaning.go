package crisis

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
)

//go:embed leanings.txt
var leaningsText string

// leaning is how much a word, or two words in a row, speaks for a crisis.
type leaning struct {
	number uint16 // its place in the file, for counting it once
	kind   int8   // index into kinds; what it speaks for when weight is above 0
	weight int16  // in tenths; below 0 it speaks against
}

// leanings weighs what no rule speaks of. It is a sum over the words of one
// sentence, or of two in a row, learned from testdata/lines.tsv (see
// leaning_test.go) and fixed in leanings.txt.
type leanings struct {
	bias int
	of   map[uint32]leaning // one word: its number; two: first<<16 | second
}

// From these sums, in tenths, a sentence alarms: without any rule, and with one
// hint. They are where, on lines left out of the learning, about one harmless
// line in fifty does.
const (
	enough     = 20
	enoughHint = 5
)

// wordy is the number of words from which a sentence needs more, one tenth for
// each: many small leanings are not a large one.
const wordy = 16

// parse reads leanings.txt: a weight in tenths, a kind or "-", one or two
// words; "bias" stands for every sentence.
func (t *table) parse(text string) leanings {
	l := leanings{of: make(map[uint32]leaning, 2000)}
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		if len(f) == 0 || f[0][0] == '#' {
			continue
		}
		weight, err := strconv.Atoi(f[0])
		if err != nil || len(f) < 3 || len(f) > 4 {
			panic(fmt.Sprintf("crisis: leanings: cannot read %q", line))
		}
		if f[1] == "bias" {
			l.bias = weight
			continue
		}
		kind := 0
		for i, k := range kinds {
			if string(k) == f[1] {
				kind = i
			}
		}
		key := uint32(t.number(f[2]))
		if len(f) == 4 {
			key = key<<16 | uint32(t.number(f[3]))
		}
		l.of[key] = leaning{uint16(len(l.of)), int8(kind), int16(weight)}
	}
	return l
}

// each calls f for every leaning of the words, each once. Words of harmless
// phrases count neither for nor against.
func (l leanings) each(words []word, seen set, f func(leaning)) {
	clear(seen)
	add := func(key uint32) {
		if x, ok := l.of[key]; ok && !seen.has(x.number) {
			seen.add(x.number)
			f(x)
		}
	}
	for i, w := range words {
		if w.hushed || w.id == unknown {
			continue
		}
		add(uint32(w.id))
		if i > 0 && !words[i-1].hushed && words[i-1].id != unknown {
			add(uint32(words[i-1].id)<<16 | uint32(w.id))
		}
	}
}

// tally is a sum of leanings.
type tally struct {
	sum    int
	hinted bool // a rule saw a hint
	byKind [len(kinds)]int
}

// seen is room for the leanings already counted.
func (l leanings) tally(words []word, seen set) (t tally) {
	t.sum = min(0, wordy-len(words))
	l.each(words, seen, func(x leaning) {
		t.sum += int(x.weight)
		if x.weight > 0 {
			t.byKind[x.kind] += int(x.weight)
		}
	})
	return t
}

// alarms reports whether the leanings of a sentence, with or without those of
// the one before it, are enough, and for what kind.
func (l leanings) alarms(before, now tally) (kind int, ok bool) {
	sum := max(now.sum, now.sum+before.sum)
	need := enough
	if now.hinted || before.hinted {
		need = enoughHint
	}
	if now.sum <= 0 || l.bias+sum < need {
		return 0, false
	}
	for i := range kinds {
		if now.byKind[i]+before.byKind[i] > now.byKind[kind]+before.byKind[kind] {
			kind = i
		}
	}
	return kind, true
}
