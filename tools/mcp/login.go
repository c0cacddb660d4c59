package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/modelcontextprotocol/go-sdk/oauthex"
	"golang.org/x/oauth2"
)

// OAuthClient is how this program is known to whoever lets it in, where it was registered there by
// hand. Without an ID it registers itself.
type OAuthClient struct {
	ID, Secret string
}

// ErrLoggedOut: nobody has logged in at the server, or what came of it counts no more.
var ErrLoggedOut = errors.New("nobody is logged in there")

const (
	loginTime = 10 * time.Minute // that the principal has in his browser
	callback  = "/callback"
	maxLogin  = 64 << 10 // bytes of what is kept of one
)

// entry is what logging in brought, as it is kept: for the owner of the home alone.
type entry struct {
	Of     string        `json:"of"` // which server
	Config oauth2.Config `json:"config"`
	Token  *oauth2.Token `json:"token"`
}

func (v *server) loginAt() string { return filepath.Join(v.settings.Folder, v.Name+".login.json") }

// LoggedIn says whether there is what logging in at a server brought, in the folder of the settings.
// Whether it still counts is seen when the server is reached.
func LoggedIn(folder string, one Server) bool {
	_, err := (&server{Server: one, settings: Settings{Folder: folder}}).entry()
	return err == nil
}

// over is what logging in goes over, with an end to every wait.
func (v *server) over() *http.Client {
	c := *v.settings.Logging
	c.Timeout = 30 * time.Second
	return &c
}

// keeper lets a server in with what is kept of logging in, and keeps what is renewed. It is an
// auth.OAuthHandler that never asks anybody to log in.
type keeper struct{ source oauth2.TokenSource }

// entry reads what is kept of logging in; the error is ErrLoggedOut where there is nothing.
func (v *server) entry() (e entry, err error) {
	f, err := os.Open(v.loginAt())
	if errors.Is(err, os.ErrNotExist) {
		return e, ErrLoggedOut
	}
	if err != nil {
		return e, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxLogin))
	if err != nil {
		return e, err
	}
	if err := json.Unmarshal(b, &e); err != nil || e.Token == nil {
		return e, fmt.Errorf("what is kept of logging in makes no sense: %w", errors.Join(err, ErrLoggedOut))
	}
	if e.Of != of(v.Server) {
		return e, ErrLoggedOut
	}
	return e, nil
}

// kept makes of it what lets us in.
func (v *server) kept() (*keeper, error) {
	e, err := v.entry()
	if err != nil {
		return nil, err
	}
	ctx := context.WithValue(context.Background(), oauth2.HTTPClient, v.over())
	return &keeper{&renewing{v: v, e: e, from: e.Config.TokenSource(ctx, e.Token)}}, nil
}

// TokenSource implements auth.OAuthHandler.
func (k *keeper) TokenSource(context.Context) (oauth2.TokenSource, error) { return k.source, nil }

// Authorize implements auth.OAuthHandler: it only says that somebody has to log in.
func (k *keeper) Authorize(_ context.Context, _ *http.Request, res *http.Response) error {
	return errors.Join(ErrLoggedOut, res.Body.Close())
}

// renewing keeps each token that takes the place of the one before.
type renewing struct {
	v    *server
	from oauth2.TokenSource

	mu sync.Mutex
	e  entry
}

// Token implements oauth2.TokenSource.
func (r *renewing) Token() (*oauth2.Token, error) {
	t, err := r.from.Token()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrLoggedOut, err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if t.AccessToken != r.e.Token.AccessToken {
		r.e.Token = t
		if err := r.v.keepLogin(r.e); err != nil { // it is good until this process ends
			r.v.settings.Log.Error("a renewed login could not be kept", "server", r.v.Name, "err", err)
		}
	}
	return t, nil
}

func (v *server) keepLogin(e entry) error {
	b, err := json.Marshal(e)
	if err != nil {
		return err
	}
	return replace(v.loginAt(), b)
}

// Login lets the principal log in at a server in his browser, and keeps what comes of it. Show gets
// the address to open. It blocks until he has, for ten minutes at most. A process that runs takes it
// up when it next reaches for the server.
func Login(ctx context.Context, s Settings, one Server, show func(address string)) error {
	if !one.OAuth || one.URL == "" {
		return fmt.Errorf("mcp: nobody logs in at %q", one.Name)
	}
	v, err := newServer(s, one)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, loginTime)
	defer cancel()
	d, err := openDoor(show)
	if err != nil {
		return err
	}
	defer d.close()
	handler, err := auth.NewAuthorizationCodeHandler(v.login(d))
	if err != nil {
		return fmt.Errorf("mcp: login: %w", err)
	}
	w, err := v.network(handler)
	if err != nil {
		return err
	}
	defer w.leave()
	client := sdk.NewClient(&sdk.Implementation{Name: "citadel", Version: s.Version}, &sdk.ClientOptions{
		Capabilities: &sdk.ClientCapabilities{}, MultiRoundTrip: &sdk.MultiRoundTripOptions{Disabled: true},
	})
	cs, err := client.Connect(ctx, w.transport, nil)
	if err != nil {
		return fmt.Errorf("mcp: login: %w", err)
	}
	return cs.Close()
}

// login says how one logs in.
func (v *server) login(d *door) *auth.AuthorizationCodeHandlerConfig {
	c := &auth.AuthorizationCodeHandlerConfig{
		RedirectURL: d.address, AuthorizationCodeFetcher: d.fetch, RequestRefreshToken: true, Client: v.over(),
		NewTokenSource: func(ctx context.Context, c *oauth2.Config, t *oauth2.Token) (oauth2.TokenSource, error) {
			return c.TokenSource(ctx, t), v.keepLogin(entry{of(v.Server), *c, t})
		},
	}
	if v.Client.ID != "" {
		c.PreregisteredClient = &oauthex.ClientCredentials{ClientID: v.Client.ID}
		if v.Client.Secret != "" {
			c.PreregisteredClient.ClientSecretAuth = &oauthex.ClientSecretAuth{ClientSecret: v.Client.Secret}
		}
		return c
	}
	c.DynamicClientRegistrationConfig = &auth.DynamicClientRegistrationConfig{Metadata: &oauthex.ClientRegistrationMetadata{
		RedirectURIs: []string{d.address}, ClientName: "Citadel",
		GrantTypes: []string{"authorization_code", "refresh_token"}, ResponseTypes: []string{"code"}, TokenEndpointAuthMethod: "none",
	}}
	return c
}

// door is where the browser comes back to: a port of this computer, while one logs in.
type door struct {
	address string
	show    func(string)
	server  *http.Server
	came    chan *auth.AuthorizationResult
}

func openDoor(show func(string)) (*door, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("mcp: login: %w", err)
	}
	d := &door{address: "http://" + l.Addr().String() + callback, show: show, came: make(chan *auth.AuthorizationResult, 1)}
	d.server = &http.Server{Handler: d, ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 64 << 10}
	go func() { _ = d.server.Serve(l) }() // it ends with close
	return d, nil
}

func (d *door) close() { _ = d.server.Close() }

// ServeHTTP takes what the browser brings back. Whether it is the answer to what was asked is seen
// by its state.
func (d *door) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	if r.URL.Path != callback || q.Get("code") == "" && q.Get("error") == "" {
		http.NotFound(w, r)
		return
	}
	select {
	case d.came <- &auth.AuthorizationResult{Code: q.Get("code"), State: q.Get("state"), Iss: q.Get("iss")}:
	default: // it came before
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	if q.Get("code") == "" {
		fmt.Fprintln(w, "You were not let in. Go back to the terminal.")
		return
	}
	fmt.Fprintln(w, "That's all. Go back to the terminal; this page can be closed.")
}

func (d *door) fetch(ctx context.Context, a *auth.AuthorizationArgs) (*auth.AuthorizationResult, error) {
	d.show(a.URL)
	select {
	case r := <-d.came:
		if r.Code == "" {
			return nil, errors.New("it was refused in the browser")
		}
		return r, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
