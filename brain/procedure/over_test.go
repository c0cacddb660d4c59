package procedure_test

import "testing"

// What is over is told first, with what was before below it; what it does not speak of is told as it was.
func TestOverIsToldFirst(t *testing.T) {
	for _, c := range []struct {
		talk           []string
		question, want string
	}{
		{[]string{"Ben owes me 50 euros", "Ben paid me back"}, "does Ben owe me money?", `^"Ben paid me back"|Before: "Ben owes me 50 euros"`},
		{[]string{"My mother-in-law is coming on Sunday", "She is not coming after all"}, "who is coming on Sunday?", `^"She is not coming after all"|Before: "My mother-in-law`},
		{[]string{"Sam said he's quitting his job", "Sam changed his mind, he's staying"}, "is Sam quitting?", `^"Sam changed his mind|Before: "Sam said`},
		{[]string{"I want to learn Italian", "I gave up on Italian"}, "what do I want to learn?", `^"I gave up on Italian"|Before: "I want to learn Italian"`},
		{[]string{"I'm married to Eva", "Eva and I got divorced"}, "am I married?", `^"Eva and I got divorced"|Before: "I'm married to Eva"`},
		{[]string{"I run every Tuesday", "I don't run any more because of my knee"}, "do I run?", `^"I don't run any more|Before: "I run every Tuesday"`},
		{[]string{"My mother is a nurse", "My mother retired last year"}, "what is my mother's job?", `^"My mother retired|Before: "My mother is a nurse"`},
		{[]string{"My brother Leo is a pilot", "Leo got fired"}, "what does Leo do?", `^"Leo got fired"|Before: `},
		{[]string{"My favourite restaurant is Da Mario", "Da Mario closed down"}, "what is my favourite restaurant?", `^"Da Mario closed down"|Before: `},
		{[]string{"I met my new colleague Priya today", "Priya resigned"}, "is Priya still my colleague?", `^"Priya resigned"|!Yes|Before: `},
		{[]string{"Ana likes sushi", "Ana likes sushi no more"}, "does Ana like sushi?", `^No: `},
		{[]string{"Tom lives in Rome", "Tom isn't in Rome any more"}, "where does Tom live?", `^"Tom isn't in Rome any more"|Before: "Tom lives in Rome"`},
		{[]string{"I bought the boat", "I renamed the boat to Petrel", "I sold the boat"}, "do I own a boat?", `^"I sold the boat"`},
		{[]string{"I need to renew my passport", "I renewed my passport"}, "when did I renew my passport?", `"I renewed my passport"|Before: "I need to renew my passport"`},
		{[]string{"Tom likes beer", "Tom likes wine", "Tom gave up wine"}, "what does Tom like?", `^Beer`},
		{[]string{"Tom likes beer", "Tom gave up wine"}, "does Tom like beer?", `^Yes`},
		{[]string{"I swim on Fridays", "I don't run on Mondays any more"}, "when do I swim?", `I swim on Fridays|!run`},
		{[]string{"Ana plays the cello", "Nora gave up the cello"}, "what does Ana play?", `^The cello|!Nora`},
		{[]string{"My cat is named Mimi", "My other cat is named Luna"}, "what's my cat's name?", `Luna|Also:|Mimi`},
		{[]string{"Karl is a teacher", "Karl's brother retired"}, "what does Karl do?", `^Teacher`},
		{[]string{"I owe Max 30 euros", "I owe Ben 10 euros"}, "how much do I owe Max?", `^"I owe Max 30 euros"`},
	} {
		expect(t, c.talk, map[string]string{c.question: c.want})
	}
}
