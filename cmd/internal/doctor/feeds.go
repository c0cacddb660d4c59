package doctor

import (
	"context"
	"fmt"

	"citadel/brain/phrase"
	"citadel/memory"
	"citadel/memory/economy"
)

// feeds says which figures of the economy do not come any more.
func (x *examination) feeds(context.Context) Finding {
	var known int
	var lines []string
	degraded := false
	if x.mind != nil {
		x.mind.Read(func(v memory.View) {
			known, lines = len(v.Economy.Indicators), missing(v.Economy, x)
			degraded = v.Economy.Pulled.Degraded()
		})
	}
	if len(lines) == 0 {
		if known == 0 {
			return Finding{}
		}
		return ok(phrase.Count(known, "figure") + " of the economy come as they should.")
	}
	says := phrase.Count(len(lines), "figure") + " of the economy do not come as they should."
	if degraded {
		says += " The last reading had too few of them to say that nothing moved."
	}
	f := look(says, "Run citadel economy pull to ask again. What stays away for weeks its publisher has ended: turn it off with economy.off in the settings.")
	f.Details = lines
	return f
}

func missing(f *economy.Fold, x *examination) (lines []string) {
	for _, i := range f.Failing {
		lines = append(lines, fmt.Sprintf("%s not read since %s: %s", i.Indicator, x.moment(i.Since), i.Why))
	}
	stale, dead := f.Overdue(x.Now())
	for _, i := range stale {
		last, _ := i.Last()
		lines = append(lines, fmt.Sprintf("%s is overdue, the newest is of %s", i.Name, last.On.Time().Format("2 Jan 2006")))
	}
	for _, i := range dead {
		last, _ := i.Last()
		lines = append(lines, fmt.Sprintf("%s is dead, nothing has come since %s", i.Name, last.On.Time().Format("2 Jan 2006")))
	}
	return lines
}
