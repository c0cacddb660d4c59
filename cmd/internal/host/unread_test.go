package host_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"citadel/brain"
	"citadel/brain/change"
	"citadel/brain/turn"
	"citadel/brain/turn/turntest"
	"citadel/jobs"
	"citadel/jobs/integrate"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Whenever what was said is read through, before it is corrected, between that and the undo, or at the
// end: what holds after each is the same, and after the undo it is what was said first.
func TestCorrectedBeforeItIsReadThrough(t *testing.T) {
	for _, c := range []struct {
		talk []string
		want []string // after all of it
	}{
		{[]string{"My sister Ana lives in Porto.", "no Ana is not my sister", "undo"}, []string{"me/sister=Ana", "Ana/residence=Porto"}},
		{[]string{"My sister Ana lives in Porto.", "no Ana is not my sister"}, []string{"Ana/residence=Porto", "me/sister=Ana (denied)"}},
		{[]string{"Ana is my sister.", "no, Ana is not my sister", "undo"}, []string{"me/sister=Ana"}},
		{[]string{"My boss is Kim and I live in Ghent.", "No, my boss is Lee.", "undo"}, []string{"me/boss=Kim", "me/residence=Ghent"}},
		{[]string{"My boss is Kim and I live in Ghent.", "No, my boss is Lee."}, []string{"me/residence=Ghent", "me/boss=Lee"}},
		{[]string{"My blood type is A+.", "no, my blood type is A-", "undo"}, []string{"me/blood type=A+"}},
		{[]string{"My blood type is A+.", "no, my blood type is A-"}, []string{"me/blood type=A-"}},
		{[]string{"My blood type is A+.", "wrong", "undo"}, []string{"me/blood type=A+"}},
		{[]string{"My blood type is A+.", "no, my blood type is A-", "no, my blood type is B-", "undo"}, []string{"me/blood type=A-"}},
		{[]string{"My blood type is A+.", "no, my blood type is A-", "no, my blood type is B-", "undo", "undo"}, []string{"me/blood type=A+"}},
	} {
		for mask := range 1 << (len(c.talk) - 1) {
			t.Run(fmt.Sprintf("%s, %b", strings.Join(c.talk, " "), mask), func(t *testing.T) {
				w := turntest.New(t).At("2026-11-20 09:00")
				read := func() {
					w.Now = w.Now.Add(integrate.Every)
					lookOnce(t, w, integrate.Job(integrate.InLedger(w.Mind), false))
				}
				for i, said := range c.talk {
					w.Now = w.Now.Add(time.Minute)
					seq := w.Say(said)
					if now := w.Turn(seq); i > 0 {
						r, err := change.Answer(t.Context(), now)
						if err != nil || r == nil {
							t.Fatalf("%q: %v, %v", said, r, err)
						}
						w.Apply(now, r)
					} else {
						w.Silence(seq)
					}
					if mask&(1<<i) != 0 || i == len(c.talk)-1 {
						read()
					}
				}
				if got := holding(t, w); !cmp.Equal(c.want, got) {
					t.Error(cmp.Diff(c.want, got))
				}
			})
		}
	}
}

// An undo and the reading of what it takes back can come at the same moment: one is worked out, and the other written before
// it is. What holds then is what would hold had they come one after the other.
func TestUndoneWhileItIsReadThrough(t *testing.T) {
	for _, c := range []struct{ talk, want []string }{
		{[]string{"My boss is Kim and I live in Ghent.", "No, my boss is Lee."}, []string{"me/boss=Kim", "me/residence=Ghent"}},
		{[]string{"My boss is Kim.", "remember my boss is Lee"}, []string{"me/boss=Kim"}},
		{[]string{"My blood type is A+.", "no, my blood type is A-"}, []string{"me/blood type=A+"}},
		{[]string{"My blood type is A+.", "wrong"}, []string{"me/blood type=A+"}},
		{[]string{"My sister Ana lives in Porto.", "no Ana is not my sister"}, []string{"me/sister=Ana", "Ana/residence=Porto"}},
	} {
		for mask := range 4 { // read through after the first message, and whether the undo or the reading is written first
			early, first := mask&1 > 0, mask&2 > 0
			t.Run(fmt.Sprintf("%s, %v, %v", strings.Join(c.talk, " "), early, first), func(t *testing.T) {
				w := turntest.New(t).At("2026-11-20 09:00")
				job := integrate.Job(integrate.InLedger(w.Mind), false)
				read := func(between func()) {
					w.Now = w.Now.Add(integrate.Every)
					once, inner := job, job.Run
					once.Run = func(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
						writes, err := inner(ctx, in)
						if between != nil {
							between()
							between = nil
						}
						return writes, err
					}
					if lookOnce(t, w, once); between != nil { // there was nothing to read
						between()
					}
				}
				undo := func(between func()) {
					w.Now = w.Now.Add(time.Minute)
					b := &brain.Brain{
						Mind: w.Mind, Store: w.Store, Zone: turntest.Zone, Now: func() time.Time { return w.Now }, Log: slog.New(slog.DiscardHandler),
						Pens: w.Pens.Case(event.Brain, event.Learning, event.Loops, event.Decisions, event.Outbox),
						Steps: []brain.Step{func(ctx context.Context, now *turn.Turn) (*turn.Reply, error) {
							r, err := change.Answer(ctx, now)
							if between != nil {
								between()
								between = nil
							}
							return r, err
						}},
					}
					request := brain.Request{Messages: []event.Seq{w.Say("undo")}}
					_, err := b.Turn(t.Context(), request)
					if errors.Is(err, brain.ErrAgain) {
						_, err = b.Turn(t.Context(), request)
					}
					if err != nil {
						t.Fatal(err)
					}
				}
				for i, said := range c.talk {
					w.Now = w.Now.Add(time.Minute)
					seq := w.Say(said)
					if now := w.Turn(seq); i > 0 {
						r, err := change.Answer(t.Context(), now)
						if err != nil || r == nil {
							t.Fatalf("%q: %v, %v", said, r, err)
						}
						w.Apply(now, r)
					} else if w.Silence(seq); early {
						read(nil)
					}
				}
				if first {
					read(func() { undo(nil) })
				} else {
					undo(func() { read(nil) })
				}
				read(nil)
				if got := holding(t, w); !cmp.Equal(c.want, got) {
					t.Error(cmp.Diff(c.want, got))
				}
			})
		}
	}
}

// holding are the memories that hold, in a few words, in the order in which they were said.
func holding(t *testing.T, w *turntest.World) (all []string) {
	t.Helper()
	type held struct {
		on   time.Time
		said string
	}
	var found []held
	for r, err := range ledger.Each[event.Learned](t.Context(), w.Mind, ledger.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		over := false
		w.Mind.Read(func(v memory.View) { over = v.Beliefs.State(r.Seq).Over })
		if over {
			continue
		}
		said := r.Said.Subject + "/" + r.Said.Attribute + "=" + r.Said.Value
		if strings.Contains(r.Said.Quote, " not ") {
			said += " (denied)"
		}
		found = append(found, held{r.Said.On, said})
	}
	slices.SortStableFunc(found, func(a, b held) int { return a.on.Compare(b.on) })
	for _, h := range found {
		all = append(all, h.said)
	}
	return all
}
