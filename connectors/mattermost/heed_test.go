package mattermost_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/mattermost"
	"citadel/connectors/mattermost/mattermostserver"
)

// heeding has a connector heed one person, and one channel.
func heeding(m *mattermost.Mattermost, who *mattermostserver.Person, room string) *mattermost.Mattermost {
	m.Heed(func(p connectors.Person) bool { return p.ID == who.ID }, func(at connectors.Place) bool { return at.Room == room })
	return m
}

// read says which room a request reads; empty where it reads none.
func read(r *http.Request) string {
	if rest, ok := strings.CutPrefix(r.URL.Path, "/api/v4/channels/"); ok && r.Method == http.MethodGet {
		if room, ok := strings.CutSuffix(rest, "/posts"); ok {
			return room
		}
	}
	return ""
}

// However many strangers wrote while nobody listened: what the principal wrote is handed on
// before anything of theirs is read, what he writes then does not wait for them, and they are
// heard behind him.
func TestThePrincipalIsHeardFirst(t *testing.T) {
	const strangers = 150
	c, s, sam, make := clocked(t)
	acme := s.AddChannel("acme", false, sam, s.AddPerson("lena"))
	sam.Say("begin")
	from, _ := lives(t, heeding(make(), sam, acme), "", 0, "begin")
	c.pass(time.Hour)
	for i := range strangers {
		s.AddPerson(fmt.Sprint("p", i)).Say(fmt.Sprint("stranger ", i))
	}
	c.pass(time.Second)
	sam.Say("while you were away")
	c.pass(time.Second)
	sam.SayIn(acme, "", "among others, too")
	c.pass(time.Hour)
	var theirs atomic.Int32 // readings of their rooms
	m := heeding(make(), sam, acme)
	m.URL = proxied(t, s, func(r *http.Request) int {
		if room := read(r); room != "" && room != acme && room != sam.DM() {
			theirs.Add(1)
		}
		return 0
	})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var heard []string
	err := m.Run(ctx, from, func(_ context.Context, ev connectors.Event) error {
		heard = append(heard, ev.Text)
		from = ev.Cursor
		switch ev.Text {
		case "while you were away":
			if n := theirs.Load(); n > 0 {
				t.Errorf("%d readings of strangers' rooms before it", n)
			}
		case "among others, too":
			sam.Say("are you there?")
		}
		if len(heard) == strangers+3 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("Run = %v", err)
	}
	if !slices.Equal(heard[:2], []string{"while you were away", "among others, too"}) {
		t.Errorf("heard first: %q", heard[:2])
	}
	if i := slices.Index(heard, "are you there?"); i > strangers/2 {
		t.Errorf("he was heard behind %d strangers", i-2)
	}
	for i := range strangers {
		if !slices.Contains(heard, fmt.Sprint("stranger ", i)) {
			t.Errorf("stranger %d was never heard", i)
		}
	}
}

// What was put off is known to be so by the next process, whenever this one is killed. Where
// something happens there meanwhile, it comes behind what was missed.
func TestKilledWhileOthersAreRead(t *testing.T) {
	for most := 1; most < 10; most++ {
		t.Run(fmt.Sprint(most), func(t *testing.T) {
			c, s, sam, make := clocked(t)
			stranger := s.AddPerson("stranger")
			apart := s.AddChannel("apart", false, sam, s.AddPerson("lena")) // nobody reads along there
			old := sam.SayIn(apart, "", "old")
			sam.Say("begin")
			from, _ := lives(t, heeding(make(), sam, ""), "", 0, "begin")
			c.pass(time.Hour)
			want := []string{"edit:old, edited"}
			for i := range 3 {
				c.pass(time.Minute)
				stranger.Say(fmt.Sprint("theirs ", i))
				sam.SayIn(apart, "", fmt.Sprint("apart ", i))
				want = append(want, fmt.Sprint("message:theirs ", i), fmt.Sprint("message:apart ", i))
			}
			sam.Edit(old, "old, edited")
			c.pass(time.Hour)
			sam.Say("first")
			var heard []string
			life := func(most int, does func(text string)) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				ends := 2
				err := heeding(make(), sam, "").Run(ctx, from, func(_ context.Context, ev connectors.Event) error {
					if most--; most < 0 {
						return errKilled
					}
					heard, from = append(heard, string(ev.Kind)+":"+ev.Text), ev.Cursor
					does(ev.Text)
					if strings.HasPrefix(ev.Text, "last ") {
						if ends--; ends == 0 {
							cancel()
						}
					}
					return nil
				})
				if !errors.Is(err, errKilled) && !errors.Is(err, context.Canceled) {
					t.Fatalf("Run = %v", err)
				}
			}
			life(most, func(text string) {
				if text == "first" {
					c.pass(time.Hour)
					sam.SayIn(apart, "", "apart 3")
				}
			})
			c.pass(time.Hour)
			sam.Say("second")
			life(1<<20, func(text string) {
				if text == "second" {
					c.pass(time.Hour)
					sam.SayIn(apart, "", "last apart")
					stranger.Say("last theirs")
				}
			})
			for _, what := range append(want, "message:apart 3") {
				if !slices.Contains(heard, what) {
					t.Errorf("%s is lost; heard %q", what, heard)
				}
			}
			at := -1
			for i := range 4 {
				was := at
				if at = slices.Index(heard, fmt.Sprint("message:apart ", i)); at < was {
					t.Errorf("apart %d comes too early; heard %q", i, heard)
				}
			}
		})
	}
}

// A stranger's conversation that cannot be read holds up nobody, and nothing in the cursor tells
// which it is.
func TestAStrangersRoomThatCannotBeRead(t *testing.T) {
	c, s, sam, make := clocked(t)
	stranger := s.AddPerson("stranger")
	sam.Say("begin")
	from, _ := lives(t, heeding(make(), sam, ""), "", 0, "begin")
	c.pass(time.Hour)
	stranger.Say("theirs")
	sam.Say("first")
	var tries atomic.Int32
	m := heeding(make(), sam, "")
	m.URL = proxied(t, s, func(r *http.Request) int {
		if read(r) != stranger.DM() {
			return 0
		}
		tries.Add(1)
		return http.StatusBadGateway
	})
	e := hear(t, m, from)
	e.until("first")
	for i := 0; tries.Load() < 3; i++ {
		c.pass(time.Second)
		sam.Say(fmt.Sprint("live ", i))
		e.until(fmt.Sprint("live ", i))
	}
	sam.Say("end")
	e.until("end")
	cursor := string(e.stop())
	owed, putOff := strings.Split(cursor+"...", ".")[4], strings.Split(cursor+"...", ".")[5]
	if strings.Contains(cursor, stranger.DM()) || owed != "" || putOff != "" {
		t.Errorf("cursor %s", cursor)
	}
}

// Where the server wants to be asked less of a stranger's room, what he writes then holds up nobody.
func TestALimitedStranger(t *testing.T) {
	asked := make(chan struct{}, 1)
	c, s, sam, connector := clocked(t)
	stranger := s.AddPerson("stranger")
	sam.Say("begin")
	from, _ := lives(t, heeding(connector(), sam, ""), "", 0, "begin")
	c.pass(time.Hour)
	stranger.Say("theirs")
	sam.Say("first")
	m := heeding(connector(), sam, "")
	m.URL = proxied(t, s, func(r *http.Request) int {
		if read(r) == stranger.DM() {
			select {
			case asked <- struct{}{}:
			default: // it is known already
			}
			return http.StatusTooManyRequests
		}
		return 0
	})
	e := hear(t, m, from)
	e.until("first")
	<-asked
	c.pass(time.Second)
	stranger.Say("flood")
	sam.Say("live")
	e.until("live")
	e.stop()
}

// Who a stranger is cannot be asked, and that holds up nobody and breaks off nothing: what he writes is heard, without a name.
func TestAStrangerWhoCannotBeLookedUp(t *testing.T) {
	_, s, sam, connector := clocked(t)
	stranger := s.AddPerson("stranger")
	m := heeding(connector(), sam, "")
	var asked, dialled atomic.Int32
	m.URL = proxied(t, s, func(r *http.Request) int {
		if r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, "/users/"+stranger.ID) {
			asked.Add(1)
			return http.StatusInternalServerError
		}
		if strings.HasSuffix(r.URL.Path, "/websocket") {
			dialled.Add(1)
		}
		return 0
	})
	e := hear(t, m, "")
	sam.Say("begin")
	e.until("begin")
	stranger.Say("theirs")
	sam.Say("live")
	for _, ev := range e.until("live") {
		if ev.Text == "theirs" && (ev.From.ID != stranger.ID || ev.From.Name != "") {
			t.Errorf("heard of %+v", ev.From)
		}
	}
	if asked.Load() == 0 || dialled.Load() != 1 {
		t.Errorf("asked %d times, on %d connections", asked.Load(), dialled.Load())
	}
	e.stop()
}
