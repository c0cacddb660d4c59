package extract

import "testing"

// Wherever it is told whose words something is, they are his, and "I" in them is he.
func TestWhoseWords(t *testing.T) {
	for _, c := range []struct{ said, source, subject string }{
		{"Ana wrote me: I live in Faro.", "Ana", "Ana"},
		{"Ana says: I live in Faro", "Ana", "Ana"},
		{"Ben said: I live in Faro.", "Ben", "Ben"},
		{"Ben says, I live in Faro.", "Ben", "Ben"},
		{"Ben texted me: I live in Faro.", "Ben", "Ben"},
		{"Ben's message: I live in Faro.", "Ben", "Ben"},
		{"My boss wrote: I live in Faro.", "my boss", "my boss"},
		{"He goes: I live in Faro.", Somebody, Somebody},
		{"Ben was like: I live in Faro.", "Ben", "Ben"},
		{"As Ben put it, I live in Faro.", "Ben", "Ben"},
		{"I live in Faro, wrote Ben.", "Ben", "Ben"},
		{"I live in Faro, Ben says.", "Ben", "Ben"},
		{"Ana lives in Faro (according to Tom)", "Tom", "Ana"},
		{"Ana lives in Faro (says Tom).", "Tom", "Ana"},
		{"Ana lives in Faro, Tom says.", "Tom", "Ana"},
		{"Ana lives in Faro, per Tom.", "Tom", "Ana"},
		{"Forwarded from Tom: Ana lives in Faro.", "Tom", "Ana"},
		{"Tom's message: Ana lives in Faro.", "Tom", "Ana"},
		{"This is what Tom sent me: Ana lives in Faro.", "Tom", "Ana"},
		{"Ana lives in Faro. Tom told me.", "Tom", "Ana"},
		{"Ana lives in Faro. At least that's what Tom says.", "Tom", "Ana"},
		{"Ana lives in Faro, or so I was told.", Somebody, "Ana"},
		{"Ana lives in Faro, or so I hear.", Somebody, "Ana"},
		{"Rumour has it that Ana lives in Faro.", Somebody, "Ana"},
		{"They say Ana lives in Faro.", Somebody, "Ana"},
		{"I heard that Ana lives in Faro.", Somebody, "Ana"},
		{"He said this: Ana lives in Faro.", Somebody, "Ana"},
		{"The mail reads: Ana lives in Faro.", "mail", "Ana"},
		{"Lena replied: my birthday is on 3 May.", "Lena", "Lena"},
		{"Ben says: thanks. I live in Faro.", "Ben", "Ben"},
	} {
		found := false
		for _, it := range Read(Utterance{Text: c.said}) {
			if it.Source == "" {
				t.Errorf("%q: the principal's own: %+v", c.said, it)
			}
			if it.Attribute != "" {
				found = true
				if it.Source != c.source || it.Subject != c.subject {
					t.Errorf("%q: %s of %s, want %s of %s", c.said, it.Source, it.Subject, c.source, c.subject)
				}
				again := Read(Utterance{Text: it.Quote})
				if len(again) == 0 || again[0].Source != it.Source {
					t.Errorf("%q: its quote %q is read as %+v", c.said, it.Quote, again)
				}
			}
		}
		if !found {
			t.Errorf("%q: no fact", c.said)
		}
	}
}

// What the agent is told to have said is nobody's evidence; what he tells beside somebody else's words is his.
func TestWhoseWordsNot(t *testing.T) {
	for _, said := range []string{
		"Ana lives in Faro, you just told me.", "Your last answer: Ana lives in Faro.", "You said: Ana lives in Faro.",
		"You wrote: Ana lives in Faro.", "Your words: Ana lives in Faro.", "Ben says: I'm allergic to nuts.",
	} {
		for _, it := range Read(Utterance{Text: said}) {
			if it.Attribute != "" || it.Source == "" {
				t.Errorf("%q: %+v", said, it)
			}
		}
	}
	for _, said := range []string{
		"Reminder: I live in Faro.", "Update: I live in Faro.", "I said: I live in Faro.", "As I said, I live in Faro.",
		"You said Porto, but I live in Faro.", "Tom called, I live in Faro.", "I live in Faro, like Tom.", "I live in Faro. Tom said hi.",
		"Tom said hi. I live in Faro.",
	} {
		found := false
		for _, it := range Read(Utterance{Text: said}) {
			found = found || it.Source == "" && it.Subject == Me && it.Attribute == "residence"
		}
		if !found {
			t.Errorf("%q: %+v", said, Read(Utterance{Text: said}))
		}
	}
}
