package slack_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/slack"
	"citadel/connectors/slack/slackserver"
)

// heeding is a connector that knows that Sam is the principal, and that no channel is read along.
func heeding(s *slackserver.Server) *slack.Slack {
	c := connector(s)
	c.Heed(func(p connectors.Person) bool { return p.ID == slackserver.Sam && p.Account == slackserver.Team },
		func(connectors.Place) bool { return false })
	return c
}

// However many strangers ever opened a conversation with the agent, what the principal wrote while nobody listened is
// heard before any of theirs is read. While nobody is known yet all are read.
func TestAmongStrangers(t *testing.T) {
	s := serve(t, forgetful)
	for i := range 450 {
		s.Person(fmt.Sprint("P", i))
	}
	c := heeding(s)
	slack.Rest(c, time.Hour)
	e := hear(t, c, "")
	s.Say("first")
	ev := e.next()
	past(t, string(ev.Message))
	e.stop()
	s.Say("said while nobody listened")
	dropped(t, s)
	read := s.Calls("conversations.history")
	c = heeding(s)
	slack.Rest(c, time.Hour)
	e = hear(t, c, ev.Cursor)
	if got := e.next(); got.Text != "said while nobody listened" {
		t.Fatalf("%+v", got)
	}
	if n := s.Calls("conversations.history") - read; n > 2 {
		t.Errorf("%d conversations were read", n)
	}
	e.stop()

	c = connector(s)
	c.Heed(func(connectors.Person) bool { return false }, func(connectors.Place) bool { return false })
	s = serve(t, forgetful)
	for i := range 30 { // a channel that is read does not say who of them is the principal
		id, _ := s.Person(fmt.Sprint("P", i))
		s.Channel(fmt.Sprint("c", i), false, id)
	}
	boss, at := s.Person("Boss")
	c.URL = s.URL()
	s.SayAs(boss, at, "", "link 7K3D-9QXM-42TZ")
	dropped(t, s)
	e = hear(t, c, "")
	s.Say("live")
	if got := e.next(); got.From.ID != boss {
		t.Fatalf("%+v", got)
	}
}

// What strangers wrote while nobody listened is handed on behind everything of the principal's, however many they are,
// in a thread, too, since one of them may have sent a code; and by a new process, where the one that was at it ended.
func TestStrangersBehind(t *testing.T) {
	s := serve(t, forgetful)
	c := heeding(s)
	e := hear(t, c, "")
	s.Say("first")
	ev := e.next()
	past(t, string(ev.Message))
	e.stop()
	const strangers = 30
	for i := range strangers {
		who, at := s.Person(fmt.Sprint("P", i))
		root := s.SayAs(who, at, "", fmt.Sprint("stranger ", i))
		s.SayAs(who, at, root, fmt.Sprint("reply ", i))
	}
	past(t, s.Say("said while nobody listened"))
	dropped(t, s)

	c = heeding(s)
	slack.Rest(c, time.Hour) // one of them is read, and no more
	e = hear(t, c, ev.Cursor)
	if ev = e.next(); ev.Text != "said while nobody listened" {
		t.Fatalf("first %q is heard", ev.Text)
	}
	theirs := map[string]bool{}
	for range 2 {
		ev = e.next()
		theirs[ev.Text] = true
	}
	e.stop()

	c = heeding(s)
	slack.Rest(c, 10*time.Millisecond)
	e = hear(t, c, ev.Cursor)
	ev = e.next()
	theirs[ev.Text] = true
	s.Interpose("conversations.history", 200, 3, `{"ok":false,"error":"internal_error"}`)
	for len(theirs) < 2*strangers {
		ev = e.next()
		theirs[ev.Text] = true
	}
	s.Say("live")
	for ev.Text != "live" {
		ev = e.next()
	}
	if strings.Contains(string(ev.Cursor), "%") {
		t.Errorf("all was read, and the cursor is %s", ev.Cursor)
	}
}

// While what a stranger wrote cannot be read, since the answer does not come, the principal is heard.
func TestAStrangerHoldsUpNobody(t *testing.T) {
	s := serve(t, forgetful)
	who, at := s.Person("P")
	var hangs atomic.Bool
	c := heeding(s)
	c.URL = inFront(t, s, func(_ http.ResponseWriter, r *http.Request, v url.Values) bool {
		if v.Get("channel") != at || !strings.HasSuffix(r.URL.Path, "conversations.history") {
			return false
		}
		hangs.Store(true)
		<-r.Context().Done()
		hangs.Store(false)
		return true
	})
	e := hear(t, heeding(s), "")
	s.Say("first")
	ev := e.next()
	past(t, string(ev.Message))
	e.stop()
	s.SayAs(who, at, "", "hello")
	dropped(t, s)
	e = hear(t, c, ev.Cursor)
	until(t, "it is asked for", hangs.Load)
	s.Say("and what of this?")
	if ev = e.next(); ev.Text != "and what of this?" || !hangs.Load() {
		t.Errorf("heard %q, and by then the answer is waited for: %v", ev.Text, hangs.Load())
	}
}

// Whom a stranger names is asked for by nobody, and of one message of the principal's not without end: what a name is
// not asked for stands there as Slack has it.
func TestManyNames(t *testing.T) {
	s := serve(t, nil)
	stranger, dm := s.Person("Priya")
	e := hear(t, heeding(s), "")
	s.Say("it is connected")
	e.next()
	until(t, "his conversation and hers were read", func() bool { return s.Calls("conversations.history") >= 2 })
	var text strings.Builder
	for i := range 400 {
		fmt.Fprintf(&text, "<@U%09d> <#C%09d> ", i, i)
	}
	for who, at := range map[string]string{stranger: dm, slackserver.Sam: slackserver.Home} {
		people, rooms := s.Calls("users.info"), s.Calls("conversations.info")
		s.Put(slackserver.Message{Text: text.String(), User: who, Room: at})
		ev := e.next()
		for ev.From.ID != who {
			ev = e.next()
		}
		if !strings.HasSuffix(strings.TrimSpace(ev.Text), "@U000000399 #C000000399") {
			t.Errorf("the text of %s ends with %q", who, ev.Text[len(ev.Text)-40:])
		}
		most := map[string]int{stranger: 1, slackserver.Sam: 31}[who]
		if n := s.Calls("users.info") - people + s.Calls("conversations.info") - rooms; n > most {
			t.Errorf("for one message of %s Slack is asked %d times", who, n)
		}
	}
}

// No cursor names a stranger, his conversation, or what he did in a channel, not even one that an earlier process left.
func TestNoStrangerInACursor(t *testing.T) {
	s := serve(t, nil)
	ana, dm := s.Person("Ana")
	acme := s.Channel("acme", false, slackserver.Sam, ana)
	e := hear(t, heeding(s), connectors.Cursor("1;0;!"+dm+":1:"+ana))
	ts := s.SayAs(ana, dm, "", "who are you?")
	s.React(ana, dm, ts, "👍")
	s.Edit(dm, ts, "who are you, please?")
	s.React(ana, acme, s.SayAs(ana, acme, "", "hello all"), "👍")
	s.React(slackserver.Sam, slackserver.Home, s.Say("mine"), "👍")
	for range 7 {
		ev := e.next()
		if c := string(ev.Cursor); strings.Contains(c, ana) || strings.Contains(c, dm) {
			t.Errorf("the cursor of a %s: %s", ev.Kind, c)
		}
	}
	e.stop()
}

// What the principal takes off while nobody listens is told after a restart, however many emoji others put on what
// stands in a channel.
func TestTakenOffAmongOthers(t *testing.T) {
	s := serve(t, forgetful)
	ana, _ := s.Person("Ana")
	acme := s.Channel("acme", false, slackserver.Sam, ana)
	e := hear(t, heeding(s), "")
	mine := s.Say("hello")
	e.next()
	s.React(slackserver.Sam, slackserver.Home, mine, "👍")
	last := e.next()
	for i := range 30 {
		ts := s.SayAs(ana, acme, "", fmt.Sprint("chat ", i))
		e.next()
		s.React(ana, acme, ts, "👍")
		last = e.next()
	}
	past(t, string(last.Message))
	e.stop()
	s.Unreact(slackserver.Sam, slackserver.Home, mine, "👍")
	dropped(t, s)
	e = hear(t, heeding(s), last.Cursor)
	for {
		ev := e.next()
		if ev.Kind == connectors.Reactions && string(ev.Message) == mine {
			if len(ev.Emojis) != 0 || ev.From.ID != slackserver.Sam {
				t.Errorf("%+v", ev)
			}
			return
		}
	}
}

// A stranger's conversation that cannot be read is owed to nobody, also not where an earlier process, which knew of
// nobody yet, left it in a cursor.
func TestNoStrangerIsOwed(t *testing.T) {
	s := serve(t, forgetful)
	_, dm := s.Person("Ana")
	at := strconv.FormatInt(now().Add(-time.Minute).UnixMicro(), 36)
	e := hear(t, heeding(s), connectors.Cursor("1;"+at+";?"+dm+":"+at))
	s.Say("one")
	if c := string(e.next().Cursor); strings.Contains(c, dm) {
		t.Errorf("left by an earlier process: %s", c)
	}
	e.stop()

	var known atomic.Bool
	c := connector(s)
	c.Heed(func(p connectors.Person) bool { return known.Load() && p.ID == slackserver.Sam }, func(connectors.Place) bool { return false })
	s.RefuseMethod("conversations.history", "channel_not_found")
	before := s.Calls("conversations.history")
	e = hear(t, c, "")
	until(t, "both were tried", func() bool { return s.Calls("conversations.history") >= before+2 })
	s.RefuseMethod("conversations.history", "")
	known.Store(true)
	s.Say("two")
	if c := string(e.next().Cursor); strings.Contains(c, dm) {
		t.Errorf("while nobody was known: %s", c)
	}
}

// What somebody wrote before his words counted is not read again once they do, by this process or the next; what a few
// strangers write while nobody listens is read, since one of them may send a code.
func TestLinkedMeanwhile(t *testing.T) {
	s := serve(t, forgetful)
	var known atomic.Bool
	c := connector(s)
	c.Heed(func(p connectors.Person) bool { return known.Load() && p.ID == slackserver.Sam }, func(connectors.Place) bool { return false })
	e := hear(t, c, "")
	s.Say("before")
	if ev := e.next(); strings.Contains(string(ev.Cursor), slackserver.Home) {
		t.Errorf("a stranger stands in the cursor: %s", ev.Cursor)
	}
	known.Store(true)
	s.Say("after")
	last := e.next()
	e.stop()
	ana, dm := s.Person("Ana")
	s.SayAs(ana, dm, "", "link 7K3D-9QXM-42TZ")
	dropped(t, s)
	e = hear(t, heeding(s), last.Cursor)
	if got := e.next(); got.From.ID != ana {
		t.Errorf("after a restart %q is heard", got.Text)
	}
	s.Say("live")
	if got := e.next(); got.Text != "live" {
		t.Errorf("then %q is heard", got.Text)
	}
}

// In a channel that is read along, whom people name is asked for, whoever they are; in any other of them nobody is.
func TestNamesInAChannel(t *testing.T) {
	s := serve(t, nil)
	ana, _ := s.Person("Ana")
	along, apart := s.Channel("along", false, slackserver.Sam, ana), s.Channel("apart", false, slackserver.Sam, ana)
	c := connector(s)
	c.Heed(func(p connectors.Person) bool { return p.ID == slackserver.Sam }, func(at connectors.Place) bool { return at.Room == along })
	e := hear(t, c, "")
	for i, room := range []string{apart, along} {
		bea, _ := s.Person(fmt.Sprint("Bea", i)) // somebody else each time, who is not known yet
		s.Put(slackserver.Message{Text: "ask <@" + bea + ">", User: ana, Room: room})
		want := map[string]string{apart: "ask @" + bea, along: fmt.Sprint("ask @Bea", i)}[room]
		if ev := e.next(); ev.Text != want {
			t.Errorf("in %s %q is heard, want %q", room, ev.Text, want)
		}
	}
}
