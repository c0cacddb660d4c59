package host

import (
	"context"
	"encoding/hex"
	"errors"
	"log/slog"
	"time"

	"citadel/config"
	"citadel/memory"
	"citadel/memory/store"
	"citadel/memory/store/embedded"
	"citadel/memory/store/weaviate"
)

// asked is how long a start waits for the server on which memories are searched.
const asked = 5 * time.Second

// searched opens where the memories of a mind are searched: the Weaviate server that the
// settings name, else this process. A server that is away is no error: it is filled when it
// answers, and until then the newest messages are read.
func searched(ctx context.Context, mind *memory.Mind, c config.Config, now func() time.Time, log *slog.Logger) (store.Store, error) {
	if c.Search.URL == "" {
		return embedded.New(), nil
	}
	first, err := mind.Event(ctx, 1)
	if err != nil {
		return nil, err
	}
	s, err := weaviate.New(weaviate.Options{
		URL: c.Search.URL, GRPC: c.Search.GRPC, Key: c.Search.Key.Reveal(),
		Principal: c.Principal, Ledger: hex.EncodeToString(first.Hash[:]), Now: now,
	})
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, asked)
	defer cancel()
	switch err := s.Check(ctx); {
	case errors.Is(err, weaviate.ErrNewer), errors.Is(err, weaviate.ErrForeign):
		return nil, err
	case err != nil:
		log.Warn("memories are searched in the ledger until the server answers", "err", err)
	}
	return s, nil
}
