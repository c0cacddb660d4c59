package economy

import (
	"fmt"
	"io"
	"net/url"
	"path"
	"regexp"
	"strings"
	"time"
)

// publisher is one who publishes figures: where they are, how fast he may be asked, and what his
// answers look like.
type publisher struct {
	called string        // as it is told
	pace   time.Duration // between two questions, at least
	from   func(w Wanted, s Settings) (address string, why error)
	read   func(body []byte, series string) ([]Figure, error)
	ending string // of saved answers

	// power is by which power of ten reading multiplies what a table has, which some say of their tables; nil where nobody does.
	power func(body []byte) int

	// hasty says of a refusal that it may be for haste alone, and is to be tried again after a minute; nil where none is.
	hasty func(body io.Reader) bool

	// published is the day on which figures were, as a document says; nil where none does. The document is that of the
	// figures themselves, or where there is issued the one at its address, which is empty for who may not have it.
	published func(body []byte, series string) time.Time
	issued    func(i Indicator, s Settings) (address string)
}

// publishers by name. Addresses and limits are theirs, as they were found in 2026.
var publishers = map[string]publisher{
	"fred":        {called: "FRED", pace: 700 * time.Millisecond, from: fromFRED, read: readFRED, ending: ".json", hasty: hastyFRED, published: publishedFRED, issued: issuedFRED},
	"abs":         {called: "the ABS", pace: time.Second, from: fromABS, read: readSDMX, power: powerSDMX, ending: ".csv"},
	"rba":         {called: "the RBA", pace: time.Second, from: fromRBA, read: readRBA, ending: ".csv", published: publishedRBA},
	"portwatch":   {called: "IMF PortWatch", pace: time.Second, from: fromPortWatch, read: readPortWatch, ending: ".json"},
	"nyfed":       {called: "the New York Fed", pace: time.Second, from: fromNewYorkFed, read: readPressure, ending: ".csv"},
	"oecd":        {called: "the OECD", pace: 4 * time.Second, from: fromOECD, read: readSDMX, power: powerSDMX, ending: ".csv"},
	"frankfurter": {called: "Frankfurter", pace: time.Second, from: fromFrankfurter, read: readFrankfurter, ending: ".json"},
	"eia":         {called: "the EIA", pace: time.Second, from: fromEIA, read: readEIA, ending: ".json"},
	"worldbank":   {called: "the World Bank", pace: time.Second, from: fromWorldBank, read: readPinkSheet, ending: ".xlsx"},
}

// Called is a publisher as people name it, or what was given where nobody is known by that.
func Called(name string) string {
	if p, ok := publishers[name]; ok {
		return p.called
	}
	return name
}

var unfit = regexp.MustCompile(`[^A-Za-z0-9.]+`)

// FileName is the name of a saved answer that holds a series. Series of one table share it.
func FileName(i Indicator) string {
	series, _, _ := strings.Cut(i.Series, "#")
	series = strings.TrimSuffix(series, path.Ext(publishers[i.Publisher].ending))
	if i.Publisher == "worldbank" {
		series = "monthly"
	}
	return i.Publisher + "-" + strings.Trim(unfit.ReplaceAllString(series, "-"), "-") + publishers[i.Publisher].ending
}

func day(t time.Time) string { return t.UTC().Format(time.DateOnly) }

func fromFRED(w Wanted, s Settings) (string, error) {
	q := url.Values{}
	if s.FREDKey == "" {
		q.Set("id", w.Series)
		q.Set("cosd", day(w.Since))
		return "https://fred.stlouisfed.org/graph/fredgraph.csv?" + q.Encode(), nil
	}
	q.Set("series_id", w.Series)
	q.Set("api_key", s.FREDKey)
	q.Set("file_type", "json")
	q.Set("observation_start", day(w.Since))
	return "https://api.stlouisfed.org/fred/series/observations?" + q.Encode(), nil
}

// issuedFRED is where FRED says of a series when it was last updated. Only who has a key may ask.
func issuedFRED(i Indicator, s Settings) string {
	if s.FREDKey == "" {
		return ""
	}
	return "https://api.stlouisfed.org/fred/series?" + url.Values{"series_id": {i.Series}, "api_key": {s.FREDKey}, "file_type": {"json"}}.Encode()
}

func fromABS(w Wanted, _ Settings) (string, error) {
	return "https://data.api.abs.gov.au/rest/data/" + w.Series + "?startPeriod=" + w.Since.UTC().Format("2006-01") + "&detail=dataonly&format=csv", nil
}

func fromOECD(w Wanted, _ Settings) (string, error) {
	return "https://sdmx.oecd.org/public/rest/data/" + w.Series + "?startPeriod=" + w.Since.UTC().Format("2006-01") + "&format=csvfile", nil
}

func fromRBA(w Wanted, _ Settings) (string, error) {
	table, _, ok := strings.Cut(w.Series, "#")
	if !ok {
		return "", fmt.Errorf("%q names no column", w.Series)
	}
	return "https://www.rba.gov.au/statistics/tables/csv/" + table, nil
}

func fromPortWatch(w Wanted, s Settings) (string, error) {
	rows := min(1000, max(60, int(s.Now().Sub(w.Since).Hours()/24)))
	q := url.Values{
		"where": {"portid='" + w.Series + "'"}, "outFields": {"date,portid,n_total"}, "orderByFields": {"date DESC"},
		"resultRecordCount": {fmt.Sprint(rows)}, "returnGeometry": {"false"}, "f": {"json"},
	}
	return "https://services9.arcgis.com/weJ1QsnbMYJlCHdG/arcgis/rest/services/Daily_Chokepoints_Data/FeatureServer/0/query?" + q.Encode(), nil
}

func fromNewYorkFed(Wanted, Settings) (string, error) {
	return "https://www.newyorkfed.org/medialibrary/research/interactives/data/gscpi/gscpi_interactive_data.csv", nil
}

func fromFrankfurter(w Wanted, _ Settings) (string, error) {
	base, quote, ok := strings.Cut(w.Series, "/")
	if !ok {
		return "", fmt.Errorf("%q is no pair of currencies", w.Series)
	}
	q := url.Values{"base": {base}, "quotes": {quote}, "from": {day(w.Since)}, "providers": {"ecb"}}
	return "https://api.frankfurter.dev/v2/rates?" + q.Encode(), nil
}

func fromEIA(w Wanted, s Settings) (string, error) {
	if s.EIAKey == "" {
		return "", errNoKey
	}
	return "https://api.eia.gov/v2/seriesid/" + url.PathEscape(w.Series) + "?" + url.Values{"api_key": {s.EIAKey}}.Encode(), nil
}

// pinkSheets is the page that links to the newest edition of the World Bank's table, whose own address
// changes with every edition.
const pinkSheets = "https://www.worldbank.org/en/research/commodity-markets"

func fromWorldBank(Wanted, Settings) (string, error) { return pinkSheets, nil }
