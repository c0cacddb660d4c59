package openai

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"path"
	"sort"
	"strings"

	sdk "github.com/openai/openai-go/v3"

	"citadel/brain/model"
	"citadel/brain/model/wire"
)

// MaxSound is the longest recording in bytes, which is what OpenAI takes.
const MaxSound = 25 << 20

// maxTranscript is how much of an answer is read: a day of speech is less.
const maxTranscript = 4 << 20

// longestSound bounds what is believed of a length, in seconds.
const longestSound = 7 * 24 * 3600

// sounds are the formats by the ending of the file's name, with the name under which they
// are sent. The file's own name says more than the server needs to know.
var sounds = map[string]struct{ name, mime string }{
	".flac": {"sound.flac", "audio/flac"},
	".mp3":  {"sound.mp3", "audio/mpeg"},
	".mpeg": {"sound.mpeg", "audio/mpeg"},
	".mpga": {"sound.mpga", "audio/mpeg"},
	".mp4":  {"sound.mp4", "audio/mp4"},
	".m4a":  {"sound.m4a", "audio/mp4"},
	".ogg":  {"sound.ogg", "audio/ogg"},
	".oga":  {"sound.ogg", "audio/ogg"}, // as voice messages come from Telegram
	".opus": {"sound.ogg", "audio/ogg"},
	".wav":  {"sound.wav", "audio/wav"},
	".webm": {"sound.webm", "audio/webm"},
}

var errFormat = errors.New("not a format of sound that is taken")

// Transcribe gives what is said in a recording; see model.Transcriber. A format that is not
// taken is Invalid, and more than MaxSound is TooLong; neither is sent. Where the server
// does not say how long the recording is, Seconds is 0.
func (c *Client) Transcribe(ctx context.Context, name string, sound model.Sound) (model.Transcript, error) {
	const op = "openai: transcribe"
	format, ok := sounds[strings.ToLower(path.Ext(sound.Name))]
	switch {
	case !ok:
		return model.Transcript{}, &model.Error{Op: op, Reason: model.Invalid, Err: errFormat}
	case len(sound.Data) == 0:
		return model.Transcript{}, &model.Error{Op: op, Reason: model.Invalid, Err: errNothing}
	case len(sound.Data) > MaxSound:
		return model.Transcript{}, &model.Error{Op: op, Reason: model.TooLong, Err: fmt.Errorf("%d bytes, of at most %d", len(sound.Data), MaxSound)}
	}
	x := c.begin(ctx, "transcribe", c.made, maxTranscript)
	defer x.End()
	params := sdk.AudioTranscriptionNewParams{
		File:           sdk.File(bytes.NewReader(sound.Data), format.name, format.mime),
		Model:          name,
		ResponseFormat: sdk.AudioResponseFormatJSON, // the only one that every model takes
	}
	if sound.Doubts {
		params.Include = []sdk.TranscriptionInclude{sdk.TranscriptionIncludeLogprobs}
	}
	answer, err := c.speech.New(x.Context(), params, x.options()...)
	if err != nil {
		return model.Transcript{}, x.Fail(err)
	}
	if !answer.JSON.Text.Valid() {
		return model.Transcript{}, x.Fail(&model.Error{Reason: model.Broken, Err: wire.ErrForm})
	}
	u := answer.Usage
	t := model.Transcript{Text: strings.TrimSpace(valid(answer.Text))}
	if sound.Doubts {
		t.Doubtful, t.Judged = doubtful(t.Text, answer.Logprobs)
	}
	for _, s := range []float64{u.Seconds, answer.Duration} {
		if s > 0 && !math.IsInf(s, 0) {
			t.Seconds = min(s, longestSound)
			break
		}
	}
	t.Usage = model.Usage{In: tokens(u.InputTokens), Out: tokens(u.OutputTokens)}
	t.Usage.Exact = t.Usage != model.Usage{} || t.Seconds > 0
	return t, nil
}

// sure is how likely the least likely piece of a word has to be for the word not to be
// doubtful. Ours: pieces that were heard well are given 0.9 and more.
const sure = 0.5

// doubtful gives the words of a text that the model was not sure of. It reports false where
// what was said of the pieces is not about this text.
func doubtful(text string, pieces []sdk.TranscriptionLogprob) ([]model.Stretch, bool) {
	var whole []byte
	ends := make([]int, len(pieces)) // of each piece, in whole
	for i, p := range pieces {
		if len(p.Bytes) == 0 {
			whole = append(whole, p.Token...)
		}
		for _, b := range p.Bytes {
			whole = append(whole, byte(max(0, min(b, 255))))
		}
		ends[i] = len(whole)
	}
	before := len(whole) - len(bytes.TrimLeft(whole, " \n\t"))
	if text == "" || string(bytes.TrimSpace(whole)) != text {
		return nil, false
	}
	var all []model.Stretch
	for at := 0; at < len(text); {
		end := at + strings.IndexAny(text[at:]+" ", " \n\t")
		// A piece may hold the end of one word and the beginning of the next.
		i := sort.SearchInts(ends, before+at+1)
		for from := true; i < len(pieces) && (from || ends[i-1] < before+end); i++ {
			from = false
			if math.Exp(pieces[i].Logprob) >= sure {
				continue
			}
			if word := strings.TrimRight(text[at:end], ".,;:!?\"')]}"); word != "" {
				all = append(all, model.Stretch{Start: at, End: at + len(word)})
			}
			break
		}
		at = end + 1
	}
	return all, true
}
