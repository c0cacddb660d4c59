// Command bounds reads what `go test -bench` prints, from standard input, and compares it
// with bounds.txt: what was measured, what is wanted, the ratio of the two, and whether it
// holds. It exits with 1 if a bound does not hold, and with 2 if nothing could be read.
//
//	go test -run '^$' -bench . ./... | go run ./cmd/internal/bounds
package main

import (
	"bufio"
	_ "embed"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"text/tabwriter"
)

//go:embed bounds.txt
var wanted string

func main() { os.Exit(run(os.Stdin, os.Stdout, os.Stderr, wanted)) }

func run(in io.Reader, out, problems io.Writer, wanted string) int {
	bounds, err := parse(wanted)
	if err != nil {
		fmt.Fprintln(problems, "bounds:", err)
		return 2
	}
	measured, err := read(in)
	if err != nil || len(measured) == 0 {
		fmt.Fprintln(problems, "bounds: no benchmark was read", err)
		return 2
	}
	if print(out, bounds, measured) > 0 {
		return 1
	}
	return 0
}

// bound is one line of bounds.txt.
type bound struct {
	benchmark, metric string
	least             bool // the value is to be at least this, else at most
	value             float64
	what              string
	section           string
}

// parse reads lines of benchmark, metric, ≤ or ≥, number and words that say what it is;
// a line in brackets heads those below it, and # begins a comment.
func parse(text string) ([]bound, error) {
	var out []bound
	section := ""
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		f := strings.Fields(line)
		switch {
		case len(f) == 0:
			continue
		case f[0][0] == '[':
			section = strings.Trim(strings.TrimSpace(line), "[]")
			continue
		case len(f) < 5 || f[2] != "≤" && f[2] != "≥":
			return nil, fmt.Errorf("not a bound: %s", line)
		}
		value, err := strconv.ParseFloat(f[3], 64)
		if err != nil || value <= 0 {
			return nil, fmt.Errorf("not a number: %s", line)
		}
		out = append(out, bound{
			benchmark: f[0], metric: f[1], least: f[2] == "≥", value: value, what: strings.Join(f[4:], " "), section: section,
		})
	}
	return out, nil
}

// module is what the names of packages begin with in the output, and not in the table.
const module = "citadel/"

// read gives the metrics of every benchmark, by its package and its name, such as
// "memory.Record/writers=1", without the number of processors. Of one that ran several
// times, the last counts.
func read(in io.Reader) (map[string]map[string]float64, error) {
	out := map[string]map[string]float64{}
	pkg := ""
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		f := strings.Fields(lines.Text())
		if len(f) == 2 && f[0] == "pkg:" {
			pkg = strings.TrimPrefix(f[1], module)
		}
		if len(f) < 4 || !strings.HasPrefix(f[0], "Benchmark") {
			continue
		}
		name := pkg + "." + strings.TrimPrefix(f[0], "Benchmark")
		if i := strings.LastIndexByte(name, '-'); i > 0 && strings.Trim(name[i+1:], "0123456789") == "" {
			name = name[:i]
		}
		metrics := map[string]float64{}
		for i := 2; i+1 < len(f); i += 2 { // f[1] is how often it ran
			value, err := strconv.ParseFloat(f[i], 64)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			metrics[f[i+1]] = value
		}
		out[name] = metrics
	}
	return out, lines.Err()
}

// print writes the table and says how many bounds do not hold. What was not measured is
// left out, and counted.
func print(w io.Writer, bounds []bound, measured map[string]map[string]float64) (failed int) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	section, held, absent := "", 0, 0
	for _, b := range bounds {
		value, ok := measured[b.benchmark][b.metric]
		if !ok {
			absent++
			continue
		}
		if b.section != section {
			section = b.section
			fmt.Fprintf(t, "\n%s\n", section)
		}
		sign, verdict := "≤", "pass"
		if b.least {
			sign = "≥"
		}
		if b.least && value < b.value || !b.least && value > b.value {
			verdict = "FAIL"
			failed++
		} else {
			held++
		}
		fmt.Fprintf(t, "%s\t  %s\t%s %s %s\t%s of it\t%s\n", verdict, b.what, number(value), sign, number(b.value), number(value/b.value), b.benchmark+" "+b.metric)
	}
	_ = t.Flush() // as the lines below: a report that cannot be printed is seen to be missing
	fmt.Fprintf(w, "\n%d of the bounds hold, %d do not, %d were not measured.\n", held, failed, absent)
	return failed
}

// number writes three digits, or more before the point.
func number(x float64) string {
	switch {
	case x >= 100:
		return strconv.FormatFloat(x, 'f', 0, 64)
	case x >= 10:
		return strconv.FormatFloat(x, 'f', 1, 64)
	}
	return strconv.FormatFloat(x, 'f', 2, 64)
}
