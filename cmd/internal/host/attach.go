package host

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"citadel/brain/enclosure"
	"citadel/brain/model"
	"citadel/brain/phrase"
	"citadel/brain/redact"
	"citadel/brain/respond"
	"citadel/brain/turn"
	"citadel/memory/event"
	"citadel/memory/files"
)

// FilesName is where in a home the files are that came with messages.
const FilesName = "files"

// keep has what comes with messages kept, and recordings written down where a model hears.
func (c *Citadel) keep(o Options) {
	c.Bot.Files = &files.Store{Dir: filepath.Join(o.Home.Path, FilesName)}
	if c.Models != nil && c.Models.Pool.Has(model.Transcribes) {
		c.Brain.Listen = c.listen
		c.Models.Pool.Clean = func(text string) string {
			clean, _ := redact.Secrets(text)
			return clean
		}
	}
}

// listen is a brain.Listener: it has a recording written down by the models of the role
// transcription. Whoever would hear it is named before.
func (c *Citadel) listen(ctx context.Context, t *turn.Turn, m turn.Message, f turn.File) (event.Transcribed, string, error) {
	var heard event.Transcribed
	name := enclosure.SoundName(f.Kept.MIME)
	data, err := c.Bot.Files.Get(f.Kept.File, f.Kept.Key)
	switch {
	case errors.Is(err, files.ErrMissing), errors.Is(err, files.ErrDamaged):
		return heard, "the recording is not in my files any more", nil
	case err != nil:
		return heard, "the recording cannot be read from the disk", nil
	case name == "":
		return heard, "I can't pass on recordings of that format", nil
	}
	if err := c.nameFirst(ctx, t); err != nil {
		return heard, "", err
	}
	began, err := t.Begin(ctx)
	if err != nil {
		return heard, "", err
	}
	purpose := model.Purpose{Message: uint64(t.Messages[0].Seq), Turn: uint64(began), Kind: "voice", From: []uint64{uint64(m.Seq), uint64(f.Seq)}}
	got, err := c.Models.Pool.Transcribe(ctx, purpose, model.Sound{Name: name, Data: data, Seconds: enclosure.Seconds(f.Kept.MIME, data)})
	if err != nil {
		why, err := unheard(ctx, err)
		return heard, why, err
	}
	heard = event.Transcribed{Spoken: got.Text, Judged: got.Judged, Seconds: got.Seconds, By: got.Card.Name}
	for _, d := range got.Doubtful {
		heard.Doubtful = append(heard.Doubtful, event.Range{Start: d.Start, End: d.End})
	}
	return heard, "", nil
}

// unheard says why no model wrote a recording down. What is no reason of a model or of money
// is an error.
func unheard(ctx context.Context, err error) (string, error) {
	var ceiling *model.CeilingError
	var none *model.NoneError
	switch {
	case ctx.Err() != nil:
		return "", context.Cause(ctx)
	case errors.As(err, &ceiling):
		if ceiling.Ceiling == "turn" {
			return fmt.Sprintf("it could cost more than %s, the ceiling for one answer", phrase.Dollars(int64(ceiling.Limit))), nil
		}
		return fmt.Sprintf("it could pass the ceiling of the %s, %s", ceiling.Ceiling, phrase.Dollars(int64(ceiling.Limit))), nil
	case errors.As(err, &none) && len(none.Passed) > 0:
		p := none.Passed[0]
		switch p.Reason {
		case model.Unnamed:
			return "who would hear it has not reached you yet; `redo` tries again", nil
		case model.TooLong:
			return "it is longer than " + p.Model + " takes", nil
		case model.Invalid:
			return p.Model + " does not take it", nil
		case model.Refused:
			return p.Model + " declined", nil
		}
		return respond.Ailment(p) + "; `redo` tries again", nil
	}
	return "", fmt.Errorf("transcribe: %w", err)
}
