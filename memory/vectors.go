package memory

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"citadel/memory/embed"
	"citadel/memory/store"
	"citadel/memory/words"
)

// Vectors is a store whose items and queries get their vectors on the way: the follower puts
// and everybody searches as if there were none.
//
// An item gets the vector of the remote embedder, where there is one and a record of what it
// once made of this text, else that of the local one, which always answers, so that nothing
// waits for a network and nothing is without a vector while one is down. Run replaces local
// vectors by remote ones as they come, and those of an embedder that is no longer used; until
// then the old ones are searched beside the new.
type Vectors struct {
	store.Store
	Local  embed.Embedder // in this process: it makes no errors
	Remote embed.Embedder // nil where none is set up
	Record VectorRecord   // of what Remote made; may be nil
	Now    func() time.Time
	Log    *slog.Logger
	// Wait is how long a search may wait for the remote embedder (SPEC §5).
	Wait time.Duration

	writing sync.Mutex      // held while items are put, so that none comes back that was removed
	lacking chan struct{}   // of one: there may be work for Run
	refused map[uint64]bool // memories that cannot be embedded; used by Run alone
	foreign atomic.Bool     // it may hold what another ledger heard, and is not searched; see Follower.resume

	mu       sync.Mutex
	state    Embedding
	asked    map[string][]float32 // the latest queries, by text
	measured embed.Calibration    // of the remote embedder, once Run measured it
	answered bool                 // the remote embedder made a vector since the start
	weighed  bool                 // it was measured, or cannot be
}

// VectorRecord keeps what a remote embedder made, so that a rebuild needs no network
// (SPEC §2.2).
type VectorRecord interface {
	// Recorded gives one vector an item, nil where there is none of its text.
	Recorded(ctx context.Context, embedder string, items []store.Item) ([][]float32, error)
	// Keep records the vectors of items; of one whose event was forgotten meanwhile it keeps
	// nothing.
	Keep(ctx context.Context, items []store.Item) error
	// Resized notes that an embedder makes vectors of another length than those that are recorded,
	// which are not given any more.
	Resized(ctx context.Context, embedder string, length int) error
	// Calibration gives what was measured of the embedder; the zero one where nothing was.
	Calibration(ctx context.Context, embedder string) (embed.Calibration, error)
	// KeepCalibration keeps that, of one embedder at a time.
	KeepCalibration(ctx context.Context, embedder string, c embed.Calibration) error
}

// Embedding is how far memories have got their vectors.
type Embedding struct {
	Embedder string    // whose vectors they are to have
	Left     int       // memories that still lack one
	Anew     bool      // since the start its vectors changed their length, and all are made anew
	Err      error     // why the last attempt failed; nil when it did not
	Again    time.Time // when it is tried again, if it failed
}

// NewVectors gives a store its vectors. It takes no remote embedder: set the field.
func NewVectors(s store.Store, local embed.Embedder, now func() time.Time, log *slog.Logger) *Vectors {
	return &Vectors{Store: s, Local: local, Now: now, Log: log, Wait: remoteWait, lacking: make(chan struct{}, 1), refused: map[uint64]bool{}, asked: map[string][]float32{}}
}

const (
	// remoteWait is how long a search waits where nothing else is said (SPEC §5).
	remoteWait = 800 * time.Millisecond
	// askedKept is how many queries are remembered with their vectors: a turn searches more
	// than once for the same words.
	askedKept = 16
	// batch is how many texts are embedded with one call (see package openai).
	batch = 128
	// The pause after a failure, doubled after each that follows.
	firstPause, longestPause = 2 * time.Second, 5 * time.Minute
)

// wanted is the embedder whose vectors memories are to have.
func (v *Vectors) wanted() embed.Embedder {
	if v.Remote != nil {
		return v.Remote
	}
	return v.Local
}

// State says how far the vectors have come.
func (v *Vectors) State() Embedding {
	v.mu.Lock()
	defer v.mu.Unlock()
	s := v.state
	s.Embedder = v.wanted().Name()
	return s
}

// Put implements store.Store. Vectors that are there already stay.
func (v *Vectors) Put(ctx context.Context, items ...store.Item) error {
	items = slices.Clone(items) // they are the caller's
	complete, err := v.embed(ctx, items)
	if err != nil {
		return err
	}
	v.writing.Lock()
	err = v.Store.Put(ctx, items...)
	v.writing.Unlock()
	complete = complete && !slices.ContainsFunc(items, func(i store.Item) bool { return i.Vector != nil && i.Embedder != v.wanted().Name() })
	if err == nil && !complete {
		v.wake()
	}
	return err
}

// embed gives vectors to items that have none and for which none is kept. It reports whether
// all of them have one of the embedder that is wanted.
func (v *Vectors) embed(ctx context.Context, items []store.Item) (complete bool, err error) {
	bare := v.bare(items, v.wanted().Name())
	if v.Remote == nil {
		return true, v.give(ctx, v.Local, items, bare)
	}
	if bare, err = v.recall(ctx, items, bare); err != nil || len(bare) == 0 {
		return true, err
	}
	var left []int // nor is one of the local embedder kept
	for i, kept := range v.kept(v.Local.Name(), items) {
		if !kept && slices.Contains(bare, i) {
			left = append(left, i)
		}
	}
	return false, v.give(ctx, v.Local, items, left)
}

// bare are the places of items that have no vector, and for which the store keeps none.
func (v *Vectors) bare(items []store.Item, embedder string) []int {
	var places []int
	kept := v.kept(embedder, items)
	for i := range items {
		if items[i].Vector == nil && !kept[i] {
			places = append(places, i)
		}
	}
	return places
}

func (v *Vectors) kept(embedder string, items []store.Item) []bool {
	if k, ok := v.Store.(store.Keeper); ok && embedder != "" {
		return k.Keeps(embedder, items)
	}
	return make([]bool, len(items))
}

// recall gives items the recorded vectors of the remote embedder, and returns the places of
// those that have none.
func (v *Vectors) recall(ctx context.Context, items []store.Item, places []int) ([]int, error) {
	if v.Record == nil || len(places) == 0 {
		return places, nil
	}
	some := make([]store.Item, len(places))
	for i, at := range places {
		some[i] = items[at]
	}
	made, err := v.Record.Recorded(ctx, v.Remote.Name(), some)
	if err != nil {
		return nil, err
	}
	return fill(items, places, v.Remote.Name(), made), nil
}

// give has an embedder make the vectors of some items.
func (v *Vectors) give(ctx context.Context, e embed.Embedder, items []store.Item, places []int) error {
	if len(places) == 0 {
		return nil
	}
	made, err := e.Embed(ctx, texts(items, places))
	if err != nil {
		return err
	}
	if len(made) != len(places) {
		return errors.New("memory: not one vector for each text")
	}
	fill(items, places, e.Name(), made)
	return nil
}

// spoken is what is embedded of an item: without the name before pasted talk, which says who
// spoke and would make everything by one person alike.
func spoken(item store.Item) string {
	_, text := words.Speaker(item.Text)
	return text
}

func texts(items []store.Item, places []int) []string {
	out := make([]string, len(places))
	for i, at := range places {
		out[i] = spoken(items[at])
	}
	return out
}

// fill enters vectors and returns the places for which there is none.
func fill(items []store.Item, places []int, embedder string, made [][]float32) []int {
	var left []int
	for i, at := range places {
		if made[i] == nil {
			left = append(left, at)
			continue
		}
		items[at].Vector, items[at].Embedder = made[i], embedder
	}
	return left
}

// Remove implements store.Store.
func (v *Vectors) Remove(ctx context.Context, seqs ...uint64) error {
	v.mu.Lock()
	clear(v.asked) // it may hold their words
	v.mu.Unlock()
	v.writing.Lock()
	defer v.writing.Unlock()
	return v.Store.Remove(ctx, seqs...)
}

// errForeign: a server that lasts has not been asked yet whose events it holds. Another branch of
// the ledger has others under the same numbers.
var errForeign = fmt.Errorf("%w: it is not known yet whether it follows this ledger", store.ErrUnavailable)

// Search implements store.Store. A query without vectors gets those of both embedders, as far
// as they can be had in time. It is ErrUnavailable until the store is known to hold what this
// ledger heard, and nothing else.
func (v *Vectors) Search(ctx context.Context, q store.Query) (store.Result, error) {
	if v.foreign.Load() {
		return store.Result{}, errForeign
	}
	if q.Vectors == nil && q.Text != "" {
		q.Vectors = v.ask(ctx, q.Text[:min(len(q.Text), store.MaxQuery)])
	}
	q.Vectors = v.calibrated(q.Vectors)
	return v.Store.Search(ctx, q)
}

// SearchAll implements store.Store, as Search does. Of queries next to each other with the same
// text the vectors are made once.
func (v *Vectors) SearchAll(ctx context.Context, qs ...store.Query) ([]store.Result, error) {
	if v.foreign.Load() {
		return nil, errForeign
	}
	qs = slices.Clone(qs) // they are the caller's
	var text string
	var made []store.Vector
	for i := range qs {
		q := &qs[i]
		if q.Vectors == nil && q.Text != "" {
			if q.Text != text {
				text, made = q.Text, v.ask(ctx, q.Text[:min(len(q.Text), store.MaxQuery)])
			}
			q.Vectors = made
		}
		q.Vectors = v.calibrated(q.Vectors)
	}
	return v.Store.SearchAll(ctx, qs...)
}

// calibrated are the vectors of a query with what was measured of their embedder.
func (v *Vectors) calibrated(query []store.Vector) []store.Vector {
	v.mu.Lock()
	measured := v.measured
	v.mu.Unlock()
	if v.Remote == nil || !measured.Known() {
		return query
	}
	query = slices.Clone(query) // they are the caller's
	for i := range query {
		if query[i].Embedder == v.Remote.Name() && !query[i].Measured.Known() {
			query[i].Measured = measured
		}
	}
	return query
}

// ask gives the vectors of a query.
func (v *Vectors) ask(ctx context.Context, text string) []store.Vector {
	var vs []store.Vector
	if made, err := v.Local.Embed(ctx, []string{text}); err == nil && made[0] != nil {
		vs = append(vs, store.Vector{Embedder: v.Local.Name(), Values: made[0]})
	}
	if v.Remote == nil {
		return vs
	}
	v.mu.Lock()
	known, resting := v.asked[text], v.state.Err != nil && v.Now().Before(v.state.Again)
	v.mu.Unlock()
	if known == nil && !resting {
		wait, cancel := context.WithTimeout(ctx, v.Wait)
		made, err := v.Remote.Embed(wait, []string{text})
		cancel()
		if err != nil && ctx.Err() == nil {
			v.failed(err, firstPause)
		}
		if err == nil && made[0] != nil {
			known = made[0]
			v.remember(text, known)
			if v.heard() {
				v.wake()
			}
		}
	}
	if known != nil {
		vs = append(vs, store.Vector{Embedder: v.Remote.Name(), Values: known})
	}
	return vs
}

func (v *Vectors) remember(text string, vector []float32) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.asked) >= askedKept {
		clear(v.asked)
	}
	v.asked[text] = vector
}

// failed notes an attempt that failed, and that the next is not made before a pause.
func (v *Vectors) failed(err error, pause time.Duration) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.state.Err, v.state.Again = err, v.Now().Add(pause)
}

func (v *Vectors) wake() {
	select {
	case v.lacking <- struct{}{}:
	default:
	}
}
