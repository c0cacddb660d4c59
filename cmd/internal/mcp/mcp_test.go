package mcp

import (
	"net/http"
	"net/http/httptest"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"citadel/memory/event"
)

// bearer sends a token along.
type bearer string

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	if b != "" {
		r.Header.Set("Authorization", "Bearer "+string(b))
	}
	return http.DefaultTransport.RoundTrip(r)
}

// Over HTTP nobody is let in without the token.
func TestTheToken(t *testing.T) {
	const token = "the right token"
	for _, c := range []struct {
		set, given string
		in         bool
	}{
		{token, token, true}, {token, "", false}, {token, token + "x", false}, {token, "the", false}, {"", "", false},
	} {
		h := httptest.NewServer(Handler(Options{Audience: event.Private}, c.set))
		client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
		s, err := client.Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: h.URL, HTTPClient: &http.Client{Transport: bearer(c.given)}}, nil)
		if (err == nil) != c.in {
			t.Errorf("%q with %q: %v", c.set, c.given, err)
		}
		if err == nil {
			all, err := s.ListTools(t.Context(), nil)
			if err != nil || len(all.Tools) != 6 {
				t.Errorf("%+v, %v", all, err)
			}
			s.Close()
		}
		h.Close()
	}
}
