package config

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
)

// overlay collects the settings of one source after another.
type overlay struct {
	config   Config
	places   map[string]place // where each setting that is not a default was given last
	problems []Problem
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
	p := Problem{File: at.file, Line: at.line, Key: s.key, Subject: named(name), What: err.Error()}
	var wrong fault
	if errors.As(err, &wrong) {
		p.What, p.Do = wrong.what, wrong.do
	}
	o.problems = append(o.problems, p)
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
	for _, emoji := range c.Reactions.Acknowledge {
		for _, other := range c.Reactions.Dismiss {
			if emoji == other {
				o.contradiction("reactions",
					emoji+" stands under acknowledge and under dismiss (a list that is not given keeps its default)",
					"keep it in one of them")
			}
		}
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
		if at, ok := o.places[s.key]; ok && strings.HasPrefix(s.key, group+".") {
			p.File, p.Line = at.file, at.line
		}
	}
	o.problems = append(o.problems, p)
}
