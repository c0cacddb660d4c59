package consolidate_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"citadel/brain/turn/turntest"
	"citadel/jobs"
	"citadel/jobs/consolidate"
	"citadel/jobs/jobstest"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/store"
)

// world is a mind with the job, and a store that follows it.
type world struct {
	*turntest.World
	t        *testing.T
	follower *memory.Follower
	runner   *jobs.Runner
}

func newWorld(t *testing.T) *world {
	w := &world{World: turntest.New(t).At("2026-01-05 12:00"), t: t}
	w.follower = jobstest.Follow(t, w.Mind)
	w.runner = w.start()
	return w
}

// start has a new process run the job.
func (w *world) start() *jobs.Runner { return jobstest.Runner(w.World, consolidate.Job()) }

// turn records a turn that recalled and used these.
func (w *world) turn(used ...event.Seq) {
	w.t.Helper()
	brain := w.Pens.For(event.Brain)
	r := event.Recalled{Items: []event.Found{}, Among: len(used)}
	for _, m := range used {
		r.Items = append(r.Items, event.Found{Memory: m, Used: true}, event.Found{Memory: m, Used: true})
	}
	w.Record(
		brain.Write(event.TurnBegan{UpTo: w.Mind.Head()}),
		brain.Write(r).Because(ledger.Here(0)),
		brain.Write(event.TurnEnded{Outcome: event.Answered}).Because(ledger.Here(0)),
	)
}

// nights lets so many days pass, one after the other.
func (w *world) nights(n int) {
	w.t.Helper()
	for range n {
		w.At(w.Now.In(turntest.Zone).AddDate(0, 0, 1).Format("2006-01-02 15:04"))
		if _, err := w.runner.Tick(w.t.Context()); err != nil {
			w.t.Fatal(err)
		}
	}
}

// consolidated lists what each night made last longer.
func (w *world) consolidated() (nights [][]event.Seq) {
	w.t.Helper()
	for r, err := range w.Mind.Events(w.t.Context(), ledger.Query{Kinds: []event.Kind{event.Consolidated{}.Kind()}}) {
		if err != nil {
			w.t.Fatal(err)
		}
		p, err := r.Payload()
		if err != nil {
			w.t.Fatal(err)
		}
		nights = append(nights, p.(event.Consolidated).Memories)
	}
	return nights
}

// item is a memory as a store has it once it has caught up.
func (w *world) item(f *memory.Follower, seq event.Seq) store.Item {
	w.t.Helper()
	if err := f.Await(w.t.Context(), w.Mind.Head()); err != nil {
		w.t.Fatal(err)
	}
	parts, err := f.Store.Get(w.t.Context(), uint64(seq))
	if err != nil {
		w.t.Fatal(err)
	}
	return parts[0]
}

// What is recalled in three turns is consolidated in the night after the third, once, however
// often it is recalled after that; what is recalled twice never is.
func TestOnceInItsLife(t *testing.T) {
	w := newWorld(t)
	often, seldom := w.Say("The boiler valve sticks."), w.Say("Olu drinks oat milk.")
	for range 2 {
		w.turn(often, seldom)
		w.nights(7)
	}
	if got := w.consolidated(); len(got) > 0 {
		t.Errorf("after two recalls: %d", got)
	}
	w.turn(often)
	w.nights(1)
	for range 5 {
		w.turn(often)
		w.nights(30)
		w.runner = w.start() // another process
	}
	if diff := cmp.Diff([][]event.Seq{{often}}, w.consolidated()); diff != "" {
		t.Errorf("consolidated (-want +got):\n%s", diff)
	}
}

// The store learns of it; one that is filled anew has the same.
func TestTheStoreKnows(t *testing.T) {
	w := newWorld(t)
	often, seldom := w.Say("The boiler valve sticks."), w.Say("Olu drinks oat milk.")
	w.turn(often, seldom)
	before := w.item(w.follower, often)
	for range 3 {
		w.turn(often)
	}
	w.nights(1)
	got := w.item(w.follower, often)
	if !got.Settled || before.Settled {
		t.Errorf("settled %v, before %v", got.Settled, before.Settled)
	}
	if other := w.item(w.follower, seldom); other.Settled {
		t.Error("settled after one recall")
	}
	again := jobstest.Follow(t, w.Mind)
	for _, seq := range []event.Seq{often, seldom} {
		if diff := cmp.Diff(w.item(w.follower, seq), w.item(again, seq), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("filled anew (-live +new):\n%s", diff)
		}
	}
}

// One record names a thousand; who is left over has his night after.
func TestMoreThanOneNightCanName(t *testing.T) {
	w := newWorld(t)
	var all []event.Seq
	for range 1001 {
		all = append(all, w.Say("Note of a day."))
	}
	for range 3 {
		w.turn(all...)
	}
	w.nights(2)
	nights := w.consolidated()
	if len(nights) != 2 || len(nights[0]) != 1000 || len(nights[1]) != 1 {
		t.Fatalf("%d nights", len(nights))
	}
	named := slices.Sorted(slices.Values(slices.Concat(nights...)))
	if !slices.Equal(named, all) {
		t.Error("they name others than those recalled three times")
	}
}

// What was forgotten before the night is not named by it.
func TestForgottenBefore(t *testing.T) {
	w := newWorld(t)
	gone, stays := w.Say("The boiler valve sticks."), w.Say("Olu drinks oat milk.")
	for range 3 {
		w.turn(gone, stays)
	}
	plan, err := w.Mind.Reach(t.Context(), gone)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Mind.Forget(t.Context(), plan, "asked"); err != nil {
		t.Fatal(err)
	}
	w.nights(2)
	if got := w.consolidated(); len(got) != 1 || !slices.Equal(got[0], []event.Seq{stays}) {
		t.Errorf("consolidated %d", got)
	}
}

// A year in which things are asked for at random: nobody is named twice, and nobody but who
// was recalled in three turns.
func TestAYear(t *testing.T) {
	w := newWorld(t)
	var all []event.Seq
	turns := map[event.Seq]int{}
	for day := range 365 {
		if day%3 == 0 {
			all = append(all, w.Say("Note of a day."))
		}
		used := []event.Seq{all[day*day%len(all)], all[day*7%len(all)]}
		w.turn(used...)
		slices.Sort(used)
		for _, m := range slices.Compact(used) {
			turns[m]++
		}
		w.nights(1)
	}
	named := slices.Concat(w.consolidated()...)
	slices.Sort(named)
	if len(slices.Compact(slices.Clone(named))) != len(named) {
		t.Errorf("named twice: %d", named)
	}
	for m, n := range turns {
		if (n >= 3) != slices.Contains(named, m) {
			t.Errorf("%d was recalled in %d turns, consolidated: %v", m, n, slices.Contains(named, m))
		}
	}
}
