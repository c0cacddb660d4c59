package scripted

import (
	"fmt"
	"net/http"
)

// page is what a proxy in front of a service says.
const page = "<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head>\n<body><h1>502 Bad Gateway</h1>%s</body></html>\n"

// instead does what goes wrong before an answer, and says whether it did.
func (v *visit) instead(r Reply) bool {
	open := v.wire == OpenAI
	if r.Fault.After != "" {
		v.w.Header().Set("Retry-After", r.Fault.After)
	}
	switch r.Fault.Kind {
	case Limited:
		v.fail(&problem{status: 429, kind: "rate_limit_error", code: "rate_limit_exceeded", text: "Number of requests has exceeded your rate limit"})
	case Overloaded:
		p := &problem{status: 529, kind: "overloaded_error", text: "Overloaded"}
		if open {
			p = &problem{status: 503, kind: "server_error", text: "The engine is currently overloaded, please try again later"}
		}
		v.fail(p)
	case Internal:
		v.fail(&problem{status: 500, kind: "api_error", text: "Internal server error"})
	case HTML:
		v.html(http.StatusBadGateway)
	case Page:
		v.html(http.StatusOK)
	case Redirect:
		v.w.Header().Set("Location", "/elsewhere")
		v.w.WriteHeader(http.StatusTemporaryRedirect)
	case ErrorText:
		v.w.Header().Set("Content-Type", "application/json")
		v.w.WriteHeader(http.StatusInternalServerError)
		v.write(map[string]string{"error": "something broke" + v.echo()})
	case BadKey:
		v.fail(&problem{status: 401, kind: "authentication_error", code: "invalid_api_key", text: "Incorrect API key provided: " + v.key})
	case Forbidden:
		v.fail(&problem{status: 403, kind: "permission_error", text: "Your API key does not have permission to use the specified resource"})
	case NoCredit:
		if open {
			v.fail(&problem{status: 429, kind: "insufficient_quota", code: "insufficient_quota", text: "You exceeded your current quota"})
		} else {
			v.fail(wrong("Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing."))
		}
	case Unbilled:
		v.fail(&problem{status: 402, kind: "billing_error", code: "billing_error", text: "There is a problem with your billing"})
	case NoModel:
		v.fail(v.unknownModel(v.said.Model))
	case TooLong:
		limit := r.Fault.Max
		if card, ok := v.s.card(v.said.Model); limit == 0 && ok {
			limit = card.Window
		}
		v.fail(v.tooLong(limit+length(v.said), limit))
	case TooLarge:
		v.fail(&problem{status: 413, kind: "request_too_large", text: "Request exceeds the maximum size"})
	case BadRequest:
		v.fail(wrong("messages: this is not as it should be"))
	case FilteredIn:
		if !open {
			return false
		}
		v.fail(&problem{status: 400, kind: "invalid_request_error", code: "content_filter", text: "The response was filtered"})
	case Hang:
		v.hang(nil)
	case Drop:
		v.drop()
	case EmptyAnswer:
		v.w.Header().Set("Content-Type", "text/event-stream")
		v.w.WriteHeader(http.StatusOK)
	default:
		return false
	}
	return true
}

func (v *visit) html(status int) {
	v.w.Header().Set("Content-Type", "text/html")
	v.w.WriteHeader(status)
	_, _ = fmt.Fprintf(v.w, page, v.echo())
}

// late says whether a fault comes after the text and ends the stream there.
func (k Kind) late() bool {
	switch k {
	case OverloadedLate, CutShort, Reset, Stall, Garbage, Endless:
		return true
	}
	return false
}
