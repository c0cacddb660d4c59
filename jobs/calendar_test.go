package jobs_test

import (
	"context"
	"fmt"
	"math/rand"
	"strings"
	"testing"
	"time"

	"citadel/brain/turn/turntest"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
)

func zoned(t testing.TB, name string) *time.Location {
	t.Helper()
	loc, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return loc
}

func TestCalendars(t *testing.T) {
	for name, c := range map[string]struct {
		of             func() (jobs.Due, jobs.Next)
		zone, now      string
		slot, at, next string
	}{
		"a night":               {func() (jobs.Due, jobs.Next) { return jobs.Nightly(3) }, "Australia/Melbourne", "2026-11-20 09:00", "2026-11-20", "2026-11-20 03:00", "2026-11-21 03:00"},
		"a night to come":       {func() (jobs.Due, jobs.Next) { return jobs.Nightly(3) }, "Australia/Melbourne", "2026-11-20 02:59", "2026-11-19", "2026-11-19 03:00", "2026-11-20 03:00"},
		"an hour that is not":   {func() (jobs.Due, jobs.Next) { return jobs.Nightly(2) }, "Europe/Lisbon", "2026-03-29 09:00", "2026-03-29", "2026-03-29 02:00", "2026-03-30 02:00"},
		"no midnight":           {func() (jobs.Due, jobs.Next) { return jobs.Nightly(0) }, "America/Santiago", "2026-09-06 09:00", "2026-09-06", "2026-09-06 01:00", "2026-09-07 00:00"},
		"the night after it":    {func() (jobs.Due, jobs.Next) { return jobs.Nightly(0) }, "America/Santiago", "2026-09-07 00:10", "2026-09-07", "2026-09-07 00:00", "2026-09-08 00:00"},
		"a Sunday":              {func() (jobs.Due, jobs.Next) { return jobs.Weekly(time.Sunday, 18) }, "Australia/Melbourne", "2026-11-20 09:00", "2026-11-15", "2026-11-15 18:00", "2026-11-22 18:00"},
		"this Sunday":           {func() (jobs.Due, jobs.Next) { return jobs.Weekly(time.Sunday, 18) }, "Australia/Melbourne", "2026-11-22 18:00", "2026-11-22", "2026-11-22 18:00", "2026-11-29 18:00"},
		"this Sunday, too soon": {func() (jobs.Due, jobs.Next) { return jobs.Weekly(time.Sunday, 18) }, "Australia/Melbourne", "2026-11-22 17:59", "2026-11-15", "2026-11-15 18:00", "2026-11-22 18:00"},
		"a fortnight":           {func() (jobs.Due, jobs.Next) { return jobs.Fortnightly(time.Monday, 5) }, "Australia/Melbourne", "2026-11-20 09:00", "2026-11-09", "2026-11-09 05:00", "2026-11-23 05:00"},
		"a month":               {func() (jobs.Due, jobs.Next) { return jobs.Monthly(4) }, "Australia/Melbourne", "2026-11-20 09:00", "2026-11", "2026-11-01 04:00", "2026-12-01 04:00"},
		"the 31st":              {func() (jobs.Due, jobs.Next) { return jobs.Monthly(4) }, "Australia/Melbourne", "2026-12-31 09:00", "2026-12", "2026-12-01 04:00", "2027-01-01 04:00"},
		"a quarter":             {func() (jobs.Due, jobs.Next) { return jobs.Quarterly(4) }, "Australia/Melbourne", "2027-01-01 03:59", "2026-10", "2026-10-01 04:00", "2027-01-01 04:00"},
		"half an hour":          {func() (jobs.Due, jobs.Next) { return jobs.Every(30 * time.Minute) }, "Asia/Kathmandu", "2026-11-20 09:20", "2026-11-20T03:30Z", "2026-11-20 09:15", "2026-11-20 09:45"},
		"five minutes":          {func() (jobs.Due, jobs.Next) { return jobs.Every(5 * time.Minute) }, "Europe/Lisbon", "2026-11-20 09:04", "2026-11-20T09:00Z", "2026-11-20 09:00", "2026-11-20 09:05"},
		"four hours":            {func() (jobs.Due, jobs.Next) { return jobs.Every(4 * time.Hour) }, "Australia/Melbourne", "2026-11-20 11:59", "2026-11-19T21:00Z", "2026-11-20 08:00", "2026-11-20 12:00"},
		"four hours, all day":   {func() (jobs.Due, jobs.Next) { return jobs.Every(24 * time.Hour) }, "Australia/Melbourne", "2026-11-20 11:59", "2026-11-19T13:00Z", "2026-11-20 00:00", "2026-11-21 00:00"},
		"an autumn night":       {func() (jobs.Due, jobs.Next) { return jobs.Every(4 * time.Hour) }, "Europe/Lisbon", "2026-10-25 02:00", "2026-10-24T23:00Z", "2026-10-25 00:00", "2026-10-25 04:00"},
		"a spring night":        {func() (jobs.Due, jobs.Next) { return jobs.Every(2 * time.Hour) }, "Australia/Melbourne", "2026-10-04 03:30", "2026-10-03T16:00Z", "2026-10-04 03:00", "2026-10-04 04:00"},
	} {
		t.Run(name, func(t *testing.T) {
			zone := zoned(t, c.zone)
			now, err := time.ParseInLocation("2006-01-02 15:04", c.now, zone)
			if err != nil {
				t.Fatal(err)
			}
			due, next := c.of()
			slots := due(memory.View{}, now)
			if len(slots) != 1 {
				t.Fatalf("%d slots are due", len(slots))
			}
			got := strings.Join([]string{slots[0].Name, slots[0].At.In(zone).Format("2006-01-02 15:04"), next(memory.View{}, now).In(zone).Format("2006-01-02 15:04")}, ", ")
			if want := strings.Join([]string{c.slot, c.at, c.next}, ", "); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

// travels are flights, there and back, and zones whose clocks are turned in the weeks of the test.
var travels = []string{"Australia/Melbourne", "Europe/Lisbon", "America/Los_Angeles", "Pacific/Auckland", "America/Santiago", "Pacific/Honolulu"}

// restarts is how many processes the law below lives through.
const restarts = 5000

// No slot is run twice, and none is lost, whatever becomes of the process, the clock and the traveller: after
// each look the newest slot of every calendar has been run, or is put off because the one before was too short
// ago.
func TestNoSlotTwiceNoneLost(t *testing.T) {
	const each = 20 // processes in one life
	for life := range restarts / each {
		live(t, rand.New(rand.NewSource(int64(life))), each)
	}
}

// apart is how long after a run the next may be put off.
var apart = map[string]time.Duration{"daily": 16 * time.Hour, "hours": 2 * time.Hour}

// life is one principal with his jobs.
type life struct {
	t    *testing.T
	r    *rand.Rand
	w    *turntest.World
	jobs []jobs.Job
	zone *time.Location
	runs map[string]int       // by job and slot
	last map[string]time.Time // by job: its last run
	set  bool                 // the clock was set back since the last daily run
}

func live(t *testing.T, r *rand.Rand, processes int) {
	t.Helper()
	begins := []time.Time{
		time.Date(2026, 3, 6, 0, 0, 0, 0, time.UTC), time.Date(2026, 3, 26, 0, 0, 0, 0, time.UTC),
		time.Date(2026, 9, 4, 0, 0, 0, 0, time.UTC), time.Date(2026, 9, 30, 0, 0, 0, 0, time.UTC), time.Date(2026, 10, 22, 0, 0, 0, 0, time.UTC),
	}
	l := &life{t: t, r: r, w: turntest.New(t), runs: map[string]int{}, last: map[string]time.Time{}}
	l.w.Now = begins[r.Intn(len(begins))].Add(time.Duration(r.Intn(24)) * time.Hour)
	l.fly()
	for name, of := range map[string]func() (jobs.Due, jobs.Next){
		"daily":  func() (jobs.Due, jobs.Next) { return jobs.Nightly(l.hour()) },
		"weekly": func() (jobs.Due, jobs.Next) { return jobs.Weekly(time.Sunday, 18) },
		"hours":  func() (jobs.Due, jobs.Next) { return jobs.Every(4 * time.Hour) },
		"half":   func() (jobs.Due, jobs.Next) { return jobs.Every(30 * time.Minute) },
	} {
		l.add(name, of)
	}
	for range processes {
		l.process()
	}
	if len(l.runs) == 0 {
		t.Error("nothing was run in a life")
	}
}

// hour is when the daily job looks: the odd hours are those that clocks are turned at.
func (l *life) hour() int { return []int{0, 2, 3, 7, 23}[l.r.Intn(5)] }

func (l *life) add(name string, of func() (jobs.Due, jobs.Next)) {
	due, next := of()
	l.jobs = append(l.jobs, jobs.Job{
		Name: name, Every: name, Help: "counts its runs", Due: due, Next: next, Slow: l.r.Intn(2) == 0,
		Run: func(_ context.Context, in jobs.In) ([]jobs.Write, error) {
			l.runs[name+" "+in.Slot.Name]++
			if d := l.w.Now.Sub(l.last[name]); name == "daily" && !l.set && d < apart[name] {
				l.t.Errorf("%s was run %s after the run before", name, d)
			}
			if l.last[name] = l.w.Now; name == "daily" {
				l.set = false
			}
			return nil, nil
		},
	})
}

// fly takes the principal somewhere else.
func (l *life) fly() {
	name := travels[l.r.Intn(len(travels))]
	l.zone = zoned(l.t, name)
	configure(l.w, event.SettingZone, name)
}

// process lives for a while and dies.
func (l *life) process() {
	r := runner(l.w, l.jobs...)
	for range 1 + l.r.Intn(12) {
		switch l.r.Intn(12) {
		case 0:
			l.fly()
		case 1:
			l.w.Now = l.w.Now.Add(24 * time.Hour)
		case 2:
			l.w.Now, l.set = l.w.Now.Add(-24*time.Hour), true
		default:
			l.w.Now = l.w.Now.Add(time.Duration(1+l.r.Intn(9*60)) * time.Minute)
		}
		tick(l.t, r)
		l.check()
	}
	l.w.Now = l.w.Now.Add(time.Duration(l.r.Intn(30*60)) * time.Minute) // nobody is there
}

// check holds what was run against what is due.
func (l *life) check() {
	l.t.Helper()
	for slot, n := range l.runs {
		if n > 1 {
			l.t.Errorf("%s was run %d times", slot, n)
		}
	}
	now := l.w.Now.In(l.zone)
	for _, j := range l.jobs {
		for _, s := range j.Due(memory.View{}, now) {
			off := now.Sub(l.last[j.Name]) < apart[j.Name]
			if l.runs[j.Name+" "+s.Name] == 0 && !off {
				l.t.Errorf("at %s %s is due and was not run", now, fmt.Sprint(j.Name, " ", s.Name))
			}
		}
	}
}

// Where an hour comes twice no slot begins after the moment at which it is due, also in the first of the two.
func TestEveryBeginsBefore(t *testing.T) {
	melbourne := zoned(t, "Australia/Melbourne")
	due, _ := jobs.Every(2 * time.Hour)
	from := time.Date(2027, 4, 3, 23, 0, 0, 0, melbourne) // in the night after it three o'clock is two again
	for at := from; at.Before(from.Add(8 * time.Hour)); at = at.Add(10 * time.Minute) {
		for _, s := range due(memory.View{}, at) {
			if s.At.After(at) || at.Sub(s.At) > 3*time.Hour {
				t.Errorf("at %s the slot of %s", at, s.At)
			}
		}
	}
}
