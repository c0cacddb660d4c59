package host

import (
	"citadel/brain/ponder"
	"citadel/jobs"
	"citadel/jobs/audit"
	"citadel/jobs/aware"
	"citadel/jobs/evaluate"
	"citadel/jobs/followup"
	"citadel/jobs/intel"
	"citadel/jobs/intend"
	"citadel/jobs/introspect"
	"citadel/jobs/journal"
	"citadel/jobs/monologue"
	"citadel/jobs/outreach"
	"citadel/jobs/outside"
	"citadel/jobs/predictions"
	"citadel/jobs/pulse"
	"citadel/jobs/recon"
	"citadel/jobs/rulebook"
	"citadel/jobs/watch"
)

// duties are the jobs that see to what is open, meant and watched, that look outside, and that see to how the agent did. A
// rule is offered, the journal kept, answers drafted, and old things joined to new ones, only where there is a model.
func (c *Citadel) duties(o Options) []jobs.Job {
	var ask ponder.Asking
	if len(o.Config.Models.Uses) > 0 {
		ask = c.ask
	}
	quiet := c.Brain.Host.Quiet
	world := outside.World{Tools: c.toolset, Hands: c.hands}
	seen := recon.Outside{World: world, Ask: ask}
	work := []jobs.Job{
		watch.Look(watch.Outside{Tools: c.toolset, Hands: c.hands}), watch.Tell(quiet),
		aware.Job(), intend.Job(quiet), followup.Job(quiet), predictions.Job(quiet),
		recon.News(seen), recon.Job(seen), outreach.Job(o.morning(), quiet),
		audit.Job(world, quiet), intel.Job(quiet),
		evaluate.Job(ask), introspect.Job(ask),
	}
	if ask == nil {
		return work
	}
	return append(work, introspect.Unprompted(ask, c.Vectors.Search), journal.Job(ask), monologue.Job(ask), rulebook.Job(quiet),
		pulse.Job(pulse.Outside{World: world, Ask: ask}))
}
