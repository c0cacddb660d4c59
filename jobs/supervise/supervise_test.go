package supervise_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"citadel/brain/turn/turntest"
	"citadel/jobs"
	"citadel/jobs/jobstest"
	"citadel/jobs/supervise"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/store/embedded"
)

// world is a mind with the job.
type world struct {
	*turntest.World
	t      testing.TB
	runner *jobs.Runner
}

func newWorld(t testing.TB) *world {
	w := &world{World: turntest.New(t).At("2026-01-05 12:00"), t: t}
	w.runner = jobstest.Runner(w.World, supervise.Job())
	return w
}

// porto is a fact that comes to be corrected.
func porto(edit ...func(*event.Learned)) event.Learned {
	l := event.Learned{
		Sort: "fact", Text: `You said: "Ana lives in Porto."`, Quote: "Ana lives in Porto.", Subject: "Ana", Attribute: "residence", Value: "Porto",
		Provenance: event.Stated, Importance: 0.7, Class: "permanent",
	}
	for _, f := range edit {
		f(&l)
	}
	return l
}

func (w *world) learn(l event.Learned, from ...event.Seq) event.Seq {
	w.t.Helper()
	if len(from) == 0 {
		from = []event.Seq{w.Say(l.Quote)}
	}
	l.On = w.Now
	return w.Record(w.Pens.For(event.Learning).Write(l).Resting(from...))[0].Seq
}

// over records that a memory does not hold, by a message that says so.
func (w *world) over(m event.Seq, reason string) (by event.Seq) {
	w.t.Helper()
	by = w.Say("Ana lives in Braga now.")
	w.Record(w.Pens.For(event.Learning).Write(event.Superseded{Memory: m, By: by, On: w.Now, Reason: reason}).Because(by).Resting(by))
	return by
}

func (w *world) learning(p event.Payload, from ...event.Seq) {
	w.t.Helper()
	w.Record(w.Pens.For(event.Learning).Write(p).Resting(from...))
}

func (w *world) loop(text string, due time.Time) event.Seq {
	w.t.Helper()
	from := w.Say(text)
	return w.Record(w.Pens.For(event.Loops).Write(event.LoopOpened{Text: text, Due: due, On: w.Now}).Resting(from))[0].Seq
}

func (w *world) close(l event.Seq) {
	w.t.Helper()
	w.Record(w.Pens.For(event.Loops).Write(event.LoopClosed{Loop: l, Outcome: "done"}).Because(w.Say("done")))
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

// retired lists what the job retired, with what it says holds instead.
func (w *world) retired() map[event.Seq]event.Seq {
	w.t.Helper()
	out := map[event.Seq]event.Seq{}
	for r, err := range w.Mind.Events(w.t.Context(), ledger.Query{Kinds: []event.Kind{event.Superseded{}.Kind()}}) {
		if err != nil {
			w.t.Fatal(err)
		}
		p, err := r.Payload()
		if err != nil {
			w.t.Fatal(err)
		}
		if s, ok := p.(event.Superseded); ok && s.Reason == supervise.Reason {
			if _, twice := out[s.Memory]; twice {
				w.t.Errorf("%d is retired twice", s.Memory)
			}
			out[s.Memory] = s.By
		}
	}
	return out
}

// What says the same as a memory that was corrected, and was said before that, is retired by
// what holds instead; all else stays.
func TestEchoes(t *testing.T) {
	none := func(*world, event.Seq) {}
	for name, c := range map[string]struct {
		copy    event.Learned
		before  func(w *world, echo event.Seq) // the correction
		after   func(w *world, echo event.Seq)
		reason  string
		retired bool
	}{
		"a copy":                      {porto(), none, none, "changed", true},
		"worded otherwise":            {porto(func(l *event.Learned) { l.Quote = "My sister Ana lives in Porto" }), none, none, "corrected", true},
		"inferred":                    {porto(func(l *event.Learned) { l.Provenance = event.Inferred }), none, none, "changed", true},
		"found wrong":                 {porto(), none, none, "wrong", true},
		"by its words":                {event.Learned{Sort: "statement", Quote: "The parcel is at the depot", Provenance: event.Stated}, none, none, "changed", false},
		"another value":               {porto(func(l *event.Learned) { l.Value, l.Quote = "Lisbon", "Ana lives in Lisbon." }), none, none, "changed", false},
		"said with doubt":             {porto(func(l *event.Learned) { l.Quote, l.Hedged = "I think Ana lives in Porto.", true }), none, none, "changed", true},
		"denied":                      {porto(func(l *event.Learned) { l.Quote = "Ana doesn't live in Porto." }), none, none, "changed", false},
		"of somebody else":            {porto(func(l *event.Learned) { l.Subject, l.Quote = "Olu", "Olu lives in Porto." }), none, none, "changed", false},
		"kept at his word":            {porto(func(l *event.Learned) { l.Kept = true }), none, none, "changed", false},
		"undone is no correction":     {porto(), none, none, "undone", false},
		"edited is no correction":     {porto(), none, none, "edited", false},
		"an echo corrects nothing":    {porto(), none, none, supervise.Reason, false},
		"said again after it":         {porto(), none, func(w *world, echo event.Seq) { w.again(echo) }, "changed", false},
		"said again before it":        {porto(), func(w *world, echo event.Seq) { w.again(echo) }, none, "changed", true},
		"confirmed after it":          {porto(), none, func(w *world, e event.Seq) { w.learning(event.Judged{Memory: e, Verdict: event.Confirmed}) }, "changed", false},
		"an echo of itself adds none": {porto(), none, func(w *world, e event.Seq) { w.learning(event.Reinforced{Memory: e, As: event.Again}) }, "changed", true},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			first, echo := w.learn(porto()), w.learn(c.copy)
			c.before(w, echo)
			by := w.over(first, c.reason)
			c.after(w, echo)
			w.nights(3)
			got := w.retired()
			if c.reason == supervise.Reason {
				delete(got, first)
			}
			if holds, ok := got[echo]; ok != c.retired || ok && holds != by || len(got) > 1 {
				t.Errorf("retired: %v; the echo is %d, and %d holds", got, echo, by)
			}
		})
	}
}

// again has the principal say a memory once more.
func (w *world) again(m event.Seq) {
	said := w.Say("Ana lives in Porto, as I said.")
	w.learning(event.Reinforced{Memory: m, Roots: []event.Seq{said}, As: event.Again}, said)
}

// Statements without an attribute are echoes by the same words alone.
func TestByItsWords(t *testing.T) {
	w := newWorld(t)
	at := func(quote string) event.Learned {
		return event.Learned{Sort: "statement", Text: quote, Quote: quote, Provenance: event.Stated}
	}
	first, echo, other := w.learn(at("The parcel waits at the depot.")), w.learn(at("The parcel waits at the depot")), w.learn(at("The parcel waits at the station."))
	w.over(first, "wrong")
	w.nights(1)
	if got := w.retired(); len(got) != 1 || got[echo] == 0 {
		t.Errorf("retired %v, want %d and not %d", got, echo, other)
	}
}

// What was said after the correction, in a memory of its own, is the principal's new word.
func TestSaidAfterwards(t *testing.T) {
	w := newWorld(t)
	w.over(w.learn(porto()), "changed")
	w.learn(porto())
	w.nights(3)
	if got := w.retired(); len(got) > 0 {
		t.Errorf("retired %v", got)
	}
}

// A correction that was taken back retires nothing, and what was retired and put back stays.
func TestRestored(t *testing.T) {
	w := newWorld(t)
	first, echo := w.learn(porto()), w.learn(porto())
	w.over(first, "changed")
	w.learning(event.Restored{Memory: first})
	w.nights(2)
	if got := w.retired(); len(got) > 0 {
		t.Fatalf("retired %v", got)
	}
	w.over(first, "changed")
	w.nights(2)
	if got := w.retired(); len(got) != 1 {
		t.Fatalf("retired %v", got)
	}
	w.learning(event.Restored{Memory: echo})
	w.nights(30)
	if got := w.retired(); len(got) != 1 {
		t.Errorf("retired again: %v", got)
	}
}

// The search holds an echo no more, and does again once it is restored.
func TestTheSearchFollows(t *testing.T) {
	w := newWorld(t)
	f := memory.NewFollower(w.Mind, embedded.New())
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- f.Run(ctx) }()
	defer func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}()
	holds := func(seq event.Seq) bool {
		if err := f.Await(t.Context(), w.Mind.Head()); err != nil {
			t.Fatal(err)
		}
		parts, err := f.Store.Get(t.Context(), uint64(seq))
		if err != nil {
			t.Fatal(err)
		}
		return parts[0].ValidTo.IsZero()
	}
	first, echo := w.learn(porto()), w.learn(porto())
	w.over(first, "changed")
	if !holds(echo) {
		t.Error("it holds no more before anybody looked")
	}
	w.nights(1)
	if holds(echo) {
		t.Error("it still holds")
	}
	w.learning(event.Restored{Memory: echo})
	if !holds(echo) {
		t.Error("it was restored and does not hold")
	}
}

// An open loop whose twin was closed later is closed like it; one that was opened since, or is
// due on another day, is not, and neither does what the job closes close anything further.
func TestTwins(t *testing.T) {
	w := newWorld(t)
	november, december := w.Now.AddDate(0, 0, 20), w.Now.AddDate(0, 0, 50)
	first := w.loop("call the dentist", time.Time{})
	twin := w.loop("Call the dentist", time.Time{})
	rent, later := w.loop("pay the rent", november), w.loop("pay the rent", december)
	other := w.loop("call the plumber", time.Time{})
	w.close(first)
	since := w.loop("call the dentist", time.Time{})
	w.close(rent)
	w.nights(3)
	open := func() (seqs []event.Seq) {
		w.Mind.Read(func(v memory.View) {
			for _, l := range v.Loops.Loops {
				seqs = append(seqs, l.Seq)
			}
		})
		return seqs
	}
	if got := open(); !slices.Equal(got, []event.Seq{later, other, since}) {
		t.Errorf("open are %d, want %d; %d is the twin", got, []event.Seq{later, other, since}, twin)
	}
	w.Record(w.Pens.For(event.Loops).Write(event.LoopReopened{Loop: twin, LoopOpened: event.LoopOpened{Text: "Call the dentist", On: w.Now}}))
	w.nights(3)
	if got := open(); !slices.Contains(got, twin) {
		t.Error("what was opened again is closed again")
	}
}

// In any life, what is retired says the same as something that was found not to hold after
// it was last said, each is retired once, and a second night finds nothing more.
func TestAnyLife(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := newWorld(t)
		var all []event.Seq
		said, over := map[event.Seq]event.Seq{}, map[string]event.Seq{} // the last word for each, and against each value
		value := map[event.Seq]string{}
		for range rapid.IntRange(5, 40).Draw(rt, "steps") {
			switch rapid.IntRange(0, 5).Draw(rt, "step") {
			case 0, 1:
				v := rapid.SampledFrom([]string{"Porto", "Braga", "Lisbon"}).Draw(rt, "value")
				m := w.learn(porto(func(l *event.Learned) { l.Value, l.Quote = v, fmt.Sprintf("Ana lives in %s.", v) }))
				all, value[m], said[m] = append(all, m), v, m
			case 2, 3:
				if len(all) > 0 {
					m := rapid.SampledFrom(all).Draw(rt, "memory")
					over[value[m]] = w.over(m, rapid.SampledFrom([]string{"changed", "corrected", "wrong"}).Draw(rt, "why"))
				}
			case 4:
				if len(all) > 0 {
					m := rapid.SampledFrom(all).Draw(rt, "again")
					if w.retired()[m] == 0 { // else what is said is a memory of its own
						w.again(m)
						said[m] = w.Mind.Head()
					}
				}
			case 5:
				w.nights(1)
			}
		}
		w.nights(2)
		head := w.Mind.Head()
		w.nights(3)
		if w.Mind.Head() != head {
			rt.Fatal("a night that has nothing to do writes something")
		}
		for m := range w.retired() {
			if over[value[m]] == 0 || said[m] > over[value[m]] {
				rt.Fatalf("%d (%s, last said by %d) is retired, and what was said against it is %d", m, value[m], said[m], over[value[m]])
			}
		}
	})
}

// What has the same words in other places says something else: the judgement is that of the
// gate before every write (package dedupe).
func TestTurnedRoundIsNoEcho(t *testing.T) {
	w := newWorld(t)
	said := func(quote string) event.Seq {
		return w.learn(event.Learned{Sort: "statement", Text: quote, Quote: quote, Provenance: event.Stated, Importance: 0.5, Class: "standard"})
	}
	wrong, round, again := said("Karin reports to Milan."), said("Milan reports to Karin."), said("Karin reports to Milan")
	w.over(wrong, "wrong")
	w.nights(1)
	if got := w.retired(); len(got) != 1 || got[again] == 0 {
		t.Errorf("retired %v, want %d alone and not %d", got, again, round)
	}
	done, other := w.loop("forward the mail from Rita to Paul", time.Time{}), w.loop("forward the mail from Paul to Rita", time.Time{})
	w.close(done)
	w.nights(1)
	w.Mind.Read(func(v memory.View) {
		if len(v.Loops.Loops) != 1 || v.Loops.Loops[0].Seq != other {
			t.Errorf("open: %+v", v.Loops.Loops)
		}
	})
}
