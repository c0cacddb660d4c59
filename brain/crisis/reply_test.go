package crisis_test

import (
	"strings"
	"testing"

	"citadel/brain/crisis"

	"github.com/google/go-cmp/cmp"
)

var sam = crisis.Person{Country: "AU", Line: crisis.Line{Name: "Lifeline", Number: "13 11 14"}}

// The text of MESSAGES 28, with the word that ends the pause.
func TestReplySelf(t *testing.T) {
	want := `Thank you for telling me. I'm software and can't judge how safe you are; a person can, right now.

If you might act on this, or are in danger: call 000.

To talk to someone at any hour: Lifeline, 13 11 14.

Is there someone who can be with you? I can put their number here.

I've paused everything else; ` + "`fine`" + ` ends the pause. This stays out of briefings, dreams and your files.`
	if d := cmp.Diff(want, crisis.Reply(crisis.Self, sam)); d != "" {
		t.Error(d)
	}
}

func TestReply(t *testing.T) {
	unknown := crisis.Person{Trusted: "Maya"}
	for _, k := range []crisis.Kind{crisis.Self, crisis.Others, crisis.Abuse, crisis.Medical} {
		for name, p := range map[string]crisis.Person{"known": sam, "unknown": unknown, "empty": {}, "not in the table": {Country: "ZZ"}} {
			text := crisis.Reply(k, p)
			number, known := crisis.Number(p.Country)
			switch {
			case known && !strings.Contains(text, "all "+number):
				t.Errorf("%s, %s: no number:\n%s", k, name, text)
			case !known && !strings.Contains(text, "all your local emergency number"):
				t.Errorf("%s, %s: does not say what to call:\n%s", k, name, text)
			case !known && !strings.HasSuffix(text, "Which country are you in? I'll put the number here."):
				t.Errorf("%s, %s: does not end with the question:\n%s", k, name, text)
			case !known && strings.ContainsAny(text, "0123456789"):
				t.Errorf("%s, %s: a number out of nowhere:\n%s", k, name, text)
			}
			if n := strings.Count(text, "?"); n > 1 {
				t.Errorf("%s, %s: %d questions:\n%s", k, name, n, text)
			}
			if n := len(text); n > 900 {
				t.Errorf("%s, %s: %d characters", k, name, n)
			}
			if strings.Contains(text, "!") {
				t.Errorf("%s, %s: an exclamation mark:\n%s", k, name, text)
			}
			if p.Trusted != "" && !strings.Contains(text, p.Trusted) {
				t.Errorf("%s, %s: the trusted contact is missing:\n%s", k, name, text)
			}
			if k == crisis.Medical && !strings.HasPrefix(text, "Call ") {
				t.Errorf("%s: does not begin with the call:\n%s", name, text)
			}
		}
	}
	hostile := crisis.Reply(crisis.Self, crisis.Person{Country: "NZ", Trusted: "a\n# b*"})
	if strings.Contains(hostile, "\n# ") {
		t.Errorf("a name became a heading:\n%s", hostile)
	}
}

func TestCountry(t *testing.T) {
	for text, want := range map[string]string{
		"Australia":               "AU",
		"australia.":              "AU",
		"I'm in Germany":          "DE",
		"im in germany rn":        "DE",
		"I’m in the UK":           "GB",
		"uk":                      "GB",
		"US":                      "US",
		"us":                      "US",
		"in the us":               "US",
		"U.S.A.":                  "US",
		"the states":              "US",
		"DE":                      "DE",
		"New Zealand":             "NZ",
		"We're in South Africa":   "ZA",
		"Northern Ireland":        "GB",
		"Ireland":                 "IE",
		"a hotel in Spain":        "ES",
		"not in France, in Italy": "IT",
		"jordan":                  "JO",
		"Hong Kong":               "HK",
		"México":                  "MX",
		"I'm in a village near the sea in Türkiye": "TR",

		"":                                   "",
		"NO":                                 "",
		"no":                                 "",
		"in it":                              "",
		"Jordan is with me":                  "",
		"can you help us":                    "",
		"Georgia":                            "",
		"Atlantis":                           "",
		"in France or in Germany":            "",
		"at home":                            "",
		"it is me":                           "",
		strings.Repeat("in ", 100) + "Spain": "",
	} {
		got, ok := crisis.Country(text)
		if got != want || ok != (want != "") {
			t.Errorf("Country(%q) = %q, %v, want %q", text, got, ok, want)
		}
	}
}

func TestNumber(t *testing.T) {
	for code, want := range map[string]string{"AU": "000", "gb": "999", "US": "911", "DE": "112", "NZ": "111", "JP": "119 (ambulance) or 110 (police)"} {
		if got, ok := crisis.Number(code); got != want || !ok {
			t.Errorf("Number(%q) = %q, %v, want %q", code, got, ok, want)
		}
	}
	for _, code := range []string{"", "ZZ", "XX", "AUS", "112"} {
		if got, ok := crisis.Number(code); ok {
			t.Errorf("Number(%q) = %q, want none", code, got)
		}
	}
	if got, _ := crisis.Where("de"); got != "In Germany: call 112." {
		t.Errorf("Where(de) = %q", got)
	}
	if got, ok := crisis.Where("zz"); ok {
		t.Errorf("Where(zz) = %q, want none", got)
	}
}

func TestAllClear(t *testing.T) {
	for _, text := range []string{"fine", "Fine.", "FINE", "I'm fine", "i’m fine", "im fine thanks", "False alarm!", "it was a false alarm", " fine \n"} {
		if !crisis.AllClear(text) {
			t.Errorf("AllClear(%q) = false", text)
		}
	}
	for _, text := range []string{"", "not fine", "I'm not fine", "fine, I'll just do it then", "I was fine before", "finest", "is that fine?", "define", "no"} {
		if crisis.AllClear(text) {
			t.Errorf("AllClear(%q) = true", text)
		}
	}
}
