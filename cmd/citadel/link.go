package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"citadel/bot"
	"citadel/cmd/internal/host"
	"citadel/config"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// linkCommand makes a code that links one account. It needs no lock: what runs in the home
// reads the code when somebody sends it.
type linkCommand struct {
	Audience string `help:"Who else can read it: nobody (private), or admins (work). Asked there if not given." enum:"private,work," default:"" placeholder:"private|work"`
	Reopen   bool   `help:"Take codes again, after too many wrong ones were sent."`
}

// Run writes the code's hash into the home and prints the code.
func (c linkCommand) Run(e *environment) error {
	home, now := e.args.Home, e.now()
	if err := os.MkdirAll(home, 0o700); err != nil {
		return written(err)
	}
	code, p, err := bot.NewPairing(rand.Reader, now, event.Audience(c.Audience), c.Reopen)
	if err != nil {
		return err
	}
	if err := p.Write(home); err != nil {
		return written(err)
	}
	running, err := host.Held(home)
	if err != nil {
		return err
	}
	fmt.Fprintf(e.out, "Send this to Citadel in a direct message, from the account that is to be linked:\n\n    link %s\n\n", code)
	fmt.Fprintf(e.out, "It works once, until %s. Whoever sends it can talk with Citadel as you.\n", p.Expires.Format("15:04"))
	if c.Reopen {
		fmt.Fprintln(e.out, "Codes are taken again from the next one that is sent.")
	} else {
		fmt.Fprintln(e.out, "If Citadel says that it takes no codes: citadel link --reopen.")
	}
	switch {
	case !anyPlatform(e, running):
		fmt.Fprintln(e.out, "No chat platform is set up, so nothing hears it yet. `citadel setup slack`, `citadel setup telegram` or `citadel setup mattermost` does that, and links your account there without a code.")
	case !running:
		fmt.Fprintf(e.out, "No citadel runs in %s at the moment: start it first.\n", home)
	}
	return nil
}

// anyPlatform says whether there is a chat platform on which a code can be sent: one that is set up, or that the citadel
// that runs was started with. Settings and a health that cannot be read are no reason to say that there is none.
func anyPlatform(e *environment, running bool) bool {
	settings, err := config.Load(e.args.Home, e.environ)
	if err != nil || len(settings.Platforms.Names()) > 0 {
		return true
	}
	h, err := host.ReadHealth(e.args.Home)
	return err != nil || running && slices.ContainsFunc(config.PlatformNames(), func(name string) bool { return h.Talks(name, e.now()) })
}

// tidy takes a code that has run out of the home. The mark that codes count again stays: the
// ledger may not have it yet. What cannot be read or removed does no harm.
func tidy(home string, now time.Time, log *slog.Logger) {
	p, err := bot.ReadPairing(home)
	if err != nil || p.Code == "" || now.Before(p.Expires) {
		return
	}
	if p.Reopened != "" {
		err = bot.Pairing{Expires: p.Expires, Reopened: p.Reopened}.Write(home)
	} else {
		err = os.Remove(filepath.Join(home, bot.PairingName))
	}
	if err != nil {
		log.Warn("a code that has run out could not be removed", "err", err)
	}
}

// written makes a home that cannot be written what explain knows.
func written(err error) error {
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		return fmt.Errorf("%w: %w", ledger.ErrReadOnly, err)
	}
	return err
}
