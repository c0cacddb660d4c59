package console_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/console"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	if os.Getenv(childEnv) != "" {
		runChild()
		return
	}
	goleak.VerifyTestMain(m)
}

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func piped(in, session string) (*console.Console, *strings.Builder) {
	var out strings.Builder
	return &console.Console{
		In: strings.NewReader(in), Out: &out, Session: session, Now: func() time.Time { return noon },
	}, &out
}

// bot answers each event on a goroutine of its own, as the real one does: sink
// returns first, the posts and the end of the turn come after.
type bot struct {
	t      *testing.T
	c      *console.Console
	answer func(e connectors.Event) []connectors.Post
	events []connectors.Event
	busy   chan struct{} // holds one token while a turn is open
}

func (b *bot) sink(ctx context.Context, e connectors.Event) error {
	select {
	case b.busy <- struct{}{}:
	default:
		b.t.Error("an event arrived before the turn of the one before was finished")
	}
	b.events = append(b.events, e)
	turn := uint64(len(b.events))
	go func() {
		a := connectors.Answer{To: e.ID(), Turn: turn, By: "procedure:echo", Category: "small talk", Tier: "reflex"}
		for _, p := range b.answer(e) {
			if p.Answers == nil {
				p.Answers = &a
			}
			p.Place = console.Here()
			if _, err := b.c.Send(context.Background(), p); err != nil {
				b.t.Errorf("Send: %v", err)
			}
		}
		<-b.busy
		if err := b.c.Finished(context.Background(), a); err != nil {
			b.t.Errorf("Finished: %v", err)
		}
	}()
	return nil
}

// echo answers messages with their text, says nothing to "hm" and to anything
// that is no message.
func echo(e connectors.Event) []connectors.Post {
	if e.Kind != connectors.Message || e.Text == "hm" {
		return nil
	}
	return []connectors.Post{{Text: "**" + e.Text + "**", Handle: "m7"}}
}

func converse(t *testing.T, c *console.Console, answer func(connectors.Event) []connectors.Post) []connectors.Event {
	t.Helper()
	b := &bot{t: t, c: c, answer: answer, busy: make(chan struct{}, 1)}
	if err := c.Run(t.Context(), "", b.sink); err != nil {
		t.Fatalf("Run: %v", err)
	}
	return b.events
}

func TestPipedLinesAreTurnsInOrder(t *testing.T) {
	c, out := piped("one\n\n  \nhm\ntwo\r\nthree", "s1")
	events := converse(t, c, echo)
	var got []string
	for _, e := range events {
		got = append(got, e.Key+" "+string(e.Message)+" "+e.Text)
	}
	want := []string{
		"console/s1/1 console/s1/1 one", "console/s1/4 console/s1/4 hm",
		"console/s1/5 console/s1/5 two", "console/s1/6 console/s1/6 three",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("events (-want +got)\n%s", diff)
	}
	if diff := cmp.Diff("one\n\n\ntwo\n\nthree\n\n", out.String()); diff != "" {
		t.Errorf("output (-want +got)\n%s", diff)
	}
	e := events[0]
	if e.Kind != connectors.Message || e.Place != console.Here() || !e.From.Is(console.You()) || !e.At.Equal(noon) {
		t.Errorf("event %+v", e)
	}
}

func TestPipedJSON(t *testing.T) {
	c, out := piped("a <b>\nhm\n/react\n/react 👍\n", "s1")
	c.JSON = true
	converse(t, c, echo)
	want := `{"line":1,"turn":1,"text":"**a <b>**","by":"procedure:echo","category":"small talk","tier":"reflex"}
{"line":2,"turn":2,"text":"","by":"procedure:echo","category":"small talk","tier":"reflex"}
{"line":3,"turn":0,"text":"Usage: ` + "`/react EMOJI [#n]`, for instance `/react 👍 #412`" + `.","by":"command:console","category":"","tier":""}
{"line":4,"turn":3,"text":"","by":"procedure:echo","category":"small talk","tier":"reflex"}
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestPostsThatAnswerNoLineOfThisSession(t *testing.T) {
	c, out := piped("", "s2")
	c.JSON = true
	old := &connectors.Answer{To: "console/s1/3", Turn: 9, By: "shrug"}
	for _, p := range []connectors.Post{
		{Text: "late", Answers: old, Again: true},
		{Text: "unasked"},
	} {
		p.Place = console.Here()
		if _, err := c.Send(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Finished(t.Context(), *old); err != nil {
		t.Fatal(err)
	}
	want := `{"line":0,"turn":9,"text":"(again) late","by":"shrug","category":"","tier":""}
{"line":0,"turn":0,"text":"unasked","by":"","category":"","tier":""}
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestSeveralPostsInOneTurn(t *testing.T) {
	c, out := piped("x\n", "s")
	converse(t, c, func(connectors.Event) []connectors.Post {
		return []connectors.Post{{Text: "- a\n- b"}, {Text: "c"}}
	})
	if diff := cmp.Diff("- a\n- b\n\nc\n\n", out.String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestVerbs(t *testing.T) {
	dir := t.TempDir()
	cat := filepath.Join(dir, "my cat.png")
	if err := os.WriteFile(cat, []byte("png"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, line string
		want       connectors.Event // without the fields that all events share
	}{
		{"react to a number", "/react ❤️ #412", connectors.Event{Kind: connectors.React, Emoji: "❤", Handle: "m412"}},
		{"react to the last post", "/react 👍🏽", connectors.Event{Kind: connectors.React, Emoji: "👍", Handle: "m7"}},
		{"unreact", "/unreact #412", connectors.Event{Kind: connectors.Unreact, Handle: "m412"}},
		{"unreact the last", "/unreact", connectors.Event{Kind: connectors.Unreact, Handle: "m7"}},
		{"unreact one emoji", "/unreact 👍🏽 #412", connectors.Event{Kind: connectors.Unreact, Emoji: "👍", Handle: "m412"}},
		{"reply", "/reply #412 on  Friday", connectors.Event{Kind: connectors.Message, Message: "console/s/2", Text: "on  Friday", ReplyToHandle: "m412"}},
		{"edit the last line", "/edit two words", connectors.Event{Kind: connectors.Edit, Message: "console/s/1", Text: "two words"}},
		{"edit a number", "/edit #9 x", connectors.Event{Kind: connectors.Edit, Handle: "m9", Text: "x"}},
		{"delete the last line", "/delete", connectors.Event{Kind: connectors.Delete, Message: "console/s/1"}},
		{"delete a number", "/delete #9", connectors.Event{Kind: connectors.Delete, Handle: "m9"}},
		{"image", `/image "` + cat + `" who is this?`, connectors.Event{
			Kind: connectors.Message, Message: "console/s/2", Text: "who is this?",
			Files: []connectors.File{{Name: "my cat.png", MIME: "image/png", Size: 3, Path: cat}},
		}},
		{"another slash line", "/why #412", connectors.Event{Kind: connectors.Message, Message: "console/s/2", Text: "/why #412"}},
		{"a longer word", "/reaction 👍", connectors.Event{Kind: connectors.Message, Message: "console/s/2", Text: "/reaction 👍"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			con, out := piped("first\n"+c.line+"\nhm\n", "s")
			events := converse(t, con, echo)
			if len(events) != 3 {
				t.Fatalf("%d events, want 3", len(events))
			}
			want := c.want
			want.Key, want.Place, want.From, want.At = "console/s/2", console.Here(), console.You(), noon
			if diff := cmp.Diff(want, events[1]); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if events[1].ID() != "console/s/2" {
				t.Errorf("the event is named %q", events[1].ID())
			}
			if want.Kind != connectors.Message {
				if diff := cmp.Diff("first\n\n\n\n", out.String()); diff != "" {
					t.Errorf("output (-want +got)\n%s", diff)
				}
			}
		})
	}
}

// What is taken back without a number is the reaction given last, whatever was shown since: asking
// what was off is a message, too.
func TestTheLastReactionIsTakenBack(t *testing.T) {
	con, _ := piped("first\n/react 👎 #412\nhm\n/unreact\n", "s")
	events := converse(t, con, echo)
	if n := len(events); n != 4 {
		t.Fatalf("%d events, want 4", n)
	}
	if got := events[3]; got.Kind != connectors.Unreact || got.Handle != "m412" {
		t.Errorf("%s of %q", got.Kind, got.Handle)
	}
}

func TestMalformedVerbsAreAnsweredOnTheSpot(t *testing.T) {
	dir := t.TempDir()
	for line, want := range map[string]string{
		"/react":                           "Usage: `/react",
		"/react #412":                      "Usage: `/react",
		"/react good":                      "Usage: `/react",
		"/react 👍 #x":                      "Usage: `/react",
		"/react 👍 #412 now":                "Usage: `/react",
		"/react 👍":                         "I have said nothing",
		"/unreact good":                    "Usage: `/unreact",
		"/reply on Friday":                 "Usage: `/reply",
		"/reply #412":                      "Usage: `/reply",
		"/edit":                            "Usage: `/edit",
		"/edit #9":                         "Usage: `/edit",
		"/edit x":                          "You have said nothing",
		"/delete everything":               "Usage: `/delete",
		"/delete":                          "You have said nothing",
		"/image":                           "Usage: `/image",
		`/image "x`:                        "Usage: `/image",
		"/image " + dir:                    "`" + dir + "` is not a file",
		"/image " + dir + "/x":             "`" + dir + "/x` does not exist",
		"/react 👍 #9999999999999999999999": "Usage: `/react",
	} {
		c, out := piped(line+"\n", "s")
		if events := converse(t, c, echo); len(events) != 0 {
			t.Errorf("%q began a turn", line)
		}
		if got := out.String(); !strings.HasPrefix(got, want) || !strings.HasSuffix(got, "\n\n") {
			t.Errorf("%q was answered %q, want %q…", line, got, want)
		}
	}
}

func TestALineTakenBackIsNoLongerTheLast(t *testing.T) {
	c, out := piped("first\n/delete\n/edit x\n", "s")
	if n := len(converse(t, c, echo)); n != 2 {
		t.Errorf("%d events, want 2", n)
	}
	if !strings.Contains(out.String(), "You have said nothing") {
		t.Errorf("output %q", out)
	}
}

func TestOddInput(t *testing.T) {
	const max = 1 << 20
	long := strings.Repeat("x", max)
	in := long + "\r\n" + long + "y\nafter\xff\n\x00nul \x1b[31m\n"
	c, out := piped(in, "s")
	events := converse(t, c, func(e connectors.Event) []connectors.Post {
		if e.Text == long {
			return nil
		}
		return []connectors.Post{{Text: e.Text}}
	})
	var got []string
	for _, e := range events {
		got = append(got, fmt.Sprintf("%s %d", e.Key, len(e.Text)))
	}
	want := []string{"console/s/1 1048576", "console/s/3 8", "console/s/4 12"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	const said = "\nLine 2 is longer than 1 MiB. I have kept nothing of it; send it in parts.\n\n" +
		"after\uFFFD\n\n\uFFFDnul [31m\n\n"
	if diff := cmp.Diff(said, out.String()); diff != "" {
		t.Errorf("output (-want +got)\n%s", diff)
	}
}

func TestARefusedLineComesAgain(t *testing.T) {
	c, _ := piped("one\ntwo\n", "s")
	full := errors.New("disk full")
	var keys []string
	sink := func(_ context.Context, e connectors.Event) error {
		keys = append(keys, e.Key)
		if len(keys) < 3 {
			return full
		}
		return c.Finished(context.Background(), connectors.Answer{To: e.ID()})
	}
	for range 2 {
		if err := c.Run(t.Context(), "", sink); !errors.Is(err, full) {
			t.Fatalf("Run = %v, want the sink's error", err)
		}
	}
	if err := c.Run(t.Context(), "", sink); err != nil {
		t.Fatal(err)
	}
	want := []string{"console/s/1", "console/s/1", "console/s/1", "console/s/2"}
	if diff := cmp.Diff(want, keys); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// A Run that was cancelled while a turn is open goes on waiting for that turn
// when it is called again, and loses no line that was being read.
func TestRunAgainAfterCancel(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	c, _ := piped("", "s")
	c.In = r
	events := make(chan connectors.Event, 4)
	sink := func(_ context.Context, e connectors.Event) error { events <- e; return nil }
	run := func() (context.CancelFunc, chan error) {
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- c.Run(ctx, "", sink) }()
		return cancel, done
	}
	cancel, done := run()
	io.WriteString(w, "one\n")
	e := <-events
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Fatalf("Run = %v", err)
	}
	cancel, done = run()
	cancel()
	<-done
	cancel, done = run()
	if err := c.Finished(t.Context(), connectors.Answer{To: e.ID()}); err != nil {
		t.Fatal(err)
	}
	io.WriteString(w, "two\n")
	if e := <-events; e.Text != "two" || e.Key != "console/s/2" {
		t.Errorf("second event %+v", e)
	}
	cancel()
	<-done
}

func TestSendErrors(t *testing.T) {
	c, out := piped("", "s")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, x := range []struct {
		name string
		ctx  context.Context
		post connectors.Post
		want connectors.Reason
	}{
		{"cancelled", ended, connectors.Post{Place: console.Here(), Text: "x"}, connectors.Temporary},
		{"another platform", t.Context(), connectors.Post{Place: connectors.Place{Platform: "slack"}, Text: "x"}, connectors.Invalid},
		{"blank", t.Context(), connectors.Post{Place: console.Here(), Text: " \n"}, connectors.Invalid},
	} {
		_, err := c.Send(x.ctx, x.post)
		var e *connectors.Error
		if !errors.As(err, &e) || e.Reason != x.want {
			t.Errorf("%s: %v, want reason %v", x.name, err, x.want)
		}
	}
	if out.Len() > 0 {
		t.Errorf("printed %q", out)
	}
	r, w := io.Pipe()
	r.Close()
	c.Out = w
	_, err := c.Send(t.Context(), connectors.Post{Place: console.Here(), Text: "x"})
	var e *connectors.Error
	if !errors.As(err, &e) || e.Reason != connectors.Gone {
		t.Errorf("closed output: %v, want gone", err)
	}
}

func TestRunRefusesAnUnfinishedConsole(t *testing.T) {
	for _, c := range []*console.Console{
		{},
		{In: strings.NewReader(""), Out: io.Discard, Now: time.Now},
		{In: strings.NewReader(""), Out: io.Discard, Session: "a/b", Now: time.Now},
		{In: strings.NewReader(""), Out: io.Discard, Session: "a"},
		{In: strings.NewReader(""), Out: io.Discard, Session: "a", Now: time.Now, JSON: true, Terminal: true},
	} {
		err := c.Run(t.Context(), "", nil)
		var e *connectors.Error
		if !errors.As(err, &e) || e.Reason != connectors.Invalid {
			t.Errorf("%+v: %v, want invalid", c, err)
		}
	}
}

// Whatever is piped in, each event is well formed, keys never repeat, JSON stays
// one valid object a line, and no line is passed over in silence.
func FuzzPiped(f *testing.F) {
	for _, s := range []string{
		"", "a\nb", "/react 👍 #1\n/edit #\n/image \"\n/delete\n", "\x00\xff\n\r\n\x1b[2J", "/reply #1 x\n/unreact\n",
		"/react \u200d\n", "/edit #00000000000000000001 x", "/image /dev/null x",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		c, out := piped(in, "s")
		c.JSON = true
		keys := map[string]bool{}
		for _, e := range converse(t, c, echo) {
			if keys[e.Key] || (e.Message == "") == (e.Handle == "") || strings.ContainsRune(e.Text, 0) {
				t.Fatalf("bad event %+v", e)
			}
			keys[e.Key] = true
		}
		spoken := 0
		for line := range strings.SplitSeq(in, "\n") {
			if strings.TrimSpace(strings.ToValidUTF8(line, "\uFFFD")) != "" {
				spoken++
			}
		}
		objects := strings.Count(out.String(), "\n")
		if objects != spoken {
			t.Fatalf("%d lines, %d objects:\n%s", spoken, objects, out)
		}
		for line := range strings.Lines(out.String()) {
			if !json.Valid([]byte(line)) {
				t.Fatalf("not JSON: %s", line)
			}
		}
	})
}

// An answer that comes after its turn was over, as that of what was set aside, names the line
// it answers; one to another session names none.
func TestALateAnswerNamesItsLine(t *testing.T) {
	c, out := piped("one\nbackground two\nthree\n", "s")
	c.JSON = true
	converse(t, c, echo)
	for _, x := range []struct {
		to   connectors.MessageID
		line string
	}{{"console/s/2", `{"line":2,`}, {"console/other/2", `{"line":0,`}, {"console/s/post/2", `{"line":0,`}} {
		out.Reset()
		p := connectors.Post{Place: console.Here(), Text: "Done.", Answers: &connectors.Answer{To: x.to}}
		if _, err := c.Send(t.Context(), p); err != nil {
			t.Fatal(err)
		}
		if got := out.String(); !strings.HasPrefix(got, x.line) {
			t.Errorf("the answer to %s is %s", x.to, got)
		}
	}
}

func BenchmarkPipedTurn(b *testing.B) {
	b.ReportAllocs()
	c, _ := piped("", "s")
	c.Out = io.Discard
	c.In = strings.NewReader(strings.Repeat("What is due on Friday?\n", b.N))
	post := connectors.Post{Place: console.Here(), Text: "**Two things are due.**\n\n- Draft for Priya\n- Freight comparison"}
	sink := func(ctx context.Context, e connectors.Event) error {
		a := connectors.Answer{To: e.ID()}
		post.Answers = &a
		if _, err := c.Send(ctx, post); err != nil {
			return err
		}
		return c.Finished(ctx, a)
	}
	if err := c.Run(b.Context(), "", sink); err != nil {
		b.Fatal(err)
	}
}

// filling takes nothing while it is full.
type filling struct{ full bool }

func (f *filling) Write(p []byte) (int, error) {
	if f.full {
		return 0, syscall.ENOSPC
	}
	return len(p), nil
}

// A disk that is full again and again while nobody says anything holds nothing up, and once it
// has room the next line is answered.
func TestRoomAgain(t *testing.T) {
	c, _ := piped("hello\n", "room")
	out := &filling{}
	c.Out = out
	post := connectors.Post{Place: console.Here(), Text: "a reminder"}
	fill := func(ctx context.Context) {
		for range 2 {
			for _, out.full = range []bool{true, true, true, false} {
				if _, err := c.Send(ctx, post); (err != nil) != out.full {
					t.Errorf("sending: %v, full: %v", err, out.full)
				}
			}
		}
	}
	err := c.Run(t.Context(), "", func(ctx context.Context, e connectors.Event) error {
		fill(ctx)
		return c.Finished(ctx, connectors.Answer{To: e.ID()})
	})
	if err != nil {
		t.Error(err)
	}
}

// full takes nothing, as a full disk does.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

// Where nothing can be written the next line is not waited for, for ever.
func TestNothingCanBeWritten(t *testing.T) {
	c, _ := piped("one\ntwo\n", "full")
	c.Out = full{}
	heard := 0
	err := c.Run(t.Context(), "", func(ctx context.Context, e connectors.Event) error {
		heard++
		for range 3 {
			_, err := c.Send(ctx, connectors.Post{Place: console.Here(), Text: "hello", Answers: &connectors.Answer{To: e.ID()}})
			var ce *connectors.Error
			if !errors.As(err, &ce) || ce.Reason != connectors.Temporary {
				t.Errorf("sending: %v", err)
			}
		}
		return nil
	})
	var ce *connectors.Error
	if !errors.As(err, &ce) || ce.Reason != connectors.Gone || !errors.Is(err, console.ErrFull) || !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("it ended with %v", err)
	}
	if heard != 1 {
		t.Errorf("%d lines were taken", heard)
	}
}
