package memory

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"citadel/memory/decisions"
	"citadel/memory/event"
	"citadel/memory/formula"
	"citadel/memory/ledger"
	"citadel/memory/store"
	"citadel/memory/words"
)

// Follower keeps the memory store up with the ledger: at least once, from a cursor of its
// own, idempotent by number. It may lag and says how far; it never holds up a turn.
type Follower struct {
	Mind  *Mind
	Store store.Store

	mu      sync.Mutex
	done    event.Seq // everything up to here is in the store
	moved   chan struct{}
	trouble error // why not more is; nil while it goes well
	refill  Refill

	puts    int // how many calls of Put came back, which shows that the store goes on
	sitting sitting
	unfolds bool      // it only brings back what a digest had taken out
	seated  sitting   // that at done
	resumed bool      // a store that lasts was asked how far it is
	noted   event.Seq // what it was last told, and what it may not fall behind
	changed bool      // since then
	begun   event.Seq // up to where it was told that it is being brought
	clean   event.Seq // the store was empty after this event: what had been forgotten by then never came in
}

// NewFollower follows the mind into a store that is empty, or that lasts.
func NewFollower(m *Mind, s store.Store) *Follower {
	f := &Follower{Mind: m, Store: s, moved: make(chan struct{})}
	f.searched(lastingIn(s) == nil)
	return f
}

// searched says whether the store may be searched through Vectors: whether all that it holds is
// of this ledger.
func (f *Follower) searched(may bool) {
	if v, ok := f.Store.(*Vectors); ok {
		v.foreign.Store(!may)
	}
}

// entering are the kinds that make something to be found, and followed those that change what can be.
var (
	entering = []event.Kind{
		event.Heard{}.Kind(), event.Attached{}.Kind(), event.PostQueued{}.Kind(), event.Learned{}.Kind(),
		event.LoopOpened{}.Kind(), event.DecisionRecorded{}.Kind(),
	}
	followed = append(slices.Clone(entering),
		event.Edited{}.Kind(), event.Transcribed{}.Kind(), event.Superseded{}.Kind(), event.Restored{}.Kind(), event.Forgotten{}.Kind(),
		event.TurnEnded{}.Kind(), event.DecisionRevised{}.Kind(), event.DecisionRestored{}.Kind(), event.Consolidated{}.Kind(), event.Digested{}.Kind(),
	)
)

// lot is how many items are put at a time, be it that all of them are parts of one message: a server
// that takes seconds for such a one is not silent meanwhile.
const lot = 256

// Run follows until ctx ends.
func (f *Follower) Run(ctx context.Context) error {
	var wait time.Duration
	for {
		head := f.Mind.Head()
		err := f.watched(ctx, head)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil && !errors.Is(err, store.ErrUnavailable) {
			return fmt.Errorf("memory: follow: %w", err)
		}
		f.setTrouble(err)
		if err == nil {
			wait = 0
			select {
			case <-ctx.Done():
			case <-f.Mind.Past(head):
			}
			continue
		}
		wait = retry(wait)
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
		case <-timer.C:
		}
		timer.Stop()
	}
}

// Reached gives the newest event the store knows of.
func (f *Follower) Reached() event.Seq {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.done
}

// Await waits until the store knows of an event, or ctx ends. While the store is away it does
// not wait for what is missing: the error is then Trouble's.
func (f *Follower) Await(ctx context.Context, seq event.Seq) error {
	for {
		f.mu.Lock()
		done, moved, trouble := f.done, f.moved, f.trouble
		f.mu.Unlock()
		if done >= seq {
			return nil
		}
		if trouble != nil {
			return trouble
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-moved:
		}
	}
}

// put enters items, in order, a lot at a time, and notes each that came to an end.
func (f *Follower) put(ctx context.Context, items []store.Item) error {
	for some := range slices.Chunk(items, lot) {
		if err := f.Store.Put(ctx, some...); err != nil {
			return err
		}
		f.mu.Lock()
		f.puts++
		f.mu.Unlock()
	}
	return nil
}

// going is where the follower stands: it moves with all that the store takes.
func (f *Follower) going() (done event.Seq, puts int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.done, f.puts
}

func (f *Follower) advance(to event.Seq) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.done = to
	close(f.moved)
	f.moved = make(chan struct{})
}

// follow takes everything up to head into the store.
func (f *Follower) follow(ctx context.Context, head event.Seq) error {
	f.sitting = f.seated.clone() // what a round that failed had seen is seen again
	var items []store.Item
	flush := func(to event.Seq) error {
		if len(items) > 0 {
			if err := f.begin(ctx, head); err != nil {
				return err
			}
			if err := f.put(ctx, items); err != nil {
				return err
			}
			items = items[:0]
		}
		if to > f.done {
			f.seated = f.sitting.clone()
		}
		f.advance(to)
		return nil
	}
	for r, err := range f.Mind.Events(ctx, ledger.Query{After: f.done, Before: head + 1, Kinds: followed}) {
		if err != nil {
			return err
		}
		p, err := r.Payload()
		if err != nil {
			return err
		}
		if item, ok := f.item(r, p); ok {
			items = append(items, pieces(f.settled(item))...)
		} else if c, ok := p.(event.Consolidated); ok {
			changed, err := f.consolidated(ctx, c.Memories, items)
			if err != nil {
				return err
			}
			items = append(items, changed...)
		} else if changes(p) {
			// What changes an item must find it there.
			if err := flush(f.done); err != nil {
				return err
			}
			if err := f.begin(ctx, head); err != nil {
				return err
			}
			if err := f.change(ctx, r, p); err != nil {
				return err
			}
		}
		if len(items) >= lot {
			if err := flush(r.Seq); err != nil {
				return err
			}
		}
	}
	return flush(head)
}

// item makes what can be found of an event.
func (f *Follower) item(r ledger.Record, p event.Payload) (store.Item, bool) {
	item := store.Item{Seq: uint64(r.Seq), On: r.At, Importance: 0.5, Class: formula.Standard}
	switch p := p.(type) {
	case event.Heard:
		item.Kind, item.Text, item.On, item.Audience = store.Said, p.Text, p.On, Readers(p.Audience, p.Place)
		item.Speaker, _ = words.Speaker(p.Text)
		if r.Trust != event.ByPrincipal {
			item.Kind, item.Speaker = store.Heard, p.Person.Name
			if p.Forwarded != "" {
				item.Speaker = p.Forwarded
			}
		}
		item.Session, item.Turn = f.sitting.at(item, r)
	case event.Attached: // what a file says is nobody's word but its own
		item.Kind, item.Text, item.Audience, item.Speaker = store.Heard, p.Text, Readers(p.Audience, p.Place), "the file "+p.Name
		item.Session, item.Turn = f.sitting.at(item, r)
	case event.PostQueued:
		if p.Inward() { // no fact, and nothing is to rest on it
			return item, false
		}
		item.Kind, item.Text, item.Audience = store.Answer, p.Text, Readers(p.Audience, p.Place)
		item.Session, item.Turn = f.sitting.at(item, r)
	case event.Learned:
		item.Kind, item.Text, item.On, item.Audience = store.Kind(p.Sort), p.Text, p.On, Readers(p.Audience, p.Place)
		item.Importance, item.Class = p.Importance, formula.Class(p.Class)
	case event.LoopOpened:
		item.Kind, item.Text, item.On, item.Audience = store.Loop, p.Text, p.On, Readers(p.Audience, p.Place)
	case event.DecisionRecorded:
		item.Kind, item.On, item.Audience = store.Decision, p.On, Readers(p.Audience, p.Place)
		item.Text = decisions.Decision{DecisionRecorded: p}.Said()
	default:
		return item, false
	}
	if item.On.IsZero() {
		item.On = r.At
	}
	item.Text = words.Visible(item.Text)
	worded := strings.TrimSpace(item.Text) != ""
	if _, heard := p.(event.Heard); heard && !worded {
		f.sitting.wordless = append(f.sitting.wordless, spot{r.Seq, item.Session, item.Turn})
	}
	return item, worded
}

func changes(p event.Payload) bool {
	switch p := p.(type) {
	case event.Edited, event.Transcribed, event.Superseded, event.Restored, event.Forgotten, event.Digested,
		event.DecisionRevised, event.DecisionRestored:
		return true
	case event.TurnEnded:
		return p.Quiet
	}
	return false
}

// change brings items up to date that are in the store.
func (f *Follower) change(ctx context.Context, r ledger.Record, p event.Payload) error {
	switch p := p.(type) {
	case event.Edited:
		return f.reword(ctx, r.Seq, p.Message, p.Text)
	case event.Transcribed:
		return f.reword(ctx, r.Seq, p.Message, p.Text)
	case event.Superseded:
		return f.amend(ctx, p.Memory, func(i *store.Item) { i.SupersededBy, i.ValidTo = uint64(p.By), p.On })
	case event.Restored:
		return f.amend(ctx, p.Memory, func(i *store.Item) { i.SupersededBy, i.ValidTo = 0, time.Time{} })
	case event.Digested:
		return f.fold(ctx, r.Seq, p)
	case event.DecisionRevised:
		return f.decided(ctx, p.Decision)
	case event.DecisionRestored:
		return f.decided(ctx, p.Decision)
	case event.Forgotten:
		if p.Reason != event.Expired {
			if err := f.afresh(ctx, r.Seq, p.Seqs); err != nil {
				return err
			}
		}
		if err := f.remove(ctx, p.Seqs); err != nil {
			return err
		}
		if err := f.unrevised(ctx, p.Seqs); err != nil {
			return err
		}
		if err := f.unfold(ctx, r.Seq, p.Seqs); err != nil {
			return err
		}
		return f.reworded(ctx, r.Seq, p.Seqs)
	case event.TurnEnded:
		// A quiet turn stays out of memory (TRUST, Crisis).
		began, turn, err := f.began(ctx, r)
		if err != nil || !turn {
			return err
		}
		return f.hide(ctx, append(began.Messages, r.Seq-1))
	}
	return nil
}

// hide takes out messages and answers, with the files that came with them.
func (f *Follower) hide(ctx context.Context, seqs []event.Seq) error {
	files := ledger.Query{From: seqs, Kinds: []event.Kind{event.Attached{}.Kind()}}
	for r, err := range f.Mind.Events(ctx, files) {
		if err != nil {
			return err
		}
		seqs = append(seqs, r.Seq)
	}
	return f.remove(ctx, seqs)
}

func (f *Follower) remove(ctx context.Context, seqs []event.Seq) error {
	raw := make([]uint64, len(seqs))
	for i, s := range seqs {
		raw[i] = uint64(s)
	}
	return f.Store.Remove(ctx, raw...)
}

// amend changes an item, which may have been forgotten meanwhile.
func (f *Follower) amend(ctx context.Context, seq event.Seq, edit func(*store.Item)) error {
	parts, err := f.Store.Get(ctx, uint64(seq))
	if errors.Is(err, store.ErrUnknown) {
		return nil
	}
	if err != nil {
		return err
	}
	item := parts[0]
	for _, p := range parts[1:] {
		item.Text += p.Text
	}
	before := item.Text
	edit(&item)
	if item.Text == before { // and so is its vector
		for i := range parts {
			edit(&parts[i])
		}
		return f.put(ctx, parts)
	}
	item.Part, item.Vector, item.Embedder = 0, nil, ""
	if err := f.Store.Remove(ctx, uint64(seq)); err != nil {
		return err
	}
	return f.put(ctx, pieces(item))
}

// Long messages are indexed in pieces of about two hundred words (SPEC §3).
const (
	wholeUpTo  = 16 << 10
	pieceWords = 200
)

func long(text string) bool { return len(text) > wholeUpTo }

// Pieces are the parts in which a text is searched: itself, if it is not long.
func Pieces(text string) []string {
	if !long(text) {
		return []string{text}
	}
	return words.Pieces(text, pieceWords)
}

// pieces are the parts of an item as they are to be put: the first of them last, so that where it is
// there all are (see Whole).
func pieces(i store.Item) []store.Item {
	var out []store.Item
	for n, text := range Pieces(i.Text) {
		part := i
		part.Part, part.Text = uint32(n), text
		out = append(out, part)
	}
	return append(out[1:], out[0])
}

// Whole says, of what a store gives as the first part of a memory, whether all of its parts are there:
// of a long one that was being entered when the program ended some may be missing.
func Whole(first store.Item) bool { return first.Part == 0 }

// apart is how long a silence ends a sitting.
const apart = 4 * time.Hour

// sitting tells stretches of talk apart, so that what was said close to each other is
// found together. A stretch is known by its first utterance. A long one, which is indexed in
// pieces, is a stretch of its own: the talk around it goes on without it, since whoever writes
// to a store on a server reads the stretch that it belongs to.
type sitting struct {
	last map[string]time.Time
	now  map[string]event.Seq
	turn uint64

	wordless []spot // in order: where messages stood that had no words when they were heard
}

// spot is where an utterance stands in the talk.
type spot struct {
	seq           event.Seq
	session, turn uint64
}

// of gives where a message stands that has words only since it was heard. One that had words, lost them and has some
// again is a stretch of its own.
func (s *sitting) of(i store.Item) (session, turn uint64) {
	at, found := slices.BinarySearchFunc(s.wordless, event.Seq(i.Seq), func(w spot, seq event.Seq) int { return cmp.Compare(w.seq, seq) })
	switch {
	case !found:
		return i.Seq, 0
	case long(i.Text):
		return i.Seq, s.wordless[at].turn
	}
	return s.wordless[at].session, s.wordless[at].turn
}

func (s *sitting) at(i store.Item, r ledger.Record) (session, turn uint64) {
	if s.last == nil {
		s.last, s.now = map[string]time.Time{}, map[string]event.Seq{}
	}
	if r.At.Sub(s.last[i.Audience]) > apart {
		delete(s.now, i.Audience)
	}
	s.last[i.Audience] = r.At
	s.turn++
	if long(i.Text) {
		return i.Seq, s.turn
	}
	if s.now[i.Audience] == 0 {
		s.now[i.Audience] = r.Seq
	}
	return uint64(s.now[i.Audience]), s.turn
}
