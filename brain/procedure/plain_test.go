package procedure_test

import "testing"

// How something was before is no newer word on how it is, however late it was said.
func TestWhatWasIsNotWhatIs(t *testing.T) {
	expect(t, []string{"the office rent went up to 3,200 euros", "the office rent was 2,900 before"}, map[string]string{
		"what's the rent?":             `^"the office rent went up to 3,200 euros"`,
		"what is the office rent now?": `^"the office rent went up to 3,200 euros"`,
		"what was the rent before?":    `^"the office rent was 2,900 before"`,
	})
	expect(t, []string{"our card printer is Moo", "our card printer was Vistaprint until March"}, map[string]string{
		"who is our card printer?": "Moo",
	})
	expect(t, []string{"the office rent was 2,900 before"}, map[string]string{
		"what's the rent?": "the office rent was 2,900 before", // all there is
	})
}

// Who somebody is, is told by what he is to others, before what else he does.
func TestWhoSomebodyIs(t *testing.T) {
	expect(t, []string{"Their site manager is Birgit Voss", "Birgit prefers phone calls over mail", "I promised Birgit the drawings by Friday"}, map[string]string{
		"who is Birgit?": `^"Their site manager is Birgit Voss"`,
	})
	expect(t, []string{"Olaf is a plumber from Grimma", "Olaf likes rye bread", "Olaf rang at noon"}, map[string]string{
		"who is Olaf?": "plumber",
	})
}

// Whether somebody can be reached on a day that he said to be away is answered with that.
func TestWhoIsAwayThen(t *testing.T) {
	talk := []string{"remind me tomorrow at 9 to call Birgit", "Birgit is on holiday until December 3rd", "Birgit likes long calls"}
	expect(t, talk, map[string]string{
		"can I call Birgit tomorrow?":         `^"Birgit is on holiday until December 3rd"`,
		"is Birgit in on Monday?":             `^"Birgit is on holiday until December 3rd"`,
		"can I call Birgit on 10 December?":   "!^\"Birgit is on holiday",
		"when do I have to call Birgit?":      "Sat 21 Nov 2026, 09:00: ",
		"is Birgit available on December 1st": `^"Birgit is on holiday until December 3rd"`,
	})
}

// A birthday without its year tells no age, and the answer says so.
func TestNoYearNoAge(t *testing.T) {
	expect(t, []string{"Anna's birthday is on March 14"}, map[string]string{"how old is Anna?": `I don't have the year. "Anna's birthday`})
	expect(t, []string{"Anna was born on 14 March 1984"}, map[string]string{"how old is Anna?": "42: "})
}
