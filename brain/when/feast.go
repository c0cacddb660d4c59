package when

import "time"

// feasts are days that have a name and the same date every year.
var feasts = map[string]day{
	"christmas eve": {m: time.December, d: 24}, "christmas day": {m: time.December, d: 25}, "boxing day": {m: time.December, d: 26},
	"new year's eve": {m: time.December, d: 31}, "new years eve": {m: time.December, d: 31},
	"new year's day": {m: time.January, d: 1}, "new years day": {m: time.January, d: 1},
	"valentine's day": {m: time.February, d: 14}, "valentines day": {m: time.February, d: 14},
}

// seasons are names of feasts that stand for the days around them, too: a day only behind a word that asks for one, or alone.
var seasons = map[string]day{
	"christmas": {m: time.December, d: 25}, "xmas": {m: time.December, d: 25}, "halloween": {m: time.October, d: 31},
	"new year": {m: time.January, d: 1}, "new year's": {m: time.January, d: 1}, "new years": {m: time.January, d: 1},
}

// feastDay reads "Christmas Eve", "on Christmas". What is to be done before a feast, or for it, is not done on it; and
// looking back, what was on a feast is looked for by its name, since it may be told on another day.
func (r *reader) feastDay(i int, prep string) (d day, next int, ok bool) {
	if r.past && !r.is(i-1, "since") || prep != "counted" && r.is(i-1, "for", "before", "by") {
		return day{}, i, false
	}
	d, next, sure := r.feastAt(i)
	switch {
	case d.d == 0:
		return day{}, i, false
	case sure, i == 0 && next == len(r.toks):
	case !r.is(i-1, "on", "at", "until", "till", "since", "after", "before", "from", "starting") || !r.nounless(next):
		return day{}, i, false
	}
	d.y, d.roll = r.today.Year(), byYear
	return d, next, true
}

// feastAt reads the name of a feast; sure is whether it can be nothing but the day.
func (r *reader) feastAt(i int) (d day, next int, sure bool) {
	for n := 3; n > 0; n-- {
		name := r.at(i)
		for k := 1; k < n; k++ {
			name += " " + r.at(i+k)
		}
		if d, sure = feasts[name]; !sure {
			d = seasons[name]
		}
		if d.d > 0 {
			return d, i + n, sure
		}
	}
	return day{}, i, false
}

// nounless says whether no noun follows that what stands before token i would belong to: "on Christmas cards".
func (r *reader) nounless(i int) bool {
	return i >= len(r.toks) || r.toks[i].kind != 'a' || r.is(i, "at", "to", "by", "in", "from", "and", "or", "that", "about", "every", "each", "around", "please", "with")
}

// movable are the first words of days that are called after a weekday and are only one of its kind: Easter Monday.
var movable = []string{"easter", "good", "ash", "palm", "whit", "black", "cyber", "shrove", "maundy", "pancake"}
