package config_test

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"citadel/config"
)

// home writes the files of a home directory; an empty text means no file.
func home(t *testing.T, yaml, dotenv string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{config.FileName: yaml, config.EnvName: dotenv} {
		if text == "" {
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestLoadWithoutFiles(t *testing.T) {
	want := config.Default()
	want.Zone = "Australia/Melbourne"
	for _, dir := range []string{t.TempDir(), filepath.Join(t.TempDir(), "not", "there")} {
		got, err := config.Load(dir, []string{"TZ=Australia/Melbourne", "PATH=/bin"})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("Load of an empty home (-want +got):\n%s", diff)
		}
	}
}

func TestLoadOrder(t *testing.T) {
	const yaml, dotenv = "principal: file\n", "CITADEL_PRINCIPAL=dotenv\n"
	for _, test := range []struct {
		name, yaml, dotenv string
		environ            []string
		want               string
	}{
		{"default", "", "", nil, "me"},
		{"file over default", yaml, "", nil, "file"},
		{".env over file", yaml, dotenv, nil, "dotenv"},
		{"environment over all", yaml, dotenv, []string{"CITADEL_PRINCIPAL=real"}, "real"},
		{"environment over file", yaml, "", []string{"CITADEL_PRINCIPAL=real"}, "real"},
		{"the last of a repeated name", "", "", []string{"CITADEL_PRINCIPAL=a", "CITADEL_PRINCIPAL=b"}, "b"},
		{"set to nothing is not set", yaml, "", []string{"CITADEL_PRINCIPAL="}, "file"},
		{"nor does it hide .env", yaml, dotenv, []string{"CITADEL_PRINCIPAL="}, "dotenv"},
		{"a wrong .env is hidden", "", "CITADEL_PRINCIPAL=a/b\n", []string{"CITADEL_PRINCIPAL=real"}, "real"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, err := config.Load(home(t, test.yaml, test.dotenv), test.environ)
			if err != nil {
				t.Fatal(err)
			}
			if c.Principal != test.want {
				t.Errorf("principal = %q, want %q", c.Principal, test.want)
			}
		})
	}
}

// full sets everything to something other than its default.
const full = `
principal: sam.w-1_x
zone: Europe/Lisbon
country: no
crisis_line: {name: Lifeline, number: 131114}
trusted_contact:
  name: Ana
quiet: {from: 7:30, to: "06:05"}
briefing: 6:45
reactions:
  acknowledge: [🎉, 👍🏽, 👩‍🚀, 🇦🇺, 1️⃣, ❤️]
  dismiss: []
  telegram: {acknowledge: [🔥], dismiss: [💩]}
  slack: {acknowledge: [🎯], dismiss: [😴]}
  mattermost: {acknowledge: [🙌], dismiss: [🥱]}
preferred: telegram
previews: neutral
slack: {user: U024BE7LH, team: T024BE7LD, audience: private}
telegram: {user: 1001234567, audience: work}
mattermost: {user: 4xp9fdt77pncbef59f4k1qe83o, audience: private, listen: "127.0.0.1:8067", callback: "http://Bot.example:8067/"}
model: workshop/qwen3:8b
models:
  primary: [gpt-6-luna, claude-opus-5-5]
  background: [a]
  reflection: [b/c]
  adversary: [d]
  embedder: [e]
  image: [f]
  transcription: [g, h]
ceilings: {turn: 1, job: 0.026, day: US$3.5, month: 0, pulses: 0.1}
web: {read: true, search: "http://Search.example:8888/", private: ["Wiki.home.arpa:8080"]}
calendar: {from: 8:00, to: 20:15, days: [Saturday, sun], addresses: [sam@acme.example]}
mail: {imap: "imap.acme.example:993", smtp: "starttls://smtp.acme.example:2525", user: sam, from: "sam@acme.example", drafts: Entwürfe, sent: Gesendet}
ledger: {head: false}
recall: {profile: baird}
economy: {off: [crude_oil_wti, aud_usd], folder: saved}
log: {level: WARN, file: logs/citadel.log}
`

func fullConfig() config.Config {
	return config.Config{
		Principal:      "sam.w-1_x",
		Zone:           "Europe/Lisbon",
		Country:        "NO",
		CrisisLine:     config.CrisisLine{Name: "Lifeline", Number: "131114"},
		TrustedContact: config.TrustedContact{Name: "Ana"},
		Quiet:          config.Quiet{From: 7*60 + 30, To: 6*60 + 5},
		Briefing:       config.Morning{At: 6*60 + 45},
		Reactions: config.Reactions{
			Senses:     config.Senses{Acknowledge: []string{"🎉", "👍🏽", "👩‍🚀", "🇦🇺", "1\u20e3", "❤"}, Dismiss: []string{}},
			Telegram:   config.Senses{Acknowledge: []string{"🔥"}, Dismiss: []string{"💩"}},
			Slack:      config.Senses{Acknowledge: []string{"🎯"}, Dismiss: []string{"😴"}},
			Mattermost: config.Senses{Acknowledge: []string{"🙌"}, Dismiss: []string{"🥱"}},
		},
		Platforms: config.Platforms{
			Preferred: "telegram", Previews: config.NeutralPreviews,
			Slack:    config.Slack{User: "U024BE7LH", Team: "T024BE7LD", Audience: config.Private},
			Telegram: config.Telegram{User: "1001234567", Audience: config.Work},
			Mattermost: config.Mattermost{
				User: "4xp9fdt77pncbef59f4k1qe83o", Audience: config.Private, Listen: "127.0.0.1:8067", Callback: "http://bot.example:8067",
			},
		},
		Models: config.Models{
			Model: "workshop/qwen3:8b", Primary: []string{"gpt-6-luna", "claude-opus-5-5"}, Background: []string{"a"},
			Reflection: []string{"b/c"}, Adversary: []string{"d"}, Embedder: []string{"e"}, Image: []string{"f"}, Transcription: []string{"g", "h"},
		},
		Ceilings: config.Ceilings{Turn: 1_000_000, Job: 26_000, Day: 3_500_000, Month: 0, Pulses: 100_000},
		Recall:   config.Recall{Profile: "baird"},
		Tools: config.Tools{
			Web:      config.Web{Read: true, Search: "http://search.example:8888", Private: []string{"wiki.home.arpa:8080"}},
			Calendar: config.Calendar{From: 8 * 60, To: 20*60 + 15, Days: []string{"sat", "sun"}, Addresses: []string{"sam@acme.example"}},
			Mail: config.Mail{
				IMAP: config.MailServer{Address: "imap.acme.example:993", Security: config.TLSSecurity},
				SMTP: config.MailServer{Address: "smtp.acme.example:2525", Security: config.StartTLSSecurity},
				User: "sam", From: "sam@acme.example", Drafts: "Entwürfe", Sent: "Gesendet",
			},
		},
		Economy: config.Economy{Off: []string{"crude_oil_wti", "aud_usd"}, Folder: "saved"},
		Log:     config.Log{Level: slog.LevelWarn, File: "logs/citadel.log"},
	}
}

func TestEverySettingFromTheFile(t *testing.T) {
	got, err := config.Decode("config.yaml", []byte(full))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(fullConfig(), got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for i, s := range config.Describe(got) {
		if before := config.Describe(config.Default())[i]; s.Value == before.Value {
			t.Errorf("%s has its default: the text above does not test it", s.Key)
		}
	}
}

// What Describe shows can be put into the environment and gives the same.
func TestEverySettingFromTheEnvironment(t *testing.T) {
	var environ []string
	for _, s := range config.Describe(fullConfig()) {
		environ = append(environ, s.Env+"="+s.Value)
	}
	dir := t.TempDir()
	got, err := config.Load(dir, environ)
	if err != nil {
		t.Fatal(err)
	}
	want := fullConfig()
	want.Log.File = filepath.Join(dir, "logs", "citadel.log")
	want.Economy.Folder = filepath.Join(dir, "saved")
	// The environment cannot say "an empty list": nothing is the same as not set.
	want.Reactions.Dismiss = config.Default().Reactions.Dismiss
	// Who runs these models is another question; see TestModels.
	got.Models.Providers, got.Models.Uses, got.Models.Known, got.Models.Problems = nil, nil, nil, nil
	got.Tools.Problems = nil // the password is missing; see TestTools
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestDecodeRefuses(t *testing.T) {
	for _, test := range []struct{ name, yaml, want string }{
		{"unknown key", "principal: me\n\nzonee: UTC\n", "unknown key `zonee` on line 3; did you mean `zone`?"},
		{"unknown key below", "quiet:\n  form: 22:00\n", "unknown key `quiet.form` on line 2; did you mean `quiet.from`?"},
		{"key of another level", "level: debug\n", "unknown key `level` on line 1; did you mean `log.level`?"},
		{"nothing like it", "quiet: {weather: 1}\n", "unknown key `quiet.weather` on line 1; known here: from, to"},
		{"capital letters", "Zone: UTC\n", "unknown key `Zone` on line 1; did you mean `zone`?"},
		{"dotted key", "quiet:\n  from.x: 1\n", "unknown key `quiet.from.x` on line 2; did you mean `quiet.from`?"},
		{"flat key", "quiet.from: 22:00\n", "unknown key `quiet.from` on line 1; write `from:` on a line of its own under `quiet:`"},
		{"empty key", "\"\": 1\n", "unknown key `` on line 1; known here: principal, zone,"},
		{"merge key", "<<: {zone: UTC}\n", "unknown key `<<` on line 1; known here:"},
		{"key is a list", "[a]: 1\n", "a key on line 1: is a list; use a plain word"},
		{"duplicate", "zone: UTC\ncountry: AU\nzone: UTC\n", "`zone` on line 3: is already given on line 1; keep one of them"},
		{"duplicate group", "log: {level: info}\nlog: {level: info}\n", "`log` on line 2: is already given on line 1"},
		{"no value", "zone:\n", "`zone` on line 1: has no value; give one or remove the line"},
		{"list for a value", "zone: [UTC]\n", "`zone` on line 1: must be a single value, but is a list"},
		{"group for a value", "zone: {a: b}\n", "`zone` on line 1: must be a single value, but is a group of settings"},
		{"value for a list", "reactions: {dismiss: 👎}\n", "`reactions.dismiss` on line 1: must be a list, but is a single value"},
		{"value for a group", "quiet: 22:00\n", "`quiet` on line 1: must hold settings, but is a single value; give it lines of its own: from, to"},
		{"reference", "principal: &p me\ncountry: *p\n", "`country` on line 2: must be a single value, but is a reference (*p), which is not supported"},
		{"tag", "principal: !!binary bWU=\n", "`principal` on line 1: carries the tag"},
		{"zone", "zone: Melborne\n", "`zone` on line 1: \"Melborne\" is not a known time zone; use an IANA name such as Australia/Melbourne"},
		{"zone Local", "zone: Local\n", "\"Local\" is not a known time zone"},
		{"zone outside", "zone: ../../etc/passwd\n", "is not a known time zone"},
		{"country", "country: UK\n", "`country` on line 1: \"UK\" is not an ISO 3166 country code; use two letters such as AU or GB"},
		{"country with space", "country: \"U \"\n", "is not an ISO 3166 country code"},
		{"principal", "principal: a/b\n", "`principal` on line 1: \"a/b\" can't be used as a name"},
		{"principal of dots", "principal: ..\n", "can't be used as a name"},
		{"principal too long", "principal: " + strings.Repeat("x", 65) + "\n", "can't be used as a name"},
		{"time", "quiet:\n  from: 25:00\n", "`quiet.from` on line 2: \"25:00\" is not a time of day; use one from 00:00 to 23:59"},
		{"time as number", "quiet: {from: 2200}\n", "\"2200\" is not a time of day"},
		{"time of 60 minutes", "quiet: {from: 10:60}\n", "is not a time of day"},
		{"amount", "ceilings:\n  day: 2,00\n", "`ceilings.day` on line 2: \"2,00\" is not an amount; use US dollars such as 0.50"},
		{"amount below 0", "ceilings: {day: -1}\n", "\"-1\" is not an amount"},
		{"amount infinite", "ceilings: {day: .inf}\n", "\".inf\" is not an amount"},
		{"amount too large", "ceilings: {day: 1000000.01}\n", "is not an amount"},
		{"amount too fine", "ceilings: {day: 0.0000001}\n", "is not an amount"},
		{"amount without end", "ceilings: {day: 1.}\n", "is not an amount"},
		{"switch", "ledger: {head: yes}\n", "`ledger.head` on line 1: \"yes\" is neither true nor false"},
		{"level", "log: {level: loud}\n", "`log.level` on line 1: \"loud\" is not a log level"},
		{"not an emoji", "reactions: {acknowledge: [\":+1:\"]}\n", "\":+1:\" is not a single emoji"},
		{"two emoji", "reactions: {acknowledge: [👍👎]}\n", "is not a single emoji"},
		{"half a flag", "reactions: {acknowledge: [🇦]}\n", "is not a single emoji"},
		{"flag and emoji", "reactions: {acknowledge: [🇦🇺👍]}\n", "is not a single emoji"},
		{"a letter", "reactions: {acknowledge: [a]}\n", "is not a single emoji"},
		{"a digit", "reactions: {acknowledge: [1]}\n", "is not a single emoji"},
		{"a joiner", "reactions: {acknowledge: [\"👍\u200d\"]}\n", "is not a single emoji"},
		{"twice", "reactions: {acknowledge: [❤, ❤️]}\n", "`reactions.acknowledge` on line 1: \"❤\" is listed twice"},
		{"in both lists of a platform", "reactions: {telegram: {dismiss: [👍]}}\n", "`reactions.telegram` on line 1: 👍 stands under acknowledge and under dismiss"},
		{"in one of a platform and one of all", "reactions: {slack: {dismiss: [🎯]}}\n", "`reactions.slack` on line 1: 🎯 stands under acknowledge and under dismiss"},
		{"flat key of two", "reactions:\n  telegram.dismiss: [💩]\n", "write `dismiss:` on a line of its own under `reactions.telegram:`"},
		{"platform", "preferred: signal\n", "`preferred` on line 1: \"signal\" is not a platform for that; use slack or telegram or mattermost"},
		{"previews", "previews: none\n", "\"none\" is not what a first line may show; use full or neutral"},
		{"a name for an id", "slack: {user: sam}\n", "`slack.user` on line 1: \"sam\" is not such an id; use the id and not the name: it looks like U024BE7LH"},
		{"a user for a team", "slack: {team: U024BE7LH}\n", "it looks like T024BE7LD"},
		{"a name on Telegram", "telegram: {user: \"@sam\"}\n", "it looks like 1001234567"},
		{"a name on Mattermost", "mattermost: {user: Sam}\n", "it looks like 4xp9fdt77pncbef59f4k1qe83o"},
		{"audience", "slack: {audience: shared}\n", "\"shared\" is not who can read along; use private where you alone can, work where admins of a company can"},
		{"a port alone", "mattermost: {listen: \"8067\"}\n", "\"8067\" is not an address to listen at; write one such as 127.0.0.1:8067"},
		{"half of the buttons", "mattermost:\n  listen: \":8067\"\n", "`mattermost` on line 2: has only one of listen and callback; give both for buttons, or neither"},
		{"a token", "slack:\n  bot_token: xoxb-1\n",
			"`slack.bot_token` on line 2: a key does not belong into this file; take it out, and run `citadel setup slack`: it goes into .env in the home, as SLACK_BOT_TOKEN=…"},
		{"in both lists", "reactions: {dismiss: [👍]}\n", "👍 stands under acknowledge and under dismiss"},
		{"half a crisis line", "crisis_line: {name: Lifeline}\n", "`crisis_line` on line 1: has only one of name and number; give both or neither"},
		{"a word for a number", "crisis_line: {name: a, number: call 000}\n", "\"call 000\" is not a telephone number"},
		{"control characters", "trusted_contact: {name: \"a\\nb\"}\n", "contains characters that cannot be printed"},
		{"a long name", "trusted_contact: {name: " + strings.Repeat("é", 201) + "}\n", "is too long"},
		{"syntax", "zone: [\n", "the file: is not YAML: line "},
		{"a list", "- zone\n", "the file on line 1: must hold settings, but is a list"},
		{"a word", "hello\n", "the file on line 1: must hold settings, but is a single value"},
		{"two documents", "zone: UTC\n---\nzone: UTC\n", "a second document"},
		{"too large", strings.Repeat("#", config.MaxFileSize+1), "the file: is larger than 1 MiB"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, err := config.Decode("config.yaml", []byte(test.yaml))
			var wrong *config.Error
			if !errors.As(err, &wrong) {
				t.Fatalf("error = %v, want an *Error", err)
			}
			if diff := cmp.Diff(config.Config{}, c); diff != "" {
				t.Errorf("a configuration came with the error:\n%s", diff)
			}
			if len(wrong.Problems) != 1 {
				t.Errorf("%d problems, want 1:\n%v", len(wrong.Problems), err)
			}
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("error does not contain\n%s\nbut is\n%v", test.want, err)
			}
		})
	}
}

func TestDecodeAccepts(t *testing.T) {
	for name, yaml := range map[string]string{
		"nothing":               "",
		"comments":              "# nothing\n",
		"null":                  "null\n",
		"an empty group":        "log:\n  # level: debug\n",
		"an empty text":         "country: \"\"\n",
		"one document, marked":  "---\nprincipal: me\n",
		"a byte order mark":     "\ufeffprincipal: me\n",
		"Windows ends of lines": "principal: me\r\nquiet:\r\n  from: 22:00\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			got, err := config.Decode("config.yaml", []byte(yaml))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(config.Default(), got); diff != "" {
				t.Errorf("not the defaults (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAllProblemsTogether(t *testing.T) {
	dir := home(t,
		"zonee: UTC\nquiet:\n  from: 25:00\n  too: 1\ncountry: UK\ncountry: GB\n",
		"CITADEL_ZONE=Nowhere\nCITADEL_COUNTRIES=AU\nnot a line\n")
	_, err := config.Load(dir, []string{"CITADEL_LOG_LEVEL=loud", "CITADEL_PRINCIPLE=sam"})
	want := strings.ReplaceAll(`config: 5 things to change in DIR/config.yaml:
  unknown key 'zonee' on line 1; did you mean 'zone'?
  'quiet.from' on line 3: "25:00" is not a time of day; use one from 00:00 to 23:59
  unknown key 'quiet.too' on line 4; did you mean 'quiet.to'?
  'country' on line 5: "UK" is not an ISO 3166 country code; use two letters such as AU or GB
  'country' on line 6: is already given on line 5; keep one of them
config: 3 things to change in DIR/.env:
  the text on line 3: is not of the form NAME=value; begin with letters, digits or _ and an equals sign, or with #
  'CITADEL_ZONE' on line 1: "Nowhere" is not a known time zone; use an IANA name such as Australia/Melbourne
  unknown variable 'CITADEL_COUNTRIES' on line 2; did you mean 'CITADEL_COUNTRY'?
config: 2 things to change in the environment:
  'CITADEL_LOG_LEVEL': "loud" is not a log level; use debug, info, warn or error
  unknown variable 'CITADEL_PRINCIPLE'; did you mean 'CITADEL_PRINCIPAL'?`, "'", "`")
	want = strings.ReplaceAll(want, "DIR", dir)
	if err == nil {
		t.Fatal("no error")
	}
	if diff := cmp.Diff(want, err.Error()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestManyProblemsAreCut(t *testing.T) {
	for _, line := range []string{"zone: Nowhere\n", "zonee: UTC\n"} {
		_, err := config.Decode("config.yaml", []byte(strings.Repeat(line, 1000)))
		if err == nil || !strings.Contains(err.Error(), "and 980 more") || strings.Count(err.Error(), "\n") != 21 {
			t.Errorf("error = %v, want 20 problems and the number of the others", err)
		}
	}
}

func TestForeignVariablesAreLeftAlone(t *testing.T) {
	dir := home(t, "", "ANTHROPIC_API_KEY='sk-#1'\nCITADEL_HOME=/x\n")
	_, err := config.Load(dir, []string{
		"CITADEL_HOME=/x", "CITADEL_SOAK=1", "CITADEL_PORT=tcp:1", "CITADEL_SERVICE_HOST=h", "nonsense", "=C:=x",
	})
	if err != nil {
		t.Error(err)
	}
}

func TestLogFile(t *testing.T) {
	dir := t.TempDir()
	for given, want := range map[string]string{"a/b.log": filepath.Join(dir, "a", "b.log"), "/var/log/c": "/var/log/c"} {
		c, err := config.Load(dir, []string{"CITADEL_LOG_FILE=" + given})
		if err != nil {
			t.Fatal(err)
		}
		if c.Log.File != want {
			t.Errorf("log.file %s became %s, want %s", given, c.Log.File, want)
		}
	}
}

func TestFilesThatCannotBeRead(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, config.FileName), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := config.Load(dir, nil); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("a directory as config.yaml: error = %v", err)
	}
	large := home(t, strings.Repeat("#", config.MaxFileSize+1), "")
	var wrong *config.Error
	if _, err := config.Load(large, nil); !errors.As(err, &wrong) {
		t.Errorf("a large config.yaml: error = %v, want an *Error", err)
	}
	file := filepath.Join(large, config.FileName)
	var pathError *fs.PathError
	if _, err := config.Load(file, nil); !errors.As(err, &pathError) {
		t.Errorf("a file as home: error = %v, want a *fs.PathError", err)
	}
}

func TestUSD(t *testing.T) {
	for amount, want := range map[config.USD]string{
		0: "US$0.00", 500_000: "US$0.50", 26_000: "US$0.026", 1: "US$0.000001",
		30_000_000: "US$30.00", 1_234_500_000: "US$1234.50", -100_000: "-US$0.10",
	} {
		if got := amount.String(); got != want {
			t.Errorf("USD(%d) = %s, want %s", int64(amount), got, want)
		}
	}
}

func TestDescribe(t *testing.T) {
	seen := make(map[string]bool)
	for _, s := range config.Describe(config.Default()) {
		if seen[s.Key] || seen[s.Env] {
			t.Errorf("%s or %s stands there twice", s.Key, s.Env)
		}
		seen[s.Key], seen[s.Env] = true, true
		if s.Doc == "" || strings.HasSuffix(s.Doc, ".") || strings.Contains(s.Doc, "\n") {
			t.Errorf("%s: %q is not one line without a full stop", s.Key, s.Doc)
		}
		if want := "CITADEL_" + strings.ToUpper(strings.ReplaceAll(s.Key, ".", "_")); s.Env != want {
			t.Errorf("%s: variable %s, want %s", s.Key, s.Env, want)
		}
	}
	if len(seen) == 0 {
		t.Error("no settings")
	}
}

// FuzzDecode holds that any bytes give a valid configuration or an *Error that
// names at least one problem, and that what was accepted survives being shown
// and read again.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(config.Example()))
	f.Add([]byte(full))
	f.Add([]byte("a: &a [*a]\n"))
	f.Add([]byte("? {a: b}\n: c\n---\n!!x y\n"))
	f.Add([]byte("quiet: {from: 22:00, to: 22:00}\n<<: 1"))
	f.Add([]byte("\xff\xfe\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := config.Decode("config.yaml", data)
		if err != nil {
			var wrong *config.Error
			if !errors.As(err, &wrong) || len(wrong.Problems) == 0 || err.Error() == "" {
				t.Fatalf("error = %#v, want an *Error with problems", err)
			}
			return
		}
		var environ []string
		for _, s := range config.Describe(c) {
			environ = append(environ, s.Env+"="+s.Value)
		}
		again, err := config.Load(t.TempDir(), environ)
		if err != nil {
			t.Fatalf("what was accepted is refused when read again: %v", err)
		}
		r := c.Reactions
		if min(len(r.Acknowledge), len(r.Dismiss), len(r.Telegram.Acknowledge), len(r.Telegram.Dismiss)) == 0 {
			return // the environment cannot say "an empty list"
		}
		for i, s := range config.Describe(again) {
			if s.Key != "zone" && s.Key != "log.file" && s.Key != "economy.folder" && s.Value != config.Describe(c)[i].Value {
				t.Errorf("%s was %q and is %q", s.Key, config.Describe(c)[i].Value, s.Value)
			}
		}
	})
}

func BenchmarkLoad(b *testing.B) {
	dir := b.TempDir()
	if err := os.WriteFile(filepath.Join(dir, config.FileName), []byte(config.Example()), 0o600); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := config.Load(dir, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// Each setting says where it was given last.
func TestGiven(t *testing.T) {
	dir := home(t, "principal: sam\nquiet:\n  from: 22:00\n  to: 06:00\n", "# comment\nCITADEL_QUIET_TO=05:00\nCITADEL_COUNTRY=AU\n")
	list, err := config.Given(dir, []string{"CITADEL_COUNTRY=GB", "TZ=Europe/Lisbon"})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, s := range list {
		if s.From != "" {
			got[s.Key] = s.Value + " from " + s.From
		}
	}
	want := map[string]string{
		"principal":  "sam from line 1 of config.yaml",
		"zone":       "Europe/Lisbon from " + config.System,
		"country":    "GB from the environment",
		"quiet.from": "22:00 from line 3 of config.yaml",
		"quiet.to":   "05:00 from line 2 of .env",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if _, err := config.Given(dir, []string{"CITADEL_QUIET_TO=25"}); err == nil {
		t.Error("wrong settings are listed")
	}
}
