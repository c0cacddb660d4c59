package telegram_test

import (
	"fmt"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/telegram"
	"citadel/connectors/telegram/telegramserver"
)

func TestReact(t *testing.T) {
	s := serve(t, nil)
	defer s.Close()
	c := connect(s)
	said := s.Say("hello")
	id := connectors.MessageID(fmt.Sprint(said))
	react := func(emoji string, on bool) error { return c.React(t.Context(), dm, id, emoji, on) }
	for _, step := range []struct {
		emoji string
		on    bool
		want  string
	}{
		{"👀", true, "👀"}, {"👀", true, "👀"}, {"👀", false, ""}, {"👀", false, ""}, {"❤️", true, "❤"}, {"👍🏽", true, "👍"}, {"❤", false, "👍"}, {"👍", false, ""},
	} {
		if err := react(step.emoji, step.on); err != nil {
			t.Fatal(err)
		}
		if got := s.Reaction(said); got != step.want {
			t.Errorf("after %s %v there is %q, want %q", step.emoji, step.on, got, step.want)
		}
	}
	for emoji, want := range map[string]connectors.Reason{"✅": connectors.Invalid, "🎯": connectors.Invalid, "": connectors.Invalid, "ok": connectors.Invalid} {
		if err := react(emoji, true); reason(t, err).Reason != want {
			t.Errorf("%s: %v", emoji, err)
		}
	}
	if err := c.React(t.Context(), dm, "99999", "👍", true); reason(t, err).Reason != connectors.Gone {
		t.Errorf("on nothing: %v", err)
	}
}

func TestWorking(t *testing.T) {
	s := serve(t, nil)
	defer s.Close()
	c := connect(s)
	for _, on := range []bool{true, true, false} {
		if err := c.Working(t.Context(), dm, "7", on); err != nil {
			t.Fatal(err)
		}
	}
	if n := s.Typing(); n != 2 {
		t.Errorf("typing was shown %d times, want 2", n)
	}
	// A draft says that it is at work, and is kept from fading.
	if err := c.Draft(t.Context(), connectors.Draft{Place: dm, Turn: 7, Text: "half"}); err != nil {
		t.Fatal(err)
	}
	for range 5 {
		s.Pass(21 * time.Second)
		if err := c.Working(t.Context(), dm, "7", true); err != nil {
			t.Fatal(err)
		}
		if text, ok := s.Drafted(principal); !ok || text != "half" {
			t.Errorf("the draft is %q, %v", text, ok)
		}
	}
	if n := s.Typing(); n != 2 {
		t.Errorf("typing was shown %d times, want 2", n)
	}
}

// Where Telegram takes no drafts, none are tried any more, and nothing fails.
func TestDraftsRefused(t *testing.T) {
	s := serve(t, func(s *telegramserver.Server) { s.NoDrafts = true })
	defer s.Close()
	c := connect(s)
	d := connectors.Draft{Place: dm, Turn: 7, Text: "half"}
	for range 3 {
		if err := c.Draft(t.Context(), d); err != nil {
			t.Fatal(err)
		}
	}
	if n := s.Calls("sendMessageDraft"); n != 1 {
		t.Errorf("%d drafts were tried, want 1", n)
	}
	d.Place = room(s.AddGroup("Acme"))
	if err := c.Draft(t.Context(), d); err != nil || s.Calls("sendMessageDraft") != 1 {
		t.Errorf("in a group: %v, %d calls", err, s.Calls("sendMessageDraft"))
	}
	if err := c.Working(t.Context(), dm, "7", true); err != nil || s.Typing() != 1 {
		t.Errorf("typing instead: %v", err)
	}
}

// A draft without a text is refused by older servers: it fades then.
func TestDraftWithdrawnFromAnOldServer(t *testing.T) {
	s := serve(t, func(s *telegramserver.Server) { s.OldDrafts = true })
	defer s.Close()
	c := connect(s)
	for _, text := range []string{"half", "", "half again"} {
		if err := c.Draft(t.Context(), connectors.Draft{Place: dm, Turn: 7, Text: text}); err != nil {
			t.Errorf("Draft(%q) = %v", text, err)
		}
	}
	if text, _ := s.Drafted(principal); text != "half again" {
		t.Errorf("the draft is %q", text)
	}
	s.Pass(telegram.DraftGone + time.Second)
	if _, shown := s.Drafted(principal); shown {
		t.Error("the draft did not fade")
	}
}

func TestDraftFails(t *testing.T) {
	s := serve(t, nil)
	defer s.Close()
	c := connect(s)
	s.Disturb(telegramserver.Faults{Limit: 1, After: 3})
	err := c.Draft(t.Context(), connectors.Draft{Place: dm, Turn: 7, Text: "half"})
	if r := reason(t, err); r.Reason != connectors.RateLimited || r.After != 3*time.Second {
		t.Errorf("Draft = %v", err)
	}
	s.Disturb(telegramserver.Faults{})
	if err := c.Draft(t.Context(), connectors.Draft{Place: dm, Turn: 7, Text: "half"}); err != nil {
		t.Error(err)
	}
	if text, _ := s.Drafted(principal); text != "half" {
		t.Errorf("the draft is %q", text)
	}
}
