package ledger

import (
	"context"
	"iter"
	"slices"
	"sync"

	"citadel/memory/event"
)

// What a tail holds at most, and how many events are fetched for it at once. The window of a
// conversation is some 500 events, of 1 KB each.
const (
	mostOfTail      = 2048
	mostBytesOfTail = 4 << 20
	mostFetched     = 512
)

// tail is the newest records of a log, opened: a turn asks a dozen times for what was said, read or
// noted in the turns just before it, and to find, open and hand over each of them in the store takes
// longer than all that is then done with them. It changes no answer. What is forgotten is out of it
// when forgetting returns.
//
// Who reads it may hold its records as long as he likes, and must not change them.
type tail struct {
	mu      sync.RWMutex
	first   event.Seq // of records; where there are none, of the next one to be written
	records []Record  // one for each number from first on; what others hold of it is never written to
	bytes   int       // of their bodies
	shreds  int       // how often something was forgotten
	closed  bool      // others write here, or may have: the store alone knows
}

// add takes what was just written.
func (t *tail) add(written []Record) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return
	}
	for _, r := range written {
		t.records = append(t.records, keepable(r))
		t.bytes += len(r.Body)
	}
	t.trim()
}

// keepable is a record that several may hold: what one appends to its lists is not in those of another.
func keepable(r Record) Record {
	r.Causes, r.From = slices.Clip(r.Causes), slices.Clip(r.From)
	if len(r.Causes) == 0 {
		r.Causes = nil
	}
	if len(r.From) == 0 {
		r.From = nil
	}
	return r
}

// trim drops the oldest of what is too much.
func (t *tail) trim() {
	for len(t.records) > mostOfTail || t.bytes > mostBytesOfTail {
		t.bytes -= len(t.records[0].Body)
		t.records, t.first = t.records[1:], t.first+1
	}
}

// forget drops the bodies of events, also of those that were trimmed and still lie in memory.
func (t *tail) forget(seqs []event.Seq) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.shreds++
	t.records = slices.Clone(t.records)
	for _, seq := range seqs {
		if seq >= t.first && seq-t.first < event.Seq(len(t.records)) {
			r := &t.records[seq-t.first]
			t.bytes -= len(r.Body)
			r.Body = nil
		}
	}
}

// close has everything read from the store from now on.
func (t *tail) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.records, t.closed = nil, true
}

// since gives the records from a number on, or from a later one where the tail does not reach that far
// back. ok is false where there is nothing to go by but the store.
func (t *tail) since(seq event.Seq) (first event.Seq, records []Record, ok bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	skip := 0
	if seq > t.first {
		skip = int(min(seq-t.first, event.Seq(len(t.records)))) //nolint:gosec // at most its length
	}
	return t.first + event.Seq(skip), t.records[skip:], !t.closed //nolint:gosec // see above
}

// fill puts before the tail what the store has from a number on: after a start it holds nothing of the
// conversation that goes on. It gives up where something cannot be read, for nobody may have asked for
// that; where something is forgotten meanwhile; and where somebody else has changed where it begins.
func (l *Log) fill(ctx context.Context, from event.Seq) {
	t := &l.tail
	t.mu.RLock()
	first, shreds, bytes := t.first, t.shreds, t.bytes
	full := t.closed || bytes >= mostBytesOfTail/2 || len(t.records) > mostOfTail-mostFetched
	t.mu.RUnlock()
	if full || from >= first || first-from > mostFetched {
		return
	}
	var before []Record
	for rec, err := range l.stored(ctx, Query{After: from - 1, Before: first, Newest: true}) {
		if err != nil {
			return
		}
		before = append(before, keepable(rec))
		if bytes += len(rec.Body); bytes >= mostBytesOfTail/2 {
			break
		}
	}
	slices.Reverse(before)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed || t.first != first || t.shreds != shreds || len(before) == 0 {
		return
	}
	if before[0].Seq+event.Seq(len(before)) != first { // some are missing, which is for Verify to say
		return
	}
	for _, r := range before {
		t.bytes += len(r.Body)
	}
	t.first, t.records = before[0].Seq, append(before, t.records...)
	t.trim()
}

// read gives the records that match q: those of the tail from memory, the others from the store.
func (l *Log) read(ctx context.Context, q Query) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		if q.Sealed { // what is kept is open
			l.stored(ctx, q)(yield)
			return
		}
		from := q.from()
		l.fill(ctx, from)
		first, kept, ok := l.tail.since(from)
		if !ok {
			l.stored(ctx, q)(yield)
			return
		}
		kept = q.listed(first, kept)
		given := 0
		give := func(r Record, err error) bool {
			given++
			return yield(r, err) && err == nil && (q.Limit == 0 || given < q.Limit)
		}
		older := func() bool {
			if from >= first {
				return true
			}
			o, some := q.before(first)
			if o.Limit > 0 {
				o.Limit -= given
			}
			if !some {
				return true
			}
			for r, err := range l.stored(ctx, o) {
				if !give(r, err) {
					return false
				}
			}
			return true
		}
		if q.Newest {
			for _, r := range slices.Backward(kept) {
				if q.matches(&r) && !give(r, nil) {
					return
				}
			}
			older()
			return
		}
		if !older() {
			return
		}
		for i := range kept {
			if q.matches(&kept[i]) && !give(kept[i], nil) {
				return
			}
		}
	}
}

// from is a number below which nothing matches.
func (q Query) from() event.Seq {
	from := q.After + 1
	if from == 0 { // there is no later number
		return q.After
	}
	if len(q.Seqs) > 0 {
		from = max(from, slices.Min(q.Seqs))
	}
	if len(q.From) > 0 {
		from = max(from, slices.Min(q.From)+1) // nothing rests on what comes later
	}
	return from
}

// before is what of a query is older than a number; there is none of it where some is false.
func (q Query) before(first event.Seq) (older Query, some bool) {
	if q.Before == 0 || q.Before > first {
		q.Before = first
	}
	if len(q.Seqs) > 0 {
		q.Seqs = slices.DeleteFunc(slices.Clone(q.Seqs), func(s event.Seq) bool { return s >= first })
		return q, len(q.Seqs) > 0
	}
	return q, true
}

// listed are those of the records, which are numbered from first on, that a query may want: those that
// it lists, where it lists any.
func (q Query) listed(first event.Seq, records []Record) []Record {
	if len(q.Seqs) == 0 {
		return records
	}
	var out []Record
	for _, s := range sorted(slices.Clone(q.Seqs)) {
		if s >= first && s-first < event.Seq(len(records)) {
			out = append(out, records[s-first])
		}
	}
	return out
}

// matches says whether a record is one of those that are wanted, of those that are listed.
func (q Query) matches(r *Record) bool {
	switch {
	case r.Seq <= q.After, q.Before > 0 && r.Seq >= q.Before,
		len(q.Kinds) > 0 && !slices.Contains(q.Kinds, r.Kind),
		len(q.Keys) > 0 && (r.Key == "" || !slices.Contains(q.Keys, r.Key)),
		q.Gone && !r.Forgotten():
		return false
	}
	return len(q.From) == 0 || slices.ContainsFunc(r.From, func(s event.Seq) bool { return slices.Contains(q.From, s) })
}
