package economy

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// readFRED reads what FRED answers to who has a key, and the table that everybody may have.
func readFRED(body []byte, series string) ([]Figure, error) {
	if !bytes.HasPrefix(bytes.TrimLeft(body, " \t\r\n"), []byte("{")) {
		return readGraph(body, series)
	}
	var answer struct {
		Code         int    `json:"error_code"`
		Message      string `json:"error_message"`
		Units        string `json:"units"`
		Observations []struct {
			Date  string `json:"date"`
			Value string `json:"value"` // "." where there is none
		} `json:"observations"`
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return nil, err
	}
	switch {
	case answer.Code != 0 || answer.Message != "":
		return nil, fmt.Errorf("FRED says %.200q", answer.Message)
	case answer.Observations == nil:
		return nil, errors.New("there are no observations")
	case answer.Units != "" && answer.Units != "lin":
		return nil, fmt.Errorf("the figures were made over as %.20q", answer.Units)
	}
	var figures []Figure
	for _, o := range answer.Observations {
		on, known := date(o.Date, "2006-01-02")
		value, there, err := number(o.Value)
		switch {
		case err != nil:
			return nil, err
		case !known:
			return nil, fmt.Errorf("%.40q is no day", o.Date)
		case there:
			figures = append(figures, Figure{on, value})
		}
	}
	return figures, nil
}

// hastyFRED: of a key that holds it sometimes says that it is not registered, when it is asked much in a short time.
func hastyFRED(body io.Reader) bool {
	var answer struct {
		Message string `json:"error_message"`
	}
	head, err := io.ReadAll(io.LimitReader(body, 4096))
	return err == nil && json.Unmarshal(head, &answer) == nil && strings.Contains(answer.Message, "api_key is not registered")
}

// readGraph reads a table of one column, whose heading is the series.
func readGraph(body []byte, series string) ([]Figure, error) {
	rows, err := table(body)
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 || column(rows[0], series) < 1 {
		return nil, fmt.Errorf("there is no column %q", series)
	}
	at, figures := column(rows[0], series), []Figure(nil)
	for _, row := range rows[1:] {
		if len(row) != len(rows[0]) {
			return nil, errUneven
		}
		on, known := date(row[0], "2006-01-02")
		value, there, err := number(row[at])
		switch {
		case err != nil:
			return nil, err
		case !known:
			return nil, fmt.Errorf("%.40q is no day", row[0])
		case there:
			figures = append(figures, Figure{on, value})
		}
	}
	return figures, nil
}

// publishedFRED reads when a series was last updated, on FRED's own calendar. The heading of its list is spelt as FRED
// spells it.
func publishedFRED(body []byte, series string) time.Time {
	var answer struct {
		Series []struct {
			ID      string `json:"id"`
			Updated string `json:"last_updated"`
		} `json:"seriess"`
	}
	if json.Unmarshal(body, &answer) != nil || len(answer.Series) != 1 || answer.Series[0].ID != series {
		return time.Time{}
	}
	day, _, _ := strings.Cut(answer.Series[0].Updated, " ")
	on, _ := date(day, "2006-01-02")
	return on
}
