package host

import (
	"context"
	"sync"
	"time"

	"citadel/connectors"
)

// askAgain is how long a platform that did not say how the agent is called there is left alone.
const askAgain = time.Minute

// called is how people address the agent, by platform, as far as the platforms have said.
type called struct {
	mu    sync.Mutex
	names map[string]string
}

// on is how it is addressed on a platform; empty while that is not known.
func (c *called) on(platform string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.names[platform]
}

// learn asks the platforms until each has said it, or ctx ends.
func (c *called) learn(ctx context.Context, talks []connectors.Connector) error {
	for {
		missing := false
		for _, t := range talks {
			who, ok := t.(connectors.Identifier)
			if !ok || c.on(t.Name()) != "" {
				continue
			}
			self, err := who.Identify(ctx)
			if err != nil || self.Name == "" { // what is wrong with it, Run tells
				missing = true
				continue
			}
			c.mu.Lock()
			c.names[t.Name()] = self.Name
			c.mu.Unlock()
		}
		if !missing {
			return nil
		}
		again := time.NewTimer(askAgain)
		select {
		case <-ctx.Done():
			again.Stop()
			return nil
		case <-again.C:
		}
	}
}
