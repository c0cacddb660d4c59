package host

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"citadel/brain/model"
	"citadel/brain/model/anthropic"
	"citadel/brain/model/openai"
	"citadel/config"
)

// driver speaks with a provider. What else it can do shows in its type.
type driver interface {
	model.Client
	model.Lister
}

// drive makes the client of a provider. Nothing is sent yet.
func drive(p config.Provider, carrier *http.Client) driver {
	if p.Kind == config.AnthropicKind {
		return anthropic.New(anthropic.Options{Key: p.Key.Reveal(), BaseURL: p.URL, HTTP: carrier})
	}
	o := openai.Options{Key: p.Key.Reveal(), BaseURL: p.URL, HTTP: carrier}
	if p.Name == openAI && p.Key.Set() { // also behind a gateway
		o.Dialect = openai.OpenAI
	}
	return openai.New(o)
}

// openAI is how config calls the vendor.
const openAI = "openai"

// List asks a provider which models it has. It waits as long as ctx lets it; the errors are
// those of model.Lister. Nothing is sent but the key.
func List(ctx context.Context, p config.Provider, version string) ([]model.Listed, error) {
	carrier := newCarrier(version)
	defer carrier.CloseIdleConnections()
	return drive(p, carrier).Models(ctx)
}

// findWait is how long a server on this computer may take at the start to say which model
// it has. One that does not answer is asked again when it is needed.
const findWait = time.Second

// unnamed stands for the model of a server that has not said yet which it has.
const unnamed = "default"

// finder asks a server for the model that it has, where the settings name none. The model
// may change while the server stands: after an answer that there is no such model, the next
// call asks anew.
type finder struct {
	driver
	settings config.Models
	provider config.Provider

	mu    sync.Mutex
	found model.Listed
}

// Complete implements model.Client. The model of the request is whatever stands on the card.
func (f *finder) Complete(ctx context.Context, r model.Request) (model.Response, error) {
	found, err := f.find(ctx)
	if err != nil {
		return model.Response{}, err
	}
	r.Model = found.Name
	resp, err := f.driver.Complete(ctx, r)
	var failed *model.Error
	if errors.As(err, &failed) && failed.Reason == model.NoModel {
		f.mu.Lock()
		f.found = model.Listed{}
		f.mu.Unlock()
	}
	return resp, err
}

// find gives the model, asking for it where it is not known.
func (f *finder) find(ctx context.Context) (model.Listed, error) {
	f.mu.Lock()
	found := f.found
	f.mu.Unlock()
	if found.Name != "" {
		return found, nil
	}
	// Several may ask at once; they get the same.
	list, err := f.driver.Models(ctx)
	if err != nil {
		return model.Listed{}, err
	}
	found, ok := choose(list, f.settings, f.provider)
	if !ok {
		return model.Listed{}, &model.Error{Op: f.provider.Name + ": find a model", Reason: model.NoModel, Err: fmt.Errorf("it lists %d", len(list))}
	}
	f.mu.Lock()
	f.found = found
	f.mu.Unlock()
	return found, nil
}

// silent are parts of the names of models that do not talk.
var silent = []string{"embed", "whisper", "transcribe", "rerank", "tts", "clip", "bge-", "e5-", "minilm", "dall-e", "image", "moderation"}

// choose picks the model to talk with: one that the settings describe, else the first that
// does not seem to be for something else.
func choose(list []model.Listed, settings config.Models, p config.Provider) (model.Listed, bool) {
	described := func(l model.Listed) bool {
		return slices.ContainsFunc(settings.Known, func(k config.Card) bool { return k.Name == l.Name && k.Provider == p.Name && k.Tools })
	}
	talks := func(l model.Listed) bool {
		name := strings.ToLower(l.Name)
		return !slices.ContainsFunc(silent, func(part string) bool { return strings.Contains(name, part) })
	}
	for _, fits := range []func(model.Listed) bool{described, talks} {
		if i := slices.IndexFunc(list, fits); i >= 0 {
			return list[i], true
		}
	}
	return model.Listed{}, false
}
