// Package classify puts a message in one of twelve categories and gives it a
// tier, by rule, before anything is loaded (SPEC §5).
//
// Three tables carry the knowledge. cues.txt has phrases that speak for a
// category; classes.txt has words of one sort; weights.txt says how much each
// of these, and words, endings and shape, speak for a category and a tier. The
// weights are learned from lines in testdata ("go generate"), because phrases
// alone remember the lines they were written by: of lines in other voices they
// knew 58 of 100. What must not depend on learning stays a rule: the language,
// and what is at stake: a legal threat runs deep whoever it concerns (TRUST,
// The iron filter). The tables are English; a message in another language is
// not guessed at but answered with standard effort (TRUST, Language and
// formats).
//
// What the categories and tiers mean, and which is right where two seem so, stands in labels.md; the
// lines in testdata are labelled by it.
package classify

import "strings"

// Category is what sort of message it is.
type Category string

const (
	Unknown         Category = "" // not English: no guess is made
	Greeting        Category = "greeting"
	Acknowledgement Category = "acknowledgement"
	SmallTalk       Category = "smalltalk"
	Factual         Category = "factual"  // a fact about the world
	Recall          Category = "recall"   // something the person said or did
	Schedule        Category = "schedule" // calendar and reminders
	Task            Category = "task"     // something to be done
	Technical       Category = "technical"
	Emotional       Category = "emotional"
	People          Category = "people"
	Decision        Category = "decision"
	Meta            Category = "meta" // about Citadel itself
)

// categories is in order of precedence: with equal weight the earlier wins.
var categories = [...]Category{Technical, Decision, Schedule, Recall, Meta, Emotional, People, Task, Factual,
	SmallTalk, Acknowledgement, Greeting}

// Tier is how much mind a turn gets. Tiers are ordered: a larger one is deeper.
type Tier int

const (
	Reflex Tier = iota
	Routine
	Standard
	Deep
)

// String is the tier's name as it stands in SPEC §5.
func (t Tier) String() string {
	switch t {
	case Reflex:
		return "reflex"
	case Routine:
		return "routine"
	case Standard:
		return "standard"
	case Deep:
		return "deep"
	}
	return "unknown"
}

// Turn is what classification needs to know of an earlier turn.
type Turn struct {
	Category Category
	Tier     Tier
}

// Class is what was found out about a message.
type Class struct {
	Category   Category
	Tier       Tier
	HighStakes bool // law, health, livelihood, or much money: Tier is Deep
	English    bool
	Question   bool // it asks something
	FollowUp   bool // it leans on what was said before: "and for March?"
}

// long is the number of words from which a message gets standard effort.
const long = 120

// Classify classifies text. recent holds the turns before it, oldest first; a
// message that follows up on them gets at least their effort, and history
// never lowers a tier. The result depends on nothing else, and the time taken
// is linear in the length of text.
func Classify(text string, recent []Turn) Class {
	words := table.read(text)
	c := Class{English: table.english(text, words), Question: question(text, words)}
	if !c.English {
		c.Tier = Standard
		return pull(c, recent)
	}
	m := message{words: words, question: c.Question, code: code(text)}
	found := table.find(words)
	m.found = &found
	c.Category, c.Tier = learned().judge(&m)
	if len(words) >= long {
		c.Tier = max(c.Tier, Standard)
	}
	c.HighStakes = found.stakes
	if c.HighStakes {
		c.Tier = Deep
	}
	c.FollowUp = followUp(c, words, found.follows)
	return pull(c, recent)
}

// pull raises the tier to that of the turns a message leans on: the last one
// for a follow-up, and one below the deepest of the last three for any other
// message in the same matter.
func pull(c Class, recent []Turn) Class {
	if len(recent) == 0 || c.Category == Greeting || c.Category == Acknowledgement {
		return c
	}
	last := recent[len(recent)-1]
	if c.FollowUp {
		c.Tier = max(c.Tier, last.Tier)
	}
	for _, t := range recent[max(0, len(recent)-3):] {
		if t.Category == c.Category && c.Category != SmallTalk {
			c.Tier = max(c.Tier, t.Tier-1)
		}
	}
	return c
}

// followUp reports whether a message needs the one before it to be understood.
func followUp(c Class, words []word, marked bool) bool {
	if c.Category == Greeting || c.Category == Acknowledgement {
		return false
	}
	return marked && len(words) <= 12
}

// Question reports whether text asks something: it ends a sentence with a
// question mark, or begins as questions do. A request put as a question
// ("can you send it") counts.
func Question(text string) bool { return question(text, table.read(text)) }

func question(text string, words []word) bool {
	if strings.ContainsAny(text, "?？؟") && asks(text) {
		return true
	}
	for i, w := range words {
		if i > 3 {
			break
		}
		if i == 0 || table.lead.has(words[i-1].id) {
			if table.asking.has(w.id) {
				return true
			}
			if !table.lead.has(w.id) {
				break
			}
		}
	}
	return false
}

// asks reports whether a question mark in text ends something, and is not part
// of an address ("?id=3") or of code ("a ? b : c").
func asks(text string) bool {
	for i, c := range text {
		switch c {
		case '？', '؟':
			return true
		case '?':
			rest := text[i+1:]
			if rest == "" || strings.IndexByte(" \n\t\"')!?.*_)", rest[0]) >= 0 {
				if i > 0 && text[i-1] != ' ' {
					return true
				}
				return rest == "" || rest[0] == '\n'
			}
		}
	}
	return false
}

// code reports whether text holds a code block or something only programs write.
func code(text string) bool {
	if strings.Contains(text, "```") {
		return true
	}
	for _, mark := range [...]string{"() {", "();", "); ", "#include", "=> {", "</div>", "Traceback (most", "SELECT * FROM",
		"-> Result<", "undefined is not", "NullPointerException", "panic: "} {
		if strings.Contains(text, mark) {
			return true
		}
	}
	return false
}
