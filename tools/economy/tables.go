package economy

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// page says whether a body is a web page: what a publisher, or whoever stands before it, gives instead of
// figures, also with the status of success.
func page(body []byte) bool {
	head := bytes.ToLower(bytes.TrimLeft(bytes.TrimPrefix(body, []byte("\xef\xbb\xbf")), " \t\r\n"))
	return bytes.HasPrefix(head, []byte("<!doctype")) || bytes.HasPrefix(head, []byte("<html")) || bytes.HasPrefix(head, []byte("<head"))
}

// table reads rows of any length. What is not UTF-8 is taken for the Western code page, of which only
// dashes and quotes in titles ever occur. A last row without its end is left out: whoever writes tables ends each row, so
// that it was cut off, and what stands in it may be the beginning of a figure.
func table(body []byte) ([][]string, error) {
	body = bytes.TrimPrefix(body, []byte("\xef\xbb\xbf"))
	body = body[:bytes.LastIndexByte(body, '\n')+1]
	if bytes.IndexByte(body, 0) >= 0 {
		return nil, errors.New("it is no text") // or one in another encoding
	}
	if !utf8.Valid(body) {
		runes := make([]rune, len(body))
		for i, c := range body {
			if runes[i] = rune(c); c >= 0x80 && c < 0xa0 {
				runes[i] = '-'
			}
		}
		body = []byte(string(runes))
	}
	r := csv.NewReader(bytes.NewReader(body))
	r.FieldsPerRecord, r.LazyQuotes = -1, true
	var rows [][]string
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
		for i := range row {
			row[i] = strings.TrimSpace(row[i])
		}
		rows = append(rows, row)
	}
}

// errUneven: a figure may have been parted in two, as by a comma in it.
var errUneven = errors.New("a row is not as long as the heading")

// wider says whether a row has something behind its so many columns.
func wider(row []string, columns int) bool {
	return len(row) > columns && strings.Join(row[columns:], "") != ""
}

// number reads a value; ok is false where there is none, as on holidays and in months to come.
func number(cell string) (value float64, ok bool, err error) {
	switch cell {
	case "", ".", "..", "…", "#N/A", "NA", "n.a.", "na", "NaN", "-":
		return 0, false, nil
	}
	value, err = strconv.ParseFloat(cell, 64)
	if err != nil || math.IsInf(value, 0) || math.IsNaN(value) || strings.ContainsAny(cell, "xX_") {
		return 0, false, fmt.Errorf("%.40q is no figure", cell)
	}
	return value, true, nil
}

// date reads a day or a period in one of some forms.
func date(cell string, forms ...string) (time.Time, bool) {
	for _, form := range forms {
		if t, err := time.Parse(form, cell); err == nil {
			return t.UTC(), true
		}
	}
	return time.Time{}, false
}

// period reads "2026", "2026-Q1", "2026-S1", "2026-07" or "2026-07-14", as its first day.
func period(cell string) (time.Time, bool) {
	if t, ok := date(cell, "2006-01-02", "2006-01", "2006"); ok {
		return t, true
	}
	year, part, ok := strings.Cut(cell, "-")
	if !ok || len(part) != 2 {
		return time.Time{}, false
	}
	t, ok := date(year, "2006")
	n := int(part[1] - '0')
	switch {
	case ok && part[0] == 'Q' && 1 <= n && n <= 4:
		return t.AddDate(0, 3*(n-1), 0), true
	case ok && part[0] == 'S' && 1 <= n && n <= 2:
		return t.AddDate(0, 6*(n-1), 0), true
	}
	return time.Time{}, false
}

// column finds a name in a row, without the label that some put behind it.
func column(row []string, name string) int {
	for i, cell := range row {
		if cell, _, _ = strings.Cut(cell, ":"); strings.EqualFold(strings.TrimSpace(cell), name) {
			return i
		}
	}
	return -1
}

// at is a cell of a row, nothing where the row is shorter.
func at(row []string, i int) string {
	if i < 0 || i >= len(row) {
		return ""
	}
	return row[i]
}
