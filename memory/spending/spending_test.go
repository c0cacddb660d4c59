package spending_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/spending"
)

// book applies payloads as if they stood one after the other in a ledger.
type book struct {
	*spending.Fold
	head event.Seq
}

func newBook() *book { return &book{Fold: spending.New()} }

func (b *book) write(p event.Payload, causes ...event.Seq) event.Seq {
	b.head++
	b.Apply(ledger.Record{Seq: b.head, Kind: p.Kind(), Causes: causes}, p)
	return b.head
}

// call is a call of so much, with what it is for.
func (b *book) call(day string, cost int64, edit ...func(*event.ModelAsked)) {
	a := asked(day, cost, edit...)
	b.ends(b.write(a), a, cost)
}

func (b *book) ends(call event.Seq, a event.ModelAsked, cost int64) {
	b.write(event.ModelCalled{Day: a.Day, Message: a.Message, Job: a.Job, Slot: a.Slot, Cost: cost}, call)
}

func asked(day string, most int64, edit ...func(*event.ModelAsked)) event.ModelAsked {
	a := event.ModelAsked{Provider: "p", Model: "m", Day: day, Most: most}
	for _, e := range edit {
		e(&a)
	}
	return a
}

func about(m event.Seq) func(*event.ModelAsked) {
	return func(a *event.ModelAsked) { a.Message = m }
}

func in(job, slot string) func(*event.ModelAsked) {
	return func(a *event.ModelAsked) { a.Job, a.Slot = job, slot }
}

// sums is everything a ceiling is checked against.
func (b *book) sums(day string, m event.Seq, run string) [6]int64 {
	spent, aside := b.Day(day)
	inMonth, forMonth := b.Month(day[:7])
	return [6]int64{spent, aside, inMonth, forMonth, b.Message(m), b.Spent(run)}
}

func TestWhatIsSetAsideIsSpentUntilItIsKnown(t *testing.T) {
	b := newBook()
	a := asked("2026-11-20", 100, about(5), in("mail", "1"))
	seq := b.write(a)
	for _, want := range [][6]int64{{0, 100, 0, 100, 100, 100}, {30, 0, 30, 0, 30, 30}} {
		if d := cmp.Diff(want, b.sums("2026-11-20", 5, spending.Run("mail", "1"))); d != "" {
			t.Error(d)
		}
		if len(b.Open()) == 1 {
			b.ends(seq, a, 30)
		}
	}
	b.call("2026-11-30", 7)
	b.call("2026-12-01", 11)
	for day, want := range map[string][6]int64{"2026-11-20": {30, 0, 37, 0, 30, 30}, "2026-11-30": {7, 0, 37, 0, 30, 30}, "2026-12-01": {11, 0, 11, 0, 30, 30}} {
		if d := cmp.Diff(want, b.sums(day, 5, "mail/1")); d != "" {
			t.Errorf("%s: %s", day, d)
		}
	}
}

// A turn that died has not ended, so what it spent stays until one over its messages does.
func TestTurns(t *testing.T) {
	const day = "2026-11-20"
	one, two, three := event.Seq(1001), event.Seq(1002), event.Seq(1003)
	for name, c := range map[string]struct {
		then func(b *book)
		want [2]int64 // of the turns that answer one and two
	}{
		"died":                      {func(*book) {}, [2]int64{10, 0}},
		"died, another in between":  {func(b *book) { b.write(event.TurnEnded{}, b.write(event.TurnBegan{Messages: []event.Seq{two}})) }, [2]int64{10, 0}},
		"ended":                     {func(b *book) { b.write(event.TurnEnded{}, 1) }, [2]int64{0, 0}},
		"tried again and ended":     {func(b *book) { b.write(event.TurnEnded{}, b.write(event.TurnBegan{Messages: []event.Seq{one}})) }, [2]int64{0, 0}},
		"tried again with more":     {func(b *book) { b.write(event.TurnEnded{}, b.write(event.TurnBegan{Messages: []event.Seq{three, one}})) }, [2]int64{0, 0}},
		"an end of an earlier turn": {func(b *book) { b.write(event.TurnBegan{Messages: []event.Seq{two}}); b.write(event.TurnEnded{}, 1) }, [2]int64{10, 0}},
		"a job in between": {func(b *book) {
			b.call(day, 5, in("mail", "1"))
			b.write(event.JobRan{Job: "mail", Slot: "1"})
		}, [2]int64{10, 0}},
		"the next message, joined": {func(b *book) {
			b.call(day, 7, about(two)) // it stood alone in a turn that died
			turn := b.write(event.TurnBegan{Messages: []event.Seq{one}})
			b.write(event.TurnJoined{Messages: []event.Seq{two}}, turn)
			b.write(event.TurnEnded{}, turn)
		}, [2]int64{0, 0}},
		"joined to another turn": {func(b *book) {
			b.call(day, 7, about(two))
			turn := b.write(event.TurnBegan{Messages: []event.Seq{one}})
			b.write(event.TurnJoined{Messages: []event.Seq{two}}, 1)
			b.write(event.TurnEnded{}, turn)
		}, [2]int64{0, 7}},
		"a call that outlives it": {func(b *book) {
			a := asked(day, 50, about(one))
			call := b.write(a)
			b.write(event.TurnEnded{}, 1)
			if n := b.Message(one); n != 0 {
				t.Errorf("it still counts: %d", n)
			}
			b.ends(call, a, 40)
		}, [2]int64{0, 0}},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBook()
			b.write(event.TurnBegan{Messages: []event.Seq{one}})
			b.call(day, 10, about(one))
			c.then(b)
			if d := cmp.Diff(c.want, [2]int64{b.Message(one), b.Message(two)}); d != "" {
				t.Error(d)
			}
			if len(b.Open()) != 0 {
				t.Errorf("open: %v", b.Open())
			}
		})
	}
}

func TestRuns(t *testing.T) {
	b := newBook()
	b.call("2026-11-20", 5, in("mail", "1"))
	b.call("2026-11-20", 6, in("mail", "1")) // another attempt
	b.call("2026-11-20", 7, in("mail", "2"))
	late := asked("2026-11-20", 100, in("mail", "1"))
	call := b.write(late)
	if got := [2]int64{b.Spent("mail/1"), b.Spent("mail/2")}; got != [2]int64{111, 7} {
		t.Error(got)
	}
	b.write(event.JobRan{Job: "mail", Slot: "1", Outcome: event.JobFailed})
	b.ends(call, late, 90)
	if got := [2]int64{b.Spent("mail/1"), b.Spent("mail/2")}; got != [2]int64{0, 7} {
		t.Error(got)
	}
	if spent, aside := b.Day("2026-11-20"); spent != 108 || aside != 0 {
		t.Errorf("%d and %d", spent, aside)
	}
	if spending.Run("", "1") != "" {
		t.Error("a run of no job")
	}
}

func TestTold(t *testing.T) {
	b := newBook()
	share := func(period string, ceiling int64, want int) {
		t.Helper()
		if got := b.Share(period, ceiling); got != want {
			t.Errorf("%d of %s, want %d", got, period, want)
		}
	}
	const day, month = "2026-11-20", "2026-11"
	share(day, 2, 0)
	b.write(event.SpendTold{Period: day, Share: 80, Ceiling: 2})
	b.write(event.SpendTold{Period: day, Share: 100, Ceiling: 2})
	b.write(event.SpendTold{Period: day, Share: 80, Ceiling: 2})
	share(day, 2, 100)
	share(month, 2, 0)
	share(day, 4, 0) // more money, another ceiling
	b.write(event.SpendTold{Period: day, Share: 80, Ceiling: 4})
	share(day, 4, 80)
	share(day, 2, 0)
	b.write(event.SpendTold{Period: month})
	if m := b.Marks[month]; !m.Stated || b.Marks[day].Stated || b.Share(month, 0) != 0 {
		t.Errorf("a statement: %+v", m)
	}
	b.write(event.SpendReached{Period: day, Ceiling: 4})
	b.write(event.SpendReached{Period: day, Ceiling: 3})
	for ceiling, want := range map[int64]bool{0: false, 3: true, 4: true, 5: false} {
		if b.Reached(day, ceiling) != want || b.Reached(month, ceiling) {
			t.Errorf("reached %d: %v", ceiling, !want)
		}
	}
}

// A clock that was wrong for a while pushes nothing out, and what is remembered is bounded.
func TestDaysLongAgo(t *testing.T) {
	b := newBook()
	b.call("2026-11-20", 5, about(1), in("mail", "1"))
	for _, wrong := range []string{"2031-01-01", "1970-01-01", "9999-12-31"} {
		b.call(wrong, 9)
	}
	b.call("2026-11-21", 6)
	if got := b.sums("2026-11-20", 1, "mail/1"); got != [6]int64{5, 0, 11, 0, 5, 5} {
		t.Error(got)
	}
	first := b.Marks["2026-11-21"].First
	for day := range 3000 {
		b.call(time.Date(2026, 11, 21+day, 0, 0, 0, 0, time.UTC).Format(time.DateOnly), 1)
	}
	if len(b.Days)+len(b.Months) != 100 || len(b.Marks) != 100 || len(b.Messages)+len(b.Runs) != 0 {
		t.Errorf("%d days, %d months, %d marks, %d turns, %d runs", len(b.Days), len(b.Months), len(b.Marks), len(b.Messages), len(b.Runs))
	}
	last := time.Date(2026, 11, 21+2999, 0, 0, 0, 0, time.UTC)
	if spent, _ := b.Month(last.Format("2006-01")); spent != int64(last.Day()) {
		t.Errorf("the last month cost %d on %v", spent, last)
	}
	if before := last.AddDate(0, 0, -last.Day()); b.Months[before.Format("2006-01")] != int64(before.Day()) || b.Marks[before.Format("2006-01")].First <= first {
		t.Errorf("the month before cost %d", b.Months[before.Format("2006-01")])
	}
}

// What is saved is the same for the same events, and goes on as the live state does.
func TestSaved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		live, again := newBook(), newBook()
		payload := rapid.Custom(func(t *rapid.T) event.Payload {
			day := rapid.SampledFrom([]string{"2026-11-20", "2026-11-21", "2026-12-01", "2031-01-01", "", "x"}).Draw(t, "day")
			m := rapid.SampledFrom([]event.Seq{0, 1, 2, 3}).Draw(t, "message")
			job := rapid.SampledFrom([]string{"", "mail", "news"}).Draw(t, "job")
			n := rapid.Int64Range(0, 1000).Draw(t, "n")
			switch rapid.IntRange(0, 7).Draw(t, "kind") {
			case 0, 1:
				return event.ModelAsked{Day: day, Message: m, Job: job, Slot: "1", Most: n, Bound: 5, Provider: "p", Model: job}
			case 2:
				return event.ModelCalled{Day: day, Message: m, Job: job, Slot: "1", Cost: n, In: int(n)}
			case 3:
				return event.TurnBegan{Messages: []event.Seq{m, 2}}
			case 4:
				return event.TurnEnded{}
			case 5:
				return event.JobRan{Job: job, Slot: "1"}
			case 6:
				return event.SpendTold{Period: day, Share: 80, Ceiling: n}
			}
			return event.SpendReached{Period: day, Ceiling: n}
		})
		for range rapid.IntRange(1, 60).Draw(t, "events") {
			p := payload.Draw(t, "event")
			cause := event.Seq(rapid.IntRange(0, int(live.head)).Draw(t, "cause"))
			live.write(p, cause)
			again.write(p, cause)
			saved, err := live.Save()
			if err != nil {
				t.Fatal(err)
			}
			if same, err := again.Save(); err != nil || string(same) != string(saved) {
				t.Fatalf("the same events are saved as\n%s\n%s (%v)", saved, same, err)
			}
			if rapid.Bool().Draw(t, "restart") {
				again.Fold = spending.New()
				again.Days["left over"] = 1
				if err := again.Load(saved); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}
