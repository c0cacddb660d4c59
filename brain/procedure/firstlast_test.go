package procedure_test

import "testing"

// Where words stand in what was said can be asked for.
func TestFirstOrLast(t *testing.T) {
	talk := []string{"The boiler is new", "I like tea", "My dog is Rex"}
	for question, want := range map[string]string{
		"what did I say first?":                `^"The boiler is new"`,
		"what was the first thing I told you?": `^"The boiler is new"`,
		"what did I say last?":                 `^"My dog is Rex"`,
		"what did I just tell you?":            `^"My dog is Rex"`,
		"what was the last thing I said?":      `^"My dog is Rex"`,
		"what was my last message?":            `^"My dog is Rex"`,
	} {
		expect(t, talk, map[string]string{question: want})
	}
}

// A value that its own sentence takes back in part, or that is one of two, is not told alone; and what takes place
// tells which seven o'clock is meant.
func TestValuesThatSayTooMuch(t *testing.T) {
	for _, c := range []struct {
		talk           []string
		question, want string
	}{
		{[]string{"I like tea, but not green tea"}, "what do I like?", `^"I like tea, but not green tea`},
		{[]string{"I like wine"}, "what do I like?", `^Wine: `},
		{[]string{"My cat is named Mimi", "My other cat is named Luna"}, "what's my cat's name?", `!Luna: |Mimi|Luna`},
		{[]string{"The party starts on Saturday at 9"}, "when does the party start?", `21:00`},
		{[]string{"Dinner is on Friday at 8"}, "when is dinner?", `20:00`},
		{[]string{"Breakfast is at 8 on Friday"}, "when is breakfast?", `08:00`},
		{[]string{"My flight leaves on Friday at 7"}, "when does my flight leave?", `07:00`},
		{[]string{"My boss is Karin", "My boss is Karin Holt"}, "who is my boss?", `^Karin Holt: |!Which holds`},
		{[]string{"My boss is Karin", "My boss is Petra"}, "who is my boss?", `Which holds`},
		{[]string{"Acme buys steel", "Henderson buys copper"}, "who buys steel?", `Acme|!If steel rises`},
		{[]string{"Ana, Tom and Ben are coming for dinner on Saturday at 7, except Ben who can't make it"}, "is Ben coming for dinner?", `who can't make it`},
		{[]string{"Ana called and she told me that Tom got fired and that she is moving to Faro in January"}, "where is Ana moving?", `to Faro in January`},
	} {
		expect(t, c.talk, map[string]string{c.question: c.want})
	}
}
