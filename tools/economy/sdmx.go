package economy

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// readSDMX reads the tables of the ABS and the OECD: one row a period, in no order, whose columns are
// found by their names. A table that holds several series is not what was asked for.
func readSDMX(body []byte, series string) ([]Figure, error) {
	rows, err := table(body)
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, errors.New("the table is empty")
	}
	head := rows[0]
	when, what, times, unit := column(head, "TIME_PERIOD"), column(head, "OBS_VALUE"), column(head, "UNIT_MULT"), column(head, "UNIT_MEASURE")
	if when < 0 || what < 0 {
		return nil, errors.New("there are no columns TIME_PERIOD and OBS_VALUE")
	}
	if err := edition(rows, series); err != nil {
		return nil, err
	}
	var figures []Figure
	for _, row := range rows[1:] {
		if len(row) != len(head) {
			return nil, errUneven
		}
		if at(row, unit) != at(rows[1], unit) {
			return nil, errors.New("the unit changes from row to row")
		}
		on, known := period(row[when])
		value, there, err := number(row[what])
		switch {
		case err != nil:
			return nil, err
		case !known:
			return nil, fmt.Errorf("%.40q is no period", row[when])
		case !there:
			continue
		}
		if power, _, _ := strings.Cut(at(row, times), ":"); power != "" {
			n, err := strconv.Atoi(strings.TrimSpace(power))
			if err != nil || n < -12 || n > 15 {
				return nil, fmt.Errorf("%.40q is no power of ten", power)
			}
			value *= math.Pow10(n)
		}
		figures = append(figures, Figure{on, value})
	}
	return figures, nil
}

// powerSDMX reads the power of ten of a table's first row.
func powerSDMX(body []byte) int {
	rows, err := table(body)
	if err != nil || len(rows) < 2 {
		return 0
	}
	power, _, _ := strings.Cut(at(rows[1], column(rows[0], "UNIT_MULT")), ":")
	n, err := strconv.Atoi(strings.TrimSpace(power))
	if err != nil {
		return 0
	}
	return n
}

// edition checks that the table is of the version that was asked for, where one was: a newer one may count
// something else under the same key.
func edition(rows [][]string, series string) error {
	flow, _, _ := strings.Cut(series, "/")
	parts := strings.Split(flow, ",")
	if len(parts) != 3 || len(rows) < 2 {
		return nil
	}
	for i, name := range rows[0] {
		if name, _, _ = strings.Cut(name, ":"); name != "DATAFLOW" && name != "STRUCTURE_ID" {
			continue
		}
		if is := at(rows[1], i); strings.Contains(is, "(") && !strings.Contains(is, "("+parts[2]+")") {
			return fmt.Errorf("the table is %.60q, and version %s was asked for", is, parts[2])
		}
	}
	return nil
}
