// Package embed is text as vectors: what makes them, and what their likeness means. Package
// hashing makes them in this process, without a model; others are asked for over a network.
//
// A cosine means something else with every embedder: what is hardly related has 0.1 with one
// and 0.7 with another. A Calibration takes it to one scale, which is fixed by pairs of
// statements that ship with Citadel (pairs.txt) and measured by `citadel eval calibrate`.
package embed

import (
	"context"
	"errors"
)

// ErrRefused says that a text among those given cannot be embedded, and will not be when it is
// given again.
var ErrRefused = errors.New("the text cannot be embedded")

// An Embedder turns texts into vectors.
type Embedder interface {
	// Name tells model, size and version. Vectors of different names are never compared.
	Name() string
	// Size is how many numbers a vector has; zero while that is not known yet.
	Size() int
	// Embed gives one vector a text, in the same order, each of length 1, or nil for a text
	// without words. It may block on a network until ctx ends; texts and result are
	// the caller's. An embedder that works in this process gives no error.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// Cosine is the likeness of two vectors of length 1, from -1 to 1; 0 if they differ in size.
func Cosine(a, b []float32) float64 {
	if len(a) != len(b) {
		return 0
	}
	var sum float32
	for i, x := range a {
		sum += x * b[i]
	}
	return float64(sum)
}
