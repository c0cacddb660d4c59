package procedure_test

import (
	"strings"
	"testing"
)

// Questions of a weekday, as people ask them.
func TestEverydayQuestions(t *testing.T) {
	expect(t, []string{"Leo is my brother", "Leo's wife is Nina"}, map[string]string{
		"what is my brother's wife called?": `^Nina: "Leo's wife is Nina"`,
		"who is my brother's wife?":         `^Nina: "Leo's wife is Nina"`,
		"do I owe Karin money?":             `nothing about Karin.`,
	})
	expect(t, []string{"The deadline for the tender was pushed to 15 January"}, map[string]string{
		"when is the tender due?": `^15 January: `,
	})
	expect(t, []string{"My passport expires on 3 June 2027", "Our neighbours are away until Sunday"}, map[string]string{
		"is my passport still valid?":   `"My passport expires on 3 June 2027"|!still valid`,
		"when are the neighbours back?": `"Our neighbours are away until Sunday"|!back is`,
	})
	expect(t, []string{"I have two kids"}, map[string]string{"what are my kids called?": `nothing about your kids' name.`})
	for _, told := range []string{"I quit my job at the bakery and start at the library on 1 December", "I quit my job at the bakery.", "I got fired from the bakery", "I was dismissed", "I quit my job to travel"} {
		expect(t, []string{"I work at the bakery", told}, map[string]string{"where do I work?": `^"` + strings.TrimSuffix(told, ".")})
	}
	expect(t, []string{"Ana lives in Braga now, Tom in Milan", "Ana is not moving to Faro"}, map[string]string{"is Ana moving to Faro?": `^"Ana is not moving to Faro"|!Before`})
	expect(t, []string{"I'm thinking about buying a boat", "I'm working on the tender"}, map[string]string{
		"what am I thinking about?": `"I'm thinking about buying a boat"`,
		"what am I working on?":     `"I'm working on the tender"`,
	})
	expect(t, []string{"I used to like jazz but now I prefer classical"}, map[string]string{"what do I prefer?": `^Classical: `})
}
