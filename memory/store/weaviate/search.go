package weaviate

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/weaviate/weaviate-go-client/v4/weaviate/filters"
	"github.com/weaviate/weaviate-go-client/v4/weaviate/graphql"
	"golang.org/x/sync/errgroup"

	"citadel/memory/formula"
	"citadel/memory/store"
	"citadel/memory/store/ranking"
)

// How many candidates each list brings: several for each place, since the lists overlap and
// the server orders them by less than we do.
const (
	perPlace = 4
	leastOf  = 80
	// spare is how many more the lists by likeness bring than can make it: the server's bounds
	// of time are whole seconds.
	spare = 8
)

// Search implements store.Store.
func (s *Store) Search(ctx context.Context, q store.Query) (store.Result, error) {
	results, err := s.SearchAll(ctx, q)
	if err != nil {
		return store.Result{}, err
	}
	return results[0], nil
}

// SearchAll implements store.Store. The queries are asked at once, and share the time there is.
func (s *Store) SearchAll(ctx context.Context, qs ...store.Query) ([]store.Result, error) {
	for _, q := range qs {
		if len(q.Audiences) == 0 {
			return nil, store.ErrNoAudience
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	if err := s.rested(); err != nil {
		return nil, err
	}
	within, cancel := context.WithTimeoutCause(ctx, s.within, errLate)
	defer cancel()
	results := make([]store.Result, len(qs))
	work, within := errgroup.WithContext(within)
	for i, q := range qs {
		work.Go(func() (err error) {
			results[i], err = s.search(within, q)
			return err
		})
	}
	if err := s.learn(work.Wait()); err != nil {
		return nil, err
	}
	return results, nil
}

func (s *Store) search(ctx context.Context, q store.Query) (store.Result, error) {
	o, err := s.known(ctx)
	if err != nil {
		return store.Result{}, err
	}
	s.mu.RLock()
	asked := o.question(q)
	s.mu.RUnlock()
	result := store.Result{Named: asked.names()}
	found, near, err := s.lists(ctx, q, asked)
	if err != nil {
		return store.Result{}, err
	}
	s.mu.RLock()
	for k, w := range s.fresh {
		found[k] = w.whole
	}
	s.mu.RUnlock()
	r := ranking.New(q, len(asked.named) > 0)
	p := newPool(asked, r, found)
	candidates, best := r.Fuse(ranking.Lists{
		Words: p.worded(), Rest: p.rest, Like: p.likes,
		Near: func(n int) []ranking.Candidate { return p.nearest(near, n) },
	}, formula.Candidates(q.Places()))
	for _, b := range best {
		c := &candidates[b.At]
		item, err := p.items[c.Own].told()
		if err != nil {
			return store.Result{}, &failure{"read an item", err}
		}
		result.Hits = append(result.Hits, store.Hit{
			Item: item, Score: b.Score, Parts: b.Parts,
			Coverage: ranking.Coverage(c.Covered, asked.mass), Likeness: float64(c.Likeness),
		})
	}
	result.Hits = ranking.WithoutTwins(r.Phrased(result.Hits), q.Places())
	result.Agreement = r.Agreement()
	return result, nil
}

// lists asks the server for the candidates, all lists at once, and gives each item once. near
// are those that came by likeness.
func (s *Store) lists(ctx context.Context, q store.Query, asked *question) (found map[key]*whole, near []key, err error) {
	var mu sync.Mutex
	found = map[key]*whole{}
	work, ctx := errgroup.WithContext(ctx)
	for _, list := range s.queries(q, asked) {
		work.Go(func() error {
			var objects []map[string]any
			err := s.again(ctx, "search", func(ctx context.Context) (err error) {
				objects, err = get(ctx, list.query)
				return err
			})
			if err != nil {
				return err
			}
			for _, object := range objects {
				w, err := wholeOf(object)
				if err != nil {
					return &failure{"read an item", err}
				}
				mu.Lock()
				found[keyOf(w.item)] = w
				if list.likeness {
					near = append(near, keyOf(w.item))
				}
				mu.Unlock()
			}
			return nil
		})
	}
	return found, near, work.Wait()
}

// list is a question to the server that brings candidates.
type list struct {
	query    *graphql.GetBuilder
	likeness bool // it brings them by likeness, not by words
}

// queries are the lists that make up a search: by own words, by those of the neighbourhood,
// and by likeness, one for each vector of the query whose embedder anything within its
// audiences has vectors of.
func (s *Store) queries(q store.Query, asked *question) []list {
	of, fields := asked.filter(q), worded
	if len(asked.vectors) == 0 { // nothing is compared: a vector is longer than its line and its text
		fields = told
	}
	get := func(n int) *graphql.GetBuilder {
		return s.client.GraphQL().Get().WithClassName(Collection).WithTenant(s.tenant).WithFields(fields...).WithLimit(n).WithWhere(of)
	}
	var lists []list
	if words := asked.words(); words != "" {
		for _, property := range []string{"own", "around"} {
			bm25 := s.client.GraphQL().Bm25ArgBuilder().WithQuery(words).WithProperties(property)
			lists = append(lists, list{query: get(max(leastOf, perPlace*q.Places())).WithBM25(bm25)})
		}
	}
	for _, v := range asked.vectors {
		near := s.client.GraphQL().NearVectorArgBuilder().WithVector(v.Values).WithTargetVectors(vectorName(v.Embedder, len(v.Values)))
		lists = append(lists, list{query: get(formula.Candidates(q.Places()) + spare).WithNearVector(near), likeness: true})
	}
	return lists
}

// words are the terms for the server, which counts one that comes twice for twice as much:
// so they weigh there, nearly, what they weigh here.
func (asked *question) words() string {
	var words []string
	for _, a := range asked.asked {
		times := 1.0
		switch {
		case a.kin != "":
			times = ranking.KinWeight
		case a.calls:
			times = ranking.NameDamping
		}
		for range int(math.Round(10 * times)) {
			words = append(words, a.term)
		}
	}
	return strings.Join(words, " ")
}

// filter is what the server can tell of the bounds of a query. Times are whole seconds, and
// let in a little more than the ranking does.
func (asked *question) filter(q store.Query) *filters.WhereBuilder {
	one := func(property string, of []string) *filters.WhereBuilder {
		tokens := make([]string, len(of))
		for i, name := range of {
			tokens[i] = token(name)
		}
		return filters.Where().WithPath([]string{property}).WithOperator(filters.ContainsAny).WithValueText(tokens...)
	}
	bound := func(property string, operator filters.WhereOperator, at float64) *filters.WhereBuilder {
		return filters.Where().WithPath([]string{property}).WithOperator(operator).WithValueNumber(at)
	}
	all := []*filters.WhereBuilder{one("audience", asked.audiences)}
	if len(q.Kinds) > 0 {
		kinds := make([]string, len(q.Kinds))
		for i, k := range q.Kinds {
			kinds[i] = string(k)
		}
		all = append(all, one("kind", kinds))
	}
	if q.Speaker != "" {
		all = append(all, one("speaker", []string{q.Speaker}))
	}
	if !q.From.IsZero() {
		all = append(all, bound("on", filters.GreaterThanEqual, seconds(q.From)))
	}
	if !q.To.IsZero() {
		all = append(all, bound("on", filters.LessThanEqual, seconds(q.To)))
	}
	if !q.Superseded && !q.Now.IsZero() {
		all = append(all, bound("until", filters.GreaterThanEqual, seconds(q.Now)))
	}
	if len(all) == 1 {
		return all[0]
	}
	return filters.Where().WithOperator(filters.And).WithOperands(all)
}

// names are the names of those whom the query names.
func (asked *question) names() []string {
	var names []string
	for who := range asked.named {
		names = append(names, who.name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
