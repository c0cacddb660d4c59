package comprehend_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"citadel/brain/comprehend"
	"citadel/brain/extract"
)

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

var talk = []comprehend.Message{
	{At: noon, Text: "Ana moved to Porto in March, she thinks the rent is about 1,400 a month."},
	{At: noon, Agent: true, Text: "Noted. Is she still at Galp?"},
	{At: noon.Add(time.Minute), Text: "No – she's at O'Neill & Sons now. I'll send her the lease by Friday."},
	{At: noon.Add(2 * time.Minute), Text: "Ben told me his doctor found diabetes. My own blood pressure is 130/85."},
}

// item writes an item as a model would, with changes to one that holds.
func item(change map[string]any) string {
	it := map[string]any{
		"message": 1, "quote": "Ana moved to Porto in March", "kind": "fact", "text": "Ana moved to Porto in March.",
		"subject": "Ana", "attribute": "Residence", "value": "Porto", "importance": 0.7, "source": "", "unsure": false, "negated": false,
	}
	for k, v := range change {
		it[k] = v
	}
	b, _ := json.Marshal(it)
	return string(b)
}

func answer(items ...string) string { return `{"items":[` + strings.Join(items, ",") + `]}` }

func TestWhatHolds(t *testing.T) {
	got, faults, err := comprehend.Read(answer(
		item(nil),
		item(map[string]any{"message": 3, "quote": "she's at O’Neill &  Sons now", "text": "Ana works at O'Neill & Sons.", "attribute": "employer", "value": "O'Neill & Sons"}),
		item(map[string]any{"message": 3, "kind": "promise", "quote": "I'll send her the lease by Friday", "text": "You will send Ana the lease by Friday.", "subject": "you", "attribute": "", "value": "send her the lease"}),
		item(map[string]any{"message": 4, "kind": "pattern", "quote": "My own blood pressure is 130/85", "text": "You watch your blood pressure.", "subject": "me", "value": "130/85", "unsure": true}),
	), talk)
	if err != nil || len(faults) > 0 {
		t.Fatal(faults, err)
	}
	want := []comprehend.Item{
		{Item: extract.Item{Kind: extract.Fact, At: talk[0].At, Text: "Ana moved to Porto in March.", Quote: "Ana moved to Porto in March", End: 27, Subject: "Ana", Attribute: "residence", Value: "Porto", Importance: .7}},
		{Message: 2, Item: extract.Item{Kind: extract.Fact, At: talk[2].At, Text: "Ana works at O'Neill & Sons.", Quote: "she's at O'Neill & Sons now", Start: 7, End: 34, Subject: "Ana", Attribute: "employer", Value: "O'Neill & Sons", Importance: .7}},
		{Message: 2, Item: extract.Item{Kind: extract.Promise, At: talk[2].At, Text: "You will send Ana the lease by Friday.", Quote: "I'll send her the lease by Friday", Start: 36, End: 69, Subject: extract.Me, Value: "send her the lease", Importance: .7}},
		{Message: 3, Inferred: true, Item: extract.Item{Kind: comprehend.Pattern, At: talk[3].At, Text: "You watch your blood pressure.", Quote: "My own blood pressure is 130/85", Start: 39, End: 70, Subject: extract.Me, Attribute: "residence", Value: "130/85", Importance: .7, Hedge: "not sure"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("items (-want +got):\n%s", diff)
	}
}

func TestWhatDoesNot(t *testing.T) {
	for _, c := range []struct {
		name   string
		change map[string]any
		want   comprehend.Fault
	}{
		{"a message of the agent", map[string]any{"message": 2, "quote": "Is she still at Galp"}, comprehend.NoMessage},
		{"a message that is not there", map[string]any{"message": 9}, comprehend.NoMessage},
		{"a quote from another message", map[string]any{"quote": "send her the lease"}, comprehend.NoQuote},
		{"a quote that was made up", map[string]any{"quote": "Ana moved to Lisbon"}, comprehend.NoQuote},
		{"no quote", map[string]any{"quote": " – "}, comprehend.NoQuote},
		{"another kind", map[string]any{"kind": "mood"}, comprehend.UnknownKind},
		{"no sentence", map[string]any{"text": " "}, comprehend.NoSentence},
		{"a long sentence", map[string]any{"text": strings.Repeat("Porto ", 200)}, comprehend.NoSentence},
		{"a number nobody said", map[string]any{"text": "Ana moved to Porto in March 2025."}, comprehend.Figure},
		{"another number", map[string]any{"value": "1,500"}, comprehend.Figure},
		{"a name nobody said", map[string]any{"text": "Ana moved to Porto with Rui."}, comprehend.Stranger},
		{"too important", map[string]any{"importance": 1.5}, comprehend.Weight},
		{"no importance", map[string]any{"importance": nil}, comprehend.Weight},
		{"delicate", map[string]any{"message": 4, "subject": "Ben", "quote": "his doctor found diabetes", "text": "Ben has diabetes.", "value": "diabetes"}, comprehend.Delicate},
		{"nothing to be done", map[string]any{"kind": "promise", "value": ""}, comprehend.NoValue},
		{"another shape", map[string]any{"message": "one"}, comprehend.Unreadable},
	} {
		items, faults, err := comprehend.Read(answer(item(c.change), item(nil)), talk)
		if err != nil || len(items) != 1 || len(faults) != 1 || faults[0] != c.want {
			t.Errorf("%s: %d items, %q, %v; want one and %q", c.name, len(items), faults, err, c.want)
		}
	}
}

func TestNoList(t *testing.T) {
	for _, s := range []string{"", "null", "[]", "{}", `{"items":null}`, `{"items":7}`, "sorry", strings.Repeat("[", 100_000)} {
		if _, _, err := comprehend.Read(s, talk); !errors.Is(err, comprehend.ErrAnswer) {
			t.Errorf("%.20q: %v", s, err)
		}
	}
	if items, faults, err := comprehend.Read(answer(), talk); err != nil || len(items)+len(faults) > 0 {
		t.Error("nothing found is an answer", items, faults, err)
	}
}

// A question shows what fits, from the first message on, and names whose words they are.
func TestAsk(t *testing.T) {
	r, shown := comprehend.Ask(talk)
	text := r.Messages[0].Parts[0].Text
	if shown != len(talk) || strings.Count(text, `from="assistant"`) != 1 || !strings.Contains(text, `at="Wed 4 Mar 2026 12:00"`) {
		t.Errorf("%d shown:\n%s", shown, text)
	}
	var long []comprehend.Message
	for i := range 100 {
		long = append(long, comprehend.Message{At: noon, Text: fmt.Sprint(i, strings.Repeat("é", 3000))})
	}
	r, shown = comprehend.Ask(long)
	if n := len(r.Messages[0].Parts[0].Text); shown == 0 || shown == len(long) || n > comprehend.MaxShown {
		t.Errorf("%d shown in %d bytes", shown, n)
	}
}

// Whatever an answer says, what is taken of it was said.
func FuzzRead(f *testing.F) {
	f.Add(answer(item(nil)), talk[0].Text, talk[2].Text)
	f.Add(answer(item(map[string]any{"quote": "“a” — b"})), "\"a\" - b\xff c", "…")
	f.Fuzz(func(t *testing.T, answer, a, b string) {
		talk := []comprehend.Message{{Text: a, At: noon}, {Text: b, At: noon, Agent: true}}
		items, _, err := comprehend.Read(answer, talk)
		if err != nil && !errors.Is(err, comprehend.ErrAnswer) {
			t.Fatal(err)
		}
		for _, it := range items {
			if it.Message != 0 || it.Quote == "" || a[it.Start:it.End] != it.Quote || !(it.Importance >= 0 && it.Importance <= 1) {
				t.Fatalf("%+v", it)
			}
		}
	})
}
