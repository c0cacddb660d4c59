package mattermost_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"citadel/connectors"
	"citadel/connectors/markup"
	"citadel/connectors/mattermost"
	"citadel/connectors/mattermost/mattermostserver"

	"github.com/mattermost/mattermost/server/public/model"
)

// Whatever comes on the websocket, what is handed on is well formed, and nothing breaks.
func FuzzFrame(f *testing.F) {
	const room, who, post = "roomroomroomroomroomroomro", "usersusersusersusersusersu", "postpostpostpostpostpostpo"
	inner := strings.ReplaceAll(`{"id":"`+post+`","create_at":1700000000000,"update_at":1,"edit_at":1700000000001,"user_id":"`+who+`","channel_id":"`+room+
		`","message":"hi","props":{"from_webhook":true,"x":1e400},"file_ids":["x"],"metadata":{"files":[null]}}`, `"`, `\"`)
	for _, s := range []string{
		"", "{", "null", "[]", `{"event":"hello","data":{"connection_id":"x"},"broadcast":{},"seq":0}`, `{"status":"OK","seq_reply":2,"data":{"text":"pong"}}`,
		`{"event":"posted","data":{"post":"` + inner + `"},"broadcast":{"channel_id":"` + room + `"},"seq":1}`,
		`{"event":"post_edited","data":{"post":"` + inner + `"},"broadcast":null,"seq":1}`,
		`{"event":"post_deleted","data":{"post":"` + inner + `","delete_by":7},"seq":1}`,
		`{"event":"reaction_added","data":{"reaction":"{\"user_id\":\"` + who + `\",\"post_id\":\"` + post + `\",\"emoji_name\":\"+1\"}"},"broadcast":{"channel_id":"` + room + `"},"seq":1}`,
		`{"event":"reaction_removed","data":{"reaction":7},"seq":1}`, `{"event":"channel_updated","broadcast":{"channel_id":"x"},"seq":1}`,
		`{"event":"user_updated","data":{"user":{"id":7}},"seq":1}`, `{"event":"posted","seq":-9}`, `{"event":"posted","seq":99}`,
	} {
		f.Add([]byte(s))
	}
	m := nowhere(f)
	f.Fuzz(func(t *testing.T, frame []byte) {
		mattermost.Read(m, frame, func(_ context.Context, e connectors.Event) error {
			switch {
			case e.Key == "" || e.Place.Platform != "mattermost" || e.Place.Account != "site" || e.At.IsZero() || e.Cursor == "":
				t.Errorf("not well formed: %+v", e)
			case !utf8.ValidString(e.Text) || e.Emoji != connectors.NormalEmoji(e.Emoji) || len(e.Raw) > connectors.MaxRaw:
				t.Errorf("not as promised: %+v", e)
			case e.Kind != connectors.Unparsed && (e.From.ID == "" || e.Message == ""):
				t.Errorf("by nobody, or about nothing: %+v", e)
			case (e.Kind == connectors.React || e.Kind == connectors.Unreact) && e.Emoji == "":
				t.Errorf("without an emoji: %+v", e)
			}
			if again, err := mattermost.Around(e.Cursor); err != nil || again != e.Cursor {
				t.Errorf("cursor %q is read as %q, %v", e.Cursor, again, err)
			}
			return nil
		})
	})
}

// Whatever is sent to the port for presses: what is handed on is a button of ours, in the room
// that it was made for, and only then the answer says that it worked.
func FuzzPress(f *testing.F) {
	const room, who, post = "roomroomroomroomroomroomro", "usersusersusersusersusersu", "postpostpostpostpostpostpo"
	m := nowhere(f)
	call := func(room, post, who string, context map[string]any) {
		body, err := json.Marshal(model.PostActionIntegrationRequest{UserId: who, ChannelId: room, PostId: post, Context: context})
		if err != nil {
			f.Fatal(err)
		}
		f.Add("POST", body)
	}
	ours := mattermost.Context(m, room, "post/1", "approve")
	call(room, post, who, ours)
	call(who, post, who, ours)
	call(room, "", who, ours)
	call(room, post, "../users/me", ours)
	call(room, post, who, map[string]any{"token": 7, "post": []string{"x"}, "mac": nil})
	call(room, post, who, map[string]any{"token": "approve", "post": "post/1", "mac": strings.Repeat("0", 64)})
	call(room, post, who, map[string]any{"token": "approve", "post": "post/1", "mac": strings.Repeat("0", 70<<10)})
	for _, s := range []string{"", "{", "null", "[]", `{"context":null}`, `{"user_id":7}`} {
		f.Add("POST", []byte(s))
	}
	f.Add("GET", []byte("{}"))
	f.Fuzz(func(t *testing.T, method string, body []byte) {
		r, err := http.NewRequest(method, "/", bytes.NewReader(body))
		if err != nil {
			return
		}
		var handed []connectors.Event
		code := mattermost.Presses(m, func(_ context.Context, e connectors.Event) error {
			handed = append(handed, e)
			return nil
		}, r)[0]
		if code != http.StatusOK && code != http.StatusBadRequest && code != http.StatusForbidden || (code == http.StatusOK) != (len(handed) == 1) {
			t.Fatalf("%d, and %+v handed on", code, handed)
		}
		for _, e := range handed {
			var sent model.PostActionIntegrationRequest
			if err := json.NewDecoder(bytes.NewReader(body)).Decode(&sent); err != nil || method != http.MethodPost || len(body) > 64<<10 {
				t.Fatalf("%s %.80q, %v, is taken for a press", method, body, err)
			}
			key, _ := sent.Context["post"].(string)
			if sent.Context["mac"] != mattermost.Context(m, e.Place.Room, key, e.Button)["mac"] {
				t.Errorf("not one of ours: %+v", e)
			}
			if e.Kind != connectors.Press || e.Key == "" || e.Button == "" || e.From.ID != sent.UserId || string(e.Message) != sent.PostId || e.At.IsZero() {
				t.Errorf("not well formed: %+v", e)
			}
		}
	})
}

// No letter is lost in rendering, and no mention is left.
func FuzzRender(f *testing.F) {
	for _, s := range []string{
		"hello", "@channel", "**@all** `@here`", "- @x\n- ~y", "> @a_b", "https://a.example/@x", "a@b.example", "[@x](src:m1)", "&#64;channel", "```\n@all\n```", "@\u200bx", "@@x", "~~x~~",
		"https://@here", "[http://x/@a](y)", "<https://a_b/@all>",
	} {
		f.Add(s)
	}
	letters := func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) {
				return r
			}
			return -1
		}, s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		out := mattermost.Render(text)
		if !utf8.ValidString(out) {
			t.Fatalf("not UTF-8: %q", out)
		}
		if called := mattermostserver.Called(out); len(called) > 0 {
			t.Fatalf("%q is written %q and calls %q", text, out, called)
		}
		if strings.Contains(out, "%") { // an address that had to be changed
			return
		}
		if want, got := letters(markup.Plain().Render(text, nil)), letters(markup.Plain().Render(out, nil)); want != got {
			t.Fatalf("%q is read %q, want %q", out, got, want)
		}
	})
}

func FuzzCursor(f *testing.F) {
	for _, s := range []string{"", "1.a.", "1.mjuohs03.nC8iKeRKP_GUo6A7", "1..", "2.a.", "1.-1.", "1.a.1234567", "1.a...roomroomroomroomroomroomroa", "1.a..b.roomroomroomroomroomroomro0-usersusersusersusersusersuzz"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		again, err := mattermost.Around(connectors.Cursor(s))
		if err == nil && s != "" && again != connectors.Cursor(s) {
			t.Fatalf("cursor %q is written %q", s, again)
		}
	})
}
