package weaviate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/weaviate/weaviate/entities/models"
	"golang.org/x/sync/errgroup"

	"citadel/deployments/test"
	"citadel/memory/embed/hashing"
	"citadel/memory/store"
	"citadel/memory/store/storetest"
)

// BenchmarkSearch compares a search with the bare queries that it is made of, sent side by
// side, their answers decoded and dropped: "ratio" is that of the medians, "p95-ratio" that of
// the 95th percentiles. Both take turns, so that they meet the same machine.
func BenchmarkSearch(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 20_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s, babble := filled(b, n)
			ctx := context.Background()
			var searches, bare []time.Duration
			for b.Loop() {
				q := store.Query{Text: babble.Words(8), Audiences: []string{"private"}, Now: storetest.Start.AddDate(9, 0, 0), Limit: 12}
				q.Vectors = []store.Vector{{Embedder: s.embedder.Name(), Values: s.vectors(b, q.Text)[0]}}
				if s.random.IntN(2) == 0 {
					searches = append(searches, took(b, func() error { _, err := s.Search(ctx, q); return err }))
					bare = append(bare, took(b, func() error { return s.bare(ctx, q) }))
				} else {
					bare = append(bare, took(b, func() error { return s.bare(ctx, q) }))
					searches = append(searches, took(b, func() error { _, err := s.Search(ctx, q); return err }))
				}
			}
			slices.Sort(searches)
			slices.Sort(bare)
			half, most := len(bare)/2, len(bare)*95/100
			b.ReportMetric(float64(searches[half].Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(searches[most].Microseconds())/1000, "p95-ms")
			b.ReportMetric(float64(searches[half])/float64(bare[half]), "ratio")
			b.ReportMetric(float64(searches[most])/float64(bare[most]), "p95-ratio")
		})
	}
}

// BenchmarkPut gives items/s, in the lots of the follower.
func BenchmarkPut(b *testing.B) {
	const lot = 256
	s, babble := filled(b, 0)
	for b.Loop() {
		if err := s.Put(context.Background(), s.items(b, babble, lot)...); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*lot)/b.Elapsed().Seconds(), "items/s")
}

type benched struct {
	*Store
	random   *rand.Rand
	embedder *hashing.Embedder
}

func (s benched) vectors(b *testing.B, texts ...string) [][]float32 {
	made, err := s.embedder.Embed(context.Background(), texts)
	if err != nil {
		b.Fatal(err)
	}
	return made
}

// items are the next utterances, with their vectors.
func (s benched) items(b *testing.B, babble *storetest.Babble, n int) []store.Item {
	items := babble.Items(n)
	texts := make([]string, n)
	for i := range items {
		texts[i] = items[i].Text
	}
	for i, v := range s.vectors(b, texts...) {
		items[i].Vector, items[i].Embedder = v, s.embedder.Name()
	}
	return items
}

func took(b *testing.B, do func() error) time.Duration {
	began := time.Now()
	if err := do(); err != nil {
		b.Fatal(err)
	}
	return time.Since(began)
}

// bare sends what a search for q would.
func (s benched) bare(ctx context.Context, q store.Query) error {
	var work errgroup.Group
	for _, list := range s.queries(q, s.outline.question(q)) {
		work.Go(func() error {
			_, err := get(ctx, list.query)
			return err
		})
	}
	return work.Wait()
}

func filled(b *testing.B, n int) (benched, *storetest.Babble) {
	b.Helper()
	s, err := New(Options{
		URL: test.Server(b, test.WeaviateURL), GRPC: test.Server(b, test.WeaviateGRPC), Key: test.Server(b, test.WeaviateKey),
		Principal: fmt.Sprintf("b%d", time.Now().UnixNano()), Ledger: "of the benchmark", Now: time.Now,
	})
	if err != nil {
		b.Fatal(err)
	}
	if err := s.Check(context.Background()); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := s.client.Schema().TenantsDeleter().WithClassName(Collection).WithTenants(s.tenant).Do(context.Background()); err != nil {
			b.Error(err)
		}
	})
	babble := storetest.NewBabble(1, 40_000)
	filled := benched{s, rand.New(rand.NewPCG(1, 1)), hashing.New()}
	for left := n; left > 0; left -= 500 {
		if err := s.Put(context.Background(), filled.items(b, babble, min(left, 500))...); err != nil {
			b.Fatal(err)
		}
	}
	for _, status := range []string{models.TenantActivityStatusINACTIVE, models.TenantActivityStatusACTIVE} { // to disk, as a minute later
		within, cancel := context.WithTimeout(context.Background(), time.Minute) // which the store gives nobody
		err := s.client.Schema().TenantsUpdater().WithClassName(Collection).WithTenants(models.Tenant{Name: s.tenant, ActivityStatus: status}).Do(within)
		if cancel(); err != nil {
			b.Fatal(err)
		}
	}
	s.fresh = fresh{}
	return filled, babble
}
