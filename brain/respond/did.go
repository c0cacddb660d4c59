package respond

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"citadel/brain/card"
	"citadel/brain/critique"
	"citadel/brain/volition"
	"citadel/memory/event"
	"citadel/tools"
)

// did is what the turn did: what a sentence that tells of a deed can rest on (SPEC §12, Receipts).
type did struct {
	receipts []critique.Receipt
	promised bool // something is kept as a promise, or to be brought up
}

// did gathers it from the call that was approved, those that were made since, and the wishes that were granted. A
// call that failed, or that did not hold when it was looked at, proves nothing.
func (w *work) did(wishes []volition.Wish) (d did) {
	called := func(t tools.Tool, args json.RawMessage, seq event.Seq) {
		for _, kind := range deeds(t, args) {
			d.receipts = append(d.receipts, critique.Receipt{What: seq, Did: kind})
		}
	}
	if m := w.t.Made; m != nil && m.World && m.Done {
		t, _ := w.Bench.Tools().Find(m.Tool)
		called(t, json.RawMessage(m.Args), m.Seqs[0])
	}
	for _, m := range w.made {
		if m.tool.Class == tools.World && card.Done(m.out.Failure, m.out.Verified) {
			called(m.tool, m.args, m.out.Returned)
		}
	}
	for _, v := range wishes {
		switch v.Change.(type) {
		case nil:
		case event.CommitmentMade, event.IntentionSet:
			d.promised = true
			d.receipts = append(d.receipts, critique.Receipt{Did: critique.Kept})
		default:
			d.receipts = append(d.receipts, critique.Receipt{Did: critique.Kept})
		}
	}
	return d
}

// deeds are the kinds of deeds that a call of a tool may be told as. Of a tool of others nobody knows.
func deeds(t tools.Tool, args json.RawMessage) (all []critique.Did) {
	switch {
	case t.Server != "":
		return []critique.Did{critique.Unknown}
	case strings.HasPrefix(t.Name, "event_"):
		all = []critique.Did{critique.Planned, critique.Altered, critique.Kept}
	case strings.HasPrefix(t.Name, "files_"), t.Name == "mail_draft":
		all = []critique.Did{critique.Kept, critique.Altered}
	case t.Name == "mail_send":
		all = []critique.Did{critique.Sent}
	default:
		return []critique.Did{critique.Unknown}
	}
	if t.Name != "mail_draft" && t.Reaches != nil && len(t.Reaches(args)) > 0 && !slices.Contains(all, critique.Sent) {
		all = append(all, critique.Sent) // an entry with guests is sent to them
	}
	return all
}

// proves says whether a sentence may tell of what was done.
func (d did) proves(sentence string) bool {
	return d.promised && promising.MatchString(sentence) || !critique.Unproven(sentence, d.receipts)
}

// promising is a sentence of what will be, not of what was.
var promising = regexp.MustCompile(`(?i)\bi(?:['’]ll| will|['’]m going to| am going to)\b`)

// worked says whether a call outside the mind was made, or begun, whatever came of it.
func (w *work) worked() bool {
	return w.goesOn() || slices.ContainsFunc(w.made, func(m made) bool { return m.tool.Class == tools.World })
}
