package doctor_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"citadel/cmd/internal/doctor"
	"citadel/cmd/internal/host"
	"citadel/config"
	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/sqlite"
)

// asked is a platform that can be asked how it is set up, and nothing else.
type asked struct {
	connectors.Connector
	self  connectors.Self
	err   error
	found []connectors.Finding
	hangs bool
}

func (a asked) Identify(ctx context.Context) (connectors.Self, error) {
	if a.hangs {
		<-ctx.Done()
		return connectors.Self{}, &connectors.Error{Op: "identify", Reason: connectors.Temporary, Err: ctx.Err()}
	}
	return a.self, a.err
}

func (a asked) Check(ctx context.Context) []connectors.Finding {
	if a.hangs {
		<-ctx.Done()
	}
	return a.found
}

// tokens set all three platforms up.
const tokens = "SLACK_APP_TOKEN=xapp-Zq7\nSLACK_BOT_TOKEN=xoxb-Zq7\nTELEGRAM_BOT_TOKEN=42:Zq7\nMATTERMOST_URL=http://chat.example\nMATTERMOST_TOKEN=zq7\n"

var slackWell = asked{
	self:  connectors.Self{Account: "T1", Title: "Acme (acme.slack.com)", ID: "U1", Name: "@Citadel"},
	found: []connectors.Finding{{Well: true, What: "The bot token is that of @Citadel in the workspace Acme."}, {Well: true, What: "All scopes are there."}},
}

// linked writes accounts, and what else is said, into the ledger of a home.
func linked(t *testing.T, home string, all ...event.Payload) {
	t.Helper()
	store, err := sqlite.Open(t.Context(), filepath.Join(home, host.LedgerName))
	if err != nil {
		t.Fatal(err)
	}
	m, pens, err := memory.Open(t.Context(), memory.Options{
		Store: store, Principal: "me", Now: func() time.Time { return now.Add(-time.Hour) },
		Anchor: &ledger.FileAnchor{Path: filepath.Join(home, host.AnchorName)}, CheckpointEvery: 1 << 20,
	})
	if err != nil {
		t.Fatal(err)
	}
	var entries []ledger.Entry
	for _, p := range all {
		pen := pens.For(event.Accounts)
		switch f := p.(type) {
		case event.PostQueued:
			pen = pens.For(event.Outbox)
		case event.PostFailed: // the post before it
			f.Post = m.Head() + event.Seq(len(entries))
			p, pen = f, pens.For(event.Outbox)
		}
		entries = append(entries, pen.Write(p))
	}
	_, err = m.Record(t.Context(), entries...)
	if err := errors.Join(err, m.Close(t.Context())); err != nil {
		t.Fatal(err)
	}
}

func TestPlatforms(t *testing.T) {
	path := home(t, 3)
	write(t, path, ".env", tokens)
	linked(t, path,
		event.AccountLinked{Person: event.Person{Platform: "slack", Account: "T1", ID: "U00004471"}, Audience: event.Work, How: "setup"},
		event.AccountLinked{Person: event.Person{Platform: "telegram", Account: "42", ID: "1001234471"}, Audience: event.Private, How: "code"},
	)
	locked, err := host.LockHome(path)
	if err != nil {
		t.Fatal(err)
	}
	defer locked.Close()
	write(t, path, host.AliveName, now.Add(-time.Minute).Format(time.RFC3339))
	write(t, path, host.HealthName, `{"at":"`+now.Add(-10*time.Second).Format(time.RFC3339)+`","silent_s":{"slack":4,"telegram":1860}}`)
	o := options(path)
	o.Environ = append(o.Environ, "TELEGRAM_API_URL=http://127.0.0.1:8081")
	o.Platform = func(name string, p config.Platforms) connectors.Connector {
		switch name {
		case "slack":
			return slackWell
		case "telegram":
			return asked{self: connectors.Self{Account: "42", Title: "@sam_citadel_bot", Name: "@sam_citadel_bot"}, found: []connectors.Finding{
				{Well: true, What: "The token is that of @sam_citadel_bot."},
				{What: "A webhook is set, so nothing can be polled.", Do: "Start citadel once: it takes it away."},
			}}
		}
		if p.Mattermost.URL != "http://chat.example" || p.Mattermost.Token.Reveal() != "zq7" {
			t.Errorf("%s was given %+v", name, p.Mattermost)
		}
		return asked{err: &connectors.Error{Op: "mattermost: identify", Reason: connectors.Forbidden}}
	}
	golden(t, "platforms", o)
}

// finding is what one check says.
func finding(t *testing.T, o doctor.Options, check string) doctor.Finding {
	t.Helper()
	for _, f := range doctor.Examine(t.Context(), o) {
		if f.Check == check {
			if shown := fmt.Sprintf("%+v", f); strings.Contains(strings.ToLower(shown), "zq7") {
				t.Errorf("a token is shown: %s", shown)
			}
			return f
		}
	}
	return doctor.Finding{}
}

func TestPlatformConditions(t *testing.T) {
	for name, test := range map[string]struct {
		dotenv, yaml string
		environ      []string
		platform     asked
		linked       []event.Payload
		health       string // of a running citadel; empty: none runs
		check        string
		verdict      doctor.Verdict
		says, do     string // parts of it, and of its details
	}{
		"none":              {check: "slack"},
		"no codes":          {check: "pairing"},
		"all was delivered": {check: "undelivered", linked: []event.Payload{event.PostQueued{Text: "Zq7"}}},
		"something could not be delivered": {
			linked: []event.Payload{event.PostQueued{Place: event.Place{Platform: "telegram", Room: "5"}, Text: "Zq7"}, event.PostFailed{Reason: "forbidden"}},
			check:  "undelivered", verdict: doctor.Look, says: "1 message could not be delivered", do: "not blocked",
		},
		"too many wrong codes": {
			linked: slicesOf(event.PairingFailed{Connector: "slack", Sender: "x"}, 10),
			check:  "pairing", verdict: doctor.Look, says: "10 wrong codes came in", do: "citadel link --reopen",
		},
		"another program's": {
			environ: []string{"SLACK_BOT_TOKEN=xoxb-Zq7"}, check: "slack", verdict: doctor.OK, says: "SLACK_BOT_TOKEN is in the environment, but not SLACK_APP_TOKEN",
		},
		"swapped": {
			dotenv: "SLACK_APP_TOKEN=xoxb-Zq7\nSLACK_BOT_TOKEN=xapp-Zq7\n", check: "slack", verdict: doctor.Fail,
			says: "`SLACK_APP_TOKEN` on line 1: begins with xoxb-, so it is the other token", do: "until then citadel does not start",
		},
		"half": {
			dotenv: "MATTERMOST_TOKEN=zq7\n", check: "mattermost", verdict: doctor.Fail,
			says: "`MATTERMOST_URL`: is not set, but MATTERMOST_TOKEN is; run `citadel setup mattermost`", do: "Mend it",
		},
		"a scope is missing": {
			dotenv: tokens, check: "slack", verdict: doctor.Look, linked: account("slack"),
			platform: asked{self: slackWell.self, found: []connectors.Finding{{What: "The scope im:history is missing.", Do: "Add it under OAuth & Permissions."}}},
			says:     "The scope im:history is missing", do: "Add it under OAuth & Permissions.",
		},
		"nobody is linked": {
			dotenv: tokens, check: "slack", verdict: doctor.Look, platform: slackWell, says: "No account of yours is linked, so I answer nobody there", do: "citadel setup slack",
		},
		"linked by the settings": {
			dotenv: tokens, yaml: "slack: {user: U00004471}\n", check: "slack", verdict: doctor.OK, platform: slackWell, says: "slack.user in config.yaml is linked when it first writes",
		},
		"linked": {
			dotenv: tokens, check: "slack", verdict: doctor.OK, platform: slackWell, linked: account("slack"), says: "linked: your account whose id ends in 4471, which admins may read",
		},
		"refused": {
			dotenv: tokens, check: "telegram", verdict: doctor.Fail, linked: account("telegram"), says: "Telegram does not accept the token.", do: "citadel setup telegram",
			platform: asked{err: &connectors.Error{Op: "telegram: identify", Reason: connectors.Forbidden}},
		},
		"no network": {
			dotenv: tokens, check: "telegram", verdict: doctor.Look, linked: account("telegram"), says: "could not be asked", do: "Check the network.",
			platform: asked{err: &connectors.Error{Op: "telegram: identify", Reason: connectors.Temporary}},
		},
		"no answer in time": {
			dotenv: tokens, check: "telegram", verdict: doctor.Look, linked: account("telegram"), says: "could not be asked", platform: asked{hangs: true},
		},
		"not encrypted": {
			dotenv: tokens, check: "mattermost", verdict: doctor.Look, linked: account("mattermost"), platform: slackWell,
			says: "Words and the token go to http://chat.example unencrypted", do: "Write https:// in MATTERMOST_URL",
		},
		"on this computer": {
			dotenv: strings.Replace(tokens, "chat.example", "localhost:8065", 1), check: "mattermost", verdict: doctor.OK, linked: account("mattermost"), platform: slackWell,
			says: "Mattermost answers",
		},
		"set up after the start": {
			dotenv: tokens, check: "slack", verdict: doctor.Look, linked: account("slack"), platform: slackWell, health: `{"at":"NOW","silent_s":{"telegram":4}}`,
			says: "The running citadel does not talk on it", do: "Stop citadel and start it again",
		},
		"long ago": {
			dotenv: tokens, check: "slack", verdict: doctor.Look, linked: account("slack"), platform: slackWell, health: `{"at":"2026-11-19T00:00:00Z","silent_s":{"slack":4}}`,
			says: "The running citadel does not talk on it",
		},
		"silent": {
			dotenv: tokens, check: "slack", verdict: doctor.Look, linked: account("slack"), platform: slackWell, health: `{"at":"NOW","silent_s":{"slack":900}}`,
			says: "heard the last sign of it 15 min ago", do: "citadel.log",
		},
		"not yet": {
			dotenv: tokens, check: "slack", verdict: doctor.Look, linked: account("slack"), platform: slackWell, health: `{"at":"NOW","silent_s":{"slack":-1}}`,
			says: "has heard nothing of it yet", do: "Ask again in a minute",
		},
		"a finding without advice": {
			dotenv: tokens, check: "slack", verdict: doctor.Look, linked: account("slack"),
			platform: asked{self: slackWell.self, found: []connectors.Finding{{What: "Something is odd."}}},
			says:     "Something is odd", do: "citadel setup slack",
		},
		"no answer and nothing found": {
			dotenv: tokens, check: "slack", verdict: doctor.Look, linked: account("slack"),
			platform: asked{err: &connectors.Error{Op: "slack: identify", Reason: connectors.Temporary}, found: []connectors.Finding{{Well: true, What: "All is well."}}},
			says:     "could not be asked", do: "citadel setup slack",
		},
		"heard": {
			dotenv: tokens, check: "slack", verdict: doctor.OK, linked: account("slack"), platform: slackWell, health: `{"at":"NOW","silent_s":{"slack":899}}`,
			says: "heard of it 899 s ago",
		},
		"what only the one that runs finds": {
			dotenv: tokens, check: "slack", verdict: doctor.Look, linked: account("slack"), platform: slackWell,
			health: `{"at":"NOW","silent_s":{"slack":4},"faults":{"slack":[{"what":"A message that stands in Slack did not come.","do":"Subscribe to message.im."}]}}`,
			says:   "A message that stands in Slack did not come", do: "Subscribe to message.im.",
		},
		"what the one that ran before found": {
			dotenv: tokens, check: "slack", verdict: doctor.Look, linked: account("slack"), platform: slackWell,
			health: `{"at":"2026-11-19T00:00:00Z","silent_s":{"slack":4},"faults":{"slack":[{"what":"Mended since.","do":"Nothing."}]}}`,
			says:   "The running citadel does not talk on it", do: "Stop citadel and start it again",
		},
		"a torn file": {
			dotenv: tokens, check: "slack", verdict: doctor.Look, linked: account("slack"), platform: slackWell, health: `{"at":"NO`,
			says: "could not be found out", do: "Ask again in a minute",
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := home(t, 1)
			if test.dotenv != "" {
				write(t, path, ".env", test.dotenv)
			}
			if test.yaml != "" {
				write(t, path, "config.yaml", test.yaml)
			}
			if len(test.linked) > 0 {
				linked(t, path, test.linked...)
			}
			if test.health != "" {
				locked, err := host.LockHome(path)
				if err != nil {
					t.Fatal(err)
				}
				defer locked.Close()
				write(t, path, host.HealthName, strings.Replace(test.health, "NOW", now.Add(-time.Second).Format(time.RFC3339), 1))
			}
			o := options(path)
			o.Environ = append(o.Environ, test.environ...)
			o.Platform = func(string, config.Platforms) connectors.Connector { return test.platform }
			var f doctor.Finding
			if test.platform.hangs {
				synctest.Test(t, func(t *testing.T) { f = finding(t, o, test.check) })
			} else {
				f = finding(t, o, test.check)
			}
			all := f.Says + "\n" + strings.Join(f.Details, "\n")
			if f.Verdict != doctor.OK && f.Verdict != "" && f.Do == "" {
				t.Errorf("no advice: %+v", f)
			}
			if f.Verdict != test.verdict || !strings.Contains(all, test.says) || !strings.Contains(f.Do, test.do) {
				t.Errorf("%+v, want %s, %q and %q", f, test.verdict, test.says, test.do)
			}
		})
	}
}

func account(platform string) []event.Payload {
	return []event.Payload{event.AccountLinked{Person: event.Person{Platform: platform, Account: "A", ID: "U00004471"}, Audience: event.Work, How: "setup"}}
}

func slicesOf(p event.Payload, n int) (out []event.Payload) {
	for range n {
		out = append(out, p)
	}
	return out
}

// Platforms are asked at the same time, and how far that has come is shown.
func TestPlatformsAreAskedTogether(t *testing.T) {
	path := home(t, 1)
	write(t, path, ".env", tokens)
	o := options(path)
	var both sync.WaitGroup
	both.Add(3)
	o.Platform = func(string, config.Platforms) connectors.Connector { return together{&both} }
	var most int
	var mu sync.Mutex
	o.Progress = func(what string, done, all int) {
		mu.Lock()
		defer mu.Unlock()
		if what == "asking the platforms" {
			most = max(most, done)
			if all != 6 {
				t.Errorf("%d of %d", done, all)
			}
		}
	}
	doctor.Examine(t.Context(), o)
	if most != 6 {
		t.Errorf("shown up to %d", most)
	}
}

// together answers once all others were asked as well.
type together struct{ all *sync.WaitGroup }

func (t together) Identify(context.Context) (connectors.Self, error) {
	t.all.Done()
	t.all.Wait()
	return connectors.Self{Name: "@citadel"}, nil
}

func (together) Check(context.Context) []connectors.Finding { return nil }

func (together) Name() string              { return "slack" }
func (together) Limits() connectors.Limits { return connectors.Limits{} }
func (together) Run(context.Context, connectors.Cursor, connectors.Sink) error {
	return errors.ErrUnsupported
}
func (together) Send(context.Context, connectors.Post) (connectors.MessageID, error) {
	return "", errors.ErrUnsupported
}
