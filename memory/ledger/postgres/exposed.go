package postgres

import (
	"context"
	_ "embed"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Exposed is why a database is refused: what this program logs in with could change what was
// written, or see what belongs to another principal.
type Exposed struct {
	Role  string // that the program logs in with
	Flaws []Flaw
}

// Flaw is one way to do so, and what closes it.
type Flaw struct {
	Can  string // what the role could do, such as "DELETE FROM citadel.events"
	Mend string // the SQL for the database's administrator that takes it away; empty if only another role helps
}

func (e *Exposed) Error() string {
	return fmt.Sprintf("the role %s could %s", e.Role, e.Can())
}

// Can is what the role could do, in one line.
func (e *Exposed) Can() string {
	all := make([]string, len(e.Flaws))
	for i, f := range e.Flaws {
		all[i] = f.Can
	}
	return strings.Join(all, "; ")
}

// Mends is the SQL that closes every way there is, a statement a line.
func (e *Exposed) Mends() string {
	var b strings.Builder
	seen := map[string]bool{"": true}
	for _, f := range e.Flaws {
		if !seen[f.Mend] {
			fmt.Fprintf(&b, "%s;\n", f.Mend)
		}
		seen[f.Mend] = true
	}
	return b.String()
}

//go:embed flaws.sql
var flaws string

// exposed gives an *Exposed if the database is not what Setup leaves. It asks the catalogue and
// tries nothing. What a superuser has built that only a look at its inside would show, it does
// not see: a function with rights of its own whose text names none of these tables, or a foreign
// server that logs in here as another.
func (s *Store) exposed(ctx context.Context) error {
	e := &Exposed{}
	if err := s.pool.QueryRow(ctx, "SELECT session_user").Scan(&e.Role); err != nil {
		return err
	}
	rows, err := s.pool.Query(ctx, flaws, s.principal)
	if err != nil {
		return err
	}
	e.Flaws, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Flaw])
	if err != nil {
		return err
	}
	if len(e.Flaws) > 0 {
		return e
	}
	return nil
}
