package procedure_test

import "testing"

// All goals, and all who work with him, are asked for in words that none of the statements has.
func TestOfASort(t *testing.T) {
	expect(t, []string{
		"My goal for this year is to get the studio to four days a week.", "I also want to learn to play the cello.", "We want to open a second shop in Leith by autumn.",
		"The oven broke down this morning.", "I want to know what broke.",
	}, map[string]string{
		"what are my goals?":          `^3 goals, newest first.|four days|cello|Leith|!oven|!know what`,
		"What are my plans?":          `cello|Leith`,
		"what do I want to achieve?":  `^3 goals`,
		"what are my goals in chess?": `!^3 goals`,
	})
	expect(t, []string{
		"My partner in the business is Joost, he does the planting plans.", "We employ six people: Ben, Jo, Mika, Sunil, Dora and Pat.", "Sunil is our apprentice.",
		"Ben works for me as head baker.", "Mirjam works for the municipality.", "Our biggest client is Zeist.",
	}, map[string]string{
		"who works for me?":     `^4 statements, newest first.|Joost|six people|apprentice|head baker|!Mirjam|!Zeist`,
		"who do we employ?":     `six people|!Mirjam`,
		"Who is on my team?":    `Joost|Ben`,
		"who works for Mirjam?": `!Joost`,
	})
	expect(t, []string{"The oven broke down this morning."}, map[string]string{
		"what are my goals?": `^You told me of no goal or plan.`,
		"who works for me?":  `^You told me of nobody who works with you.`,
	})
}
