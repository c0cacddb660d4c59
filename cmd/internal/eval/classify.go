package eval

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"citadel/brain/classify"
)

// Labelled is a message, and how somebody says that it is to be sorted.
type Labelled struct {
	Category classify.Category
	Tier     classify.Tier
	Text     string
}

// unknown is how a category that no guess is made of is written in a file and in a report.
const unknown = "unknown"

// categories are the labels of a report, in the order of SPEC §5.
var categories = []string{
	string(classify.Greeting), string(classify.Acknowledgement), string(classify.SmallTalk), string(classify.Factual),
	string(classify.Recall), string(classify.Schedule), string(classify.Task), string(classify.Technical),
	string(classify.Emotional), string(classify.People), string(classify.Decision), string(classify.Meta), unknown,
}

// tiers are the names of the tiers, the lightest first.
var tiers = []string{classify.Reflex.String(), classify.Routine.String(), classify.Standard.String(), classify.Deep.String()}

// maxLabelled is the longest line of labelled messages that is read, in bytes.
const maxLabelled = 1 << 20

// ReadLabelled reads messages, one a line: category, tier and text with tabs between them. In a
// text, \n stands for the end of a line. Empty lines and those that begin with # are passed over.
func ReadLabelled(r io.Reader) ([]Labelled, error) {
	var all []Labelled
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 0, 64<<10), maxLabelled)
	for n := 1; lines.Scan(); n++ {
		line := lines.Text()
		if line == "" || line[0] == '#' {
			continue
		}
		l, err := labelled(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		all = append(all, l)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read: %w", err)
	}
	return all, nil
}

func labelled(line string) (Labelled, error) {
	f := strings.SplitN(line, "\t", 3)
	if len(f) != 3 || f[2] == "" {
		return Labelled{}, fmt.Errorf("not a category, a tier and a text: %q", line)
	}
	l := Labelled{Category: classify.Category(f[0]), Text: strings.ReplaceAll(f[2], `\n`, "\n")}
	if f[0] == unknown {
		l.Category = classify.Unknown
	}
	if slices.Index(categories, f[0]) < 0 {
		return Labelled{}, fmt.Errorf("there is no category %q, only %q", f[0], categories)
	}
	tier := slices.Index(tiers, f[1])
	if tier < 0 {
		return Labelled{}, fmt.Errorf("there is no tier %q, only %q", f[1], tiers)
	}
	l.Tier = classify.Tier(tier)
	return l, nil
}

// ClassifyReport counts how messages were sorted, each without the turns before it.
type ClassifyReport struct {
	N          int                       `json:"n"`
	Category   float64                   `json:"category"` // share sorted as labelled
	Tier       float64                   `json:"tier"`     // the same
	TooLow     int                       `json:"too_low"`  // got less thought than labelled: the dear mistake
	TooHigh    int                       `json:"too_high"` // got more
	Categories map[string]map[string]int `json:"categories"`
	Tiers      map[string]map[string]int `json:"tiers"` // both by label, then by what was found
}

// Classify sorts messages as every message is sorted.
func Classify(ctx context.Context, messages []Labelled) (ClassifyReport, error) {
	report := ClassifyReport{N: len(messages), Categories: map[string]map[string]int{}, Tiers: map[string]map[string]int{}}
	category, tier := 0, 0
	for _, m := range messages {
		if err := ctx.Err(); err != nil {
			return report, err
		}
		got := classify.Classify(m.Text, nil)
		count(report.Categories, named(m.Category), named(got.Category))
		count(report.Tiers, m.Tier.String(), got.Tier.String())
		if got.Category == m.Category {
			category++
		}
		switch {
		case got.Tier < m.Tier:
			report.TooLow++
		case got.Tier > m.Tier:
			report.TooHigh++
		default:
			tier++
		}
	}
	if report.N > 0 {
		report.Category, report.Tier = float64(category)/float64(report.N), float64(tier)/float64(report.N)
	}
	return report, nil
}

func named(c classify.Category) string {
	if c == classify.Unknown {
		return unknown
	}
	return string(c)
}

func count(table map[string]map[string]int, label, found string) {
	if table[label] == nil {
		table[label] = map[string]int{}
	}
	table[label][found]++
}

// WriteJSON writes one JSON object.
func (r ClassifyReport) WriteJSON(w io.Writer) error { return json.NewEncoder(w).Encode(r) }

// Write writes two tables: a row for each label, a column for each answer.
func (r ClassifyReport) Write(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "%d messages: category %.3f, tier %.3f (%d too low, %d too high)\n\n", r.N, r.Category, r.Tier, r.TooLow, r.TooHigh)
	writeCounts(t, categories, r.Categories)
	fmt.Fprintln(t)
	writeCounts(t, tiers, r.Tiers)
	return t.Flush()
}

func writeCounts(w io.Writer, names []string, of map[string]map[string]int) {
	fmt.Fprint(w, "labelled\t")
	for _, found := range names {
		fmt.Fprintf(w, "%s\t", found)
	}
	fmt.Fprintln(w)
	for _, label := range names {
		if of[label] == nil {
			continue
		}
		fmt.Fprintf(w, "%s\t", label)
		for _, found := range names {
			fmt.Fprintf(w, "%d\t", of[label][found])
		}
		fmt.Fprintln(w)
	}
}
