package critique

import (
	_ "embed"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"citadel/brain/linear"
)

// Beside the rules stands what was learned from sentences: a deed, a life or pressure told in words
// that no table foresaw. It speaks only where it is surer than it ever was of an honest sentence it
// had not learned from, since an honest sentence must not go; and what the rules take for a claim
// stays where it is sure of the contrary.

//go:generate go test -count=1 -run ^TestSense$ -update .

//go:embed sense.txt
var senseText string

// kept is the answer for what may be said.
const kept = "keep"

// senses are the answers that can be learned.
var senses = []string{kept, string(Deed), string(Body), string(Persuasion)}

// sense is what was learned, with the number of every answer.
type sense struct {
	model *linear.Model
	keep  int
	kinds []struct {
		kind   Kind
		number int
	}
}

var sensed = sync.OnceValue(func() *sense {
	s, err := readSense(senseText)
	if err != nil {
		panic(err) // it is part of the program
	}
	return s
})

// readSense reads what TestSense writes.
func readSense(text string) (*sense, error) {
	m, err := linear.Read(text, senses)
	if err != nil {
		return nil, err
	}
	s := &sense{model: m}
	for i, name := range m.Answers() {
		if name == kept {
			s.keep = i
			continue
		}
		s.kinds = append(s.kinds, struct {
			kind   Kind
			number int
		}{Kind(name), i})
	}
	return s, nil
}

// judge is the likeliest kind of a sentence, and by how much it is likelier that it is of any kind
// than of none, in hundredths of a unit of log odds: "I'll be at my sister's" may be a life or a
// deed, and is not in doubt for that.
func (s *sense) judge(sentence string, words []string) (kind Kind, lead int32) {
	tally := s.model.Tally()
	eachFelt(sentence, words, func(f linear.Feature) { tally.Count(f) })
	keep := tally.Points(s.keep)
	var most int32
	for i, k := range s.kinds {
		by := tally.Points(k.number) - keep
		if i == 0 {
			kind, lead, most = k.kind, by, by
			continue
		}
		if by > most {
			kind, most = k.kind, by
		}
		lead = eitherOf(lead, by)
	}
	return kind, lead
}

// eitherOf is the log odds of one or the other of two, in hundredths of a unit: ln(e^a + e^b).
func eitherOf(a, b int32) int32 {
	by := max(a, b) - min(a, b)
	if i := int(by) / eitherStep; i < len(eitherGain) {
		return max(a, b) + eitherGain[i]
	}
	return max(a, b)
}

// eitherGain is what the lesser adds, 100·ln(1+e^-d), in steps of d. It is written down because what
// is computed must be the same on every machine.
var eitherGain = [...]int32{69, 47, 31, 20, 13, 8, 5, 3, 2, 1}

const eitherStep = 50

// sure is the lead from which a sentence is taken for a claim, vague what it has to be surer where
// nobody is spoken of who could have a body or be held, and unsure the lead below which what the rules
// say is not believed. The first was chosen where hardly an honest twin of TestStrangers is taken for
// one, and lower for a deed: that is doubted beside the answer, while what else is claimed goes. The
// last was chosen where about half of the false alarms of the rules are gone, and one in seventy of the
// claims that they catch.
var sure = map[Kind]int32{Deed: 240, Body: 390, Persuasion: 380}

const vague = 200

const unsure = -200

// longest is how many words a sentence may have for what was learned to speak alone: what is claimed
// is said shortly, and in a long one many little signs add up to nothing.
const longest = 16

// weigh is what is made of a sentence in which the rules found a kind, or "", where a deed takes a lead.
func (s *sense) weigh(found Kind, sentence string, words []string, deed int32) Kind {
	if found == "" && (tells(words) || offers(words) || introduces(sentence) || rests(sentence, words)) {
		return ""
	}
	if found != "" || len(words) <= longest {
		kind, lead := s.judge(sentence, words)
		switch {
		case found != "" && lead < unsure:
			found = ""
		case found == "" && lead > least(kind, sentence, words, deed):
			return kind
		}
	}
	if found == "" && s.clauseDone(sentence, deed) {
		return Deed
	}
	return found
}

// least is the lead from which a sentence is taken for a claim of a kind. One that speaks of the reader
// and not of the one who answers tells of the reader's body and day, whatever is seen in it.
func least(kind Kind, sentence string, words []string, deed int32) int32 {
	self := slices.ContainsFunc(words, func(w string) bool { return persons[w] && w != "you" && w != "your" })
	reader := slices.Contains(words, "you") || slices.Contains(words, "your")
	switch {
	case kind == Deed && done(sentence, words):
		return min(deed, sureOfDone)
	case kind == Deed:
		return deed
	case kind == Body && reader && !self:
		return math.MaxInt32
	case !self && !reader:
		return sure[kind] + vague
	}
	return sure[kind]
}

// tells says whether a sentence tells of somebody else's words.
func tells(words []string) bool {
	for i, w := range words {
		switch {
		case !retold[w]:
		case i == 0:
			if w != "wrote" && w != "asked" { // "Wrote to all three": I did
				return true
			}
		case w == "claim" || w == "claims": // "the insurance claim" is a thing
			if claimants[words[i-1]] {
				return true
			}
		case words[i-1] != "not" && words[i-1] != "last" && words[i-1] != "never":
			return true
		}
	}
	return false
}

// introduces says whether a sentence names somebody's message and then gives it, without quotation
// marks: "Marek, in his mail of 2 Nov: the room is booked".
func introduces(sentence string) bool {
	before, _, found := strings.Cut(sentence, ":")
	return found && slices.ContainsFunc(voiceWords(before), func(w string) bool { return messages[w] })
}

// offers says whether a sentence offers something, or asks for what is missing, on a condition: "If
// you have another date, please tell me".
func offers(words []string) bool {
	return words[0] == "if" && slices.ContainsFunc(words, func(w string) bool { return asking[w] })
}

// asking are words by which something is asked for, and retold those by which somebody else's words are
// told.
var asking = wordSet("tell ask say send paste show know free")

// messages are what somebody else's words stand in.
var messages = wordSet("mail email letter message note post reply text voicemail transcript minutes")

// claimants stand before a claim that is made, not one that is filed.
var claimants = wordSet("you he she they who it people some others their")

var retold = wordSet("said wrote says writes write asked asks claims claim claimed whether according")

// The sorts of features of a sentence. The letters stand in sense.txt.
const (
	feltWord   byte = 'w' // a word
	feltClass  byte = 'c' // a class of words, as the tables have them
	feltTwo    byte = 'b' // two words
	feltKinds  byte = 'k' // two kinds
	feltThree  byte = 't' // three kinds
	feltBegin  byte = 'o' // the first one, two or three kinds
	feltEnd    byte = 'e' // the last two kinds
	feltPerson byte = 'p' // whoever is spoken of, with the two kinds behind it
	feltShape  byte = 'x' // length, marks, figures
	feltGround byte = 'g' // where the sentence has it from, and with what it begins (frame.go)
	feltFrame  byte = 'f' // who did what a verb tells, and where the sentence has it from
	feltAfter  byte = 'a' // who did it, and what follows the verb
	feltStem   byte = 's' // a word without its ending
)

// maxFelt is how many words of a sentence are looked at.
const maxFelt = 60

// little are the words that count as themselves beside others.
var little = wordSet(`i you he she it we they me him her us them my your his its our their mine yours a an the this that these those one some any no none nobody nothing
	everyone everybody all both am is are was were be been being have has had do does did will would can could shall should may might must not never just already
	now then here there to of in on at for from with by about into out up down off over as if when while before after until unless once since because but and or so
	who what where why how which only else more than too also yet still again please let get got go going said wrote says say`)

// persons are those of whom a sentence may speak.
var persons = wordSet("i me my we us our you your")

// kindsOfWords are what words count as beside others, by hash, where a table knows them: of several
// the first.
var kindsOfWords = sync.OnceValue(func() map[string]uint32 {
	a, of := actsOf(), map[string]uint32{"": linear.Hash("@quoted")}
	for w := range little {
		of[w] = linear.Hash(w)
	}
	for _, k := range []struct {
		name  string
		words map[string]bool
	}{
		{"@either", either}, {"@thought", thought}, {"@sayable", sayable}, {"@mine", ofMine}, {"@written", paper},
		{"@acted", a.past}, {"@acting", a.going}, {"@act", a.base}, {"@past", irregular}, {"@thing", dealtWith()},
	} {
		for w := range k.words {
			if _, known := of[w]; !known {
				of[w] = linear.Hash(k.name)
			}
		}
	}
	return of
})

// dealtWith are what deeds are done to, as deeds.txt has them.
func dealtWith() map[string]bool {
	all := map[string]bool{}
	for line := range strings.Lines(deedsText) {
		if words, ok := strings.CutPrefix(line, "@item:"); ok {
			maps.Copy(all, wordSet(words))
		} else if words, ok := strings.CutPrefix(line, "@outer:"); ok {
			maps.Copy(all, wordSet(words))
		}
	}
	return all
}

var (
	kindNumber = linear.Hash("@number")
	kindPast   = linear.Hash("@past")
	kindGoing  = linear.Hash("@going")
	kindOther  = linear.Hash("@other")
)

// kindOfWord is what a word counts as beside others.
func kindOfWord(w string, known map[string]uint32) uint32 {
	if k, ok := known[w]; ok {
		return k
	}
	switch {
	case w[0] >= '0' && w[0] <= '9':
		return kindNumber
	case len(w) > 4 && strings.HasSuffix(w, "ed"):
		return kindPast
	case len(w) > 5 && strings.HasSuffix(w, "ing"):
		return kindGoing
	}
	return kindOther
}

// eachFelt calls f with every feature of a sentence, some more than once.
func eachFelt(sentence string, words []string, f func(linear.Feature)) {
	words = words[:min(len(words), maxFelt)]
	known, t := kindsOfWords(), voices()
	see := func(sort byte, a, b, c uint32) { f(linear.Feature{Sort: sort, A: a, B: b, C: c}) }
	const edge = "^"
	var kinds [maxFelt]uint32
	before := linear.Hash(edge)
	for i, w := range words {
		kinds[i] = kindOfWord(w, known)
		here := linear.Hash(w)
		see(feltWord, here, 0, 0)
		see(feltTwo, before, here, 0)
		for _, c := range t.classes[w] {
			see(feltClass, c, 0, 0)
		}
		before = here
	}
	k := kinds[:len(words)]
	for i := range k {
		if i > 0 {
			see(feltKinds, k[i-1], k[i], 0)
		}
		if i > 1 {
			see(feltThree, k[i-2], k[i-1], k[i])
		}
		if persons[words[i]] {
			for j := i + 1; j < min(i+5, len(k)); j++ {
				see(feltPerson, k[i], k[j], 0)
			}
		}
	}
	var open [3]uint32
	for i := range min(len(k), len(open)) {
		open[i] = k[i]
		see(feltBegin, open[0], open[1], open[2])
	}
	if n := len(k); n > 1 {
		see(feltEnd, k[n-2], k[n-1], 0)
	}
	eachShape(sentence, words, see)
	eachFrame(sentence, words, see)
}

// eachShape tells what no single word says.
func eachShape(sentence string, words []string, see func(sort byte, a, b, c uint32)) {
	shape := func(name string) { see(feltShape, linear.Hash(name), 0, 0) }
	switch n := len(words); {
	case n < 3:
		shape("few")
	case n < 6:
		shape("some")
	case n < 10:
		shape("many")
	default:
		shape("long")
	}
	for _, mark := range [...]string{"?", "!", ":", ",", ";"} {
		if strings.Contains(sentence, mark) {
			shape(mark)
		}
	}
	i, you, figure := false, false, false
	for _, w := range words {
		i = i || w == "i" || w == "me" || w == "my"
		you = you || w == "you" || w == "your"
		figure = figure || w != "" && w[0] >= '0' && w[0] <= '9'
	}
	who := "nobody"
	switch {
	case i && you:
		who = "both"
	case i:
		who = "mine"
	case you:
		who = "yours"
	}
	shape(who)
	if figure {
		shape("figure")
	}
	if named(sentence) {
		shape("named")
		see(feltShape, linear.Hash(who), linear.Hash("named"), 0)
	}
	if strings.Contains(sentence, "?") {
		see(feltShape, linear.Hash(who), linear.Hash("asked"), 0)
	}
}

// root is a word without its ending, roughly, so that "book", "booked" and "booking" are one.
func root(w string) string {
	for _, ending := range [...]string{"'s", "ing", "ed", "es", "s", "e"} {
		if rest, ok := strings.CutSuffix(w, ending); ok && len(rest) > 2 {
			w = rest
			break
		}
	}
	if n := len(w); n > 3 && w[n-1] == w[n-2] {
		w = w[:n-1]
	}
	return w
}

// named says whether a word within a sentence has a capital, as names have.
func named(sentence string) bool {
	for i := 2; i < len(sentence); i++ {
		if c := sentence[i]; c >= 'A' && c <= 'Z' && sentence[i-1] == ' ' && !strings.ContainsRune(".?!:", rune(sentence[i-2])) &&
			(c != 'I' || i+1 < len(sentence) && sentence[i+1] >= 'a' && sentence[i+1] <= 'z') {
			return true
		}
	}
	return false
}
