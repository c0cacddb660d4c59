package economy

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// readPortWatch reads how many ships passed somewhere, by day. Its errors come as success.
func readPortWatch(body []byte, series string) ([]Figure, error) {
	var answer struct {
		Error *struct {
			Message string `json:"message"`
		} `json:"error"`
		Features []struct {
			Attributes struct {
				Date   json.RawMessage `json:"date"` // milliseconds, or a day
				PortID string          `json:"portid"`
				Total  *float64        `json:"n_total"`
			} `json:"attributes"`
		} `json:"features"`
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return nil, err
	}
	switch {
	case answer.Error != nil:
		return nil, fmt.Errorf("PortWatch says %.200q", answer.Error.Message)
	case answer.Features == nil:
		return nil, errors.New("there are no features")
	}
	var figures []Figure
	for _, f := range answer.Features {
		a := f.Attributes
		if a.PortID != series {
			return nil, fmt.Errorf("it is of %.40q", a.PortID)
		}
		on, ok := stamp(a.Date)
		if !ok {
			return nil, fmt.Errorf("%.40q is no day", a.Date)
		}
		if a.Total != nil {
			figures = append(figures, Figure{on, *a.Total})
		}
	}
	return figures, nil
}

// stamp reads a day as it is written, or as milliseconds since 1970.
func stamp(raw json.RawMessage) (time.Time, bool) {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return date(text, "2006-01-02")
	}
	ms, err := strconv.ParseInt(string(raw), 10, 64)
	if err != nil || ms < 0 || ms > math.MaxInt32*1000 {
		return time.Time{}, false
	}
	return time.UnixMilli(ms).UTC().Truncate(24 * time.Hour), true
}

// readPressure reads the index of pressure on supply chains. Each column is an edition, the last of which
// holds.
func readPressure(body []byte, _ string) ([]Figure, error) {
	rows, err := table(body)
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 || !strings.EqualFold(rows[0][0], "Date") || len(rows[0]) < 2 {
		return nil, errors.New("there is no row of editions")
	}
	last := len(rows[0]) - 1
	var figures []Figure
	for _, row := range rows[1:] {
		on, known := date(row[0], "02-Jan-2006", "2-Jan-2006", "2006-01-02")
		if !known {
			return nil, fmt.Errorf("%.40q is no day", row[0])
		}
		if wider(row, len(rows[0])) {
			return nil, errUneven
		}
		value, there, err := number(at(row, last))
		if err != nil {
			return nil, err
		}
		if there {
			figures = append(figures, Figure{on.AddDate(0, 0, 1-on.Day()), value}) // a month stands at its first day
		}
	}
	return figures, nil
}

// readFrankfurter reads rates of exchange.
func readFrankfurter(body []byte, series string) ([]Figure, error) {
	var rates []struct {
		Date  string  `json:"date"`
		Base  string  `json:"base"`
		Quote string  `json:"quote"`
		Rate  float64 `json:"rate"`
	}
	if err := json.Unmarshal(body, &rates); err != nil {
		return nil, err
	}
	var figures []Figure
	for _, r := range rates {
		on, ok := date(r.Date, "2006-01-02")
		if !ok || r.Base+"/"+r.Quote != series || r.Rate <= 0 {
			return nil, fmt.Errorf("%.40q at %.20q is no rate of %s", r.Base+"/"+r.Quote, r.Date, series)
		}
		figures = append(figures, Figure{on, r.Rate})
	}
	return figures, nil
}

// readEIA reads stocks of energy. Its values are text.
func readEIA(body []byte, _ string) ([]Figure, error) {
	var answer struct {
		Error    json.RawMessage `json:"error"`
		Response *struct {
			Data []struct {
				Period string      `json:"period"`
				Value  json.Number `json:"value"`
				Units  string      `json:"units"`
			} `json:"data"`
		} `json:"response"`
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return nil, err
	}
	if answer.Response == nil {
		return nil, fmt.Errorf("the EIA says %.200q", answer.Error)
	}
	var figures []Figure
	for _, row := range answer.Response.Data {
		on, known := period(row.Period)
		value, there, err := number(row.Value.String())
		switch {
		case err != nil:
			return nil, err
		case !known:
			return nil, fmt.Errorf("%.40q is no period", row.Period)
		case row.Units != answer.Response.Data[0].Units:
			return nil, errors.New("the unit changes from row to row")
		case there:
			figures = append(figures, Figure{on, value})
		}
	}
	return figures, nil
}
