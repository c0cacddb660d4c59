package postgres

import (
	"context"
	"fmt"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Put implements ledger.Shelf.
func (s *Store) Put(ctx context.Context, name string, upTo event.Seq, data []byte) error {
	return s.change(ctx, "put "+name, `INSERT INTO citadel.shelf (principal, name, up_to, data) VALUES ($1, $2, $3, $4)
		ON CONFLICT (principal, name) DO UPDATE SET up_to = excluded.up_to, data = excluded.data`, name, bound(upTo), bytea(data))
}

// Get implements ledger.Shelf.
func (s *Store) Get(ctx context.Context, name string) (event.Seq, []byte, error) {
	ctx, cancel := s.bounded(ctx)
	defer cancel()
	var upTo int64
	var data []byte
	err := s.again(ctx, func() error {
		return s.pool.QueryRow(ctx, "SELECT up_to, data FROM citadel.shelf WHERE principal = $1 AND name = $2", s.principal, name).Scan(&upTo, &data)
	})
	if none(err) {
		return 0, nil, ledger.ErrNothingKept
	}
	if err != nil {
		return 0, nil, fmt.Errorf("postgres: get %s: %w", name, named(err))
	}
	return event.Seq(upTo), data, nil
}

// Drop implements ledger.Shelf.
func (s *Store) Drop(ctx context.Context, from event.Seq) error {
	return s.change(ctx, "drop", "DELETE FROM citadel.shelf WHERE principal = $1 AND up_to >= $2", bound(from))
}

// change carries out a statement whose first argument is the principal, and which may be
// carried out twice.
func (s *Store) change(ctx context.Context, what, statement string, args ...any) error {
	if s.readOnly {
		return fmt.Errorf("postgres: %s: %w", what, ledger.ErrReadOnly)
	}
	ctx, cancel := s.bounded(ctx)
	defer cancel()
	args = append([]any{s.principal}, args...)
	err := s.again(ctx, func() error {
		_, err := s.pool.Exec(ctx, statement, args...)
		return err
	})
	if err != nil {
		return fmt.Errorf("postgres: %s: %w", what, named(err))
	}
	return nil
}
