package when

import (
	"strings"
	"time"
)

// zone is whose clock was named behind a time of day. The zero zone is one that cannot be told.
type zone struct {
	loc   *time.Location
	named string // the abbreviation that was said, of which the place may have two
	here  bool   // "local time"
}

// abbreviations are those of one meaning, with a place that uses them. Those of several have none.
var abbreviations = map[string]string{
	"UTC": "Etc/UTC", "GMT": "Etc/UTC", "WET": "Europe/Lisbon", "WEST": "Europe/Lisbon", "BST": "Europe/London", "CET": "Europe/Berlin", "CEST": "Europe/Berlin",
	"EET": "Europe/Athens", "EEST": "Europe/Athens", "MSK": "Europe/Moscow", "SAST": "Africa/Johannesburg", "PKT": "Asia/Karachi", "SGT": "Asia/Singapore",
	"HKT": "Asia/Hong_Kong", "JST": "Asia/Tokyo", "KST": "Asia/Seoul", "AWST": "Australia/Perth", "ACST": "Australia/Adelaide", "ACDT": "Australia/Adelaide",
	"AEST": "Australia/Sydney", "AEDT": "Australia/Sydney", "NZST": "Pacific/Auckland", "NZDT": "Pacific/Auckland", "HST": "Pacific/Honolulu",
	"AKST": "America/Anchorage", "AKDT": "America/Anchorage", "PST": "America/Los_Angeles", "PDT": "America/Los_Angeles", "PT": "America/Los_Angeles",
	"MST": "America/Denver", "MDT": "America/Denver", "MT": "America/Denver", "CDT": "America/Chicago", "CT": "America/Chicago",
	"EST": "America/New_York", "EDT": "America/New_York", "ET": "America/New_York", "CST": "", "IST": "", "AST": "", "GST": "",
}

// clocks are the names of a zone's time that are no city's, as they stand before "time".
var clocks = map[string]string{
	"eastern": "America/New_York", "east coast": "America/New_York", "us eastern": "America/New_York", "central": "America/Chicago", "us central": "America/Chicago",
	"mountain": "America/Denver", "us mountain": "America/Denver", "pacific": "America/Los_Angeles", "us pacific": "America/Los_Angeles", "west coast": "America/Los_Angeles",
	"central european": "Europe/Berlin", "eastern european": "Europe/Athens", "western european": "Europe/Lisbon", "greenwich mean": "Etc/UTC",
	"universal": "Etc/UTC", "zulu": "Etc/UTC", "uk": "Europe/London", "british": "Europe/London", "irish": "Europe/Dublin", "german": "Europe/Berlin",
	"french": "Europe/Paris", "italian": "Europe/Rome", "dutch": "Europe/Amsterdam", "swiss": "Europe/Zurich", "swedish": "Europe/Stockholm", "polish": "Europe/Warsaw",
	"greek": "Europe/Athens", "turkish": "Europe/Istanbul", "israeli": "Asia/Jerusalem", "indian": "Asia/Kolkata", "india": "Asia/Kolkata",
	"chinese": "Asia/Shanghai", "china": "Asia/Shanghai", "japanese": "Asia/Tokyo", "japan": "Asia/Tokyo", "korean": "Asia/Seoul", "germany": "Europe/Berlin",
	"france": "Europe/Paris", "italy": "Europe/Rome", "ireland": "Europe/Dublin", "uae": "Asia/Dubai",
}

// longestZone is how many words may stand before "time": "Ho Chi Minh City time".
const longestZone = 4

// zoneAt reads whose clock a time of day is told by: "Lisbon time", "UTC+2", "CET", "Europe/Lisbon".
func (r *reader) zoneAt(i int) (z zone, next int, ok bool) {
	if r.is(i, "(") {
		if z, next, ok = r.zoneAt(i + 1); ok && r.is(next, ")") {
			return z, next + 1, true
		}
		return zone{}, i, false
	}
	if i >= len(r.toks) || r.glued(i) && !r.is(i-1, "(") || r.toks[i].kind != 'a' {
		return zone{}, i, false
	}
	if z, next, ok = r.offset(i); ok {
		return z, next, true
	}
	if z, next, ok = r.abbreviation(i); ok {
		return z, next, true
	}
	if r.is(i+1, "/") && r.glued(i+1) && r.glued(i+2) {
		if z.loc = located(r.at(i) + "/" + r.at(i+2)); z.loc != nil {
			return z, i + 3, r.ends(i + 3)
		}
	}
	return r.cityTime(i)
}

// offset reads "UTC+2", "GMT-5".
func (r *reader) offset(i int) (z zone, next int, ok bool) {
	if !r.is(i, "utc", "gmt") || !r.is(i+1, "+", "-", "−") || !r.isNumber(i+2) || !r.glued(i+2) {
		return zone{}, i, false
	}
	sign := r.at(i + 1)
	if sign == "−" {
		sign = "-"
	}
	next = i + 3
	name := "GMT" + sign + r.at(i+2)
	if r.glued(next) && r.is(next, ":") && r.isNumber(next+1) {
		name += ":" + r.at(next+1)
		next += 2
	}
	z.loc = located(name) // of half an hour there is none, and it is asked for
	return z, next, r.ends(next)
}

// abbreviation reads "UTC", "CET". One in small letters or of two, and a sergeant, are read
// only where nothing follows that they could belong to.
func (r *reader) abbreviation(i int) (z zone, next int, ok bool) {
	z.named = strings.ToUpper(r.at(i))
	place, ok := abbreviations[z.named]
	next = i + 1
	if !ok || !r.ends(next) {
		return zone{}, i, false
	}
	short := len(z.named) == 2
	if short && !r.toks[i].caps {
		return zone{}, i, false
	}
	if alone := next == len(r.toks) || r.toks[next].kind == '.' || weekday(r.at(next)) >= 0 ||
		r.is(next, "to", "on", "about", "and", "that", "for", "today", "tomorrow", "tonight", "every", "each", "next", "this", "time"); !alone && (short || !r.toks[i].caps || z.named == "SGT") {
		return zone{}, i, false
	}
	next = r.skip(next, "time")
	if home, _ := r.now.Zone(); home == z.named {
		z.loc, z.here = r.now.Location(), true // his own, of whatever else it may be the name
		return z, next, true
	}
	if place != "" && !r.australian(place) {
		z.loc = located(place)
	}
	return z, next, true
}

// cityTime reads "New York time" and "local time". A name with a capital that is no known place
// is one that cannot be told, and so is another's time.
func (r *reader) cityTime(i int) (z zone, next int, ok bool) {
	name := ""
	for n := range longestZone {
		j := i + n
		if j >= len(r.toks) || r.toks[j].kind != 'a' || r.is(j, "time") {
			break
		}
		word := strings.TrimSuffix(strings.TrimSuffix(r.at(j), "'s"), "’s")
		name = strings.TrimSpace(name + " " + word)
		k := j + 1
		season := r.is(k, "standard", "summer", "daylight", "winter")
		if season {
			k++
		}
		if !r.is(k, "time") || !r.ends(k+1) {
			continue
		}
		next = r.skip(k+1, "zone")
		switch name {
		case "local", "my", "our":
			return zone{here: true}, next, n == 0
		case "their", "his", "her":
			return zone{}, next, n == 0
		}
		if place, ok := clocks[name]; ok {
			if !r.australian(place) {
				z.loc = located(place)
			}
			return z, next, true
		}
		if loc := located(name); loc != nil && (r.toks[i].upper || n > 0 || !r.is(i, "easter", "center")) {
			return zone{loc: loc}, next, true
		}
		return zone{}, next, r.toks[i].upper && r.toks[j].upper
	}
	return zone{}, i, false
}

// australian reports whether the American clock of a name is another one in Australia, where
// he is: "EST", "Central time".
func (r *reader) australian(place string) bool {
	return strings.HasPrefix(r.now.Location().String(), "Australia/") && (place == "America/New_York" || place == "America/Chicago")
}

// located is the zone of a place; nil if there is none.
func located(place string) *time.Location {
	name, ok := Zone(place)
	if !ok {
		return nil
	}
	loc, err := time.LoadLocation(name)
	if err != nil {
		return nil
	}
	return loc
}

// place makes a moment to come of what was said from token i on, on the clock that was named
// for it. "Tomorrow" may be another day there than here: then both are its readings.
func (r *reader) place(s said, i int) (m Match, ok bool) {
	if !s.hasZone || s.zone.here {
		m, ok = r.resolve(s)
		if s.zone.loc == nil {
			return m, ok
		}
		m.Zone, m.Floating = s.zone.loc, false
		return m, ok
	}
	if s.zone.loc == nil {
		m, ok = r.resolve(s)
		m.Unplaced = true
		return m, ok
	}
	there := *r
	there.now = r.now.In(s.zone.loc)
	there.today = civilOf(there.now)
	theirs, _, _ := there.saidAt(i)
	m, ok = there.resolve(theirs)
	if s.hasDay && !s.repeats {
		if ours, found := there.resolve(s); found && (!ok || !ours.At.Equal(m.At)) {
			if ok && !ours.Ambiguous() {
				ours.Other = m.At
			}
			m, ok = ours, true
		}
	}
	if !ok {
		return Match{}, false
	}
	if other, found := literal(m.At, s.zone.named); found && m.Recur == nil && !m.Ambiguous() && other.After(r.now) {
		m.Other = other
	}
	home := r.now.Location()
	m.At = m.At.In(home)
	if m.Ambiguous() {
		m.Other = m.Other.In(home)
	}
	m.Zone, m.Floating = s.zone.loc, false
	return m, true
}

// literal is the moment of the same clock by the abbreviation that was said, where the place
// goes by its other one then: 15:00 CET in July. It reports false where there is no such doubt.
func literal(at time.Time, named string) (time.Time, bool) {
	now, offset := at.Zone()
	if named == "" || now == named {
		return at, false
	}
	for month := range 12 {
		if name, other := at.AddDate(0, month, 0).Zone(); name == named && other != offset {
			return at.Add(time.Duration(offset-other) * time.Second), true
		}
	}
	return at, false
}
