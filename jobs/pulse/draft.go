package pulse

import (
	"context"
	_ "embed"
	"encoding/json"
	"net/mail"
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

var schema = json.RawMessage(`{"type":"object","additionalProperties":false,"required":["text"],"properties":{"text":{"type":"string"}}}`)

// Bounds, in bytes: of a mail that is shown, of one note of it, and of a draft.
const (
	mostShown   = 4 << 10
	note        = 380
	shortest    = 20
	longest     = 1200
	mostTokens  = 500
	longSubject = 200
)

// letter is a mail as it was read.
type letter struct{ from, address, subject, text string }

// letterOf reads what the tool brings of a mail; false where it is not to be answered by a draft: answers go elsewhere
// than to who wrote it, it is grave, or it says nothing.
func letterOf(brought string) (l letter, ok bool) {
	head, text, _ := strings.Cut(brought, "\n\n")
	for line := range strings.Lines(head) {
		switch key, value, _ := strings.Cut(strings.TrimSpace(line), ": "); key {
		case "From":
			a, err := mail.ParseAddress(value)
			if err != nil {
				return l, false
			}
			l.from, l.address = a.Name, a.Address
		case "Answers go to":
			return l, false
		case "Subject":
			l.subject = value
		}
	}
	l.text = strings.TrimSpace(text)
	return l, l.address != "" && l.text != "" && len(l.subject) <= longSubject && !grave.Touched(l.subject+" "+l.text)
}

// answers is the subject of the answer.
func (l letter) answers() string {
	if strings.HasPrefix(strings.ToLower(l.subject), "re:") {
		return l.subject
	}
	return "Re: " + l.subject
}

// notes are the mail in pieces that a model may be shown.
func (l letter) notes(returned event.Seq) (all ponder.Notes) {
	all = append(all, ponder.Note{Seq: returned, How: "who wrote the mail, and its subject", Text: l.from + ": " + l.subject})
	piece := ""
	for word := range strings.FieldsSeq(l.text[:min(len(l.text), mostShown)]) {
		word = strings.ToValidUTF8(word, "")
		if len(piece)+len(word) > note {
			all, piece = append(all, ponder.Note{Seq: returned, How: "words of the mail", Text: piece}), ""
		}
		piece += " " + word
	}
	return append(all, ponder.Note{Seq: returned, How: "words of the mail", Text: piece})
}

// draft has a model write the answer; "" where it does not, or what it writes is not fit to be put before him.
func (o Outside) draft(ctx context.Context, in jobs.In, l letter, returned event.Seq) (string, error) {
	var a struct{ Text string }
	m := ponder.Matter{Job: Name, Slot: in.Slot.Name, Notes: l.notes(returned), Instructions: instructions, Schema: schema, MaxTokens: mostTokens}
	if _, err := m.Put(ctx, o.Ask, &a); err != nil {
		return "", ctx.Err() // the mail was read for this, and is not read again
	}
	text := strings.TrimSpace(a.Text)
	if !fit(text, m.Notes) {
		return "", nil
	}
	return text, nil
}

// fit says whether a draft may be put before him.
func fit(text string, of ponder.Notes) bool {
	switch {
	case len(text) < shortest || len(text) > longest || !utf8.ValidString(text):
		return false
	case strings.ContainsFunc(text, func(c rune) bool { return unicode.IsControl(c) && c != '\n' }):
		return false
	case strings.Contains(text, "://") || strings.Contains(text, "@") || strings.ContainsAny(text, "<>{}`|"):
		return false
	case ponder.Beyond(text, of) || grave.Touched(text):
		return false
	}
	_, secrets := redact.Secrets(text)
	return len(secrets) == 0
}
