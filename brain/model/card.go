package model

// USD is an amount of money in millionths of a US dollar.
type USD int64

// Card is what a model can do and what it costs: the capability table has one for each
// (SPEC §10).
type Card struct {
	Name     string // as the provider knows it
	Provider string // the name of a Provider
	Window   int    // tokens it can read and write together; 0 is unknown
	MaxOut   int    // tokens of one answer, thinking included; 0 is unknown

	// Prices by the size of the prompt, smallest first. Empty: nobody knows, and the dearest
	// card counts.
	Prices []Price

	PerImage  USD // a picture made; where 0, pictures are paid by tokens
	PerMinute USD // a minute heard; where 0, speech is paid by tokens

	Temperature bool // takes one, while it does not think
	Tools       bool // can call tools
	ForcedTools bool // can be made to
	ToolsAlone  bool // cannot think in a call that may call tools
	Images      bool // can look at pictures
	Schema      bool // can be held to a JSON schema
	Cache       bool // instructions are cached on request
	Doubts      bool // tells, of speech, how sure it is of each word
	Thinking    Thinking
}

// Price is what a million tokens cost, where the prompt is at most UpTo tokens long; zero
// is any length. A prompt longer than the last one's UpTo costs what the last one says.
type Price struct {
	UpTo       int
	In, Out    USD
	CacheRead  USD // 0: as In
	CacheWrite USD // for an hour; 0: as In
}

// Thinking is how a model can be told how much to think.
type Thinking uint8

// The ways.
const (
	NoThinking Thinking = iota // it does not, or cannot be told
	Adaptive                   // as much as it needs, within an effort; NoEffort switches it off
	Always                     // the same, and cannot be switched off: NoEffort is the lowest there is
	ByEffort                   // an effort from none upwards (reasoning_effort)
)

// Provider is who runs models.
type Provider struct {
	Name     string // "anthropic"
	Title    string // as people call it: "Anthropic"
	Host     string // where words are sent, as a host name: "api.anthropic.com"
	Loopback bool   // it runs on this computer: nothing leaves it, and nothing costs anything
}

// Role is what a model is used for.
type Role string

// The roles (SPEC §10).
const (
	Primary     Role = "primary"
	Background  Role = "background"
	Reflection  Role = "reflection"
	Adversary   Role = "adversary"
	Embedding   Role = "embedder"
	Imaging     Role = "image"
	Transcribes Role = "transcription"
)
