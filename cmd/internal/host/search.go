package host

import (
	"context"
	"errors"
	"time"

	"citadel/brain/turn"
	"citadel/config"
	"citadel/memory/store"
	"citadel/memory/store/weaviate"
)

// asked is how long is waited for the server that has the memories, at the start and between
// two looks whether it is back.
const asked = 5 * time.Second

// onServer searches memories on the Weaviate server that the settings name. One that is away
// is no error: it is filled when it answers, and until then the newest messages are read.
func (c *Citadel) onServer(ctx context.Context, settings config.Config) (store.Store, error) {
	first, err := c.Mind.Event(ctx, 1)
	if err != nil {
		return nil, err
	}
	s, err := Server(settings, first.Hash.String(), c.now)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, asked)
	defer cancel()
	switch err := s.Check(ctx); {
	case errors.Is(err, weaviate.ErrNewer), errors.Is(err, weaviate.ErrForeign):
		return nil, err
	case err != nil:
		c.log.Warn("memories are looked for in the newest messages until the server answers", "err", err)
	}
	return s, nil
}

// copies are the places beside the ledger that hold words of it.
func (c *Citadel) copies() []turn.Copy {
	all := []turn.Copy{{Name: "the search store", Await: c.Follower.Await}}
	if _, kept := c.Mind.Heat(); kept {
		all = append(all, turn.Copy{Name: "Redis", Await: c.Mind.Cooled})
	}
	return all
}

// Server gives the store on the Weaviate server that the settings name, without reaching for
// it. ledger tells whose memories are meant, as far as that is known.
func Server(settings config.Config, ledger string, now func() time.Time) (*weaviate.Store, error) {
	return weaviate.New(weaviate.Options{
		URL: settings.Search.URL, GRPC: settings.Search.GRPC, Key: settings.Search.Key.Reveal(),
		Principal: settings.Principal, Ledger: ledger, Now: now,
	})
}
