package scripted_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"citadel/brain/model/scripted"
)

// post sends a body as a client of that wire would.
func post(t *testing.T, s *scripted.Server, path, body string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if strings.HasPrefix(path, "/v1/messages") {
		r.Header.Set("X-Api-Key", "k")
		r.Header.Set("Anthropic-Version", "2023-06-01")
	} else {
		r.Header.Set("Authorization", "Bearer k")
	}
	res, err := s.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		return res.StatusCode, string(raw) + " (" + err.Error() + ")"
	}
	return res.StatusCode, string(raw)
}

func TestFaults(t *testing.T) {
	const claude = `{"model":"claude-opus-5-5","max_tokens":10,"stream":true,"messages":[{"role":"user","content":"my secret"}]}`
	const gpt = `{"model":"gpt-6-luna","stream":true,"messages":[{"role":"user","content":"my secret"}]}`
	for _, c := range []struct {
		kind           scripted.Kind
		status         int
		claude         string // in the body
		gptStatus      int
		gpt            string
		broken, silent bool
	}{
		{kind: scripted.Limited, status: 429, claude: "rate_limit_error", gptStatus: 429, gpt: "rate_limit_exceeded"},
		{kind: scripted.Overloaded, status: 529, claude: "overloaded_error", gptStatus: 503, gpt: "server_error"},
		{kind: scripted.Internal, status: 500, claude: "api_error", gptStatus: 500, gpt: "api_error"},
		{kind: scripted.HTML, status: 502, claude: "<html>", gptStatus: 502, gpt: "<html>"},
		{kind: scripted.ErrorText, status: 500, claude: `{"error":"something broke`, gptStatus: 500, gpt: `{"error":"something broke`},
		{kind: scripted.BadKey, status: 401, claude: "provided: k", gptStatus: 401, gpt: "provided: k"},
		{kind: scripted.Forbidden, status: 403, claude: "permission_error", gptStatus: 403, gpt: "permission_error"},
		{kind: scripted.NoCredit, status: 400, claude: "credit balance", gptStatus: 429, gpt: "insufficient_quota"},
		{kind: scripted.Unbilled, status: 402, claude: "billing_error", gptStatus: 402, gpt: "billing_error"},
		{kind: scripted.NoModel, status: 404, claude: "not_found_error", gptStatus: 404, gpt: "model_not_found"},
		{kind: scripted.TooLong, status: 400, claude: "prompt is too long: 1000003 tokens > 1000000 maximum", gptStatus: 400, gpt: "context_length_exceeded"},
		{kind: scripted.TooLarge, status: 413, claude: "request_too_large", gptStatus: 413, gpt: "request_too_large"},
		{kind: scripted.BadRequest, status: 400, claude: "invalid_request_error", gptStatus: 400, gpt: "invalid_request_error"},
		{kind: scripted.FilteredIn, status: 200, claude: `"stop_reason":"refusal"`, gptStatus: 400, gpt: "content_filter"},
		{kind: scripted.Page, status: 200, claude: "<html>", gptStatus: 200, gpt: "<html>"},
		{kind: scripted.OverloadedLate, status: 200, claude: "event: error", gptStatus: 200, gpt: `data: {"error":`, silent: true},
		{kind: scripted.CutShort, status: 200, claude: "text_delta", gptStatus: 200, gpt: `"content":"so far"`, silent: true},
		{kind: scripted.Reset, status: 200, claude: "text_delta", gptStatus: 200, gpt: `"content":"so far"`, silent: true, broken: true},
		{kind: scripted.Garbage, status: 200, claude: "@@@", gptStatus: 200, gpt: "@@@", silent: true},
		{kind: scripted.WindowFull, status: 200, claude: "model_context_window_exceeded", gptStatus: 200, gpt: `"finish_reason":"length"`},
		{kind: scripted.Refusal, status: 200, claude: `"stop_reason":"refusal"`, gptStatus: 200, gpt: `"refusal":"so far"`},
		{kind: scripted.Filtered, status: 200, claude: `"stop_reason":"refusal"`, gptStatus: 200, gpt: `"finish_reason":"content_filter"`},
		{kind: scripted.NoUsage, status: 200, claude: `"usage":{}`, gptStatus: 200, gpt: `"finish_reason":"stop"`},
	} {
		reply := scripted.Reply{Text: []string{"so far"}, Fault: scripted.Fault{Kind: c.kind, After: "7", Bytes: []byte("@@@")}}
		s := start(t, scripted.Answers(func(scripted.Request) scripted.Reply { return reply }))
		for _, w := range []struct {
			path, body, want string
			status           int
		}{{"/v1/messages", claude, c.claude, c.status}, {"/v1/chat/completions", gpt, c.gpt, c.gptStatus}} {
			status, answer := post(t, s, w.path, w.body)
			if status != w.status || !strings.Contains(answer, w.want) {
				t.Errorf("fault %d at %s: HTTP %d, want %d and %q in %s", c.kind, w.path, status, w.status, w.want, answer)
			}
			if ended := strings.Contains(answer, "message_stop") || strings.Contains(answer, "[DONE]"); c.silent && ended {
				t.Errorf("fault %d at %s: the stream ends as if all were well: %s", c.kind, w.path, answer)
			}
			if lost := strings.Contains(answer, "unexpected EOF"); lost != c.broken {
				t.Errorf("fault %d at %s: connection lost: %v", c.kind, w.path, lost)
			}
			if w.status >= 400 && (!strings.Contains(answer, "my secret") || !strings.Contains(answer, "key k")) {
				t.Errorf("fault %d at %s does not repeat what it was told: %s", c.kind, w.path, answer)
			}
		}
	}
}

// What never ends by itself ends with the client or the server.
func TestFaultsWithoutEnd(t *testing.T) {
	for _, kind := range []scripted.Kind{scripted.Hang, scripted.Stall, scripted.Endless} {
		for _, close := range []bool{false, true} {
			synctest.Test(t, func(t *testing.T) {
				script := scripted.Queue(scripted.Fails(kind))
				script.InMemory = true
				s, err := scripted.Start(script)
				if err != nil {
					t.Fatal(err)
				}
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				done := make(chan error, 1)
				go func() {
					body := `{"model":"gpt-6-luna","stream":true,"messages":[{"role":"user","content":"x"}]}`
					r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+"/v1/chat/completions", strings.NewReader(body))
					if err != nil {
						done <- err
						return
					}
					res, err := s.Client().Do(r)
					if err == nil {
						_, err = io.CopyN(io.Discard, res.Body, 1<<20) // Endless would go on and on
						if kind != scripted.Endless || err != nil {
							_, err = io.ReadAll(res.Body)
						}
						res.Body.Close()
					}
					done <- err
				}()
				if kind != scripted.Endless {
					synctest.Wait() // it hangs
				}
				if close {
					if err := s.Close(); err != nil {
						t.Error(err)
					}
				} else {
					cancel()
				}
				if err := <-done; err == nil && kind != scripted.Endless {
					t.Errorf("fault %d ends well", kind)
				}
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

func TestDown(t *testing.T) {
	s := start(t, scripted.Queue(scripted.Fails(scripted.Drop), scripted.Says("x")))
	ask := func() error {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/v1/chat/completions",
			strings.NewReader(`{"model":"gpt-6-luna","messages":[{"role":"user","content":"x"}]}`))
		if err != nil {
			return err
		}
		res, err := s.Client().Do(r)
		if err != nil {
			return err
		}
		return res.Body.Close()
	}
	if err := ask(); err == nil || errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("a dropped connection: %v", err)
	}
	s.Down(true)
	if err := ask(); !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("while it is down: %v", err)
	}
	if conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://")); err == nil { // someone else
		if _, err := io.Copy(conn, strings.NewReader("GET /v1/models HTTP/1.1\r\nHost: x\r\n\r\n")); err != nil {
			t.Log(err)
		}
		if raw, err := io.ReadAll(conn); len(raw) > 0 {
			t.Errorf("a stranger is answered: %s, %v", raw, err)
		}
		conn.Close()
	}
	s.Down(false)
	if err := ask(); err != nil {
		t.Errorf("up again: %v", err)
	}
}

// A reply waits where it is told to, and a delay passes first.
func TestDelayAndHold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		let := make(chan struct{})
		script := scripted.Queue(scripted.Reply{Text: []string{"a", "b"}, Delay: time.Minute, Hold: let, HoldAfter: 1})
		script.InMemory = true
		s, err := scripted.Start(script)
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/v1/chat/completions",
			strings.NewReader(`{"model":"gpt-6-luna","stream":true,"messages":[{"role":"user","content":"x"}]}`))
		if err != nil {
			t.Fatal(err)
		}
		res, err := s.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); took != time.Minute {
			t.Errorf("it took %v", took)
		}
		lines := bufio.NewScanner(res.Body)
		heard := make(chan string)
		go func() {
			for lines.Scan() {
				if strings.Contains(lines.Text(), `"content":`) {
					heard <- lines.Text()
				}
			}
			close(heard)
		}()
		<-heard // the empty beginning
		if a := <-heard; !strings.Contains(a, `"a"`) {
			t.Errorf("first %s", a)
		}
		synctest.Wait()
		select {
		case b := <-heard:
			t.Errorf("not held: %s", b)
		default:
		}
		close(let)
		if b := <-heard; !strings.Contains(b, `"b"`) {
			t.Errorf("then %s", b)
		}
		if _, more := <-heard; more {
			t.Error("more than was scripted")
		}
		res.Body.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
}
