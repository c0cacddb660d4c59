package search

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"citadel/tools"
)

var day = time.Date(2026, 5, 20, 12, 0, 0, 0, time.UTC)

func serve(t *testing.T, h http.HandlerFunc) *Search {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	s, err := New(Settings{Server: server.URL + "/searx/", Now: func() time.Time { return day }})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func ask(t *testing.T, s *Search, in searchArgs) (tools.Result, *tools.Failure) {
	t.Helper()
	args, _ := json.Marshal(in)
	got, err := s.Tools()[0].Run(t.Context(), args)
	var failure *tools.Failure
	if err != nil && !errors.As(err, &failure) {
		t.Fatalf("not worded: %v", err)
	}
	return got, failure
}

const answer = `{"query":"rye","results":[
{"title":"Rye  bread","url":"https://bread.example/rye","content":"Keeps for\na week.","publishedDate":"2026-05-18T10:00:00","engine":"one"},
{"title":"Rye bread again","url":"https://bread.example/rye","content":"","publishedDate":null,"engine":"two"},
{"title":"","url":"https://old.example/x","content":"Old.","publishedDate":"2020-01-02","engine":"two"},
{"title":"Script","url":"javascript:alert(1)","content":"No."},
{"title":"Undated","url":"https://undated.example/","content":"When?","engine":"two"}]}`

func TestASearch(t *testing.T) {
	var asked []string
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Path+"?"+r.URL.RawQuery)
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, answer)
	})
	got, failure := ask(t, s, searchArgs{Query: " rye \n bread "})
	if failure != nil {
		t.Fatal(failure)
	}
	if want := "1. Rye bread\n   https://bread.example/rye\n   18 May 2026, by one\n   Keeps for a week.\n" +
		"2. old.example\n   https://old.example/x\n   2 January 2020, by two\n   Old.\n" +
		"3. Undated\n   https://undated.example/\n   no date, by two\n   When?\n"; got.Text != want {
		t.Errorf("got\n%s\nwant\n%s", got.Text, want)
	}
	if len(got.Sources) != 3 || got.Sources[0].On.IsZero() || got.Sources[2].Link != "https://undated.example/" {
		t.Errorf("sources %+v", got.Sources)
	}
	got, failure = ask(t, s, searchArgs{Query: "rye", Days: 3})
	if failure != nil || strings.Contains(got.Text, "old.example") || !strings.Contains(got.Text, "Left out as older than 17 May 2026: 1.") {
		t.Errorf("%s, %v", got.Text, failure)
	}
	if asked[0] != "/searx/search?format=json&q=rye+bread" || asked[1] != "/searx/search?format=json&q=rye&time_range=week" {
		t.Errorf("asked %v", asked)
	}
}

func TestNoMoreThanTenResults(t *testing.T) {
	var all []string
	for i := range 30 {
		all = append(all, fmt.Sprintf(`{"title":"t","url":"https://a.example/%d","content":%q}`, i, strings.Repeat("ü ", 5000)))
	}
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"results":[%s]}`, strings.Join(all, ","))
	})
	got, failure := ask(t, s, searchArgs{Query: "t"})
	if failure != nil || len(got.Sources) != MaxResults || len(got.Text) > tools.MaxOutput {
		t.Errorf("%d results in %d bytes, %v", len(got.Sources), len(got.Text), failure)
	}
}

func TestNothingFoundIsSaid(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"results":[]}`) })
	if got, failure := ask(t, s, searchArgs{Query: "q"}); failure != nil || !strings.Contains(got.Text, `Nothing was found for "q"`) || got.Sources != nil {
		t.Errorf("%+v, %v", got, failure)
	}
}

func TestFailuresAreWorded(t *testing.T) {
	for name, c := range map[string]struct {
		status     int
		kind, body string
		reason     tools.Reason
		says       string
	}{
		"json off":  {403, "text/html", "", tools.Forbidden, "search.formats"},
		"limited":   {429, "", "", tools.Unavailable, "limiter"},
		"elsewhere": {302, "", "", tools.Unavailable, "redirects"},
		"broken":    {500, "", "", tools.Unavailable, "500"},
		"a page":    {200, "text/html; charset=utf-8", "<html>", tools.Garbled, "search.formats"},
		"garbage":   {200, "application/json", "{", tools.Garbled, "SearXNG"},
		"other":     {200, "application/json", `{"hits":[]}`, tools.Garbled, "SearXNG"},
		"too long":  {200, "application/json", strings.Repeat(" ", MaxBytes+1), tools.Garbled, "MiB"},
	} {
		s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", c.kind)
			w.Header().Set("Location", "http://127.0.0.1:1/")
			w.WriteHeader(c.status)
			fmt.Fprint(w, c.body)
		})
		if _, failure := ask(t, s, searchArgs{Query: "q"}); failure == nil || failure.Reason != c.reason || !strings.Contains(failure.Text, c.says) {
			t.Errorf("%s: %v", name, failure)
		}
	}
	gone, err := New(Settings{Server: "http://127.0.0.1:1"})
	if err != nil {
		t.Fatal(err)
	}
	if _, failure := ask(t, gone, searchArgs{Query: "q"}); failure == nil || failure.Reason != tools.Unavailable {
		t.Errorf("gone: %v", failure)
	}
	for _, in := range []searchArgs{{}, {Query: strings.Repeat("x", maxQuery+1)}, {Query: "x", Days: -1}} {
		if _, failure := ask(t, gone, in); failure == nil || failure.Reason != tools.Invalid {
			t.Errorf("%+v: %v", in, failure)
		}
	}
	for _, bad := range []string{"", "search.example", "ftp://x", "http://"} {
		if _, err := New(Settings{Server: bad}); err == nil {
			t.Errorf("%q is an address", bad)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(answer))
	f.Fuzz(func(t *testing.T, body []byte) {
		all, err := parse(body)
		var failure *tools.Failure
		if err != nil && !errors.As(err, &failure) {
			t.Fatal(err)
		}
		if got := told("q", day, all); !utf8.ValidString(got.Text) || len(got.Sources) > MaxResults {
			t.Fatalf("%+v", got)
		}
	})
}
