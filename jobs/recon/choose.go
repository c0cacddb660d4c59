package recon

import (
	"context"
	_ "embed"
	"encoding/json"

	"citadel/brain/ponder"
	"citadel/memory/event"
	"citadel/memory/graph"
)

//go:embed instructions.md
var instructions string

var schema = json.RawMessage(`{"type":"object","additionalProperties":false,"required":["notes"],"properties":{"notes":{"type":"array","items":{"type":"integer"}}}}`)

// What a model is shown and says at most.
const (
	mostShown  = 20
	mostTokens = 200
)

// How a note is.
const (
	ofClient = "names a client"
	ofThing  = "names something that bears on a client"
	ofTopic  = "may bear on what you wonder about"
)

// choose takes what is worth telling; by is the model that did. Where none answers, a rule does: what names a client
// or what is his, and of what is wondered about nothing, since a few words in common say little.
func (l look) choose(ctx context.Context, returned event.Seq, may []candidate, most int) (chosen []candidate, by string, err error) {
	may = may[:min(len(may), mostShown)]
	if l.Ask == nil {
		return byRule(may, most), "", nil
	}
	var a struct{ Notes []int }
	m := ponder.Matter{Job: l.job, Slot: l.in.Slot.Name, Instructions: instructions, Schema: schema, MaxTokens: mostTokens}
	for _, c := range may {
		m.Notes = append(m.Notes, c.note(returned))
	}
	by, err = m.Put(ctx, l.Ask, &a)
	if ctx.Err() != nil {
		return nil, "", ctx.Err()
	}
	if err != nil {
		return byRule(may, most), "", nil
	}
	seen := map[int]bool{}
	for _, n := range a.Notes {
		if n < 1 || n > len(may) {
			return byRule(may, most), "", nil
		}
		if !seen[n] && len(chosen) < most {
			seen[n] = true
			chosen = append(chosen, may[n-1])
		}
	}
	return chosen, by, nil
}

// byRule takes the first that are of clients.
func byRule(may []candidate, most int) (chosen []candidate) {
	for _, c := range may {
		if c.of.curiosity == 0 && len(chosen) < most {
			chosen = append(chosen, c)
		}
	}
	return chosen
}

// note is how a model reads it.
func (c candidate) note(returned event.Seq) ponder.Note {
	n := ponder.Note{Seq: returned, How: ofClient, Text: c.of.client + " | " + c.title + " |" + c.text}
	switch {
	case c.of.curiosity != 0:
		n.How, n.Text = ofTopic, c.of.query+" | "+c.title+" |"+c.text
	case c.of.thing != "":
		n.How, n.Text = ofThing, c.of.client+", "+graph.Words(c.of.thing)+" | "+c.title+" |"+c.text
	}
	return n
}
