package procedure_test

import (
	"strings"
	"testing"

	"citadel/brain/turn/turntest"
)

// How something was before is no newer word on how it is, however late it was said.
func TestWhatWasIsNotWhatIs(t *testing.T) {
	expect(t, []string{"the office rent went up to 3,200 euros", "the office rent was 2,900 before"}, map[string]string{
		"what's the rent?":             `^"the office rent went up to 3,200 euros"`,
		"what is the office rent now?": `^3,200 euros: "the office rent went up to 3,200 euros"`,
		"what was the rent before?":    `^"the office rent was 2,900 before"`,
	})
	expect(t, []string{"our card printer is Moo", "our card printer was Vistaprint until March"}, map[string]string{
		"who is our card printer?": "Moo",
	})
	expect(t, []string{"the office rent was 2,900 before"}, map[string]string{
		"what's the rent?": "the office rent was 2,900 before", // all there is
	})
}

// Who somebody is, is told by what he is to others, before what else he does.
func TestWhoSomebodyIs(t *testing.T) {
	expect(t, []string{"Their site manager is Birgit Voss", "Birgit prefers phone calls over mail", "I promised Birgit the drawings by Friday"}, map[string]string{
		"who is Birgit?": `^"Their site manager is Birgit Voss"`,
	})
	expect(t, []string{"Olaf is a plumber from Grimma", "Olaf likes rye bread", "Olaf rang at noon"}, map[string]string{
		"who is Olaf?": "plumber",
	})
}

// Whether somebody can be reached on a day that he said to be away is answered with that.
func TestWhoIsAwayThen(t *testing.T) {
	talk := []string{"remind me tomorrow at 9 to call Birgit", "Birgit is on holiday until December 3rd", "Birgit likes long calls"}
	expect(t, talk, map[string]string{
		"can I call Birgit tomorrow?":         `^"Birgit is on holiday until December 3rd"`,
		"is Birgit in on Monday?":             `^"Birgit is on holiday until December 3rd"`,
		"can I call Birgit on 10 December?":   "!^\"Birgit is on holiday",
		"when do I have to call Birgit?":      "Sat 21 Nov 2026, 09:00: ",
		"is Birgit available on December 1st": `^"Birgit is on holiday until December 3rd"`,
	})
}

// When somebody is back is told by how long he said to be away, as a date; what is said of that later counts more.
func TestWhenSomebodyIsBack(t *testing.T) {
	until := `^Until 26 Nov 2026: "Tina is off sick until Thursday"`
	expect(t, []string{"Tina is off sick until Thursday", "Tina likes rye bread"}, map[string]string{
		"when is Tina back?":               until,
		"when will Tina be back?":          until,
		"when does Tina come back?":        until,
		"until when is Tina away?":         until,
		"how long is Tina off?":            until,
		"what did I do in October?":        "!Tina",
		"when does Tina eat rye bread?":    "!Until",
		"when is Birgit back?":             "!Until",
		"when is the money from Tina due?": "!Until",
	})
	expect(t, []string{"Tina is off sick until Thursday", "Tina is back at her desk"}, map[string]string{"when is Tina back?": `"Tina is back at her desk"|!^Until`})
	expect(t, []string{"Tina is on holiday until Thursday", "Tina is off until 3 December after all"}, map[string]string{"when is Tina back?": `^"Tina is off until 3 December after all"`})
}

// A day that was corrected in other words than it was told in is answered by the correction.
func TestAnotherDayInOtherWords(t *testing.T) {
	oak := "the oak delivery from Holzmann arrives on Thursday"
	expect(t, []string{oak, "actually the oak comes on Friday"}, map[string]string{"when does the oak arrive?": `^"the oak comes on Friday"`, "when is the oak delivery?": `^"the oak comes on Friday"`})
	expect(t, []string{oak, "the oak comes on Friday"}, map[string]string{"when does the oak arrive?": `^"the oak comes on Friday"`})
	expect(t, []string{oak, "the beech comes on Friday", "I paint the oak table on Monday"}, map[string]string{"when does the oak arrive?": `^Thu 26 Nov 2026: "the oak delivery`})
	expect(t, []string{oak, "actually the beech comes on Friday"}, map[string]string{"when does the oak arrive?": `^Thu 26 Nov 2026: "the oak delivery`})
}

// What is coming up is told of the next seven days.
func TestWhatIsComingUp(t *testing.T) {
	talk := []string{"remind me on Tuesday at 8 to clear the yard", "remind me on 12 December to order oak"}
	for _, question := range []string{"what's coming up?", "anything coming up?", "what is coming up next week?"} {
		expect(t, talk, map[string]string{question: `: 1 reminder.|clear the yard|!oak`})
	}
	expect(t, nil, map[string]string{
		"what's coming up?": "no reminder, and nothing that is due.", "when am I free?": "No calendar is set up.", "am I free tomorrow at 10?": "no reminder, and nothing that is due. No calendar is set up.",
	})
}

// What he said himself comes before what he only handed on before it, also where that holds more of the question.
func TestHisOwnWordBeforeARumour(t *testing.T) {
	rumour := "Lena said the Huber order may be cancelled"
	expect(t, []string{rumour, "The Huber order is confirmed"}, map[string]string{"is the Huber order cancelled?": `^"The Huber order is confirmed"|"Lena said`})
	expect(t, []string{"The Huber order is confirmed", rumour}, map[string]string{"is the Huber order cancelled?": `^"Lena said`})
	expect(t, []string{rumour, "The Ebert order is confirmed"}, map[string]string{"is the Huber order cancelled?": `^"Lena said`})
}

// A weekday that is told of what is to come is answered with its date; of what was, with the words alone.
func TestTheDateOfAWeekday(t *testing.T) {
	expect(t, []string{"I'm meeting Brandt on Tuesday at 3pm"}, map[string]string{"when do I meet Brandt?": `^Tue 24 Nov 2026, 15:00: "I'm meeting Brandt`})
	expect(t, []string{"the oak delivery arrives on Thursday"}, map[string]string{"when does the oak arrive?": `^Thu 26 Nov 2026: "the oak delivery`})
	expect(t, []string{"I met Brandt on Tuesday"}, map[string]string{"when did I meet Brandt?": `!26 Nov|!24 Nov 2026:`})
	expect(t, []string{"the bin is emptied every Tuesday"}, map[string]string{"when is the bin emptied?": `!Nov 2026:`})
}

// Who has had the baby is not pregnant any more.
func TestTheBabyIsThere(t *testing.T) {
	expect(t, []string{"My wife Carla is pregnant, due in March", "Carla had the baby, a girl named Ida"}, map[string]string{"is Carla pregnant?": `^"Carla had the baby`})
}

// A birthday without its year tells no age, and the answer says so.
func TestNoYearNoAge(t *testing.T) {
	expect(t, []string{"Anna's birthday is on March 14"}, map[string]string{"how old is Anna?": `I don't have the year. "Anna's birthday`})
	expect(t, []string{"Anna was born on 14 March 1984"}, map[string]string{"how old is Anna?": "42: "})
}

// A pronoun means whom or what was named just before, in what is told and in what is asked.
func TestWhatLeansOnWhatWasSaidBefore(t *testing.T) {
	for _, c := range []struct {
		talk           []string
		question, want string
	}{
		{[]string{"my sister Ana visited me yesterday", "she lives in Berlin"}, "where does Ana live?", `^Berlin: "she lives in Berlin"`},
		{[]string{"Tom is my new accountant", "where does he work?", "he works at KPMG", "his number is 555-1234"}, "where does Tom work?", `^KPMG: "he works at KPMG"`},
		{[]string{"Tom is my new accountant", "he works at KPMG", "his number is 555-1234"}, "what's his number?", `^555-1234: "his number is 555-1234"`},
		{[]string{"Tom is my new accountant", "he works at KPMG"}, "where does he work?", `^KPMG: `},
		{[]string{"Tom is my new accountant"}, "where does he work?", "I have nothing about where Tom works."},
		{[]string{"the boat show is on Friday", "it costs 20 euros"}, "how much is the boat show?", "it costs 20 euros"},
		{[]string{"the boat show is on Friday", "it costs 20 euros"}, "when is the boat show?", "the boat show is on Friday"},
		{[]string{"when is the recital?", "it's on December 12", "it's at the Gewandhaus"}, "where is the recital?", "Gewandhaus"},
		{[]string{"when is the recital?", "it's on December 12", "it's at the Gewandhaus"}, "when is the recital?", "it's on December 12"},
		{[]string{"I bought a new bike", "it's red"}, "what colour is the bike?", `^"it's red"`},
		{[]string{"I bought a new bike", "it cost 900 euros"}, "how much did it cost?", "it cost 900 euros"},
		{[]string{"Petra and Sven came by", "she lives in Ghent"}, "where does Sven live?", "!^Ghent"},
		{[]string{"my car is a Skoda", "the drill is broken", "it's blue"}, "what colour is my car?", "!^\"it's blue"},
	} {
		expect(t, c.talk, map[string]string{c.question: c.want})
	}
}

// What comes first could answer the question; where nothing could, it is called no more than the nearest.
func TestWhatIsOfTheKindAskedFor(t *testing.T) {
	expect(t, []string{"I have a deadline for the Bosch manual on Thursday at 5pm", "the Bosch manual is 12,000 words", "the gala tickets cost 80 euros"}, map[string]string{
		"how long is the Bosch manual?":    "12,000 words",
		"when is the gala?":                `Nearest: "the gala tickets`,
		"where is the gala?":               `Nearest: "the gala tickets`,
		"how much are the gala tickets":    "80 euros",
		"what have we talked about today?": "3 messages",
	})
	expect(t, []string{"the gate code is 4471", "the bike is red", "the crate weighs 40 kg"}, map[string]string{
		"what's the code for the gate?": `^"the gate code is 4471"`,
		"what's the code for the lift?": "!when",
		"what colour is the bike?":      `^"the bike is red"`,
		"how heavy is the crate?":       `^"the crate weighs 40 kg"`,
	})
}

// What was done is taken for the end of what was to be done also where the one who did it is left out.
func TestDoneWithoutSayingWho(t *testing.T) {
	w := turntest.New(t).At("2026-11-20 09:00")
	tell(t, w, "I owe Lena 40 euros")
	tell(t, w.At("2026-11-20 09:01"), "I need to send Birgit the drawings")
	for said, want := range map[string]string{
		"sent Birgit the drawings": "Send Birgit the drawings",
		"called Birgit":            "",
		"red drawings look best":   "",
	} {
		_, r := ask(t, w.At("2026-11-20 09:02"), said)
		got := ""
		if r != nil {
			got = r.Text.String()
		}
		if (want == "") != (got == "") || !strings.Contains(got, want) {
			t.Errorf("%q: %s", said, got)
		}
	}
}

// What he foretold is found as what he said.
func TestForetold(t *testing.T) {
	expect(t, []string{"I bet the Henderson deal closes by March"}, map[string]string{
		"what did I predict about Henderson?": "the Henderson deal closes by March",
		"will the Henderson deal close?":      "the Henderson deal closes by March",
	})
}

// Without a model what sounds like a note of something to do becomes a reminder or an open loop; what may be an order,
// or tells something, does not.
func TestNotes(t *testing.T) {
	for said, want := range map[string]string{
		"call Tina tomorrow at 10":                             `Sat 21 Nov 2026, 10:00 (Melbourne): "call Tina"`,
		"pay the plumber on Monday":                            `Mon 23 Nov 2026, 09:00 (Melbourne): "pay the plumber"`,
		"buy milk":                                             `Open: "Buy milk"`,
		"add milk to the shopping list":                        `Open: "Buy milk"`,
		"put the tax papers on my todo list":                   `Open: "The tax papers"`,
		"write a poem about cats":                              "I can't do that",
		"please stop the mower":                                "I can't do that",
		"put lunch with Kim into my calendar on Tuesday at 12": "I can't do that",
		"Rosa put the date in my calendar":                     "",
		"call with Tom was long":                               "",
		"pay rises were announced":                             "",
		"clean energy is cheap":                                "",
	} {
		w := turntest.New(t).At("2026-11-20 09:00")
		_, r := ask(t, w, said)
		got := r.Text.String()
		if want == "" && (strings.Contains(got, "Open:") || strings.Contains(got, "Nov")) || !strings.Contains(got, want) {
			t.Errorf("%q: %s", said, got)
		}
		turntest.Claims(t, w.Mind, &r.Text)
		turntest.Manners(t, got)
	}
}
