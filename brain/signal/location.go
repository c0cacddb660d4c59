package signal

import (
	"citadel/brain/phrase"
	"citadel/memory"
	"citadel/memory/event"
)

// location is where the principal is, as far as he said so: the zone he set and the days he is
// away.
func location(v memory.View, q *Query) []Signal {
	s := Signal{Name: "where he is"}
	tell := func(setting, text string) {
		made := v.Principal.Set[setting]
		s.Seqs = append(s.Seqs, made)
		s.Lines = append(s.Lines, Line{Text: text})
	}
	if zone := v.Principal.Zone(); zone != nil {
		tell(event.SettingZone, "His present time zone is that of "+phrase.City(zone.String())+".")
	}
	if from, to, ok := v.Principal.Away(q.Now.Location()); ok && !q.Now.After(to.AddDate(0, 0, 1)) {
		tell(event.SettingAway, "Away from "+phrase.Day(from, q.Now)+" to "+phrase.Day(to, q.Now)+".")
	}
	return together(s)
}
