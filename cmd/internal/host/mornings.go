package host

import (
	"time"

	"citadel/brain/briefing"
	"citadel/jobs"
	"citadel/jobs/alert"
	"citadel/jobs/bootstrap"
	"citadel/jobs/brief"
	"citadel/jobs/dream"
	"citadel/jobs/feeds"
	"citadel/jobs/identity"
	"citadel/jobs/propose"
	"citadel/jobs/resolve"
	"citadel/jobs/tend"
)

// mornings are the jobs of the economy, of the morning's message, which has what those found, of the dream
// beside it, and of what the agent is on Sundays.
func (c *Citadel) mornings(o Options) (work []jobs.Job) {
	quiet := c.Brain.Host.Quiet
	morning := brief.Terms{
		At: o.morning(), Quiet: quiet, Outside: briefing.Outside{Tools: c.toolset, Hands: c.hands},
	}
	nights, selves := dream.Terms{}, identity.Terms{}
	if len(o.Config.Models.Uses) > 0 {
		nights.Ask, morning.Ask, selves.Ask = o.Without.dreaming(c.ask, c.Mind), c.ask, c.ask
	}
	told := alert.Terms{Quiet: quiet, Morning: o.morning()}
	if len(o.Feeds.Indicators) > 0 {
		work = append(work, feeds.Job(o.Feeds), tend.Job(), bootstrap.Job(), resolve.Job(), alert.Job(told))
		morning.Overnight, morning.Reads = alert.Overnight, alert.Reads()
	}
	return append(work, brief.Job(morning), dream.Job(nights), dream.Show(told.Morning, quiet), propose.Job(told.Morning, quiet),
		identity.Job(selves), identity.Tell(quiet), identity.Start())
}

// morning is when the morning's message comes, as configured.
func (o Options) morning() jobs.Morning {
	return jobs.Morning{At: time.Duration(o.Config.Briefing.At) * time.Minute, Off: o.Config.Briefing.Off}
}
