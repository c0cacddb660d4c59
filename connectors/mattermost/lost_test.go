package mattermost_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/mattermost"
	"citadel/connectors/mattermost/mattermostserver"
)

// clocked is a fake whose clock the test moves, a person on it, and what makes connectors
// of that clock.
func clocked(t *testing.T) (*clock, *mattermostserver.Server, *mattermostserver.Person, func() *mattermost.Mattermost) {
	c := newClock()
	s := &mattermostserver.Server{Now: c.now}
	s.Start()
	t.Cleanup(s.Close)
	sam := s.AddPerson("sam")
	return c, s, sam, func() *mattermost.Mattermost {
		m := quick(connector(s))
		m.Now = c.now
		return m
	}
}

var errKilled = errors.New("killed")

// lives is one process, from a cursor until it has heard of a text; or until it is killed
// at the event behind so many, if that is not 0. It gives what was taken, "kind:text".
func lives(t *testing.T, m *mattermost.Mattermost, from connectors.Cursor, most int, last string) (connectors.Cursor, []string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var got []string
	err := m.Run(ctx, from, func(_ context.Context, ev connectors.Event) error {
		if most > 0 && len(got) >= most {
			return errKilled
		}
		got = append(got, string(ev.Kind)+":"+ev.Text)
		from = ev.Cursor
		if ev.Text == last {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, errKilled) && !errors.Is(err, context.Canceled) {
		t.Fatalf("Run = %v", err)
	}
	return from, got
}

func fiveOf(t *testing.T, heard []string) {
	t.Helper()
	for i := range 5 {
		if want := fmt.Sprint("message:m", i); !slices.Contains(heard, want) {
			t.Errorf("%s is lost; heard %v", want, heard)
		}
	}
}

// Much happened while nobody listened, and the process that catches up is killed after a
// few events: the next one hears of all the rest.
func TestKilledWhileCatchingUp(t *testing.T) {
	for name, away := range map[string]func(c *clock, sam *mattermostserver.Person, before string){
		"an old message is edited, and liked much later": func(c *clock, sam *mattermostserver.Person, before string) {
			sam.Edit(before, "before, edited")
			five(c, sam)
			if err := sam.React(before, "thumbsup"); err != nil {
				panic(err)
			}
		},
		"a new one is corrected much later": func(c *clock, sam *mattermostserver.Person, _ string) {
			x := sam.Say("x with a typo")
			five(c, sam)
			sam.Edit(x, "x")
		},
		"it is answered in a thread": func(c *clock, sam *mattermostserver.Person, before string) {
			sam.Edit(before, "before, edited")
			five(c, sam)
			sam.SayIn(sam.DM(), before, "in a thread")
		},
		"it is taken back": func(c *clock, sam *mattermostserver.Person, before string) {
			sam.Say("x")
			five(c, sam)
			sam.Delete(before)
		},
	} {
		t.Run(name, func(t *testing.T) {
			for most := 1; most < 7; most++ {
				c, _, sam, make := clocked(t)
				before := sam.Say("before")
				cur, _ := lives(t, make(), "", 0, "before")
				c.pass(5 * time.Minute)
				away(c, sam, before)
				c.pass(time.Minute)
				sam.Say("end")
				cur, first := lives(t, make(), cur, most, "end")
				_, rest := lives(t, make(), cur, 0, "end")
				fiveOf(t, append(first, rest...))
			}
		})
	}
}

// five are five messages, a minute apart, and minutes behind them.
func five(c *clock, sam *mattermostserver.Person) {
	for i := range 5 {
		c.pass(time.Minute)
		sam.Say(fmt.Sprint("m", i))
	}
	c.pass(5 * time.Minute)
}

// What is read of a room on the way, since a thread vanished, may be younger than what the
// connection still has to tell: it does not count as heard.
func TestKilledBehindADeletedThread(t *testing.T) {
	c, s, sam, make := clocked(t)
	root := sam.Say("root")
	old := sam.Say("old")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var cur connectors.Cursor
	var heard []string
	deleted := 0
	err := make().Run(ctx, "", func(_ context.Context, ev connectors.Event) error {
		if deleted == 2 {
			return errKilled
		}
		heard, cur = append(heard, string(ev.Kind)+":"+ev.Text), ev.Cursor
		switch {
		case ev.Text == "old":
			sam.Say("live")
		case ev.Text == "live": // much happens while this is handed on
			sam.Delete(root)
			five(c, sam)
			sam.Delete(old)
			c.pass(time.Second)
		case ev.Kind == connectors.Delete:
			deleted++
		}
		return nil
	})
	if !errors.Is(err, errKilled) {
		t.Fatalf("Run = %v", err)
	}
	s.Restart(false)
	sam.Say("end")
	_, rest := lives(t, make(), cur, 0, "end")
	fiveOf(t, append(heard, rest...))
}

// What happens while the catching up goes on counts as heard only when it is.
func TestKilledWhileCatchingUpTakesLong(t *testing.T) {
	c, s, sam, make := clocked(t)
	before := sam.Say("before")
	cur, _ := lives(t, make(), "", 0, "before")
	c.pass(5 * time.Minute)
	for i := range 250 {
		sam.Say(fmt.Sprint("n", i))
		c.pass(100 * time.Millisecond)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	edited := false
	err := make().Run(ctx, cur, func(_ context.Context, ev connectors.Event) error {
		cur = ev.Cursor
		switch ev.Text {
		case "n0": // the room is read further only behind these
			c.pass(time.Second)
			sam.Edit(before, "before, edited")
			for i := range 150 {
				c.pass(time.Second)
				sam.Say(fmt.Sprint("more", i))
			}
		case "more100":
			return errKilled
		}
		edited = edited || ev.Kind == connectors.Edit
		return nil
	})
	if !errors.Is(err, errKilled) {
		t.Fatalf("Run = %v", err)
	}
	s.Restart(false)
	sam.Say("end")
	_, rest := lives(t, make(), cur, 0, "end")
	if !edited && !slices.Contains(rest, "edit:before, edited") {
		t.Errorf("the edit is lost; heard %v", rest)
	}
}

// proxied is a proxy before the server that answers in its place where bad says so, the way
// proxies do.
func proxied(t *testing.T, s *mattermostserver.Server, bad func(r *http.Request) int) string {
	return before(t, s, func(w http.ResponseWriter, r *http.Request) bool {
		code := bad(r)
		if code == 0 {
			return false
		}
		w.Header().Set("Location", "https://sso.example/login")
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(code)
		fmt.Fprint(w, "<html>default backend</html>")
		return true
	})
}

// answered is a server behind a proxy that answers some calls in its place as if all were well.
func answered(t *testing.T, s *mattermostserver.Server, body string, some func(r *http.Request) bool) string {
	return before(t, s, func(w http.ResponseWriter, r *http.Request) bool {
		if !some(r) {
			return false
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, body)
		return true
	})
}

// before is a server behind something that answers some calls itself.
func before(t *testing.T, s *mattermostserver.Server, answers func(w http.ResponseWriter, r *http.Request) bool) string {
	u, err := url.Parse(s.URL())
	if err != nil {
		t.Fatal(err)
	}
	p := httputil.NewSingleHostReverseProxy(u)
	x := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !answers(w, r) {
			p.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(x.Close)
	return x.URL
}

// Nobody is killed: one call fails once in the middle of catching up.
func TestACallFailsWhileCatchingUp(t *testing.T) {
	c, s, sam, make := clocked(t)
	lena := s.AddPerson("lena")
	acme := s.AddChannel("acme", false, sam, lena)
	sam.Say("before")
	cur, _ := lives(t, make(), "", 0, "before")
	c.pass(5 * time.Minute)
	x := sam.Say("x with a typo")
	c.pass(time.Second)
	lena.SayIn(acme, "", "hello")
	five(c, sam)
	sam.Edit(x, "x")
	c.pass(time.Minute)
	sam.Say("end")
	var n atomic.Int32
	m := make()
	m.URL = proxied(t, s, func(r *http.Request) int {
		if strings.HasSuffix(r.URL.Path, "/users/"+lena.ID) && n.Add(1) == 1 {
			return http.StatusServiceUnavailable
		}
		return 0
	})
	_, got := lives(t, m, cur, 0, "end")
	if n.Load() == 0 {
		t.Error("nothing failed")
	}
	fiveOf(t, got)
}

// Every fault of the fake, a clock that moves by minutes, and processes that are killed at
// any event: nothing is lost, and of everything the last version is known.
func TestKilledAgainAndAgain(t *testing.T) {
	for seed := range uint64(12) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			dice := rand.New(rand.NewPCG(seed, 7)) // what happens; no process draws from it
			c, s, sam, make := clocked(t)
			s.Fail(mattermostserver.Faults{
				Rand: rand.New(rand.NewPCG(seed, 9)), Refuse: .03, HangUp: .03, Break: .03, Garble: .03, EmptySince: .1,
				Duplicate: .1, Strange: .1, Garbage: .03, Drop: .03, Cut: .05, Amnesia: .3,
			})
			var cur connectors.Cursor
			want, got := map[string]string{}, map[string]string{}
			wantGone, gone := map[string]bool{}, map[string]bool{}
			// life ends at the event behind so many, or at the end.
			life := func(most int) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				err := make().Run(ctx, cur, func(_ context.Context, ev connectors.Event) error {
					if most--; most < 0 {
						return errKilled
					}
					cur = ev.Cursor
					id := string(ev.Message)
					switch ev.Kind {
					case connectors.Message:
						if _, ok := got[id]; !ok { // else the ledger has it
							got[id] = ev.Text
						}
					case connectors.Edit:
						if _, ok := got[id]; !ok {
							t.Errorf("%s is edited, and nobody heard of it", id)
						}
						got[id] = ev.Text
					case connectors.Delete:
						gone[id] = true
					}
					if ev.Text == "the end" || ev.Text == want["pause"] {
						cancel()
					}
					return nil
				})
				if !errors.Is(err, errKilled) && !errors.Is(err, context.Canceled) {
					t.Fatalf("Run = %v", err)
				}
			}
			var ids []string
			say := func() {
				text := fmt.Sprint("n", len(ids))
				id := sam.Say(text)
				want[id], ids = text, append(ids, id)
			}
			say()
			for round := range 12 {
				for range dice.IntN(12) {
					c.pass(time.Duration(dice.IntN(180)) * time.Second)
					say()
					if seed%2 == 0 || dice.IntN(4) > 0 {
						continue
					}
					c.pass(time.Duration(dice.IntN(180)) * time.Second)
					id := ids[max(0, len(ids)-1-dice.IntN(10))]
					switch {
					case wantGone[id]:
					case dice.IntN(5) == 0:
						sam.Delete(id)
						wantGone[id] = true
					case dice.IntN(3) == 0:
						if err := sam.React(id, "heart"); err != nil {
							t.Fatal(err)
						}
					default:
						want[id] += "!"
						sam.Edit(id, want[id])
					}
				}
				c.pass(time.Second)
				want["pause"] = fmt.Sprint("pause", round)
				sam.Say(want["pause"])
				life(dice.IntN(15))
			}
			s.Fail(mattermostserver.Faults{})
			c.pass(time.Minute)
			sam.Say("the end")
			life(1 << 20)
			for _, id := range ids {
				text, heard := got[id]
				switch {
				case wantGone[id] && (gone[id] || !heard):
				case wantGone[id]:
					t.Errorf("%s is gone, and nobody was told", want[id])
				case !heard:
					t.Errorf("%s is lost", want[id])
				case text != want[id]:
					t.Errorf("%s is known as %s", want[id], text)
				}
			}
		})
	}
}

// So much was said in the last minute that the cursor does not know it all; one of it is
// edited while nobody listens. The message may come again, and its edit comes with it.
func TestAnEditOfWhatComesAgain(t *testing.T) {
	c, _, sam, make := clocked(t)
	sam.Say("before")
	var first string
	for i := range 100 {
		c.pass(300 * time.Millisecond)
		id := sam.Say(fmt.Sprint("n", i))
		if i == 0 {
			first = id
		}
	}
	sam.Say("end")
	cur, _ := lives(t, make(), "", 0, "end")
	c.pass(time.Minute)
	sam.Edit(first, "n0 has been corrected")
	c.pass(time.Minute)
	sam.Say("end2")
	_, got := lives(t, make(), cur, 0, "end2")
	if !slices.Contains(got, "edit:n0 has been corrected") {
		t.Errorf("the edit is never told; heard %v", got)
	}
}

// A server stores a post some time after it was made: what became visible only later than
// younger ones that were handed on is read all the same by who was away, within a minute.
func TestVisibleLate(t *testing.T) {
	c, s, sam, make := clocked(t)
	sam.Say("before")
	cur, _ := lives(t, make(), "", 0, "before")
	s.Restart(true)
	c.pass(-50 * time.Second)
	sam.Say("late")
	c.pass(5 * time.Minute)
	sam.Say("end")
	s.Up()
	if _, got := lives(t, make(), cur, 0, "end"); !slices.Equal(got, []string{"message:late", "message:end"}) {
		t.Errorf("heard %q", got)
	}
}

// What was handed on before the process was killed, further than all that is older, is
// known to be no news when it is taken back.
func TestTakenBackAfterAKilledCatchUp(t *testing.T) {
	c, s, sam, make := clocked(t)
	sam.Say("before")
	cur, _ := lives(t, make(), "", 0, "before")
	c.pass(5 * time.Minute)
	for i := range 250 {
		sam.Say(fmt.Sprint("n", i))
		c.pass(100 * time.Millisecond)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var late, edited string
	err := make().Run(ctx, cur, func(_ context.Context, ev connectors.Event) error {
		switch ev.Text {
		case "n0":
			c.pass(2 * time.Minute)
			late, edited = sam.Say("late"), sam.Say("to be edited")
			for i := range 100 {
				c.pass(time.Millisecond)
				sam.Say(fmt.Sprint("more", i))
			}
		case "more90":
			return errKilled
		}
		cur = ev.Cursor
		return nil
	})
	if !errors.Is(err, errKilled) {
		t.Fatalf("Run = %v", err)
	}
	s.Restart(false)
	sam.Delete(late)
	sam.Edit(edited, "edited")
	c.pass(time.Minute)
	sam.Say("end")
	_, rest := lives(t, make(), cur, 0, "end")
	if !slices.Contains(rest, "delete:") || !slices.Contains(rest, "edit:edited") {
		t.Errorf("heard %v", rest)
	}
}

// A call fails once while what is live is handed on: that is handed on when the connection
// comes back, and in its place.
func TestACallFailsWhileLive(t *testing.T) {
	_, s, sam, make := clocked(t)
	lena := s.AddPerson("lena")
	acme := s.AddChannel("acme", false, sam, lena)
	var n atomic.Int32
	m := make()
	m.URL = proxied(t, s, func(r *http.Request) int {
		if strings.HasSuffix(r.URL.Path, "/users/"+lena.ID) && n.Add(1) <= 2 {
			return http.StatusServiceUnavailable
		}
		return 0
	})
	e := hear(t, m, "")
	defer e.stop()
	sam.Say("begin")
	e.until("begin")
	lena.SayIn(acme, "", "hello")
	sam.Say("end")
	if got := e.until("end"); len(got) != 1 || got[0].Text != "hello" {
		t.Errorf("heard %+v", got)
	}
	if n.Load() < 2 {
		t.Error("nothing failed")
	}
}

// A post that claims to be of tomorrow does not have what is said today taken for heard.
func TestAPostOfTomorrow(t *testing.T) {
	c, _, sam, make := clocked(t)
	m := make()
	now := c.now()
	m.Now = func() time.Time { return now }
	e := hear(t, m, "")
	sam.Say("begin")
	e.until("begin")
	c.pass(24 * time.Hour)
	sam.Say("tomorrow")
	c.pass(-24 * time.Hour)
	e.until("tomorrow")
	from := e.stop()
	c.pass(time.Minute)
	sam.Say("today")
	e = hear(t, make(), from)
	e.until("today")
	e.stop()
}

// That nothing changed is asked twice where nothing was said, and what stands there is looked at: a message that was
// edited, and that one is gone.
func TestAnEmptyListWhereNothingWasSaid(t *testing.T) {
	for empty := range 4 {
		t.Run(fmt.Sprint("edited ", empty), func(t *testing.T) {
			emptyLists(t, empty, func(sam *mattermostserver.Person, old string) { sam.Edit(old, "new") },
				func(ev connectors.Event, old string) bool { return ev.Kind == connectors.Edit && ev.Text == "new" })
		})
		t.Run(fmt.Sprint("deleted ", empty), func(t *testing.T) {
			emptyLists(t, empty, func(sam *mattermostserver.Person, old string) { sam.Delete(old) },
				func(ev connectors.Event, old string) bool {
					return ev.Kind == connectors.Delete && string(ev.Message) == old ||
						ev.Kind == connectors.Remaining && len(ev.Still) == 1 && ev.Still[0] != connectors.MessageID(old)
				})
		})
	}
}

func emptyLists(t *testing.T, empty int, do func(sam *mattermostserver.Person, old string), tells func(ev connectors.Event, old string) bool) {
	c, s, sam, make := clocked(t)
	apart := s.AddChannel("apart", false, sam)
	sam.Say("older")
	old := sam.Say("old")
	e := hear(t, heeding(make(), sam, ""), "")
	e.until("old")
	for _, text := range []string{"soon", "much later"} { // the second surely as it is said: everything before is known then
		c.pass(time.Hour)
		sam.SayIn(apart, "", text)
		e.until(text)
	}
	from := e.stop()
	c.pass(time.Hour)
	do(sam, old)
	sam.SayIn(apart, "", "end") // read behind his own
	s.EmptyChanges(empty)
	e = hear(t, heeding(make(), sam, ""), from)
	defer e.stop()
	got := e.until("end")
	if !slices.ContainsFunc(got, func(ev connectors.Event) bool { return tells(ev, old) }) {
		t.Errorf("heard %+v", got)
	}
}
