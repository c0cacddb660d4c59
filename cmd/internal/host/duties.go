package host

import (
	"citadel/jobs"
	"citadel/jobs/audit"
	"citadel/jobs/aware"
	"citadel/jobs/evaluate"
	"citadel/jobs/followup"
	"citadel/jobs/intend"
	"citadel/jobs/introspect"
	"citadel/jobs/journal"
	"citadel/jobs/outreach"
	"citadel/jobs/predictions"
	"citadel/jobs/recon"
	"citadel/jobs/rulebook"
	"citadel/jobs/watch"
)

// duties are the jobs that see to what is open, meant and watched, and to how the agent did. A rule is offered,
// the journal kept, and old things joined to new ones, only where there is a model.
func (c *Citadel) duties(o Options) []jobs.Job {
	quiet := c.Brain.Host.Quiet
	seen := watch.Outside{Tools: c.toolset, Hands: c.hands}
	found := recon.Outside{Tools: c.toolset, Hands: c.hands}
	if len(o.Config.Models.Uses) > 0 {
		found.Ask = c.ask
	}
	always := []jobs.Job{recon.News(found), recon.Job(found), outreach.Job(o.morning(), quiet), audit.Job(audit.Outside{Tools: c.toolset, Hands: c.hands}, quiet), watch.Look(seen), watch.Tell(quiet), aware.Job(), intend.Job(quiet), followup.Job(quiet), predictions.Job(quiet)}
	if len(o.Config.Models.Uses) == 0 {
		return append(always, evaluate.Job(nil), introspect.Job(nil))
	}
	return append(always, evaluate.Job(c.ask), introspect.Job(c.ask), introspect.Unprompted(c.ask, c.Vectors.Search), journal.Job(c.ask), rulebook.Job(quiet))
}
