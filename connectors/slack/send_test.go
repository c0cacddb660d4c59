package slack_test

import (
	"bytes"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"citadel/connectors"
	"citadel/connectors/markup"
	"citadel/connectors/slack"
	"citadel/connectors/slack/slackserver"

	"github.com/google/go-cmp/cmp"
)

// A post is Markdown that Slack draws, and plain text that a phone shows.
func TestPost(t *testing.T) {
	s := serve(t, nil)
	c := connector(s)
	p := post("post/412", "**Two things are due.** You said so on [20 Nov](src:m433), and [12 Aug](src:m1).\n\n- Draft for *Priya*\n- `show m412` & 2\\*3 <b>\n\n> quoted\n\n```\n<!here> @channel\n```")
	p.Links = map[string]string{"m433": "https://acme.slack.com/archives/D1/p1"}
	id := must[connectors.MessageID](t)(c.Send(t.Context(), p))
	got := s.Shown(room)[0]
	if got.TS != string(id) || got.Metadata["key"] != "post/412" || got.Thread != "" || got.Alarms {
		t.Errorf("shown %+v", got)
	}
	const md = "**Two things are due.** You said so on [20 Nov](https://acme.slack.com/archives/D1/p1), and 12 Aug.\n\n- Draft for *Priya*\n- `show m412` & 2\\*3 \\<b>\n\n> quoted\n\n```\n<\u200b!here> @\u200bchannel\n```"
	if diff := cmp.Diff(md, got.Markdown); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if first, _, _ := strings.Cut(got.Notification, "\n"); first != "Two things are due. You said so on 20 Nov, and 12 Aug." {
		t.Errorf("a phone shows %q", first)
	}
	p.Key, p.Place.Thread = "post/413", string(id)
	must[connectors.MessageID](t)(c.Send(t.Context(), p))
	if got := s.Shown(room)[1]; got.Thread != string(id) {
		t.Errorf("in thread %q", got.Thread)
	}
	p = post("post/414", "A reminder.\n\n**Call Dr. Weiss.**")
	p.Banner = "A reminder."
	must[connectors.MessageID](t)(c.Send(t.Context(), p))
	if got := s.Shown(room)[2]; got.Notification != p.Banner || !strings.Contains(got.Text, "Weiss") {
		t.Errorf("a phone shows %q of %q", got.Notification, got.Text)
	}
}

// Nothing that is written calls anybody.
func TestCallsNobody(t *testing.T) {
	s := serve(t, nil)
	c := connector(s)
	for i, text := range []string{
		"@channel", "hey @here, look", "**@everyone**", "<!channel>", "<!here|here>", "<@USAM> and <#C1>", "`<!channel>` `@here`", "```\n<@UABC>\n```",
		"&lt;!channel>", "[@here](https://a.example)", "[x](<!channel>)", "\\<!channel>", "(@channel)", "@\\here", "<!subteam^S1>", "# @channel", "> @here",
	} {
		must[connectors.MessageID](t)(c.Send(t.Context(), post(fmt.Sprint("k", i), text)))
		if got := s.Shown(room)[i]; got.Alarms {
			t.Errorf("%q calls somebody: %q, %q", text, got.Markdown, got.Notification)
		}
	}
	must[connectors.MessageID](t)(c.Send(t.Context(), post("mail", "write to sam@here.example or https://a.example/@channel")))
	shown := s.Shown(room)
	if got := shown[len(shown)-1].Text; got != "write to sam@here.example or https://a.example/@channel" {
		t.Errorf("shown %q", got)
	}
}

var dot = []byte("\x89PNG\r\n\x1a\n picture")

// A picture is uploaded to nowhere and shown in the post, once Slack has it ready.
func TestPictures(t *testing.T) {
	s := serve(t, func(s *slackserver.Server) { s.Faults.Unready = 1 })
	c := connector(s)
	p := post("k", "Weights")
	p.Pictures = []connectors.Picture{{Name: "weights.png", MIME: "image/png", Alt: "Six bars.", Data: dot}}
	id := must[connectors.MessageID](t)(c.Send(t.Context(), p))
	got := s.Shown(room)
	if len(got) != 1 || len(got[0].Pictures) != 1 || got[0].Pictures[0].Alt != "Six bars." || !bytes.Equal(got[0].Pictures[0].Data, dot) || got[0].TS != string(id) {
		t.Errorf("shown %+v", got)
	}
	if s.Calls("chat.postMessage") != 2 {
		t.Errorf("posted %d times", s.Calls("chat.postMessage"))
	}
	p.Pictures[0].Data = nil
	_, err := c.Send(t.Context(), p)
	expect(t, "an empty picture", err, connectors.Invalid)
}

// The words of a post are said where Slack takes none of its pictures, or does not take them to be ready for long.
func TestPicturesAreRefused(t *testing.T) {
	picture := []connectors.Picture{{Name: "a.png", MIME: "image/png", Alt: "bars", Data: []byte("x")}}
	for _, word := range []string{"file_uploads_disabled", "missing_scope", "file_upload_size_restricted", "storage_limit_reached", ""} {
		s := serve(t, nil)
		if s.Interpose("files.getUploadURLExternal", 200, 100, `{"ok":false,"error":"`+word+`"}`); word == "" {
			s.Interpose("files.getUploadURLExternal", 200, 0, "")
			s.SetFaults(slackserver.Faults{Unready: 6})
		}
		c := connector(s)
		p := post("k", "the words")
		p.Pictures = picture
		if _, err := c.Send(t.Context(), p); err != nil {
			t.Errorf("%q: %v", word, err)
		}
		shown := s.Shown(room)
		if len(shown) != 1 || shown[0].Text != "the words" || len(shown[0].Pictures) != 0 {
			t.Errorf("%q: shown %+v", word, shown)
		}
	}
	s := serve(t, nil)
	s.Interpose("files.getUploadURLExternal", 200, 1, `{"ok":false,"error":"internal_error"}`)
	p := post("k", "the words")
	p.Pictures = picture
	_, err := connector(s).Send(t.Context(), p)
	expect(t, "Slack broke down", err, connectors.Temporary)
}

// What Slack says of a failure becomes what the caller can do about it.
func TestFailures(t *testing.T) {
	s := serve(t, nil)
	c := connector(s)
	for code, want := range map[string]connectors.Reason{
		"ratelimited": connectors.RateLimited, "internal_error": connectors.Unknown, "fatal_error": connectors.Unknown,
		"not_in_channel": connectors.Forbidden, "token_revoked": connectors.Forbidden, "channel_not_found": connectors.Gone, "is_archived": connectors.Gone,
		"msg_too_long": connectors.TooLong, "msg_blocks_too_long": connectors.TooLong, "invalid_blocks": connectors.Invalid, "a_word_of_tomorrow": connectors.Temporary,
	} {
		s.Refuse(code)
		_, err := c.Send(t.Context(), post("k", "x"))
		expect(t, code, err, want)
	}
	s.Refuse("")
	s.Scopes = []string{"im:history"}
	_, err := c.Send(t.Context(), post("k", "x"))
	if e := expect(t, "a missing scope", err, connectors.Forbidden); !strings.Contains(e.Error(), "chat:write") {
		t.Errorf("%v does not name the scope", e)
	}
	s.Scopes = nil
	for name, c := range map[string]struct {
		faults slackserver.Faults
		want   connectors.Reason
		shown  int
	}{
		"too many":               {slackserver.Faults{TooMany: 1, After: 3 * time.Second}, connectors.RateLimited, 0},
		"too many, no more said": {slackserver.Faults{TooMany: 1}, connectors.RateLimited, 0},
		"a page that says 502":   {slackserver.Faults{Broken: 1}, connectors.Unknown, 0},
		"accepted and hung up":   {slackserver.Faults{HangUp: 1}, connectors.Unknown, 1},
		"hung up before":         {slackserver.Faults{Refuse: 1}, connectors.Unknown, 0},
		"slower than is waited":  {slackserver.Faults{Slow: 1, Pause: time.Minute}, connectors.Unknown, 0},
	} {
		s := serve(t, nil)
		c.faults.Rand = seeded(1)
		s.SetFaults(c.faults)
		con := connector(s)
		if c.faults.Slow > 0 {
			for _, client := range slack.Clients(con) {
				client.Timeout = 50 * time.Millisecond
			}
		}
		_, err := con.Send(t.Context(), post("k", "x"))
		e := expect(t, name, err, c.want)
		if e.After != c.faults.After {
			t.Errorf("%s: after %v", name, e.After)
		}
		if strings.Contains(e.Error(), "xoxb") || strings.Contains(e.Error(), "127.0.0.1") && strings.Contains(e.Error(), "/api/") {
			t.Errorf("%s: %v says too much", name, e)
		}
		if n := len(s.Shown(room)); n != c.shown && name != "a page that says 502" {
			t.Errorf("%s: %d shown", name, n)
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	down := connector(s)
	down.URL = "http://" + l.Addr().String()
	_, err = down.Send(t.Context(), post("k", "x"))
	expect(t, "nobody there", err, connectors.Temporary)
}

// A post whose answer was lost is found; one that never arrived is not, but only after what
// was sent has had time to be seen.
func TestInDoubt(t *testing.T) {
	s := serve(t, nil)
	c := connector(s)
	began := now()
	s.SetFaults(slackserver.Faults{Rand: seeded(1), HangUp: 1})
	_, err := c.Send(t.Context(), post("k1", "x"))
	expect(t, "its answer is lost", err, connectors.Unknown)
	s.SetFaults(slackserver.Faults{Rand: seeded(1), Refuse: 1})
	_, err = c.Send(t.Context(), post("k2", "x"))
	expect(t, "it never arrived", err, connectors.Unknown)
	s.SetFaults(slackserver.Faults{})
	id, found, err := c.Find(t.Context(), post("k1", "x"), began)
	if !found || err != nil || string(id) != s.Shown(room)[0].TS {
		t.Errorf("found %q %v, %v", id, found, err)
	}
	if _, found, err := c.Find(t.Context(), post("k2", "x"), began); found || err != nil {
		t.Errorf("the other: %v, %v", found, err)
	}
	c.Lag = time.Hour
	s.SetFaults(slackserver.Faults{Rand: seeded(1), Refuse: 1})
	_, err = c.Send(t.Context(), post("k3", "x"))
	expect(t, "it never arrived either", err, connectors.Unknown)
	s.SetFaults(slackserver.Faults{})
	_, found, err = c.Find(t.Context(), post("k3", "x"), began)
	if e := expect(t, "too soon to tell", err, connectors.Temporary); found || e.After <= 0 || e.After > 10*time.Second {
		t.Errorf("found %v, after %v", found, e.After)
	}
}

// Find looks in the thread of the post, behind many others, and at the agent's own posts only.
func TestFindFarAndDeep(t *testing.T) {
	s := serve(t, nil)
	c := connector(s)
	root := s.Say("root")
	p := post("deep", "in the thread")
	p.Place.Thread = root
	id := must[connectors.MessageID](t)(c.Send(t.Context(), p))
	top := must[connectors.MessageID](t)(c.Send(t.Context(), post("far", "below many")))
	for i := range 450 {
		s.SayAs(slackserver.Sam, room, root, fmt.Sprint("reply ", i))
		s.Say(fmt.Sprint("n", i))
	}
	for _, since := range []time.Time{{}, now().Add(-time.Hour)} {
		if got, found, err := c.Find(t.Context(), p, since); !found || err != nil || got != id {
			t.Errorf("in the thread since %v: %q %v %v", since, got, found, err)
		}
		if got, found, err := c.Find(t.Context(), post("far", ""), since); !found || err != nil || got != top {
			t.Errorf("in the room since %v: %q %v %v", since, got, found, err)
		}
	}
	if _, found, err := c.Find(t.Context(), post("deep", ""), time.Time{}); found || err != nil {
		t.Errorf("in another place: %v %v", found, err)
	}
	p.Place.Thread = "1.000001"
	if _, found, err := c.Find(t.Context(), p, time.Time{}); found || err != nil {
		t.Errorf("in a thread that is gone: %v %v", found, err)
	}
}

func TestEditReactAndLink(t *testing.T) {
	s := serve(t, nil)
	c := connector(s)
	if got := c.Link(home, "1700000001.000100"); got != "" {
		t.Errorf("a link before anything is known: %q", got)
	}
	said := s.Say("hello")
	id := must[connectors.MessageID](t)(c.Send(t.Context(), post("k", "x")))
	if err := c.Edit(t.Context(), id, post("k", "y")); err != nil {
		t.Fatal(err)
	}
	if got := s.Shown(room); len(got) != 1 || got[0].Text != "y" || got[0].Edited == "" || got[0].Metadata["key"] != "k" {
		t.Errorf("shown %+v", got)
	}
	expect(t, "a message of somebody else", c.Edit(t.Context(), connectors.MessageID(said), post("k", "y")), connectors.Forbidden)
	expect(t, "a message that is gone", c.Edit(t.Context(), "1.000001", post("k", "y")), connectors.Gone)
	for range 2 { // what is so already is no error
		if err := c.React(t.Context(), home, connectors.MessageID(said), "✅", true); err != nil {
			t.Fatal(err)
		}
		if err := c.Working(t.Context(), home, connectors.MessageID(said), true); err != nil {
			t.Fatal(err)
		}
	}
	if got := s.Reacted(slackserver.Bot, room, said); !cmp.Equal(got, []string{"white_check_mark", "eyes"}) {
		t.Errorf("on it: %q", got)
	}
	for range 2 {
		if err := c.Working(t.Context(), home, connectors.MessageID(said+"+1"), false); err != nil {
			t.Fatal(err)
		}
	}
	if got := s.Reacted(slackserver.Bot, room, said); !cmp.Equal(got, []string{"white_check_mark"}) {
		t.Errorf("then: %q", got)
	}
	expect(t, "an emoji of nobody's", c.React(t.Context(), home, connectors.MessageID(said), "𓀀", true), connectors.Invalid)
	expect(t, "one that the workspace does not have", c.React(t.Context(), home, connectors.MessageID(said), ":no_such_emoji:", true), connectors.Invalid)
	expect(t, "on nothing", c.React(t.Context(), home, "1.000001", "👍", true), connectors.Gone)

	self := must[connectors.Self](t)(c.Identify(t.Context()))
	want := connectors.Self{Account: "T1", Title: "Acme (acme.slack.com)", ID: "UBOT", Name: "@citadel", Address: "slack://user?id=UBOT&team=T1"}
	if self != want {
		t.Errorf("it is %+v", self)
	}
	if got := c.Link(home, "1700000001.000100"); got != "https://acme.slack.com/archives/D1/p1700000001000100" {
		t.Errorf("link %q", got)
	}
	if got := c.Link(thread(home, "1700000000.000001"), "1700000001.000100+1"); got != "https://acme.slack.com/archives/D1/p1700000001000100?cid=D1&thread_ts=1700000000.000001" {
		t.Errorf("link into a thread %q", got)
	}
	if got := c.Link(home, "command/tr.1"); got != "" {
		t.Errorf("link to a command %q", got)
	}
	elsewhere := home
	elsewhere.Account = "T2"
	_, err := c.Send(t.Context(), connectors.Post{Key: "k", Place: elsewhere, Text: "x"})
	expect(t, "another workspace", err, connectors.Invalid)
}

// A draft whose first call is in doubt is found, and leaves no second one.
func TestDraftInDoubt(t *testing.T) {
	s := serve(t, nil)
	c := connector(s)
	d := connectors.Draft{Place: home, Turn: 7, Answers: &connectors.Answer{To: "x", Turn: 7}, Text: "One"}
	if _, err := c.Identify(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := c.Draft(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	d.Turn, d.Answers = 8, &connectors.Answer{To: "x", Turn: 8}
	s.SetFaults(slackserver.Faults{Rand: seeded(2), HangUp: 0.6})
	for i := range 20 {
		d.Text = strings.Repeat("One. ", i+2)
		if err := c.Draft(t.Context(), d); err != nil {
			expect(t, "a draft in doubt", err, reasonOf(err))
		}
	}
	s.SetFaults(slackserver.Faults{})
	p := post("post/9", "One and all.")
	p.Answers = d.Answers
	id := must[connectors.MessageID](t)(c.Send(t.Context(), p))
	got := s.Shown(room)
	if len(got) != 1 || got[0].Text != "One and all." || got[0].TS != string(id) || got[0].Metadata["key"] != "post/9" || got[0].Metadata["draft"] != nil {
		t.Errorf("shown %+v", got)
	}
	if again, found, err := c.Find(t.Context(), p, time.Time{}); !found || err != nil || again != id {
		t.Errorf("found %q %v %v", again, found, err)
	}
}

// A draft that may have become its post makes no room for another.
func TestAPostInDoubtIsNoDraft(t *testing.T) {
	s := serve(t, nil)
	c := connector(s)
	d := connectors.Draft{Place: home, Turn: 7, Answers: &connectors.Answer{To: "x", Turn: 7}, Text: "One"}
	if err := c.Draft(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	p := post("post/9", "One and all.")
	p.Answers = d.Answers
	s.SetFaults(slackserver.Faults{Rand: seeded(2), HangUp: 1})
	_, err := c.Send(t.Context(), p)
	expect(t, "a post in doubt", err, connectors.Unknown)
	s.SetFaults(slackserver.Faults{})
	d.Turn, d.Answers, d.Text = 8, &connectors.Answer{To: "x", Turn: 8}, "Another"
	if err := c.Draft(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	if got := s.Shown(room); len(got) != 2 || got[0].Text != "One and all." || got[0].Metadata["key"] != "post/9" {
		t.Errorf("shown %+v", got)
	}
}

func TestEmoji(t *testing.T) {
	for char, want := range map[string]string{"👍": "+1", "👍🏽": "+1", "❤️": "heart", "❤": "heart", "✅": "white_check_mark", "👀": "eyes", ":our_logo:": "our_logo", "𓀀": "", "": ""} {
		if got := slack.NameOf(char); got != want {
			t.Errorf("NameOf(%q) = %q, want %q", char, got, want)
		}
	}
	for name, want := range map[string]string{"+1": "👍", "thumbsup": "👍", "+1::skin-tone-3": "👍", "heart": "❤", "our_logo": ":our_logo:", "raised_hand": "✋"} {
		if got := slack.ReactionOf(name); got != want {
			t.Errorf("ReactionOf(%q) = %q, want %q", name, got, want)
		}
	}
}

// Whatever stands before each line of it once it is written: a part of a long answer is as long as Slack takes.
func TestPartsAreAsLongAsSlackTakes(t *testing.T) {
	for name, c := range map[string][2]string{
		"quote": {"> ", "ab\n"}, "item": {"- ", "ab\n"}, "nested": {"> - > - ", "ab\n"}, "bold": {"", "**ab**\n"}, "all bold": {"**x\n", "ab\n"},
		"escapes": {"", "*&<`~\n"}, "numbers": {"", "1. ab\n"},
	} {
		for _, part := range markup.Split(c[0]+strings.Repeat(c[1], 6000)+"**", slack.Most, slack.Measure) {
			if n := len(utf16.Encode([]rune(slack.Markdown(part, nil)))); n > slack.Most {
				t.Errorf("%s: a part of %d characters: %.40q", name, n, part)
				break
			}
		}
	}
}
