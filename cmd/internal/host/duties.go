package host

import (
	"citadel/brain/ponder"
	"citadel/jobs"
	"citadel/jobs/aware"
	"citadel/jobs/evaluate"
	"citadel/jobs/followup"
	"citadel/jobs/intend"
	"citadel/jobs/rulebook"
)

// duties are the jobs that see to what is open and meant, and to how the agent did.
func (c *Citadel) duties(o Options) []jobs.Job {
	var think ponder.Asking
	if len(o.Config.Models.Uses) > 0 {
		think = c.ask
	}
	quiet := c.Brain.Host.Quiet
	return []jobs.Job{aware.Job(), intend.Job(quiet), followup.Job(quiet), evaluate.Job(think), rulebook.Job(quiet)}
}
