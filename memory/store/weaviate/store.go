package weaviate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/weaviate/weaviate-go-client/v4/weaviate"
	"github.com/weaviate/weaviate-go-client/v4/weaviate/filters"
	"github.com/weaviate/weaviate-go-client/v4/weaviate/graphql"
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
}

// Store is the memories of one mind on a server. New makes one.
type Store struct {
	client *weaviate.Client
	tenant string
	ledger string
	now    func() time.Time

	writer sync.Mutex // held by one writer, or whoever prepares, from end to end
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
	config := weaviate.Config{
		Scheme: at.Scheme, Host: at.Host + strings.TrimSuffix(at.Path, "/"), Timeout: slack,
		ConnectionClient: &http.Client{Timeout: slack, Transport: limited{&http.Transport{
			Proxy:               http.ProxyFromEnvironment,
			DialContext:         (&net.Dialer{Timeout: patience}).DialContext,
			MaxIdleConnsPerHost: 16,
			IdleConnTimeout:     time.Minute,
			ForceAttemptHTTP2:   true,
		}}},
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
	return &Store{client: client, tenant: tenantOf(o.Principal), ledger: o.Ledger, now: o.Now, words: words.New(rememberedStems), fresh: fresh{}}, nil
}

var plainTenant = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// tenantOf is the tenant of a principal, whose name may hold what a tenant's may not.
func tenantOf(principal string) string {
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
	if errors.Is(err, store.ErrUnavailable) {
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
	s.writer.Lock()
	defer s.writer.Unlock()
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

// Check reaches for the server, makes what is missing there, and says what keeps this store
// from being used: ErrNewer, ErrForeign, or any other store.ErrUnavailable.
func (s *Store) Check(ctx context.Context) error {
	within, cancel := context.WithTimeoutCause(ctx, patience, errLate)
	defer cancel()
	_, err := s.known(within)
	return s.learn(err)
}

// survey reads the groups.
func (s *Store) survey(ctx context.Context) (*outline, error) {
	o := newOutline()
	after := markID.String()
	for {
		page, err := s.page(ctx, after, surveyPage, line)
		if err != nil {
			return nil, err
		}
		for _, object := range page {
			id := idOf(object)
			if id > lastGroup {
				return o, nil
			}
			g, err := decodeGroup(text(object, "line"))
			if err != nil {
				return nil, &failure{"read a group", err}
			}
			o.replace(g)
			after = id
		}
		if len(page) < surveyPage {
			return o, nil
		}
	}
}

const (
	surveyPage = 100  // groups, of a few thousand words at most
	walkPage   = 100  // items
	readPage   = 200  // lines of items
	lackPage   = 9000 // numbers; a memory has fewer parts, so that the next page is another's
)

// lastGroup is the last id of a group: items follow.
var lastGroup = uuid(0, 1<<64-1).String()

var (
	line   = []graphql.Field{{Name: "line"}, id}
	all    = []graphql.Field{{Name: "line"}, {Name: "text"}, {Name: "vector"}, id}
	id     = graphql.Field{Name: "_additional", Fields: []graphql.Field{{Name: "id"}}}
	worded = []graphql.Field{{Name: "line"}, {Name: "text"}, {Name: "vector"}}
)

func idOf(object map[string]any) string {
	additional, _ := object["_additional"].(map[string]any)
	return text(additional, "id")
}

// page reads objects by id, after one.
func (s *Store) page(ctx context.Context, after string, n int, fields []graphql.Field) (objects []map[string]any, err error) {
	err = s.again(ctx, "read", func(ctx context.Context) error {
		objects, err = get(ctx, s.client.GraphQL().Get().WithClassName(collection).WithTenant(s.tenant).
			WithFields(fields...).WithLimit(n).WithAfter(after))
		return err
	})
	return objects, err
}

// items reads items by their keys. Those that are not there are left out.
func (s *Store) items(ctx context.Context, keys []key, fields []graphql.Field) (found []*whole, err error) {
	for some := range slices.Chunk(keys, readPage) {
		ids := make([]string, len(some))
		for i, k := range some {
			ids[i] = k.id().String()
		}
		of := filters.Where().WithPath([]string{"id"}).WithOperator(filters.ContainsAny).WithValueText(ids...)
		part, err := s.find(ctx, of, len(ids), fields)
		if err != nil {
			return nil, err
		}
		found = append(found, part...)
	}
	return found, nil
}

// find reads the items that a filter lets through.
func (s *Store) find(ctx context.Context, of *filters.WhereBuilder, n int, fields []graphql.Field) ([]*whole, error) {
	var objects []map[string]any
	err := s.again(ctx, "read", func(ctx context.Context) (err error) {
		objects, err = get(ctx, s.client.GraphQL().Get().WithClassName(collection).WithTenant(s.tenant).
			WithFields(fields...).WithLimit(n).WithWhere(of))
		return err
	})
	if err != nil {
		return nil, err
	}
	found := make([]*whole, len(objects))
	for i, object := range objects {
		if found[i], err = wholeOf(object); err != nil {
			return nil, &failure{"read an item", err}
		}
	}
	return found, nil
}

func wholeOf(object map[string]any) (*whole, error) {
	e, err := decodeEntry(text(object, "line"))
	return &whole{entry: e, text: text(object, "text"), vector: text(object, "vector")}, err
}

// maxParts is how many parts of one memory are read: more than the longest text has.
const maxParts = 8192

// Get implements store.Store.
func (s *Store) Get(ctx context.Context, seq uint64) ([]store.Item, error) {
	if err := s.rested(); err != nil {
		return nil, err
	}
	items, err := s.get(ctx, seq)
	if errors.Is(err, store.ErrUnknown) {
		return nil, err
	}
	return items, s.learn(err)
}

func (s *Store) get(ctx context.Context, seq uint64) ([]store.Item, error) {
	if _, err := s.known(ctx); err != nil {
		return nil, err
	}
	of := filters.Where().WithPath([]string{"memory"}).WithOperator(filters.Equal).WithValueText(strconv.FormatUint(seq, 10))
	found, err := s.find(ctx, of, maxParts, worded)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("get %d: %w", seq, store.ErrUnknown)
	}
	parts := make([]store.Item, len(found))
	for i, w := range found {
		if parts[i], err = w.full(); err != nil {
			return nil, &failure{"read an item", err}
		}
	}
	slices.SortFunc(parts, func(a, b store.Item) int { return cmp.Compare(a.Part, b.Part) })
	return parts, nil
}

// Len implements store.Store.
func (s *Store) Len(ctx context.Context) (int, error) {
	if err := s.rested(); err != nil {
		return 0, err
	}
	o, err := s.known(ctx)
	if err != nil {
		return 0, s.learn(err)
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	return len(o.place), nil
}

// All implements store.Store.
func (s *Store) All(ctx context.Context) iter.Seq2[store.Item, error] {
	return func(yield func(store.Item, error) bool) {
		if err := s.rested(); err != nil {
			yield(store.Item{}, err)
			return
		}
		if err := s.learn(s.walk(ctx, yield)); err != nil {
			yield(store.Item{}, err)
		}
	}
}

// walk gives the items until yield has enough.
func (s *Store) walk(ctx context.Context, yield func(store.Item, error) bool) error {
	if _, err := s.known(ctx); err != nil {
		return err
	}
	for after := lastGroup; ; {
		page, err := s.page(ctx, after, walkPage, all)
		if err != nil {
			return err
		}
		for _, object := range page {
			w, err := wholeOf(object)
			if err != nil {
				return &failure{"read an item", err}
			}
			item, err := w.full()
			if err != nil {
				return &failure{"read an item", err}
			}
			if !yield(item, nil) {
				return nil
			}
			after = idOf(object)
		}
		if len(page) < walkPage {
			return nil
		}
	}
}

// Unembedded implements store.Lacker.
func (s *Store) Unembedded(ctx context.Context, embedder string) ([]uint64, error) {
	if err := s.rested(); err != nil {
		return nil, err
	}
	seqs, err := s.unembedded(ctx, embedder)
	return seqs, s.learn(err)
}

func (s *Store) unembedded(ctx context.Context, embedder string) (seqs []uint64, err error) {
	if _, err := s.known(ctx); err != nil {
		return nil, err
	}
	other := func(than string) *filters.WhereBuilder {
		return filters.Where().WithPath([]string{"embedder"}).WithOperator(filters.NotEqual).WithValueText(than)
	}
	for after := -1.0; ; {
		beyond := filters.Where().WithPath([]string{"seq"}).WithOperator(filters.GreaterThan).WithValueNumber(after)
		query := s.client.GraphQL().Get().WithClassName(collection).WithTenant(s.tenant).WithFields(graphql.Field{Name: "memory"}, graphql.Field{Name: "seq"}).
			WithLimit(lackPage).WithSort(graphql.Sort{Path: []string{"seq"}, Order: graphql.Asc}).
			WithWhere(filters.Where().WithOperator(filters.And).WithOperands([]*filters.WhereBuilder{other(token(embedder)), other(noWords), beyond}))
		var page []map[string]any
		err := s.again(ctx, "read", func(ctx context.Context) (err error) {
			page, err = get(ctx, query)
			return err
		})
		if err != nil {
			return nil, err
		}
		for _, object := range page {
			f := fields{rest: text(object, "memory")}
			seqs = append(seqs, f.uint(64))
			if f.err != nil {
				return nil, &failure{"read an item", f.err}
			}
			after, _ = object["seq"].(float64)
		}
		if len(page) < lackPage {
			return slices.Compact(seqs), nil
		}
	}
}

func (s *Store) setVectors(known map[string]bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.vectors = known
}
