package memory

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// applyNew brings the folds up to what a commit has just written.
func (m *Mind) applyNew(batches []*ledger.Batch, before event.Seq) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, b := range batches {
		for _, r := range b.Records {
			// Events between batches are violations, which no fold knows.
			if err := m.view.apply(r); err != nil {
				panic("memory: cannot read back what was just written: " + err.Error())
			}
		}
	}
	m.view.Head = m.log.Head().Seq
	close(m.changed)
	m.changed = make(chan struct{})
}

// Shelf names of the two places a checkpoint alternates between: the older one stays
// whole while the newer is written.
var shelfPlaces = [2]string{"checkpoint-0", "checkpoint-1"}

// saved is a checkpoint as it lies on the shelf.
type saved map[string]json.RawMessage

// load brings the folds up to the end of the ledger.
func (m *Mind) load(ctx context.Context, progress func(done, all int)) error {
	view, err := m.fromCheckpoint(ctx)
	if err != nil {
		return err
	}
	if view == nil {
		fresh := newView()
		view = &fresh
	}
	m.saved = view.Head
	if newer := m.fromHot(ctx, view.Head); newer != nil {
		view = newer
	}
	if err := m.catchUp(ctx, view, progress); err != nil {
		return err
	}
	m.view = *view
	return nil
}

// replay computes the folds from the first event.
func (m *Mind) replay(ctx context.Context, progress func(done, all int)) (View, error) {
	view := newView()
	err := m.catchUp(ctx, &view, progress)
	return view, err
}

func (m *Mind) catchUp(ctx context.Context, view *View, progress func(done, all int)) error {
	view.Beliefs.Echoes = m.echoes
	done, all := 0, int(m.log.Head().Seq-view.Head)
	for r, err := range readAhead(m.log.Read(ctx, ledger.Query{After: view.Head})) {
		if err != nil {
			return err
		}
		if err := view.apply(r); err != nil {
			return err
		}
		if done++; progress != nil && done%4096 == 0 {
			progress(done, all)
		}
	}
	if progress != nil {
		progress(all, all)
	}
	return nil
}

// fromCheckpoint gives the newest state that is saved, vouched for by the ledger and
// understood by these folds; nil if there is none.
func (m *Mind) fromCheckpoint(ctx context.Context) (*View, error) {
	shelf := m.log.Shelf()
	if shelf == nil {
		return nil, nil
	}
	for r, err := range m.log.Read(ctx, ledger.Query{Kinds: []event.Kind{event.Checkpointed{}.Kind()}, Newest: true, Limit: len(shelfPlaces)}) {
		if err != nil {
			return nil, err
		}
		p, err := r.Payload()
		if err != nil {
			return nil, err
		}
		manifest, ok := p.(event.Checkpointed)
		if !ok {
			continue
		}
		for i, place := range shelfPlaces {
			view, err := fits(ctx, shelf, place, manifest)
			if err != nil {
				return nil, err
			}
			if view != nil {
				m.slot = (i + 1) % len(shelfPlaces)
				return view, nil
			}
		}
	}
	return nil, nil
}

// fits loads what lies at a place of the shelf if it is what the manifest describes.
func fits(ctx context.Context, shelf ledger.Shelf, place string, manifest event.Checkpointed) (*View, error) {
	upTo, data, err := shelf.Get(ctx, place)
	if errors.Is(err, ledger.ErrNothingKept) {
		return nil, nil
	}
	if err != nil || upTo != manifest.UpTo {
		return nil, err
	}
	var parts saved
	if json.Unmarshal(data, &parts) != nil {
		return nil, nil // a damaged checkpoint is no checkpoint
	}
	view := newView()
	folds := view.folds()
	if len(folds) != len(manifest.Covers) {
		return nil, nil
	}
	for i, f := range folds {
		c := manifest.Covers[i]
		part := parts[f.Name()]
		if c.Fold != f.Name() || c.Version != f.Version() || c.Digest != digest(part) {
			return nil, nil
		}
		if f.Load(part) != nil {
			return nil, nil
		}
	}
	view.Head = manifest.UpTo
	return &view, nil
}

// Checkpoint saves the folds now. It changes nothing but the time the next start takes.
func (m *Mind) Checkpoint(ctx context.Context) error {
	var err error
	m.queue.do(&request{alone: func() { err = m.checkpoint(ctx) }}, m.write)
	return err
}

func (m *Mind) checkpoint(ctx context.Context) error {
	shelf := m.log.Shelf()
	if shelf == nil || m.view.Head == m.saved {
		return nil
	}
	parts, covers, err := m.view.save()
	if err != nil {
		return fmt.Errorf("memory: checkpoint: %w", err)
	}
	data, err := json.Marshal(parts)
	if err != nil {
		return fmt.Errorf("memory: checkpoint: %w", err)
	}
	upTo := m.view.Head
	if err := shelf.Put(ctx, shelfPlaces[m.slot], upTo, data); err != nil {
		return fmt.Errorf("memory: checkpoint: %w", err)
	}
	m.slot = (m.slot + 1) % len(shelfPlaces)
	b := &ledger.Batch{Entries: []ledger.Entry{m.self.Write(event.Checkpointed{UpTo: upTo, Covers: covers, Root: root(covers)})}}
	before := m.log.Head().Seq
	if err := m.log.Commit(ctx, b); err != nil {
		return fmt.Errorf("memory: checkpoint: %w", err)
	}
	m.applyNew([]*ledger.Batch{b}, before)
	m.saved = m.log.Head().Seq
	return b.Err
}

// save gives the state of every fold and what a manifest says of it.
func (v *View) save() (saved, []event.Saved, error) {
	parts := saved{}
	var covers []event.Saved
	for _, f := range v.folds() {
		part, err := f.Save()
		if err != nil {
			return nil, nil, fmt.Errorf("save %s: %w", f.Name(), err)
		}
		parts[f.Name()] = part
		covers = append(covers, event.Saved{Fold: f.Name(), Version: f.Version(), Size: len(part), Digest: digest(part)})
	}
	return parts, covers, nil
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

func root(covers []event.Saved) string {
	h := sha256.New()
	for _, c := range covers {
		h.Write([]byte(c.Digest))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Difference is a fold whose live state is not what a replay gives.
type Difference struct {
	Fold         string
	Live, Replay []byte
}

// Rebuild computes the folds from the first event and puts them in the place of the live
// ones. It returns where the two differed, which is a defect, or a damaged checkpoint.
func (m *Mind) Rebuild(ctx context.Context, progress func(done, all int)) ([]Difference, error) {
	var diffs []Difference
	var err error
	m.queue.do(&request{alone: func() { diffs, err = m.rebuild(ctx, progress) }}, m.write)
	return diffs, err
}

func (m *Mind) rebuild(ctx context.Context, progress func(done, all int)) ([]Difference, error) {
	defer m.cool(ctx)()
	view, err := m.replay(ctx, progress)
	if err != nil {
		return nil, fmt.Errorf("memory: rebuild: %w", err)
	}
	live, _, err := m.view.save()
	if err != nil {
		return nil, fmt.Errorf("memory: rebuild: %w", err)
	}
	again, _, err := view.save()
	if err != nil {
		return nil, fmt.Errorf("memory: rebuild: %w", err)
	}
	var diffs []Difference
	for _, f := range view.folds() {
		if name := f.Name(); string(live[name]) != string(again[name]) {
			diffs = append(diffs, Difference{Fold: name, Live: live[name], Replay: again[name]})
		}
	}
	m.swap(view)
	return diffs, nil
}
