package compress_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"citadel/brain/compress"
	"citadel/brain/model"
	"citadel/memory/event"
)

func TestOf(t *testing.T) {
	on := func(n int) time.Time { return time.Date(2026, 11, n, 9, 0, 0, 0, time.UTC) }
	d := compress.Of([]compress.Said{
		{Seq: 10, On: on(1), Text: "Acme moved the price review to March.", Answered: true},
		{Seq: 12, On: on(2), Text: "I decided to raise the day rate to 1,400.", Answered: true},
		{Seq: 14, On: on(3), Text: "the review covers both mills", From: "Priya Nair"},
		{Seq: 16, On: on(4), Text: "I'll send Henderson the contract on Friday.", Answered: true},
		{Seq: 18, On: on(5), Text: "What would the review cost us?"},
		{Seq: 20, On: on(6), Text: "Thanks", Answered: true},
	}, 4)
	want := compress.Digest{
		Topics:    []string{"review"},
		Decisions: []compress.Point{{Seq: 12, On: on(2), Text: "I decided to raise the day rate to 1,400."}},
		People:    []string{"Priya Nair", "Henderson"},
		Open: []compress.Point{
			{Seq: 16, On: on(4), Text: "I'll send Henderson the contract on Friday."},
			{Seq: 18, On: on(5), Text: "What would the review cost us?"},
		},
		Tone: "short",
		Seqs: []event.Seq{10, 12, 14, 16, 18},
	}
	if diff := cmp.Diff(want, d); diff != "" {
		t.Error(diff)
	}
}

// However much was said, a digest is small, says the same each time, and names the messages of
// which it holds words.
func TestADigestIsBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		said := make([]compress.Said, rapid.IntRange(0, 60).Draw(t, "messages"))
		for i := range said {
			text := rapid.OneOf(rapid.SampledFrom(lines), rapid.String(), rapid.Just(strings.Repeat("harbour ", 900))).Draw(t, "text")
			said[i] = compress.Said{
				Seq: event.Seq(i + 1), Text: text, From: rapid.SampledFrom([]string{"", "", "Priya", rapid.String().Draw(t, "from")}).Draw(t, "who"),
				Answered: rapid.Bool().Draw(t, "answered"),
			}
		}
		points := rapid.IntRange(0, 5).Draw(t, "points")
		d := compress.Of(said, points)
		if len(d.Decisions) > points || len(d.Open) > points {
			t.Fatalf("%d decisions and %d open items of at most %d", len(d.Decisions), len(d.Open), points)
		}
		b, err := json.Marshal([]any{d.Topics, d.Decisions, d.People, d.Open, d.Tone})
		if err != nil {
			t.Fatal(err)
		}
		if len(b) > 8<<10 { // with dates, names of fields and escapes
			t.Fatalf("%d bytes: %s", len(b), b)
		}
		if diff := cmp.Diff(d, compress.Of(said, points)); diff != "" {
			t.Fatal(diff)
		}
		if !slices.IsSorted(d.Seqs) {
			t.Fatalf("%v", d.Seqs)
		}
		// What it says is in what it names.
		var named strings.Builder
		for _, s := range said {
			if slices.Contains(d.Seqs, s.Seq) {
				named.WriteString(" " + strings.ToLower(s.Text))
			}
		}
		for _, w := range d.Topics {
			if !strings.Contains(named.String(), w) {
				t.Fatalf("%q is in none of %v", w, d.Seqs)
			}
		}
		for _, p := range slices.Concat(d.Decisions, d.Open) {
			if !slices.Contains(d.Seqs, p.Seq) {
				t.Fatalf("%d is not among %v", p.Seq, d.Seqs)
			}
		}
	})
}

func TestCalls(t *testing.T) {
	for name, c := range map[string]struct {
		calls []compress.Call
		want  string
	}{
		"none":      {nil, ""},
		"one":       {[]compress.Call{{"memory_search", `{"query":"mill Geelong","speaker":"Ana"}`}}, "memory_search (mill Geelong, Ana)"},
		"twice":     {[]compress.Call{{"list", `{}`}, {"list", ``}, {"list", `{"n":2}`}}, "list, list (2)"},
		"no JSON":   {[]compress.Call{{"list", "half\nof it"}}, "list (half of it)"},
		"nested":    {[]compress.Call{{"list", `{"of":["a","b"],"then":"c"}`}}, "list (a, b, c)"},
		"very long": {[]compress.Call{{"list", strings.Repeat("é", 90)}}, "list (" + strings.Repeat("é", 40) + "...)"},
	} {
		if got := compress.Calls(c.calls); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	var many []compress.Call
	for i := range 90 {
		many = append(many, compress.Call{Tool: strings.Repeat("x", 500), Args: fmt.Sprintf(`{"n":"%d%s"}`, i, strings.Repeat("y", 500))})
	}
	if got := compress.Calls(many); len(got) > 900 || !strings.HasSuffix(got, ", and more") {
		t.Errorf("%d bytes: %s", len(got), got)
	}
}

func FuzzCalls(f *testing.F) {
	f.Add("list", `{"a":[1,"b",{"c":null}]}`)
	f.Fuzz(func(t *testing.T, tool, args string) {
		if got := compress.Calls([]compress.Call{{Tool: tool, Args: args}}); len(got) > 140 {
			t.Errorf("%d bytes", len(got))
		}
	})
}

// The head and the last round stay to the byte, results stay in order beside their calls, and
// no word of a tool stands anywhere but in a result.
func TestRounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		head := rapid.IntRange(1, 3).Draw(t, "head")*2 - 1
		var all []model.Message
		for i := range head {
			all = append(all, model.Says([]model.Side{model.User, model.Assistant}[i%2], fmt.Sprint("before ", i)))
		}
		rounds, id := rapid.IntRange(0, 6).Draw(t, "rounds"), 0
		var joined []string
		for i := range rounds {
			ask, answer := model.Message{From: model.Assistant}, model.Message{From: model.User}
			for range rapid.IntRange(1, 3).Draw(t, "calls") {
				id++
				ask.Parts = append(ask.Parts, model.Part{Call: &model.Call{ID: fmt.Sprint(id), Tool: "look", Args: json.RawMessage(`{"n":1}`)}})
				answer.Parts = append(answer.Parts, model.Part{Result: &model.Result{ID: fmt.Sprint(id), Text: strings.Repeat("found ", rapid.IntRange(0, 400).Draw(t, "size"))}})
			}
			if rapid.Bool().Draw(t, "joined") {
				joined = append(joined, fmt.Sprint("joined ", i))
				answer.Parts = append(answer.Parts, model.Part{Text: joined[len(joined)-1]})
			}
			all = append(all, ask, answer)
		}
		before := clone(t, all)
		tight := rapid.Bool().Draw(t, "tight")
		less, gone := compress.Rounds(all, head, func([]model.Message) bool { return !tight })
		if diff := cmp.Diff(before, all); diff != "" {
			t.Fatal("what was given changed:", diff)
		}
		cut := tight && rounds > 0 && slices.ContainsFunc(less[len(less)-1].Parts, func(p model.Part) bool {
			return p.Result != nil && strings.Contains(p.Result.Text, "cut: the beginning of ")
		})
		want := max(0, rounds-1)
		if cut {
			want = rounds
		}
		if gone != want {
			t.Fatalf("%d rounds are gone, want %d", gone, want)
		}
		if tight && rounds > 0 {
			for _, p := range less[len(less)-1].Parts {
				if p.Result == nil {
					continue
				}
				if own, _, _ := strings.Cut(p.Result.Text, "\n\nBefore, in this same answer"); len(own) > 500 {
					t.Fatalf("a result of %d bytes is left", len(own))
				}
			}
		}
		if !tight && len(less) != len(all) {
			t.Fatalf("of %d messages %d are left, though what was cut fits", len(all), len(less))
		}
		if tight && rounds > 0 && len(less) != head+2 {
			t.Fatalf("%d messages are left, want the head of %d and one round", len(less), head)
		}
		if diff := cmp.Diff(all[:head], less[:head]); diff != "" {
			t.Fatal("the head changed:", diff)
		}
		if rounds == 0 {
			return
		}
		if diff := cmp.Diff(all[len(all)-2], less[len(less)-2]); diff != "" {
			t.Fatal("the last calls changed:", diff)
		}
		var calls, results, words []string
		for i, m := range less {
			if want := []model.Side{model.User, model.Assistant}[i%2]; m.From != want {
				t.Fatalf("message %d is from the %s", i, m.From)
			}
			for _, p := range m.Parts {
				switch {
				case p.Call != nil:
					calls = append(calls, p.Call.ID)
				case p.Result != nil:
					results = append(results, p.Result.ID)
				case i >= head:
					words = append(words, p.Text)
				}
			}
		}
		if diff := cmp.Diff(calls, results); diff != "" {
			t.Fatal("calls and results differ:", diff)
		}
		slices.Sort(words)
		slices.Sort(joined)
		if diff := cmp.Diff(joined, words); diff != "" {
			t.Fatal("what joined is not what was said:", diff)
		}
	})
}

func clone(t *rapid.T, m []model.Message) (out []model.Message) {
	b, err := json.Marshal(m)
	if err == nil {
		err = json.Unmarshal(b, &out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}
