package economy

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// rbaDates are the forms in which its tables write days.
var rbaDates = []string{"02-Jan-2006", "2-Jan-2006", "02/01/2006", "2/01/2006", "2006-01-02"}

// readRBA reads one column of a statistical table. Above the row that names the series stand lines that
// come and go; below it rows may be short, blank or of months to come.
func readRBA(body []byte, series string) ([]Figure, error) {
	_, id, _ := strings.Cut(series, "#")
	rows, err := table(body)
	if err != nil {
		return nil, err
	}
	col, width := -1, 0
	var figures []Figure
	for _, row := range rows {
		if col < 0 {
			if row[0] != "Series ID" {
				continue
			}
			for i, cell := range row {
				if i == 0 || cell != id {
					continue
				}
				if col > 0 {
					return nil, fmt.Errorf("%s stands there twice", id)
				}
				col, width = i, len(row)
			}
			if col < 0 {
				return nil, fmt.Errorf("there is no column %s", id)
			}
			continue
		}
		on, known := date(row[0], rbaDates...)
		if !known {
			continue // a note
		}
		if wider(row, width) {
			return nil, errUneven // shorter ones are usual
		}
		value, there, err := number(at(row, col))
		if err != nil {
			return nil, err
		}
		if there {
			figures = append(figures, Figure{on, value})
		}
	}
	if col < 0 {
		return nil, fmt.Errorf("there is no row of series")
	}
	return figures, nil
}

// publishedRBA reads the day that stands above a column.
func publishedRBA(body []byte, series string) time.Time {
	_, id, _ := strings.Cut(series, "#")
	rows, err := table(body)
	if err != nil {
		return time.Time{}
	}
	var days []string
	for _, row := range rows {
		switch row[0] {
		case "Publication date":
			days = row
		case "Series ID":
			on, _ := date(at(days, slices.Index(row, id)), rbaDates...)
			return on
		}
	}
	return time.Time{}
}
