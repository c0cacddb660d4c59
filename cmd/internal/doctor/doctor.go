// Package doctor examines a home and what lies in it, and says in plain words what is
// well, what to look at and what fails, with what to do about it. It changes nothing of
// the home, needs no ledger, and may stand beside a running citadel.
package doctor

import (
	"context"
	"time"

	"citadel/brain/model"
	"citadel/config"
	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/store/weaviate"
)

// Verdict is the word before a finding.
type Verdict string

// The verdicts, from good to bad.
const (
	OK   Verdict = "ok"
	Look Verdict = "look" // it works, and somebody should look at it
	Fail Verdict = "fail" // something does not work, is lost, or is open to others
)

// Finding is the outcome of one check.
type Finding struct {
	Check   string   `json:"check"` // one word
	Verdict Verdict  `json:"verdict"`
	Says    string   `json:"says"`              // a sentence or two
	Details []string `json:"details,omitempty"` // a line each
	Do      string   `json:"do,omitempty"`      // what to do; may be empty
}

func ok(says string) Finding       { return Finding{Verdict: OK, Says: says} }
func look(says, do string) Finding { return Finding{Verdict: Look, Says: says, Do: do} }
func fail(says, do string) Finding { return Finding{Verdict: Fail, Says: says, Do: do} }

// Options of Examine.
type Options struct {
	Home    string   // an absolute path
	Environ []string // "NAME=value", as os.Environ gives it
	User    int      // whose home it should be: the effective user id of this process
	Now     func() time.Time
	Full    bool // verify the whole ledger instead of its last events

	// List asks who runs models which he has; the errors are those of model.Lister. It sends
	// nothing but the key, and is given a few seconds. Nil asks nobody.
	List func(context.Context, config.Provider) ([]model.Listed, error)
	// Platform makes the connector of a platform, to be asked how it is set up. It says nothing
	// to anybody, and is given ten seconds. Nil asks nobody.
	Platform func(name string, p config.Platforms) connectors.Connector
	// Search looks at the Weaviate server on which memories are searched, and changes nothing
	// there. ledger tells whose are meant; empty where that is not known. Nil asks nobody.
	Search func(ctx context.Context, c config.Config, ledger string) (weaviate.Report, error)
	// Free gives the bytes that are left to this user on the disk of a folder.
	Free func(folder string) (uint64, error)
	// Progress, where not nil, hears how far something long has come.
	Progress func(what string, done, all int)
}

// Examine carries out all checks and gives one finding for each that applies, in an order
// in which a person reads them. It takes a moment; with Full, or where no saved state of
// the mind fits, as long as reading the whole ledger. Settings that are wrong, a home that
// is missing or cannot be read, and a ledger that is not whole are findings, not errors.
func Examine(ctx context.Context, o Options) []Finding {
	x := &examination{Options: o}
	defer x.close(ctx)
	var out []Finding
	for _, check := range []struct {
		name string
		home bool // only where the home can be read
		run  func(context.Context) Finding
	}{
		{"home", false, x.folder},
		{"files", true, x.files},
		{"space", true, x.space},
		{"settings", false, x.given},
		{"process", true, x.process},
		{"ledger", true, x.ledger},
		{"checkpoint", true, x.checkpoint},
		{"redis", false, x.redis},
		{"zone", false, x.zone},
		{"clock", false, x.clock},
		{"leftovers", true, x.leftovers},
		{"log", true, x.log},
		{"models", false, x.models},
		{"search", false, x.searched},
		{config.SlackName, false, x.platform(config.SlackName)},
		{config.TelegramName, false, x.platform(config.TelegramName)},
		{config.MattermostName, false, x.platform(config.MattermostName)},
		{"pages", false, x.pages},
		{"web", false, x.outside("web")},
		{"feeds", false, x.outside("feeds")},
		{"folders", false, x.outside("folders")},
		{"calendars", false, x.outside("calendars")},
		{"mail", false, x.outside("mail")},
		{"mcp", false, x.mcp},
		{"pairing", true, x.pairing},
		{"undelivered", true, x.undelivered},
		{"feeds", true, x.feeds},
		{"backups", true, x.backups},
	} {
		if check.home && !x.readable {
			continue
		}
		f := check.run(ctx)
		if f.Says == "" {
			continue // it does not apply
		}
		f.Check = check.name
		out = append(out, f)
	}
	return out
}

// Worst is the worst verdict among findings; OK where there are none.
func Worst(findings []Finding) Verdict {
	worst := OK
	for _, f := range findings {
		if f.Verdict == Fail || f.Verdict == Look && worst == OK {
			worst = f.Verdict
		}
	}
	return worst
}

// examination is what one check learns and a later one uses.
type examination struct {
	Options
	there    bool           // the home exists
	closed   bool           // nobody else may open it
	readable bool           // its entries can be listed
	owner    int            // the user id to whom it belongs, where readable
	held     bool           // a process works in it
	settings *config.Config // nil if they are wrong

	platforms map[string]*examined // once they were asked
	outer     []probed             // the same of what tools use

	mind     *memory.Mind // nil if there is none or it cannot be opened
	replayed int          // events that opening it had to replay
	newest   time.Time    // of the ledger's last event; zero if unknown
}

func (x *examination) close(ctx context.Context) {
	if x.mind != nil {
		_ = x.mind.Close(ctx) // it was only read
	}
}

// progress hands on how far something has come.
func (x *examination) progress(what string) func(done, all int) {
	if x.Progress == nil {
		return func(int, int) {}
	}
	return func(done, all int) { x.Progress(what, done, all) }
}

// moment writes a time for people, in the zone of the settings where that is known.
func (x *examination) moment(t time.Time) string {
	return t.In(x.location()).Format("2 Jan 2006 15:04 MST")
}

// location is where the person lives, as the conversation or else the settings say.
func (x *examination) location() *time.Location {
	if x.mind != nil {
		var said *time.Location
		x.mind.Read(func(v memory.View) { said = v.Principal.Zone() })
		if said != nil {
			return said
		}
	}
	if x.settings != nil {
		if loc, err := time.LoadLocation(x.settings.Zone); err == nil {
			return loc
		}
	}
	return time.UTC
}
