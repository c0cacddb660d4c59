package procedure

import (
	"context"
	"regexp"

	"citadel/brain/recall"
	"citadel/brain/turn"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/store"
)

// firstOrLast asks for the principal's own words by where they stand in what he said: "what did I just say?", "what
// was the first thing I told you?".
var firstOrLast = regexp.MustCompile(`^(?:so |and )?what (?:did i (?P<a>just|last|first) (?:say|tell you|write|mention)|did i (?:say|tell you|write|mention) (?P<b>first|last|just now)|` +
	`(?:was|is|were) the (?:very )?(?P<c>first|last|latest|previous) (?:thing|things) (?:that )?i (?:said|told you|wrote|mentioned|ever said|ever told you)|(?:was|is) my (?:very )?(?P<d>first|last|latest|previous) (?:message|sentence|statement))(?: to you)?$`)

// looked is how many messages are looked at for the first or the last one that may be told here.
const looked = 50

// saidFirstOrLast answers what the principal said last, or first, with the words of that message.
func saidFirstOrLast(ctx context.Context, v *visit) (*turn.Reply, error) {
	m := firstOrLast.FindStringSubmatch(lead(plainWords(v.Text)))
	if m == nil {
		return nil, nil
	}
	first := m[1] == "first" || m[2] == "first" || m[3] == "first" || m[4] == "first"
	var found ledger.Told[event.Heard]
	for h, err := range ledger.Each[event.Heard](ctx, v.Mind, ledger.Query{Kinds: []event.Kind{event.Heard{}.Kind()}, Before: v.Last().Seq, Newest: !first, Limit: looked}) {
		if err != nil {
			return nil, err
		}
		own := h.Trust == event.ByPrincipal && !h.Said.Overheard && h.Said.Forwarded == ""
		if !own || !v.Sight().Shows(h.Said.Audience, h.Said.Place) || firstOrLast.MatchString(lead(plainWords(h.Said.Text))) {
			continue
		}
		if found.Seq == 0 || first == (h.Seq < found.Seq) {
			found = h
		}
	}
	if found.Seq == 0 {
		return nil, nil
	}
	for e, err := range ledger.Each[event.Edited](ctx, v.Mind, ledger.Query{From: []event.Seq{found.Seq}}) {
		if err != nil {
			return nil, err
		}
		if e.Said.Message == found.Seq {
			found.Said.Text = e.Said.Text
		}
	}
	reply := says("first or last")
	i := recall.Item{Seq: found.Seq, Memory: found.Seq, Letter: 'm', Kind: store.Said, Text: found.Said.Text, On: found.Said.On}
	v.quote(&reply.Text, i, found.Said.Text, ownWords*2)
	reply.Text.Say(".")
	return reply, nil
}
