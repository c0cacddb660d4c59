package procedure

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode"

	"citadel/brain/classify"
	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory"
	"citadel/memory/event"
)

// subjectWelcome marks the posts of the first conversation.
const subjectWelcome = "welcome"

// Stages of the first conversation, as kept in the setting "welcome": what is asked now.
const (
	askName     = "" // nothing was answered yet
	askZone     = "zone"
	askHours    = "hours"
	welcomeOver = "done"
)

// Welcome is the first message of a new mind (MESSAGES 12). Where models are set up it names
// all who get words of the principal, which rests on the start that found them. It is no
// answer: whoever posts it keeps its Subject, by which the reply to it is known.
func Welcome(h turn.Host, started event.Seq) *turn.Reply {
	reply := says("welcome")
	reply.Subject = subjectWelcome
	switch leaves := slices.ContainsFunc(h.Models, func(m turn.Model) bool { return !m.Loopback }); {
	case leaves: // what is sent away does not stay
		reply.Text.Say("I'm Citadel. What you tell me is kept in one folder on this computer.")
	default:
		reply.Text.Say("I'm Citadel. What you tell me stays in one folder on this computer.")
	}
	if h.Reasons() {
		reply.Text.Break().Add(h.Naming(h.Models, []event.Seq{started}))
	} else {
		reply.Text.Break().Say("No language model is set up, so I can remember, recall, remind and keep your decisions. I can't reason.")
		if len(h.Models) > 0 {
			reply.Text.Break().Add(h.Naming(h.Models, []event.Seq{started}))
		}
	}
	reply.Text.Break().Say("Try: `My sister Ana moved to Porto in March to open a bakery.` Then: `Where does Ana live?`")
	reply.Text.Break().Say("What should I call you? `skip` is fine.")
	return reply
}

// welcomed takes the answer to a question of the first conversation and asks the next one:
// name, time zone, hours, each of which can be skipped (TRUST, First run). What does not
// look like an answer is left alone.
func welcomed(_ context.Context, v *visit) (*turn.Reply, error) {
	var stage string
	v.Read(func(view memory.View) { stage = view.Principal.Settings[event.SettingWelcome] })
	skip := v.Command != nil && v.Command.Name == "skip" && len(v.Command.Handles) == 0
	if v.Command != nil && !skip && v.Command.Name != "name" && v.Command.Name != "zone" && v.Command.Name != "hours" {
		return nil, nil
	}
	switch stage {
	case askName:
		return welcomeName(v, skip), nil
	case askZone:
		return welcomeZone(v, skip), nil
	case askHours:
		return welcomeHours(v, skip), nil
	}
	return nil, nil
}

func setting(name, value string) event.Asked {
	return event.Asked{What: event.AskSetting, Name: name, Text: value}
}

func welcomeName(v *visit, skip bool) *turn.Reply {
	reply := says("welcome")
	reply.Subject = subjectWelcome
	if !skip {
		name, ok := nameIn(v.Text)
		if _, other := wantsConnected(v.Text); !ok || other {
			return nil
		}
		reply.Change(setting(event.SettingName, name))
		reply.Text.Claim(v.Heard(), "%s", name).Say(" it is; `call me NAME` changes it. ")
	}
	reply.Change(setting(event.SettingWelcome, askZone))
	reply.Text.Say("In which city or time zone do you live? `skip` leaves it at %s.", v.Zone(v.Now.Location(), v.Now))
	return reply
}

func welcomeZone(v *visit, skip bool) *turn.Reply {
	reply := says("welcome")
	reply.Subject = subjectWelcome
	if !skip {
		zone, ok := zoneIn(v.Text)
		if !ok {
			return nil
		}
		loc, err := time.LoadLocation(zone)
		if err != nil {
			return nil
		}
		there := v.Now.In(loc)
		reply.Change(setting(event.SettingZone, zone))
		reply.Text.Claim(v.Heard(), "%s (%s): it is %s there.", v.Zone(loc, there), zone, there.Format("Mon 2 Jan 2006, 15:04"))
		reply.Text.Say(" `zone CITY` changes it. ")
	}
	reply.Change(setting(event.SettingWelcome, askHours))
	from, to := quiet(v)
	reply.Text.Say("Between which hours shall I keep quiet? `skip` leaves it at ").Claim(v.Heard(), "%s to %s", from, to).Say(".")
	return reply
}

func quiet(v *visit) (from, to string) {
	hours := v.Host.Quiet
	v.Read(func(view memory.View) {
		if set := view.Principal.Settings[event.SettingHours]; set != "" {
			hours = set
		}
	})
	from, to, ok := strings.Cut(hours, "-")
	if !ok {
		return "22:00", "07:00" // SPEC §16
	}
	return from, to
}

func welcomeHours(v *visit, skip bool) *turn.Reply {
	reply := says("welcome")
	from, to := quiet(v)
	if !skip {
		set, ok := hoursIn(v.Text)
		if !ok {
			return nil
		}
		reply.Change(setting(event.SettingHours, set))
		from, to, _ = strings.Cut(set, "-")
	}
	reply.Change(setting(event.SettingWelcome, welcomeOver))
	reply.Text.Say("Quiet from ").Claim(v.Heard(), "%s to %s", from, to)
	reply.Text.Say("; reminders you set come at any hour. `quiet hours FROM to TO` changes it. That was the last question; `help` shows what I can do.")
	return reply
}

// nameIn reads what somebody wants to be called: one to three words that are names by
// their looks, alone or behind "I'm", "it's", "call me".
func nameIn(text string) (string, bool) {
	said := strings.TrimSpace(text)
	if len(said) > 60 || strings.ContainsAny(said, "?\n`*_<>[]0123456789") {
		return "", false
	}
	said = strings.TrimRight(said, ".!")
	low := strings.ToLower(said)
	for _, lead := range []string{"hi, i'm ", "hi i'm ", "hello, i'm ", "i'm ", "i’m ", "i am ", "it's ", "it’s ", "it is ", "call me ", "just call me ", "my name is ", "my name's ", "just "} {
		if strings.HasPrefix(low, lead) {
			said = said[len(lead):]
			break
		}
	}
	for _, end := range []string{", please", " please", " is fine", " will do", ", thanks", " thanks"} {
		said = strings.TrimSuffix(said, end)
	}
	words := strings.Fields(said)
	if len(words) == 0 || len(words) > 3 {
		return "", false
	}
	capitals := 0
	for _, w := range words {
		for i, r := range w {
			switch {
			case i == 0 && unicode.IsUpper(r):
				capitals++
			case !unicode.IsLetter(r) && r != '-' && r != '\'' && r != '’' && r != '.':
				return "", false
			}
		}
	}
	name := strings.Join(words, " ")
	// Without capitals only a single word that is no courtesy and no known phrase is a name.
	if capitals < len(words) && (len(words) > 1 || notName(low)) || capitals == len(words) && notName(strings.ToLower(name)) {
		return "", false
	}
	return capital(name), true
}

// notName says whether words are talk.
func notName(low string) bool {
	words := courtesy(low)
	if _, greets := greetings[words]; greets || thanks(words) || words == "" {
		return true
	}
	switch words {
	case "what", "why", "who", "how", "when", "where", "help", "stop", "wait", "later", "nothing", "none", "nobody", "test", "testing", "start", "quit", "please",
		"not sure", "no idea", "you choose", "whatever", "anything", "maybe", "tired", "sad", "happy", "busy", "here", "back", "ready", "good", "fine", "bored", "sick", "sorry", "done":
		return true
	}
	c := classify.Category("")
	if strings.Contains(words, " ") {
		c = classify.Classify(low, nil).Category
	}
	return c == classify.Greeting || c == classify.Acknowledgement
}

// zoneIn reads a zone: a place alone, or behind "I live in".
func zoneIn(text string) (string, bool) {
	said := strings.TrimRight(strings.TrimSpace(text), ".!")
	low := strings.ToLower(said)
	for _, lead := range []string{"i live in ", "i'm in ", "i’m in ", "i am in ", "in ", "my time zone is ", "my timezone is ", "time zone ", "timezone ", "zone "} {
		if strings.HasPrefix(low, lead) {
			said = said[len(lead):]
			break
		}
	}
	said = strings.TrimSuffix(strings.TrimSuffix(said, " time"), " please")
	if zone, ok := when.Zone(said); ok {
		return zone, true
	}
	// "Melbourne, Australia": the city comes first.
	city, _, ok := strings.Cut(said, ",")
	if !ok {
		return "", false
	}
	return when.Zone(city)
}

// hoursIn reads two times of day, "22:00 to 07:00" or "10pm-7am", as the setting wants them.
func hoursIn(text string) (string, bool) {
	low := strings.ToLower(strings.TrimRight(strings.TrimSpace(text), "."))
	for _, lead := range []string{"my quiet hours are ", "quiet hours ", "quiet ", "from ", "between "} {
		low = strings.TrimPrefix(low, lead)
	}
	for _, sep := range []string{" to ", " until ", " till ", " and ", "–", "-"} {
		a, b, ok := strings.Cut(low, sep)
		if !ok {
			continue
		}
		from, ok1 := clockIn(a, 18)
		to, ok2 := clockIn(b, 0)
		if ok1 && ok2 && from != to {
			return from + "-" + to, true
		}
		return "", false
	}
	return "", false
}

// clockIn reads "22:00", "10pm", "7". A bare hour up to eleven is that of the evening where
// evening hours are meant.
func clockIn(s string, evening int) (string, bool) {
	s = strings.ReplaceAll(strings.TrimSpace(s), " ", "")
	for _, layout := range []string{"15:04", "3:04pm", "3pm", "15.04"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.Format("15:04"), true
		}
	}
	t, err := time.Parse("15", s)
	if err != nil {
		return "", false
	}
	if h := t.Hour(); evening > 0 && h >= 6 && h < 12 {
		t = t.Add(12 * time.Hour)
	}
	return t.Format("15:04"), true
}
