package procedure

import (
	"context"

	"citadel/brain/extract"
	"citadel/brain/feel"
	"citadel/brain/turn"
	"citadel/memory/event"
)

// feelings answers the principal's own bad moments with one plain line: no advice, no
// comfort that software cannot give. Good ones and small ones are talk. What of it is
// kept, and whether, is for package feel.
func feelings(_ context.Context, v *visit) (*turn.Reply, error) {
	low := false
	for _, f := range v.own() {
		low = low || f.Kind == extract.Emotion && f.Source == "" && f.Valence < 0 && f.Intensity >= feel.Strong
	}
	if !low {
		return nil, nil
	}
	reply := says("feelings")
	if v.last.Subject == feel.SubjectLow || v.last.Subject == event.SubjectMood { // not twice in a row
		return reply, nil
	}
	reply.Subject = feel.SubjectLow
	reply.Text.Say("I've read that. I can't advise on it; I can remind you of something, or find what you told me before.")
	return reply, nil
}
