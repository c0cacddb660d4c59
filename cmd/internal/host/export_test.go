package host

import "context"

// Name is what the conversation calls when a model is first needed.
func (c *Citadel) Name(ctx context.Context) (bool, error) { return c.name(ctx) }
