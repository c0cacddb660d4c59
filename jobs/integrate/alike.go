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
)

// Alike finds the memories that may speak of the same thing as a statement and still hold at a
// moment, whoever can read them: what is corrected in one place is corrected everywhere.
// It may give too many, which are then looked at closely, and it may give messages. Where it is
// nil nothing is found.
type Alike func(ctx context.Context, st *dedupe.Statement, now time.Time) ([]event.Seq, error)

// InLedger finds them in an index of its own, made of the ledger: no store is asked, so that the
// gate works while one is away, and what it costs hardly grows with what is known. The first
// call reads every memory, later ones what was written since. It may be called by several
// goroutines.
func InLedger(m *memory.Mind) Alike {
	x := &index{mind: m}
	x.clear()
	return x.alike
}

const (
	// nearest is how many memories an item is held against.
	nearest = 16
	// scanned is how many memories that hold a word are looked at, the newest first. A word that
	// more of them hold tells little.
	scanned = 1024
	// few is for how many memories it is faster to look each up among those that hold a word.
	few = 64
	// sure is more than any item can share otherwise.
	sure = 1 << 20
)

// index knows of every memory that still holds which words it has, and which matter it is about:
// an attribute of a subject. Two statements of one matter may share no word ("I live in Porto",
// "we moved to Braga"), so a matter counts as a word that both have. What is rare says more.
//
// It keeps no words, only their hashes, under a seed of its own, and each verb and attribute once;
// and nothing of what was forgotten.
type index struct {
	mind *memory.Mind

	mu      sync.Mutex
	reader  *dedupe.Reader
	seed    maphash.Seed
	upTo    event.Seq // the newest event that was read
	kept    []kept
	shared  []int    // of each, with the item at hand; zero between two calls
	met     []uint32 // working space of near, as the next two
	found   []uint32
	lists   [][]uint32
	numbers map[event.Seq]uint32 // into kept
	holders map[uint64][]uint32  // by word and by matter, ascending
	frames  frames
	looked  map[uint64]marks // of what was looked for since memories were last entered, by what they are made of
}

// kept is what the index knows of one memory.
type kept struct {
	seq     event.Seq
	subject uint64 // 0 where none is known
	about   uint64 // see dedupe.Statement.About
	spelt   spelling
	frame   uint32 // see frames
	endable bool   // by a change of hands, see extract.Endable
	over    bool   // superseded
}

// spelling is what statements have in common that can only be the same: of the words in any order the
// sum of all, and that of the firm ones with how many there are. See dedupe.Statement.Spelled.
type spelling struct{ all, firm uint64 }

// like says whether two statements may have the same words, but for a slip of the finger. It misses one
// where the same sentence also writes a name small.
func (s spelling) like(o spelling) bool { return s.all == o.all || s.firm == o.firm }

func (x *index) clear() {
	x.seed, x.upTo, x.kept, x.shared = maphash.MakeSeed(), 0, nil, nil
	x.met, x.found, x.lists, x.looked = nil, nil, nil, map[uint64]marks{}
	x.reader, x.numbers, x.holders, x.frames = dedupe.NewReader(), map[event.Seq]uint32{}, map[uint64][]uint32{}, newFrames()
}

// indexed are the kinds of events that the index goes by.
var indexed = []event.Kind{event.Learned{}.Kind(), event.Superseded{}.Kind(), event.Restored{}.Kind(), event.Forgotten{}.Kind()}

func (x *index) alike(ctx context.Context, st *dedupe.Statement, _ time.Time) ([]event.Seq, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if err := x.catchUp(ctx); err != nil {
		return nil, err
	}
	return x.near(st), nil
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
		clear(x.looked)
	}
	return nil
}

// read takes events in. It stops where something was forgotten that it may hold.
func (x *index) read(ctx context.Context, head event.Seq, anew bool) (forgot bool, err error) {
	for r, err := range ledger.Each[event.Payload](ctx, x.mind, ledger.Query{After: x.upTo, Before: head + 1, Kinds: indexed}) {
		if err != nil {
			return false, err
		}
		switch p := r.Said.(type) {
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
	m, ok := x.looked[x.madeOf(&it)]
	if !ok {
		m = x.marksOf(x.reader.Take(it))
	}
	x.kept, x.shared = append(x.kept, kept{seq: seq, endable: extract.Endable(it), subject: m.subject, about: m.about, spelt: m.spelt, frame: m.frame}), append(x.shared, 0)
	x.numbers[seq] = n
	for _, word := range m.words {
		x.holders[word] = append(x.holders[word], n)
	}
	if m.matter != 0 {
		x.holders[m.matter] = append(x.holders[m.matter], n)
	}
}

// marks are what an item is found by, as hashes; zero stands for none.
type marks struct {
	words                  []uint64 // each once, in a fixed order
	subject, about, matter uint64
	spelt                  spelling
	frame                  uint32
}

// madeOf is a hash of all that the marks of an item are made of.
func (x *index) madeOf(it *extract.Item) uint64 {
	var h maphash.Hash
	h.SetSeed(x.seed)
	for _, s := range [...]string{it.Quote, it.Text, it.Subject, it.Attribute} {
		h.WriteString(s)
		h.WriteByte(0)
	}
	return h.Sum64()
}

// mostLooked bounds how many marks are kept for the memories that are about to be written, of which a run makes some hundreds.
const mostLooked = 1024

// look gives the marks of an item that may be entered soon: mostly it is new, and becomes a memory.
func (x *index) look(st *dedupe.Statement) marks {
	m := x.marksOf(st)
	if len(x.looked) < mostLooked {
		x.looked[x.madeOf(st.Item())] = m
	}
	return m
}

func (x *index) marksOf(st *dedupe.Statement) (m marks) {
	words := st.Words()
	slices.Sort(words)
	for _, w := range slices.Compact(words) {
		m.words = append(m.words, x.hash(w))
	}
	m.about, m.frame = x.hash(st.About()), x.frames.number(st.Frame())
	const another = 1 << 32 // and no word has it, so that the sums tell how many there are
	st.Spelled(func(word string, firm bool) {
		h := x.hash(word)
		m.spelt.all += h
		if m.spelt.firm += another; firm {
			m.spelt.firm += h
		}
	})
	it := st.Item()
	if it.Subject == "" {
		return m
	}
	m.subject = x.hash(st.Subject())
	if it.Attribute != "" {
		m.matter = x.matter(st.Subject(), it.Attribute)
	}
	return m
}

// matter is an attribute of somebody, as a mark.
func (x *index) matter(subject, attribute string) uint64 {
	return x.hash(subject + "\x00" + opposed(strings.ToLower(extract.Matter(attribute))))
}

func (x *index) hash(s string) uint64 { return max(1, maphash.String(x.seed, s)) }

// opposed gives attributes that exclude each other one name.
func opposed(attribute string) string {
	if attribute == "dislikes" {
		return "likes"
	}
	return attribute
}

// near gives the memories that share most with an item, by rarity, on a tie the newest: a quarter
// of what it consists of at least where both sentences say the same of the same, else half, or a
// matter that few others are of. Those of another subject share nothing. It leaves out what is
// Different for certain: where the frame does not meet the item's, or is no rival of it and other words
// are said. Where more share alike than can be looked at, none of those is: who likes forty things is
// not asked which of them goes. Of the shipped pairs that the gate acts on all but one are found so,
// which has a slip of the finger in the word that tells what it is about.
func (x *index) near(st *dedupe.Statement) []event.Seq {
	m := x.look(st)
	met, whole := x.share(&m)
	found := x.found[:0]
	for _, n := range met {
		k := &x.kept[n]
		least := whole // of twice what is shared
		if k.about == m.about {
			least = (whole + 1) / 2
		}
		if 2*x.shared[n] >= least && x.bears(k, &m) {
			found = append(found, n)
		}
	}
	x.found = found
	slices.SortFunc(found, func(a, b uint32) int { return cmp.Or(cmp.Compare(x.shared[b], x.shared[a]), cmp.Compare(b, a)) })
	if len(found) > nearest {
		most := found[:nearest]
		if next := x.shared[found[nearest]]; x.shared[most[nearest-1]] == next {
			most = slices.DeleteFunc(most, func(n uint32) bool { return x.shared[n] == next })
		}
		found = most
	}
	seqs := make([]event.Seq, len(found))
	for i, n := range found {
		seqs[i] = x.kept[n].seq
	}
	for _, n := range met {
		x.shared[n] = 0
	}
	if e := st.Ending(); e != nil {
		seqs = append(seqs, x.endable(e, &m)...)
	}
	return seqs
}

// endable gives the memories that may end by what a statement tells to be over: they need not be alike
// otherwise, but share a word with it, or are of a matter that ends so. Those that share most come first,
// on a tie the newest. What cannot end so is left out. Of what shares only words that more memories hold than are looked at none is given, unless
// nothing shares more: "we sold the boat" bears on the boat, and not on all that was sold.
func (x *index) endable(ending *extract.Ending, m *marks) (seqs []event.Seq) {
	met, hands := x.met[:0], ending.ByHands()
	count := func(mark uint64, worth int) {
		list := x.holders[mark]
		for _, n := range list[max(0, len(list)-scanned):] {
			if k := &x.kept[n]; k.over || hands && !k.endable {
				continue
			}
			if x.shared[n] == 0 {
				met = append(met, n)
			}
			x.shared[n] += worth
		}
	}
	common := func(word uint64) bool { return len(x.holders[word]) > scanned }
	for _, word := range m.words {
		if !common(word) {
			count(word, 1)
		}
	}
	whose, attributes := ending.Matters()
	for _, who := range whose {
		for _, a := range attributes {
			count(x.matter(who, a), 1+len(m.words))
		}
	}
	if len(met) == 0 {
		for _, word := range m.words {
			count(word, 1)
		}
	}
	slices.SortFunc(met, func(a, b uint32) int { return cmp.Or(cmp.Compare(x.shared[b], x.shared[a]), cmp.Compare(b, a)) })
	for i, n := range met {
		if x.shared[n] = 0; i < few {
			seqs = append(seqs, x.kept[n].seq)
		}
	}
	x.met = met
	return seqs
}

// share adds up what each memory that still holds has in common with an item, and gives those that
// have anything, with what all of the item comes to. It begins with what is rarest. What is common alone
// cannot make up a quarter of the item, so that it is only asked of those that share something rarer.
func (x *index) share(m *marks) (met []uint32, whole int) {
	met = x.met[:0]
	credit := func(n uint32, worth int) {
		if k := &x.kept[n]; !k.over && (m.subject == 0 || k.subject == 0 || k.subject == m.subject) {
			if x.shared[n] == 0 {
				met = append(met, n)
			}
			x.shared[n] += worth
		}
	}
	if matter := x.holders[m.matter]; m.matter != 0 && len(matter) <= nearest {
		whole += x.rarity(matter)
		for _, n := range matter {
			credit(n, x.rarity(matter)+sure)
		}
	}
	lists, left := x.lists[:0], 0
	for _, word := range m.words {
		lists = append(lists, x.holders[word])
		left += x.rarity(x.holders[word])
	}
	whole += left
	slices.SortStableFunc(lists, func(a, b []uint32) int { return cmp.Compare(len(a), len(b)) })
	for _, list := range lists {
		worth := x.rarity(list)
		if 4*left >= whole || len(met) > few {
			for _, n := range list[max(0, len(list)-scanned):] {
				credit(n, worth)
			}
		} else {
			for _, n := range met {
				if _, holds := slices.BinarySearch(list, n); holds {
					x.shared[n] += worth
				}
			}
		}
		left -= worth
	}
	x.met, x.lists = met, lists
	return met, whole
}

// rarity is what a mark tells that these memories hold, in bits.
func (x *index) rarity(holders []uint32) int {
	return bits.Len(uint(len(x.kept) / max(1, len(holders)))) //nolint:gosec // not negative
}

// bears says whether a memory may be anything but Different from an item.
func (x *index) bears(k *kept, m *marks) bool {
	return x.frames.meet(k.frame, m.frame) && (x.frames.rivals(k.frame, m.frame) || k.spelt.like(m.spelt))
}
