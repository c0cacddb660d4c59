package briefing

import (
	"time"

	"citadel/brain/phrase"
	"citadel/memory/event"
)

// Absence is one that is over. The first briefing after it is the one message on return (TRUST, Pause, away, snooze,
// mute; MESSAGES 25), and comes in any case.
type Absence struct {
	From, To time.Time   // its first and its last day
	Said     event.Seq   // where he said so
	Sent     []event.Seq // what was said to him meanwhile that he had not asked for
	Next     time.Time   // when the next briefing comes
}

// returned is its first line: "18 to 25 Nov 2026: three things need you."
func (a Absence) returned(t *phrase.Text, all []Section) {
	n, rests := 0, []event.Seq{a.Said}
	for _, section := range all {
		switch section.Name {
		case Due, Mail:
			n += len(section.Lines) + section.Left
		case Waiting, Review:
			n += len(section.Rests)
		default:
			continue
		}
		rests = append(rests, section.Rests...)
	}
	needs := "nothing needs you"
	switch {
	case n == 1:
		needs = "one thing needs you"
	case n > 1:
		needs = phrase.Few(n, "thing") + " need you"
	}
	t.Claim(rests, "**%s: %s.**", a.days(), needs)
}

// days words it: "4 to 18 Dec 2026".
func (a Absence) days() string {
	last := a.To.Format("2 Jan 2006")
	switch {
	case a.From.Equal(a.To):
		return last
	case a.From.Year() != a.To.Year():
		return a.From.Format("2 Jan 2006") + " to " + last
	case a.From.Month() != a.To.Month():
		return a.From.Format("2 Jan") + " to " + last
	}
	return a.From.Format("2") + " to " + last
}

// closing says what he was told meanwhile, and when the mornings go on.
func (a Absence) closing(t *phrase.Text, now time.Time) {
	days := int(a.To.Sub(a.From).Hours()/24+.5) + 1
	t.Break().Break()
	if len(a.Sent) == 0 {
		t.Claim([]event.Seq{a.Said}, "I sent nothing that you had not asked for %s.", those(days))
	} else {
		t.Claim(a.Sent, "I sent %s that you had not asked for %s.", phrase.Count(len(a.Sent), "message"), those(days))
	}
	t.Claim([]event.Seq{a.Said}, " The next briefing comes on %s.", phrase.Moment(a.Next, now))
}

func those(days int) string {
	if days == 1 {
		return "on that day"
	}
	return "in those " + phrase.Count(days, "day")
}
