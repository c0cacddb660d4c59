// Package principal is who the mind belongs to and what he set: his name, zone and hours,
// his standing rules, and whether everything unasked is to rest. The kinds it folds are
// sensitive; it also says, in Decide, what the owner of them writes when asked.
package principal

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Limits of the standing rules (TRUST, Standing rules). Past them the principal is asked
// which to merge.
const (
	MaxRules      = 40
	MaxRuleWords  = 450 // about 600 tokens
	MaxRuleLength = 400 // bytes of one rule
)

// Rule is a standing rule, word for word.
type Rule struct {
	Seq  event.Seq `json:"seq"`
	Text string    `json:"text"`
	On   time.Time `json:"on"`
}

// Fold is the state. Its fields are for reading.
type Fold struct {
	Rules    []Rule               `json:"rules"`
	Settings map[string]string    `json:"settings"`
	Set      map[string]event.Seq `json:"set"`               // by setting: the event that gave it its value
	Profile  string               `json:"profile,omitempty"` // by which memories are recalled; empty where none is recorded
	Stays    []Stay               `json:"stays,omitempty"`   // the zones he was in, oldest first
}

// Stay is a zone that the principal set, and from when on.
type Stay struct {
	Zone  string    `json:"zone"` // empty where he unset it
	Since time.Time `json:"since"`
}

// New gives the state in which nothing was set.
func New() *Fold {
	return &Fold{Rules: []Rule{}, Settings: map[string]string{}, Set: map[string]event.Seq{}}
}

// Name implements memory.Fold.
func (f *Fold) Name() string { return "principal" }

// Version implements memory.Fold.
func (f *Fold) Version() int { return 3 }

// Apply implements memory.Fold.
func (f *Fold) Apply(r ledger.Record, p event.Payload) {
	switch p := p.(type) {
	case event.RuleAdded:
		f.Rules = append(f.Rules, Rule{Seq: r.Seq, Text: p.Text, On: r.At})
	case event.RuleDropped:
		f.Rules = slices.DeleteFunc(f.Rules, func(x Rule) bool { return x.Seq == p.Rule })
	case event.Configured:
		if p.Name == event.SettingZone {
			f.Stays = append(f.Stays, Stay{Zone: p.Value, Since: r.At})
		}
		if p.Value == "" {
			delete(f.Settings, p.Name)
			delete(f.Set, p.Name)
			return
		}
		f.Settings[p.Name], f.Set[p.Name] = p.Value, r.Seq
	case event.Profiled:
		f.Profile = p.Name
	case event.Forgotten:
		f.Rules = slices.DeleteFunc(f.Rules, func(x Rule) bool { return slices.Contains(p.Seqs, x.Seq) })
	}
}

// Called is the name the principal wants to be called by, or "".
func (f *Fold) Called() string { return f.Settings[event.SettingName] }

// Zone is the zone the principal set, or nil.
func (f *Fold) Zone() *time.Location { return zone(f.Settings[event.SettingZone]) }

// ZoneAt is the zone he was in at a moment, so that what he called tomorrow then is the tomorrow of that
// place; of before he ever set one, the first that he set. Nil where none is known.
func (f *Fold) ZoneAt(at time.Time) *time.Location {
	for i, s := range slices.Backward(f.Stays) {
		if i == 0 || !s.Since.After(at) {
			return zone(s.Zone)
		}
	}
	return nil
}

func zone(name string) *time.Location {
	if name == "" {
		return nil
	}
	loc, err := time.LoadLocation(name)
	if err != nil {
		return nil // it was valid when it was set, on a host that knew it
	}
	return loc
}

// Paused says whether everything unasked rests until "resume".
func (f *Fold) Paused() bool { return f.Settings[event.SettingPaused] != "" }

// Away gives the first and the last day away, in loc; ok is false if none was set.
func (f *Fold) Away(loc *time.Location) (from, to time.Time, ok bool) {
	a, b, found := strings.Cut(f.Settings[event.SettingAway], "/")
	if !found {
		return from, to, false
	}
	from, err1 := time.ParseInLocation(time.DateOnly, a, loc)
	to, err2 := time.ParseInLocation(time.DateOnly, b, loc)
	return from, to, err1 == nil && err2 == nil
}

// Quiet is until when nothing is to be said unasked; ok is false where that is over, or he named no such time.
func (f *Fold) Quiet(now time.Time) (until time.Time, ok bool) {
	until, err := time.Parse(time.RFC3339, f.Settings[event.SettingQuiet])
	return until.In(now.Location()), err == nil && until.After(now)
}

// Resting says whether a job is paused, by itself.
func (f *Fold) Resting(job string) bool {
	return slices.Contains(strings.Fields(f.Settings[event.SettingJobs]), job)
}

// Watched says whether the principal asked for his own dealings with people to be watched.
func (f *Fold) Watched() bool { return f.Settings[event.SettingWatch] != "" }

// Model is the primary model the principal chose, or "".
func (f *Fold) Model() string { return f.Settings[event.SettingModel] }

// Ceiling is the ceiling, in US dollars, that the principal set for one day ("2026-11-20");
// ok is false where he set none for that day.
func (f *Fold) Ceiling(day string) (dollars float64, ok bool) {
	on, amount, found := strings.Cut(f.Settings[event.SettingCeiling], "/")
	if !found || on != day {
		return 0, false
	}
	n, err := strconv.ParseFloat(amount, 64)
	return n, err == nil
}

// Rule finds a standing rule.
func (f *Fold) Rule(seq event.Seq) (Rule, bool) {
	i := slices.IndexFunc(f.Rules, func(r Rule) bool { return r.Seq == seq })
	if i < 0 {
		return Rule{}, false
	}
	return f.Rules[i], true
}

// Words counts the words of all rules.
func (f *Fold) Words() int {
	n := 0
	for _, r := range f.Rules {
		n += len(strings.Fields(r.Text))
	}
	return n
}

// Save implements memory.Fold.
func (f *Fold) Save() ([]byte, error) { return json.Marshal(f) }

// Load implements memory.Fold.
func (f *Fold) Load(b []byte) error {
	*f = *New()
	return json.Unmarshal(b, f)
}

// ErrNotAsked: the request names nothing that can be asked for, or gives it a value that
// it cannot have.
var ErrNotAsked = errors.New("the request cannot be met")

// settings says which values each setting takes.
var settings = map[string]func(string) error{
	event.SettingName:     length(80),
	event.SettingZone:     func(v string) error { _, err := time.LoadLocation(v); return err },
	event.SettingHours:    hours,
	event.SettingCountry:  length(2),
	event.SettingPaused:   length(3),
	event.SettingAway:     days,
	event.SettingModel:    length(100),
	event.SettingCeiling:  ceiling,
	event.SettingWelcome:  length(20),
	event.SettingWatch:    length(3),
	event.SettingMood:     oneOf("on", "off"),
	event.SettingJobs:     length(400),
	event.SettingMuted:    mutes,
	event.SettingMinor:    oneOf("yes"),
	event.SettingBriefing: length(300),
	event.SettingMorning:  morning,
	event.SettingQuiet:    moment,
	event.SettingIdentity: oneOf(event.IdentityFrozen),
	event.SettingOutreach: oneOf("on"),
	event.SettingPreviews: oneOf(event.PreviewsNeutral, event.PreviewsNormal),
	event.SettingDreams:   oneOf(event.DreamsOff, event.DreamsFewer, event.DreamsNotify),
}

// moment checks a stored point in time.
func moment(value string) error {
	if _, err := time.Parse(time.RFC3339, value); err != nil && value != "" {
		return errors.New("it is no point in time")
	}
	return nil
}

// Decide is the owner's answer to a request: the change to write, or ErrNotAsked. It is
// pure; that the request is the principal's own was checked by the ledger.
func Decide(a event.Asked) (event.Payload, error) {
	switch a.What {
	case event.AskRuleAdd:
		text := strings.TrimSpace(a.Text)
		if text == "" || len(text) > MaxRuleLength {
			return nil, fmt.Errorf("%w: a rule has 1 to %d bytes", ErrNotAsked, MaxRuleLength)
		}
		return event.RuleAdded{Text: text}, nil
	case event.AskRuleDrop:
		if a.Ref == 0 {
			return nil, fmt.Errorf("%w: no rule is named", ErrNotAsked)
		}
		return event.RuleDropped{Rule: a.Ref}, nil
	case event.AskSetting:
		check, ok := settings[a.Name]
		if !ok {
			return nil, fmt.Errorf("%w: there is no setting %q", ErrNotAsked, a.Name)
		}
		if a.Text != "" {
			if err := check(a.Text); err != nil {
				return nil, fmt.Errorf("%w: %s: %w", ErrNotAsked, a.Name, err)
			}
		}
		return event.Configured{Name: a.Name, Value: a.Text}, nil
	case event.AskJob:
		if a.Name == "" || len(a.Name) > 40 {
			return nil, fmt.Errorf("%w: no job is named", ErrNotAsked)
		}
		return event.JobWanted{Job: a.Name}, nil
	case event.AskIdentity:
		c := event.IdentityChosen{How: a.Name, Proposal: a.Ref}
		switch a.Name {
		case event.IdentityTake, event.IdentityKeep:
			if a.Ref == 0 {
				return nil, fmt.Errorf("%w: no proposal is named", ErrNotAsked)
			}
		case event.IdentityRevert:
			n, err := strconv.Atoi(a.Text)
			if err != nil || n < 1 {
				return nil, fmt.Errorf("%w: %q is no version", ErrNotAsked, a.Text)
			}
			c.Version = n
		default:
			return nil, fmt.Errorf("%w: there is no %q", ErrNotAsked, a.Name)
		}
		return c, nil
	case event.AskWeightsReset:
		if len(a.Name) > 100 {
			return nil, fmt.Errorf("%w: a weight's name is longer than 100 bytes", ErrNotAsked)
		}
		return event.WeightsReset{Of: a.Name}, nil
	case event.AskWeightsRestore:
		if a.Ref == 0 {
			return nil, fmt.Errorf("%w: no reset is named", ErrNotAsked)
		}
		return event.WeightsRestored{Reset: a.Ref}, nil
	}
	return nil, fmt.Errorf("%w: %q", ErrNotAsked, a.What)
}

func length(most int) func(string) error {
	return func(v string) error {
		if len(v) > most {
			return fmt.Errorf("longer than %d bytes", most)
		}
		return nil
	}
}

func oneOf(values ...string) func(string) error {
	return func(v string) error {
		if !slices.Contains(values, v) {
			return fmt.Errorf("want one of %v", values)
		}
		return nil
	}
}

// hours takes "22:00-07:00".
func hours(v string) error {
	from, to, ok := strings.Cut(v, "-")
	if !ok {
		return errors.New("want two times, as in 22:00-07:00")
	}
	_, err1 := time.Parse("15:04", from)
	_, err2 := time.Parse("15:04", to)
	return errors.Join(err1, err2)
}

// ceiling takes "2026-11-20/4.00": a day and its own ceiling in US dollars, at most 100.
func ceiling(v string) error {
	day, amount, ok := strings.Cut(v, "/")
	if !ok {
		return errors.New("want a day and an amount")
	}
	if _, err := time.Parse(time.DateOnly, day); err != nil {
		return err
	}
	n, err := strconv.ParseFloat(amount, 64)
	if err != nil || !(n >= 0 && n <= 100) {
		return errors.New("want an amount from 0 to 100 US dollars")
	}
	return nil
}

// days takes "2026-12-04/2026-12-18".
func days(v string) error {
	a, b, ok := strings.Cut(v, "/")
	if !ok {
		return errors.New("want two dates")
	}
	from, err1 := time.Parse(time.DateOnly, a)
	to, err2 := time.Parse(time.DateOnly, b)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	if to.Before(from) {
		return errors.New("the last day is before the first")
	}
	return nil
}
