package config_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"citadel/config"
)

// The tokens of the tests have a part that must be nowhere but in a token.
const (
	appToken      = "xapp-1-A1-2-Zq7"
	botToken      = "xoxb-1-2-Zq7"
	telegramToken = "4200:Zq7_x-Y"
)

func TestPlatforms(t *testing.T) {
	for name, test := range map[string]struct {
		dotenv  string
		environ []string
		on      string
		alone   string
		from    string
		wrong   string
	}{
		"none": {},
		"all": {
			dotenv:  "SLACK_APP_TOKEN=" + appToken + "\nSLACK_BOT_TOKEN=" + botToken + "\nTELEGRAM_BOT_TOKEN=" + telegramToken + "\n",
			environ: []string{"MATTERMOST_URL=https://Chat.example/team/", "MATTERMOST_TOKEN=zq7"},
			on:      "slack telegram mattermost",
			from: "MATTERMOST_TOKEN from the environment, MATTERMOST_URL from the environment, SLACK_APP_TOKEN from line 1 of .env, " +
				"SLACK_BOT_TOKEN from line 2 of .env, TELEGRAM_BOT_TOKEN from line 3 of .env",
		},
		"swapped": {
			dotenv: "SLACK_APP_TOKEN=" + botToken + "\nSLACK_BOT_TOKEN=" + appToken + "\n",
			wrong: `config: 2 things to change in DIR/.env:
  'SLACK_APP_TOKEN' on line 1: begins with xoxb-, so it is the other token; put it into SLACK_BOT_TOKEN, and the one that begins with xapp- into SLACK_APP_TOKEN
  'SLACK_BOT_TOKEN' on line 2: begins with xapp-, so it is the other token; put it into SLACK_APP_TOKEN, and the one that begins with xoxb- into SLACK_BOT_TOKEN`,
		},
		"others of Slack": {
			environ: []string{"SLACK_APP_TOKEN=xoxe.xoxp-Zq7", "SLACK_BOT_TOKEN=xoxp-Zq7"},
			wrong: `config: 2 things to change in the environment:
  'SLACK_APP_TOKEN': is a token that expires; switch token rotation off in the settings of the app, and copy the token that begins with xapp-
  'SLACK_BOT_TOKEN': does not begin with xoxb-; copy it again: the app-level token begins with xapp-, the bot token with xoxb-`,
		},
		"half, in .env": {
			dotenv: "# mine\nSLACK_BOT_TOKEN=" + botToken + "\n",
			from:   "SLACK_BOT_TOKEN from line 2 of .env",
			wrong: `config: 1 thing to change in DIR/.env:
  'SLACK_APP_TOKEN': is not set, but SLACK_BOT_TOKEN is; run 'citadel setup slack', or put it into .env in the home`,
		},
		"half, of another program": {
			environ: []string{"SLACK_BOT_TOKEN=" + botToken, "MATTERMOST_URL=https://a"},
			alone:   "SLACK_BOT_TOKEN MATTERMOST_URL",
			from:    "MATTERMOST_URL from the environment, SLACK_BOT_TOKEN from the environment",
		},
		"halves of both": {
			dotenv:  "SLACK_BOT_TOKEN=" + botToken + "\n",
			environ: []string{"SLACK_APP_TOKEN=" + appToken},
			on:      "slack",
			from:    "SLACK_APP_TOKEN from the environment, SLACK_BOT_TOKEN from line 1 of .env",
		},
		"the environment wins": {
			dotenv:  "TELEGRAM_BOT_TOKEN=nonsense\n",
			environ: []string{"TELEGRAM_BOT_TOKEN=" + telegramToken},
			on:      "telegram",
			from:    "TELEGRAM_BOT_TOKEN from the environment",
		},
		"not a token": {
			dotenv: "TELEGRAM_BOT_TOKEN=@citadel_Zq7_bot\nMATTERMOST_URL=https://sam:Zq7@chat.example\nMATTERMOST_TOKEN=“Zq7”\nSLACK_API_URL=Zq7\n",
			wrong: `config: 4 things to change in DIR/.env:
  'TELEGRAM_BOT_TOKEN' on line 1: is not the token of a bot; copy it again from BotFather: a number, a colon, and letters and digits
  'MATTERMOST_URL' on line 2: holds more than an address; take out the name, the password and what follows ? or #
  'MATTERMOST_TOKEN' on line 3: contains characters that no key has; copy it again, without quotes or spaces
  'SLACK_API_URL' on line 4: is not the address of a server; write one such as https://chat.example.com`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := home(t, "", test.dotenv)
			c, err := config.Load(dir, test.environ)
			if err != nil {
				t.Fatal(err)
			}
			p := c.Platforms
			var from []string
			for name, at := range p.From {
				from = append(from, name+" from "+at)
			}
			slices.Sort(from)
			wrong := ""
			if err := p.Err(); err != nil {
				var misset *config.Error
				if wrong = err.Error(); !errors.As(err, &misset) {
					t.Errorf("%T, want an *Error", err)
				}
			}
			want := strings.NewReplacer("DIR", dir, "'", "`").Replace(test.wrong)
			if diff := cmp.Diff(want, wrong); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
			if got := strings.Join(p.Names(), " "); got != test.on {
				t.Errorf("on are %q, want %q", got, test.on)
			}
			if got := strings.Join(p.Alone, " "); got != test.alone {
				t.Errorf("alone are %q, want %q", got, test.alone)
			}
			if got := strings.Join(from, ", "); got != test.from {
				t.Errorf("from %q, want %q", got, test.from)
			}
			if shown := fmt.Sprintf("%+v %v", c, p.Err()); strings.Contains(strings.ToLower(shown), "zq7") {
				t.Errorf("a token is shown: %s", shown)
			}
		})
	}
}

// What was taken is given back, once it is right; Telegram's token without its number is not.
func TestTake(t *testing.T) {
	var p config.Platforms
	for name, value := range map[string]string{
		config.SlackAppToken: appToken, config.SlackBotToken: botToken, config.SlackURL: "http://127.0.0.1:1",
		config.TelegramToken: telegramToken, config.TelegramURL: "http://127.0.0.1:2",
		config.MattermostURL: "https://chat.example", config.MattermostToken: "zq7",
	} {
		if err := p.Take(name, value); err != nil || p.Value(name) != value {
			t.Errorf("%s: %v, and it holds %q", name, err, p.Value(name))
		}
	}
	if got := len(p.Secrets()); got != 4 {
		t.Errorf("%d secrets, want 4", got)
	}
	for name, value := range map[string]string{config.TelegramToken: ":Zq7", "HOME": "/Zq7", config.MattermostURL: "chat.example/Zq7"} {
		if err := p.Take(name, value); err == nil || strings.Contains(err.Error(), "Zq7") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSensesOfPlatforms(t *testing.T) {
	c, err := config.Decode("config.yaml", []byte("reactions:\n  acknowledge: [🎉]\n  slack: {dismiss: [😴]}\n  mattermost: {acknowledge: []}\n"))
	if err != nil {
		t.Fatal(err)
	}
	for platform, want := range map[string]config.Senses{
		"console":    {Acknowledge: []string{"🎉"}, Dismiss: config.Default().Reactions.Dismiss},
		"slack":      {Acknowledge: []string{"🎉"}, Dismiss: []string{"😴"}},
		"mattermost": {Acknowledge: []string{}, Dismiss: config.Default().Reactions.Dismiss},
		"telegram":   config.Default().Reactions.Telegram,
	} {
		if diff := cmp.Diff(want, c.Reactions.On(platform)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", platform, diff)
		}
	}
}

func TestStore(t *testing.T) {
	for name, test := range map[string]struct{ before, after string }{
		"no file":        {"", "A_TOKEN=xoxb-1\nURL=https://a/b\n"},
		"other lines":    {"# keys\nOPENAI_API_KEY='sk #1'\n\n", "# keys\nOPENAI_API_KEY='sk #1'\n\nA_TOKEN=xoxb-1\nURL=https://a/b\n"},
		"no end of line": {"B=1", "B=1\nA_TOKEN=xoxb-1\nURL=https://a/b\n"},
		"in its place":   {"export A_TOKEN = old # mine\r\nB=1\r\n", "A_TOKEN=xoxb-1\nB=1\r\nURL=https://a/b\n"},
		"given twice":    {"URL=1\nB=1\nURL=2\nA_TOKENS=1\nURL=3", "URL=https://a/b\nB=1\nA_TOKENS=1\nA_TOKEN=xoxb-1\n"},
		"a mark":         {"\ufeffA_TOKEN=1\n", "\ufeffA_TOKEN=xoxb-1\nURL=https://a/b\n"},
		"not a line":     {"what is this\n", "what is this\nA_TOKEN=xoxb-1\nURL=https://a/b\n"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := home(t, "", test.before)
			path := filepath.Join(dir, config.EnvName)
			if test.before != "" {
				if err := os.Chmod(path, 0o644); err != nil { // it was open before
					t.Fatal(err)
				}
			}
			if err := config.Store(dir, config.Assignment{Name: "A_TOKEN", Value: "xoxb-1"}, config.Assignment{Name: "URL", Value: "https://a/b"}); err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.after, string(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			info, err := os.Stat(path)
			if err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%v, %v", info.Mode(), err)
			}
			if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
				t.Errorf("%v lie in the home, %v", entries, err)
			}
		})
	}
}

// A link keeps being one, and what cannot be written changes nothing.
func TestStoreElsewhere(t *testing.T) {
	kept := home(t, "", "A=1\n")
	dir := t.TempDir()
	if err := os.Symlink(filepath.Join(kept, config.EnvName), filepath.Join(dir, config.EnvName)); err != nil {
		t.Fatal(err)
	}
	if err := config.Store(dir, config.Assignment{Name: "A", Value: "2"}); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []config.Assignment{{Name: "A B", Value: "1"}, {Name: "A", Value: "\xff"}, {Name: "A", Value: "\x00"}} {
		if err := config.Store(dir, bad); err == nil {
			t.Errorf("%q was written", bad)
		}
	}
	got, err := os.ReadFile(filepath.Join(kept, config.EnvName))
	if err != nil || string(got) != "A=2\n" {
		t.Errorf("%q, %v", got, err)
	}
	if err := config.Store(filepath.Join(dir, "none"), config.Assignment{Name: "A", Value: "1"}); err == nil {
		t.Error("there is no such home")
	}
}

// Whatever is stored is read again as it was, beside what was there.
func TestStoredIsRead(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		value := rapid.StringOfN(rapid.RuneFrom([]rune("aZ9 #'\"\\$\n\t=é-")), 0, 20, -1).Draw(r, "value")
		before := rapid.SampledFrom([]string{"", "CITADEL_PRINCIPAL=sam", "\nCITADEL_TRUSTED_CONTACT_NAME=old\nCITADEL_PRINCIPAL=sam\n"}).Draw(r, "before")
		dir, err := os.MkdirTemp(t.TempDir(), "")
		if err != nil {
			r.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, config.EnvName), []byte(before), 0o600); err != nil {
			r.Fatal(err)
		}
		want := strings.TrimSpace(strings.Map(func(c rune) rune {
			if c < ' ' {
				return -1
			}
			return c
		}, value))
		if err := config.Store(dir, config.Assignment{Name: "CITADEL_TRUSTED_CONTACT_NAME", Value: want}); err != nil {
			r.Fatal(err)
		}
		c, err := config.Load(dir, nil)
		if err != nil || c.TrustedContact.Name != want {
			r.Fatalf("%q became %q, %v", want, c.TrustedContact.Name, err)
		}
		if before != "" && c.Principal != "sam" {
			r.Errorf("what was there is gone: %q", c.Principal)
		}
	})
}
