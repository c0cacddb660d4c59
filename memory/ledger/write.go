package ledger

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"golang.org/x/crypto/chacha20poly1305"

	"citadel/memory/event"
)

// Batch is what one caller wants written: all of it or nothing.
type Batch struct {
	Entries []Entry
	Records []Record // as written
	Err     error    // why nothing was
}

// Append writes one batch. See Commit.
func (l *Log) Append(ctx context.Context, entries ...Entry) ([]Record, error) {
	b := Batch{Entries: entries}
	if err := l.Commit(ctx, &b); err != nil {
		return nil, err
	}
	return b.Records, b.Err
}

// Commit writes several batches with one durable commit. Each batch has its own outcome:
// one that is refused, or repeats a key, leaves the others alone. The returned error is
// that of the store; then nothing at all was written and every batch carries it. With
// ErrUnreachable alone that is not certain, and every later commit ends with it, too.
func (l *Log) Commit(ctx context.Context, batches ...*Batch) error {
	err := l.commit(ctx, batches)
	if err != nil {
		err = fmt.Errorf("ledger: append: %w", err)
		for _, b := range batches {
			b.Records, b.Err = nil, err
		}
	}
	return err
}

// Doubtful says that a commit ended with ErrUnreachable: every later one would, too.
func (l *Log) Doubtful() bool { return l.doubt != nil }

func (l *Log) commit(ctx context.Context, batches []*Batch) error {
	if l.readOnly {
		return ErrReadOnly
	}
	if l.doubt != nil {
		return l.doubt
	}
	// A key seldom exists, and the store finds out as it writes. Only then it is asked which one
	// does, and the rest is written without it: else every commit would cost a question more.
	err := l.attempt(ctx, batches, nil)
	if !errors.Is(err, ErrConflict) {
		return err
	}
	known, e := l.known(ctx, batches)
	if e != nil || len(known) == 0 {
		l.tail.close()
		return errors.Join(err, e)
	}
	err = l.attempt(ctx, batches, known)
	if errors.Is(err, ErrConflict) {
		l.tail.close()
	}
	return err
}

// attempt writes the batches, but for those that repeat a key known to exist.
func (l *Log) attempt(ctx context.Context, batches []*Batch, known map[string]bool) error {
	w := l.writing()
	maps.Copy(w.known, known)
	if err := w.remember(ctx, batches); err != nil {
		return err
	}
	for _, b := range batches {
		if err := w.add(ctx, b); err != nil {
			return err
		}
	}
	if len(w.rows) == 0 {
		return nil
	}
	return w.commit(ctx, nil)
}

// known are those of the batches' keys that exist.
func (l *Log) known(ctx context.Context, batches []*Batch) (map[string]bool, error) {
	var keys []string
	for _, b := range batches {
		for _, e := range b.Entries {
			if e.Key != "" {
				keys = append(keys, e.Key)
			}
		}
	}
	known := map[string]bool{}
	if len(keys) == 0 {
		return known, nil
	}
	for row, err := range l.store.Read(ctx, Query{Keys: keys, Sealed: true}) {
		if err != nil {
			return nil, err
		}
		known[row.Key] = true
	}
	return known, nil
}

// writing collects the rows of one commit.
type writing struct {
	log   *Log
	head  Head
	at    int64
	rows  []Row
	told  []Record                // what the rows say
	known map[string]bool         // keys that exist
	gone  map[event.Seq]bool      // events that are forgotten, of those that entries rest on
	since map[event.Seq]event.Seq // what was forgotten since the entries were begun, and by which record
}

func (l *Log) writing() *writing {
	return &writing{log: l, head: l.head, at: l.now().UnixMicro(), known: map[string]bool{}}
}

// remember looks up what the store knows of the batches' roots.
func (w *writing) remember(ctx context.Context, batches []*Batch) error {
	var roots []event.Seq
	for _, b := range batches {
		for _, e := range b.Entries {
			for _, root := range e.From {
				if root&hereBit == 0 {
					roots = append(roots, root)
				}
			}
		}
	}
	if len(roots) > 0 {
		for rec, err := range w.log.read(ctx, Query{Seqs: sorted(roots), Gone: true}) {
			if err != nil {
				return err
			}
			if w.gone == nil {
				w.gone = map[event.Seq]bool{}
			}
			w.gone[rec.Seq] = true
		}
	}
	return w.rememberForgotten(ctx, batches)
}

// rememberForgotten looks up what was forgotten since the oldest of the entries was begun that
// were made with something in view.
func (w *writing) rememberForgotten(ctx context.Context, batches []*Batch) error {
	upTo := w.head.Seq
	for _, b := range batches {
		for _, e := range b.Entries {
			if len(e.seen) > 0 {
				upTo = min(upTo, e.upTo)
			}
		}
	}
	if upTo == w.head.Seq {
		return nil
	}
	w.since = map[event.Seq]event.Seq{}
	for rec, err := range w.log.Read(ctx, Query{Kinds: []event.Kind{event.Forgotten{}.Kind()}, After: upTo}) {
		if err != nil {
			return err
		}
		p, err := rec.Payload()
		if err != nil {
			return err
		}
		if f, ok := p.(event.Forgotten); ok {
			for _, s := range f.Seqs {
				w.since[s] = rec.Seq
			}
		}
	}
	return nil
}

// commit makes the rows durable and moves the head. Where nobody can tell whether they are, the
// log writes nothing more: what stands there could be these rows, and the next ones would collide
// with them as with those of another process. Who opens the ledger again goes on from what is
// there.
func (w *writing) commit(ctx context.Context, shred []event.Seq) error {
	err := w.log.store.Append(ctx, w.rows, shred)
	if errors.Is(err, ErrUnreachable) {
		w.log.doubt = err
		w.log.tail.close()
	}
	if err != nil && !errors.Is(err, ErrLingers) {
		return err
	}
	w.log.head = w.head
	w.log.tail.add(w.told)
	if len(shred) > 0 {
		w.log.tail.forget(shred)
	}
	if w.log.anchor != nil {
		// The events are durable. An anchor that could not be moved is older than the ledger,
		// which is what a crash leaves too, so the next commit may mend it.
		_ = w.log.anchor.Save(w.head)
	}
	return err
}

func (w *writing) add(ctx context.Context, b *Batch) error {
	start, head := len(w.rows), w.head
	b.Records, b.Err = nil, nil
	records, err := w.batch(ctx, b.Entries)
	if err == nil {
		for _, r := range records {
			if r.Key != "" {
				w.known[r.Key] = true
			}
		}
		b.Records = records
		return nil
	}
	w.rows, w.told, w.head = w.rows[:start], w.told[:start], head
	b.Err = fmt.Errorf("ledger: append: %w", err)
	var refused *refusal
	if errors.As(err, &refused) {
		_, err = w.entry(Entry{source: event.Ledger, payload: event.Violation{
			By: refused.by, Wanted: refused.wanted, Why: refused.why,
		}})
		return err
	}
	var broken *storeError
	if errors.As(err, &broken) {
		return broken.err
	}
	return nil
}

// storeError is an error of the store, which fails the commit and not only its batch.
type storeError struct{ err error }

func (e *storeError) Error() string { return e.err.Error() }

func (w *writing) batch(ctx context.Context, entries []Entry) ([]Record, error) {
	first := w.head.Seq + 1
	records := make([]Record, 0, len(entries))
	for i, e := range entries {
		var err error
		if e.Causes, err = resolve(slices.Clone(e.Causes), first, i); err != nil {
			return nil, err
		}
		if e.From, err = resolve(slices.Clone(e.From), first, i); err != nil {
			return nil, err
		}
		e.Causes, e.From = once(e.Causes), sorted(e.From)
		if n, ok := e.payload.(event.Numbering); ok {
			e.payload = n.Numbered(func(i int) event.Seq { return first + event.Seq(i) })
		}
		if err := e.check(); err != nil {
			return nil, err
		}
		if e.Key != "" && (w.known[e.Key] || slices.ContainsFunc(entries[:i], func(o Entry) bool { return o.Key == e.Key })) {
			return nil, fmt.Errorf("%w: %s", ErrDuplicate, e.Key)
		}
		if err := w.allowed(ctx, e); err != nil {
			return nil, err
		}
		r, err := w.entry(e)
		if err != nil {
			return nil, err
		}
		records = append(records, r)
	}
	return records, nil
}

// entry seals and chains one event whose references are resolved.
func (w *writing) entry(e Entry) (Record, error) {
	body, v, err := event.Encode(e.payload)
	if err != nil {
		return Record{}, err
	}
	if len(body) > MaxBody {
		return Record{}, fmt.Errorf("%w: %d bytes, at most %d", ErrTooLarge, len(body), MaxBody)
	}
	row := Row{
		Principal: w.log.principal, Seq: w.head.Seq + 1, At: w.at, Source: e.source, Kind: e.payload.Kind(), V: v,
		Key: e.Key, Trust: e.trust(), Causes: EncodeSeqs(e.Causes), From: EncodeSeqs(e.From), Prev: w.head.Hash,
	}
	if row.Seq == 1 {
		row.Prev = genesis(row.Principal, row.At)
	}
	key := make([]byte, chacha20poly1305.KeySize)
	if _, err := io.ReadFull(w.log.random, key); err != nil {
		return Record{}, &storeError{fmt.Errorf("draw a key: %w", err)}
	}
	if err := seal(&row, body, key); err != nil {
		return Record{}, err
	}
	row.Hash = w.log.chain.sum(&row)
	w.rows = append(w.rows, row)
	w.head = Head{Seq: row.Seq, Hash: row.Hash}
	rec := Record{
		Seq: row.Seq, At: time.UnixMicro(row.At).UTC(), Source: row.Source, Kind: row.Kind, V: v, Key: row.Key,
		Trust: row.Trust, Causes: e.Causes, From: e.From, Body: body, Hash: row.Hash,
	}
	w.told = append(w.told, rec)
	return rec, nil
}
