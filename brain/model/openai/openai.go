package openai

import (
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	sdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"citadel/brain/model"
	"citadel/brain/model/wire"
)

// Official is where OpenAI's own models are.
const Official = "https://api.openai.com/v1"

// Options is how a server is reached. The zero value is OpenAI without a key. They print
// without the key.
type Options struct {
	Key string // empty: none is sent, as servers on this computer want it

	// BaseURL is what the paths of the protocol are put behind, with the version:
	// "http://127.0.0.1:11434/v1". Empty is Official.
	BaseURL string

	// HTTP carries the requests and stays the caller's. It must not have a Timeout, which
	// would end long answers. Redirects are not followed, whatever it says, because they
	// would carry words elsewhere. Nil is http.DefaultClient.
	HTTP *http.Client

	Dialect Dialect

	// Omit names fields at the top of a chat request that this server refuses although the
	// protocol has them, such as "stream_options".
	Omit []string

	// First is how long the first piece of an answer may take, counted from the beginning
	// of the call; embeddings, transcriptions and pictures have but one. A model on this
	// computer may be read from disk first, and then reads the whole prompt. 0 is one minute
	// at OpenAI, but three where the model is to think with some effort, because OpenAI sends
	// nothing meanwhile, and ten for transcriptions and pictures; elsewhere ten minutes. A
	// list of models has a minute at most.
	First time.Duration
	// Idle is how long an answer may pause once it has begun. A model that thinks out of
	// sight says nothing meanwhile. 0 is one minute at OpenAI, where everything that comes
	// ends a pause, but three where the model is to think with some effort; elsewhere three
	// minutes, where only a piece of the answer ends one.
	Idle time.Duration
	// Whole is how long one answer may take, whatever comes. 0 is one hour.
	Whole time.Duration
}

// String leaves the key out.
func (o Options) String() string {
	u, err := url.Parse(o.base())
	if err != nil {
		return "openai"
	}
	return "openai at " + u.Redacted()
}

// GoString leaves the key out.
func (o Options) GoString() string { return o.String() }

// LogValue leaves the key out.
func (o Options) LogValue() slog.Value { return slog.StringValue(o.String()) }

func (o Options) base() string {
	if o.BaseURL == "" {
		return Official
	}
	return o.BaseURL
}

// Dialect is what kind of server it is. The package comment says what follows from it.
type Dialect uint8

// The dialects.
const (
	ByHost     Dialect = iota // OpenAI at api.openai.com and below it, Compatible elsewhere
	OpenAI                    // OpenAI's own, also behind a gateway
	Compatible                // a server that speaks like it
)

// limits are how long the first piece of an answer may take, and how long it may pause then.
type limits struct{ first, idle time.Duration }

// Client speaks with one server. It may be used by several goroutines.
type Client struct {
	key        string
	compatible bool
	omit       []string

	usual, hard limits        // of an answer, and of one that takes some thinking
	made, whole time.Duration // until a transcription or a picture has come; until anything has
	lively      bool          // whatever comes ends a pause

	chat       sdk.ChatCompletionService
	embeddings sdk.EmbeddingService
	speech     sdk.AudioTranscriptionService
	pictures   sdk.ImageService
	models     sdk.ModelService
}

var (
	_ model.Client      = (*Client)(nil)
	_ model.Lister      = (*Client)(nil)
	_ model.Embedder    = (*Client)(nil)
	_ model.Transcriber = (*Client)(nil)
	_ model.Painter     = (*Client)(nil)
)

// New makes a client. Nothing is sent yet; a base URL that is none shows with the first
// call, as Unreachable.
func New(o Options) *Client {
	c := &Client{
		key:        o.Key,
		compatible: o.Dialect == Compatible || o.Dialect == ByHost && !official(o.base()),
		omit:       o.Omit,
		usual:      limits{wire.Patience(o.First, 10*time.Minute), wire.Patience(o.Idle, 3*time.Minute)},
		made:       wire.Patience(o.First, 10*time.Minute),
		whole:      wire.Patience(o.Whole, time.Hour),
	}
	c.hard = c.usual
	if official(o.base()) {
		c.usual = limits{wire.Patience(o.First, time.Minute), wire.Patience(o.Idle, time.Minute)}
		c.hard = limits{wire.Patience(o.First, 3*time.Minute), wire.Patience(o.Idle, 3*time.Minute)}
		c.lively = true
	}
	// The services are made one by one, because the SDK's client of everything reads the
	// environment.
	opts := []option.RequestOption{option.WithBaseURL(o.base()), option.WithHTTPClient(wire.Still(o.HTTP)), option.WithMaxRetries(0)}
	if o.Key != "" {
		opts = append(opts, option.WithAPIKey(o.Key))
	}
	c.chat = sdk.NewChatCompletionService(opts...)
	c.embeddings = sdk.NewEmbeddingService(opts...)
	c.speech = sdk.NewAudioTranscriptionService(opts...)
	c.pictures = sdk.NewImageService(opts...)
	c.models = sdk.NewModelService(opts...)
	return c
}

// official says whether a base URL is OpenAI's own, in whatever region.
func official(base string) bool {
	u, err := url.Parse(base)
	if err != nil {
		return false
	}
	host := strings.ToLower(u.Hostname())
	return host == "api.openai.com" || strings.HasSuffix(host, ".api.openai.com")
}

// patience is how long a request is waited for. Who thinks little is done with it soon.
func (c *Client) patience(r model.Request) limits {
	if r.Thinking != model.NoThinking && r.Effort >= model.MediumEffort {
		return c.hard
	}
	return c.usual
}
