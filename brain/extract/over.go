package extract

import (
	"slices"
	"strings"
)

// end is what a statement tells to be over: somebody gave something up, does not do it any more, left
// where he was, or lost what he was by an event.
type end struct {
	who  string   // of whom or what it is told, in lower case; Me for the principal
	with string   // who else it is told of: "Eva and I", "broke up with Eva"
	what []string // what is over, by the stems of its words; an older statement has to hold all of them
	by   *closing // the event, where what is over is not named
}

// An Ending is what a statement tells to be over, read once to be held against many older ones. It is not
// changed by that.
type Ending struct {
	said      Item
	handovers []handover
	end       end
	ends      bool
}

// EndingOf reads what a statement tells to be over; nil where that is nothing.
func EndingOf(it Item) *Ending {
	if e := endingOf(it); e.ends || len(e.handovers) > 0 {
		return &e
	}
	return nil
}

func endingOf(it Item) Ending {
	e := Ending{said: it, handovers: handovers(it.Quote)}
	e.end, e.ends = endOf(it)
	return e
}

// Over says whether a newer statement ends what an older one says: "Nora gave up the cello" what "Nora
// plays the cello" does, "Karl retired" that he is a teacher. It ends nothing else: not what another
// does, and not what is said more widely than what is over: who does not run on Mondays any more may
// still run. What is asked, planned or supposed ends nothing.
func Over(old, new Item) bool {
	e := endingOf(new)
	return e.Of(old)
}

// Of is Over of the statement that was read.
func (e *Ending) Of(old Item) bool {
	if old.Negated || e.said.Hedge == "if" || e.said.Hedge == "unless" || e.said.Ahead {
		return false
	}
	if _, over := handed(old, e.handovers); over && e.said.Source == "" || kept(old, e.said) {
		return true
	}
	return e.ends && e.end.of(old)
}

// Closes says whether a statement tells that something is over, or that another is in its place.
func Closes(new Item) bool { return isEnd(new) || len(handovers(new.Quote)) > 0 }

// ByHands says whether only what is Endable ends by it: a change of hands is all that the statement tells.
func (e *Ending) ByHands() bool { return !e.ends }

// kept says whether a newer statement tells that what an older one says is to be done was done: "I renewed my
// passport" of "I need to renew my passport".
func kept(old, new Item) bool {
	if old.Kind != Promise || new.Negated || !mine(new.Quote) {
		return false
	}
	w, done := strings.Fields(flat(new.Quote)), false
	for i := 1; i < min(len(w), 5); i++ {
		done = done || formOf(w[i]) == past
		if negations[w[i]] {
			return false
		}
	}
	deed := stems(strings.Fields(flat(old.Value)))
	return done && len(deed) > 1 && allIn(deed, stems(w))
}

func isEnd(new Item) bool {
	_, ok := endOf(new)
	return ok
}

// Matters gives of whom the statement tells that something is over, in lower case, and which attributes of his
// may end by it; none where it is named.
func (ending *Ending) Matters() (whose, attributes []string) {
	e := &ending.end
	if !ending.ends || e.by == nil {
		return nil, nil
	}
	for a := range e.by.attributes {
		attributes = append(attributes, a)
	}
	slices.Sort(attributes)
	if whose = append(whose, e.who); e.with != "" {
		whose = append(whose, e.with)
	}
	return whose, attributes
}

// quitting are the words by which somebody is done with what is named behind them.
var quitting = bookOf("quit|stopped|gave up on|gave up|given up on|given up|cancelled|canceled|dropped out of|dropped|ditched|abandoned|am done with|is done with|are done with|finished with|" +
	"am through with|is through with|went off|gone off|lost interest in|fell out of love with|kicked|swore off|sworn off|unsubscribed from|opted out of|" +
	"pulled out of|backed out of|called off|broke off|terminated|resigned from|retired from|stepped down from|stepped down as|got out of|packed in|grew out of|moved on from|switched from|changed from")

// leaving are the words by which somebody is gone from a place that is named behind them.
var leaving = bookOf("moved out of|moved away from|left|is gone from|has gone from")

// closing is a sort of event by which something is over that need not be named.
type closing struct {
	by         book            // how it is told, behind the subject
	attributes map[string]bool // the attributes of the one it is told of that end by it
	relations  map[string]bool // what he is to somebody else, and is not any more
	words      []string        // what an older statement without an attribute holds that ends by it
	rest       bool            // more may stand behind it
}

var closings = [...]closing{
	{
		by: bookOf(gaveUpWork + "|" + each("got|was|is|been", dismissed) + "|" + each("is|am", workless+"|retired") + "|quit his job|quit her job|quit my job|left the company|left the firm|left his job|left her job|left my job|" +
			"handed in his notice|handed in her notice|handed in my notice|stopped working|stepped down|gave notice"),
		attributes: words("employer role job company profession occupation"), relations: working(), words: phrases("works|work|job|employed"),
	},
	{
		by: bookOf(parted + "|" + each("got|are|is|am", "divorced") + "|divorced|are separated|have split|called it quits|called off the wedding|called the wedding off|called off the engagement|broke off the engagement|" +
			"are no longer together|aren't together|are not together|got a divorce|left me|broke it off"),
		attributes: words("spouse husband wife fiancé fiancée fiance partner girlfriend boyfriend"), words: phrases("married|engaged|couple|together|dating|going out"), rest: true,
	},
	{
		by:        bookOf("moved out|has moved out"),
		relations: words("tenant flatmate roommate housemate neighbour neighbor lodger landlord landlady"), words: phrases("lives with|live with|shares my|share a flat|lodges"),
	},
	{
		by:         bookOf("closed down|shut down|has closed down|went bust|went bankrupt|went out of business|is bankrupt|closed for good|closed permanently|is closed for good|no longer exists|doesn't exist|does not exist|folded|closed its doors"),
		attributes: words("location open opens hours price employer start end"), relations: words("employer bank gym supplier client customer supermarket bakery pub restaurant café cafe bar"),
		words: phrases("open|opens|favourite|favorite"),
	},
	{
		by: bookOf("is cancelled|is canceled|are cancelled|are canceled|was cancelled|was canceled|been cancelled|been canceled|got cancelled|got canceled|was called off|is called off|been called off|is off|" +
			"fell through|isn't happening|is not happening|is not taking place|isn't taking place|came to nothing|won't happen|won't take place|has been scrapped|was scrapped"),
		attributes: words("date start end due location moving to"), words: phrases("is|are|on|at|takes|starts|begins|happens"),
	},
	{
		by:         bookOf("paid me back|paid it back|paid us back|paid everything back|paid up|settled|settled up|repaid me|repaid us|repaid it|paid his debt|paid her debt|paid their debt|cleared|squared up|gave me the|gave it back|gave me back|paid me the"),
		attributes: words("owes"), words: phrases("owe|owes"), rest: true,
	},
	{
		by:         bookOf(doneStudies),
		attributes: words("studies school university"), words: phrases("student|studies|study|studying|school|university|college"), rest: true,
	},
	{
		by:    bookOf("changed his mind|changed her mind|changed my mind|changed their mind|changed their minds|changed our minds|changed our mind|thought better of it|had second thoughts|is having second thoughts|got cold feet"),
		words: phrases("quit|quits|quitting|leave|leaves|leaving|move|moves|moving|sell|sells|selling|buy|buys|buying|resign|join|joins|joining|come|comes|coming|go|goes|going|want|wants|plans|planning|will|switching|marry|changing|taking|starting|stopping|hiring|renting"), rest: true,
	},
	{
		by:         bookOf(died + "|has died|was put down"),
		attributes: words("residence employer role whereabouts age likes plays drives"), relations: animals, words: phrases("lives|live|works|have|has"), rest: true,
	},
}

// working are the relations that somebody has by his work.
func working() map[string]bool {
	all := words("teammate")
	for w := range roles {
		all[w] = w != "tenant" && w != "landlord" && w != "landlady"
	}
	return all
}

// opened are first words of closings and of what else ends something, by which a text is passed over
// that holds none.
var opened = func() map[string]bool {
	set := words("longer more anymore all")
	add := func(b book) {
		for _, p := range b.phrases {
			for _, w := range p {
				set[w] = set[w] || !dull[w]
			}
		}
	}
	add(quitting)
	add(leaving)
	for i := range closings {
		add(closings[i].by)
	}
	return set
}()

var dull = words("is are am was been has got the his her my their it of on in out up with as a from not down me us and to")

// uncontracted writes the verbs out that are joined to a subject.
var uncontracted = strings.NewReplacer(" i'm ", " i am ", "'re ", " are ", "'ve ", " have ", " he's ", " he is ", " she's ", " she is ", " it's ", " it is ", " that's ", " that is ")

// endOf reads what a statement tells to be over, if it does.
func endOf(it Item) (e end, ok bool) {
	w := strings.Fields(uncontracted.Replace(withMarks(flat(it.Quote))))
	if !slices.ContainsFunc(w, func(s string) bool { return opened[s] }) || slices.ContainsFunc(w, func(s string) bool { return unreal[s] }) {
		return e, false
	}
	for i := 1; i < len(w); i++ {
		who, with, direct := toldOf(it, w[:i])
		if !direct {
			continue
		}
		e.who, e.with = who, with
		if what, ok := denied(w, i); ok {
			e.what = what
			return e, len(what) > 0
		}
		if n := phraseIn(w[i:], leaving); n > 0 && i+n < len(w) {
			if e.what = stems(scope(w[i+n:])); len(e.what) > 0 {
				e.by = &gone
				return e, true
			}
		}
		for k := range closings {
			c := &closings[k]
			n := phraseIn(w[i:], c.by)
			if n == 0 {
				continue
			}
			if rest := w[i+n:]; !c.rest && len(stems(scope(rest))) > 0 {
				if !c.attributes["employer"] || !whereWorked[rest[0]] {
					continue
				}
				if rest[0] != "to" { // "quit my job to travel" ends whatever it was
					e.what = stems(scope(rest[1:]))
				}
			}
			if e.by = c; c.rest {
				rest := w[i+n:]
				if len(rest) > 1 && rest[0] == "with" && e.with == "" {
					e.with = rest[1]
				}
				if len(rest) > 1 && rest[0] == "about" {
					e.what = stems(scope(rest[1:]))
				}
				if c.attributes["owes"] { // who pays 30 of 50 back owes as before
					e.what = stems(slices.DeleteFunc(slices.Clone(rest), func(s string) bool { return !digit(s[0]) }))
				}
			}
			return e, true
		}
		if n := phraseIn(w[i:], quitting); n > 0 && !(n == 1 && prepositions[wordAt(w, i+1)]) {
			if e.what = stems(scope(w[i+n:])); len(e.what) > 0 {
				return e, true
			}
		}
	}
	return e, false
}

// whereWorked stand behind the end of a job before where it was, or what for it ended.
var whereWorked = words("at from with to")

// gone is that somebody is not at a place any more.
var gone = closing{attributes: words("residence whereabouts location home"), words: phrases("lives|live|living|based|staying|in|member|belong|belongs")}

// helpers may stand between a subject and what is told of it.
var helpers = words("have has had just recently finally also then now since already sadly eventually actually officially both completely totally unfortunately")

// toldOf is whom some words speak of that stand before what is told of him; false where more is said in
// them than that.
func toldOf(it Item, before []string) (who, with string, ok bool) {
	n := len(before)
	for n > 0 && helpers[before[n-1]] {
		n--
	}
	if n == 0 {
		return "", "", false
	}
	last := before[n-1]
	lead := before[:n-1]
	switch last {
	case "i", "we":
		who = Me
	case "me":
		if len(lead) < 2 || lead[len(lead)-1] != "and" {
			return "", "", false
		}
		who = Me
	case "he", "she", "they", "it":
		who = strings.ToLower(it.Subject)
	default:
		name := strings.Fields(flat(it.Subject))
		if it.Subject == "" || it.Subject == Me {
			name = before[:n]
			for len(name) > 0 && (phraseStarts[name[0]] || name[0] == "the") {
				name = name[1:]
			}
			if len(name) == 0 || len(name) > 4 || slices.ContainsFunc(name, func(s string) bool {
				return s != "and" && s != "my" && s != "our" && (formOf(s) != noVerb || small[s] && !prepositions[s])
			}) {
				return "", "", false
			}
		}
		if k := n - 2 - len(name); k >= 0 && before[n-2] == "and" && slices.Equal(before[k:n-2], name) {
			return strings.Join(name, " "), last, true
		}
		if n < len(name) || !slices.Equal(before[n-len(name):n], name) {
			return "", "", false
		}
		who, lead = strings.Join(name, " "), before[:n-len(name)]
	}
	if k := len(lead); k > 1 && lead[k-1] == "and" {
		with, lead = lead[k-2], lead[:k-2]
	}
	if first, second, both := strings.Cut(who, " and "); both {
		who, with = first, second
	}
	doubtful := func(s string) bool {
		return s == "said" || s == "says" || s == "think" || s == "thinks" || s == "hopes" || s == "that" || s == "when" || s == "before" || s == "until"
	}
	return who, with, who != "" && !slices.ContainsFunc(lead, doubtful)
}

// denied reads what is not so any more behind the subject: "doesn't live in Graz any more", "no longer
// likes techno", "likes sushi no more", "isn't coming after all".
func denied(w []string, i int) (what []string, ok bool) {
	if w[i] == "is" || w[i] == "are" || w[i] == "am" {
		if i++; i >= len(w) {
			return nil, false
		}
	}
	if w[i] == "no" && i+1 < len(w) && w[i+1] == "longer" {
		return stems(scope(w[i+2:])), true
	}
	text := strings.Join(w[i:], " ") + " "
	for _, mark := range [...]string{" any more ", " anymore ", " any longer ", " after all ", " no more ", " no longer "} {
		at := strings.Index(text, mark)
		if at < 0 {
			continue
		}
		said := strings.Fields(text[:at])
		positive := mark == " no more " || mark == " no longer "
		if not := slices.ContainsFunc(said, func(s string) bool { return negations[s] }); not == positive {
			return nil, false
		}
		rest := scope(strings.Fields(text[at+len(mark):]))
		return stems(append(slices.Clip(said), rest...)), true
	}
	return nil, false
}

// scope are the words behind what is over that say more closely what it is, up to where it is told when
// or why it ended.
func scope(w []string) []string {
	for k, s := range w {
		next := wordAt(w, k+1)
		figure := next != "" && digit(next[0])
		switch s {
		case "to":
			if k > 0 { // switched from yoga to something else
				return w[:k]
			}
		case "because", "since", "when", "as", "so", "due", "thanks", "ago", "last", "this", "yesterday", "today", "recently", "now", "already", "completely", "altogether", "again", "and", "but", "which", "who", "until",
			"years", "weeks", "months", "a":
			if s == "a" && next != "year" && next != "month" && next != "week" && next != "while" && next != "few" {
				continue
			}
			return w[:k]
		case "in":
			if months[next] || periods[next] || next == "early" || next == "late" || figure && len(next) == len("2019") {
				return w[:k]
			}
		case "on":
			if figure || months[next] {
				return w[:k]
			}
		case "after", "before", "during":
			if next == "my" || next == "the" || next == "a" || next == "our" || next == "his" || next == "her" || periods[next] || figure && strings.HasPrefix(wordAt(w, k+2), "year") {
				return w[:k]
			}
		case "for":
			if next == "good" || next == "ever" || next == "now" || next == "lent" || next == "health" || next == "a" || next == "some" {
				return w[:k]
			}
		}
	}
	return w
}

// vague are words that say of what is over no more than that it is something.
var vague = words("idea plan plans habit hope thought dream subscription membership not never don't doesn't isn't aren't am wasn't into onto of any more longer anymore")

// stems are the words of a phrase that carry content, by their stems.
func stems(w []string) (all []string) {
	for _, s := range w {
		s = strings.TrimSuffix(s, "'s")
		if s == "" || small[s] || determiners[s] || vague[s] || negations[s] || prepositions[s] {
			continue
		}
		all = append(all, canonical(s))
	}
	return all
}

// A book is some phrases, cut into words and found by their first.
type book struct {
	phrases [][]string
	by      map[string][][]string
}

func bookOf(list string) book {
	b := book{by: map[string][][]string{}}
	for _, p := range phrases(list) {
		w := strings.Fields(p)
		b.phrases, b.by[w[0]] = append(b.phrases, w), append(b.by[w[0]], w)
	}
	return b
}

// phraseIn is how many words the longest of some phrases takes with which a text begins, one word or more.
func phraseIn(w []string, b book) (n int) {
	for _, p := range b.by[w[0]] {
		if len(p) > n && len(p) <= len(w) && slices.Equal(p, w[:len(p)]) {
			n = len(p)
		}
	}
	return n
}

// untouched are attributes that nobody gives up with their value: what somebody dislikes, or was born as.
var untouched = words("dislikes name birthday birthplace origin sells buys supplies imports exports produces speaks age")

// occasions are nouns that stand behind what is to be: the Lisbon trip, dinner with Ben.
var occasions = words("the my our trip visit flight holiday vacation journey meeting dinner lunch party date appointment plan call with to")

// averse are words in which it is told that somebody keeps away from something: that he gave it up is no end of that.
var averse = words("allergic allergy hate hates dislike dislikes intolerant without avoid avoids")

// of says whether what an older statement says is over.
func (e *end) of(old Item) bool {
	attribute := strings.ToLower(old.Attribute)
	if e.by == nil {
		if roles[attribute] && strings.EqualFold(old.Value, e.who) && strings.HasPrefix(attribute, e.what[0]) && len(e.what[0]) > 3 {
			return true // the cleaner does not clean any more
		}
		return e.tells(old) && !untouched[attribute] && !slices.ContainsFunc(strings.Fields(flat(old.Quote)), func(w string) bool { return averse[w] }) && !happened(old) && allIn(e.what, stems(strings.Fields(flat(old.Quote))))
	}
	was := flat(old.Quote)
	if len(e.what) > 0 && !allIn(e.what, stems(strings.Fields(was))) {
		return false
	}
	if (attribute == "" || attribute == "moving to" || attribute == "whereabouts") && e.by.attributes["due"] {
		of := stems(slices.DeleteFunc(strings.Fields(e.who), func(s string) bool { return occasions[s] }))
		if len(of) > 0 && !happened(old) && allIn(of, stems(strings.Fields(was))) && len(strings.Fields(e.who)) > len(of) {
			return true // the Lisbon trip is off, and so is that he goes there
		}
	}
	if attribute == "" {
		return e.tells(old) && !happened(old) && begins(was, e.by.words) && (!e.by.attributes["due"] || old.When.Text != "")
	}
	if e.tells(old) && e.by.attributes[attribute] {
		return e.with == "" || e.who == "" || strings.Contains(flat(old.Value), " "+e.with+" ") || !related(attribute) && attribute != "spouse"
	}
	of := e.who
	if e.who == Me {
		of = e.with
	}
	value := strings.ToLower(old.Value)
	switch {
	case attribute == "owns" && old.Subject == Me: // our cat died: he has a cat no more
		theirs := strings.TrimPrefix(strings.TrimPrefix(e.who, "my "), "our ")
		return theirs != e.who && e.by.relations[theirs] && lastWord(value) == theirs
	case of != "" && (value == of || strings.HasPrefix(value, of+" ") || of == "my "+attribute || of == "our "+attribute):
		return e.by.relations[attribute] || e.by.relations[lastWord(attribute)] || strings.HasPrefix(attribute, "favo") && e.by.relations["restaurant"] ||
			e.by.attributes[attribute] && related(attribute)
	case e.with != "" && e.who != Me: // Mia broke up with Paul: of Paul, too
		swapped := end{who: e.with, with: e.who, by: e.by}
		return strings.EqualFold(old.Subject, e.with) && swapped.of(old)
	}
	return false
}

// tells says whether an older statement is about the one of whom it is told that something is over.
func (e *end) tells(old Item) bool {
	subject := strings.TrimPrefix(strings.TrimPrefix(strings.ToLower(old.Subject), "the "), "our ")
	switch {
	case e.who == Me:
		return old.Subject == Me || old.Subject == "" && mine(old.Quote)
	case subject == "":
		return strings.HasPrefix(strings.TrimPrefix(flat(old.Quote), " the"), " "+e.who+" ")
	}
	return subject == e.who || strings.HasPrefix(subject, e.who+" ") || strings.HasPrefix(e.who, subject+" ") && subject != Me
}

// happened says whether an older statement tells what happened, and not how things are.
func happened(old Item) bool {
	if old.Attribute != "" {
		return false
	}
	w := strings.Fields(flat(old.Quote))
	for i := 1; i < min(len(w), 4); i++ {
		if formOf(w[i]) == past && !beginnings[w[i]] && !saying[w[i]] && w[i-1] != "have" && w[i-1] != "has" {
			return true
		}
	}
	return false
}

// beginnings are verbs of the past that tell of what goes on since.
var beginnings = words("started began joined signed subscribed took decided planned wanted rented leased bought got")
