package extract

import "time"

// Limit is how much of a message is read, in bytes. A longer one is a pasted
// document, not something said; the rest of it is passed over.
const Limit = 16 << 10

// Utterance is one message.
type Utterance struct {
	Text    string
	At      time.Time // when it was said; copied to every item, otherwise unused
	Speaker string    // "" is the principal; anybody else only ever yields reports

	// Before is what the same speaker said in the same place just before, and when. It tells only whom
	// "they" or "her" means where Text names nobody who could be meant, and nothing where more than an
	// hour lies between.
	Before   string
	BeforeAt time.Time
}

// together is for how long after a message a pronoun may mean somebody named in it.
const together = time.Hour

// Kind is what an item is for.
type Kind string

const (
	Statement  Kind = "statement"  // a plain declarative with something in it to check
	Fact       Kind = "fact"       // has Subject, Attribute and Value
	Preference Kind = "preference" // Attribute is prefers, likes or dislikes
	Promise    Kind = "promise"    // the principal's own, an open loop; Value is what is to be done
	Decision   Kind = "decision"   // to be proposed, never recorded unasked; Value and perhaps Reason
	Rule       Kind = "rule"       // a standing order to the agent, for the caller to confirm or keep
	Correction Kind = "correction" // takes back something said before; a fact where one was recognised
	Emotion    Kind = "emotion"    // the principal's own, in clear first-person words
)

// Class is the decay class an item starts with (SPEC §13.2).
type Class string

const (
	Emotional   Class = "emotional"
	Operational Class = "operational"
	Location    Class = "location"
	Permanent   Class = "permanent"
	Ephemeral   Class = "ephemeral"
	Standard    Class = "standard"
)

// Me is the principal as a subject.
const Me = "me"

// Item is one thing found. Its words are as said: nothing is rephrased, no
// relative date is resolved, and the date of the message is left to the caller,
// who shows it anyway.
type Item struct {
	Kind Kind
	At   time.Time

	// Text is the sentence to keep, with its source and scepticism inside
	// (SPEC §13.1): You said, not sure of it: "I think Bea works at Monzo."
	Text string

	// Quote is the clause it comes from: message[Start:End].
	Quote      string
	Start, End int

	// Subject is Me, a name, or words such as "my sister" or "Acme's price
	// review"; empty when the message does not say who is meant.
	Subject, Attribute, Value string

	Reason  string   // of a decision: what followed "because"
	Source  string   // whose words these are, where not the principal's: "Priya said …", or Speaker
	Persons []string // names of adults in the quote, in order, without duplicates
	When    Span     // the first time phrase of the quote

	Negated bool
	Leans   bool   // whom it is about stands in the message before (Utterance.Before)
	Ahead   bool   // it is said of a time to come: "from January my boss is Ida"
	Hedge   string // the words that make it unsure: "I think", "maybe", "joking"

	// Of an emotion: −1 (bad) … 1 (good), and 0 … 1.
	Valence, Intensity float64

	Importance float64 // 0 … 1; see weigh
	Class      Class

	// Superseded is never set here. A caller who knows that a later statement
	// replaced this one sets it, and Answer passes over it.
	Superseded bool
}

// Read finds what one message says, in order of appearance. It never guesses:
// what no rule recognises is left out, and is not lost, since the message itself
// is remembered as it is. Questions, orders to the agent, conditions, jokes taken
// back, quoted passages and code yield nothing. It may be called from any number
// of goroutines and costs time linear in the first Limit bytes.
func Read(u Utterance) []Item { return read(u).items }

// read is a reader that has read one message.
func read(u Utterance) *reader {
	text := u.Text
	if len(text) > Limit {
		text = text[:Limit]
	}
	list := sentences(text)
	r := &reader{utterance: u, text: text, plain: !hasCapitalName(list), joking: laughing(text, list)}
	if joke(list) || mocked(list) {
		return r
	}
	for i := 0; i < len(list); i++ {
		if u.Speaker == "" && len(list[i].tokens) > 1 && !handsBack(list[i].tokens) {
			if a, ok := r.attribution(list[i:]); ok {
				r.attributed(a)
				i += a.taken - 1
				continue
			}
		}
		r.sentence(&list[i])
	}
	return r
}

// reader holds what the earlier sentences of a message named.
type reader struct {
	utterance  Utterance
	text       string
	plain      bool // written without capitals, so names cannot be told by them
	joking     bool
	named      []mention
	earlier    []mention // named in the message before, once lookedBack
	lookedBack bool
	leans      bool   // the clause at hand means one of those
	switchedAt int    // where he said so
	switched   string // what he said just now that he has another of: "dentist"
	source     string // whose words are being read: "Priya said their packaging …"
	told       *Span  // the words being read are somebody else's, and stand there in the message with what says so
	items      []Item
}

// mention is somebody or something named so far.
type mention struct {
	name   string
	sex    byte // 'f', 'm' or 0
	person bool
	firm   bool
	minor  bool
}

func (r *reader) mention(m mention) {
	if m.name == "" || m.name == Me {
		return
	}
	for i := range r.named {
		if r.named[i].name == m.name {
			old := &r.named[i]
			old.person, old.minor, old.firm = old.person || m.person, old.minor || m.minor, old.firm || m.firm
			if old.sex == 0 {
				old.sex = m.sex
			}
			return
		}
	}
	if len(r.named) < namedLimit {
		r.named = append(r.named, m)
	}
}

// rename drops "my boss" once her name is known, so that "she" has one meaning.
func (r *reader) rename(name string) {
	for i := range r.named {
		if r.named[i].name == name {
			r.named = append(r.named[:i], r.named[i+1:]...)
			return
		}
	}
}

// namedLimit bounds the search through what a message named, so that a pasted
// telephone book costs no more than its length.
const namedLimit = 64

// resolve finds whom a pronoun means: the one person named so far who fits, or
// nobody when there are two. Where none is, the message before is looked through likewise.
func (r *reader) resolve(pronoun string) (mention, bool) {
	found, n := fitting(r.named, pronoun)
	if n == 0 && r.source != "" && (pronoun == "they" || pronoun == "their") {
		return mention{name: r.source, person: true}, true // who speaks of "their packaging" is one of them
	}
	if n == 0 {
		found, n = fitting(r.namedBefore(), pronoun)
		r.leans = r.leans || n == 1
	}
	return found, n == 1
}

// namedBefore is whom the message before named, if this one follows close upon it. It is read when the first
// pronoun asks, which most messages have none for.
func (r *reader) namedBefore() []mention {
	u := r.utterance
	if gap := u.At.Sub(u.BeforeAt); !r.lookedBack && u.Before != "" && gap >= 0 && gap <= together {
		r.earlier = read(Utterance{Text: u.Before, At: u.BeforeAt, Speaker: u.Speaker}).named
	}
	r.lookedBack = true
	return r.earlier
}

// fitting counts those whom a pronoun may mean, and gives the last of them.
func fitting(named []mention, pronoun string) (found mention, n int) {
	for _, m := range named {
		fits := false
		switch pronoun {
		case "he", "his", "him":
			fits = m.person && m.sex != 'f'
		case "she", "her":
			fits = m.person && m.sex != 'm'
		case "they", "their", "them", "it", "its":
			fits = m.firm && !m.person
		}
		if fits {
			found = m
			n++
		}
	}
	return found, n
}

// known looks a name up among what was named.
func (r *reader) known(name string) (mention, bool) {
	for _, m := range r.named {
		if m.name == name {
			return m, true
		}
	}
	return mention{}, false
}

func (r *reader) slice(toks []token, from, to int) string {
	if from >= to || to > len(toks) {
		return ""
	}
	return r.text[toks[from].start:toks[to-1].end]
}

// joke reports a message that takes itself back.
func joke(list []sentence) bool {
	for _, s := range list {
		for i, t := range s.tokens {
			switch t.low {
			case "jk", "j/k", "/s":
				return true
			case "kidding", "joking":
				if i == 0 || s.tokens[i-1].low != "half" && s.tokens[i-1].low != "not" && s.tokens[i-1].low != "n't" {
					return true
				}
			}
		}
	}
	return false
}

// laughing reports marks that make what is said doubtful without taking it back.
func laughing(text string, list []sentence) bool {
	for _, s := range list {
		for _, t := range s.tokens {
			switch t.low {
			case "lol", "haha", "hahaha", "lmao", "rofl", "joking", "xd":
				return true
			}
		}
	}
	for i := 0; i+1 < len(text); i++ {
		if text[i] == ';' && (text[i+1] == ')' || i+2 < len(text) && text[i+1] == '-' && text[i+2] == ')') {
			return true
		}
	}
	return false
}

func hasCapitalName(list []sentence) bool {
	for _, s := range list {
		for i, t := range s.tokens {
			if t.capital && t.low != "i" && (i > 0 || !opens[t.low]) {
				return true
			}
		}
	}
	return false
}
