package embedded

import (
	"context"
	"fmt"
	"maps"
)

// Remove implements store.Store. It rewrites whole posting lists, so many
// memories in one call cost little more than one.
func (x *Index) Remove(ctx context.Context, seqs ...uint64) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("remove: %w", err)
	}
	x.writer.Lock()
	defer x.writer.Unlock()
	x.mu.Lock()
	defer x.mu.Unlock()
	var docs []uint32
	seen := make(map[uint64]bool)
	for _, seq := range seqs {
		if seen[seq] {
			continue
		}
		seen[seq] = true
		for doc := x.head(seq); doc != 0; doc = x.records[doc].sibling {
			docs = append(docs, doc)
		}
		x.vectors.dismiss(seq)
	}
	x.drop(docs)
	if err := x.vectors.cleared(); err != nil {
		return fmt.Errorf("remove: %w", err)
	}
	return nil
}

// drop takes documents out of everything.
func (x *Index) drop(docs []uint32) {
	gone := make(map[uint32]bool, len(docs))
	terms := make(map[uint32]bool)
	var found []string
	for _, doc := range docs {
		gone[doc] = true
		found = x.words.AppendTerms(found[:0], x.texts.at(x.records[doc].text))
		for _, term := range found {
			terms[x.lexicon.ids[term]] = true
		}
	}
	x.lexicon.remove(maps.Keys(terms), func(doc uint32) bool { return gone[doc] })
	for _, doc := range docs {
		r := &x.records[doc]
		x.leave(doc)
		x.speakers.leave(x.spots[doc].speaker)
		x.texts.erase(r.text)
		x.vectors.unset(doc)
		x.unlist(doc)
		delete(x.newer, doc)
		*r = record{}
		x.spots[doc], x.briefs[doc] = spot{}, brief{}
		x.live--
	}
	x.words.Reset()
	x.scratch.Store(newSpare()) // what searches that run now return goes with the old one
}
