package extract

import "strings"

// What somebody else said keeps being his, wherever in a message it is told whose it is: before it ("Ana wrote
// me: I live in Faro"), behind it ("Ana lives in Faro, Tom says"), or in the sentence after ("Tom told me.").
// There "I" is whoever speaks. What is told to be the agent's own words is nobody's evidence (SPEC §13.5).

// attributed are words with a clause beside them that says whose they are, and nothing else.
type attributed struct {
	words  []sentence
	source string
	start  int // where both begin, in the message
	end    int // where both end; zero where that is the end of each sentence
	taken  int // how many sentences they are
}

// Somebody is whose words those are of which nobody says whose they are.
const Somebody = "somebody"

// farthest is how long such a clause may be, in words.
const farthest = 8

// attribution reads whose words a message goes on with.
func (r *reader) attribution(list []sentence) (a attributed, ok bool) {
	s, t := list[0], list[0].tokens
	a = attributed{start: t[0].start, taken: 1}
	take := func(from, to int) { a.words = []sentence{{tokens: t[from:to], end: s.end, question: s.question}} }
	for i := 1; i < len(t)-1 && i <= farthest; i++ {
		if t[i].kind != colon && t[i].kind != comma {
			continue
		}
		if a.source, ok = r.speaks(t[:i], t[i].kind == colon); !ok {
			continue
		}
		if take(i+1, len(t)); t[i].kind == colon { // he goes on to the end of the line
			for ; a.taken < len(list) && !strings.Contains(r.text[list[a.taken-1].end:list[a.taken].tokens[0].start], "\n"); a.taken++ {
				a.words = append(a.words, list[a.taken])
			}
		}
		return a, true
	}
	if s.question {
		return a, false
	}
	for i := len(t) - 2; i > 0 && len(t)-i <= farthest; i-- {
		if t[i].kind != comma {
			continue
		}
		if a.source, ok = r.speaks(unpunctuated(t[i+1:]), false); ok {
			a.end = s.end
			take(0, i)
			return a, true
		}
	}
	if len(list) > 1 && !list[1].question {
		if a.source, ok = r.speaks(unpunctuated(list[1].tokens), false); ok {
			a.end, a.taken = list[1].end, 2
			take(0, len(t))
			return a, true
		}
	}
	return a, false
}

// unpunctuated is a clause without the marks behind it.
func unpunctuated(t []token) []token {
	for len(t) > 0 && t[len(t)-1].kind >= comma {
		t = t[:len(t)-1]
	}
	return t
}

// speaks reads a clause that says who speaks and nothing of what he says: "Ben says", "wrote my aunt", "you just
// told me", "according to Tom", "that's what Tom says", "I was told". Before a colon also what is spoken names the
// speaker: "Tom's message", "the mail".
func (r *reader) speaks(t []token, colon bool) (who string, ok bool) {
	for len(t) > 0 {
		_, n := phraseAt(t, 0, leads)
		if n == 0 {
			_, n = phraseOf(t, introductions)
		}
		if n == 0 {
			break
		}
		t = t[n:]
	}
	if len(t) < 2 || len(t) > farthest {
		return "", false
	}
	switch {
	case t[0].low == "according" && t[1].low == "to":
		return r.everyWord(t[2:])
	case t[0].low == "per" || colon && t[0].low == "from":
		return r.everyWord(t[1:])
	case t[0].low == "i" && t[len(t)-1].low != "i":
		for _, w := range t[1 : len(t)-1] {
			if !adverbs[w.low] && formOf(w.low) != auxiliary && w.low != "'m" && w.low != "'ve" {
				return "", false
			}
		}
		last, before := t[len(t)-1].low, t[len(t)-2].low
		return Somebody, last == "hear" || last == "heard" || last == "told" && (before == "was" || before == "'m" || before == "am")
	case voices[t[0].low]: // says Tom
		return r.everyWord(t[1:])
	}
	if who, n := r.speaker(t, 0); n > 0 {
		if n < len(t) && t[n].low == "'s" && utterances[t[len(t)-1].low] && colon {
			return who, len(t)-n <= 3
		}
		for n < len(t) && (adverbs[t[n].low] || t[n].low == "has" || t[n].low == "have" || t[n].low == "'ve" || t[n].low == "'s" || t[n].low == "did") {
			n++
		}
		if n+1 < len(t) && t[n].low == "was" && t[n+1].low == "like" {
			return who, colon && n+2 == len(t)
		}
		return who, n < len(t) && (voices[t[n].low] || who == You && saying[t[n].low]) && addressed(t[n+1:], colon)
	}
	if colon { // the mail, your last answer, a message from Tom, forwarded from Tom
		for i := 1; i < len(t)-1; i++ {
			if t[i].low == "from" && (utterances[t[i-1].low] || t[i-1].low == "forwarded" || t[i-1].low == "copied") {
				return r.everyWord(t[i+1:])
			}
		}
		last := t[len(t)-1].low
		switch t[0].low {
		case "your":
			return You, utterances[last] || last == "memory"
		case "the", "his", "her", "their", "this", "that":
			return Somebody, utterances[last] || len(t) > 2 && utterances[t[1].low] && voices[t[2].low] && len(t) == 3
		}
	}
	return "", false
}

// addressed says whether nothing stands behind a verb of saying but to whom, when and how it was said. Before a colon
// also a few words that are no verb may.
func addressed(t []token, colon bool) bool {
	for _, w := range t {
		if !addressees[w.low] && !adverbs[w.low] && !relativeDays[w.low] && !days[w.low] && (!colon || formOf(w.low) != noVerb || w.low == "i") {
			return false
		}
	}
	return len(t) <= 4
}

// everyWord reads a speaker who takes up all of t.
func (r *reader) everyWord(t []token) (string, bool) {
	who, n := r.speaker(t, 0)
	return who, n > 0 && n == len(t)
}

// speaker reads who may have said something, and where his name ends; not the principal.
func (r *reader) speaker(t []token, i int) (string, int) {
	if i >= len(t) {
		return "", 0
	}
	switch t[i].low {
	case "you", "citadel":
		return You, i + 1
	case "he", "she", "they", "him", "her", "them":
		if m, ok := r.resolve(t[i].low); ok && m.name != "" {
			return m.name, i + 1
		}
		return Somebody, i + 1
	case "somebody", "someone", "people", "everybody", "everyone":
		return Somebody, i + 1
	case "the", "my", "our":
		end := i + 1
		for end < len(t) && end <= i+3 && t[end].kind == word && !voices[t[end].low] && !adverbs[t[end].low] && t[end].low != "'s" && !utterances[t[end].low] && formOf(t[end].low) != auxiliary {
			end++
		}
		switch {
		case end == i+1 && end < len(t) && utterances[t[end].low] && t[i].low == "the":
			return r.slice(t, end, end+1), end + 1
		case end == i+1 || utterances[t[end-1].low]:
			return "", 0
		case t[i].low == "the":
			return r.slice(t, i+1, end), end
		}
		return t[i].low + " " + r.slice(t, i+1, end), end
	}
	name, end := r.nameAt(t, i)
	if end == i && t[i].capital && t[i].kind == word && !opens[t[i].low] && end+1 < len(t) && voices[t[end+1].low] { // "Ben" alone heads a line
		name, end = r.slice(t, i, i+1), i+1
	}
	if name == "" {
		return "", 0
	}
	return name, end
}

var (
	introductions = []string{"at least", "as", "like", "or so", "or", "that 's what", "that is what", "this is what", "here 's what", "here is what", "what"}
	// voices are verbs that do nothing but say.
	voices = union(sayings, words("put goes sang asked answered answers shouted whispered posted tweeted sent reads states stated"))
	// utterances are what is said or written.
	utterances = words("message messages mail email e-mail letter note words text post reply answer statement comment caption tweet voicemail status quote article report page website book paper")
	addressees = words("me us him her them that this it so to in back in via by mail email text phone message")
)

func union(sets ...map[string]bool) map[string]bool {
	all := map[string]bool{}
	for _, set := range sets {
		for w := range set {
			all[w] = true
		}
	}
	return all
}

// attributed reads what others are said to have said, as theirs; of the agent's own words nothing.
func (r *reader) attributed(a attributed) {
	if a.source == You {
		return
	}
	r.mention(mention{name: a.source, person: a.source != Somebody})
	for _, s := range a.words {
		if len(s.tokens) == 0 || s.question {
			continue
		}
		quote := Span{Start: a.start, End: s.end}
		if a.end > 0 {
			quote.End = a.end
		}
		his := reader{utterance: Utterance{At: r.utterance.At, Speaker: a.source}, text: r.text, plain: r.plain, joking: r.joking, named: r.named, earlier: r.namedBefore(), lookedBack: true, told: &quote}
		his.sentence(&s)
		c := clause{start: quote.Start, end: quote.End, toks: s.tokens, all: s.tokens}
		if len(his.items) == 0 && !his.unfit(&c, subject{name: a.source}) && len(s.tokens) > 1 {
			his.add(&c, Item{Kind: Statement, Subject: a.source})
		}
		r.items, r.named = append(r.items, his.items...), his.named
	}
}
