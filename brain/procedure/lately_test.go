package procedure_test

import "testing"

// What the talk was about can be asked for without a time: that is the day on which something was said last.
func TestTalkedAbout(t *testing.T) {
	talk := []string{"The boiler is new", "I like tea"}
	expect(t, talk, map[string]string{
		"what did we talk about?":            `^20 Nov 2026: 2 messages.`,
		"what have we been talking about?":   `^20 Nov 2026: 2 messages.`,
		"so what did we just talk about?":    `^20 Nov 2026: 2 messages.`,
		"what have I told you so far?":       `^20 Nov 2026: 2 messages.`,
		"what did we talk about with Petra?": `!2 messages`,
	})
}

// Who was born in a year is as old as that makes him, before his birthday or behind it.
func TestAgeByYear(t *testing.T) {
	expect(t, []string{"My father was born in 1951"}, map[string]string{"how old is my father?": `^74 or 75: "My father was born in 1951"`})
	expect(t, []string{"My father was born on 3 May 1951"}, map[string]string{"how old is my father?": `^75: `})
	expect(t, []string{"My father was born in May 1951"}, map[string]string{"how old is my father?": `^75: `})
	expect(t, []string{"My father was born in November 1951"}, map[string]string{"how old is my father?": `^74 or 75: `})
}
