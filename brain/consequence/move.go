package consequence

import (
	"fmt"
	"math"
	"strings"
	"time"

	"citadel/brain/phrase"
	"citadel/memory/event"
	"citadel/memory/graph"
)

// Moved words a move: "Crude oil WTI went from US$79.61 to US$86.38 a barrel (+8.5%), 19 Oct to 16 Nov
// 2026 (FRED, published 18 Nov)". seq is its event. Where the publisher does not say when it published a figure, it says
// when that was read.
func Moved(seq event.Seq, m event.IndicatorMoved, now time.Time) *phrase.Text {
	name := graph.Words(m.Indicator)
	name = strings.ToUpper(name[:1]) + name[1:]
	against := map[string]string{event.AgainstMonth: " against the month before", event.AgainstYear: " against the year before"}
	how := ""
	if m.Measure != nil {
		how = against[m.Measure.Against]
	}
	return new(phrase.Text).Claim([]event.Seq{seq}, "%s went from %s%s, %s to %s (%s)", name, Ends(m.From, m.To, m.Unit)+by(m), how,
		dated(m.Since.UTC(), m.On), phrase.Dated(m.On), Publisher(m.Feed)+known(m, now))
}

// known words since when a figure is known: ", published 18 Nov", with the year where it is not that of the figure.
func known(m event.IndicatorMoved, now time.Time) string {
	how, on := ", published ", m.Published.UTC()
	if m.Published.IsZero() {
		how, on = ", read ", m.Read.In(now.Location())
	}
	if m.Published.IsZero() && m.Read.IsZero() {
		return ""
	}
	return how + dated(on, m.On)
}

// dated words a date beside one that stands with its year: without its own where that is the same.
func dated(on, beside time.Time) string {
	if on.Year() == beside.UTC().Year() {
		return on.Format("2 Jan")
	}
	return on.Format("2 Jan 2006")
}

// Sign is which way it went.
func Sign(m event.IndicatorMoved) graph.Sign { return graph.Of(m.To - m.From) }

// by is how far, in the unit in which it was judged.
func by(m event.IndicatorMoved) string {
	if m.Measure == nil {
		return ""
	}
	return " (" + Change(m.Measure.Mode, m.Measure.Change) + ")"
}

// Change words a change in the unit of its mode: "+8.5%", "-25 basis points".
func Change(mode string, change float64) string {
	sign := "+"
	if change < 0 {
		sign = "-"
	}
	size := math.Abs(change)
	if math.Round(size*10) == 0 && mode != "pts" {
		sign = "" // it is told as none
	}
	switch mode {
	case "bp", "yoy_bp":
		return sign + Number(math.Round(size)) + " basis points"
	case "pts":
		return sign + Number(size) + " points"
	}
	return fmt.Sprintf("%s%.1f%%", sign, size)
}

// Threshold words from which size on a change matters: "3%", "25 basis points".
func Threshold(mode string, size float64) string {
	switch mode {
	case "bp", "yoy_bp", "pts":
		return strings.TrimPrefix(Change(mode, size), "+")
	}
	return Number(size) + "%"
}

// Ends words two figures of a unit: "US$79.61 to US$86.38 a barrel".
func Ends(from, to float64, unit string) string {
	before, after := affixes(unit)
	digits := 4
	if before != "" && !strings.Contains(unit, " per ") && math.Abs(to) >= 1 && math.Abs(from) >= 1 {
		digits = 2 // of rates of exchange four are told
	}
	one := func(x float64) string {
		s := Number(round(x, digits))
		if digits == 2 && strings.Contains(s, ".") && len(s)-strings.IndexByte(s, '.') == 2 {
			s += "0" // cents are two
		}
		if s, below := strings.CutPrefix(s, "-"); below {
			return "-" + before + s
		}
		return before + s
	}
	return one(from) + " to " + one(to) + after
}

func round(x float64, digits int) float64 {
	scale := math.Pow10(digits)
	return math.Round(x*scale) / scale
}

// One words one figure of a unit.
func One(x float64, unit string) string {
	both := Ends(x, x, unit)
	first, _, _ := strings.Cut(both, " to ")
	_, after := affixes(unit)
	return first + after
}

// currencies and measures are how units of publishers are said.
var (
	currencies = map[string]string{"USD": "US$", "AUD": "A$", "EUR": "€"}
	measures   = map[string]string{
		"bbl": " a barrel", "gal": " a gallon", "t": " a tonne", "dmt": " a dry tonne", "MMBtu": " per MMBtu", "hour": " an hour",
		"lb": " a pound", "kg": " a kilogram", "day": " a day",
	}
	// one is how much of a currency a rate of exchange is for.
	one = map[string]string{"USD": " per US$1", "AUD": " per A$1", "EUR": " per €1"}
	// counts are units that are no price.
	counts = map[string]string{
		"number": "", "persons": " people", "thousand SAAR": " thousand a year", "thousand bbl": " thousand barrels", "Bcf": " billion cubic feet",
	}
)

// affixes are what stands before and behind a figure of a unit.
func affixes(unit string) (before, after string) {
	if plain, mean, of := strings.Cut(unit, ", mean of "); of {
		before, after = affixes(plain)
		return before, after + " in the mean of " + mean
	}
	switch {
	case unit == "percent" || unit == "per cent":
		return "", "%"
	case strings.HasPrefix(unit, "percent "):
		return "", "%" + strings.TrimPrefix(unit, "percent")
	case unit == "":
		return "", ""
	case unit == "index" || strings.HasPrefix(unit, "index "): // of which year it is 100 says nothing of how it moved
		return "", " points"
	}
	if said, known := counts[unit]; known {
		return "", said
	}
	if c, of := strings.CutSuffix(unit, " m"); of && currencies[c] != "" {
		return currencies[c], " million"
	}
	if what, per, rate := strings.Cut(unit, " per "); rate && one[per] != "" {
		if c := currencies[what]; c != "" {
			return c, one[per]
		}
		return "", strings.Replace(" "+what, "CNY", "yuan", 1) + one[per]
	}
	what, per, ok := strings.Cut(unit, "/")
	if !ok {
		return "", " " + unit
	}
	if m, known := measures[per]; known {
		per = m
	} else {
		return "", " " + unit
	}
	if c, known := currencies[what]; known {
		return c, per
	}
	return "", " " + what + per
}

// publishers are those who are called otherwise than by their names.
var publishers = map[string]string{
	"fred": "FRED", "abs": "ABS", "rba": "RBA", "portwatch": "IMF PortWatch", "nyfed": "New York Fed", "oecd": "OECD",
	"frankfurter": "Frankfurter", "eia": "EIA", "worldbank": "World Bank",
}

// Publisher is who published a figure, as people call him.
func Publisher(feed string) string {
	if name, known := publishers[feed]; known {
		return name
	}
	return feed
}
