package telegram_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"

	"citadel/connectors"
	"citadel/connectors/telegram/telegramserver"
)

func TestFetch(t *testing.T) {
	s := serve(t, nil)
	defer s.Close()
	c := connect(s)
	body := bytes.Repeat([]byte("0123456789"), 20_000)
	id := s.Upload("a file #1?.txt", "text/plain", body)
	var got bytes.Buffer
	if err := c.Fetch(t.Context(), connectors.File{ID: id, Size: -1}, &got); err != nil || !bytes.Equal(got.Bytes(), body) {
		t.Errorf("Fetch = %v, %d bytes", err, got.Len())
	}
	full := errors.New("disk full")
	err := c.Fetch(t.Context(), connectors.File{ID: id}, writer(func([]byte) (int, error) { return 0, full }))
	if !errors.Is(err, full) {
		t.Errorf("with a writer that fails: %v", err)
	}
	huge := s.Claim("huge.bin", "", nil, 21<<20)
	lies := s.Claim("lies.bin", "", make([]byte, 20<<20+1), 5)
	for name, x := range map[string]struct {
		f    connectors.File
		want connectors.Reason
	}{
		"unknown":         {connectors.File{ID: "nothing"}, connectors.Gone},
		"of no platform":  {connectors.File{Path: "/tmp/x"}, connectors.Invalid},
		"said to be huge": {connectors.File{ID: id, Size: 21 << 20}, connectors.Forbidden},
		"huge":            {connectors.File{ID: huge, Size: -1}, connectors.Forbidden},
		"that lies":       {connectors.File{ID: lies, Size: 5}, connectors.Forbidden},
	} {
		if err := c.Fetch(t.Context(), x.f, io.Discard); reason(t, err).Reason != x.want {
			t.Errorf("%s: %v", name, err)
		}
	}
	s.Disturb(telegramserver.Faults{Methods: []string{"file"}, Drop: 1})
	err = c.Fetch(t.Context(), connectors.File{ID: id}, io.Discard)
	if reason(t, err).Reason != connectors.Temporary || strings.Contains(err.Error(), "AAF") {
		t.Errorf("dropped: %v", err)
	}
}

type writer func([]byte) (int, error)

func (w writer) Write(p []byte) (int, error) { return w(p) }

func TestIdentify(t *testing.T) {
	s := serve(t, nil)
	defer s.Close()
	want := connectors.Self{Account: "42", Title: "@citadel_bot", ID: "42", Name: "@citadel_bot", Address: "https://t.me/citadel_bot"}
	got, err := connect(s).Identify(t.Context())
	if err != nil || got != want {
		t.Errorf("Identify = %+v, %v", got, err)
	}
	s.Revoke(true)
	if _, err := connect(s).Identify(t.Context()); reason(t, err).Reason != connectors.Forbidden {
		t.Errorf("Identify = %v", err)
	}
}

func TestCheck(t *testing.T) {
	s := serve(t, func(s *telegramserver.Server) { s.JoinsGroups, s.ReadsGroups, s.Topics = true, true, true })
	defer s.Close()
	well := func(set func()) (marks string) {
		set()
		for _, f := range connect(s).Check(t.Context()) {
			mark := "!"
			if f.Well {
				mark = "+"
			}
			if f.Well != (f.Do == "") || f.What == "" || strings.Contains(f.What+f.Do, "AAF") {
				t.Errorf("finding %+v", f)
			}
			marks += mark
		}
		return marks
	}
	for _, x := range []struct {
		want string
		set  func()
	}{
		{"++!!!", func() {}},
		{"+!!!!", func() { s.SetWebhook("https://example.com") }},
		{"+!!!!", func() {
			s.SetWebhook("")
			s.Disturb(telegramserver.Faults{Methods: []string{"getWebhookInfo"}, Refuse: 1})
		}},
		{"!", func() { s.Disturb(telegramserver.Faults{}); s.Revoke(true) }},
	} {
		if got := well(x.set); got != x.want {
			t.Errorf("Check found %q, want %q", got, x.want)
		}
	}
	if n := len(s.Offsets()); n != 0 {
		t.Errorf("Check polled %d times: that ends the poll of whoever hears", n)
	}
}

// Nothing that is logged or returned holds the token, or what was said.
func TestNothingIsToldToTheLog(t *testing.T) {
	s := serve(t, nil)
	defer s.Close()
	var log bytes.Buffer
	var mu sync.Mutex
	c := connect(s)
	c.Log = slog.New(slog.NewTextHandler(writer(func(p []byte) (int, error) {
		mu.Lock()
		defer mu.Unlock()
		return log.Write(p)
	}), nil))
	s.Disturb(telegramserver.Faults{Seed: 7, Drop: 0.3, Refuse: 0.3, HangUp: 0.2})
	e := listen(t, c, "", nil)
	for i := range 30 {
		s.Say("a secret word")
		p := post(fmt.Sprintf("**a secret word** %d", i))
		p.Pictures = []connectors.Picture{{Name: "x", Data: []byte("x"), Alt: "a secret word"}}
		_, err := c.Send(t.Context(), p)
		if err != nil && (strings.Contains(err.Error(), "AAF") || strings.Contains(err.Error(), "secret")) {
			t.Errorf("Send = %v", err)
		}
	}
	s.Put("message", []byte(`"a secret word"`))
	s.Disturb(telegramserver.Faults{})
	for ev := e.next(); ev.Kind != connectors.Unparsed; ev = e.next() {
		continue
	}
	e.stop()
	mu.Lock()
	defer mu.Unlock()
	if text := log.String(); !strings.Contains(text, "could not be read") || strings.Contains(text, "AAF") || strings.Contains(text, "secret") || strings.Contains(text, "Sam") {
		t.Errorf("the log says\n%s", text)
	}
}

// What is set up wrongly is named, with what to do about it.
func TestCheckNamesWhatIsWrong(t *testing.T) {
	for name, c := range map[string]struct {
		set      func(*telegramserver.Server)
		what, do string
	}{
		"all is well":    {func(*telegramserver.Server) {}, "", ""},
		"a webhook":      {func(s *telegramserver.Server) { s.SetWebhook("https://example.com/hook") }, "to a webhook", "I remove it when I start"},
		"a wrong token":  {func(s *telegramserver.Server) { s.Revoke(true) }, "refuses the token", "TELEGRAM_BOT_TOKEN"},
		"privacy is off": {func(s *telegramserver.Server) { s.ReadsGroups = true }, "privacy mode is off", "/setprivacy"},
		"open to groups": {func(s *telegramserver.Server) { s.JoinsGroups = true }, "add the bot to a group", "/setjoingroups"},
		"topics":         {func(s *telegramserver.Server) { s.Topics = true }, "Topics are on", "Threaded Mode"},
		"out of reach": {func(s *telegramserver.Server) {
			s.Disturb(telegramserver.Faults{Methods: []string{"getMe"}, Refuse: 1})
		}, "could not be asked", "https://api.telegram.org"},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, nil)
			defer s.Close()
			c.set(s)
			all := connect(s).Check(t.Context())
			bad := slices.DeleteFunc(slices.Clone(all), func(f connectors.Finding) bool { return f.Well })
			if c.what == "" {
				if len(bad) > 0 {
					t.Errorf("found %+v", bad)
				}
				return
			}
			if len(bad) != 1 || !strings.Contains(bad[0].What, c.what) || !strings.Contains(bad[0].Do, c.do) || strings.Contains(bad[0].What, "example.com") {
				t.Errorf("found %+v", all)
			}
		})
	}
}
