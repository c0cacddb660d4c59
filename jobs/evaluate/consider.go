package evaluate

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"citadel/brain/grave"
	"citadel/brain/ponder"
	"citadel/brain/redact"
	"citadel/jobs"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/self"
)

//go:embed instructions.md
var instructions string

var schema = json.RawMessage(`{"type":"object","additionalProperties":false,"required":["checks"],"properties":{"checks":{"type":"array","items":{` +
	`"type":"object","additionalProperties":false,"required":["sort","text","notes"],"properties":{"sort":{"type":"string"},"text":{"type":"string"},"notes":{"type":"array","items":{"type":"integer"}}}}}}}`)

// Why a check of a model is dropped. None holds anybody's words.
const (
	unanswered = "no model answered"
	unfounded  = "it rests on no note of its sort"
	twice      = "its sort has one already"
	unworded   = "it is empty, too long or no plain sentence"
	particular = "it has a name or a figure"
	weighty    = "it is grave, or holds a secret"
)

// Bounds: of the errors that a model is shown, the newest, and of a check, in bytes.
const (
	mostErrors = 30
	shortest   = 12
	longest    = 140
)

// consider asks a model what to check because of errors.
func consider(ctx context.Context, in jobs.In, ask ponder.Asking, all []self.Error) (by string, checks []event.Caution, faults []string, err error) {
	notes, of, err := shown(ctx, in, all)
	if err != nil || len(notes) == 0 {
		return "", nil, nil, err
	}
	var answer struct {
		Checks []struct {
			Sort, Text string
			Notes      []int
		}
	}
	by, err = ponder.Matter{Job: Name, Slot: in.Slot.Name, Notes: notes, Instructions: instructions, Schema: schema, MaxTokens: 800}.Put(ctx, ask, &answer)
	if err != nil {
		return "", nil, nil, err
	}
	for _, c := range answer.Checks {
		text := strings.TrimRight(strings.Join(strings.Fields(c.Text), " "), ".")
		cites := cited(notes, of, c.Sort, c.Notes)
		switch fault := wrong(text); {
		case len(cites) == 0:
			faults = append(faults, unfounded)
		case slices.ContainsFunc(checks, func(x event.Caution) bool { return x.Sort == c.Sort }):
			faults = append(faults, twice)
		case fault != "":
			faults = append(faults, fault)
		default:
			checks = append(checks, event.Caution{Sort: c.Sort, Text: text, Cites: cites})
		}
	}
	return by, checks, faults, nil
}

// shown are the notes of errors: what was said that was wrong, and what he said against it. of is the error that each
// note is about. Words of others are left out, and so are answers that rest on some.
func shown(ctx context.Context, in jobs.In, all []self.Error) (notes ponder.Notes, of []self.Error, err error) {
	add := func(e self.Error, seq event.Seq, what string) error {
		var others bool
		in.Read(func(v memory.View) { others = v.Origins.Other(seq) || v.Origins.Carries(seq) })
		if others {
			return nil
		}
		rec, p, err := in.Event(ctx, seq)
		switch rec.Kind {
		case event.Heard{}.Kind(), event.PostQueued{}.Kind():
		case "":
			if errors.Is(err, ledger.ErrNoEvent) {
				return nil
			}
			return err
		default: // a memory that was corrected says no more than the message
			return nil
		}
		if err != nil {
			return err
		}
		text := ""
		switch p := p.(type) {
		case event.Heard:
			text = p.Text
		case event.PostQueued:
			text = p.Text
		}
		if text != "" && !grave.Heavy(text) {
			notes, of = append(notes, ponder.Note{Seq: seq, How: e.Sort + ", " + what, Text: text}), append(of, e)
		}
		return nil
	}
	for _, e := range all[max(0, len(all)-mostErrors):] {
		rec, _, err := in.Event(ctx, e.Seq)
		if err != nil {
			return nil, nil, err
		}
		if e.Post != 0 {
			if err := add(e, e.Post, "what the assistant said"); err != nil {
				return nil, nil, err
			}
		}
		for _, m := range rec.From {
			if m == e.Post {
				continue
			}
			if err := add(e, m, "what the person said against it"); err != nil {
				return nil, nil, err
			}
		}
	}
	return notes, of, nil
}

// cited are the errors of a sort behind the notes that a check names.
func cited(notes ponder.Notes, of []self.Error, sort string, numbers []int) (cites []event.Seq) {
	if _, ok := notes.Named(numbers); !ok {
		return nil
	}
	for _, n := range numbers {
		if e := of[n-1]; e.Sort == sort && !slices.Contains(cites, e.Seq) {
			cites = append(cites, e.Seq)
		}
	}
	return cites
}

// wrong says why a check is not taken; empty where it is.
func wrong(text string) string {
	if len(text) < shortest || len(text) > longest || !utf8.ValidString(text) || strings.ContainsAny(text, "`\"“”<>{}[]|*_#:\\/") {
		return unworded
	}
	if _, secrets := redact.Secrets(text); len(secrets) > 0 || grave.Touched(text) {
		return weighty
	}
	if strings.ContainsFunc(text, unicode.IsDigit) {
		return particular
	}
	for i, w := range strings.Fields(text) {
		first, _ := utf8.DecodeRuneInString(w)
		if i == 0 && !unicode.IsUpper(first) {
			return unworded
		}
		if i > 0 && unicode.IsUpper(first) && w != "I" {
			return particular
		}
		if strings.ContainsAny(w, "@.") {
			return particular
		}
	}
	return ""
}
