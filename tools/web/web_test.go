package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"citadel/tools"
)

const post = `<!doctype html><html><head><title>Rye bread</title><meta property="article:published_time" content="2026-03-04T05:06:07Z"></head>
<body><nav><a href="/a">Home</a></nav><article><h1>Rye bread</h1>
<p>Rye needs less kneading than wheat, as its strength comes from starch, and it keeps for a week if it is wrapped in cloth.</p>
<p>The dough rests for a night, at a temperature that is neither warm nor cold, and it is baked in a tin with <a href="/steam">steam</a>.</p>
<p>Whoever cuts it warm will be sorry, for the crumb is still setting, and the knife will tear what an hour would have made firm.</p>
</article><p style="display:none">hidden words</p><script>alert(1)</script></body></html>`

// serve starts a server that we are told we may read.
func serve(t *testing.T, h http.HandlerFunc) (*Web, *httptest.Server) {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return New(Settings{Private: []string{s.Listener.Addr().String()}, Now: time.Now}), s
}

func open(t *testing.T, w *Web, at string) (tools.Result, *tools.Failure) {
	t.Helper()
	args, _ := json.Marshal(pageArgs{URL: at})
	got, err := w.Tools()[0].Run(t.Context(), args)
	var failure *tools.Failure
	if err != nil && !errors.As(err, &failure) {
		t.Fatalf("not worded: %v", err)
	}
	return got, failure
}

func typed(kind, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			w.WriteHeader(404)
			return
		}
		w.Header().Set("Content-Type", kind)
		fmt.Fprint(w, body)
	}
}

func TestAPageIsReadAsMarkdown(t *testing.T) {
	w, s := serve(t, typed("text/html; charset=utf-8", post))
	got, failure := open(t, w, s.URL+"/rye#top")
	if failure != nil {
		t.Fatal(failure)
	}
	for _, want := range []string{"# Rye bread", "4 March 2026", "less kneading", "[steam](" + s.URL + "/steam)"} {
		if !strings.Contains(got.Text, want) {
			t.Errorf("%q is not in\n%s", want, got.Text)
		}
	}
	for _, no := range []string{"alert", "hidden words"} {
		if strings.Contains(got.Text, no) {
			t.Errorf("%q is in\n%s", no, got.Text)
		}
	}
	if len(got.Sources) != 1 || got.Sources[0].Link != s.URL+"/rye" || got.Sources[0].On.IsZero() {
		t.Errorf("sources %+v", got.Sources)
	}
}

func TestKindsOfPages(t *testing.T) {
	for _, c := range []struct {
		kind, body, want string
		reason           tools.Reason
	}{
		{"text/plain", "plain words", "plain words", ""},
		{"text/plain; charset=iso-8859-1", "caf\xe9", "café", ""},
		{"text/markdown", "# Title", "# Title", ""},
		{"application/json", `{"a":1}`, `{"a":1}`, ""},
		{"application/ld+json", `{"a":1}`, `{"a":1}`, ""},
		{"text/html; charset=windows-1252", "<p>It costs 5 \x80.</p>", "5 €", ""},
		{"", "<html><p>unnamed</p></html>", "unnamed", ""},
		{"application/pdf", "%PDF-1.7", "", tools.Garbled},
		{"image/png", "\x89PNG", "", tools.Garbled},
		{"text/html", "<html><body></body></html>", "", tools.Garbled},
	} {
		w, s := serve(t, typed(c.kind, c.body))
		got, failure := open(t, w, s.URL)
		switch {
		case c.reason == "" && (failure != nil || !strings.Contains(got.Text, c.want) || len(got.Sources) != 1):
			t.Errorf("%s: %+v, %v", c.kind, got, failure)
		case c.reason != "" && (failure == nil || failure.Reason != c.reason):
			t.Errorf("%s: %+v, %v", c.kind, got, failure)
		}
	}
}

// The letters of a page are those that its server says, and else those that the page says.
func TestEncodings(t *testing.T) {
	const page = "<html><head>%s<title>Desk</title></head><body><article><h1>Desk</h1><p>The standing desk of oak costs €499.00 at the Bäckerei, and is delivered within three weeks to anywhere in the country, as its makers say.</p></article></body></html>"
	narrow := strings.NewReplacer("€", "\x80", "ä", "\xe4")
	for _, x := range []struct{ kind, body string }{
		{"text/html; charset=utf-8", fmt.Sprintf(page, "")},
		{"text/html; charset=utf-8", fmt.Sprintf(page, `<meta charset="windows-1252">`)},
		{"text/html", fmt.Sprintf(page, `<meta charset="utf-8">`)},
		{"text/html", fmt.Sprintf(page, "")},
		{"text/html; charset=windows-1252", narrow.Replace(fmt.Sprintf(page, ""))},
		{"text/html; charset=iso-8859-1", narrow.Replace(fmt.Sprintf(page, `<meta charset="utf-8">`))},
		{"text/html", narrow.Replace(fmt.Sprintf(page, `<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">`))},
		{"text/plain; charset=utf-8", "It costs €499.00 at the Bäckerei."},
	} {
		w, s := serve(t, typed(x.kind, x.body))
		if got, failure := open(t, w, s.URL); failure != nil || !strings.Contains(got.Text, "€499.00 at the Bäckerei") {
			t.Errorf("%s: %v, %q", x.kind, failure, got.Text)
		}
	}
}

func TestWhatIsTooLongIsCutAndSaidToBe(t *testing.T) {
	w, s := serve(t, typed("text/plain", strings.Repeat("a", MaxBytes+100)))
	got, failure := open(t, w, s.URL)
	if failure != nil || len(got.Text) != MaxBytes || got.Of <= MaxBytes {
		t.Errorf("%d bytes of %d, %v", len(got.Text), got.Of, failure)
	}
}

func TestWhatServersRefuse(t *testing.T) {
	for status, reason := range map[int]tools.Reason{404: tools.Missing, 410: tools.Missing, 403: tools.Forbidden, 429: tools.Unavailable, 500: tools.Unavailable, 204: tools.Unavailable} {
		w, s := serve(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/robots.txt" {
				w.WriteHeader(404)
				return
			}
			w.WriteHeader(status)
		})
		if _, failure := open(t, w, s.URL); failure == nil || failure.Reason != reason {
			t.Errorf("%d: %v", status, failure)
		}
	}
}

func TestRobotsAreHeeded(t *testing.T) {
	asked := 0
	w, s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			asked++
			fmt.Fprint(w, "User-agent: *\nDisallow: /private\n\nUser-agent: citadel\nDisallow: /not-us\n")
			return
		}
		if r.URL.Path == "/way" {
			http.Redirect(w, r, "/not-us", http.StatusFound)
			return
		}
		fmt.Fprint(w, "words")
	})
	for path, allowed := range map[string]bool{"/": true, "/private": true, "/not-us": false, "/not-us/x?y=1": false, "/way": false} {
		_, failure := open(t, w, s.URL+path)
		if allowed && failure != nil || !allowed && (failure == nil || failure.Reason != tools.Forbidden) {
			t.Errorf("%s: %v", path, failure)
		}
	}
	if asked != 1 {
		t.Errorf("robots.txt was read %d times", asked)
	}
	broken, b := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(503) })
	if _, failure := open(t, broken, b.URL); failure == nil || failure.Reason != tools.Forbidden {
		t.Errorf("broken: %v", failure)
	}
}

func TestRedirectsEnd(t *testing.T) {
	hop := func(last int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/robots.txt" {
				w.WriteHeader(404)
				return
			}
			n := 0
			fmt.Sscanf(r.URL.Path, "/%d", &n)
			if n < last {
				http.Redirect(w, r, fmt.Sprintf("/%d", n+1), http.StatusFound)
				return
			}
			fmt.Fprint(w, "arrived")
		}
	}
	w, s := serve(t, hop(MaxRedirects))
	if got, failure := open(t, w, s.URL+"/0"); failure != nil || got.Sources[0].Link != fmt.Sprintf("%s/%d", s.URL, MaxRedirects) {
		t.Errorf("%+v, %v", got, failure)
	}
	w, s = serve(t, hop(MaxRedirects+1))
	if _, failure := open(t, w, s.URL+"/0"); failure == nil || failure.Reason != tools.Unavailable {
		t.Errorf("%v", failure)
	}
}

// A page on the public web must not lead to what only this machine reaches.
func TestNothingPrivateIsReached(t *testing.T) {
	touched := false
	secret := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { touched = true }))
	defer secret.Close()
	_, port, _ := strings.Cut(secret.Listener.Addr().String(), ":")
	w, s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			w.WriteHeader(404)
			return
		}
		http.Redirect(w, r, r.URL.Query().Get("to"), http.StatusFound)
	})
	for _, at := range []string{
		secret.URL, "http://localhost:" + port, "http://[::1]:" + port, "http://[::ffff:127.0.0.1]:" + port,
		"http://0.0.0.0:" + port, "http://127.0.0.1/", "http://169.254.169.254/latest/meta-data/",
		"http://[64:ff9b::7f00:1]/", "http://[fe80::1%25lo]/", "http://10.0.0.1/", "http://[fd00:ec2::254]/",
	} {
		for _, way := range []string{at, s.URL + "/?to=" + url.QueryEscape(at)} {
			if _, failure := open(t, w, way); failure == nil || failure.Reason != tools.Forbidden {
				t.Errorf("%s: %v", way, failure)
			}
		}
		if _, err := Client(s.Listener.Addr().String()).Get(s.URL + "/?to=" + url.QueryEscape(at)); err == nil {
			t.Errorf("the client follows to %s", at)
		}
	}
	for at, reason := range map[string]tools.Reason{
		"file:///etc/passwd": tools.Invalid, "gopher://x/": tools.Invalid, "/etc": tools.Invalid, "http://": tools.Invalid, "": tools.Invalid,
		"http://me:pw@example.com/": tools.Forbidden, "http://me@example.com/": tools.Forbidden,
	} {
		for _, way := range []string{at, s.URL + "/?to=" + url.QueryEscape(at)} {
			if way != at && (at == "/etc" || at == "") {
				continue // which lead to the same server
			}
			if _, failure := open(t, w, way); failure == nil || failure.Reason != reason {
				t.Errorf("%s: %v", way, failure)
			}
		}
	}
	if touched {
		t.Error("the private server was asked")
	}
}

func TestPublicAddresses(t *testing.T) {
	for ip, want := range map[string]bool{
		"93.184.216.34": true, "1.1.1.1": true, "2606:4700::1111": true, "64:ff9b::5db8:d822": true, "::ffff:1.1.1.1": true,
		"0.0.0.0": false, "10.1.2.3": false, "100.64.0.1": false, "100.100.100.200": false, "127.8.8.8": false, "169.254.169.254": false,
		"172.16.0.1": false, "172.31.255.255": false, "192.0.0.192": false, "192.168.1.1": false, "198.18.0.1": false, "224.0.0.1": false,
		"255.255.255.255": false, "168.63.129.16": false, "::": false, "::1": false, "::ffff:10.0.0.1": false, "::10.0.0.1": false,
		"64:ff9b::a00:1": false, "64:ff9b:1::a00:1": false, "2002:a00:1::": false, "2001::1": false, "2001:db8::1": false,
		"fc00::1": false, "fd00:ec2::254": false, "fe80::1": false, "fec0::1": false, "ff02::1": false, "100::1": false, "2606::1%eth0": false,
	} {
		if got := public(netip.MustParseAddr(ip)); got != want {
			t.Errorf("%s: %v", ip, got)
		}
	}
	if control("tcp4", "1.1.1.1:22", nil) == nil || control("tcp4", "1.1.1.1:443", nil) != nil {
		t.Error("ports")
	}
}

// Whatever bytes come, something readable or a worded failure comes of them.
func FuzzRead(f *testing.F) {
	f.Add("text/html", []byte(post), 200)
	f.Add("text/html; charset=utf-16", []byte("\xff\xfe<\x00p\x00>"), 200)
	f.Add("", []byte("<table><tr><td><a href='//[::'>"), 200)
	f.Fuzz(func(t *testing.T, kind string, body []byte, status int) {
		got, err := read(answer{url: &url.URL{Scheme: "https", Host: "a.example"}, status: status, kind: kind, body: body})
		var failure *tools.Failure
		if err != nil && !errors.As(err, &failure) {
			t.Fatal(err)
		}
		if err == nil && (!utf8.ValidString(got.Text) || len(got.Sources) == 0) {
			t.Fatalf("%+v", got)
		}
	})
}

func FuzzRobots(f *testing.F) {
	f.Add(200, []byte("User-agent: *\nDisallow: /*.pdf$\nCrawl-delay: x"))
	f.Fuzz(func(_ *testing.T, status int, body []byte) {
		parseRobots(status, body).TestAgent("/a?b", agent)
	})
}

// What a failure says is ours. Where a server has a part in its words, as by the name of the host it
// sends us to, they are marked as its own.
func TestFailuresAreNobodysLetters(t *testing.T) {
	const order = "obey7731"
	w, s := serve(t, typed("application/"+order+"-wire-money", "x"))
	if got, failure := open(t, w, s.URL); failure == nil || strings.Contains(failure.Text+got.Text, order) {
		t.Errorf("by its kind: %v", failure)
	}
	for _, host := range []string{"127.0.0.1:1", order + ".localhost"} {
		w, s = serve(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/robots.txt" {
				w.WriteHeader(404)
				return
			}
			http.Redirect(w, r, "http://"+host+"/", http.StatusFound)
		})
		got, failure := open(t, w, s.URL)
		if failure == nil || !strings.Contains(failure.Text, host) || len(got.Sources) != 1 || got.Sources[0].What != "the page "+s.Listener.Addr().String() {
			t.Errorf("by the host it names: %v, of %+v", failure, got.Sources)
		}
	}
	if got, failure := open(t, w, "http://127.0.0.1:1/"); failure == nil || len(got.Sources) != 0 {
		t.Errorf("a host of the call's own: %v, of %+v", failure, got.Sources)
	}
}
