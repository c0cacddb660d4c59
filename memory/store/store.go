package store

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"

	"citadel/memory/embed"
	"citadel/memory/formula"
)

// A Store holds items and finds them. All methods may be called from several
// goroutines; writes happen one after the other, and a search sees every item
// wholly or not at all. Methods of a remote store may block until ctx ends.
type Store interface {
	// Put enters items, or brings those already there up to date; putting the
	// same item again changes nothing. It checks all items first: on ErrInvalid
	// nothing was entered. The items of one call become visible in order, not at
	// once. An item without a vector keeps the one that stands there of the same text.
	Put(ctx context.Context, items ...Item) error

	// Remove takes out every part of the given memories; one that is not there
	// is no error. When it returns, nothing of their texts or of words that only
	// they held is left in the store.
	Remove(ctx context.Context, seqs ...uint64) error

	// Search returns the items nearest to the query, by relevance. No hit is
	// no error.
	Search(ctx context.Context, q Query) (Result, error)

	// SearchAll answers several queries, in their order, each as Search would. What those next
	// to each other have in common, as their text, is worked out once. Where one of them
	// cannot be answered none is.
	SearchAll(ctx context.Context, qs ...Query) ([]Result, error)

	// First returns the first part of one memory, or ErrUnknown. It takes no longer for a long one.
	First(ctx context.Context, seq uint64) (Item, error)

	// Get returns the parts of one memory in order, or ErrUnknown. A long one may take seconds: it
	// is for who keeps the store, not for a turn.
	Get(ctx context.Context, seq uint64) ([]Item, error)

	// Len is the number of items.
	Len(ctx context.Context) (int, error)

	// All walks the items by Seq and Part. What is put or removed during the
	// walk may or may not be met.
	All(ctx context.Context) iter.Seq2[Item, error]
}

// Lasting is a store that outlives the process, on a server that may be away, slow or empty
// at any time. It keeps the cursor of its follower, which is how the follower finds out.
type Lasting interface {
	Store

	// Progress is what Begin and Reach last noted; zero for a store that is new or was emptied.
	Progress(ctx context.Context) (Progress, error)
	// Begin notes, durably, up to which event the store is about to be brought. It is called before
	// anything after Reached is written or changed.
	Begin(ctx context.Context, to Cursor) error
	// Reach notes, durably, up to which event everything is in the store.
	Reach(ctx context.Context, at Cursor) error
	// Clear takes everything out.
	Clear(ctx context.Context) error
}

// Progress is how far a store follows a ledger. Whoever was ended in the middle left more behind than
// was reached: all that the store holds is of the ledger only where that knows both events.
type Progress struct {
	Reached Cursor // everything up to here is there
	Begun   Cursor // and, of what follows, maybe something up to here; nothing where it is the same
}

// Cursor is an event of a ledger. Its number alone does not say which: a ledger that was
// imported from an earlier export and talked on with has other events under the same numbers.
type Cursor struct {
	Seq  uint64
	Hash string // of the event, which covers all before it; of letters and digits, empty where Seq is 0
}

// Errors that callers test for.
var (
	ErrUnknown     = errors.New("no such memory")
	ErrInvalid     = errors.New("invalid item")
	ErrNoAudience  = errors.New("search names no audience")
	ErrUnavailable = errors.New("the memory store cannot be used now") // it may be later
	// ErrBroken is an ErrUnavailable that no waiting mends: somebody has to see to the server.
	ErrBroken = fmt.Errorf("%w: it is broken", ErrUnavailable)
)

// MaxText is the longest text of one item, in bytes (SPEC §3).
const MaxText = 1 << 20

// Kind says what an item is. Stores treat kinds they do not know like Fact.
type Kind string

// The kinds a store has a rule for. What was said is evidence; what the agent
// answered is long, repeats the question and would drown everything, so it is
// a kind of its own and counts for less.
const (
	Said   Kind = "said"   // by the principal, or by a person in an imported talk
	Heard  Kind = "heard"  // from someone else, in a place the principal allowed
	Answer Kind = "answer" // by the agent

	Fact     Kind = "fact"
	Belief   Kind = "belief"
	Episode  Kind = "episode"
	Decision Kind = "decision"
	Loop     Kind = "loop"

	// Digest is an account of a month that nobody asked for in long. Its first part is the
	// account; each of the others holds the words of one sitting and speaker, so that what
	// was said is found by them, and names its first message as Turn.
	Digest Kind = "digest"
)

// An Item is one memory, or one part of a long one.
type Item struct {
	Seq  uint64 // of the ledger event that holds the memory; from 1
	Part uint32 // of a text indexed in pieces, from 0

	Kind     Kind
	Speaker  string    // the name by which a question would call whoever said it; empty for the principal and the agent
	Audience string    // who may read it, of the place it was said in or the strictest of its roots; never empty; see Within
	On       time.Time // when it happened; kept to the microsecond, in UTC

	// Session and Turn give an utterance its neighbours: the items of the same
	// session and audience, by Turn, then Seq, then Part. A session is one
	// sitting. Session 0 stands alone, as facts and decisions do.
	Session uint64
	Turn    uint64

	Text string
	// Vector is of Text, of length 1; nil where there is none. Stores and callers share it:
	// nobody writes to it. Putting an item without one leaves that of the same text in place.
	Vector     []float32
	Embedder   string  // the name of what made Vector; see embed.Embedder
	Importance float64 // 0 to 1
	Class      formula.Class
	Settled    bool // consolidated: it keeps twice as long (SPEC §13.2)

	SupersededBy uint64    // Seq of the newer statement, 0 if there is none
	ValidTo      time.Time // from then on it holds no more; zero if it still holds
}

// Check reports, as an ErrInvalid, what keeps the item from being stored.
func (i Item) Check() error {
	var fault string
	switch {
	case i.Seq == 0:
		fault = "has no seq"
	case i.Kind == "":
		fault = "has no kind"
	case i.Audience == "":
		fault = "has no audience"
	case i.On.IsZero():
		fault = "has no date"
	case len(i.Text) > MaxText:
		fault = fmt.Sprintf("has a text of %d bytes, at most %d are kept", len(i.Text), MaxText)
	case !(i.Importance >= 0 && i.Importance <= 1):
		fault = fmt.Sprintf("has importance %v", i.Importance)
	case len(i.Vector) > 0 && i.Embedder == "":
		fault = "has a vector of no embedder"
	case len(i.Vector) > 0 && !Unit(i.Vector):
		fault = "has a vector that is not of length 1"
	default:
		return nil
	}
	return fmt.Errorf("%w: item %d %s", ErrInvalid, i.Seq, fault)
}

// Unit says whether a vector is of length 1, near enough for single precision: not one that
// holds what is no number, or is infinite.
func Unit(v []float32) bool {
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	return sum > 0.999 && sum < 1.001
}

// Within says whether an item of an audience lies within those that a query names. A name
// also stands for all that continue it after a slash: "shared" for "shared/slack", and not
// for "sharedroom".
func Within(audience string, named []string) bool {
	for _, n := range named {
		if audience == n || len(audience) > len(n) && audience[len(n)] == '/' && strings.HasPrefix(audience, n) {
			return true
		}
	}
	return false
}

// Query asks for items. Only Text and Audiences are needed.
type Query struct {
	Text      string
	Audiences []string // whose items may be found, see Within; none is ErrNoAudience

	// Vectors are of Text, one for each embedder whose items are to be compared with it. Items
	// without a vector of one of them are found by their words alone.
	Vectors []Vector

	Limit    int       // places to fill: DefaultLimit if 0, MaxLimit at most
	Kinds    []Kind    // any if empty
	Speaker  string    // any if empty
	From, To time.Time // bounds for On, From included and To not; open if zero

	// Now is what ages count from; if zero, age plays no part and what has ever
	// been valid is valid.
	Now time.Time

	// Least is the likeness (see Hit) below which nothing is looked for by vectors. A store may use it
	// to look at fewer of them, and then passes over one in thousands of those that are hardly above.
	Least float64

	// Superseded lets items in that no longer hold at Now.
	Superseded bool
}

// Vector is a text as numbers, of length 1.
type Vector struct {
	Embedder string
	Values   []float32
	Measured embed.Calibration // of the embedder, where one was measured and none is shipped
}

// Calibration is what cosines with the vector mean: as it was measured, else as it is shipped.
func (v Vector) Calibration() embed.Calibration {
	if v.Measured.Known() {
		return v.Measured
	}
	return embed.CalibrationOf(v.Embedder)
}

// Bounds of a query. Of a longer text only the beginning is searched for: the
// caller who has more to look for asks more than once.
const (
	DefaultLimit = 10
	MaxLimit     = 1000
	MaxQuery     = 16 << 10 // bytes of Text
)

// Places is the limit that holds.
func (q Query) Places() int {
	if q.Limit <= 0 {
		return DefaultLimit
	}
	return min(q.Limit, MaxLimit)
}

// Result is what a search found.
type Result struct {
	Hits []Hit // by falling Score, on a tie by falling Seq, then by rising Part

	// Named are the speakers the query calls by name, in order of their names.
	Named []string
	// Agreement, when somebody is named, compares the best coverage (see Hit) by
	// one item of theirs with that by one of somebody else: 1 if only they spoke
	// of it, 0.5 if all did alike, 0 if they never did. A low value is the one
	// sign, found by measuring, that a question has no answer: no threshold on
	// scores tells.
	Agreement float64
}

// A Hit is an item found and why.
type Hit struct {
	Item  Item    // a store may leave out its Vector and Embedder: First gives them
	Score float64 // 0 to 1, of one query; the best hit of a vague query scores high too
	Parts Parts

	// Coverage is the share of the query's words, by their rarity, that the
	// item's own text holds. Unlike Score it means the same for every query.
	Coverage float64

	// Likeness is that of the item's vector to the query's, on the scale that all embedders
	// share (embed.Calibration); 0 where they cannot be compared.
	Likeness float64

	// Twins are near-duplicates of the item that were left out in its favour.
	Twins []uint64
}

// Parts are what a score is made of, for the receipt:
//
//	Score = (Terms + Neighbour + Session + Speaker + Date + Likeness) × Kind × Freshness
type Parts struct {
	Terms     float64 // the item's own words (BM25)
	Neighbour float64 // its words together with those of the turns around it
	Session   float64 // the words of its session
	Speaker   float64 // said by someone the query names
	Date      float64 // in a month or year the query names
	Sort      float64 // holds a day, a number, a name or a reason where the query asks for one
	Phrase    float64 // words near each other in the query are near each other in it
	Likeness  float64 // the likeness of its vector to the query's
	Kind      float64 // factor: what the agent said, or somebody only asked, counts for less
	Freshness float64 // factor: close to 1 at any age
}

// Sum is the score the parts make.
func (p Parts) Sum() float64 {
	sum := p.Terms + p.Neighbour + p.Session + p.Speaker + p.Date + p.Sort + p.Phrase + p.Likeness
	return sum * p.Kind * p.Freshness
}
