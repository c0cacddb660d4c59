package anthropic

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"

	"citadel/brain/model"
	"citadel/brain/model/wire"
)

// telling are the types that decide by themselves. invalid_request_error is given for too
// much.
var telling = map[string]model.Reason{
	"authentication_error": model.Unauthorised,
	"permission_error":     model.Unauthorised,
	"billing_error":        model.NoCredit,
	"not_found_error":      model.NoModel,
	"request_too_large":    model.TooLong,
	"rate_limit_error":     model.RateLimited,
	"timeout_error":        model.Timeout,
	"overloaded_error":     model.Overloaded,
	"api_error":            model.Overloaded,
}

// tooLong are the wordings of a prompt that does not fit: alone, or with the answer it asks for.
var tooLong = regexp.MustCompile(`prompt is too long(?:: (\d{1,12}) tokens > (\d{1,12}) maximum)?|exceed context limit(?:: (\d{1,12}) \+ \d{1,12} > (\d{1,12}))?`)

// judge says what an error means: by the type that the service gives, then by the status.
// Its message is only looked at here: it may repeat the key, or what was asked.
func judge(status int, h http.Header, body []byte) *model.Error {
	e := &model.Error{Status: status}
	kind, message, known := read(body)
	if reason, ok := telling[kind]; ok {
		e.Reason, e.Err = reason, errors.New(kind)
	} else if m := tooLong.FindStringSubmatch(message); m != nil {
		e.Reason, e.Err = model.TooLong, numbers(m[1]+m[3], m[2]+m[4])
	} else if strings.Contains(message, "credit balance is too low") {
		e.Reason = model.NoCredit
	} else {
		e.Reason = byStatus(status, known)
	}
	if e.Reason == model.RateLimited || e.Reason == model.Overloaded {
		e.After = wire.After(h)
	}
	return e
}

// numbers are what is kept of a message.
func numbers(n, limit string) error {
	if n == "" {
		return nil
	}
	return fmt.Errorf("%s tokens, %s at most", n, limit)
}

// read understands {"type":"error","error":{"type":…,"message":…}} and {"error":"text"}.
// known says whether it is an object of JSON at all.
func read(body []byte) (kind, message string, known bool) {
	var o struct {
		Error json.RawMessage `json:"error"`
	}
	if json.Unmarshal(body, &o) != nil {
		return "", "", false
	}
	var e struct {
		Type    string `json:"type"`
		Message string `json:"message"`
	}
	if json.Unmarshal(o.Error, &e) == nil {
		return e.Type, e.Message, true
	}
	if json.Unmarshal(o.Error, &message) != nil {
		message = ""
	}
	return "", message, true
}

// byStatus decides where the service gave no type that does.
func byStatus(status int, known bool) model.Reason {
	if r, ok := wire.Reason(status); ok {
		return r
	}
	if status == 529 {
		return model.Overloaded
	}
	switch {
	case !known, status >= 300 && status < 400: // redirects are not followed
		return model.Broken // a page of whatever stands before the service, or is there in its place
	case status == http.StatusNotFound:
		return model.NoModel
	case status < 300, status >= 500: // in the middle of an answer, or something of its own broke
		return model.Overloaded
	}
	return model.Invalid
}
