package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Limits on what is kept of a stream from outside.
const (
	maxLine   = 16 << 20 // bytes of one line; a longer one is an error
	maxOutput = 64 << 10 // bytes of output kept of one test; the end counts
	slowest   = 5        // packages named
)

// event is one line of `go test -json` (see `go doc test2json`).
type event struct {
	Action      string
	Package     string
	Test        string
	Output      string
	Elapsed     float64 // seconds
	ImportPath  string  // of a build
	FailedBuild string  // the build that a package failed by
}

// outcome is ordered: the higher one wins where a test ran more than once, so
// it failed if it failed anywhere, and was skipped only if it ran nowhere.
type outcome int

const (
	none outcome = iota
	skipped
	passed
	failed
)

var outcomes = map[string]outcome{"pass": passed, "fail": failed, "skip": skipped}

// name identifies a test; an empty test is the package as a whole.
type name struct{ pkg, test string }

// result is what is known of one test.
type result struct {
	outcome outcome
	output  string
	elapsed float64
}

// tally gathers results over any number of streams.
type tally struct {
	results map[name]*result
	builds  map[string]string  // import path → what the compiler said
	elapsed map[string]float64 // package → seconds, over all streams
	stray   []string           // lines that are not events, such as errors of the go command
}

func newTally() *tally {
	return &tally{results: map[name]*result{}, builds: map[string]string{}, elapsed: map[string]float64{}}
}

// read adds one stream. A test without an end, in a package without a good one,
// has failed: the process died in it.
func (t *tally) read(r io.Reader) error {
	running := map[name]*result{}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		line := lines.Bytes()
		var e event
		if len(line) == 0 || line[0] != '{' || json.Unmarshal(line, &e) != nil || e.Action == "" {
			if s := strings.TrimSpace(string(line)); s != "" {
				t.stray = append(t.stray, s)
			}
			continue
		}
		t.add(e, running)
	}
	for n, r := range running {
		r.output = tail(r.output + "the stream ended before this was over\n")
		t.finish(n, r, failed)
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("a line is longer than %d MiB", maxLine>>20)
	} else if err != nil {
		return fmt.Errorf("read: %w", err)
	}
	return nil
}

func (t *tally) add(e event, running map[name]*result) {
	n := name{e.Package, e.Test}
	switch e.Action {
	case "build-output":
		t.builds[e.ImportPath] = tail(t.builds[e.ImportPath] + e.Output)
	case "start", "run":
		running[n] = &result{}
	case "output":
		if r := running[n]; r != nil && !noise(e.Output) {
			r.output = tail(r.output + e.Output)
		}
	case "pass", "fail", "skip":
		r := running[n]
		if r == nil {
			r = &result{}
		}
		r.elapsed = e.Elapsed
		if n.test == "" {
			t.finishPackage(e, r, running)
		} else {
			t.finish(n, r, outcomes[e.Action])
		}
		delete(running, n)
	}
}

// finish records an outcome unless a higher one is known.
func (t *tally) finish(n name, r *result, o outcome) {
	if before := t.results[n]; before != nil && before.outcome >= o {
		return
	}
	r.outcome = o
	if o == passed {
		r.output = ""
	}
	t.results[n] = r
}

// finishPackage ends a package. If it failed and no test of it did, it is
// itself the failure: it did not build, or it died outside its tests.
func (t *tally) finishPackage(e event, r *result, running map[name]*result) {
	t.elapsed[e.Package] += e.Elapsed
	for n, test := range running {
		if n.pkg == e.Package && n.test != "" {
			if e.Action == "fail" {
				test.output = tail(test.output + "the test process ended before this test did\n")
				t.finish(n, test, failed)
			}
			delete(running, n)
		}
	}
	if e.Action != "fail" {
		return
	}
	if e.FailedBuild != "" {
		r.output = t.builds[e.FailedBuild]
	} else if t.anyFailed(e.Package) {
		return
	}
	t.finish(name{e.Package, ""}, r, failed)
}

func (t *tally) anyFailed(pkg string) bool {
	for n, r := range t.results {
		if n.pkg == pkg && n.test != "" && r.outcome == failed {
			return true
		}
	}
	return false
}

// sum is the last line.
type sum struct{ passed, failed, skipped int }

func (s sum) String() string {
	return fmt.Sprintf("%d passed, %d failed, %d skipped", s.passed, s.failed, s.skipped)
}

// totals counts tests and subtests that have no subtests of their own; the
// seeds of a fuzz test are its subtests. A test with subtests counts only where
// it failed and none of them did. A package that did not build or died outside
// its tests is one failure; a package without tests is nothing.
func (t *tally) totals() sum {
	var s sum
	for _, n := range t.counted() {
		switch t.results[n].outcome {
		case passed:
			s.passed++
		case failed:
			s.failed++
		case skipped:
			s.skipped++
		}
	}
	return s
}

// counted lists what totals counts, sorted.
func (t *tally) counted() []name {
	parents, culprits := map[name]bool{}, map[name]bool{}
	for n, r := range t.results {
		for i := strings.LastIndexByte(n.test, '/'); i > 0; i = strings.LastIndexByte(n.test[:i], '/') {
			parent := name{n.pkg, n.test[:i]}
			if t.results[parent] == nil {
				continue // the slash belongs to the name of a subtest
			}
			parents[parent] = true
			if r.outcome == failed {
				culprits[parent] = true
			}
		}
	}
	var out []name
	for n, r := range t.results {
		if !parents[n] || r.outcome == failed && !culprits[n] {
			out = append(out, n)
		}
	}
	slices.SortFunc(out, func(a, b name) int {
		if c := strings.Compare(a.pkg, b.pkg); c != 0 {
			return c
		}
		return strings.Compare(a.test, b.test)
	})
	return out
}

// report prints everything but the last line.
func (t *tally) report(w io.Writer) {
	for _, line := range t.stray {
		fmt.Fprintln(w, line)
	}
	for _, n := range t.counted() {
		switch r := t.results[n]; r.outcome {
		case failed:
			what := n.test
			if what == "" {
				what = "(the package)"
			}
			fmt.Fprintf(w, "FAIL %s %s (%.2f s)\n%s", n.pkg, what, r.elapsed, indent(t.withParents(n)))
		case skipped:
			fmt.Fprintf(w, "skip %s %s\n%s", n.pkg, n.test, indent(r.output))
		}
	}
	pkgs := make([]string, 0, len(t.elapsed))
	for pkg := range t.elapsed {
		pkgs = append(pkgs, pkg)
	}
	slices.SortFunc(pkgs, func(a, b string) int {
		if t.elapsed[a] != t.elapsed[b] {
			if t.elapsed[a] > t.elapsed[b] {
				return -1
			}
			return 1
		}
		return strings.Compare(a, b)
	})
	for _, pkg := range pkgs[:min(slowest, len(pkgs))] {
		fmt.Fprintf(w, "%8.2f s  %s\n", t.elapsed[pkg], pkg)
	}
}

// withParents is the output of a test below that of the tests it belongs to:
// what a parent logged before is often the reason.
func (t *tally) withParents(n name) string {
	out := t.results[n].output
	for i := strings.LastIndexByte(n.test, '/'); i > 0; i = strings.LastIndexByte(n.test[:i], '/') {
		if parent := t.results[name{n.pkg, n.test[:i]}]; parent != nil {
			out = parent.output + out
		}
	}
	return out
}

// noise holds for lines by which the test binary tells where it is.
func noise(line string) bool {
	line = strings.TrimLeft(line, " ")
	for _, mark := range []string{"=== RUN", "=== PAUSE", "=== CONT", "=== NAME", "--- FAIL", "--- PASS", "--- SKIP"} {
		if strings.HasPrefix(line, mark) {
			return true
		}
	}
	return false
}

// tail keeps the last maxOutput bytes.
func tail(s string) string {
	if len(s) <= maxOutput {
		return s
	}
	return "… " + s[len(s)-maxOutput+len("… "):]
}

// indent sets every line in by four columns and ends the last one.
func indent(s string) string {
	s = strings.TrimRight(s, "\n")
	if s == "" {
		return ""
	}
	return "    " + strings.ReplaceAll(s, "\n", "\n    ") + "\n"
}
