package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"citadel/cmd/internal/host"
	"citadel/config"
	"citadel/connectors"
	"citadel/connectors/console"
)

// stage is a chat platform in memory: what is said to it comes to every Run that begins,
// until it was taken.
type stage struct {
	name   string
	refuse error // of Run

	mu     sync.Mutex
	queue  []connectors.Event
	posts  []connectors.Post
	posted chan connectors.Post
}

func newStage(name string) *stage {
	return &stage{name: name, posted: make(chan connectors.Post, 100)}
}

func (s *stage) Name() string { return s.name }

func (s *stage) Limits() connectors.Limits { return connectors.Limits{Redelivers: true} }

func (s *stage) Identify(context.Context) (connectors.Self, error) {
	return connectors.Self{Account: "A1", Title: "Acme", Name: "@citadel"}, nil
}

func (s *stage) Check(context.Context) []connectors.Finding {
	return []connectors.Finding{{Well: true, What: "The token is that of @citadel."}}
}

func (s *stage) Run(ctx context.Context, _ connectors.Cursor, sink connectors.Sink) error {
	if s.refuse != nil {
		return s.refuse
	}
	for {
		s.mu.Lock()
		waiting := slices.Clone(s.queue)
		s.mu.Unlock()
		for _, e := range waiting {
			if err := sink(ctx, e); err != nil {
				return err
			}
			s.mu.Lock()
			s.queue = s.queue[1:]
			s.mu.Unlock()
		}
		if len(waiting) == 0 {
			<-ctx.Done()
			return ctx.Err()
		}
	}
}

func (s *stage) Send(_ context.Context, p connectors.Post) (connectors.MessageID, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.posts = append(s.posts, p)
	s.posted <- p
	return connectors.MessageID("p" + p.Key), nil
}

// say has somebody write directly.
func (s *stage) say(id, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queue = append(s.queue, connectors.Event{
		Key: id + "/" + text, Kind: connectors.Message, Message: connectors.MessageID(id + "/" + text), Direct: true, Text: text, At: today,
		Place: connectors.Place{Platform: s.name, Account: "A1", Room: "D" + id},
		From:  connectors.Person{Platform: s.name, Account: "A1", ID: id, Name: "Sam"},
	})
}

// await gives the first post that holds some words.
func (s *stage) await(t *testing.T, words string) connectors.Post {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for {
		select {
		case p := <-s.posted:
			if strings.Contains(p.Text, words) {
				return p
			}
		case <-ctx.Done():
			t.Fatalf("%s was not said on %s; it has %v", words, s.name, s.posts)
		}
	}
}

// unread is a standard input that must not be read.
type unread struct{ t *testing.T }

func (u unread) Read([]byte) (int, error) {
	u.t.Error("standard input was read")
	return 0, io.EOF
}

// onStages makes an environment in which platforms are stages. A platform that has none is
// not to be talked to.
func onStages(t *testing.T, in io.Reader, environ []string, stages ...*stage) (e *environment, out *bytes.Buffer) {
	out = &bytes.Buffer{}
	return &environment{
		in: in, out: out, err: out, environ: append([]string{"TZ=Australia/Melbourne"}, environ...), now: func() time.Time { return today },
		number: func() string { return theNumber },
		platform: func(name string, p config.Platforms, _ func() time.Time, _ *slog.Logger) connectors.Connector {
			if !p.On(name) {
				t.Errorf("%s is not set up", name)
			}
			for _, s := range stages {
				if s.name == name {
					return s
				}
			}
			t.Errorf("nobody is to talk on %s", name)
			return newStage(name)
		},
	}, out
}

const telegramToken = "TELEGRAM_BOT_TOKEN=42:Zq7"

// A service talks on its platforms and leaves standard input alone. A platform that refuses
// it takes no other one down.
func TestRunOnPlatforms(t *testing.T) {
	home := newHome(t)
	slack, telegram := newStage("slack"), newStage("telegram")
	slack.refuse = &connectors.Error{Op: "slack: run", Reason: connectors.Forbidden}
	telegram.say("1001", "help")
	e, out := onStages(t, unread{t}, []string{telegramToken, "CITADEL_TELEGRAM_USER=1001", "SLACK_APP_TOKEN=xapp-Zq7", "SLACK_BOT_TOKEN=xoxb-Zq7"}, slack, telegram)
	ctx, stop := context.WithCancel(t.Context())
	code := make(chan int, 1)
	go func() { code <- run(ctx, []string{"--home", home}, e) }()
	telegram.await(t, "remember")
	if health, err := host.ReadHealth(home); err != nil || !health.At.IsZero() {
		t.Errorf("%+v, %v: none of them has a pulse", health, err)
	}
	stop()
	if got := <-code; got != 0 {
		t.Errorf("status %d:\n%s", got, out)
	}
	if s := out.String(); strings.Contains(s, "Zq7") || !strings.Contains(s, `platforms="slack telegram"`) || !strings.Contains(s, "connector refused") {
		t.Errorf("the log:\n%s", s)
	}
}

// chat is the terminal alone, whatever is set up; what is wrong with platforms does not keep
// it from that, but keeps citadel from running without them.
func TestChatIsTheTerminalAlone(t *testing.T) {
	e, out := onStages(t, strings.NewReader("help\n"), []string{telegramToken})
	if code := run(t.Context(), []string{"--home", newHome(t), "chat"}, e); code != 0 || !strings.Contains(out.String(), "remember") {
		t.Errorf("status %d:\n%s", code, out)
	}
	wrong := []string{"TELEGRAM_BOT_TOKEN=Zq7"}
	e, out = onStages(t, strings.NewReader("help\n"), wrong)
	if code := run(t.Context(), []string{"--home", newHome(t), "chat"}, e); code != 0 {
		t.Errorf("status %d:\n%s", code, out)
	}
	e, out = onStages(t, unread{t}, wrong)
	if code := run(t.Context(), []string{"--home", newHome(t)}, e); code != 2 || !strings.Contains(out.String(), "is not the token of a bot") || strings.Contains(out.String(), "Zq7") {
		t.Errorf("status %d:\n%s", code, out)
	}
	e, out = onStages(t, unread{t}, []string{telegramToken})
	if code := run(t.Context(), []string{"--home", newHome(t), "--json"}, e); code != 1 || !strings.Contains(out.String(), "citadel chat --json") {
		t.Errorf("status %d:\n%s", code, out)
	}
}

// From nothing to an answer: the set-up checks and keeps the token, links who wrote, says so
// to him, and leaves his first message to the citadel that starts then.
func TestSetup(t *testing.T) {
	home := newHome(t)
	telegram := newStage("telegram")
	telegram.say("6664471", "let me in")
	telegram.say("1001234471", "start")
	telegram.say("1001234471", "remember the gate code is on the fridge")
	telegram.say("1001234471", theNumber)
	e, out := onStages(t, strings.NewReader("42:Zq7\n"), nil, telegram)
	if code := run(t.Context(), []string{"--home", home, "setup", "telegram"}, e); code != 0 {
		t.Fatalf("status %d:\n%s", code, out)
	}
	if s := out.String(); !strings.Contains(s, `"Sam" sent the number (account ending in 4471)`) || !strings.Contains(s, "I said so there.") || strings.Contains(s, "fridge") || strings.Contains(s, "Zq7") {
		t.Errorf("it says:\n%s", s)
	}
	p := telegram.await(t, "**Linked: this Telegram account (id ends in 4471).**")
	if p.Place.Room != "D1001234471" {
		t.Errorf("it was said in %+v", p.Place)
	}
	token, err := os.ReadFile(filepath.Join(home, config.EnvName))
	if err != nil || string(token) != telegramToken+"\n" {
		t.Errorf("%q, %v", token, err)
	}

	e, out = onStages(t, strings.NewReader("\n"), nil, telegram)
	if code := run(t.Context(), []string{"--home", home, "setup", "telegram"}, e); code != 0 || !strings.Contains(out.String(), "Linked already: your account whose id ends in 4471.") {
		t.Errorf("again: status %d:\n%s", code, out)
	}

	e, out = onStages(t, unread{t}, nil, telegram)
	ctx, stop := context.WithCancel(t.Context())
	code := make(chan int, 1)
	go func() { code <- run(ctx, []string{"--home", home}, e) }()
	telegram.await(t, "fridge")

	beside, said := onStages(t, strings.NewReader("y\n"), nil, telegram)
	if code := run(t.Context(), []string{"--home", home, "setup", "telegram"}, beside); code != 0 || !strings.Contains(said.String(), "A citadel is running in "+home) || !strings.Contains(said.String(), "`citadel link`") {
		t.Errorf("beside it: status %d:\n%s", code, said)
	}
	stop()
	if got := <-code; got != 0 {
		t.Errorf("status %d:\n%s", got, out)
	}
	if linked := count(telegram.posts, "**Linked"); linked != 1 {
		t.Errorf("it was said %d times that the account is linked", linked)
	}
}

func count(posts []connectors.Post, words string) (n int) {
	for _, p := range posts {
		if strings.Contains(p.Text, words) {
			n++
		}
	}
	return n
}

// A set-up that is stopped says so itself, and nothing more is said.
func TestSetupStopped(t *testing.T) {
	e, out := onStages(t, strings.NewReader(""), nil)
	if code := run(t.Context(), []string{"--home", newHome(t), "setup", "slack"}, e); code != 1 || !strings.HasSuffix(out.String(), "\nStopped. Nothing was changed.\n") {
		t.Errorf("status %d:\n%s", code, out)
	}
	e, out = onStages(t, strings.NewReader(""), nil)
	if code := run(t.Context(), []string{"--home", newHome(t), "setup", "signal"}, e); code != 2 || !strings.Contains(out.String(), "slack,telegram,mattermost") && !strings.Contains(out.String(), `"slack","telegram","mattermost"`) {
		t.Errorf("status %d:\n%s", code, out)
	}
}

// Whoever ends the input of the terminal ends the program, also beside platforms.
func TestTheTerminalEndsTheProgram(t *testing.T) {
	ctx, leave := context.WithCancelCause(t.Context())
	f := &front{&console.Console{In: strings.NewReader(""), Out: io.Discard, Session: "s", Now: time.Now}, leave}
	if err := f.Run(ctx, "", func(context.Context, connectors.Event) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if !errors.Is(context.Cause(ctx), host.ErrInputEnded) {
		t.Errorf("the program goes on: %v", context.Cause(ctx))
	}
	var c connectors.Connector = f
	_, finishes := c.(connectors.Finisher)
	_, drafts := c.(connectors.Drafter)
	if !finishes || !drafts {
		t.Error("it is less than a console")
	}
}

// A service whose only platform refuses it ends, and says what that means and what to do.
func TestTheOnlyPlatformRefuses(t *testing.T) {
	telegram := newStage("telegram")
	telegram.refuse = &connectors.Error{Op: "telegram: run", Reason: connectors.Forbidden, Err: errors.New("getMe: 401 Unauthorized")}
	e, out := onStages(t, unread{t}, []string{telegramToken, "CITADEL_TELEGRAM_USER=1001"}, telegram)
	code := run(t.Context(), []string{"--home", newHome(t)}, e)
	for _, words := range []string{"Telegram does not accept the token", "Everything said so far is kept", "`citadel setup telegram`", "`citadel doctor`"} {
		if code != 1 || !strings.Contains(out.String(), words) || strings.Contains(out.String(), "citadel: bot:") {
			t.Errorf("status %d, %q is missing in\n%s", code, words, out)
		}
	}
}

// A citadel that talks where nobody is linked says so at its start, and how that is mended.
func TestNobodyIsLinked(t *testing.T) {
	const words = "On Telegram no account of yours is linked, so nobody is answered there: stop me and run `citadel setup telegram`, or run `citadel link`.\n"
	for name, test := range map[string]struct {
		environ []string
		setup   bool
		says    bool
	}{
		"nobody": {nil, false, true}, "by the settings": {[]string{"CITADEL_TELEGRAM_USER=1001"}, false, false}, "by the set-up": {nil, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			home := newHome(t)
			telegram := newStage("telegram")
			environ := append([]string{telegramToken}, test.environ...)
			if test.setup {
				telegram.say("1001", theNumber)
				e, out := onStages(t, strings.NewReader("y\n"), environ, telegram)
				if code := run(t.Context(), []string{"--home", home, "setup", "telegram"}, e); code != 0 {
					t.Fatalf("status %d:\n%s", code, out)
				}
			}
			e, _ := onStages(t, unread{t}, environ, telegram)
			said := &noted{}
			e.err = said
			ctx, stop := context.WithCancel(t.Context())
			code := make(chan int, 1)
			go func() { code <- run(ctx, []string{"--home", home}, e) }()
			until(t, "it talks", func() bool { return strings.Contains(said.String(), "platforms=telegram") })
			stop()
			if got := <-code; got != 0 || strings.Contains(said.String(), words) != test.says {
				t.Errorf("status %d:\n%s", got, said)
			}
		})
	}
}
