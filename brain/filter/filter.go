// Package filter is the iron filter (SPEC §9): how the principal, by his own word, wants to deal
// with the persons that a message names, as a short directive to whoever advises him. It shapes
// advice to the principal and nothing else. It never lowers the effort that stakes demand, it says
// nothing of minors, of family in distress or of an employee's private life, and it speaks only
// where it changes something (TRUST, The iron filter).
//
// Everything here is a pure function of its arguments.
package filter

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"citadel/brain/classify"
	"citadel/memory/event"
	"citadel/memory/people"
)

//go:embed inner.md
var innerText string

//go:embed growth.md
var growthText string

//go:embed boundary.md
var boundaryText string

//go:embed untiered.md
var untieredText string

//go:embed scope.md
var scopeText string

//go:embed phrases.txt
var phrasesText string

//go:embed dealing.txt
var dealingText string

//go:embed distress.txt
var distressText string

//go:embed private.txt
var privateText string

var (
	phrases  = sync.OnceValue(func() []string { return lines(phrasesText) })
	dealing  = sync.OnceValue(func() []pattern { return patterns(dealingText) })
	distress = sync.OnceValue(func() []pattern { return patterns(distressText) })
	private  = sync.OnceValue(func() []pattern { return patterns(privateText) })
)

func lines(table string) (list []string) {
	for line := range strings.Lines(table) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			list = append(list, line)
		}
	}
	return list
}

// Slots is how many calendar slots are suggested to somebody of a group (SPEC §9).
func Slots(group string) int {
	switch group {
	case event.Inner:
		return 4
	case event.Boundary:
		return 0
	}
	return 2
}

// Effect words what a group changes, for the principal.
func Effect(group string) string {
	switch group {
	case event.Inner:
		return strconv.Itoa(Slots(group)) + " calendar slots, and the step you did not ask for"
	case event.Growth:
		return strconv.Itoa(Slots(group)) + " calendar slots, no unpaid extras"
	case event.Boundary:
		return "no calendar slots, no extras, and new work is questioned"
	}
	return strconv.Itoa(Slots(group)) + " calendar slots"
}

// Directive is what holds for one person.
type Directive struct {
	Name      string
	Group     string // event.Untiered for none
	Text      string // one paragraph
	Slots     int
	Forbidden []string    // phrases that no draft for the person has
	Rests     []event.Seq // what set the group; none of an untiered person
}

// In is what a message is, and whom it names.
type In struct {
	Message string
	Named   []people.Match // of people.Fold.Named, those alone that the reader may know of
	Class   classify.Class
	Now     time.Time
}

// Out is what follows from it.
type Out struct {
	Directives []Directive    // in the order in which the message names them, each once
	Unclear    []people.Match // names of which it is not clear whose they are: to be asked about
	Tier       classify.Tier  // at least that of the class
	Raised     string         // who of the inner circle raised it, if anybody did
}

// Apply gives the directives for a message. A message that gets no more than a reflex has none.
// Somebody of the inner circle raises the tier by one, at most to deep; nobody lowers it.
func Apply(in In) Out {
	out := Out{Tier: in.Class.Tier}
	if in.Class.HighStakes {
		out.Tier = max(out.Tier, classify.Deep)
	}
	if out.Tier == classify.Reflex {
		return out
	}
	list := split(in.Message)
	var met []string
	for _, m := range in.Named {
		if len(m.Persons) != 1 {
			out.Unclear = append(out.Unclear, m)
			continue
		}
		p := m.Persons[0]
		group := p.Group.At(in.Now)
		if slices.Contains(met, p.Name) || spared(p, list, in.Now) || group == event.Untiered && !has(dealing(), list) {
			continue
		}
		met = append(met, p.Name)
		out.Directives = append(out.Directives, direct(p, group, in.Now))
		if group == event.Inner && out.Raised == "" && out.Tier < classify.Deep {
			out.Tier, out.Raised = out.Tier+1, p.Name
		}
	}
	return out
}

// Scope is what is said once beside all directives.
func Scope() string { return strings.TrimSpace(scopeText) }

// direct fills in the directive of a group.
func direct(p people.Person, group string, now time.Time) Directive {
	d := Directive{Name: p.Name, Group: group, Slots: Slots(group)}
	text := untieredText
	switch group {
	case event.Inner:
		text = innerText
	case event.Growth:
		text = growthText
	case event.Boundary:
		text = boundaryText
		d.Forbidden = forbidden(p)
	}
	if group != event.Untiered {
		d.Rests = []event.Seq{p.Group.Seq}
	}
	d.Text = strings.NewReplacer(
		"{name}", p.Name, "{date}", p.Group.Set.In(now.Location()).Format("2 Jan 2006"), "{slots}", strconv.Itoa(d.Slots),
		"{phrases}", `"`+strings.Join(d.Forbidden, `", "`)+`"`,
	).Replace(strings.TrimSpace(text))
	return d
}

// forbidden are the phrases that no draft for the person has: all but those that the principal
// lets stand.
func forbidden(p people.Person) []string {
	return slices.DeleteFunc(slices.Clone(phrases()), func(phrase string) bool {
		return slices.ContainsFunc(p.Kept, func(kept string) bool { return strings.Contains(plain(kept), plain(phrase)) })
	})
}

// spared says whether no group is to say how to deal with somebody: family in distress, and what
// is private in an employee's life.
func spared(p people.Person, list []word, now time.Time) bool {
	if p.Works() && has(private(), list) {
		return true
	}
	if !p.Family() {
		return false
	}
	_, troubled := Distress(p, now)
	return troubled || has(distress(), list)
}

// lately is how long what was said of somebody's distress holds.
const lately = 90 * 24 * time.Hour

// Distress gives the principal's words of the last 90 days by which somebody of his family is in
// distress; false where there are none.
func Distress(p people.Person, now time.Time) (people.Statement, bool) {
	if !p.Family() {
		return people.Statement{}, false
	}
	for _, s := range slices.Backward(p.Statements) {
		if now.Sub(s.On) < lately && has(distress(), split(s.Text)) {
			return s, true
		}
	}
	return people.Statement{}, false
}

// Phrase is a forbidden phrase in a draft.
type Phrase struct {
	Text       string
	Start, End int // in bytes
	Own        bool
}

// Phrases finds the phrases in a draft that a directive forbids, the longest at each place. Own
// are those that stand in the principal's own message: they are his wording, and he is asked once
// whether it is to stay (event.PhraseKept).
func (d Directive) Phrases(draft, message string) []Phrase {
	var found []Phrase
	list, own := split(draft), " "+plain(message)+" "
	for i := 0; i < len(list); {
		n, text := 0, ""
		for _, f := range d.Forbidden {
			if m, ok := compile(f).match(list[i:]); ok && m > n {
				n, text = m, f
			}
		}
		if n == 0 {
			i++
			continue
		}
		found = append(found, Phrase{Text: text, Start: list[i].start, End: list[i+n-1].end, Own: strings.Contains(own, " "+plain(text)+" ")})
		i += n
	}
	return found
}

// Forbids says whether a phrase is one that directives forbid.
func Forbids(phrase string) bool {
	return slices.ContainsFunc(phrases(), func(f string) bool { return strings.Contains(" "+plain(phrase)+" ", " "+plain(f)+" ") })
}

// plain is a text's words in lower case, set apart by single spaces.
func plain(text string) string {
	var b strings.Builder
	for i, w := range split(text) {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w.low)
	}
	return b.String()
}
