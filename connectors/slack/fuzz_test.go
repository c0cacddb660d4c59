package slack_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"citadel/connectors"
	"citadel/connectors/markup"
	"citadel/connectors/slack"
	"citadel/connectors/slack/slackserver"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// Whatever comes over the socket, every reading of it is whole, has a key, and the same one
// when it comes again.
func FuzzFrame(f *testing.F) {
	event := func(inner string) string {
		return `{"envelope_id":"e1","type":"events_api","retry_attempt":1,"payload":{"team_id":"T1","type":"event_callback","event_id":"Ev1","event_time":1700000000,"event":` + inner + `}}`
	}
	for _, s := range []string{
		"", "null", "[]", "{}", `{"type":"hello","num_connections":1}`, `{"envelope_id":7,"type":"events_api"}`, `{"envelope_id":"e","type":"x","payload":[]}`,
		event(`{"type":"message","user":"U1","text":"hi &lt;b&gt; <@UBOT> <https://a.example|x>","ts":"1700000001.000100","channel":"D1","channel_type":"im"}`),
		event(`{"type":"message","subtype":"file_share","user":"U1","text":"","ts":"1700000001.000100","channel":"C1","thread_ts":"1700000000.000100","files":[{"id":"F1","media_display_type":"audio","duration_ms":-5,"size":-3},7]}`),
		event(`{"type":"message","subtype":"message_changed","channel":"D1","event_ts":"1700000003.000100","message":{"user":"U1","text":"new","ts":"1700000001.000100","edited":{"ts":"1700000003.000000"}},"previous_message":{"user":"U1","text":"old","ts":"1700000001.000100"}}`),
		event(`{"type":"message","subtype":"message_deleted","channel":"D1","event_ts":"1700000004.000100","deleted_ts":"1700000001.000100","previous_message":{"user":"U1","ts":"1700000001.000100"}}`),
		event(`{"type":"message","user":"U1","text":"x","ts":"1700000001.000100","channel":"D1","attachments":[{"is_share":true,"author_name":"P","text":"*t*"}],"blocks":[{"type":"rich_text","elements":[{"type":"rich_text_section","elements":[{"type":"text","text":"a","style":{"bold":true}},{"type":"emoji","name":"x","unicode":"1f44d-d800"}]}]}]}`),
		event(`{"type":"reaction_added","user":"U1","reaction":"+1::skin-tone-3","item":{"type":"message","channel":"D1","ts":"1700000001.000200"},"event_ts":"1700000006.000100"}`),
		`{"envelope_id":"e6","type":"interactive","payload":{"type":"block_actions","user":{"id":"U1","team_id":"T2"},"container":{"message_ts":"1700000001.000200","channel_id":"D1"},"actions":[{"type":"button","action_id":"a","value":"K7","action_ts":"1700000007.1"}]}}`,
		`{"envelope_id":"e7","type":"slash_commands","payload":{"command":"/citadel","text":"status","user_id":"U1","channel_id":"D1","team_id":"T1","trigger_id":"tr"}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, frame []byte) {
		if !json.Valid(frame) {
			return // the SDK hands out nothing else
		}
		c := &slack.Slack{Now: now, URL: "http://127.0.0.1:1"}
		all := slack.Read(c, frame)
		keys := map[string]bool{}
		for _, e := range all {
			message := e.Message != ""
			switch {
			case e.Key == "" || keys[e.Key] || e.At.IsZero() || e.Place.Platform != "slack" || e.Place.Account != "T1":
				t.Errorf("not whole: %+v", e)
			case e.Kind == connectors.Unparsed:
				if len(e.Raw) == 0 || len(e.Raw) > connectors.MaxRaw || message {
					t.Errorf("unparsed: %+v", e)
				}
			case !message || !e.From.Is(e.From) || e.Place.Room == "":
				t.Errorf("by nobody, or about nothing: %+v", e)
			case !utf8.ValidString(e.Text) || e.Emoji != connectors.NormalEmoji(e.Emoji):
				t.Errorf("text or emoji: %+v", e)
			}
			keys[e.Key] = true
		}
		for _, e := range slack.Read(c, frame) {
			if !keys[e.Key] && !strings.Contains(e.Key, "/unparsed/at ") {
				t.Errorf("another key the second time: %q", e.Key)
			}
		}
	})
}

// historyOf is an answer of conversations.history with one message.
func historyOf(message string) string {
	return `{"ok":true,"messages":[` + message + `],"has_more":false}`
}

// Whatever the history holds, every reading of it is whole, and has a key of its own.
func FuzzHistory(f *testing.F) {
	for _, s := range []string{
		"", "null", "{}", `{"messages":7}`, `{"messages":[7,null,{}],"response_metadata":{"next_cursor":7}}`,
		historyOf(`{"type":"message","user":"U1","text":"hi","ts":"1700000001.000100","edited":{"user":"U1","ts":"1700000003.000000"}}`),
		historyOf(`{"type":"message","user":"U1","text":7,"ts":"1700000001.000100"}`),
		historyOf(`{"type":"message","user":"U1","text":"hi","ts":"1700000001.000100","thread_ts":"1700000001.000100","reply_count":2,"latest_reply":"1700000009.000100","reactions":[{"name":"+1","users":["U1","U2"],"count":2},{"name":"x","users":["U1"],"count":9},7]}`),
		historyOf(`{"type":"message","subtype":"tombstone","user":"USLACKBOT","text":"gone","ts":"1700000001.000100"},{"type":"message","bot_id":"B1","text":"x","ts":"1700000000.000100"}`),
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, answer []byte) {
		keys := map[string]bool{}
		for _, e := range slack.History(&slack.Slack{Now: now, URL: "http://127.0.0.1:1"}, answer) {
			if e.Key == "" || keys[e.Key] && e.Kind != connectors.Unparsed && e.Kind != connectors.Message && e.Kind != connectors.Edit {
				t.Errorf("no key of its own: %+v", e)
			}
			if e.At.IsZero() || e.Place.Platform != "slack" || e.Place.Account != "T1" || e.Place.Room != "D1" || !utf8.ValidString(e.Text) || len(e.Raw) > connectors.MaxRaw {
				t.Errorf("not whole: %+v", e)
			}
			keys[e.Key] = true
		}
	})
}

// Where Slack does not name everybody who put an emoji there, nothing is told from who is not named.
func TestNotEverybodyIsNamed(t *testing.T) {
	for users, told := range map[string]bool{`["U1"],"count":1`: true, `["U1"],"count":2`: false, `[],"count":1`: false} {
		said := slack.History(&slack.Slack{Now: now, URL: "http://127.0.0.1:1"}, []byte(historyOf(
			`{"type":"message","user":"U1","text":"hi","ts":"1700000001.000100","reactions":[{"name":"+1","users":`+users+`}]}`)))
		got := slices.ContainsFunc(said, func(e connectors.Event) bool { return e.Kind == connectors.Reactions })
		if got != told {
			t.Errorf("of %s it is told %t: %+v", users, got, said)
		}
	}
}

// Slack's dialect never makes words invalid, and plain ones stay as they are.
func FuzzWords(f *testing.F) {
	for _, s := range []string{"*b* _i_ ~s~", "```a```", "`x", "<@U1> <#C1|c> <!here> <!date^1^x|y> <a|b>", "&lt;&amp;gt;", ":+1::skin-tone-2:", "*~*~*~a~*~*~*", "<", "<>", "<!>", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := slack.Words(text)
		if !utf8.ValidString(got) {
			t.Errorf("%q became %q", text, got)
		}
		if letters := strings.Trim(text, "abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,;!?\n()[]/\\\"'-+=_"); letters == "" && got != text {
			t.Errorf("%q became %q", text, got)
		}
	})
}

// A cursor is read as it was written; what cannot be read of another is left out.
func FuzzCursor(f *testing.F) {
	for _, s := range []string{"", "1;0", "1;fv8s0k1x2c;D024BE91L:1k3s.2f0a;!D1:fv8:U1", "2;0", "1;-1", "1;zzzzzzzzzzzzzzzz", "1;0;D1:0", "1;0;:1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once, err := slack.Reparse(connectors.Cursor(s))
		if err != nil {
			return
		}
		if twice, err := slack.Reparse(once); err != nil || twice != once {
			t.Errorf("%q, then %q, then %q (%v)", s, once, twice, err)
		}
	})
}

// plainWords are the letters of a text, in order: what no dialect may lose. Digits may number
// the items of a list, which two lists that stand together may share.
func plainWords(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return -1
	}, text)
}

// What is sent holds all words of what was said, as Slack draws it, and calls nobody; its
// length is at most what Measure says.
func FuzzPost(f *testing.F) {
	for _, s := range []string{
		"**a _b_** `c` [d](https://e.example)", "> q\n> r\n\n1. x\n2. y\n   - z", "```\n<!here>\n```", "```<!here\n\n```", "~~~ @channel\nx", "0@channel @channel.Please _@here .@everyone /@here https://@here", "sam@here.example https://a.example/@here", "@channel <@U1> &amp; \\*", "# head\n\ntext", "a\nb  \nc",
		"<b>html</b> [x]: y", "- a\n\n- b", "snake_case*star", strings.Repeat("&", 50), "&lt;", "`` ` ``",
		"> > a\nb\nc\nd", "- - - a\nb\nc", "**a\nb\nc\nd**", "1. a\nb\n\n> [c\nd](https://e.example)",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4000 || strings.TrimSpace(text) == "" {
			return
		}
		md := slack.Markdown(text, nil)
		plain := markup.Plain()
		plain.Link = nil
		want := plainWords(plain.Render(text, nil))
		if got := plainWords(slackserver.Read(md)); got != want && !strings.Contains(text, "](") && !strings.Contains(text, "http") {
			t.Errorf("%q\nis sent as %q\nand read as %q, want %q", text, md, got, want)
		}
		if n, least := slack.Measure(text), len(utf16.Encode([]rune(md))); n < least {
			t.Errorf("%q is measured %d, and sent as %d: %q", text, n, least, md)
		}
		if slackserver.Alarms(md) || slackserver.Alarms(slack.Notification(text)) {
			t.Errorf("%q calls somebody: %q", text, md)
		}
	})
}

// Rich text of any shape holds its words in order.
func TestRichTextKeepsWords(t *testing.T) {
	word := rapid.StringMatching(`[a-z]{1,6}`)
	rapid.Check(t, func(rt *rapid.T) {
		var said []string
		text := func() map[string]any {
			w := word.Draw(rt, "word")
			said = append(said, w)
			e := map[string]any{"type": "text", "text": " " + w + " "}
			style := map[string]bool{}
			for _, s := range []string{"bold", "italic", "strike", "code"} {
				style[s] = rapid.Bool().Draw(rt, s)
			}
			e["style"] = style
			return e
		}
		inline := func() (out []any) {
			for range rapid.IntRange(1, 4).Draw(rt, "n") {
				out = append(out, text())
			}
			return out
		}
		var parts []any
		for range rapid.IntRange(1, 5).Draw(rt, "parts") {
			kind := rapid.SampledFrom([]string{"rich_text_section", "rich_text_quote", "rich_text_preformatted", "rich_text_list"}).Draw(rt, "kind")
			if kind != "rich_text_list" {
				parts = append(parts, map[string]any{"type": kind, "elements": inline()})
				continue
			}
			var items []any
			for range rapid.IntRange(1, 3).Draw(rt, "items") {
				items = append(items, map[string]any{"type": "rich_text_section", "elements": inline()})
			}
			parts = append(parts, map[string]any{"type": kind, "style": "ordered", "indent": rapid.IntRange(0, 3).Draw(rt, "indent"), "elements": items})
		}
		blocks, err := json.Marshal([]any{map[string]any{"type": "rich_text", "elements": parts}})
		if err != nil {
			rt.Fatal(err)
		}
		frame := `{"envelope_id":"e1","type":"events_api","payload":{"event_id":"Ev1","event":{"type":"message","user":"U1","text":"x","ts":"1700000001.000100","channel":"D1","blocks":` + string(blocks) + `}}}`
		got := slack.Read(&slack.Slack{Now: now, URL: "http://127.0.0.1:1"}, []byte(frame))
		letters := strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'z' {
				return r
			}
			return -1
		}, got[0].Text)
		if diff := cmp.Diff(strings.Join(said, ""), letters); diff != "" {
			rt.Fatalf("(-said +heard)\n%s\n%s", diff, got[0].Text)
		}
	})
}
