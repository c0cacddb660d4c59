package host

import (
	"time"

	"citadel/brain"
	"citadel/brain/change"
	"citadel/brain/inspect"
	"citadel/brain/when"
)

// steps lists who may answer, in the order in which they are asked.
func (c *Citadel) steps() []brain.Step {
	look := inspect.Desk{Period: period}
	return []brain.Step{
		brain.Danger,
		look.Answer,
		change.Answer,
	}
}

// period reads what bounds a search in the past.
func period(text string, now time.Time) (from, to time.Time, ok bool) {
	span, ok := when.Period(text, now)
	return span.From, span.To, ok
}
