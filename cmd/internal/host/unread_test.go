package host_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"citadel/brain/change"
	"citadel/brain/turn/turntest"
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
