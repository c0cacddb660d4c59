package sqlite

import "context"

// Exec runs a statement on the connection that writes, as the tests' hand in the works.
func (s *Store) Exec(ctx context.Context, query string, args ...any) error {
	_, err := s.write.ExecContext(ctx, query, args...)
	return err
}
