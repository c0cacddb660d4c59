package integrate_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"citadel/brain/dedupe"
	"citadel/brain/turn/turntest"
	"citadel/jobs"
	"citadel/jobs/integrate"
	"citadel/jobs/jobstest"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/formula"
	"citadel/memory/ledger"
	"citadel/memory/ledger/inmem"
	"citadel/memory/store/embedded"
)

// world is a conversation whose memories are found as in the real house.
type world struct {
	*turntest.World
	t      *testing.T
	alike  integrate.Alike
	runner *jobs.Runner
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{World: turntest.New(t).At("2026-11-20 09:00"), t: t}
	w.alike = integrate.InLedger(w.Mind)
	w.runner = w.newRunner()
	return w
}

func (w *world) newRunner() *jobs.Runner {
	return jobstest.Runner(w.World, integrate.Job(w.alike, false))
}

// hear records a message of the principal and the turn that answers it.
func (w *world) hear(text string, edit ...func(*event.Heard, *event.TurnEnded)) event.Seq {
	w.t.Helper()
	h := event.Heard{Place: turntest.Console, Audience: event.Private, Text: text, On: w.Now, Person: event.Person{Platform: "console", ID: "sam"}}
	e := event.TurnEnded{Outcome: event.Silent, By: "procedure:listen"}
	for _, f := range edit {
		f(&h, &e)
	}
	heard := w.Pens.For(event.Bot).Write(h)
	heard.Trust = event.ByPrincipal
	seq := w.Record(heard)[0].Seq
	w.turn(seq, e)
	return seq
}

// turn records a turn over a message, with what it changes.
func (w *world) turn(message event.Seq, ended event.TurnEnded, changes ...event.Payload) []ledger.Record {
	w.t.Helper()
	es := []ledger.Entry{w.Pens.For(event.Brain).Write(event.TurnBegan{Messages: []event.Seq{message}, UpTo: w.Mind.Head()}).Because(message)}
	for _, p := range changes {
		spec, _ := event.Of(p.Kind())
		es = append(es, w.Pens.For(spec.Owner).Write(p).Because(ledger.Here(0), message).Resting(message))
	}
	es = append(es, w.Pens.For(event.Brain).Write(ended).Because(ledger.Here(0)))
	return w.Record(es...)
}

// edit records that the principal changed a message, and the turn that follows if it was
// the latest.
func (w *world) edit(message event.Seq, text string) event.Seq {
	w.t.Helper()
	e := w.Pens.For(event.Bot).Write(event.Edited{Message: message, Text: text, On: w.Now}).Because(message).Resting(message)
	e.Trust = event.ByPrincipal
	seq := w.Record(e)[0].Seq
	var waits bool
	w.Mind.Read(func(v memory.View) { waits = len(v.Thread.Waiting) > 0 })
	if waits {
		w.turn(message, event.TurnEnded{Outcome: event.Silent, By: "procedure:listen"})
	}
	return seq
}

// pass lets half an hour pass and runs what is due.
func (w *world) pass() {
	w.t.Helper()
	w.Now = w.Now.Add(integrate.Every)
	if _, err := w.runner.Tick(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
}

// all lists the events of a kind.
func all[P event.Payload](w *world) (out []P, recs []ledger.Record) {
	w.t.Helper()
	var zero P
	for r, err := range w.Mind.Events(w.t.Context(), ledger.Query{Kinds: []event.Kind{zero.Kind()}}) {
		if err != nil {
			w.t.Fatal(err)
		}
		p, err := r.Payload()
		if err != nil {
			w.t.Fatal(err)
		}
		if p != nil {
			out, recs = append(out, p.(P)), append(recs, r)
		}
	}
	return out, recs
}

// holds lists what is known and not superseded, in a few words.
func (w *world) holds() []string {
	w.t.Helper()
	over := map[event.Seq]bool{}
	gone, _ := all[event.Superseded](w)
	for _, s := range gone {
		over[s.Memory] = true
	}
	var out []string
	learned, recs := all[event.Learned](w)
	for i, l := range learned {
		if !over[recs[i].Seq] {
			denied := ""
			if strings.Contains(l.Quote, "n't") {
				denied = "not "
			}
			out = append(out, fmt.Sprintf("%s %s/%s=%s%s", l.Sort, l.Subject, l.Attribute, denied, l.Value))
		}
	}
	return out
}

// integrated counts how often each message was integrated.
func (w *world) integrated() map[event.Seq]int {
	w.t.Helper()
	times := map[event.Seq]int{}
	done, _ := all[event.Integrated](w)
	for _, i := range done {
		for _, m := range i.Messages {
			times[m]++
		}
	}
	return times
}

func TestLearned(t *testing.T) {
	w := newWorld(t)
	seq := w.hear("My sister Ana lives in Porto.", func(h *event.Heard, _ *event.TurnEnded) { h.Audience = event.Work })
	on := w.Now
	w.pass()
	learned, recs := all[event.Learned](w)
	want := []event.Learned{
		{Sort: "fact", Subject: "me", Attribute: "sister", Value: "Ana"},
		{Sort: "fact", Subject: "Ana", Attribute: "residence", Value: "Porto"},
	}
	for i := range want {
		want[i].Text, want[i].Quote = `You said: "My sister Ana lives in Porto."`, "My sister Ana lives in Porto."
		want[i].Provenance, want[i].Importance, want[i].Class, want[i].Audience = event.Stated, 0.7, "permanent", event.Work
		want[i].On = on
	}
	if d := cmp.Diff(want, learned); d != "" {
		t.Error(d)
	}
	for _, r := range recs {
		if !slices.Equal(r.From, []event.Seq{seq}) {
			t.Errorf("it rests on %v and not on the message %d", r.From, seq)
		}
		h, err := w.Mind.Event(t.Context(), r.From[0])
		if err != nil {
			t.Fatal(err)
		}
		if p, _ := h.Payload(); !strings.Contains(p.(event.Heard).Text, want[0].Quote) {
			t.Error("the quote does not occur in the message")
		}
	}
	done, _ := all[event.Integrated](w)
	if d := cmp.Diff([]event.Integrated{{Messages: []event.Seq{seq}, By: "rules", Learned: 2}}, done); d != "" {
		t.Error(d)
	}
}

// What each message leaves behind, alone.
func TestOneMessage(t *testing.T) {
	for text, want := range map[string][]string{
		"I live in Porto. Actually, I live in Braga.": {"fact me/residence=Braga"},
		"I like tea.":                           {"preference me/likes=tea"},
		"Priya said prices go up 8% in March.":  {"statement prices/="},
		"What is my sister called?":             nil,
		"do you know where I live":              nil,
		"I am tired and sad.":                   nil,
		"Always answer in English.":             nil,
		"remember my sister Ana lives in Porto": nil,
		"ok":                                    nil,
		"Vivo em Lisboa com a minha irmã Ana e o nosso cão.": nil,
	} {
		w := newWorld(t)
		seq := w.hear(text)
		w.pass()
		w.pass()
		if d := cmp.Diff(want, w.holds()); d != "" {
			t.Errorf("%q: %s", text, d)
		}
		if n := w.integrated()[seq]; n != 1 {
			t.Errorf("%q was integrated %d times", text, n)
		}
		w.Mind.Read(func(v memory.View) {
			if len(v.Thread.Unread) != 0 || len(v.Loops.Loops) != 0 || len(v.Decisions.Proposals) != 0 {
				t.Errorf("%q left %v, %v, %v", text, v.Thread.Unread, v.Loops.Loops, v.Decisions.Proposals)
			}
		})
	}
}

func TestProvenanceAndClass(t *testing.T) {
	for text, want := range map[string]event.Learned{
		"Priya said prices go up 8% in March.":            {Provenance: event.Reported, Class: "ephemeral"},
		"I think Bea works at Monzo.":                     {Provenance: event.Stated, Class: "", Hedged: true},
		"The Acme price review is on Tuesday 1 December.": {Provenance: event.Stated, Class: "operational"},
	} {
		w := newWorld(t)
		w.hear(text)
		w.pass()
		learned, _ := all[event.Learned](w)
		if len(learned) != 1 {
			t.Fatalf("%q: %+v", text, learned)
		}
		got := event.Learned{Provenance: learned[0].Provenance, Class: learned[0].Class, Hedged: learned[0].Hedged}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%q: %s", text, d)
		}
	}
}

// Whose words are not the principal's, or not to be kept, teach nothing.
func TestMute(t *testing.T) {
	for name, edit := range map[string]func(*event.Heard, *event.TurnEnded){
		"forwarded": func(h *event.Heard, _ *event.TurnEnded) { h.Forwarded = "Bea" },
		"quiet":     func(_ *event.Heard, e *event.TurnEnded) { e.Quiet, e.By = true, "crisis" },
	} {
		w := newWorld(t)
		seq := w.hear("I live in Porto. I'll call Tom on Friday. We decided to drop Henderson.", edit)
		w.edit(seq, "I live in Porto. I'll call Tom on Friday. We decided to drop Bolt.")
		w.pass()
		if name == "quiet" {
			// The edit was answered by a turn of its own, which saw no danger. So it must be
			// edited when it is not the latest message.
			w = newWorld(t)
			seq = w.hear("I live in Porto.", edit)
			w.hear("thanks")
			w.edit(seq, "I live in Braga.")
			w.pass()
		}
		if got := w.holds(); len(got) != 0 {
			t.Errorf("%s: learned %q", name, got)
		}
		w.Mind.Read(func(v memory.View) {
			if len(v.Loops.Loops)+len(v.Decisions.Proposals) != 0 {
				t.Errorf("%s: %v %v", name, v.Loops.Loops, v.Decisions.Proposals)
			}
		})
	}
}

// A quiet turn that has left the window is still known to have been quiet.
func TestQuietLongAgo(t *testing.T) {
	w := newWorld(t)
	seq := w.hear("I live in Porto.", func(_ *event.Heard, e *event.TurnEnded) { e.Quiet = true })
	for range 45 {
		w.hear("ok")
		if err := integrate.Leaving(t.Context(), w.Mind, w.runner); err != nil {
			t.Fatal(err)
		}
	}
	w.edit(seq, "I live in Braga.")
	w.pass()
	if got := w.holds(); len(got) != 0 {
		t.Errorf("learned %q", got)
	}
	if w.integrated()[seq] != 1 {
		t.Error("it was not even looked at")
	}
}

func TestSuperseded(t *testing.T) {
	steps := func(texts ...string) []string { return texts }
	for name, c := range map[string]struct {
		said []string
		want []string
	}{
		"another value":           {steps("I live in Porto.", "I moved to Braga in March."), []string{"fact me/residence=Braga"}},
		"another value, a person": {steps("My sister Ana lives in Porto.", "Ana lives in Braga now."), []string{"fact me/sister=Ana", "fact Ana/residence=Braga"}},
		"the same":                {steps("I live in Porto.", "I live in Porto."), []string{"fact me/residence=Porto"}},
		"somebody else":           {steps("I live in Porto.", "Bea lives in Braga."), []string{"fact me/residence=Porto", "fact Bea/residence=Braga"}},
		"taken back":              {steps("I work at Acme.", "I don't work at Acme any more."), []string{"fact me/employer=not Acme"}},
		"taken back, and again":   {steps("I work at Acme.", "I don't work at Acme any more.", "I work at Acme."), []string{"fact me/employer=Acme"}},
		"the country of it":       {steps("I live in Braga.", "I live in Portugal."), []string{"fact me/residence=Braga", "fact me/residence=Portugal"}},
		"left open":               {steps("I live in Braga.", "I live in Porto or Faro."), []string{"fact me/residence=Braga", "fact me/residence=Porto"}},
		"a third value":           {steps("I live in Porto.", "I live in Braga.", "I live in Faro."), []string{"fact me/residence=Faro"}},
		"not sure of it":          {steps("Bea works at Acme.", "I think Bea works at Monzo."), []string{"fact Bea/employer=Acme", "fact Bea/employer=Monzo"}},
		"sure of it now":          {steps("I think Bea works at Monzo.", "Bea works at Acme."), []string{"fact Bea/employer=Acme"}},
		"of nobody known":         {steps("She lives in Porto.", "She lives in Braga."), []string{"fact /residence=Porto", "fact /residence=Braga"}},
	} {
		for _, together := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, together %v", name, together), func(t *testing.T) {
				w := newWorld(t)
				for _, text := range c.said {
					w.hear(text)
					if !together {
						w.pass()
					}
				}
				w.pass()
				if d := cmp.Diff(c.want, w.holds()); d != "" {
					t.Error(d)
				}
				for m, n := range w.integrated() {
					if n != 1 {
						t.Errorf("message %d was integrated %d times", m, n)
					}
				}
				// What supersedes names what it supersedes, and rests on nothing else.
				over, recs := all[event.Superseded](w)
				for i, s := range over {
					by, err := w.Mind.Event(t.Context(), recs[i].Cause())
					if err != nil {
						t.Fatal(err)
					}
					p, err := by.Payload()
					if err != nil {
						t.Fatal(err)
					}
					if l, ok := p.(event.Learned); !ok || !slices.Contains(l.Supersedes, s.Memory) || s.By != by.From[0] || !slices.Equal(recs[i].From, by.From) {
						t.Errorf("%+v is caused by %+v", s, p)
					}
				}
			})
		}
	}
}

func TestPromises(t *testing.T) {
	w := newWorld(t)
	w.hear("I'll send the report to Priya by Friday.")
	w.hear("I think I'll call Bea.")
	own := w.Now
	w.hear("I'll call Tom tomorrow at 3.")
	w.pass()
	w.Mind.Read(func(v memory.View) {
		var got []event.LoopOpened
		for _, l := range v.Loops.Loops {
			l.Due = l.Due.In(turntest.Zone)
			got = append(got, l.LoopOpened)
		}
		want := []event.LoopOpened{
			{Text: "Send the report to Priya", Quote: "I'll send the report to Priya by Friday.", DueText: "by Friday", Due: time.Date(2026, 11, 27, 18, 0, 0, 0, turntest.Zone), On: own, Audience: event.Private},
			{Text: "Call Tom", Quote: "I'll call Tom tomorrow at 3.", DueText: "tomorrow at 3", Due: time.Date(2026, 11, 21, 15, 0, 0, 0, turntest.Zone), On: own, Audience: event.Private},
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Error(d)
		}
	})
}

// A turn that has opened the loop, or proposed the decision, is not repeated.
func TestWhatTheTurnDid(t *testing.T) {
	w := newWorld(t)
	h := w.Pens.For(event.Bot).Write(event.Heard{Place: turntest.Console, Text: "I'll call Tom on Friday. We decided to drop Henderson. I live in Porto.", On: w.Now})
	h.Trust = event.ByPrincipal
	seq := w.Record(h)[0].Seq
	w.turn(seq, event.TurnEnded{Outcome: event.Answered, By: "procedure:promise"},
		event.LoopOpened{Text: "call Tom on Friday", On: w.Now}, event.DecisionProposed{Text: "Drop Henderson.", On: w.Now},
		event.Learned{Sort: "fact", Text: "I live in Porto.", Quote: "I live in Porto.", Subject: "me", Attribute: "residence", Value: "Porto", Provenance: event.Stated, On: w.Now})
	w.pass()
	w.Mind.Read(func(v memory.View) {
		if len(v.Loops.Loops) != 1 || len(v.Decisions.Proposals) != 1 {
			t.Errorf("%v %v", v.Loops.Loops, v.Decisions.Proposals)
		}
	})
	if d := cmp.Diff([]string{"fact me/residence=Porto"}, w.holds()); d != "" {
		t.Error(d)
	}
}

func TestDecisions(t *testing.T) {
	w := newWorld(t)
	w.hear("We decided to drop Henderson because he never pays.")
	w.pass()
	w.Mind.Read(func(v memory.View) {
		if len(v.Decisions.Proposals) != 1 || v.Decisions.Proposals[0].Text != "Drop Henderson" || v.Decisions.Proposals[0].Reason != "he never pays" {
			t.Errorf("%+v", v.Decisions.Proposals)
		}
	})
}

// Of an edited message, what its old text gave is withdrawn, unless the new one says it too.
func TestEdited(t *testing.T) {
	w := newWorld(t)
	seq := w.hear("I live in Porto. I like tea. I'll call Tom on Friday. We decided to drop Henderson.")
	w.pass()
	w.hear("ok")
	w.edit(seq, "I live in Braga. I like tea. I'll call Bea on Friday. We decided to drop Bolt.")
	w.pass()
	if d := cmp.Diff([]string{"preference me/likes=tea", "fact me/residence=Braga"}, w.holds()); d != "" {
		t.Error(d)
	}
	w.Mind.Read(func(v memory.View) {
		if len(v.Loops.Loops) != 1 || v.Loops.Loops[0].Text != "Call Bea" {
			t.Errorf("open is %+v", v.Loops.Loops)
		}
		if len(v.Decisions.Proposals) != 1 || v.Decisions.Proposals[0].Text != "Drop Bolt" {
			t.Errorf("proposed is %+v", v.Decisions.Proposals)
		}
	})
	if n := w.integrated()[seq]; n != 2 {
		t.Errorf("it was integrated %d times, once for each wording", n)
	}
	head := w.Mind.Head()
	w.edit(seq, "I live in Braga. I like tea. I'll call Bea on Friday. We decided to drop Bolt.")
	w.pass()
	if n := w.Mind.Head() - head; n != 4 { // the edit; began, integrated, ran
		t.Errorf("an edit that changes nothing led to %d events", n)
	}
}

// A message that was forgotten, or taken back as wrong, is passed over.
func TestForgottenAndWrong(t *testing.T) {
	w := newWorld(t)
	forgotten, wrong := w.hear("I live in Porto."), w.hear("I work at Acme.")
	plan, err := w.Mind.Reach(t.Context(), forgotten)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Mind.Forget(t.Context(), plan, "asked"); err != nil {
		t.Fatal(err)
	}
	w.Record(w.Pens.For(event.Learning).Write(event.Superseded{Memory: wrong, On: w.Now, Reason: "wrong"}))
	w.pass()
	if got := w.holds(); len(got) != 0 {
		t.Errorf("learned %q", got)
	}
	if n := w.integrated(); n[forgotten] != 0 || n[wrong] != 1 {
		t.Errorf("integrated: %v", n)
	}
}

// What was in view for an answer is no message: forgetting the answer has nobody read it.
func TestForgettingAnAnswer(t *testing.T) {
	w := newWorld(t)
	asked := w.hear("I live in Porto.")
	view := w.turn(asked, event.TurnEnded{Outcome: event.Silent, By: "procedure:recall"}, event.Recalled{})
	why := w.Record(w.Pens.For(event.Outbox).Write(event.PostQueued{Place: turntest.Console, Text: "what I had"}).Resting(view[1].Seq, asked))[0].Seq
	plan, err := w.Mind.Reach(t.Context(), why)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Mind.Forget(t.Context(), plan, "asked"); err != nil {
		t.Fatal(err)
	}
	w.hear("I work at Acme.")
	w.pass()
	if d := cmp.Diff([]string{"fact me/residence=Porto", "fact me/employer=Acme"}, w.holds()); d != "" {
		t.Error(d)
	}
}

// What was said earlier and heard later (a platform that was off-line) replaces nothing.
func TestHeardLate(t *testing.T) {
	w := newWorld(t)
	w.hear("I live in Braga.")
	w.pass()
	w.hear("I live in Porto.", func(h *event.Heard, _ *event.TurnEnded) { h.On = h.On.AddDate(0, 0, -20) })
	w.pass()
	if d := cmp.Diff([]string{"fact me/residence=Braga"}, w.holds()); d != "" {
		t.Error(d)
	}
}

// If the newer statement is forgotten, the older one holds again: that it was superseded
// rests on the newer one alone.
func TestForgettingTheNewer(t *testing.T) {
	w := newWorld(t)
	w.hear("I live in Porto.")
	w.pass()
	newer := w.hear("I live in Braga.")
	w.pass()
	plan, err := w.Mind.Reach(t.Context(), newer)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Mind.Forget(t.Context(), plan, "asked"); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"fact me/residence=Porto"}, w.holds()); d != "" {
		t.Error(d)
	}
}

// Nothing is read before it was answered, nor before the half hour is over.
func TestWhen(t *testing.T) {
	w := newWorld(t)
	w.At("2026-11-20 09:10")
	h := w.Pens.For(event.Bot).Write(event.Heard{Place: turntest.Console, Text: "I live in Porto.", On: w.Now})
	h.Trust = event.ByPrincipal
	seq := w.Record(h)[0].Seq
	look := func(at string, want int) {
		t.Helper()
		w.At(at)
		if _, err := w.runner.Tick(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := w.integrated()[seq]; got != want {
			t.Errorf("at %s it was integrated %d times, want %d", at, got, want)
		}
	}
	look("2026-11-20 11:10", 0)
	w.turn(seq, event.TurnEnded{Outcome: event.Silent})
	look("2026-11-20 11:20", 0)
	w.Mind.Read(func(v memory.View) {
		now := w.Now.In(turntest.Zone)
		if next := integrate.Job(nil, false).Next(v, now); next.Format("15:04") != "11:30" {
			t.Errorf("the next look is at %v", next)
		}
	})
	look("2026-11-20 11:30", 1)
	look("2026-11-21 11:30", 1)
	look("2026-11-20 11:30", 1)

	// A clock that was set back by a day holds up nothing.
	w.At("2026-11-22 09:10")
	seq = w.hear("I like tea.")
	look("2026-11-21 09:15", 1)
}

// Two at the same moment: the conversation and the runner.
func TestLeavingBesideTheRunner(t *testing.T) {
	w := newWorld(t)
	for range 40 {
		w.hear("I live in Porto.")
	}
	w.Now = w.Now.Add(time.Hour)
	other := w.newRunner()
	done := make(chan error)
	go func() {
		_, err := other.Tick(context.Background())
		done <- err
	}()
	if err := integrate.Leaving(t.Context(), w.Mind, w.runner); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	for m, n := range w.integrated() {
		if n != 1 {
			t.Errorf("message %d was integrated %d times", m, n)
		}
	}
	w.Mind.Read(func(v memory.View) {
		if len(v.Thread.Window) != 30 || len(v.Thread.Unread) != 0 {
			t.Errorf("the window holds %d turns, %d messages are unread", len(v.Thread.Window), len(v.Thread.Unread))
		}
	})
	if d := cmp.Diff([]string{"fact me/residence=Porto"}, w.holds()); d != "" {
		t.Error(d)
	}
}

// Ten turns that contradict each other leave the window in pieces, and only once.
func TestLeavingInPieces(t *testing.T) {
	w := newWorld(t)
	w.At("2026-11-20 09:10") // so that the half hour is not over
	for i := range 40 {
		w.hear([]string{"I live in Porto.", "I live in Braga."}[i%2])
	}
	if err := integrate.Leaving(t.Context(), w.Mind, w.runner); err != nil {
		t.Fatal(err)
	}
	w.Mind.Read(func(v memory.View) {
		if len(v.Thread.Window) != 30 || len(v.Thread.Unread) != 30 {
			t.Errorf("the window holds %d turns, %d messages are unread", len(v.Thread.Window), len(v.Thread.Unread))
		}
	})
	if done, _ := all[event.Integrated](w); len(done) != 10 {
		t.Errorf("it took %d pieces", len(done))
	}
	if d := cmp.Diff([]string{"fact me/residence=Braga"}, w.holds()); d != "" {
		t.Error(d)
	}
}

// What the principal asked to keep is not withdrawn when he edits the message.
func TestKept(t *testing.T) {
	w := newWorld(t)
	seq := w.hear("remember that Ana lives in Porto")
	w.Record(w.Pens.For(event.Learning).Write(event.Learned{
		Sort: "fact", Text: "Ana lives in Porto", Quote: "Ana lives in Porto", Subject: "Ana", Attribute: "residence", Value: "Porto",
		Provenance: event.Stated, On: w.Now, Kept: true,
	}).Because(seq).Resting(seq))
	w.hear("ok")
	w.edit(seq, "hello")
	w.pass()
	if d := cmp.Diff([]string{"fact Ana/residence=Porto"}, w.holds()); d != "" {
		t.Error(d)
	}
}

// More messages than a commit should hold are read in several.
func TestManyMessages(t *testing.T) {
	w := newWorld(t)
	var waiting []event.Seq
	for i := range 450 {
		e := w.Pens.For(event.Bot).Write(event.Heard{Place: turntest.Console, Text: fmt.Sprintf("Tom%d lives in Porto.", i), On: w.Now})
		e.Trust = event.ByPrincipal
		waiting = append(waiting, w.Record(e)[0].Seq)
	}
	w.Record(
		w.Pens.For(event.Brain).Write(event.TurnBegan{Messages: waiting}),
		w.Pens.For(event.Brain).Write(event.TurnEnded{Outcome: event.Silent}).Because(ledger.Here(0)),
	)
	w.pass()
	done, _ := all[event.Integrated](w)
	if len(done) != 3 || len(w.integrated()) != 450 {
		t.Errorf("%d messages in %d runs", len(w.integrated()), len(done))
	}
}

// Ten thousand turns, with restarts, and a kill in the middle of the work now and then: the
// window never exceeds forty at a prompt, each message is integrated exactly once, also
// where a batch yields nothing, the folds stay small, and a replay gives the same.
func TestTenThousandTurns(t *testing.T) {
	turns := 10_000
	if testing.Short() {
		turns = 1_000
	}
	w := newWorld(t)
	ledgerStore := &inmem.Store{}
	open := func(every int) *memory.Mind {
		m, pens, err := memory.Open(t.Context(), memory.Options{
			Store: ledgerStore, Principal: "me", CheckpointEvery: every, Now: func() time.Time { return w.Now },
		})
		if err != nil {
			t.Fatal(err)
		}
		w.Mind, w.Pens = m, pens
		w.runner = w.newRunner()
		w.runner.Jobs[0] = integrate.Job(nil, false)
		return m
	}
	open(3000)
	saved := func() (all []string) {
		w.Mind.Read(func(v memory.View) {
			for _, f := range []memory.Fold{v.Thread, v.Agenda, v.Loops, v.Decisions} {
				b, err := f.Save()
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, string(b))
			}
		})
		return all
	}
	var heard []event.Seq
	largest, size := 0, 0
	for i := range turns {
		if err := integrate.Leaving(t.Context(), w.Mind, w.runner); err != nil {
			t.Fatal(err)
		}
		w.Mind.Read(func(v memory.View) { largest = max(largest, len(v.Thread.Window)) })
		text := "ok"
		if i%1000 >= 500 && i%3 == 0 { // long stretches yield nothing at all
			text = fmt.Sprintf("Tom%d lives in Porto.", i)
		}
		heard = append(heard, w.hear(text))
		switch {
		case i%70 == 0:
			w.pass()
		case i%400 == 5: // killed before the commit: the work never was
			ctx, kill := context.WithCancel(t.Context())
			dying := w.newRunner()
			run := dying.Jobs[0].Run
			dying.Jobs[0].Run = func(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
				defer kill()
				return run(ctx, in)
			}
			head := w.Mind.Head()
			w.Now = w.Now.Add(integrate.Every)
			if _, err := dying.Tick(ctx); err == nil || w.Mind.Head() != head {
				t.Fatalf("killed: %v, and %d events", err, w.Mind.Head()-head)
			}
			open(3000)
		}
		if i == turns/10 {
			size = len(strings.Join(saved()[:2], ""))
		}
	}
	w.pass()
	if largest != formula.WindowTrigger-1 {
		t.Errorf("at a prompt the window held up to %d turns; with the turn itself it should be up to %d", largest, formula.WindowTrigger)
	}
	times := w.integrated()
	for _, m := range heard {
		if times[m] != 1 {
			t.Fatalf("message %d was integrated %d times", m, times[m])
		}
	}
	live := saved()
	if n := len(strings.Join(live[:2], "")); n > 2*size {
		t.Errorf("thread and agenda take %d bytes after %d turns, %d after a tenth of them", n, turns, size)
	}
	ledgerStore.Drop(t.Context(), 0) // no checkpoint: everything again
	open(-1)
	if d := cmp.Diff(live, saved()); d != "" {
		t.Errorf("a replay gives another state: %s", d)
	}
}

// While nothing can be looked up nothing is learned, and nothing is lost.
func TestSearchFails(t *testing.T) {
	w := newWorld(t)
	broken := true
	w.runner.Jobs[0] = integrate.Job(func(context.Context, *dedupe.Statement, time.Time) ([]event.Seq, error) {
		if broken {
			return nil, context.DeadlineExceeded
		}
		return nil, nil
	}, false)
	seq := w.hear("I live in Porto.")
	w.pass()
	w.pass()
	w.pass()
	if n := w.integrated()[seq]; n != 0 {
		t.Fatal("it was integrated without looking")
	}
	broken = false
	w.pass()
	if n := w.integrated()[seq]; n != 1 {
		t.Errorf("it was integrated %d times", n)
	}
	w.Mind.Read(func(v memory.View) {
		if r := v.Agenda.Jobs[integrate.Name]; r.Outcome != event.JobDone {
			t.Errorf("the agenda says %+v", r)
		}
	})
}

// What a turn waits for when ten turns leave the window, with five thousand facts known.
func BenchmarkLeaving(b *testing.B) {
	now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	mind, pens, err := memory.Open(b.Context(), memory.Options{Store: &inmem.Store{}, Principal: "me", CheckpointEvery: -1, Now: func() time.Time { return now }})
	if err != nil {
		b.Fatal(err)
	}
	record := func(es ...ledger.Entry) []ledger.Record {
		rs, err := mind.Record(b.Context(), es...)
		if err != nil {
			b.Fatal(err)
		}
		return rs
	}
	follower := memory.NewFollower(mind, embedded.New())
	ctx, stop := context.WithCancel(b.Context())
	defer stop()
	go func() { _ = follower.Run(ctx) }()
	n := 0
	hear := func() {
		n++
		e := pens.For(event.Bot).Write(event.Heard{Place: turntest.Console, Text: fmt.Sprintf("Tom%d lives in Porto.", n), On: now})
		e.Trust = event.ByPrincipal
		m := record(e)[0].Seq
		record(
			pens.For(event.Brain).Write(event.TurnBegan{Messages: []event.Seq{m}}).Because(m),
			pens.For(event.Brain).Write(event.TurnEnded{Outcome: event.Silent}).Because(ledger.Here(0)),
		)
	}
	r := &jobs.Runner{
		Mind: mind, Jobs: []jobs.Job{integrate.Job(integrate.InLedger(mind), false)}, Now: func() time.Time { return now }, Zone: time.UTC,
		Log:  slog.New(slog.DiscardHandler),
		Pens: pens.Case(event.Jobs, event.Learning, event.Loops, event.Decisions, event.Outbox),
	}
	leave := func() {
		if err := integrate.Leaving(b.Context(), mind, r); err != nil {
			b.Fatal(err)
		}
	}
	for range 5000 {
		hear()
		leave()
	}
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		for range 10 {
			hear()
		}
		if err := follower.Await(b.Context(), mind.Head()); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		leave()
	}
}

// What is made of words said in a shared place is known by that place; what others said there,
// and what was said to others, teaches nothing, also once it is edited.
func TestSharedPlaces(t *testing.T) {
	w := newWorld(t)
	channel := event.Place{Platform: "slack", Account: "T1", Room: "C1", Thread: "7"}
	there := func(h *event.Heard, _ *event.TurnEnded) { h.Place, h.Audience = channel, event.Shared }
	w.hear("My sister Ana lives in Porto. I'll call Tom on Friday. We decided to drop Henderson.", there)
	for _, trust := range []event.Trust{event.ByThirdParty, event.ByPrincipal} {
		h := w.Pens.For(event.Bot).Write(event.Heard{
			Place: channel, Audience: event.Shared, Overheard: true, Text: "I live in Faro.", On: w.Now, Person: event.Person{Platform: "slack", ID: "p"},
		})
		h.Trust = trust
		seq := w.Record(h)[0].Seq
		e := w.Pens.For(event.Bot).Write(event.Edited{Message: seq, Text: "I live in Lagos.", On: w.Now}).Because(seq).Resting(seq)
		e.Trust = trust
		w.Record(e)
	}
	w.pass()
	room := channel
	room.Thread = ""
	learned, _ := all[event.Learned](w)
	for _, l := range learned {
		if l.Place != room || l.Audience != event.Shared || l.Value == "Faro" || l.Value == "Lagos" {
			t.Errorf("learned %+v", l)
		}
	}
	loops, _ := all[event.LoopOpened](w)
	proposed, _ := all[event.DecisionProposed](w)
	if len(learned) != 2 || len(loops) != 1 || len(proposed) != 1 || loops[0].Place != room || proposed[0].Place != room {
		t.Errorf("%+v, %+v, %+v", learned, loops, proposed)
	}
}

// What was heard in a recording is learned from once the post that repeats it has arrived,
// and not before (TRUST, Voice).
func TestARecordingIsRepeatedFirst(t *testing.T) {
	w := newWorld(t)
	seq := w.hear("", func(h *event.Heard, _ *event.TurnEnded) { h.Files = []event.File{{Name: "v.ogg", Voice: true}} })
	k := w.Record(w.Pens.For(event.Bot).Write(event.Attached{Message: seq, Sort: event.SortSound, File: "f"}).Because(seq).Resting(seq))[0].Seq
	const said = "My sister Ana lives in Porto."
	heard := w.Pens.For(event.Brain).Write(event.Transcribed{Message: seq, File: k, Text: said, Spoken: said, By: "whisper-1"}).Because(seq).Resting(seq, k)
	heard.Trust = event.ByTool
	transcript := w.Record(heard)[0].Seq
	w.pass()
	w.pass()
	if got := w.holds(); len(got) != 0 {
		t.Errorf("learned before it was repeated: %q", got)
	}
	outbox := w.Pens.For(event.Outbox)
	post := w.Record(outbox.Write(event.PostQueued{Place: turntest.Console, Text: "> " + said}).Because(seq).Resting(transcript))[0].Seq
	w.pass()
	if got := w.holds(); len(got) != 0 {
		t.Errorf("learned before it arrived: %q", got)
	}
	w.Record(outbox.Write(event.PostSent{Post: post, Message: "1"}).Because(post))
	w.pass()
	if got := w.holds(); !slices.Equal(got, []string{"fact me/sister=Ana", "fact Ana/residence=Porto"}) {
		t.Errorf("learned: %q", got)
	}
	_, recs := all[event.Learned](w)
	if len(recs) == 0 || !slices.Equal(recs[0].From, []event.Seq{transcript}) {
		t.Errorf("it rests on %v, not on the transcript %d", recs, transcript)
	}
	plan, err := w.Mind.Reach(t.Context(), seq)
	if err != nil || !slices.Contains(plan.Seqs, recs[0].Seq) {
		t.Errorf("forgetting the message reaches %v, %v", plan.Seqs, err)
	}
}

// What a file says teaches nothing.
func TestFilesTeachNothing(t *testing.T) {
	w := newWorld(t)
	seq := w.hear("", func(h *event.Heard, _ *event.TurnEnded) { h.Files = []event.File{{Name: "a.txt"}} })
	k := w.Pens.For(event.Bot).Write(event.Attached{Message: seq, Sort: event.SortText, File: "f", Text: "My sister Ana lives in Porto."}).Because(seq).Resting(seq)
	k.Trust = event.ByThirdParty
	w.Record(k)
	w.pass()
	if got := w.holds(); len(got) != 0 {
		t.Errorf("learned: %q", got)
	}
}

// A memory whose subject stands in the message before rests on both, and stands in that one's file.
func TestSubjectInTheMessageBefore(t *testing.T) {
	w := newWorld(t)
	first := w.hear("Priya Nair from Acme Foods is my client.")
	second := w.hear("Their packaging is about A$41,000 a month.")
	w.hear("They are in Perth.") // the message before names nobody: no further
	w.pass()
	learned, recs := all[event.Learned](w)
	found := false
	for i, l := range learned {
		if l.Attribute == "packaging" {
			found = l.Subject == "Acme Foods" && slices.Equal(recs[i].From, []event.Seq{first, second})
		} else if strings.Contains(l.Quote, "Perth") && l.Subject != "" {
			t.Errorf("looked too far back: %+v", l)
		}
	}
	if !found {
		t.Errorf("%+v", learned)
	}
	w.Mind.Read(func(v memory.View) {
		if p := v.People.Called("Acme Foods"); len(p) != 1 || len(p[0].Statements) != 1 || p[0].Statements[0].Message != second {
			t.Errorf("%+v", p)
		}
	})
}
