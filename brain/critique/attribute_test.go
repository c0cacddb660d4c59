package critique_test

import (
	"testing"

	"citadel/brain/critique"
)

// What is given as told has its names, its figures and the day of the telling in what was shown.
func TestUnfounded(t *testing.T) {
	handles := map[string]string{"m4": "20 Nov 2026", "m7": "12 Aug 2026"}
	shown := []string{"[20 Nov 2026](src:m4) My rent is 1,400 euros.", "Ana lives in Porto. The flight is at 10pm, and we have two kids.", "<b>R&amp;D</b> wants Priya back on 3 Dec 2026"}
	for _, s := range []string{
		"You told me on 3 March 2025 that your rent is 1400 euros, so the offer is cheap.",
		"You told me in May that your rent is 1400 euros.",
		"You told me that your rent is 1300 euros.",
		"Ana told you on Monday that she moves to Braga (you, 12 Nov 2026).",
		"Ana told you on Monday that she moves to Braga.",
		"She moves soon (you, 12 Nov 2026).",
		"Your meeting with Henderson is on Tuesday at 9:00, as you said.",
		"As you said, in May, Henderson pays late.",
		"As you've mentioned, Henderson pays late.",
		"Your rent is 1500 euros, you wrote ([4 May 2026](src:m99)).",
	} {
		if !critique.Unfounded(s, handles, shown...) {
			t.Errorf("%q stays", s)
		}
	}
	for _, s := range []string{
		"You told me on 20 November that your rent is 1400 euros, so 17,000 a year.",
		"You told me in August that Ana lives in Porto.",
		"You said your rent is 1400 euros ([20 Nov 2026](src:m4)).",
		"Your rent is 1500 euros, you told me [m4].",
		"Your rent is 1400 euros (you, 20 Nov 2026).",
		"As you said, the flight is at 22:00.",
		"You told me that you have 2 kids, and Priya comes back.",
		"You told me nothing about Henderson.",
		"If you said 1700 to Henderson, he would agree.",
		"Did Ana tell you 1700?", "You told me 1700?",
		"You told me that you hate mornings.",
		"Leave it for a day, as you said.",
		"Henderson owes 1700 euros.",
		"The offer (Henderson, March) is cheap.",
		`You told me "I pay Henderson 1700", so stay.`,
		"Since you told me of your two kids, I'd take the Volvo at 30,000.", "Your rent is 1400, as you said, I'd offer Henderson 1300.",
		"From what you told me, the second one fits.",
	} {
		if critique.Unfounded(s, handles, shown...) {
			t.Errorf("%q goes", s)
		}
	}
}

// What was told by another name, in another measure or for another stretch of time was told, and what is written for
// somebody else is told to him; a name and a figure for which nothing stands are still invented.
func TestToldOtherwise(t *testing.T) {
	shown := []string{
		"We spend A$41,000 a month on packaging at Acme.", "I fly to NYC on 3 December at half past nine.", "Meine Schwester Lena wohnt in München, ihr Mann kommt aus Köln.",
		"I weigh 82 kilos.", "My mother's birthday is on 25 December.", "My rent is 1,400 euros.", "My dentist is Silva. My boss is Kim. Elizabeth helps.", "The US office closes.", "We raised 1.5 million.",
	}
	for _, s := range []string{
		"You said Acme spends A$41k a month on packaging.",
		"You told me you raised $1,500,000.",
		"You told me you fly to New York on 3 December.",
		"You told me you fly at 9:30.",
		"You told me your sister Lena lives in Munich.",
		"You told me that her husband is from Cologne.",
		"You said you weigh 82 kg (181 pounds).",
		"You told me your Mom's birthday is on Christmas.",
		"You told me that your rent comes to 16,800 euros a year.",
		"You mentioned Dr. Silva is your dentist.",
		"You told me that Mr Kim is your boss.",
		"You told me that Liz helps.",
		"You said the United States office closes.",
		"Here is a draft: Hi Priya, you mentioned that the Berlin office is closing.",
		"A reply to her could be: Dear Priya, you said that Berlin closes.",
		"The article says Mary told you to wait.",
	} {
		if critique.Unfounded(s, nil, shown...) {
			t.Errorf("%q goes", s)
		}
	}
	for _, s := range []string{
		"You said Acme spends A$43k a month on packaging.",
		"You told me you fly to New Delhi on 3 December.",
		"You told me your sister Lena lives in Hamburg.",
		"You told me that your rent is 16,800 euros.",
		"You told me that Dr Henderson is your dentist.",
		"Here is what I know: you told me that Henderson is your dentist.",
		"Hi Sam, you told me that Henderson is your dentist.",
	} {
		if !critique.Unfounded(s, nil, shown...) {
			t.Errorf("%q stays", s)
		}
	}
}

// What follows the beginning of a draft belongs to it; what greets the reader is for him.
func TestForAnother(t *testing.T) {
	const told = "You told me that Henderson closes."
	for answer, want := range map[string]bool{
		"Here is a draft:\n\nHi Priya,\n\n" + told + " Best, Sam":       true,
		"A mail to Priya could read:\n\n> Hi Priya,\n> thanks. " + told: true,
		"Hi Sam, good to hear. " + told:                                 false,
		"A note on your trip: take a coat. " + told:                     false,
		told + " Shall I write a draft: one for Priya?":                 false,
	} {
		if critique.ForAnother(answer, told) != want {
			t.Errorf("%q", answer)
		}
	}
}
