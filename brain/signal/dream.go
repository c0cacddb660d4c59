package signal

import (
	"time"

	"citadel/brain/phrase"
	"citadel/memory"
)

// dreamLasts is how long a dream is of last night.
const dreamLasts = 36 * time.Hour

// dream is what came of the last night.
func dream(v memory.View, q *Query) []Signal {
	d := v.Dreams.Last
	if d.Seq == 0 || d.Fragment == "" || q.Now.Sub(d.On) > dreamLasts {
		return nil
	}
	return []Signal{{
		Name:  phrase.Handle('m', d.Seq),
		Lines: []Line{{Seq: d.Seq, Letter: 'm', On: d.On, Text: d.Fragment, Note: "a picture of the night, not a fact"}},
	}}
}
