package scripted

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"io"
	"math"
	"mime"
	"mime/multipart"
	"slices"
	"strings"

	"citadel/brain/model"
)

// png is a picture of one grey pixel.
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="

// parseEmbeddings reads and checks a request of /v1/embeddings.
func (v *visit) parseEmbeddings() *problem {
	var b struct {
		Model          string          `json:"model"`
		Input          json.RawMessage `json:"input"`
		EncodingFormat string          `json:"encoding_format"`
		Dimensions     int             `json:"dimensions"`
		User           string          `json:"user"`
	}
	if err := strict(v.said.Body, &b); err != nil {
		return wrong("Unrecognized request argument supplied: %v", err)
	}
	card, p := v.model(b.Model)
	if p != nil {
		return p
	}
	v.said.Model, v.said.base64 = b.Model, b.EncodingFormat == "base64"
	var one string
	if json.Unmarshal(b.Input, &one) == nil {
		v.said.Texts = []string{one}
	} else if json.Unmarshal(b.Input, &v.said.Texts) != nil {
		return wrong("'$.input' is invalid.")
	}
	if n := len(v.said.Texts); n == 0 || n > 2048 {
		return wrong("'$.input' is invalid: 1 to 2048 texts, not %d.", n)
	}
	for i, t := range v.said.Texts {
		if t == "" {
			return wrong("'$.input[%d]' is invalid: it must not be empty.", i)
		}
		if n := Tokens(t); card.Window > 0 && n > card.Window {
			return v.tooLong(n, card.Window)
		}
	}
	return nil
}

// answerEmbeddings gives one vector a text.
func (v *visit) answerEmbeddings(r Reply) *problem {
	tokens := 0
	data := []any{}
	for i, t := range v.said.Texts {
		tokens += Tokens(t)
		vector := Vector(t)
		if r.Vectors != nil {
			if i >= len(r.Vectors) {
				break // a service that answers less than it was asked
			}
			vector = r.Vectors[i]
		}
		var e any = vector
		if v.said.base64 {
			raw := make([]byte, 0, 4*len(vector))
			for _, f := range vector {
				raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(f))
			}
			e = base64.StdEncoding.EncodeToString(raw)
		}
		data = append(data, map[string]any{"object": "embedding", "index": i, "embedding": e})
	}
	if r.Usage != nil {
		tokens = r.Usage.In
	}
	v.whole(r, map[string]any{
		"object": "list", "data": data, "model": v.answering(r),
		"usage": map[string]int{"prompt_tokens": tokens, "total_tokens": tokens},
	})
	return nil
}

// Vector is what a text is embedded as where a script says nothing: 16 numbers, of length 1
// together, nearer to each other the more words two texts share.
func Vector(text string) []float32 {
	var sum [16]float64
	for _, word := range strings.Fields(strings.ToLower(text)) {
		for i, b := range sha256.Sum256([]byte(word)) {
			sum[i%16] += float64(b) - 127.5
		}
	}
	length := 0.0
	for _, f := range sum {
		length += f * f
	}
	out := make([]float32, len(sum))
	if length == 0 {
		out[0] = 1
		return out
	}
	for i, f := range sum {
		out[i] = float32(f / math.Sqrt(length))
	}
	return out
}

// parseImages reads and checks a request of /v1/images/generations.
func (v *visit) parseImages() *problem {
	var b struct {
		Model        string `json:"model"`
		Prompt       string `json:"prompt"`
		N            *int   `json:"n"`
		Size         string `json:"size"`
		Quality      string `json:"quality"`
		Background   string `json:"background"`
		OutputFormat string `json:"output_format"`
		Moderation   string `json:"moderation"`
		Format       string `json:"response_format"`
		User         string `json:"user"`
	}
	if err := strict(v.said.Body, &b); err != nil {
		return wrong("Unknown parameter: %v", err)
	}
	card, p := v.model(b.Model)
	if p != nil {
		return p
	}
	if b.Format != "" && card.Provider == "openai" {
		return wrong("Unknown parameter: 'response_format'.")
	}
	if b.Prompt == "" {
		return wrong("Missing required parameter: 'prompt'.")
	}
	v.said.Model, v.said.Prompt = b.Model, b.Prompt
	return nil
}

// answerImages gives one picture, as base64.
func (v *visit) answerImages(r Reply) *problem {
	if r.Fault.Kind == Refusal || r.Fault.Kind == Filtered {
		p := wrong("Your request was rejected by the safety system.")
		p.code = "moderation_blocked"
		v.fail(p)
		return nil
	}
	b64 := png
	if r.Picture != nil {
		b64 = base64.StdEncoding.EncodeToString(r.Picture)
	}
	u := Usage{In: Tokens(v.said.Prompt), Out: imageTokens}
	if r.Usage != nil {
		u = *r.Usage
	}
	v.whole(r, map[string]any{
		"created": 1767225600, "data": []any{map[string]any{"b64_json": b64}}, "output_format": "png",
		"usage": map[string]any{"input_tokens": u.In, "output_tokens": u.Out, "total_tokens": u.In + u.Out},
	})
	return nil
}

// parseTranscriptions reads and checks a request of /v1/audio/transcriptions.
func (v *visit) parseTranscriptions() *problem {
	kind, params, err := mime.ParseMediaType(v.said.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/form-data" {
		return wrong("the body must be multipart/form-data")
	}
	fields := make(map[string]string)
	form := multipart.NewReader(bytes.NewReader(v.said.Body), params["boundary"])
	for {
		part, err := form.NextPart()
		if err == io.EOF {
			break
		}
		if err != nil {
			return wrong("could not parse multipart form: %v", err)
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return wrong("could not parse multipart form: %v", err)
		}
		if part.FormName() == "file" {
			v.said.Sound = model.Sound{Name: part.FileName(), Data: data}
			continue
		}
		fields[part.FormName()] = string(data)
	}
	if _, p := v.model(fields["model"]); p != nil {
		return p
	}
	v.said.Model = fields["model"]
	if len(v.said.Sound.Data) == 0 || !strings.Contains(v.said.Sound.Name, ".") {
		return wrong("Unrecognized file format. Supported formats: ['flac', 'm4a', 'mp3', 'mp4', 'mpeg', 'mpga', 'oga', 'ogg', 'wav', 'webm']")
	}
	switch format := fields["response_format"]; format {
	case "", "json":
	case "verbose_json":
		if !strings.HasPrefix(v.said.Model, "whisper") {
			return wrong("response_format '%s' is not compatible with model '%s'.", format, v.said.Model)
		}
		v.said.verbose = true
	default:
		return wrong("response_format: '%s' is not understood here", format)
	}
	switch include := fields["include[]"]; {
	case include == "":
	case include != "logprobs" || !strings.HasPrefix(v.said.Model, "gpt-4o"):
		return wrong("include '%s' is not compatible with model '%s'.", include, v.said.Model)
	default:
		v.said.pieces = true
	}
	return nil
}

// answerTranscriptions gives what was said, and what it costs: whisper models count
// seconds, the others tokens.
func (v *visit) answerTranscriptions(r Reply) *problem {
	body := map[string]any{"text": r.Transcript}
	if v.said.pieces {
		body["logprobs"] = tokensOf(r)
	}
	if strings.HasPrefix(v.said.Model, "whisper") {
		body["usage"] = map[string]any{"type": "duration", "seconds": int(math.Ceil(r.Seconds))}
		if v.said.verbose {
			body["task"], body["language"], body["duration"], body["segments"] = "transcribe", "english", r.Seconds, []any{}
		}
	} else {
		u := Usage{In: Tokens(string(v.said.Sound.Data)), Out: Tokens(r.Transcript)}
		if r.Usage != nil {
			u = *r.Usage
		}
		body["usage"] = map[string]any{
			"type": "tokens", "input_tokens": u.In, "output_tokens": u.Out, "total_tokens": u.In + u.Out,
			"input_token_details": map[string]int{"audio_tokens": u.In, "text_tokens": 0},
		}
	}
	v.whole(r, body)
	return nil
}

// tokensOf are the pieces of a transcription, each with how sure the model was of it. Like the
// service's, they begin with the space before a word, and a long word has several.
func tokensOf(r Reply) []map[string]any {
	all := []map[string]any{}
	for _, word := range strings.SplitAfter(r.Transcript, " ") {
		bare := strings.Trim(word, " .,;:!?\n")
		surely := -0.01
		if slices.Contains(r.Doubtful, bare) {
			surely = -1.5
		}
		for cut := []string{word}; len(cut) > 0; cut = cut[1:] {
			if half := len(word) / 2; cut[0] == word && half > 4 {
				cut = append(cut, word[:half], word[half:])
				continue
			}
			raw := []int{}
			for _, b := range []byte(cut[0]) {
				raw = append(raw, int(b))
			}
			all = append(all, map[string]any{"token": strings.ToValidUTF8(cut[0], "\ufffd"), "bytes": raw, "logprob": surely})
		}
	}
	return all
}
