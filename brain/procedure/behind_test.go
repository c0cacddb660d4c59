package procedure_test

import "testing"

// Who asks to be reminded behind another sentence is reminded; what asks for something before it is not passed over for it.
func TestARequestBehindAnotherSentence(t *testing.T) {
	expect(t, nil, map[string]string{
		"I'm off to bed. Remind me tomorrow at 9 to call Bob.":                 `09:00|"call Bob"`,
		"Great, remind me tomorrow at 9 to call Bob":                           `09:00|"call Bob"`,
		"My dentist is Silva. Remind me tomorrow at 9 to call Bob.":            `09:00|"call Bob"`,
		"don't forget to remind me tomorrow at 9 to call Bob":                  `09:00|"call Bob"`,
		"Long day!\nPlease remind me tomorrow at 9 to call Bob":                `09:00|"call Bob"`,
		"don't remind me of the miscarriage":                                   `!When`,
		"Where does Ana live? Remind me tomorrow at 9 to call Bob.":            `!09:00`,
		"Draft a mail to Ana. Remind me tomorrow at 9 to send it.":             `!"send it"`,
		"Just got home, remind me tomorrow at 9 to call Bob":                   `09:00|"call Bob"`,
		"The bins go out so please remind me tomorrow at 9 to move them":       `09:00|"move them"`,
		"btw I need you to remind me tomorrow at 9 to call Bob":                `09:00|"call Bob"`,
		"Ana said, remind me tomorrow at 9 to call her":                        `!09:00`,
		"Those songs cheer me up and remind me of home":                        `!When`,
		"When Falk answers, remind me to ask about the VAT":                    `I can't tell when that is`,
		"Could you draft a mail to Ana, remind me tomorrow at 9 to send it":    `!"send it"`,
		"Send Ana the file and remind me tomorrow at 9 to follow up":           `!09:00`,
		"Mail Tom the draft, remind me tomorrow at 9 to ring him":              `!09:00`,
		"I told Ana: I'll do it. She said you should remind me tomorrow at 9.": `!09:00`,
	})
}

// Who wants to be reminded of what he told asks for that, and for no reminder.
func TestRemindMeAgainWhere(t *testing.T) {
	expect(t, []string{"My sister Ana lives in Porto."}, map[string]string{
		"remind me again where Ana lives": `"My sister Ana lives in Porto"|!When shall I`, "Remind me where Ana lives": `Porto`, "remind me again about Ana": "Porto|!When shall I",
	})
}
