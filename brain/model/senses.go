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
}

// Transcript is what was heard. Seconds is the length that has to be paid for.
type Transcript struct {
	Text    string
	Seconds float64
	Usage   Usage
}

// Painter makes pictures.
type Painter interface {
	// Paint gives one picture. It asks once; the error is an *Error or ctx's own.
	Paint(ctx context.Context, model, prompt string) (Image, Usage, error)
}
