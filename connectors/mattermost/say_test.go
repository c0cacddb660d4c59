package mattermost_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/markup"
	"citadel/connectors/mattermost"
	"citadel/connectors/mattermost/mattermostserver"

	"github.com/google/go-cmp/cmp"
)

func send(t testing.TB, m *mattermost.Mattermost, p connectors.Post) string {
	t.Helper()
	id, err := m.Send(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return string(id)
}

// A post as people get it: links lead to the original, and nobody is notified.
func TestRendered(t *testing.T) {
	s, sam := server(t)
	acme := s.AddChannel("acme", false, sam, s.AddPerson("lena"))
	at := home(s, sam)
	at.Room = acme
	id := send(t, connector(s), connectors.Post{
		Key: "k", Place: at,
		Text: "**Two things are due, @channel.** You said so on [12 Aug](src:m412), not on [13 Aug](src:m1).\n\n" +
			"- @sam: draft for ~town-square, snake_case, mail sam@acme.example\n- _freight_ (@here), see https://acme.example/@all/x_y\n\n" +
			"> @all wrote: ~~old~~ @lena\n\n```\n@channel in code\n```\n\nSay `show m412 @channel`.",
		Links: map[string]string{"m412": "https://chat.example/_redirect/pl/abc"},
	})
	const want = "**Two things are due, @\u200bchannel.** You said so on [12 Aug](https://chat.example/_redirect/pl/abc), not on 13 Aug.\n\n" +
		"- @\u200bsam: draft for \\~\u200btown-square, snake\\_case, mail sam@acme.example\n- *freight* (@\u200bhere), see https://acme.example/@all/x_y\n\n" +
		"> @\u200ball wrote: \\~\\~\u200bold\\~\\~ @\u200blena\n\n```\n@channel in code\n```\n\nSay `show m412 @channel`."
	if diff := cmp.Diff(want, s.Shown(acme)[0].Text); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if who := s.Notified(id); len(who) > 0 {
		t.Errorf("notified: %v", who)
	}
}

func TestNobodyIsNotified(t *testing.T) {
	s, sam := server(t)
	acme := s.AddChannel("acme", false, sam)
	at := home(s, sam)
	at.Room = acme
	m := connector(s)
	for i, text := range []string{
		"@channel", "@all", "@here", "@Channel!", "(@channel)", "*@channel*", "@**channel**", "**@**channel", "x.@channel", "-@here", "_@all_", "a:@channel",
		"[@channel](https://a.example)", "# @channel", "> @channel", "- @channel", "@channel@channel", "@\\channel", "&#64;channel", "@&#99;hannel", "＠channel @sam",
		"@\u200bchannel", "@sam's", "<@channel>", "~@all", "x_@sam", "x_@channel",
		// What looks like an address and is none, or ends before the name, is words.
		"https://@channel please", "https://a_b/@channel", "https://x.example/<@here>", "[https://x.example/@channel](https://evil.example)", "http://(@sam)",
		"https://a.example/@sam and https://@sam", "xhttps://a.example/@here", "https://a.example/*@here*", "https://@here/@here",
	} {
		id := send(t, m, connectors.Post{Key: fmt.Sprint(i), Place: at, Text: text})
		if who := s.Notified(id); len(who) > 0 {
			t.Errorf("%q notified %v", text, who)
		}
	}
	if id := sam.SayIn(acme, "", "hello @citadel"); len(s.Notified(id)) != 1 {
		t.Error("the fake notifies nobody at all")
	}
}

func TestThreads(t *testing.T) {
	s, sam := server(t)
	acme := s.AddChannel("acme", false, sam)
	m := connector(s)
	dm := home(s, sam)
	among := dm
	among.Room = acme
	question, asked := sam.Say("?"), sam.SayIn(acme, "", "?")
	reply := func(at connectors.Place, thread, to string) string {
		at.Thread = thread
		send(t, m, connectors.Post{Key: fmt.Sprint(at, to), Place: at, ReplyTo: connectors.MessageID(to), Text: "x"})
		shown := s.Shown(at.Room)
		return shown[len(shown)-1].Root
	}
	for _, c := range []struct{ name, got, want string }{
		{"directly it stays flat", reply(dm, "", question), ""},
		{"unless the person began a thread", reply(dm, question, question), question},
		{"among others it goes under the question", reply(among, "", asked), asked},
		{"and to nowhere if that is gone", reply(among, "", "gonegonegonegonegonegonego"), ""},
		{"what is no id is no thread", reply(among, "", "said-0"), ""},
	} {
		if c.got != c.want {
			t.Errorf("%s: under %q, want %q", c.name, c.got, c.want)
		}
	}
}

func TestPictures(t *testing.T) {
	s, sam := server(t)
	m, at := connector(s), home(s, sam)
	p := connectors.Post{Key: "k", Place: at, Text: "Weights.", Pictures: []connectors.Picture{
		{Name: "weights.png", MIME: "image/png", Alt: "Weights by week.", Data: []byte("one")}, {Name: "drift.png", MIME: "image/png", Data: []byte("two")},
	}}
	s.Fail(mattermostserver.Faults{Rand: rand.New(rand.NewPCG(1, 2)), HangUp: 1})
	_, err := m.Send(t.Context(), p)
	s.Fail(mattermostserver.Faults{})
	if r := reasonOf(t, err); r != connectors.Temporary {
		t.Errorf("an upload without an answer: %v; nothing is shown yet", err)
	}
	send(t, m, p)
	send(t, m, p) // uploaded once more, and the server takes it for the first
	shown := s.Shown(at.Room)
	if len(shown) != 1 || !cmp.Equal(shown[0].Files, []string{"weights.png", "drift.png"}) {
		t.Errorf("shown %+v", shown)
	}
}

func TestFetch(t *testing.T) {
	s, sam := server(t)
	m := connector(s)
	body := bytes.Repeat([]byte("bytes"), 100_000)
	id := sam.Upload(sam.DM(), "a.bin", body)
	var got bytes.Buffer
	if err := m.Fetch(t.Context(), connectors.File{ID: id}, &got); err != nil || !bytes.Equal(got.Bytes(), body) {
		t.Errorf("%d bytes, %v", got.Len(), err)
	}
	full := errors.New("disk full")
	if err := m.Fetch(t.Context(), connectors.File{ID: id}, failing{full}); !errors.Is(err, full) {
		t.Errorf("Fetch = %v, want the writer's error", err)
	}
	for id, want := range map[string]connectors.Reason{
		"gonegonegonegonegonegonego": connectors.Gone,
		"../users/me":                connectors.Gone,
		s.AddPerson("lena").Upload(elsewhere(s), "b", body): connectors.Forbidden,
	} {
		if r := reasonOf(t, m.Fetch(t.Context(), connectors.File{ID: id}, io.Discard)); r != want {
			t.Errorf("%s: %v, want %v", id, r, want)
		}
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// elsewhere is a room that the agent is not in.
func elsewhere(s *mattermostserver.Server) string {
	lena := s.AddPerson("lena")
	room := s.AddChannel("elsewhere", true, lena)
	lena.Invite(room, false)
	return room
}

func TestReactAndType(t *testing.T) {
	s, sam := server(t)
	m, at := connector(s), home(s, sam)
	id := connectors.MessageID(sam.Say("x"))
	for range 2 { // what is so already is no error
		if err := m.React(t.Context(), at, id, "👀", true); err != nil {
			t.Error(err)
		}
	}
	if got := s.Reactions(string(id), s.AgentID()); !cmp.Equal(got, []string{"eyes"}) {
		t.Errorf("put there: %v", got)
	}
	for range 2 {
		if err := m.React(t.Context(), at, id, "👀", false); err != nil {
			t.Error(err)
		}
	}
	if got := s.Reactions(string(id), s.AgentID()); len(got) > 0 {
		t.Errorf("left there: %v", got)
	}
	if r := reasonOf(t, m.React(t.Context(), at, id, "\U0001F6D8", true)); r != connectors.Invalid {
		t.Errorf("an emoji without a name: %v", r)
	}
	if r := reasonOf(t, m.React(t.Context(), at, "gonegonegonegonegonegonego", "👀", true)); r != connectors.Gone {
		t.Errorf("on nothing: %v", r)
	}
	for _, on := range []bool{true, false} {
		if err := m.Working(t.Context(), at, id, on); err != nil {
			t.Error(err)
		}
	}
	if got := s.Typed(); !cmp.Equal(got, []string{at.Room}) {
		t.Errorf("typed in %v", got)
	}
	if got := m.Link(at, id); got != s.URL()+"/_redirect/pl/"+string(id) {
		t.Errorf("Link = %q", got)
	}
	if got := m.Link(at, "x"); got != "" {
		t.Errorf("Link of no id = %q", got)
	}
}

func TestEdit(t *testing.T) {
	s, sam := server(t)
	m, at := connector(s), home(s, sam)
	id := connectors.MessageID(send(t, m, connectors.Post{Key: "k", Place: at, Text: "Sending?", Pictures: []connectors.Picture{{Name: "a.png", Data: []byte("x")}}}))
	for range 2 {
		if err := m.Edit(t.Context(), id, connectors.Post{Place: at, Text: "Sent."}); err != nil {
			t.Fatal(err)
		}
	}
	if got := s.Shown(at.Room); len(got) != 1 || got[0].Text != "Sent." || got[0].Key != "k" || len(got[0].Files) != 1 {
		t.Errorf("shown %+v", got)
	}
	sam.Delete(string(id))
	for _, gone := range []connectors.MessageID{id, "gonegonegonegonegonegonego", "x"} {
		if r := reasonOf(t, m.Edit(t.Context(), gone, connectors.Post{Place: at, Text: "Sent."})); r != connectors.Gone {
			t.Errorf("%s: %v, want gone", gone, r)
		}
	}
	other := connectors.MessageID(sam.Say("his"))
	if r := reasonOf(t, m.Edit(t.Context(), other, connectors.Post{Place: at, Text: "mine"})); r != connectors.Gone && r != connectors.Forbidden {
		t.Errorf("another's: %v", r)
	}
}

func draft(t testing.TB, m *mattermost.Mattermost, at connectors.Place, turn uint64, text string) error {
	t.Helper()
	return m.Draft(t.Context(), connectors.Draft{Place: at, Turn: turn, Answers: &connectors.Answer{To: "x", Turn: turn}, Text: text})
}

// A draft whose answer was lost is found again, and never doubled.
func TestADraftInDoubt(t *testing.T) {
	for name, f := range map[string]mattermostserver.Faults{"hung up": {HangUp: 1}, "broken": {Break: 1}} {
		t.Run(name, func(t *testing.T) {
			s, sam := server(t)
			m, at := connector(s), home(s, sam)
			f.Rand = rand.New(rand.NewPCG(1, 2))
			fail := func(do func() error) {
				t.Helper()
				s.Fail(f)
				err := do()
				s.Fail(mattermostserver.Faults{})
				if r := reasonOf(t, err); r != connectors.Unknown {
					t.Fatalf("%v, want unknown", r)
				}
			}
			fail(func() error { return draft(t, m, at, 7, "One") })
			if err := draft(t, m, at, 7, "One two"); err != nil {
				t.Fatal(err)
			}
			p := connectors.Post{Key: "post/1", Place: at, Text: "One two three.", Answers: &connectors.Answer{To: "x", Turn: 7}}
			fail(func() error { _, err := m.Send(t.Context(), p); return err })
			since := time.Now()
			if id, found, err := m.Find(t.Context(), p, since); err != nil || !found {
				t.Errorf("Find = %q, %v, %v", id, found, err)
			}
			// It is a post by now, and makes no room for another draft.
			for _, text := range []string{"Another", ""} {
				if err := draft(t, m, at, 8, text); err != nil {
					t.Fatal(err)
				}
			}
			if got := s.Shown(at.Room); len(got) != 1 || got[0].Text != "One two three." {
				t.Errorf("after another draft, shown %+v", got)
			}
			if got := s.Shown(at.Room); len(got) != 1 || got[0].Text != "One two three." || got[0].Key != "post/1" || got[0].Draft != "" {
				t.Errorf("shown %+v", got)
			}
		})
	}
}

func TestADraftIsDeletedBySomebody(t *testing.T) {
	s, sam := server(t)
	m, at := connector(s), home(s, sam)
	if err := draft(t, m, at, 7, "One"); err != nil {
		t.Fatal(err)
	}
	sam.Delete(s.Shown(at.Room)[0].ID)
	if err := draft(t, m, at, 7, "One two"); err != nil {
		t.Fatal(err)
	}
	sam.Delete(s.Shown(at.Room)[0].ID)
	send(t, m, connectors.Post{Key: "k", Place: at, Text: "All.", Answers: &connectors.Answer{To: "x", Turn: 7}})
	if got := s.Shown(at.Room); len(got) != 1 || got[0].Text != "All." || got[0].Draft != "" {
		t.Errorf("shown %+v", got)
	}
}

func TestADraftGetsPictures(t *testing.T) {
	s, sam := server(t)
	m, at := connector(s), home(s, sam)
	if err := draft(t, m, at, 7, "One"); err != nil {
		t.Fatal(err)
	}
	send(t, m, connectors.Post{Key: "k", Place: at, Text: "All.", Answers: &connectors.Answer{To: "x", Turn: 7}, Pictures: []connectors.Picture{{Name: "a.png", Data: []byte("x")}}})
	if got := s.Shown(at.Room); len(got) != 1 || got[0].Text != "All." || len(got[0].Files) != 1 || got[0].Draft != "" {
		t.Errorf("shown %+v", got)
	}
}

// pressable is a connector with buttons.
func pressable(t testing.TB, s *mattermostserver.Server) *mattermost.Mattermost {
	l, err := net.Listen("tcp", "127.0.0.1:0") // a port that is free
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	m := quick(connector(s))
	m.Listen, m.Callback = l.Addr().String(), "http://"+l.Addr().String()+"/"
	return m
}

// A port that is taken costs the buttons alone, until it is free; and Check says which it is.
func TestThePortForPressesIsTaken(t *testing.T) {
	s, sam := server(t)
	m, at := pressable(t, s), home(s, sam)
	taken, err := net.Listen("tcp", m.Listen)
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	e := hear(t, m, "")
	defer e.stop()
	sam.Say("begin")
	e.until("begin")
	port := func() connectors.Finding {
		all := m.Check(t.Context())
		return all[len(all)-1]
	}
	if f := port(); f.Well || !strings.Contains(f.What, m.Listen) || !strings.Contains(f.Do, "mattermost.listen") {
		t.Errorf("found %+v", f)
	}
	id := send(t, m, connectors.Post{Key: "k", Place: at, Text: "Send it?", Buttons: []connectors.Button{{Label: "Send", Token: "12/0"}}})
	if err := taken.Close(); err != nil {
		t.Fatal(err)
	}
	for { // until it has tried again
		if _, err := sam.Press(t.Context(), id, "Send"); err == nil {
			break
		}
	}
	if ev := e.next(); ev.Kind != connectors.Press {
		t.Errorf("heard %+v", ev)
	}
	if f := port(); !f.Well {
		t.Errorf("its own port: %+v", f)
	}
}

func TestButtons(t *testing.T) {
	s, sam := server(t)
	if connector(s).Limits().Buttons {
		t.Error("buttons without a way back")
	}
	m, at := pressable(t, s), home(s, sam)
	if !m.Limits().Buttons {
		t.Fatal("no buttons")
	}
	e := hear(t, m, "")
	sam.Say("begin")
	e.until("begin")
	p := connectors.Post{Key: "k", Place: at, Text: "Send it?", Buttons: []connectors.Button{{Label: "Send", Token: "12/0"}, {Label: "Drop", Token: "12/1"}}}
	id := send(t, m, p)
	if got := s.Shown(at.Room)[0].Buttons; len(got) != 2 || got[0].Label != "Send" || got[1].Label != "Drop" {
		t.Fatalf("buttons %+v", got)
	}
	said := make(chan error, 2)
	for range 2 { // twice is twice
		go func() { _, err := sam.Press(t.Context(), id, "Drop"); said <- err }()
	}
	keys := map[string]bool{}
	for range 2 {
		ev := e.next()
		keys[ev.Key] = true
		if ev.Kind != connectors.Press || ev.Button != "12/1" || ev.From.ID != sam.ID || string(ev.Message) != id || !ev.Direct || ev.Place != at {
			t.Errorf("event %+v", ev)
		}
	}
	for range 2 {
		if err := <-said; err != nil {
			t.Error(err)
		}
	}
	if len(keys) != 2 {
		t.Errorf("keys %v", keys)
	}
	if err := m.Edit(t.Context(), connectors.MessageID(id), connectors.Post{Place: at, Text: "Dropped."}); err != nil {
		t.Error(err)
	}
	if got := s.Shown(at.Room)[0]; len(got.Buttons) > 0 || got.Key != "k" {
		t.Errorf("after the edit: %+v", got)
	}
	if _, err := sam.Press(t.Context(), id, "Send"); err == nil {
		t.Error("a button that is gone was pressed")
	}
	e.stop()
	if _, err := sam.Press(t.Context(), send(t, m, connectors.Post{Key: "k2", Place: at, Text: "?", Buttons: p.Buttons}), "Send"); err == nil {
		t.Error("pressed, and nobody heard")
	}
}

// Calls that the server did not make do nothing.
func TestForgedPresses(t *testing.T) {
	s, sam := server(t)
	m := pressable(t, s)
	e := hear(t, m, "")
	defer e.stop()
	sam.Say("begin")
	e.until("begin")
	const id = "postpostpostpostpostpostpo"
	for name, body := range map[string]string{
		"nothing": "", "no JSON": "{", "no proof": fmt.Sprintf(`{"user_id":%q,"post_id":%q,"channel_id":%q,"context":{"token":"12/0","post":"k"}}`, sam.ID, id, sam.DM()),
		"a wrong one":  fmt.Sprintf(`{"user_id":%q,"post_id":%q,"channel_id":%q,"context":{"token":"12/0","post":"k","mac":"00"}}`, sam.ID, id, sam.DM()),
		"another type": fmt.Sprintf(`{"user_id":%q,"post_id":%q,"channel_id":%q,"context":{"token":1,"post":[],"mac":{}}}`, sam.ID, id, sam.DM()),
		"endless":      `{"user_id":"` + strings.Repeat("x", 1<<20),
	} {
		resp, err := http.Post(m.Callback, "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode < 400 {
			t.Errorf("%s: %d", name, resp.StatusCode)
		}
	}
	if resp, err := http.PostForm(m.Callback, url.Values{"a": {"b"}}); err != nil || resp.StatusCode < 400 {
		t.Errorf("a form: %v, %v", resp, err)
	} else {
		resp.Body.Close()
	}
	http.DefaultClient.CloseIdleConnections()
	sam.Say("end")
	if got := e.until("end"); len(got) > 0 {
		t.Errorf("heard %+v", got)
	}
}

func TestCheck(t *testing.T) {
	s, sam := server(t)
	_ = sam
	lines := func(m *mattermost.Mattermost) string {
		var b strings.Builder
		for _, f := range m.Check(t.Context()) {
			mark := "ok  "
			if !f.Well {
				mark = "FIX "
			}
			b.WriteString(mark + strings.ReplaceAll(f.What, strings.TrimPrefix(s.URL(), "http://"), "HOST"))
			if f.Do != "" {
				b.WriteString(" -> " + f.Do)
			}
			b.WriteString("\n")
		}
		return b.String()
	}
	well := pressable(t, s)
	well.Listen, well.Callback = "127.0.0.1:8066", "http://citadel:8066"
	const want = `ok  The server at HOST answers. 11.1.0
ok  The token is that of @citadel on Acme Chat (HOST).
ok  The account is a bot account.
ok  It is in a team.
ok  A post may have 16383 runes; 3990 are sent at most.
ok  The websocket says hello.
ok  Presses of buttons are called to citadel:8066, a private address: the server calls it only if ServiceSettings.AllowedUntrustedInternalConnections names citadel.
`
	if diff := cmp.Diff(want, lines(well)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	s.Config = map[string]string{"MaxPostSize": "3000", "EnableFileAttachments": "false", "PostEditTimeLimit": "60", "MaxFileSize": "1024"}
	bad := connector(s)
	bad.Listen = "x"
	got := lines(bad)
	for _, setting := range []string{"MaxPostSize", "FileSettings.EnableFileAttachments", "FileSettings.MaxFileSize", "ServiceSettings.PostEditTimeLimit", "Buttons need both"} {
		if !strings.Contains(got, setting) {
			t.Errorf("%s is not named:\n%s", setting, got)
		}
	}
	refused := connector(s)
	refused.Token = "wrong"
	if got := lines(refused); !strings.Contains(got, "EnableBotAccountCreation") || !strings.Contains(got, "401") {
		t.Errorf("a wrong token:\n%s", got)
	}
	for _, url := range []string{"", "chat.example.com", "ftp://x", "http://127.0.0.1:1"} {
		m := &mattermost.Mattermost{URL: url, Token: "x", Now: time.Now}
		if f := m.Check(t.Context()); len(f) != 1 || f[0].Well || f[0].Do == "" {
			t.Errorf("%q: %+v", url, f)
		}
	}
}

func TestIdentify(t *testing.T) {
	s, _ := server(t)
	got, err := connector(s).Identify(t.Context())
	want := connectors.Self{
		Account: s.Account(), Title: "Acme Chat (" + strings.TrimPrefix(s.URL(), "http://") + ")", ID: s.AgentID(), Name: "@citadel", Address: s.URL() + "/acme/messages/@citadel",
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got)\n%s", err, diff)
	}
	s.Config = map[string]string{"DiagnosticId": "", "SiteURL": "https://chat.example/"}
	if got, err := connector(s).Identify(t.Context()); err != nil || got.Account != "chat.example" {
		t.Errorf("without an id of its own: %q, %v", got.Account, err)
	}
}

// What is refused is refused without a call.
func TestLengths(t *testing.T) {
	s, sam := server(t)
	m, at := connector(s), home(s, sam)
	l := m.Limits()
	for _, text := range []string{strings.Repeat("*", 3000), strings.Repeat("[x](src:m1) ", 300), strings.Repeat("@a ", 2500), strings.Repeat("> a\n", 2000)} {
		if l.Length(text) <= l.Max {
			t.Errorf("%.10s… measures %d", text, l.Length(text))
		}
		for _, part := range markup.Split(text, l.Max, l.Length) {
			send(t, m, connectors.Post{Key: fmt.Sprint(len(part), part[:9]), Place: at, Text: part, Links: map[string]string{"m1": "https://chat.example.com/_redirect/pl/abcdefghijklmnopqrstuvwxyz"}})
		}
	}
	for _, p := range s.Shown(at.Room) {
		if n := len([]rune(p.Text)); n > l.Max {
			t.Errorf("a post of %d runes", n)
		}
	}
}

// In a room where much was said since, Find either reads all of it or does not answer.
func TestFindInABusyRoom(t *testing.T) {
	clock := newClock()
	s := &mattermostserver.Server{Now: clock.now}
	s.Start()
	defer s.Close()
	sam := s.AddPerson("sam")
	at, began := home(s, sam), clock.now()
	at.Room = s.AddChannel("acme", false, sam)
	m := connector(s)
	m.Now = clock.now
	p := connectors.Post{Key: "k", Place: at, Text: "x"}
	clock.tick()
	first := send(t, m, p)
	say := func(n int) {
		for i := range n {
			clock.pass(time.Second)
			sam.SayIn(at.Room, "", fmt.Sprint(i))
		}
	}
	say(1100)
	if id, found, err := m.Find(t.Context(), p, began); err != nil || !found || string(id) != first {
		t.Errorf("behind 1100: %q, %v, %v", id, found, err)
	}
	say(6000)
	_, _, err := m.Find(t.Context(), p, began)
	if r := reasonOf(t, err); r != connectors.Temporary {
		t.Errorf("behind 7100: %v", err)
	}
	if _, found, err := m.Find(t.Context(), p, time.Time{}); err != nil || found {
		t.Errorf("of no moment: %v, %v", found, err)
	}
	if _, found, err := m.Find(t.Context(), p, clock.now()); err != nil || found {
		t.Errorf("of now: %v, %v", found, err)
	}
}

// The two clocks differ, and the post was made at the moment of its first attempt.
func TestFindReadsFarEnough(t *testing.T) {
	for _, off := range []time.Duration{0, -time.Hour, time.Hour, 20 * time.Second, -20 * time.Second} {
		clock := newClock()
		s := &mattermostserver.Server{Now: clock.now}
		s.Start()
		defer s.Close()
		sam := s.AddPerson("sam")
		m := connector(s)
		m.Now = func() time.Time { return clock.now().Add(off) }
		p := connectors.Post{Key: "k", Place: home(s, sam), Text: "x"}
		since := m.Now()
		id := send(t, m, p)
		clock.pass(10 * time.Minute)
		sam.Say("thanks")
		if got, found, err := m.Find(t.Context(), p, since); err != nil || !found || string(got) != id {
			t.Errorf("off by %v: %q, %v, %v", off, got, found, err)
		}
	}
}

// The mark of a second attempt is counted with the longest post.
func TestTheLongestPostAgain(t *testing.T) {
	s := &mattermostserver.Server{MaxPostSize: 4000}
	s.Start()
	defer s.Close()
	sam := s.AddPerson("sam")
	m := connector(s)
	l := m.Limits()
	for i, text := range []string{strings.Repeat("x", l.Max), strings.Repeat("x\n", l.Max)} {
		text = markup.Split(text, l.Max, l.Length)[0]
		send(t, m, connectors.Post{Key: fmt.Sprint(i), Place: home(s, sam), Text: text, Again: true})
	}
}

// The root of a thread may vanish between the look at its room and the post.
func TestTheThreadVanishes(t *testing.T) {
	s, sam := server(t)
	m, at := connector(s), home(s, sam)
	at.Room = s.AddChannel("acme", false, sam)
	question := sam.SayIn(at.Room, "", "?")
	sam.Delete(question)
	id := send(t, m, connectors.Post{Key: "k", Place: at, ReplyTo: connectors.MessageID(question), Text: "x"})
	if got := s.Shown(at.Room); len(got) != 1 || got[0].ID != id || got[0].Root != "" {
		t.Errorf("shown %+v", got)
	}
	at.Thread = question
	_, err := m.Send(t.Context(), connectors.Post{Key: "k2", Place: at, Text: "x"})
	if r := reasonOf(t, err); r != connectors.Gone {
		t.Errorf("in the thread itself: %v", err)
	}
}
