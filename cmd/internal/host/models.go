package host

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"citadel/brain/model"
	"citadel/brain/purse"
	"citadel/brain/turn"
	"citadel/config"
	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Models are the language models of a running Citadel. A nil one has none.
type Models struct {
	Pool *model.Pool
	// List is what the mind may know of them, in the order of the roles and of fail-over.
	List    []turn.Model
	Dearest string // the model whose price counts for those that have none

	carrier *http.Client
}

// modelOptions is what the pool needs of the rest.
type modelOptions struct {
	Version string
	Purse   model.Purse
	Records model.Records
	Factor  func(provider, name string) float64
	May     func(model.Provider) bool
	Now     func() time.Time
	Log     *slog.Logger
}

// reason sets up the language models of a Citadel, where there are any.
func (c *Citadel) reason(ctx context.Context, o Options, pens ledger.Pens, zone *time.Location) error {
	if len(o.Config.Models.Uses) == 0 {
		return nil
	}
	ceilings := o.Config.Ceilings
	p := &purse.Purse{
		Mind: c.Mind, Pens: pens.Case(event.Models), Now: o.Now,
		Zone: func() *time.Location {
			here := zone
			c.Mind.Read(func(v memory.View) {
				if z := v.Principal.Zone(); z != nil {
					here = z
				}
			})
			return here
		},
		Ceilings: purse.Ceilings{
			Turn: model.USD(ceilings.Turn), Job: model.USD(ceilings.Job), Day: model.USD(ceilings.Day), Month: model.USD(ceilings.Month), Pulses: model.USD(ceilings.Pulses),
		},
	}
	if err := p.Recover(ctx); err != nil {
		return err
	}
	may := func(p model.Provider) (may bool) {
		c.Mind.Read(func(v memory.View) { may = v.Providers.May(p.Name, p.Host) })
		return may
	}
	var err error
	c.Models, err = newModels(ctx, o.Config.Models, modelOptions{Version: o.Version, Purse: p, Records: p, Factor: p.Factor, May: may, Now: o.Now, Log: o.Log})
	if err != nil {
		return err
	}
	for _, p := range o.Config.Models.Providers {
		if p.Key.Set() {
			c.Bot.Keys = append(c.Bot.Keys, p.Key.Reveal())
		}
	}
	c.Brain.Host.Models, c.Brain.Host.Dearest = c.Models.List, c.Models.Dearest
	if o.Notices != nil && o.Greet == (connectors.Place{}) {
		return c.nameHere(ctx, o.Notices)
	}
	return nil
}

// ask puts a question to the models, for work in the background.
func (c *Citadel) ask(ctx context.Context, a model.Ask) (model.Answer, error) {
	return c.Models.Pool.Complete(ctx, a)
}

// newModels puts the models of the settings together; nil where there are none. A server on
// this computer for which no model is named is asked which it has, for a second at most, so
// that it can be said. No other connection is made. The error is a *config.Error: models
// were named that cannot be asked.
func newModels(ctx context.Context, settings config.Models, o modelOptions) (*Models, error) {
	if err := settings.Err(); err != nil {
		return nil, err
	}
	if len(settings.Uses) == 0 {
		return nil, nil
	}
	m := &Models{carrier: newCarrier(o.Version)}
	s := seats{settings: settings, carrier: m.carrier, drivers: map[string]driver{}, finders: map[string]*finder{}}
	roles := make(map[model.Role][]model.Target)
	for _, role := range config.Roles() {
		for _, c := range settings.Uses[role] {
			t := s.target(ctx, c)
			roles[model.Role(role)] = append(roles[model.Role(role)], t)
			if slices.Contains(inUse, model.Role(role)) {
				m.List = append(m.List, described(role, t))
			}
		}
	}
	for _, c := range settings.Spare {
		t := s.target(ctx, c)
		roles[""] = append(roles[""], t)
		m.List = append(m.List, described("", t))
	}
	dearest, name := dearest(settings, m.List)
	m.Dearest = name
	m.Pool = &model.Pool{Roles: roles, Dearest: dearest, Purse: o.Purse, Records: o.Records, Factor: o.Factor, May: o.May, Now: o.Now, Log: o.Log}
	for _, p := range settings.Passed {
		o.Log.Warn("a model of the settings is passed over", "role", p.Role, "model", p.Name, "why", p.Why)
	}
	return m, nil
}

// close lets go of idle connections. Answers under way are not cut off.
func (m *Models) close() {
	if m != nil {
		m.carrier.CloseIdleConnections()
	}
}

// inUse are the roles that something asks. The others can be set up and are sent nothing, so
// that nobody is told of them.
var inUse = []model.Role{model.Primary, model.Background, model.Adversary, model.Embedding, model.Transcribes}

// seats makes the targets, each provider's client once.
type seats struct {
	settings config.Models
	carrier  *http.Client
	drivers  map[string]driver
	finders  map[string]*finder
}

func (s seats) target(ctx context.Context, c config.Card) model.Target {
	p, _ := s.settings.Provider(c.Provider) // who is in use can be used
	d := s.drivers[p.Name]
	if d == nil {
		d = drive(p, s.carrier)
		s.drivers[p.Name] = d
	}
	t := model.Target{
		Card: card(c), Client: d,
		Provider: model.Provider{Name: p.Name, Title: p.Title, Host: p.Host, Loopback: p.Loopback},
	}
	if c.Name == "" {
		return s.finding(ctx, t, p)
	}
	t.Embedder, _ = d.(model.Embedder)
	t.Transcriber, _ = d.(model.Transcriber)
	t.Painter, _ = d.(model.Painter)
	return t
}

// finding makes the target of a server that is asked for its model. Only one on this
// computer is asked before the principal was told of it.
func (s seats) finding(ctx context.Context, t model.Target, p config.Provider) model.Target {
	f := s.finders[p.Name]
	if f == nil {
		f = &finder{driver: s.drivers[p.Name], settings: s.settings, provider: p}
		s.finders[p.Name] = f
		if p.Loopback {
			ctx, cancel := context.WithTimeout(ctx, findWait)
			_, _ = f.find(ctx) // it is asked again with the first call, and that says what is wrong
			cancel()
		}
	}
	t.Client = f
	t.Card.Name = unnamed
	if found := f.found; found.Name != "" {
		t.Card = card(s.settings.Card(p, found.Name))
		if t.Card.Window == 0 {
			t.Card.Window = found.Window
		}
		if t.Card.MaxOut == 0 {
			t.Card.MaxOut = found.MaxOut
		}
	}
	return t
}

// described is what the mind may know of a target.
func described(role string, t model.Target) turn.Model {
	return turn.Model{
		Role: role, Name: t.Card.Name, Provider: t.Provider.Name, Title: t.Provider.Title, Host: t.Provider.Host, Loopback: t.Provider.Loopback,
		Sees:     t.Card.Images,
		Unpriced: !t.Provider.Loopback && len(t.Card.Prices) == 0 && t.Card.PerImage == 0 && t.Card.PerMinute == 0,
	}
}

// card turns a card of the settings into one of the models.
func card(c config.Card) model.Card {
	out := model.Card{
		Name: c.Name, Provider: c.Provider, Window: c.Window, MaxOut: c.MaxOut, PerImage: model.USD(c.PerImage), PerMinute: model.USD(c.PerMinute),
		Temperature: c.Temperature, Tools: c.Tools, ForcedTools: c.ForcedTools, ToolsAlone: c.ToolsAlone, Images: c.Images, Schema: c.Schema, Cache: c.Cache, Doubts: c.Doubts, Thinking: thinking[c.Thinking],
	}
	for _, p := range c.Prices {
		out.Prices = append(out.Prices, model.Price{
			UpTo: p.UpTo, In: model.USD(p.In), Out: model.USD(p.Out), CacheRead: model.USD(p.CacheRead), CacheWrite: model.USD(p.CacheWrite),
		})
	}
	return out
}

var thinking = map[string]model.Thinking{
	config.NoThinking: model.NoThinking, config.Adaptive: model.Adaptive, config.Always: model.Always, config.ByEffort: model.ByEffort,
}

// dearest is the card whose prices count for models without any, and whose they are. They
// are those of the models for talk, unless a model for something else has no price either:
// then those of all.
func dearest(settings config.Models, list []turn.Model) (model.Card, string) {
	others := slices.ContainsFunc(list, func(m turn.Model) bool {
		return m.Unpriced && slices.Contains([]string{config.Embedder, config.Image, config.Transcription}, m.Role)
	})
	var cards []model.Card
	name, most := "", model.USD(-1)
	for _, k := range settings.Known {
		c := card(k)
		if !c.Tools && !others {
			continue
		}
		cards = append(cards, c)
		for _, p := range c.Prices {
			if p.Out > most {
				name, most = c.Name, p.Out
			}
		}
	}
	return model.Dearest(cards...), name
}
