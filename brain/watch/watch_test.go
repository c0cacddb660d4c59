package watch_test

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"citadel/brain/watch"
	"citadel/memory/event"
)

var today = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC) // a Friday

func TestTerms(t *testing.T) {
	for _, c := range []struct {
		in    watch.In
		words string
		want  string // what, target, words and every; "" where it names nothing
	}{
		{watch.Page, "acme.example/desk", "page|https://acme.example/desk||360"},
		{watch.Page, "https://acme.example/desk and tell me when the price changes", "page|https://acme.example/desk|prices|360"},
		{watch.Page, "https://acme.example/desk, and let me know if the price drops below A$100", "page|https://acme.example/desk|prices|360"},
		{watch.Page, "acme.example/desk for the price every 2 hours", "page|https://acme.example/desk|prices|120"},
		{watch.Page, "acme.example/desk when it is back in stock, daily", "page|https://acme.example/desk|in stock|1440"},
		{watch.Page, `acme.example/a for "shipping date"`, "page|https://acme.example/a|shipping date|360"},
		{watch.Page, "acme.example/a and tell me when something changes.", "page|https://acme.example/a||360"},
		{watch.Page, "acme.example/status changes", "page|https://acme.example/status||360"},
		{watch.Page, "acme.example/a every minute", "page|https://acme.example/a||30"},
		{watch.Page, "acme.example/a every 90 weeks", "page|https://acme.example/a||10080"},
		{watch.Anywhere, "a reply from Kim", "mail|Kim||15"},
		{watch.Anywhere, "a mail from Lena Brandt", "mail|Lena Brandt||15"},
		{watch.Mail, "a reply from Kim.", "mail|Kim||15"},
		{watch.Mail, "invoices", "mail||invoices|15"},
		{watch.Anywhere, "any mail about the lease", "mail||the lease|15"},
		{watch.Anywhere, "news about freight rates every day", "news||freight rates|1440"},
		{watch.News, "freight rates", "news||freight rates|60"},
		{watch.Anywhere, "Henderson hasn't paid by Friday", ""},
		{watch.Anywhere, "the parcel", ""},
		{watch.Mail, strings.Repeat("x", 501), ""},
	} {
		w, ok := watch.Read(c.in, c.words, today)
		got := ""
		if ok {
			got = strings.Join([]string{w.What, w.Target, w.Words}, "|") + "|" + itoa(w.Every)
		}
		if got != c.want {
			t.Errorf("%q: %s, want %s", c.words, got, c.want)
		}
	}
	w, ok := watch.Read(watch.Anywhere, "a reply from Kim by Friday", today)
	if want := time.Date(2026, 11, 27, 18, 0, 0, 0, time.UTC); !ok || !w.Due || w.Target != "Kim" || !w.Until.Equal(want) {
		t.Errorf("%+v", w)
	}
}

func itoa(n int) string {
	var b []byte
	for ; n > 0; n /= 10 {
		b = append([]byte{byte('0' + n%10)}, b...)
	}
	return string(b)
}

// What is different at each look is no change, a line that says something else is one change and not two.
func TestWhatOfAPageCounts(t *testing.T) {
	before := "# Desk\n\nPrice: **A$129.00**\n[Buy](/buy?t=1)\nUpdated 3 minutes ago, 10:00:01\nDelivered by Friday\n"
	page := event.WatchSet{What: event.WatchPage}
	for now, want := range map[string]watch.Change{
		"# Desk\nDelivered by Friday\nPrice: **A$129.00**\n[Buy](/buy?t=2)\nUpdated 1 hour ago, 11:00:02\n": {},
		strings.ReplaceAll(before, "129", "119"):                                                            {Turned: []watch.Pair{{"Price: A$129.00", "Price: A$119.00"}}},
		strings.ReplaceAll(before, "Delivered by Friday\n", ""):                                             {Gone: []string{"Delivered by Friday"}},
		before + "Sold out\n": {New: []string{"Sold out"}},
	} {
		got := watch.Between(page, before, now)
		if got.None() != want.None() || len(got.Turned) != len(want.Turned) || len(got.New) != len(want.New) || len(got.Gone) != len(want.Gone) {
			t.Errorf("%q: %+v, want %+v", now, got, want)
			continue
		}
		if len(want.Turned) == 1 && got.Turned[0] != want.Turned[0] {
			t.Errorf("%+v", got)
		}
	}
	page.Words = event.WatchPrices
	if c := watch.Between(page, before, before+"Sold out\n"); !c.None() {
		t.Errorf("of prices alone: %+v", c)
	}
	page.Words = "delivered"
	if c := watch.Between(page, before, strings.ReplaceAll(before, "Friday", "Monday")); len(c.Turned) != 1 {
		t.Errorf("of a word: %+v", c)
	}
}

// A look compared with itself shows nothing new, whatever it brought; and nothing is made of a list by what left it.
func TestTheSameIsNoChange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SliceOfN(rapid.SampledFrom([]string{"- a · id `7-1-INBOX`\n", "- b (trade, no date)\n  https://x.example/b\n  text\n", "Price: A$1\n", "\n", "| x | 3 € |\n", "…\n"}), 0, 12)
		a, b := strings.Join(text.Draw(t, "before"), ""), strings.Join(text.Draw(t, "now"), "")
		w := event.WatchSet{What: rapid.SampledFrom([]string{event.WatchPage, event.WatchMail, event.WatchNews}).Draw(t, "what"), Words: rapid.SampledFrom([]string{"", event.WatchPrices, "a"}).Draw(t, "words")}
		if !watch.Between(w, a, a).None() {
			t.Fatal("it differs from itself")
		}
		if w.What != event.WatchPage && !watch.Between(w, a+b, b).None() {
			t.Fatal("what left made news")
		}
	})
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"acme.example/desk every 2 hours", "a reply from Kim by Friday", "news about x", "by by until", "\xff every 99999999999 days"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, words string) {
		for _, in := range []watch.In{watch.Anywhere, watch.Page, watch.Mail, watch.News} {
			w, ok := watch.Read(in, words, today)
			if ok && (w.Every < 15 || w.Every > 7*24*60 || !w.Until.After(today) || w.Target+w.Words == "") {
				t.Errorf("%+v", w)
			}
		}
	})
}

func FuzzBetween(f *testing.F) {
	f.Add("Price: A$1\n", "Price: A$2\n")
	f.Add("- a · id `1`\n", "\xff[](()")
	f.Fuzz(func(t *testing.T, a, b string) {
		for _, what := range []string{event.WatchPage, event.WatchMail} {
			_ = watch.Between(event.WatchSet{What: what}, a, b)
			if !watch.Between(event.WatchSet{What: what}, a, a).None() {
				t.Error("it differs from itself")
			}
		}
	})
}
