package dream

import (
	"strings"
	"time"

	"citadel/brain/phrase"
	"citadel/memory/event"
)

// Buttons are those under a dream.
func Buttons(seq event.Seq) []event.Button {
	return []event.Button{{Label: "Keep", Says: "keep dream " + phrase.Handle('m', seq)}, {Label: "Fewer", Says: "fewer dreams"}, {Label: "Off", Says: "no dreams"}}
}

// Word is a dream as it is shown (MESSAGES 3): which night, of how many notes, and the lines where there are any.
func Word(d event.Dreamt, seq event.Seq, notes []event.Seq, now time.Time) *phrase.Text {
	t := new(phrase.Text)
	of, err := time.ParseInLocation(time.DateOnly, d.Night, now.Location())
	if err != nil {
		of = d.On.In(now.Location()).AddDate(0, 0, -1)
	}
	next := of.AddDate(0, 0, 1)
	night := of.Format("2") + "–" + next.Format("2 Jan 2006")
	if of.Month() != next.Month() {
		night = of.Format("2 Jan") + " – " + next.Format("2 Jan 2006")
	}
	made := "made"
	if d.By == "" {
		made = "drawn"
	}
	t.Claim([]event.Seq{seq}, "Night of %s", night).Say(", %s from ", made).Claim(notes, "%s", phrase.Count(len(notes), "note")).Say(" of ").Claim([]event.Seq{seq}, "%s", phrase.Day(of, now)).Say(".")
	if d.Fragment == "" {
		return t
	}
	t.Break()
	for i, line := range strings.Split(d.Fragment, "\n") {
		if i > 0 {
			t.Say("\n")
		}
		t.Say("> ").Claim([]event.Seq{seq}, "%s", line)
	}
	return t
}
