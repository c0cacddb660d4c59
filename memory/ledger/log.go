package ledger

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"time"

	"golang.org/x/crypto/chacha20poly1305"

	"citadel/memory/event"
)

const (
	// MaxBody is the largest body of an event, in bytes: a message of 1 MiB (SPEC §3), with
	// room for JSON to write each of its bytes as an escape.
	MaxBody = 8 << 20
	// MaxKey is the longest idempotency key, in bytes: several of a platform's ids.
	MaxKey = 1 << 10
)

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
	readOnly  bool

	head  Head
	chain *chain
	doubt error // an append of which nobody knows whether it was carried out; nil while there is none
}

// Options of OpenLog.
type Options struct {
	Principal string           // 1 to 64 letters, digits, "-", "_", "."; required
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
	// ErrTooLarge: a body is larger than MaxBody, or a key than MaxKey.
	ErrTooLarge = errors.New("the event is too large")
	// ErrForgotten: an entry rests on an event that was forgotten, or was made with one in view
	// that was forgotten since. Nothing was changed.
	ErrForgotten = errors.New("what it rests on was forgotten")
	// ErrNoEvent: no event has this number.
	ErrNoEvent = errors.New("there is no such event")
)

// OpenLog opens the ledger in store and takes it over: Close closes the store. After an
// error the store is still the caller's. A store without events gets its first one. The
// head is compared with the anchor: a chain that is shorter than its anchor, or differs
// from it, is a *Broken.
func OpenLog(ctx context.Context, store Store, o Options) (*Log, Pens, error) {
	l := &Log{
		store: store, principal: o.Principal, now: o.Now, random: o.Random,
		anchor: o.Anchor, readOnly: o.ReadOnly, chain: newChain(),
	}
	if l.random == nil {
		l.random = rand.Reader
	}
	if err := checkPrincipal(l.principal); err != nil {
		return nil, Pens{}, fmt.Errorf("ledger: open: %w", err)
	}
	if l.now == nil {
		return nil, Pens{}, errors.New("ledger: open: a clock is needed")
	}
	if err := l.takeUp(ctx); err != nil {
		return nil, Pens{}, fmt.Errorf("ledger: open: %w", err)
	}
	return l, Pens{open: !o.ReadOnly}, nil
}

func checkPrincipal(name string) error {
	if name == "" || len(name) > 64 {
		return errors.New("a principal has a name of 1 to 64 characters")
	}
	for _, c := range []byte(name) {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '_', c == '.':
		default:
			return fmt.Errorf("the principal %q: letters, digits, \"-\", \"_\" and \".\" make a name", name)
		}
	}
	return nil
}

func (l *Log) takeUp(ctx context.Context) error {
	for row, err := range l.store.Read(ctx, Query{Limit: 1, Sealed: true}) {
		if err != nil {
			return err
		}
		if row.Principal != l.principal {
			return fmt.Errorf("%w: it is %q, not %q", ErrForeign, row.Principal, l.principal)
		}
	}
	for row, err := range l.store.Read(ctx, Query{Newest: true, Limit: 1, Sealed: true}) {
		if err != nil {
			return err
		}
		l.head = Head{Seq: row.Seq, Hash: row.Hash}
	}
	if l.anchor != nil {
		if _, err := l.verifyAnchor(ctx); err != nil {
			return err
		}
	}
	switch {
	case l.head.Seq > 0:
		return nil
	case l.readOnly:
		return ErrEmpty
	}
	w := l.writing()
	if _, err := w.entry(Entry{source: event.Ledger, payload: event.Created{Form: 1}}); err != nil {
		return err
	}
	return w.commit(ctx, nil)
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

// Vectors is where the store keeps vectors of texts, or nil. It may be used by any goroutine.
func (l *Log) Vectors() Vectors {
	v, _ := l.store.(Vectors)
	return v
}

// Beyond says what forgetting does not reach because the store's files are a server's; empty
// where it reaches everything. See Hosted.
func (l *Log) Beyond() string {
	if h, ok := l.store.(Hosted); ok {
		return h.Beyond()
	}
	return ""
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
		return errors.Join(err, e)
	}
	return l.attempt(ctx, batches, known)
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
		for row, err := range w.log.store.Read(ctx, Query{Seqs: sorted(roots)}) {
			if err != nil {
				return err
			}
			if len(row.Unseal) == 0 {
				if w.gone == nil {
					w.gone = map[event.Seq]bool{}
				}
				w.gone[row.Seq] = true
			}
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
	}
	if err != nil && !errors.Is(err, ErrLingers) {
		return err
	}
	w.log.head = w.head
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

// Close closes the store.
func (l *Log) Close() error { return l.store.Close() }
