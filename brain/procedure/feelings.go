package procedure

import (
	"context"

	"citadel/brain/extract"
	"citadel/brain/turn"
)

// subjectFeelings marks the one line below, which is not said twice in a row.
const subjectFeelings = "feelings"

// strong is the intensity from which a feeling is not passed over. The seeds call a memory
// emotional from 0.5 on (SPEC §13.2).
const strong = 0.5

// feelings answers the principal's own bad moments with one plain line: no advice, no
// comfort that software cannot give. Good ones and small ones are talk. Nothing about mood
// is stored (TRUST, Reading moods).
func feelings(_ context.Context, v *visit) (*turn.Reply, error) {
	low := false
	for _, f := range v.own() {
		low = low || f.Kind == extract.Emotion && f.Source == "" && f.Valence < 0 && f.Intensity >= strong
	}
	if !low {
		return nil, nil
	}
	reply := says("feelings")
	if v.last.Subject == subjectFeelings {
		return reply, nil
	}
	reply.Subject = subjectFeelings
	reply.Text.Say("I've read that. I can't advise on it; I can remind you of something, or find what you told me before.")
	return reply, nil
}
