package procedure_test

import "testing"

// Of several of a kind that are told apart by a number the one is answered with that the question
// names, and never with what was said of another, however new it is.
func TestOneOfAKind(t *testing.T) {
	talk := []string{
		"The sewing machine 1 is in the attic.", "The sewing machine 2 is in the shed.", "The pressure cooker 3 is red.", "The pressure cooker 1 is blue.",
		"The telescope 1 belongs to Ines.", "Casimir fixed the telescope 2.", "Ana got 50 euros from me.", "Sprint 14 ends on 4 December.",
	}
	expect(t, talk, map[string]string{
		"where is the sewing machine 1?":           "attic|!shed",
		"where is the sewing machine 2?":           "shed|!attic",
		"where is the sewing machine 5?":           "I have nothing about where the sewing machine 5 is",
		"where is the sewing machine?":             "shed|attic",
		"what colour is the pressure cooker 1?":    "blue|!red",
		"when does sprint 14 end?":                 "4 December|!nothing",
		"when does sprint 15 end?":                 "I have nothing about",
		"who fixed the telescope 2?":               "Casimir|!Ines",
		"who got 40 euros from me, was it Ana 40?": "50 euros",
	})
}

// A letter tells one of a kind from another as a number does.
func TestLettered(t *testing.T) {
	talk := []string{"Server A runs Debian", "Server B runs Ubuntu", "Team A meets on Mondays", "Team B meets on Fridays"}
	expect(t, talk, map[string]string{
		"what does server A run?": `^"Server A runs Debian"|!Ubuntu`,
		"what does server B run?": `^Ubuntu`,
		"when does team A meet?":  `Team A meets on Mondays|!Team B`,
	})
}
