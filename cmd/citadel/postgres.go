package main

import (
	"cmp"
	"fmt"
	"math"
	"time"

	"citadel/config"
	"citadel/memory/ledger/postgres"
)

type setupPostgresCommand struct {
	Role string `help:"The role that citadel is to log in with. If not given, the one in POSTGRES_URL, or citadel_ and your name." placeholder:"NAME"`
}

// Run prints the SQL for the database's administrator. It connects to nothing.
func (c setupPostgresCommand) Run(e *environment) error {
	settings, err := config.Load(e.args.Home, e.environ)
	if err != nil {
		return err
	}
	role := cmp.Or(c.Role, config.User(settings.Servers.Postgres), postgres.Role(settings.Principal))
	script, err := postgres.Setup(settings.Principal, role)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(e.out, "%s-- It logs in with a password of your choice:\n--   \\password %s\n", script, role)
	return err
}

// away says on standard error that the server which keeps the ledger is away, and when it is
// back. A terminal may be in raw mode, which needs the carriage to be returned.
func (e *environment) away(left time.Duration) {
	end := "\n"
	if onTerminal(e.err) {
		end = "\r\n"
	}
	if left <= 0 {
		fmt.Fprint(e.err, "The PostgreSQL server answers again."+end)
		return
	}
	fmt.Fprintf(e.err, "The PostgreSQL server that keeps the ledger does not answer. I keep trying for %d seconds.%s", int(math.Ceil(left.Seconds())), end)
}
