package telegram_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/telegram"
	"citadel/connectors/telegram/telegramserver"

	"github.com/google/go-cmp/cmp"
)

const principal = telegramserver.Principal

// post is one to the principal.
func post(text string) connectors.Post {
	return connectors.Post{Key: "post/" + text, Place: dm, Text: text}
}

// send sends it, or fails the test.
func send(t testing.TB, c *telegram.Telegram, p connectors.Post) connectors.MessageID {
	t.Helper()
	id, err := c.Send(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// picture is a small one.
func picture(t testing.TB) connectors.Picture {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 4, 4))); err != nil {
		t.Fatal(err)
	}
	return connectors.Picture{Name: "weights.png", MIME: "image/png", Alt: "Three bars.", Data: b.Bytes()}
}

func TestSend(t *testing.T) {
	s := serve(t, nil)
	defer s.Close()
	c := connect(s)
	said := s.Say("what is due?")
	p := post("**Two things** are due, https://x.example.")
	p.ReplyTo, p.Silent = connectors.MessageID(fmt.Sprint(said)), true
	p.Buttons = []connectors.Button{{Label: "Done", Token: "12/0"}, {Label: "Wed 09:00", Token: strings.Repeat("x", 64)}}
	send(t, c, p)
	p.Key, p.ReplyTo, p.Silent = "gone", "99999", false
	p.Buttons = append(p.Buttons, connectors.Button{Label: "A label that needs its own row", Token: "1"})
	send(t, c, p)
	p.Key, p.ReplyTo, p.Buttons = "press", "42/press/77", nil
	send(t, c, p)
	all := s.Shown(principal)
	want := telegramserver.Shown{
		ID: all[0].ID, Text: "Two things are due, https://x.example.", Entities: []telegramserver.Entity{{Type: "bold", Offset: 0, Length: 10}},
		Buttons: [][]telegramserver.Button{{{Text: "Done", Data: "12/0"}, {Text: "Wed 09:00", Data: strings.Repeat("x", 64)}}}, ReplyTo: said, Silent: true,
	}
	if diff := cmp.Diff(want, all[0]); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if all[1].ReplyTo != 0 || all[1].Silent || len(all[1].Buttons) != 3 {
		t.Errorf("as a reply to what is gone: %+v", all[1])
	}
	if all[2].ReplyTo != 0 || all[2].Buttons != nil {
		t.Errorf("as a reply to a press: %+v", all[2])
	}
	p.Again = true
	send(t, c, p)
	if last := s.Shown(principal)[3]; last.Text != "(again) Two things are due, https://x.example." || last.Entities[0].Offset != 8 {
		t.Errorf("again: %+v", last)
	}
	longest := post(strings.Repeat("x", c.Limits().Max))
	longest.Again = true
	send(t, c, longest)
}

func TestSendRefuses(t *testing.T) {
	s := serve(t, nil)
	defer s.Close()
	c := connect(s)
	other := dm
	other.Account = "43"
	for name, x := range map[string]struct {
		p    connectors.Post
		want connectors.Reason
	}{
		"another bot's place": {connectors.Post{Place: other, Text: "x"}, connectors.Gone},
		"no room":             {connectors.Post{Place: connectors.Place{Platform: "telegram", Account: "42"}, Text: "x"}, connectors.Invalid},
		"an unknown chat":     {connectors.Post{Place: room(5), Text: "x"}, connectors.Gone},
		"an empty token":      {connectors.Post{Place: dm, Text: "x", Buttons: []connectors.Button{{Label: "x"}}}, connectors.Invalid},
		"a long token":        {connectors.Post{Place: dm, Text: "x", Buttons: []connectors.Button{{Label: "x", Token: strings.Repeat("é", 33)}}}, connectors.Invalid},
		"no label":            {connectors.Post{Place: dm, Text: "x", Buttons: []connectors.Button{{Token: "x"}}}, connectors.Invalid},
		"too long":            {connectors.Post{Place: dm, Text: strings.Repeat("👍", 2045)}, connectors.TooLong},
		"an empty picture":    {connectors.Post{Place: dm, Text: " ", Pictures: []connectors.Picture{{}}}, connectors.Invalid},
	} {
		_, err := c.Send(t.Context(), x.p)
		if r := reason(t, err); r.Reason != x.want {
			t.Errorf("%s: %v", name, err)
		}
	}
	s.Block(true)
	if _, err := c.Send(t.Context(), post("x")); reason(t, err).Reason != connectors.Forbidden {
		t.Errorf("to somebody who blocked the bot: %v", err)
	}
	s.Block(false)
	s.Revoke(true)
	if _, err := c.Send(t.Context(), post("x")); reason(t, err).Reason != connectors.Forbidden {
		t.Errorf("with a refused token: %v", err)
	}
	if n := len(s.Shown(principal)); n != 0 {
		t.Errorf("%d posts are shown", n)
	}
}

// How an attempt ended is told honestly: whether it may have arrived, and how long to wait.
func TestHowSendingFails(t *testing.T) {
	for name, x := range map[string]struct {
		faults telegramserver.Faults
		want   connectors.Reason
		shown  int
		after  time.Duration
	}{
		"accepted, and hung up": {telegramserver.Faults{HangUp: 1}, connectors.Unknown, 1, 0},
		"hung up before":        {telegramserver.Faults{Drop: 1}, connectors.Unknown, 0, 0}, // from here it looks the same
		"a page of a proxy":     {telegramserver.Faults{Refuse: 1}, connectors.Unknown, 0, 0},
		"too many":              {telegramserver.Faults{Limit: 1, After: 7}, connectors.RateLimited, 0, 7 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, nil)
			defer s.Close()
			s.Disturb(x.faults)
			c := connect(s)
			_, err := c.Send(t.Context(), post("words of mine"))
			if r := reason(t, err); r.Reason != x.want || r.After != x.after {
				t.Errorf("Send = %v", err)
			}
			if n := len(s.Shown(principal)); n != x.shown {
				t.Errorf("%d posts are shown, want %d", n, x.shown)
			}
			if n := s.Calls("sendMessage"); n != 1 {
				t.Errorf("%d attempts, want 1", n)
			}
			if text := err.Error(); strings.Contains(text, "AAF") || strings.Contains(text, "words of mine") || strings.Contains(text, "http") {
				t.Errorf("the error tells too much: %s", text)
			}
		})
	}
	c := &telegram.Telegram{Token: telegramserver.Token, URL: "http://127.0.0.1:1", Now: time.Now}
	_, err := c.Send(t.Context(), post("x"))
	if r := reason(t, err); r.Reason != connectors.Temporary || strings.Contains(err.Error(), "AAF") {
		t.Errorf("to nobody: %v", err)
	}
	for body, want := range map[string]connectors.Reason{
		`{"ok":true}`: connectors.Unknown, `{"ok":true,"result":7}`: connectors.Unknown, `{"ok":true,"result":{}}`: connectors.Unknown, `{}`: connectors.Unknown, `<html>welcome to the hotel</html>`: connectors.Unknown,
		`{"ok":false,"error_code":500,"description":"Internal Server Error"}`:                                            connectors.Unknown,
		`{"ok":false,"error_code":400,"description":"Bad Request: something new"}`:                                       connectors.Invalid,
		`{"ok":false,"error_code":400,"description":"Bad Request: group chat was upgraded to a supergroup chat"}`:        connectors.Gone,
		`{"ok":false,"error_code":400,"description":"Bad Request: not enough rights to send text messages to the chat"}`: connectors.Forbidden,
		`{"ok":false,"error_code":400,"description":"Bad Request: message is too long"}`:                                 connectors.TooLong,
		`{"ok":false,"error_code":429,"description":"x","parameters":{"retry_after":-5}}`:                                connectors.RateLimited,
		`{"ok":false,"error_code":413,"description":"Request Entity Too Large"}`:                                         connectors.TooLong,
		strings.Repeat(" ", telegram.MaxAnswer+1):                                                                        connectors.Unknown,
	} {
		c := &telegram.Telegram{Token: telegramserver.Token, Now: time.Now}
		telegram.Through(c, roundTripper(func(*http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: 200, Body: io.NopCloser(strings.NewReader(body))}, nil
		}))
		p := post("x")
		if _, err := c.Send(t.Context(), p); reason(t, err).Reason != want {
			t.Errorf("%.80s: %v", body, err)
		}
	}
}

// A context that ends while a request is under way leaves it open whether it arrived.
func TestSendIsCancelled(t *testing.T) {
	s := serve(t, nil)
	defer s.Close()
	s.Disturb(telegramserver.Faults{Silent: 1})
	c := connect(s)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := c.Send(ctx, post("x"))
		ended <- err
	}()
	await(t, "it is on its way", func() bool { return s.Calls("sendMessage") == 1 })
	cancel()
	err := <-ended
	if reason(t, err).Reason != connectors.Unknown || !errors.Is(err, context.Canceled) {
		t.Errorf("Send = %v", err)
	}
}

// A redirect is not followed: the address holds the token.
func TestNoRedirect(t *testing.T) {
	var asked []string
	var mu sync.Mutex
	c := &telegram.Telegram{Token: telegramserver.Token, Now: time.Now}
	telegram.Through(c, roundTripper(func(r *http.Request) (*http.Response, error) {
		mu.Lock()
		defer mu.Unlock()
		asked = append(asked, r.URL.Host)
		return &http.Response{StatusCode: 307, Header: http.Header{"Location": {"https://evil.example/" + r.URL.Path}}, Body: http.NoBody, Request: r}, nil
	}))
	_, err := c.Send(t.Context(), post("x"))
	if reason(t, err).Reason != connectors.Temporary || !slices.Equal(asked, []string{"api.telegram.org"}) {
		t.Errorf("Send = %v, asked %v", err, asked)
	}
}

// picky is a connector to a server that refuses the first call of a method for how its text
// is set off.
func picky(t *testing.T, s *telegramserver.Server, method string) *telegram.Telegram {
	c := connect(s)
	line := &http.Transport{}
	t.Cleanup(line.CloseIdleConnections)
	calls := 0
	telegram.Through(c, roundTripper(func(r *http.Request) (*http.Response, error) {
		if strings.HasSuffix(r.URL.Path, "/"+method) {
			if calls++; calls == 1 {
				body := `{"ok":false,"error_code":400,"description":"Bad Request: ENTITY_URL_INVALID"}`
				return &http.Response{StatusCode: 400, Body: io.NopCloser(strings.NewReader(body))}, nil
			}
		}
		return line.RoundTrip(r)
	}))
	return c
}

// Where Telegram does not take how a text is set off, its words are shown all the same.
func TestPlainAfterRefusal(t *testing.T) {
	s := serve(t, nil)
	defer s.Close()
	set := post("**see** [it](https://x.example)")
	check := func(what string, entities int) telegramserver.Shown {
		t.Helper()
		all := s.Shown(principal)
		last := all[len(all)-1]
		if last.Text != "see it" || len(last.Entities) != entities {
			t.Errorf("%s: shown %+v", what, last)
		}
		return last
	}
	send(t, connect(s), set)
	check("taken", 2)
	send(t, picky(t, s, "sendMessage"), set)
	plain := check("sent", 0)
	id := send(t, connect(s), post("other"))
	if err := picky(t, s, "editMessageText").Edit(t.Context(), id, set); err != nil {
		t.Error(err)
	}
	check("edited", 0)
	set.Pictures = []connectors.Picture{picture(t)}
	send(t, picky(t, s, "sendPhoto"), set)
	if got := check("with a picture", 0); got.Photo == nil || got.ID == plain.ID {
		t.Errorf("shown %+v", got)
	}
	if err := picky(t, s, "sendMessageDraft").Draft(t.Context(), connectors.Draft{Place: dm, Turn: 7, Text: set.Text}); err != nil {
		t.Error(err)
	}
	if text, _ := s.Drafted(principal); text != "see it" {
		t.Errorf("the draft is %q", text)
	}
}

func TestPictures(t *testing.T) {
	s := serve(t, nil)
	defer s.Close()
	c := connect(s)
	p := post("**Bars.** All of it in words.")
	p.Pictures = []connectors.Picture{picture(t)}
	p.Buttons = []connectors.Button{{Label: "Useful", Token: "1/v0"}}
	id := send(t, c, p)
	all := s.Shown(principal)
	if len(all) != 1 || all[0].Text != "Bars. All of it in words." || all[0].PhotoName != "weights.png" || len(all[0].Entities) != 1 ||
		len(all[0].Buttons) != 1 || fmt.Sprint(all[0].ID) != string(id) {
		t.Errorf("shown %+v", all)
	}
	long := post(strings.Repeat("word ", 300))
	long.Pictures, long.Buttons = p.Pictures, p.Buttons
	id = send(t, c, long)
	all = s.Shown(principal)[1:]
	if len(all) != 2 || all[0].Photo == nil || all[0].Text != "Three bars." || all[0].Buttons != nil || all[1].Photo != nil ||
		len(all[1].Buttons) != 1 || fmt.Sprint(all[1].ID) != string(id) {
		t.Errorf("a long text: shown %+v", all)
	}
	two := post("short")
	two.ReplyTo = id
	two.Pictures = append(p.Pictures, connectors.Picture{Data: picture(t).Data, Alt: "Other bars."})
	send(t, c, two)
	if all = s.Shown(principal)[3:]; len(all) != 3 || all[1].Text != "Other bars." || all[1].PhotoName == "" || all[2].Text != "short" ||
		fmt.Sprint(all[0].ReplyTo) != string(id) || all[1].ReplyTo != 0 || all[2].ReplyTo != 0 {
		t.Errorf("two pictures: shown %+v", all)
	}
	broken := post("its words")
	broken.Pictures = []connectors.Picture{{Name: "x.png", Data: []byte("no picture")}}
	send(t, c, broken)
	if all = s.Shown(principal)[6:]; len(all) != 1 || all[0].Text != "its words" {
		t.Errorf("a picture that is none: shown %+v", all)
	}
}

// A picture that was shown before its text failed is not shown twice.
func TestPictureOnce(t *testing.T) {
	s := serve(t, nil)
	defer s.Close()
	c := connect(s)
	p := post(strings.Repeat("word ", 300))
	p.Pictures = []connectors.Picture{picture(t)}
	s.Disturb(telegramserver.Faults{Methods: []string{"sendMessage"}, Limit: 1, After: 1})
	if _, err := c.Send(t.Context(), p); reason(t, err).Reason != connectors.RateLimited {
		t.Errorf("Send = %v", err)
	}
	s.Disturb(telegramserver.Faults{})
	send(t, c, p)
	if all := s.Shown(principal); len(all) != 2 || all[0].Photo == nil || all[1].Photo != nil {
		t.Errorf("shown %d messages: %+v", len(all), all)
	}
	// One in doubt is told to be so, and nothing follows it.
	s.Disturb(telegramserver.Faults{Methods: []string{"sendPhoto"}, HangUp: 1})
	p.Key = "another"
	if _, err := c.Send(t.Context(), p); reason(t, err).Reason != connectors.Unknown {
		t.Errorf("Send = %v", err)
	}
	if n := len(s.Shown(principal)); n != 3 {
		t.Errorf("shown %d messages, want the picture and no text", n)
	}
}

func TestEdit(t *testing.T) {
	s := serve(t, nil)
	defer s.Close()
	c := connect(s)
	p := post("**Send** this mail?")
	p.Buttons = []connectors.Button{{Label: "Send", Token: "1/0"}}
	id := send(t, c, p)
	if err := c.Edit(t.Context(), id, p); err != nil {
		t.Errorf("an edit that changes nothing: %v", err)
	}
	done := post("Sent at _09:16_ by you")
	for range 2 {
		if err := c.Edit(t.Context(), id, done); err != nil {
			t.Fatal(err)
		}
	}
	if got := s.Shown(principal)[0]; got.Text != "Sent at 09:16 by you" || got.Buttons != nil || got.Edits != 1 || len(got.Entities) != 1 {
		t.Errorf("shown %+v", got)
	}
	withPicture := post("short")
	withPicture.Pictures = []connectors.Picture{picture(t)}
	id = send(t, c, withPicture)
	if err := c.Edit(t.Context(), id, post("**other** words")); err != nil {
		t.Fatal(err)
	}
	if got := s.Shown(principal)[1]; got.Text != "other words" || got.Photo == nil {
		t.Errorf("shown %+v", got)
	}
	if err := c.Edit(t.Context(), id, post(strings.Repeat("x", 1025))); reason(t, err).Reason != connectors.TooLong {
		t.Errorf("a caption that is too long: %v", err)
	}
	for id, want := range map[connectors.MessageID]connectors.Reason{"99999": connectors.Gone, "x": connectors.Gone} {
		if err := c.Edit(t.Context(), id, done); reason(t, err).Reason != want {
			t.Errorf("message %s: %v", id, err)
		}
	}
	if err := c.Edit(t.Context(), id, post(" ")); reason(t, err).Reason != connectors.Invalid {
		t.Errorf("without words: %v", err)
	}
}

// Posts and edits share what a chat takes in a minute; the wait is told.
func TestBudget(t *testing.T) {
	s := serve(t, func(s *telegramserver.Server) { s.Budget = 3 })
	defer s.Close()
	c := connect(s)
	id := send(t, c, post("one"))
	if err := c.Edit(t.Context(), id, post("two")); err != nil {
		t.Fatal(err)
	}
	send(t, c, post("three"))
	_, err := c.Send(t.Context(), post("four"))
	r := reason(t, err)
	if r.Reason != connectors.RateLimited || r.After <= 0 || r.After > time.Minute {
		t.Errorf("Send = %v", err)
	}
	s.Pass(r.After)
	send(t, c, post("four"))
}

// A group that became another is one event, and a post to the one it was is refused with the one it
// is, also by a process that was not told: what it answers is not there.
func TestAGroupThatGoesOn(t *testing.T) {
	s := serve(t, nil)
	defer s.Close()
	was := s.AddGroup("Acme")
	e := listen(t, connect(s), "", nil)
	defer e.stop()
	await(t, "it hears", func() bool { return s.Held() == 1 })
	is := s.Upgrade(was)
	one, other := e.next(), e.next()
	if one.Kind != connectors.Moved || one.Place.Room != strconv.FormatInt(was, 10) || one.To.Room != strconv.FormatInt(is, 10) ||
		one.To.Account != one.Place.Account || one.Title != "Acme" || one.Key != other.Key || other.Place != one.Place || other.To != one.To {
		t.Errorf("heard %+v and %+v", one, other)
	}
	c := connect(s)
	p := connectors.Post{Key: "k", Place: one.Place, Text: "news", ReplyTo: "3"}
	p.Place.Thread = "3"
	_, err := c.Send(t.Context(), p)
	if r := reason(t, err); r.Reason != connectors.Gone || r.To != one.To {
		t.Fatalf("Send = %+v", err)
	}
	if len(s.Shown(is))+len(s.Shown(was)) != 0 {
		t.Error("it stands somewhere")
	}
	p.Place, p.ReplyTo = one.To, ""
	if send(t, c, p); len(s.Shown(is)) != 1 {
		t.Error("it is not where the group goes on")
	}
}
