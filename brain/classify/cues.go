package classify

import (
	_ "embed"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

//go:embed cues.txt
var cuesText string

// table is cues.txt compiled. It is never written afterwards.
var table = compile(cuesText)

// cues is a compiled cue file.
type cues struct {
	vocabulary map[string]uint16
	short      map[string][]uint16
	kin        set // words for people
	function   set // little words of English
	foreign    set // little words of other languages
	given      set // those of them that are names of people, too
	asking     set // words that begin a question
	lead       set // words that may stand before those: "so", "and"
	object     set // words that follow a verb in the imperative: "the", "my"
	modal      set // "can", before "you": a request
	wish       set // words of a wish: "need", "please"
	polite     set // what stands between those and what is wanted: "you", "help", "me", "to"
	you        uint16
	list       []cue
	starts     [][]uint16 // word → cues that can begin with it
	anywhere   []uint16   // cues that begin with a person
	hashes     []uint32   // of the words of the vocabulary, by number
	stems      []uint32
	sorts      *sorts
}

// kind says what a cue does.
type kind uint8

const (
	speaks  kind = iota // adds weight to a category
	light               // the same, and asks for no more than routine effort
	deeper              // asks for at least a tier
	stakes              // names something that sets the floor at deep
	follows             // leans on what was said before
)

type cue struct {
	kind     kind
	category int // index into categories
	weight   int
	tier     Tier
	pattern  []element
}

// element is one place of a pattern.
type element struct {
	words      set
	person     bool // a name, or a word for a person
	gap        bool // up to maxGap words of any sort
	start, end bool
	optional   bool
	orEnd      bool // the end of the sentence will do for the word
}

const maxGap = 4

// set is a bit set of word numbers.
type set []uint64

func (s set) has(id uint16) bool {
	n := int(id >> 6)
	return n < len(s) && s[n]&(1<<(id&63)) != 0
}

func (s *set) add(id uint16) {
	for int(id>>6) >= len(*s) {
		*s = append(*s, 0)
	}
	(*s)[id>>6] |= 1 << (id & 63)
}

// compile reads the notation described at the head of cues.txt. It panics on a
// line it cannot read: the table is part of the program.
func compile(text string) *cues {
	t := &cues{vocabulary: make(map[string]uint16, 1500), short: make(map[string][]uint16, 64)}
	t.you = t.number("you")
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Fields(line)
		head, rest := f[0], f[1:]
		lists := map[string]*set{"kin": &t.kin, "function": &t.function, "foreign": &t.foreign, "given": &t.given, "asking": &t.asking, "lead": &t.lead, "object": &t.object,
			"modal": &t.modal, "wish": &t.wish, "polite": &t.polite}
		if s, ok := lists[head]; ok {
			for _, w := range rest {
				s.add(t.number(w))
			}
			continue
		}
		c := cue{}
		switch head {
		case "short":
			for _, w := range rest[1:] {
				t.short[rest[0]] = append(t.short[rest[0]], t.number(w))
			}
			continue
		case "stakes":
			c.kind = stakes
		case "follows":
			c.kind = follows
		case "standard", "deep":
			c.kind, c.tier = deeper, Standard
			if head == "deep" {
				c.tier = Deep
			}
		default:
			name, isLight := strings.CutSuffix(head, "-")
			c.category = slices.Index(categories[:], Category(name))
			weight, err := strconv.Atoi(rest[0])
			if c.category < 0 || err != nil {
				panic(fmt.Sprintf("classify: cues line %d: cannot read %q", n+1, line))
			}
			c.weight, rest = weight, rest[1:]
			if isLight {
				c.kind = light
			}
		}
		c.pattern = t.pattern(rest)
		t.list = append(t.list, c)
	}
	t.index()
	t.hashes, t.stems = make([]uint32, len(t.vocabulary)+1), make([]uint32, len(t.vocabulary)+1)
	for w, id := range t.vocabulary {
		t.hashes[id], t.stems[id] = hash([]byte(w)), hash(stem([]byte(w)))
	}
	t.sorts = compileSorts(classesText)
	return t
}

func (t *cues) number(w string) uint16 {
	id, ok := t.vocabulary[w]
	if !ok {
		id = uint16(len(t.vocabulary)) + 1
		t.vocabulary[w] = id
	}
	return id
}

func (t *cues) pattern(fields []string) []element {
	out := make([]element, 0, len(fields))
	for _, f := range fields {
		e := element{}
		switch f {
		case "^":
			e.start = true
		case "$":
			e.end = true
		case "..":
			e.gap = true
		default:
			f, e.optional = strings.CutSuffix(f, "?")
			for w := range strings.SplitSeq(f, "|") {
				switch w {
				case "@person":
					e.person = true
				case "$":
					e.orEnd = true
				default:
					e.words.add(t.number(w))
				}
			}
		}
		out = append(out, e)
	}
	return out
}

// index files each cue under the words it can begin with.
func (t *cues) index() {
	t.starts = make([][]uint16, len(t.vocabulary)+1)
	for n, c := range t.list {
		e := c.pattern[0]
		if e.start {
			e = c.pattern[1]
		}
		if e.person {
			t.anywhere = append(t.anywhere, uint16(n))
		}
		if e.gap || e.optional || e.words == nil && !e.person {
			panic(fmt.Sprintf("classify: cue %d must begin with a word", n))
		}
		for i, group := range e.words {
			for ; group != 0; group &= group - 1 {
				id := i<<6 + bits.TrailingZeros64(group)
				t.starts[id] = append(t.starts[id], uint16(n))
			}
		}
	}
}

// findings is what the cues say about one message.
type findings struct {
	weight  [len(categories)]int // as categories has them
	light   [len(categories)]bool
	raised  Tier
	stakes  bool
	follows bool
}

// find looks for every cue; one that occurs twice counts once.
func (t *cues) find(words []word) findings {
	f := findings{}
	var done set
	for i, w := range words {
		f.take(t, words, i, t.starts[w.id], &done)
		if t.isPerson(w) {
			f.take(t, words, i, t.anywhere, &done)
		}
	}
	return f
}

func (f *findings) take(t *cues, words []word, at int, candidates []uint16, done *set) {
	for _, n := range candidates {
		if done.has(n) || !t.match(words, at, t.list[n].pattern) {
			continue
		}
		done.add(n)
		c := &t.list[n]
		switch c.kind {
		case light:
			f.light[c.category] = true
			f.weight[c.category] += c.weight
		case speaks:
			f.weight[c.category] += c.weight
		case deeper:
			f.raised = max(f.raised, c.tier)
		case stakes:
			f.stakes = true
		case follows:
			f.follows = true
		}
	}
}

// best is the category with the most weight, or Unknown without any.
func (f *findings) best() Category {
	best, most := Unknown, 0
	for i, c := range categories {
		if f.weight[i] > most {
			best, most = c, f.weight[i]
		}
	}
	return best
}

func (t *cues) isPerson(w word) bool { return w.name || t.kin.has(w.id) }

// match tries a pattern on the words from at on. Its work is bounded by the
// gaps, which are short.
func (t *cues) match(words []word, at int, pattern []element) bool {
	for n, e := range pattern {
		switch {
		case e.start:
			if at != 0 && !words[at-1].stop {
				return false
			}
		case e.end:
			return at == len(words) || at > 0 && words[at-1].stop
		case e.gap:
			for skip := 0; skip <= maxGap && at+skip <= len(words); skip++ {
				if t.match(words, at+skip, pattern[n+1:]) {
					return true
				}
				if at+skip < len(words) && words[at+skip].stop {
					return false
				}
			}
			return false
		case e.orEnd && (at == len(words) || at > 0 && words[at-1].stop):
		default:
			if at < len(words) && (e.words.has(words[at].id) || e.person && t.isPerson(words[at])) {
				at++
			} else if !e.optional {
				return false
			}
		}
	}
	return true
}
