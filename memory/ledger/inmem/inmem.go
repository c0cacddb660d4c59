// Package inmem keeps a ledger in memory: for tests, simulations and fixtures. It keeps
// every promise of a Store but durability.
package inmem

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Store is a ledger.Store. The zero value is empty and ready.
type Store struct {
	mu    sync.RWMutex
	rows  []ledger.Row
	keys  map[string]event.Seq
	rests map[event.Seq][]event.Seq
	shelf map[string]kept
	vecs  []ledger.Vector
}

type kept struct {
	upTo event.Seq
	data []byte
}

var (
	_ ledger.Store   = (*Store)(nil)
	_ ledger.Shelf   = (*Store)(nil)
	_ ledger.Loader  = (*Store)(nil)
	_ ledger.Auditor = (*Store)(nil)
	_ ledger.Vectors = (*Store)(nil)
)

// Append implements ledger.Store.
func (s *Store) Append(ctx context.Context, rows []ledger.Row, shred []event.Seq) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("inmem: append: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	rests := make([][]event.Seq, len(rows))
	keys := map[string]event.Seq{}
	for i := range rows {
		r := &rows[i]
		_, known := s.keys[r.Key]
		_, twice := keys[r.Key]
		if known || twice || r.Seq != event.Seq(len(s.rows)+i+1) {
			return fmt.Errorf("inmem: append %d: %w", r.Seq, ledger.ErrConflict)
		}
		if r.Key != "" {
			keys[r.Key] = r.Seq
		}
		var err error
		if rests[i], err = ledger.DecodeSeqs(r.From); err != nil {
			return fmt.Errorf("inmem: append %d: %w", r.Seq, err)
		}
	}
	if s.keys == nil {
		s.keys, s.rests = map[string]event.Seq{}, map[event.Seq][]event.Seq{}
	}
	maps.Copy(s.keys, keys)
	for i, r := range rows {
		s.rows = append(s.rows, r.Clone())
		for _, on := range rests[i] {
			s.rests[on] = append(s.rests[on], r.Seq)
		}
	}
	for _, seq := range shred {
		if s.has(seq) {
			clear(s.rows[seq-1].Unseal)
			s.rows[seq-1].Unseal = nil
		}
	}
	s.vecs = slices.DeleteFunc(s.vecs, func(v ledger.Vector) bool { return slices.Contains(shred, v.Seq) })
	return nil
}

// PutVectors implements ledger.Vectors.
func (s *Store) PutVectors(_ context.Context, vs ...ledger.Vector) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, v := range vs {
		known := slices.ContainsFunc(s.vecs, func(o ledger.Vector) bool {
			return o.Seq == v.Seq && o.Embedder == v.Embedder && o.Text == v.Text
		})
		if !known && s.has(v.Seq) && len(s.rows[v.Seq-1].Unseal) > 0 {
			v.Numbers = bytes.Clone(v.Numbers)
			s.vecs = append(s.vecs, v)
		}
	}
	return nil
}

// GetVectors implements ledger.Vectors.
func (s *Store) GetVectors(_ context.Context, embedder string, of []event.Seq) iter.Seq2[ledger.Vector, error] {
	return func(yield func(ledger.Vector, error) bool) {
		s.mu.RLock()
		all := slices.Clone(s.vecs)
		s.mu.RUnlock()
		for _, v := range all {
			if v.Embedder == embedder && slices.Contains(of, v.Seq) && !yield(v, nil) {
				return
			}
		}
	}
}

func (s *Store) has(seq event.Seq) bool { return 1 <= seq && seq <= event.Seq(len(s.rows)) }

// Load implements ledger.Loader.
func (s *Store) Load(ctx context.Context, rows iter.Seq2[ledger.Row, error]) error {
	var all []ledger.Row
	for r, err := range rows {
		if err != nil {
			return err
		}
		all = append(all, r.Clone())
	}
	return s.Append(ctx, all, nil)
}

// Read implements ledger.Store.
func (s *Store) Read(_ context.Context, q ledger.Query) iter.Seq2[ledger.Row, error] {
	return func(yield func(ledger.Row, error) bool) {
		left := q.Limit
		for _, r := range s.matching(q) {
			if !yield(r, nil) {
				return
			}
			if left--; left == 0 {
				return
			}
		}
	}
}

// matching takes what is there now, so that appending goes on while it is read.
func (s *Store) matching(q ledger.Query) []ledger.Row {
	s.mu.RLock()
	defer s.mu.RUnlock()
	var out []ledger.Row
	take := func(seq event.Seq) {
		if !s.has(seq) {
			return
		}
		r := s.rows[seq-1]
		switch {
		case seq <= q.After, q.Before > 0 && seq >= q.Before,
			len(q.Kinds) > 0 && !slices.Contains(q.Kinds, r.Kind),
			len(q.Keys) > 0 && !slices.Contains(q.Keys, r.Key),
			len(q.Seqs) > 0 && !slices.Contains(q.Seqs, seq),
			q.Gone && len(r.Unseal) > 0:
			return
		}
		if q.Sealed {
			r.Unseal = nil
		} else {
			r.Unseal = bytes.Clone(r.Unseal)
		}
		out = append(out, r)
	}
	switch {
	case len(q.From) > 0:
		var seqs []event.Seq
		for _, on := range q.From {
			seqs = append(seqs, s.rests[on]...)
		}
		slices.Sort(seqs)
		for _, seq := range slices.Compact(seqs) {
			take(seq)
		}
	case len(q.Seqs) > 0:
		seqs := slices.Clone(q.Seqs)
		slices.Sort(seqs)
		for _, seq := range slices.Compact(seqs) {
			take(seq)
		}
	case len(q.Keys) > 0:
		var seqs []event.Seq
		for _, k := range q.Keys {
			if seq, ok := s.keys[k]; ok && k != "" {
				seqs = append(seqs, seq)
			}
		}
		slices.Sort(seqs)
		for _, seq := range slices.Compact(seqs) {
			take(seq)
		}
	case q.Newest && q.Limit > 0:
		for seq := event.Seq(len(s.rows)); seq > q.After && len(out) < q.Limit; seq-- {
			take(seq)
		}
		return out
	default:
		for seq := min(q.After, event.Seq(len(s.rows))) + 1; s.has(seq) && (q.Newest || q.Limit == 0 || len(out) < q.Limit); seq++ {
			take(seq)
		}
	}
	if q.Newest {
		slices.Reverse(out)
	}
	return out
}

// Rests implements ledger.Auditor.
func (s *Store) Rests(context.Context) iter.Seq2[ledger.Rest, error] {
	return func(yield func(ledger.Rest, error) bool) {
		s.mu.RLock()
		var all []ledger.Rest
		for on, seqs := range s.rests {
			for _, seq := range seqs {
				all = append(all, ledger.Rest{On: on, Seq: seq})
			}
		}
		s.mu.RUnlock()
		for _, r := range all {
			if !yield(r, nil) {
				return
			}
		}
	}
}

// Put implements ledger.Shelf.
func (s *Store) Put(_ context.Context, name string, upTo event.Seq, data []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.shelf == nil {
		s.shelf = map[string]kept{}
	}
	s.shelf[name] = kept{upTo, bytes.Clone(data)}
	return nil
}

// Get implements ledger.Shelf.
func (s *Store) Get(_ context.Context, name string) (event.Seq, []byte, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	k, ok := s.shelf[name]
	if !ok {
		return 0, nil, ledger.ErrNothingKept
	}
	return k.upTo, bytes.Clone(k.data), nil
}

// Drop implements ledger.Shelf.
func (s *Store) Drop(_ context.Context, from event.Seq) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, k := range s.shelf {
		if k.upTo >= from {
			delete(s.shelf, name)
		}
	}
	return nil
}

// Close implements ledger.Store. The contents stay, as they would in a file, so that a
// test can open them again.
func (s *Store) Close() error { return nil }
