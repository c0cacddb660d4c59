package host

import (
	"context"
	"fmt"
	"slices"
	"time"

	"citadel/bot"
	"citadel/brain"
	"citadel/brain/turn"
	"citadel/config"
	"citadel/connectors"
	"citadel/jobs"
	"citadel/jobs/consolidate"
	"citadel/jobs/digest"
	"citadel/jobs/dispute"
	"citadel/jobs/fault"
	"citadel/jobs/held"
	"citadel/jobs/integrate"
	"citadel/jobs/remind"
	"citadel/jobs/retain"
	"citadel/jobs/revisit"
	"citadel/jobs/spending"
	"citadel/jobs/supervise"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// think makes the brain, and what it knows of where it runs.
func (c *Citadel) think(o Options, pens ledger.Pens, zone *time.Location) {
	c.Brain = &brain.Brain{
		Mind: c.Mind, Store: c.Vectors, Now: o.Now, Zone: zone, Log: o.Log,
		Pens: pens.Case(event.Brain, event.Learning, event.Loops, event.Decisions, event.Self, event.Agency, event.Hands, event.Models, event.Outbox),
		Host: turn.Host{
			Version: o.Version, Home: o.Home.Path,
			Ledger: config.Host(o.Config.Servers.Postgres), Search: config.Host(config.NewSecret(o.Config.Search.URL)),
			Afar:  afar(o.Config),
			Began: o.Now(), Country: o.Config.Country,
			Line:    [2]string{o.Config.CrisisLine.Name, o.Config.CrisisLine.Number},
			Trusted: o.Config.TrustedContact.Name, Quiet: o.Config.Quiet.From.String() + "-" + o.Config.Quiet.To.String(),
			Ceilings: turn.Ceilings{
				Turn: dollars(o.Config.Ceilings.Turn), Job: dollars(o.Config.Ceilings.Job),
				Day: dollars(o.Config.Ceilings.Day), Month: dollars(o.Config.Ceilings.Month),
			},
			Here: o.Here, Called: c.called.on, Trouble: c.Follower.Trouble, Refill: c.refill,
			Copies: c.copies(), Tools: func() []string { return c.toolset().Names() }, As: c.described,
		},
	}
}

// employ makes the runner of all that is done unasked.
func (c *Citadel) employ(o Options, pens ledger.Pens, zone *time.Location) {
	reasons := len(o.Config.Models.Uses) > 0
	alike := o.Without.alike(c.Mind)
	work := []jobs.Job{
		remind.Job(), o.Without.integrate(alike, reasons), consolidate.Job(), digest.Job(), supervise.Job(),
		dispute.Job(c.Brain.Host.Quiet), fault.Job(), revisit.Job(c.Brain.Host.Quiet), retain.Job(c.Mind), held.Job(c.shown),
	}
	work = append(o.Without.jobs(slices.Concat(work, c.mornings(o), c.duties(o))), o.Work...)
	if reasons {
		work = append(work, integrate.Comprehension(alike, c.ask), spending.Job(spending.Terms{
			Day: int64(o.Config.Ceilings.Day), Month: int64(o.Config.Ceilings.Month), Quiet: c.Brain.Host.Quiet,
		}))
	}
	c.Brain.Host.Jobs = jobs.List(work)
	c.Jobs = &jobs.Runner{
		Mind: c.Mind, Jobs: work, Now: o.Now, Zone: zone, Log: o.Log,
		Pens: pens.Case(event.Jobs, event.Learning, event.Loops, event.Decisions, event.Self, event.Agency, event.Hands, event.Models, event.Outbox),
	}
}

// talk makes the mouth and ears.
func (c *Citadel) talk(o Options, pens ledger.Pens, gap bot.Gap) {
	c.Bot = &bot.Bot{
		Mind: c.Mind, Brain: c.Brain, Now: o.Now, Log: o.Log, Alarm: o.Paced,
		Connectors: o.Connectors(fmt.Sprintf("s%d", c.started)),
		Pens:       pens.Case(event.Bot, event.Accounts, event.Models, event.Outbox),
		Folder:     o.Home.Path,
		Trusted:    o.Trusted,
		Personal:   personal(),
		Sense:      sense(o.Config.Reactions),
		Neutral:    o.Config.Platforms.Previews == config.NeutralPreviews,
		Pulses:     c.health,
		Outage:     gap,
		Before:     func(ctx context.Context) error { return integrate.Leaving(ctx, c.Mind, c.Jobs) },
	}
	for _, s := range append(slices.Concat(o.Config.Platforms.Secrets(), o.Config.Servers.Secrets(), o.Config.Tools.Secrets(), o.Config.Economy.Secrets()), o.Config.Search.Key) {
		if s.Set() {
			c.Bot.Keys = append(c.Bot.Keys, s.Reveal())
		}
	}
	if o.Greet != (connectors.Place{}) {
		c.Bot.Welcome, c.Bot.Home = c.welcome, o.Greet
	}
}
