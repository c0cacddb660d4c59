package setup_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"citadel/cmd/internal/setup"
	"citadel/config"
	"citadel/connectors"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// The tokens of the tests. Nothing of them may be shown.
const (
	appToken      = "xapp-1-Zq7"
	botToken      = "xoxb-2-Zq7"
	telegramToken = "4200:Zq7"
	serverToken   = "zq7abcdef"
)

// number is what is to be sent.
const number = "4827"

// platform is a chat platform as far as the set-up sees it.
type platform struct {
	name     string
	self     connectors.Self
	refuses  func(config.Platforms) error // of Identify
	findings [][]connectors.Finding       // one after the other, the last again and again
	said     [][]connectors.Event         // by each Run; then it waits
	drops    []error                      // of the Runs before

	heard   []string // by the sink's answer: "taken" or "not taken", and the key
	from    connectors.Cursor
	checked int
}

func (p *platform) Name() string              { return p.name }
func (p *platform) Limits() connectors.Limits { return connectors.Limits{} }

func (p *platform) Identify(context.Context) (connectors.Self, error) { return p.self, nil }

func (p *platform) Check(context.Context) []connectors.Finding {
	p.checked++
	if len(p.findings) == 0 {
		return nil
	}
	return p.findings[min(p.checked, len(p.findings))-1]
}

func (p *platform) Run(ctx context.Context, from connectors.Cursor, sink connectors.Sink) error {
	p.from = from
	if len(p.drops) > 0 {
		err := p.drops[0]
		p.drops = p.drops[1:]
		return err
	}
	for _, e := range slice(p.said) {
		if err := sink(ctx, e); err != nil {
			p.heard = append(p.heard, "not taken "+e.Key)
			return fmt.Errorf("%s: run: %w", p.name, err)
		}
		p.heard = append(p.heard, "taken "+e.Key)
	}
	<-ctx.Done()
	return ctx.Err()
}

// slice is everything that is there to be read: what was not taken comes again.
func slice(said [][]connectors.Event) (all []connectors.Event) {
	for _, s := range said {
		all = append(all, s...)
	}
	return all
}

func (p *platform) Send(context.Context, connectors.Post) (connectors.MessageID, error) {
	return "", &connectors.Error{Op: p.name + ": send", Reason: connectors.Invalid} // the set-up leaves that to others
}

// with is a platform whose answer to Identify depends on the tokens.
type with struct {
	*platform
	tokens config.Platforms
}

func (w with) Identify(context.Context) (connectors.Self, error) {
	if w.refuses != nil {
		if err := w.refuses(w.tokens); err != nil {
			return connectors.Self{}, err
		}
	}
	return w.self, nil
}

func message(platform, id, name, text string) connectors.Event {
	at := connectors.Place{Platform: platform, Account: "A1", Room: "D-" + id, Thread: "t"}
	said := text
	if !strings.HasSuffix(text, number) {
		said += " Zq7" // which must not be shown
	}
	return connectors.Event{
		Key: id + "/" + text, Kind: connectors.Message, Message: "1", Place: at, Direct: true, Text: said, Cursor: connectors.Cursor("after " + text),
		From: connectors.Person{Platform: platform, Account: "A1", ID: id, Name: name},
	}
}

func slackbot() *platform {
	return &platform{
		name: "slack", self: connectors.Self{Account: "A1", Title: "Acme", Name: "@Citadel", Address: "https://acme.slack.com/app/A1"},
		findings: [][]connectors.Finding{{{Well: true, What: "The bot token is that of @Citadel in the workspace Acme."}}},
		said:     [][]connectors.Event{{message("slack", "U00004471", "Sam Rivera", number)}},
	}
}

// scene is one walk through the set-up.
type scene struct {
	platform *platform
	typed    []string // one line an answer; a secret is typed like any other
	home     string
	environ  []string
	running  bool
	talks    bool
	pipe     bool // not a terminal
	linked   []string
	linkErr  error
	mute     bool        // nothing can be said
	typing   func(n int) // before the n-th line is typed, from 0
	ctx      context.Context

	transcript bytes.Buffer
	link       string // what was linked
	next       connectors.Cursor
	meanwhile  []string // keys
	err        error
}

// play walks through it.
func (s *scene) play(t *testing.T) {
	t.Helper()
	if s.home == "" {
		s.home = t.TempDir()
	}
	c, err := config.Load(s.home, append([]string{"TZ=UTC"}, s.environ...))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	next := func() (string, error) {
		if s.typing != nil {
			s.typing(n)
		}
		if n == len(s.typed) {
			return "", io.EOF
		}
		n++
		return s.typed[n-1], nil
	}
	o := setup.Options{
		Platform: s.platform.name, Home: s.home, Given: c.Platforms, Out: &s.transcript, Echoed: !s.pipe, Running: s.running, Number: number,
		In: reader(func() (string, error) {
			line, err := next()
			if err == nil && !s.pipe {
				s.transcript.WriteString(line + "\n")
			}
			return line + "\n", err
		}),
		Connect: func(p config.Platforms) connectors.Connector { return with{s.platform, p} },
		Talks:   func() bool { return s.talks },
		Linked:  func(context.Context) ([]string, connectors.Cursor, error) { return s.linked, "c7", nil },
		Link: func(_ context.Context, c connectors.Connector, k setup.Knock, audience string) (bool, error) {
			s.link = fmt.Sprintf("%s at %s/%s%s: %s", k.From.ID, k.At.Account, k.At.Room, k.At.Thread, audience)
			s.next = k.Next
			for _, e := range k.Meanwhile {
				s.meanwhile = append(s.meanwhile, e.Key)
			}
			return c.Name() == k.From.Platform && !s.mute, s.linkErr
		},
	}
	if !s.pipe {
		o.Hidden = next
	}
	if s.ctx == nil {
		s.ctx = t.Context()
	}
	s.err = setup.Run(s.ctx, o)
	if n < len(s.typed) {
		t.Errorf("nobody asked for %q", s.typed[n:])
	}
	s.private(t)
}

// private holds that neither a token nor what somebody wrote is shown, and that .env is closed.
func (s *scene) private(t *testing.T) {
	t.Helper()
	if strings.Contains(strings.ToLower(s.transcript.String()), "zq7") {
		t.Errorf("a token, or what was written, is shown:\n%s", s.transcript.String())
	}
	info, err := os.Stat(filepath.Join(s.home, config.EnvName))
	if err == nil && info.Mode().Perm() != 0o600 {
		t.Errorf(".env is %v", info.Mode())
	}
}

type reader func() (string, error)

func (r reader) Read(b []byte) (int, error) {
	line, err := r()
	if err != nil {
		return 0, err
	}
	return copy(b, line), nil
}

// kept is what .env holds.
func (s *scene) kept(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(s.home, config.EnvName))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return string(b)
}

func (s *scene) golden(t *testing.T, name string) {
	t.Helper()
	got := strings.ReplaceAll(s.transcript.String(), s.home, "/home/sam/.citadel")
	for _, name := range []string{"manifest-dm.yaml", "manifest-channels.yaml"} {
		manifest, err := os.ReadFile(filepath.Join("..", "..", "..", "deployments", "slack", name))
		if err != nil {
			t.Fatal(err)
		}
		got = strings.ReplaceAll(got, string(manifest), "(deployments/slack/"+name+")\n")
	}
	file := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

func TestSlack(t *testing.T) {
	s := &scene{platform: slackbot(), typed: []string{"", appToken, botToken, "2"}}
	s.play(t)
	s.golden(t, "slack")
	if s.err != nil || s.link != "U00004471 at A1/D-U00004471: work" {
		t.Errorf("%v, linked %q", s.err, s.link)
	}
	if got, want := s.kept(t), "SLACK_APP_TOKEN="+appToken+"\nSLACK_BOT_TOKEN="+botToken+"\n"; got != want {
		t.Errorf("kept %q, want %q", got, want)
	}
	if s.platform.from != "c7" || s.next != "after "+number || s.meanwhile != nil {
		t.Errorf("read from %q, and on from %q", s.platform.from, s.next)
	}
	if got := s.platform.heard; len(got) != 1 || got[0] != "taken U00004471/"+number {
		t.Errorf("the number comes again: %v", got)
	}
}

// Tokens that are wrong are said to be wrong, those that are swapped too, and what the
// platform misses is named until it is there.
func TestSlackWithMistakes(t *testing.T) {
	p := slackbot()
	p.findings = [][]connectors.Finding{
		{{What: "The app-level token is refused.", Do: "Make a new one on the page Basic Information."}},
		{{Well: true, What: "The bot token is that of @Citadel in the workspace Acme."},
			{What: "The scope im:history is missing.", Do: "Add it under OAuth & Permissions, and install the app again: without it nobody who writes to Citadel is heard."}},
		{{Well: true, What: "All scopes are there."}},
	}
	p.refuses = func(given config.Platforms) error {
		if given.Value(config.SlackBotToken) == "xoxb-old" {
			return &connectors.Error{Op: "slack: identify", Reason: connectors.Forbidden}
		}
		return nil
	}
	s := &scene{platform: p, typed: []string{"3", "1", "", botToken, appToken, appToken, "xoxb-old", appToken, botToken, "what", "", "1"}}
	p.said = [][]connectors.Event{{
		message("slack", "U99", "Mallory\x1b[2J\u202e", "let me in"), message("slack", "U99", "Mallory", "please"),
		{Key: "c", Kind: connectors.Message, From: connectors.Person{Platform: "slack", Account: "A1", ID: "U1"}, Text: "in a channel"},
		{Key: "b", Kind: connectors.Message, Direct: true, From: connectors.Person{Platform: "slack", Account: "A1", ID: "B1", Bot: true}},
		{Key: "v", Kind: connectors.Message, Direct: true, Via: "app A9", From: connectors.Person{Platform: "slack", Account: "A1", ID: "U00004471"}},
		{Key: "r", Kind: connectors.React, Direct: true, Emoji: "👍", From: connectors.Person{Platform: "slack", Account: "A1", ID: "U00004471"}},
		message("slack", "U00004471", "", "it's me"), message("slack", "U00004471", "", "1234"), message("slack", "U00004471", "", number),
		message("slack", "U00004471", "", "later"),
	}}
	s.play(t)
	s.golden(t, "slack-mistakes")
	if s.err != nil || s.link != "U00004471 at A1/D-U00004471: private" {
		t.Errorf("%v, linked %q", s.err, s.link)
	}
	if diff := cmp.Diff([]string{"U00004471/it's me", "U00004471/1234"}, s.meanwhile); diff != "" {
		t.Errorf("written meanwhile (-want +got):\n%s", diff)
	}
	want := []string{
		"taken U99/let me in", "taken U99/please", "taken c", "taken b", "taken v", "taken r",
		"taken U00004471/it's me", "taken U00004471/1234", "taken U00004471/4827", "not taken U00004471/later",
	}
	if diff := cmp.Diff(want, p.heard); diff != "" {
		t.Errorf("heard (-want +got):\n%s", diff)
	}
}

func TestTelegram(t *testing.T) {
	p := &platform{
		name: "telegram", self: connectors.Self{Account: "4200", Title: "Citadel", Name: "@sam_citadel_bot", Address: "https://t.me/sam_citadel_bot"},
		findings: [][]connectors.Finding{{{Well: true, What: "The token is that of @sam_citadel_bot."}}},
		said:     [][]connectors.Event{{message("telegram", "1001234471", "Sam", "start "+number)}},
	}
	s := &scene{platform: p, typed: []string{telegramToken}}
	s.play(t)
	s.golden(t, "telegram")
	if s.err != nil || s.link != "1001234471 at A1/D-1001234471: private" {
		t.Errorf("%v, linked %q", s.err, s.link)
	}
}

// From a pipe the same questions are asked, and what is piped is not repeated.
func TestMattermostFromAPipe(t *testing.T) {
	p := &platform{
		name: "mattermost", self: connectors.Self{Account: "chat.example", Title: "chat.example", Name: "@citadel"},
		findings: [][]connectors.Finding{{{Well: true, What: "The token is that of @citadel."}}},
		said:     [][]connectors.Event{{message("mattermost", "4xp9fdt77pncbef59f4k1qe83o", "@sam", "hi"), message("mattermost", "4xp9fdt77pncbef59f4k1qe83o", "@sam", number)}},
		drops:    []error{&connectors.Error{Op: "mattermost: run", Reason: connectors.Temporary}},
	}
	s := &scene{platform: p, home: t.TempDir(), pipe: true, typed: []string{"chat.example", "https://Chat.example/", serverToken, ""}}
	synctest.Test(t, func(t *testing.T) {
		s.ctx = t.Context()
		s.play(t)
	})
	s.golden(t, "mattermost-piped")
	if s.err != nil || s.link != "4xp9fdt77pncbef59f4k1qe83o at A1/D-4xp9fdt77pncbef59f4k1qe83o: work" {
		t.Errorf("%v, linked %q", s.err, s.link)
	}
	if got, want := s.kept(t), "MATTERMOST_URL=https://chat.example\nMATTERMOST_TOKEN="+serverToken+"\n"; got != want {
		t.Errorf("kept %q, want %q", got, want)
	}
}

// Beside a running citadel nothing is listened to: it says how to go on by a code. Other
// lines of .env stay.
func TestBesideARunningCitadel(t *testing.T) {
	s := &scene{platform: slackbot(), running: true, home: t.TempDir(), typed: []string{"n", "", appToken, botToken}, environ: []string{"SLACK_BOT_TOKEN=xoxb-1"}}
	if err := os.WriteFile(filepath.Join(s.home, config.EnvName), []byte("# mine\nSLACK_APP_TOKEN=xapp-1\nOPENAI_API_KEY=k\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.play(t)
	s.golden(t, "running")
	if s.err != nil || s.link != "" || s.platform.heard != nil {
		t.Errorf("%v, linked %q, heard %v", s.err, s.link, s.platform.heard)
	}
	if got, want := s.kept(t), "# mine\nSLACK_APP_TOKEN="+appToken+"\nOPENAI_API_KEY=k\nSLACK_BOT_TOKEN="+botToken+"\n"; got != want {
		t.Errorf("kept %q, want %q", got, want)
	}
}

// Beside a running citadel it says what is to be done there, and nothing that is not.
func TestWhatIsLeftBesideARunningCitadel(t *testing.T) {
	const restart, code, all = "stop it and start it again", "un `citadel link`", "Nothing more is needed."
	for name, test := range map[string]struct {
		talks, linked, anew bool
		says, not           []string
	}{
		"all is there":     {true, true, false, []string{all, "Linked already: your"}, []string{restart}},
		"not linked":       {true, false, false, []string{"Run `citadel link`"}, []string{restart, all}},
		"not started with": {false, true, false, []string{restart, "Linked already: your"}, []string{all}},
		"other tokens":     {true, true, true, []string{restart, "Linked already: your"}, []string{all}},
		"neither":          {false, false, false, []string{restart, "Then run `citadel link`"}, []string{all}},
	} {
		t.Run(name, func(t *testing.T) {
			s := &scene{platform: slackbot(), running: true, talks: test.talks, home: t.TempDir(), typed: []string{"y"}}
			if test.anew {
				s.typed = []string{"n", "", appToken, botToken + "b"}
			}
			if test.linked {
				s.linked = []string{"your account whose id ends in 4471"}
			}
			if err := os.WriteFile(filepath.Join(s.home, config.EnvName), []byte("SLACK_APP_TOKEN="+appToken+"\nSLACK_BOT_TOKEN="+botToken+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			s.play(t)
			for _, words := range append(test.says, code) {
				if s.err != nil || !strings.Contains(s.transcript.String(), words) {
					t.Errorf("%v, %q is missing in\n%s", s.err, words, s.transcript.String())
				}
			}
			for _, words := range test.not {
				if strings.Contains(s.transcript.String(), words) {
					t.Errorf("%q stands in\n%s", words, s.transcript.String())
				}
			}
		})
	}
}

// Where an account is linked already, its messages are left for the citadel that starts next.
func TestLinkedAlready(t *testing.T) {
	s := &scene{platform: slackbot(), home: t.TempDir(), typed: []string{""}, linked: []string{"your Slack account (id ends in 4471)"}}
	if err := os.WriteFile(filepath.Join(s.home, config.EnvName), []byte("SLACK_APP_TOKEN="+appToken+"\nSLACK_BOT_TOKEN="+botToken+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.play(t)
	s.golden(t, "linked")
	if s.err != nil || s.link != "" || s.platform.heard != nil {
		t.Errorf("%v, linked %q, heard %v", s.err, s.link, s.platform.heard)
	}
}

// Stopped anywhere, by Ctrl-C or by the end of the input, nothing is half done, and what was
// kept is said.
func TestStopped(t *testing.T) {
	all := []string{"", appToken, botToken, "2"}
	for n := range all {
		for _, how := range []string{"the end", "Ctrl-C"} {
			t.Run(fmt.Sprintf("%s at question %d", how, n+1), func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				s := &scene{platform: slackbot(), typed: all[:n], ctx: ctx}
				if how == "Ctrl-C" {
					s.typing = func(i int) {
						if i == n {
							cancel()
						}
					}
				}
				s.play(t)
				if !errors.Is(s.err, setup.ErrStopped) || s.link != "" {
					t.Errorf("%v, linked %q", s.err, s.link)
				}
				says := "Stopped. Nothing was changed."
				if n > 2 {
					says = "Stopped. The tokens are kept, and no account was linked. `citadel setup slack` goes on from there."
				}
				if (s.kept(t) != "") != (n > 2) || !strings.HasSuffix(s.transcript.String(), says+"\n") {
					t.Errorf("kept %q, and it says\n%s", s.kept(t), s.transcript.String())
				}
			})
		}
	}
}

// Tokens that were accepted are kept, also by whoever stops to mend what is still missing.
func TestStoppedToMend(t *testing.T) {
	p := slackbot()
	p.findings = [][]connectors.Finding{{{What: "The scope reactions:read is missing.", Do: "Add it."}}}
	s := &scene{platform: p, typed: []string{"", appToken, botToken}}
	s.play(t)
	if !errors.Is(s.err, setup.ErrStopped) || s.kept(t) == "" || !strings.Contains(s.transcript.String(), "The tokens are kept") {
		t.Errorf("%v, kept %q, and it says\n%s", s.err, s.kept(t), s.transcript.String())
	}
}

// A platform that cannot be reached is asked again, and nothing is kept unchecked.
func TestNoNetwork(t *testing.T) {
	p := slackbot()
	p.findings = [][]connectors.Finding{{{What: "Slack cannot be reached.", Do: "Check the network."}}}
	p.refuses = func(config.Platforms) error {
		return &connectors.Error{Op: "slack: identify", Reason: connectors.Temporary}
	}
	s := &scene{platform: p, typed: []string{"", appToken, botToken, "y", "n"}}
	s.play(t)
	s.golden(t, "no-network")
	if !errors.Is(s.err, setup.ErrStopped) || s.kept(t) != "" || p.checked != 2 {
		t.Errorf("%v, kept %q, checked %d times", s.err, s.kept(t), p.checked)
	}
}

// Nobody writes: it ends after a quarter of an hour, and says what was kept.
func TestNobodyWrites(t *testing.T) {
	p := slackbot()
	p.said = nil
	s := &scene{platform: p, home: t.TempDir(), typed: []string{"", appToken, botToken}}
	synctest.Test(t, func(t *testing.T) {
		s.ctx = t.Context()
		began := time.Now()
		s.play(t)
		if took := time.Since(began); took != 15*time.Minute {
			t.Errorf("it waited %s", took)
		}
	})
	if !errors.Is(s.err, setup.ErrStopped) || !strings.Contains(s.transcript.String(), "The number did not come for 15 minutes. The tokens are kept") {
		t.Errorf("%v:\n%s", s.err, s.transcript.String())
	}
}

// What goes wrong after the account was recognised is said as it is.
func TestAfterTheKnock(t *testing.T) {
	s := &scene{platform: slackbot(), typed: []string{"", appToken, botToken, "1"}, mute: true}
	s.play(t)
	if s.err != nil || s.link == "" || !strings.Contains(s.transcript.String(), "I could not say so there yet; `citadel doctor` tells more.") {
		t.Errorf("%v:\n%s", s.err, s.transcript.String())
	}

	broken := errors.New("the disk is full")
	s = &scene{platform: slackbot(), typed: []string{"", appToken, botToken, "1"}, linkErr: broken}
	s.play(t)
	if !errors.Is(s.err, broken) || strings.Contains(s.transcript.String(), "Linked") {
		t.Errorf("%v:\n%s", s.err, s.transcript.String())
	}

	p := slackbot()
	p.drops = []error{&connectors.Error{Op: "slack: run", Reason: connectors.Forbidden}}
	s = &scene{platform: p, typed: []string{"", appToken, botToken}}
	s.play(t)
	var refused *connectors.Error
	if !errors.As(s.err, &refused) || refused.Reason != connectors.Forbidden {
		t.Errorf("%v", s.err)
	}
}

func TestNoSuchPlatform(t *testing.T) {
	if err := setup.Run(t.Context(), setup.Options{Platform: "signal", In: strings.NewReader(""), Out: io.Discard}); err == nil {
		t.Error("there is no set-up of it")
	}
}

// Only the number pairs, whatever somebody is called: not a part of it, not passed on, not of
// another kind of message. With talk beside it that is heard too. Numbers cannot be tried out.
func TestOnlyTheNumberPairs(t *testing.T) {
	with := func(change func(*connectors.Event)) connectors.Event {
		e := message("slack", "U99", "Sam Rivera", number)
		e.Key = fmt.Sprintf("%p", change)
		change(&e)
		return e
	}
	p := slackbot()
	old := message("slack", "U00004471", "Sam Rivera", "long ago")
	old.At = time.Now().Add(-time.Hour)
	mine := message("slack", "U00004471", "Sam Rivera", "milk, and the number is 4827.")
	mine.At = time.Now()
	p.said = [][]connectors.Event{{
		with(func(e *connectors.Event) { e.Text = "48270" }), with(func(e *connectors.Event) { e.Text = "48 27" }),
		with(func(e *connectors.Event) { e.Forwarded = "Sam" }), with(func(e *connectors.Event) { e.Via = "app" }),
		with(func(e *connectors.Event) { e.Direct = false }), with(func(e *connectors.Event) { e.Kind = connectors.Edit }), old, mine,
	}}
	s := &scene{platform: p, typed: []string{"", appToken, botToken, "2"}}
	s.play(t)
	if s.err != nil || s.link != "U00004471 at A1/D-U00004471: work" || len(s.meanwhile) != 1 || s.meanwhile[0] != mine.Key {
		t.Errorf("%v, linked %q, meanwhile %q", s.err, s.link, s.meanwhile)
	}

	p = slackbot()
	p.said = [][]connectors.Event{{}}
	for i := range 30 {
		e := message("slack", "U99", "Sam Rivera", fmt.Sprint("try ", i))
		e.Text = fmt.Sprint(4810 + i) // the one is among them
		p.said[0] = append(p.said[0], e)
	}
	s = &scene{platform: p, typed: []string{"", appToken, botToken}}
	s.play(t)
	nobody := func(why string) {
		t.Helper()
		if !errors.Is(s.err, setup.ErrStopped) || s.link != "" || !strings.Contains(s.transcript.String(), "wrong numbers came in, so nobody was linked.") {
			t.Errorf("%s: %v, linked %q:\n%s", why, s.err, s.link, s.transcript.String())
		}
	}
	nobody("one after the other")

	for _, all := range []string{"4826 4827", "4827, 4827", "4827 is it not 1000"} {
		p = slackbot()
		p.said = [][]connectors.Event{{}}
		for i := range 6 {
			e := message("slack", "U99", "Sam Rivera", fmt.Sprint("both ", i))
			e.Text = all
			p.said[0] = append(p.said[0], e)
		}
		s = &scene{platform: p, typed: []string{"", appToken, botToken}}
		s.play(t)
		nobody(all)
	}

	// A long message is neither a try nor the number.
	p = slackbot()
	var flood strings.Builder
	for n := range 9000 {
		fmt.Fprintf(&flood, "%d ", 1000+n)
	}
	all := message("slack", "U99", "Sam Rivera", "flood")
	all.Text = flood.String()
	p.said = [][]connectors.Event{{all, mine}}
	s = &scene{platform: p, typed: []string{"", appToken, botToken, "2"}}
	s.play(t)
	if s.err != nil || s.link != "U00004471 at A1/D-U00004471: work" {
		t.Errorf("%v, linked %q", s.err, s.link)
	}
}
