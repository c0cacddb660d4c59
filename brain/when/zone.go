package when

import (
	_ "embed"
	"strconv"
	"strings"
	"time"
)

// zonesText lists the zones of the IANA database, one a line, each with larger cities that
// keep its time and do not name it.
//
//go:embed zones.txt
var zonesText string

// maxPlace is the longest name of a place that is looked up, in bytes.
const maxPlace = 60

// Zone finds the IANA zone that is meant by a city ("Melbourne"), a zone's own name in any
// case ("europe/lisbon"), or a distance from Greenwich ("GMT+2", "UTC-5"). It reports
// false for anything else and for a zone that this host does not know.
func Zone(place string) (name string, ok bool) {
	place = strings.TrimSpace(place)
	if place == "" || len(place) > maxPlace {
		return "", false
	}
	if name, ok := offsetZone(place); ok {
		return name, known(name)
	}
	want := strings.ReplaceAll(strings.ToLower(place), " ", "_")
	for line := range strings.Lines(zonesText) {
		names := strings.Fields(line)
		if strings.EqualFold(names[0], want) || strings.EqualFold(lastPart(names[0]), want) {
			return names[0], known(names[0])
		}
		for _, city := range names[1:] {
			if strings.EqualFold(city, want) {
				return names[0], known(names[0])
			}
		}
	}
	// The database has names of its own for old zones ("Asia/Calcutta", "US/Pacific"), in
	// exact spelling. "Local" is what time.LoadLocation makes of the host's zone.
	if strings.Contains(place, "/") && !strings.Contains(place, "..") && known(place) {
		return place, true
	}
	return "", false
}

func known(name string) bool {
	_, err := time.LoadLocation(name)
	return err == nil
}

func lastPart(zone string) string { return zone[strings.LastIndexByte(zone, '/')+1:] }

// offsetZone reads "GMT+2". The database names such zones with the sign turned round.
func offsetZone(place string) (string, bool) {
	s := strings.ToUpper(strings.ReplaceAll(place, " ", ""))
	rest, ok := strings.CutPrefix(s, "GMT")
	if !ok {
		rest, ok = strings.CutPrefix(s, "UTC")
	}
	switch {
	case !ok:
		return "", false
	case rest == "":
		return "Etc/UTC", true
	}
	rest = strings.TrimSuffix(rest, ":00")
	hours, err := strconv.Atoi(strings.TrimPrefix(rest, "+"))
	if err != nil || hours < -12 || hours > 14 || rest[0] != '+' && rest[0] != '-' {
		return "", false
	}
	if hours == 0 {
		return "Etc/UTC", true
	}
	sign := "-"
	if hours < 0 {
		sign, hours = "+", -hours
	}
	return "Etc/GMT" + sign + strconv.Itoa(hours), true
}
