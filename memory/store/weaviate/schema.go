package weaviate

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/weaviate/weaviate/entities/models"

	"citadel/memory/store"
)

// Collection is where all minds of a server keep their memories, each in a tenant of its
// own.
const Collection = "CitadelMemory"

// version is that of the collection's shape and of the lines in it. A server with a newer
// one was written by a newer program and is left alone. What an older one lacks is added; a
// property that has to become another takes a new name.
const version = 1

// schemaMark stands before the version in the description of the collection.
const schemaMark = "Memories of Citadel, schema "

func definition() *models.Class {
	yes, no := true, false
	words := func(name string) *models.Property { // searched with BM25
		return &models.Property{Name: name, DataType: []string{"text"}, Tokenization: models.PropertyTokenizationWhitespace, IndexSearchable: &yes, IndexFilterable: &no}
	}
	name := func(name string) *models.Property { // compared
		return &models.Property{Name: name, DataType: []string{"text"}, Tokenization: models.PropertyTokenizationField, IndexSearchable: &no, IndexFilterable: &yes}
	}
	number := func(name string) *models.Property { // bounded
		return &models.Property{Name: name, DataType: []string{"number"}, IndexFilterable: &no, IndexRangeFilters: &yes}
	}
	kept := func(name string) *models.Property { // only read
		return &models.Property{Name: name, DataType: []string{"text"}, Tokenization: models.PropertyTokenizationField, IndexSearchable: &no, IndexFilterable: &no}
	}
	return &models.Class{
		Class:              Collection,
		Description:        schemaMark + strconv.Itoa(version),
		MultiTenancyConfig: &models.MultiTenancyConfig{Enabled: true},
		InvertedIndexConfig: &models.InvertedIndexConfig{
			Bm25:      &models.BM25Config{K1: 1.2, B: 0.75}, // ours, so that the best here are the best there
			Stopwords: &models.StopwordConfig{Preset: "none"},
		},
		VectorConfig: map[string]models.VectorConfig{firstVector: vectorIndex()},
		Properties: []*models.Property{
			words("own"), words("around"),
			name("memory"), name("audience"), name("kind"), name("speaker"), name("embedder"),
			number("seq"), number("on"), number("until"),
			kept("line"), kept("text"), kept("vector"),
		},
	}
}

// firstVector is an index without vectors: a collection that began with no named one can
// have none later.
const firstVector = "v_none"

// vectorIndex ranks by the dot product, since vectors come with length 1. Up to 40,000 items
// of a tenant it compares with all of them, for every query has a filter.
func vectorIndex() models.VectorConfig {
	return models.VectorConfig{
		Vectorizer:        map[string]any{"none": map[string]any{}},
		VectorIndexType:   "hnsw",
		VectorIndexConfig: map[string]any{"distance": "dot", "flatSearchCutoff": 40_000},
	}
}

// ErrNewer says that the server's collection was made by a newer program.
var ErrNewer = fmt.Errorf("%w: the memories on this Weaviate server were written by a newer version of Citadel", store.ErrUnavailable)

// class reads the collection and checks that it is ours; nil if there is none.
func (s *Store) class(ctx context.Context) (*models.Class, error) {
	var class *models.Class
	within, cancel := context.WithTimeoutCause(ctx, reach, errLate) // what is asked first of all
	defer cancel()
	err := s.again(within, "read the schema", func(ctx context.Context) error {
		var err error
		class, err = s.client.Schema().ClassGetter().WithClassName(Collection).Do(ctx)
		return err
	})
	if status(err) == http.StatusNotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	found, ours := strings.CutPrefix(class.Description, schemaMark)
	number, err := strconv.Atoi(found)
	switch {
	case !ours || err != nil:
		return nil, fmt.Errorf("%w: the Weaviate server has a collection %s that is not Citadel's", store.ErrUnavailable, Collection)
	case number > version:
		return nil, fmt.Errorf("%w: schema %d, this one knows %d", ErrNewer, number, version)
	}
	return class, nil
}

// migrate brings the collection to this version, making it if it is not there, and tells
// which vectors it has an index for. What an older version lacks is added; the memories in it
// are in an older form and are written anew (see settle).
func (s *Store) migrate(ctx context.Context) (map[string]bool, error) {
	class, err := s.class(ctx)
	if err != nil {
		return nil, err
	}
	if class == nil {
		return map[string]bool{firstVector: true}, s.again(ctx, "make the collection", func(ctx context.Context) error {
			return s.client.Schema().ClassCreator().WithClass(definition()).Do(ctx)
		})
	}
	if class.Description != definition().Description {
		if err := s.lift(ctx, class); err != nil {
			return nil, err
		}
	}
	vectors := map[string]bool{}
	for name := range class.VectorConfig {
		vectors[name] = true
	}
	return vectors, nil
}

// lift adds to an older collection what it lacks, and only then says that it is of this
// version.
func (s *Store) lift(ctx context.Context, class *models.Class) error {
	there := map[string]bool{}
	for _, p := range class.Properties {
		there[p.Name] = true
	}
	for _, p := range definition().Properties {
		if there[p.Name] {
			continue
		}
		err := s.again(ctx, "add to the collection", func(ctx context.Context) error {
			return s.client.Schema().PropertyCreator().WithClassName(Collection).WithProperty(p).Do(ctx)
		})
		if err != nil {
			return err
		}
	}
	return s.again(ctx, "name the version", func(ctx context.Context) error {
		class, err := s.client.Schema().ClassGetter().WithClassName(Collection).Do(ctx)
		if err != nil {
			return err
		}
		class.Description = definition().Description
		return s.update(ctx, class)
	})
}

// update writes a collection that was read, without what the server adds to one with named
// vectors and then does not take back.
func (s *Store) update(ctx context.Context, class *models.Class) error {
	class.VectorIndexConfig, class.VectorIndexType, class.Vectorizer = nil, "", ""
	return s.client.Schema().ClassUpdater().WithClass(class).Do(ctx)
}

// index makes sure that vectors of these names can be searched.
func (s *Store) index(ctx context.Context, names map[string]bool) error {
	missing := map[string]bool{}
	for name := range names {
		if !s.vectors[name] {
			missing[name] = true
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return s.again(ctx, "index vectors", func(ctx context.Context) error {
		class, err := s.client.Schema().ClassGetter().WithClassName(Collection).Do(ctx)
		if err != nil {
			return err
		}
		for name := range missing {
			if _, ok := class.VectorConfig[name]; !ok {
				class.VectorConfig[name] = vectorIndex()
			}
		}
		if err := s.update(ctx, class); err != nil {
			return err
		}
		known := map[string]bool{}
		for name := range class.VectorConfig {
			known[name] = true
		}
		s.setVectors(known)
		return nil
	})
}

// tenancy makes sure that this mind has a place of its own.
func (s *Store) tenancy(ctx context.Context) error {
	return s.again(ctx, "make the tenant", func(ctx context.Context) error {
		there, err := s.client.Schema().TenantsExists().WithClassName(Collection).WithTenant(s.tenant).Do(ctx)
		if err != nil || there {
			return err
		}
		return s.client.Schema().TenantsCreator().WithClassName(Collection).WithTenants(models.Tenant{Name: s.tenant}).Do(ctx)
	})
}
