package postgres

import (
	"context"
	"fmt"
)

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
	var waits, follows bool
	err = s.pool.QueryRow(ctx, "SELECT current_setting('fsync')::bool AND current_setting('full_page_writes')::bool, pg_is_in_recovery()").Scan(&waits, &follows)
	switch {
	case err != nil:
		return err
	case !waits:
		return ErrVolatile
	case follows && !s.readOnly:
		return ErrStandby
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
