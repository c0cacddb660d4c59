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
	Days  int    `json:"days"`
	Seed  uint64 `json:"seed"`
	Model bool   `json:"model"` // it was lived with a stand-in for a language model
	Rows  []Row  `json:"rows"`  // the whole life first; no part that this life has not
}

// Row is what such a life showed.
type Row struct {
	Off       string   `json:"off"` // what was left out; empty for nothing
	Says      string   `json:"says"`
	Events    int      `json:"events"`
	Bytes     int      `json:"bytes"`
	Unasked   int      `json:"unasked"`
	Morning   int      `json:"briefings"`
	Alerts    int      `json:"alerts"`
	Asked     int      `json:"asked"`     // questions whose answer is known
	Otherwise int      `json:"otherwise"` // of these, what was answered in other words than in the whole life
	Recall    []Recall `json:"recall"`
	Memories  Memories `json:"memories"`
	Dreams    Dreams   `json:"dreams"`
	Model     *Calls   `json:"model,omitempty"`
	Broken    []Count  `json:"broken"`
}

// columns are the measures of recall that an ablation shows.
var columns = []string{"age 1", "age 30", "age 180", "age 700", "kind changed", "kind corrected"}

// Ablate lives the life of the options whole, and then without each part in turn, but for parts that it has not.
func Ablate(ctx context.Context, o Options) (Ablation, error) {
	a := Ablation{Days: o.Days, Seed: o.Seed, Model: o.Model, Rows: []Row{}}
	progress := o.Progress
	var whole Report
	left := slices.DeleteFunc(slices.Clone(parts), func(p part) bool { return p.model && !o.Model })
	for i, p := range append([]part{{says: "the whole mind"}}, left...) {
		o.Off = nil
		if p.name != "" {
			o.Off = []string{p.name}
		}
		if progress != nil {
			o.Progress = func(what string, done, all int) { progress(what, i*all+done, (len(left)+1)*all) }
		}
		r, err := Run(ctx, o)
		if err != nil {
			return a, err
		}
		if i == 0 {
			whole = r
		}
		a.Rows = append(a.Rows, row(p, r, whole))
	}
	return a, nil
}

// row is what a life without a part showed, beside the whole one.
func row(p part, r, whole Report) Row {
	x := Row{
		Off: p.name, Says: p.says, Events: r.Events, Bytes: r.Bytes, Unasked: r.Unasked, Morning: r.Morning, Alerts: r.Economy.Alerts, Asked: len(r.answers),
		Memories: r.Memories, Dreams: r.Dreams, Model: r.Model, Broken: r.Broken, Recall: []Recall{},
	}
	for i, answer := range r.answers {
		if i >= len(whole.answers) || answer != whole.answers[i] {
			x.Otherwise++
		}
	}
	for _, name := range columns {
		if k := slices.IndexFunc(r.Recall, func(x Recall) bool { return x.Of == name }); k >= 0 {
			x.Recall = append(x.Recall, r.Recall[k])
		}
	}
	return x
}

// measure is one thing that a life showed, in words.
type measure struct{ of, is string }

// measures are all that two lives are compared by.
func (r Row) measures() (all []measure) {
	for _, x := range r.Recall {
		of, is := "first in the answer, of what was "+strings.TrimPrefix(x.Of, "kind "), fmt.Sprintf("%d/%d", x.First, x.Asked)
		if days, aged := strings.CutPrefix(x.Of, "age "); aged {
			of = "first in the answer after " + days + " days"
		}
		all = append(all, measure{of, is})
	}
	m := r.Memories
	for _, c := range []Count{
		{"memories learned", m.Learned}, {"said again and counted", m.Repeated}, {"ended by another value", m.Superseded}, {"ended falsely", m.Falsely},
		{"standing that hold no more", m.Standing}, {"counting more evidence than there is", m.Inflated}, {"fading more slowly", m.Settled}, {"digests", m.Digested},
		{"messages unasked", r.Unasked}, {"morning's messages and dreams", r.Morning}, {"clients told of a price", r.Alerts},
		{"nights dreamt", r.Dreams.Nights}, {"of these, hard ones", r.Dreams.Nights - r.Dreams.Warm},
	} {
		all = append(all, measure{c.Of, fmt.Sprint(c.N)})
	}
	if r.Dreams.Words > 0 {
		all = append(all, measure{"dreams less their days", fmt.Sprintf("%+.2f", r.Dreams.Dream-r.Dreams.Day)})
	}
	if c := r.Model; c != nil {
		all = append(all, measure{"signals in a prompt", fmt.Sprintf("%.1f", float64(c.Signals)/float64(max(1, c.Prompts)))}, measure{"tokens shown to a model", fmt.Sprint(c.In + c.Cached)})
	}
	return append(all, measure{"kB of words in the ledger", fmt.Sprint(r.Bytes / 1000)}, measure{"events", fmt.Sprint(r.Events)})
}

// changed tells what is otherwise than in the whole life; empty where nothing is.
func (r Row) changed(whole Row) (lines []string) {
	before := map[string]string{}
	for _, m := range whole.measures() {
		before[m.of] = m.is
	}
	for _, c := range r.Broken {
		lines = append(lines, fmt.Sprintf("broken: %s, %d times", c.Of, c.N))
	}
	if r.Otherwise > 0 {
		lines = append(lines, fmt.Sprintf("answered in other words: %d of %d questions", r.Otherwise, r.Asked))
	}
	for _, m := range r.measures() {
		if was := before[m.of]; was != m.is {
			lines = append(lines, fmt.Sprintf("%s: %s, not %s", m.of, m.is, was))
		}
	}
	return lines
}

// WriteJSON writes the ablation as one JSON object.
func (a Ablation) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(a)
}

// Write writes the ablation: what the whole life showed, and of each part what is otherwise without it.
func (a Ablation) Write(w io.Writer) error {
	var b strings.Builder
	with := "without a model"
	if a.Model {
		with = "with a stand-in for a model"
	}
	fmt.Fprintf(&b, "A life of %d days, seed %d, %s, lived whole and then without one part of the mind each time.\n\nWhole:\n\n", a.Days, a.Seed, with)
	whole := a.Rows[0]
	for _, m := range whole.measures() {
		fmt.Fprintf(&b, "  %-50s %12s\n", m.of, m.is)
	}
	for _, c := range whole.Broken {
		fmt.Fprintf(&b, "  broken: %s, %d times\n", c.Of, c.N)
	}
	for _, r := range a.Rows[1:] {
		fmt.Fprintf(&b, "\nWithout %s: %s.\n", r.Off, r.Says)
		lines := r.changed(whole)
		if len(lines) == 0 {
			lines = []string{"nothing that is measured here is otherwise"}
		}
		for _, line := range lines {
			fmt.Fprintf(&b, "  - %s\n", line)
		}
	}
	if !a.Model {
		var needs []string
		for _, p := range parts {
			if p.model {
				needs = append(needs, p.name)
			}
		}
		fmt.Fprintf(&b, "\nNot left out, as only a life with a model has them (--model): %s.\n", strings.Join(needs, ", "))
	}
	a.charts(&b)
	_, err := io.WriteString(w, b.String())
	return err
}
