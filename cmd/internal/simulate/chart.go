package simulate

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// bar is one line of a chart.
type bar struct {
	of    string
	value float64
	shown string // the value in words
}

// wide is how many characters the longest bar has.
const wide = 40

// chart draws bars under a heading, the longest as wide as there is room, or most where that is more than any.
func chart(w io.Writer, heading string, most float64, bars []bar) {
	label := 0
	for _, b := range bars {
		most, label = max(most, b.value), max(label, len(b.of))
	}
	if len(bars) == 0 || most <= 0 {
		return
	}
	fmt.Fprintf(w, "\n%s\n", heading)
	for _, b := range bars {
		fmt.Fprintf(w, "  %-*s %s %s\n", label, b.of, strings.Repeat("█", int(b.value/most*wide+0.5)), b.shown)
	}
}

// charts draws the months of a life, how old things are found, and what was complained of.
func (r Report) charts(w io.Writer) {
	var events, learned, found, faults []bar
	for i, m := range r.Months {
		of := fmt.Sprintf("day %d", 1+30*i)
		events, learned = append(events, count(of, m.Events)), append(learned, count(of, m.Learned))
	}
	for _, x := range r.Recall {
		if days, is := strings.CutPrefix(x.Of, "age "); is {
			found = append(found, share("after "+days+" days", x.First, x.Asked))
		}
	}
	for _, c := range r.Faults {
		faults = append(faults, count(c.Of, c.N))
	}
	chart(w, "Events of each 30 days", 0, events)
	chart(w, "Memories of each 30 days", 0, learned)
	chart(w, "First in the answer", 100, found)
	chart(w, "Errors that he pointed out", 0, faults)
	var watched []string
	for _, c := range r.Blind {
		watched = append(watched, fmt.Sprintf("%s (%d in 30 days)", c.Of, c.N))
	}
	if len(watched) > 0 {
		fmt.Fprintf(w, "\nWatched for at the end: %s.\n", strings.Join(watched, ", "))
	}
}

// charts draws what changes without each part, where anything does.
func (a Ablation) charts(w io.Writer) {
	var first, changed, inflated, kept, told []bar
	for _, r := range a.Rows {
		of := "without " + r.Off
		if r.Off == "" {
			of = "with all"
		}
		var asked, found int
		for _, x := range r.Recall {
			if strings.HasPrefix(x.Of, "age ") {
				asked, found = asked+x.Asked, found+x.First
			}
			if x.Of == "kind changed" {
				changed = append(changed, share(of, x.First, x.Asked))
			}
		}
		first = append(first, share(of, found, asked))
		inflated, kept, told = append(inflated, count(of, r.Memories.Inflated)), append(kept, count(of, r.Bytes/1000)), append(told, count(of, r.Alerts))
	}
	for _, c := range []struct {
		heading string
		most    float64
		bars    []bar
	}{
		{"First in the answer, of any age", 100, first},
		{"First in the answer, of what has changed", 100, changed},
		{"Memories that count more evidence than there is", 0, inflated},
		{"Kilobytes of words in the ledger", 0, kept},
		{"Clients told of, of whom a price moved", 0, told},
	} {
		if bars := unlike(c.bars); len(bars) > 1 {
			chart(w, c.heading, c.most, bars)
		}
	}
}

// unlike are the first bar and those that differ from it: what changes nothing needs no line.
func unlike(bars []bar) []bar {
	return slices.DeleteFunc(slices.Clone(bars), func(b bar) bool { return b.of != bars[0].of && b.shown == bars[0].shown })
}

// share is a part of a whole as a bar, in percent.
func share(of string, part, whole int) bar {
	if whole == 0 {
		return bar{of: of, shown: "nothing was asked"}
	}
	percent := 100 * float64(part) / float64(whole)
	return bar{of, percent, fmt.Sprintf("%.0f %%", percent)}
}

func count(of string, n int) bar { return bar{of, float64(n), fmt.Sprint(n)} }
