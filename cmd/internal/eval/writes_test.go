package eval_test

import (
	"strings"
	"testing"
	"time"

	"citadel/cmd/internal/eval"
)

// A conversation in which people do what they do: say again what was said, in other words, and
// how it is now. A third of what would be written is caught, none of it is merged that has
// another value, and nothing gets through the second time.
func TestWhatTheGateCatches(t *testing.T) {
	c := eval.Conversation{Set: "ours", ID: "one"}
	begin := time.Date(2025, 3, 3, 18, 0, 0, 0, time.UTC)
	for i, said := range strings.Split(`My dentist is Dr. Abel.|The greenhouse costs 900 euros.|My sister Ana lives in Porto.|Our day rate is A$1,450.|
		Tom works at Acme.|The gate code is 4471.|I prefer calls before 11.|The warehouse is in Rotterdam.|Bob drives to work.|The margin is 3%.|
		As I said, Ana lives in Porto.|Ana lives in Porto.|Tom works at Acme.|Our day rate is A$1,450 now.|The gate code is 4471!|Bob does not drive to work.|
		The margin is -3%.|Tom works at Monzo now.|The warehouse is in Antwerp now.|My accountant is Priya Nair.`, "|") {
		c.Turns = append(c.Turns, eval.Turn{ID: string(rune('a' + i)), At: begin.Add(time.Duration(i) * time.Hour), Speaker: "user", Role: eval.User, Text: strings.TrimSpace(said)})
	}
	friends := talk()[0]
	report, err := eval.MeasureWrites(t.Context(), []eval.Conversation{c, friends}, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Sets) != 2 || report.Sets[0].Conversations != 1 || report.Sets[1].Conversations != 2 {
		t.Fatalf("%+v", report)
	}
	ours := report.Sets[0]
	if g := ours.Once; g.Attempts < 18 || g.Caught < 0.30 || g.Caught > 0.50 || g.Superseded < 4 || g.Reinforced < 3 {
		t.Errorf("said once: %+v", g)
	}
	// Said again, the first half speaks of what has changed since: of that nothing is merged.
	if g := ours.Again; g.Attempts == 0 || g.Caught < 0.9 {
		t.Errorf("said again: %+v", g)
	}
	for _, s := range report.Sets {
		if s.Replayed.Attempts != s.Once.Attempts+s.Again.Attempts {
			t.Errorf("%+v", s)
		}
	}
	var table, object strings.Builder
	if err := report.Write(&table); err != nil || strings.Count(table.String(), "\n") != 7 {
		t.Errorf("%v: %s", err, table.String())
	}
	if err := report.WriteJSON(&object); err != nil || !strings.Contains(object.String(), `"caught"`) {
		t.Errorf("%v: %s", err, object.String())
	}
}
