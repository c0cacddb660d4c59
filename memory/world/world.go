// Package world is what everybody holds to be so of the world's economy: edges of the causal graph
// that nobody had to tell (SPEC §14, "World seed"). They stand in edges.txt, a file of our own that is
// versioned with the program; who changes it gives it a new edition.
//
// The file is read into the ledger and not beside it: each edge is an event like any other evidence,
// so that it fades, is made surer and is corrected by the same rules, and a replay needs no file of
// the day it was written. An edition is drawn once. In each later quarter one event says that it still
// holds, which keeps its edges from fading and makes none surer: reading the same page twice proves
// nothing.
package world

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"citadel/memory/event"
	"citadel/memory/graph"
)

// Edition is one version of the file.
type Edition struct {
	Name  string // "2026.1"
	Edges []Edge // in the order of the file
}

// Edge is one line of it.
type Edge struct {
	Domain                              string
	Source, Relation, Target, Mechanism string
	Confidence                          float64 // at which it starts
}

//go:embed edges.txt
var file string

// Newest is the edition that this program holds. It is not to be changed.
var Newest = sync.OnceValue(func() Edition {
	e, err := read(file)
	if err != nil {
		panic("world: " + err.Error()) // the file is part of the program
	}
	return e
})

// Load gives what is to be written for a quarter, to be recorded in one batch: all edges of an edition
// that the graph does not hold yet, and last that it was read. It is empty if that was done, so that
// it may be asked as often as one likes. The events rest on nobody's words, and so may be told wherever
// others do not read along by chance.
func (e Edition) Load(g *graph.Fold, now time.Time) []event.Payload {
	quarter := Quarter(now)
	if g.Seeded(e.Name, quarter) {
		return nil
	}
	var out []event.Payload
	if !g.Holds(e.Name) {
		for _, l := range e.Edges {
			out = append(out, event.EdgeDrawn{
				Source: l.Source, Relation: l.Relation, Target: l.Target, Mechanism: l.Mechanism,
				Origin: event.FromWorld, By: e.Name, Confidence: l.Confidence, On: now, Audience: event.Work,
			})
		}
	}
	return append(out, event.WorldSeeded{Edition: e.Name, Quarter: quarter, On: now})
}

// Quarter names the quarter of a moment, in its zone: "2026-Q4".
func Quarter(now time.Time) string {
	return fmt.Sprintf("%d-Q%d", now.Year(), (int(now.Month())+2)/3)
}

// read reads an edition; its form is told at the head of the file.
func read(text string) (Edition, error) {
	var e Edition
	domain, number := "", 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "["):
			domain = strings.Trim(line, "[]")
		case strings.HasPrefix(line, "edition: "):
			e.Name = strings.TrimPrefix(line, "edition: ")
		default:
			edge, err := readEdge(line)
			if err != nil {
				return e, fmt.Errorf("line %d: %w", number, err)
			}
			edge.Domain = domain
			e.Edges = append(e.Edges, edge)
		}
	}
	return e, nil
}

func readEdge(line string) (Edge, error) {
	head, why, _ := strings.Cut(line, ": ")
	words := strings.Fields(head)
	if len(words) != 4 {
		return Edge{}, fmt.Errorf("%q is not source, relation, target and confidence", head)
	}
	confidence, err := strconv.ParseFloat(words[3], 64)
	if err != nil {
		return Edge{}, fmt.Errorf("confidence: %w", err)
	}
	return Edge{Source: words[0], Relation: words[1], Target: words[2], Mechanism: why, Confidence: confidence}, nil
}
