package telegram_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"citadel/connectors"
	"citadel/connectors/connectortest"
	"citadel/connectors/telegram"
	"citadel/connectors/telegram/telegramserver"

	"pgregory.net/rapid"
)

// Telegram is told that an update was taken only once it is durable.
func TestConfirmedWhenDurable(t *testing.T) {
	s := serve(t, nil)
	defer s.Close()
	s.Say("one")
	s.Say("two")
	durable := make(chan struct{})
	began := make(chan struct{}, 2)
	e := listen(t, connect(s), "", func(ctx context.Context, _ connectors.Event) error {
		began <- struct{}{}
		select {
		case <-durable:
		case <-ctx.Done():
		}
		return nil
	})
	defer e.stop()
	<-began
	if n := s.Waiting(); n != 2 {
		t.Errorf("%d updates wait at Telegram while the first is being written, want 2", n)
	}
	if o := s.Offsets(); !slices.Equal(o, []int64{0}) {
		t.Errorf("polls with offsets %v, want one that confirms nothing", o)
	}
	close(durable)
	e.next()
	e.next()
	await(t, "both are confirmed", func() bool { return s.Waiting() == 0 })
}

// wires passes requests on until it is cut.
type wires struct {
	cut    atomic.Bool
	failed atomic.Int64
	http.RoundTripper
}

func (w *wires) RoundTrip(r *http.Request) (*http.Response, error) {
	if w.cut.Load() {
		w.failed.Add(1)
		return nil, errors.New("the line is cut")
	}
	return w.RoundTripper.RoundTrip(r)
}

// A process is killed when a batch is durable and Telegram was not told: all of it comes
// again under the same keys, whichever cursor was kept.
func TestKilledBeforeConfirming(t *testing.T) {
	s := serve(t, nil)
	defer s.Close()
	for i := range 5 {
		s.Say(fmt.Sprint("n", i))
	}
	c, w := connect(s), &wires{RoundTripper: &http.Transport{}}
	telegram.Through(c, w)
	var first []connectors.Event
	e := listen(t, c, "", func(_ context.Context, ev connectors.Event) error {
		if first = append(first, ev); len(first) == 5 {
			w.cut.Store(true)
		}
		return nil
	})
	for range 5 {
		e.next()
	}
	e.stop()
	if n := s.Waiting(); n != 5 {
		t.Fatalf("%d updates wait at Telegram, want all 5", n)
	}
	for _, from := range []connectors.Cursor{first[4].Cursor, first[0].Cursor, ""} {
		c, w := connect(s), &wires{RoundTripper: &http.Transport{}}
		telegram.Through(c, w)
		n := 0
		e := listen(t, c, from, func(_ context.Context, ev connectors.Event) error {
			if ev.Key != first[n].Key || ev.Text != first[n].Text {
				t.Errorf("from %q event %d is %q, want %q", from, n, ev.Key, first[n].Key)
			}
			if n++; n == 5 {
				w.cut.Store(true)
			}
			return nil
		})
		for range 5 {
			e.next()
		}
		e.stop()
	}
}

// After a quiet week ids begin anew, lower than before: in a process that runs, and in one
// that comes back.
func TestIDsAfterAWeek(t *testing.T) {
	s := serve(t, nil)
	defer s.Close()
	c := connect(s)
	e := listen(t, c, "", nil)
	s.Say("before")
	before := e.next()
	await(t, "it is confirmed", func() bool { return s.Waiting() == 0 })
	s.Pass(8 * 24 * time.Hour)
	s.Say("after")
	after := e.said()
	if after.Text != "after" {
		t.Errorf("heard %+v", after)
	}
	e.stop()
	e = listen(t, connect(s), after.Cursor, nil)
	defer e.stop()
	s.Say("once more")
	if ev := e.said(); ev.Text != "once more" {
		t.Errorf("heard %+v", ev)
	}
	if !cursorLower(after.Cursor, before.Cursor) {
		t.Errorf("the server did not begin anew: %s after %s", after.Cursor, before.Cursor)
	}
}

// The same where the line is down for that week: what was said last was not confirmed before
// it broke, or it was. Neither makes Telegram drop what is new.
func TestIDsAfterAWeekWithoutALine(t *testing.T) {
	for name, confirmed := range map[string]bool{"unconfirmed": false, "confirmed": true} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, nil)
			defer s.Close()
			c, w := connect(s), &wires{RoundTripper: &http.Transport{DisableKeepAlives: true}}
			telegram.Through(c, w)
			c.Hold = time.Second
			var breaks atomic.Bool
			breaks.Store(!confirmed)
			e := listen(t, c, "", func(context.Context, connectors.Event) error {
				w.cut.Store(breaks.Load())
				return nil
			})
			defer e.stop()
			s.Say("before")
			e.next()
			if confirmed {
				await(t, "a poll brought nothing", func() bool { o := s.Offsets(); return len(o) > 2 && o[len(o)-1] == 0 })
				w.cut.Store(true)
			}
			await(t, "no poll is under way", func() bool { return w.failed.Load() > 0 })
			s.Pass(8 * 24 * time.Hour)
			s.Say("after")
			breaks.Store(false)
			failed := w.failed.Load()
			await(t, "an attempt was begun after the week", func() bool { return w.failed.Load() > failed+1 })
			w.cut.Store(false)
			if ev := e.said(); ev.Text != "after" {
				t.Errorf("heard %+v", ev)
			}
		})
	}
}

// said is the next message; a clock that jumped makes gaps.
func (e *ear) said() connectors.Event {
	e.t.Helper()
	for {
		if ev := e.next(); ev.Kind != connectors.Gap {
			return ev
		}
	}
}

func cursorLower(a, b connectors.Cursor) bool {
	var x, y int64
	_, err := fmt.Sscanf(string(a), "%d@", &x)
	_, err2 := fmt.Sscanf(string(b), "%d@", &y)
	return err == nil && err2 == nil && x < y
}

// What Telegram dropped in more than a day is told, with the next thing that came; where
// nothing is missing nothing is told.
func TestGap(t *testing.T) {
	for name, missed := range map[string]bool{"missed": true, "quiet": false} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, nil)
			defer s.Close()
			e := listen(t, connect(s), "", nil)
			s.Say("one")
			one := e.next()
			await(t, "it is confirmed", func() bool { return s.Waiting() == 0 })
			e.stop()
			if missed {
				s.Say("never heard")
			}
			heard := s.Now()
			s.Pass(30 * time.Hour)
			s.Say("two")
			e = listen(t, connect(s), one.Cursor, nil)
			defer e.stop()
			ev := e.next()
			if missed {
				if ev.Kind != connectors.Gap || ev.Since.After(heard) || heard.Sub(ev.Since) > time.Minute || ev.At.Before(heard) ||
					ev.Key == "" || ev.Place.Platform != "telegram" || ev.Place.Account != "42" {
					t.Errorf("heard %+v, want a gap since %v", ev, heard)
				}
				ev = e.next()
			}
			if ev.Text != "two" {
				t.Errorf("heard %+v", ev)
			}
		})
	}
}

// A process that runs and cannot hear for more than a day says so as soon as it hears, once; unless
// what waits is the very next, so that nothing can be missing.
func TestGapWhileRunning(t *testing.T) {
	for name, waits := range map[string]bool{"nothing waits": false, "the next waits": true} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, nil)
			defer s.Close()
			c, w := connect(s), &wires{RoundTripper: &http.Transport{DisableKeepAlives: true}}
			telegram.Through(c, w)
			c.Hold = time.Second
			e := listen(t, c, "", nil)
			defer e.stop()
			s.Say("one")
			e.next()
			await(t, "it is confirmed", func() bool { return s.Waiting() == 0 })
			w.cut.Store(true)
			await(t, "no poll is under way", func() bool { return w.failed.Load() > 0 })
			if !waits {
				s.Say("never heard")
			}
			s.Pass(25 * time.Hour)
			if waits {
				s.Say("two")
			}
			w.cut.Store(false)
			if !waits {
				if ev := e.next(); ev.Kind != connectors.Gap {
					t.Errorf("heard %+v, want a gap", ev)
				}
				s.Say("two")
			}
			if ev := e.next(); ev.Text != "two" {
				t.Errorf("heard %+v", ev)
			}
		})
	}
}

// Days on which nothing is said are no gap: not for a process that heard all the time that nothing
// was, and not for one that begins after them.
func TestQuietDaysAreNoGap(t *testing.T) {
	s := serve(t, nil)
	defer s.Close()
	c := connect(s)
	c.Hold = time.Second
	polled := func() {
		t.Helper()
		before := s.Calls("getUpdates")
		await(t, "a whole poll has passed", func() bool { return s.Calls("getUpdates") > before+1 })
	}
	e := listen(t, c, "", nil)
	s.Say("one")
	e.next()
	for range 3 {
		polled()
		s.Pass(20 * time.Hour)
	}
	s.Say("two")
	two := e.next()
	if two.Text != "two" {
		t.Errorf("heard %+v", two)
	}
	await(t, "it is confirmed", func() bool { return s.Waiting() == 0 })
	e.stop()
	s.Pass(30 * time.Hour)
	c = connect(s)
	c.Hold = time.Second
	e = listen(t, c, two.Cursor, nil)
	defer e.stop()
	polled()
	s.Say("three")
	if ev := e.next(); ev.Text != "three" {
		t.Errorf("heard %+v", ev)
	}
}

// A press that waited behind more than one poll brings was not done after that poll.
func TestAPressBehindAFullBatch(t *testing.T) {
	s := serve(t, nil)
	defer s.Close()
	c := connect(s)
	id, err := c.Send(t.Context(), connectors.Post{Key: "k", Place: dm, Text: "Sure?", Buttons: []connectors.Button{{Label: "Yes", Token: "12/0"}}})
	if err != nil {
		t.Fatal(err)
	}
	for range 100 {
		s.Say("before")
	}
	s.Press(number(t, id), "12/0")
	e := listen(t, c, "", nil)
	defer e.stop()
	for range 100 {
		e.next()
	}
	if ev := e.next(); ev.Kind != connectors.Press || !ev.Since.IsZero() {
		t.Errorf("heard %s, pressed since %s", ev.Kind, ev.Since)
	}
}

// Two programs with one token: both are told, neither gives up, and who remains hears.
func TestAnotherProgramPolls(t *testing.T) {
	s := serve(t, nil)
	defer s.Close()
	c := connect(s)
	e := listen(t, c, "", nil)
	defer e.stop()
	await(t, "the first hears", func() bool { return s.Held() == 1 })
	other := listen(t, connect(s), "", nil)
	conflict := func() bool {
		return slices.ContainsFunc(c.Check(t.Context()), func(f connectors.Finding) bool {
			return !f.Well && strings.Contains(f.What, "Another program")
		})
	}
	await(t, "the first knows of the other", conflict)
	if err := other.stop(); !errors.Is(err, context.Canceled) {
		t.Errorf("the other ended with %v", err)
	}
	s.Say("who hears this?")
	if ev := e.next(); ev.Text != "who hears this?" {
		t.Errorf("heard %+v", ev)
	}
	if conflict() {
		t.Error("it still believes in the other")
	}
}

// A webhook that somebody set is removed, also while running, and nothing is dropped.
func TestWebhookIsRemoved(t *testing.T) {
	s := serve(t, nil)
	defer s.Close()
	s.Say("while it was set")
	s.SetWebhook("https://example.com/hook")
	c := connect(s)
	if f := c.Check(t.Context()); f[1].Well || !strings.Contains(f[1].What, "webhook") {
		t.Errorf("Check: %+v", f)
	}
	e := listen(t, c, "", nil)
	defer e.stop()
	if ev := e.next(); ev.Text != "while it was set" {
		t.Errorf("heard %+v", ev)
	}
	s.SetWebhook("https://example.com/hook")
	s.Say("and again")
	if ev := e.next(); ev.Text != "and again" {
		t.Errorf("heard %+v", ev)
	}
	if f := c.Check(t.Context()); !f[1].Well {
		t.Errorf("Check: %+v", f)
	}
	if list := s.Commands(); !strings.Contains(list, `"status"`) {
		t.Errorf("commands are %s", list)
	}
}

// Commands are a convenience: that Telegram does not take them keeps nothing from running.
func TestCommandsMayBeRefused(t *testing.T) {
	s := serve(t, nil)
	defer s.Close()
	s.Disturb(telegramserver.Faults{Methods: []string{"setMyCommands"}, Refuse: 1})
	e := listen(t, connect(s), "", nil)
	defer e.stop()
	s.Say("hello")
	if ev := e.next(); ev.Text != "hello" {
		t.Errorf("heard %+v", ev)
	}
}

// What cannot be read is kept and passed on, with whoever sent it as far as that is told,
// and holds nothing up.
func TestUnreadableUpdates(t *testing.T) {
	s := serve(t, nil)
	defer s.Close()
	e := listen(t, connect(s), "", nil)
	defer e.stop()
	await(t, "it hears", func() bool { return s.Held() == 1 })
	from := `"from":{"id":1001,"is_bot":false,"first_name":"Sam"},"chat":{"id":1001,"type":"private"}`
	for _, c := range []struct{ kind, body, from, room string }{
		{"quantum_message", `{"x":1,` + from + `}`, "1001", "1001"},
		{"quantum_message", `7`, "", ""},
		{"message", `{"message_id":"seven","text":"hi",` + from + `}`, "1001", "1001"},
		{"message", `{"message_id":7,"date":1,"text":["a"],` + from + `}`, "1001", "1001"},
		{"message", `{"message_id":7,"date":1,"brand_new_thing":{},` + from + `}`, "1001", "1001"},
		{"message", `{}`, "", ""},
		{"message_reaction", `{"message_id":7,"date":1,"user":{"id":1001,"first_name":"Sam"},"chat":{"id":1001,"type":"private"},"new_reaction":[{}]}`, "1001", "1001"},
		{"callback_query", `{"id":"4","from":{"id":1001,"first_name":"Sam"},"data":"x"}`, "1001", ""},
	} {
		s.Put(c.kind, []byte(c.body))
		ev := e.next()
		if ev.Kind != connectors.Unparsed || ev.From.ID != c.from || ev.Place.Room != c.room || ev.Key == "" || ev.At.IsZero() || ev.Cursor == "" || ev.Via != "" {
			t.Errorf("%s %s: heard %+v, want it unread from %q", c.kind, c.body, ev, c.from)
		}
		if !strings.Contains(string(ev.Raw), c.body) {
			t.Errorf("%s: kept %q", c.kind, ev.Raw)
		}
	}
	for _, other := range []string{`"sender_business_bot":{"id":77,"is_bot":true,"first_name":"B"}`, `"business_connection_id":"c1"`, `"sender_chat":{"id":-1001,"type":"channel"}`, `"sender_chat":7`} {
		s.Put("message", []byte(`{"message_id":"seven","text":"hi",`+other+`,`+from+`}`))
		if ev := e.next(); ev.Kind != connectors.Unparsed || ev.Via == "" {
			t.Errorf("%s: heard %s via %q", other, ev.Kind, ev.Via)
		}
	}
	s.Say("and on it goes")
	if ev := e.next(); ev.Text != "and on it goes" {
		t.Errorf("heard %+v", ev)
	}
	await(t, "all are confirmed", func() bool { return s.Waiting() == 0 })
}

// An update that says no id is kept and told once, and holds up neither those beside it nor what
// comes later.
func TestUpdateWithoutAnID(t *testing.T) {
	s := serve(t, nil)
	defer s.Close()
	c := connect(s)
	telegram.Through(c, roundTripper(func(r *http.Request) (*http.Response, error) {
		resp, err := http.DefaultTransport.RoundTrip(r)
		if err != nil || !strings.HasSuffix(r.URL.Path, "/getUpdates") {
			return resp, err
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			return nil, err
		}
		body = bytes.Replace(body, []byte(`"result":[`), []byte(`"result":[{"message":{"text":"of nowhere"}},`), 1)
		body = bytes.Replace(body, []byte(`,]`), []byte(`]`), 1)
		resp.Body, resp.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		return resp, nil
	}))
	s.Say("one")
	e := listen(t, c, "", nil)
	defer e.stop()
	if ev := e.next(); ev.Kind != connectors.Unparsed || !strings.Contains(string(ev.Raw), "of nowhere") || ev.Key == "" || ev.Cursor != "" {
		t.Errorf("heard %+v", ev)
	}
	for _, text := range []string{"one", "two", "three"} {
		if text != "one" {
			s.Say(text)
		}
		if ev := e.next(); ev.Text != text {
			t.Errorf("heard %+v, want %q", ev, text)
		}
	}
	await(t, "all are confirmed", func() bool { return s.Waiting() == 0 })
}

// A kind of reaction or of origin that is unknown takes nothing else with it.
func TestUnknownVariants(t *testing.T) {
	s := serve(t, func(s *telegramserver.Server) { s.Reactions = true })
	defer s.Close()
	e := listen(t, connect(s), "", nil)
	defer e.stop()
	await(t, "it hears", func() bool { return s.Held() == 1 })
	s.Put("message_reaction", []byte(`{"message_id":7,"date":1,"user":{"id":1001,"first_name":"Sam"},"chat":{"id":1001,"type":"private"},`+
		`"old_reaction":[],"new_reaction":[{"type":"brand_new"},{"type":"emoji","emoji":"👍🏽"},{"type":"custom_emoji","custom_emoji_id":"9"},{"type":"paid"}]}`))
	if ev := e.next(); ev.Kind != connectors.Reactions || !slices.Equal(ev.Emojis, []string{"👍", "custom_emoji:9", "⭐"}) || ev.Message != "7" || !ev.Direct {
		t.Errorf("heard %+v", ev)
	}
	s.Write(telegramserver.Principal, telegramserver.Principal, map[string]any{
		"text": "passed on", "forward_origin": map[string]any{"type": "hologram", "date": 1}, "field_of_the_future": map[string]any{"a": 1},
		"entities": []any{map[string]any{"type": "sparkle", "offset": 0, "length": 6}},
	})
	if ev := e.next(); ev.Text != "passed on" || ev.Forwarded == "" {
		t.Errorf("heard %+v", ev)
	}
}

// An update that is larger than anything is read is kept in part, and the rest comes.
func TestUpdateTooLarge(t *testing.T) {
	s := serve(t, nil)
	defer s.Close()
	s.Say("before")
	s.Put("message", []byte(`{"text":"`+strings.Repeat("x", telegram.MaxAnswer)+`"}`))
	s.Say("after")
	e := listen(t, connect(s), "", nil)
	defer e.stop()
	if ev := e.next(); ev.Text != "before" {
		t.Errorf("heard %+v", ev)
	}
	if ev := e.next(); ev.Kind != connectors.Unparsed || len(ev.Raw) == 0 || len(ev.Raw) > connectors.MaxRaw {
		t.Errorf("heard %s with %d bytes", ev.Kind, len(ev.Raw))
	}
	if ev := e.next(); ev.Text != "after" {
		t.Errorf("heard %+v", ev)
	}
}

// A refused token ends Run, since only a person can do something about it.
func TestTokenRefused(t *testing.T) {
	s := serve(t, nil)
	defer s.Close()
	e := listen(t, connect(s), "", nil)
	s.Say("one")
	e.next()
	s.Revoke(true)
	s.Say("two")
	err := <-e.done
	e.done <- err
	if r := reason(t, err); r.Reason != connectors.Forbidden || strings.Contains(err.Error(), "AAF") {
		t.Errorf("Run = %v", err)
	}
	for _, token := range []string{"", "nonsense", "7:other", telegramserver.Token + "x", "42:a b\n"} {
		c := connect(s)
		c.Token = token
		err := c.Run(t.Context(), "", nil)
		if r := reason(t, err); r.Reason != connectors.Forbidden {
			t.Errorf("with the token %q: %v", token, err)
		}
	}
}

func TestForeignCursor(t *testing.T) {
	c := &telegram.Telegram{Token: telegramserver.Token, URL: "http://127.0.0.1:1", Now: func() time.Time { return time.Unix(0, 0) }}
	for _, from := range []connectors.Cursor{"x", "1", "1@", "@1", "+1@1", "1@1@1", "99999999999999999999@1", "01@1"} {
		if r := reason(t, c.Run(t.Context(), from, nil)); r.Reason != connectors.Invalid {
			t.Errorf("cursor %q: %v", from, r)
		}
	}
}

// flaky breaks a poll, when asked to, after Telegram did its part.
type flaky struct {
	http.RoundTripper
	next atomic.Bool
}

func (f *flaky) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := f.RoundTripper.RoundTrip(r)
	if err == nil && strings.HasSuffix(r.URL.Path, "/getUpdates") && f.next.Swap(false) {
		_ = resp.Body.Close() // as if the line broke
		return nil, io.ErrUnexpectedEOF
	}
	return resp, err
}

func TestAThousandReconnects(t *testing.T) {
	s := serve(t, nil)
	c := connect(s)
	line := &flaky{RoundTripper: &http.Transport{DisableKeepAlives: true}}
	telegram.Through(c, line)
	b := connectortest.Bench{Connector: c, Say: func(text string) { s.Say(text) }, Close: s.Close}
	connectortest.Reconnects(t, b, 4<<10, func(int) { line.next.Store(true) })
}

// The same with the connector's own connections, which something on the way cuts.
func TestAThousandReconnectsOfItsOwn(t *testing.T) {
	s := serve(t, nil)
	at, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	behind := &http.Transport{}
	var next atomic.Bool
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(at) }, Transport: behind,
		ErrorLog: log.New(io.Discard, "", 0),
		ModifyResponse: func(r *http.Response) error {
			if strings.HasSuffix(r.Request.URL.Path, "/getUpdates") && next.Swap(false) {
				panic(http.ErrAbortHandler)
			}
			return nil
		},
	}
	way := httptest.NewServer(proxy)
	c := connect(s)
	c.URL = way.URL
	b := connectortest.Bench{Connector: c, Say: func(text string) { s.Say(text) }, Close: func() {
		way.Close()
		behind.CloseIdleConnections()
		s.Close()
	}}
	connectortest.Reconnects(t, b, 4<<10, func(int) { next.Store(true) })
}

// However badly Telegram and the line behave, and however often the process ends, every
// message is heard under one key, and none before it was there.
func TestFaultsLoseNothing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := &telegramserver.Server{}
		if err := s.Start(); err != nil {
			rt.Fatal(err)
		}
		defer s.Close()
		chance := rapid.Float64Range(0, 0.3)
		s.Disturb(telegramserver.Faults{
			Seed: rapid.Uint64().Draw(rt, "seed"), Methods: []string{"getUpdates"},
			Drop: chance.Draw(rt, "drop") / 4, HangUp: chance.Draw(rt, "hang up") / 4, Refuse: chance.Draw(rt, "refuse") / 4,
			Duplicate: chance.Draw(rt, "duplicate"), Partial: chance.Draw(rt, "partial"), Shuffle: chance.Draw(rt, "shuffle"), Strange: chance.Draw(rt, "strange"),
		})
		n := rapid.IntRange(1, 30).Draw(rt, "messages")
		refuse := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "refusals"), 2))
		said := 0
		var order []string
		heard := map[string]string{}
		var from connectors.Cursor
		for len(order) < n {
			for range 1 + refuse.IntN(4) {
				if said < n {
					s.Say(fmt.Sprint("n", said))
					said++
				}
			}
			ctx, cancel := context.WithTimeout(rt.Context(), patience)
			err := connect(s).Run(ctx, from, func(_ context.Context, ev connectors.Event) error {
				if refuse.IntN(6) == 0 {
					return errors.New("disk full")
				}
				from = ev.Cursor
				if ev.Kind != connectors.Message {
					return nil
				}
				if text, known := heard[ev.Key]; known && text != ev.Text {
					rt.Errorf("key %s is of %q and of %q", ev.Key, text, ev.Text)
				} else if !known {
					heard[ev.Key] = ev.Text
					order = append(order, ev.Text)
				}
				if len(order) == said {
					cancel()
				}
				return nil
			})
			if ctx.Err() != nil && !errors.Is(err, context.Canceled) {
				rt.Fatalf("after %d of %d: %v", len(order), said, err)
			}
			cancel()
		}
		for i, text := range order {
			if text != fmt.Sprint("n", i) {
				rt.Fatalf("heard in the order %v", order)
			}
		}
	})
}

// A line that is up and says nothing is given up, and is no proof of life.
func TestHalfOpen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		polls := 0
		answers := map[string]string{
			"getMe": `{"ok":true,"result":{"id":42,"is_bot":true,"first_name":"C","username":"citadel_bot"}}`, "getUpdates": `{"ok":true,"result":[]}`,
		}
		rt := roundTripper(func(r *http.Request) (*http.Response, error) {
			method := r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:]
			if method == "getUpdates" {
				if polls++; polls > 1 {
					<-r.Context().Done()
					return nil, r.Context().Err()
				}
			}
			body := answers[method]
			if body == "" {
				body = `{"ok":true,"result":true}`
			}
			return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body))}, nil
		})
		began := time.Now()
		c := &telegram.Telegram{Token: telegramserver.Token, Now: time.Now}
		telegram.Through(c, rt)
		if !c.Heard().IsZero() {
			t.Error("it has heard before it ran")
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		if err := c.Run(ctx, "", nil); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Run = %v", err)
		}
		if !c.Heard().Equal(began) {
			t.Errorf("heard at %v, want at the start, %v", c.Heard(), began)
		}
		if polls < 20 || polls > 60 {
			t.Errorf("%d polls in an hour of silence", polls)
		}
	})
}

// Something on the way that answers every poll at once, with nothing, is not asked again and again.
func TestEmptyPollsRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		polls := 0
		rt := roundTripper(func(r *http.Request) (*http.Response, error) {
			body := `{"ok":true,"result":true}`
			switch method := r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:]; method {
			case "getMe":
				body = `{"ok":true,"result":{"id":42,"is_bot":true,"first_name":"C","username":"citadel_bot"}}`
			case "getUpdates":
				if polls++; polls > 1000 {
					<-r.Context().Done()
					return nil, r.Context().Err()
				}
				body = `{"ok":true,"result":[]}`
			}
			return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body))}, nil
		})
		c := &telegram.Telegram{Token: telegramserver.Token, Now: time.Now}
		telegram.Through(c, rt)
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		if err := c.Run(ctx, "", nil); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Run = %v", err)
		}
		if polls < 5 || polls > 12 {
			t.Errorf("%d polls in ten seconds", polls)
		}
	})
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
