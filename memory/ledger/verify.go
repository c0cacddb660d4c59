package ledger

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"citadel/memory/event"
)

// Broken says where a ledger stops being what it claims to be.
type Broken struct {
	Seq event.Seq // the first event that is wrong
	Why string
}

func (b *Broken) Error() string { return fmt.Sprintf("event %d: %s", b.Seq, b.Why) }

// Report is the outcome of verifying a ledger that is whole.
type Report struct {
	Head      Head
	Events    int
	Forgotten int
	Receipts  int // records of forgetting whose digest agrees with what lies there
	First     time.Time
	Last      time.Time
	Anchored  bool // an anchor was there and agreed
}

// Verify recomputes the whole chain, opens every body, and compares the end with the
// anchor and the index of rests with the events. It finds changed content, changed time,
// a deleted, reordered or swapped event, a truncated end, and a key that was altered,
// destroyed without a record or brought back. It names the first event that is wrong in
// a *Broken. It may run while others read and append; it sees what was there when it
// began. progress, where not nil, is told the number of events checked every few thousand.
func (l *Log) Verify(ctx context.Context, progress func(done, all int)) (Report, error) {
	rep, err := l.verify(ctx, progress)
	var broken *Broken
	if err != nil && !errors.As(err, &broken) {
		err = fmt.Errorf("ledger: verify: %w", err)
	}
	return rep, err
}

func (l *Log) verify(ctx context.Context, progress func(done, all int)) (Report, error) {
	last, err := l.last(ctx)
	if err != nil {
		return Report{}, err
	}
	a := newAudit(l.principal)
	for row, err := range l.store.Read(ctx, Query{}) {
		if err == nil {
			err = a.row(&row)
		}
		if err != nil {
			return a.rep, err
		}
		if progress != nil && a.rep.Events%4096 == 0 {
			progress(a.rep.Events, max(int(last), a.rep.Events))
		}
	}
	// The anchor first: a record of forgetting may be among what was cut off.
	if l.anchor != nil {
		if a.rep.Anchored, err = l.verifyAnchor(ctx); err != nil {
			return a.rep, err
		}
	}
	if err := a.end(); err != nil {
		return a.rep, err
	}
	if err := l.verifyRests(ctx, a); err != nil {
		return a.rep, err
	}
	if progress != nil {
		progress(a.rep.Events, a.rep.Events)
	}
	return a.rep, nil
}

// VerifyLast does the same for the last n events alone, n at least 1: that they follow
// one another, match their hashes and open, and that the end agrees with the anchor. The
// report counts those. It sees nothing that is wrong further back or in the index of
// rests, and takes as long for a large ledger as for a small one.
func (l *Log) VerifyLast(ctx context.Context, n int) (Report, error) {
	rep, err := l.verifyLast(ctx, n)
	var broken *Broken
	if err != nil && !errors.As(err, &broken) {
		err = fmt.Errorf("ledger: verify: %w", err)
	}
	return rep, err
}

func (l *Log) verifyLast(ctx context.Context, n int) (Report, error) {
	last, err := l.last(ctx)
	if err != nil {
		return Report{}, err
	}
	a := newAudit(l.principal)
	before := last - min(last, event.Seq(n))
	if before > 0 {
		for row, err := range l.store.Read(ctx, Query{Seqs: []event.Seq{before}, Sealed: true}) {
			if err != nil {
				return Report{}, err
			}
			a.rep.Head, a.prev = Head{Seq: row.Seq, Hash: row.Hash}, row.Hash
		}
		if a.rep.Head.Seq != before {
			return Report{}, &Broken{Seq: before, Why: "it is missing"}
		}
	}
	for row, err := range l.store.Read(ctx, Query{After: a.rep.Head.Seq}) {
		if err == nil {
			if a.rep.Events == 0 {
				a.rep.First = time.UnixMicro(row.At).UTC()
			}
			err = a.row(&row)
		}
		if err != nil {
			return a.rep, err
		}
	}
	if l.anchor != nil {
		if a.rep.Anchored, err = l.verifyAnchor(ctx); err != nil {
			return a.rep, err
		}
	}
	// A record of forgetting comes after what it names, so all that matter here were read.
	maps.DeleteFunc(a.gone, func(s event.Seq, _ bool) bool { return s <= before })
	a.receipts = slices.DeleteFunc(a.receipts, func(c claim) bool { return len(c.seqs) > 0 && c.seqs[0] <= before })
	err = a.end()
	return a.rep, err
}

func (l *Log) last(ctx context.Context) (last event.Seq, err error) {
	for row, err := range l.store.Read(ctx, Query{Newest: true, Limit: 1, Sealed: true}) {
		return row.Seq, err
	}
	return 0, nil
}

// audit follows a chain row by row, from its first.
type audit struct {
	principal string
	chain     *chain
	opener    opener
	prev      Hash
	keyless   map[event.Seq]Hash // rows without a key
	gone      map[event.Seq]bool // named by a record of forgetting
	receipts  []claim
	rests     tally
	rep       Report
}

func newAudit(principal string) *audit {
	return &audit{principal: principal, chain: newChain(), gone: map[event.Seq]bool{}, keyless: map[event.Seq]Hash{}}
}

// row checks the next row.
func (a *audit) row(r *Row) error {
	want := a.rep.Head.Seq + 1
	switch {
	case r.Seq > want:
		return &Broken{Seq: want, Why: fmt.Sprintf("it is missing: the next event is %d", r.Seq)}
	case r.Seq < want:
		return &Broken{Seq: want, Why: fmt.Sprintf("event %d stands in its place", r.Seq)}
	case r.Principal != a.principal:
		return &Broken{Seq: r.Seq, Why: fmt.Sprintf("it belongs to %q", r.Principal)}
	}
	if r.Seq == 1 {
		a.prev = genesis(r.Principal, r.At)
		a.rep.First = time.UnixMicro(r.At).UTC()
	}
	if r.Prev != a.prev {
		return &Broken{Seq: r.Seq, Why: "it does not follow the event before it"}
	}
	if a.chain.sum(r) != r.Hash {
		return &Broken{Seq: r.Seq, Why: "its content does not match its hash"}
	}
	if err := event.Check(r.Kind, r.V); err != nil {
		return fmt.Errorf("event %d: %w", r.Seq, err)
	}
	if err := a.from(r); err != nil {
		return &Broken{Seq: r.Seq, Why: err.Error()}
	}
	if err := a.body(r); err != nil {
		return err
	}
	a.prev = r.Hash
	a.rep.Events++
	a.rep.Head = Head{Seq: r.Seq, Hash: r.Hash}
	a.rep.Last = time.UnixMicro(r.At).UTC()
	return nil
}

func (a *audit) from(r *Row) error {
	if len(r.From) == 0 {
		return nil
	}
	from, err := DecodeSeqs(r.From)
	if err != nil {
		return err
	}
	for _, on := range from {
		a.rests.add(Rest{On: on, Seq: r.Seq})
	}
	return nil
}

func (a *audit) body(r *Row) error {
	forgets := r.Kind == event.Forgotten{}.Kind()
	if len(r.Unseal) == 0 {
		if forgets {
			// Without it nobody can tell which keys are gone for a reason.
			return &Broken{Seq: r.Seq, Why: "a record of forgetting has lost its key"}
		}
		a.keyless[r.Seq] = r.Hash
		return nil
	}
	body, err := a.opener.open(r)
	if err != nil {
		return &Broken{Seq: r.Seq, Why: err.Error()}
	}
	if !forgets {
		return nil
	}
	p, err := event.Decode(r.Kind, r.V, body)
	if err != nil {
		return fmt.Errorf("event %d: %w", r.Seq, err)
	}
	if f, ok := p.(event.Forgotten); ok {
		for _, s := range f.Seqs {
			a.gone[s] = true
		}
		if f.Digest != "" {
			a.receipts = append(a.receipts, claim{r.Seq, f.Seqs, f.Digest})
		}
	}
	return nil
}

// end checks that exactly those events have lost their key that a record of forgetting
// names.
func (a *audit) end() error {
	a.rep.Forgotten = len(a.gone)
	first := &Broken{}
	wrong := func(s event.Seq, why string) {
		if first.Seq == 0 || s < first.Seq {
			*first = Broken{Seq: s, Why: why}
		}
	}
	for s := range a.keyless {
		if !a.gone[s] {
			wrong(s, "its key is gone and no record says that it was forgotten")
		}
		delete(a.gone, s)
	}
	for s := range a.gone {
		wrong(s, "it was forgotten, yet its key is there")
	}
	if first.Seq != 0 {
		return first
	}
	for _, c := range a.receipts {
		if !c.holds(a.keyless) {
			wrong(c.by, "its digest is not that of what it says was forgotten")
		}
	}
	if first.Seq != 0 {
		return first
	}
	a.rep.Receipts = len(a.receipts)
	return nil
}

// tally sums up a set of rests independently of their order.
type tally struct {
	n   int
	sum uint64
}

func (t *tally) add(r Rest) {
	h := sha256.Sum256(appendUint(appendUint(nil, uint64(r.On)), uint64(r.Seq)))
	t.n++
	t.sum += binary.BigEndian.Uint64(h[:])
}

// verifyRests compares the index behind Query.From with what the audited rows say.
func (l *Log) verifyRests(ctx context.Context, a *audit) error {
	store, ok := l.store.(Auditor)
	if !ok {
		return nil
	}
	end := a.rep.Head.Seq // of events behind it the audit knows nothing
	var index tally
	for r, err := range store.Rests(ctx) {
		if err != nil {
			return err
		}
		if r.Seq <= end {
			index.add(r)
		}
	}
	if index == a.rests {
		return nil
	}
	surplus := map[Rest]int{}
	for r, err := range store.Rests(ctx) {
		if err != nil {
			return err
		}
		if r.Seq <= end {
			surplus[r]++
		}
	}
	for row, err := range l.store.Read(ctx, Query{Before: end + 1, Sealed: true}) {
		if err != nil {
			return err
		}
		from, err := DecodeSeqs(row.From)
		if err != nil {
			return &Broken{Seq: row.Seq, Why: err.Error()}
		}
		for _, on := range from {
			surplus[Rest{On: on, Seq: row.Seq}]--
		}
	}
	first := &Broken{Seq: end + 1}
	for r, n := range surplus {
		switch {
		case n == 0 || r.Seq >= first.Seq:
		case n > 0:
			first = &Broken{Seq: r.Seq, Why: "the index claims that it rests on an event that it does not name"}
		default:
			first = &Broken{Seq: r.Seq, Why: "the index does not know what it rests on"}
		}
	}
	return first
}

// verifyAnchor compares the ledger with the anchor, and says whether there is one.
func (l *Log) verifyAnchor(ctx context.Context) (bool, error) {
	a, err := l.anchor.Load()
	if errors.Is(err, ErrNoAnchor) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("anchor: %w", err)
	}
	last, err := l.last(ctx)
	if err != nil {
		return false, err
	}
	if a.Seq > last {
		return false, &Broken{Seq: last + 1, Why: fmt.Sprintf("the ledger ends before it, but the anchor has seen event %d", a.Seq)}
	}
	for row, err := range l.store.Read(ctx, Query{Seqs: []event.Seq{a.Seq}, Sealed: true}) {
		if err != nil {
			return false, err
		}
		if row.Hash != a.Hash {
			return false, &Broken{Seq: a.Seq, Why: "the anchor has seen another event here"}
		}
		return true, nil
	}
	return false, &Broken{Seq: a.Seq, Why: "it is missing, but the anchor has seen it"}
}
