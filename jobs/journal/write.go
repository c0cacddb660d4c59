package journal

import (
	"context"
	_ "embed"
	"encoding/json"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"citadel/brain/grave"
	"citadel/brain/ponder"
	"citadel/brain/redact"
	"citadel/jobs"
	"citadel/memory/event"
)

//go:embed instructions.md
var instructions string

var schema = json.RawMessage(`{"type":"object","additionalProperties":false,"required":["lines"],"properties":{"lines":{"type":"array","items":{` +
	`"type":"object","additionalProperties":false,"required":["part","text","notes"],"properties":{"part":{"type":"string"},"text":{"type":"string"},"notes":{"type":"array","items":{"type":"integer"}}}}}}}`)

// Why a line of a model is dropped. None holds anybody's words.
const (
	unanswered = "no model answered"
	unfounded  = "it rests on no note"
	unwrong    = "no note it rests on went wrong"
	partless   = "it is of no part of an entry"
	crowded    = "its part has three lines already"
	unworded   = "it is too short, too long or no plain sentence"
	weighty    = "it is grave, or holds a secret"
	foreign    = "it has a name or a figure that its notes do not"
)

// Bounds of an entry: lines of a part, and bytes of a line.
const (
	mostLines = 3
	shortest  = 12
	longest   = 240
)

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
	switch {
	case !slices.Contains(parts, part):
		return partless
	case len(of) == 0:
		return unfounded
	case part == event.JournalWrong && !slices.ContainsFunc(of, wrong):
		return unwrong
	case len(text) < shortest || len(text) > longest || !utf8.ValidString(text) || strings.ContainsAny(text, "`<>{}[]|*_#\\") || strings.ContainsFunc(text, unicode.IsControl):
		return unworded
	}
	if _, secrets := redact.Secrets(text); len(secrets) > 0 || grave.Touched(text) {
		return weighty
	}
	known := map[string]bool{}
	for _, n := range of {
		for _, w := range bare(n.Text) {
			known[strings.ToLower(w)] = true
		}
	}
	for i, w := range bare(text) {
		first, _ := utf8.DecodeRuneInString(w)
		named := unicode.IsUpper(first) && i > 0 && w != "I"
		if (named || strings.ContainsFunc(w, unicode.IsDigit)) && !known[strings.ToLower(w)] {
			return foreign
		}
	}
	return ""
}

// bare are the words of a text without what stands around them, and without "'s" and the like.
func bare(text string) []string {
	var all []string
	for _, field := range strings.Fields(strings.ReplaceAll(text, "’", "'")) {
		w := strings.TrimFunc(field, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
		if w, _, _ = strings.Cut(w, "'"); w != "" {
			all = append(all, w)
		}
	}
	return all
}
