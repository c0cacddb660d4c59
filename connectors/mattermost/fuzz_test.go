package mattermost_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"citadel/connectors"
	"citadel/connectors/markup"
	"citadel/connectors/mattermost"
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
	// Nobody and nothing is known here, so that lookups end at once.
	nothing := httptest.NewServer(http.NotFoundHandler())
	f.Cleanup(nothing.Close)
	m := &mattermost.Mattermost{URL: nothing.URL, Token: "t", Now: time.Now}
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

// No letter is lost in rendering, and no mention is left.
func FuzzRender(f *testing.F) {
	for _, s := range []string{
		"hello", "@channel", "**@all** `@here`", "- @x\n- ~y", "> @a_b", "https://a.example/@x", "a@b.example", "[@x](src:m1)", "&#64;channel", "```\n@all\n```", "@\u200bx", "@@x", "~~x~~",
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
