package change_test

import (
	"fmt"
	"strings"
	"testing"

	"citadel/memory/event"
	"citadel/memory/graph"
	"citadel/memory/ledger"
)

// links are those that stand of clients, with how sure they are.
func (s *scene) links() string {
	var all []string
	for _, e := range s.view().Graph.Edges(func(e *graph.Edge) bool { return e.Client != "" }) {
		all = append(all, fmt.Sprintf("%s %s %.2f", e.Client, e.Source, e.At(s.Now)))
	}
	return strings.Join(all, ", ")
}

// drawn is a link of a client that a turn drew, as procedures do.
func (s *scene) drawn(client, thing string) event.Seq {
	s.t.Helper()
	s.At("2026-11-20 09:00")
	heard := s.Say("my client " + client + " buys " + thing)
	rs := s.Record(
		s.Pens.For(event.Brain).Write(event.TurnBegan{Messages: []event.Seq{heard}}).Because(heard),
		s.Pens.For(event.Learning).Write(event.EdgeDrawn{
			Source: thing, Relation: event.ExposedTo, Target: client + " costs", Mechanism: "buys " + thing, Origin: event.FromConversation, Client: client, On: s.Now,
		}).Because(ledger.Here(0)).Resting(heard),
		s.Pens.For(event.Brain).Write(event.TurnEnded{Outcome: event.Answered, By: "procedure:client"}).Because(ledger.Here(0)),
	)
	return rs[1].Seq
}

// The principal's word on a link, in a command or in plain words, and each taken back.
func TestLinks(t *testing.T) {
	for _, c := range []struct {
		name, line, want string
	}{
		{"edge-confirm", "confirm %s", "Kessler copper 0.90, Kessler zinc 0.60"},
		{"edge-reject", "reject %s", "Kessler zinc 0.60"},
		{"edge-wrong", "wrong %s", "Kessler zinc 0.60"},
		{"edge-denied", "no, copper does not matter to Kessler", "Kessler zinc 0.60"},
		{"edge-link-removed", "remove the link between copper and Kessler", "Kessler zinc 0.60"},
		{"edge-denied-plainly", "Kessler no longer buys copper", "Kessler zinc 0.60"},
		{"edge-denied-actually", "Actually Kessler doesn't buy copper any more", "Kessler zinc 0.60"},
		{"edge-parted", "Kessler isn't a client any more", ""},
		{"edge-instead", "No, Kessler buys tin, not copper", "Kessler zinc 0.60, Kessler tin 0.60"},
		{"edge-denied-unknown", "no, tin does not matter to Kessler", "Kessler copper 0.60, Kessler zinc 0.60"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := begin(t)
			e := s.drawn("Kessler", "copper")
			s.drawn("Kessler", "zinc")
			before := s.links()
			line := c.line
			if strings.Contains(line, "%s") {
				line = fmt.Sprintf(line, fmt.Sprintf("e%d", e))
			}
			s.golden(c.name, line)
			if got := s.links(); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			if c.want == before {
				return
			}
			s.golden(c.name+"-undo", "undo")
			if got := s.links(); got != before {
				t.Errorf("taken back: %q, want %q", got, before)
			}
		})
	}
}

// A link is taken back by undo, and drawn anew by saying it again.
func TestUndoTakesALinkBack(t *testing.T) {
	s := begin(t)
	s.drawn("Kessler", "copper")
	s.golden("edge-undo", "undo")
	if got := s.links(); got != "" {
		t.Errorf("%q stands", got)
	}
	s.drawn("Kessler", "zinc")
	s.At("2026-11-20 10:00")
	s.Record(s.Pens.For(event.Learning).Write(event.EdgeDrawn{Source: "copper", Relation: event.ExposedTo, Target: "Kessler costs", Client: "Kessler", Origin: event.FromConversation, On: s.Now}))
	if got := s.links(); !strings.Contains(got, "Kessler copper 0.60") {
		t.Errorf("%q", got)
	}
}

// What is called wrong takes the links along that rest on it, and no others; undo gives them back.
func TestWhatIsWrongTakesItsLinksAlong(t *testing.T) {
	s := begin(t)
	s.drawn("Kessler", "zinc")
	s.drawn("Kessler", "copper")
	s.golden("edge-message-wrong", "wrong")
	if got := s.links(); got != "Kessler zinc 0.60" {
		t.Errorf("%q stands", got)
	}
	s.golden("edge-message-wrong-undo", "undo")
	if got := s.links(); got != "Kessler zinc 0.60, Kessler copper 0.60" {
		t.Errorf("taken back: %q", got)
	}
}

// Of what nobody has a link to nothing is denied.
func TestDeniesNothing(t *testing.T) {
	s := begin(t)
	s.drawn("Kessler", "copper")
	for _, line := range []string{"copper does not matter to Tolliver", "it does not matter to me"} {
		if _, r := s.ask(line); r != nil && len(r.Writes) > 0 {
			t.Errorf("%q: %s", line, r.Text.String())
		}
	}
}
