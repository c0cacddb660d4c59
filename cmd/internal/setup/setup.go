// Package setup walks a person through connecting one chat platform: it says what to click,
// asks for the tokens, checks them with the platform at once, keeps them in the home, waits
// for a number to be sent there and links the account it came from. One question at a time, in plain
// text, so that a script can answer it too.
package setup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"citadel/config"
	"citadel/connectors"
)

// Options of Run.
type Options struct {
	Platform string // one of config.PlatformNames
	Home     string // an absolute path; it exists, and is held by this process unless Running
	Given    config.Platforms

	In     io.Reader // what is typed, a line an answer
	Out    io.Writer
	Hidden func() (string, error) // reads a line that is not shown; nil: as any other
	Echoed bool                   // what is typed shows on Out: it is a terminal

	// Number is what the principal has to send so that his account is known as his: four
	// digits or so, made anew for each Run and hard to guess.
	Number string

	// Connect makes the connector of the platform from tokens. No connection is made yet.
	Connect func(config.Platforms) connectors.Connector
	// Running: a citadel works in the home. Then nothing is waited for, because two must not
	// listen: the account is linked by a code.
	Running bool
	// Talks says whether the citadel that runs talks on the platform: it was started with its tokens.
	Talks func() bool
	// Linked says which of the principal's accounts on the platform are linked already, as he
	// would name them, and up to where the platform was read.
	Linked func(context.Context) (accounts []string, read connectors.Cursor, err error)
	// Link links an account, durably, and has it told so there; said is false where that could
	// not be done now, and the citadel that starts next does it.
	Link func(ctx context.Context, c connectors.Connector, who Knock, audience string) (said bool, err error)
}

// ErrStopped: the person stopped, or the input ended, before all was done. What was kept has
// been said.
var ErrStopped = errors.New("the set-up was stopped")

// errUnknown: there is no such platform.
var errUnknown = errors.New("no such platform")

// Waits: for one question to a platform, and for the number.
const (
	askWait   = 20 * time.Second
	knockWait = 15 * time.Minute
)

// Run walks through it. It returns nil once the platform is connected, also where the account
// is still to be linked by a code, and ErrStopped where it was stopped; tokens that passed the
// check are kept then. Other errors are of the home or the ledger.
func Run(ctx context.Context, o Options) error {
	g, ok := guides[o.Platform]
	if !ok {
		return fmt.Errorf("setup: %w: %q", errUnknown, o.Platform)
	}
	w := &wizard{Options: o, guide: g, keys: newKeyboard(o)}
	err := w.walk(ctx)
	if errors.Is(err, io.EOF) || ctx.Err() != nil {
		w.stopped()
		return ErrStopped
	}
	return err
}

// wizard is one walk.
type wizard struct {
	Options
	guide guide
	keys  *keyboard

	tokens config.Platforms // as they will be kept
	self   connectors.Self
	made   bool     // it was said how the app is made
	kept   []string // names of variables that were written
	linked bool
}

func (w *wizard) say(format string, args ...any) {
	_, _ = fmt.Fprintf(w.Out, format, args...) // a person who does not see it cannot be told
}

// walk goes from step to step.
func (w *wizard) walk(ctx context.Context) error {
	w.tokens = w.Given
	w.say("%s\n", w.guide.opening)
	if w.Running {
		w.say("\nA citadel is running in %s. It goes on while we do this.\n", w.Home)
	}
	if err := w.ask(ctx); err != nil {
		return err
	}
	accounts, read, err := w.Linked(ctx)
	if err != nil {
		return err
	}
	linked := strings.Join(accounts, ", ")
	switch {
	case w.Running && w.Talks() && len(w.kept) == 0 && linked != "":
		w.say("\nIt talks there with these tokens. Linked already: %s. Nothing more is needed.\n%s", linked, w.byCode("For another account, run"))
		return nil
	case w.Running && w.Talks() && len(w.kept) == 0:
		w.say("\nIt talks there with these tokens, and no account of yours is linked.\n%s", w.byCode("Run"))
		return nil
	case w.Running && linked != "":
		w.say("\nThe running citadel reads tokens at its start only: stop it and start it again.\nLinked already: %s. %s", linked, w.byCode("For another one, run"))
		return nil
	case w.Running:
		w.say("\nThe running citadel reads tokens at its start only: stop it and start it again.\n%s", w.byCode("Then run"))
		return nil
	case linked != "":
		w.say("\nLinked already: %s. %s", linked, w.byCode("For another one, start `citadel`, run"))
		return nil
	}
	return w.pair(ctx, read)
}

// byCode says how an account is linked while a citadel runs.
func (w *wizard) byCode(begin string) string {
	return begin + " `citadel link`, and send the code that it prints to " + w.self.Name + " on " + w.guide.title + ".\n"
}

// ask gets the tokens, until the platform accepts them.
func (w *wizard) ask(ctx context.Context) error {
	again := false
	if w.Given.On(w.Platform) {
		names := strings.Join(config.Variables(w.Platform), " and ")
		use, err := w.keys.yes(ctx, fmt.Sprintf("\n%s set already (%s). Use what is there? [Y/n] ", isOrAre(w.Platform, names), w.whence()), true)
		if err != nil {
			return err
		}
		again = use
	}
	for {
		if !again {
			if err := w.tokensAnew(ctx); err != nil {
				return err
			}
		}
		done, err := w.check(ctx)
		if done || err != nil {
			return err
		}
		again = false
	}
}

func isOrAre(platform, names string) string {
	if len(config.Variables(platform)) == 1 {
		return names + " is"
	}
	return names + " are"
}

// whence says where the tokens were given.
func (w *wizard) whence() string {
	var out []string
	for _, name := range config.Variables(w.Platform) {
		if from := w.Given.From[name]; from != "" && (len(out) == 0 || out[len(out)-1] != from) {
			out = append(out, from)
		}
	}
	return strings.Join(out, ", ")
}

// tokensAnew asks for each of them, with what to click before it.
func (w *wizard) tokensAnew(ctx context.Context) error {
	if w.guide.app != nil && !w.made {
		if err := w.guide.app(ctx, w); err != nil {
			return err
		}
		w.made = true
	}
	for _, q := range w.guide.questions {
		if q.before != "" {
			w.say("\n%s\n", q.before)
		}
		for {
			value, err := w.keys.line(ctx, "\n"+q.prompt+" ", q.secret)
			if err != nil {
				return err
			}
			if strings.TrimSpace(value) == "" {
				w.say("Nothing came. Ctrl-C stops.\n")
				continue
			}
			if err := w.tokens.Take(q.name, value); err != nil {
				w.say("That %v.\n", err)
				continue
			}
			break
		}
	}
	return nil
}

// keep writes what was asked for into the home, once.
func (w *wizard) keep() error {
	if len(w.kept) > 0 {
		return nil
	}
	var set []config.Assignment
	for _, name := range config.Variables(w.Platform) {
		if value := w.tokens.Value(name); value != w.Given.Value(name) {
			set = append(set, config.Assignment{Name: name, Value: value})
		}
	}
	if len(set) == 0 {
		return nil
	}
	if err := config.Store(w.Home, set...); err != nil {
		return err
	}
	for _, a := range set {
		w.kept = append(w.kept, a.Name)
	}
	w.say("\nKept: %s, in %s/%s, which only you can read.\n", strings.Join(w.kept, " and "), w.Home, config.EnvName)
	for _, a := range set {
		if w.Given.From[a.Name] == "the environment" {
			w.say("But %s is also set in the environment, and that one wins: unset it there.\n", a.Name)
		}
	}
	return nil
}

// stopped says what is done and what is not.
func (w *wizard) stopped() {
	switch {
	case w.linked:
		w.say("\nStopped. Your account is linked; start `citadel`.\n")
	case len(w.kept) > 0:
		w.say("\nStopped. The tokens are kept, and no account was linked. `citadel setup %s` goes on from there.\n", w.Platform)
	default:
		w.say("\nStopped. Nothing was changed.\n")
	}
}
