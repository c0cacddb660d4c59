package integrate

import (
	"cmp"
	"context"
	"hash/maphash"
	"math/bits"
	"slices"
	"strings"
	"sync"
	"time"

	"citadel/brain/dedupe"
	"citadel/brain/extract"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/words"
)

// Alike finds the memories that may speak of the same thing as an item and still hold at a
// moment, whoever can read them: what is corrected in one place is corrected everywhere.
// It may give too many, which are then looked at closely, and it may give messages. Where it is
// nil nothing is found.
type Alike func(ctx context.Context, it extract.Item, now time.Time) ([]event.Seq, error)

// InLedger finds them in an index of its own, made of the ledger: no store is asked, so that the
// gate works while one is away, and what it costs does not grow with what is known. The first
// call reads every memory, later ones what was written since. It may be called by several
// goroutines.
func InLedger(m *memory.Mind) Alike {
	x := &index{mind: m, stems: words.New(rememberedStems)}
	x.clear()
	return x.alike
}

const (
	// nearest is how many memories an item is held against.
	nearest = 16
	// scanned is how many memories that hold a word are looked at, the newest first. A word that
	// more of them hold tells little.
	scanned = 2048
	// rememberedStems are the common words of one person.
	rememberedStems = 4096
)

// index knows of every memory that still holds which words it has, and which matter it is about:
// an attribute of a subject. Two statements of one matter may share no word ("I live in Porto",
// "we moved to Braga"), so a matter counts as a word that both have. What is rare says more.
//
// It keeps no words, only their hashes, under a seed of its own; and nothing of what was forgotten.
type index struct {
	mind *memory.Mind

	mu      sync.Mutex
	stems   *words.Analyzer
	seed    maphash.Seed
	upTo    event.Seq // the newest event that was read
	kept    []kept
	numbers map[event.Seq]uint32 // into kept
	holders map[uint64][]uint32  // by word and by matter, ascending
}

// kept is what the index knows of one memory.
type kept struct {
	seq     event.Seq
	subject uint64 // 0 where none is known
	over    bool   // superseded
}

func (x *index) clear() {
	x.seed, x.upTo, x.kept = maphash.MakeSeed(), 0, nil
	x.numbers, x.holders = map[event.Seq]uint32{}, map[uint64][]uint32{}
	x.stems.Reset()
}

// indexed are the kinds of events that the index goes by.
var indexed = []event.Kind{event.Learned{}.Kind(), event.Superseded{}.Kind(), event.Restored{}.Kind(), event.Forgotten{}.Kind()}

func (x *index) alike(ctx context.Context, it extract.Item, _ time.Time) ([]event.Seq, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if err := x.catchUp(ctx); err != nil {
		return nil, err
	}
	return x.near(it), nil
}

// catchUp reads what was written since. When something was forgotten it begins again, since what
// is counted by words cannot be told apart.
func (x *index) catchUp(ctx context.Context) error {
	head := x.mind.Head()
	for x.upTo < head {
		anew := x.upTo == 0
		again, err := x.read(ctx, head, anew)
		if err != nil {
			x.clear()
			return err
		}
		if again {
			x.clear()
			continue
		}
		x.upTo = head
	}
	return nil
}

// read takes events in. It stops where something was forgotten that it may hold.
func (x *index) read(ctx context.Context, head event.Seq, anew bool) (forgot bool, err error) {
	for r, err := range x.mind.Events(ctx, ledger.Query{After: x.upTo, Before: head + 1, Kinds: indexed}) {
		if err != nil {
			return false, err
		}
		p, err := r.Payload()
		if err != nil {
			return false, err
		}
		switch p := p.(type) {
		case event.Learned:
			x.add(r.Seq, p)
		case event.Superseded:
			x.mark(p.Memory, true)
		case event.Restored:
			x.mark(p.Memory, false)
		case event.Forgotten:
			if !anew {
				return true, nil
			}
		}
	}
	return false, nil
}

func (x *index) mark(seq event.Seq, over bool) {
	if n, ok := x.numbers[seq]; ok {
		x.kept[n].over = over
	}
}

// add enters a memory that others may repeat or deny.
func (x *index) add(seq event.Seq, l event.Learned) {
	switch l.Sort {
	case string(extract.Fact), string(extract.Preference), string(extract.Statement):
	default:
		return
	}
	n := uint32(len(x.kept)) //nolint:gosec // memories are numbered in 32 bits
	it := itemOf(l)
	x.kept = append(x.kept, kept{seq: seq, subject: x.subject(it)})
	x.numbers[seq] = n
	for _, mark := range x.marks(it) {
		x.holders[mark] = append(x.holders[mark], n)
	}
}

// marks are what an item is found by: the hashes of its words and of its matter, each once, in a
// fixed order.
func (x *index) marks(it extract.Item) []uint64 {
	terms := x.stems.AppendTerms(nil, it.Quote)
	slices.Sort(terms)
	terms = slices.Compact(terms)
	marks := make([]uint64, 0, len(terms)+1)
	for _, t := range terms {
		marks = append(marks, maphash.String(x.seed, t))
	}
	if it.Subject != "" && it.Attribute != "" {
		attribute := strings.ToLower(it.Attribute)
		if attribute == "dislikes" {
			attribute = "likes" // they exclude each other
		}
		marks = append(marks, maphash.String(x.seed, dedupe.Canonical(it.Subject)+"\x00"+attribute))
	}
	return marks
}

func (x *index) subject(it extract.Item) uint64 {
	if it.Subject == "" {
		return 0
	}
	return maphash.String(x.seed, dedupe.Canonical(it.Subject)) | 1
}

// near gives the memories that share most with an item, by rarity, on a tie the newest. Those of
// another subject share nothing.
func (x *index) near(it extract.Item) []event.Seq {
	subject := x.subject(it)
	shared := map[uint32]int{}
	whole := 0
	for _, mark := range x.marks(it) {
		holders := x.holders[mark]
		if len(holders) == 0 {
			continue
		}
		rarity := bits.Len(uint(len(x.kept) / len(holders)))
		whole += rarity
		for _, n := range holders[max(0, len(holders)-scanned):] {
			if k := &x.kept[n]; !k.over && (subject == 0 || k.subject == 0 || k.subject == subject) {
				shared[n] += rarity
			}
		}
	}
	found := make([]uint32, 0, len(shared))
	for n, rarity := range shared {
		if 3*rarity >= whole {
			found = append(found, n)
		}
	}
	slices.SortFunc(found, func(a, b uint32) int { return cmp.Or(cmp.Compare(shared[b], shared[a]), cmp.Compare(b, a)) })
	seqs := make([]event.Seq, 0, nearest)
	for _, n := range found[:min(len(found), nearest)] {
		seqs = append(seqs, x.kept[n].seq)
	}
	return seqs
}
