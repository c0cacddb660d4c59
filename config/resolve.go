package config

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// models finds out who can be used for what, and leaves that in the configuration. Where
// nothing is set up it does nothing.
func (o *overlay) models() {
	m := &o.config.Models
	given := m.Model != ""
	for _, role := range Roles() {
		given = given || *m.named(role) != nil
	}
	if !given && len(o.found) == 0 && len(o.tables.providers) == 0 && len(o.tables.cards) == 0 {
		return
	}
	table := known()
	r := &resolver{overlay: o, table: table.config.Models, runners: o.runners(table.tables)}
	for _, p := range r.runners {
		if p.lacks == "" {
			m.Providers = append(m.Providers, p.Provider)
		}
	}
	m.Known = r.known(table.tables)
	r.uses()
}

// resolver turns names of models into who runs them.
type resolver struct {
	*overlay
	table   Models // its lists are the usual models
	runners []*runner
}

// known puts together what the tables say of each model.
func (r *resolver) known(table tables) []Card {
	var out []Card
	for i, c := range slices.Concat(table.cards, r.tables.cards) {
		at := slices.IndexFunc(out, func(k Card) bool { return k.Name == c.name })
		if at < 0 {
			p := r.runner(c.provider)
			if p == nil {
				p = &runner{Provider: Provider{Kind: OpenAIKind}}
			}
			card := unfamiliar(p.Provider)
			if i < len(table.cards) { // of those nothing is left open
				card = Card{Thinking: NoThinking}
			}
			card.Name = c.name
			out, at = append(out, card), len(out)
		}
		if c.provider != "" {
			out[at].Provider = c.provider
		}
		for _, set := range c.sets {
			set(&out[at])
		}
	}
	return out
}

func (r *resolver) runner(name string) *runner {
	i := slices.IndexFunc(r.runners, func(p *runner) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	return r.runners[i]
}

// uses fills in which models each role has.
func (r *resolver) uses() {
	m := &r.config.Models
	m.Uses = make(map[string][]Card)
	var first *Card
	if m.Model != "" {
		card, why := r.find(m.Model)
		if why != "" {
			r.problem("model", quoted(m.Model)+" cannot be asked: "+why)
		} else {
			first = &card
			r.runner(card.Provider).usual = card.Name
		}
	}
	for _, role := range Roles() {
		list := *m.named(role)
		var cards []Card
		if role == Primary && first != nil {
			cards = append(cards, *first)
		}
		if list != nil {
			cards = append(cards, r.listed(role, list)...)
		} else {
			cards = append(cards, r.usual(role)...)
		}
		if cards = distinct(cards); len(cards) > 0 {
			m.Uses[role] = cards
		}
	}
	for _, k := range m.Known {
		p := r.runner(k.Provider)
		used := func(cards []Card) bool {
			return slices.ContainsFunc(cards, func(c Card) bool { return c.Name == k.Name && c.Provider == k.Provider })
		}
		if k.Tools && p != nil && p.lacks == "" && (p.own || p.ofTheirs) && !slices.ContainsFunc(slices.Collect(maps.Values(m.Uses)), used) {
			m.Spare = append(m.Spare, m.Card(p.Provider, k.Name))
		}
	}
}

// listed finds the models given for a role.
func (r *resolver) listed(role string, list []string) []Card {
	var cards []Card
	var passed []Passed
	for _, name := range list {
		card, why := r.find(name)
		if why == "" && slices.Contains([]string{Embedder, Image, Transcription}, role) && r.runner(card.Provider).Kind == AnthropicKind {
			why = r.runner(card.Provider).Title + " has no model for that"
		}
		if why != "" {
			passed = append(passed, Passed{Role: role, Name: name, Why: why})
			continue
		}
		cards = append(cards, card)
	}
	if len(cards) > 0 || len(passed) == 0 {
		r.config.Models.Passed = append(r.config.Models.Passed, passed...)
		return cards
	}
	var whys []string
	for _, p := range passed {
		whys = append(whys, p.Name+": "+p.Why)
	}
	r.problem("models."+role, "none of its models can be asked: "+strings.Join(whys, "; "))
	return nil
}

// usual gives the models of a role for which none were given: those of the table, and of
// each server without models in the table the one it has.
func (r *resolver) usual(role string) []Card {
	m := r.config.Models
	var cards []Card
	for _, name := range *r.table.named(role) {
		at := slices.IndexFunc(m.Known, func(k Card) bool { return k.Name == name })
		p := r.runner(m.Known[at].Provider)
		if p.lacks == "" && p.ofTheirs {
			cards = append(cards, m.Card(p.Provider, name))
		}
	}
	if slices.Contains([]string{Primary, Background, Reflection, Adversary}, role) {
		for _, p := range r.runners {
			if p.lacks == "" && !p.ofTheirs {
				cards = append(cards, m.Card(p.Provider, p.usual))
			}
		}
	}
	if role == Adversary {
		argues := m.Uses[Primary]
		cards = slices.DeleteFunc(cards, func(c Card) bool { return len(argues) == 0 || c.Provider == argues[0].Provider })
	}
	return cards
}

// find says who runs a model, or why it cannot be asked. A name before a slash is a
// provider's if there is one of that name. A model that the tables know is asked of the
// provider they name; any other, or one whose provider has no key, of the server that
// config.yaml or OPENAI_BASE_URL names if there is one, else of the vendor its name fits.
func (r *resolver) find(reference string) (card Card, why string) {
	m := r.config.Models
	if provider, name := split(reference); provider != "" {
		if p := r.runner(provider); p != nil {
			return m.Card(p.Provider, name), p.lacks
		}
	}
	var theirs *runner
	for _, k := range m.Known {
		if k.Name == reference && k.Provider != "" {
			theirs = r.runner(k.Provider)
		}
	}
	if theirs == nil && strings.HasPrefix(reference, "claude") {
		theirs = r.runner(theirAnthropic)
	}
	if theirs != nil && theirs.lacks == "" {
		return m.Card(theirs.Provider, reference), ""
	}
	var own []*runner
	for _, p := range r.runners {
		if p.own && p.lacks == "" {
			own = append(own, p)
		}
	}
	switch openAI := r.runner(theirOpenAI); {
	case len(own) == 1:
		return m.Card(own[0].Provider, reference), ""
	case theirs != nil:
		return card, theirs.lacks
	case len(own) > 1:
		var names []string
		for _, p := range own {
			names = append(names, p.Name+"/"+reference)
		}
		return card, "several servers may have it; write one of " + strings.Join(names, ", ")
	case openAI.lacks == "":
		return m.Card(openAI.Provider, reference), ""
	}
	return card, "nobody is known to run it"
}

// distinct drops what is named a second time.
func distinct(cards []Card) []Card {
	var out []Card
	for _, c := range cards {
		if !slices.ContainsFunc(out, func(o Card) bool { return o.Provider == c.Provider && o.Name == c.Name }) {
			out = append(out, c)
		}
	}
	return out
}

// problem adds what is wrong with a setting of models, with all that could stand there.
func (r *resolver) problem(key, what string) {
	at, name := r.places[key], key
	var ready, missing []string
	for _, p := range r.runners {
		switch {
		case p.lacks == "" && p.own:
			ready = append(ready, p.Name+"/… (whatever the server has)")
		case p.lacks == "":
			ready = append(ready, r.namesFrom(p.Name)...)
		default:
			missing = append(missing, fmt.Sprintf("set %s for those of %s (%s)", p.KeyName, p.Title, strings.Join(r.namesFrom(p.Name), ", ")))
		}
	}
	var do []string
	if len(ready) > 0 {
		do = append(do, "write one of "+strings.Join(ready, ", "))
	}
	do = append(do, missing...)
	do = append(do, "or name a server under `providers:` or in "+openAIURL)
	if filepath.Base(at.file) != FileName {
		name = setting{key: key}.env()
	}
	r.config.Models.Problems = append(r.config.Models.Problems, Problem{
		File: at.file, Line: at.line, Key: key, Subject: named(name), What: what, Do: strings.Join(do, "; "),
	})
}

// namesFrom lists the models for talk that the tables know of a provider.
func (r *resolver) namesFrom(provider string) []string {
	var names []string
	for _, k := range r.config.Models.Known {
		if k.Provider == provider && k.Tools {
			names = append(names, k.Name)
		}
	}
	return names
}
