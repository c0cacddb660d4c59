package eval_test

import (
	"os"
	"strings"
	"testing"

	"citadel/brain/extract"
	"citadel/cmd/internal/eval"
)

// The shipped pairs pass the gate as they are labelled, and what is counted is all of them.
func TestPairs(t *testing.T) {
	f, err := os.Open("../../../brain/dedupe/testdata/pairs.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	pairs, err := eval.ReadPairs(f)
	if err != nil {
		t.Fatal(err)
	}
	report, err := eval.Pairs(t.Context(), pairs)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for gold, got := range report.Confusion {
		for relation, count := range got {
			n += count
			if relation == extract.Same && gold != extract.Same {
				t.Errorf("%d pairs labelled %s are merged", count, gold)
			}
		}
	}
	if n != len(pairs) || report.N != n || n < 250 {
		t.Errorf("counted %d of %d pairs", n, len(pairs))
	}
	var table strings.Builder
	if err := report.Write(&table); err != nil || !strings.Contains(table.String(), "changed-value") {
		t.Errorf("%v: %s", err, table.String())
	}
}

func TestReadPairs(t *testing.T) {
	good := `{"a":"Ana drives.","b":"Ana does not drive.","relation":"negation"}`
	if all, err := eval.ReadPairs(strings.NewReader("\n" + good + "\n\n")); err != nil || len(all) != 1 {
		t.Errorf("%+v, %v", all, err)
	}
	for _, bad := range []string{`{`, `{"a":"x","b":"y","relation":"similar"}`, `{"a":1}`} {
		if _, err := eval.ReadPairs(strings.NewReader(good + "\n" + bad)); err == nil || !strings.Contains(err.Error(), "line 2") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
