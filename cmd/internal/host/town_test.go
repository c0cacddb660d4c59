package host_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"citadel/cmd/internal/host"
	"citadel/config"
	"citadel/connectors"
	"citadel/jobs/feeds"
	"citadel/jobs/integrate"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/inmem"
)

// spot is a place in which the principal speaks, and who reads it.
type spot struct {
	name     string
	at       connectors.Place
	audience event.Audience
}

// spots are all of them: two private, two at work on servers of different owners, and three
// that others share.
var spots = []spot{
	{"console", connectors.Place{Platform: "console", Room: "main"}, event.Private},
	{"telegram", connectors.Place{Platform: "telegram", Account: "bot1", Room: "77"}, event.Private},
	{"slack", connectors.Place{Platform: "slack", Account: "T1", Room: "D1"}, event.Work},
	{"mattermost", connectors.Place{Platform: "mattermost", Account: "mm.example", Room: "dm1"}, event.Work},
	{"#acme", connectors.Place{Platform: "slack", Account: "T1", Room: "C1"}, event.Shared},
	{"#acme2", connectors.Place{Platform: "slack", Account: "T1", Room: "C1/2"}, event.Shared},
	{"family", connectors.Place{Platform: "telegram", Account: "bot1", Room: "-100"}, event.Shared},
}

// mayRead says whether what was said in one spot may be read in another. It is the rule, put
// down once more: it must not be computed by what it judges.
func (s spot) mayRead(told spot) bool {
	switch s.audience {
	case event.Private:
		return true
	case event.Work:
		return told.audience != event.Private
	}
	return s.name == told.name
}

func spotAt(p connectors.Place) (spot, bool) {
	i := slices.IndexFunc(spots, func(s spot) bool {
		return s.at.Platform == p.Platform && s.at.Account == p.Account && s.at.Room == p.Room
	})
	if i < 0 {
		return spot{}, false
	}
	return spots[i], true
}

// display is something that a platform was given to show.
type display struct {
	place connectors.Place
	what  string // "post", "draft", "button", "link"
	text  string
	by    string // of a post that answers: who answered
}

// town is a running Citadel on several platforms, with all that they were given to show.
type town struct {
	*station
	c         *host.Citadel
	quarters  map[string]*quarter
	count     int
	mu        sync.Mutex
	displayed []display
	files     map[string]string // what the platforms hold, by id
	feeds     feeds.Feeds       // figures of the economy
}

// quarter is one platform.
type quarter struct {
	town *town
	name string
	said chan connectors.Event
	over chan connectors.MessageID
}

func (q *quarter) Name() string { return q.name }

func (q *quarter) Limits() connectors.Limits {
	return connectors.Limits{Drafts: true, Threads: true, Replies: true, Buttons: true, Reactions: true, Edits: true, Deletes: true}
}

func (q *quarter) Run(ctx context.Context, _ connectors.Cursor, sink connectors.Sink) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case e := <-q.said:
			if err := sink(ctx, e); err != nil {
				return err
			}
		}
	}
}

func (q *quarter) Send(_ context.Context, p connectors.Post) (connectors.MessageID, error) {
	by := ""
	if p.Answers != nil {
		by = p.Answers.By
	}
	q.town.show(display{p.Place, "post", p.Text, by})
	for _, b := range p.Buttons {
		q.town.show(display{p.Place, "button", b.Label + " " + b.Token, ""})
	}
	for _, url := range p.Links {
		q.town.show(display{p.Place, "link", url, ""})
	}
	for _, f := range p.Pictures {
		q.town.show(display{p.Place, "picture", f.Name + " " + f.Alt, ""})
	}
	return connectors.MessageID(p.Key), nil
}

func (q *quarter) Draft(_ context.Context, d connectors.Draft) error {
	q.town.show(display{d.Place, "draft", d.Text, ""})
	return nil
}

// Link is an address that names the room.
func (q *quarter) Link(at connectors.Place, _ connectors.MessageID) string {
	return "link:" + strings.Join([]string{at.Platform, at.Account, at.Room}, "|")
}

func (q *quarter) Finished(ctx context.Context, a connectors.Answer) error {
	select {
	case q.over <- a.To:
	case <-ctx.Done():
	}
	return nil
}

// Fetch gives a file that came with a message.
func (q *quarter) Fetch(_ context.Context, f connectors.File, w io.Writer) error {
	q.town.mu.Lock()
	text := q.town.files[f.ID]
	q.town.mu.Unlock()
	_, err := io.WriteString(w, text)
	return err
}

// hold has the platforms hold a file, and gives how it is named in an event.
func (w *town) hold(name, mime, text string) connectors.File {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.files == nil {
		w.files = map[string]string{}
	}
	id := "f" + strconv.Itoa(len(w.files))
	w.files[id] = text
	return connectors.File{Name: name, MIME: mime, Size: int64(len(text)), ID: id}
}

func (w *town) show(d display) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.displayed = append(w.displayed, d)
}

// shownSince gives what was shown after the first n things.
func (w *town) shownSince(n int) []display {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.displayed[n:])
}

// settle founds a town over a ledger in memory. The accounts of all chat platforms are
// linked; before anybody speaks, past may put into the ledger what came before.
func settle(t *testing.T, server *answerer, past func(*ledger.Log, ledger.Pens, *town)) *town {
	t.Helper()
	w := &town{station: newStation(t), quarters: map[string]*quarter{}}
	if server != nil {
		w.environ = []string{"ANTHROPIC_API_KEY=" + planted, "ANTHROPIC_BASE_URL=" + server.URL}
	}
	store := &inmem.Store{}
	log, pens, err := ledger.OpenLog(t.Context(), store, ledger.Options{Principal: "me", Now: w.clock})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range spots {
		if s.at.Platform == "console" || s.audience == event.Shared {
			continue
		}
		w.write(log, pens.For(event.Accounts).Write(event.AccountLinked{
			Person: event.Person{Platform: s.at.Platform, Account: s.at.Account, ID: "sam"}, Audience: s.audience, How: "config",
			Place: event.Place{Platform: s.at.Platform, Account: s.at.Account, Room: s.at.Room},
		}))
	}
	if past != nil {
		past(log, pens, w)
	}
	home, err := host.LockHome(w.home)
	if err != nil {
		t.Fatal(err)
	}
	settings, err := config.Load(w.home, append([]string{"TZ=Australia/Melbourne"}, w.environ...))
	if err != nil {
		t.Fatal(err)
	}
	w.c, err = host.Open(t.Context(), host.Options{
		Home: home, Config: settings, Version: "test", Now: w.clock, CheckpointEvery: -1, Log: slog.New(slog.DiscardHandler), Store: store, Tools: w.tools, Feeds: w.feeds,
		Connectors: func(string) []connectors.Connector {
			var all []connectors.Connector
			for _, name := range []string{"console", "telegram", "slack", "mattermost"} {
				w.quarters[name] = &quarter{town: w, name: name, said: make(chan connectors.Event), over: make(chan connectors.MessageID, 64)}
				all = append(all, w.quarters[name])
			}
			return all
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.c.Close(); err != nil {
			t.Error(err)
		}
		if err := home.Close(); err != nil {
			t.Error(err)
		}
	})
	w.live(w.c)
	return w
}

func (w *town) write(log *ledger.Log, es ...ledger.Entry) {
	w.t.Helper()
	b := &ledger.Batch{Entries: es}
	if err := log.Commit(context.Background(), b); err != nil {
		w.t.Fatal(err)
	}
	if b.Err != nil {
		w.t.Fatal(b.Err)
	}
}

// in says something in a spot and gives what every platform was given to show until the turn
// was over. edit may change the event.
func (w *town) in(s spot, text string, edit ...func(*connectors.Event)) []display {
	w.t.Helper()
	return w.burst(w.event(s, text, edit...))
}

// event is something said in a spot.
func (w *town) event(s spot, text string, edit ...func(*connectors.Event)) connectors.Event {
	w.count++
	e := connectors.Event{
		Key: "k" + strconv.Itoa(w.count), Kind: connectors.Message, Message: connectors.MessageID("i" + strconv.Itoa(w.count)),
		Place: s.at, From: connectors.Person{Platform: s.at.Platform, Account: s.at.Account, ID: "sam"}, At: w.clock(), Text: text,
		Direct: s.audience != event.Shared, Addressed: s.audience == event.Shared,
	}
	if s.audience == event.Shared {
		e.Title = s.name
	}
	for _, f := range edit {
		f(&e)
	}
	return e
}

// burst is in for what is said at once, in one spot.
func (w *town) burst(events ...connectors.Event) []display {
	w.t.Helper()
	before := len(w.shownSince(0))
	late := time.NewTimer(hung)
	defer late.Stop()
	open := map[connectors.MessageID]bool{}
	q := w.quarters[events[0].Place.Platform]
	for _, e := range events {
		open[e.ID()] = true
		select {
		case q.said <- e:
		case <-late.C:
			w.t.Fatalf("%s: %q is not taken", q.name, e.Text)
		}
	}
	for len(open) > 0 {
		select {
		case over := <-q.over:
			delete(open, over)
		case <-late.C:
			w.t.Fatalf("%s: %v are not answered", q.name, open)
		}
	}
	w.pass(time.Minute)
	return w.shownSince(before)
}

// digest has everything said so far read for what it teaches.
func (w *town) digest() {
	w.t.Helper()
	w.pass(time.Hour)
	if err := w.c.Jobs.Do(w.t.Context(), integrate.Name); err != nil {
		w.t.Fatal(err)
	}
	if err := w.c.Follower.Await(w.t.Context(), w.c.Mind.Head()); err != nil {
		w.t.Fatal(err)
	}
}

// where words what was shown, for a report.
func where(shown []display) string {
	var b strings.Builder
	for _, d := range shown {
		s, _ := spotAt(d.place)
		fmt.Fprintf(&b, "%s in %s: %q\n", d.what, s.name, d.text)
	}
	return b.String()
}
