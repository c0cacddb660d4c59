package comprehend_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"citadel/brain/comprehend"
)

var trade = []comprehend.Message{
	{At: noon, Text: "We dropped the cheap plan because late payers eat our evenings. Henderson, a client, buys most of its diesel on spot, so their costs swing with it."},
	{At: noon, Agent: true, Text: "Diesel drives their costs, then."},
	{At: noon, Text: "Resin is a kind of plastic. I guess rates drive hiring. Does rain drive sales? Priya's depression slows her answers."},
}

// link writes a link as a model would, with changes to one that holds.
func link(change map[string]any) string {
	l := map[string]any{
		"message": 1, "quote": "late payers eat our evenings", "kind": "operational pattern", "source": "late payers", "relation": "constrains", "target": "evenings", "client": "", "unsure": false,
	}
	for k, v := range change {
		l[k] = v
	}
	b, _ := json.Marshal(l)
	return string(b)
}

func linked(links ...string) string { return `{"items":[],"links":[` + strings.Join(links, ",") + `]}` }

func TestLinksThatHold(t *testing.T) {
	got, faults := comprehend.Links(linked(
		link(nil),
		link(map[string]any{"quote": "Henderson, a client, buys most of its diesel on spot", "kind": "financial mechanics", "source": "diesel price", "relation": "exposed_to", "target": "Henderson costs", "client": "Henderson"}),
	), trade)
	want := []comprehend.Link{
		{0, "late payers eat our evenings", "operational pattern", "late payers", "constrains", "evenings", ""},
		{0, "Henderson, a client, buys most of its diesel on spot", "financial mechanics", "diesel price", "exposed_to", "Henderson costs", "Henderson"},
	}
	if diff := cmp.Diff(want, got); diff != "" || len(faults) > 0 {
		t.Errorf("%v, links (-want +got):\n%s", faults, diff)
	}
	for _, none := range []string{"", "{}", `{"items":[]}`, `{"links":7}`, strings.Repeat("[", 1<<10)} {
		if got, faults := comprehend.Links(none, trade); len(got)+len(faults) > 0 {
			t.Errorf("%.20q: %v %v", none, got, faults)
		}
	}
}

func TestLinksThatDoNot(t *testing.T) {
	for _, c := range []struct {
		name   string
		change map[string]any
		want   comprehend.Fault
	}{
		{"the agent's words", map[string]any{"message": 2, "quote": "Diesel drives their costs"}, comprehend.NoMessage},
		{"no such message", map[string]any{"message": 9}, comprehend.NoMessage},
		{"a fifth kind", map[string]any{"kind": "gossip"}, comprehend.UnknownKind},
		{"taxonomy as a relation", map[string]any{"relation": "is_a"}, comprehend.UnknownLink},
		{"taxonomy in a sentence", map[string]any{"message": 3, "quote": "Resin is a kind of plastic", "source": "resin", "relation": "drives", "target": "plastic"}, comprehend.Taxonomy},
		{"taxonomy in names", map[string]any{"source": "cheap plan", "target": "plan"}, comprehend.Taxonomy},
		{"a guess", map[string]any{"message": 3, "quote": "I guess rates drive hiring", "source": "rates", "relation": "drives", "target": "hiring", "unsure": true}, comprehend.Doubted},
		{"a question", map[string]any{"message": 3, "quote": "Does rain drive sales?", "source": "rain", "relation": "drives", "target": "sales"}, comprehend.Doubted},
		{"a made up quote", map[string]any{"quote": "late payers cost us a fortune"}, comprehend.NoQuote},
		{"an end that nobody named", map[string]any{"target": "profit"}, comprehend.Unnamed},
		{"a client that nobody named", map[string]any{"client": "Acme"}, comprehend.Unnamed},
		{"no end", map[string]any{"target": ""}, comprehend.NoEnds},
		{"both ends the same", map[string]any{"target": "late payers"}, comprehend.NoEnds},
		{"a long end", map[string]any{"source": strings.Repeat("late ", 9)}, comprehend.NoEnds},
		{"markup", map[string]any{"source": "<late payers>"}, comprehend.NoEnds},
		{"delicate", map[string]any{"message": 3, "quote": "Priya's depression slows her answers", "kind": "psychological dynamics", "source": "depression", "relation": "constrains", "target": "answers"}, comprehend.Delicate},
		{"another shape", map[string]any{"message": "one"}, comprehend.Unreadable},
	} {
		links, faults := comprehend.Links(linked(link(c.change), link(nil)), trade)
		if len(links) != 1 || len(faults) != 1 || faults[0] != c.want {
			t.Errorf("%s: %d links, %q; want one and %q", c.name, len(links), faults, c.want)
		}
	}
	many := slices.Repeat([]string{link(nil)}, 30)
	if links, faults := comprehend.Links(linked(many...), trade); len(links) > 20 || !slices.Contains(faults, comprehend.TooMany) {
		t.Errorf("%d links of 30, %v", len(links), faults)
	}
}

// Whatever an answer says, a link that is taken was said: its words, and both of its ends.
func FuzzLinks(f *testing.F) {
	f.Add(linked(link(nil)), trade[0].Text)
	f.Add(linked(link(map[string]any{"quote": "a — b", "source": "a", "target": "b"})), "a - b\xff")
	f.Fuzz(func(t *testing.T, answer, text string) {
		links, _ := comprehend.Links(answer, []comprehend.Message{{Text: text, At: noon}})
		for _, l := range links {
			if l.Message != 0 || l.Quote == "" || !strings.Contains(text, l.Quote) || l.Source == "" || l.Target == "" || strings.EqualFold(l.Source, l.Target) {
				t.Fatalf("%+v of %q", l, text)
			}
		}
	})
}
