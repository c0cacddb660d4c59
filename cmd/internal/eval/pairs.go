package eval

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"citadel/brain/dedupe"
	"citadel/brain/extract"
)

// Pair is two statements, the older first, and how somebody says that they stand to each other.
type Pair struct {
	A        string           `json:"a"`
	B        string           `json:"b"`
	Relation extract.Relation `json:"relation"`
}

// relations are the labels, in the order in which they are told.
var relations = []extract.Relation{extract.Same, extract.ChangedValue, extract.Negation, extract.Contradiction, extract.Different}

// maxPair is the longest line of pairs that is read, in bytes.
const maxPair = 1 << 20

// ReadPairs reads pairs, one a line. Empty lines are passed over.
func ReadPairs(r io.Reader) ([]Pair, error) {
	var all []Pair
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 0, 64<<10), maxPair)
	for n := 1; lines.Scan(); n++ {
		if len(lines.Bytes()) == 0 {
			continue
		}
		var p Pair
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if !slices.Contains(relations, p.Relation) {
			return nil, fmt.Errorf("line %d: there is no relation %q, only %q", n, p.Relation, relations)
		}
		all = append(all, p)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read: %w", err)
	}
	return all, nil
}

// PairsReport counts what became of the pairs of each label.
type PairsReport struct {
	N         int                                           `json:"n"`
	Confusion map[extract.Relation]map[extract.Relation]int `json:"confusion"` // by label, then by what the gate said
}

// Pairs sends pairs through the gate that every memory passes before it is written.
func Pairs(ctx context.Context, pairs []Pair) (PairsReport, error) {
	report := PairsReport{N: len(pairs), Confusion: map[extract.Relation]map[extract.Relation]int{}}
	for _, p := range pairs {
		if err := ctx.Err(); err != nil {
			return report, err
		}
		got := dedupe.Compare(dedupe.Of(p.A), dedupe.Of(p.B))
		if report.Confusion[p.Relation] == nil {
			report.Confusion[p.Relation] = map[extract.Relation]int{}
		}
		report.Confusion[p.Relation][got]++
	}
	return report, nil
}

// WriteJSON writes one JSON object.
func (r PairsReport) WriteJSON(w io.Writer) error { return json.NewEncoder(w).Encode(r) }

// Write writes a table: a row for each label, a column for each answer.
func (r PairsReport) Write(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "%d pairs\t", r.N)
	for _, got := range relations {
		fmt.Fprintf(t, "%s\t", got)
	}
	fmt.Fprintln(t)
	for _, gold := range relations {
		if r.Confusion[gold] == nil {
			continue
		}
		fmt.Fprintf(t, "%s\t", gold)
		for _, got := range relations {
			fmt.Fprintf(t, "%d\t", r.Confusion[gold][got])
		}
		fmt.Fprintln(t)
	}
	return t.Flush()
}
