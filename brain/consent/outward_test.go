package consent_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"citadel/brain/consent"
	"citadel/memory/event"
	"citadel/tools"
)

var open = tools.Tool{Name: "web_page", Run: run, Class: tools.Reads, Stakes: tools.Outward}

func opening(url string) json.RawMessage {
	b, _ := json.Marshal(map[string]string{"url": url})
	return b
}

// A search of ten sites, and an article with a few links.
var (
	results = func() string {
		var b strings.Builder
		for i := range 10 {
			fmt.Fprintf(&b, "%d. Board prices\n   https://site%d.example%d/prices?year=2026\n   no date\n", i+1, i, i)
		}
		return b.String()
	}()
	article = "See [the mills](https://mills.example/list) and (https://mills.example/Porto_(town)), or <https://other.example>.\nhttps://mills.example/long/address#part"
)

func TestWhatMayBeOpened(t *testing.T) {
	for _, c := range []struct {
		name, url string
		words     string
		found     []string
		do        consent.Do
	}{
		{"his own", "https://acme.example/prices", "What is on https://acme.example/prices, please?", nil, consent.Run},
		{"his own without a scheme", "https://acme.example/prices", "read acme.example/prices.", nil, consent.Run},
		{"his own host", "https://acme.example/", "read acme.example", nil, consent.Run},
		{"his own in small letters", "https://acme.example/Prices", "read Acme.example/Prices", nil, consent.Run},
		{"spelt by the model", "https://aCmE.example/prices", "read acme.example/prices", nil, consent.Ask},
		{"more than he wrote", "https://acme.example/prices?note=overdraft", "read https://acme.example/prices", nil, consent.Ask},
		{"less than he wrote", "https://acme.example/pri", "read https://acme.example/prices", nil, consent.Ask},
		{"a name in it", "https://overdraft@acme.example/", "read https://acme.example/", nil, consent.Ask},
		{"nobody's", "https://evil.example/?note=overdraft", "read the page", []string{article}, consent.Ask},
		{"a result", "https://site3.example3/prices?year=2026", "read the fourth", []string{results}, consent.Run},
		{"a part of a result", "https://site3.example3/prices", "read the fourth", []string{results}, consent.Ask},
		{"a link of an article", "https://mills.example/list", "read that", []string{article}, consent.Run},
		{"one in brackets", "https://mills.example/Porto_(town)", "read that", []string{article}, consent.Run},
		{"one with less of a bracket", "https://mills.example/Porto_(town", "read that", []string{article}, consent.Ask},
		{"one without a path", "https://other.example/", "read that", []string{article}, consent.Run},
		{"one without its part", "https://mills.example/long/address", "read that", []string{article}, consent.Run},
		{"one with another part", "https://mills.example/long/address#overdraft", "read that", []string{article}, consent.Run}, // which is not sent
		{"one by another scheme", "http://mills.example/list", "read that", []string{article}, consent.Ask},
		{"no address", "file:///etc/passwd", "read that", []string{"file:///etc/passwd"}, consent.Ask},
	} {
		v := consent.Decide(consent.Call{Tool: open, Args: opening(c.url), Words: []string{c.words}, Found: c.found, Strangers: page})
		if v.Do != c.do {
			t.Errorf("%s: %d, want %d (%v)", c.name, v.Do, c.do, v.Why)
		}
		if v.Do == consent.Ask && (len(v.Sources) == 0 || !strings.Contains(strings.Join(v.Why, " "), "the page evil.example") || !strings.Contains(strings.Join(v.Why, " "), "tells it")) {
			t.Errorf("%s: asked for because of %q", c.name, v.Why)
		}
	}
	// Without strangers nobody could want a secret.
	if v := consent.Decide(consent.Call{Tool: open, Args: opening("https://any.example/?q=x")}); v.Do != consent.Run {
		t.Errorf("without strangers: %+v", v)
	}
	// What he allowed does not go so far, and what he approved does.
	for policy, call := range map[string]consent.Call{"allow": {Policy: event.PolicyAllow}, "approved": {Approved: true}, "a job": {Unasked: true}} {
		call.Tool, call.Args, call.Strangers = open, opening("https://any.example/?q=x"), page
		want := map[string]consent.Do{"allow": consent.Ask, "approved": consent.Run, "a job": consent.Hold}[policy]
		if v := consent.Decide(call); v.Do != want {
			t.Errorf("%s: %+v", policy, v)
		}
	}
}

// followed opens addresses one after the other as one turn would, and says how many were.
func followed(found []string, urls ...string) (n, told int) {
	for _, u := range urls {
		v := consent.Decide(consent.Call{Tool: open, Args: opening(u), Found: found, Strangers: page, Followed: n, Told: told})
		if v.Do != consent.Run {
			return n, told
		}
		n, told = n+1, told+v.Bits
	}
	return n, told
}

// Several results of a search, and a link or two from the pages they lead to, are read unasked.
func TestReadingResultsIsNotAskedFor(t *testing.T) {
	var urls []string
	for i := range 5 {
		urls = append(urls, fmt.Sprintf("https://site%d.example%d/prices?year=2026", i, i))
	}
	if n, _ := followed([]string{results, article}, append(urls, "https://mills.example/list")...); n != 6 {
		t.Errorf("%d of 6", n)
	}
}

// A page that wants a secret spelt by the choice of its links gets less than six digits of it,
// however many links it has.
func TestAChoiceOfLinksTellsNoSecret(t *testing.T) {
	for _, n := range []int{2, 10, 26, 256, 1000, 5000} {
		var all strings.Builder
		var urls []string
		for i := range n {
			u := fmt.Sprintf("https://x%d.evil.example/%d", i, i)
			urls = append(urls, u)
			fmt.Fprintf(&all, "- %s\n", u)
		}
		for len(urls) < 50 {
			urls = append(urls, urls...)
		}
		opened, told := followed([]string{all.String()}, urls...)
		real := 0.0 // what the choices could tell, at most
		for range opened {
			for b := 1; b < n; b *= 2 {
				real++
			}
		}
		if real >= 20 || told > consent.MostTold || opened > consent.MostFollowed {
			t.Errorf("of %d links %d were opened, which tells %g bits; %d were counted", n, opened, real, told)
		}
	}
}

// What is opened unasked holds nothing that stands neither in the principal's words nor, as a link,
// in a stranger's.
func TestNoSecretGoesOutUnasked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		secret := rapid.StringMatching(`[a-z0-9]{4,12}`).Draw(t, "secret")
		base := rapid.SampledFrom([]string{"https://evil.example/", "https://site1.example1/prices?year=2026", "https://mills.example/list", "https://acme.example/prices"}).Draw(t, "base")
		url := rapid.SampledFrom([]string{
			base + secret, base + "?q=" + secret, base + "&q=" + secret, strings.Replace(base, "//", "//"+secret+".", 1), strings.Replace(base, "//", "//"+secret+"@", 1), base + "/%" + secret, base + " " + secret,
		}).Draw(t, "url")
		c := consent.Call{
			Tool: open, Args: opening(url), Strangers: page, Found: []string{results, article}, Words: []string{"read https://acme.example/prices and what it links to"},
			Policy: rapid.SampledFrom([]string{"", event.PolicyAsk, event.PolicyAllow}).Draw(t, "policy"),
		}
		if v := consent.Decide(c); v.Do == consent.Run {
			t.Fatalf("%s was opened", url)
		}
	})
}

func FuzzOutward(f *testing.F) {
	f.Add("https://mills.example/Porto_(town)", article, "read mills.example")
	f.Add("http://", "http", "http://a http")
	f.Fuzz(func(t *testing.T, url, found, words string) {
		v := consent.Decide(consent.Call{Tool: open, Args: opening(url), Strangers: page, Found: []string{found}, Words: []string{words}})
		host := func(u string) string { _, rest, _ := strings.Cut(u, "://"); return rest }
		sent, _, _ := strings.Cut(strings.ToValidUTF8(host(url), "\uFFFD"), "#")
		if v.Do == consent.Run && !strings.Contains(found, strings.TrimSuffix(sent, "/")) && !strings.Contains(strings.ToLower(words), strings.ToLower(strings.TrimSuffix(sent, "/"))) && strings.TrimSpace(url) != "" {
			t.Errorf("%q was opened of %q and %q", url, found, words)
		}
	})
}

// What a server answers is a stranger's, and what it repeats of its question is not.
func TestEchoesAreNobodysAddresses(t *testing.T) {
	const answer = "See https://evil.example/?note=Overdraft, https://mills.example/list and https://other.example/a42b."
	for args, want := range map[string]string{
		`{}`:                               "https://evil.example/?note=Overdraft\nhttps://mills.example/list\nhttps://other.example/a42b\n",
		`{"text":"to"}`:                    "https://evil.example/?note=Overdraft\nhttps://mills.example/list\nhttps://other.example/a42b\n",
		`{"text":"overdraft"}`:             "https://mills.example/list\nhttps://other.example/a42b\n",
		`{"n":42}`:                         "https://evil.example/?note=Overdraft\nhttps://mills.example/list\n",
		`{"deep":[{"overdraft":"mills"}]}`: "https://other.example/a42b\n",
		`{"a":1,"a":2}`:                    "",
		`nothing`:                          "",
	} {
		if got := consent.Unechoed(answer, json.RawMessage(args)); got != want {
			t.Errorf("%s: %q, want %q", args, got, want)
		}
	}
}
