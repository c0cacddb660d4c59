package bot

import (
	"time"

	"citadel/memory/event"
)

// pace keeps to how many posts a minute a place may get. Only the goroutine that delivers
// on the platform uses it.
type pace struct {
	most int // a minute and place; 0 is no limit
	sent map[event.Place][]time.Time
}

func newPace(most int) *pace { return &pace{most: most, sent: map[event.Place][]time.Time{}} }

// wait is how long a place has to be left alone, at a moment.
func (p *pace) wait(at event.Place, now time.Time) time.Duration {
	times := p.lately(at, now)
	if p.most == 0 || len(times) < p.most {
		return 0
	}
	return times[len(times)-p.most].Add(time.Minute).Sub(now)
}

// note counts a post.
func (p *pace) note(at event.Place, now time.Time) {
	if p.most > 0 {
		at.Thread = ""
		p.sent[at] = append(p.lately(at, now), now)
	}
}

// lately gives when posts of the last minute left for a place, and forgets older ones. Where
// the clock was set back they left now, at the latest: nothing waits for a day to be over twice.
func (p *pace) lately(at event.Place, now time.Time) []time.Time {
	at.Thread = ""
	times := p.sent[at]
	for i, t := range times {
		if t.After(now) {
			times[i] = now
		}
	}
	for len(times) > 0 && !times[0].After(now.Add(-time.Minute)) {
		times = times[1:]
	}
	if len(times) == 0 {
		delete(p.sent, at)
	}
	return times
}
