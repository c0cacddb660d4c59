package embedded

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"citadel/memory/store"
)

// vectors are those of all items, one slab for each embedder. A document has one vector at
// most: while memories are embedded anew, some still have the old one and some the new.
type vectors struct {
	slabs  []*slab // nil: gone
	places []place // by document

	folder, owner string // of files; no folder: in memory alone
	faults        func(error)

	// waiting are the rows of files whose items have not been put yet, by their memory; nil
	// once nothing is waited for.
	waiting map[uint64][]place
}

// place is where the vector of a document lies; the zero place is nowhere.
type place struct {
	slab uint32 // from 1
	row  uint32
}

// KeepVectors has the index keep vectors in files of a folder, which it makes, so that the
// next start finds them: an item that is put without a vector then gets the one that was made
// of the same text. owner tells the ledger whose memories they are. Files that are damaged or
// another's are deleted. faults hears of files that could not be kept up to date: they are
// given up, and the vectors live on in memory. It is called before anything else; the error is
// that of the folder. Close must follow when the index is of no more use.
func (x *Index) KeepVectors(folder, owner string, faults func(error)) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("vectors: %w", err)
	}
	files, err := os.ReadDir(folder)
	if err != nil {
		return fmt.Errorf("vectors: %w", err)
	}
	x.writer.Lock()
	defer x.writer.Unlock()
	x.mu.Lock()
	defer x.mu.Unlock()
	v := &x.vectors
	v.folder, v.owner, v.faults, v.waiting = folder, owner, faults, map[uint64][]place{}
	for _, file := range files {
		if !isSlabFile(file.Name()) {
			continue
		}
		path := filepath.Join(folder, file.Name())
		s, err := openSlabFile(path, owner, faults)
		if err != nil {
			if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("vectors: %w", err)
			}
			continue
		}
		v.slabs = append(v.slabs, s)
		for n := range uint32(len(s.docs)) { //nolint:gosec // as many as fit into a file
			if t := s.file.tag(n); t != (tag{}) {
				v.waiting[t.seq] = append(v.waiting[t.seq], place{uint32(len(v.slabs)), n}) //nolint:gosec // few
			}
		}
	}
	return nil
}

var (
	_ store.Keeper = (*Index)(nil)
	_ store.Lacker = (*Index)(nil)
)

// Keeps implements store.Keeper.
func (x *Index) Keeps(embedder string, items []store.Item) []bool {
	x.mu.RLock()
	defer x.mu.RUnlock()
	kept := make([]bool, len(items))
	for i := range items {
		for _, p := range x.vectors.waiting[items[i].Seq] {
			s := x.vectors.slabs[p.slab-1]
			kept[i] = kept[i] || s.embedder == embedder && s.is(p.row, &items[i]) && s.file.intact(p.row)
		}
	}
	return kept
}

// Settled implements store.Keeper.
func (x *Index) Settled(ctx context.Context) error {
	x.writer.Lock()
	defer x.writer.Unlock()
	x.mu.Lock()
	defer x.mu.Unlock()
	v := &x.vectors
	for _, seq := range slices.Sorted(maps.Keys(v.waiting)) { // the rows are given again in the order in which they are freed
		v.dismiss(seq)
	}
	v.waiting = nil
	v.prune()
	if err := v.sync(); err != nil {
		return fmt.Errorf("vectors: %w", err)
	}
	return ctx.Err()
}

// Close lets go of the files. Searches go on without vectors.
func (x *Index) Close() error {
	x.writer.Lock()
	defer x.writer.Unlock()
	x.mu.Lock()
	defer x.mu.Unlock()
	errs := []error{x.vectors.sync()}
	for _, s := range x.vectors.slabs {
		if s != nil {
			errs = append(errs, s.close())
		}
	}
	x.vectors = vectors{}
	return errors.Join(errs...)
}

// Unembedded implements store.Lacker.
func (x *Index) Unembedded(_ context.Context, embedder string) ([]uint64, error) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	var found []uint64
	for doc := range x.records {
		if x.spots[doc].length > 0 {
			if s, _ := x.vectors.of(uint32(doc)); s == nil || s.embedder != embedder { //nolint:gosec // documents are numbered in 32 bits
				found = append(found, x.records[doc].seq)
			}
		}
	}
	slices.Sort(found)
	return slices.Compact(found), nil
}

// fits checks the size of vectors against those that are there, and among themselves.
func (v *vectors) fits(items []store.Item) error {
	sizes := map[string]int{}
	for _, s := range v.slabs {
		if s != nil {
			sizes[s.embedder] = s.size
		}
	}
	for i := range items {
		n := len(items[i].Vector)
		if n == 0 {
			continue
		}
		if want, known := sizes[items[i].Embedder]; n > maxNumbers || known && n != want {
			return fmt.Errorf("%w: item %d has a vector of %d numbers, those of %q have %d", store.ErrInvalid, items[i].Seq, n, items[i].Embedder, want)
		}
		sizes[items[i].Embedder] = n
	}
	return nil
}

// of gives the slab and the row of a document's vector, nil where it has none.
func (v *vectors) of(doc uint32) (*slab, uint32) {
	if int(doc) >= len(v.places) || v.places[doc].slab == 0 {
		return nil, 0
	}
	p := v.places[doc]
	return v.slabs[p.slab-1], p.row
}

// set gives a document the vector of its item. Without one it keeps what it has, or takes up
// what was kept for it.
func (v *vectors) set(doc uint32, item *store.Item) {
	v.places = grown(v.places, int(doc)+1)
	s, row := v.of(doc)
	switch {
	case item.Vector == nil && s == nil:
		v.takeUp(doc, item)
	case item.Vector == nil:
	case s != nil && s.embedder == item.Embedder && slices.Equal(s.row(row), item.Vector):
	default:
		v.unset(doc)
		n := v.slab(item.Embedder, len(item.Vector))
		s := v.slabs[n]
		t := tag{seq: item.Seq, part: item.Part}
		if s.file != nil {
			t.text = s.file.mark(item.Text)
		}
		v.places[doc] = place{uint32(n + 1), s.add(doc, t, item.Vector)} //nolint:gosec // slabs are few
		v.drop(item.Seq, item.Part)
		v.prune()
	}
}

// unset erases the vector of a document.
func (v *vectors) unset(doc uint32) {
	if s, row := v.of(doc); s != nil {
		s.erase(row)
		v.places[doc] = place{}
	}
}

// slab finds or makes that of an embedder.
func (v *vectors) slab(embedder string, size int) int {
	for i, s := range v.slabs {
		if s != nil && s.embedder == embedder {
			return i
		}
	}
	s := newSlab(embedder, size)
	if v.folder != "" {
		var err error
		if s.file, err = createSlabFile(v.folder, v.owner, embedder, size, v.faults); err != nil && v.faults != nil {
			v.faults(fmt.Errorf("vectors are kept in memory alone: %w", err))
		}
	}
	v.slabs = append(v.slabs, s)
	return len(v.slabs) - 1
}

// takeUp gives a document the kept vector of its text. Kept rows of another text go.
func (v *vectors) takeUp(doc uint32, item *store.Item) {
	for _, p := range v.waiting[item.Seq] {
		s := v.slabs[p.slab-1]
		if v.places[doc] == (place{}) && s.is(p.row, item) && s.file.intact(p.row) {
			v.places[doc] = p
			s.belong(p.row, doc)
		}
	}
	v.drop(item.Seq, item.Part)
}

// is says whether a row was made of this item's text.
func (s *slab) is(row uint32, item *store.Item) bool {
	if s.file == nil {
		return false
	}
	t := s.file.tag(row)
	return t.seq == item.Seq && t.part == item.Part && t.text == s.file.mark(item.Text)
}

// drop erases the rows that wait for a part of a memory.
func (v *vectors) drop(seq uint64, part uint32) {
	rest := slices.DeleteFunc(v.waiting[seq], func(p place) bool {
		s := v.slabs[p.slab-1]
		if s.docs[p.row] == 0 && s.file != nil && s.file.tag(p.row).part != part { // without a file it tells nobody's
			return false
		}
		if s.docs[p.row] == 0 {
			s.erase(p.row)
		}
		return true
	})
	if len(rest) == 0 {
		delete(v.waiting, seq)
	} else {
		v.waiting[seq] = rest
	}
}

// dismiss erases the rows that wait for a memory.
func (v *vectors) dismiss(seq uint64) {
	for _, p := range v.waiting[seq] {
		v.slabs[p.slab-1].erase(p.row)
	}
	delete(v.waiting, seq)
}

// prune drops slabs that hold nothing any more.
func (v *vectors) prune() {
	for i, s := range v.slabs {
		if s != nil && len(s.free) == len(s.docs) && len(s.docs) > 0 {
			if s.file != nil {
				s.file.abandon(nil)
			}
			v.slabs[i] = nil
		}
	}
}

// cleared drops what became empty and has the zeros reach the disk. While items of before the
// last start are still coming, that is left to Settled: whatever is removed then was removed
// before, and is again at every start.
func (v *vectors) cleared() error {
	v.prune()
	if v.waiting != nil {
		return nil
	}
	return v.sync()
}

func (v *vectors) sync() error {
	var errs []error
	for _, s := range v.slabs {
		if s != nil && s.file != nil && s.unsynced {
			errs = append(errs, s.file.file.Sync())
			s.unsynced = false
		}
	}
	return errors.Join(errs...)
}
