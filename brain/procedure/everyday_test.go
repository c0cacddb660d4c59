package procedure_test

import "testing"

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
}
