package feel_test

import (
	"testing"
	"time"

	"citadel/brain/feel"
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
