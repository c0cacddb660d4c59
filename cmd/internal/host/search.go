package host

import (
	"context"
	"errors"
	"fmt"
	"time"

	"citadel/brain/turn"
	"citadel/config"
	"citadel/memory"
	"citadel/memory/store"
	"citadel/memory/store/weaviate"
)

const (
	// glance is how long a start waits for the server that has the memories.
	glance = time.Second
	// between is the time between two looks whether it is back.
	between = 5 * time.Second
	// remotely is how long a turn waits for it (SPEC §5).
	remotely = 800 * time.Millisecond
)

// onServer searches memories on the Weaviate server that the settings name. One that is away, or
// takes its time, is no error: away says why. It is filled when it answers, and until then the
// newest messages are read.
func (c *Citadel) onServer(ctx context.Context, settings config.Config) (s store.Store, away, err error) {
	first, err := c.Mind.Event(ctx, 1)
	if err != nil {
		return nil, nil, err
	}
	server, err := Server(settings, first.Hash.String(), c.now)
	if err != nil {
		return nil, nil, err
	}
	brief, cancel := context.WithTimeout(ctx, glance)
	defer cancel()
	switch err := server.Check(brief); {
	case Refused(err):
		return nil, nil, err
	case ctx.Err() != nil:
		return nil, nil, ctx.Err()
	case err != nil: // the principal is told with the next answer; see reachable
		c.log.Debug("the server that has the memories does not answer", "err", err)
		return server, fmt.Errorf("%w: %w", store.ErrUnavailable, err), nil
	}
	return server, nil, nil
}

// refill tells why the memory store was filled anew since the start, and whether it is full again.
func (c *Citadel) refill() (r memory.Refill, over bool) {
	r = c.Follower.Refill()
	return r, c.Follower.Reached() >= r.Goal
}

// copies are the places beside the ledger that hold words of it.
func (c *Citadel) copies() []turn.Copy {
	all := []turn.Copy{{Name: "the search store", Await: c.Follower.Await}}
	if _, kept := c.Mind.Heat(); kept {
		all = append(all, turn.Copy{Name: "Redis", Await: c.Mind.Cooled})
	}
	return all
}

// Refused says whether a server on which memories are searched must not be used, which no waiting mends.
func Refused(err error) bool {
	return errors.Is(err, weaviate.ErrNewer) || errors.Is(err, weaviate.ErrForeign)
}

// Server gives the store on the Weaviate server that the settings name, without reaching for
// it. ledger tells whose memories are meant, as far as that is known.
func Server(settings config.Config, ledger string, now func() time.Time) (*weaviate.Store, error) {
	return weaviate.New(weaviate.Options{
		URL: settings.Search.URL, GRPC: settings.Search.GRPC, Key: settings.Search.Key.Reveal(),
		Principal: settings.Principal, Ledger: ledger, Now: now, Patience: remotely,
	})
}
