package weaviate

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/weaviate/weaviate-go-client/v4/weaviate/filters"
	"github.com/weaviate/weaviate/entities/models"

	"citadel/memory/store"
)

// Put implements store.Store. It reads the homes that the items come to or leave, works out
// their neighbourhoods and groups from what is there, and writes what is not as it should
// be: a call that was cut short is mended by the same call.
func (s *Store) Put(ctx context.Context, items ...store.Item) error {
	for _, item := range items {
		if err := item.Check(); err != nil {
			return err
		}
	}
	if err := s.writer.enter(ctx); err != nil {
		return err
	}
	defer s.writer.leave()
	o, err := s.prepare(ctx)
	if err != nil {
		return s.learn(err)
	}
	if err := o.fits(items); err != nil {
		return err
	}
	for some := range slices.Chunk(items, lot) {
		if err := s.learn(s.put(ctx, some)); err != nil {
			return err
		}
	}
	return nil
}

// lot is how many items are put under one reading of their homes.
const lot = 512

func (s *Store) put(ctx context.Context, items []store.Item) error {
	o, err := s.prepare(ctx)
	if err != nil {
		return err
	}
	newer := map[key]*whole{}
	touched := map[home]bool{}
	vectors := map[string]bool{}
	var there []key
	for _, item := range items {
		touched[homeOf(item)] = true
		if n := len(item.Vector); n > 0 {
			vectors[vectorName(item.Embedder, n)] = true
		}
		if was, ok := o.place[keyOf(item)]; ok {
			touched[was] = true
			there = append(there, keyOf(item))
		}
	}
	if err := s.index(ctx, vectors); err != nil {
		return err
	}
	old, err := s.items(ctx, there, line)
	if err != nil {
		return err
	}
	for _, was := range old {
		newer[keyOf(was.item)] = was
	}
	for _, item := range items { // one after the other: one of them may be a newer one of another
		w, k := s.analyse(item), keyOf(item)
		if was := newer[k]; was != nil {
			w.inherit(was)
		}
		newer[k] = w
	}
	return s.change(ctx, o, touched, newer)
}

// analyse makes of an item what is kept of it.
func (s *Store) analyse(item store.Item) *whole {
	w := &whole{text: veil(item.Text), vector: numbers(item.Vector)}
	counts := map[string]uint32{}
	for _, term := range s.words.AppendTerms(nil, item.Text) {
		counts[term]++
		w.length++
	}
	w.own = encodeBag(counts)
	w.said, w.likes, w.size = token(w.text), token(w.vector), len(item.Vector)
	w.item = item
	w.item.Text, w.item.Vector = "", nil
	if w.size == 0 {
		w.item.Embedder = ""
	}
	return w
}

// inherit leaves an item that comes without a vector the one that was made of the same text.
func (w *whole) inherit(was *whole) {
	if w.size == 0 && was.size > 0 && was.said == w.said {
		w.item.Embedder, w.size, w.likes, w.vector = was.item.Embedder, was.size, was.likes, was.vector
	}
}

// change rewrites homes: newer items come in or take the place of what they were, nil ones
// go. What has gone is taken out of groups and neighbourhoods before it is deleted.
func (s *Store) change(ctx context.Context, o *outline, touched map[home]bool, newer map[key]*whole) (err error) {
	defer func() {
		if err != nil { // who knows what of it was written
			s.mu.Lock()
			s.outline = nil
			s.mu.Unlock()
		}
	}()
	s.mu.Lock()
	for k := range newer {
		delete(s.fresh, k)
	}
	s.mu.Unlock()
	var objects []*models.Object
	var groups []*group
	var all []*whole
	for h := range touched {
		changed, g, err := s.rework(ctx, o, h, newer)
		if err != nil {
			return err
		}
		all = append(all, changed...)
		for _, w := range changed {
			object, err := w.object(s.tenant)
			if err != nil {
				return &failure{"write an item", err}
			}
			objects = append(objects, object)
		}
		if g != nil {
			groups = append(groups, g)
			if len(g.members) > 0 {
				objects = append(objects, g.object(s.tenant))
			}
		}
	}
	if err := s.write(ctx, objects); err != nil {
		return err
	}
	for _, g := range groups {
		if len(g.members) == 0 {
			if err := s.deleteObject(ctx, g.id().String()); err != nil {
				return err
			}
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, g := range groups {
		o.replace(g)
	}
	s.fresh.add(all, s.now())
	return nil
}

// rework gives the items of a home that have to be written, and its group.
func (s *Store) rework(ctx context.Context, o *outline, h home, newer map[key]*whole) ([]*whole, *group, error) {
	var there []key
	if g := o.groups[h]; g != nil {
		there = g.members
	}
	old, err := s.items(ctx, there, line)
	if err != nil {
		return nil, nil, err
	}
	before := map[key]string{}
	var items []*whole
	for _, w := range old {
		k := keyOf(w.item)
		before[k] = w.encode()
		if _, replaced := newer[k]; !replaced {
			items = append(items, w)
		}
	}
	for _, w := range newer {
		if w != nil && homeOf(w.item) == h {
			items = append(items, w)
		}
	}
	arrange(h, items)
	var changed []*whole
	var bare []key
	for _, w := range items {
		k := keyOf(w.item)
		if w.encode() == before[k] {
			continue
		}
		changed = append(changed, w)
		if newer[k] != w || w.size > 0 && w.vector == "" {
			bare = append(bare, k)
		}
	}
	if err := s.clothe(ctx, changed, bare); err != nil {
		return nil, nil, err
	}
	return changed, groupOf(h, items), nil
}

// clothe gives items that were read without them their texts and vectors.
func (s *Store) clothe(ctx context.Context, items []*whole, bare []key) error {
	full, err := s.items(ctx, bare, all)
	if err != nil {
		return err
	}
	found := map[key]*whole{}
	for _, w := range full {
		found[keyOf(w.item)] = w
	}
	for _, w := range items {
		if from := found[keyOf(w.item)]; from != nil {
			w.text, w.vector = from.text, from.vector
		}
	}
	return nil
}

// Remove implements store.Store.
func (s *Store) Remove(ctx context.Context, seqs ...uint64) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("remove: %w", err)
	}
	if err := s.writer.enter(ctx); err != nil {
		return err
	}
	defer s.writer.leave()
	gone := slices.Compact(slices.Sorted(slices.Values(seqs)))
	for some := range slices.Chunk(gone, lot) {
		if err := s.learn(s.remove(ctx, some)); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) remove(ctx context.Context, seqs []uint64) error {
	o, err := s.prepare(ctx)
	if err != nil {
		return err
	}
	newer := map[key]*whole{}
	touched := map[home]bool{}
	for k, h := range o.place {
		if _, ok := slices.BinarySearch(seqs, k.seq); ok {
			newer[k], touched[h] = nil, true
		}
	}
	if err := s.change(ctx, o, touched, newer); err != nil {
		return err
	}
	s.words.Reset()
	s.mu.Lock()
	o.forget()
	s.mu.Unlock()

	// By number and not by what the outline knows of: it may never have heard of an item
	// whose writing was cut short.
	names := make([]string, len(seqs))
	for i, seq := range seqs {
		names[i] = strconv.FormatUint(seq, 10)
	}
	of := filters.Where().WithPath([]string{"memory"}).WithOperator(filters.ContainsAny).WithValueText(names...)
	return s.again(ctx, "delete", func(ctx context.Context) error {
		answer, err := s.client.Batch().ObjectsBatchDeleter().WithClassName(Collection).WithTenant(s.tenant).WithWhere(of).Do(ctx)
		if err != nil {
			return err
		}
		if answer.Results != nil && answer.Results.Failed > 0 {
			return &refusal{fmt.Sprintf("%d of %d objects", answer.Results.Failed, answer.Results.Matches)}
		}
		return nil
	})
}

func (s *Store) deleteObject(ctx context.Context, id string) error {
	return s.again(ctx, "delete", func(ctx context.Context) error {
		err := s.client.Data().Deleter().WithClassName(Collection).WithTenant(s.tenant).WithID(id).Do(ctx)
		if status(err) == 404 {
			return nil
		}
		return err
	})
}
