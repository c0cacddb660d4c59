package weaviate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/weaviate/weaviate-go-client/v4/weaviate/fault"
	"github.com/weaviate/weaviate-go-client/v4/weaviate/graphql"
	"github.com/weaviate/weaviate/entities/models"
	"google.golang.org/grpc/codes"
	grpcstatus "google.golang.org/grpc/status"

	"citadel/memory/store"
)

const (
	// patience is how long a search, with all it asks, may take where Options say nothing else: a
	// turn waits for it.
	patience = 3 * time.Second
	// reach is how long one small thing may take by which a server shows that it is there.
	reach = 2 * time.Second
	// slack is how long one write or one page of a walk may take.
	slack = 30 * time.Second

	attempts = 3
	pause    = 100 * time.Millisecond // before the second attempt, then twice as long each

	// maxAnswer bounds what is read of one answer, in bytes: a page of the longest texts.
	maxAnswer = 256 << 20
	// maxBatch is how many bytes of lines, texts and vectors are sent at a time, and
	// maxObjects how many objects.
	maxBatch   = 4 << 20
	maxObjects = 256
)

// again does a call, which must be idempotent, until it succeeds, fails for good, or was
// tried often enough. What it returns is an ErrUnavailable unless ctx ended.
func (s *Store) again(ctx context.Context, what string, call func(context.Context) error) error {
	wait := pause
	for n := 1; ; n++ {
		one, cancel := context.WithTimeout(ctx, slack)
		err := call(one)
		cancel()
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil && context.Cause(ctx) != errLate:
			return fmt.Errorf("weaviate: %s: %w", what, ctx.Err())
		case n == attempts || !passing(err) || ctx.Err() != nil:
			return &failure{what, err}
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
		case <-timer.C:
		}
		timer.Stop()
		wait *= 2
	}
}

// errLate is the cause of a context of ours that ran out, while that of the caller did not.
var errLate = errors.New("the server took too long")

// failure is a call that the server, or the way to it, did not grant.
type failure struct {
	what string
	err  error
}

func (f *failure) Error() string {
	return fmt.Sprintf("weaviate: %s: %v", f.what, reason(f.err))
}

func (f *failure) Unwrap() []error {
	switch told := reason(f.err).Error(); {
	case indexless(told):
		return []error{store.ErrBroken, f.err}
	case strings.Contains(told, registered):
		return []error{ErrHeld, f.err}
	}
	return []error{store.ErrUnavailable, f.err}
}

// ErrHeld says that the server still holds the files of memories that it was asked to drop, as
// 1.37.0 does when its own work on them takes longer than the 20 s it waits: that tenant cannot be
// made again before the server is started again.
var ErrHeld = fmt.Errorf("%w: it holds files that it was to drop", store.ErrUnavailable)

// registered is what the server says of such files.
const registered = "bucket already registered"

// indexless says whether a server tells that its schema names the collection and its files hold
// none, as 1.37.0 comes up when it was killed or its disk was taken away while it made one. Nothing
// can be written there until the collection is deleted.
func indexless(told string) bool {
	return strings.Contains(told, "cannot find index for") || strings.Contains(told, "non-existing index for")
}

// reason is an error without what the client wraps around it, and without addresses.
func reason(err error) error {
	var of *fault.WeaviateClientError
	for errors.As(err, &of) {
		if of.DerivedFromError == nil {
			return fmt.Errorf("status %d: %s", of.StatusCode, short(of.Msg))
		}
		err, of = of.DerivedFromError, nil
	}
	var at *url.Error
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}

// short keeps the beginning of a foreign message, which may quote all that was sent.
func short(text string) string {
	const enough = 300
	if strings.Contains(text, registered) {
		return registered
	}
	if len(text) > enough {
		return strings.ToValidUTF8(text[:enough], "") + "…"
	}
	return text
}

// status is that of the answer, or 0 where there was none.
func status(err error) int {
	var of *fault.WeaviateClientError
	for errors.As(err, &of) {
		if of.DerivedFromError == nil {
			return of.StatusCode
		}
		err, of = of.DerivedFromError, nil
	}
	return 0
}

// passing says whether the same call may succeed a little later.
func passing(err error) bool {
	if code := status(err); code > 0 {
		return code >= 500 || code == http.StatusTooManyRequests || code == http.StatusRequestTimeout
	}
	if s, ok := grpcstatus.FromError(err); ok {
		switch s.Code() {
		case codes.Unavailable, codes.DeadlineExceeded, codes.ResourceExhausted, codes.Aborted, codes.Internal, codes.Unknown:
			return true
		}
		return false
	}
	return !errors.As(err, new(*refusal))
}

// refusal is an answer that says no.
type refusal struct{ text string }

func (r *refusal) Error() string { return short(r.text) }

// lost says whether an error tells that the collection or the tenant is not there any more.
func lost(err error) bool {
	var r *refusal
	return errors.As(err, &r) && (strings.Contains(r.text, "tenant not found") || strings.Contains(r.text, "Cannot query field") ||
		indexless(r.text) || strings.Contains(r.text, "could not find class") || strings.Contains(r.text, "class not found"))
}

// get reads what a query brings: of each object the fields that were named.
func get(ctx context.Context, query *graphql.GetBuilder) ([]map[string]any, error) {
	answer, err := query.Do(ctx)
	if err != nil {
		return nil, err
	}
	if len(answer.Errors) > 0 {
		return nil, &refusal{answer.Errors[0].Message}
	}
	classes, _ := answer.Data["Get"].(map[string]any)
	list, _ := classes[Collection].([]any)
	objects := make([]map[string]any, 0, len(list))
	for _, o := range list {
		object, ok := o.(map[string]any)
		if !ok {
			return nil, &refusal{"an answer that holds no objects"}
		}
		objects = append(objects, object)
	}
	return objects, nil
}

// text is a field of an object; empty where it has none.
func text(object map[string]any, field string) string {
	s, _ := object[field].(string)
	return s
}

// write sends objects, in order, in batches.
func (s *Store) write(ctx context.Context, objects []*models.Object) error {
	for len(objects) > 0 {
		n, size := 0, 0
		for n < len(objects) && n < maxObjects && (n == 0 || size < maxBatch) {
			size += weight(objects[n])
			n++
		}
		err := s.again(ctx, "write", func(ctx context.Context) error {
			answers, err := s.client.Batch().ObjectsBatcher().WithObjects(objects[:n]...).Do(ctx)
			if err != nil {
				return err
			}
			for _, a := range answers {
				if a.Result != nil && a.Result.Errors != nil && len(a.Result.Errors.Error) > 0 {
					return &refusal{a.Result.Errors.Error[0].Message}
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		objects = objects[n:]
	}
	return nil
}

func weight(o *models.Object) int {
	size := 0
	properties, _ := o.Properties.(map[string]any)
	for _, p := range properties {
		if s, ok := p.(string); ok {
			size += len(s)
		}
	}
	return size
}

// limited is a way to the server that reads no answer longer than maxAnswer, and on which
// nothing waits for ever: the client asks for the server's version by itself, when it is made
// and later, without an end.
type limited struct {
	to   http.RoundTripper
	open atomic.Bool // false while the client is made, which is to reach for nobody
}

var errNotYet = errors.New("the server is not asked yet")

func (l *limited) RoundTrip(r *http.Request) (*http.Response, error) {
	if !l.open.Load() {
		return nil, errNotYet
	}
	end := func() {}
	if _, bound := r.Context().Deadline(); !bound {
		var ctx context.Context
		ctx, end = context.WithTimeout(r.Context(), reach)
		r = r.WithContext(ctx)
	}
	answer, err := l.to.RoundTrip(r)
	if err != nil {
		end()
		return nil, err
	}
	answer.Body = &bounded{body: answer.Body, left: maxAnswer, end: end}
	return answer, nil
}

type bounded struct {
	body io.ReadCloser
	left int64
	end  func()
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, &refusal{fmt.Sprintf("an answer of more than %d bytes", maxAnswer)}
	}
	n, err := b.body.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}

func (b *bounded) Close() error {
	defer b.end()
	return b.body.Close()
}
