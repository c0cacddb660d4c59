// Package config reads what two deployments of Citadel may want to differ in:
// whose mind it is, where that person lives and sleeps, what may be spent.
// Numbers of the design are constants of the packages that use them and have
// no place here.
//
// Three sources are laid over one another: the defaults, then config.yaml in
// the home directory, then variables named CITADEL_… (first those of the file
// .env in the home, then those of the real environment). The keys of language
// models, the tokens of chat platforms, passwords and the addresses of servers come from
// variables alone, under the names that are in use for them, and are never shown. Everything is decoded
// strictly: what is misspelt, given twice or out of range is an [*Error] that
// lists all of it with line numbers and what to write instead.
//
// Only cmd imports this package; it copies the values into the parts.
package config

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
)

// The names Load looks for in the home directory.
const (
	FileName = "config.yaml"
	EnvName  = ".env"
)

// MaxFileSize is the largest config.yaml or .env that is read, in bytes.
const MaxFileSize = 1 << 20

// Config holds every setting. The zero value is not usable: start from
// [Default] or [Load].
type Config struct {
	// Principal names the one person the mind belongs to, in every table and
	// key (SPEC §20): 1 to 64 ASCII letters, digits, "-", "_" or ".", the
	// first a letter or digit.
	Principal string
	// Zone is the IANA name of the home time zone. [Load] always fills it and
	// has checked that [time.LoadLocation] knows it.
	Zone string
	// Country is the upper-case ISO 3166 alpha-2 code that selects the
	// emergency number (TRUST, Crisis); empty means unknown.
	Country string

	CrisisLine     CrisisLine
	TrustedContact TrustedContact
	Quiet          Quiet
	Briefing       Morning
	Reactions      Reactions
	Platforms      Platforms
	Models         Models
	Ceilings       Ceilings
	Ledger         Ledger
	Search         Search
	Recall         Recall
	Economy        Economy
	Servers        Servers
	Tools          Tools
	MCP            []MCPServer // servers of tools, in the order of the file
	Log            Log
}

// Recall is how memories are found.
type Recall struct {
	Profile string // one of RecallProfiles. The first start records it, and later ones a change
}

// RecallProfiles are the recipes by which memories are put in order (SPEC §13.3).
var RecallProfiles = []string{"default", "citadel", "baird", "ageless", "cold", "flat"}

// CrisisLine is the line named in the answer to someone who may be in danger.
// It is never guessed: both fields are set, or neither.
type CrisisLine struct {
	Name, Number string
}

// TrustedContact is the person the principal named, beforehand, for a crisis.
type TrustedContact struct {
	Name string
}

// Quiet are the hours in which nothing is said unasked: from From up to but
// not including To, across midnight when To is earlier. Equal times mean that
// there are no quiet hours.
type Quiet struct {
	From, To Clock
}

// Morning is when the day's briefing comes, by the clock where the principal is.
type Morning struct {
	At  Clock
	Off bool // it does not
}

// Senses are the emoji that count as feedback (SPEC §4). Each is one emoji
// without variation selectors (U+FE0E, U+FE0F), so compare after removing
// those; no emoji stands in both lists or twice in one. Others are neutral.
type Senses struct {
	Acknowledge, Dismiss []string
}

// Reactions are the Senses of all platforms, and those of single ones: what is nil there is
// as everywhere. Telegram has emoji of its own choice, so it has lists of its own.
type Reactions struct {
	Senses
	Telegram, Slack, Mattermost Senses
}

// On gives what counts on a platform.
func (r Reactions) On(platform string) Senses {
	own := r.of(platform)
	if own.Acknowledge == nil {
		own.Acknowledge = r.Acknowledge
	}
	if own.Dismiss == nil {
		own.Dismiss = r.Dismiss
	}
	return own
}

// of gives what was said of a platform alone.
func (r Reactions) of(platform string) Senses {
	return map[string]Senses{SlackName: r.Slack, TelegramName: r.Telegram, MattermostName: r.Mattermost}[platform]
}

// Ceilings are what language models may cost (TRUST, Spend). The lowest that
// applies wins; 0 forbids every call.
type Ceilings struct {
	Turn, Job, Day, Month USD
	Pulses                USD // a day, for what nobody waits for; within the others
}

// Ledger says how the event log is kept.
type Ledger struct {
	// Head keeps a file with the last sequence number and hash beside the
	// database, without which a cut-off tail goes unnoticed (SPEC §2.1).
	Head bool
}

// Log says where the operator's log goes.
type Log struct {
	Level slog.Level
	// File is the path to append to; empty is standard error. From [Load] it
	// is absolute or empty; in the file it may be relative to the home.
	File string
}

// Default is the configuration of a home without any file, apart from Zone,
// which is empty: only [Load] asks the system for it.
func Default() Config {
	return Config{
		Principal: "me",
		Quiet:     Quiet{From: 22 * 60, To: 7 * 60},
		Briefing:  Morning{At: 7 * 60},
		Reactions: Reactions{
			Senses:   Senses{Acknowledge: []string{"👍", "❤", "✅", "🎯", "🙏"}, Dismiss: []string{"👎", "❌", "🙈", "🥱"}},
			Telegram: Senses{Acknowledge: []string{"👍", "❤", "👌", "💯", "🏆", "🙏"}, Dismiss: []string{"👎", "💩", "🙈", "🥱"}},
		},
		Platforms: Platforms{
			Slack: Slack{Audience: Work}, Telegram: Telegram{Audience: Private}, Mattermost: Mattermost{Audience: Work},
			Previews: AllPreviews,
		},
		Ceilings: Ceilings{Turn: 500_000, Job: 100_000, Day: 2_000_000, Month: 30_000_000, Pulses: 250_000},
		Ledger:   Ledger{Head: true},
		Recall:   Recall{Profile: RecallProfiles[0]},
		Tools:    Tools{Calendar: Calendar{From: 9 * 60, To: 17 * 60, Days: []string{"mon", "tue", "wed", "thu", "fri"}}},
		Log:      Log{Level: slog.LevelInfo},
	}
}

// Load reads the configuration of the home directory. environ has the form of
// os.Environ: "NAME=value", the last of a repeated name counting; a variable
// set to nothing counts as not set. Missing files are fine, and so is a missing
// home. Settings that are wrong come back as an [*Error], files that cannot be
// read as the error of the file system; in both cases the Config is not for use.
func Load(home string, environ []string) (Config, error) {
	o, err := load(home, environ)
	if err != nil {
		return Config{}, err
	}
	return o.config, nil
}

// load lays all sources over one another, and keeps where each setting was given.
func load(home string, environ []string) (overlay, error) {
	o := newOverlay()

	path := filepath.Join(home, FileName)
	data, err := read(path)
	if err != nil {
		return o, err
	}
	o.yaml(path, data)

	path = filepath.Join(home, EnvName)
	if data, err = read(path); err != nil {
		return o, err
	}
	fromFile, wrong := parseDotenv(path, data)
	fromSystem := parseEnviron(environ)
	o.problems = append(o.problems, wrong...)
	o.environ(fromFile, fromSystem)

	if _, err := o.result(); err != nil {
		return o, err
	}
	o.models()
	o.platforms()
	o.tools(home)
	o.mcp()
	if o.config.Zone == "" {
		tz, set := fromSystem.lookup("TZ")
		o.config.Zone = systemZone(tz, set, "/etc")
	}
	for key, file := range map[string]*string{"log.file": &o.config.Log.File, "economy.folder": &o.config.Economy.Folder} {
		if *file == "" || filepath.IsAbs(*file) {
			continue
		}
		if *file, err = filepath.Abs(filepath.Join(home, *file)); err != nil {
			return o, fmt.Errorf("config: resolve %s: %w", key, err)
		}
	}
	return o, nil
}

// Decode lays the text of a config.yaml over the defaults. name is what errors
// call the file. Neither the environment nor the system's zone takes part, so
// which models can be used is not found out. The error, if any, is an [*Error].
func Decode(name string, data []byte) (Config, error) {
	o := newOverlay()
	o.yaml(name, data)
	return o.result()
}

// read returns the content of a file, or nothing if it does not exist. One byte
// more than the limit is enough for the decoder to see that it is exceeded.
func read(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	// A named pipe would block for ever, a device might never end.
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("config: %s is not a regular file", path)
	}
	if info.Size() > MaxFileSize {
		return nil, &Error{Problems: []Problem{tooLarge(path)}}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	return data, nil
}

func tooLarge(path string) Problem {
	return Problem{File: path, Subject: "the file", What: "is larger than 1 MiB", Do: "keep only settings in it"}
}
