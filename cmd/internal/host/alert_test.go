package host_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"citadel/cmd/internal/host"
	"citadel/config"
	"citadel/jobs/alert"
	"citadel/jobs/feeds"
	"citadel/jobs/tend"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// market is what a publisher answers about crude oil.
type market struct {
	t    *testing.T
	file string
	rows []string
}

// open has figures up to a day, which go up and down by less than a percent.
func (m *market) open(to time.Time) {
	m.rows = []string{"observation_date,DCOILWTICO"}
	for n := 400; n > 0; n-- {
		m.figure(to.AddDate(0, 0, -n), 79.61*(1+0.007*float64((n*n)%11-5)/5))
	}
}

func (m *market) figure(on time.Time, value float64) {
	m.t.Helper()
	m.rows = append(m.rows, fmt.Sprintf("%s,%.2f", on.Format(time.DateOnly), value))
	if err := os.WriteFile(m.file, []byte(strings.Join(m.rows, "\n")+"\n"), 0o600); err != nil {
		m.t.Fatal(err)
	}
}

// From the first word about a client to the alert, the questions about it, the principal's own word, and
// the correction of the alert, as he sees it, without a model.
func TestAMoveReachesTheClient(t *testing.T) {
	m := &market{t: t, file: filepath.Join(t.TempDir(), "fred-DCOILWTICO.json")}
	w := settle(t, nil, func(_ *ledger.Log, _ ledger.Pens, w *town) {
		m.open(w.clock().AddDate(0, 0, -4))
		w.feeds = host.Feeds(config.Economy{}, filepath.Dir(m.file), nil, w.clock)
	})
	do := func(names ...string) {
		t.Helper()
		for _, name := range names {
			if err := w.c.Jobs.Do(t.Context(), name); err != nil {
				t.Fatal(err)
			}
		}
	}
	says := func(line string, want ...string) {
		t.Helper()
		var said []string
		for _, d := range w.in(atTelegram, line) {
			said = append(said, d.text)
		}
		for _, x := range want {
			if !strings.Contains(strings.Join(said, "\n"), x) {
				t.Errorf("%q: %q does not say %q", line, said, x)
			}
		}
	}
	// day passes a day, hour by hour, and gives what was said unasked.
	day := func() (posts []event.PostQueued) {
		t.Helper()
		head := w.c.Mind.Head()
		for range 24 {
			w.pass(time.Hour)
			do(feeds.Name, alert.Name)
		}
		for r, err := range w.c.Mind.Events(t.Context(), ledger.Query{After: head, Kinds: []event.Kind{event.PostQueued{}.Kind()}}) {
			if err != nil {
				t.Fatal(err)
			}
			p, err := r.Payload()
			if err != nil {
				t.Fatal(err)
			}
			if q, ok := p.(event.PostQueued); ok && !q.Asked() && (strings.HasPrefix(q.Subject, event.SubjectAlert) || q.Subject == event.SubjectUntrue) {
				if hour := r.At.In(w.c.Brain.Zone).Hour(); hour < 7 || hour >= 22 {
					t.Errorf("told at %s: %s", r.At.In(w.c.Brain.Zone), q.Text)
				}
				posts = append(posts, q)
			}
		}
		return posts
	}
	do(tend.Name, feeds.Name)
	says("my client Acme buys packaging", "Kept for Acme: packaging costs bear on Acme costs", "I'll watch 1 figure for Acme")
	says("what happens if crude oil rises 10 %?", "Acme: packaging costs will possibly rise", "crude oil WTI → ", "I don't know when or how much")
	says("who is exposed to bananas?", "I have nothing between \"bananas\" and a client of yours")
	if posts := day(); len(posts) > 0 {
		t.Fatalf("nothing moved: %s", posts[0].Text)
	}
	from := w.clock()
	for n, share := range []float64{1.02, 1.045, 1.065, 1.085} {
		m.figure(from.AddDate(0, 0, n-4), 79.61*share)
	}
	posts := day()
	if len(posts) != 1 {
		t.Fatalf("%d messages: %+v", len(posts), posts)
	}
	for _, x := range []string{"**Acme: packaging costs will possibly rise", "Crude oil WTI went from US$", " to US$86.38 a barrel (+", "(FRED, read ", "Three ways to Acme", "bunker fuel → shipping costs → packaging costs", "buys packaging"} {
		if !strings.Contains(posts[0].Text, x) {
			t.Errorf("%q is not in:\n%s", x, posts[0].Text)
		}
	}
	if len(posts[0].Text) > 1100 {
		t.Errorf("%d bytes", len(posts[0].Text))
	}
	says("graph Acme", "Acme: 1 link", "watched by 1 figure")
	if again := day(); len(again) > 0 {
		t.Errorf("told again: %s", again[0].Text)
	}
	m.rows = m.rows[:len(m.rows)-4] // the publisher takes it back
	for n, share := range []float64{1.000, 1.002, 1.004, 1.006} {
		m.figure(from.AddDate(0, 0, n-4), 79.61*share)
	}
	if posts = day(); len(posts) != 1 || !strings.Contains(posts[0].Text, "Ignore my Acme alert of ") || !strings.Contains(posts[0].Text, "FRED revised the figure of") || posts[0].ReplyTo == 0 {
		t.Fatalf("%d corrections: %+v", len(posts), posts)
	}
	says("no, packaging does not matter to Acme", "Rejected, no longer counted: packaging costs bear on Acme costs")
	says("what happens if crude oil rises 10 %?", "no client of yours is reached")
	says("undo", "which counts again")
	says("what happens if crude oil rises 10 %?", "Acme: packaging costs")
}
