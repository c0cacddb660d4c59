package jobs

import (
	"context"
	"strings"
	"time"

	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// What becomes of a kind of message that the principal mostly dismisses (SPEC §16): below this weight there is one a
// week at most, which is said once.
const (
	light  = 0.7
	seldom = 7 * 24 * time.Hour
	said   = 60 * 24 * time.Hour // for how long it stays said: reactions have faded by half then
)

// Seldom says whether a message of a kind, by which the subject of its posts begins, is to wait, since such ones are
// mostly dismissed and one came within a week; else whether it is to tell that there are fewer of them from now on,
// by a post that is marked with event.PostQueued.Rarer. The job has to read queued posts.
func Seldom(ctx context.Context, in In, kind string) (wait, tell bool, err error) {
	var weight float64
	in.Read(func(v memory.View) { weight = v.Weights.Multiplier(kind, in.Now) })
	if weight >= light {
		return false, false, nil
	}
	newest := time.Duration(-1)
	for r, err := range in.Events(ctx, ledger.Query{Kinds: []event.Kind{event.PostQueued{}.Kind()}, Newest: true}) {
		if err != nil {
			return false, false, err
		}
		ago := in.Now.Sub(r.At)
		if ago > said {
			break
		}
		p, err := r.Payload()
		if err != nil {
			return false, false, err
		}
		q, ok := p.(event.PostQueued)
		if !ok || q.Asked() || q.Subject != kind && !strings.HasPrefix(q.Subject, kind+"/") {
			continue
		}
		if newest < 0 {
			newest = ago
		}
		if q.Rarer {
			return newest < seldom, false, nil
		}
	}
	return false, true, nil
}
