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
)

// Search implements store.Store.
func (s *Store) Search(ctx context.Context, q store.Query) (store.Result, error) {
	if len(q.Audiences) == 0 {
		return store.Result{}, store.ErrNoAudience
	}
	if err := ctx.Err(); err != nil {
		return store.Result{}, fmt.Errorf("search: %w", err)
	}
	if err := s.rested(); err != nil {
		return store.Result{}, err
	}
	within, cancel := context.WithTimeoutCause(ctx, patience, errLate)
	defer cancel()
	result, err := s.search(within, q)
	return result, s.learn(err)
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
	if len(asked.asked) == 0 {
		return result, nil
	}
	found, err := s.lists(ctx, q, asked)
	if err != nil {
		return store.Result{}, err
	}
	s.mu.RLock()
	for k, w := range s.fresh {
		found[k] = w.whole
	}
	s.mu.RUnlock()
	r := ranking.New(q, len(asked.named) > 0)
	admitted, candidates := asked.weigh(r, found)
	best := r.Best(candidates, formula.Candidates(q.Places()))
	for _, b := range best {
		item, err := admitted[b.At].full()
		if err != nil {
			return store.Result{}, &failure{"read an item", err}
		}
		result.Hits = append(result.Hits, store.Hit{
			Item: item, Score: b.Score, Parts: b.Parts,
			Coverage: ranking.Coverage(candidates[b.At].Covered, asked.mass),
		})
	}
	result.Hits = ranking.WithoutTwins(result.Hits, q.Places())
	result.Agreement = r.Agreement()
	return result, nil
}

// lists asks the server for the candidates, all lists at once, and gives each item once.
func (s *Store) lists(ctx context.Context, q store.Query, asked *question) (map[key]*whole, error) {
	var mu sync.Mutex
	found := map[key]*whole{}
	work, ctx := errgroup.WithContext(ctx)
	for _, query := range s.queries(q, asked) {
		work.Go(func() error {
			var objects []map[string]any
			err := s.again(ctx, "search", func(ctx context.Context) (err error) {
				objects, err = get(ctx, query)
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
				mu.Unlock()
			}
			return nil
		})
	}
	return found, work.Wait()
}

// queries are the lists that make up a search: by own words, by those of the neighbourhood,
// and by likeness.
func (s *Store) queries(q store.Query, asked *question) []*graphql.GetBuilder {
	of, words := asked.filter(q), asked.words()
	n := max(leastOf, perPlace*q.Places())
	list := func() *graphql.GetBuilder {
		return s.client.GraphQL().Get().WithClassName(collection).WithTenant(s.tenant).WithFields(worded...).WithLimit(n).WithWhere(of)
	}
	var queries []*graphql.GetBuilder
	for _, property := range []string{"own", "around"} {
		bm25 := s.client.GraphQL().Bm25ArgBuilder().WithQuery(words).WithProperties(property)
		queries = append(queries, list().WithBM25(bm25))
	}
	return queries
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

// weigh counts anew what the terms score in each item found: what the server scored comes
// from all audiences of the tenant. Items that the query does not admit are left out.
func (asked *question) weigh(r *ranking.Ranking, found map[key]*whole) (admitted []*whole, candidates []ranking.Candidate) {
	own, near := make([]uint32, len(asked.asked)), make([]uint32, len(asked.asked))
	for _, w := range found {
		i := w.item
		if !slices.Contains(asked.audiences, i.Audience) || !r.Admits(i.On.UnixMicro(), w.validTo(), i.Kind, i.Speaker) {
			continue
		}
		pick(w.own, asked.place, own)
		pick(w.near, asked.place, near)
		c := ranking.Candidate{
			Seq: i.Seq, Part: i.Part, Answer: i.Kind == store.Answer, Named: asked.named[speaker{i.Speaker, i.Audience}],
			Class: i.Class, Settled: i.Settled, On: i.On.UnixMicro(),
			Session: asked.session[homeOf(i)],
		}
		for t, a := range asked.asked {
			if own[t] > 0 {
				c.Terms += a.worth * ranking.SaturateOwn(float32(own[t]), float32(w.length), asked.own)
				c.Covered += a.worth
			}
			if around := ranking.WholeWord*own[t] + near[t]; around > 0 {
				c.Around += a.worth * ranking.Saturate(float32(around)/ranking.WholeWord, float32(w.around), asked.around)
			}
		}
		if c.Around > 0 {
			admitted, candidates = append(admitted, w), append(candidates, c)
		}
	}
	return admitted, candidates
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
