package host

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"citadel/brain/turn"
	"citadel/config"
	"citadel/memory"
	"citadel/memory/embed/hashing"
	"citadel/memory/ledger"
	"citadel/memory/store"
	"citadel/memory/store/embedded"
)

// Reading is the mind of a home that is looked at and not changed, beside a citadel that may be
// running. What that one adds is seen by the next look. It is safe for concurrent use.
type Reading struct {
	o     ReadOptions
	zone  *time.Location // of the settings
	store store.Store    // where memories are searched

	mu       sync.Mutex
	mind     *memory.Mind
	shelf    ledger.Store     // of the mind, which closes it
	follower *memory.Follower // fills the store of this process; nil where a server has the memories
}

// ReadOptions of Read.
type ReadOptions struct {
	Home   string
	Config config.Config
	Now    func() time.Time
	Log    *slog.Logger
	Away   func(left time.Duration) // see Options; may be nil
}

// Read opens the mind of a home. Where there is no ledger yet the error is ledger.ErrEmpty. Close it.
func Read(ctx context.Context, o ReadOptions) (*Reading, error) {
	zone, err := time.LoadLocation(o.Config.Zone)
	if err != nil {
		return nil, fmt.Errorf("zone %q: %w", o.Config.Zone, err)
	}
	r := &Reading{o: o, zone: zone}
	if r.mind, r.shelf, err = r.open(ctx); err != nil {
		return nil, err
	}
	if o.Config.Search.URL != "" {
		first, err := r.mind.Event(ctx, 1)
		if err != nil {
			return nil, errors.Join(err, r.Close())
		}
		if r.store, err = Server(o.Config, first.Hash.String(), o.Now); err != nil {
			return nil, errors.Join(err, r.Close())
		}
		return r, nil
	}
	vectors := memory.NewVectors(embedded.New(), hashing.New(), o.Now, o.Log)
	r.store, r.follower = vectors, memory.NewFollower(r.mind, vectors)
	return r, nil
}

// open takes up the ledger as it is now.
func (r *Reading) open(ctx context.Context) (*memory.Mind, ledger.Store, error) {
	shelf, err := ReadLedger(ctx, r.o.Home, r.o.Config, r.o.Away)
	if err != nil {
		return nil, nil, err
	}
	mo := memory.Options{Store: shelf, Principal: r.o.Config.Principal, Now: r.o.Now, ReadOnly: true}
	if r.o.Config.Ledger.Head {
		mo.Anchor = &ledger.FileAnchor{Path: filepath.Join(r.o.Home, AnchorName)}
	}
	mind, _, err := memory.Open(ctx, mo)
	if err != nil {
		return nil, nil, errors.Join(err, shelf.Close())
	}
	return mind, shelf, nil
}

// Look calls do with a turn in which somebody who may see so much asks for something in words. The
// turn is that of the newest event, and holds until do returns; nobody else looks meanwhile.
func (r *Reading) Look(ctx context.Context, who memory.Sight, text string, do func(*turn.Turn) error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.refresh(ctx); err != nil {
		return err
	}
	now, next := r.o.Now(), r.mind.Head()+1
	zone := r.zone
	r.mind.Read(func(v memory.View) {
		if present := v.Principal.Zone(); present != nil {
			zone = present
		}
	})
	return do(&turn.Turn{
		Mind: r.mind, Store: r.store, Text: text, Place: who.Place, Audience: who.Audience, Now: now.In(zone), UpTo: next, Question: true,
		Messages: []turn.Message{{Seq: next, Text: text, On: now}},
	})
}

// refresh takes up what was added since.
func (r *Reading) refresh(ctx context.Context) error {
	var more bool
	for _, err := range r.shelf.Read(ctx, ledger.Query{After: r.mind.Head(), Limit: 1, Sealed: true}) {
		if err != nil {
			return err
		}
		more = true
	}
	if more {
		mind, shelf, err := r.open(ctx)
		if err != nil {
			return err
		}
		old := r.mind
		r.mind, r.shelf = mind, shelf
		if err := old.Close(ctx); err != nil {
			return err
		}
	}
	if r.follower == nil {
		return nil
	}
	r.follower.Mind = r.mind // it does not run
	running, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- r.follower.Run(running) }()
	err := r.follower.Await(ctx, r.mind.Head())
	stop()
	return errors.Join(err, <-ended)
}

// Close lets go of the ledger.
func (r *Reading) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.mind.Close(context.Background())
}
