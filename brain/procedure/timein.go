package procedure

import (
	"context"
	"regexp"
	"time"

	"citadel/brain/turn"
	"citadel/brain/when"
)

var timeIn = regexp.MustCompile(`(?i)^(?:(?:what's|whats|what is) the time|what time is it|the time|time|what day is it)(?: now| right now)? in ([\p{L} .'/_+\-0-9]{2,60}?)(?: now| right now)?\s*\??$`)

// timeElsewhere tells the time of another city, if the list of zones has it.
func timeElsewhere(_ context.Context, v *visit) (*turn.Reply, error) {
	m := timeIn.FindStringSubmatch(v.Text)
	if m == nil {
		return nil, nil
	}
	name, ok := when.Zone(m[1])
	if !ok {
		return nil, nil
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil, nil // this host does not know it
	}
	there := v.Now.In(zone)
	reply := says("elsewhere")
	reply.Text.Claim(v.Heard(), "%s", there.Format("15:04, Mon 2 Jan 2006")).Say(" (%s).", name)
	return reply, nil
}
