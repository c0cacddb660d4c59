package procedure

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/brain/when"
)

var daysAsked = regexp.MustCompile(`(?i)^how (many (?:days|nights|weeks)|long)(?: is it| are there| is there)?(?: left)? (until|till|til|to|before|since) (.{2,40}?)\s*\??$`)

// daysUntil counts the days to a date, or since one. What is no date, as "the launch", is for memory.
func daysUntil(_ context.Context, v *visit) (*turn.Reply, error) {
	m := daysAsked.FindStringSubmatch(strings.TrimSpace(v.Text))
	if m == nil {
		return nil, nil
	}
	what, since := strings.ToLower(m[3]), strings.EqualFold(m[2], "since")
	what, _ = cutAny(what, "the ")
	day, ok := v.dayOf(what, since)
	if !ok {
		return nil, nil
	}
	y, mo, d := v.Now.Date()
	today := time.Date(y, mo, d, 12, 0, 0, 0, time.UTC)
	y, mo, d = day.Date()
	n := int(time.Date(y, mo, d, 12, 0, 0, 0, time.UTC).Sub(today) / (24 * time.Hour))
	if since {
		n = -n
	}
	if n < 0 {
		return nil, nil
	}
	count := phrase.Count(n, "day")
	if strings.Contains(strings.ToLower(m[1]), "weeks") && n >= 7 {
		if count = phrase.Count(n/7, "week"); n%7 > 0 {
			count += " and " + phrase.Count(n%7, "day")
		}
	}
	reply := says("days")
	reply.Text.Claim(v.Heard(), "%s", fmt.Sprintf("%s: %s", capital(count), day.Format("Mon 2 Jan 2006"))).Say(".")
	return reply, nil
}

var weekdayAsked = regexp.MustCompile(`(?i)^(?:what|which) (?:day(?: of the week)?|weekday) (?:is|will|was|does)(?: the)? (.{2,40}?)(?: be| fall on| fall)?(?: on)?\s*\??$`)

// weekday tells on which day of the week a date falls.
func weekday(_ context.Context, v *visit) (*turn.Reply, error) {
	m := weekdayAsked.FindStringSubmatch(strings.TrimSpace(v.Text))
	if m == nil {
		return nil, nil
	}
	what := strings.ToLower(m[1])
	day, ok := v.dayOf(what, false)
	if !ok {
		return nil, nil
	}
	reply := says("weekday")
	reply.Text.Claim(v.Heard(), "%s", day.Format("Monday: 2 January 2006")).Say(".")
	return reply, nil
}

// dayOf reads a phrase that is a day and nothing else: the next one of that name, or the last.
func (v *visit) dayOf(said string, last bool) (time.Time, bool) {
	if last {
		said = "since " + said
		span, ok := when.Period(said, v.Now)
		return span.From, ok && !span.Ambiguous && span.Start == 0 && span.End == len(said)
	}
	m, ok := when.Find(said, v.Now)
	return m.At, ok && m.HasDay && !m.Ambiguous() && m.Recur == nil && m.Start == 0 && m.End == len(said)
}
