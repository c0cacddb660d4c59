package main

import (
	"bytes"
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"citadel/cmd/internal/host"
	"citadel/connectors/mattermost/mattermostserver"
	"citadel/connectors/slack/slackserver"
	"citadel/connectors/telegram/telegramserver"
)

// until polls until something holds.
func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for !holds() {
		select {
		case <-ctx.Done():
			t.Fatalf("%s: it never came to that", what)
		case <-look.C:
		}
	}
}

// wire is a platform that speaks its real wire on loopback, and the principal on it.
type wire struct {
	environ []string // where it is
	typed   string   // what the set-up is told
	tokens  []string
	say     func(string)
	shown   func() []string
	revoke  func()

	wrote  string // how the set-up announces him
	doctor []string
}

func slackWire(t *testing.T) wire {
	s := &slackserver.Server{Now: time.Now}
	s.Start()
	t.Cleanup(s.Close)
	return wire{
		environ: []string{"SLACK_API_URL=" + s.URL()},
		typed:   "1\n" + slackserver.AppToken + "\n" + slackserver.BotToken + "\n2\n",
		tokens:  []string{slackserver.AppToken, slackserver.BotToken},
		say:     func(text string) { s.Say(text) },
		shown: func() (out []string) {
			for _, p := range s.Shown(slackserver.Home) {
				out = append(out, p.Text)
			}
			return out
		},
		revoke: func() { s.Refuse("token_revoked") },
		wrote:  `"Sam" sent the number (account ending in USAM)`,
		doctor: []string{"Slack answers: I am @citadel, in Acme", "linked: your account whose id ends in USAM, which admins may read", "has all scopes for direct messages and channels"},
	}
}

func telegramWire(t *testing.T) wire {
	s := &telegramserver.Server{}
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return wire{
		environ: []string{"TELEGRAM_API_URL=" + s.URL},
		typed:   telegramserver.Token + "\n",
		tokens:  []string{telegramserver.Token},
		say:     func(text string) { s.Say(text) },
		shown: func() (out []string) {
			for _, p := range s.Shown(telegramserver.Principal) {
				out = append(out, p.Text)
			}
			return out
		},
		revoke: func() { s.Revoke(true) },
		wrote:  `"Sam" sent the number (account ending in 1001)`,
		doctor: []string{"Telegram answers: I am @" + telegramserver.Username, "linked: your account whose id ends in 1001, read by you alone", "Telegram is spoken to at " + s.URL},
	}
}

func mattermostWire(t *testing.T) wire {
	s := &mattermostserver.Server{}
	s.Start()
	t.Cleanup(s.Close)
	sam := s.AddPerson("sam")
	ending := sam.ID[len(sam.ID)-4:]
	return wire{
		typed:  s.URL() + "\n" + s.Token() + "\n2\n",
		tokens: []string{s.Token()},
		say:    func(text string) { sam.Say(text) },
		shown: func() (out []string) {
			for _, p := range s.Shown(sam.DM()) {
				out = append(out, p.Text)
			}
			return out
		},
		revoke: s.Revoke,
		wrote:  "sent the number (account ending in " + ending + ")",
		doctor: []string{"Mattermost answers: I am @citadel", "linked: your account whose id ends in " + ending + ", which admins may read"},
	}
}

// theNumber is what pairs in the tests.
const theNumber = "4827"

// noted is an output that says when some words stand in it.
type noted struct {
	mu    sync.Mutex
	text  bytes.Buffer
	words string
	then  func()
}

func (n *noted) Write(b []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.text.Write(b)
	if n.then != nil && strings.Contains(n.text.String(), n.words) {
		go n.then()
		n.then = nil
	}
	return len(b), nil
}

func (n *noted) String() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.text.String()
}

// The whole product over the wires of the platforms: the set-up pairs, citadel answers what
// was written before its start and after it, doctor finds it well, and a token that is
// revoked is named.
func TestOverTheWire(t *testing.T) {
	for platform, build := range map[string]func(*testing.T) wire{"slack": slackWire, "telegram": telegramWire, "mattermost": mattermostWire} {
		t.Run(platform, func(t *testing.T) { overTheWire(t, platform, build(t)) })
	}
}

func overTheWire(t *testing.T, platform string, w wire) {
	home := newHome(t)
	call := func(ctx context.Context, typed string, out *noted, args ...string) int {
		code := run(ctx, append([]string{"--home", home}, args...), &environment{
			in: strings.NewReader(typed), out: out, err: out, environ: append([]string{"TZ=Australia/Melbourne"}, w.environ...),
			now: time.Now, platform: host.Platform, number: func() string { return theNumber },
		})
		for _, secret := range append(w.tokens, "bakery", "Porto", "milk") {
			if strings.Contains(out.String(), secret) {
				t.Errorf("%v shows a token, or what was written:\n%s", args, out)
			}
		}
		return code
	}
	shown := func(words string) {
		t.Helper()
		until(t, words+" is shown", func() bool { return strings.Contains(strings.Join(w.shown(), "\n"), words) })
	}

	out := &noted{words: "Waiting for a message.", then: func() {
		w.say("remember to buy milk")
		w.say(theNumber)
		w.say("remember to buy bread")
	}}
	if code := call(t.Context(), w.typed, out, "setup", platform); code != 0 || !strings.Contains(out.String(), w.wrote) || !strings.Contains(out.String(), "I said so there.") {
		t.Fatalf("status %d:\n%s", code, out)
	}
	shown("Linked: this ")

	w.say("My sister Ana moved to Porto in March to open a bakery.")
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan int, 1)
	log := &noted{}
	go func() { done <- call(ctx, "never read", log) }()
	until(t, "how it is heard is written down", func() bool {
		h, err := host.ReadHealth(home)
		_, known := h.Silent[platform]
		return err == nil && known
	})
	w.say("Where does Ana live?")
	shown("Porto")
	for _, words := range []string{"Kept: to buy milk", "Kept: to buy bread"} {
		if n := strings.Count(strings.Join(w.shown(), "\n"), words); n != 1 {
			t.Errorf("what was written before the start was answered with %q %d times: %q", words, n, w.shown())
		}
	}
	out = &noted{}
	code := call(t.Context(), "", out, "doctor")
	for _, line := range w.doctor {
		if !strings.Contains(out.String(), line) {
			t.Errorf("status %d, %q is missing in\n%s", code, line, out)
		}
	}
	out = &noted{}
	code = call(t.Context(), "y\n", out, "setup", platform)
	if s := out.String(); code != 0 || !strings.Contains(s, "It talks there with these tokens. Linked already: your account") || !strings.Contains(s, "Nothing more is needed.") || strings.Contains(s, "start it again") {
		t.Errorf("beside it: status %d:\n%s", code, s)
	}
	stop()
	if code := <-done; code != 0 || !strings.Contains(log.String(), "platforms="+platform) {
		t.Errorf("status %d:\n%s", code, log)
	}

	w.revoke()
	out = &noted{}
	if code := call(t.Context(), "", out, "doctor"); code != 1 || !strings.Contains(out.String(), " does not accept the token.") {
		t.Errorf("status %d:\n%s", code, out)
	}
}
