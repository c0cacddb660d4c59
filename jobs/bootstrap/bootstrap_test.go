package bootstrap_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"citadel/brain/turn/turntest"
	"citadel/jobs/bootstrap"
	"citadel/jobs/jobstest"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/graph"
	"citadel/memory/world"
)

// begin gives a mind that read the world and was told things that drew no link when they were said.
func begin(t *testing.T, said ...string) *turntest.World {
	t.Helper()
	w := turntest.New(t).At("2026-08-12 10:00")
	var seed []event.Payload
	w.Mind.Read(func(v memory.View) { seed = world.Newest().Load(v.Graph, w.Now) })
	for _, p := range seed {
		w.Write(p)
	}
	for _, text := range said {
		w.Silence(w.Say(text))
	}
	return w
}

// links are those that were drawn from conversation, and stand.
func links(w *turntest.World) (all []string) {
	w.Mind.Read(func(v memory.View) {
		for _, e := range v.Graph.Edges(func(e *graph.Edge) bool { return e.Origin == event.FromConversation }) {
			all = append(all, e.Client+": "+e.Source+" "+e.Relation+" "+e.Target+" since "+e.On.In(turntest.Zone).Format("2 Jan"))
		}
	})
	slices.Sort(all)
	return all
}

func look(t *testing.T, w *turntest.World, at string, want ...string) {
	t.Helper()
	w.At(at)
	jobstest.Look(t, w, bootstrap.Job())
	if d := cmp.Diff(want, links(w)); d != "" {
		t.Errorf("%s: %s", at, d)
	}
}

// quietly has something said in a turn that is kept out of memory.
func quietly(w *turntest.World, text string) {
	m := w.Say(text)
	began := w.Record(w.Pens.For(event.Brain).Write(event.TurnBegan{Messages: []event.Seq{m}}).Because(m))
	w.Record(w.Pens.For(event.Brain).Write(event.TurnEnded{Quiet: true}).Because(began[0].Seq))
}

const (
	board   = "Acme Foods: corrugated_box_price exposed_to acme_foods_costs since 12 Aug"
	freight = ": diesel_price drives shipping_costs since 12 Aug"
)

// What was said before anybody drew links of it is drawn once, as of the day on which it was said, and not made surer by
// being read again.
func TestWhatWasMissed(t *testing.T) {
	w := begin(t, "my client Acme Foods buys corrugated board from two mills in Victoria",
		"higher diesel prices push up our freight costs within about six weeks", "what does Acme Foods buy?", "Acme Foods might buy wool", "nothing of that kind")
	want := links(w)
	if len(want) > 0 {
		t.Fatalf("drawn already: %q", want)
	}
	look(t, w, "2026-11-20 05:30", freight, board)
	before := sure(w)
	look(t, w, "2027-01-01 05:30", freight, board)
	if d := cmp.Diff(before, sure(w)); d != "" {
		t.Errorf("read twice: %s", d)
	}
}

// What was said within a day is left to the answer to it, and to what learns from it.
func TestWhatIsFresh(t *testing.T) {
	const said = "my client Acme Foods buys corrugated board from two mills in Victoria"
	look(t, begin(t, said), "2026-08-13 09:30")
	look(t, begin(t, said), "2026-08-13 10:30", board)
}

// sure is what each link from conversation was last made surer by.
func sure(w *turntest.World) (all []graph.Edge) {
	w.Mind.Read(func(v memory.View) {
		all = v.Graph.Edges(func(e *graph.Edge) bool { return e.Origin == event.FromConversation })
	})
	return all
}

// What he took back, rejected or denied since stays away; and so do the words of others and what was kept out of memory.
func TestWhatIsOver(t *testing.T) {
	const said = "my client Acme Foods buys corrugated board from two mills in Victoria"
	draw := func(w *turntest.World, from event.Seq) event.Seq {
		return w.Write(event.EdgeDrawn{Source: "corrugated_box_price", Relation: event.ExposedTo, Target: "acme_foods_costs", Client: "Acme Foods", Origin: event.FromConversation, On: w.Now}, from)
	}
	for name, tell := range map[string]func(w *turntest.World){
		"rejected": func(w *turntest.World) {
			m := w.Say(said)
			w.Silence(m)
			w.Write(event.Judged{Memory: draw(w, m), Verdict: event.Rejected}, m)
		},
		"taken back": func(w *turntest.World) {
			m := w.Say(said)
			w.Silence(m)
			w.Write(event.Superseded{Memory: draw(w, m), On: w.Now, Reason: event.Undone}, m)
		},
		"rejected, of another message": func(w *turntest.World) {
			m := w.Say("Acme and its board")
			w.Silence(m)
			w.Write(event.Judged{Memory: draw(w, m), Verdict: event.Rejected}, m)
			w.Silence(w.Say(said))
		},
		"denied since": func(w *turntest.World) {
			w.Silence(w.Say(said))
			w.Silence(w.Say("Acme Foods doesn't buy corrugated board any more"))
		},
		"edited": func(w *turntest.World) {
			m := w.Say(said)
			w.Silence(m)
			w.Write(event.Edited{Message: m, Text: "my client Acme Foods buys nothing", On: w.Now})
		},
		"kept out of memory": func(w *turntest.World) { quietly(w, said) },
	} {
		t.Run(name, func(t *testing.T) {
			w := begin(t)
			tell(w)
			look(t, w, "2026-11-20 05:30")
		})
	}
}

// Of a huge past one run draws so many links, of what was said last, and the next runs the rest; each message draws its
// own once.
func TestHugePast(t *testing.T) {
	const clients, most = 600, 500
	syllables := []string{"ba", "ce", "di", "fo", "gu", "ka", "le", "mi", "no", "ru"}
	said := make([]string, 0, 4*clients)
	for n := range clients {
		name := strings.ToUpper(syllables[n/100%10][:1]) + syllables[n/100%10][1:] + syllables[n/10%10] + syllables[n%10] + "x Foods"
		said = append(said, "my client "+name+" buys corrugated board from two mills in Victoria", "the weather was fine", "lunch with Ana", "what does "+name+" buy?")
	}
	w := begin(t, said...)
	for i, want := range []int{most, clients, clients} {
		w.At(fmt.Sprintf("%d-01-01 05:30", 2027+i))
		jobstest.Look(t, w, bootstrap.Job())
		if got := len(links(w)); got != want {
			t.Fatalf("run %d: %d links, want %d", i+1, got, want)
		}
		if i == 0 && slices.ContainsFunc(links(w), func(l string) bool { return strings.HasPrefix(l, "Bababax Foods") }) {
			t.Error("what was said first was drawn first")
		}
	}
}
