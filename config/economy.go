package config

import (
	"slices"
	"strings"
)

// The variables with keys of publishers of figures. Both are free of charge; without the first FRED is
// asked for its public tables, without the second the EIA is not asked.
const (
	FREDKey = "FRED_API_KEY"
	EIAKey  = "EIA_API_KEY"
)

// AllIndicators in Economy.Off turns them all off.
const AllIndicators = "all"

// Economy is the figures of the economy that are read every morning.
type Economy struct {
	Off    []string // indicators that are not read, by their names, or AllIndicators
	Folder string   // with saved answers, instead of asking publishers; empty asks them
	FRED   Secret
	EIA    Secret
}

// Secrets lists the keys that are set.
func (f Economy) Secrets() []Secret {
	return slices.DeleteFunc([]Secret{f.FRED, f.EIA}, func(s Secret) bool { return !s.Set() })
}

// ofEconomy keeps a variable with a key of a publisher, and reports whether it is one.
func (o *overlay) ofEconomy(v variable) bool {
	var err error
	switch v.name {
	case FREDKey:
		o.config.Economy.FRED, err = parseKey(v.value)
	case EIAKey:
		o.config.Economy.EIA, err = parseKey(v.value)
	default:
		return false
	}
	if err != nil {
		what, do := reasonOf(err)
		o.problems = append(o.problems, Problem{File: v.at.file, Line: v.at.line, Key: v.name, Subject: named(v.name), What: what, Do: do})
	}
	return true
}

func parseIndicator(text string) (string, error) {
	text = strings.TrimSpace(text)
	if text == "" || len(text) > 64 || strings.Trim(text, small+digits+"_") != "" {
		return "", fault{quoted(text) + " is not the name of a figure", "write one such as crude_oil_wti, or all; `citadel economy status` lists them"}
	}
	return text, nil
}
