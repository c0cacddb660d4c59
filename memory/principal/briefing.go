package principal

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"citadel/memory/event"
)

// Length is how much of a section of the briefing the principal wants.
type Length int

// The lengths.
const (
	Full    Length = iota
	Short          // its first lines
	Counted        // how many lines there would be
	Dropped        // nothing
)

// The sections of the briefing.
const (
	Calendar    = "calendar"
	Due         = "due"
	Told        = "told"
	Overnight   = "overnight"
	News        = "news"
	Corrections = "corrections"
	Mail        = "mail"
	Drafts      = "drafts"
	Waiting     = "approvals"
	Review      = "review"
	Figures     = "figures"

	Whole = "briefing" // all of it
)

// Sections are their names, in the order in which they are told.
func Sections() []string {
	return []string{Calendar, Due, Told, Overnight, News, Corrections, Mail, Drafts, Waiting, Review, Figures}
}

// Least is how short a section may become: what is due and what waits for his word is counted at least, since a
// promise is not to be forgotten by a habit.
func Least(section string) Length {
	switch section {
	case Due, Waiting, Whole:
		return Counted
	}
	return Dropped
}

// Length is how much he wants of a section, by its name; Full unless he said "less".
func (f *Fold) Length(section string) Length {
	for _, part := range strings.Fields(f.Settings[event.SettingBriefing]) {
		name, length, _ := strings.Cut(part, "=")
		if n, err := strconv.Atoi(length); err == nil && name == section {
			return min(max(Length(n), Full), Dropped)
		}
	}
	return Full
}

// Lengths is the setting in which one section has another length.
func (f *Fold) Lengths(section string, l Length) string {
	parts := slices.DeleteFunc(strings.Fields(f.Settings[event.SettingBriefing]), func(p string) bool { return strings.HasPrefix(p, section+"=") })
	if l != Full {
		parts = append(parts, section+"="+strconv.Itoa(int(l)))
	}
	slices.Sort(parts)
	return strings.Join(parts, " ")
}

// Morning is when the morning's message comes by a setting of the principal, after midnight, or that he wants none; named
// is whether he made one.
func (f *Fold) Morning() (at time.Duration, off, named bool) {
	value := f.Settings[event.SettingMorning]
	if value == event.MorningOff {
		return 0, true, true
	}
	clock, err := time.Parse("15:04", value)
	return time.Duration(clock.Hour())*time.Hour + time.Duration(clock.Minute())*time.Minute, false, err == nil
}

// morning checks that setting.
func morning(v string) error {
	if v == event.MorningOff {
		return nil
	}
	_, err := time.Parse("15:04", v)
	return err
}
