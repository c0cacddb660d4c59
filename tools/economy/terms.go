package economy

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Due is after how many days without a newer figure one is overdue. Those of the IMF come two
// months late and more, and so do those of the OECD (economics.md §5.10).
func (i Indicator) Due() int {
	switch {
	case i.Every == Daily:
		return 10
	case i.Every == Weekly:
		return 16
	case i.Every == Quarterly:
		return 150
	case i.Publisher == "oecd":
		return 110
	case strings.HasPrefix(i.Title, "Global price of"):
		return 130
	}
	return 75
}

// Policy says whether it is a rate that a central bank sets.
func (i Indicator) Policy() bool { return i.Name == "rba_cash_rate" || i.Name == "fed_funds_rate" }

// Seasonal says whether it has to be compared with the same period of the year before: figures of the ABS
// as they were counted, which it marks by 10 in one of the parts of their key, unless they are changes on the
// year already.
func (i Indicator) Seasonal() bool {
	if i.Publisher != "abs" || i.Counts.Mode != Percent {
		return false
	}
	_, key, _ := strings.Cut(i.Series, "/")
	return slices.Contains(strings.Split(key, "."), "10")
}

// Mean is of how many figures means are compared, one where each is by itself: single weeks of initial claims jump with
// holidays, and their mean of four weeks is what is looked at.
func (i Indicator) Mean() int {
	if i.Name == "us_jobless_claims" {
		return 4
	}
	return 1
}

// Served gives those of the catalogue that can be asked for: all but those whose publisher wants a key that is not
// there, or, where answers are saved, those that are.
func (s Settings) Served() []Indicator {
	return slices.DeleteFunc(Catalogue(), func(i Indicator) bool {
		if s.Folder != "" {
			return !s.has(i)
		}
		return i.Publisher == "eia" && s.EIAKey == ""
	})
}

func (s Settings) has(i Indicator) bool {
	_, err := os.Stat(filepath.Join(s.Folder, FileName(i)))
	return err == nil
}
