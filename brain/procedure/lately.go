package procedure

import (
	"context"
	"regexp"

	"citadel/brain/turn"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// untimedTalk asks what the talk was about, with no time in it: that of the day on which something was said last.
var untimedTalk = regexp.MustCompile(`^(?:so |and )?what (?:did we (?:just )?(?:talk about|speak about|discuss|chat about)|(?:have|were) we (?:just )?(?:been )?(?:talked|talking|spoken|speaking|discussed|discussing|chatting)(?: about)?|` +
	`have i (?:told you|said)|have i been (?:telling you|talking about))(?: so far| just now| lately| recently| before| last)?$`)

// talkedAbout answers what the talk was about lately as it would be answered of that day.
func talkedAbout(ctx context.Context, v *visit) (*turn.Reply, error) {
	if !untimedTalk.MatchString(lead(plainWords(v.Text))) {
		return nil, nil
	}
	day := ""
	for h, err := range ledger.Each[event.Heard](ctx, v.Mind, ledger.Query{Kinds: []event.Kind{event.Heard{}.Kind()}, Before: v.Last().Seq, Newest: true, Limit: looked}) {
		if err != nil {
			return nil, err
		}
		own := h.Trust == event.ByPrincipal && !h.Said.Overheard && h.Said.Forwarded == ""
		if own && v.Sight().Shows(h.Said.Audience, h.Said.Place) && !noEvidence(h.Said.Text) {
			day = h.Said.On.In(v.Now.Location()).Format("2 January 2006")
			break
		}
	}
	if day == "" {
		return nil, nil
	}
	of := *v.Turn
	of.Text = "what did we talk about on " + day + "?"
	dated := *v
	dated.Turn, dated.seen = &of, nil
	return answerFromMemory(ctx, &dated)
}
