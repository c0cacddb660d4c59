package connectors

import (
	"slices"
	"time"
)

// LongestDraft is how long before now a draft can have been begun that still becomes an answer:
// nobody writes longer. An older one is only in the way.
const LongestDraft = 24 * time.Hour

// Doubt is what a connector knows of drafts in a place that may yet arrive: a call whose outcome is
// unknown may have its effect later, of this process or of the one before it. As long as one may,
// what stands in the place is read before each draft and post, and whatever is found there that
// nothing will take the place of is withdrawn.
//
// The zero Doubt is that of a place in which nothing may arrive. It is a value: no change of a copy
// is seen in another.
type Doubt struct {
	until  time.Time   // when the last of them has arrived, or never will
	over   uint64      // what still arrives of this turn, or of one before it, is withdrawn
	spared []MessageID // that made no room, since they may be posts by now: left alone as long as there is a doubt
}

// DoubtUntil is the doubt of a place of which nothing is known but that something may arrive until
// then.
func DoubtUntil(t time.Time) Doubt { return Doubt{until: t} }

// Any says whether something may yet arrive.
func (d Doubt) Any() bool { return !d.until.IsZero() }

// Over says whether nothing can arrive any more at a moment, though nobody has looked since.
func (d Doubt) Over(now time.Time) bool { return !d.until.After(now) }

// Since is from when on drafts of this process can stand in the place, as long as there is a doubt.
func (d Doubt) Since() time.Time { return d.until.Add(-LongestDraft) }

// Attempted notes a call whose outcome is unknown, and that has its effect until then, if ever.
func (d *Doubt) Attempted(until time.Time) { d.until = until }

// Spare leaves a message alone that may be a post by now, until it is known.
func (d *Doubt) Spare(id MessageID, until time.Time) {
	d.spared = append(slices.Clip(d.spared), id)
	d.until = until
}

// Begin notes that an answer of a turn is written, perhaps not for the first time.
func (d *Doubt) Begin(turn uint64) { d.over = min(d.over, turn-1) }

// End notes that what there was of a turn, and of those before it, was withdrawn, or has become a
// post.
func (d *Doubt) End(turn uint64) { d.over = max(d.over, turn) }

// Read notes that what stands in the place was read whole from a moment on. What was to arrive by
// then has.
func (d *Doubt) Read(began time.Time) {
	if !began.Before(d.until) {
		d.until, d.spared = time.Time{}, nil
	}
}

// Spares says whether a message that is found is left alone.
func (d Doubt) Spares(id MessageID) bool { return slices.Contains(d.spared, id) }

// Stands says whether a draft of a turn that is found, where none is known, is one that its answer
// will take the place of. stale says that it was begun longer than LongestDraft ago: an answer that
// takes the place of so old a message nobody sees.
func (d Doubt) Stands(turn uint64, stale bool) bool { return turn > d.over && !stale }
