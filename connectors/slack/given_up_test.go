package slack_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/slack"
	"citadel/connectors/slack/slackserver"
)

// changing gives a way to Slack on which each message of what a method answers may be changed, or left out where shown says
// no. asked counts the answers.
func changing(t *testing.T, s *slackserver.Server, method string, asked *atomic.Int32, shown func(message map[string]any) bool) string {
	return inFront(t, s, func(w http.ResponseWriter, r *http.Request, v url.Values) bool {
		if !strings.HasSuffix(r.URL.Path, method) {
			return false
		}
		ask := must[*http.Request](t)(http.NewRequestWithContext(r.Context(), r.Method, strings.TrimSuffix(s.URL(), "/api/")+r.URL.Path, strings.NewReader(v.Encode())))
		ask.Header = r.Header
		answer, err := http.DefaultClient.Do(ask)
		if err != nil { // the look was cut off
			return false
		}
		defer answer.Body.Close()
		var page map[string]any
		if err := json.NewDecoder(answer.Body).Decode(&page); err != nil {
			return false
		}
		if all, ok := page["messages"].([]any); ok {
			page["messages"] = slices.DeleteFunc(all, func(m any) bool { return !shown(m.(map[string]any)) })
		}
		maps.Copy(w.Header(), answer.Header)
		w.Header().Del("Content-Length")
		if json.NewEncoder(w).Encode(page) == nil {
			asked.Add(1)
		}
		return true
	})
}

// said waits until a message is heard.
func (e *ear) said(ts string) connectors.Event {
	e.t.Helper()
	for {
		if ev := e.next(); string(ev.Message) == ts {
			return ev
		}
	}
}

// gone waits until it is told that a message is not in a place any more.
func (e *ear) gone(at connectors.Place, ts string) {
	e.t.Helper()
	for {
		ev := e.any()
		if ev.Kind == connectors.Remaining && ev.Place == at && !slices.Contains(ev.Still, connectors.MessageID(ts)) &&
			micro(ev.Since) <= seconds(connectors.MessageID(ts)) && seconds(connectors.MessageID(ts)) < micro(ev.At) {
			return
		}
	}
}

// loses has nobody told of what is done meanwhile.
func loses(s *slackserver.Server, done func()) {
	s.SetFaults(slackserver.Faults{Rand: seeded(1), Lose: 1})
	done()
	s.SetFaults(slackserver.Faults{})
}

// What was heard while the history was behind, and taken back before it showed it, of which Slack then told nobody, is known
// to be gone: before anything was read at all, and later.
func TestTakenBackBeforeItWasShown(t *testing.T) {
	for _, after := range []string{"the first reading", "others"} {
		t.Run(after, func(t *testing.T) {
			s := serve(t, nil)
			s.Say("the first of all")
			var hidden atomic.Value
			var asked atomic.Int32
			c := heeding(s)
			c.Look = 10 * time.Millisecond
			c.URL = changing(t, s, "conversations.history", &asked, func(m map[string]any) bool { return m["ts"] != hidden.Load() })
			hidden.Store("")
			e := hear(t, c, "")
			if after == "others" {
				until(t, "it is looked", func() bool { return asked.Load() > 2 })
			}
			for i := range 3 {
				ts := s.Say(fmt.Sprint("hidden ", i))
				hidden.Store(ts)
				e.said(ts)
				n := asked.Load()
				until(t, "it is looked, and not shown", func() bool { return asked.Load() > n+2 })
				loses(s, func() { s.Delete(slackserver.Home, ts) })
				hidden.Store("")
				e.gone(home, ts)
			}
		})
	}
}

// What a room does not show is looked at in turn: in each of many threads it is heard what was edited, or the last of it taken back, and
// Slack told nobody.
func TestGivenUpInManyThreads(t *testing.T) {
	s := serve(t, nil)
	s.Say("the first of all")
	c := heeding(s)
	c.Look = 10 * time.Millisecond
	e := hear(t, c, "")
	var roots, below []string
	for i := range 9 {
		roots = append(roots, s.Say(fmt.Sprint("root ", i)))
		below = append(below, s.SayAs(slackserver.Sam, slackserver.Home, roots[i], fmt.Sprint("below ", i)))
	}
	e.said(below[8])
	past(t, below[8])
	loses(s, func() {
		for i := range 9 {
			if i%2 == 0 {
				s.Edit(slackserver.Home, below[i], fmt.Sprint("again ", i))
			} else {
				s.Delete(slackserver.Home, below[i])
			}
		}
	})
	want := map[string]bool{}
	for i := range 9 {
		want[fmt.Sprint("again ", i)] = i%2 == 0
		want["gone "+below[i]] = i%2 == 1
	}
	for left := 9; left > 0; {
		ev := e.any()
		key := ev.Text
		if ev.Kind == connectors.Remaining {
			if i := slices.Index(roots, ev.Place.Thread); i >= 0 && !slices.Contains(ev.Still, connectors.MessageID(below[i])) {
				key = "gone " + below[i]
			}
		}
		if want[key] {
			want[key] = false
			left--
		}
	}
}

// Who listens anew just after something was said hears that it was taken back meanwhile, once enough time has passed to
// tell.
func TestTakenBackInAMoment(t *testing.T) {
	s := serve(t, forgetful)
	s.Say("the first of all")
	c := heeding(s)
	e := hear(t, c, "")
	ts := s.Say("no")
	ev := e.said(ts)
	e.stop()
	s.Delete(slackserver.Home, ts)
	dropped(t, s)
	c = heeding(s)
	c.Look = 10 * time.Millisecond
	hear(t, c, ev.Cursor).gone(home, ts)
}

// What cannot be read is heard once, whether the connection told of it or the history, or both.
func TestUnreadableOnce(t *testing.T) {
	s := serve(t, nil)
	c := heeding(s)
	c.Look = 10 * time.Millisecond
	var asked atomic.Int32
	odd := func(m map[string]any) { m["text"] = map[string]any{"odd": 1} }
	var ts atomic.Value
	ts.Store("")
	c.URL = changing(t, s, "conversations.history", &asked, func(m map[string]any) bool {
		if m["ts"] == ts.Load() {
			odd(m)
		}
		return true
	})
	e := hear(t, c, "")
	e.said(s.Say("first"))
	loses(s, func() { ts.Store(s.Say("odd")) })
	event := map[string]any{"type": "message", "user": slackserver.Sam, "channel": slackserver.Home, "channel_type": "im", "ts": ts.Load()}
	odd(event)
	s.Event(event)
	n := asked.Load()
	until(t, "it is looked", func() bool { return asked.Load() > n+3 })
	end := s.Say("end")
	times := 0
	for ev := e.next(); string(ev.Message) != end; ev = e.next() {
		if ev.Kind == connectors.Unparsed {
			times++
		}
	}
	if times != 1 {
		t.Errorf("heard %d times", times)
	}
}

// gated hears through what answers looks only once they are let through, as the server is unwell until then.
type gated struct {
	*slackserver.Server
	t     *testing.T
	shut  atomic.Bool
	shown atomic.Value // func(message map[string]any) bool
}

func gate(t *testing.T, c *slack.Slack, s *slackserver.Server) *gated {
	g := &gated{Server: s, t: t}
	g.shown.Store(func(map[string]any) bool { return true })
	var asked atomic.Int32
	behind := changing(t, s, "", &asked, func(m map[string]any) bool { return g.shown.Load().(func(map[string]any) bool)(m) })
	c.Look = 10 * time.Millisecond
	c.URL = inFrontOf(t, behind, func(w http.ResponseWriter, r *http.Request, _ url.Values) bool {
		if g.shut.Load() && strings.HasSuffix(r.URL.Path, "users.conversations") {
			w.WriteHeader(http.StatusBadGateway)
			return true
		}
		return false
	})
	return g
}

// looks waits until it was looked some times more, whole.
func looks(t *testing.T, s *slackserver.Server, n int) {
	t.Helper()
	was := s.Calls("users.conversations")
	until(t, "it was looked", func() bool { return s.Calls("users.conversations") > was+n })
}

// What a look does not read is not done by it: what was lost there is heard by the next process, from the cursor that the
// looks left. It stands below a root far back, or somebody else wrote it.
func TestWhatALookDoesNotRead(t *testing.T) {
	for _, lost := range []string{"in a thread far back", "by somebody else"} {
		t.Run(lost, func(t *testing.T) {
			s := serve(t, forgetful)
			room := s.Channel("acme", false, slackserver.Sam)
			other, elsewhere := s.Person("P")
			root := s.SayAs(slackserver.Sam, room, "", "root")
			s.SayAs(slackserver.Sam, room, root, "reply")
			for i := range 210 {
				s.SayAs(slackserver.Sam, room, "", fmt.Sprint("m", i))
			}
			c := func() *slack.Slack {
				c := heeding(s)
				c.Heed(func(p connectors.Person) bool { return p.ID == slackserver.Sam }, func(connectors.Place) bool { return true })
				c.Remind(nil, func() []connectors.Place {
					return []connectors.Place{thread(connectors.Place{Platform: "slack", Account: slackserver.Team, Room: room}, root)}
				})
				c.Look = 10 * time.Millisecond
				return c
			}
			e := hear(t, c(), "")
			first := s.Say("first")
			e.said(first)
			past(t, first)
			looks(t, s, 2)
			ts := ""
			loses(s, func() {
				if lost == "by somebody else" {
					ts = s.SayAs(other, elsewhere, "", "link 7K3D-9QXM-42TZ")
				} else {
					ts = s.SayAs(slackserver.Sam, room, root, "lost")
				}
			})
			past(t, ts)
			looks(t, s, 3)
			last := s.Say("last")
			ev := e.next()
			for string(ev.Message) != last {
				if string(ev.Message) == ts {
					return // it was read all the same
				}
				ev = e.next()
			}
			e.stop()
			dropped(t, s)
			hear(t, c(), ev.Cursor).said(ts)
		})
	}
}

// The first reading of a place, in a look, may be behind as well: what was heard there stands.
func TestTheFirstLookIsBehind(t *testing.T) {
	for _, where := range []string{"a thread", "a channel"} {
		t.Run(where, func(t *testing.T) {
			s := serve(t, nil)
			s.Say("the first of all")
			c := heeding(s)
			c.Heed(func(p connectors.Person) bool { return p.ID == slackserver.Sam }, func(connectors.Place) bool { return true })
			g := gate(t, c, s)
			e := hear(t, c, "")
			e.said(s.Say("begin"))
			g.shut.Store(true)
			at, opens := home, ""
			if where == "a thread" {
				opens = s.Say("root")
				at.Thread = opens
			} else {
				at.Room = s.Channel("acme", false, slackserver.Sam)
				s.SayAs(slackserver.Sam, at.Room, "", "before")
			}
			ts := s.SayAs(slackserver.Sam, at.Room, opens, "keep")
			e.said(ts)
			past(t, ts)
			var hid atomic.Bool
			g.shown.Store(func(m map[string]any) bool { return m["ts"] != ts || !hid.CompareAndSwap(false, true) })
			g.shut.Store(false)
			until(t, "a look was behind", hid.Load)
			looks(t, s, 4)
			end := s.Say("the last")
			for ev := e.any(); string(ev.Message) != end; ev = e.any() {
				if ev.Kind == connectors.Remaining && ev.Place == at && !slices.Contains(ev.Still, connectors.MessageID(ts)) && seconds(connectors.MessageID(ts)) < micro(ev.At) {
					t.Errorf("it is told that it is gone: %v", ev.Still)
				}
			}
		})
	}
}

// An emoji that one look does not show stands; it was taken off where the next does not show it either.
func TestAnEmojiThatALookDoesNotShow(t *testing.T) {
	s := serve(t, nil)
	c := heeding(s)
	g := gate(t, c, s)
	e := hear(t, c, "")
	ts := s.Say("one")
	e.said(ts)
	g.shut.Store(true)
	s.React(slackserver.Sam, slackserver.Home, ts, "👍")
	e.next()
	past(t, fmt.Sprint(now().Unix(), "."))
	var hid atomic.Bool
	g.shown.Store(func(m map[string]any) bool {
		if m["ts"] == ts && m["reactions"] != nil && hid.CompareAndSwap(false, true) {
			delete(m, "reactions")
		}
		return true
	})
	g.shut.Store(false)
	until(t, "a look was behind", hid.Load)
	looks(t, s, 4)
	end := s.Say("the last")
	for ev := e.next(); string(ev.Message) != end; ev = e.next() {
		t.Errorf("%s, while it stands all the time", brief(ev))
	}
	loses(s, func() { s.Unreact(slackserver.Sam, slackserver.Home, ts, "👍") })
	if got := brief(e.next()); got != "reactions on "+ts+": " {
		t.Errorf("heard %q", got)
	}
}

// What called the agent in a channel opened a thread, and stands in the channel: there it is missed.
func TestACallThatWasTakenBack(t *testing.T) {
	s := serve(t, nil)
	room := s.Channel("acme", false, slackserver.Sam)
	s.SayAs(slackserver.Sam, room, "", "the first of all")
	c := connector(s)
	c.Look = 10 * time.Millisecond
	e := hear(t, c, "")
	e.next()
	looks(t, s, 1)
	ts := s.SayAs(slackserver.Sam, room, "", "@citadel remind me")
	if ev := e.said(ts); ev.Place.Thread != ts {
		t.Fatalf("it opened no thread: %+v", ev)
	}
	loses(s, func() { s.Delete(room, ts) })
	e.gone(connectors.Place{Platform: "slack", Account: slackserver.Team, Room: room}, ts)
}

// One conversation that cannot be read for a while keeps none of the others from being looked at.
func TestALookPassesOver(t *testing.T) {
	s := serve(t, nil)
	one, two := s.Channel("one", false, slackserver.Sam), s.Channel("two", false, slackserver.Sam)
	c := connector(s)
	c.Look = 10 * time.Millisecond
	var bad atomic.Bool
	c.URL = inFront(t, s, func(w http.ResponseWriter, r *http.Request, v url.Values) bool {
		if !bad.Load() || v.Get("channel") != one || !strings.HasSuffix(r.URL.Path, "conversations.history") {
			return false
		}
		w.WriteHeader(http.StatusBadGateway)
		return true
	})
	e := hear(t, c, "")
	e.said(s.Say("begin"))
	bad.Store(true)
	looks(t, s, 2)
	var lost []string
	loses(s, func() {
		lost = []string{s.SayAs(slackserver.Sam, two, "", "in two"), s.Say("in the direct one"), s.SayAs(slackserver.Sam, one, "", "in one")}
	})
	for _, ts := range []string{string(e.next().Message), string(e.next().Message)} {
		if !slices.Contains(lost[:2], ts) {
			t.Errorf("heard %s of %v", ts, lost)
		}
	}
	bad.Store(false)
	e.said(lost[2])
}

// Where the agent wrote last in many threads, a look does not ask for all of them at once, and gets through.
func TestALookAmongManyAnswers(t *testing.T) {
	s := serve(t, nil)
	c := heeding(s)
	g := gate(t, c, s)
	var left atomic.Int32
	c.URL = inFrontOf(t, c.URL, func(w http.ResponseWriter, r *http.Request, _ url.Values) bool {
		if strings.HasSuffix(r.URL.Path, "users.conversations") {
			left.Store(50) // so many are answered a minute
		}
		if !strings.HasSuffix(r.URL.Path, "conversations.replies") || left.Add(-1) >= 0 {
			return false
		}
		w.Header().Set("Retry-After", "30")
		w.WriteHeader(http.StatusTooManyRequests)
		return true
	})
	e := hear(t, c, "")
	begin := s.Say("begin")
	e.said(begin)
	past(t, begin)
	looks(t, s, 2)
	g.shut.Store(true)
	for i := range 60 {
		ts := s.Say(fmt.Sprint("root ", i))
		e.said(ts)
		must[connectors.MessageID](t)(c.Send(t.Context(), connectors.Post{Key: fmt.Sprint("k", i), Place: thread(home, ts), Text: "answer"}))
	}
	ts := ""
	loses(s, func() { ts = s.Say("lost") })
	g.shut.Store(false)
	e.said(ts)
}

// What was read of a conversation that is owed, and not handed on as one of its threads could not be read, is not known:
// the connection still tells of it.
func TestAnEditDuringADebt(t *testing.T) {
	s := serve(t, nil)
	room := s.Channel("acme", false, slackserver.Sam)
	c := connector(s)
	slack.Again(c, 10*time.Millisecond)
	var tries atomic.Int32
	c.URL = inFront(t, s, func(w http.ResponseWriter, r *http.Request, v url.Values) bool {
		if v.Get("channel") != room || !strings.HasSuffix(r.URL.Path, "conversations.replies") {
			return false
		}
		tries.Add(1)
		_, err := w.Write([]byte(`{"ok":false,"error":"internal_error"}`))
		return err == nil
	})
	ts := s.SayAs(slackserver.Sam, room, "", "a")
	below := s.SayAs(slackserver.Sam, room, ts, "below")
	past(t, below)
	e := hear(t, c, "")
	e.said(s.Say("begin"))
	second := now().Unix()
	loses(s, func() { s.Edit(room, ts, "b") })
	n := tries.Load()
	until(t, "it was tried again", func() bool { return tries.Load() > n+2 })
	late := lateEdit(ts, "a", "b", fmt.Sprintf("%d.900000", second))
	late["channel"], late["channel_type"] = room, "channel"
	s.Event(late)
	if ev := e.said(ts); ev.Text != "a" && brief(ev) != "edit b" || ev.Text == "a" && brief(e.said(ts)) != "edit b" {
		t.Errorf("heard %q", brief(ev))
	}
}

// Slack is asked every so often, and what strangers wrote is not read again by that; a look that is refused ends nothing.
func TestHowOftenItIsLooked(t *testing.T) {
	s := serve(t, nil)
	other, elsewhere := s.Person("P")
	s.SayAs(other, elsewhere, "", "hello")
	c := heeding(s)
	var ahead, ticks, lists, strangers atomic.Int64
	c.Now = func() time.Time {
		ticks.Add(1)
		return time.Now().Add(time.Duration(ahead.Load()))
	}
	c.Look = time.Hour
	slack.Again(c, time.Millisecond)
	slack.Rest(c, time.Millisecond)
	c.URL = inFront(t, s, func(w http.ResponseWriter, r *http.Request, v url.Values) bool {
		switch {
		case v.Get("channel") == elsewhere && strings.HasSuffix(r.URL.Path, "conversations.history"):
			strangers.Add(1)
		case strings.HasSuffix(r.URL.Path, "users.conversations"):
			if lists.Add(1) == 3 {
				w.WriteHeader(http.StatusServiceUnavailable)
				return true
			}
		}
		return false
	})
	e := hear(t, c, "")
	e.said(s.Say("begin"))
	until(t, "the stranger's was read", func() bool { return strangers.Load() == 1 })
	quiet := func() {
		t.Helper()
		n := ticks.Load()
		until(t, "it was time to see again", func() bool { return ticks.Load() > n+20 })
	}
	for _, want := range []int64{2, 4} { // the third is refused, and tried again
		quiet()
		ahead.Add(int64(time.Hour + time.Minute))
		until(t, "it is looked", func() bool { return lists.Load() == want })
		quiet()
		if got := lists.Load(); got != want {
			t.Errorf("it was looked %d times, not %d", got, want)
		}
	}
	ts := ""
	loses(s, func() { ts = s.Say("lost") })
	ahead.Add(int64(time.Hour + time.Minute))
	e.said(ts)
	if strangers.Load() != 1 || s.Calls("apps.connections.open") != 1 {
		t.Errorf("%d readings of the stranger's, %d connections", strangers.Load(), s.Calls("apps.connections.open"))
	}
}

// What is owed of a conversation is paid by who reads all of it, and not by a look: what was said there while it could not be
// read is heard, in however many threads, and however much of it.
func TestALookPaysNoDebt(t *testing.T) {
	for _, where := range []string{"in many threads", "much of it"} {
		t.Run(where, func(t *testing.T) {
			s := serve(t, forgetful)
			room := s.Channel("acme", false, slackserver.Sam)
			var roots []string
			for i := range 20 {
				roots = append(roots, s.SayAs(slackserver.Sam, room, "", fmt.Sprint("root ", i)))
			}
			e := hear(t, connector(s), "")
			begin := s.Say("begin")
			cursor := e.said(begin).Cursor
			past(t, begin)
			e.stop()
			dropped(t, s)
			want := map[string]bool{}
			method := "conversations.history"
			if where == "in many threads" {
				for i := range 20 {
					want[s.SayAs(slackserver.Sam, room, roots[i], fmt.Sprint("lost ", i))] = true
				}
			} else { // the history is well, one of its threads is not
				method = "conversations.replies"
				for i := range 250 {
					want[s.SayAs(slackserver.Sam, room, "", fmt.Sprint("lost ", i))] = true
				}
				want[s.SayAs(slackserver.Sam, room, roots[0], "below")] = true
			}
			dropped(t, s)
			past(t, fmt.Sprint(now().Unix(), "."))
			c := connector(s)
			c.Look = 10 * time.Millisecond
			slack.Again(c, 100*time.Millisecond)
			var well atomic.Bool
			var refused, lists atomic.Int32
			c.URL = inFront(t, s, func(w http.ResponseWriter, r *http.Request, v url.Values) bool {
				if strings.HasSuffix(r.URL.Path, "users.conversations") {
					lists.Add(1)
				}
				if v.Get("channel") == slackserver.Home && refused.Load() > 0 && lists.Load() > 2 {
					well.Store(true) // a look begins
				}
				if well.Load() || v.Get("channel") != room || !strings.HasSuffix(r.URL.Path, method) {
					return false
				}
				refused.Add(1)
				_, err := w.Write([]byte(`{"ok":false,"error":"internal_error"}`))
				return err == nil
			})
			e = hear(t, c, cursor)
			for len(want) > 0 {
				delete(want, string(e.next().Message))
			}
		})
	}
}

// What cannot be read as the connection tells it is heard where the history can be.
func TestUnreadableAndReadable(t *testing.T) {
	s := serve(t, nil)
	c := heeding(s)
	c.Look = 10 * time.Millisecond
	e := hear(t, c, "")
	e.said(s.Say("first"))
	ts := ""
	loses(s, func() { ts = s.Say("plain") })
	s.Event(map[string]any{"type": "message", "user": slackserver.Sam, "channel": slackserver.Home, "channel_type": "im", "ts": ts, "text": map[string]any{"odd": 1}})
	if ev := e.said(ts); ev.Text != "plain" {
		t.Errorf("heard %+v", ev)
	}
}

// A look that was cut off goes on with what it did not come to, and then rests.
func TestALookRests(t *testing.T) {
	s := serve(t, nil)
	for i := range 6 {
		s.Channel(fmt.Sprint("c", i), false, slackserver.Sam)
	}
	c := connector(s)
	var ahead, ticks atomic.Int64
	c.Now = func() time.Time {
		ticks.Add(1)
		return time.Now().Add(time.Duration(ahead.Load()))
	}
	c.Look = time.Hour
	slack.Again(c, time.Millisecond)
	var left, asked, lists atomic.Int32
	left.Store(100)
	c.URL = inFront(t, s, func(w http.ResponseWriter, r *http.Request, _ url.Values) bool {
		if strings.HasSuffix(r.URL.Path, "users.conversations") && lists.Add(1) > 1 {
			left.Store(3) // so many are answered in a look
		}
		if !strings.HasSuffix(r.URL.Path, "conversations.history") {
			return false
		}
		if left.Add(-1) >= 0 {
			asked.Add(1)
			return false
		}
		w.Header().Set("Retry-After", "30")
		w.WriteHeader(http.StatusTooManyRequests)
		return true
	})
	e := hear(t, c, "")
	e.said(s.Say("begin"))
	was := asked.Load()
	ahead.Add(int64(time.Hour + time.Minute))
	until(t, "all is read", func() bool { return asked.Load() == was+7 })
	n := ticks.Load()
	until(t, "it was time to see again", func() bool { return ticks.Load() > n+20 })
	if got := asked.Load() - was; got != 7 || lists.Load() != 4 {
		t.Errorf("%d conversations were read in %d looks", got, lists.Load()-1)
	}
}

// However many threads begin between two looks, the turn of an older one comes.
func TestALookComesRound(t *testing.T) {
	s := serve(t, nil)
	s.Say("the first of all")
	c := heeding(s)
	g := gate(t, c, s)
	e := hear(t, c, "")
	root := s.Say("root")
	s.SayAs(slackserver.Sam, slackserver.Home, root, "reply")
	ts := s.SayAs(slackserver.Sam, slackserver.Home, root, "secret")
	e.said(ts)
	past(t, ts)
	looks(t, s, 2)
	loses(s, func() { s.Delete(slackserver.Home, ts) })
	done := make(chan bool)
	go func() {
		defer close(done)
		e.gone(thread(home, root), ts)
	}()
	for n := 0; ; n++ {
		select {
		case <-done:
			return
		default:
		}
		if n == 20 {
			t.Fatal("its turn never came")
		}
		g.shut.Store(true)
		for range 5 {
			r := s.Say("new")
			s.SayAs(slackserver.Sam, slackserver.Home, r, "reply")
		}
		until(t, "all is heard", func() bool { tr := s.Traffic(); return tr.Flight+tr.Waiting == 0 })
		g.shut.Store(false)
		looks(t, s, 1)
	}
}

// A connection that breaks has the threads read again that were replied to last, and not all in which a look found that the
// agent wrote last.
func TestAGreetingAmongManyAnswers(t *testing.T) {
	s := serve(t, nil)
	c := heeding(s)
	c.Look = 10 * time.Millisecond
	e := hear(t, c, "")
	e.said(s.Say("begin"))
	for i := range 60 {
		ts := s.Say(fmt.Sprint("root ", i))
		e.said(ts)
		s.Put(slackserver.Message{User: slackserver.Bot, BotID: slackserver.BotID, Room: slackserver.Home, Thread: ts, Words: "answer"})
	}
	looks(t, s, 30) // twelve of those in each
	c2 := s.Calls("conversations.replies")
	until(t, "all were read", func() bool {
		n := s.Calls("conversations.replies")
		still := n <= c2+3
		c2 = n
		looks(t, s, 1)
		return still
	})
	before := s.Calls("conversations.replies")
	s.Cut()
	e.said(s.Say("last"))
	if n := s.Calls("conversations.replies") - before; n > 45 {
		t.Errorf("%d threads were asked for", n)
	}
}
