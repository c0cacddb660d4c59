package economy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"time"

	"citadel/tools"
)

// Limits of one question.
const (
	MaxTime  = 30 * time.Second
	MaxBytes = 32 << 20
	maxWait  = 90 * time.Second // that a publisher may ask for; whoever wants more is asked at the next pull
	maxFails = 3                // in a row, after which a publisher is left alone until the next pull
)

var errNoKey = errors.New("no key")

// validators are what a server wants to be told to say that nothing changed.
type validators struct{ etag, modified string }

// visit asks one publisher for all that is wanted of it, one question after the other.
type visit struct {
	feeds     *Feeds
	publisher publisher
	wanted    []Wanted
	which     []int // of wanted

	known   map[string]validators // of this visit, by address
	bodies  map[string][]byte     // by address: several indicators may stand in one document
	same    map[string]bool       // addresses whose document did not change
	failed  map[string]error
	fails   int
	asked   bool
	refused error // why nothing more is asked
	anew    bool  // nothing that came before counts
}

func (f *Feeds) visit(name string, wanted []Wanted, which []int) *visit {
	return &visit{
		feeds: f, publisher: publishers[name], wanted: wanted, which: which,
		anew:  slices.ContainsFunc(which, func(i int) bool { return wanted[i].Anew }),
		known: map[string]validators{}, bodies: map[string][]byte{}, same: map[string]bool{}, failed: map[string]error{},
	}
}

// run tells a reading for each.
func (v *visit) run(ctx context.Context, tell func(int, Reading)) {
	for _, i := range v.which {
		tell(i, v.reading(ctx, v.wanted[i]))
	}
}

func (v *visit) reading(ctx context.Context, w Wanted) (r Reading) {
	if v.publisher.read == nil {
		r.Err = &tools.Failure{Reason: tools.Invalid, Text: fmt.Sprintf("Nobody is known as %q.", w.Publisher)}
		return r
	}
	if v.feeds.settings.Folder != "" {
		body, err := v.feeds.kept(w)
		if err == nil {
			r.Figures, err = v.feeds.read(v.publisher, w, body)
			r.Published = v.published(w, body)
		}
		r.Err = err
		return r
	}
	address, err := v.publisher.from(w, v.feeds.settings)
	if err != nil {
		r.Err = v.unaddressed(err)
		return r
	}
	body, err := v.document(ctx, address)
	switch {
	case err != nil:
		r.Err = err
	case v.same[address]:
		r.Unchanged = true
	default:
		r.Figures, r.Err = v.feeds.read(v.publisher, w, body)
		r.Published = v.published(w, body)
	}
	if r.Err != nil { // so that it is read again, not taken for known
		delete(v.known, address)
	}
	return r
}

// published is the day on which a document says that its figures were published.
func (v *visit) published(w Wanted, body []byte) time.Time {
	if v.publisher.published == nil || v.publisher.issued != nil {
		return time.Time{}
	}
	return v.publisher.published(body, w.Series)
}

func (v *visit) unaddressed(err error) error {
	if errors.Is(err, errNoKey) {
		return &tools.Failure{Reason: tools.Forbidden, Text: "There is no key for " + v.publisher.called + ".", Err: err}
	}
	return &tools.Failure{Reason: tools.Invalid, Text: "Its address makes no sense.", Err: err}
}

// kept reads a saved answer.
func (f *Feeds) kept(w Wanted) ([]byte, error) {
	name := FileName(w.Indicator)
	file, err := os.Open(f.saved(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &tools.Failure{Reason: tools.Missing, Text: "There is no saved answer " + name + ".", Err: err}
	}
	if err != nil {
		return nil, &tools.Failure{Reason: tools.Unavailable, Text: "The saved answer " + name + " cannot be read.", Err: err}
	}
	defer file.Close()
	return whole(file)
}

// document fetches what stands at an address, once a visit.
func (v *visit) document(ctx context.Context, address string) ([]byte, error) {
	if body, known := v.bodies[address]; known || v.same[address] {
		return body, nil
	}
	if err := v.failed[address]; err != nil {
		return nil, err
	}
	if v.refused != nil {
		return nil, v.refused
	}
	body, err := v.fetch(ctx, address)
	if err == nil && v.publisher.called == publishers["worldbank"].called {
		body, err = v.follow(ctx, body)
	}
	if err != nil {
		v.failed[address] = err
		v.count(err)
		return nil, err
	}
	v.fails = 0
	v.bodies[address] = body
	return body, nil
}

// follow fetches the table that a page links to.
func (v *visit) follow(ctx context.Context, page []byte) ([]byte, error) {
	address, err := linked(page)
	if err != nil {
		return nil, garbled(err)
	}
	return v.fetch(ctx, address)
}

// count leaves a publisher alone that failed too often in a row.
func (v *visit) count(err error) {
	var f *tools.Failure
	if errors.As(err, &f) && (f.Reason == tools.Missing || f.Reason == tools.Garbled) {
		return // of this indicator alone
	}
	if v.fails++; v.fails >= maxFails {
		v.refused = &tools.Failure{
			Reason: tools.Unavailable, Err: err,
			Text: fmt.Sprintf("It was not asked for: %s failed %d times in a row.", v.publisher.called, maxFails),
		}
	}
}

// fetch asks, and again where that may help: twice where it was too often, once where it failed otherwise.
func (v *visit) fetch(ctx context.Context, address string) ([]byte, error) {
	for again := 0; ; again++ {
		if v.asked {
			if err := pause(ctx, v.publisher.pace); err != nil {
				return nil, unreached(err)
			}
		}
		v.asked = true
		body, wait, err := v.ask(ctx, address)
		most := 1
		var busy *tooOften
		if errors.As(err, &busy) {
			if most = len(patience); again < most && !busy.said {
				wait = patience[again]
			}
		}
		if err == nil || again >= most || wait < 0 {
			return body, err
		}
		if wait > maxWait {
			return nil, err
		}
		if pause(ctx, wait) != nil {
			return nil, err
		}
	}
}

// patience is how long whoever is asked too often is left alone, the first time and the second, where it does not say so.
var patience = []time.Duration{20 * time.Second, time.Minute}

// tooOften is the cause of a failure that waiting mends. Said is whether the server told how long to wait.
type tooOften struct{ said bool }

func (*tooOften) Error() string { return "asked too often" }

// ask asks once. Where it failed, wait is after how long to ask again, or negative.
func (v *visit) ask(ctx context.Context, address string) (body []byte, wait time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, MaxTime)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, -1, v.unaddressed(err)
	}
	r.Header.Set("User-Agent", "Citadel")
	r.Header.Set("Accept", "text/csv, application/json, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet, */*;q=0.1")
	tags := v.feeds.known[address]
	if v.anew {
		tags = validators{}
	}
	if tags.etag != "" {
		r.Header.Set("If-None-Match", tags.etag)
	}
	if tags.modified != "" {
		r.Header.Set("If-Modified-Since", tags.modified)
	}
	res, err := v.feeds.settings.Client.Do(r)
	if err != nil {
		return nil, 5 * time.Second, unreached(err)
	}
	defer res.Body.Close()
	switch code := res.StatusCode; {
	case code == http.StatusNotModified && tags != (validators{}):
		v.same[address] = true
		return nil, -1, nil
	case code == http.StatusNotFound:
		return nil, -1, &tools.Failure{Reason: tools.Missing, Text: "There is nothing of it at " + v.publisher.called + " any more."}
	case code == http.StatusTooManyRequests, code == http.StatusLocked:
		return nil, after(res, patience[0]), v.because(code, tools.Unavailable, &tooOften{res.Header.Get("Retry-After") != ""})
	case code == http.StatusBadRequest && v.publisher.hasty != nil && v.publisher.hasty(res.Body):
		return nil, time.Minute, v.status(code, tools.Forbidden)
	case code >= 500:
		return nil, after(res, 5*time.Second), v.status(code, tools.Unavailable)
	case code != http.StatusOK:
		return nil, -1, v.status(code, tools.Forbidden)
	}
	if body, err = whole(res.Body); err != nil {
		return nil, 5 * time.Second, err
	}
	if tags := (validators{tag(res, "ETag"), tag(res, "Last-Modified")}); tags != (validators{}) {
		v.known[address] = tags
	}
	return body, 0, nil
}

func (v *visit) status(code int, reason tools.Reason) error {
	return v.because(code, reason, nil)
}

func (v *visit) because(code int, reason tools.Reason, err error) error {
	return &tools.Failure{Reason: reason, Text: fmt.Sprintf("%s answered with status %d.", capital(v.publisher.called), code), Err: err}
}

func capital(s string) string { return string(s[0]&^0x20) + s[1:] }

// after is how long the server wants to be left alone, or else as long as given.
func after(res *http.Response, usual time.Duration) time.Duration {
	if seconds, err := strconv.Atoi(res.Header.Get("Retry-After")); err == nil && seconds >= 0 {
		return time.Duration(min(seconds, int(time.Hour/time.Second))) * time.Second
	}
	return usual
}

const maxTag = 1024 // bytes of what a server says of its answer

func tag(res *http.Response, name string) string {
	if v := res.Header.Get(name); len(v) <= maxTag {
		return v
	}
	return ""
}

func whole(r io.Reader) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	switch {
	case err != nil:
		return nil, unreached(err)
	case len(body) > MaxBytes:
		return nil, &tools.Failure{Reason: tools.Garbled, Text: fmt.Sprintf("What came is longer than %d MiB.", MaxBytes>>20)}
	}
	return body, nil
}

// pause waits, or until ctx ends.
func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-t.C:
		return nil
	}
}

// unreached words an error of the network. Addresses hold keys: they are left out.
func unreached(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	f := &tools.Failure{Reason: tools.Unavailable, Text: "Its server cannot be reached.", Err: err}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		f.Text = fmt.Sprintf("Its server did not answer within %s.", MaxTime)
	case errors.Is(err, context.Canceled):
		f.Text = "It was not asked for: the pull was stopped."
	}
	return f
}

// garbled words what is no figures. Why it is none may hold words of whoever answered, so it is only kept beside that, as the cause.
func garbled(err error) error {
	return &tools.Failure{Reason: tools.Garbled, Text: "What came cannot be read as figures.", Err: err}
}
