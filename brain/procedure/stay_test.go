package procedure_test

import (
	"strings"
	"testing"

	"citadel/brain/turn/turntest"
)

// Where somebody is on a day is told by the journey that the day lies in, whether it names the day or not. On the days of
// the journey itself, and where no word was said of coming back, there are only the words.
func TestWhereSomebodyIsOnADay(t *testing.T) {
	const trip = "I'm flying to Lisbon on Thursday and back on Sunday"
	for _, test := range []struct{ told, asked, want string }{
		{trip, "where am I on Friday?", `Lisbon: "` + trip},
		{trip, "where will I be on Saturday?", `Lisbon: "` + trip},
		{trip, "Where will I be this Friday morning?", `Lisbon: "` + trip},
		{trip, "am I away on Friday?", `"` + trip},
		{trip, "where am I on Thursday?", `"` + trip},
		{trip, "where am I on Sunday?", `"` + trip},
		{trip, "where am I on 1 December?", ""},
		{trip, "where will I be on Wednesday?", ""},
		{trip, "where is Ana on Friday?", ""},
		{"I'll be in Porto from 1 December to 5 December", "where am I on 3 December?", `Porto: "I'll be in Porto`},
		{"I'll be in Porto from 1 December to 5 December", "where am I on 6 December?", ""},
		{"We're driving to Braga on Friday and coming back on Monday evening", "where am I on Saturday?", `Braga: "We're driving`},
		{"On Monday I take the train to Vienna and I come home on Wednesday", "where am I on Tuesday?", `Vienna: "On Monday`},
		{"I leave for Faro tomorrow. I'm back on Sunday.", "where am I on Friday?", `Faro: "I leave for Faro`},
		{"I fly to Madrid on 8 December", "where am I on 9 December?", `"I fly to Madrid`},
		{"I'm going to Berlin next week", "where am I next Tuesday?", `"I'm going to Berlin`},
		{"Ana flies to Lisbon on Thursday and returns on Sunday", "where is Ana on Friday?", `Lisbon: "Ana flies`},
		{"Ana flies to Lisbon on Thursday and returns on Sunday", "where am I on Friday?", ""},
		{"Tom is in Paris until Tuesday", "where is Tom on Monday?", `Paris: "Tom is in Paris`},
		{"I'm not flying to Lisbon on Thursday", "where am I on Friday?", ""},
		{"Maybe I'm flying to Lisbon on Thursday and back on Sunday", "where am I on Friday?", ""},
		{"I'm going to send the draft to Ana on Thursday", "where am I on Friday?", ""},
		{"I was flying to Lisbon on Thursday", "where am I on Friday?", ""},
	} {
		w := turntest.New(t).At("2026-11-25 10:00") // a Wednesday
		tell(t, w, test.told)
		w.At("2026-11-25 11:00")
		_, r := ask(t, w, test.asked)
		switch said := r.Text.String(); {
		case test.want == "" && (r.By == "procedure:where" || strings.Contains(said, "message.")):
			t.Errorf("%q after %q is answered by %s", test.asked, test.told, said)
		case test.want != "" && !strings.HasPrefix(said, test.want):
			t.Errorf("%q after %q is answered by %s", test.asked, test.told, said)
		}
		turntest.Claims(t, w.Mind, &r.Text)
	}
}

// A journey that was told anew, or called off, is where somebody is no more.
func TestWhereAfterPlansChanged(t *testing.T) {
	for _, test := range []struct{ then, want string }{
		{"I'm flying to Porto on Wednesday and back on Saturday", `Porto: "I'm flying to Porto`},
		{"I'm not flying to Lisbon", ""},
		{"My trip to Lisbon is cancelled", ""},
	} {
		w := turntest.New(t).At("2026-11-23 10:00")
		tell(t, w, "I'm flying to Lisbon on Thursday and back on Sunday")
		w.At("2026-11-24 10:00")
		tell(t, w, test.then)
		w.At("2026-11-24 11:00")
		_, r := ask(t, w, "where am I on Friday?")
		if said := r.Text.String(); test.want == "" && r.By == "procedure:where" || !strings.HasPrefix(said, test.want) {
			t.Errorf("after %q: %s", test.then, said)
		}
	}
}
