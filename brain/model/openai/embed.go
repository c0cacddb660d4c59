package openai

import (
	"context"
	"errors"
	"fmt"
	"math"

	sdk "github.com/openai/openai-go/v3"

	"citadel/brain/model"
)

// The size of a batch. OpenAI takes 2,048 texts and 300,000 tokens at once, of which none is
// shorter than a byte; servers on small computers are slow with more than this.
const (
	batchTexts = 128
	batchBytes = 200_000
)

// maxNumber is how many bytes of an answer a number of a vector may take, and maxVector how
// many numbers a vector is expected to have at most.
const (
	maxNumber = 32
	maxVector = 8192
)

var (
	errEmpty    = errors.New("an empty text")
	errOrder    = errors.New("vectors without order")
	errCount    = errors.New("not one vector for each text")
	errLengths  = fmt.Errorf("%w: vectors of different lengths", model.ErrVectors)
	errInfinite = fmt.Errorf("%w: a number that is none", model.ErrVectors)
)

// Embed gives a vector for each text; see model.Embedder. It asks once for each batch, one
// after another. An empty text is Invalid, because servers refuse it with the whole batch.
// Where a batch fails there are no vectors, but Usage is that of the batches before it.
func (c *Client) Embed(ctx context.Context, name string, texts []string) ([][]float32, model.Usage, error) {
	used := model.Usage{Exact: true}
	for i, t := range texts {
		if t == "" {
			return nil, model.Usage{}, &model.Error{Op: "openai: embed", Reason: model.Invalid, Err: fmt.Errorf("text %d: %w", i, errEmpty)}
		}
	}
	vectors := make([][]float32, 0, len(texts))
	for len(texts) > 0 {
		n := batch(texts)
		got, u, err := c.embed(ctx, name, texts[:n])
		used = sum(used, u)
		if err != nil {
			return nil, used, err
		}
		if len(vectors) > 0 && len(vectors[0]) != len(got[0]) {
			return nil, used, &model.Error{Op: "openai: embed", Reason: model.Broken, Err: errLengths}
		}
		vectors = append(vectors, got...)
		texts = texts[n:]
	}
	return vectors, used, nil
}

// batch is how many of the texts go into one request: at least one.
func batch(texts []string) int {
	bytes := 0
	for i, t := range texts {
		bytes += len(t)
		if i > 0 && (i == batchTexts || bytes > batchBytes) {
			return i
		}
	}
	return len(texts)
}

func sum(a, b model.Usage) model.Usage {
	return model.Usage{
		In: a.In + b.In, Out: a.Out + b.Out, CacheRead: a.CacheRead + b.CacheRead, CacheWrite: a.CacheWrite + b.CacheWrite,
		Exact: a.Exact && b.Exact,
	}
}

// embed asks for one batch.
func (c *Client) embed(ctx context.Context, name string, texts []string) ([][]float32, model.Usage, error) {
	x := c.begin(ctx, "embed", c.usual.first, int64(1<<20+len(texts)*maxVector*maxNumber))
	defer x.End()
	answer, err := c.embeddings.New(x.Context(), sdk.EmbeddingNewParams{
		Model: name,
		Input: sdk.EmbeddingNewParamsInputUnion{OfArrayOfStrings: texts},
	}, x.options()...)
	if err != nil {
		return nil, model.Usage{}, x.Fail(err)
	}
	u := model.Usage{In: tokens(max(answer.Usage.PromptTokens, answer.Usage.TotalTokens))}
	u.Exact = u.In > 0
	if !u.Exact {
		for _, t := range texts {
			u.In += guess(len(t))
		}
	}
	vectors, err := inOrder(answer.Data, len(texts))
	if err != nil {
		return nil, u, x.Fail(&model.Error{Reason: model.Broken, Err: err})
	}
	return vectors, u, nil
}

// inOrder puts vectors where their index says. Where none has one they are in order; where
// only some have, the others leave out a 0.
func inOrder(data []sdk.Embedding, n int) ([][]float32, error) {
	if len(data) != n {
		return nil, errCount
	}
	indexed := false
	for _, d := range data {
		indexed = indexed || d.JSON.Index.Valid()
	}
	out := make([][]float32, n)
	for i, d := range data {
		at := int64(i)
		if indexed {
			at = d.Index
		}
		switch {
		case at < 0 || at >= int64(n) || out[at] != nil:
			return nil, errOrder
		case len(d.Embedding) == 0 || len(d.Embedding) != len(data[0].Embedding):
			return nil, errLengths
		}
		v := make([]float32, len(d.Embedding))
		for j, number := range d.Embedding {
			v[j] = float32(number)
			if math.IsNaN(number) || math.IsInf(float64(v[j]), 0) {
				return nil, errInfinite
			}
		}
		out[at] = v
	}
	return out, nil
}
