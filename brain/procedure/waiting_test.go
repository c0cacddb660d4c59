package procedure_test

import "testing"

// What he waits for is told until it came, by whatever words he says that it did.
func TestWaiting(t *testing.T) {
	for _, question := range []string{"what am I waiting for?", "who am I still waiting on?", "What are we waiting for right now?"} {
		expect(t, []string{"Ana likes cake"}, map[string]string{question: "^I know of nothing that you wait for."})
		expect(t, []string{"I'm waiting for the quote from Delmar", "still waiting on Priya to sign the contract", "Leo hasn't answered yet", "I haven't answered Mia yet"},
			map[string]string{question: `^Waiting for 3 things|quote from Delmar|Priya to sign|Leo hasn't|!Mia`})
		expect(t, []string{"I'm waiting for the quote from Delmar", "still waiting on Priya to sign the contract", "Priya signed the contract", "Delmar paid the rent"},
			map[string]string{question: `^Waiting for 1 thing,|quote from Delmar|!Priya`})
		expect(t, []string{"I'm waiting for the quote from Delmar", "the quote from Delmar hasn't arrived"}, map[string]string{question: `quote from Delmar`})
		expect(t, []string{"Still haven't heard from the bank", "heard back from the bank, all fine"}, map[string]string{question: "^I know of nothing that you wait for."})
	}
	expect(t, []string{"I'm waiting for the quote from Delmar"}, map[string]string{"what is Tom waiting for?": "!^Waiting for"})
}
