package eval_test

import (
	"strings"
	"testing"

	"citadel/brain/classify"
	"citadel/cmd/internal/eval"
)

// What is counted is every message, and which way a tier errs is told.
func TestClassify(t *testing.T) {
	messages, err := eval.ReadLabelled(strings.NewReader("# thanks, and two that are labelled wrongly\n\n" +
		"greeting\treflex\tthank you so much\nschedule\tdeep\tremind me at five to call Ana\ngreeting\treflex\tthe judge has summoned me:\\nI am being sued\n"))
	if err != nil {
		t.Fatal(err)
	}
	report, err := eval.Classify(t.Context(), messages)
	if err != nil {
		t.Fatal(err)
	}
	if report.N != 3 || report.TooLow != 1 || report.TooHigh != 1 || report.Categories["greeting"]["greeting"] != 1 {
		t.Errorf("%+v", report)
	}
	var table strings.Builder
	if err := report.Write(&table); err != nil || !strings.Contains(table.String(), "3 messages: category 0.667, tier 0.333 (1 too low, 1 too high)") {
		t.Errorf("%v: %s", err, table.String())
	}
	if empty, err := eval.Classify(t.Context(), nil); err != nil || empty.N != 0 || empty.Tier != 0 {
		t.Errorf("of nothing: %+v, %v", empty, err)
	}
}

func TestReadLabelled(t *testing.T) {
	got, err := eval.ReadLabelled(strings.NewReader("unknown\tstandard\teins\\nzwei"))
	if err != nil || len(got) != 1 || got[0] != (eval.Labelled{Category: classify.Unknown, Tier: classify.Standard, Text: "eins\nzwei"}) {
		t.Errorf("%+v, %v", got, err)
	}
	for _, bad := range []string{"greeting", "greeting\treflex\t", "hello\treflex\thi", "\treflex\thi", "greeting\tshallow\thi"} {
		if _, err := eval.ReadLabelled(strings.NewReader("#\n" + bad)); err == nil || !strings.Contains(err.Error(), "line 2") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
