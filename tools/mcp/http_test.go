package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"citadel/tools"
)

// lodge is a server over HTTP that lets in who has a key. It is also who gives keys.
type lodge struct {
	key    atomic.Value // that lets in now
	signed atomic.Int64 // clients that registered
	url    string
}

func newLodge(t *testing.T) *lodge {
	t.Helper()
	l := &lodge{}
	l.key.Store("good")
	s := sdk.NewServer(&sdk.Implementation{Name: "lodge", Version: "1"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "ring"}, func(context.Context, *sdk.CallToolRequest, struct{}) (*sdk.CallToolResult, any, error) {
		return nil, map[string]string{"rang": "yes"}, nil
	})
	serve := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, nil)
	mux := http.NewServeMux()
	mux.HandleFunc("/mcp", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+l.key.Load().(string) {
			w.Header().Set("WWW-Authenticate", `Bearer resource_metadata="`+l.url+`/.well-known/oauth-protected-resource"`)
			http.Error(w, "no", http.StatusUnauthorized)
			return
		}
		serve.ServeHTTP(w, r)
	})
	say := func(path string, v func(r *http.Request) any) {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			if r.Method == http.MethodPost && path == "/register" {
				w.WriteHeader(http.StatusCreated)
			}
			_ = json.NewEncoder(w).Encode(v(r))
		})
	}
	say("/.well-known/oauth-protected-resource", func(*http.Request) any {
		return map[string]any{"resource": l.url + "/mcp", "authorization_servers": []string{l.url}}
	})
	say("/.well-known/oauth-authorization-server", func(*http.Request) any {
		return map[string]any{
			"issuer": l.url, "authorization_endpoint": l.url + "/authorize", "token_endpoint": l.url + "/token", "registration_endpoint": l.url + "/register",
			"response_types_supported": []string{"code"}, "code_challenge_methods_supported": []string{"S256"}, "token_endpoint_auth_methods_supported": []string{"none"},
		}
	})
	say("/register", func(r *http.Request) any {
		l.signed.Add(1)
		var in map[string]any
		_ = json.NewDecoder(r.Body).Decode(&in)
		in["client_id"] = "me"
		return in
	})
	mux.HandleFunc("/authorize", func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		back := q.Get("redirect_uri") + "?" + url.Values{"code": {"c"}, "state": {q.Get("state")}}.Encode()
		http.Redirect(w, r, back, http.StatusFound)
	})
	say("/token", func(r *http.Request) any {
		_ = r.ParseForm()
		if r.Form.Get("grant_type") == "refresh_token" {
			l.key.Store("renewed")
		}
		return map[string]any{"access_token": l.key.Load(), "token_type": "Bearer", "expires_in": 1, "refresh_token": "again"}
	})
	h := httptest.NewServer(mux)
	t.Cleanup(h.Close)
	l.url = h.URL
	return l
}

func TestAServerWithAKey(t *testing.T) {
	l := newLodge(t)
	m := up(t, settings(t, Server{Name: "lodge", URL: l.url + "/mcp", Bearer: "good"}))
	if result, failure := run(t, t.Context(), m, "lodge_ring", `{}`); failure != nil || !strings.Contains(result.Text, "rang") {
		t.Errorf("%+v, %v", result, failure)
	}
	m = serve(t, settings(t, Server{Name: "lodge", URL: l.url + "/mcp", Bearer: "bad"}))
	m.Settled(t.Context())
	if why := m.Status()[0].Why; why == nil || !strings.Contains(why.Error(), "does not let us in") {
		t.Errorf("%v", why)
	}
}

// Whoever has logged in once is let in, also by the next process, and when the key was renewed.
func TestLoggingIn(t *testing.T) {
	l := newLodge(t)
	one := Server{Name: "lodge", URL: l.url + "/mcp", OAuth: true}
	s := settings(t, one)
	s.Logging = http.DefaultClient
	m := serve(t, s)
	m.Settled(t.Context())
	if why := m.Status()[0].Why; !errors.Is(why, ErrLoggedOut) {
		t.Fatalf("%v", why)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := m.all[0].ask(ctx, "ring", json.RawMessage(`{}`))
	var failure *tools.Failure
	if !errors.As(err, &failure) || failure.Reason != tools.Forbidden || !strings.Contains(failure.Text, "citadel mcp login lodge") {
		t.Errorf("%v", err)
	}
	m.Close()

	browse := func(address string) {
		res, err := http.Get(address)
		if err != nil {
			t.Error(err)
			return
		}
		defer res.Body.Close()
		if said, _ := io.ReadAll(res.Body); !strings.Contains(string(said), "That's all") {
			t.Errorf("the browser says %q", said)
		}
	}
	forged := func(address string) { // somebody else's page sends the browser back with a code of its own
		u, err := url.Parse(address)
		if err != nil {
			t.Error(err)
			return
		}
		res, err := http.Get(u.Query().Get("redirect_uri") + "?code=theirs&state=guessed")
		if err != nil {
			t.Error(err)
			return
		}
		_ = res.Body.Close()
	}
	if err := Login(t.Context(), s, one, forged); err == nil || LoggedIn(s.Folder, one) {
		t.Errorf("a code that was not asked for logs in: %v", err)
	}
	l.signed.Store(0)
	if err := Login(t.Context(), s, one, browse); err != nil {
		t.Fatal(err)
	}
	kept := s.Folder + "/lodge.login.json"
	if info, err := os.Stat(kept); err != nil || info.Mode().Perm() != 0o600 || l.signed.Load() != 1 {
		t.Fatalf("%v, %v, %d registered", info, err, l.signed.Load())
	}
	if !LoggedIn(s.Folder, one) || LoggedIn(s.Folder, Server{Name: "lodge", URL: "http://other", OAuth: true}) {
		t.Error("who is logged in is not known")
	}
	m = up(t, s)
	if _, failure := run(t, t.Context(), m, "lodge_ring", `{}`); failure != nil {
		t.Error(failure)
	}
	if b, err := os.ReadFile(kept); err != nil || !strings.Contains(string(b), "renewed") {
		t.Errorf("the renewed key is not kept: %s, %v", b, err)
	}
	if err := Login(t.Context(), s, Server{Name: "x", URL: "http://x"}, browse); err == nil {
		t.Error("logged in where nobody does")
	}
}

// Our key goes to the server that the settings name, and not to whom that one names.
func TestAServerThatSendsElsewhere(t *testing.T) {
	var came atomic.Int64
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { came.Add(1) }))
	t.Cleanup(other.Close)
	sends := httptest.NewServer(http.RedirectHandler(other.URL, http.StatusTemporaryRedirect))
	t.Cleanup(sends.Close)
	m := serve(t, settings(t, Server{Name: "a", URL: sends.URL, Bearer: "good"}))
	m.Settled(t.Context())
	if m.Status()[0].Up || came.Load() != 0 {
		t.Errorf("up %v, %d came", m.Status()[0].Up, came.Load())
	}
}

// An answer without an end, or one that is nothing, is the end of that server and of nothing else.
func TestAServerOverHTTPThatBreaks(t *testing.T) {
	for name, answer := range map[string]http.HandlerFunc{
		"500":    func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", 500) },
		"a page": func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>") },
		"garbage": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, "{")
		},
		"endless": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			for block := strings.Repeat(" ", 1<<20); r.Context().Err() == nil; {
				if _, err := io.WriteString(w, block); err != nil {
					return
				}
			}
		},
	} {
		h := httptest.NewServer(answer)
		m := serve(t, settings(t, Server{Name: "a", URL: h.URL}))
		m.Settled(t.Context())
		if st := m.Status()[0]; st.Up || st.Why == nil {
			t.Errorf("%s: %+v", name, st)
		}
		m.Close()
		h.Close()
	}
}
