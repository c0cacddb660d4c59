package feel_test

import (
	"testing"
	"time"

	"citadel/brain/feel"
	turned "citadel/brain/turn"
	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

func TestMinor(t *testing.T) {
	for text, want := range map[string]bool{
		"I'm 15.": true, "I’m only 14 years old": true, "By the way, I am 16": true, "I'm seventeen and I need help with maths": true,
		"Well, I'm not 18 yet.": true, "I'm under 18": true, "I'm a minor, so my mum signs": true, "I am not an adult.": true, "Hi, I'm 12!": true, "I'm 13 and in year 8": true,
		"I'm 35.": false, "I'm 15 minutes late": false, "I'm 12 km away": false, "I'm 10 years into this job": false, "When I was 15, I sailed": false,
		"My son says: I'm 15": false, "She is 15.": false, "I'm 9-5 these days": false, "I'm not 18 any more, my back hurts": false, "I'm a minor shareholder": false,
		"I'm under 18 percent margin": false, "If I'm 15th in line": false, "I'm 16 pages in": false, "I'm 14th.": false, "I'm 8 - 2 up": false, "I'm 6, 7 or 8 days late": false,
		"Who says I'm 15?": false, "I'm 17.5 kg over": false, "": false,
	} {
		if got := feel.Minor(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestRead(t *testing.T) {
	on := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	for text, want := range map[string]struct {
		feeling, cause string
		grave          bool
	}{
		"I'm furious about the audit.":                      {"furious", "the audit", false},
		"I'm so proud of Ana!":                              {"proud", "Ana", false},
		"I feel lonely.":                                    {"lonely", "", false},
		"I'm devastated. The funeral is on Friday.":         {"devastated", "", true},
		"I'm relieved that the funeral is over.":            {"relieved", "", false},
		"I'm happy to help.":                                {},
		"Priya is furious.":                                 {},
		"Priya said she's sad.":                             {},
		"I'm not sure about the audit.":                     {},
		"Ich bin wütend über die Prüfung und sehr traurig.": {},
		"": {},
	} {
		felt := feel.Read(text, on)
		if want.feeling == "" {
			if len(felt) > 0 {
				t.Errorf("%q: %+v", text, felt)
			}
			continue
		}
		if len(felt) != 1 || felt[0].Feeling != want.feeling || felt[0].Cause != want.cause || felt[0].Grave != want.grave || !felt[0].On.Equal(on) {
			t.Errorf("%q: %+v", text, felt)
		}
	}
}

// A death is told in plain words more often than the feeling about it.
func TestGrief(t *testing.T) {
	for text, want := range map[string]string{
		"My father died last week and I can't stop crying.": "my father", "my father died": "my father", "I lost my mum yesterday.": "my mum",
		"My sister Ana has passed away.": "my sister", "We buried our dad on Friday": "our dad", "Yesterday my best friend was killed.": "my best friend",
		"I can't come, my grandmother is dying.":    "my grandmother",
		"My father died in 1998.":                   "",
		"My grandmother died when I was six.":       "",
		"My father died ten years ago.":             "",
		"Did my father die?":                        "",
		"What should I do if my dog died?":          "",
		"Priya's father died last week.":            "",
		"My phone died.":                            "",
		"Tom wrote: \"my father died\"":             "",
		"> my father died\nPlease draft an answer.": "",
		"I lost my wife's keys":                     "",
		"He told me my idea had died":               "",
	} {
		got := ""
		for _, f := range feel.Read(text, time.Now()) {
			if f.Feeling == "grief" {
				got = f.Cause
				if !f.Grave || f.Valence >= 0 {
					t.Errorf("%q: %+v", text, f)
				}
			}
		}
		if got != want {
			t.Errorf("%q: grief about %q, want %q", text, got, want)
		}
	}
}

// A feeling is asked about where it is the principal's and not grave, and kept where he allowed it;
// the words of a message that he passed on are somebody else's.
func TestNote(t *testing.T) {
	for _, c := range []struct {
		text      string
		forwarded bool
		asks      bool
		kept      int
	}{
		{"I'm furious about the audit", false, true, 1},
		{"I'm furious about the audit", true, false, 0},
		{"My father died last week", false, false, 1},
		{"I'm furious, my father died last week", false, false, 2},
		{"My father died last week", true, false, 0},
	} {
		for _, allowed := range []bool{false, true} {
			w := turntest.New(t)
			w.At("2026-11-20 09:00")
			if allowed {
				m := w.Say("mood on")
				e := w.Pens.For(event.Brain).Write(event.Asked{What: event.AskSetting, Name: event.SettingMood, Text: "on", On: w.Now}).Because(m).Resting(m)
				e.Trust = event.ByPrincipal
				w.Record(e)
			}
			turn := w.Turn(w.Say(c.text))
			if c.forwarded {
				turn.Messages[0].Forwarded = "Tom"
			}
			var r turned.Reply
			feel.Note(turn, &r)
			kept := 0
			for _, write := range r.Writes {
				if _, ok := write.Payload.(event.Felt); ok {
					kept++
				}
			}
			if asked := r.Subject == event.SubjectMood; asked != (c.asks && !allowed) || allowed && kept != c.kept || !allowed && kept > 0 {
				t.Errorf("%+v, allowed %v: asked %v, kept %d", c, allowed, asked, kept)
			}
		}
	}
}
