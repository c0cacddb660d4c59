package procedure_test

import (
	"regexp"
	"testing"

	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

// A request in which more speaks of time than one moment is set for the one that is plainly meant, or asked about. What
// was said is not left in the words of the reminder as if it were no time.
func TestTwoTimes(t *testing.T) {
	for _, c := range []struct {
		asked string
		sets  string // the beginning of the reply that sets it; "" where it is to ask
	}{
		{"remind me to prepare for the Friday meeting on Thursday at 10", `Thu 26 Nov 2026, 10:00 \(Melbourne\): "prepare for the Friday meeting"`},
		{"remind me to take the 5pm train tomorrow at 4pm", `Sat 21 Nov 2026, 16:00 \(Melbourne\): "take the 5pm train"`},
		{"remind me about the Friday meeting tomorrow", `Sat 21 Nov 2026, 09:00 \(Melbourne\): "the Friday meeting"`},
		{"remind me of my 3pm call in 20 minutes", `Fri 20 Nov 2026, .*"my 3pm call"`},
		{"remind me Tuesday 14.15 dentist", `Tue 24 Nov 2026, 14:15 \(Melbourne\): "dentist"`},
		{"remind me Tue 8.30 to go to gym", `Tue 24 Nov 2026, 08:30 \(Melbourne\): "go to gym"`},
		{"remind me Tuesday 1.12 dentist", ""},
		{"remind me every morning at 7 except weekends to run", `Every weekday, first on Mon 23 Nov 2026, 07:00 \(Melbourne\): "run"`},
		{"remind me every morning at 7 to run, except on weekends", `Every weekday, first on Mon 23 Nov 2026, 07:00 \(Melbourne\): "run"`},
		{"remind me every hour from 9 to 5 to stretch", ""},
		{"remind me every day at 7 for a week to take it", `Every day until 27 Nov 2026, first on Sat 21 Nov 2026, 07:00 \(Melbourne\): "take it"`},
		{"remind me every day at 7 to take it for a week", ""},
		{"remind me to call Bob tomorrow at 9 and Ana at 10", ""},
		{"remind me tomorrow at 9 to call Bob and at 10 to call Ana", ""},
		{"remind me at 9 to call Bob and at 10 to call Ana", ""},
		{"remind me to call Bob at 9 tomorrow and to buy milk at 17:00", ""},
		{"remind me on Christmas Eve at 5 to call mum", `Thu 24 Dec 2026, 17:00 \(Melbourne\): "call mum"`},
		{"remind me on New Year's Day to call mum", `Fri 1 Jan 2027, 09:00 \(Melbourne\): "call mum"`},
		{"remind me on Boxing Day at 11 to call mum", `Sat 26 Dec 2026, 11:00 \(Melbourne\): "call mum"`},
		{"remind me to buy presents before Christmas", ""},
		{"remind me on weekends at 10 to swim", `Every Saturday and Sunday, first on Sat 21 Nov 2026, 10:00 \(Melbourne\): "swim"`},
		{"remind me between 9 and 10 tomorrow to ring Ana", ""},
		{"remind me to ring Ana tomorrow between 9 and 10", ""},
		{"remind me every Monday at 9 until Christmas to call mum", `Every Monday until 25 Dec 2026, first on Mon 23 Nov 2026, 09:00 \(Melbourne\): "call mum"`},
		{"remind me every Monday at 9 to call mum until Christmas", `Every Monday until 25 Dec 2026, first on Mon 23 Nov 2026, 09:00 \(Melbourne\): "call mum"`},
		{"remind me every Monday at 9 to call mum until she is well", ""},
		{"remind me at 9 on my birthday to call mum", ""},
		{"remind me to call mum at 9 on my birthday", ""},
		{"remind me on Easter Monday at 10 to call mum", ""},
		{"remind me on pay day at 9 to pay the rent", ""},
		{"remind me at 9 on the Monday after Christmas to call mum", ""},
		{"remind me at 10 after the meeting on Thursday to call mum", ""},
		{"remind me at 9 to call mum on Friday", ""},
		{"remind me at 7 to run in the evening", ""},
		{"remind me on Friday after work to call mum", ""},
		{"remind me nightly at 10 to lock up", `Every day, first on Fri 20 Nov 2026, 22:00 \(Melbourne\): "lock up"`},

		// Said where the time belongs, it is the time; the rest tells what is to be done.
		{"remind me on Thursday to prepare for the Friday meeting", `Thu 26 Nov 2026, 09:00 \(Melbourne\): "prepare for the Friday meeting"`},
		{"remind me tomorrow at 8 to book lunch for Friday", `Sat 21 Nov 2026, 08:00 \(Melbourne\): "book lunch for Friday"`},
		{"remind me tonight at 8 to pack for tomorrow", `Fri 20 Nov 2026, 20:00 \(Melbourne\): "pack for tomorrow"`},
		{"remind me tomorrow at 9 to catch the 10:30 train", `Sat 21 Nov 2026, 09:00 \(Melbourne\): "catch the 10:30 train"`},
		{"remind me tomorrow at 9 to buy a present before Christmas", `Sat 21 Nov 2026, 09:00 \(Melbourne\): "buy a present before Christmas"`},
		{"tomorrow at 9 remind me to wait until Ana rings", `Sat 21 Nov 2026, 09:00 \(Melbourne\): "wait until Ana rings"`},
		{"remind me at 9 to work on my thesis", `Sat 21 Nov 2026, 09:00 \(Melbourne\): "work on my thesis"`},
		{"remind me to put the kettle on at 9", `Sat 21 Nov 2026, 09:00 \(Melbourne\): "put the kettle on"`},
		{"remind me to ask Ana about Friday's lunch tomorrow at 9", `Sat 21 Nov 2026, 09:00 \(Melbourne\): "ask Ana about Friday's lunch"`},
		{"remind me about tomorrow's meeting", ""}, // is it today or tomorrow that he wants to hear of it?
		{"remind me tomorrow of my 5pm call", `Sat 21 Nov 2026, 09:00 \(Melbourne\): "my 5pm call"\. You named no time for the reminder, so 09:00\.`},
		{"remind me to submit the end of month report on Friday", `Fri 27 Nov 2026, 09:00 \(Melbourne\): "submit the end of month report"`},
		{"remind me on the 24th call mum on Friday", `Tue 24 Nov 2026, 09:00 \(Melbourne\): "call mum on Friday"`},
		{"remind me tomorrow to book the hotel from 3 to 9 June", `Sat 21 Nov 2026, 09:00 \(Melbourne\): "book the hotel from 3 to 9 June"`},
		{"remind me of Ana's birthday on 3 March every year", `Every year on 3 March, first on Wed 3 Mar 2027, 09:00 \(Melbourne\): "Ana's birthday"`},
		// The hour that stands right behind "remind me" is the reminder's, whatever else has one.
		{"remind me at 2 to pick up Mia at 3", `Fri 20 Nov 2026, 14:00 \(Melbourne\): "pick up Mia at 3"`},
		{"remind me at 14:00 to pick up Mia at 15:00", `Fri 20 Nov 2026, 14:00 \(Melbourne\): "pick up Mia at 15:00"`},
		{"remind me at 5 to start dinner, guests come at 7", `Fri 20 Nov 2026, 17:00 \(Melbourne\): "start dinner, guests come at 7"`},
		{"remind me at 10 that the shop closes at 11", `Sat 21 Nov 2026, 10:00 \(Melbourne\): "the shop closes at 11"`},
		{"remind me at 21:00 to call Bob, he's free until 22:00", `Fri 20 Nov 2026, 21:00 \(Melbourne\): "call Bob, he's free until 22:00"`},
		{"remind me at 21:45 about my 10 o'clock", `Fri 20 Nov 2026, 21:45 \(Melbourne\): "my 10 o'clock"`},
		{"remind me of the 5pm train at 16:30", `Fri 20 Nov 2026, 16:30 \(Melbourne\): "the 5pm train"`},
		{"remind me to watch the 8 o'clock news at 19:55", `Fri 20 Nov 2026, 19:55 \(Melbourne\): "watch the 8 o'clock news"`},
		{"remind me to ask Tom about Friday tomorrow at 9", `Sat 21 Nov 2026, 09:00 \(Melbourne\): "ask Tom about Friday"`},
		{"remind me at 9 to run, then in the evening to swim", ""},
		{"remind me at 9 and at 10 to stretch", ""},
		{"remind me at 2 or 3 to call Bob", ""},
		{"remind me tomorrow that the shop closes at 6", `Sat 21 Nov 2026, 09:00 \(Melbourne\): "the shop closes at 6"`},
		{"remind me at 9 and 21 daily to take the pill", ""},
		{"remind me tonight before bed to lock the door", `Fri 20 Nov 2026, .*"lock the door"`},
		{"remind me tomorrow first thing to call Bob", `Sat 21 Nov 2026, 09:00 \(Melbourne\): "call Bob"`},
		{"remind me at 9 to take 1 pill every 4 hours", ""},
		{"remind me of the Friday meeting", `Fri 27 Nov 2026, 09:00 \(Melbourne\): `},
	} {
		w := turntest.New(t).At("2026-11-20 10:00")
		_, r := ask(t, w, c.asked)
		got, set := r.Text.String(), false
		for _, x := range r.Writes {
			_, is := x.Payload.(event.ReminderSet)
			set = set || is
		}
		want := `^(When shall I remind you|I can't tell when that is: |"at [^"]+" is more than one time)`
		if c.sets != "" {
			want = "^" + c.sets
		}
		if set != (c.sets != "") || !regexp.MustCompile(want).MatchString(got) {
			t.Errorf("%q is answered with %q", c.asked, got)
		}
		turntest.Claims(t, w.Mind, &r.Text)
	}
}

// The answer to that question sets the reminder with the words that were asked about.
func TestTwoTimesAnswered(t *testing.T) {
	for asked, want := range map[string]string{
		"remind me at 9 on my birthday to call mum":         `^Thu 3 Dec 2026, 09:00 \(Melbourne\): "call mum"`,
		"remind me to call Bob tomorrow at 9 and Ana at 10": `^Thu 3 Dec 2026, 09:00 \(Melbourne\): "call Bob tomorrow at 9 and Ana at 10"`,
	} {
		w := turntest.New(t).At("2026-11-20 10:00")
		tell(t, w, asked)
		_, r := ask(t, w, "on 3 December")
		if got := r.Text.String(); !regexp.MustCompile(want).MatchString(got) {
			t.Errorf("%q is answered with %q", asked, got)
		}
	}
}
