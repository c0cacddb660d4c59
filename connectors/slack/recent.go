package slack

import (
	"maps"
	"slices"
)

// recent is a map that forgets what was put into it first once it is full. It is
// not safe for concurrent use.
type recent[V any] struct {
	most int
	at   map[string]V
	keys []string // in order of arrival; those before from are gone
	from int
}

func newRecent[V any](most int) *recent[V] {
	return &recent[V]{most: most, at: map[string]V{}}
}

func (r *recent[V]) has(key string) bool {
	_, ok := r.at[key]
	return ok
}

func (r *recent[V]) put(key string, v V) {
	if !r.has(key) {
		r.keys = append(r.keys, key)
	}
	r.at[key] = v
	for len(r.at) > r.most {
		delete(r.at, r.keys[r.from])
		r.keys[r.from] = ""
		r.from++
	}
	if len(r.keys) > 2*r.most+16 {
		r.tidy()
	}
}

// tidy drops the places of keys that are gone.
func (r *recent[V]) tidy() {
	kept := make([]string, 0, len(r.at))
	seen := make(map[string]bool, len(r.at))
	for _, key := range r.keys[r.from:] {
		if r.has(key) && !seen[key] {
			kept, seen[key] = append(kept, key), true
		}
	}
	r.keys, r.from = kept, 0
}

// clone gives one that changes by itself.
func (r *recent[V]) clone() *recent[V] {
	c := *r
	c.at, c.keys = maps.Clone(r.at), slices.Clone(r.keys)
	return &c
}

// drop forgets a key; its place in the order stays taken until its turn comes.
func (r *recent[V]) drop(key string) { delete(r.at, key) }
