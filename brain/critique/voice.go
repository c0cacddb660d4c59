package critique

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"citadel/brain/linear"
)

// What only a person can say of itself, what is said to keep somebody here, and what claims
// that something was or will be done, goes, the whole sentence with it (MESSAGES 8 and 11;
// TRUST, Hidden persuasion). The patterns and
// their notation are in voice.txt. What stands in quotation marks or code is somebody
// else's voice; so is a block quote.

// voice.txt names what models say most; deeds.txt, life.txt and pull.txt name the classes of what
// such sentences are made of.
var (
	//go:embed voice.txt
	voiceText string
	//go:embed deeds.txt
	deedsText string
	//go:embed life.txt
	lifeText string
	//go:embed pull.txt
	pullText string
)

var voices = sync.OnceValue(func() *voiceTable { return compileVoices(voiceText + lifeText + pullText + deedsText) })

// voiceTable is voice.txt, compiled: what each word means to it.
type voiceTable struct {
	words    map[string]*voiceWord
	patterns int
	classes  map[string][]uint32 // of a word: the sets it is in, by the hashes of their names
}

// voiceWord is a word that patterns name.
type voiceWord struct {
	alert []*voicePattern // that can begin with it
	calm  []*voicePattern
	keys  []*voicePattern // that cannot match a sentence without it, or one like it
}

// voicePattern is one line of the table.
type voicePattern struct {
	id    int
	kind  Kind
	start bool // only at the beginning of a sentence
	keyed bool // see voiceWord
	steps []voiceStep
}

// voiceStep is one element of a pattern.
type voiceStep struct {
	words    map[string]bool // any of these; nil is any word at all
	optional bool
	least    int // how often, for runs and gaps
	most     int
	end      bool // the end of the sentence
}

// maxRun bounds a run of words of one set, and with it the work of a match.
const maxRun = 8

// denials stand in no gap: "I will never be lonely" is no lament.
var denials = map[string]bool{"not": true, "never": true, "no": true, "nor": true, "cannot": true, "without": true, "neither": true}

// leading may stand before what begins a sentence, and trailing behind what ends it.
var (
	leading = wordSet("oh well so and but please hey no wait aw ah ok okay honestly also then yes sure fine hm hmm now listen look right " +
		"sorry sam dear friend just maybe perhaps actually by the way of course")
	trailing = wordSet("please though you know honestly today again ok okay right then now my friend dear")
	reported = wordSet("said wrote says writes")
	supposed = wordSet("if imagine suppose though unless whether")
	// untold stand before "I" where nothing is claimed to be done: questions, suppositions.
	untold = wordSet("is are if imagine suppose though unless whether had have did do should shall can could will would may might am was when once until till before after " +
		"think thought believe hope wish pretend say claim claimed")
)

// voiced says why a sentence must not be said, "" if it may.
func voiced(sentence string) Kind { return voicedAt(sentence, sure[Deed]) }

// voicedAt is the same where a deed takes a lead.
func voicedAt(sentence string, deed int32) Kind {
	words := voiceWords(sentence)
	if len(words) == 0 {
		return ""
	}
	return sensed().weigh(ruled(words), sentence, words, deed)
}

// ruled is what the rules make of the words of a sentence.
func ruled(words []string) Kind {
	t := voices()
	begin := 0
	for begin < len(words)-1 && leading[words[begin]] {
		begin++
	}
	told := lastTold(words)
	possible := make([]bool, t.patterns)
	entries := make([]*voiceWord, len(words))
	for i, w := range words {
		if entries[i] = t.words[w]; entries[i] == nil {
			continue
		}
		for _, p := range entries[i].keys {
			possible[p.id] = true
		}
	}
	for i, e := range entries {
		if e == nil {
			continue
		}
		for _, p := range e.alert {
			if p.keyed && !possible[p.id] || p.start && i != 0 && i != begin || !matchSteps(p.steps, words[i:]) {
				continue
			}
			if i > 0 && (reported[words[i-1]] || p.kind == Body && supposed[words[i-1]] || p.kind == Deed && untold[words[i-1]]) ||
				i > 1 && reported[words[i-2]] && words[i-1] == "that" || p.kind == Deed && (explains(words[:i]) || i < told) {
				continue
			}
			if !slices.ContainsFunc(e.calm, func(q *voicePattern) bool { return matchSteps(q.steps, words[i:]) }) {
				return p.kind
			}
		}
	}
	switch {
	case acted(words) || hasDone(words):
		return Deed
	case lives(words):
		return Body
	}
	return ""
}

// explains says whether what follows tells what the house does when something is typed:
// "Type `remind me ...` and I will remind you" is help and no claim.
func explains(before []string) bool {
	before = before[max(0, len(before)-maxExplained):]
	return slices.ContainsFunc(before, func(w string) bool { return w == "type" || w == "typing" })
}

// lastTold is where a sentence last names who said it ("..., Lena wrote on 3 Nov"), 0 if nowhere:
// what stands before is somebody else's claim.
func lastTold(words []string) int {
	for i := len(words) - 1; i > 0; i-- {
		if reported[words[i]] && words[i-1] != "i" || words[i] == "per" {
			return i
		}
	}
	return 0
}

// maxExplained bounds how far back is looked for it, in words.
const maxExplained = 24

// matchSteps says whether words begin with a pattern.
func matchSteps(steps []voiceStep, words []string) bool {
	if len(steps) == 0 {
		return true
	}
	s := steps[0]
	if s.end {
		return !slices.ContainsFunc(words, func(w string) bool { return !trailing[w] })
	}
	if s.optional && matchSteps(steps[1:], words) {
		return true
	}
	for n := 0; n <= s.most; n++ {
		if n >= s.least && matchSteps(steps[1:], words[n:]) {
			return true
		}
		if n == len(words) || s.words != nil && !s.words[words[n]] || s.words == nil && denials[words[n]] {
			return false
		}
	}
	return false
}

// voiceWords are the words of a sentence in lower case, without what is quoted or code,
// and with short forms written out.
func voiceWords(s string) []string {
	quiet := newClosers(s, codeSpans(s))
	var words []string
	for i := 0; i < len(s); {
		if end := quiet.others(i); end > i {
			if words = append(words, ""); len(words) > 1 && words[len(words)-2] == "" {
				words = words[:len(words)-1]
			}
			i = end
			continue
		}
		n := wordAt(s[i:])
		if n == 0 {
			i++
			continue
		}
		start := i
		for i < len(s) {
			k := wordAt(s[i:])
			if k == 0 {
				if a := quoteSign(s[i:]); a > 0 && wordAt(s[i+a:]) > 0 {
					k = a
				}
			}
			if k == 0 {
				break
			}
			i += k
		}
		words = appendWord(words, strings.ReplaceAll(strings.ToLower(s[start:i]), "’", "'"))
	}
	return words
}

// others is where somebody else's words that begin at i are over, or i: code, quotations
// and the addresses of links.
func (c *closers) others(i int) int {
	if at := c.code.around(i); at != nil {
		return at.end
	}
	if c.s[i] == '(' && i > 0 && c.s[i-1] == ']' {
		if end, ok := c.round[i]; ok {
			return end + 1
		}
	}
	return c.quotation(i)
}

// appendWord adds a word, written out where it is a short form.
func appendWord(words []string, w string) []string {
	switch w {
	case "im":
		return append(words, "i", "am")
	case "ive":
		return append(words, "i", "have")
	case "dont":
		return append(words, "do", "not")
	case "cant", "cannot", "can't":
		return append(words, "can", "not")
	case "wont", "won't":
		return append(words, "will", "not")
	case "youre":
		return append(words, "you", "are")
	case "let's":
		return append(words, "let", "us")
	}
	for _, short := range [...][2]string{{"n't", "not"}, {"'m", "am"}, {"'re", "are"}, {"'ve", "have"}, {"'ll", "will"}, {"'d", "would"}, {"'s", "is"}} {
		if rest, ok := strings.CutSuffix(w, short[0]); ok && rest != "" {
			return append(words, rest, short[1])
		}
	}
	return append(words, strings.Trim(w, "_"))
}

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// compileVoices reads the notation described at the head of voice.txt. It panics on a line
// it cannot read: the table is part of the program.
func compileVoices(text string) *voiceTable {
	t := &voiceTable{words: map[string]*voiceWord{}}
	word := func(w string) *voiceWord {
		if t.words[w] == nil {
			t.words[w] = &voiceWord{}
		}
		return t.words[w]
	}
	sets := map[string]map[string]bool{}
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		name, words, ok := strings.Cut(strings.TrimSpace(line), ":")
		switch {
		case strings.TrimSpace(line) == "":
			continue
		case !ok:
			panic("voice.txt: not a line of the table: " + line)
		case name[0] == '@':
			if sets[name] == nil {
				sets[name] = map[string]bool{}
			}
			for _, w := range strings.Fields(words) {
				sets[name][w] = true
			}
			continue
		}
		p := &voicePattern{id: t.patterns, kind: Kind(name)}
		t.patterns++
		calm := name == "calm"
		if !calm && p.kind != Body && p.kind != Persuasion && p.kind != Deed {
			panic("voice.txt: no such kind: " + line)
		}
		for _, f := range strings.Fields(words) {
			if f == "^" {
				p.start = true
				continue
			}
			p.steps = append(p.steps, voiceStepOf(f, sets))
		}
		for i := range p.steps {
			first := p.steps[i]
			if first.words == nil {
				panic("voice.txt: it begins with anything: " + line)
			}
			for w := range first.words {
				if e := word(w); calm {
					e.calm = append(e.calm, p)
				} else {
					e.alert = append(e.alert, p)
				}
			}
			if !first.optional && first.least > 0 {
				break
			}
		}
		if key := p.key(); key != nil {
			p.keyed = true
			for w := range key {
				word(w).keys = append(word(w).keys, p)
			}
		}
	}
	t.classes = classesOf(sets)
	return t
}

// classesOf turns sets of words over: for every word the sets it is in, in the order of their names.
func classesOf(sets map[string]map[string]bool) map[string][]uint32 {
	of := map[string][]uint32{}
	for _, name := range slices.Sorted(maps.Keys(sets)) {
		for w := range sets[name] {
			of[w] = append(of[w], linear.Hash(name))
		}
	}
	return of
}

// everyday are the words that no pattern is looked for by.
var everyday = wordSet("i you me my we us it a an the to of on in at for and that this with from am is are was were be been have has had " +
	"will would can could do did not up so all if when")

// key is the rarest set of words that a sentence must hold one of for the pattern to match
// it; nil where all are everyday words.
func (p *voicePattern) key() map[string]bool {
	var best map[string]bool
	for _, s := range p.steps {
		if s.words == nil || s.optional || s.least == 0 || s.end {
			continue
		}
		common := false
		for w := range s.words {
			common = common || everyday[w]
		}
		if !common && (best == nil || len(s.words) < len(best)) {
			best = s.words
		}
	}
	return best
}

func voiceStepOf(f string, sets map[string]map[string]bool) voiceStep {
	if f == "$" {
		return voiceStep{end: true}
	}
	s := voiceStep{least: 1, most: 1}
	if rest, ok := strings.CutPrefix(f, "~"); ok {
		var n int
		if _, err := fmt.Sscan(rest, &n); err != nil || n < 1 || n > maxRun {
			panic("voice.txt: not a gap: " + f)
		}
		return voiceStep{most: n}
	}
	if rest, ok := strings.CutPrefix(f, "*"); ok {
		f, s.least, s.most = rest, 0, maxRun
	}
	if rest, ok := strings.CutSuffix(f, "?"); ok {
		f, s.optional = rest, true
	}
	s.words = map[string]bool{}
	for w := range strings.SplitSeq(f, "|") {
		if w[0] != '@' {
			s.words[w] = true
			continue
		}
		if sets[w] == nil {
			panic("voice.txt: no such set: " + w)
		}
		for x := range sets[w] {
			s.words[x] = true
		}
	}
	return s
}

// voice takes the sentences out of the words of a line that must not be said.
func (m *machine) voice(body string) string {
	var out []byte
	end, cut := 0, false
	for _, s := range sentences(body) {
		kind := voiced(body[s.start:s.end])
		m.deeds = m.deeds || kind == Deed
		if kind != "" && kind != Deed {
			m.take(kind, body[s.start:s.end])
			cut = true
		} else {
			if len(out) > 0 {
				out = append(out, body[end:s.start]...)
			}
			out = append(out, body[s.start:s.end]...)
		}
		end = s.end
	}
	if !cut {
		return body
	}
	left := string(out)
	if strings.Count(body, "**")%2 == 0 && strings.Count(left, "**")%2 == 1 {
		left = strings.ReplaceAll(left, "**", "") // half of a pair went
	}
	return left
}
