package extract

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// How work, a couple, studies and a life end. Said of somebody, it ends what is known of him (closings); said anywhere,
// it ends a state that an older statement about the same tells of (endings).
const (
	dismissed   = "fired|sacked|let go|laid off|made redundant|dismissed"
	gaveUpWork  = "retired|resigned|quit|lost his job|lost her job|lost my job|lost their job"
	workless    = "out of work|unemployed"
	parted      = "separated|split up|broke up|left him|left her"
	doneStudies = "graduated|dropped out|finished school|left school|finished university|finished college|left university|left college"
	died        = "died|passed away|is dead"
)

// each puts every one of some words before every one of some phrases: "was fired", "got fired".
func each(before, what string) string {
	var all []string
	for _, w := range phrases(what) {
		for _, b := range phrases(before) {
			all = append(all, b+" "+w)
		}
	}
	return strings.Join(all, "|")
}

// endings are states with what they end by, as words and their beginnings. The two need not share a word:
// that who had her baby is not pregnant any more is known from nowhere else.
var endings = [...]struct{ state, end []string }{
	{phrases("pregnant|expecting"), phrases("baby|gave birth|was born|miscarr|delivered")},
	{phrases("married|husband|wife|spouse"), phrases("divorc|widow|" + parted)},
	{phrases("couple|together|dating|engaged|girlfriend|boyfriend|partner"), phrases("broken up|divorc|married|called off|no longer see|" + parted)},
	{phrases("single"), phrases("engaged|married|dating|going out with|girlfriend|boyfriend|in a relationship|together with")},
	{phrases("works|work|employed|job|employee"), phrases(gaveUpWork + "|" + dismissed + "|" + workless)},
	{phrases(workless + "|looking for a job|looking for work"), phrases("hired|got a job|got the job|new job|started at|works at|work at")},
	{phrases("student|studies|study|university|school"), phrases(doneStudies)},
	{phrases("have|has|own|owns|got"), phrases(died + "|dead|sold|gave away|given away|ran away|got rid of|lost|stolen|scrapped|put down|threw out|traded in")},
	{phrases("is|are|was|lives|live|alive"), phrases(died + "|are dead")},
	{phrases("broken|defect|damaged|leak|leaks|leaking|leaky|out of order|down|stuck|flat"), phrases("repaired|fixed|mended|works again|working again|patched|is back up|back in order|replaced")},
	{phrases("ill|sick|hospital|fever|flu|injured|cold"), phrases("recovered|discharged|better|healthy|well again|came home|back home|cured|fit again")},
	{phrases("missing|lost|can't find|cannot find|can not find|misplaced"), phrases("found|turned up|got back|recovered")},
	{phrases("open|opens"), phrases("closed|shut")},
	{phrases("closed|shut|closes"), phrases("reopened|open again|opened")},
	{phrases("waiting|hasn't|haven't|not yet|pending|outstanding|unpaid|overdue|owes|owe"), phrases("arrived|came|sent|paid|settled|received|delivered|approved|signed|done|through")},
	{phrases("lent|lend|loaned"), phrases("returned|gave back|gave it back|given back|brought back|brought it back|got back|got it back|has it back|have it back")},
	{phrases("vegetarian|vegan"), phrases("eat meat|eats meat|eating meat|eat fish|eats fish")},
	{phrases("for sale|on the market"), phrases("sold")},
	{phrases("available|free|in stock|vacant"), phrases("taken|sold out|booked|gone|rented")},
	{phrases("empty|out of|run out"), phrases("refilled|filled|bought|topped up|stocked")},
	{phrases("away|abroad|on holiday|on leave|on vacation|travelling|traveling"), phrases("back|returned|came home|is home")},
}

func phrases(list string) []string { return strings.Split(list, "|") }

// Ends says whether a newer statement tells of what ends the state that an older one tells of, and gives
// the words in which such states are told. Whether both are about the same is for the caller to see.
func Ends(old, new string) (state []string, ok bool) {
	was, is := flat(old), flat(new)
	for _, e := range endings {
		if begins(was, e.state) && begins(is, e.end) {
			return e.state, true
		}
	}
	return nil, false
}

// EndsBy gives the words in which it is told that the states end that statements tell of, in one string for
// each sort of state.
func EndsBy(told ...Item) (all []string) {
	var said strings.Builder
	for _, it := range told {
		said.WriteString(flat(it.Quote))
	}
	was := said.String()
	for _, e := range endings {
		if begins(was, e.state) {
			all = append(all, strings.Join(e.end, " "))
		}
	}
	for i := range closings {
		c := &closings[i]
		if slices.ContainsFunc(told, func(it Item) bool { return c.attributes[it.Attribute] || c.relations[it.Attribute] }) {
			all = append(all, c.told())
		}
	}
	return all
}

// told are the words in which such an event is told that are not said of anything else, each once.
func (c *closing) told() string {
	var all []string
	for _, p := range c.by.phrases {
		for _, w := range p {
			if !dull[w] && !small[w] && !slices.Contains(all, w) {
				all = append(all, w)
			}
		}
	}
	return strings.Join(all, " ")
}

// flat is a text in lower case with one space between words and around it.
func flat(text string) string {
	out := append(make([]byte, 0, len(text)+len("  ")), ' ')
	between := false // a word stands before, and none behind it yet
	for _, r := range text {
		switch r {
		case ' ', '\t', '\n', '.', ',', ';', ':', '!', '?', '(', ')', '"':
			between = len(out) > 1
			continue
		case '’':
			r = '\''
		}
		if between {
			out, between = append(out, ' '), false
		}
		if 'a' <= r && r <= 'z' {
			out = append(out, byte(r))
		} else {
			out = utf8.AppendRune(out, unicode.ToLower(r))
		}
	}
	return string(append(out, ' '))
}

// begins says whether one of the phrases stands in a flat text, its last word perhaps with an ending.
func begins(text string, phrases []string) bool {
	for _, p := range phrases {
		if len(p) <= shortStem {
			p += " "
		}
		if strings.Contains(text, " "+p) {
			return true
		}
	}
	return false
}

// shortStem is the length up to which a word counts whole: "is" does not begin "island".
const shortStem = 5
