package ledger

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"iter"
	"time"

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
	tail  tail
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
	_, sees := l.store.(Witness)
	l.tail.first, l.tail.closed = l.head.Seq+1, l.readOnly || sees // what is read only another may write
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

// Read gives the records that match q. Their lists and bodies may be held by others, too, and are not
// to be changed. Its error may be a *Broken where a body does not open.
func (l *Log) Read(ctx context.Context, q Query) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		for rec, err := range l.read(ctx, q) {
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

// stored gives what of the store matches q, opened.
func (l *Log) stored(ctx context.Context, q Query) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		for row, err := range l.store.Read(ctx, q) {
			var rec Record
			if err == nil {
				rec, err = Open(&row)
				if err != nil {
					err = &Broken{Seq: row.Seq, Why: err.Error()}
				}
			}
			if !yield(rec, err) || err != nil {
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
