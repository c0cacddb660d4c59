package change

import (
	"context"
	"strings"
	"time"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// noHours is how "no quiet hours" is stored: a stretch that begins and ends at once.
const noHours = "00:00-00:00"

// set asks for a setting.
func set(t *turn.Turn, name, value string) *turn.Reply {
	return begin(t).Change(event.Asked{What: event.AskSetting, Name: name, Text: value})
}

// setting is the value in force, or "".
func setting(t *turn.Turn, name string) (value string) {
	t.Read(func(v memory.View) { value = v.Principal.Settings[name] })
	return value
}

// configured finds the event that gave a setting its present value; zero if it has none.
func configured(ctx context.Context, t *turn.Turn, name string) (event.Seq, error) {
	recs, err := all(ctx, t, ledger.Query{Kinds: []event.Kind{event.Configured{}.Kind()}})
	if err != nil {
		return 0, err
	}
	var newest event.Seq
	for _, rec := range recs {
		p, err := rec.Payload()
		if err != nil {
			return 0, err
		}
		if c, ok := p.(event.Configured); ok && c.Name == name {
			newest = rec.Seq
		}
	}
	return newest, nil
}

func setName(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	name := strings.Trim(t.Command.Words, " .,!\"'")
	switch {
	case name == "":
		return says(t, "What should I call you? As in `call me Sam`.")
	case len(name) > 80: // as package principal takes it
		return says(t, "That is too long for a name. What is the short form?")
	case name == setting(t, event.SettingName):
		r := begin(t)
		r.Text.Say("I already call you ").Claim(t.Heard(), "%s", name).Say(".")
		return r, nil
	}
	r := set(t, event.SettingName, name)
	r.Text.Say("I'll call you ").Claim(t.Heard(), "%s", name).Say(".")
	undoable(t, &r.Text)
	return r, nil
}

func setZone(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	loc := zoneNamed(t.Command.Words)
	if loc == nil {
		r := begin(t)
		r.Text.Say("I don't know the time zone ").Claim(t.Heard(), "%s", quoted(t.Command.Words, phrase.MaxQuote))
		r.Text.Say(". Which city's time is it? As in `my time zone is Europe/Lisbon`.")
		return r, nil
	}
	r := set(t, event.SettingZone, loc.String())
	there := t.Now.In(loc)
	r.Text.Say("Your time zone is ").Claim(t.Heard(), "%s", loc).Say(": it is now ")
	r.Text.Claim(t.Heard(), "%s", there.Format("15:04 on Mon 2 Jan 2006")).Say(" there.")
	tied := false
	t.Read(func(v memory.View) {
		for _, m := range v.Loops.Reminders {
			tied = tied || !m.Floating && m.Zone != loc.String()
		}
	})
	if tied {
		r.Text.Say(" Reminders for one day keep the zone they were made in.")
	}
	undoable(t, &r.Text)
	return r, nil
}

// zoneNamed finds a zone by its name in the tz database, an offset such as "UTC+2", or a
// city that is the end of such a name; nil if there is none.
func zoneNamed(words string) *time.Location {
	words = strings.Trim(words, " .,!")
	if loc := zoneAt(words); loc != nil {
		return loc
	}
	name := strings.ReplaceAll(words, " ", "_")
	if !strings.Contains(name, "/") {
		for _, region := range []string{"Europe", "America", "Asia", "Australia", "Africa", "Pacific", "Atlantic", "Indian",
			"America/Argentina", "America/Indiana", "America/Kentucky", "America/North_Dakota"} {
			if loc := load(region + "/" + capitals(name)); loc != nil {
				return loc
			}
		}
	}
	if loc := load(name); loc != nil {
		return loc
	}
	return load(capitals(name))
}

// zoneAt reads "UTC+2". The database names such zones the other way round: Etc/GMT-2.
func zoneAt(words string) *time.Location {
	s := strings.ToUpper(strings.ReplaceAll(words, " ", ""))
	rest, ok := strings.CutPrefix(s, "UTC")
	if !ok {
		rest, ok = strings.CutPrefix(s, "GMT")
	}
	switch {
	case !ok:
		return nil
	case rest == "":
		return load("Etc/UTC")
	case rest[0] == '+':
		return load("Etc/GMT-" + strings.TrimLeft(rest[1:], "0"))
	case rest[0] == '-':
		return load("Etc/GMT+" + strings.TrimLeft(rest[1:], "0"))
	}
	return nil
}

func load(name string) *time.Location {
	if name == "" || strings.EqualFold(name, "local") {
		return nil
	}
	loc, err := time.LoadLocation(name)
	if err != nil {
		return nil
	}
	return loc
}

// capitals writes "new_york" as "New_York" and "port-au-prince" as "Port-Au-Prince".
func capitals(name string) string {
	b := []byte(strings.ToLower(name))
	for i := range b {
		if (i == 0 || strings.IndexByte("_/-", b[i-1]) >= 0) && b[i] >= 'a' && b[i] <= 'z' {
			b[i] -= 'a' - 'A'
		}
	}
	return string(b)
}

func setHours(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	switch words := strings.ToLower(strings.Trim(t.Command.Period, " .,!")); words {
	case "":
		return tellHours(ctx, t)
	case "off":
		r := set(t, event.SettingHours, noHours)
		r.Text.Say("No quiet hours: I may write at any time.")
		undoable(t, &r.Text)
		return r, nil
	case "on":
		r := set(t, event.SettingHours, "")
		r.Text.Say("Quiet hours as configured: ").Claim(t.Heard(), "%s", spoken(t.Host.Quiet)).Say(".")
		undoable(t, &r.Text)
		return r, nil
	default:
		from, to, ok := hoursIn(words)
		if !ok {
			return says(t, "Which hours? As in `quiet hours 22:00 to 07:00`, or `quiet hours off`.")
		}
		r := set(t, event.SettingHours, from+"-"+to)
		r.Text.Say("Quiet hours: ").Claim(t.Heard(), "%s to %s", from, to)
		r.Text.Say(" (%s). What nobody waits for stays silent then; reminders come.", t.Zone(t.Now.Location(), t.Now))
		undoable(t, &r.Text)
		return r, nil
	}
}

func tellHours(ctx context.Context, t *turn.Turn) (*turn.Reply, error) {
	value := setting(t, event.SettingHours)
	source := t.Heard()
	if value == "" {
		value = t.Host.Quiet
	} else if seq, err := configured(ctx, t, event.SettingHours); err != nil {
		return nil, err
	} else if seq != 0 {
		source = []event.Seq{seq}
	}
	r := begin(t)
	if value == "" || value == noHours {
		r.Text.Say("There are no quiet hours. `quiet hours 22:00 to 07:00` sets them.")
		return r, nil
	}
	r.Text.Say("Quiet hours: ").Claim(source, "%s", spoken(value))
	r.Text.Say(" (%s). `quiet hours off` ends them.", t.Zone(t.Now.Location(), t.Now))
	return r, nil
}

// spoken writes "22:00-07:00" as it is said.
func spoken(hours string) string {
	from, to, ok := strings.Cut(hours, "-")
	if !ok || hours == noHours {
		return "none"
	}
	return from + " to " + to
}

// hoursIn reads two times of day, "22:00 to 07:00" or "10pm-7am", as 22:00 and 07:00.
func hoursIn(words string) (from, to string, ok bool) {
	words = strings.NewReplacer("–", " ", "-", " ", "a.m", "am", "p.m", "pm", "o'clock", "").Replace(words)
	var times []string
	for _, w := range strings.Fields(words) {
		switch w {
		case "from", "between", "to", "and", "until", "till":
			continue
		case "am", "pm":
			if len(times) == 0 {
				return "", "", false
			}
			times[len(times)-1] += w
			continue
		}
		times = append(times, w)
	}
	if len(times) != 2 {
		return "", "", false
	}
	from, ok1 := clock(times[0])
	to, ok2 := clock(times[1])
	return from, to, ok1 && ok2 && from != to
}

// clock reads one time of day.
func clock(w string) (string, bool) {
	switch w {
	case "noon":
		return "12:00", true
	case "midnight":
		return "00:00", true
	}
	w = strings.ReplaceAll(w, ".", ":")
	for _, form := range []string{"15:04", "3:04pm", "3pm", "15"} {
		if at, err := time.Parse(form, w); err == nil {
			return at.Format("15:04"), true
		}
	}
	return "", false
}

func setCountry(_ context.Context, t *turn.Turn) (*turn.Reply, error) {
	code, name, ok := countryNamed(t.Command.Words)
	if !ok {
		r := begin(t)
		r.Text.Say("I don't know the country ").Claim(t.Heard(), "%s", quoted(t.Command.Words, phrase.MaxQuote))
		r.Text.Say(". What are its two letters? As in `my country is AU`.")
		return r, nil
	}
	r := set(t, event.SettingCountry, code)
	r.Text.Say("Country: ").Claim(t.Heard(), "%s", name).Say(". I use it for the emergency number only.")
	undoable(t, &r.Text)
	return r, nil
}
