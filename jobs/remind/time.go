package remind

import (
	"time"

	"citadel/brain/when"
	"citadel/memory/loops"
)

// zone is the one a reminder was made in, or here where that is not known any more.
func zone(m loops.Reminder, here *time.Location) *time.Location {
	if m.Zone == here.String() {
		return here // loading a zone reads a file
	}
	if loc, err := time.LoadLocation(m.Zone); m.Zone != "" && err == nil {
		return loc
	}
	return here
}

// standing is the reminder's next time as it stands for somebody who is here. A floating
// time is the same reading of the clock wherever he is (TRUST, Watches and recurring
// reminders): of the first time in the zone it was set in, of a later one on the clock it
// was written down with. A snoozed one is a moment and does not float.
func standing(m loops.Reminder, here *time.Location) time.Time {
	if !m.Floating {
		return m.Next.In(here)
	}
	set := m.At.In(zone(m, here))
	switch {
	case m.Next.Equal(m.At):
		return reading(set, here)
	case m.Rule != "" && sameClock(m.Next, set):
		return reading(m.Next, here)
	}
	return m.Next.In(here)
}

// reading is the moment at which the clock here shows what t shows. In an hour that is
// skipped it is the first moment after it.
func reading(t time.Time, here *time.Location) time.Time {
	got := time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, here)
	if sameClock(got, t) {
		return got
	}
	start, end := got.ZoneBounds()
	if got.Format(time.DateTime) > t.Format(time.DateTime) {
		return start.In(here)
	}
	return end.In(here)
}

func sameClock(a, b time.Time) bool {
	return a.Hour() == b.Hour() && a.Minute() == b.Minute() && a.Second() == b.Second()
}

// recurrence is the rule of a recurring reminder, on the clock it follows; nil without one,
// or with one that cannot be read: such a reminder is said once.
func recurrence(m loops.Reminder, here *time.Location) *when.Recurrence {
	if m.Rule == "" {
		return nil
	}
	r, err := when.ParseRecurrence(m.Rule, m.At.In(zone(m, here)))
	if err != nil {
		return nil
	}
	if m.Floating {
		r = r.In(here)
	}
	return r
}

// after is the first time of a recurring reminder after a moment; zero if there is none.
func after(m loops.Reminder, now time.Time) time.Time {
	r := recurrence(m, now.Location())
	if r == nil {
		return time.Time{}
	}
	return r.Next(now)
}

// newest is the newest of the reminder's times that has come; zero if none has.
func newest(m loops.Reminder, now time.Time) time.Time {
	at := standing(m, now.Location())
	if at.After(now) {
		return time.Time{}
	}
	r := recurrence(m, now.Location())
	if r == nil {
		return at
	}
	// The window is doubled until a time lies in it, so at most a few lie behind that one.
	for window := time.Minute; now.Add(-window).After(at); window *= 2 {
		last := r.Next(now.Add(-window))
		if last.IsZero() || last.After(now) {
			continue
		}
		for n := r.Next(last); !n.IsZero() && !n.After(now); n = r.Next(n) {
			last = n
		}
		return last
	}
	return at
}
