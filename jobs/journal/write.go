package journal

import (
	"context"
	_ "embed"
	"encoding/json"
	"slices"
	"strings"

	"citadel/brain/ponder"
	"citadel/jobs"
	"citadel/memory/event"
)

//go:embed instructions.md
var instructions string

var schema = json.RawMessage(`{"type":"object","additionalProperties":false,"required":["lines"],"properties":{"lines":{"type":"array","items":{` +
	`"type":"object","additionalProperties":false,"required":["part","text","notes"],"properties":{"part":{"type":"string"},"text":{"type":"string"},"notes":{"type":"array","items":{"type":"integer"}}}}}}}`)

// Why a line of a model is dropped, beside what package ponder finds. None holds anybody's words.
const (
	unanswered = "no model answered"
	unreadable = "it is not of the form that was asked for"
	unwrong    = "no note it rests on went wrong"
	partless   = "it is of no part of an entry"
	crowded    = "its part has three lines already"
)

// mostLines is how many lines a part has.
const mostLines = 3

var parts = []string{event.JournalHappened, event.JournalWrong, event.JournalDifferently}

// write has a model write an entry about notes, and takes of it what holds, in the order of its parts.
func write(ctx context.Context, in jobs.In, ask ponder.Asking, notes ponder.Notes) (by string, lines []event.JournalLine, faults []string, err error) {
	var answer struct {
		Lines []struct {
			Part, Text string
			Notes      []int
		}
	}
	by, err = ponder.Matter{Job: Name, Slot: in.Slot.Name, Notes: notes, Instructions: instructions, Schema: schema, MaxTokens: 900}.Put(ctx, ask, &answer)
	if err != nil {
		return "", nil, nil, err
	}
	count := map[string]int{}
	for _, a := range answer.Lines {
		text := strings.Join(strings.Fields(a.Text), " ")
		of, _ := notes.Named(a.Notes)
		if why := fault(a.Part, text, of); why != "" {
			faults = append(faults, why)
			continue
		}
		if count[a.Part]++; count[a.Part] > mostLines {
			faults = append(faults, crowded)
			continue
		}
		line := event.JournalLine{Part: a.Part, Text: text}
		for _, n := range of {
			line.Cites = append(line.Cites, n.Seq)
		}
		lines = append(lines, line)
	}
	slices.SortStableFunc(lines, func(a, b event.JournalLine) int {
		return slices.Index(parts, a.Part) - slices.Index(parts, b.Part)
	})
	slices.Sort(faults)
	return by, lines, slices.Compact(faults), nil
}

// fault says why a line about some notes is not taken; empty where it is.
func fault(part, text string, of []ponder.Note) string {
	wrong := func(n ponder.Note) bool { return strings.HasPrefix(n.How, erred) }
	why := ponder.Fault(text, of)
	switch {
	case !slices.Contains(parts, part):
		return partless
	case why == "" && part == event.JournalWrong && !slices.ContainsFunc(of, wrong):
		return unwrong
	}
	return why
}
