package filter

import (
	_ "embed"
	"strings"
	"sync"
	"time"

	"citadel/memory/event"
	"citadel/memory/people"
)

//go:embed watch.txt
var watchText string

// What the principal can ask to be watched for.
const (
	Guilt = "guilt" // giving in because saying no feels bad
	Used  = "used"  // being asked again for what is not given back
	Harsh = "harsh" // being hard on somebody genuine
)

var watched = sync.OnceValue(func() map[string][]pattern {
	all := map[string][]pattern{}
	for _, line := range lines(watchText) {
		sort, words, _ := strings.Cut(line, ":")
		all[sort] = append(all[sort], compile(words))
	}
	return all
})

// Sight is what was seen in the principal's own words.
type Sight struct {
	Sort  string
	Name  string // whom it is about; empty where nobody is named
	Quote string // his sentence
}

// Watch looks for what the principal asked to be watched for, in his own words alone; ok is false
// where nothing is to be seen. Whoever calls it has made sure that he asked (principal.Fold.Watched)
// and that it was not told before (people.Fold.Seen). Being hard counts only towards somebody who is
// named, and not towards a boundary.
func Watch(message string, named []people.Match, now time.Time) (s Sight, ok bool) {
	list := split(message)
	var about people.Person
	for _, m := range named {
		if len(m.Persons) == 1 {
			about = m.Persons[0]
			break
		}
	}
	for _, sort := range [...]string{Guilt, Used, Harsh} {
		from, to, ok := find(watched()[sort], list)
		if !ok || sort == Harsh && (about.Name == "" || about.Group.At(now) == event.Boundary) {
			continue
		}
		return Sight{Sort: sort, Name: about.Name, Quote: sentence(message, list, from, to)}, true
	}
	return Sight{}, false
}
