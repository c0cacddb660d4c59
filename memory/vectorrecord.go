package memory

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"slices"

	"citadel/memory/embed"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/store"
)

// VectorRecord gives the place in the ledger's store where remote vectors are recorded; nil
// where it has none. Vectors stand there in half precision, by their event and a hash of what
// was embedded, which is keyed by what no other ledger has.
func (m *Mind) VectorRecord(ctx context.Context) (VectorRecord, error) {
	kept := m.log.Vectors()
	if kept == nil {
		return nil, nil
	}
	first, err := m.log.Get(context.WithoutCancel(ctx), 1) // one row
	if err != nil {
		return nil, fmt.Errorf("memory: %w", err)
	}
	return &record{kept: kept, key: first.Hash}, nil
}

type record struct {
	kept ledger.Vectors
	key  ledger.Hash
}

func (r *record) text(item store.Item) (h ledger.Hash) {
	mac := hmac.New(sha256.New, r.key[:])
	mac.Write([]byte(spoken(item)))
	mac.Sum(h[:0])
	return h
}

// Recorded implements VectorRecord. What cannot be read is as if it were not there.
func (r *record) Recorded(ctx context.Context, embedder string, items []store.Item) ([][]float32, error) {
	made := make([][]float32, len(items))
	places := map[event.Seq][]int{}
	var of []event.Seq
	for i, item := range items {
		seq := event.Seq(item.Seq)
		if places[seq] == nil {
			of = append(of, seq)
		}
		places[seq] = append(places[seq], i)
	}
	for v, err := range r.kept.GetVectors(ctx, embedder, of) {
		if err != nil {
			return nil, fmt.Errorf("memory: %w", err)
		}
		i := slices.IndexFunc(places[v.Seq], func(i int) bool { return r.text(items[i]) == v.Text })
		if i < 0 {
			continue
		}
		if numbers, err := embed.DecodeHalf(v.Numbers); err == nil {
			made[places[v.Seq][i]] = numbers
		}
	}
	return made, nil
}

// Keep implements VectorRecord.
func (r *record) Keep(ctx context.Context, items []store.Item) error {
	vs := make([]ledger.Vector, len(items))
	for i, item := range items {
		vs[i] = ledger.Vector{Seq: event.Seq(item.Seq), Embedder: item.Embedder, Text: r.text(item), Numbers: embed.EncodeHalf(item.Vector)}
	}
	if err := r.kept.PutVectors(ctx, vs...); err != nil {
		return fmt.Errorf("memory: %w", err)
	}
	return nil
}
