package ledger

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
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
	First     time.Time
	Last      time.Time
	Anchored  bool // an anchor was there and agreed
}

// Verify recomputes the whole chain, compares its end with the anchor and its indexes
// with its rows. It finds changed content, changed time, a deleted, reordered or swapped
// event, and a truncated end, and names the first event that is wrong in a *Broken.
// progress, where not nil, is told the number of events checked every few thousand.
func (l *Log) Verify(ctx context.Context, progress func(done, all int)) (Report, error) {
	var rep Report
	all := int(l.head.Seq)
	c := newChain()
	prev, want := Hash{}, event.Seq(1)
	var forgotten []event.Seq
	var rests tally
	for row, err := range l.store.Read(ctx, Query{Sealed: true}) {
		if err != nil {
			return rep, fmt.Errorf("ledger: verify: %w", err)
		}
		if row.Seq != want {
			return rep, &Broken{Seq: want, Why: fmt.Sprintf("it is missing: the next event is %d", row.Seq)}
		}
		if row.Principal != l.principal {
			return rep, &Broken{Seq: row.Seq, Why: fmt.Sprintf("it belongs to %q", row.Principal)}
		}
		if row.Seq == 1 {
			prev = genesis(row.Principal, row.At)
			rep.First = time.UnixMicro(row.At).UTC()
		}
		if row.Prev != prev {
			return rep, &Broken{Seq: row.Seq, Why: "it does not follow the event before it"}
		}
		if c.sum(&row) != row.Hash {
			return rep, &Broken{Seq: row.Seq, Why: "its content does not match its hash"}
		}
		if err := event.Check(row.Kind, row.V); err != nil {
			return rep, fmt.Errorf("ledger: verify: event %d: %w", row.Seq, err)
		}
		if row.Kind == (event.Forgotten{}).Kind() {
			forgotten = append(forgotten, row.Seq)
		}
		if len(row.From) > 0 {
			from, err := DecodeSeqs(row.From)
			if err != nil {
				return rep, &Broken{Seq: row.Seq, Why: err.Error()}
			}
			for _, on := range from {
				rests.add(Rest{On: on, Seq: row.Seq})
			}
		}
		prev, want = row.Hash, want+1
		rep.Events++
		rep.Head = Head{Seq: row.Seq, Hash: row.Hash}
		rep.Last = time.UnixMicro(row.At).UTC()
		if progress != nil && rep.Events%4096 == 0 {
			progress(rep.Events, all)
		}
	}
	if err := l.verifyKeys(ctx, forgotten, &rep); err != nil {
		return rep, err
	}
	if err := l.verifyRests(ctx, rests); err != nil {
		return rep, err
	}
	if l.anchor != nil {
		anchored, err := l.verifyAnchor(ctx)
		if err != nil {
			return rep, err
		}
		rep.Anchored = anchored
	}
	if progress != nil {
		progress(rep.Events, rep.Events)
	}
	return rep, nil
}

// verifyKeys checks that exactly those bodies have lost their key that a forgotten event
// names, and that every record of forgetting can still be read.
func (l *Log) verifyKeys(ctx context.Context, records []event.Seq, rep *Report) error {
	gone := map[event.Seq]bool{}
	if len(records) > 0 {
		for rec, err := range l.Read(ctx, Query{Seqs: records}) {
			if err != nil {
				return err
			}
			p, err := rec.Payload()
			if err != nil {
				return err
			}
			f, ok := p.(event.Forgotten)
			if !ok {
				return &Broken{Seq: rec.Seq, Why: "a record of forgetting has lost its key"}
			}
			for _, s := range f.Seqs {
				gone[s] = true
			}
		}
	}
	rep.Forgotten = len(gone)
	a, ok := l.store.(Auditor)
	if !ok {
		return nil
	}
	keyless, err := a.Keyless(ctx)
	if err != nil {
		return err
	}
	if keyless == len(gone) {
		return nil
	}
	for row, err := range l.store.Read(ctx, Query{}) {
		if err != nil {
			return err
		}
		if (len(row.Unseal) == 0) != gone[row.Seq] {
			if gone[row.Seq] {
				return &Broken{Seq: row.Seq, Why: "it was forgotten, yet its key is there"}
			}
			return &Broken{Seq: row.Seq, Why: "its key is gone and no record says it was forgotten"}
		}
	}
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

// verifyRests compares the index behind Query.From with what the rows say.
func (l *Log) verifyRests(ctx context.Context, rows tally) error {
	a, ok := l.store.(Auditor)
	if !ok {
		return nil
	}
	var index tally
	for r, err := range a.Rests(ctx) {
		if err != nil {
			return fmt.Errorf("ledger: verify: %w", err)
		}
		index.add(r)
	}
	if index == rows {
		return nil
	}
	held := map[Rest]bool{}
	for r, err := range a.Rests(ctx) {
		if err != nil {
			return fmt.Errorf("ledger: verify: %w", err)
		}
		held[r] = true
	}
	for row, err := range l.store.Read(ctx, Query{Sealed: true}) {
		if err != nil {
			return fmt.Errorf("ledger: verify: %w", err)
		}
		from, err := DecodeSeqs(row.From)
		if err != nil {
			return &Broken{Seq: row.Seq, Why: err.Error()}
		}
		for _, on := range from {
			if !held[Rest{On: on, Seq: row.Seq}] {
				return &Broken{Seq: row.Seq, Why: "the index does not know what it rests on"}
			}
			delete(held, Rest{On: on, Seq: row.Seq})
		}
	}
	first := Rest{Seq: l.head.Seq}
	for r := range held {
		if r.Seq <= first.Seq {
			first = r
		}
	}
	return &Broken{Seq: first.Seq, Why: "the index claims that it rests on an event that it does not name"}
}

// checkAnchor compares the head with the anchor at opening.
func (l *Log) checkAnchor(ctx context.Context) error {
	if l.anchor == nil {
		return nil
	}
	_, err := l.verifyAnchor(ctx)
	return err
}

func (l *Log) verifyAnchor(ctx context.Context) (bool, error) {
	a, err := l.anchor.Load()
	if errors.Is(err, ErrNoAnchor) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("ledger: anchor: %w", err)
	}
	var last event.Seq
	for row, err := range l.store.Read(ctx, Query{Newest: true, Limit: 1, Sealed: true}) {
		if err != nil {
			return false, fmt.Errorf("ledger: anchor: %w", err)
		}
		last = row.Seq
	}
	if a.Seq > last {
		return false, &Broken{Seq: last + 1, Why: fmt.Sprintf("the ledger ends before it, but the anchor has seen event %d", a.Seq)}
	}
	for row, err := range l.store.Read(ctx, Query{Seqs: []event.Seq{a.Seq}, Sealed: true}) {
		if err != nil {
			return false, fmt.Errorf("ledger: anchor: %w", err)
		}
		if row.Hash != a.Hash {
			return false, &Broken{Seq: a.Seq, Why: "the anchor has seen another event here"}
		}
	}
	return true, nil
}
