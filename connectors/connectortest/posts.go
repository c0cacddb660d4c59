package connectortest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"

	"citadel/connectors"
)

// send sends text as the only post of its key, or fails the test.
func send(t *testing.T, b Bench, key, text string) connectors.MessageID {
	t.Helper()
	id, err := b.Connector.Send(t.Context(), connectors.Post{Key: key, Place: b.Place, Text: text})
	if err != nil {
		t.Fatalf("Send: %v", err)
	}
	if id == "" {
		t.Fatal("Send returned no id")
	}
	return id
}

// reason is that of an *Error; any other error fails the test.
func reason(t *testing.T, err error) connectors.Reason {
	t.Helper()
	var e *connectors.Error
	if !errors.As(err, &e) {
		t.Fatalf("%v is not a *connectors.Error", err)
	}
	if e.Op == "" {
		t.Errorf("%v does not name its operation", err)
	}
	return e.Reason
}

// holds reports whether shown has all of want's words in order, whatever marks
// and line breaks the platform put between.
func holds(shown, want string) bool {
	for _, word := range strings.Fields(want) {
		i := strings.Index(shown, word)
		if i < 0 {
			return false
		}
		shown = shown[i+len(word):]
	}
	return true
}

func post(t *testing.T, b Bench) {
	one := send(t, b, "k1", "**Two things are due.**\n\n- Draft for Priya\n- Freight\n\n> quoted words\n\nSay `show m412`.")
	two := send(t, b, "k2", "second")
	if one == two {
		t.Errorf("two posts with one id, %q", one)
	}
	shown := b.Shown()
	if len(shown) != 2 {
		t.Fatalf("%d posts shown, want 2: %q", len(shown), shown)
	}
	if !holds(shown[0], "Two things are due. Draft for Priya Freight quoted words Say show m412") {
		t.Errorf("shown %q", shown[0])
	}
}

func planes(t *testing.T, b Bench) {
	var letters strings.Builder
	for _, start := range []rune{0x41, 0x3B1, 0x5D0, 0x4E00, 0xAC00, 0x10330, 0x1F600, 0x20000, 0x30000} {
		for r := start; r < start+4; r++ {
			if unicode.IsGraphic(r) {
				letters.WriteRune(r)
			}
		}
		letters.WriteByte(' ')
	}
	texts := []string{letters.String(), "👩‍👩‍👧 👍🏽 🇦🇺", "e\u0301 Å \u200dx", "שלום עולם"}
	for i, text := range texts {
		send(t, b, fmt.Sprint("k", i), text)
	}
	shown := b.Shown()
	if len(shown) != len(texts) {
		t.Fatalf("%d posts shown, want %d", len(shown), len(texts))
	}
	for i, text := range texts {
		if !holds(shown[i], text) {
			t.Errorf("sent %q, shown %q", text, shown[i])
		}
	}
}

func postOrder(t *testing.T, b Bench) {
	const n = 50
	for i := range n {
		send(t, b, fmt.Sprint("k", i), fmt.Sprintf("n%d.", i))
	}
	shown := b.Shown()
	if len(shown) != n {
		t.Fatalf("%d posts shown, want %d", len(shown), n)
	}
	for i, s := range shown {
		if !holds(s, fmt.Sprintf("n%d.", i)) {
			t.Errorf("post %d is %q", i, s)
		}
	}
}

func postsAtOnce(t *testing.T, b Bench) {
	const n = 20
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			p := connectors.Post{Key: fmt.Sprint("k", i), Place: b.Place, Text: fmt.Sprintf("n%d.", i)}
			if _, err := b.Connector.Send(t.Context(), p); err != nil {
				t.Errorf("Send: %v", err)
			}
		})
	}
	all.Wait()
	everything := strings.Join(b.Shown(), "\n")
	for i := range n {
		if c := strings.Count(everything, fmt.Sprintf("n%d.", i)); c != 1 {
			t.Errorf("post %d is shown %d times", i, c)
		}
	}
}

func long(t *testing.T, b Bench) {
	l := b.Connector.Limits()
	if l.Max == 0 {
		text := strings.Repeat("word ", 40_000) + "end."
		send(t, b, "k", text)
		if shown := b.Shown(); len(shown) != 1 || !holds(shown[0], text) {
			t.Error("a long text is not shown whole")
		}
		return
	}
	text := "x"
	for l.Length(text+"xxxxxxxx") <= l.Max {
		text += "xxxxxxxx"
	}
	for l.Length(text+"x") <= l.Max {
		text += "x"
	}
	send(t, b, "k1", text)
	_, err := b.Connector.Send(t.Context(), connectors.Post{Key: "k2", Place: b.Place, Text: text + "x"})
	if r := reason(t, err); r != connectors.TooLong {
		t.Errorf("a text one longer than the limit: %v", err)
	}
	if shown := b.Shown(); len(shown) != 1 || !holds(shown[0], text) {
		t.Errorf("%d posts shown, want the one that fits, whole", len(shown))
	}
}

func invalid(t *testing.T, b Bench) {
	elsewhere := b.Place
	elsewhere.Platform = "nowhere"
	for name, p := range map[string]connectors.Post{
		"blank":            {Key: "k1", Place: b.Place, Text: " \n\t"},
		"another platform": {Key: "k2", Place: elsewhere, Text: "x"},
	} {
		_, err := b.Connector.Send(t.Context(), p)
		if r := reason(t, err); r != connectors.Invalid {
			t.Errorf("%s: %v, want invalid", name, err)
		}
	}
	if shown := b.Shown(); len(shown) != 0 {
		t.Errorf("shown %q", shown)
	}
}

func find(t *testing.T, b Bench) {
	f, ok := b.Connector.(connectors.Finder)
	if !ok {
		return
	}
	var began time.Time
	sought := func(key string) connectors.Post {
		return connectors.Post{Key: key, Place: b.Place, Text: "same words"}
	}
	if _, found, err := f.Find(t.Context(), sought("k1"), began); found || err != nil {
		t.Errorf("before it was sent: found %v, %v", found, err)
	}
	id := send(t, b, "k1", "same words")
	send(t, b, "k2", "same words")
	if _, err := b.Connector.Send(t.Context(), connectors.Post{Key: "k3", Place: b.Place, Text: " "}); err == nil {
		t.Error("a blank post was sent")
	}
	if fin, ok := b.Connector.(connectors.Finisher); ok {
		if err := fin.Finished(t.Context(), connectors.Answer{To: "k3"}); err != nil {
			t.Errorf("Finished = %v", err)
		}
	}
	for key, want := range map[string]bool{"k1": true, "k2": true, "k3": false, "k": false, "": false, "same words": false} {
		got, found, err := f.Find(t.Context(), sought(key), began)
		if err != nil || found != want || (got != "") != want {
			t.Errorf("Find(%q) = %q, %v, %v; want found %v", key, got, found, err, want)
		}
		if key == "k1" && got != id {
			t.Errorf("Find(%q) = %q, Send returned %q", key, got, id)
		}
	}
	if b.Restart != nil {
		if got, found, err := b.Restart().(connectors.Finder).Find(t.Context(), sought("k1"), began); !found || err != nil || got != id {
			t.Errorf("after a restart: %q, %v, %v", got, found, err)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, found, err := f.Find(ended, sought("k1"), began); err == nil {
		t.Errorf("with a cancelled context: found %v and no error", found)
	} else {
		reason(t, err)
	}
}

func cancelRun(t *testing.T, b Bench) {
	e := listen(t, b.Connector, "", nil)
	b.Say("one")
	e.next()
	if err := e.stop(); !errors.Is(err, context.Canceled) {
		t.Errorf("Run = %v, want the context's error", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	sink := func(context.Context, connectors.Event) error { return nil }
	if err := b.Connector.Run(ctx, "", sink); !errors.Is(err, context.Canceled) {
		t.Errorf("Run = %v with a context that had ended", err)
	}
}

func cancelSend(t *testing.T, b Bench) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := b.Connector.Send(ctx, connectors.Post{Key: "k", Place: b.Place, Text: "x"})
	if r := reason(t, err); r != connectors.Temporary || !errors.Is(err, context.Canceled) {
		t.Errorf("Send = %v (%v), want temporary because cancelled", err, r)
	}
	if shown := b.Shown(); len(shown) != 0 {
		t.Errorf("shown %q", shown)
	}
}

func finished(t *testing.T, b Bench) {
	f, ok := b.Connector.(connectors.Finisher)
	if !ok {
		return
	}
	e := listen(t, b.Connector, "", nil)
	defer e.stop()
	b.Say("one")
	one := e.next()
	for _, id := range []connectors.MessageID{one.ID(), one.ID(), "of another process"} {
		if err := f.Finished(t.Context(), connectors.Answer{To: id}); err != nil {
			t.Errorf("Finished(%q) = %v", id, err)
		}
	}
	b.Say("two")
	if ev := e.next(); ev.Text != "two" {
		t.Errorf("then %q", ev.Text)
	}
}
