package extract

import (
	"strings"
	"testing"
)

// facts are the facts of a message, in a few words.
func facts(text string) string {
	var all []string
	for _, it := range Read(Utterance{Text: text}) {
		if it.Kind != Fact && it.Kind != Correction || it.Attribute == "" {
			continue
		}
		said := it.Subject + "/" + it.Attribute + "=" + it.Value
		if it.Negated {
			said += " (denied)"
		}
		all = append(all, said)
	}
	return strings.Join(all, "; ")
}

// Where a thing lies is a fact of its own, beside the town or street that it is in. What is in the works is
// in no place.
func TestWhereAThingIsKept(t *testing.T) {
	for text, want := range map[string]string{
		"The spare key is in the blue box.":                  "spare key/place=the blue box",
		"The spare key is now in the drawer.":                "spare key/place=the drawer",
		"The spare key is no longer in the blue box.":        "spare key/place=the blue box (denied)",
		"My passport is in the safe.":                        "my passport/place=the safe",
		"My passport is in the top drawer of my desk.":       "my passport/place=the top drawer of my desk",
		"The keys are under the mat.":                        "keys/place=under the mat",
		"My skis are next to the front door.":                "my skis/place=next to the front door",
		"The charger is on top of the fridge.":               "charger/place=on top of the fridge",
		"I moved the spare key to the drawer.":               "spare key/place=the drawer",
		"I put my passport in the safe yesterday.":           "my passport/place=the safe",
		"I keep the receipts in a shoebox.":                  "receipts/place=a shoebox",
		"I kept the receipts in a shoebox.":                  "",
		"I'll put the passport in the safe.":                 "",
		"Our office is in Lisbon.":                           "our office/location=Lisbon",
		"The spare key was in the blue box.":                 "",
		"The project is in the works.":                       "",
		"The project is in trouble.":                         "",
		"The review is on the agenda.":                       "",
		"The devil is in the details.":                       "",
		"Sales are on the rise.":                             "",
		"The ball is in your court.":                         "",
		"I put the kids in the car.":                         "",
		"I put the pin in the safe.":                         "",
		"Ana is in the kitchen.":                             "",
		"I moved the review to the next quarter.":            "",
		"We put the launch on the calendar.":                 "",
		"My sister is in the garden.":                        "",
		"The meeting is in the morning.":                     "meeting/date=the morning",
		"The contract is in the hands of the other lawyers.": "",
	} {
		if got := facts(text); got != want {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
}

// What somebody has after a trade, and whose charge something is.
func TestWhatSomebodyHas(t *testing.T) {
	for text, want := range map[string]string{
		"I have a Volvo.":                               "me/owns=a Volvo",
		"Bob has an old Kia now.":                       "Bob/owns=an old Kia",
		"I sold the Volvo and bought a Kia.":            "me/owns=a Kia",
		"I traded the Volvo for a Kia.":                 "me/owns=a Kia",
		"I swapped my Volvo for a blue Kia last week.":  "me/owns=a blue Kia",
		"I bought a boat.":                              "me/owns=a boat",
		"I bought a sandwich.":                          "",
		"I didn't buy a Kia.":                           "",
		"I sold the Volvo.":                             "",
		"I bought the Volvo for a song.":                "",
		"Kim has the Henderson account.":                "Kim/has=the Henderson account",
		"Kim no longer has the Henderson account.":      "Kim/has=the Henderson account (denied)",
		"Kim handles the Henderson account.":            "Kim/handles=the Henderson account",
		"Tom has the spare key now.":                    "Tom/has=the spare key",
		"Tom has the day off.":                          "",
		"Kim has the right idea about our new account.": "",
	} {
		if got := facts(text); got != want {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
	for text, want := range map[string]Question{
		"what car do I have?":                {Subjects: []string{Me}, Attribute: "owns", Sort: "car"},
		"which car do I drive?":              {Subjects: []string{Me}, Attribute: "drives", Sort: "car"},
		"what kind of boat does Bob have?":   {Subjects: []string{"Bob"}, Attribute: "owns", Sort: "boat"},
		"what do I have?":                    {Subjects: []string{Me}, Attribute: "owns"},
		"who has the Henderson account?":     {Attribute: "has", Value: "the Henderson account"},
		"who handles the Henderson account?": {Attribute: "handles", Value: "the Henderson account"},
	} {
		got := Ask(text)
		if strings.Join(got.Subjects, "+") != strings.Join(want.Subjects, "+") || got.Attribute != want.Attribute || got.Sort != want.Sort || got.Value != want.Value {
			t.Errorf("%q: %+v", text, got)
		}
	}
}

// What is asked for by its sort is answered by nothing else.
func TestAnswerOfTheSort(t *testing.T) {
	var known []Item
	for _, text := range []string{"I drive a Volvo.", "I have a dog.", "I have a boat."} {
		known = append(known, Read(Utterance{Text: text})...)
	}
	for question, want := range map[string]string{"what car do I have?": "a Volvo", "what boat do I have?": "a boat", "what horse do I have?": ""} {
		best, sure := Answer(Ask(question), known)
		if got := best >= 0 && sure && known[best].Value == want; got != (want != "") {
			t.Errorf("%q: %d, %v", question, best, sure)
		}
	}
}
