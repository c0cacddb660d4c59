package briefing

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"citadel/brain/card"
	"citadel/brain/consent"
	"citadel/brain/perform"
	"citadel/brain/phrase"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/tools"
)

// Outside is what may be looked at for it. Its zero value is nothing.
type Outside struct {
	Tools func() tools.Set // that there are now
	Hands perform.Hands
	Job   string // that wants it, where no turn does

	Because, From []event.Seq // what made it happen, and whose words it carries
}

// The tools by which it looks.
const (
	agenda     = "agenda"
	mailSearch = "mail_search"
)

// nothingOn is how an agenda without entries begins.
const nothingOn = "Nothing is on "

func (o Outside) has(tool string) bool {
	if o.Tools == nil {
		return false
	}
	_, found := o.Tools().Find(tool)
	return found
}

// brought is what a look came to.
type brought struct {
	lines []*phrase.Text // of the list
	notes []*phrase.Text // what is to be said of it, such as that a calendar could not be read
	rests []event.Seq

	others []event.Seq
}

// look makes a call that changes nothing. It brings nothing where there is no such tool, and where the
// principal wants to be asked before it is used: nobody is there to ask. A server that does not answer
// is a note.
func (s Source) look(ctx context.Context, name, failed string, args any) (b brought, err error) {
	if !s.Outside.has(name) {
		return b, nil
	}
	tool, _ := s.Outside.Tools().Find(name)
	raw, err := json.Marshal(args)
	if err != nil {
		return b, err
	}
	var policy string
	s.Read(func(v memory.View) { policy = v.Hands.Policies[name] })
	if consent.Decide(consent.Call{Tool: tool, Args: raw, Policy: policy, Unasked: true}).Do != consent.Run {
		return b, nil
	}
	out, err := s.Outside.Hands.Make(ctx, perform.Call{
		Tool: tool, Args: raw, Job: s.Outside.Job, Because: slices.Clone(s.Outside.Because), From: slices.Clone(s.Outside.From),
	})
	if err != nil {
		return b, err
	}
	b.rests = []event.Seq{out.Call, out.Returned}
	if out.Failure != nil {
		b.notes = append(b.notes, new(phrase.Text).Claim(b.rests, "%s", failed))
		return b, nil
	}
	if len(out.Result.Sources) > 0 {
		b.others = append(b.others, out.Returned)
	}
	lines, notes := card.Listed(name, out.Result, s.Now)
	for _, line := range lines {
		b.lines = append(b.lines, new(phrase.Text).Claim(b.rests, "%s", line))
	}
	for _, note := range notes {
		if strings.HasPrefix(note, nothingOn) {
			continue // the first line says so
		}
		b.notes = append(b.notes, new(phrase.Text).Claim(b.rests, "%s", note))
	}
	return b, nil
}
