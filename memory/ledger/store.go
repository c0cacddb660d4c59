package ledger

import (
	"context"
	"errors"
	"iter"

	"citadel/memory/event"
)

// Store keeps rows for one principal. It knows nothing of what they say.
//
// Append may be called by one goroutine at a time; Read by any number, also while
// another appends, and then sees what was committed when it began.
type Store interface {
	// Append writes rows, in order, and destroys the keys of the events in shred, where
	// there are any: all in one durable commit, or nothing. It returns only when the commit
	// would survive a loss of power. A row whose number or Key exists is ErrConflict:
	// another process writes here.
	// When shred is not empty, the keys' bytes are gone from every file of the store, free
	// pages and journals included, before it returns (but see Hosted). Where that fails,
	// although the commit stands, the error is ErrLingers; it may wait for readers until ctx
	// ends.
	Append(ctx context.Context, rows []Row, shred []event.Seq) error
	// Read gives the rows that match, in order of their number (newest first on request).
	// The byte slices of a row may be reused for the next one, and are not to be changed.
	// The sequence ends after the first error. Reads may nest; none waits for another.
	Read(ctx context.Context, q Query) iter.Seq2[Row, error]
	// Close ends all use. A second call does nothing.
	Close() error
}

// Query says which rows are wanted. Conditions are joined by "and"; a list, where not
// empty, by "or" inside. The zero Query matches everything. All conditions are indexed.
type Query struct {
	After  event.Seq // numbers greater than this
	Before event.Seq // numbers less than this; zero is no bound
	Seqs   []event.Seq
	Keys   []string
	Kinds  []event.Kind
	From   []event.Seq // rows that rest on one of these
	Gone   bool        // rows whose keys are gone: what was forgotten
	Newest bool        // newest first
	Limit  int         // zero is no limit
	Sealed bool        // leave out the keys: for looking at rows without opening them
}

// Shelf is what a store that can keep checkpoints also offers. What lies on it is derived
// and may be thrown away at any time.
type Shelf interface {
	// Put replaces what was kept under a name.
	Put(ctx context.Context, name string, upTo event.Seq, data []byte) error
	// Get gives what is kept under a name, or ErrNothingKept.
	Get(ctx context.Context, name string) (upTo event.Seq, data []byte, err error)
	// Drop removes everything that covers an event from this number on, leaving no copy in
	// any file. Where copies stay, the error is ErrLingers.
	Drop(ctx context.Context, from event.Seq) error
}

// Vectors is what a store offers that keeps vectors of texts which took a network to make, so
// that a rebuild needs none (SPEC §2.2). Each belongs to an event, and goes with it: Append
// erases those of the events in shred, in the same commit and as thoroughly as their keys.
type Vectors interface {
	// PutVectors keeps vectors, each once. Those of events that are forgotten, or were never
	// written, are passed over.
	PutVectors(ctx context.Context, vs ...Vector) error
	// GetVectors gives those that an embedder made of texts of these events, in any order.
	// Their bytes may be reused for the next one.
	GetVectors(ctx context.Context, embedder string, of []event.Seq) iter.Seq2[Vector, error]
}

// Vector is what an embedder made of a text of an event. The store does not ask what its
// bytes mean.
type Vector struct {
	Seq      event.Seq
	Embedder string
	Text     Hash   // a keyed hash of the text; not zero
	Numbers  []byte // never empty
}

// Loader is what a store offers that can take a whole ledger at once, however long.
type Loader interface {
	// Load writes all rows in one durable commit, or nothing: the error may be that of
	// rows. A store that is not empty is ErrConflict.
	Load(ctx context.Context, rows iter.Seq2[Row, error]) error
}

// Auditor is what a store offers whose indexes could disagree with its rows. Log.Verify
// asks it, so that a damaged index cannot hide what forgetting must reach.
type Auditor interface {
	// Rests gives what the index behind Query.From holds, in any order.
	Rests(ctx context.Context) iter.Seq2[Rest, error]
}

// Hosted is a store whose files belong to a server. What it destroys nobody can ask it for any
// more, and that is all it can promise: the bytes go when the server's owner cleans its files.
type Hosted interface {
	// Beyond says, in a sentence or two for people, what of something forgotten is still
	// somewhere, and who can change that.
	Beyond() string
}

// Witness is a store that has to see every read, for what happens at one may matter: a log over it keeps
// nothing of what it has read or written in memory.
type Witness interface{ SeesReads() }

// Rest says that an event rests on another.
type Rest struct{ On, Seq event.Seq }

// Errors of stores.
var (
	ErrConflict    = errors.New("another process has written to this ledger")
	ErrNothingKept = errors.New("nothing is kept under this name")
	ErrNoSpace     = errors.New("the disk is full or cannot be written")
	ErrReadOnly    = errors.New("the ledger cannot be written: the file or its folder is read-only")
	ErrDamaged     = errors.New("the database file is damaged")
	ErrUnreachable = errors.New("the server that keeps the ledger cannot be reached")
	ErrLingers     = errors.New("it is forgotten, but traces of it are still in the files until nothing reads them")
)
