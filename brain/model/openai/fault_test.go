package openai_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"citadel/brain/model"
	"citadel/brain/model/openai"
)

// How servers say what is wrong. Each message repeats what it should not.
func TestErrors(t *testing.T) {
	openAI := func(code, kind, message string) string {
		return fmt.Sprintf(`{"error":{"message":%q,"type":%q,"param":null,"code":%q}}`, message+": "+secret+" "+key, kind, code)
	}
	for name, c := range map[string]struct {
		status int
		body   string
		want   model.Reason
		text   string // in the error, besides reason and status
	}{
		"wrong key": {
			401, openAI("invalid_api_key", "invalid_request_error", "Incorrect API key provided"), model.Unauthorised, "code invalid_api_key",
		},
		"no key":    {401, `{"error":{"message":"You didn't provide an API key"}}`, model.Unauthorised, ""},
		"forbidden": {403, openAI("", "forbidden", "no"), model.Unauthorised, ""},
		"Google's wrong key": {
			400, `[{"error":{"code":400,"message":"API key not valid. secret","status":"INVALID_ARGUMENT",` +
				`"details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID"}]}}]`,
			model.Unauthorised, "code 400, type INVALID_ARGUMENT",
		},
		"no credit": {429, openAI("insufficient_quota", "insufficient_quota", "You exceeded your current quota"), model.NoCredit, ""},
		"no balance": {
			402, `{"error":{"message":"Insufficient Balance secret","type":"unknown_error","param":null,"code":"invalid_request_error"}}`,
			model.NoCredit, "",
		},
		"limited":       {429, openAI("rate_limit_exceeded", "tokens", "Rate limit reached"), model.RateLimited, ""},
		"limited, bare": {429, `Too Many secret Requests`, model.RateLimited, ""},
		"Google's limit": {
			429, `[{"error":{"code":429,"message":"secret","status":"RESOURCE_EXHAUSTED","details":[{"retryDelay":"34s"}]}}]`, model.RateLimited, "",
		},
		"no model":        {404, openAI("model_not_found", "invalid_request_error", "The model does not exist"), model.NoModel, ""},
		"no access to it": {403, openAI("model_not_found", "invalid_request_error", "no access"), model.NoModel, ""},
		"Ollama's no model": {
			404, `{"error":{"message":"model \"secret\" not found, try pulling it first","type":"api_error","param":null,"code":null}}`,
			model.NoModel, "",
		},
		"Ollama's own API": {404, `{"error":"model 'secret' not found"}`, model.NoModel, ""},
		"vLLM's no model": {
			404, `{"object":"error","message":"The model secret does not exist.","type":"NotFoundError","param":null,"code":404}`, model.NoModel,
			"type NotFoundError",
		},
		"no such path": {404, `404 page not found secret`, model.Broken, ""},
		"too long":     {400, openAI("context_length_exceeded", "invalid_request_error", "x"), model.TooLong, "code context_length_exceeded"},
		"llama.cpp too long": {
			400, `{"error":{"code":400,"message":"request (1407 tokens) exceeds secret","type":"exceed_context_size_error",` +
				`"n_prompt_tokens":1407,"n_ctx":256}}`,
			model.TooLong, "",
		},
		"old llama.cpp": {
			500, `{"error":{"code":500,"message":"the request exceeds the available context size. secret","type":"server_error"}}`, model.TooLong, "",
		},
		"vLLM too long": {
			400, `{"object":"error","message":"This model's maximum context length is 4096 tokens. However, you requested secret",` +
				`"type":"BadRequestError","param":null,"code":400}`,
			model.TooLong, "",
		},
		"newer vLLM": {
			400, `{"error":{"message":"The decoder prompt (length 9) is longer than the maximum model length of 8. secret",` +
				`"type":"BadRequestError","param":null,"code":400}}`,
			model.TooLong, "",
		},
		"Ollama too long": {400, `{"error":"the input length exceeds the context length, secret"}`, model.TooLong, ""},
		"LM Studio too long": {
			400, `{"error":"Trying to keep the first 9 tokens when context the overflows. However, the model is loaded with context length of ` +
				`only 8 tokens. secret"}`,
			model.TooLong, "",
		},
		"Google too long": {
			400, `[{"error":{"code":400,"message":"The input token count (9) exceeds the maximum number of tokens allowed (8). secret",` +
				`"status":"INVALID_ARGUMENT"}}]`,
			model.TooLong, "",
		},
		"TGI too long": {
			422, "{\"error\":\"Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8. secret\",\"error_type\":\"validation\"}",
			model.TooLong, "",
		},
		"too large":           {413, `secret`, model.TooLong, ""},
		"the words of others": {429, openAI("rate_limit_exceeded", "tokens", "reduce the length of your context window"), model.RateLimited, ""},
		"filtered":            {400, openAI("content_filter", "invalid_request_error", "x"), model.Refused, ""},
		"flagged":             {400, openAI("invalid_prompt", "invalid_request_error", "x"), model.Refused, ""},
		"unsupported": {
			400, `{"error":{"message":"Unsupported parameter: secret","type":"invalid_request_error","param":"max_tokens",` +
				`"code":"unsupported_parameter"}}`,
			model.Invalid, "code unsupported_parameter, type invalid_request_error, parameter max_tokens",
		},
		"FastAPI":            {422, `{"detail":[{"loc":["body","secret"],"msg":"secret"}]}`, model.Invalid, ""},
		"FastAPI, text":      {400, `{"detail":"secret"}`, model.Invalid, ""},
		"FastAPI, object":    {404, `{"detail":{"message":"secret","type":"not_found"}}`, model.NoModel, "type not_found"},
		"broke":              {500, openAI("", "server_error", "The server had an error"), model.Overloaded, "type server_error"},
		"broke with a text":  {500, `{"error":"something broke: secret"}`, model.Overloaded, ""},
		"broke with nothing": {500, ``, model.Broken, ""},
		"a page":             {502, `<!DOCTYPE html><title>502 Bad Gateway secret</title>`, model.Broken, ""},
		"overloaded":         {503, openAI("", "server_error", "The engine is currently overloaded"), model.Overloaded, ""},
		"loading": {
			503, `{"error":{"code":503,"message":"Loading model secret","type":"unavailable_error"}}`, model.Overloaded,
			"code 503, type unavailable_error",
		},
		"slow":              {504, `<html>secret</html>`, model.Timeout, ""},
		"slow, said":        {408, `{"error":{"message":"secret"}}`, model.Timeout, ""},
		"a key as a code":   {400, openAI(key, key, "x"), model.Invalid, ""},
		"words as a code":   {400, openAI("my sister's secret", "my secret", "x"), model.Invalid, ""},
		"half an object":    {400, `{"error":{"message":"secret`, model.Broken, ""},
		"a list of nothing": {400, `[]`, model.Broken, ""},
		"a bare text":       {400, `"secret"`, model.Broken, ""},
		"null":              {400, `{"error":null}`, model.Invalid, ""},
		"moved":             {308, ``, model.Broken, ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := complete(t, answers(local, c.status, asJSON, strings.NewReader(c.body)), plain(secret))
			e := failure(t, err)
			if e.Reason != c.want || e.Status != c.status {
				t.Errorf("got %v, want %v", err, c.want)
			}
			if !strings.Contains(err.Error(), c.text) || strings.Contains(err.Error(), "0123456789") {
				t.Errorf("got %q, want %q in it", err, c.text)
			}
		})
	}
}

// Some keys look like codes.
func TestKeysAreNoCodes(t *testing.T) {
	const alike = "gsk_0123456789"
	body := `{"error":{"message":"x","code":"` + alike + `","type":"wrong_` + alike + `"}}`
	c := openai.New(openai.Options{BaseURL: local.BaseURL, Key: alike, HTTP: &http.Client{Transport: carrier(func(*http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 400, Header: asJSON.Clone(), Body: io.NopCloser(strings.NewReader(body))}, nil
	})}})
	if _, err := c.Complete(t.Context(), plain("x")); reasonOf(t, err) != model.Invalid || strings.Contains(err.Error(), "gsk") {
		t.Error(err)
	}
}

func TestRetryAfter(t *testing.T) {
	for name, c := range map[string]struct {
		header http.Header
		body   string
		want   time.Duration
	}{
		"seconds":  {http.Header{"Retry-After": {"7"}}, "", 7 * time.Second},
		"Google's": {http.Header{}, `[{"error":{"code":429,"details":[{"retryDelay":"34.5s"}]}}]`, 34500 * time.Millisecond},
	} {
		for _, status := range []int{429, 503} {
			body := c.body
			if body == "" {
				body = `{"error":{"message":"x"}}`
			}
			_, _, err := complete(t, answers(local, status, c.header, strings.NewReader(body)), plain("x"))
			if e := failure(t, err); e.After != c.want {
				t.Errorf("%s, %d: %v, want %v", name, status, e.After, c.want)
			}
		}
		_, _, err := complete(t, answers(local, 401, c.header, strings.NewReader(c.body)), plain("x"))
		if e := failure(t, err); e.After != 0 {
			t.Errorf("%s: waiting helps nobody whose key is wrong", name)
		}
	}
}

// Whatever a server says with an error, it is an error, and nothing of it gets out but
// names.
func FuzzErrors(f *testing.F) {
	for _, s := range []string{
		"", "null", "[]", "[null]", "{}", `{"error":null}`, `{"error":"x"}`, `{"error":["x"]}`, `{"error":{"code":1e400,"type":[],"message":{}}}`,
		`{"error":{"code":"insufficient_quota"}}`,
		`{"error":{"details":[{"retryDelay":"9999999h"}]}}`, `{"detail":{"code":3}}`, `{"object":"error"}`, "\xff<html>",
	} {
		for _, status := range []int{200, 400, 404, 429, 500} {
			f.Add(status, []byte(s))
		}
	}
	f.Fuzz(func(t *testing.T, status int, body []byte) {
		if status < 100 || status > 599 {
			t.Skip("no status")
		}
		c := answers(local, status, asJSON, strings.NewReader(string(body)))
		_, _, err := c.Embed(context.Background(), "m", []string{secret})
		if err == nil && status < 300 {
			return // it found a vector
		}
		e := failure(t, err)
		if e.Status != status || e.After < 0 || e.After > 24*time.Hour {
			t.Errorf("%+v", e)
		}
		if len(err.Error()) > 400 || strings.ContainsAny(err.Error(), "\n<>\"{") {
			t.Errorf("the error is %q", err)
		}
	})
}
