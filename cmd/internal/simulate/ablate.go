package simulate

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Ablation is one life lived several times: whole, and without one part of the mind each time.
type Ablation struct {
	Days int    `json:"days"`
	Seed uint64 `json:"seed"`
	Rows []Row  `json:"rows"` // the whole life first
}

// Row is what such a life showed.
type Row struct {
	Off      string   `json:"off"` // what was left out; empty for nothing
	Says     string   `json:"says"`
	Events   int      `json:"events"`
	Bytes    int      `json:"bytes"`
	Unasked  int      `json:"unasked"`
	Alerts   int      `json:"alerts"`
	Recall   []Recall `json:"recall"`
	Memories Memories `json:"memories"`
	Broken   []Count  `json:"broken"`
}

// columns are the measures of recall that an ablation shows.
var columns = []string{"age 1", "age 30", "age 180", "age 700", "kind changed", "kind corrected"}

// Ablate lives the life of the options whole, and then without each part in turn.
func Ablate(ctx context.Context, o Options) (Ablation, error) {
	a := Ablation{Days: o.Days, Seed: o.Seed, Rows: []Row{}}
	progress := o.Progress
	for i, p := range append([]part{{says: "the whole mind"}}, parts...) {
		o.Off = nil
		if p.name != "" {
			o.Off = []string{p.name}
		}
		if progress != nil {
			o.Progress = func(what string, done, all int) { progress(what, i*all+done, (len(parts)+1)*all) }
		}
		r, err := Run(ctx, o)
		if err != nil {
			return a, err
		}
		row := Row{Off: p.name, Says: p.says, Events: r.Events, Bytes: r.Bytes, Unasked: r.Unasked, Alerts: r.Economy.Alerts, Memories: r.Memories, Broken: r.Broken, Recall: []Recall{}}
		for _, name := range columns {
			if k := slices.IndexFunc(r.Recall, func(x Recall) bool { return x.Of == name }); k >= 0 {
				row.Recall = append(row.Recall, r.Recall[k])
			}
		}
		a.Rows = append(a.Rows, row)
	}
	return a, nil
}

// WriteJSON writes the ablation as one JSON object.
func (a Ablation) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(a)
}

// Write writes the ablation as a table: of what was told, how much stood in the first line of the answer; and
// what was made of it.
func (a Ablation) Write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "A life of %d days, seed %d, without one part of the mind each time.\n", a.Days, a.Seed)
	fmt.Fprintf(&b, "First in the answer, of what was asked, by days since it was told; and what was made of it.\n\n%-14s", "without")
	for _, name := range columns {
		_, short, _ := strings.Cut(name, " ")
		fmt.Fprintf(&b, " %9s", short)
	}
	for _, name := range []string{"learned", "repeated", "ended", "falsely", "standing", "inflated", "digests", "unasked", "events", "kB"} {
		fmt.Fprintf(&b, " %8s", name)
	}
	b.WriteString("  broken\n")
	for _, r := range a.Rows {
		name := r.Off
		if name == "" {
			name = "nothing"
		}
		fmt.Fprintf(&b, "%-14s", name)
		for _, column := range columns {
			cell := "-"
			if k := slices.IndexFunc(r.Recall, func(x Recall) bool { return x.Of == column }); k >= 0 {
				cell = fmt.Sprintf("%d/%d", r.Recall[k].First, r.Recall[k].Asked)
			}
			fmt.Fprintf(&b, " %9s", cell)
		}
		m := r.Memories
		for _, n := range []int{m.Learned, m.Repeated, m.Superseded, m.Falsely, m.Standing, m.Inflated, m.Digested, r.Unasked, r.Events, r.Bytes / 1000} {
			fmt.Fprintf(&b, " %8d", n)
		}
		var broken []string
		for _, c := range r.Broken {
			broken = append(broken, fmt.Sprintf("%s %d", c.Of, c.N))
		}
		fmt.Fprintf(&b, "  %s\n", strings.Join(broken, ", "))
	}
	a.charts(&b)
	b.WriteString("\nWithout:\n")
	for _, r := range a.Rows[1:] {
		fmt.Fprintf(&b, "  %-14s %s\n", r.Off, r.Says)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
