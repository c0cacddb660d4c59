package memory

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

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
	return &record{kept: kept, shelf: m.log.Shelf(), key: first.Hash}, nil
}

type record struct {
	kept  ledger.Vectors
	shelf ledger.Shelf // may be nil
	key   ledger.Hash

	mu    sync.Mutex
	sized sized // read from the shelf once
}

// sized is an embedder that makes vectors of another length than it once did under the same name,
// and of which. What it made before is not given any more; it goes with its events.
type sized struct {
	known    bool
	embedder string
	length   int
}

// resizedPlace is where that lies on the ledger's shelf, for the latest such embedder.
const resizedPlace = "length"

// name is that under which the vectors of an embedder are recorded now.
func (r *record) name(ctx context.Context, embedder string) (string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.sized.known && r.shelf != nil {
		_, kept, err := r.shelf.Get(ctx, resizedPlace)
		if err != nil && !errors.Is(err, ledger.ErrNothingKept) {
			return "", fmt.Errorf("memory: %w", err)
		}
		of, length, _ := strings.Cut(string(kept), "\n")
		if n, err := strconv.Atoi(length); err == nil {
			r.sized.embedder, r.sized.length = of, n
		}
		r.sized.known = true
	}
	if r.sized.embedder != embedder || r.sized.length == 0 {
		return embedder, nil
	}
	return fmt.Sprintf("%s #%d", embedder, r.sized.length), nil
}

// Resized implements VectorRecord.
func (r *record) Resized(ctx context.Context, embedder string, length int) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sized = sized{true, embedder, length}
	if r.shelf == nil {
		return nil
	}
	if err := r.shelf.Put(ctx, resizedPlace, 0, fmt.Appendf(nil, "%s\n%d", embedder, length)); err != nil {
		return fmt.Errorf("memory: %w", err)
	}
	return nil
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
	name, err := r.name(ctx, embedder)
	if err != nil {
		return nil, err
	}
	for v, err := range r.kept.GetVectors(ctx, name, of) {
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
		name, err := r.name(ctx, item.Embedder)
		if err != nil {
			return err
		}
		vs[i] = ledger.Vector{Seq: event.Seq(item.Seq), Embedder: name, Text: r.text(item), Numbers: embed.EncodeHalf(item.Vector)}
	}
	if err := r.kept.PutVectors(ctx, vs...); err != nil {
		return fmt.Errorf("memory: %w", err)
	}
	return nil
}

// measuredPlace is where a calibration lies on the ledger's shelf: the embedder, the texts it was
// measured by, and itself, a line each. It covers no event, and so no forgetting takes it along.
const measuredPlace = "likeness"

// Calibration implements VectorRecord.
func (r *record) Calibration(ctx context.Context, embedder string) (none embed.Calibration, err error) {
	if r.shelf == nil {
		return none, nil
	}
	_, kept, err := r.shelf.Get(ctx, measuredPlace)
	if errors.Is(err, ledger.ErrNothingKept) {
		return none, nil
	}
	if err != nil {
		return none, fmt.Errorf("memory: %w", err)
	}
	of, rest, _ := strings.Cut(string(kept), "\n")
	basis, line, _ := strings.Cut(rest, "\n")
	if of != embedder || basis != embed.Basis() {
		return none, nil
	}
	return embed.ParseCalibration(line), nil
}

// KeepCalibration implements VectorRecord.
func (r *record) KeepCalibration(ctx context.Context, embedder string, c embed.Calibration) error {
	if r.shelf == nil {
		return nil
	}
	if err := r.shelf.Put(ctx, measuredPlace, 0, []byte(embedder+"\n"+embed.Basis()+"\n"+c.String())); err != nil {
		return fmt.Errorf("memory: %w", err)
	}
	return nil
}
