package weaviate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/weaviate/weaviate-go-client/v4/weaviate"
	"github.com/weaviate/weaviate-go-client/v4/weaviate/grpc"

	"citadel/memory/store"
	"citadel/memory/words"
)

// Options say where the server is and whose memories these are.
type Options struct {
	URL  string // of the server, http or https
	GRPC string // host:port for what is written; over the URL if empty, and always where that is https: see doc
	Key  string // of the server's API; none if empty

	Principal string // whose memories: the tenant
	Ledger    string // what tells his ledger from another's, so that nobody writes into the memories of another mind
	Now       func() time.Time
	Patience  time.Duration // how long a search may take; 3 s if zero
}

// Store is the memories of one mind on a server. New makes one.
type Store struct {
	client *weaviate.Client
	tenant string
	ledger string
	now    func() time.Time
	within time.Duration // what a search may take

	writer turnstile // held by one writer, or whoever prepares, from end to end
	words  *words.Analyzer

	mu      sync.RWMutex // guards all that follows
	outline *outline     // nil until it was read, and after a write that failed
	fresh   fresh
	vectors map[string]bool
	mark    mark
	rest    time.Time // until then the server is left alone
	trouble error     // why
}

var (
	_ store.Lasting = (*Store)(nil)
	_ store.Lacker  = (*Store)(nil)
)

// rememberedStems as in the embedded store: the common words of one person.
const rememberedStems = 8192

// New gives the store without reaching for the server, which may be away: the first call
// that needs it prepares it.
func New(o Options) (*Store, error) {
	at, err := url.Parse(o.URL)
	if err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https" {
		return nil, fmt.Errorf("weaviate: %q is no address of a server", o.URL)
	}
	way := &limited{to: &http.Transport{
		Proxy:               http.ProxyFromEnvironment,
		DialContext:         (&net.Dialer{Timeout: reach}).DialContext,
		MaxIdleConnsPerHost: 16,
		IdleConnTimeout:     time.Minute,
		ForceAttemptHTTP2:   true,
	}}
	config := weaviate.Config{
		Scheme: at.Scheme, Host: at.Host + strings.TrimSuffix(at.Path, "/"), Timeout: slack,
		ConnectionClient: &http.Client{Transport: way},
	}
	if o.Key != "" {
		config.Headers = map[string]string{"authorization": "Bearer " + o.Key}
	}
	if o.GRPC != "" && at.Scheme == "http" {
		config.GrpcConfig = &grpc.Config{Host: o.GRPC}
	}
	client, err := weaviate.NewClient(config)
	if err != nil {
		return nil, fmt.Errorf("weaviate: %w", err)
	}
	way.open.Store(true)
	return &Store{
		client: client, tenant: Tenant(o.Principal), ledger: o.Ledger, now: o.Now, within: cmp.Or(o.Patience, patience),
		writer: make(turnstile, 1), words: words.New(rememberedStems), fresh: fresh{},
	}, nil
}

var plainTenant = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// Tenant is the tenant of a principal, whose name may hold what a tenant's may not.
func Tenant(principal string) string {
	if plainTenant.MatchString(principal) {
		return principal
	}
	return "p_" + token(principal)
}

// respite is for how long the server is left alone after it failed: a turn asks several
// times, and should not wait as often. Writers ask all the same.
const respite = 5 * time.Second

// rested gives why the server is left alone, if it is.
func (s *Store) rested() error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.trouble != nil && s.now().Before(s.rest) {
		return s.trouble
	}
	return nil
}

// failing gives why the last call failed, if it did.
func (s *Store) failing() error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.trouble
}

// learn draws the conclusions from what a call returned, and returns it.
func (s *Store) learn(err error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case err == nil:
		s.trouble = nil
	case lost(err):
		s.outline = nil
	}
	// One that answers, and says no to what it was asked, still has what it has.
	if errors.Is(err, store.ErrUnavailable) && !errors.As(err, new(*refusal)) {
		s.trouble, s.rest = err, s.now().Add(respite)
	}
	return err
}

// known gives the outline, reading it if need be.
func (s *Store) known(ctx context.Context) (*outline, error) {
	s.mu.RLock()
	known := s.outline
	s.mu.RUnlock()
	if known != nil {
		return known, nil
	}
	if err := s.writer.enter(ctx); err != nil {
		return nil, err
	}
	defer s.writer.leave()
	return s.prepare(ctx)
}

// prepare makes what is missing on the server and reads the outline. It does nothing if
// that was done before. The caller is the writer.
func (s *Store) prepare(ctx context.Context) (*outline, error) {
	s.mu.RLock()
	known := s.outline
	s.mu.RUnlock()
	if known != nil {
		return known, nil
	}
	vectors, err := s.migrate(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.tenancy(ctx); err != nil {
		return nil, err
	}
	m, err := s.settle(ctx)
	if err != nil {
		return nil, err
	}
	o, err := s.survey(ctx)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.outline, s.vectors, s.mark = o, vectors, m
	maps.DeleteFunc(s.fresh, func(k key, _ written) bool { return o.place[k] == home{} })
	return o, nil
}

// turnstile lets one in at a time, and whoever waits go when his time is over.
type turnstile chan struct{}

func (t turnstile) enter(ctx context.Context) error {
	select {
	case t <- struct{}{}:
		return nil
	case <-ctx.Done():
	}
	if context.Cause(ctx) == errLate {
		return &failure{"wait for whoever writes", errLate}
	}
	return fmt.Errorf("weaviate: %w", ctx.Err())
}

func (t turnstile) leave() { <-t }

// Check reaches for the server, for two seconds at most, makes what is missing there, and says
// what keeps this store from being used: ErrNewer, ErrForeign, or any other store.ErrUnavailable.
func (s *Store) Check(ctx context.Context) error {
	within, cancel := context.WithTimeoutCause(ctx, reach, errLate)
	defer cancel()
	_, err := s.known(within)
	return s.learn(err)
}

func (s *Store) setVectors(known map[string]bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.vectors = known
}
