package procedure

import (
	"context"

	"citadel/brain/feel"
	"citadel/brain/turn"
	"citadel/memory/event"
)

// feelings answers the principal's own bad moments with one plain line: no advice, no
// comfort that software cannot give. Good ones and small ones are talk. What of it is
// kept, and whether, is for package feel.
func feelings(_ context.Context, v *visit) (*turn.Reply, error) {
	low, grave := false, false
	for _, m := range v.Messages {
		if m.Forwarded != "" {
			continue
		}
		for _, f := range feel.Read(m.Text, m.On) {
			low = low || f.Valence < 0 && f.Intensity >= feel.Strong
			grave = grave || f.Grave
		}
	}
	if !low {
		return nil, nil
	}
	reply := says("feelings")
	if v.last.Subject == feel.SubjectLow || v.last.Subject == event.SubjectMood { // not twice in a row
		return reply, nil
	}
	reply.Subject = feel.SubjectLow
	if grave { // nothing is offered in grief, and nothing asked
		reply.Text.Say("I've read that. I won't bring it up unless you do.")
		return reply, nil
	}
	reply.Text.Say("I've read that. I can't advise on it; I can remind you of something, or find what you told me before.")
	return reply, nil
}
