package procedure_test

import "testing"

// What is told of somebody else in the words of the question is no answer to it, however new it is.
func TestDoer(t *testing.T) {
	for _, c := range []struct {
		talk           []string
		question, want string
	}{
		{[]string{"I weigh 80 kg in the morning", "My wife weighs 60 kg"}, "how much do I weigh?", `^"I weigh 80|!wife`},
		{[]string{"I weigh 80 kg in the morning", "My wife weighs 60 kg"}, "how much does my wife weigh?", `^"My wife weighs 60|!80`},
		{[]string{"My wife drinks green tea", "I drink coffee"}, "what do I drink?", `^"I drink coffee|!wife`},
		{[]string{"I earn 4000 euros", "My sister earns 5000 euros"}, "how much do I earn?", `4000 euros|!5000`},
		{[]string{"My wife goes to bed at ten"}, "when do I go to bed?", `^Nearest: `},
		{[]string{"I go running with Ben", "Ben and my brother go running at six"}, "when do Ben and I go running?", `go running`},
		{[]string{"Weighed 81 kg today", "My wife weighs 60 kg"}, "how much do I weigh?", `^"Weighed 81 kg`},
		{[]string{"I told Ben about the merger", "I told Tom about the layoffs"}, "what did I tell Ben?", `^"I told Ben|!layoffs`},
		{[]string{"I wrote to Paula about the invoice", "I wrote to Karin about the contract"}, "what did I write to Paula about?", `^"I wrote to Paula|!contract`},
		{[]string{"I lent Ben 100 euros", "I lent Tom 200 euros"}, "how much did I lend Ben?", `100 euros|!200`},
		{[]string{"The boiler was serviced by Gasfix"}, "did Gasfix service the boiler?", `Gasfix`},
		{[]string{"My brother Leo sold his car", "My sister Mia sold her house"}, "what did my brother sell?", `^"My brother Leo sold his car`},
	} {
		expect(t, c.talk, map[string]string{c.question: c.want})
	}
}

// An order is evidence of nothing but of what was ordered.
func TestOrdersAreNoAnswers(t *testing.T) {
	for _, c := range []struct {
		talk           []string
		question, want string
	}{
		{[]string{"Don't ask me about my mother again", "My mother moved to Graz"}, "how is my mother?", `!ask me about`},
		{[]string{"Never mention Leo", "Leo is a pilot"}, "what do you know about Leo?", `1 message|Leo is a pilot|!ever mention`},
		{[]string{"Let's not talk about the boat", "The boat is in Kiel"}, "how is the boat?", `in Kiel|!talk about`},
		{[]string{"Stop reminding me of Priya", "Priya is from Chennai"}, "tell me about Priya", `Chennai|!reminding`},
		{[]string{"I never eat pork"}, "what do I never eat?", `never eat pork`},
		{[]string{"Don't mention the boat, it sank in Kiel"}, "where did the boat sink?", `it sank in Kiel`},
		{[]string{"Never call me before nine"}, "what did I tell you never to do?", `Never call me before nine`},
	} {
		expect(t, c.talk, map[string]string{c.question: c.want})
	}
}
