package when_test

import (
	"strings"
	"testing"

	"citadel/brain/when"
)

// What speaks of time in a text is found whether or not a moment can be made of it.
func TestTraces(t *testing.T) {
	for text, want := range map[string]string{
		"prepare the meeting on Thursday at 10":     "day Thursday, clock 10",
		"on my birthday to call mum":                "day on my birthday",
		"call mum on Easter Monday":                 "day on Easter Monday",
		"call mum at Easter":                        "day at Easter",
		"on pay day to pay the rent":                "day on pay day",
		"on Mother's Day to call mum":               "day on Mother's Day",
		"print it before Christmas":                 "day before Christmas",
		"run except on Sundays":                     "bound except, repeat on Sundays",
		"stretch from 9 to 5":                       "clock from 9 to 5",
		"stretch between 9 and 10":                  "clock between 9 and 10",
		"join the call New York time":               "clock New York time",
		"run in the evening":                        "clock in the evening",
		"wait until she rings":                      "bound until",
		"call Ana on the 24th":                      "day the 24th",
		"call Bob today":                            "day today",
		"buy milk, 2 eggs and 3 apples":             "",
		"send what I wrote yesterday, or last week": "",
		"plan this week":                            "",
		"put the kettle on and sit between them":    "",
		"work on my thesis":                         "",
		"buy her birthday present":                  "",
		"call PT":                                   "",
	} {
		var got []string
		for _, x := range when.Traces(text, base(t)) {
			got = append(got, [...]string{when.OfDay: "day ", when.OfClock: "clock ", when.OfRepeat: "repeat ", when.OfBound: "bound "}[x.Sort]+text[x.Start:x.End])
		}
		if s := strings.Join(got, ", "); s != want {
			t.Errorf("%q: got %q, want %q", text, s, want)
		}
	}
}
