package main

import (
	"bytes"
	"strings"
	"testing"
)

const printed = `goos: linux
pkg: citadel/memory
cpu: any
BenchmarkRecord/writers=1-2         	    7041	    163708 ns/op	         0.9601 of-bare	    83 allocs/op
BenchmarkOpen-16                     	    1285	   1086037 ns/op
BenchmarkSlow-2 	 1	 12 ns/op	 7.5 of-bare
--- BENCH: BenchmarkSlow-2
    a_test.go:1: BenchmarkSlow is slow
PASS
ok  	citadel/memory	35.649s
pkg: citadel/brain/turn
BenchmarkOpen                       	    1	   3 ns/op
`

func TestTable(t *testing.T) {
	const wanted = `# comment
[Speed]
memory.Record/writers=1  of-bare  ≥  0.6  events  # of bare
memory.Open              ns/op    ≤  3e8  ns
brain/turn.Open          ns/op    ≤  2.5  ns to open
[Other]
memory.Slow              of-bare  ≥  8    share
memory.Gone              ns/op    ≤  1    ns
`
	const want = `
Speed
pass    events      0.96 ≥ 0.60          1.60 of it  memory.Record/writers=1 of-bare
pass    ns          1086037 ≤ 300000000  0.00 of it  memory.Open ns/op
FAIL    ns to open  3.00 ≤ 2.50          1.20 of it  brain/turn.Open ns/op

Other
FAIL    share  7.50 ≥ 8.00  0.94 of it  memory.Slow of-bare

2 of the bounds hold, 2 do not, 1 were not measured.
`
	var out, problems bytes.Buffer
	if code := run(strings.NewReader(printed), &out, &problems, wanted); code != 1 || problems.Len() > 0 {
		t.Errorf("%d, %q", code, &problems)
	}
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &out, want)
	}
	if code := run(strings.NewReader(printed), &out, &problems, "memory.Open ns/op ≤ 3e8 ns"); code != 0 {
		t.Errorf("all hold: %d", code)
	}
}

func TestUnreadable(t *testing.T) {
	for name, c := range map[string]struct{ printed, wanted string }{
		"no benchmark":   {"PASS\n", "memory.Open ns/op ≤ 1 ns"},
		"no sign":        {printed, "memory.Open ns/op < 1 ns"},
		"no number":      {printed, "memory.Open ns/op ≤ x ns"},
		"zero":           {printed, "memory.Open ns/op ≤ 0 ns"},
		"no words":       {printed, "memory.Open ns/op ≤ 1"},
		"a broken value": {"BenchmarkX 1 fast ns/op\n", "memory.Open ns/op ≤ 1 ns"},
	} {
		var out, problems bytes.Buffer
		if code := run(strings.NewReader(c.printed), &out, &problems, c.wanted); code != 2 || problems.Len() == 0 {
			t.Errorf("%s: %d, %q", name, code, &problems)
		}
	}
}

// Every bound is one, and none stands twice.
func TestBounds(t *testing.T) {
	bounds, err := parse(wanted)
	if err != nil || len(bounds) == 0 {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, b := range bounds {
		if key := b.benchmark + " " + b.metric; seen[key] {
			t.Errorf("%s stands twice", key)
		} else {
			seen[key] = true
		}
	}
}
