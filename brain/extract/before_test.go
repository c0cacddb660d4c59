package extract

import (
	"testing"
	"time"
)

// Whom "their" and "she" mean is looked for in the message, then in the one before it, and where two
// could be meant, or an hour lies between, nobody is.
func TestWhoIsMeant(t *testing.T) {
	at := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	const their = "Their packaging is about A$41,000 a month."
	for _, c := range []struct {
		before  string
		gap     time.Duration
		text    string
		subject string
		leans   bool
	}{
		{"Priya Nair from Acme Foods is my client.", time.Minute, their, "Acme Foods", true},
		{"Henderson is our client.", time.Minute, their, "Henderson", true},
		{"Priya Nair from Acme Foods is my client.", 2 * time.Hour, their, "", false},
		{"Priya Nair from Acme Foods is my client.", -time.Minute, their, "", false},
		{"Henderson is our client. Acme is our supplier.", time.Minute, their, "", false},
		{"What a day.", time.Minute, their, "", false},
		{"Henderson is our client.", time.Minute, "Acme is our supplier. " + their, "Acme", false},
		{"Tom Weiss works at Henderson.", time.Minute, "Priya said their packaging is about A$41,000 a month.", "Priya", false},
		{"Sarah is my boss at Zenith.", time.Minute, "She prefers mails.", "Sarah", true},
		{"Sarah is my boss. Nadia is my lawyer.", time.Minute, "She prefers mails.", "", false},
	} {
		items := Read(Utterance{Text: c.text, At: at, Before: c.before, BeforeAt: at.Add(-c.gap)})
		if len(items) == 0 {
			t.Errorf("%q after %q says nothing", c.text, c.before)
			continue
		}
		if it := items[len(items)-1]; it.Subject != c.subject || it.Leans != c.leans {
			t.Errorf("%q after %q is about %q (leans %v), want %q", c.text, c.before, it.Subject, it.Leans, c.subject)
		}
	}
}

// Where somebody is from says whom he works for only where the name shows a firm.
func TestContacts(t *testing.T) {
	for text, want := range map[string][]string{
		"Priya Nair from Acme Foods is my client.": {"fact|me|client|Priya Nair", "fact|Priya Nair|employer|Acme Foods"},
		"Priya Nair is my contact at Acme.":        {"fact|me|contact|Priya Nair", "fact|Priya Nair|employer|Acme"},
		"My contact is Dr Marie Curie of Radium.":  {"fact|Dr Marie Curie|employer|Radium", "fact|me|contact|Dr Marie Curie"},
		"Sarah is my boss at Zenith.":              {"fact|me|boss|Sarah", "fact|Sarah|employer|Zenith"},
		"Ana from Lisbon is my client.":            {"fact|me|client|Ana"},
		"Tom paid late again.":                     {"statement|Tom||"},
		"Ana from Lisbon paid late.":               {"statement|Ana||"},
		"My contact list is long.":                 nil,
	} {
		items := Read(Utterance{Text: text})
		if len(items) != len(want) {
			t.Errorf("%q: %+v", text, items)
			continue
		}
		for i, label := range want {
			if !fits(label, items[i]) {
				t.Errorf("%q: %+v, want %s", text, items[i], label)
			}
		}
	}
}
