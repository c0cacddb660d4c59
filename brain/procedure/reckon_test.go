package procedure_test

import (
	"testing"
	"unicode/utf8"

	"citadel/brain/turn/turntest"
)

// What can be worked out is worked out, exactly or said to be about so much; what could be a date, a
// telephone number or talk is left alone.
func TestWorkedOut(t *testing.T) {
	expect(t, nil, map[string]string{
		"2+2":                             "4.",
		"what's 15% of 340?":              "51.",
		"what is 1,250 * 12?":             "15,000.",
		"how much is 10/3?":               "About 3.3333.",
		"(3+4)*2 =":                       "14.",
		"what is 0.1 + 0.2":               "!About|0.3.",
		"3 - 5":                           "-2.",
		"what is 1 - 1.5":                 "-0.5.",
		"what is 2 plus 2 times 3?":       "8.",
		"1/0?":                            "divides by nothing",
		"24/7":                            "!0|!3",
		"5/12":                            "!0.4",
		"0401-222-333":                    "!-",
		"9999999999 * 99999999":           "!9",
		"how many days until Christmas?":  "35 days: Fri 25 Dec 2026.",
		"how many days since Christmas?":  "330 days: Thu 25 Dec 2025.",
		"how many days until 5 December?": "15 days: Sat 5 Dec 2026.",
		"how many weeks until 1 March?":   "14 weeks and 3 days: Mon 1 Mar 2027.",
		"how many days since 1 November?": "19 days: Sun 1 Nov 2026.",
		"how many days until the launch?": "nothing",
		"what time is it in Tokyo?":       "07:00, Fri 20 Nov 2026 (Asia/Tokyo)",
		"what time is it in Narnia?":      "nothing",
	})
}

// What is asked of somebody by whom he is to others is found by going from one to the next, and not told
// of somebody else.
func TestRelationsOfRelations(t *testing.T) {
	talk := []string{
		"Ana is my sister", "Ana's husband is Marco", "Marco works at Maersk", "My boss is Kim Lee", "Kim Lee's assistant is Rob", "Rob's phone number is 555-1234",
	}
	expect(t, talk, map[string]string{
		"where does my sister's husband work?":        "Maersk: ",
		"who is my boss's assistant?":                 "Rob: ",
		"what is my boss's assistant's phone number?": "555-1234",
		"what is my sister's phone number?":           "I have nothing about your sister's phone number.",
	})
}

// How often something came up is what find counts; what was not said at a time is said to be so.
func TestWhenMentioned(t *testing.T) {
	w := turntest.New(t).At("2026-11-20 09:00")
	tell(t, w, "Tom Weiss is the finance lead at Henderson")
	turn, _ := ask(t, w, "how often did I mention Henderson?")
	if turn.Command == nil || turn.Command.Name != "find" || turn.Command.Words != "Henderson" || turn.Command.Person != "me" {
		t.Errorf("%+v", turn.Command)
	}
	expect(t, []string{"Tom Weiss is the finance lead at Henderson"}, map[string]string{
		"what did I say about Henderson last week?": "I have nothing that you said then. Nearest: ",
	})
}

// No sum takes the desk down, or is told without a number.
func FuzzReckon(f *testing.F) {
	for _, s := range []string{"2+2", "((((1))))*2", "1/0", "15% of 340", "-(-(-1))+2", "1.5.2+3", "9999999999999999999999*9", "0x10+1", "1e9*1e9", "+-+-1*2"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) || len(text) > 300 {
			return
		}
		w := turntest.New(t).At("2026-11-20 09:00")
		_, r := ask(t, w, text)
		if r != nil && r.By == "procedure:reckon" && r.Text.String() == "" {
			t.Errorf("%q: nothing", text)
		}
	})
}
