package procedure

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"citadel/brain/extract"
	"citadel/brain/recall"
)

// leastNoun is the length of the shortest word whose number is taken for a label: "at 9" and "to 5"
// tell no one of a kind from another.
const leastNoun = 3

// labels are the numbers right behind a noun by which a question tells one of a kind from the others:
// the 1 of "the sewing machine 1". Those of a time are none, and "did Ana get 50" names an amount.
func (r *reading) labels() []figure {
	return slices.DeleteFunc(numbered(r.question.Text), func(f figure) bool {
		return len(f.before) < leastNoun || unlabelled[f.before] || ofTime[f.after]
	})
}

// ofTime are words behind a number that make it a time, as they are without an s.
var ofTime = func() map[string]bool {
	set := map[string]bool{"am": true, "pm": true, "o'clock": true, "clock": true, "hour": true, "minute": true, "day": true, "week": true, "month": true, "year": true}
	for m := time.January; m <= time.December; m++ {
		set[strings.TrimSuffix(strings.ToLower(m.String()), "s")] = true
	}
	return set
}()

func (r *reading) now() time.Time {
	if r.turn == nil {
		return time.Time{}
	}
	return r.turn.Now
}

// unlabelled are words behind which a number says how much or how many, as they are without an s.
var unlabelled = map[string]bool{
	"for": true, "and": true, "with": true, "from": true, "the": true, "than": true, "about": true, "over": true, "under": true, "only": true,
	"are": true, "were": true, "wa": true, "have": true, "had": true, "get": true, "got": true, "pay": true, "paid": true, "owe": true, "cost": true,
	"need": true, "want": true, "take": true, "took": true, "give": true, "gave": true, "tho": true, "these": true, "last": true, "next": true, "first": true,
	"all": true, "our": true, "his": true, "her": true, "hi": true, "it": true, "their": true, "into": true, "between": true, "until": true, "since": true,
}

// another says whether an item is about another one of a kind than the question: the sewing machine 2
// where that with the 1 is asked for.
func (r *reading) another(i recall.Item) bool {
	if r.question.Expects == extract.YesNo {
		return false // "is the rent 950?" may be asked of "rent 900"
	}
	asked := append(r.labels(), lettered(r.question.Text)...)
	if len(asked) == 0 {
		return false
	}
	other := false
	for _, f := range append(numbered(i.Text), lettered(i.Text)...) {
		for _, a := range asked {
			switch {
			case f.before != a.before:
			case f.n == a.n:
				return false
			default:
				other = true
			}
		}
	}
	return other
}

// letter is a letter right behind a noun by which one of a kind is told from the others: server A, team B.
var letter = regexp.MustCompile(`\b(\pL{3,}) ([A-HJ-Z])\b`)

// lettered are the letters in a text that say which one of a kind is meant.
func lettered(text string) (all []figure) {
	for _, m := range letter.FindAllStringSubmatch(text, -1) {
		if low := strings.ToLower(m[1]); !unlabelled[low] {
			all = append(all, figure{before: low, n: m[2]})
		}
	}
	return all
}
