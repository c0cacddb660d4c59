package openai

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	sdk "github.com/openai/openai-go/v3"

	"citadel/brain/model"
	"citadel/brain/model/wire"
)

const (
	maxList  = 8 << 20 // bytes of a list: gateways have hundreds of models, and much to say of each
	mostName = 256     // bytes of a model's name; longer ones are left out
	mostSize = 100_000_000
	listing  = time.Minute
)

// The fields in which servers say how much a model reads and writes: vLLM, OpenRouter and
// LM Studio, Groq, Mistral. What llama.cpp says (n_ctx_train) is what a model was made for,
// not what it was given, and is not looked at.
var (
	windowFields = []string{"max_model_len", "context_length", "loaded_context_length", "context_window", "max_context_length"}
	answerFields = []string{"max_completion_tokens", "max_output_tokens"}
)

// Models lists the models of the server; see model.Lister.
func (c *Client) Models(ctx context.Context) ([]model.Listed, error) {
	x := c.begin(ctx, "list models", min(c.usual.first, listing), maxList)
	defer x.End()
	page, err := c.models.List(x.Context(), x.options()...)
	if err != nil {
		return nil, x.Fail(err)
	}
	if raw := page.JSON.Data.Raw(); raw != "null" && !strings.HasPrefix(raw, "[") {
		return nil, x.Fail(&model.Error{Reason: model.Broken, Err: wire.ErrForm})
	}
	var out []model.Listed
	for _, m := range page.Data {
		if m.ID == "" || len(m.ID) > mostName {
			continue
		}
		if len(out) == model.MaxListed {
			break
		}
		out = append(out, model.Listed{Name: valid(m.ID), Window: number(m, windowFields), MaxOut: number(m, answerFields)})
	}
	return out, nil
}

// number is the first of the fields that is a size.
func number(m sdk.Model, fields []string) int {
	for _, f := range fields {
		var n float64
		if json.Unmarshal([]byte(m.JSON.ExtraFields[f].Raw()), &n) == nil && n >= 1 && n <= mostSize {
			return int(n)
		}
	}
	return 0
}
