package embedded

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"citadel/memory/formula"
	"citadel/memory/store"
	"citadel/memory/store/ranking"
	"citadel/memory/words"
)

// Index is the store. Its zero value is not usable: see New.
type Index struct {
	writer sync.Mutex // held by one Put or Remove from end to end
	words  *words.Analyzer

	mu      sync.RWMutex // guards all that follows
	lexicon lexicon
	spots   []spot   // by document; number 0 is nobody
	briefs  []brief  // likewise
	records []record // by document
	texts   texts
	heads   []uint32 // see among
	live    int
	newer   map[uint32]uint64 // by document: what superseded it, of those few that something did
	ids     []uint32          // working space of insert

	audiences []audience // by number
	kinds     []store.Kind
	classes   []formula.Class // likewise
	speakers  speakers
	sessions  sessions
	vectors   vectors

	scratch atomic.Pointer[spare] // of searches; another one after each removal
}

var _ store.Store = (*Index)(nil)

// spot is what scoring reads of a document. Zero length and audience are those
// of a removed one, which no posting names.
type spot struct {
	length   uint32 // its terms
	audience uint32
	session  uint32 // 0: none
	prev     uint32 // neighbours in the session, 0: none
	next     uint32
	speaker  uint32 // 0: nobody with a name
}

// brief is what is asked of every document whose neighbourhood holds a word, so small that those of
// all stay near the processor.
type brief struct {
	around uint32 // its terms and its neighbours', in tenths
	kind   uint16 // its number: to compare the words of tens of thousands would take a third of a search
	marks  marks
	held   ranking.Sort
}

// marks are what holds of a document or does not.
type marks uint8

const (
	answer marks = 1 << iota // in the agent's own words
	asks                     // see ranking.Asks
	ends                     // its record has an end: most have none, and need not be read to know it
)

// is says whether one of them holds.
func (b *brief) is(one marks) bool { return b.marks&one != 0 }

// mark has one of them hold, or not.
func (b *brief) mark(one marks, holds bool) {
	if b.marks &^= one; holds {
		b.marks |= one
	}
}

// record is the rest of a document, in one line of the processor's cache.
type record struct {
	seq        uint64
	on         int64 // microseconds since 1970
	validTo    int64 // likewise; ranking.NoEnd if it still holds
	turn       uint64
	importance float64
	text       span
	part       uint32
	sibling    uint32 // another part of the same memory, 0: none
	class      uint16 // its number
	settled    bool
}

// totals are what rarity and mean length are worked out from.
type totals struct {
	documents int
	length    int64
	around    int64 // in tenths
}

func (t *totals) add(o totals) {
	t.documents += o.documents
	t.length += o.length
	t.around += o.around
}

// audience keeps the totals of those who may read the same.
type audience struct {
	name          string
	told, answers totals // the agent's own words apart: most queries ask for the others
	sessions      int
	sessionLength int64 // in tenths
}

const (
	rememberedStems = 8192 // the common words of one person, about a megabyte
	lot             = 256  // items entered under one lock
)

// New returns an empty index.
func New() *Index {
	x := &Index{
		words:   words.New(rememberedStems),
		spots:   make([]spot, 1),
		briefs:  make([]brief, 1),
		records: make([]record, 1),
		newer:   make(map[uint32]uint64),
	}
	x.scratch.Store(newSpare())
	x.speakers.init()
	x.sessions.init()
	return x
}

// prepared is an item whose text has been analysed.
type prepared struct {
	item  store.Item
	terms []string
}

// Put implements store.Store.
func (x *Index) Put(ctx context.Context, items ...store.Item) error {
	for _, item := range items {
		if err := item.Check(); err != nil {
			return err
		}
	}
	x.writer.Lock()
	defer x.writer.Unlock()
	if err := x.vectors.fits(items); err != nil {
		return err
	}
	var terms []string
	for some := range slices.Chunk(items, lot) {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("put: %w", err)
		}
		terms = terms[:0]
		ready := make([]prepared, len(some))
		for i, item := range some {
			from := len(terms)
			terms = x.words.AppendTerms(terms, item.Text)
			ready[i] = prepared{item, terms[from:len(terms):len(terms)]}
		}
		x.enter(ready)
	}
	return nil
}

func (x *Index) enter(ready []prepared) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, p := range ready {
		if doc := x.find(p.item.Seq, p.item.Part); doc != 0 {
			if x.sameWords(doc, p.item) {
				x.update(doc, p.item)
				x.vectors.set(doc, &p.item)
				continue
			}
			if p.item.Vector == nil && x.texts.is(x.records[doc].text, p.item.Text) {
				was := x.item(doc)
				p.item.Vector, p.item.Embedder = was.Vector, was.Embedder
			}
			x.drop([]uint32{doc})
		}
		x.vectors.set(x.insert(p), &p.item)
	}
}

// find returns the document of a part of a memory, or 0.
func (x *Index) find(seq uint64, part uint32) uint32 {
	doc := x.head(seq)
	for doc != 0 && x.records[doc].part != part {
		doc = x.records[doc].sibling
	}
	return doc
}

// sameWords reports whether item differs from a document only in what update
// can change.
func (x *Index) sameWords(doc uint32, item store.Item) bool {
	s, r := x.spots[doc], x.records[doc]
	return x.kinds[x.briefs[doc].kind] == item.Kind && r.turn == item.Turn &&
		x.audiences[s.audience].name == item.Audience &&
		x.speakers.name(s.speaker) == item.Speaker &&
		x.sessions.number(s.session) == item.Session &&
		x.texts.is(r.text, item.Text)
}

func (x *Index) update(doc uint32, item store.Item) {
	r := &x.records[doc]
	delete(x.newer, doc)
	if item.SupersededBy != 0 {
		x.newer[doc] = item.SupersededBy
	}
	r.on = item.On.UnixMicro()
	r.validTo = ranking.NoEnd
	if !item.ValidTo.IsZero() {
		r.validTo = item.ValidTo.UnixMicro()
	}
	x.briefs[doc].mark(ends, r.validTo != ranking.NoEnd)
	r.importance = item.Importance
	r.class = number(&x.classes, item.Class)
	r.settled = item.Settled
}

func (x *Index) insert(p prepared) uint32 {
	doc := uint32(len(x.spots))
	ids := x.ids[:0]
	for _, term := range p.terms {
		ids = append(ids, x.lexicon.id(term))
	}
	x.ids = ids
	slices.Sort(ids)
	for i := 0; i < len(ids); {
		end := i + 1
		for end < len(ids) && ids[end] == ids[i] {
			end++
		}
		x.lexicon.lists[ids[i]].add(doc, uint32(end-i))
		i = end
	}

	at := x.audience(p.item.Audience)
	x.spots, x.briefs, x.records = roomy(x.spots), roomy(x.briefs), roomy(x.records)
	x.spots = append(x.spots, spot{
		length:   uint32(len(ids)),
		audience: at,
	})
	b := brief{kind: number(&x.kinds, p.item.Kind), held: ranking.Held(p.item.Text)}
	b.mark(answer, p.item.Kind == store.Answer)
	b.mark(asks, ranking.Asks(&p.item))
	x.briefs = append(x.briefs, b)
	x.records = append(x.records, record{
		seq:  p.item.Seq,
		part: p.item.Part,
		turn: p.item.Turn,
		text: x.texts.add(p.item.Text),
	})
	x.update(doc, p.item)
	x.list(doc)
	x.live++

	x.spots[doc].speaker = x.speakers.enter(p.item.Speaker, at, x.words)
	x.totals(doc).add(totals{documents: 1, length: int64(len(ids))})
	x.join(doc, p.item.Session)
	return doc
}

// totals are those that a document counts in.
func (x *Index) totals(doc uint32) *totals {
	s := &x.spots[doc]
	if x.briefs[doc].is(answer) {
		return &x.audiences[s.audience].answers
	}
	return &x.audiences[s.audience].told
}

func (x *Index) audience(name string) uint32 {
	for i := range x.audiences {
		if x.audiences[i].name == name {
			return uint32(i)
		}
	}
	x.audiences = append(x.audiences, audience{name: name})
	return uint32(len(x.audiences) - 1)
}

// number gives that of a word among a few dozen, a new one if need be.
func number[T comparable](all *[]T, word T) uint16 {
	i := slices.Index(*all, word)
	if i < 0 {
		i = len(*all)
		*all = append(*all, word)
	}
	return uint16(i) //nolint:gosec // there are a few dozen
}

// item puts a document back together.
func (x *Index) item(doc uint32) store.Item {
	item := x.bare(doc)
	if slab, row := x.vectors.of(doc); slab != nil {
		item.Vector, item.Embedder = slices.Clone(slab.row(row)), slab.embedder
	}
	return item
}

// bare is a document as the item that it was made of, without its vector.
func (x *Index) bare(doc uint32) store.Item {
	s, r := x.spots[doc], x.records[doc]
	item := store.Item{
		Seq:          r.seq,
		Part:         r.part,
		Kind:         x.kinds[x.briefs[doc].kind],
		Speaker:      x.speakers.name(s.speaker),
		Audience:     x.audiences[s.audience].name,
		On:           time.UnixMicro(r.on).UTC(),
		Session:      x.sessions.number(s.session),
		Turn:         r.turn,
		Text:         x.texts.at(r.text),
		Importance:   r.importance,
		Class:        x.classes[r.class],
		Settled:      r.settled,
		SupersededBy: x.newer[doc],
	}
	if r.validTo != ranking.NoEnd {
		item.ValidTo = time.UnixMicro(r.validTo).UTC()
	}
	return item
}

// First implements store.Store.
func (x *Index) First(_ context.Context, seq uint64) (store.Item, error) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	first := x.head(seq)
	if first == 0 {
		return store.Item{}, fmt.Errorf("get %d: %w", seq, store.ErrUnknown)
	}
	for doc := x.records[first].sibling; doc != 0; doc = x.records[doc].sibling {
		if x.records[doc].part < x.records[first].part {
			first = doc
		}
	}
	return x.item(first), nil
}

// Get implements store.Store.
func (x *Index) Get(_ context.Context, seq uint64) ([]store.Item, error) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	var parts []store.Item
	for doc := x.head(seq); doc != 0; doc = x.records[doc].sibling {
		parts = append(parts, x.item(doc))
	}
	if parts == nil {
		return nil, fmt.Errorf("get %d: %w", seq, store.ErrUnknown)
	}
	slices.SortFunc(parts, func(a, b store.Item) int { return cmp.Compare(a.Part, b.Part) })
	return parts, nil
}

// Len implements store.Store.
func (x *Index) Len(context.Context) (int, error) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.live, nil
}

// All implements store.Store.
func (x *Index) All(ctx context.Context) iter.Seq2[store.Item, error] {
	return func(yield func(store.Item, error) bool) {
		x.mu.RLock()
		seqs := make([]uint64, len(x.heads))
		for i, doc := range x.heads {
			seqs[i] = x.records[doc].seq
		}
		x.mu.RUnlock()
		for _, seq := range seqs {
			if err := ctx.Err(); err != nil {
				yield(store.Item{}, fmt.Errorf("walk: %w", err))
				return
			}
			parts, err := x.Get(ctx, seq)
			if err != nil {
				continue // removed since
			}
			for _, part := range parts {
				if !yield(part, nil) {
					return
				}
			}
		}
	}
}
