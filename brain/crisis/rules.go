package crisis

import (
	_ "embed"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed rules.txt
var rulesText string

// rules is the table of rules.txt, compiled by the first message: who only asks for the
// version need not wait for it. It is never written afterwards.
var rules = sync.OnceValue(func() *table { return compile(rulesText) })

// table is a compiled rules file.
type table struct {
	vocabulary map[string]uint16
	short      map[string][]uint16 // "im" → i am
	typo       [26][]typoWord      // by first letter
	laughs     set
	scene      set // words of stories, news and study
	desk       set // words of office work, machines and exercises
	denial     set // not, never
	undenied   set // what may follow a denial without denying: "not sure"
	i          uint16
	is         uint16
	will       uint16
	would      uint16

	elements map[string]step // while compiling: the same text is the same set
	scratch  set             // while compiling: room for one

	calm  []rule     // harmless phrases
	alert []rule     // everything else
	calms [][]uint16 // word → rules of calm that can begin with it
	alarm [][]uint16 // word → rules of alert that can begin with it
}

type typoWord struct {
	word string
	id   uint16
}

// rule is one line of the table.
type rule struct {
	kind  int  // index into kinds
	hint  bool // takes a second one
	faint bool // a hint that counts only next to one that is not faint
	soft  bool // laughter or a story cancels it
	blunt bool // sees through harmless phrases
	steps []step
}

// possible reports whether a message of these words can match the rule. Looking
// from the end is quicker: the first words are there, or nobody would ask.
func (r *rule) possible(present set) bool {
	for i := len(r.steps) - 1; i > 0; i-- {
		s := &r.steps[i]
		if s.kind == stepWord && !s.optional && !s.orEnd && !s.words.meets(present) {
			return false
		}
	}
	return true
}

// maxGap bounds what a gap may skip, and with it the work of a match.
const maxGap = 8

type stepKind uint8

const (
	stepWord stepKind = iota
	stepGap
	stepStart
	stepEnd
)

// step is one element of a pattern.
type step struct {
	kind     stepKind
	optional bool
	orEnd    bool // the end of the sentence will do for the word
	gap      int  // words a stepGap may skip
	words    set
}

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

// meets reports whether the sets have a word in common.
func (s set) meets(other set) bool {
	for i, group := range s {
		if i < len(other) && group&other[i] != 0 {
			return true
		}
	}
	return false
}

// compile reads the notation described at the head of rules.txt. It panics on
// a line it cannot read: the table is part of the program.
func compile(text string) *table {
	t := &table{
		vocabulary: make(map[string]uint16, 3000),
		short:      make(map[string][]uint16, 100),
		elements:   make(map[string]step, 3000),
	}
	t.i, t.is, t.will, t.would = t.number("i"), t.number("is"), t.number("will"), t.number("would")
	classes := map[string][]string{"many": {"#"}}
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Fields(line)
		head, rest := fields[0], fields[1:]
		switch head {
		case "class":
			classes[rest[0]] = append(classes[rest[0]], t.expand(classes, strings.Join(rest[1:], "|"))...)
		case "short":
			for _, w := range rest[1:] {
				t.short[rest[0]] = append(t.short[rest[0]], t.number(w))
			}
		case "typo":
			for _, w := range rest {
				t.typo[w[0]-'a'] = append(t.typo[w[0]-'a'], typoWord{w, t.number(w)})
			}
		case "known":
			for _, w := range rest {
				t.number(w)
			}
		case "laugh", "scene", "desk", "denial", "undenied":
			s := map[string]*set{"laugh": &t.laughs, "scene": &t.scene, "desk": &t.desk, "denial": &t.denial, "undenied": &t.undenied}[head]
			for _, w := range rest {
				s.add(t.number(w))
			}
		case "calm":
			t.calm = append(t.calm, rule{steps: t.steps(classes, rest, n+1)})
		default:
			t.alert = append(t.alert, t.rule(classes, head, rest, n+1))
		}
	}
	t.elements, t.scratch = nil, nil
	t.calms, t.alarm = t.index(t.calm), t.index(t.alert)
	return t
}

func (t *table) rule(classes map[string][]string, head string, rest []string, line int) rule {
	r := rule{kind: -1}
	name := strings.TrimRight(head, "-?+!")
	for i, k := range kinds {
		if string(k) == name {
			r.kind = i
		}
	}
	if r.kind < 0 {
		panic(fmt.Sprintf("crisis: rules line %d: no kind %q", line, head))
	}
	switch head[len(name):] {
	case "?":
		r.hint, r.soft = true, true
	case "+":
		r.hint, r.faint, r.soft = true, true, true
	case "-":
		r.soft = true
	case "!":
		r.blunt = true
	}
	r.steps = t.steps(classes, rest, line)
	return r
}

func (t *table) number(w string) uint16 {
	if w == "#" {
		return many
	}
	id, ok := t.vocabulary[w]
	if !ok {
		id = uint16(len(t.vocabulary)) + firstWord
		t.vocabulary[w] = id
	}
	return id
}

// expand resolves "a|b|@class" to words.
func (t *table) expand(classes map[string][]string, s string) []string {
	var out []string
	for w := range strings.SplitSeq(s, "|") {
		if name, ok := strings.CutPrefix(w, "@"); ok {
			members, ok := classes[name]
			if !ok {
				panic("crisis: rules: no class " + w)
			}
			out = append(out, members...)
			continue
		}
		out = append(out, w)
	}
	return out
}

func (t *table) steps(classes map[string][]string, fields []string, line int) []step {
	out := make([]step, 0, len(fields))
	for _, f := range fields {
		switch {
		case f == "^":
			out = append(out, step{kind: stepStart})
		case f == "$":
			out = append(out, step{kind: stepEnd})
		case f[0] == '~':
			n, err := strconv.Atoi(f[1:])
			if err != nil || n < 1 || n > maxGap {
				panic(fmt.Sprintf("crisis: rules line %d: bad gap %q", line, f))
			}
			out = append(out, step{kind: stepGap, gap: n})
		default:
			w, optional := strings.CutSuffix(f, "?")
			s, seen := t.elements[w]
			if !seen {
				t.scratch = t.scratch[:0]
				for _, w := range t.expand(classes, w) {
					if w == "$" {
						s.orEnd = true
						continue
					}
					t.scratch.add(t.number(w))
				}
				s.words = slices.Clone(t.scratch)
				t.elements[w] = s
			}
			s.optional = optional
			out = append(out, s)
		}
	}
	if first(out).kind != stepWord || first(out).optional {
		panic(fmt.Sprintf("crisis: rules line %d: must begin with a word", line))
	}
	return out
}

// first is the first step that consumes a word.
func first(steps []step) step {
	for _, s := range steps {
		if s.kind != stepStart {
			return s
		}
	}
	return step{kind: stepEnd}
}

func (t *table) index(rs []rule) [][]uint16 {
	out := make([][]uint16, len(t.vocabulary)+int(firstWord))
	for n, r := range rs {
		for i, group := range first(r.steps).words {
			for ; group != 0; group &= group - 1 {
				id := i<<6 + bits.TrailingZeros64(group)
				out[id] = append(out[id], uint16(n))
			}
		}
	}
	return out
}

// hush marks the words of harmless phrases.
func (t *table) hush(m *message) {
	for i := range m.words {
		for _, n := range t.calms[m.words[i].id] {
			if end, ok := match(t, m.words, i, t.calm[n].steps, true); ok {
				for j := i; j < end; j++ {
					m.words[j].hushed = true
				}
			}
		}
	}
}

// ruleState is what is known of a rule while one message is weighed.
type ruleState uint8

const (
	untried  ruleState = iota
	possible           // the words it cannot do without occur in the message
	over               // it does not, or the rule has counted already
)

// Two hints count together if they stand in the same sentence or the next, and
// at most this many words apart: in a long text two that have nothing to do
// with each other are no alarm.
const nearWords = 16

// seenHint is where a hint ended; sentences count from 1, and 0 stands for no
// hint yet.
type seenHint struct {
	rule     uint16
	sentence int
	word     int
}

func (h seenHint) near(now seenHint) bool {
	return h.sentence > 0 && h.rule != now.rule && now.sentence-h.sentence <= 1 && now.word-h.word <= nearWords
}

// hints is the last hint of each kind.
type hints struct{ clear, faint [len(kinds)]seenHint }

// join notes a hint, and reports whether it makes an alarm with one before it:
// with a clear one of its kind, and if it is clear itself with any clear one
// and the faint ones of its kind.
func (h *hints) join(r *rule, now seenHint) bool {
	if r.faint {
		h.faint[r.kind] = now
		return h.clear[r.kind].near(now)
	}
	joined := h.faint[r.kind].near(now)
	for _, before := range h.clear {
		joined = joined || before.near(now)
	}
	h.clear[r.kind] = now
	return joined
}

// weigh adds up the points of each kind, sentence by sentence. A plain
// statement counts once a message. Of hints it takes two rules, near each
// other, that do not end on the same word; two faint ones never make an alarm.
func (t *table) weigh(m *message) (points [len(kinds)]int) {
	state := make([]ruleState, len(t.alert))
	var hints hints
	present := make(set, len(t.vocabulary)/64+1)
	for _, w := range m.words {
		present.add(w.id)
	}
	sentence := 0
	for from := 0; from < len(m.words); {
		sentence++
		to := from
		scene, desk, first := false, false, false
		for ; to < len(m.words) && m.words[to].id != stop; to++ {
			w := m.words[to]
			scene = scene || t.scene.has(w.id)
			desk = desk || t.desk.has(w.id)
			first = first || w.id == t.i && !w.quoted
		}
		for i := from; i < to; i++ {
			for _, n := range t.alarm[m.words[i].id] {
				r := &t.alert[n]
				if state[n] == untried {
					state[n] = possible
					if !r.possible(present) {
						state[n] = over
					}
				}
				if state[n] == over || r.soft && (m.laugh || scene) || r.hint && desk {
					continue
				}
				end, ok := match(t, m.words, i, r.steps, r.blunt)
				if !ok || r.hint && m.words[end-1].hint {
					continue
				}
				// In a story only what the writer says of himself counts.
				if scene && (m.words[i].quoted || !first) {
					continue
				}
				if !r.blunt && t.denied(m.words, from, i) {
					continue
				}
				m.words[end-1].hint = true
				if !r.hint {
					state[n] = over
					points[r.kind] += alarm
					continue
				}
				now := seenHint{n, sentence, end}
				if hints.join(r, now) {
					points[r.kind] += alarm
				}
			}
		}
		from = to + 1
	}
	return points
}

// denied reports whether one of the three words before at takes back what
// begins there: "not going to", "would never".
func (t *table) denied(words []word, from, at int) bool {
	for i := at - 1; i >= from && i >= at-3; i-- {
		if t.denial.has(words[i].id) && !t.undenied.has(words[i+1].id) {
			return true
		}
	}
	return false
}

// match tries steps on the words from at on, and says where the match ends.
// Work is bounded by the gaps, which are short. Hushed words count only when
// asked for.
func match(t *table, words []word, at int, steps []step, hushed bool) (int, bool) {
	for n, s := range steps {
		switch s.kind {
		case stepStart:
			if at > 0 && words[at-1].id != stop {
				return 0, false
			}
		case stepEnd:
			if at < len(words) && words[at].id != stop {
				return 0, false
			}
		case stepGap:
			for skip := 0; ; skip++ {
				if end, ok := match(t, words, at+skip, steps[n+1:], hushed); ok {
					return end, true
				}
				if skip == s.gap || at+skip >= len(words) {
					return 0, false
				}
				if id := words[at+skip].id; id == stop || t.denial.has(id) {
					return 0, false
				}
			}
		case stepWord:
			if s.orEnd && (at == len(words) || words[at].id == stop) {
				continue
			}
			if at < len(words) && s.words.has(words[at].id) && (hushed || !words[at].hushed) {
				if s.optional {
					if end, ok := match(t, words, at+1, steps[n+1:], hushed); ok {
						return end, true
					}
					continue
				}
				at++
				continue
			}
			if !s.optional {
				return 0, false
			}
		}
	}
	return at, true
}
