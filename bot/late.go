package bot

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"citadel/connectors"
	"citadel/memory/event"
)

// A call that was given up may still have its effect, also when the process that made it was
// killed: half an answer then stands beside the whole one, or alone, and nobody knows of it. So
// once nothing can be on its way any more, whatever is there of turns that are over is withdrawn.

// lateMargin is how much later than Limits.DraftLate that is: a call is given up a little before
// the platform's connector counts from it.
const lateMargin = 5 * time.Second

// expect notes that something of a turn may yet appear in a place; false on platforms where
// nothing does.
func (d *drafts) expect(turn event.Seq, place connectors.Place) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.limits.DraftLate == 0 {
		return false
	}
	d.late[place] = max(d.late[place], turn)
	return true
}

func (d *drafts) expecting() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.late) > 0
}

// sweep withdraws what may have come late; with more, something may come after that, too. A
// place in which such a turn has yet to be settled waits for that.
func (d *drafts) sweep(more bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	places := slices.SortedFunc(maps.Keys(d.late), func(a, b connectors.Place) int { return cmp.Compare(d.late[a], d.late[b]) })
	for _, place := range places {
		turn := d.late[place]
		if d.busy(turn, place) {
			continue
		}
		if !more {
			delete(d.late, place)
		}
		if !slices.ContainsFunc(d.void, func(w writing) bool { return w.turn == turn && w.place == place }) {
			d.void = append(d.void, writing{turn: turn, place: place, void: true})
		}
	}
	d.stir()
}

// busy says whether a turn, or one before it, is still to be settled in a place. The caller
// holds mu.
func (d *drafts) busy(turn event.Seq, place connectors.Place) bool {
	for t, at := range d.shown {
		if t <= turn && at == place {
			return true
		}
	}
	return d.text.turn != 0 && d.text.turn <= turn && d.text.place == place
}
