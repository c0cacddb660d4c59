package host

import (
	"citadel/jobs"
	"citadel/jobs/aware"
	"citadel/jobs/evaluate"
	"citadel/jobs/followup"
	"citadel/jobs/intend"
	"citadel/jobs/journal"
	"citadel/jobs/predictions"
	"citadel/jobs/rulebook"
	"citadel/jobs/watch"
)

// duties are the jobs that see to what is open, meant and watched, and to how the agent did. A rule is offered, and
// the journal kept, only where there is a model.
func (c *Citadel) duties(o Options) []jobs.Job {
	quiet := c.Brain.Host.Quiet
	seen := watch.Outside{Tools: c.toolset, Hands: c.hands}
	always := []jobs.Job{watch.Look(seen), watch.Tell(quiet), aware.Job(), intend.Job(quiet), followup.Job(quiet), predictions.Job(quiet)}
	if len(o.Config.Models.Uses) == 0 {
		return append(always, evaluate.Job(nil))
	}
	return append(always, evaluate.Job(c.ask), journal.Job(c.ask), rulebook.Job(quiet))
}
