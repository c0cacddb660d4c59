package economy

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// sheetLink is the link to the newest edition, on the page that fromWorldBank names.
var sheetLink = regexp.MustCompile(`(?i)href="([^"<>]{1,500}CMO-Historical-Data-Monthly\.xlsx)"`)

// linked finds the link to the table on a page of the World Bank.
func linked(page []byte) (string, error) {
	m := sheetLink.FindSubmatch(page)
	if m == nil {
		return "", errors.New("the page has no link to the table")
	}
	base, err := url.Parse(pinkSheets)
	if err != nil {
		return "", err
	}
	to, err := base.Parse(string(m[1]))
	if err != nil || to.Scheme != "https" || to.Hostname() != "worldbank.org" && !strings.HasSuffix(to.Hostname(), ".worldbank.org") {
		return "", fmt.Errorf("the page links elsewhere: %.100q", m[1])
	}
	return to.String(), nil
}

// maxPart is how long a part of the workbook may be when unpacked, in bytes.
const maxPart = 64 << 20

// readPinkSheet reads one column of the World Bank's monthly prices. Rows above the first month come and go
// with editions: the names stand in the nearest one that names crude oil.
func readPinkSheet(body []byte, series string) ([]Figure, error) {
	archive, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil {
		return nil, err
	}
	rows, err := sheet(archive, "Monthly Prices")
	if err != nil {
		return nil, err
	}
	var names []string
	col := -1
	var figures []Figure
	for _, row := range rows {
		on, known := month(at(row, 0))
		if !known {
			if col < 0 && column(row, "Crude oil, average") > 0 {
				names = row
			}
			continue
		}
		if col < 0 {
			for i, name := range names {
				if strings.EqualFold(strings.TrimRight(name, " *"), series) {
					col = i
				}
			}
			if col < 0 {
				return nil, fmt.Errorf("there is no column %q", series)
			}
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
		return nil, errors.New("there are no months")
	}
	return figures, nil
}

// month reads "1960M01".
func month(cell string) (time.Time, bool) {
	year, month, ok := strings.Cut(cell, "M")
	if !ok {
		return time.Time{}, false
	}
	return date(year+"-"+month, "2006-01")
}

// sheet reads the cells of a sheet by its name.
func sheet(archive *zip.Reader, name string) ([][]string, error) {
	var book struct {
		Sheets []struct {
			Name string `xml:"name,attr"`
			ID   string `xml:"http://schemas.openxmlformats.org/officeDocument/2006/relationships id,attr"`
		} `xml:"sheets>sheet"`
	}
	var links struct {
		Links []struct {
			ID     string `xml:"Id,attr"`
			Target string `xml:"Target,attr"`
		} `xml:"Relationship"`
	}
	var shared struct {
		Items []struct {
			Text string   `xml:"t"`
			Runs []string `xml:"r>t"`
		} `xml:"si"`
	}
	if err := errors.Join(part(archive, "xl/workbook.xml", &book), part(archive, "xl/_rels/workbook.xml.rels", &links)); err != nil {
		return nil, err
	}
	if err := part(archive, "xl/sharedStrings.xml", &shared); err != nil && !errors.Is(err, errNoPart) {
		return nil, err
	}
	file := ""
	for _, s := range book.Sheets {
		for _, l := range links.Links {
			if s.Name == name && s.ID == l.ID {
				file = strings.TrimPrefix(strings.TrimPrefix(l.Target, "/"), "xl/")
			}
		}
	}
	if file == "" {
		return nil, fmt.Errorf("there is no sheet %q", name)
	}
	var cells struct {
		Rows []struct {
			Cells []struct {
				At     string `xml:"r,attr"`
				Type   string `xml:"t,attr"`
				Value  string `xml:"v"`
				Inline string `xml:"is>t"`
			} `xml:"c"`
		} `xml:"sheetData>row"`
	}
	if err := part(archive, "xl/"+file, &cells); err != nil {
		return nil, err
	}
	var rows [][]string
	for _, r := range cells.Rows {
		var row []string
		for n, c := range r.Cells {
			at := letters(c.At, n)
			if at >= maxColumns {
				return nil, fmt.Errorf("there are more than %d columns", maxColumns)
			}
			for len(row) <= at {
				row = append(row, "")
			}
			text := c.Value
			switch c.Type {
			case "s":
				i := 0
				if _, err := fmt.Sscanf(text, "%d", &i); err != nil || i < 0 || i >= len(shared.Items) {
					return nil, fmt.Errorf("%.20q is no shared text", text)
				}
				text = shared.Items[i].Text + strings.Join(shared.Items[i].Runs, "")
			case "inlineStr":
				text = c.Inline
			}
			row[at] = strings.TrimSpace(text)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// maxColumns is how wide a sheet may be.
const maxColumns = 1024

// letters is the column of a cell such as "AB12", from 0; where it names none, the one after those before.
func letters(cell string, next int) int {
	n := 0
	for _, c := range cell {
		if c < 'A' || c > 'Z' || n > maxColumns {
			break
		}
		n = 26*n + int(c-'A'+1)
	}
	if n == 0 {
		return next
	}
	return n - 1
}

var errNoPart = errors.New("the workbook lacks a part")

// part decodes one file of a workbook.
func part(archive *zip.Reader, name string, into any) error {
	f, err := archive.Open(name)
	if err != nil {
		return fmt.Errorf("%w: %s", errNoPart, name)
	}
	defer f.Close()
	body, err := io.ReadAll(io.LimitReader(f, maxPart+1))
	if err != nil {
		return err
	}
	if len(body) > maxPart {
		return fmt.Errorf("%s is longer than %d bytes", name, maxPart)
	}
	return xml.Unmarshal(body, into)
}
