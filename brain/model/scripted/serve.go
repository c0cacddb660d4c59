package scripted

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"citadel/brain/model"
)

// maxBody is what the services take of one request.
const maxBody = 32 << 20

// problem is what a service says instead of an answer.
type problem struct {
	status int
	kind   string // Anthropic's error.type
	code   string // OpenAI's error.code
	text   string
}

func wrong(format string, args ...any) *problem {
	return &problem{status: http.StatusBadRequest, kind: "invalid_request_error", text: fmt.Sprintf(format, args...)}
}

// visit is one request being served.
type visit struct {
	s    *Server
	w    http.ResponseWriter
	r    *http.Request
	wire Wire
	key  string
	said Request // as far as it was understood
}

// serve is the handler of everything.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	v := &visit{s: s, w: w, r: r}
	if s.isDown() {
		v.drop()
		return
	}
	v.key = strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	if r.Header.Get("Anthropic-Version") != "" || strings.HasPrefix(r.URL.Path, "/v1/messages") {
		v.wire, v.key = Anthropic, r.Header.Get("X-Api-Key")
	} else {
		v.wire = OpenAI
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		v.refuse(&problem{status: http.StatusRequestEntityTooLarge, kind: "request_too_large", text: "Request exceeds the maximum size"})
		return
	} else if err != nil {
		return // the client is gone
	}
	v.said = Request{Wire: v.wire, Path: r.URL.Path, Header: r.Header.Clone(), Body: body}
	if p := v.enter(); p != nil {
		v.refuse(p)
		return
	}
	if p := v.route(); p != nil {
		v.refuse(p)
	}
}

// enter checks who asks.
func (v *visit) enter() *problem {
	missing := v.key == "" && (v.wire == Anthropic || v.s.script.Key != "")
	if missing || v.s.script.Key != "" && v.key != v.s.script.Key {
		return &problem{status: http.StatusUnauthorized, kind: "authentication_error", code: "invalid_api_key", text: "invalid x-api-key"}
	}
	if v.wire == Anthropic && v.r.Header.Get("Anthropic-Version") != "2023-06-01" {
		return wrong("anthropic-version: header is required")
	}
	return nil
}

// route parses the request for its path and answers it.
func (v *visit) route() *problem {
	path, method := v.r.URL.Path, v.r.Method
	if path == "/v1/models" && method == http.MethodGet {
		return v.list()
	}
	var parse func() *problem
	var answer func(Reply) *problem
	switch path {
	case "/v1/messages":
		parse, answer = v.parseMessages, v.answerMessages
	case "/v1/messages/count_tokens":
		parse, answer = v.parseMessages, nil
	case "/v1/chat/completions":
		parse, answer = v.parseChat, v.answerChat
	case "/v1/embeddings":
		parse, answer = v.parseEmbeddings, v.answerEmbeddings
	case "/v1/images/generations":
		parse, answer = v.parseImages, v.answerImages
	case "/v1/audio/transcriptions":
		parse, answer = v.parseTranscriptions, v.answerTranscriptions
	default:
		return &problem{status: http.StatusNotFound, kind: "not_found_error", text: "Not found: " + method + " " + path}
	}
	if method != http.MethodPost {
		return &problem{status: http.StatusMethodNotAllowed, kind: "invalid_request_error", text: "Method not allowed"}
	}
	if p := parse(); p != nil {
		return p
	}
	if answer == nil {
		v.object(map[string]any{"input_tokens": length(v.said)})
		return nil
	}
	card, _ := v.s.card(v.said.Model) // parse has seen to it that there is one
	if n := length(v.said); card.Window > 0 && n > card.Window {
		return v.tooLong(n, card.Window)
	}
	said, reply, ok := v.s.ask(v.said)
	v.said = said
	if !ok {
		v.fail(&problem{status: http.StatusInternalServerError, kind: "api_error", text: "the script has ended"})
		return nil
	}
	if reply.Fault.Kind == Endless && len(reply.Text) == 0 {
		reply.Text = []string{"and on "}
	}
	if !v.pause(reply.Delay) || v.instead(reply) {
		return nil
	}
	return answer(reply)
}

// model checks that the model named is there.
func (v *visit) model(name string) (model.Card, *problem) {
	if name == "" {
		return model.Card{}, wrong("model: Field required")
	}
	card, ok := v.s.card(name)
	if !ok {
		return card, v.unknownModel(name)
	}
	return card, nil
}

func (v *visit) unknownModel(name string) *problem {
	p := &problem{status: http.StatusNotFound, kind: "not_found_error", code: "model_not_found", text: "model: " + name}
	if v.wire == OpenAI {
		p.text = fmt.Sprintf("The model `%s` does not exist or you do not have access to it.", name)
	}
	return p
}

func (v *visit) tooLong(n, limit int) *problem {
	p := wrong("prompt is too long: %d tokens > %d maximum", n, limit)
	if v.wire == OpenAI {
		p.code = "context_length_exceeded"
		p.text = fmt.Sprintf("This model's maximum context length is %d tokens. However, your messages resulted in %d tokens.", limit, n)
	}
	return p
}

// refuse answers what is wrong with the request, and remembers it.
func (v *visit) refuse(p *problem) {
	v.s.complain("%s: HTTP %d: %s", v.r.URL.Path, p.status, p.text)
	v.fail(p)
}

// fail answers with an error. Like the services, it repeats what it was sent.
func (v *visit) fail(p *problem) {
	text := p.text + v.echo()
	var body any
	if v.wire == Anthropic {
		body = anthropicError(p.kind, text)
	} else {
		body = openaiError(p, text)
	}
	v.w.Header().Set("Content-Type", "application/json")
	v.w.WriteHeader(p.status)
	v.write(body)
}

// echo is the key and the last words of the request, or the first 200 bytes of them.
func (v *visit) echo() string {
	last := v.said.Last()
	return fmt.Sprintf(" (key %s; you said: %s)", v.key, last[:min(200, len(last))])
}

func anthropicError(kind, text string) any {
	return map[string]any{"type": "error", "error": map[string]any{"type": kind, "message": text}, "request_id": "req_1"}
}

func openaiError(p *problem, text string) any {
	var code any
	if p.code != "" {
		code = p.code
	}
	return map[string]any{"error": map[string]any{"message": text, "type": p.kind, "param": nil, "code": code}}
}

// object answers with one JSON object.
func (v *visit) object(body any) {
	v.w.Header().Set("Content-Type", "application/json")
	v.w.Header().Set("Request-Id", fmt.Sprintf("req_%d", v.said.N))
	v.write(body)
}

// whole answers with one object, or does what goes wrong in the middle of it.
func (v *visit) whole(r Reply, body map[string]any) {
	switch r.Fault.Kind {
	case OverloadedLate:
		v.fail(&problem{status: 529, kind: "overloaded_error", text: "Overloaded"})
		return
	case Stall:
		v.hang(nil)
		return
	case CutShort, Reset, Garbage, Endless:
	case NoUsage:
		delete(body, "usage")
		fallthrough
	default:
		v.object(body)
		return
	}
	v.w.Header().Set("Content-Type", "application/json")
	s := &stream{v: v}
	if r.Fault.Kind == Garbage {
		s.raw(string(r.Fault.Bytes))
		return
	}
	raw := v.marshal(body)
	s.raw(string(raw[:len(raw)/2]))
	switch r.Fault.Kind {
	case Reset:
		panic(http.ErrAbortHandler)
	case Endless:
		filler := strings.Repeat(" and on", 10_000)
		for sent := 0; sent < 4*model.MaxStream && !s.gone; sent += len(filler) {
			s.raw(filler)
		}
	}
}

// write sends JSON. An error only says that the client is gone, which is its own affair.
func (v *visit) write(body any) { _, _ = v.w.Write(v.marshal(body)) }

// marshal makes JSON as the services do: on one line, with <, > and & as they are. What
// cannot be written is a mistake in this package.
func (v *visit) marshal(body any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(body); err != nil {
		panic(fmt.Sprintf("scripted: %s: %v", v.r.URL.Path, err))
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// pause waits, and says whether anybody still listens after it.
func (v *visit) pause(d time.Duration) bool {
	if d <= 0 {
		return true
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-v.r.Context().Done():
	case <-v.s.closed:
	}
	return false
}

// hang waits until nobody listens any more, or until it is let go.
func (v *visit) hang(until <-chan struct{}) {
	select {
	case <-until:
	case <-v.r.Context().Done():
	case <-v.s.closed:
	}
}

// drop hangs up without a word.
func (v *visit) drop() {
	hijacker, ok := v.w.(http.Hijacker)
	if !ok {
		panic(http.ErrAbortHandler)
	}
	conn, _, err := hijacker.Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0) // a reset instead of a polite end
	}
	_ = conn.Close()
}

// list answers with the models there are.
func (v *visit) list() *problem {
	data := []any{}
	for _, c := range v.s.script.Cards {
		if v.wire == Anthropic {
			data = append(data, map[string]any{
				"type": "model", "id": c.Name, "display_name": c.Name, "created_at": "2026-01-01T00:00:00Z",
				"max_input_tokens": c.Window, "max_tokens": c.MaxOut,
			})
			continue
		}
		m := map[string]any{"id": c.Name, "object": "model", "created": 1767225600, "owned_by": c.Provider}
		if c.Provider != "openai" && c.Window > 0 {
			m["max_model_len"] = c.Window // as vLLM says it
		}
		data = append(data, m)
	}
	if v.wire == Anthropic {
		v.object(map[string]any{"data": data, "has_more": false, "first_id": nil, "last_id": nil})
	} else {
		v.object(map[string]any{"object": "list", "data": data})
	}
	return nil
}
