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
