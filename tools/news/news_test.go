package news

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

const rss = `<?xml version="1.0"?><rss version="2.0"><channel><title>Bakers</title>
<item><title>Flour &amp; water</title><link>https://news.example/flour#top</link><guid>1</guid><pubDate>Mon, 18 May 2026 10:00:00 GMT</pubDate><description>&lt;p&gt;Prices of &lt;b&gt;rye&lt;/b&gt; rose.&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;</description></item>
<item><title>Flour again</title><link>https://news.example/flour2</link><guid>1</guid></item>
<item><title>Ovens</title><link>javascript:alert(1)</link><pubDate>Fri, 01 May 2026 10:00:00 GMT</pubDate></item>
<item><title>Undated</title><link>https://news.example/undated</link></item></channel></rss>`

const atom = `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Mills</title>
<entry><title>Same story</title><id>x</id><link href="https://news.example/flour"/><updated>2026-05-19T10:00:00Z</updated></entry></feed>`

const jsonFeed = `{"version":"https://jsonfeed.org/version/1.1","title":"J","items":[{"id":"9","url":"https://j.example/9","title":"From JSON","content_text":"words","date_published":"2026-05-20T08:00:00Z"}]}`

// world is a server with feeds, and a clock.
type world struct {
	*News
	now    time.Time
	asked  []*http.Request
	answer func(w http.ResponseWriter, r *http.Request)
}

func start(t *testing.T, paths ...string) *world {
	t.Helper()
	w := &world{now: time.Date(2026, 5, 20, 12, 0, 0, 0, time.UTC)}
	w.answer = func(out http.ResponseWriter, r *http.Request) {
		fmt.Fprint(out, map[string]string{"/rss": rss, "/atom": atom, "/json": jsonFeed}[r.URL.Path])
	}
	s := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		if len(paths) == 1 { // several are asked at once
			w.asked = append(w.asked, r)
		}
		w.answer(out, r)
	}))
	t.Cleanup(s.Close)
	settings := Settings{Now: func() time.Time { return w.now }}
	for _, p := range paths {
		settings.Feeds = append(settings.Feeds, Feed{Name: strings.Trim(p, "/"), URL: s.URL + p})
	}
	var err error
	if w.News, err = New(settings); err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *world) run(t *testing.T, in newsArgs) (tools.Result, *tools.Failure) {
	t.Helper()
	args, _ := json.Marshal(in)
	got, err := w.Tools()[0].Run(t.Context(), args)
	var failure *tools.Failure
	if err != nil && !errors.As(err, &failure) {
		t.Fatalf("not worded: %v", err)
	}
	return got, failure
}

func TestNewsOfAllFeeds(t *testing.T) {
	w := start(t, "/rss", "/atom", "/json")
	got, failure := w.run(t, newsArgs{})
	if want := "- From JSON (json, 2026-05-20 08:00 UTC)\n  https://j.example/9\n  words\n" +
		"- Flour & water (rss, 2026-05-18 10:00 UTC)\n  https://news.example/flour\n  Prices of rye rose.\n" +
		"- Ovens (rss, 2026-05-01 10:00 UTC)\n- Undated (rss, no date)\n  https://news.example/undated\n"; failure != nil || got.Text != want {
		t.Errorf("%v, got\n%s\nwant\n%s", failure, got.Text, want)
	}
	if len(got.Sources) != 4 || got.Sources[0].What != "the feed json" || got.Sources[0].On.IsZero() {
		t.Errorf("sources %+v", got.Sources)
	}
	for _, c := range []struct {
		in   newsArgs
		want string
		not  string
	}{
		{newsArgs{Feed: " ATOM "}, "Same story", "Ovens"},
		{newsArgs{Since: "2026-05-10"}, "no date: 1", "Ovens"},
		{newsArgs{Words: "RYE rose"}, "Flour", "Ovens"},
		{newsArgs{Words: "nowhere"}, "Nothing new that fits.", "Flour"},
	} {
		if got, failure := w.run(t, c.in); failure != nil || !strings.Contains(got.Text, c.want) || strings.Contains(got.Text, c.not) {
			t.Errorf("%+v: %s, %v", c.in, got.Text, failure)
		}
	}
	if _, failure := w.run(t, newsArgs{Feed: "other"}); failure == nil || failure.Reason != tools.Missing {
		t.Errorf("%v", failure)
	}
	if _, failure := w.run(t, newsArgs{Since: "yesterday"}); failure == nil || failure.Reason != tools.Invalid {
		t.Errorf("%v", failure)
	}
}

// A server is asked no more than needed, and told what we have.
func TestAFeedIsAskedSparingly(t *testing.T) {
	w := start(t, "/rss")
	serve := w.answer
	w.answer = func(out http.ResponseWriter, r *http.Request) {
		if r.Header.Get("If-None-Match") == `"a"` && r.Header.Get("If-Modified-Since") == "then" {
			out.WriteHeader(http.StatusNotModified)
			return
		}
		out.Header().Set("ETag", `"a"`)
		out.Header().Set("Last-Modified", "then")
		serve(out, r)
	}
	for range 3 {
		w.run(t, newsArgs{})
	}
	if len(w.asked) != 1 {
		t.Errorf("asked %d times", len(w.asked))
	}
	w.now = w.now.Add(fresh)
	if got, failure := w.run(t, newsArgs{}); failure != nil || !strings.Contains(got.Text, "Flour") || len(w.asked) != 2 {
		t.Errorf("asked %d times: %s, %v", len(w.asked), got.Text, failure)
	}
}

func TestAFeedThatFailsIsLeftAlone(t *testing.T) {
	w := start(t, "/rss")
	serve := w.answer
	w.run(t, newsArgs{})
	w.answer = func(out http.ResponseWriter, _ *http.Request) { out.WriteHeader(500) }
	w.now = w.now.Add(fresh)
	for wait := backoff; wait <= 4*backoff; wait *= 2 {
		before := len(w.asked)
		got, failure := w.run(t, newsArgs{})
		if failure != nil || !strings.Contains(got.Text, "Flour") || !strings.Contains(got.Text, "read at 2026-05-20 12:00 UTC") {
			t.Errorf("%s, %v", got.Text, failure)
		}
		w.now = w.now.Add(wait - time.Second)
		w.run(t, newsArgs{})
		if len(w.asked) != before+1 {
			t.Errorf("asked %d times", len(w.asked)-before)
		}
		w.now = w.now.Add(time.Second)
	}
	w.answer = serve
	if got, _ := w.run(t, newsArgs{}); strings.Contains(got.Text, "could not be read") {
		t.Error(got.Text)
	}
}

func TestNoFeedAtAll(t *testing.T) {
	for _, body := range []string{"no feed", strings.Repeat(" ", MaxBytes+1), ""} {
		w := start(t, "/rss")
		w.answer = func(out http.ResponseWriter, _ *http.Request) { fmt.Fprint(out, body) }
		if _, failure := w.run(t, newsArgs{}); failure == nil || failure.Reason != tools.Unavailable || !strings.Contains(failure.Text, "could not be read") {
			t.Errorf("%v", failure)
		}
	}
	if _, failure := start(t).run(t, newsArgs{}); failure == nil || failure.Reason != tools.Missing {
		t.Errorf("%v", failure)
	}
	for _, feeds := range [][]Feed{{{"a", "file:///x"}}, {{"", "https://x"}}, {{"a", "https://x"}, {"A", "https://y"}}} {
		if _, err := New(Settings{Feeds: feeds}); err == nil {
			t.Errorf("%v is taken", feeds)
		}
	}
}

func TestOnlySoMuchNewsAtOnce(t *testing.T) {
	w := start(t, "/rss")
	w.answer = func(out http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(out, `<rss version="2.0"><channel>`)
		for i := range MaxItems + 5 {
			fmt.Fprintf(out, "<item><title>t</title><guid>%d</guid></item>", i)
		}
		fmt.Fprint(out, `</channel></rss>`)
	}
	if got, failure := w.run(t, newsArgs{}); failure != nil || len(got.Sources) != MaxItems || got.Of <= len(got.Text) || !strings.Contains(got.Text, "newest 40 of 45") {
		t.Errorf("%d of %d: %s, %v", len(got.Text), got.Of, got.Text, failure)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{rss, atom, jsonFeed} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		items, err := parse(body)
		var failure *tools.Failure
		if err != nil && !errors.As(err, &failure) {
			t.Fatal(err)
		}
		for _, i := range items {
			if text := worded(i, "f"); !utf8.ValidString(text) || i.id == "" {
				t.Fatalf("%q", text)
			}
		}
	})
}
