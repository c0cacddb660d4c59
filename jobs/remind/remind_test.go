package remind_test

import (
	"context"
	"flag"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"citadel/brain/command"
	"citadel/brain/phrase"
	"citadel/brain/turn/turntest"
	"citadel/brain/when"
	"citadel/jobs"
	"citadel/jobs/jobstest"
	"citadel/jobs/remind"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/inmem"
)

// runner gives the runner of a world, with the reminders as its only job.
func runner(w *turntest.World) *jobs.Runner { return jobstest.Runner(w, remind.Job()) }

// set makes a reminder that was just asked for, as a turn would.
func set(w *turntest.World, text, at string, edit ...func(*event.ReminderSet)) event.Seq {
	heard := w.Say("remind me: " + text)
	first, err := time.ParseInLocation("2006-01-02 15:04", at, turntest.Zone)
	if err != nil {
		panic(err)
	}
	s := event.ReminderSet{Text: text, At: first, Zone: turntest.Zone.String(), Place: turntest.Console, Audience: event.Private, On: w.Now}
	for _, e := range edit {
		e(&s)
	}
	return w.Record(w.Pens.For(event.Loops).Write(s).Because(heard).Resting(heard))[0].Seq
}

func daily(s *event.ReminderSet) { s.Rule, s.Floating = "FREQ=DAILY", true }

func tick(t *testing.T, r *jobs.Runner) time.Time {
	t.Helper()
	next, err := r.Tick(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return next
}

// said gives the posts so far, with the record of each.
func said(t *testing.T, w *turntest.World) (posts []event.PostQueued, seqs []event.Seq) {
	t.Helper()
	for r, err := range w.Mind.Events(t.Context(), ledger.Query{Kinds: []event.Kind{event.PostQueued{}.Kind()}}) {
		if err != nil {
			t.Fatal(err)
		}
		p, err := r.Payload()
		if err != nil {
			t.Fatal(err)
		}
		posts, seqs = append(posts, p.(event.PostQueued)), append(seqs, r.Seq)
	}
	return posts, seqs
}

var rewrite = flag.Lookup("update") // turntest's flag

// golden holds a post against testdata, checks its claims and manners, and that each of its
// buttons says a command.
func golden(t *testing.T, w *turntest.World, name string, post event.PostQueued) {
	t.Helper()
	var b strings.Builder
	b.WriteString("subject: " + post.Subject + " of " + phrase.Handle('r', post.About) + "\n")
	for _, button := range post.Buttons {
		b.WriteString("button: " + button.Label + " = " + button.Says + "\n")
		if c, ok := command.Parse(button.Says); !ok || c.Name != "done" && c.Name != "snooze" || c.Handle().N != uint64(post.About) {
			t.Errorf("the button %q says %q, which is read as %+v", button.Label, button.Says, c)
		}
	}
	b.WriteString("\n" + post.Text + "\n")
	path := filepath.Join("testdata", name+".golden")
	if rewrite.Value.String() == "true" {
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
	}
	text.Say("%s", post.Text[at:])
	turntest.Claims(t, w.Mind, &text)
	turntest.Manners(t, post.Text)
}

func TestPosts(t *testing.T) {
	start := func(w *turntest.World) { w.Record(w.Pens.For(event.Host).Write(event.Started{Version: "0.1.0"})) }
	pause := func(w *turntest.World, value string) {
		heard := w.Say("pause or resume")
		ask := w.Pens.For(event.Brain).Write(event.Asked{What: event.AskSetting, Name: event.SettingPaused, Text: value}).Because(heard).Resting(heard)
		ask.Trust = event.ByPrincipal
		w.Record(ask)
	}
	for name, c := range map[string]struct {
		set   func(w *turntest.World)
		fires string
	}{
		"on time":           {func(w *turntest.World) { set(w, "call the bank about the overdraft", "2026-11-24 15:00") }, "2026-11-24 15:00"},
		"nine minutes late": {func(w *turntest.World) { set(w, "call the bank about the overdraft", "2026-11-24 15:00") }, "2026-11-24 15:09"},
		"while off": {func(w *turntest.World) {
			set(w, "order labels", "2026-11-21 06:00")
			start(w.At("2026-11-21 08:51"))
		}, "2026-11-21 08:51"},
		"during a pause": {func(w *turntest.World) {
			set(w, "order labels", "2026-11-21 06:00")
			pause(w, "yes")
		}, "2026-11-21 06:00"},
		"late, nobody knows why": {func(w *turntest.World) {
			start(w)
			set(w, "order labels", "2026-11-21 06:00")
		}, "2026-11-21 08:51"},
		"on a Friday evening": {func(w *turntest.World) { set(w, "Is the gate shut?", "2026-11-20 23:30") }, "2026-11-20 23:30"},
		"tied to another zone": {func(w *turntest.World) {
			set(w, "ring Lisbon", "2026-11-21 06:00", func(s *event.ReminderSet) { s.Zone = "Europe/Lisbon" })
		}, "2026-11-21 08:51"},
		"awkward words": {func(w *turntest.World) { set(w, "buy 2 *red*\n\n# pens \\", "2026-11-24 15:00") }, "2026-11-24 15:00"},
		"many words":    {func(w *turntest.World) { set(w, strings.Repeat("paint the fence ", 200), "2026-11-24 15:00") }, "2026-11-24 15:00"},
		"no words":      {func(w *turntest.World) { set(w, " ", "2026-11-24 15:00") }, "2026-11-24 15:00"},
	} {
		t.Run(name, func(t *testing.T) {
			w := turntest.New(t).At("2026-11-20 08:51")
			c.set(w)
			tick(t, runner(w.At(c.fires)))
			posts, _ := said(t, w)
			if len(posts) != 1 {
				t.Fatalf("%d posts", len(posts))
			}
			golden(t, w, strings.NewReplacer(" ", "-", ",", "").Replace(name), posts[0])
			if posts[0].Place != turntest.Console || posts[0].Audience != event.Private {
				t.Errorf("it was said in %v to %q", posts[0].Place, posts[0].Audience)
			}
		})
	}
}

// A reminder waits for its time, is said once, and whoever answers the post finds it.
func TestFiresOnce(t *testing.T) {
	w := turntest.New(t).At("2026-11-20 08:51")
	r := runner(w)
	seq := set(w, "call the bank", "2026-11-24 15:00")
	due := w.Now.AddDate(0, 0, 4).Add(6*time.Hour + 9*time.Minute)
	if next := tick(t, r); !next.Equal(due) {
		t.Errorf("it is looked at again at %v, want %v", next, due)
	}
	w.At("2026-11-24 14:59")
	tick(t, r)
	if posts, _ := said(t, w); len(posts) != 0 {
		t.Fatal("it was said too early")
	}
	for range 3 {
		tick(t, r)
		w.At("2026-11-24 15:00")
		tick(t, runner(w)) // another process, on the same ledger
	}
	posts, seqs := said(t, w)
	if len(posts) != 1 {
		t.Fatalf("it was said %d times", len(posts))
	}
	w.Mind.Read(func(v memory.View) {
		if len(v.Loops.Reminders) != 0 {
			t.Error("it is still set")
		}
		if f := v.Loops.Fired[seqs[0]]; f.Reminder != seq || !f.At.Equal(due) {
			t.Errorf("the post leads to %+v", f)
		}
	})
}

// Moving the clock by a day, forth and back, says nothing twice.
func TestClockJumps(t *testing.T) {
	w := turntest.New(t).At("2026-11-20 08:51")
	r := runner(w)
	set(w, "take the pill", "2026-11-20 09:00", daily)
	days := map[string]int{}
	for _, at := range []string{
		"2026-11-20 09:00", "2026-11-21 09:05", "2026-11-20 09:06", "2026-11-21 09:06", "2026-11-19 10:00",
		"2026-11-21 10:00", "2026-11-22 09:00", "2026-11-21 09:00", "2026-11-22 09:00",
	} {
		tick(t, r)
		w.At(at)
		tick(t, r)
	}
	for rec, err := range w.Mind.Events(t.Context(), ledger.Query{Kinds: []event.Kind{event.ReminderFired{}.Kind()}}) {
		if err != nil {
			t.Fatal(err)
		}
		p, err := rec.Payload()
		if err != nil {
			t.Fatal(err)
		}
		days[p.(event.ReminderFired).Slot.In(turntest.Zone).Format("01-02 15:04")]++
	}
	want := map[string]int{"11-20 09:00": 1, "11-21 09:00": 1, "11-22 09:00": 1}
	if d := cmp.Diff(want, days); d != "" {
		t.Error(d)
	}
}

// A year of daily reminders, in the hour that summer time skips and doubles: one a day.
func TestYearOverSummerTime(t *testing.T) {
	for _, clock := range []string{"02:30", "08:00"} {
		w := turntest.New(t).At("2026-01-01 00:00")
		r := runner(w)
		set(w, "take the pill", "2026-01-01 "+clock, daily)
		for day := range 365 {
			before := count(w)
			next := tick(t, r)
			w.Now = next
			tick(t, r)
			tick(t, r)
			if got := count(w) - before; got != 1 {
				t.Fatalf("on day %d it was said %d times", day, got)
			}
			local := next.In(turntest.Zone)
			if local.YearDay() != day+1 {
				t.Fatalf("on day %d it was said on %v", day, local)
			}
			gap := local.Month() == time.October && local.Day() == 4
			if got := local.Format("15:04"); got != clock && !(gap && clock == "02:30" && got == "03:00") {
				t.Fatalf("on %v it was said at %s", local, got)
			}
		}
	}
}

// count is how many posts were said: nothing delivers them here.
func count(w *turntest.World) (n int) {
	w.Mind.Read(func(v memory.View) { n = len(v.Outbox.Posts) })
	return n
}

// A floating reminder follows the principal; one that is tied to its zone does not.
func TestAnotherZone(t *testing.T) {
	lisbon, err := time.LoadLocation("Europe/Lisbon")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		edit    []func(*event.ReminderSet)
		want    []string // in Lisbon
		snoozed string   // to, in Melbourne
	}{
		"floating, once":      {[]func(*event.ReminderSet){func(s *event.ReminderSet) { s.Floating = true }}, []string{"11-21 08:00"}, ""},
		"tied, once":          {nil, []string{"11-20 21:00"}, ""},
		"floating, every day": {[]func(*event.ReminderSet){daily}, []string{"11-21 08:00", "11-22 08:00", "11-23 08:00"}, ""},
		"floating, snoozed":   {[]func(*event.ReminderSet){daily}, []string{"11-20 22:30", "11-21 08:00"}, "2026-11-21 09:30"},
		"tied, every day":     {[]func(*event.ReminderSet){daily, func(s *event.ReminderSet) { s.Floating = false }}, []string{"11-20 21:00", "11-21 21:00", "11-22 21:00"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			w := turntest.New(t).At("2026-11-20 09:00")
			r := runner(w)
			seq := set(w, "breakfast", "2026-11-21 08:00", c.edit...)
			tick(t, r)
			heard := w.Say("my time zone is Europe/Lisbon")
			ask := w.Pens.For(event.Brain).Write(event.Asked{What: event.AskSetting, Name: event.SettingZone, Text: "Europe/Lisbon"}).Because(heard).Resting(heard)
			ask.Trust = event.ByPrincipal
			w.Record(ask)
			if c.snoozed != "" {
				to, err := time.ParseInLocation("2006-01-02 15:04", c.snoozed, turntest.Zone)
				if err != nil {
					t.Fatal(err)
				}
				w.Record(w.Pens.For(event.Loops).Write(event.ReminderMoved{Reminder: seq, To: to.UTC(), Once: true}))
			}
			var got []string
			for range c.want {
				w.Now = tick(t, r)
				tick(t, r)
				got = append(got, w.Now.In(lisbon).Format("01-02 15:04"))
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Error(d)
			}
			if n := count(w); n != len(c.want) {
				t.Errorf("it was said %d times", n)
			}
		})
	}
}

// After a long absence a recurring reminder is said once, for the newest of its times.
func TestManyMissed(t *testing.T) {
	for _, rule := range []string{"FREQ=DAILY", "FREQ=HOURLY", "FREQ=MINUTELY;INTERVAL=7", "FREQ=WEEKLY;BYDAY=MO,TH", "FREQ=YEARLY"} {
		w := turntest.New(t).At("2024-11-20 08:51")
		r := runner(w)
		set(w, "stretch", "2024-11-21 09:00", func(s *event.ReminderSet) { s.Rule = rule })
		w.At("2026-11-20 08:51")
		tick(t, r)
		var fired []event.ReminderFired
		for rec, err := range w.Mind.Events(t.Context(), ledger.Query{Kinds: []event.Kind{event.ReminderFired{}.Kind()}}) {
			if err != nil {
				t.Fatal(err)
			}
			p, _ := rec.Payload()
			fired = append(fired, p.(event.ReminderFired))
		}
		if len(fired) != 1 {
			t.Fatalf("%s: said %d times", rule, len(fired))
		}
		rec, err := when.ParseRecurrence(rule, time.Date(2024, 11, 21, 9, 0, 0, 0, turntest.Zone))
		if err != nil {
			t.Fatal(err)
		}
		if f := fired[0]; f.Slot.After(w.Now) || !f.Next.After(w.Now) || !rec.Next(f.Slot).Equal(f.Next) {
			t.Errorf("%s: said for %v, next is %v", rule, f.Slot, f.Next)
		}
	}
}

func TestSnoozedMovedCancelled(t *testing.T) {
	w := turntest.New(t).At("2026-11-20 08:51")
	r := runner(w)
	loops := w.Pens.For(event.Loops)
	snoozed := set(w, "snoozed", "2026-11-20 09:00", daily)
	cancelled := set(w, "cancelled", "2026-11-20 09:00")
	w.Record(loops.Write(event.ReminderMoved{Reminder: snoozed, To: w.Now.Add(time.Hour), Once: true}), loops.Write(event.ReminderCancelled{Reminder: cancelled, Outcome: "cancelled"}))
	var got []string
	for range 2 {
		w.Now = tick(t, r)
		tick(t, r)
		got = append(got, w.Now.In(turntest.Zone).Format("01-02 15:04"))
	}
	if d := cmp.Diff([]string{"11-20 09:51", "11-21 09:00"}, got); d != "" || count(w) != 2 {
		t.Errorf("%s (%d posts)", d, count(w))
	}
}

// The batch is all or nothing: whatever moment the process is killed at, the reminder is
// said once. Here it dies instead of writing.
func TestKilledBeforeTheCommit(t *testing.T) {
	w := turntest.New(t).At("2026-11-20 08:51")
	set(w, "call the bank", "2026-11-20 09:00")
	w.At("2026-11-20 09:00")
	head := w.Mind.Head()
	dying, kill := context.WithCancel(t.Context())
	r := runner(w)
	job := r.Jobs[0].Run
	r.Jobs[0].Run = func(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
		defer kill()
		return job(ctx, in)
	}
	if _, err := r.Tick(dying); err == nil || w.Mind.Head() != head {
		t.Fatalf("the run ended with %v, and wrote %d events", err, w.Mind.Head()-head)
	}
	tick(t, runner(w))
	tick(t, runner(w))
	if n := count(w); n != 1 {
		t.Errorf("it was said %d times", n)
	}
}

// A reminder that is set while the runner sleeps is said in the second it is due.
func TestToTheSecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := turntest.New(t)
		r := runner(w)
		r.Now = time.Now
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- r.Run(ctx) }()
		for _, after := range []time.Duration{time.Minute, 90 * time.Second, 3*time.Hour + time.Second} {
			before := count(w)
			at := time.Now().Add(after)
			w.Record(w.Pens.For(event.Loops).Write(event.ReminderSet{Text: "tea", At: at, Zone: "UTC", Place: turntest.Console, On: time.Now()}))
			time.Sleep(after - time.Millisecond)
			synctest.Wait()
			if count(w) != before {
				t.Errorf("a reminder in %v was said too early", after)
			}
			time.Sleep(time.Second)
			synctest.Wait()
			if count(w) != before+1 {
				t.Errorf("a reminder in %v was not said a second later", after)
			}
		}
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

// What each event costs while a hundred reminders wait for their times.
func BenchmarkNothingDue(b *testing.B) {
	mind, pens, err := memory.Open(b.Context(), memory.Options{Store: &inmem.Store{}, Principal: "me", Now: time.Now})
	if err != nil {
		b.Fatal(err)
	}
	now := turntest.Today
	for i := range 100 {
		s := event.ReminderSet{Text: "tea", At: now.AddDate(0, 0, i+1), Zone: turntest.Zone.String(), Rule: "FREQ=DAILY", Floating: true}
		if _, err := mind.Record(b.Context(), pens.For(event.Loops).Write(s)); err != nil {
			b.Fatal(err)
		}
	}
	r := &jobs.Runner{Mind: mind, Jobs: []jobs.Job{remind.Job()}, Now: func() time.Time { return now }, Zone: turntest.Zone, Log: slog.New(slog.DiscardHandler)}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := r.Tick(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}

// A reminder is said where it was asked for; where the principal is not reached any more it is
// said in another place, if as few can read that, and nowhere if there is none.
func TestWhereItIsSaid(t *testing.T) {
	dm := event.Place{Platform: "telegram", Account: "b", Room: "77"}
	work := event.Place{Platform: "slack", Account: "T1", Room: "D1"}
	channel := event.Place{Platform: "slack", Account: "T1", Room: "C1"}
	for name, c := range map[string]struct {
		asked    event.Place
		audience event.Audience
		lock     bool
		hosted   bool // he spoke on the console
		want     event.Place
	}{
		"there": {dm, event.Private, false, true, dm}, "in the channel": {channel, event.Shared, false, true, channel},
		"locked": {dm, event.Private, true, true, turntest.Console}, "locked, of a work place": {work, event.Work, true, true, turntest.Console},
		"locked, of a channel": {channel, event.Shared, true, true, turntest.Console}, "locked, and nowhere else": {dm, event.Private, true, false, event.Place{}},
	} {
		w := turntest.New(t).At("2026-11-20 08:00")
		var links []event.Seq
		for _, a := range []event.AccountLinked{
			{Person: event.Person{Platform: "telegram", Account: "b", ID: "77"}, Place: dm, Audience: event.Private, How: "code"},
			{Person: event.Person{Platform: "slack", Account: "T1", ID: "U1"}, Place: work, Audience: event.Work, How: "code"},
		} {
			links = append(links, w.Record(w.Pens.For(event.Accounts).Write(a))[0].Seq)
		}
		heard := w.SayIn(c.asked, c.audience, 0, "remind me at 9 to call the bank")
		if c.hosted {
			heard = w.Say("hi")
		}
		s := event.ReminderSet{
			Text: "call the bank", At: turntest.Today, Zone: turntest.Zone.String(), Place: c.asked, Audience: c.audience, On: w.Now,
		}
		w.Record(w.Pens.For(event.Loops).Write(s).Because(heard).Resting(heard))
		for _, link := range links {
			if c.lock {
				e := w.Pens.For(event.Brain).Write(event.Asked{What: event.AskLock, Ref: link}).Because(heard).Resting(heard)
				e.Trust = event.ByPrincipal
				w.Record(e)
			}
		}
		w.At("2026-11-20 09:00")
		tick(t, runner(w))
		posts, _ := said(t, w)
		if len(posts) != 1 || posts[0].Place != c.want {
			t.Errorf("%s: %+v, want it in %+v", name, posts, c.want)
		}
		reader := memory.Sight{Place: posts[0].Place, Audience: posts[0].Audience}
		if !reader.Shows(c.audience, c.asked) {
			t.Errorf("%s: it is said to %q", name, posts[0].Audience)
		}
	}
}
