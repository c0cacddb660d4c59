package weaviate

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"

	"github.com/weaviate/weaviate-go-client/v4/weaviate/graphql"
	"github.com/weaviate/weaviate/entities/models"

	"citadel/memory/store"
	"citadel/memory/store/ranking"
	"citadel/memory/words"
)

// The mark is an object of the tenant that says whose memories these are, in which form, and
// how far the follower came. It is the one object that is not made of items: where it is
// missing, the tenant is new or somebody emptied it.
type mark struct {
	version int
	recipe  string // what the words of an item and its neighbours count for, and how they are cut
	ledger  string
	store.Progress
}

// form is that of the lines of items, and of how the follower cuts and groups what it puts.
const form = 2

// recipe changes when what is worked out at writing would come out otherwise. Memories
// written by another one are written anew.
var recipe = sync.OnceValue(func() string {
	var counts []string
	for turns := range ranking.Reach {
		counts = append(counts, fmt.Sprint(ranking.Near(false, turns+1), ranking.Near(true, turns+1)))
	}
	var analyzer words.Analyzer
	terms := analyzer.AppendTerms(nil, "We didn't buy the children's bikes in Café № 12: 3.50€ each, www.example.com, 中文 Straße running ran")
	return token(fmt.Sprint(counts, ranking.WholeWord, ranking.AnswerWord, terms, form))
})

// markID comes before those of groups and items.
var markID = uuid(0, 1)

// ErrForeign says that the tenant holds the memories of another ledger.
var ErrForeign = fmt.Errorf("%w: the Weaviate server holds the memories of another ledger under this name", store.ErrUnavailable)

func (m mark) encode() string {
	parts := []string{strconv.Itoa(m.version), m.recipe, url.QueryEscape(m.ledger)}
	for _, c := range []store.Cursor{m.Reached, m.Begun} {
		parts = append(parts, strconv.FormatUint(c.Seq, 10), c.Hash)
	}
	return strings.Join(parts, "|")
}

func decodeMark(line string) (mark, error) {
	f := fields{rest: line}
	m := mark{version: int(f.uint(16)), recipe: f.text(), ledger: f.name()}
	m.Reached = store.Cursor{Seq: f.uint(64), Hash: f.text()}
	if m.Begun = m.Reached; f.rest != "" { // a mark of citadel 0.7 and before ends here
		m.Begun = store.Cursor{Seq: f.uint(64), Hash: f.text()}
	}
	return m, f.err
}

// readMark gives the mark; none has version 0. It is one object: a server that takes longer for
// it is away, and whoever follows says so.
func (s *Store) readMark(ctx context.Context) (m mark, err error) {
	within, cancel := context.WithTimeoutCause(ctx, reach, errLate)
	defer cancel()
	err = s.again(within, "read the mark", func(ctx context.Context) error {
		objects, err := s.client.Data().ObjectsGetter().WithClassName(Collection).WithTenant(s.tenant).WithID(markID.String()).Do(ctx)
		if status(err) == 404 || len(objects) == 0 && err == nil {
			m = mark{}
			return nil
		}
		if err != nil {
			return err
		}
		properties, _ := objects[0].Properties.(map[string]any)
		m, err = decodeMark(text(properties, "line"))
		return err
	})
	return m, err
}

func (s *Store) writeMark(ctx context.Context, m mark) error {
	return s.write(ctx, []*models.Object{{
		Class: Collection, Tenant: s.tenant, ID: markID, Properties: map[string]any{"line": m.encode()},
	}})
}

// settle gives the mark of the tenant, setting it in a new one. Memories in an older form
// are dropped: the follower writes them again.
func (s *Store) settle(ctx context.Context) (mark, error) {
	m, err := s.readMark(ctx)
	switch {
	case err != nil:
		return m, err
	case m.version > version:
		return m, fmt.Errorf("%w: form %d, this one knows %d", ErrNewer, m.version, version)
	case m.version > 0 && m.ledger != s.ledger:
		return m, fmt.Errorf("%w: tenant %s", ErrForeign, s.tenant)
	case m.version == version && m.recipe == recipe():
		return m, nil
	}
	if err := s.empty(ctx); err != nil {
		return m, err
	}
	m = mark{version: version, recipe: recipe(), ledger: s.ledger}
	return m, s.writeMark(ctx, m)
}

// dropTries is how often a tenant is dropped of which something was left.
const dropTries = 3

// empty drops the tenant with all that is in it, and makes it anew. The server says that it dropped a tenant when its
// schema no longer names it; what its files still hold under load comes back with the tenant, so that this is looked at.
func (s *Store) empty(ctx context.Context) error {
	for range dropTries {
		err := s.again(ctx, "drop the tenant", func(ctx context.Context) error {
			return s.client.Schema().TenantsDeleter().WithClassName(Collection).WithTenants(s.tenant).Do(ctx)
		})
		if err == nil {
			err = s.tenancy(ctx)
		}
		var left []map[string]any
		if err == nil {
			left, err = s.page(ctx, "", 1, []graphql.Field{{Name: "_additional", Fields: []graphql.Field{{Name: "id"}}}})
		}
		if err != nil || len(left) == 0 {
			return err
		}
	}
	return fmt.Errorf("%w: tenant %s", ErrHeld, s.tenant)
}

// Clear implements store.Lasting.
func (s *Store) Clear(ctx context.Context) error {
	if err := s.writer.enter(ctx); err != nil {
		return err
	}
	defer s.writer.leave()
	return s.learn(s.clear(ctx))
}

func (s *Store) clear(ctx context.Context) error {
	if _, err := s.prepare(ctx); err != nil {
		return err
	}
	if err := s.empty(ctx); err != nil {
		return err
	}
	s.mu.Lock()
	s.outline = nil
	s.mu.Unlock()
	_, err := s.prepare(ctx)
	return err
}

// Progress implements store.Lasting. Finding another mark than the one it left, it reads the
// server anew: somebody restored or emptied it.
func (s *Store) Progress(ctx context.Context) (at store.Progress, err error) {
	if err := s.writer.enter(ctx); err != nil {
		return at, err
	}
	defer s.writer.leave()
	at, err = s.progress(ctx)
	return at, s.learn(err)
}

func (s *Store) progress(ctx context.Context) (none store.Progress, err error) {
	if _, err := s.prepare(ctx); err != nil {
		return none, err
	}
	m, err := s.readMark(ctx)
	if err != nil && !lost(err) && status(err) != 422 {
		return none, err
	}
	s.mu.Lock()
	same := err == nil && m == s.mark
	if !same {
		s.outline = nil
	}
	s.mu.Unlock()
	if same {
		return m.Progress, nil
	}
	if _, err := s.prepare(ctx); err != nil {
		return none, err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.mark.Progress, nil
}

// Begin implements store.Lasting.
func (s *Store) Begin(ctx context.Context, to store.Cursor) error {
	return s.note(ctx, func(p *store.Progress) { p.Begun = to })
}

// Reach implements store.Lasting.
func (s *Store) Reach(ctx context.Context, at store.Cursor) error {
	return s.note(ctx, func(p *store.Progress) { p.Reached, p.Begun = at, at })
}

// note changes the mark, which has to be the one that this process found or wrote last.
func (s *Store) note(ctx context.Context, how func(*store.Progress)) error {
	if err := s.writer.enter(ctx); err != nil {
		return err
	}
	defer s.writer.leave()
	return s.learn(s.remark(ctx, how))
}

func (s *Store) remark(ctx context.Context, how func(*store.Progress)) error {
	if _, err := s.prepare(ctx); err != nil {
		return err
	}
	m, err := s.readMark(ctx)
	if err != nil || m != s.left() {
		s.mu.Lock()
		s.outline = nil
		s.mu.Unlock()
		// What was put last may lie alone in a tenant that was emptied meanwhile.
		return errors.Join(err, fmt.Errorf("%w: it was emptied, or set back, while it was written", store.ErrUnavailable))
	}
	how(&m.Progress)
	if err := s.writeMark(ctx, m); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mark = m
	return nil
}

// left is the mark that this process found or wrote last.
func (s *Store) left() mark {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.mark
}

// Report is what a look at the server found.
type Report struct {
	Server string // version of the server
	store.Progress
}

// Look looks at the server and changes nothing there. The errors are those of Check, but for
// ErrForeign where the store was not told its ledger.
func (s *Store) Look(ctx context.Context) (Report, error) {
	within, cancel := context.WithTimeoutCause(ctx, patience, errLate)
	defer cancel()
	var report Report
	err := s.again(within, "ask for the version", func(ctx context.Context) error {
		meta, err := s.client.Misc().MetaGetter().Do(ctx)
		if err == nil {
			report.Server = meta.Version
		}
		return err
	})
	if err != nil {
		return report, err
	}
	class, err := s.class(within)
	if err != nil || class == nil {
		return report, err
	}
	m, err := s.readMark(within)
	switch {
	case status(err) == http.StatusUnprocessableEntity && !errors.Is(err, ErrHeld): // no such tenant yet
		return report, nil
	case err != nil:
		return report, err
	case s.ledger != "" && m.version > 0 && m.ledger != s.ledger:
		return report, fmt.Errorf("%w: tenant %s", ErrForeign, s.tenant)
	}
	if m.version == 0 { // which a server that lost its index says as well
		if _, err := s.page(within, "", 1, line); errors.Is(err, store.ErrBroken) {
			return report, err
		}
	}
	report.Progress = m.Progress
	return report, nil
}
