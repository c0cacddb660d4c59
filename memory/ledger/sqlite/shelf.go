package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Put implements ledger.Shelf.
func (s *Store) Put(ctx context.Context, name string, upTo event.Seq, data []byte) error {
	if s.write == nil {
		return fmt.Errorf("sqlite: put %s: %w", name, ledger.ErrReadOnly)
	}
	_, err := s.write.ExecContext(ctx, "INSERT INTO shelf VALUES (?,?,?) ON CONFLICT (name) DO UPDATE SET up_to = excluded.up_to, data = excluded.data",
		name, int64(upTo), blob(data))
	if err != nil {
		return fmt.Errorf("sqlite: put %s: %w", name, named(err))
	}
	return nil
}

// Get implements ledger.Shelf.
func (s *Store) Get(ctx context.Context, name string) (event.Seq, []byte, error) {
	var upTo int64
	var data []byte
	err := s.read.QueryRowContext(ctx, "SELECT up_to, data FROM shelf WHERE name = ?", name).Scan(&upTo, &data)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil, ledger.ErrNothingKept
	}
	if err != nil {
		return 0, nil, fmt.Errorf("sqlite: get %s: %w", name, named(err))
	}
	return event.Seq(upTo), data, nil
}

// Drop implements ledger.Shelf.
func (s *Store) Drop(ctx context.Context, from event.Seq) error {
	if s.write == nil {
		return fmt.Errorf("sqlite: drop: %w", ledger.ErrReadOnly)
	}
	if _, err := s.write.ExecContext(ctx, "DELETE FROM shelf WHERE up_to >= ?", int64(from)); err != nil {
		return fmt.Errorf("sqlite: drop: %w", named(err))
	}
	if err := s.scrub(ctx); err != nil {
		return fmt.Errorf("sqlite: drop: %w", err)
	}
	return nil
}
