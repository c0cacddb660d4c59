package economy

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
)

// Indicator is something that is measured again and again, and by whom.
type Indicator struct {
	Name      string // of the thing, as in the graph of what bears on what: "crude_oil_wti"
	Publisher string // see Publishers
	Series    string // what the publisher calls it
	Every     Frequency
	Kind      string    // "price", "rate", "index" or "volume"
	Counts    Threshold // from which on a move matters
	Unit      string
	Title     string
}

// Frequency is how often there is a new figure.
type Frequency string

// The frequencies.
const (
	Daily     Frequency = "D"
	Weekly    Frequency = "W"
	Monthly   Frequency = "M"
	Quarterly Frequency = "Q"
)

// Threshold is how far a figure has to move.
type Threshold struct {
	Mode string // see the constants
	Size float64
}

// How a move is measured.
const (
	Percent     = "pct"    // of the value before
	BasisPoints = "bp"     // hundredths of a percentage point, of what is a percentage itself
	YearlyPoint = "yoy_bp" // the same, of the change on the year before
	Points      = "pts"    // of the figure itself
	WeekOnMonth = "pct7"   // percent, of the mean of seven days against that of the 28 before them
)

//go:embed catalogue.txt
var catalogue string

// Catalogue gives all indicators. A name that stands twice is published twice: the second serves where the
// first fails.
func Catalogue() []Indicator {
	all, err := parseCatalogue(catalogue)
	if err != nil {
		panic(err) // a file of ours, which a test reads
	}
	return all
}

func parseCatalogue(text string) (all []Indicator, err error) {
	for n, line := range strings.Split(text, "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(line, "\t")
		if len(cells) != 8 {
			return nil, fmt.Errorf("catalogue, line %d: %d columns, not 8", n+1, len(cells))
		}
		i := Indicator{Name: cells[0], Publisher: cells[1], Series: cells[2], Every: Frequency(cells[3]), Kind: cells[4], Unit: cells[6], Title: cells[7]}
		mode, size, _ := strings.Cut(cells[5], ":")
		if i.Counts.Mode = mode; !strings.Contains(" pct bp yoy_bp pts pct7 ", " "+mode+" ") {
			return nil, fmt.Errorf("catalogue, line %d: %q measures no move", n+1, mode)
		}
		if i.Counts.Size, err = strconv.ParseFloat(size, 64); err != nil || i.Counts.Size <= 0 {
			return nil, fmt.Errorf("catalogue, line %d: %q is no size", n+1, size)
		}
		if _, known := publishers[i.Publisher]; !known {
			return nil, fmt.Errorf("catalogue, line %d: nobody is called %q", n+1, i.Publisher)
		}
		all = append(all, i)
	}
	return all, nil
}
