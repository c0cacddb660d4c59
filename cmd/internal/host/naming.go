package host

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"citadel/brain/procedure"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/providers"
)

// untold lists the models of those providers of whom the principal was not told, or of whom
// he was told less than they do now, and what is to be recorded once he is. Who is named in
// a post that is on its way counts as told.
func (c *Citadel) untold() (models []turn.Model, said []event.ProviderNamed) {
	if c.Models == nil {
		return nil, nil
	}
	c.Mind.Read(func(v memory.View) {
		for _, m := range c.Models.List {
			i := slices.IndexFunc(said, func(n event.ProviderNamed) bool { return n.Provider == m.Provider })
			if i < 0 {
				n := event.ProviderNamed{Provider: m.Provider, Host: m.Host, Roles: c.Models.roles(m.Provider)}
				if told(v.Providers, n) {
					continue
				}
				said = append(said, n)
			}
			models = append(models, m)
		}
	})
	return models, said
}

// told says whether somebody was named, or is about to be, for all that he does.
func told(f *providers.Fold, n event.ProviderNamed) bool {
	was, ok := f.Named[n.Provider]
	return ok && was.Host == n.Host && !slices.ContainsFunc(n.Roles, func(r string) bool { return !slices.Contains(was.Roles, r) })
}

// roles lists what the models of a provider are used for.
func (m *Models) roles(provider string) []string {
	var roles []string
	for _, l := range m.List {
		if l.Provider == provider && l.Role != "" && !slices.Contains(roles, l.Role) {
			roles = append(roles, l.Role)
		}
	}
	return roles
}

// nameHere says on a terminal to whom words go, before the first are sent: where nobody is
// greeted, because what is typed comes from a pipe. What was said once is not said again.
func (c *Citadel) nameHere(ctx context.Context, w io.Writer) error {
	models, said := c.untold()
	if len(said) == 0 {
		return nil
	}
	if _, err := fmt.Fprintf(w, "%s\n", c.Brain.Host.Naming(models, nil)); err != nil {
		return fmt.Errorf("name the providers: %w", err)
	}
	entries := make([]ledger.Entry, len(said))
	for i, n := range said {
		n.Terminal = true
		entries[i] = c.pens.Write(n).Because(c.started)
	}
	if _, err := c.Mind.Record(ctx, entries...); err != nil {
		return fmt.Errorf("name the providers: %w", err)
	}
	return nil
}

// welcome makes the first words of a conversation. They name whoever gets words.
func (c *Citadel) welcome() *turn.Reply {
	r := procedure.Welcome(c.Brain.Host, c.started)
	_, said := c.untold()
	for _, n := range said {
		r.Writes = append(r.Writes, turn.Write{Payload: n})
	}
	return r
}

// namingWait is how long a turn waits for the post that names a provider to arrive.
const namingWait = 5 * time.Second

// nameFirst has the principal told to whom words go, and waits a short while until that has
// reached him. Who is still on the way then is not asked in this turn.
func (c *Citadel) nameFirst(ctx context.Context, _ *turn.Turn) error {
	if told, err := c.name(ctx); err != nil || !told {
		return err
	}
	wait, cancel := context.WithTimeout(ctx, namingWait)
	defer cancel()
	for {
		var head event.Seq
		waiting := false
		c.Mind.Read(func(v memory.View) {
			head = v.Head
			for _, n := range v.Providers.Named {
				waiting = waiting || !n.Sent
			}
		})
		if !waiting {
			return nil
		}
		select {
		case <-wait.Done():
			return ctx.Err()
		case <-c.Mind.Past(head):
		}
	}
}

// name queues a post, where the principal was last heard, that says to whom words go. They
// go there once it has arrived. It does nothing where everyone was named or is about to be,
// and reports false where there is no place to say it. It may be called by several
// goroutines, and blocks for one durable commit.
func (c *Citadel) name(ctx context.Context) (bool, error) {
	c.naming.Lock()
	defer c.naming.Unlock()
	models, said := c.untold()
	if len(said) == 0 {
		return true, nil
	}
	var home memory.Sight
	c.Mind.Read(func(v memory.View) { home = v.Home() })
	if home.Place.Platform == "" {
		return false, nil
	}
	text := c.Brain.Host.Naming(models, []event.Seq{c.started})
	entries := []ledger.Entry{c.pens.Write(event.PostQueued{
		Place: home.Place, Audience: home.Audience, Text: text.String(), Cites: text.Cites(),
	}).Because(c.started).Resting(text.Rests()...)}
	for _, n := range said {
		entries = append(entries, c.pens.Write(n).Because(ledger.Here(0)))
	}
	if _, err := c.Mind.Record(ctx, entries...); err != nil {
		return false, fmt.Errorf("name the providers: %w", err)
	}
	return true, nil
}
