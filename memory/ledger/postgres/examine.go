package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Exposed is why a database is refused: what this program logs in with could change what was
// written, or read what belongs to another principal.
type Exposed struct {
	Role string   // that the program logs in with
	Can  []string // what it could do, such as "DELETE FROM citadel.events"
}

func (e *Exposed) Error() string {
	return fmt.Sprintf("the role %s could %s", e.Role, strings.Join(e.Can, ", "))
}

// examine refuses a database that is not set up as Setup leaves it.
func (s *Store) examine(ctx context.Context) error {
	var newest int
	err := s.pool.QueryRow(ctx, "SELECT coalesce(max(form), 0) FROM citadel.forms").Scan(&newest)
	switch {
	case missing(err):
		return fmt.Errorf("%w: %w", ErrNotSetUp, err)
	case err != nil:
		return err
	case newest < form:
		return fmt.Errorf("%w: it is of form %d, and form %d is needed", ErrNotSetUp, newest, form)
	case newest > form:
		return fmt.Errorf("%w: form %d, known up to %d", ErrNewer, newest, form)
	}
	var waits bool
	err = s.pool.QueryRow(ctx, "SELECT current_setting('fsync')::bool AND current_setting('full_page_writes')::bool").Scan(&waits)
	if err != nil {
		return err
	}
	if !waits {
		return ErrVolatile
	}
	own, err := s.policy(ctx)
	if err != nil {
		return err
	}
	if !own {
		// It would read nothing, which would look like an empty ledger.
		return fmt.Errorf("%w: its role has no policy for the principal %q", ErrNotSetUp, s.principal)
	}
	return s.exposed(ctx)
}

// policy says whether the role may write what belongs to the principal: by its policy, or
// because none binds it.
func (s *Store) policy(ctx context.Context) (own bool, err error) {
	err = s.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_policies WHERE schemaname = 'citadel' AND tablename = 'events'
		AND current_user = ANY (roles) AND with_check = format('(principal = %L::text)', $1::text))
		OR (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user)`, s.principal).Scan(&own)
	return own, err
}

// powers finds what a role could do that it must not, by what the server knows of it: by
// itself, as a member of a role that owns a table, or by a policy that is too wide. $1 is the
// principal.
const powers = `
SELECT 'do anything, as a superuser' FROM pg_roles WHERE rolname = current_user AND rolsuper
UNION ALL
SELECT 'pass over row-level security' FROM pg_roles WHERE rolname = current_user AND rolbypassrls AND NOT rolsuper
UNION ALL
SELECT format('become %s, who owns %s', pg_get_userbyid(relowner), oid::regclass) FROM pg_class
	WHERE relnamespace = 'citadel'::regnamespace AND relkind = 'r' AND pg_has_role(current_user, relowner, 'MEMBER')
	AND NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)
UNION ALL
SELECT format('see the rows of others: row-level security is off on %s', oid::regclass) FROM pg_class
	WHERE relnamespace = 'citadel'::regnamespace AND relname IN ('events', 'keys', 'rests', 'shelf', 'vectors') AND NOT relrowsecurity
UNION ALL
SELECT format('see the rows of others: by the policy %s on citadel.%s', policyname, tablename) FROM pg_policies
	WHERE schemaname = 'citadel' AND permissive = 'PERMISSIVE'
	AND EXISTS (SELECT FROM unnest(roles) r WHERE CASE r WHEN 'public' THEN true ELSE pg_has_role(current_user, r, 'MEMBER') END)
	AND (qual IS DISTINCT FROM format('(principal = %L::text)', $1::text) OR with_check IS DISTINCT FROM qual)
UNION ALL
SELECT 'TRUNCATE citadel.events' WHERE has_table_privilege('citadel.events', 'TRUNCATE')`

// trials are statements that the server must refuse. No row need be there: the right to do it
// is asked before one is looked for. No principal can be called "another/one".
var trials = []struct{ does, statement string }{
	{"UPDATE citadel.events", "UPDATE citadel.events SET body = body WHERE false"},
	{"DELETE FROM citadel.events", "DELETE FROM citadel.events WHERE false"},
	{"UPDATE citadel.keys", "UPDATE citadel.keys SET key = key WHERE false"},
	{"UPDATE citadel.rests", "UPDATE citadel.rests SET seq = seq WHERE false"},
	{"DELETE FROM citadel.rests", "DELETE FROM citadel.rests WHERE false"},
	{"write events of another principal", "INSERT INTO citadel.events VALUES ('another/one', 1, 0, '', '', 1, '', '', '', '', '', '', '')"},
	{"write keys of another principal", "INSERT INTO citadel.keys VALUES ('another/one', 1, '')"},
}

// exposed gives an *Exposed if the database is not what it should be. What is tried is rolled
// back.
func (s *Store) exposed(ctx context.Context) error {
	e := &Exposed{}
	err := pgx.BeginTxFunc(ctx, s.pool, pgx.TxOptions{AccessMode: pgx.ReadWrite}, func(tx pgx.Tx) error {
		if err := tx.QueryRow(ctx, "SELECT current_user").Scan(&e.Role); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, powers, s.principal)
		if err != nil {
			return err
		}
		if e.Can, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
			return err
		}
		for _, trial := range trials {
			passed, err := passes(ctx, tx, trial.statement)
			if err != nil {
				return err
			}
			if passed {
				e.Can = append(e.Can, trial.does)
			}
		}
		return errTried
	})
	switch {
	case !errors.Is(err, errTried):
		return err
	case len(e.Can) > 0:
		return e
	}
	return nil
}

var errTried = errors.New("tried") // so that the transaction is rolled back

// passes says whether a statement is carried out. It fails only if that cannot be told.
func passes(ctx context.Context, tx pgx.Tx, statement string) (bool, error) {
	try, err := tx.Begin(ctx) // a savepoint
	if err != nil {
		return false, err
	}
	_, err = try.Exec(ctx, statement)
	if e := try.Rollback(ctx); e != nil {
		return false, e
	}
	var said *pgconn.PgError
	switch {
	case err == nil:
		return true, nil
	case errors.As(err, &said) && (said.Code == "42501" || said.Code == "25006"): // no privilege; a standby
		return false, nil
	case errors.As(err, &said) && said.Code == "23505": // it got as far as looking at rows
		return true, nil
	}
	return false, err
}
