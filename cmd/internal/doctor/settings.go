package doctor

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"citadel/brain/phrase"
	"citadel/config"
	"citadel/memory"
)

// given looks at the settings: what is wrong with them, or which differ from the defaults.
func (x *examination) given(context.Context) Finding {
	if x.there && !x.readable {
		return Finding{} // the folder has been said to be unreadable
	}
	settings, err := config.Load(x.Home, x.Environ)
	if err != nil {
		return misset(err)
	}
	x.settings = &settings
	list, err := config.Given(x.Home, x.Environ)
	if err != nil {
		return misset(err)
	}
	var lines []string
	for i, plain := range config.Describe(config.Default()) {
		// The zone that the system names is no setting; see zone.
		if s := list[i]; s.Value != plain.Value && s.From != config.System {
			lines = append(lines, fmt.Sprintf("%s is %s, from %s", s.Key, s.Value, s.From))
		}
	}
	for _, s := range list[len(config.Describe(config.Default())):] {
		lines = append(lines, fmt.Sprintf("%s is %s, from %s", s.Key, s.Value, s.From))
	}
	if len(lines) == 0 {
		return ok("All are the defaults.")
	}
	verb := "differ"
	if len(lines) == 1 {
		verb = "differs"
	}
	f := ok(phrase.Count(len(lines), "setting") + " " + verb + " from the defaults.")
	f.Details = lines
	return f
}

func misset(err error) Finding {
	const do = "Mend them; until then citadel does not start."
	var wrong *config.Error
	if !errors.As(err, &wrong) {
		return fail("They cannot be read: "+reason(err)+".", do)
	}
	f := fail(phrase.Count(len(wrong.Problems), "thing")+" to change in the settings.", do)
	if len(wrong.Problems) == 1 {
		f.Do = "Mend it; until then citadel does not start."
	}
	file := ""
	for _, p := range wrong.Problems {
		if p.File != file {
			file = p.File
			f.Details = append(f.Details, file+":")
		}
		f.Details = append(f.Details, "  "+p.String())
	}
	return f
}

// zone looks at the time zone that days and reminders follow.
func (x *examination) zone(context.Context) Finding {
	if x.settings == nil {
		return Finding{} // they have been said to be wrong
	}
	from := "as the settings say"
	var said *time.Location
	if x.mind != nil {
		x.mind.Read(func(v memory.View) { said = v.Principal.Zone() })
	}
	list, err := config.Given(x.Home, x.Environ)
	if err != nil {
		return Finding{}
	}
	for _, s := range list {
		if s.Key == "zone" && s.From == config.System {
			from = "as this machine says"
		}
	}
	if said != nil {
		from = "as you said in the conversation"
	}
	loc := x.location()
	now := x.Now().In(loc).Format("2 Jan 2006 15:04")
	if said == nil && strings.HasSuffix(loc.String(), "UTC") && from == "as this machine says" {
		return look("Nothing says where you live, so days and reminders follow UTC: "+now+" now.",
			"Say `my time zone is Australia/Melbourne` in the conversation, or write `zone: Australia/Melbourne` into "+config.FileName+", with your own zone.")
	}
	return ok(loc.String() + ", " + from + ": " + now + " there now.")
}

// bornIn is when there was no citadel yet: a clock that is earlier was never set.
var bornIn = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// slack is how far a clock may be set back by whoever keeps it right.
const slack = 5 * time.Minute

// clock compares the clock with what was recorded.
func (x *examination) clock(context.Context) Finding {
	now := x.Now()
	switch {
	case now.Before(bornIn):
		return fail("It says "+x.moment(now)+": it was never set.", "Set it. Ages and reminders follow it.")
	case now.Add(slack).Before(x.newest):
		return fail("It says "+x.moment(now)+", but the newest event is from "+x.moment(x.newest)+". One of the two is wrong.",
			"Set the clock. Until it has passed that time, reminders come late and ages count as zero.")
	}
	return ok("It says " + x.moment(now) + ".")
}
