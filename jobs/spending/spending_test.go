package spending_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"citadel/brain/phrase"
	"citadel/brain/turn/turntest"
	"citadel/jobs"
	"citadel/jobs/jobstest"
	"citadel/jobs/spending"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

const cent = 10_000

var terms = spending.Terms{Day: 200 * cent, Month: 3000 * cent, Quiet: "22:00-07:00"}

// runner gives the runner of a world, with this job as its only one.
func runner(w *turntest.World, o spending.Terms) *jobs.Runner {
	return jobstest.Runner(w, spending.Job(o))
}

// settled is a world in which somebody was heard and answered, long ago.
func settled(t testing.TB) *turntest.World {
	w := turntest.New(t).At("2026-09-01 09:00")
	answer(w, w.Say("hello"))
	return w
}

func answer(w *turntest.World, messages ...event.Seq) {
	brain := w.Pens.For(event.Brain)
	w.Record(brain.Write(event.TurnBegan{Messages: messages}).Because(messages...), brain.Write(event.TurnEnded{Outcome: event.Answered}).Because(ledger.Here(0)))
}

// spend makes a call on a day, as the purse would.
func spend(w *turntest.World, day string, cents float64, edit ...func(*event.ModelCalled)) {
	c := event.ModelCalled{Provider: "anthropic", Model: "claude-sonnet-5-5", Day: day, Outcome: "ok", Cost: int64(cents * cent)}
	for _, e := range edit {
		e(&c)
	}
	models := w.Pens.For(event.Models)
	w.Record(
		models.Write(event.ModelAsked{Provider: c.Provider, Model: c.Model, Day: c.Day, Message: c.Message, Job: c.Job, Slot: c.Slot, Most: 2 * c.Cost}),
		models.Write(c).Because(ledger.Here(0)),
	)
}

func question(m event.Seq) func(*event.ModelCalled) {
	return func(c *event.ModelCalled) { c.Message, c.For = m, "deep" }
}
func job(name string) func(*event.ModelCalled) {
	return func(c *event.ModelCalled) { c.Job, c.Slot = name, "1" }
}
func guessed(c *event.ModelCalled)  { c.Guessed = true }
func unpriced(c *event.ModelCalled) { c.Unpriced, c.Model = true, "llama-5-70b" }

// turnedAway records that a call did not fit any more.
func turnedAway(w *turntest.World, period string, cents int64) {
	w.Record(w.Pens.For(event.Models).Write(event.SpendReached{Period: period, Ceiling: cents * cent}))
}

// set is a setting that the principal makes, as an answered command.
func set(w *turntest.World, name, value string) {
	heard := w.Say("set it")
	ask := w.Pens.For(event.Brain).Write(event.Asked{What: event.AskSetting, Name: name, Text: value}).Because(heard).Resting(heard)
	ask.Trust = event.ByPrincipal
	w.Record(ask)
	answer(w, heard)
}

func tick(t *testing.T, r *jobs.Runner) time.Time {
	t.Helper()
	next, err := r.Tick(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return next
}

// said gives the posts so far.
func said(t testing.TB, w *turntest.World) (posts []event.PostQueued) {
	t.Helper()
	for r, err := range w.Mind.Events(t.Context(), ledger.Query{Kinds: []event.Kind{event.PostQueued{}.Kind()}}) {
		if err != nil {
			t.Fatal(err)
		}
		p, err := r.Payload()
		if err != nil {
			t.Fatal(err)
		}
		posts = append(posts, p.(event.PostQueued))
	}
	return posts
}

// told gives what was recorded as told, in order.
func told(t testing.TB, w *turntest.World) (all []string) {
	t.Helper()
	for r, err := range w.Mind.Events(t.Context(), ledger.Query{Kinds: []event.Kind{event.SpendTold{}.Kind()}}) {
		if err != nil {
			t.Fatal(err)
		}
		p, err := r.Payload()
		if err != nil {
			t.Fatal(err)
		}
		s := p.(event.SpendTold)
		all = append(all, fmt.Sprintf("%s %d of %d", s.Period, s.Share, s.Ceiling/cent))
		if s.Ceiling%cent != 0 {
			t.Errorf("a ceiling of %d", s.Ceiling)
		}
		if post, err := w.Mind.Event(t.Context(), r.Cause()); err != nil || post.Kind != "post.queued" {
			t.Errorf("told by %+v (%v)", post, err)
		}
	}
	return all
}

// golden holds a post against testdata and checks its claims and manners.
func golden(t *testing.T, w *turntest.World, name string, post event.PostQueued) {
	t.Helper()
	var b strings.Builder
	for _, button := range post.Buttons {
		b.WriteString("button: " + button.Label + " = " + button.Says + "\n")
	}
	b.WriteString("\n" + post.Text + "\n")
	path := filepath.Join("testdata", name+".golden")
	if flag.Lookup("update").Value.String() == "true" { // turntest's flag
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (run with -update and look at what it wrote)", err)
	}
	if d := cmp.Diff(string(want), b.String()); d != "" {
		t.Errorf("%s reads otherwise (-want +got):\n%s", path, d)
	}
	var text phrase.Text
	at := 0
	for _, c := range post.Cites {
		text.Say("%s", post.Text[at:c.Start]).Claim(c.Seqs, "%s", post.Text[c.Start:c.End])
		at = c.End
		if len(c.Seqs) > 20 {
			t.Errorf("a claim names %d events", len(c.Seqs))
		}
	}
	text.Say("%s", post.Text[at:])
	turntest.Claims(t, w.Mind, &text)
	turntest.Manners(t, post.Text)
}

func lines(s string) (n int) {
	for l := range strings.Lines(s) {
		if strings.TrimSpace(l) != "" {
			n++
		}
	}
	return n
}

// month fills November as the example of MESSAGES has it: US$17.40 before Fri 20 Nov.
func november(w *turntest.World) {
	w.At("2026-11-10 12:00")
	spend(w, "2026-11-10", 1740, question(900))
}

// today is Fri 20 Nov as the example has it, up to so many cents.
func today(w *turntest.World, cents float64) {
	w.At("2026-11-20 16:00")
	for m := range 22 {
		spend(w, "2026-11-20", 5, question(event.Seq(1000+m)))
	}
	spend(w, "2026-11-20", 42, job("mail triage"))
	spend(w, "2026-11-20", 27, job("news"))
	spend(w, "2026-11-20", cents-110-42-27, question(1021))
}

func TestPosts(t *testing.T) {
	for name, c := range map[string]struct {
		set   func(w *turntest.World)
		at    string
		terms spending.Terms
		want  []string // told
	}{
		"near the ceiling of the day": {set: func(w *turntest.World) { november(w); today(w, 180) }, at: "2026-11-20 16:20", want: []string{"2026-11-20 80 of 200"}},
		"at the ceiling of the day":   {set: func(w *turntest.World) { november(w); today(w, 200) }, at: "2026-11-20 16:20", want: []string{"2026-11-20 100 of 200"}},
		"turned away": {set: func(w *turntest.World) {
			november(w)
			today(w, 191)
			turnedAway(w, "2026-11-20", 200)
		}, at: "2026-11-20 16:20", want: []string{"2026-11-20 100 of 200"}},
		"turned away before anything was spent": {
			set: func(w *turntest.World) { turnedAway(w.At("2026-11-20 16:00"), "2026-11-20", 1) },
			at:  "2026-11-20 16:20", terms: spending.Terms{Day: cent, Month: 3000 * cent}, want: []string{"2026-11-20 100 of 1"},
		},
		"at the ceiling he set": {set: func(w *turntest.World) {
			set(w.At("2026-11-20 08:00"), event.SettingCeiling, "2026-11-20/4.00")
			november(w)
			today(w, 399.6)
		}, at: "2026-11-20 16:20", want: []string{"2026-11-20 100 of 400"}},
		"the month bears no more": {set: func(w *turntest.World) {
			november(w)
			spend(w, "2026-11-19", 3000-1740-200-30)
			today(w, 200)
			turnedAway(w, "2026-11-20", 200)
			w.Record(
				w.Pens.For(event.Outbox).Write(event.PostQueued{Text: "told"}),
				w.Pens.For(event.Models).Write(event.SpendTold{Period: "2026-11", Share: 80, Ceiling: 3000 * cent}).Because(ledger.Here(0)),
			)
		}, at: "2026-11-20 16:20", want: []string{"2026-11 80 of 3000", "2026-11-20 100 of 200"}},
		"near the ceiling of the month": {set: func(w *turntest.World) { november(w); spend(w, "2026-11-20", 700, job("mail triage")) },
			at: "2026-11-20 16:20", terms: spending.Terms{Day: 9000 * cent, Month: 3000 * cent}, want: []string{"2026-11 80 of 3000"}},
		"at the ceiling of the month": {set: func(w *turntest.World) {
			november(w)
			today(w, 1259.99)
			turnedAway(w, "2026-11-20", 200) // told of with the month
		}, at: "2026-11-20 16:20", want: []string{"2026-11 100 of 3000"}},
		"many things": {set: func(w *turntest.World) {
			w.At("2026-11-20 16:00")
			for i, name := range []string{"alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta"} {
				spend(w, "2026-11-20", float64(i)+0.4, job(name))
			}
			spend(w, "2026-11-20", 150)
			spend(w, "2026-11-20", 0.1, question(77))
		}, at: "2026-11-20 16:20", want: []string{"2026-11-20 80 of 200"}},
		"the ceiling of a night": {set: func(w *turntest.World) {
			november(w)
			today(w, 191)
			turnedAway(w.At("2026-11-20 23:40"), "2026-11-20", 200)
		}, at: "2026-11-21 07:00", want: []string{"2026-11-20 100 of 200"}},
		"a statement": {set: func(w *turntest.World) {
			november(w)
			today(w, 191)
			spend(w, "2026-11-30", 3.3, guessed, job("news"))
			spend(w, "2026-11-30", 3.3, guessed, job("news"))
			spend(w, "2026-11-30", 7, unpriced)
			spend(w.At("2026-12-01 05:00"), "2026-12-01", 9)
		}, at: "2026-12-01 09:00", want: []string{"2026-11 0 of 0"}},
		"a plain statement": {
			set: func(w *turntest.World) { spend(w.At("2026-10-02 05:00"), "2026-10-02", 0.2, question(5)) },
			at:  "2026-11-03 12:00", want: []string{"2026-10 0 of 0"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := settled(t)
			if c.set(w); c.terms == (spending.Terms{}) {
				c.terms = terms
			}
			// Two that look at the same ledger say nothing twice.
			r := runner(w.At(c.at), c.terms)
			tick(t, r)
			tick(t, runner(w, c.terms))
			tick(t, r)
			if d := cmp.Diff(c.want, told(t, w)); d != "" {
				t.Error(d)
			}
			posts := said(t, w)
			if len(posts) != len(c.want) {
				t.Fatalf("%d posts", len(posts))
			}
			post := posts[len(posts)-1]
			golden(t, w, strings.ReplaceAll(name, " ", "-"), post)
			if post.Place != turntest.Console || post.Audience != event.Private || post.Answer != nil {
				t.Errorf("said in %v to %q, as an answer to %v", post.Place, post.Audience, post.Answer)
			}
			if strings.Contains(name, "statement") && lines(post.Text) > 10 {
				t.Errorf("a statement of %d lines", lines(post.Text))
			}
		})
	}
}

// What is not told: too little, what is only set aside, nothing, and with no ceiling.
func TestSilence(t *testing.T) {
	for name, c := range map[string]struct {
		set   func(w *turntest.World)
		terms spending.Terms
	}{
		"nothing spent": {func(w *turntest.World) {}, terms},
		"too little":    {func(w *turntest.World) { spend(w, "2026-11-20", 159.99) }, terms},
		"set aside": {func(w *turntest.World) {
			w.Record(w.Pens.For(event.Models).Write(event.ModelAsked{Day: "2026-11-20", Most: 200 * cent}))
		}, terms},
		"no money at all":             {func(w *turntest.World) { turnedAway(w, "2026-11-20", 0) }, spending.Terms{}},
		"what cost nothing":           {func(w *turntest.World) { spend(w, "2026-10-20", 0); spend(w, "2026-11-20", 0) }, terms},
		"two months ago":              {func(w *turntest.World) { spend(w, "2026-09-20", 500) }, terms},
		"a higher ceiling":            {func(w *turntest.World) { set(w, event.SettingCeiling, "2026-11-20/4.00"); spend(w, "2026-11-20", 300) }, terms},
		"a day before, all but spent": {func(w *turntest.World) { spend(w, "2026-11-19", 199) }, terms},
		"two days before":             {func(w *turntest.World) { spend(w, "2026-11-18", 200); turnedAway(w, "2026-11-18", 200) }, terms},
		"told in the answer": {func(w *turntest.World) {
			spend(w, "2026-11-20", 195)
			turnedAway(w, "2026-11-20", 200)
			w.Record(w.Pens.For(event.Models).Write(event.SpendTold{Period: "2026-11-20", Share: 100, Ceiling: 200 * cent}).Because(1))
		}, terms},
	} {
		t.Run(name, func(t *testing.T) {
			w := settled(t).At("2026-11-20 12:00")
			c.set(w)
			head := w.Mind.Head()
			tick(t, runner(w.At("2026-11-20 16:00"), c.terms))
			if w.Mind.Head() != head {
				t.Errorf("it wrote %d events, and said %v", w.Mind.Head()-head, said(t, w))
			}
		})
	}
	t.Run("nobody to tell", func(t *testing.T) {
		w := turntest.New(t).At("2026-11-20 16:00")
		spend(w, "2026-11-20", 200)
		tick(t, runner(w, terms))
		if len(said(t, w)) != 0 {
			t.Error("it was said nowhere")
		}
	})
}

// Four fifths, then all; then, when the principal allows more, the same of the new ceiling.
func TestEachOnce(t *testing.T) {
	w := settled(t).At("2026-11-20 12:00")
	r := runner(w, terms)
	for _, c := range []struct {
		cents float64
		want  string
	}{{159, ""}, {1, "80 of 200"}, {20, ""}, {19.5, "100 of 200"}, {0.5, ""}} {
		before := len(told(t, w))
		spend(w, "2026-11-20", c.cents, job("news"))
		tick(t, r)
		tick(t, r)
		all := told(t, w)
		if d := cmp.Diff(c.want, strings.TrimPrefix(strings.Join(all[before:], ", "), "2026-11-20 ")); d != "" {
			t.Errorf("after %v more: %s", c.cents, d)
		}
	}
	set(w, event.SettingCeiling, "2026-11-20/4.00")
	w.At("2026-11-20 13:00")
	tick(t, r)
	spend(w, "2026-11-20", 120)
	tick(t, r)
	spend(w, "2026-11-20", 70)
	turnedAway(w, "2026-11-20", 400)
	tick(t, r)
	want := []string{"2026-11-20 80 of 200", "2026-11-20 100 of 200", "2026-11-20 80 of 400", "2026-11-20 100 of 400"}
	if d := cmp.Diff(want, told(t, w)); d != "" {
		t.Error(d)
	}
}

// Nobody asked for it, so it waits for a good moment, and is said then without anything
// else having to happen.
func TestGoodMoments(t *testing.T) {
	for name, c := range map[string]struct {
		set  func(w *turntest.World)
		at   string
		then string // when it is said
	}{
		"a quiet night":       {func(w *turntest.World) {}, "2026-11-20 03:00", "2026-11-20 07:00"},
		"a quiet evening":     {func(w *turntest.World) { spend(w, "2026-11-20", 2400) }, "2026-11-20 22:30", "2026-11-21 07:00"},
		"hours of his own":    {func(w *turntest.World) { set(w, event.SettingHours, "11:00-13:30") }, "2026-11-20 12:00", "2026-11-20 13:30"},
		"no quiet hours":      {func(w *turntest.World) { set(w, event.SettingHours, "00:00-00:00") }, "2026-11-20 03:00", "2026-11-20 03:00"},
		"just after a turn":   {func(w *turntest.World) { answer(w.At("2026-11-20 15:55"), w.Say("hello")) }, "2026-11-20 16:00", "2026-11-20 16:05"},
		"at the end of a day": {func(w *turntest.World) { answer(w.At("2026-11-20 21:55"), w.Say("hello")) }, "2026-11-20 22:00", ""},
		"away":                {func(w *turntest.World) { set(w, event.SettingAway, "2026-11-18/2026-11-19") }, "2026-11-19 12:00", "2026-11-20 07:00"},
		"held": {func(w *turntest.World) {
			until, _ := time.ParseInLocation("2006-01-02 15:04", "2026-11-20 18:00", turntest.Zone)
			w.Record(w.Pens.For(event.Brain).Write(event.Held{Until: until, Reason: "crisis"}))
		}, "2026-11-20 16:00", "2026-11-20 18:00"},
	} {
		t.Run(name, func(t *testing.T) {
			w := settled(t).At("2026-11-01 12:00")
			c.set(w)
			spend(w, "2026-11-20", 165)
			r := runner(w.At(c.at), terms)
			for w.Now.Before(turntest.Today.AddDate(0, 0, 10)) && len(said(t, w)) == 0 {
				next := tick(t, r)
				if len(said(t, w)) > 0 {
					break
				}
				if !next.After(w.Now) {
					t.Fatalf("at %v it is to be looked at again at %v", w.Now, next)
				}
				w.Now = next.In(turntest.Zone)
			}
			got := ""
			if len(said(t, w)) > 0 {
				got = w.Now.Format("2006-01-02 15:04")
			}
			if got != c.then {
				t.Errorf("said at %q, want %q", got, c.then)
			}
		})
	}
	t.Run("while a question waits", func(t *testing.T) {
		w := settled(t).At("2026-11-20 16:00")
		spend(w, "2026-11-20", 165)
		m := w.Say("what now?")
		r := runner(w, terms)
		tick(t, r)
		turn := w.Record(w.Pens.For(event.Brain).Write(event.TurnBegan{Messages: []event.Seq{m}}).Because(m))[0].Seq
		tick(t, r)
		w.Record(w.Pens.For(event.Brain).Write(event.TurnEnded{Outcome: event.Answered}).Because(turn))
		w.Now = tick(t, r)
		if len(said(t, w)) != 0 || w.Now.In(turntest.Zone).Format("15:04") != "16:10" {
			t.Fatalf("said %v before %v", said(t, w), w.Now)
		}
		tick(t, r)
		if len(said(t, w)) != 1 {
			t.Error("it was not said")
		}
	})
	t.Run("while paused", func(t *testing.T) {
		w := settled(t).At("2026-11-20 12:00")
		set(w, event.SettingPaused, "yes")
		spend(w, "2026-11-20", 165)
		r := runner(w.At("2026-11-20 16:00"), terms)
		tick(t, r)
		if len(said(t, w)) != 0 {
			t.Error("it was said during a pause")
		}
		set(w, event.SettingPaused, "")
		tick(t, runner(w.At("2026-11-20 16:30"), terms))
		if len(said(t, w)) != 1 {
			t.Error("it was not said afterwards")
		}
	})
}

// The day is the principal's, wherever he is; it ends at his midnight, also when the clocks
// change; and going back over a date line tells nothing twice.
func TestDays(t *testing.T) {
	w := settled(t)
	none := terms
	none.Quiet = ""
	r := runner(w, none)
	zone := func(name string) { set(w, event.SettingZone, name) }
	later := func(at string) {
		w.At(at)
		tick(t, r)
	}
	w.At("2026-10-04 01:00") // summer time begins an hour later
	spend(w, "2026-10-04", 170)
	later("2026-10-04 23:59")
	later("2026-10-05 00:00")
	spend(w, "2026-10-05", 100) // less, and on another day
	later("2026-10-05 12:00")

	w.At("2026-11-20 12:00")
	spend(w, "2026-11-20", 170)
	later("2026-11-20 12:30")
	zone("Pacific/Honolulu") // it is Thu 19 Nov there
	w.At("2026-11-20 13:00")
	spend(w, "2026-11-19", 165)
	later("2026-11-20 13:30")
	spend(w, "2026-11-19", 35)
	later("2026-11-20 14:00")
	later("2026-11-20 22:00") // Fri 20 Nov there as well
	zone("Australia/Melbourne")
	later("2026-11-20 23:00")
	want := []string{"2026-10-04 80 of 200", "2026-10 0 of 0", "2026-11-20 80 of 200", "2026-11-19 80 of 200", "2026-11-19 100 of 200"}
	if d := cmp.Diff(want, told(t, w)); d != "" {
		t.Error(d)
	}
}

// The statement comes on the first, at nine, once, in every month of a year.
func TestStatements(t *testing.T) {
	w := settled(t).At("2026-12-31 23:00")
	r := runner(w, terms)
	spend(w, "2026-12-31", 10)
	for m := 1; m <= 12; m++ {
		w.Now = tick(t, r)
		if want := time.Date(2027, time.Month(m), 1, 9, 0, 0, 0, turntest.Zone); !w.Now.Equal(want) {
			t.Fatalf("it is looked at again at %v, want %v", w.Now, want)
		}
		before := len(said(t, w))
		tick(t, r)
		tick(t, r)
		if got := len(said(t, w)) - before; got != 1 && m != 6 || got != 0 && m == 6 {
			t.Errorf("month %d: %d statements", m, got)
		}
		if m != 5 { // nothing in May
			spend(w, fmt.Sprintf("2027-%02d-15", m), 10)
		}
		w.Now = w.Now.AddDate(0, 0, 20)
	}
}

// Whatever is spent, when, where and how often somebody looks: each share of a ceiling is
// told once, and what is reached is told as soon as the moment is good; and the calls that a
// list is made of add up to the sum above it.
func TestToldOnceAndAlways(t *testing.T) {
	zones := []string{"Australia/Melbourne", "Europe/Lisbon", "Pacific/Honolulu", "Pacific/Kiritimati"}
	rapid.Check(t, func(rt *rapid.T) {
		w := settled(t).At("2026-11-27 12:00")
		o := spending.Terms{Day: 200 * cent, Month: 700 * cent}
		r := runner(w, o)
		for range rapid.IntRange(1, 25).Draw(rt, "steps") {
			zone, day, now := turntest.Zone, "", time.Time{}
			w.Mind.Read(func(v memory.View) {
				if set := v.Principal.Zone(); set != nil {
					zone = set
				}
			})
			now = w.Now.In(zone)
			day = now.Format(time.DateOnly)
			switch rapid.IntRange(0, 5).Draw(rt, "step") {
			case 0, 1, 2:
				spend(w, day, float64(rapid.IntRange(0, 120).Draw(rt, "cents")), job(rapid.SampledFrom([]string{"mail", "news"}).Draw(rt, "job")))
			case 3:
				turnedAway(w, day, 200)
			case 4:
				set(w, event.SettingZone, rapid.SampledFrom(zones).Draw(rt, "zone"))
			}
			w.Now = w.Now.Add(time.Duration(rapid.IntRange(15, 24*60).Draw(rt, "minutes")) * time.Minute)
			if _, err := r.Tick(t.Context()); err != nil {
				rt.Fatal(err)
			}
			w.Mind.Read(func(v memory.View) {
				day := w.Now.In(zone).Format(time.DateOnly)
				spent, _ := v.Spending.Day(day)
				month, _ := v.Spending.Month(day[:7])
				if month*100 >= o.Month*80 && v.Spending.Share(day[:7], o.Month) < 80 || month >= o.Month && v.Spending.Share(day[:7], o.Month) < 100 {
					rt.Fatalf("%d of %s and %d told", month, day[:7], v.Spending.Share(day[:7], o.Month))
				}
				if month < o.Month && (spent*100 >= o.Day*80 && v.Spending.Share(day, o.Day) < 80 || spent >= o.Day && v.Spending.Share(day, o.Day) < 100) {
					rt.Fatalf("%d of %s and %d told", spent, day, v.Spending.Share(day, o.Day))
				}
			})
		}
		seen := map[string]bool{}
		for _, s := range told(t, w) {
			if seen[s] {
				rt.Fatalf("%s was told twice", s)
			}
			seen[s] = true
		}
		w.Mind.Read(func(v memory.View) {
			for period, m := range v.Spending.Marks {
				if got, want := called(rt, w, period, m.First), v.Spending.Days[period]+v.Spending.Months[period]; got != want {
					rt.Fatalf("the calls of %s after event %d add up to %d, and the sum is %d", period, m.First, got, want)
				}
			}
		})
		for _, p := range said(t, w) {
			if lines(p.Text) > 12 || len(p.Text) > 900 {
				rt.Fatalf("too long:\n%s", p.Text)
			}
		}
	})
}

// called adds up the calls of a day or month, from an event on.
func called(t *rapid.T, w *turntest.World, period string, from event.Seq) (sum int64) {
	for r, err := range w.Mind.Events(t.Context(), ledger.Query{After: from - 1, Kinds: []event.Kind{event.ModelCalled{}.Kind()}}) {
		if err != nil {
			t.Fatal(err)
		}
		p, err := r.Payload()
		if err != nil {
			t.Fatal(err)
		}
		if c := p.(event.ModelCalled); strings.HasPrefix(c.Day, period) {
			sum += c.Cost
		}
	}
	return sum
}

// What each event costs when there is nothing to tell.
func BenchmarkNothingDue(b *testing.B) {
	w := settled(b).At("2026-11-20 12:00")
	spend(w, "2026-11-20", 100)
	r := runner(w, terms)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := r.Tick(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}
