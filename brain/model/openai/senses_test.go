package openai_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"citadel/brain/model"
	"citadel/brain/model/openai"
	"citadel/brain/model/scripted"
)

const embedder = "text-embedding-3-small"

func TestEmbeddings(t *testing.T) {
	var texts []string
	for i := range 300 {
		texts = append(texts, fmt.Sprintf("text %d", i))
	}
	texts[150] = strings.Repeat("long ", 1500) // with the others, more than a batch of bytes
	for i := range 60 {
		texts[200+i] = texts[150] + fmt.Sprint(i)
	}
	s, c := serve(t, openai.Options{}, scripted.Answers(func(scripted.Request) scripted.Reply { return scripted.Reply{} }))
	got, used, err := c.Embed(t.Context(), embedder, texts)
	if err != nil || len(got) != len(texts) {
		t.Fatalf("%d vectors, %v", len(got), err)
	}
	tokens := 0
	for i, text := range texts {
		if !cmp.Equal(got[i], scripted.Vector(text)) {
			t.Fatalf("vector %d is another's", i)
		}
		tokens += scripted.Tokens(text)
	}
	if used != (model.Usage{In: tokens, Exact: true}) {
		t.Errorf("usage %+v, want %d", used, tokens)
	}
	var asked []string
	for _, r := range s.Requests() {
		size := 0
		for _, text := range r.Texts {
			size += len(text)
		}
		if len(r.Texts) > 128 || size > 200_000 {
			t.Errorf("a batch of %d texts and %d bytes", len(r.Texts), size)
		}
		asked = append(asked, r.Texts...)
	}
	if !cmp.Equal(asked, texts) || len(s.Requests()) != 4 {
		t.Errorf("asked %d times for %d texts", len(s.Requests()), len(asked))
	}
	before := len(s.Requests())
	if got, used, err := c.Embed(t.Context(), embedder, nil); err != nil || len(got) > 0 || used.In > 0 {
		t.Errorf("of nothing: %v, %+v, %v", got, used, err)
	}
	if _, _, err := c.Embed(t.Context(), embedder, []string{"a", ""}); reasonOf(t, err) != model.Invalid || len(s.Requests()) != before {
		t.Errorf("an empty text: %v", err)
	}
	huge := strings.Repeat("x", 300_000)
	counting := carried(local, func(r *http.Request) (*http.Response, error) {
		var b struct{ Input []string }
		if err := json.NewDecoder(r.Body).Decode(&b); err != nil || len(b.Input) != 1 {
			t.Errorf("%d texts beside one that is too large: %v", len(b.Input), err)
		}
		return &http.Response{StatusCode: 200, Header: asJSON.Clone(), Body: io.NopCloser(strings.NewReader(`{"data":[{"embedding":[1]}]}`))}, nil
	})
	if got, _, err := counting.Embed(t.Context(), "m", []string{huge, "a", huge}); err != nil || len(got) != 3 {
		t.Errorf("too large ones: %v, %v", got, err)
	}
}

func TestEmbeddingAnswers(t *testing.T) {
	two := [][]float32{{1, 2}, {3, 4}}
	b64 := base64.StdEncoding.EncodeToString([]byte{0, 0, 128, 63, 0, 0, 0, 64}) // 1, 2
	for name, c := range map[string]struct {
		body   string
		want   [][]float32
		reason model.Reason
		usage  model.Usage
	}{
		"in order": {
			`{"data":[{"index":0,"embedding":[1,2]},{"index":1,"embedding":[3,4]}],"usage":{"prompt_tokens":9,"total_tokens":9}}`, two, 0,
			model.Usage{In: 9, Exact: true},
		},
		"out of order": {
			`{"data":[{"index":1,"embedding":[3,4]},{"index":0,"embedding":[1,2]}],"usage":{"total_tokens":9}}`, two, 0,
			model.Usage{In: 9, Exact: true},
		},
		"no index":            {`{"data":[{"embedding":[1,2]},{"embedding":[3,4]}]}`, two, 0, model.Usage{In: 2}},
		"no index for 0":      {`{"data":[{"index":1,"embedding":[3,4]},{"embedding":[1,2]}]}`, two, 0, model.Usage{In: 2}},
		"base64":              {`{"data":[{"index":0,"embedding":"` + b64 + `"},{"index":1,"embedding":[3,4]}]}`, two, 0, model.Usage{In: 2}},
		"an index twice":      {`{"data":[{"index":1,"embedding":[3,4]},{"index":1,"embedding":[1,2]}]}`, nil, model.Broken, model.Usage{In: 2}},
		"an index too far":    {`{"data":[{"index":2,"embedding":[3,4]},{"index":1,"embedding":[1,2]}]}`, nil, model.Broken, model.Usage{In: 2}},
		"an index before all": {`{"data":[{"index":-1,"embedding":[3,4]},{"index":1,"embedding":[1,2]}]}`, nil, model.Broken, model.Usage{In: 2}},
		"one": {
			`{"data":[{"index":0,"embedding":[1,2]}],"usage":{"prompt_tokens":9}}`, nil, model.Broken, model.Usage{In: 9, Exact: true},
		},
		"three":              {`{"data":[{"embedding":[1]},{"embedding":[1]},{"embedding":[1]}]}`, nil, model.Broken, model.Usage{In: 2}},
		"none":               {`{}`, nil, model.Broken, model.Usage{In: 2}},
		"of two lengths":     {`{"data":[{"embedding":[1,2]},{"embedding":[3]}]}`, nil, model.Broken, model.Usage{In: 2}},
		"of no length":       {`{"data":[{"embedding":[]},{"embedding":[]}]}`, nil, model.Broken, model.Usage{In: 2}},
		"too large a number": {`{"data":[{"embedding":[1e39,2]},{"embedding":[3,4]}]}`, nil, model.Broken, model.Usage{In: 2}},
		"no number":          {`{"data":[{"embedding":[NaN,2]},{"embedding":[3,4]}]}`, nil, model.Broken, model.Usage{}},
		"texts for numbers":  {`{"data":[{"embedding":["a","b"]},{"embedding":[3,4]}]}`, nil, model.Broken, model.Usage{In: 2}},
		"half":               {`{"data":[{"embedding":[1,2]},{"emb`, nil, model.Broken, model.Usage{}},
		"an error":           {`{"error":{"message":"secret","type":"server_error"}}`, nil, model.Overloaded, model.Usage{}},
		"a page":             {`<html>secret</html>`, nil, model.Broken, model.Usage{}},
	} {
		for _, header := range []http.Header{asJSON, {"Content-Type": {"text/plain"}}} {
			got, used, err := answers(local, 200, header, strings.NewReader(c.body)).Embed(t.Context(), "m", []string{"a", "b"})
			if !cmp.Equal(got, c.want) || used != c.usage {
				t.Errorf("%s: %v, %+v, want %v, %+v", name, got, used, c.want, c.usage)
			}
			if c.reason != 0 && reasonOf(t, err) != c.reason || c.reason == 0 && err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	// What was used before something went wrong is to be paid, and lengths have to agree
	// between batches too.
	for _, second := range []scripted.Reply{scripted.Fails(scripted.Overloaded), {Vectors: [][]float32{{1}}}} {
		_, c := serve(t, openai.Options{}, scripted.Queue(scripted.Reply{}, second))
		got, used, err := c.Embed(t.Context(), embedder, strings.Split(strings.Repeat("word ", 128)+"word", " "))
		if got != nil || err == nil || used.In < 128 {
			t.Errorf("%v, %+v, %v", got, used, err)
		}
	}
}

func FuzzEmbeddings(f *testing.F) {
	f.Add([]byte(`{"data":[{"index":0,"embedding":[1,2]},{"index":1,"embedding":"AACAPwAAAEA="}],"usage":{"prompt_tokens":1}}`))
	f.Add([]byte(`{"data":[null,{}]}`))
	f.Add([]byte(`{"data":[{"embedding":[1e999]},{"embedding":[-1]}],"usage":{"total_tokens":-1}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		got, used, err := answers(local, 200, asJSON, bytes.NewReader(body)).Embed(t.Context(), "m", []string{"a", "b"})
		if used.In < 0 {
			t.Errorf("usage %+v", used)
		}
		if err != nil {
			failure(t, err)
			return
		}
		if len(got) != 2 || len(got[0]) == 0 || len(got[0]) != len(got[1]) {
			t.Fatalf("vectors %v", got)
		}
		for _, v := range got {
			for _, n := range v {
				if math.IsNaN(float64(n)) || math.IsInf(float64(n), 0) {
					t.Fatalf("vectors %v", got)
				}
			}
		}
	})
}

func TestTranscriptions(t *testing.T) {
	for name, c := range map[string]struct{ model, file, sent string }{
		"tokens":   {"gpt-4o-mini-transcribe", "My Sister's Secret.OGA", "sound.ogg"},
		"duration": {"whisper-1", "/tmp/note.m4a", "sound.m4a"},
	} {
		s, client := serve(t, openai.Options{}, scripted.Queue(scripted.Reply{Transcript: " good morning \n", Seconds: 12.5}))
		got, err := client.Transcribe(t.Context(), c.model, model.Sound{Name: c.file, Data: []byte("a sound of bytes")})
		if err != nil || got.Text != "good morning" {
			t.Fatalf("%s: %+v, %v", name, got, err)
		}
		if name == "tokens" && got.Usage != (model.Usage{In: 4, Out: 4, Exact: true}) || name == "duration" && (got.Seconds != 13 || !got.Usage.Exact) {
			t.Errorf("%s: %+v", name, got)
		}
		if sound := s.Requests()[0].Sound; sound.Name != c.sent || string(sound.Data) != "a sound of bytes" {
			t.Errorf("%s: sent %q", name, sound.Name)
		}
	}
	s, client := serve(t, openai.Options{}, scripted.Queue(
		scripted.Reply{Transcript: " Meet Anneliese at Porto, twelve. ", Doubtful: []string{"Anneliese", "twelve"}}, scripted.Reply{Transcript: "yes"}))
	got, err := client.Transcribe(t.Context(), "gpt-4o-mini-transcribe", model.Sound{Name: "a.ogg", Data: []byte("x"), Doubts: true})
	if want := []model.Stretch{{Start: 5, End: 14}, {Start: 25, End: 31}}; err != nil || !got.Judged || cmp.Diff(want, got.Doubtful) != "" || got.Text[5:14] != "Anneliese" {
		t.Errorf("what was not heard well: %+v, %v", got, err)
	}
	if got, err = client.Transcribe(t.Context(), "gpt-4o-mini-transcribe", model.Sound{Name: "a.ogg", Data: []byte("x")}); err != nil || got.Judged || len(s.Requests()) != 2 {
		t.Errorf("unasked: %+v, %v", got, err)
	}
	for name, c := range map[string]struct {
		pieces string
		want   []model.Stretch
		judged bool
	}{
		"of another text": {`[{"token":"Ho","logprob":-9}]`, nil, false},
		"none":            {`[]`, nil, false},
		"within words":    {`[{"token":" H","bytes":[32,72],"logprob":-9},{"token":"i","bytes":[105],"logprob":0},{"token":" y\u00e9s","logprob":0}]`, []model.Stretch{{Start: 0, End: 2}}, true},
		"across words":    {`[{"token":"Hi y","logprob":-9},{"token":"\u00e9s","logprob":0}]`, []model.Stretch{{Start: 0, End: 2}, {Start: 3, End: 7}}, true},
	} {
		body := `{"text":"Hi y\u00e9s","logprobs":` + c.pieces + `}`
		got, err := answers(local, 200, asJSON, strings.NewReader(body)).Transcribe(t.Context(), "m", model.Sound{Name: "a.ogg", Data: []byte("x"), Doubts: true})
		if err != nil || got.Judged != c.judged || cmp.Diff(c.want, got.Doubtful) != "" {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	unsent := carried(local, func(*http.Request) (*http.Response, error) {
		t.Error("it was sent")
		return nil, io.EOF
	})
	for name, c := range map[string]struct {
		sound model.Sound
		want  model.Reason
	}{
		"text":      {model.Sound{Name: "secret.txt", Data: []byte("x")}, model.Invalid},
		"no ending": {model.Sound{Name: "secret", Data: []byte("x")}, model.Invalid},
		"nothing":   {model.Sound{Name: "a.ogg"}, model.Invalid},
		"too much":  {model.Sound{Name: "a.ogg", Data: make([]byte, openai.MaxSound+1)}, model.TooLong},
	} {
		if _, err := unsent.Transcribe(t.Context(), "m", c.sound); reasonOf(t, err) != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, c := range map[string]struct {
		body string
		want model.Transcript
		ok   bool
	}{
		"only text":  {`{"text":"Hi"}`, model.Transcript{Text: "Hi"}, true},
		"silence":    {`{"text":""}`, model.Transcript{}, true},
		"a duration": {`{"text":"Hi","duration":3.5}`, model.Transcript{Text: "Hi", Seconds: 3.5, Usage: model.Usage{Exact: true}}, true},
		"nonsense": {
			`{"text":"Hi","duration":-1,"usage":{"type":"duration","seconds":1e300}}`,
			model.Transcript{Text: "Hi", Seconds: 7 * 24 * 3600, Usage: model.Usage{Exact: true}}, true,
		},
		"no text":     {`{"duration":3}`, model.Transcript{}, false},
		"null":        {`{"text":null}`, model.Transcript{}, false},
		"an error":    {`{"error":"secret"}`, model.Transcript{}, false},
		"a bare text": {`secret`, model.Transcript{}, false},
	} {
		got, err := answers(local, 200, asJSON, strings.NewReader(c.body)).Transcribe(t.Context(), "m", model.Sound{Name: "a.ogg", Data: []byte("x")})
		if cmp.Diff(c.want, got) != "" || c.ok != (err == nil) || err != nil && failure(t, err).Reason == model.Unknown {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

func TestPictures(t *testing.T) {
	jpeg := []byte("\xff\xd8\xff\xe0\x00\x10JFIF")
	s, c := serve(t, openai.Options{Dialect: openai.OpenAI}, scripted.Queue(
		scripted.Reply{}, scripted.Reply{Picture: jpeg, Usage: &scripted.Usage{In: 3, Out: 4}}, scripted.Fails(scripted.Refusal)))
	got, used, err := c.Paint(t.Context(), "gpt-image-2.5-flare", "a grey dot")
	if err != nil || got.MIME != "image/png" || len(got.Data) == 0 || used != (model.Usage{In: 3, Out: 1000, Exact: true}) {
		t.Errorf("%s, %+v, %v", got.MIME, used, err)
	}
	got, used, err = c.Paint(t.Context(), "gpt-image-2.5-flare", secret)
	if err != nil || got.MIME != "image/jpeg" || !bytes.Equal(got.Data, jpeg) || used.Out != 4 {
		t.Errorf("%s, %+v, %v", got.MIME, used, err)
	}
	if _, _, err = c.Paint(t.Context(), "gpt-image-2.5-flare", secret); reasonOf(t, err) != model.Refused {
		t.Error(err)
	}
	if _, _, err = c.Paint(t.Context(), "gpt-image-2.5-flare", ""); reasonOf(t, err) != model.Invalid || len(s.Requests()) != 3 {
		t.Error(err)
	}
	picture := func(raw []byte) string {
		return `{"data":[{"b64_json":"` + base64.StdEncoding.EncodeToString(raw) + `"}]}`
	}
	webp := append([]byte("RIFF\x10\x00\x00\x00WEBPVP8 "), 0, 0)
	for name, c := range map[string]struct{ body, mime string }{
		"WebP":      {picture(webp), "image/webp"},
		"GIF":       {picture([]byte("GIF89a")), ""},
		"a page":    {picture([]byte("<html>")), ""},
		"SVG":       {picture([]byte("<svg xmlns='http://www.w3.org/2000/svg'/>")), ""},
		"too large": {picture(append(bytes.Clone(jpeg), make([]byte, openai.MaxPicture)...)), ""},
		"nothing":   {`{"data":[]}`, ""},
		"elsewhere": {`{"data":[{"url":"http://127.0.0.1/secret.png"}]}`, ""},
		"no base64": {`{"data":[{"b64_json":"***"}]}`, ""},
		"no object": {`[]`, ""},
	} {
		asked := ""
		client := carried(local, func(r *http.Request) (*http.Response, error) {
			raw, err := io.ReadAll(r.Body)
			asked = string(raw)
			return &http.Response{StatusCode: 200, Header: asJSON.Clone(), Body: io.NopCloser(strings.NewReader(c.body))}, err
		})
		got, _, err := client.Paint(t.Context(), "m", "x")
		if got.MIME != c.mime || (c.mime == "") != (err != nil) || err != nil && reasonOf(t, err) != model.Broken {
			t.Errorf("%s: %s, %v", name, got.MIME, err)
		}
		if asked != `{"prompt":"x","n":1,"model":"m","response_format":"b64_json"}` {
			t.Errorf("asked %s", asked)
		}
	}
}

func TestListing(t *testing.T) {
	many := func(n int) string {
		var all []string
		for i := range n {
			all = append(all, fmt.Sprintf(`{"id":"m%d"}`, i))
		}
		return `{"data":[` + strings.Join(all, ",") + `]}`
	}
	for name, c := range map[string]struct {
		body  string
		want  []model.Listed
		count int
		fails bool
	}{
		"OpenAI": {
			`{"object":"list","data":[{"id":"gpt-6-luna","object":"model","created":1,"owned_by":"openai"}]}`, []model.Listed{{Name: "gpt-6-luna"}},
			0, false,
		},
		"vLLM": {`{"data":[{"id":"qwen","max_model_len":32768}]}`, []model.Listed{{Name: "qwen", Window: 32768}}, 0, false},
		"OpenRouter": {
			`{"data":[{"id":"a/b","context_length":200000,"max_completion_tokens":8192}]}`,
			[]model.Listed{{Name: "a/b", Window: 200000, MaxOut: 8192}}, 0, false,
		},
		"llama.cpp": {
			`{"object":"list","data":[{"id":"/models/x.gguf","meta":{"n_ctx_train":131072}}],"models":[]}`, []model.Listed{{Name: "/models/x.gguf"}},
			0, false,
		},
		"Ollama": {`{"object":"list","data":null}`, nil, 0, false},
		"nonsense": {
			`{"data":[{"id":""},{"id":"` + strings.Repeat("x", 300) + `"},{"id":"a","context_length":-1,"max_model_len":"8","context_window":1e30}]}`,
			[]model.Listed{{Name: "a"}}, 0, false,
		},
		"too many": {many(model.MaxListed + 5), nil, model.MaxListed, false},
		"a number": {`{"data":5}`, nil, 0, true},
		"no list":  {`{"models":[{"name":"x"}]}`, nil, 0, true},
		"a page":   {`<html>`, nil, 0, true},
	} {
		got, err := answers(local, 200, asJSON, strings.NewReader(c.body)).Models(t.Context())
		if (err != nil) != c.fails || err != nil && reasonOf(t, err) != model.Broken {
			t.Errorf("%s: %v", name, err)
		}
		if c.count > 0 && len(got) != c.count || c.count == 0 && !cmp.Equal(got, c.want) {
			t.Errorf("%s: %d models, %+v", name, len(got), got[:min(len(got), 3)])
		}
	}
}

// Requests of one piece have a limit of time too, and end with their context.
func TestPatienceWithPieces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hang := scripted.Fails(scripted.Hang)
		_, c := serve(t, openai.Options{First: 4 * time.Minute, Dialect: openai.OpenAI}, scripted.Queue(hang, hang, hang))
		for name, call := range map[string]func() error{
			"embed": func() error { _, _, err := c.Embed(t.Context(), embedder, []string{"x"}); return err },
			"paint": func() error { _, _, err := c.Paint(t.Context(), "gpt-image-2.5-flare", "x"); return err },
			"transcribe": func() error {
				_, err := c.Transcribe(t.Context(), "whisper-1", model.Sound{Name: "a.wav", Data: []byte("x")})
				return err
			},
		} {
			began := time.Now()
			if err := call(); reasonOf(t, err) != model.Timeout || time.Since(began) != 4*time.Minute {
				t.Errorf("%s: %v after %v", name, err, time.Since(began))
			}
		}
	})
	c := carried(local, func(*http.Request) (*http.Response, error) { return nil, errors.New("no network") })
	if _, err := c.Models(t.Context()); reasonOf(t, err) != model.Unreachable {
		t.Error(err)
	}
}
