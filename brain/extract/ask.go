package extract

import "strings"

// Answer kinds: what a question wants to hear.
type Expected string

const (
	Place  Expected = "place"
	Date   Expected = "date"
	Person Expected = "person"
	Name   Expected = "name" // of a person or a firm
	Amount Expected = "amount"
	YesNo  Expected = "yes/no"
	List   Expected = "list"
	Reason Expected = "reason"
	Report Expected = "report" // what somebody said
	Text   Expected = "text"
)

// Question is what a question asks for. Empty fields are not told by it.
type Question struct {
	Text      string
	Subjects  []string // as in Item.Subject
	Attribute string   // as in Item.Attribute, "who" for "who is X", or a kind of item: promise, decision, rule, feeling
	Sort      string   // what sort of thing: car of "what car do I have"
	Value     string   // what "does Ana live in Porto" wants confirmed
	Speaker   string   // whose words are asked for: Me, You or a name; of a Report empty where it is asked who said it
	To        string   // to whom they were said
	Topic     string   // what they are about
	When      Span     // time words, raw
	Expects   Expected
}

// askLeads come before the question proper.
var askLeads = []string{
	"can you tell me", "could you tell me", "can you remind me", "do you happen to know", "do you know", "do you remember", "do you recall",
	"please tell me", "please remind me", "remind me", "tell me again", "tell me", "i wonder", "i was wondering", "any idea", "quick question", "just checking",
	"hey", "hi", "so", "and", "but", "ok", "okay", "well", "also", "please", "sorry", "remember", "again", "citadel",
}

var askStarts = firstWords(askLeads)

// Ask reads what a question wants. It reads the last question of the text, or
// its first sentence when nothing in it is marked as one; for what no rule
// recognises it returns the text, the names in it as subjects, and Text.
func Ask(text string) Question {
	if len(text) > Limit {
		text = text[:Limit]
	}
	text = unshouted(text)
	q := Question{Text: text, Expects: Text}
	list := sentences(text)
	if len(list) == 0 {
		return q
	}
	chosen := &list[0]
	for i := range list {
		if list[i].question {
			chosen = &list[i]
		}
	}
	a := asker{reader: reader{text: text, plain: !hasCapitalName(list)}, q: &q}
	t := chosen.tokens
	if len(t) > askLimit {
		t = t[:askLimit]
	}
	if w := findWhen(t); !w.empty() {
		q.When = Span{a.slice(t, w.from, w.to), t[w.from].start, t[w.to-1].end}
	}
	for len(t) > 1 {
		n := 0
		if t[0].kind >= comma {
			n = 1
		} else if askStarts[t[0].low] {
			for _, p := range askLeads {
				if k := strings.Count(p, " ") + 1; k < len(t) && joinLow(t, 0, k) == p {
					n = k
					break
				}
			}
		}
		if n == 0 || t[0].low == "tell" && len(t) > 2 && (t[2].low == "about" || t[2].low == "everything" || t[2].low == "more" || t[2].low == "what's") {
			break
		}
		t = t[n:]
	}
	a.read(t)
	a.allergies(t)
	if len(q.Subjects) == 0 && q.Attribute == "" && q.Speaker == "" {
		q.Subjects = a.names(t)
	}
	return q
}

// askLimit is how many words of a question are read.
const askLimit = 60

type asker struct {
	reader
	q *Question
}

// np is a noun phrase of a question.
type np struct {
	name  string
	owner string
	noun  string
	me    bool
	next  int
}

// phrase reads the noun phrase at i; whole takes all that is left of the
// question, else it ends at the verb.
func (a *asker) phrase(t []token, i int, whole bool) np {
	n := np{next: i}
	if i >= len(t) {
		return n
	}
	owner, possessor := "", ""
	switch t[i].low {
	case "i", "we", "me", "us":
		return np{name: Me, me: true, next: i + 1}
	case "my", "our":
		owner, possessor = Me, t[i].low
		i++
	case "the", "a", "an", "this", "that":
		i++
	case "he", "she", "they", "it", "you", "his", "her", "their":
		return np{next: i + 1}
	default:
		name, end := a.nameAt(t, i)
		if end == i && a.plain && i < len(t) && !opens[t[i].low] && formOf(t[i].low) == noVerb {
			name, end = a.slice(t, i, i+1), i+1
		}
		for end < len(t) && end > i && t[end].capital && t[end].kind == word && t[end].low != "i" {
			end++
			name = a.slice(t, i, end)
		}
		if end > i {
			if end+1 >= len(t) || t[end].low != "'s" {
				return np{name: name, next: end}
			}
			owner, i = name, end+1
		}
	}
	start, end := i, i
	for end < len(t) && t[end].kind <= number {
		w := t[end].low
		if w == "'s" && end+1 < len(t) && owner == Me && end > start {
			owner, possessor = called(owner, strings.ToLower(a.slice(t, start, end)), possessor), ""
			start = end + 1
			end++
			continue
		}
		if end > start && !whenAt(t, end).empty() && w != "of" {
			break
		}
		if end > start && (w == "again" || w == "still" || w == "already" || w == "yet") || w == "these" || w == "now" && end > start || w == "currently" || w == "exactly" {
			break
		}
		if !whole && end > start {
			if f := formOf(w); f == auxiliary || f == third || f == base || w == "cost" || w == "called" || w == "going" || w == "living" || w == "working" || w == "based" || w == "born" || w == "married" || w == "named" || w == "at" || w == "in" || w == "on" || w == "to" || w == "from" || w == "due" || w == "back" || w == "our" || w == "my" || w == "a" {
				break
			}
		}
		end++
	}
	n.noun, n.owner, n.next = a.slice(t, start, end), owner, end
	switch {
	case owner == Me:
		n.name = possessor + " " + n.noun
	case owner != "":
		n.name = owner + "'s " + n.noun
	default:
		n.name = n.noun
	}
	return n
}

func (a *asker) about(n np) {
	if n.name != "" {
		a.q.Subjects = []string{n.name}
	}
}

// possession makes "my hourly rate" the hourly rate of me.
func (a *asker) possession(n np, otherwise string) {
	if n.owner != "" && n.noun != "" {
		a.q.Subjects, a.q.Attribute = []string{n.owner}, strings.ToLower(n.noun)
		return
	}
	a.about(n)
	a.q.Attribute = otherwise
}

func (a *asker) names(t []token) []string {
	var names []string
	for i := 0; i < len(t) && len(names) < 4; {
		name, end := a.nameAt(t, i)
		if end == i {
			i++
			continue
		}
		names = append(names, name)
		i = end
	}
	return names
}

func (a *asker) read(t []token) {
	if len(t) < 2 {
		return
	}
	first := t[0].low
	// "Last March, what did I do" and "In May, where …" begin with their time.
	if w := whenAt(t, 0); !w.empty() && w.to < len(t) && w.from == 0 {
		k := w.to
		if t[k].kind == comma {
			k++
		}
		a.read(t[k:])
		return
	}
	if a.saying(t) || a.knowing(t) || a.standing(t) {
		return
	}
	switch first {
	case "where":
		a.where(t)
	case "when":
		a.when(t, 1)
	case "who", "whom", "whose":
		a.who(t)
	case "how":
		a.how(t)
	case "why":
		a.why(t)
	case "what", "what's", "which":
		a.what(t)
	case "list", "show":
		a.q.Expects = List
		a.kind(t)
	case "is", "are", "am", "was", "were", "do", "does", "did", "has", "have", "will", "isn't", "aren't", "don't", "doesn't", "didn't", "can", "should":
		a.yesNo(t)
	default:
		if k := indexOfAny(t, "where", "when", "who", "what", "why", "how"); k > 0 {
			a.read(t[k:])
		}
	}
}

func indexOfAny(t []token, list ...string) int {
	for i, w := range t {
		for _, l := range list {
			if w.low == l {
				return i
			}
		}
	}
	return -1
}

// You is the agent, as the one whose words are asked for.
const You = "you"

// plainSay are the verbs of saying as they do not stand behind a form of "to be": there they are nouns.
var plainSay = words("say tell mention write report claim")

var toSay = words("say says said tell told mention mentioned write wrote report saying claim claimed")

// saying reads "what did Sofia say about the launch" and "who told me about the launch".
func (a *asker) saying(t []token) bool {
	verb := -1
	for i, w := range t {
		if i > 0 && toSay[w.low] && !determiners[t[i-1].low] { // not "the report"
			verb = i
			break
		}
	}
	if verb < 1 || t[0].low == "to" || t[0].low == "with" || t[0].low == "from" || t[0].low == "tell" || being[t[1].low] && plainSay[t[verb].low] { // "when is the report due?"
		return false
	}
	if t[0].low == "who" && (verb == 1 || verb == 2 && formOf(t[1].low) == auxiliary) {
		a.whoSaid(t, verb+1)
		return true
	}
	s := 1
	for s < verb && (formOf(t[s].low) == auxiliary || t[s].low == "exactly" || t[s].low == "else") {
		s++
	}
	n := a.phrase(t, s, false)
	switch {
	case s < verb && t[s].low == "you":
		a.q.Speaker, a.q.Expects = You, Report
	case n.name == "" || n.next > verb:
		return false
	default:
		a.q.Speaker, a.q.Expects, a.q.Subjects = n.name, Report, []string{n.name}
	}
	if k := indexOfAny(t[verb:], "about", "regarding", "on"); k > 0 {
		topic := a.phrase(t, verb+k+1, true)
		a.q.Topic = topic.name
	}
	to := min(verb+1, len(t))
	if to < len(t) && t[to].low == "to" {
		to++
	}
	if name, end := a.nameAt(t, to); end > to {
		a.q.To = name
	}
	return true
}

// whoSaid reads what is left of "who told me that the launch is on Monday".
func (a *asker) whoSaid(t []token, i int) {
	for i < len(t) && (t[i].low == "me" || t[i].low == "us" || t[i].low == "that" || t[i].low == "about" || t[i].low == "of" || t[i].low == "anything" || t[i].low == "something") {
		i++
	}
	a.q.Expects, a.q.Topic = Report, a.slice(t, i, len(t))
}

// knowing reads "what do you know about X" and "tell me everything about X".
func (a *asker) knowing(t []token) bool {
	k := indexOf(t, "about")
	if k < 1 {
		return false
	}
	switch h := joinLow(t, 0, 5); {
	case strings.HasPrefix(h, "what do you know"), strings.HasPrefix(h, "what do you have"), strings.HasPrefix(h, "what have you got"), strings.HasPrefix(h, "what do i know"),
		strings.HasPrefix(h, "tell me"), strings.HasPrefix(h, "everything"), strings.HasPrefix(h, "anything"), strings.HasPrefix(h, "do you know anything"), strings.HasPrefix(h, "what else"),
		strings.HasPrefix(h, "what 's known"), strings.HasPrefix(h, "do you have anything"), strings.HasPrefix(h, "about"):
		a.about(a.phrase(t, k+1, true))
		a.q.Expects = List
		return true
	}
	return false
}

// standing reads "status of X?" and "any news on X?": whatever is held of it answers.
func (a *asker) standing(t []token) bool {
	for _, lead := range [...]string{"status of", "status on", "the status of", "any news of", "any news on", "any news about", "news on", "any update on", "any updates on", "update on"} {
		if n := strings.Count(lead, " ") + 1; n < len(t) && joinLow(t, 0, n) == lead {
			a.about(a.phrase(t, n, true))
			return len(a.q.Subjects) > 0
		}
	}
	return false
}

// unshouted writes a text of several words in capitals alone in small letters: which of its words are
// names cannot be told by them. Every place in it stays.
func unshouted(text string) string {
	low := strings.ToLower(text)
	if strings.Contains(text, " ") && strings.ToUpper(text) == text && len(low) == len(text) {
		return low
	}
	return text
}
