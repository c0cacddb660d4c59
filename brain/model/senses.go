package model

import "context"

// Embedder turns texts into vectors.
type Embedder interface {
	// Embed gives one vector a text, in the same order, all of the same length. It asks
	// once; the error is an *Error or ctx's own. Usage counts with an error too.
	Embed(ctx context.Context, model string, texts []string) ([][]float32, Usage, error)
}

// Transcriber turns speech into text.
type Transcriber interface {
	// Transcribe gives what is said in the sound. It asks once; the error is an *Error or
	// ctx's own.
	Transcribe(ctx context.Context, model string, sound Sound) (Transcript, error)
}

// Sound is a recording.
type Sound struct {
	Name string // of the file, with an ending that tells its format
	Data []byte

	Seconds float64 // how long it is by its own account; 0 where it has none
	Doubts  bool    // the model is to say how sure it is of each word; only where its Card can
}

// Transcript is what was heard. Seconds is the length that has to be paid for.
type Transcript struct {
	Text    string
	Seconds float64
	Usage   Usage

	// Judged says that the model told how sure it was of each word; Doubtful are those it may
	// have misheard, as stretches of Text, in order.
	Judged   bool
	Doubtful []Stretch
}

// Stretch is a part of a text, in bytes.
type Stretch struct{ Start, End int }

// Painter makes pictures.
type Painter interface {
	// Paint gives one picture. It asks once; the error is an *Error or ctx's own.
	Paint(ctx context.Context, model, prompt string) (Image, Usage, error)
}
