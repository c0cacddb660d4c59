package weaviate

import (
	"cmp"
	"maps"
	"slices"
	"time"
)

// What was just written is searched here as well. Until the server has moved new objects from
// memory to disk, a minute after they came if nothing else is set, its BM25 loses some of them
// in questions of more than one word: measured with 1.37.0, where in a memory of 2,000 items
// half of the best hundred were missing, and none a minute later.
const (
	freshFor = 3 * time.Minute
	maxFresh = 2048 // the newest; the beginning of a long import can be found a minute later
)

// fresh are the items of the last minutes. It is used under the store's lock.
type fresh map[key]written

type written struct {
	*whole
	at time.Time
}

// add notes what was written, and lets go of what has been there long enough.
func (f fresh) add(items []*whole, now time.Time) {
	for _, w := range items {
		f[keyOf(w.item)] = written{w, now}
	}
	f.expire(now)
	if len(f) <= maxFresh {
		return
	}
	oldest := slices.SortedFunc(maps.Values(f), func(a, b written) int {
		return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.item.Seq, b.item.Seq), cmp.Compare(a.item.Part, b.item.Part))
	})
	for _, w := range oldest[:len(f)-maxFresh] {
		delete(f, keyOf(w.item))
	}
}

func (f fresh) expire(now time.Time) {
	maps.DeleteFunc(f, func(_ key, w written) bool { return now.Sub(w.at) >= freshFor })
}
