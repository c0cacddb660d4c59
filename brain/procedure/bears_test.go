package procedure_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"citadel/brain/procedure"
	"citadel/brain/turn/turntest"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/graph"
	"citadel/memory/world"
)

// informed is a mind that knows what everybody holds to be so of the economy.
func informed(t *testing.T) *turntest.World {
	w := turntest.New(t).At("2026-11-20 08:51")
	var seed []event.Payload
	w.Mind.Read(func(v memory.View) { seed = world.Newest().Load(v.Graph, w.Now) })
	for _, p := range seed {
		w.Write(p)
	}
	return w
}

// drawnIn is the link that a sentence draws, in the form of testdata/bearings.txt.
func drawnIn(t *testing.T, w *turntest.World, line string) string {
	one, r := ask(t, w, line)
	before := event.Seq(w.Say("so much for that"))
	w.Apply(one, r)
	var found []string
	w.Mind.Read(func(v memory.View) {
		for _, e := range v.Graph.Edges(func(e *graph.Edge) bool { return e.Evidence[len(e.Evidence)-1].Seq > before }) {
			s := e.Source + " " + e.Relation + " " + e.Target
			if e.Client != "" {
				s += " client " + e.Client
			}
			if e.Lag != nil {
				s += fmt.Sprintf(" weeks %g-%g", e.Lag.From, e.Lag.To)
			}
			if e.PassThrough != nil {
				s += fmt.Sprintf(" share %.2f-%.2f", e.PassThrough.From, e.PassThrough.To)
			}
			found = append(found, s)
		}
	})
	if len(found) == 0 {
		return "nothing"
	}
	return strings.Join(found, " and ")
}

// A rule of trade becomes a link with what was said of when and how much; a question, a denial, a
// supposition, another's opinion and a single case become none. A rule that is not understood draws nothing,
// which may happen now and then; a wrong link may not.
func TestBearings(t *testing.T) {
	file, err := os.ReadFile("testdata/bearings.txt")
	if err != nil {
		t.Fatal(err)
	}
	var right, missed, wrong, rules int
	for line := range strings.Lines(string(file)) {
		said, want, ok := strings.Cut(strings.TrimSpace(line), " => ")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		if want != "nothing" {
			rules++
		}
		switch got := drawnIn(t, informed(t), said); {
		case got == want && want != "nothing":
			right++
		case got == want:
		case got == "nothing":
			missed++
			t.Logf("%q draws nothing, want %q", said, want)
		default:
			wrong++
			t.Errorf("%q draws\n%q, want\n%q", said, got, want)
		}
	}
	t.Logf("of %d rules %d drawn as said, %d missed; %d wrong links", rules, right, missed, wrong)
	if rules < 20 || right*100 < 85*rules {
		t.Errorf("of %d rules %d are drawn", rules, right)
	}
}

// What is answered to a rule, to one that is known already, and to one about a client.
func TestBears(t *testing.T) {
	for _, test := range []struct {
		name string
		talk []string
	}{
		{"bears", []string{"higher diesel prices push up our freight costs within about six weeks"}},
		{"bears-client", []string{"when the dollar falls, Henderson's imports get dearer by a third"}},
		{"bears-known", []string{"higher diesel prices drive trucking costs within two weeks"}},
		{"bears-contradicts", []string{"higher diesel prices push down trucking costs"}},
		{"bears-whatif", []string{"my client Kessler depends on freight", "higher diesel prices push up our freight costs within six weeks", "what happens to Kessler if diesel rises?"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := informed(t)
			for i, line := range test.talk {
				one, r := ask(t, w, line)
				if i == len(test.talk)-1 {
					turntest.Golden(t, w.Mind, test.name, r)
				}
				w.Apply(one, r)
			}
		})
	}
}

// Affairs of somebody who is known, and is no client, become no link; neither do words that are passed on.
func TestBearsIsStrict(t *testing.T) {
	w := informed(t)
	learn(t, w, w.Say("Tom is my brother."), "Tom", "relation", "my brother", "Tom is my brother.")
	if got := drawnIn(t, w, "when oil rises, Tom's costs rise"); got != "nothing" {
		t.Errorf("of one who is no client: %s", got)
	}
	one := w.Turn(w.Say("higher diesel prices push up our freight costs"))
	one.Messages[0].Forwarded = "Priya"
	understand(one)
	if r, err := (procedure.Desk{}).Answer(t.Context(), one); err != nil || r.By == "procedure:bears" {
		t.Errorf("passed on: %+v, %v", r, err)
	}
}
