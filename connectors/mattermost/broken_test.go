package mattermost_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/connectortest"
	"citadel/connectors/mattermost"
	"citadel/connectors/mattermost/mattermostserver"
)

// A connection that comes back soon is sent what it missed: nothing is read.
func TestAConnectionComesBack(t *testing.T) {
	s, sam := server(t)
	e := hear(t, quick(connector(s)), "")
	defer e.stop()
	sam.Say("begin")
	e.until("begin")
	before := s.Calls()["GET channels/posts?since"]
	for i := range 20 {
		s.Cut()
		for j := range 3 {
			sam.Say(fmt.Sprint(i, " ", j))
		}
		for j := range 3 {
			if ev := e.next(); ev.Text != fmt.Sprint(i, " ", j) {
				t.Fatalf("heard %q after cut %d", ev.Text, i)
			}
		}
	}
	if n := s.Calls()["GET channels/posts?since"]; n != before {
		t.Errorf("rooms were read %d times", n-before)
	}
}

// An event whose number is missing was lost on its way: what it told is read, once, and before
// what comes behind it.
func TestANumberIsMissing(t *testing.T) {
	s, sam := server(t)
	e := hear(t, quick(connector(s)), "")
	defer e.stop()
	sam.Say("begin")
	e.until("begin")
	s.Fail(mattermostserver.Faults{Rand: rand.New(rand.NewPCG(1, 2)), Lose: 1})
	sam.Say("lost")
	s.Fail(mattermostserver.Faults{})
	for _, text := range []string{"next", "end"} {
		sam.Say(text)
		got := e.until(text)
		if want := map[string]int{"next": 1}[text]; len(got) != want || want == 1 && got[0].Text != "lost" {
			t.Errorf("before %q: heard %+v", text, got)
		}
	}
}

// A frame that cannot be read hides the number of another one that never came: what that told is
// read all the same.
func TestANumberIsMissingBehindATornFrame(t *testing.T) {
	s, sam := server(t)
	e := hear(t, quick(connector(s)), "")
	defer e.stop()
	sam.Say("begin")
	e.until("begin")
	s.Fail(mattermostserver.Faults{Rand: rand.New(rand.NewPCG(1, 2)), Garbage: 1, Lose: 1})
	sam.Say("lost")
	s.Fail(mattermostserver.Faults{})
	sam.Say("next")
	e.until("next")
	e.until("lost")
}

// A server that says nothing any more and does not close is left.
func TestHalfOpen(t *testing.T) {
	s, sam := server(t)
	m := quick(connector(s))
	e := hear(t, m, "")
	defer e.stop()
	sam.Say("begin")
	e.until("begin")
	if m.Heard().IsZero() {
		t.Error("no pulse")
	}
	s.Mute()
	sam.Say("unheard")
	if ev := e.next(); ev.Text != "unheard" {
		t.Errorf("heard %q", ev.Text)
	}
}

// What the first reading did not show, the second does.
func TestReadOnceMore(t *testing.T) {
	s, sam := server(t)
	m := connector(s)
	mattermost.Hurry(m, time.Second, 50*time.Millisecond, time.Millisecond)
	e := hear(t, m, "")
	defer e.stop()
	old := sam.Say("old")
	e.until("old")
	s.Restart(true)
	sam.Edit(old, "new")
	s.EmptyChanges(1)
	s.Up()
	for {
		if ev := e.next(); ev.Kind == connectors.Edit {
			if ev.Text != "new" || ev.Message != connectors.MessageID(old) {
				t.Errorf("event %+v", ev)
			}
			return
		}
	}
}

// deletedFarBack is a message that was deleted once more than a page stood behind it, and the cursor from before that.
func deletedFarBack(t *testing.T, sam *mattermostserver.Person, m *mattermost.Mattermost) (old string, cursor connectors.Cursor) {
	e := hear(t, m, "")
	old = sam.Say("old")
	for i := range 220 {
		sam.Say(fmt.Sprint("n", i))
	}
	e.until("n219")
	cursor = e.stop()
	sam.Delete(old)
	return old, cursor
}

// What changed while nobody listened, and the server did not tell of at first, is asked for again by the next process
// where the one that was told nothing ended before it could.
func TestToldNothingAndEnded(t *testing.T) {
	c, s, sam, connector := clocked(t)
	old, cursor := deletedFarBack(t, sam, connector())
	for _, text := range []string{"first", "second"} { // neither lives long enough to read it once more
		s.EmptyChanges(1000)
		c.pass(time.Hour)
		e := hear(t, connector(), cursor)
		sam.Say(text)
		e.until(text)
		cursor = e.stop()
	}
	s.EmptyChanges(0)
	c.pass(time.Hour)
	e := hear(t, connector(), cursor)
	defer e.stop()
	sam.Say("end")
	gone := slices.ContainsFunc(e.until("end"), func(ev connectors.Event) bool {
		return ev.Kind == connectors.Delete && string(ev.Message) == old
	})
	if !gone {
		t.Error("what was deleted stands")
	}
}

// What both readings of a process were told nothing of, the second reading of the next one is told, from where the first of
// them began; once that is done no cursor says any more that it has to be.
func TestTheSecondReadingGoesBack(t *testing.T) {
	c, s, sam, connector := clocked(t)
	old, cursor := deletedFarBack(t, sam, connector())
	c.pass(time.Hour)
	s.EmptyChanges(1000)
	e := hear(t, connector(), cursor)
	sam.Say("first")
	e.until("first")
	cursor = e.stop()
	c.pass(time.Hour)
	m := connector()
	mattermost.Hurry(m, time.Second, 50*time.Millisecond, time.Millisecond)
	e = hear(t, m, cursor)
	defer e.stop()
	sam.Say("second")
	e.until("second")
	s.EmptyChanges(0) // from the second reading on
	for ev := e.next(); ev.Kind != connectors.Delete || string(ev.Message) != old; ev = e.next() {
	}
	for unsure := true; unsure; unsure = strings.Count(string(e.last), ".") > 5 {
		sam.Say("and now")
		for ev := e.next(); ev.Text != "and now"; ev = e.next() {
		}
	}
}

// A connection that comes back is sent what it missed, but for what the server had lost before: its second reading finds
// that, whatever else it finds.
func TestLostBeforeItCameBack(t *testing.T) {
	c, s, sam, _ := clocked(t)
	m := connector(s)
	mattermost.Hurry(m, time.Second, 200*time.Millisecond, time.Millisecond)
	m.Now = c.now
	e := hear(t, m, "")
	defer e.stop()
	one := sam.Say("one")
	e.until("one")
	lose := func(chance float64) {
		s.Fail(mattermostserver.Faults{Rand: rand.New(rand.NewPCG(1, 2)), Lose: chance})
	}
	lose(1)
	sam.Say("lost")
	c.pass(2 * time.Minute)
	s.Cut()
	sam.Edit(one, "one again")
	found := false
	for ev := e.next(); ev.Text != "one again"; ev = e.next() { // it was read
		found = found || ev.Text == "lost"
	}
	lose(0)
	c.pass(10 * time.Minute)
	sam.Say("two")
	for _, ev := range e.until("two") {
		found = found || ev.Text == "lost"
	}
	if !found {
		t.Error("what was lost before is not heard")
	}
}

// loses has nobody told of what is done meanwhile.
func loses(s *mattermostserver.Server, done func()) {
	s.Fail(mattermostserver.Faults{Rand: rand.New(rand.NewPCG(1, 2)), Lose: 1})
	done()
	s.Fail(mattermostserver.Faults{})
}

// until polls until something holds.
func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for !holds() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			t.Fatalf("it did not come to pass that %s", what)
		}
	}
}

// A number that was missing is looked for until that succeeded, by the next process, too: also where the first reading fails.
func TestANumberIsMissingAndTheReadingFails(t *testing.T) {
	for _, ends := range []string{"the connection", "the process"} {
		t.Run(ends, func(t *testing.T) {
			c, s, sam, _ := clocked(t)
			var failing, failed atomic.Int32
			begins := func(from connectors.Cursor) *ear {
				m := connector(s)
				mattermost.Hurry(m, time.Second, 200*time.Millisecond, time.Millisecond)
				m.Now = c.now
				m.URL = proxied(t, s, func(r *http.Request) int {
					if read(r) != "" && failing.Add(-1) >= 0 {
						failed.Add(1)
						return http.StatusServiceUnavailable
					}
					return 0
				})
				return hear(t, m, from)
			}
			e := begins("")
			defer func() { e.stop() }()
			sam.Say("one")
			e.until("one")
			c.pass(time.Hour)
			loses(s, func() { sam.Say("torn") })
			s.Push([]byte(`{"event":"posted","data":{"post":`))
			e.next()
			c.pass(time.Hour)
			failing.Store(1)
			if ends == "the process" {
				failing.Store(1 << 20)
			}
			sam.Say("two")
			got := e.until("two")
			until(t, "the reading failed", func() bool { return failed.Load() > 0 })
			if ends == "the process" {
				cursor := e.stop()
				failing.Store(0)
				c.pass(time.Hour)
				e = begins(cursor)
			}
			sam.Say("three")
			got = append(got, e.until("three")...)
			times := 0
			for _, ev := range got {
				if ev.Text == "torn" {
					times++
				}
			}
			if times != 1 {
				t.Errorf("heard %d times", times)
			}
		})
	}
}

// Who is started now and then, finds what was said meanwhile, and ends before the second reading, does not hand on the same
// each time.
func TestStartedNowAndThen(t *testing.T) {
	c, _, sam, begins := clocked(t)
	e := hear(t, begins(), "")
	sam.Say("first")
	e.until("first")
	cursor := e.stop()
	for day := range 6 {
		c.pass(12 * time.Hour)
		last := ""
		for i := range 100 {
			last = fmt.Sprint("day ", day, " ", i)
			sam.Say(last)
			c.pass(time.Second)
		}
		c.pass(12 * time.Hour)
		e = hear(t, begins(), cursor)
		again := 0
		for _, ev := range e.until(last) {
			if !strings.HasPrefix(ev.Text, fmt.Sprint("day ", day)) {
				again++
			}
		}
		cursor = e.stop()
		if again > 200 { // those of the day before, and of the minute before that
			t.Errorf("on day %d %d were handed on again", day, again)
		}
	}
}

// The second reading comes behind all that was lost since the connection began, however late it comes: who was asleep may be
// late.
func TestTheSecondReadingIsLate(t *testing.T) {
	c, s, sam, begins := clocked(t)
	e := hear(t, begins(), "")
	one := sam.Say("one")
	e.until("one")
	cursor := e.stop()
	c.pass(time.Hour)
	m := connector(s)
	mattermost.Hurry(m, time.Second, 500*time.Millisecond, time.Millisecond)
	m.Now = c.now
	e = hear(t, m, cursor)
	defer e.stop()
	sam.Say("begin")
	e.until("begin")
	loses(s, func() {
		sam.Say("lost")
		c.pass(3 * time.Minute)
		sam.Edit(one, "one again")
	})
	found := false
	for ev := e.next(); ev.Text != "one again"; ev = e.next() {
		found = found || ev.Text == "lost"
	}
	if !found {
		t.Error("what was lost is not heard")
	}
}

// A connection that comes back before all that it is unsure of was read again reads what was lost while it was away.
func TestLostBeforeItCameBackUnsure(t *testing.T) {
	for _, from := range []string{"the beginning", "a cursor"} {
		t.Run(from, func(t *testing.T) {
			c, s, sam, _ := clocked(t)
			m := connector(s)
			mattermost.Hurry(m, time.Second, time.Hour, time.Millisecond)
			m.Now = c.now
			e := hear(t, m, "")
			one := sam.Say("one")
			e.until("one")
			cursor := e.stop()
			c.pass(time.Hour)
			if from == "the beginning" {
				cursor = ""
			}
			m = connector(s)
			mattermost.Hurry(m, time.Second, 700*time.Millisecond, time.Millisecond)
			m.Now = c.now
			var down atomic.Bool
			m.URL = proxied(t, s, func(r *http.Request) int {
				if down.Load() && strings.HasSuffix(r.URL.Path, "/websocket") {
					return http.StatusServiceUnavailable
				}
				return 0
			})
			e = hear(t, m, cursor)
			sam.Say("begin")
			e.until("begin")
			down.Store(true)
			s.Cut()
			until(t, "it is away", func() bool { return s.Connected() == 0 })
			loses(s, func() {
				sam.Say("lost")
				c.pass(2 * time.Minute)
				sam.Edit(one, "one again")
			})
			down.Store(false)
			found := false
			for ev := e.next(); ev.Text != "one again"; ev = e.next() {
				found = found || ev.Text == "lost"
			}
			c.pass(10 * time.Minute)
			sam.Say("two")
			for _, ev := range e.until("two") {
				found = found || ev.Text == "lost"
			}
			e.stop()
			if !found {
				t.Error("what was lost is not heard")
			}
		})
	}
}

func TestARevokedToken(t *testing.T) {
	s, sam := server(t)
	m := quick(connector(s))
	e := hear(t, m, "")
	sam.Say("begin")
	e.until("begin")
	s.Revoke()
	if r := reasonOf(t, <-e.done); r != connectors.Forbidden {
		t.Errorf("Run ended with %v", r)
	}
	_, err := m.Send(t.Context(), connectors.Post{Key: "k", Place: home(s, sam), Text: "x"})
	if r := reasonOf(t, err); r != connectors.Forbidden {
		t.Errorf("Send = %v", err)
	}
}

func TestForeignCursors(t *testing.T) {
	m := &mattermost.Mattermost{URL: "http://127.0.0.1:1", Token: "t", Now: time.Now}
	for _, c := range []connectors.Cursor{"x", "1", "1.", "1.a", "2.a.", "1.-a.", "1.a.abc", "1.a.ab!!efgh", "1.0a.", "1.zzzzzzzzzzzzzzzzz.", "1.a.b.c", "1.a..a", "1.a..0b", "1.a..", "1.a..b.c"} {
		if r := reasonOf(t, m.Run(t.Context(), c, nil)); r != connectors.Invalid {
			t.Errorf("cursor %q: %v, want invalid", c, r)
		}
	}
	over, end := context.WithCancel(t.Context())
	end()
	if err := m.Run(over, "1.a......b", nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a later version's: %v", err)
	}
}

// However badly server and network behave, every message is heard under its key, once, and
// the last version and the last reactions are known.
func TestFaultsLoseNothing(t *testing.T) {
	for seed := range uint64(6) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			s, sam := server(t)
			dice := rand.New(rand.NewPCG(seed, 1))
			chance := func() float64 { return dice.Float64() * 0.08 }
			s.Fail(mattermostserver.Faults{
				Rand: rand.New(rand.NewPCG(seed, 2)), Refuse: chance(), HangUp: chance(), Break: chance(), Garble: chance(), EmptySince: chance(),
				Duplicate: chance(), Swap: chance(), Strange: chance(), Garbage: chance(), Drop: chance(), Cut: chance(), Silence: chance() / 8, Amnesia: chance() * 4, Lose: chance(),
			})
			m := connector(s)
			mattermost.Hurry(m, 100*time.Millisecond, 100*time.Millisecond, time.Millisecond)
			e := hear(t, m, "")
			const n = 300
			said, got := map[string]string{}, map[string]string{}
			var ids []string
			take := func(ev connectors.Event) {
				_, known := got[string(ev.Message)]
				switch {
				case ev.Kind == connectors.Message && known:
					t.Fatalf("%s came twice", ev.Text)
				case ev.Kind == connectors.Message, ev.Kind == connectors.Edit && known:
					got[string(ev.Message)] = ev.Text
				case ev.Kind == connectors.Edit:
					t.Fatalf("%s was edited before it was said", ev.Text)
				}
			}
			for i := range n {
				id := sam.Say(fmt.Sprint("n", i))
				said[id], ids = fmt.Sprint("n", i), append(ids, id)
				if i%7 == 0 {
					id := ids[dice.IntN(len(ids))]
					said[id] += "!"
					sam.Edit(id, said[id])
				}
				if i%50 == 0 {
					s.Restart(false)
				}
				for dice.IntN(3) > 0 && len(got) < len(said) { // mostly it is heard live
					select {
					case ev := <-e.events:
						take(ev)
					case <-time.After(50 * time.Millisecond): // only the next number tells of one that never came
					}
				}
			}
			s.Fail(mattermostserver.Faults{})
			said[sam.Say("end")] = "end"
			for !maps.Equal(said, got) {
				take(e.next())
			}
			e.stop()
		})
	}
}

// A connection is cut, or the server starts anew.
func TestAThousandReconnects(t *testing.T) {
	s := &mattermostserver.Server{}
	s.Start()
	sam := s.AddPerson("sam")
	m := quick(connector(s))
	b := connectortest.Bench{Connector: m, Say: func(text string) { sam.Say(text) }, Close: func() { mattermost.Idle(m); s.Close() }}
	connectortest.Reconnects(t, b, 4<<10, func(i int) {
		if i%2 == 0 {
			s.Cut()
		} else {
			s.Restart(false)
		}
	})
}

func TestErrorsSayWhetherItArrived(t *testing.T) {
	s, sam := server(t)
	at := home(s, sam)
	for _, c := range []struct {
		name   string
		faults mattermostserver.Faults
		want   connectors.Reason
		shown  int
	}{
		{"refused with a page", mattermostserver.Faults{Refuse: 1}, connectors.Unknown, 0}, // a proxy's 503 may be late
		{"too many", mattermostserver.Faults{Limit: 1, After: 7}, connectors.RateLimited, 0},
		{"hung up", mattermostserver.Faults{HangUp: 1}, connectors.Unknown, 1},
		{"broken", mattermostserver.Faults{Break: 1}, connectors.Unknown, 1},
		{"pending", mattermostserver.Faults{Pending: 1}, connectors.Unknown, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := connector(s)
			if _, err := m.Identify(t.Context()); err != nil {
				t.Fatal(err)
			}
			had := len(s.Shown(at.Room))
			c.faults.Rand = rand.New(rand.NewPCG(1, 2))
			s.Fail(c.faults)
			_, err := m.Send(t.Context(), connectors.Post{Key: c.name, Place: at, Text: "x"})
			s.Fail(mattermostserver.Faults{})
			var ce *connectors.Error
			if !errors.As(err, &ce) || ce.Reason != c.want {
				t.Fatalf("Send = %v, want %v", err, c.want)
			}
			if c.want == connectors.RateLimited && ce.After != 7*time.Second {
				t.Errorf("after %v", ce.After)
			}
			if n := len(s.Shown(at.Room)) - had; n != c.shown {
				t.Errorf("%d shown, want %d", n, c.shown)
			}
			// Found, or sent again, also by a new process: once.
			if id, found, err := m.Find(t.Context(), connectors.Post{Key: c.name, Place: at}, time.Time{}); err != nil || found != (c.shown > 0) || found != (id != "") {
				t.Errorf("Find = %q, %v, %v", id, found, err)
			}
			for _, again := range []*mattermost.Mattermost{m, connector(s)} {
				if _, err := again.Send(t.Context(), connectors.Post{Key: c.name, Place: at, Text: "x"}); err != nil {
					t.Errorf("again: %v", err)
				}
			}
			if n := len(s.Shown(at.Room)) - had; n != 1 {
				t.Errorf("%d shown in the end", n)
			}
		})
	}
	for name, c := range map[string]struct {
		url  string
		post connectors.Post
		want connectors.Reason
	}{
		"nobody there": {"http://127.0.0.1:1", connectors.Post{Key: "k", Place: at, Text: "x"}, connectors.Temporary},
		"no room":      {s.URL(), connectors.Post{Key: "k", Place: connectors.Place{Platform: "mattermost", Room: "roomroomroomroomroomroomro"}, Text: "x"}, connectors.Forbidden},
		"not an id":    {s.URL(), connectors.Post{Key: "k", Place: connectors.Place{Platform: "mattermost", Room: "../users/me"}, Text: "x"}, connectors.Invalid},
		"no thread":    {s.URL(), connectors.Post{Key: "k", Place: connectors.Place{Platform: "mattermost", Room: at.Room, Thread: "postpostpostpostpostpostpo"}, Text: "x"}, connectors.Gone},
	} {
		m := &mattermost.Mattermost{URL: c.url, Token: s.Token(), Now: time.Now}
		_, err := m.Send(t.Context(), c.post)
		if r := reasonOf(t, err); r != c.want {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

// The server forgets a pending id after half a minute: from then on looking decides.
func TestThePendingIDFades(t *testing.T) {
	clock := newClock()
	s := &mattermostserver.Server{Now: clock.now}
	s.Start()
	defer s.Close()
	sam := s.AddPerson("sam")
	at, m := home(s, sam), connector(s)
	p := connectors.Post{Key: "k", Place: at, Text: "x"}
	first, err := m.Send(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	clock.pass(29 * time.Second)
	if id, err := m.Send(t.Context(), p); err != nil || id != first {
		t.Errorf("after 29 s: %q, %v; want %q", id, err, first)
	}
	clock.pass(2 * time.Second)
	if id, found, err := m.Find(t.Context(), p, time.Time{}); err != nil || !found || id != first {
		t.Errorf("Find = %q, %v, %v", id, found, err)
	}
	if id, err := m.Send(t.Context(), p); err != nil || id == first {
		t.Errorf("after 31 s: %q, %v", id, err)
	}
	if id, found, err := m.Find(t.Context(), p, time.Time{}); err != nil || !found || id != first {
		t.Errorf("of two, Find = %q, %v, %v; want the first", id, found, err)
	}
	if n := len(s.Shown(at.Room)); n != 2 {
		t.Errorf("%d shown", n)
	}
}

// Whoever is not the agent and guesses a pending id, or copies what a post of the agent's carries, gains
// nothing.
func TestSomebodyElsesPost(t *testing.T) {
	s, sam := server(t)
	m, at := connector(s), home(s, sam)
	if _, err := m.Send(t.Context(), connectors.Post{Key: "k", Place: at, Text: "x"}); err != nil {
		t.Fatal(err)
	}
	s.Forge(s.Shown(at.Room)[0].ID, sam.ID)
	_, err := m.Send(t.Context(), connectors.Post{Key: "k", Place: at, Text: "x"})
	if r := reasonOf(t, err); r != connectors.Unknown {
		t.Errorf("Send = %v", err)
	}
	if id, found, err := connector(s).Find(t.Context(), connectors.Post{Key: "k", Place: at}, time.Time{}); found || err != nil {
		t.Errorf("Find = %q, %v, %v", id, found, err)
	}
}

// A redirect is not followed with the token.
func TestNoRedirects(t *testing.T) {
	s, sam := server(t)
	before := s.Calls()

	r := redirects(t, s.URL())
	m := &mattermost.Mattermost{URL: r, Token: s.Token(), Now: time.Now}
	_, err := m.Send(t.Context(), connectors.Post{Key: "k", Place: home(s, sam), Text: "x"})
	if err == nil {
		t.Error("it was followed")
	}
	if after := s.Calls(); !slices.Equal(keys(before), keys(after)) {
		t.Errorf("calls: %v", after)
	}
	found := m.Check(t.Context())
	if len(found) != 1 || found[0].Well {
		t.Errorf("Check: %+v", found)
	}
}

func keys(m map[string]int) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

func redirects(t *testing.T, to string) string {
	r := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		http.Redirect(w, q, to+q.URL.Path, http.StatusMovedPermanently)
	}))
	t.Cleanup(r.Close)
	return r.URL
}

// Two requests at once are one post, and the one that is refused says that it may be there.
func TestTwoAtOnce(t *testing.T) {
	s, sam := server(t)
	at := home(s, sam)
	p := connectors.Post{Key: "k", Place: at, Text: "x"}
	one, two := connector(s), connector(s)
	held, release := s.Stall()
	defer release()
	done := make(chan error, 1)
	go func() { _, err := one.Send(t.Context(), p); done <- err }()
	<-held
	_, err := two.Send(t.Context(), p)
	if r := reasonOf(t, err); r != connectors.Unknown {
		t.Errorf("Send = %v", err)
	}
	if _, found, err := two.Find(t.Context(), p, time.Time{}); err != nil || found {
		t.Errorf("Find = %v, %v", found, err)
	}
	release()
	if err := <-done; err != nil {
		t.Error(err)
	}
	again, err := two.Send(t.Context(), p)
	if id, found, ferr := two.Find(t.Context(), p, time.Time{}); err != nil || ferr != nil || !found || id != again {
		t.Errorf("Send = %q, %v; Find = %q, %v, %v", again, err, id, found, ferr)
	}
	if n := len(s.Shown(at.Room)); n != 1 {
		t.Errorf("%d shown", n)
	}
}
