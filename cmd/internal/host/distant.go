package host

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"citadel/brain/model"
	"citadel/memory/embed"
)

// distant is an embedder over a network: the first model of the role embedder. Ceilings,
// fail-over, and who may be sent words are the pool's.
type distant struct {
	pool *model.Pool
	card model.Card
	now  func() time.Time
	// tell has the principal told to whom words go, without which none are sent.
	tell func(context.Context) (bool, error)
}

// distant gives the embedder that the settings name; nil where they name none.
func (c *Citadel) distant() embed.Embedder {
	if c.Models == nil {
		return nil
	}
	t, ok := c.Models.Pool.Usual(model.Embedding, "")
	if !ok {
		return nil
	}
	return &distant{pool: c.Models.Pool, card: t.Card, now: c.now, tell: c.name}
}

// Name implements embed.Embedder.
func (d *distant) Name() string { return d.card.Provider + "/" + d.card.Name }

// Size implements embed.Embedder: the server decides.
func (d *distant) Size() int { return 0 }

// Embed implements embed.Embedder. All that is embedded on one day is one run of a job, with
// the ceiling of one.
func (d *distant) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	made := make([][]float32, len(texts))
	var spoken []string // servers refuse a batch with an empty text
	var places []int
	for i, text := range texts {
		if strings.TrimSpace(text) != "" {
			spoken, places = append(spoken, text), append(places, i)
		}
	}
	purpose := model.Purpose{Job: "embed", Slot: d.now().UTC().Format(time.DateOnly)}
	got, err := d.pool.Embed(ctx, purpose, d.card.Name, spoken)
	if err != nil {
		return nil, d.failed(ctx, err)
	}
	for i, v := range got.Vectors {
		if made[places[i]], err = unit(v); err != nil {
			return nil, fmt.Errorf("%w: %s: %w", embed.ErrRefused, d.Name(), err)
		}
	}
	return made, nil
}

// failed says what a failure means for the texts.
func (d *distant) failed(ctx context.Context, err error) error {
	var wrong *model.Error
	if !errors.As(err, &wrong) {
		return err
	}
	if errors.Is(err, model.ErrVectors) { // of one of the texts; which, shows when they are fewer
		return fmt.Errorf("%w: %w", embed.ErrRefused, err)
	}
	switch wrong.Reason {
	case model.TooLong, model.Refused:
		return fmt.Errorf("%w: %w", embed.ErrRefused, err)
	case model.Unnamed:
		if _, named := d.tell(ctx); named != nil {
			return errors.Join(err, named)
		}
	}
	return err
}

// unit brings a vector to length 1.
func unit(v []float32) ([]float32, error) {
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	length := math.Sqrt(sum)
	if !(length > 0) || math.IsInf(length, 0) {
		return nil, errors.New("a vector without a direction")
	}
	out := make([]float32, len(v))
	for i, x := range v {
		out[i] = float32(float64(x) / length)
	}
	return out, nil
}
