package ledger

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"time"

	"golang.org/x/crypto/chacha20poly1305"

	"citadel/memory/event"
)

// MaxBody is the largest body of an event, in bytes: a message of 1 MiB (SPEC §3), with
// room for JSON to write each of its bytes as an escape.
const MaxBody = 8 << 20

// Head is the newest event's place in the chain.
type Head struct {
	Seq  event.Seq
	Hash Hash
}

// Log is one principal's ledger. Commit, Append and Forget are for one goroutine at a
// time (package memory has the queue); everything else for any number.
type Log struct {
	store     Store
	principal string
	now       func() time.Time
	random    io.Reader
	anchor    Anchor

	head  Head
	first int64 // time of the first event
	chain *chain
}

// Options of Open.
type Options struct {
	Principal string           // letters, digits, "-", "_", "."; required
	Now       func() time.Time // required
	Random    io.Reader        // of keys; crypto/rand where nil
	Anchor    Anchor           // keeps the head beside the store; none where nil
	ReadOnly  bool             // do not create; nothing may be appended
}

// Errors of a Log. Callers decide by them.
var (
	// ErrDuplicate: the idempotency key is known. Nothing was changed.
	ErrDuplicate = errors.New("an event with this key exists")
	// ErrRefused: the source does not own the kind, or a sensitive kind cites no request of
	// the principal. Nothing was changed but for the violation that records it.
	ErrRefused = errors.New("refused")
	// ErrForeign: the ledger belongs to another principal.
	ErrForeign = errors.New("the ledger belongs to another principal")
	// ErrEmpty: a ledger opened for reading only does not exist yet.
	ErrEmpty = errors.New("there is no ledger yet")
	// ErrTooLarge: a body is larger than MaxBody.
	ErrTooLarge = errors.New("the event is too large")
)

// OpenLog opens the ledger in store and takes it over: Close closes the store. A store
// without events gets its first one. The head is compared with the anchor: a chain that
// is shorter than its anchor, or differs from it, is a *Broken.
func OpenLog(ctx context.Context, store Store, o Options) (*Log, Pens, error) {
	l := &Log{store: store, principal: o.Principal, now: o.Now, random: o.Random, anchor: o.Anchor, chain: newChain()}
	if l.random == nil {
		l.random = rand.Reader
	}
	if l.principal == "" || l.now == nil {
		return nil, Pens{}, errors.New("ledger: open: a principal and a clock are needed")
	}
	if err := l.takeUp(ctx, o.ReadOnly); err != nil {
		return nil, Pens{}, fmt.Errorf("ledger: open: %w", err)
	}
	return l, Pens{open: !o.ReadOnly}, nil
}

func (l *Log) takeUp(ctx context.Context, readOnly bool) error {
	for row, err := range l.store.Read(ctx, Query{Limit: 1, Sealed: true}) {
		if err != nil {
			return err
		}
		if row.Principal != l.principal {
			return fmt.Errorf("%w: it is %q, not %q", ErrForeign, row.Principal, l.principal)
		}
		l.first = row.At
	}
	for row, err := range l.store.Read(ctx, Query{Newest: true, Limit: 1, Sealed: true}) {
		if err != nil {
			return err
		}
		l.head = Head{Seq: row.Seq, Hash: row.Hash}
	}
	if l.head.Seq == 0 && readOnly {
		return ErrEmpty
	}
	if err := l.checkAnchor(ctx); err != nil {
		return err
	}
	if l.head.Seq == 0 {
		entry := Entry{source: event.Ledger, payload: event.Created{Form: 1}}
		if _, err := l.Append(ctx, entry); err != nil {
			return err
		}
	}
	return nil
}

// Head is the newest event. It is for the goroutine that appends.
func (l *Log) Head() Head { return l.head }

// Principal is whose ledger this is.
func (l *Log) Principal() string { return l.principal }

// Shelf is where the store keeps checkpoints, or nil.
func (l *Log) Shelf() Shelf {
	s, _ := l.store.(Shelf)
	return s
}

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
// that of the store; then nothing at all was written and every batch carries it.
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

func (l *Log) commit(ctx context.Context, batches []*Batch) error {
	known, err := l.known(ctx, batches)
	if err != nil {
		return err
	}
	w := writing{log: l, head: l.head, first: l.first, at: l.now().UTC().UnixMicro(), known: known}
	for _, b := range batches {
		if err := w.add(ctx, b); err != nil {
			return err
		}
	}
	if len(w.rows) == 0 {
		return nil
	}
	if err := l.store.Append(ctx, w.rows, nil); err != nil {
		return err
	}
	return l.advance(w.head, w.first)
}

func (l *Log) advance(h Head, first int64) error {
	l.head, l.first = h, first
	if l.anchor == nil {
		return nil
	}
	// The events are durable. An anchor that could not be moved is older than the ledger,
	// which is what a crash leaves too, so the next commit may mend it.
	_ = l.anchor.Save(h)
	return nil
}

// known looks up which of the batches' keys exist.
func (l *Log) known(ctx context.Context, batches []*Batch) (map[string]bool, error) {
	var keys []string
	for _, b := range batches {
		for _, e := range b.Entries {
			if e.Key != "" {
				keys = append(keys, e.Key)
			}
		}
	}
	if len(keys) == 0 {
		return nil, nil
	}
	known := make(map[string]bool, len(keys))
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
	first int64
	at    int64
	rows  []Row
	known map[string]bool
}

func (w *writing) add(ctx context.Context, b *Batch) error {
	start, head := len(w.rows), w.head
	b.Records, b.Err = nil, nil
	records, err := w.batch(ctx, b.Entries)
	if err == nil {
		for _, r := range records {
			if r.Key != "" {
				if w.known == nil {
					w.known = map[string]bool{}
				}
				w.known[r.Key] = true
			}
		}
		b.Records = records
		return nil
	}
	w.rows, w.head = w.rows[:start], head
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
		slices.Sort(e.From)
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
	if e.Trust == "" {
		e.Trust = event.ByAgent
	}
	row := Row{
		Principal: w.log.principal, Seq: w.head.Seq + 1, At: w.at, Source: e.source, Kind: e.payload.Kind(), V: v,
		Key: e.Key, Trust: e.Trust, Causes: EncodeSeqs(e.Causes), From: EncodeSeqs(e.From), Prev: w.head.Hash,
	}
	if row.Seq == 1 {
		w.first = row.At
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
	return Record{
		Seq: row.Seq, At: time.UnixMicro(row.At).UTC(), Source: row.Source, Kind: row.Kind, V: v, Key: row.Key,
		Trust: row.Trust, Causes: e.Causes, From: e.From, Body: body, Hash: row.Hash,
	}, nil
}

// Read gives the records that match q. Its error may be a *Broken where a body does not open.
func (l *Log) Read(ctx context.Context, q Query) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		for row, err := range l.store.Read(ctx, q) {
			var rec Record
			if err == nil {
				rec, err = Open(&row)
				if err != nil {
					err = &Broken{Seq: row.Seq, Why: err.Error()}
				}
			}
			if err != nil {
				yield(Record{}, fmt.Errorf("ledger: read: %w", err))
				return
			}
			if !yield(rec, nil) {
				return
			}
		}
	}
}

// Get gives one record. The error is ErrNoEvent where the number is not used.
func (l *Log) Get(ctx context.Context, seq event.Seq) (Record, error) {
	for rec, err := range l.Read(ctx, Query{Seqs: []event.Seq{seq}}) {
		return rec, err
	}
	return Record{}, fmt.Errorf("%w: %d", ErrNoEvent, seq)
}

// ErrNoEvent: no event has this number.
var ErrNoEvent = errors.New("there is no such event")

// Close closes the store.
func (l *Log) Close() error { return l.store.Close() }
