package config

import (
	"slices"
	"strings"
)

// Models says which language models are used for what, and who runs them.
type Models struct {
	// As given: names of models, or "provider/name". Model is the one to be asked before all
	// others; the lists are in the order of fail-over, nil where none was given, and empty
	// where a use was switched off.
	Model                                                                      string
	Primary, Background, Reflection, Adversary, Embedder, Image, Transcription []string

	// As [Load] makes it out; [Decode] leaves all of it empty. Without a provider that can be
	// used there are no uses.
	Providers []Provider        // who can be used, in the order of preference
	Uses      map[string][]Card // by role, in the order of fail-over; a role without a model is missing
	Known     []Card            // every model that a table describes, whether it can be used or not
	Spare     []Card            // those of them for talk that can be used and have no role

	// Passed are models that were given for a role beside others and cannot be used.
	Passed []Passed
	// Problems are the models given that cannot be used although nothing else is left. They
	// depend on keys, not on spelling alone, so that work without a model goes on: whoever
	// wants to talk must refuse to start with them.
	Problems []Problem
}

// The roles that a model is used for, as `models:` calls them (SPEC §10).
const (
	Primary       = "primary"
	Background    = "background"
	Reflection    = "reflection"
	Adversary     = "adversary"
	Embedder      = "embedder"
	Image         = "image"
	Transcription = "transcription"
)

// Roles lists them, in the order of the example file.
func Roles() []string {
	return []string{Primary, Background, Reflection, Adversary, Embedder, Image, Transcription}
}

// named is the list given for a role.
func (m *Models) named(role string) *[]string {
	switch role {
	case Primary:
		return &m.Primary
	case Background:
		return &m.Background
	case Reflection:
		return &m.Reflection
	case Adversary:
		return &m.Adversary
	case Embedder:
		return &m.Embedder
	case Image:
		return &m.Image
	case Transcription:
		return &m.Transcription
	}
	panic("config: no such role: " + role)
}

// The protocols that a provider may speak.
const (
	AnthropicKind = "anthropic"
	OpenAIKind    = "openai" // OpenAI itself, and every server that speaks like it
)

// Provider runs models.
type Provider struct {
	Name     string // in the ledger and in settings: "anthropic"
	Title    string // as people call it: "Anthropic"
	Kind     string // AnthropicKind or OpenAIKind
	URL      string // without a slash at its end; with the path /v1 for OpenAIKind, without for AnthropicKind
	Host     string // where words are sent: the host of the URL, in lower case, without a port
	Loopback bool   // it is this computer and hands nothing on: nothing leaves it, and nothing costs anything
	Key      Secret // may be not set
	KeyName  string // the variable that holds it or would; may be empty
	KeyFrom  string // where it was set, such as "line 2 of .env"; empty if it is not
	URLFrom  string // where the URL was given, such as "the environment"; empty where it is the usual one
}

// Card is what a model can do and what it costs. Of a model that no table describes the
// prices are not known, and its abilities are what most of its kind have.
type Card struct {
	Name     string // as the provider calls it; empty: the one that the provider has, to be asked for
	Provider string // the Name of a Provider
	Window   int    // tokens it can read and write together; 0 is unknown
	MaxOut   int    // tokens of one answer, thinking included; 0 is unknown

	// Prices by the size of the prompt, smallest first, the last for any size; one of nothing
	// on this computer. Empty: nobody knows them.
	Prices    []Price
	PerImage  USD // a picture made; where 0, pictures are paid by tokens
	PerMinute USD // a minute heard; where 0, speech is paid by tokens

	Temperature bool // takes one
	Tools       bool // can call tools
	ForcedTools bool // can be made to
	ToolsAlone  bool // cannot think in a call that may call tools
	Images      bool // can look at pictures
	Schema      bool // can be held to a JSON schema
	Cache       bool // instructions are cached on request
	Doubts      bool // tells, of speech, how sure it is of each word
	Thinking    string
}

// Priced says whether anybody knows what the model costs.
func (c Card) Priced() bool { return len(c.Prices) > 0 || c.PerImage > 0 || c.PerMinute > 0 }

// The ways in which a model can be told how much to think.
const (
	NoThinking = "none"     // it does not, or cannot be told
	Adaptive   = "adaptive" // as much as it needs; can be switched off
	Always     = "always"   // the same, and cannot be switched off
	ByEffort   = "effort"   // from none upwards
)

// Price is what a million tokens cost where the prompt has at most UpTo; 0 is any size.
type Price struct {
	UpTo                           int
	In, Out, CacheRead, CacheWrite USD
}

// Passed is a model that was given for a role and cannot be used.
type Passed struct {
	Role, Name string
	Why        string // without a full stop: "ANTHROPIC_API_KEY is not set"
}

// Err is an [*Error] with the Problems, or nil.
func (m Models) Err() error {
	if len(m.Problems) == 0 {
		return nil
	}
	return &Error{Problems: m.Problems}
}

// Provider finds who can be used by name.
func (m Models) Provider(name string) (Provider, bool) {
	i := slices.IndexFunc(m.Providers, func(p Provider) bool { return p.Name == name })
	if i < 0 {
		return Provider{}, false
	}
	return m.Providers[i], true
}

// Card describes a model of a provider: as a table has it, else as most of its kind are.
// What the tables say of a model holds wherever it runs, but for the price on this computer.
func (m Models) Card(p Provider, name string) Card {
	c := unfamiliar(p)
	for _, k := range m.Known {
		if k.Name == name && name != "" {
			c = k
			if k.Provider == p.Name {
				break
			}
		}
	}
	c.Name, c.Provider = name, p.Name
	if p.Loopback {
		c.Prices, c.PerImage, c.PerMinute = []Price{{}}, 0, 0
	}
	return c
}

// unfamiliar is what may be expected of a model that nothing is known of. What is wrongly
// left out costs comfort; what is wrongly sent is an error at every call. So a temperature
// is sent to the servers people run themselves, which take one, and not to the vendors,
// whose newer models refuse it.
func unfamiliar(p Provider) Card {
	c := Card{Provider: p.Name, Tools: true, Thinking: NoThinking}
	switch {
	case p.Kind == AnthropicKind && !p.Loopback:
		c.Images, c.Cache = true, true
	case p.Name == theirOpenAI && !p.Loopback:
		c.Images, c.Schema = true, true
	default:
		c.Temperature = true
	}
	return c
}

// split parts "provider/name". Names of models may hold slashes themselves, so what comes
// first need not be a provider.
func split(reference string) (provider, name string) {
	provider, name, found := strings.Cut(reference, "/")
	if !found {
		return "", reference
	}
	return provider, name
}
