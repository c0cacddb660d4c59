package slack_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"citadel/connectors"
	"citadel/connectors/slack/slackserver"

	"github.com/google/go-cmp/cmp"
)

const room = slackserver.Home

// What is said, in all the ways in which Slack says it.
func TestSaid(t *testing.T) {
	s := serve(t, nil)
	stranger, _ := s.Person("Priya")
	bot := s.App("poll")
	acme := s.Channel("acme", false, slackserver.Sam, stranger)
	root := s.SayAs(stranger, acme, "", "root")
	dm := s.Say("root of a thread")
	e := hear(t, connector(s), "")
	e.next()
	e.next()
	audio := connectors.Picture{Name: "audio.m4a", MIME: "audio/mp4", Data: []byte("sound")}
	for _, c := range []struct {
		name string
		say  slackserver.Message
		want connectors.Event
	}{
		{"entities", slackserver.Message{Text: "a &lt;b&gt; &amp;amp; c"}, connectors.Event{Text: "a <b> &amp; c"}},
		{"marks", slackserver.Message{Text: "*bold* _it_ ~gone~ `*x*` 2*3*4"}, connectors.Event{Text: "**bold** _it_ ~~gone~~ `*x*` 2*3*4"}},
		{
			"a link", slackserver.Message{Text: "see <https://a.example/x_y|the report> and <mailto:a@b.example|a@b.example>"},
			connectors.Event{Text: "see [the report](https://a.example/x_y) and a@b.example"},
		},
		{"names", slackserver.Message{Text: "ask <@" + stranger + "> in <#" + acme + "|acme>, <!here>"}, connectors.Event{Text: "ask @Priya in #acme, @here"}},
		{"a date", slackserver.Message{Text: "<!date^1700000000^{date}|14 Nov 2023>"}, connectors.Event{Text: "14 Nov 2023"}},
		{"an emoji", slackserver.Message{Text: "fine :+1::skin-tone-3: :our_logo:"}, connectors.Event{Text: "fine 👍🏼 :our_logo:"}},
		{"code", slackserver.Message{Text: "so:\n```a &lt; b\n*c*```"}, connectors.Event{Text: "so:\n```\na < b\n*c*\n```"}},
		{"/me", slackserver.Message{Text: "nods", Subtype: "me_message"}, connectors.Event{Text: "nods"}},
		{"a thread", slackserver.Message{Words: "reply", Thread: dm}, connectors.Event{Text: "reply", Place: thread(home, dm), ReplyTo: connectors.MessageID(dm)}},
		{
			"a reply shown in the room", slackserver.Message{Words: "loud", Thread: dm, Broadcast: true},
			connectors.Event{Text: "loud", Place: thread(home, dm), ReplyTo: connectors.MessageID(dm)},
		},
		{"the agent's name", slackserver.Message{Words: "@citadel, what is due?"}, connectors.Event{Text: "what is due?"}},
		{"a channel", slackserver.Message{Words: "@citadel status", Room: acme}, connectors.Event{Text: "status", Place: at(acme), Title: "#acme", Addressed: true}},
		{
			"a channel, the name in it", slackserver.Message{Words: "ask @citadel", Room: acme},
			connectors.Event{Text: "ask @citadel", Place: at(acme), Title: "#acme", Addressed: true},
		},
		{
			"a channel, others", slackserver.Message{Words: "hello", Room: acme, User: stranger, Thread: root},
			connectors.Event{Text: "hello", Place: thread(at(acme), root), Title: "#acme", ReplyTo: connectors.MessageID(root), From: person(stranger, "Priya")},
		},
		{"an app with his token", slackserver.Message{Text: "approve", BotID: "B9", AppID: "A9"}, connectors.Event{Text: "approve", Via: "app A9"}},
		{"an app that does not say which", slackserver.Message{Text: "approve", BotID: "B9"}, connectors.Event{Text: "approve", Via: "app B9"}},
		{
			"another workspace", slackserver.Message{Text: "hi", Team: "T2"},
			connectors.Event{Text: "hi", Via: "workspace T2", From: connectors.Person{Platform: "slack", Account: "T2", ID: slackserver.Sam, Name: "Sam"}},
		},
		{
			"a bot", slackserver.Message{Text: "beep", User: bot, BotID: "B7", AppID: "A7"},
			connectors.Event{Text: "beep", From: connectors.Person{Platform: "slack", Account: slackserver.Team, ID: bot, Name: "poll", Bot: true}},
		},
		{
			"a webhook", slackserver.Message{Text: "build failed", User: "-", BotID: "B8", Subtype: "bot_message"},
			connectors.Event{Text: "build failed", From: connectors.Person{Platform: "slack", Account: slackserver.Team, ID: "B8", Bot: true}},
		},
		{
			"a file", slackserver.Message{Words: "look", Files: []connectors.Picture{{Name: "a.png", MIME: "image/png", Data: []byte("png")}}},
			connectors.Event{Text: "look", Files: []connectors.File{{Name: "a.png", MIME: "image/png", Size: 3}}},
		},
		{
			"a voice note", slackserver.Message{Text: " ", Files: []connectors.Picture{audio}},
			connectors.Event{Text: " ", Files: []connectors.File{{Name: "audio.m4a", MIME: "audio/mp4", Size: 5, Voice: true, Seconds: 3}}},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, want := c.say, c.want
			if m.User == "" {
				m.User = slackserver.Sam
			}
			if m.User == "-" {
				m.User = ""
			}
			if m.Room == "" {
				m.Room = room
			}
			ts := s.Put(m)
			if want.From == (connectors.Person{}) {
				want.From = person(slackserver.Sam, "Sam")
			}
			if want.Place == (connectors.Place{}) {
				want.Place = home
			}
			want.Kind, want.Message, want.Direct = connectors.Message, connectors.MessageID(ts), want.Place.Room == room
			if want.Addressed { // what is said to the agent in a channel is answered under it
				want.Place.Thread = ts
			}
			want.Key = strings.Join([]string{slackserver.Team, want.Place.Room, ts}, "/")
			got := e.next()
			if got.Cursor == "" || got.At.IsZero() {
				t.Errorf("cursor %q, time %v", got.Cursor, got.At)
			}
			got.Cursor, got.At = "", want.At
			for i := range got.Files {
				if got.Files[i].ID == "" {
					t.Error("a file that cannot be fetched")
				}
				if u := got.Files[i].Unique; u == "" || !strings.Contains(got.Files[i].ID, "/"+u+"/") { // its address holds it
					t.Errorf("%s is known again by %q", got.Files[i].ID, got.Files[i].Unique)
				}
				got.Files[i].ID, got.Files[i].Unique = "", ""
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// Whose words a message holds: what is said of a workspace, an app or a name is believed, wherever it
// stands.
func TestAuthors(t *testing.T) {
	s := serve(t, nil)
	e := hear(t, connector(s), "")
	s.Say("connected")
	e.next()
	bot := s.App("poll")
	sam := person(slackserver.Sam, "Sam")
	away := sam
	away.Account = "T2"
	for i, c := range []struct {
		says map[string]any
		from connectors.Person
		via  string
	}{
		{map[string]any{}, sam, ""},
		{map[string]any{"team": slackserver.Team, "user_team": slackserver.Team, "source_team": slackserver.Team}, sam, ""},
		{map[string]any{"user_team": "T2", "team": slackserver.Team}, away, "workspace T2"},
		{map[string]any{"source_team": "T2", "user_team": slackserver.Team}, away, "workspace T2"},
		{map[string]any{"team": "T2"}, away, "workspace T2"},
		{map[string]any{"app_id": "A9"}, sam, "app A9"},
		{map[string]any{"bot_id": "B9"}, sam, "app B9"},
		{map[string]any{"subtype": "bot_message"}, sam, "app of unknown name"},
		{map[string]any{"user_team": "T2", "app_id": "A9"}, away, "app A9"},
		{map[string]any{"user": "", "bot_id": "BBOT", "subtype": "bot_message"}, connectors.Person{}, ""}, // the agent's own
		{map[string]any{"bot_id": "BBOT"}, sam, "app BBOT"},
		{map[string]any{"user": bot, "app_id": "A7", "bot_id": "B7", "subtype": "bot_message"}, connectors.Person{Platform: "slack", Account: slackserver.Team, ID: bot, Name: "poll", Bot: true}, ""},
		{
			map[string]any{"user": "", "bot_id": "B8", "subtype": "bot_message", "username": "Jenkins"},
			connectors.Person{Platform: "slack", Account: slackserver.Team, ID: "B8", Name: "Jenkins", Bot: true}, "",
		},
	} {
		ts := fmt.Sprintf("%d.%06d", now().Unix(), 100+i)
		m := map[string]any{"type": "message", "channel": room, "channel_type": "im", "user": slackserver.Sam, "ts": ts, "event_ts": ts, "text": "x"}
		maps.Copy(m, c.says)
		s.Event(m)
		if c.from == (connectors.Person{}) {
			continue // the next would not be the one after it
		}
		if ev := e.next(); ev.From != c.from || ev.Via != c.via {
			t.Errorf("%v: from %+v via %q", c.says, ev.From, ev.Via)
		}
	}
}

func person(id, name string) connectors.Person {
	return connectors.Person{Platform: "slack", Account: slackserver.Team, ID: id, Name: name}
}

func at(room string) connectors.Place {
	return connectors.Place{Platform: "slack", Account: slackserver.Team, Room: room}
}

func thread(p connectors.Place, root string) connectors.Place {
	p.Thread = root
	return p
}

// Rich text says what was typed, whatever marks the text beside it has.
func TestRichText(t *testing.T) {
	s := serve(t, nil)
	e := hear(t, connector(s), "")
	for _, c := range []struct{ name, elements, want string }{
		{"styles", section(`{"type":"text","text":"a "},{"type":"text","text":"bold ","style":{"bold":true}},{"type":"text","text":"x","style":{"bold":true,"italic":true,"strike":true}},{"type":"text","text":"c` + "`" + `d","style":{"code":true}}`), "a **bold** **_~~x~~_**``c`d``"},
		{"literal marks", section(`{"type":"text","text":"**not** <b> &amp;"}`), "**not** <b> &amp;"},
		{"a link and an emoji", section(`{"type":"link","url":"https://a.example","text":"a"},{"type":"emoji","name":"+1","unicode":"1f44d"},{"type":"emoji","name":"logo"}`), "[a](https://a.example)👍:logo:"},
		{"a list", section(`{"type":"text","text":"due:\n"}`) + `,{"type":"rich_text_list","style":"bullet","elements":[` + section(`{"type":"text","text":"one"}`) + `,` + section(`{"type":"text","text":"two"}`) + `]},{"type":"rich_text_list","style":"bullet","indent":1,"elements":[` + section(`{"type":"text","text":"three"}`) + `]}`, "due:\n\n- one\n- two\n  - three"},
		{"a numbered list", `{"type":"rich_text_list","style":"ordered","offset":2,"elements":[` + section(`{"type":"text","text":"x"}`) + `]}`, "3. x"},
		{"a quote and code", `{"type":"rich_text_quote","elements":[{"type":"text","text":"a\nb"}]},{"type":"rich_text_preformatted","elements":[{"type":"text","text":"c\nd"}]}`, "> a\n> b\n\n```\nc\nd\n```"},
		{"people", section(`{"type":"user","user_id":"UBOT"},{"type":"text","text":" ask "},{"type":"user","user_id":"USAM"},{"type":"broadcast","range":"here"},{"type":"color","value":"#fff"},{"type":"date","timestamp":1,"format":"x","fallback":"1 Jan"}`), "ask @Sam@here#fff1 Jan"},
		{"something new", section(`{"type":"hologram","text":"x"}`), "as text"},
		{"another block", `]},{"type":"table","rows":[`, "as text"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s.Put(slackserver.Message{User: slackserver.Sam, Room: room, Text: "as text", Blocks: `[{"type":"rich_text","elements":[` + c.elements + `]}]`})
			if got := e.next().Text; got != c.want {
				t.Errorf("heard %q, want %q", got, c.want)
			}
		})
	}
}

func section(elements string) string {
	return `{"type":"rich_text_section","elements":[` + elements + `]}`
}

// Words that are passed on are a message of their own, which comes first.
func TestForwarded(t *testing.T) {
	s := serve(t, nil)
	e := hear(t, connector(s), "")
	passed := `[{"is_share":true,"author_name":"Priya","channel_name":"acme","text":"pay &lt;now&gt;","from_url":"https://acme.slack.com/x"},{"title":"a preview","text":"nobody said it"}]`
	ts := s.Put(slackserver.Message{User: slackserver.Sam, Room: room, Words: "what does she mean?", Attachments: passed})
	first, own := e.next(), e.next()
	if first.Text != "pay <now>" || first.Forwarded != "Priya in #acme" || first.Message != connectors.MessageID(ts+"+1") || first.Key == own.Key {
		t.Errorf("passed on: %+v", first)
	}
	if own.Text != "what does she mean?" || own.Forwarded != "" || own.Message != connectors.MessageID(ts) {
		t.Errorf("his own: %+v", own)
	}
	s.Put(slackserver.Message{User: slackserver.Sam, Room: room, Text: " ", Attachments: passed})
	if ev := e.next(); ev.Text != "pay <now>" || ev.Forwarded == "" {
		t.Errorf("without words of his own: %+v", ev)
	}
	s.Delete(room, ts)
	if a, b := e.next(), e.next(); a.Kind != connectors.Delete || b.Kind != connectors.Delete || a.Message == b.Message {
		t.Errorf("taken back: %+v, %+v", a, b)
	}
}

// What nobody said is acknowledged and goes no further: the agent's own posts among it.
func TestNobodySaidIt(t *testing.T) {
	s := serve(t, nil)
	c := connector(s)
	acme := s.Channel("acme", false, slackserver.Sam)
	e := hear(t, c, "")
	s.Say("first")
	m := e.next()
	s.Open(slackserver.Sam)
	s.Event(map[string]any{"type": "team_join", "user": map[string]any{"id": "U1"}, "channel": 7})
	s.Event(map[string]any{"type": "an_event_of_tomorrow"})
	s.Put(slackserver.Message{User: slackserver.Sam, Room: acme, Text: "has joined", Subtype: "channel_join"})
	s.Unfurl(room, string(m.Message))
	s.Envelope("interactive", map[string]any{"type": "view_submission", "user": map[string]any{"id": slackserver.Sam}})
	s.Event(map[string]any{"type": "reaction_added", "user": slackserver.Sam, "reaction": "+1", "item": map[string]any{"type": "file", "file": "F1"}, "event_ts": "1.000001"})
	id := must[connectors.MessageID](t)(c.Send(t.Context(), post("k", "my own")))
	if err := c.Edit(t.Context(), id, post("k", "my own, changed")); err != nil {
		t.Fatal(err)
	}
	if err := c.React(t.Context(), home, m.Message, "👀", true); err != nil {
		t.Fatal(err)
	}
	s.Delete(room, string(id))
	s.Say("last")
	if ev := e.next(); ev.Text != "last" {
		t.Errorf("heard %+v", ev)
	}
	until(t, "everything is acknowledged", func() bool { tr := s.Traffic(); return tr.Flight+tr.Waiting == 0 && tr.Dropped == 0 })
	if n := s.Traffic().Strays; n != 0 {
		t.Errorf("%d acknowledgements of nothing: a greeting has no envelope", n)
	}
}

// The agent's command can be given where it is not and where it could not answer.
func TestACommandGivenElsewhere(t *testing.T) {
	s := serve(t, nil)
	e := hear(t, connector(s), "")
	for _, where := range []string{"D0SAMANA01", "C0NOTINVITED"} {
		s.Command(slackserver.Sam, where, "status")
		if ev := e.next(); ev.Text != "status" || !ev.Direct || ev.Place != home || ev.Title != "" {
			t.Errorf("given in %s: heard %+v", where, ev)
		}
	}
	const note = "I'm not in this conversation. Look in our direct messages."
	until(t, "he is told where the answers are", func() bool { return slices.Equal(s.Notes(), []string{note, note}) })
	s.Command(slackserver.Sam, room, "status")
	e.next()
	until(t, "it is acknowledged", func() bool { return s.Traffic().Flight == 0 })
	if n := len(s.Notes()); n != 2 {
		t.Errorf("%d notes after a command that is answered where it was given", n)
	}
}

// A command that cannot be answered anywhere is not taken as said where the agent is not: the
// account would count as reached there. Whoever gave it is told, and it is not asked for again.
func TestACommandThatCannotBeAnswered(t *testing.T) {
	for _, c := range []struct{ name, info, open string }{
		{"slack opens no conversation", "", "user_disabled"},
		{"slack may not be asked", "missing_scope", "missing_scope"},
		{"slack limits", "ratelimited", "ratelimited"},
		{"slack is broken", "internal_error", "internal_error"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := serve(t, nil)
			e := hear(t, connector(s), "")
			s.Say("first")
			e.next()
			s.RefuseMethod("conversations.info", c.info)
			s.RefuseMethod("conversations.open", c.open)
			s.Command(slackserver.Sam, "D0SAMANA01", "status")
			until(t, "he is told", func() bool { return len(s.Notes()) > 0 })
			if got := s.Notes()[0]; !strings.Contains(got, "I did nothing") {
				t.Errorf("told %q", got)
			}
			s.RefuseMethod("conversations.info", "")
			s.RefuseMethod("conversations.open", "")
			s.Say("last")
			if ev := e.next(); ev.Text != "last" {
				t.Errorf("heard %+v", ev)
			}
			if tr := s.Traffic(); tr.Dropped+tr.Waiting != 0 {
				t.Errorf("not acknowledged: %+v", tr)
			}
		})
	}
}

// Whoever gives a command in another workspace, or in one that is not named, is somebody else, whatever
// the id is.
func TestACommandOfAnotherWorkspace(t *testing.T) {
	s := serve(t, nil)
	e := hear(t, connector(s), "")
	for _, where := range []string{room, "D0SAMANA01"} {
		for _, team := range []string{"T2", "", "t1"} {
			s.CommandFrom(team, slackserver.Sam, where, "lock slack")
		}
	}
	s.Say("last")
	if ev := e.next(); ev.Text != "last" {
		t.Fatalf("heard %+v", ev)
	}
	until(t, "they are acknowledged", func() bool { return len(s.Notes()) == 6 })
	for _, got := range s.Notes() {
		if !strings.Contains(got, "another workspace") {
			t.Errorf("told %q", got)
		}
	}
	if n := s.Calls("conversations.open"); n != 0 {
		t.Errorf("%d conversations opened for it", n)
	}
}

func TestCommandsAndPresses(t *testing.T) {
	s := serve(t, nil)
	c := connector(s)
	e := hear(t, c, "")
	s.Command(slackserver.Sam, room, " status ")
	ev := e.next()
	if ev.Kind != connectors.Message || ev.Text != "status" || !ev.Addressed || !ev.Direct || ev.Place != home || ev.Message == "" || !strings.HasPrefix(ev.Key, "T1/command/") {
		t.Errorf("heard %+v", ev)
	}
	if err := c.Working(t.Context(), ev.Place, ev.Message, true); err != nil {
		t.Errorf("a sign on what nobody sees: %v", err)
	}
	p := post("k", "**Send this mail?** `K7`")
	p.Buttons = []connectors.Button{{Label: "Send", Token: "412/0"}, {Label: "Don't send", Token: "412/1"}}
	id := must[connectors.MessageID](t)(c.Send(t.Context(), p))
	if got := s.Shown(room)[0].Buttons; !cmp.Equal(got, p.Buttons) {
		t.Errorf("shown %+v", got)
	}
	if !s.Press(slackserver.Sam, room, string(id), "412/1") {
		t.Fatal("there is no such button")
	}
	ev = e.next()
	if ev.Kind != connectors.Press || ev.Button != "412/1" || ev.Message != id || ev.From.ID != slackserver.Sam || !ev.Direct || ev.At.IsZero() {
		t.Errorf("heard %+v", ev)
	}
	p.Buttons, p.Text = nil, "Not sent."
	if err := c.Edit(t.Context(), id, p); err != nil {
		t.Fatal(err)
	}
	if got := s.Shown(room)[0]; len(got.Buttons) != 0 || got.Text != "Not sent." {
		t.Errorf("shown %+v", got)
	}
}

// The root of a thread that is deleted leaves a stone, which is an edit to Slack.
func TestDeletedRoot(t *testing.T) {
	s := serve(t, nil)
	e := hear(t, connector(s), "")
	root := s.Say("root")
	s.SayAs(slackserver.Sam, room, root, "reply")
	e.next()
	e.next()
	s.Delete(room, root)
	if ev := e.next(); ev.Kind != connectors.Delete || ev.Message != connectors.MessageID(root) || ev.From.ID != slackserver.Sam {
		t.Errorf("heard %+v", ev)
	}
}

// What cannot be read is handed on as it came, and acknowledged.
func TestUnparsed(t *testing.T) {
	s := serve(t, nil)
	e := hear(t, connector(s), "")
	s.Say("connected")
	e.next()
	for _, c := range []struct {
		name, from string
		do         func()
	}{
		{"an envelope of tomorrow", "", func() { s.Envelope("brand_new_envelope", map[string]any{}) }},
		{"a text that is none", slackserver.Sam, func() {
			s.Event(map[string]any{"type": "message", "user": slackserver.Sam, "channel": room, "ts": "1700000000.000001", "text": map[string]any{"x": 1}})
		}},
		{"no timestamp", slackserver.Sam, func() {
			s.Event(map[string]any{"type": "message", "user": slackserver.Sam, "channel": room, "text": "x"})
		}},
		{"a conversation that is none", slackserver.Sam, func() {
			s.Event(map[string]any{"type": "message", "user": slackserver.Sam, "channel": "D1;!", "ts": "1700000000.000001", "text": "x"})
		}},
		{"a deletion of nobody's", "", func() {
			s.Event(map[string]any{"type": "message", "subtype": "message_deleted", "channel": room, "deleted_ts": "1700000000.000001", "event_ts": "1700000000.000002"})
		}},
		{"a press of nothing", slackserver.Sam, func() {
			s.Envelope("interactive", map[string]any{"type": "block_actions", "user": map[string]any{"id": slackserver.Sam}})
		}},
		{"a command without a number", slackserver.Sam, func() {
			s.Envelope("slash_commands", map[string]any{"user_id": slackserver.Sam, "channel_id": room, "team_id": slackserver.Team})
		}},
	} {
		c.do()
		ev := e.next()
		if ev.From.ID != "" && (ev.From.Account != slackserver.Team || ev.Via != "") {
			t.Errorf("%s: from %+v, via %q", c.name, ev.From, ev.Via)
		}
		if ev.Kind != connectors.Unparsed || ev.From.ID != c.from || len(ev.Raw) == 0 || !json.Valid(ev.Raw) || ev.At.IsZero() || ev.Place.Account != slackserver.Team {
			t.Errorf("%s: %+v", c.name, ev)
		}
	}
	s.Event(map[string]any{"type": "message", "user": slackserver.Sam, "channel": room, "ts": "x", "text": strings.Repeat("long ", 50_000)})
	if ev := e.next(); ev.Kind != connectors.Unparsed || len(ev.Raw) != connectors.MaxRaw {
		t.Errorf("a long one has %d bytes", len(ev.Raw))
	}
	s.Frame("{ this is not JSON")
	s.Say("after it")
	if ev := e.next(); ev.Text != "after it" {
		t.Errorf("heard %+v", ev)
	}
	until(t, "everything is acknowledged", func() bool { tr := s.Traffic(); return tr.Flight+tr.Waiting == 0 && tr.Dropped == 0 })
}

// What cannot be read is by the same people as what can: not by the principal where another
// workspace, or an app, has the name.
func TestUnparsedOfOthers(t *testing.T) {
	s := serve(t, nil)
	e := hear(t, connector(s), "")
	s.Say("connected")
	e.next()
	said := func(more map[string]any) map[string]any {
		m := map[string]any{"type": "message", "channel": room, "user": slackserver.Sam, "ts": "soon", "text": "x"}
		maps.Copy(m, more)
		return m
	}
	for _, c := range []struct {
		name, account, via string
		do                 func()
	}{
		{"a message with its person's workspace", "T2", "workspace T2", func() { s.Event(said(map[string]any{"user_team": "T2"})) }},
		{"one with its source's", "T2", "workspace T2", func() { s.Event(said(map[string]any{"source_team": "T2", "team": slackserver.Team})) }},
		{"one with a workspace", "T2", "workspace T2", func() { s.Event(said(map[string]any{"team": "T2"})) }},
		{"one of an app", slackserver.Team, "app A2", func() { s.Event(said(map[string]any{"app_id": "A2", "bot_id": "B2"})) }},
		{"one of an integration", slackserver.Team, "app B2", func() { s.Event(said(map[string]any{"bot_id": "B2"})) }},
		{"an edit", "T2", "workspace T2", func() {
			s.Event(map[string]any{"type": "message", "subtype": "message_changed", "channel": room, "event_ts": "soon", "message": said(map[string]any{"user_team": "T2", "edited": map[string]any{"ts": "soon"}})})
		}},
		{"a command", "T2", "workspace T2", func() {
			s.Envelope("slash_commands", map[string]any{"user_id": slackserver.Sam, "channel_id": room, "team_id": "T2"})
		}},
		{"a press", "T2", "workspace T2", func() {
			s.Envelope("interactive", map[string]any{"type": "block_actions", "user": map[string]any{"id": slackserver.Sam, "team_id": "T2"}})
		}},
	} {
		c.do()
		ev := e.next()
		want := connectors.Person{Platform: "slack", Account: c.account, ID: slackserver.Sam}
		if ev.Kind != connectors.Unparsed || ev.From != want || ev.Via != c.via {
			t.Errorf("%s: %s from %+v, via %q", c.name, ev.Kind, ev.From, ev.Via)
		}
	}
}

// One block that is not one must not make words unreadable.
func TestMalformedBlock(t *testing.T) {
	s := serve(t, nil)
	e := hear(t, connector(s), "")
	s.Put(slackserver.Message{User: slackserver.Sam, Room: room, Text: "still *here*", Blocks: `[{"type":"rich_text","elements":"none"},7]`})
	if ev := e.next(); ev.Kind != connectors.Message || ev.Text != "still **here**" {
		t.Errorf("heard %+v", ev)
	}
}

func TestFetch(t *testing.T) {
	s := serve(t, nil)
	c := connector(s)
	e := hear(t, c, "")
	s.Put(slackserver.Message{User: slackserver.Sam, Room: room, Words: "x", Files: []connectors.Picture{{Name: "a.txt", MIME: "text/plain", Data: []byte("content")}}})
	f := e.next().Files[0]
	var b bytes.Buffer
	if err := c.Fetch(t.Context(), f, &b); err != nil || b.String() != "content" {
		t.Fatalf("fetched %q, %v", b.String(), err)
	}
	b.Reset()
	byID := connectors.File{ID: strings.Split(f.ID, "/")[4]} // Slack does not always tell the address
	if err := c.Fetch(t.Context(), byID, &b); err != nil || b.String() != "content" {
		t.Errorf("fetched by %s: %q, %v", byID.ID, b.String(), err)
	}
	expect(t, "an id of nothing", c.Fetch(t.Context(), connectors.File{ID: "F999"}, &b), connectors.Gone)
	if err := c.Fetch(t.Context(), f, refusing{}); err == nil || !strings.Contains(err.Error(), errFull.Error()) {
		t.Errorf("a writer that is full: %v", err)
	}
	gone := f
	gone.ID = s.URL() + "/files/F999"
	expect(t, "a file that is gone", c.Fetch(t.Context(), gone, &b), connectors.Gone)
	gone.ID = "https://elsewhere.example/x"
	expect(t, "a file elsewhere", c.Fetch(t.Context(), gone, &b), connectors.Forbidden)
	s.Scopes = []string{"chat:write"}
	expect(t, "a file that may not be read", c.Fetch(t.Context(), f, &b), connectors.Forbidden)
	expect(t, "no file", c.Fetch(t.Context(), connectors.File{}, &b), connectors.Invalid)
}
