// Command citadel is a colleague you can message. Without a subcommand it runs: on the
// platforms that are configured, else in this terminal.
package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
	_ "time/tzdata" // zones are known on hosts without a zone database too

	"github.com/alecthomas/kong"

	"citadel/brain/recall"
	"citadel/cmd/internal/host"
	"citadel/cmd/internal/setup"
	"citadel/cmd/internal/simulate"
	"citadel/config"
	"citadel/connectors"
	"citadel/connectors/console"
	"citadel/memory/accounts"
	"citadel/memory/ledger"
	"citadel/memory/ledger/postgres"
	"citadel/memory/store/weaviate"
	"citadel/tools/economy"
)

// version is set when a release is built.
var version = "0.8.0"

type arguments struct {
	Home string           `help:"The folder that holds everything local." env:"CITADEL_HOME" default:"${home}" placeholder:"DIR"`
	Show kong.VersionFlag `name:"version" help:"Print the version and quit."`

	Run      runCommand      `cmd:"" default:"withargs" help:"Talk: on the platforms that are set up, and in this terminal. The default."`
	Chat     chatCommand     `cmd:"" help:"Talk in this terminal."`
	Link     linkCommand     `cmd:"" help:"Make a code that links a chat account of yours, also while citadel runs."`
	Ledger   ledgerCommands  `cmd:"" help:"Look after the ledger: verify, rebuild, export, import, forget."`
	Setup    setupCommand    `cmd:"" help:"Connect Slack, Telegram, Mattermost or your mail, step by step."`
	Doctor   doctorCommand   `cmd:"" help:"Check the home, the settings and the ledger, and say what to do."`
	Economy  economyCommands `cmd:"" help:"Figures of the economy: read them now, see which come, fetch older ones."`
	Mcp      mcpCommands     `cmd:"" name:"mcp" help:"Servers of tools, and this memory as one: serve, login, tools."`
	Eval     evalCommands    `cmd:"" help:"Measure what the mind does, on data you name."`
	Simulate simulateCommand `cmd:"" help:"Live the life of a made-up person in seconds, and see what holds."`
	Version  versionCommand  `cmd:"" help:"Print the version."`
}

// environment is what commands take from the world; tests give them another.
type environment struct {
	args     arguments
	in       io.Reader
	out, err io.Writer
	environ  []string
	now      func() time.Time
	platform func(name string, p config.Platforms, now func() time.Time, log *slog.Logger) connectors.Connector
	number   func() string // four digits that nobody can guess
	client   *http.Client  // asks those who publish figures of the economy; nil asks nobody
}

func main() {
	syscall.Umask(0o077) // nothing in the home is for others
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], &environment{in: os.Stdin, out: os.Stdout, err: os.Stderr, environ: os.Environ(), now: time.Now, platform: host.Platform, number: fourDigits, client: &http.Client{Timeout: 2 * economy.MaxTime}})
	stop()
	os.Exit(code)
}

// run is the whole program but for what only a process has. It returns the exit status:
// 0 done, 1 failed, 2 called or configured wrongly.
func run(ctx context.Context, args []string, e *environment) int {
	parser, err := kong.New(&e.args,
		kong.Name("citadel"), kong.Description("A colleague you can message. It remembers."),
		kong.Vars{"version": "citadel " + version, "home": defaultHome(), "profile": recall.Default, "profiles": strings.Join(recall.Profiles(), ","), "parts": strings.Join(simulate.Parts(), ", ")}, kong.Writers(e.out, e.err), kong.UsageOnError(),
		kong.BindTo(ctx, (*context.Context)(nil)), kong.Bind(e),
		kong.Exit(func(code int) { panic(exit(code)) }),
	)
	if err != nil {
		panic(err) // the struct above is wrong
	}
	code := 0
	func() {
		defer func() {
			if x := recover(); x != nil {
				c, ok := x.(exit)
				if !ok {
					panic(x)
				}
				code = int(c)
			}
		}()
		var call *kong.Context
		if call, err = parser.Parse(args); err != nil {
			fmt.Fprintf(e.err, "citadel: %v\nNothing was done. `citadel --help` lists the commands, `citadel COMMAND --help` what one takes.\n", err)
			code = 2
			return
		}
		err = call.Run()
	}()
	if err != nil && code == 0 {
		code = explain(e.err, e.args.Home, err)
	}
	return code
}

func fourDigits() string {
	n, err := rand.Int(rand.Reader, big.NewInt(9000))
	if err != nil {
		panic(err) // it never fails
	}
	return strconv.FormatInt(1000+n.Int64(), 10)
}

type exit int

func defaultHome() string {
	dir, err := os.UserHomeDir()
	if err != nil {
		return ".citadel"
	}
	return filepath.Join(dir, ".citadel")
}

// explain tells a person what happened, what was kept and what to do, and gives the exit
// status. It decides by the kind of error, never by its text.
func explain(w io.Writer, home string, err error) int {
	var misset *config.Error
	var broken *ledger.Broken
	var turned *refusal
	var exposed *postgres.Exposed
	switch {
	case errors.Is(err, errUnwell), errors.Is(err, setup.ErrStopped): // it has been said
	case errors.As(err, &misset):
		fmt.Fprintln(w, misset)
		return 2
	case errors.Is(err, host.ErrHeld):
		fmt.Fprintf(w, "Another citadel is running in %s.\nNothing was changed. Talk to that one, stop it first, or choose another home with --home.\n", home)
	case errors.As(err, &broken):
		fmt.Fprintf(w, "The ledger is not whole: %v.\nNothing was changed. Keep a copy of %s, and import your last export into a new home: `citadel --home NEW ledger import FILE`.\n", broken, home)
	case errors.Is(err, ledger.ErrAnchorDamaged):
		fmt.Fprintf(w, "The file %s cannot be read: it should hold the number and hash of the last event.\nNothing was changed. Check the ledger against an export, then delete that file; the next start writes it anew.\n", filepath.Join(home, host.AnchorName))
	case errors.Is(err, ledger.ErrDamaged):
		fmt.Fprintf(w, "The database file in %s is damaged (%v).\nNothing was changed. Keep a copy of the folder, and import your last export into a new home: `citadel --home NEW ledger import FILE`.\n", home, err)
	case errors.As(err, &exposed):
		fmt.Fprintf(w, "POSTGRES_URL logs in as %s, and that role could %s. What its own program could rewrite would be no record, so I did not start.\n", exposed.Role, exposed.Can())
		fmt.Fprint(w, "Nothing was changed. Let the administrator of the database ")
		if mends := exposed.Mends(); mends != "" {
			fmt.Fprintf(w, "run these statements in it, or make another role with what `citadel ledger setup-postgres` prints, and log in with that:\n%s", mends)
			break
		}
		fmt.Fprint(w, "run what `citadel ledger setup-postgres` prints, and log in with the role that it makes.\n")
	case errors.Is(err, postgres.ErrNotSetUp):
		fmt.Fprint(w, "The database in POSTGRES_URL has no place for the ledger of this principal yet, or not for this version.\nNothing was changed. Let its administrator run what `citadel ledger setup-postgres` prints: it makes what is missing and leaves the rest.\n")
	case errors.Is(err, postgres.ErrNewer):
		fmt.Fprintf(w, "A newer version of citadel has set up the database in POSTGRES_URL (%v).\nNothing was changed. Run that version.\n", err)
	case errors.Is(err, postgres.ErrVolatile):
		fmt.Fprint(w, "The PostgreSQL server does not wait for its disk, so what it calls kept could be lost with the power.\nNothing was changed. Set fsync and full_page_writes to on there, and start again.\n")
	case errors.Is(err, postgres.ErrStandby):
		fmt.Fprint(w, "The PostgreSQL server in POSTGRES_URL is a standby: it follows another one and takes nothing in.\nNothing was changed. Name the other one.\n")
	case errors.Is(err, postgres.ErrNotLetIn):
		fmt.Fprint(w, "The PostgreSQL server in POSTGRES_URL does not let citadel in: it has no such role, password or database.\nNothing was changed. Correct POSTGRES_URL. ")
		fmt.Fprint(w, "Should the server be a new one: its administrator runs what `citadel ledger setup-postgres` prints, and `citadel ledger import FILE` takes over your last export.\n")
	case errors.Is(err, ledger.ErrUnreachable):
		fmt.Fprintf(w, "The PostgreSQL server that keeps the ledger cannot be reached, or does not answer (%v).\nEverything acknowledged so far is kept there. A line that you typed here and that was not answered is not: say it again. What came from a platform is delivered again.\nStart that server, or correct POSTGRES_URL, and start again.\n", err)
	case errors.Is(err, host.ErrTwoLedgers):
		fmt.Fprintf(w, "The database in POSTGRES_URL is empty, and %s has a ledger in %s. Beginning anew there would forget all of it.\n", home, host.LedgerName)
		fmt.Fprintf(w, "Nothing was changed. To take it along: `citadel ledger export FILE` without POSTGRES_URL, then `citadel ledger import FILE` with it. To begin anew, choose another home with --home.\n")
	case errors.Is(err, console.ErrFull):
		fmt.Fprintf(w, "My answers cannot be written: %v.\nWhat you said is kept, and the next start shows the answer to it; later lines were not read.\n", err)
	case errors.Is(err, host.ErrEmptied):
		fmt.Fprintf(w, "The database in POSTGRES_URL is empty, and %s has lived with one that was not. Beginning anew there would look like having lost everything.\n", home)
		fmt.Fprint(w, "Nothing was changed. Name that database, restore it, or take over your last export: `citadel ledger import FILE`. To begin anew, choose another home with --home.\n")
	case errors.Is(err, ledger.ErrConflict):
		fmt.Fprint(w, "Another process has written to this ledger, so this one stopped: two that write would contradict each other.\nEverything acknowledged so far is kept; what this one was writing is not. Let one of them run, with one home.\n")
	case errors.Is(err, postgres.ErrFull):
		fmt.Fprint(w, "The disk of the PostgreSQL server that keeps the ledger is full.\nEverything acknowledged so far is kept; what was being written is not. Make room there and start again.\n")
	case errors.Is(err, ledger.ErrNoSpace):
		fmt.Fprintf(w, "The disk that holds %s is full.\nEverything acknowledged so far is kept; what was being written is not. Make room and start again.\n", home)
	case errors.Is(err, ledger.ErrReadOnly):
		fmt.Fprintf(w, "%s cannot be written.\nNothing was changed. Make the folder writable for this user, or choose another with --home.\n", home)
	case errors.Is(err, ledger.ErrForeign):
		fmt.Fprintf(w, "%v.\nNothing was changed. Set CITADEL_PRINCIPAL to that name, or choose another home with --home.\n", err)
	case errors.Is(err, weaviate.ErrForeign):
		fmt.Fprint(w, "The Weaviate server in WEAVIATE_URL holds the memories of another ledger under this name, so I did not start: two that fill one place would each find what the other was told.\n")
		fmt.Fprintf(w, "Nothing was changed, here or there. Name another server. If the other ledger is no longer used, delete the tenant of this name in the collection %s there: the next start fills it anew.\n", weaviate.Collection)
	case errors.Is(err, weaviate.ErrNewer):
		fmt.Fprint(w, "A newer version of citadel has filled the Weaviate server in WEAVIATE_URL.\nEverything said so far is kept. Run that version, or name another server: it is filled from the ledger.\n")
	case errors.Is(err, ledger.ErrEmpty), errors.Is(err, errNoLedger):
		fmt.Fprintf(w, "There is no ledger in %s yet. It begins with the first run of `citadel`.\n", home)
	case errors.As(err, &turned):
		title := accounts.Title(turned.platform)
		fmt.Fprintf(w, "%s does not accept the token: it was revoked or replaced, or the app or bot is gone or switched off.\n", title)
		fmt.Fprintf(w, "Everything said so far is kept. `citadel setup %s` takes a new one, and `citadel doctor` says what %s answers.\n", turned.platform, title)
	default:
		fmt.Fprintf(w, "citadel: %v\n", err)
	}
	return 1
}

type versionCommand struct{}

func (versionCommand) Run(e *environment) error {
	_, err := fmt.Fprintf(e.out, "citadel %s\n", version)
	return err
}
