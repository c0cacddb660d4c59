package trade

import (
	"math"
	"strconv"
	"strings"

	"citadel/memory/event"
)

const (
	number = `(?:\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a couple of)`
	span   = `(?:(?:about|around|roughly|some|nearly|almost|up to) )?(` + number + `)(?:(?: to | or |-|–)(` + number + `))?[ -](day|week|month|quarter|year)s?`
)

var (
	// most say when it is over, and the others when it comes.
	most = spelled(`(?i),? ?\b(?:within|over)(?: the following)? `+span+`\b,?`, "day", "week", "month", "quarter", "year")
	just = spelled(`(?i),? ?\b(?:(?:and )?(?:after|in) `+span+`|(?:with )?(?:an? |some )?(?:lag|delay) of `+span+`|with an? `+span+`(?:s)? (?:lag|delay)|`+span+` (?:later|afterwards|after)|(?:and )?(?:it|that|which) (?:usually |typically |normally )?takes `+span+`(?: to (?:arrive|come through|get through|reach us|show|feed through))?)(?:,|\b)`, "day", "week", "month", "quarter", "year")

	part = spelled(`(?i),? ?\b(?:and |with )?(?:(?:about|around|roughly|some|by|by about) )*(`+share+`)(?: to (`+share+`))? of (?:it|that|the (?:rise|increase|move|change|fall|drop))(?: (?:is|gets|being) passed (?:on|through)(?: to \p{L}+)?| (?:reaches|reaching) \p{L}+| (?:arrives|comes through|gets through|feeds through))?(?:,|\b|$)`, " of it", " of that", " of the ")
)

var numbers = map[string]float64{
	"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "a couple of": 2,
}

// weeks that a unit has.
var weeks = map[string]float64{"day": 1.0 / 7, "week": 1, "month": 365.25 / 12 / 7, "quarter": 365.25 / 4 / 7, "year": 365.25 / 7}

var fractions = map[string]float64{
	"a third": 1.0 / 3, "two thirds": 2.0 / 3, "half": 0.5, "a half": 0.5, "a quarter": 0.25, "three quarters": 0.75, "a fifth": 0.2, "a tenth": 0.1,
}

// delay takes out of a sentence after how long something follows, in weeks: of days a tenth of one, and of
// all that is longer whole ones. It is not ok where that is said twice, for then one is of something else.
func delay(text string) (rest string, lag *event.Bounds, ok bool) {
	rest = text
	for n, p := range []pattern{most, just} {
		all := p.places(rest)
		if len(all) == 0 {
			continue
		}
		if len(all) > 1 || lag != nil {
			return text, nil, false
		}
		var said []string
		for i := 2; i < len(all[0]); i += 2 {
			if all[0][i] >= 0 {
				said = append(said, strings.ToLower(rest[all[0][i]:all[0][i+1]]))
			}
		}
		unit := said[len(said)-1]
		lag = &event.Bounds{From: inWeeks(said[0], unit), To: inWeeks(said[len(said)-2], unit)}
		if lag.To < lag.From {
			return text, nil, false
		}
		if n == 0 {
			lag.From = 0
		}
		rest = without(rest, all[0][0], all[0][1])
	}
	return rest, lag, true
}

func inWeeks(n, unit string) float64 {
	x, known := numbers[n]
	if !known {
		x, _ = strconv.ParseFloat(n, 64)
	}
	if x *= weeks[unit]; unit == "day" {
		return math.Round(x*10) / 10
	}
	return math.Round(x)
}

// passed takes out of a sentence which share of a move arrives: "about half of it is passed on".
func passed(text string) (rest string, pass *event.Bounds, ok bool) {
	all := part.places(text)
	if len(all) == 0 {
		return text, nil, true
	}
	if len(all) > 1 {
		return text, nil, false
	}
	at := all[0]
	from := fraction(text[at[2]:at[3]])
	to := from
	if at[4] >= 0 {
		to = fraction(text[at[4]:at[5]])
	}
	if from <= 0 || to < from || to > 1 {
		return text, nil, false
	}
	return without(text, at[0], at[1]), &event.Bounds{From: from, To: to}, true
}

// without leaves a part of a sentence out. A comma stays where it parts what is left.
func without(text string, from, to int) string {
	cut := text[from:to]
	joint := " "
	if strings.HasPrefix(cut, ",") || strings.HasSuffix(cut, ",") {
		joint = ", "
	}
	return strings.Trim(strings.TrimSpace(text[:from])+joint+strings.TrimSpace(text[to:]), ", ")
}

// fraction reads "a third" and "30 %"; 0 for what is neither.
func fraction(said string) float64 {
	said = strings.ToLower(strings.TrimSpace(said))
	if f, known := fractions[said]; known {
		return f
	}
	x, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimRight(said, " %percnt"), ",", "."), 64)
	if err != nil {
		return 0
	}
	return x / 100
}

// mostPassed is how many times a move may be what caused it.
const mostPassed = 5

// ratio is the share that two sizes come to: of "when oil rises 10%, freight goes up 3%" it is 0.3. Where
// only the second has one, a fraction ("by a third") is the share, for of what else is it one; a
// percentage is a size of a move that was not said, and tells nothing.
func ratio(sizes [2]string) *event.Bounds {
	from, to := fraction(sizes[0]), fraction(sizes[1])
	_, named := fractions[strings.ToLower(strings.TrimSpace(sizes[1]))]
	switch {
	case to <= 0:
		return nil
	case from > 0 && to/from <= mostPassed:
		x := math.Round(to/from*1000) / 1000
		return &event.Bounds{From: x, To: x}
	case from == 0 && sizes[0] == "" && named:
		return &event.Bounds{From: to, To: to}
	}
	return nil
}
