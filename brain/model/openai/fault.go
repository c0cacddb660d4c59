package openai

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"citadel/brain/model"
	"citadel/brain/model/wire"
)

// fault is an error as a server says it, in whatever form. Its message is only looked at
// here: it may repeat the key, or what was asked.
type fault struct {
	code, kind, param, message string

	status  int           // that it names itself; 0 if none
	reasons []string      // Google's details
	after   time.Duration // Google's RetryInfo
	known   bool          // it is an object of JSON
}

// judge says what an error means: by the codes and types that servers give, then, only for a
// prompt that is too long, by their wordings, then by the status.
func judge(status int, h http.Header, body []byte, key string) *model.Error {
	f := readFault(body)
	e := &model.Error{Status: status, Reason: f.reason(status), Err: f.names(key)}
	if e.Reason == model.RateLimited || e.Reason == model.Overloaded {
		e.After = max(f.after, wire.After(h))
	}
	return e
}

// readFault understands OpenAI's form {"error":{…}}, {"error":"text"} as Ollama says it, the
// bare object of vLLM, FastAPI's {"detail":…}, and the list of one that Google sends. Of
// anything else nothing is known.
func readFault(body []byte) fault {
	var o map[string]json.RawMessage
	body = bytes.TrimSpace(body)
	if len(body) > 0 && body[0] == '[' {
		var list []json.RawMessage
		if json.Unmarshal(body, &list) != nil || len(list) == 0 {
			return fault{}
		}
		body = list[0]
	}
	if json.Unmarshal(body, &o) != nil || o == nil {
		return fault{}
	}
	for _, name := range []string{"error", "detail"} {
		raw := o[name]
		if text, ok := scalar(raw); ok {
			return fault{message: text, known: true}
		}
		var inner map[string]json.RawMessage
		if json.Unmarshal(raw, &inner) == nil && inner != nil {
			o = inner
			break
		}
	}
	f := fault{known: true}
	f.message, _ = scalar(o["message"])
	f.code, _ = scalar(o["code"])
	f.kind, _ = scalar(o["type"])
	f.param, _ = scalar(o["param"])
	if s, ok := scalar(o["status"]); ok && f.kind == "" {
		f.kind = s // Google's
	}
	f.status, _ = strconv.Atoi(f.code)
	var details []struct {
		Reason     string `json:"reason"`
		RetryDelay string `json:"retryDelay"`
	}
	if json.Unmarshal(o["details"], &details) == nil {
		for _, d := range details {
			f.reasons = append(f.reasons, d.Reason)
			if wait, err := time.ParseDuration(d.RetryDelay); err == nil {
				f.after = wire.Believed(wait)
			}
		}
	}
	return f
}

// scalar is a JSON string or number as text.
func scalar(raw json.RawMessage) (string, bool) {
	var s string
	if json.Unmarshal(raw, &s) == nil && said(raw) {
		return s, true
	}
	var n json.Number
	if json.Unmarshal(raw, &n) == nil && said(raw) {
		return n.String(), true
	}
	return "", false
}

// telling are the codes and types that decide by themselves, in lower case. Others, such as
// invalid_request_error, are given for too much.
var telling = map[string]model.Reason{
	"context_length_exceeded":   model.TooLong,
	"exceed_context_size_error": model.TooLong, // llama.cpp
	"string_above_max_length":   model.TooLong,
	"request_too_large":         model.TooLong,

	"insufficient_quota":         model.NoCredit,
	"billing_hard_limit_reached": model.NoCredit,
	"billing_not_active":         model.NoCredit,
	"billing_error":              model.NoCredit,
	"insufficient_credits":       model.NoCredit,
	"insufficient_balance":       model.NoCredit,

	"invalid_api_key":      model.Unauthorised,
	"api_key_invalid":      model.Unauthorised, // Google, which says it with 400
	"authentication_error": model.Unauthorised,
	"permission_error":     model.Unauthorised,
	"permission_denied":    model.Unauthorised,
	"unauthenticated":      model.Unauthorised,
	"account_deactivated":  model.Unauthorised,

	"model_not_found": model.NoModel,

	"content_filter":           model.Refused,
	"content_policy_violation": model.Refused,
	"moderation_blocked":       model.Refused,
	"invalid_prompt":           model.Refused, // the prompt was flagged
	"cyber_policy_violation":   model.Refused,

	"rate_limit_exceeded": model.RateLimited,
	"rate_limit_error":    model.RateLimited,
	"resource_exhausted":  model.RateLimited,
	"slow_down":           model.RateLimited,

	"overloaded_error":    model.Overloaded,
	"server_overloaded":   model.Overloaded,
	"unavailable":         model.Overloaded,
	"unavailable_error":   model.Overloaded, // llama.cpp while it loads a model
	"service_unavailable": model.Overloaded,
	"engine_overloaded":   model.Overloaded,

	"timeout":           model.Timeout,
	"request_timeout":   model.Timeout,
	"deadline_exceeded": model.Timeout,
}

// tooLong are wordings for it, in lower case, of servers that give no code: OpenAI's
// embeddings and vLLM ("maximum context length"), Ollama, LM Studio and old llama.cpp
// ("context length", "context size"), Mistral, Google ("maximum number of tokens allowed"),
// text-generation-inference.
var tooLong = []string{
	"context length", "context size", "context window", "context_length", "maximum model length",
	"maximum number of tokens allowed", "prompt is too long", "prompt too long", "too many tokens",
	"max_new_tokens` must be", "input is too long", "reduce the length of",
}

// reason decides.
func (f fault) reason(status int) model.Reason {
	for _, name := range append([]string{f.code, f.kind}, f.reasons...) {
		if r, ok := telling[strings.ToLower(name)]; ok {
			return r
		}
	}
	if status < 300 { // it came in the middle of an answer, or with a status that lies
		status = f.status
	}
	switch status {
	case 0, http.StatusBadRequest, http.StatusUnprocessableEntity, http.StatusInternalServerError:
		text := strings.ToLower(f.message)
		for _, w := range tooLong {
			if strings.Contains(text, w) {
				return model.TooLong
			}
		}
	}
	if r, ok := wire.Reason(status); ok {
		return r
	}
	switch {
	case !f.known:
		return model.Broken // a page of whatever stands before the server, or is there in its place
	case status == http.StatusNotFound:
		return model.NoModel
	case status >= 500, status == 0 && f.kind != "invalid_request_error":
		return model.Overloaded
	}
	return model.Invalid
}

// plain is a name that holds no words: a code, or a parameter such as
// messages[3].content.
var plain = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_.\[\]]{0,47}$`)

// named is what is kept of an error: the names in it.
type named struct{ code, kind, param string }

func (n named) Error() string {
	var out []string
	for _, p := range []struct{ what, name string }{{"code", n.code}, {"type", n.kind}, {"parameter", n.param}} {
		if p.name != "" {
			out = append(out, p.what+" "+p.name)
		}
	}
	return strings.Join(out, ", ")
}

// names gives the names of an error, as far as they are names; nil if there are none.
func (f fault) names(key string) error {
	clean := func(s string) string {
		if !plain.MatchString(s) || key != "" && strings.Contains(s, key) {
			return ""
		}
		return s
	}
	n := named{code: clean(f.code), kind: clean(f.kind), param: clean(f.param)}
	if f.status != 0 {
		n.code = fmt.Sprint(f.status)
	}
	if n == (named{}) {
		return nil
	}
	return n
}
