package config

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// overlay collects the settings of one source after another.
type overlay struct {
	config   Config
	places   map[string]place // where each setting that is not a default was given last
	problems []Problem

	tables tables              // `providers:` and `cards:` of config.yaml
	found  map[string]variable // the variables that say where models are

	reached     map[string]reached // the variables that say how platforms are reached
	unreachable []Problem          // with those

	held map[string]variable // the variables that hold what tools need
}

func newOverlay() overlay {
	return overlay{config: Default(), places: make(map[string]place), found: make(map[string]variable), reached: make(map[string]reached), held: make(map[string]variable)}
}

// place is a line of a file; line 0 is a source without lines.
type place struct {
	file string
	line int
}

// String says it for people: files of the home go without their folder.
func (p place) String() string {
	if p.line == 0 {
		return p.file
	}
	return fmt.Sprintf("line %d of %s", p.line, filepath.Base(p.file))
}

// apply stores a setting found at a place under a name of that source. A value
// that is wrong becomes a problem and changes nothing.
func (o *overlay) apply(s setting, at place, name string, texts []string) {
	err := s.set(&o.config, texts)
	if err == nil {
		o.places[s.key] = at
		return
	}
	what, do := reasonOf(err)
	o.problems = append(o.problems, Problem{File: at.file, Line: at.line, Key: s.key, Subject: named(name), What: what, Do: do})
}

// reasonOf takes apart why a value cannot be used.
func reasonOf(err error) (what, do string) {
	var wrong fault
	if errors.As(err, &wrong) {
		return wrong.what, wrong.do
	}
	return err.Error(), ""
}

// result is the configuration, or an [*Error] with everything that is wrong.
func (o *overlay) result() (Config, error) {
	o.contradictions()
	if len(o.problems) > 0 {
		return Config{}, &Error{Problems: o.problems}
	}
	return o.config, nil
}

// contradictions finds what is wrong between settings that are right alone.
// Where one of them has a problem of its own, that one is said and no more.
func (o *overlay) contradictions() {
	c := o.config
	if (c.CrisisLine.Name == "") != (c.CrisisLine.Number == "") {
		o.contradiction("crisis_line", "has only one of name and number", "give both or neither")
	}
	o.twoSenses("reactions", c.Reactions.Senses)
	for _, platform := range PlatformNames() {
		own := c.Reactions.of(platform)
		if own.Acknowledge != nil || own.Dismiss != nil {
			o.twoSenses("reactions."+platform, c.Reactions.On(platform))
		}
	}
	if (c.Platforms.Mattermost.Listen == "") != (c.Platforms.Mattermost.Callback == "") {
		o.contradiction("mattermost", "has only one of listen and callback", "give both for buttons, or neither")
	}
	o.toolContradictions()
	o.unknownProviders()
}

// twoSenses finds emoji that count as both.
func (o *overlay) twoSenses(group string, s Senses) {
	for _, emoji := range s.Acknowledge {
		if slices.Contains(s.Dismiss, emoji) {
			o.contradiction(group,
				emoji+" stands under acknowledge and under dismiss (a list that is not given keeps its default)",
				"keep it in one of them")
		}
	}
}

// unknownProviders finds cards of providers that no table has.
func (o *overlay) unknownProviders() {
	known := append(builtIn(), hereName, elsewhereName)
	for _, p := range o.tables.providers {
		known = append(known, p.Name)
	}
	for _, c := range o.tables.cards {
		if c.provider == "" || slices.Contains(known, c.provider) {
			continue
		}
		path := cardsGroup + "." + c.name + ".provider"
		o.problems = append(o.problems, Problem{
			File: c.of.file, Line: c.of.line, Key: path, Subject: named(path),
			What: quoted(c.provider) + " is not a provider", Do: "known are " + joined(known) + "; others go under `providers:`",
		})
	}
}

func (o *overlay) contradiction(group, what, do string) {
	for _, p := range o.problems {
		if strings.HasPrefix(p.Key, group+".") {
			return
		}
	}
	p := Problem{Key: group, Subject: named(group), What: what, Do: do}
	for _, s := range settings { // the last place that has a say
		rest, within := strings.CutPrefix(s.key, group+".")
		if at, ok := o.places[s.key]; ok && within && !strings.Contains(rest, ".") {
			p.File, p.Line = at.file, at.line
		}
	}
	o.problems = append(o.problems, p)
}
