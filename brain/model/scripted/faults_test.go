package scripted_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

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
