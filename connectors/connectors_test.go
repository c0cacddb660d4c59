package connectors_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"citadel/connectors"

	"pgregory.net/rapid"
)

func TestPersonIsComparesTheAccountOnly(t *testing.T) {
	sam := connectors.Person{Platform: "slack", Account: "T1", ID: "U1", Name: "Sam"}
	for _, c := range []struct {
		name string
		q    connectors.Person
		want bool
	}{
		{"renamed", connectors.Person{Platform: "slack", Account: "T1", ID: "U1", Name: "Samuel", Bot: true}, true},
		{"other id", connectors.Person{Platform: "slack", Account: "T1", ID: "U2", Name: "Sam"}, false},
		{"other workspace", connectors.Person{Platform: "slack", Account: "T2", ID: "U1", Name: "Sam"}, false},
		{"other platform", connectors.Person{Platform: "telegram", Account: "T1", ID: "U1", Name: "Sam"}, false},
	} {
		if got := sam.Is(c.q); got != c.want {
			t.Errorf("%s: Is = %v, want %v", c.name, got, c.want)
		}
	}
	nobody := connectors.Person{Platform: "slack", Account: "T1"}
	if nobody.Is(nobody) {
		t.Error("a person without an id is somebody")
	}
}

func TestEventIDIsTheMessageOrTheKey(t *testing.T) {
	e := connectors.Event{Key: "k", Kind: connectors.Message, Message: "m"}
	if e.ID() != "m" {
		t.Errorf("a message is named %q, want its own id", e.ID())
	}
	e.Kind = connectors.Edit
	if e.ID() != "k" {
		t.Errorf("an edit is named %q, want its key", e.ID())
	}
}

func TestOneFileOrTwo(t *testing.T) {
	of := func(id, unique, path string, size int64) connectors.File {
		return connectors.File{Name: "a.txt", MIME: "text/plain", ID: id, Unique: unique, Path: path, Size: size}
	}
	for name, c := range map[string]struct {
		one, other connectors.File
		want       bool
	}{
		"named as before":            {of("F1", "", "", -1), of("F1", "", "", 5), true},
		"named otherwise":            {of("F1", "", "", 5), of("F2", "", "", 5), false},
		"named anew":                 {of("F1", "U1", "", 5), of("F2", "U1", "", 6), true},
		"another, all named anew":    {of("F1", "U1", "", 5), of("F2", "U2", "", 5), false},
		"of old, by what it is":      {of("F1", "", "", 5), of("F2", "U1", "", 5), true},
		"of old, and larger":         {of("F1", "", "", 5), of("F2", "U1", "", 6), false},
		"of old, of an unknown size": {of("F1", "", "", -1), of("F2", "U1", "", -1), false},
		"on this machine":            {of("", "", "/a.txt", 5), of("", "", "/a.txt", 6), true},
		"moved on this machine":      {of("", "", "/a.txt", 5), of("", "", "/b/a.txt", 5), true},
		"larger on this machine":     {of("", "", "/a.txt", 5), of("", "", "/b/a.txt", 6), false},
	} {
		if c.one.Is(c.other) != c.want || c.other.Is(c.one) != c.want {
			t.Errorf("%s: the same is %v", name, !c.want)
		}
	}
}

func TestNormalEmoji(t *testing.T) {
	for in, want := range map[string]string{
		"👍": "👍", "👍🏽": "👍", "❤️": "❤", "❤": "❤", "☎︎": "☎", "": "", "🏽": "",
		"👩🏽\u200d💻": "👩\u200d💻", "ok": "ok",
	} {
		if got := connectors.NormalEmoji(in); got != want {
			t.Errorf("NormalEmoji(%q) = %q, want %q", in, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		once := connectors.NormalEmoji(rapid.String().Draw(t, "s"))
		if twice := connectors.NormalEmoji(once); twice != once {
			t.Fatalf("not idempotent: %q, then %q", once, twice)
		}
	})
}

func TestErrorKeepsReasonAndCauseWhenWrapped(t *testing.T) {
	err := fmt.Errorf("bot: deliver: %w", &connectors.Error{
		Op: "slack: send", Reason: connectors.RateLimited, After: 3 * time.Second, Err: context.DeadlineExceeded,
	})
	var e *connectors.Error
	if !errors.As(err, &e) || e.Reason != connectors.RateLimited || e.After != 3*time.Second {
		t.Fatalf("errors.As gave %+v", e)
	}
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Error("the cause is lost")
	}
	const want = "slack: send: rate limited (retry after 3s): context deadline exceeded"
	if e.Error() != want {
		t.Errorf("Error() = %q, want %q", e.Error(), want)
	}
	if (&connectors.Error{Op: "x"}).Reason != connectors.Unknown {
		t.Error("an unclassified error is not the careful one")
	}
}

func TestLengthFallsBackToBytes(t *testing.T) {
	if n := (connectors.Limits{}).Length("é"); n != 2 {
		t.Errorf("Length = %d, want 2 bytes", n)
	}
	l := connectors.Limits{Measure: func(s string) int { return len([]rune(s)) }}
	if n := l.Length("é"); n != 1 {
		t.Errorf("Length = %d, want 1 rune", n)
	}
}
