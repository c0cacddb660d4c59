package weaviate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"github.com/weaviate/weaviate-go-client/v4/weaviate/filters"
	"github.com/weaviate/weaviate-go-client/v4/weaviate/graphql"

	"citadel/memory/store"
)

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
	told   = []graphql.Field{{Name: "line"}, {Name: "text"}}
)

func idOf(object map[string]any) string {
	additional, _ := object["_additional"].(map[string]any)
	return text(additional, "id")
}

// page reads objects by id, after one.
func (s *Store) page(ctx context.Context, after string, n int, fields []graphql.Field) (objects []map[string]any, err error) {
	err = s.again(ctx, "read", func(ctx context.Context) error {
		objects, err = get(ctx, s.client.GraphQL().Get().WithClassName(Collection).WithTenant(s.tenant).
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
		objects, err = get(ctx, s.client.GraphQL().Get().WithClassName(Collection).WithTenant(s.tenant).
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

// First implements store.Store.
func (s *Store) First(ctx context.Context, seq uint64) (store.Item, error) {
	if err := s.rested(); err != nil {
		return store.Item{}, err
	}
	item, err := s.first(ctx, seq)
	if errors.Is(err, store.ErrUnknown) {
		return item, err
	}
	return item, s.learn(err)
}

func (s *Store) first(ctx context.Context, seq uint64) (none store.Item, err error) {
	within, cancel := context.WithTimeoutCause(ctx, s.within, errLate) // a turn waits for it
	defer cancel()
	o, err := s.known(within)
	if err != nil {
		return none, err
	}
	s.mu.RLock()
	k, there := o.first(seq)
	s.mu.RUnlock()
	if !there {
		return none, fmt.Errorf("get %d: %w", seq, store.ErrUnknown)
	}
	found, err := s.items(within, []key{k}, worded)
	if err != nil {
		return none, err
	}
	if len(found) == 0 {
		return none, fmt.Errorf("get %d: %w", seq, store.ErrUnknown)
	}
	item, err := found[0].full()
	if err != nil {
		return none, &failure{"read an item", err}
	}
	return item, nil
}

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

// Len implements store.Store. It asks nobody where the outline is known, and so says what the
// last call met.
func (s *Store) Len(ctx context.Context) (int, error) {
	if err := s.failing(); err != nil {
		return 0, err
	}
	within, cancel := context.WithTimeoutCause(ctx, s.within, errLate)
	defer cancel()
	o, err := s.known(within)
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
	soon := func() (context.Context, context.CancelFunc) { // a turn may wait for it
		return context.WithTimeoutCause(ctx, patience, errLate)
	}
	within, cancel := soon()
	_, err := s.known(within)
	cancel()
	if err != nil {
		return err
	}
	for after := lastGroup; ; {
		within, cancel := soon()
		page, err := s.page(within, after, walkPage, all)
		cancel()
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
		query := s.client.GraphQL().Get().WithClassName(Collection).WithTenant(s.tenant).WithFields(graphql.Field{Name: "memory"}, graphql.Field{Name: "seq"}).
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
