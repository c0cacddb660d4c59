package sqlite

import (
	"context"
	"database/sql"
	"math/bits"
	"strings"
)

// longestRun is how many rows one statement inserts at most. Past it, nothing is gained.
const longestRun = 32

// insert puts rows into a table, several with one statement: in runs of 32, 16, 8, 4, 2
// and 1, for each of which a statement is prepared when it is first needed.
type insert struct {
	table   string
	columns int
	runs    [6]*sql.Stmt // runs[i] inserts 1<<i rows
}

// prepare makes ready for n values. It must not be called while a transaction is open:
// there is one connection.
func (in *insert) prepare(ctx context.Context, db *sql.DB, n int) error {
	for i := range in.runs {
		if in.runs[i] != nil || in.columns<<i > n {
			continue
		}
		row := "(?" + strings.Repeat(",?", in.columns-1) + ")"
		st, err := db.PrepareContext(ctx, "INSERT INTO "+in.table+" VALUES "+row+strings.Repeat(","+row, 1<<i-1))
		if err != nil {
			return err
		}
		in.runs[i] = st
	}
	return nil
}

// run inserts rows, given as their values one behind the other.
func (in *insert) run(ctx context.Context, tx *sql.Tx, values []any) error {
	for len(values) > 0 {
		i := min(bits.Len(uint(len(values)/in.columns)), len(in.runs)) - 1
		n := in.columns << i
		if _, err := tx.StmtContext(ctx, in.runs[i]).ExecContext(ctx, values[:n]...); err != nil {
			return err
		}
		values = values[n:]
	}
	return nil
}
