package procedure_test

import "testing"

// Which of two meetings a word means that they share nobody can tell: what is known of each is told, with that word.
func TestOneOfTwoMeetings(t *testing.T) {
	talk := []string{"The meeting with Priya is on Tuesday at 9.", "The meeting with Tom is on Wednesday at 10.", "The meeting is cancelled."}
	expect(t, talk, map[string]string{
		"when is the meeting with Priya?": `^Tue 24 Nov 2026, 09:00: "The meeting with Priya is on Tuesday at 9"|!Before|Since, of it or of another: "The meeting is cancelled"`,
		"when is the meeting with Tom?":   `"The meeting with Tom is on Wednesday at 10"|!Before|"The meeting is cancelled"`,
		"what do I have on Tuesday?":      `with Priya|"The meeting is cancelled"|!Tom`,
		"what do I have on Wednesday?":    `with Tom|"The meeting is cancelled"|!Priya`,
	})
	talk = []string{"The meeting with Priya is on Tuesday at 9.", "The meeting with Tom is on Wednesday at 10.", "The meeting with Tom is cancelled."}
	expect(t, talk, map[string]string{
		"when is the meeting with Priya?": `"The meeting with Priya is on Tuesday at 9"|!cancelled`,
		"when is the meeting with Tom?":   `^"The meeting with Tom is cancelled"`,
		"what do I have on Tuesday?":      `with Priya|!cancelled`,
		"what do I have on Wednesday?":    `!10`,
	})
	talk = []string{"The meeting with Priya is on Tuesday at 9.", "I like tea.", "The meeting is cancelled."}
	expect(t, talk, map[string]string{
		"when is the meeting with Priya?": `^"The meeting is cancelled"`,
		"what do I have on Tuesday?":      `!Priya`,
	})
}
