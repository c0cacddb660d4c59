package anthropic

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"citadel/brain/model"
	"citadel/brain/model/wire"
)

// Official is where Anthropic's models are.
const Official = "https://api.anthropic.com"

// Options is how the service is reached. They print without the key.
type Options struct {
	Key string

	// BaseURL is what "/v1/messages" is put behind; it may end with "/v1" itself. Empty is
	// Official.
	BaseURL string

	// HTTP carries the requests and stays the caller's. It must not have a Timeout, which
	// would end long answers. Redirects are not followed, whatever it says, because they
	// would carry the key elsewhere. Nil is http.DefaultClient.
	HTTP *http.Client

	// First is how long the beginning of an answer may take, counted from the call. The
	// service begins at once, or says that it is overloaded. 0 is one minute at Anthropic, two
	// elsewhere.
	First time.Duration
	// Idle is how long an answer may pause once it has begun. Whatever comes ends a pause: the
	// service sends pings while a model thinks. 0 is one minute at Anthropic, two elsewhere.
	Idle time.Duration
	// Whole is how long an answer may take, whatever comes. 0 is one hour; a list of models
	// has a minute at most.
	Whole time.Duration
}

// String is the host alone: a base URL may hold a password.
func (o Options) String() string {
	u, err := url.Parse(o.base())
	if err != nil {
		return "anthropic at no address"
	}
	return "anthropic at " + u.Host
}

// GoString leaves the key out.
func (o Options) GoString() string { return o.String() }

// LogValue leaves the key out.
func (o Options) LogValue() slog.Value { return slog.StringValue(o.String()) }

// base is where the SDK puts its paths behind.
func (o Options) base() string {
	if o.BaseURL == "" {
		return Official
	}
	return strings.TrimSuffix(strings.TrimRight(o.BaseURL, "/"), "/v1")
}

// farewell is how long the end of a stream may take once the answer is whole.
const farewell = time.Second

// Client speaks with the service. It may be used by several goroutines.
type Client struct {
	first, idle, whole time.Duration

	messages sdk.MessageService
	models   sdk.ModelService
}

var (
	_ model.Client = (*Client)(nil)
	_ model.Lister = (*Client)(nil)
)

// New makes a client. Nothing is sent yet; a base URL that is none shows with the first
// call, as Unreachable.
func New(o Options) *Client {
	c := sdk.NewClient(option.WithoutEnvironmentDefaults(), option.WithBaseURL(o.base()),
		option.WithAPIKey(o.Key), option.WithHTTPClient(wire.Still(o.HTTP)), option.WithMaxRetries(0))
	patience := 2 * time.Minute
	if official(o.base()) {
		patience = time.Minute
	}
	return &Client{
		first: wire.Patience(o.First, patience), idle: wire.Patience(o.Idle, patience), whole: wire.Patience(o.Whole, time.Hour),
		messages: c.Messages, models: c.Models,
	}
}

// official says whether a base URL is Anthropic's own.
func official(base string) bool {
	u, err := url.Parse(base)
	return err == nil && strings.EqualFold(u.Hostname(), "api.anthropic.com")
}

// Complete asks once; see model.Client.
func (c *Client) Complete(ctx context.Context, r model.Request) (model.Response, error) {
	params, err := translate(r)
	if err != nil {
		return model.Response{}, err
	}
	x := begin(ctx, "complete", c.first, c.whole)
	defer x.End()
	x.Idle(c.idle)
	stream := c.messages.NewStreaming(x.Context(), params, x.options("text/event-stream")...)
	defer func() { _ = stream.Close() }() // what was read is read
	a := answer{asked: r.Model, say: r.OnText}
	for stream.Next() {
		if a.whole() {
			continue // of no use, but a stream that is read to its end leaves its connection to others
		}
		if err := a.take(stream.Current()); err != nil {
			return a.broken(), x.fail(err)
		}
		if a.whole() {
			x.Idle(0)
			x.Wait(farewell)
		}
	}
	if a.whole() {
		return a.response(len(r.Schema) > 0)
	}
	err = stream.Err()
	if err == nil {
		err = wire.ErrCut
	}
	return a.broken(), x.fail(err)
}

// Models lists what the service has; see model.Lister.
func (c *Client) Models(ctx context.Context) ([]model.Listed, error) {
	x := begin(ctx, "models", min(c.first, time.Minute), time.Minute)
	defer x.End()
	var out []model.Listed
	page, err := c.models.List(x.Context(), sdk.ModelListParams{Limit: sdk.Int(model.MaxListed)}, x.options("application/json")...)
	if err != nil {
		return nil, x.fail(err)
	}
	if page == nil { // the service said null
		return nil, x.fail(wire.ErrForm)
	}
	for _, m := range page.Data[:min(len(page.Data), model.MaxListed)] {
		out = append(out, model.Listed{Name: m.ID, Window: count(m.MaxInputTokens), MaxOut: count(m.MaxTokens)})
	}
	return out, nil
}

// count is a number of tokens as it is believed.
func count(n int64) int { return int(min(max(n, 0), 1<<30)) }
