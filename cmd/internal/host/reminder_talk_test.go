package host_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// talked plays a talk in Telegram and gives what was said at its end. A line is a message, or "due 13h", after which the
// next reminder is said; "pass 2h"; "reply N TEXT", to the N-th post; "edit N TEXT" and "delete N" of the N-th message;
// "press N LABEL" of the N-th post. Both are counted from 0, and messages among lines that say something.
func talked(t *testing.T, lines ...string) (*town, string) {
	t.Helper()
	w, tg := settle(t, nil, nil), spots[1]
	var said []connectors.Event
	from := 0
	for _, line := range lines {
		word, rest, _ := strings.Cut(line, " ")
		first, then, _ := strings.Cut(rest, " ")
		n, err := strconv.Atoi(first)
		if err != nil && word != "due" && word != "pass" { // "delete this"
			word = ""
		}
		from = len(w.shownSince(0))
		e := w.event(tg, line)
		switch word {
		case "due", "pass":
			d, err := time.ParseDuration(rest)
			if err != nil {
				t.Fatal(err)
			}
			if word == "pass" {
				w.pass(d)
			} else {
				w.falls(d)
			}
			continue
		case "reply":
			seq, _ := w.postIn(tg, n)
			e.Text, e.ReplyTo = then, connectors.MessageID(fmt.Sprintf("post/%d", seq))
		case "press":
			seq, post := w.postIn(tg, n)
			at := slices.IndexFunc(post.Buttons, func(b event.Button) bool { return b.Label == then })
			if at < 0 {
				t.Fatalf("no button %q under %q: %v", then, post.Text, post.Buttons)
			}
			e.Kind, e.Text, e.Message, e.Button = connectors.Press, "", connectors.MessageID(fmt.Sprintf("post/%d", seq)), fmt.Sprintf("%d/%d", seq, at)
		case "edit":
			e.Kind, e.Text, e.Message = connectors.Edit, then, said[n].Message
		case "delete":
			e.Kind, e.Text, e.Message = connectors.Delete, "", said[n].Message
		}
		said = append(said, e)
		w.burst(e)
	}
	return w, saidIn(w.shownSince(from), tg)
}

// postIn is the n-th post in a spot.
func (w *town) postIn(s spot, n int) (event.Seq, event.PostQueued) {
	w.t.Helper()
	for r, err := range ledger.Each[event.PostQueued](w.t.Context(), w.c.Mind, ledger.Query{Kinds: []event.Kind{event.PostQueued{}.Kind()}}) {
		if err != nil {
			w.t.Fatal(err)
		}
		if r.Said.Place.Platform != s.at.Platform {
			continue
		}
		if n == 0 {
			return r.Seq, r.Said
		}
		n--
	}
	w.t.Fatal("there are fewer posts")
	return 0, event.PostQueued{}
}

// remindersAre words what is set: "Mon 09:00 call Bob; Sat 10:00 call Tom".
func (w *town) remindersAre() string {
	home, err := time.LoadLocation("Australia/Melbourne")
	if err != nil {
		w.t.Fatal(err)
	}
	var all []string
	for _, m := range w.reminders() {
		all = append(all, fmt.Sprintf("%s %s", m.Next.In(home).Format("Mon 15:04"), m.Text))
	}
	slices.Sort(all)
	return strings.Join(all, "; ")
}

// What replies to a post is about that post, and not about what was said since.
func TestAReplyToAnEarlierReminder(t *testing.T) {
	two := []string{"remind me tomorrow at 9 to call Bob", "remind me tomorrow at 10 to call Tom"}
	for reply, want := range map[string]string{
		"no, at 11":     "Sat 10:00 call Tom; Sat 11:00 call Bob",
		"make it 11":    "Sat 10:00 call Tom; Sat 11:00 call Bob",
		"on Monday":     "Mon 09:00 call Bob; Sat 10:00 call Tom",
		"undo":          "Sat 10:00 call Tom",
		"cancel it":     "Sat 10:00 call Tom",
		"cancel this":   "Sat 10:00 call Tom",
		"cancel":        "Sat 10:00 call Tom",
		"delete this":   "Sat 10:00 call Tom",
		"never mind":    "Sat 10:00 call Tom",
		"good question": "Sat 09:00 call Bob; Sat 10:00 call Tom",
		"ok":            "Sat 09:00 call Bob; Sat 10:00 call Tom",
	} {
		w, said := talked(t, append(slices.Clone(two), "reply 0 "+reply)...)
		if got := w.remindersAre(); got != want {
			t.Errorf("%q: %q; said %q", reply, got, said)
		}
	}
	if w, _ := talked(t, append(two, "no, at 11")...); w.remindersAre() != "Sat 09:00 call Bob; Sat 11:00 call Tom" {
		t.Error("said, and no reply:", w.remindersAre())
	}
}

// A question that asks for yes or no hears either in the words of every day, and nothing else.
func TestShallIIsAnswered(t *testing.T) {
	daily := []string{"remind me every day at 9 to stretch", "cancel stretch"}
	for answer, left := range map[string]int{
		"yes": 0, "yes please": 0, "yes, do it": 0, "ok": 0, "sure": 0, "Yep!": 0, "please do": 0, "go ahead": 0, "yes cancel it": 0, "ok, thanks": 0,
		"no": 1, "no thanks": 1, "no, keep it": 1, "leave it": 1, "yes but not now": 1, "ok what time is it?": 1, "okay, I'll stretch then": 1, "sure is warm today": 1, "never mind": 1,
	} {
		w, said := talked(t, append(slices.Clone(daily), answer)...)
		if got := len(w.reminders()); got != left {
			t.Errorf("%q: %d reminders, said %q", answer, got, said)
		}
	}
	for _, between := range []string{"what time is it in Lisbon?", "I like tea"} {
		if w, said := talked(t, append(slices.Clone(daily), between, "ok")...); len(w.reminders()) == 0 {
			t.Errorf("behind %q, ok is heard as yes: %q", between, said)
		}
	}
	for answer, off := range map[string]bool{
		"yes": true, "yes it's off": true, "yes, it is off": true, "it's off": true, "yes, cancelled": true, "ok": true, "right": true,
		"no, it's still on": false, "no": false, "it's still on": false, "not yet": false, "yes, at the office": false,
	} {
		w, said := talked(t, "I have lunch with Ana on Tuesday at 12:30", "cancel lunch with Ana", answer)
		_ = w
		if got := strings.Contains(said, "lunch with Ana is cancelled"); got != off {
			t.Errorf("%q: off %v, said %q", answer, got, said)
		}
	}
}

// Who asks to be reminded is heard wherever in a sentence he does.
func TestRemindMeInsideASentence(t *testing.T) {
	for said, want := range map[string]string{
		"Mum's birthday is on Friday, remind me on Thursday to buy flowers": "Thu 09:00 buy flowers",
		"Just got home, remind me at 9 to call mum":                         "Sat 09:00 call mum",
		"I'm swamped with work today, remind me in 2 hours to call mum":     "Fri 22:00 call mum",
		"btw remind me at 10pm to lock the door":                            "Fri 22:00 lock the door",
		"quick, remind me at 10pm to lock the door":                         "Fri 22:00 lock the door",
		"I need you to remind me at 9pm to call mum":                        "Fri 21:00 call mum",
		"you should remind me at 9pm to call mum":                           "Fri 21:00 call mum",
		"The bins go out tomorrow so please remind me at 10pm to move them": "Fri 22:00 move them",
		"I have to go now - can you remind me at 10pm to lock the door?":    "Fri 22:00 lock the door",
		"Lunch was great and remind me tomorrow at 9 to thank Ana":          "Sat 09:00 thank Ana",
		"Ana said she is ill, remind me tomorrow at 9 to call her":          "Sat 09:00 call her",

		"You could remind me of my uncle":                 "",
		"Ana said, remind me tomorrow at 9 to call her":   "",
		"She texted: I'm late, remind me tomorrow at 9":   "",
		`"I'm home, remind me at 9 to pay" is all I said`: "",
		"He wrote: remind me tomorrow at 9 to pay":        "",
		"If it rains, remind me to take the umbrella":     "",
		"Those songs cheer me up and remind me of home":   "",
		"The smell and the light remind me of Friday":     "",
		"Busy, don't remind me tomorrow":                  "",
		"I asked Tom to remind me tomorrow at 9":          "",
		"They always remind me at 9 to take my pills":     "",
	} {
		w, answer := talked(t, said)
		if got := w.remindersAre(); got != want {
			t.Errorf("%q: %q, said %q", said, got, answer)
		}
	}
	for _, said := range []string{"busy right now, remind me in 2 hours", "sorry, was away, remind me in 2 hours"} {
		if w, answer := talked(t, "remind me in 10 minutes to call mum", "due 15m", said); w.remindersAre() != "Fri 22:16 call mum" {
			t.Errorf("to a reminder, %q: %q, said %q", said, w.remindersAre(), answer)
		}
	}
}

// Undo after a reminder that repeats was done takes that back, and not the reminder.
func TestDoneForThisTimeTakenBack(t *testing.T) {
	daily := []string{"remind me every day at 9 to stretch", "due 13h", "done"}
	w, said := talked(t, append(daily, "undo")...)
	if w.remindersAre() != "Sun 09:00 stretch" || !strings.Contains(said, "stretch") || !strings.Contains(said, "not done") {
		t.Errorf("%q, said %q", w.remindersAre(), said)
	}
	if w.in(spots[1], "undo"); w.remindersAre() != "" {
		t.Errorf("undo again takes back the setting: %q", w.remindersAre())
	}
	w, said = talked(t, "remind me every day at 9 to stretch", "due 13h", "press 1 Done", "undo")
	if w.remindersAre() != "Sun 09:00 stretch" {
		t.Errorf("by the button: %q, said %q", w.remindersAre(), said)
	}
	w, said = talked(t, append(daily, "remind me on Tuesday at 9 to call Bob", "undo")...)
	if w.remindersAre() != "Sun 09:00 stretch" || strings.Contains(said, "stretch") {
		t.Errorf("what came after it: %q, said %q", w.remindersAre(), said)
	}
}

// Who did what he has put off is not told of it again.
func TestDoneAfterPuttingOff(t *testing.T) {
	for _, c := range []struct{ set, to, then, want, said string }{
		{"remind me tomorrow at 9 to call Bob", "in an hour", "done", "", "Done"},
		{"remind me every day at 9 to stretch", "in an hour", "done", "Sun 09:00 stretch", "Done, for this time"},
		{"remind me every day at 9 to stretch", "in an hour", "I did it", "Sun 09:00 stretch", "Done, for this time"},
		{"remind me every day at 9 to stretch", "Monday at 11", "done", "Sun 09:00 stretch", "Done"},
		{"remind me tomorrow at 9 to call Bob", "in an hour", "cancel it", "", "Cancelled"},
		{"remind me tomorrow at 9 to call Bob", "in an hour", "actually in 2 hours", "Sat 11:02 call Bob", "11:02"},
		{"remind me tomorrow at 9 to call Bob", "in an hour", "I did the dishes", "Sat 10:01 call Bob", ""},
	} {
		w, said := talked(t, c.set, "due 13h", c.to, c.then)
		if got := w.remindersAre(); got != c.want || !strings.Contains(said, c.said) {
			t.Errorf("%q, %q, %q: %q, said %q", c.set, c.to, c.then, got, said)
		}
	}
}

// What says "instead" right after a reminder was set moves it.
func TestRemindMeInstead(t *testing.T) {
	for said, want := range map[string]string{
		"remind me at 10 instead":                 "Sat 10:00 call Bob",
		"remind me on Monday instead":             "Mon 09:00 call Bob",
		"actually remind me at 10":                "Sat 10:00 call Bob",
		"no, remind me at 10":                     "Sat 10:00 call Bob",
		"remind me to call Bob on Monday instead": "Mon 09:00 call Bob",
		"remind me at 10 to take the bus instead": "Sat 09:00 call Bob; Sat 10:00 take the bus instead",
		"remind me on Monday at 9 to call Tom":    "Mon 09:00 call Tom; Sat 09:00 call Bob",
	} {
		w, answer := talked(t, "remind me tomorrow at 9 to call Bob", said)
		if got := w.remindersAre(); got != want {
			t.Errorf("%q: %q, said %q", said, got, answer)
		}
	}
	if w, said := talked(t, "remind me at 10 instead"); w.remindersAre() != "" || !strings.Contains(said, "What shall I say") {
		t.Errorf("with nothing before it: %q, said %q", w.remindersAre(), said)
	}
}

// A correction is of what was said last, which need not be the reminder.
func TestACorrectionBehindAnotherStatement(t *testing.T) {
	for then, want := range map[string]string{"My dentist is at 9 on Monday": "Sat 09:00 call Bob", "My sister Ana arrives on Monday.": "Sat 09:00 call Bob", "I'm off to bed": "Sat 10:00 call Bob"} {
		w, said := talked(t, "remind me tomorrow at 9 to call Bob", then, "no, at 10")
		if got := w.remindersAre(); got != want {
			t.Errorf("behind %q: %q, said %q", then, got, said)
		}
	}
}

// What puts a reminder off in the words of every day puts it off by as much.
func TestPuttingOffInOtherWords(t *testing.T) {
	for said, want := range map[string]string{
		"give me 5": "Fri 20:20", "another 15": "Fri 20:30", "10 more minutes": "Fri 20:25", "5 more min": "Fri 20:20", "one more hour": "Fri 21:15",
		"sure, in an hour": "Fri 21:15", "ok, tomorrow then": "Sat 09:00", "leave it till tomorrow": "Sat 09:00", "not today, tomorrow": "Sat 09:00",
		"come back in an hour": "Fri 21:15", "hold on, 10 minutes": "Fri 20:25", "maybe tomorrow": "Sat 09:00", "actually in 2 hours": "Fri 22:15",

		"10 minutes": "", "give me 5 examples": "", "another 15 people came": "", "ten more minutes and I'm there": "", "not today": "", "maybe": "", "one more thing": "",
		"hold on": "", "I'll come back in an hour": "", "leave it": "",
	} {
		w, answer := talked(t, "remind me in 10 minutes to call mum", "due 14m", said)
		got := strings.TrimSuffix(w.remindersAre(), " call mum")
		if got != want {
			t.Errorf("%q: %q, said %q", said, got, answer)
		}
	}
}

// What was done is what the reminder told of, by its verb or its words.
func TestWhatWasDone(t *testing.T) {
	for said, done := range map[string]bool{
		"I called mum": true, "called mum": true, "I called": true, "called": true, "just did": true, "already did": true, "I called her yesterday": true, "called her": true, "I've called mum": true, "done": true,
		"I paid him yesterday": false, "sent it yesterday": false, "I bought them yesterday": false, "I took it": false, "I called Tom": false, "I paid": false, "noted": false, "mum called": false, "I did not call mum": false,
	} {
		_, answer := talked(t, "remind me in 10 minutes to call mum", "due 14m", said)
		if got := strings.Contains(answer, "Done"); got != done {
			t.Errorf("%q: %q", said, answer)
		}
	}
}

// "tomorrow", said to what comes every day anyway, sets no second one for the same moment; an hour before it is told beside it.
func TestTomorrowOfWhatIsDaily(t *testing.T) {
	daily := []string{"remind me every day at 9 to stretch", "due 13h"}
	w, said := talked(t, append(slices.Clone(daily), "tomorrow")...)
	if w.remindersAre() != "Sun 09:00 stretch" || !strings.Contains(said, "as ever") {
		t.Errorf("%q, said %q", w.remindersAre(), said)
	}
	if _, said = talked(t, append(daily, "tomorrow at 8")...); !strings.Contains(said, "08:00") || !strings.Contains(said, "As ever it comes next on Sun 22 Nov, 09:00") {
		t.Errorf("said %q", said)
	}
}

// The hour on a button is that of its day: pressed later, it is past.
func TestAnHourPressedTooLate(t *testing.T) {
	w, said := talked(t, "remind me in 10 minutes to call mum", "due 10m", "pass 70m", "press 1 21:11")
	if got := w.remindersAre(); got != "" || !strings.Contains(said, "21:11") || !strings.Contains(said, "past") {
		t.Errorf("%q, said %q", got, said)
	}
	if w, said := talked(t, "remind me in 10 minutes to call mum", "due 10m", "pass 20m", "press 1 21:11"); w.remindersAre() != "Fri 21:11 call mum" {
		t.Errorf("in time: %q, said %q", w.remindersAre(), said)
	}
}

// What was just told is what one wants to be reminded of as "it".
func TestRemindMeOfThat(t *testing.T) {
	for _, c := range []struct {
		talk       []string
		want, said string
	}{
		{[]string{"The call with Priya is tomorrow at 10.", "remind me of it", "at 9"}, "Sat 09:00 The call with Priya is tomorrow at 10", "09:00"},
		{[]string{"The call with Priya is tomorrow at 10.", "remind me an hour before"}, "Sat 09:00 The call with Priya is tomorrow at 10", "09:00"},
		{[]string{"The call with Priya is tomorrow at 10.", "remind me of that at 9:30 tomorrow"}, "Sat 09:30 The call with Priya is tomorrow at 10", "09:30"},
		{[]string{"I have to send Tom the report", "remind me of that tomorrow at 9"}, "Sat 09:00 I have to send Tom the report", "09:00"},
		{[]string{"I have to send Tom the report", "remind me of that tomorrow at 9", "no, at 10"}, "Sat 10:00 I have to send Tom the report", "10:00"},
		{[]string{"I have to send Tom the report", "remind me tomorrow at 9"}, "", "What shall I say then?"},
		{[]string{"what time is it?", "remind me of that tomorrow at 9"}, "", "What shall I say then?"},
		{[]string{"Ana's party is on Saturday at 19:00, remind me of that 2 hours before"}, "Sat 17:00 Ana's party is on Saturday at 19:00", "17:00"},
		{[]string{"Mum's birthday is on Friday, remind me to buy flowers the day before"}, "Thu 09:00 buy flowers", "09:00"},
		{[]string{"I like tea", "remind me to buy flowers the day before"}, "", "When shall I remind you"},
		{[]string{"remind me of it"}, "", "When, and of what?"},
		{[]string{"Ana is ill", "remind me an hour before"}, "", "When shall I remind you"},
	} {
		w, said := talked(t, c.talk...)
		if got := w.remindersAre(); got != c.want || !strings.Contains(said, c.said) {
			t.Errorf("%q: %q, said %q", c.talk, got, said)
		}
	}
}

// What is said behind a reminder that was set gives it another time or other words, or sets one more.
func TestBehindASetReminder(t *testing.T) {
	for said, want := range map[string]string{
		"and Monday": "Mon 09:00 call Bob; Sat 09:00 call Bob", "and again at 11": "Sat 09:00 call Bob; Sat 11:00 call Bob", "also on Monday": "Mon 09:00 call Bob; Sat 09:00 call Bob",
		"and at 11 to call Ana": "Sat 09:00 call Bob; Sat 11:00 call Ana", "9 in the evening": "Sat 21:00 call Bob", "No, to call Rob": "Sat 09:00 call Rob",
		"Sorry, at 10": "Sat 10:00 call Bob", "I meant 9pm": "Sat 21:00 call Bob", "not 9, 10": "Sat 10:00 call Bob", "Actually, Monday": "Mon 09:00 call Bob",
		"on second thought, at 11": "Sat 11:00 call Bob", "11 is better": "Sat 11:00 call Bob", "well, Monday is fine": "Sat 09:00 call Bob",

		"and Monday I'm off": "Sat 09:00 call Bob", "I meant to ask about Ana": "Sat 09:00 call Bob", "sorry about that": "Sat 09:00 call Bob", "and what about Monday?": "Sat 09:00 call Bob",
		"no": "Sat 09:00 call Bob", "not sure": "Sat 09:00 call Bob",
	} {
		w, answer := talked(t, "remind me tomorrow at 9 to call Bob", said)
		if got := w.remindersAre(); got != want {
			t.Errorf("%q: %q, said %q", said, got, answer)
		}
	}
	for said, want := range map[string]string{"wrong day": "When shall I remind you", "no, not tomorrow": "When shall I remind you", "I no longer need to call Bob": "Shall I?"} {
		w, answer := talked(t, "remind me tomorrow at 9 to call Bob", said)
		if w.remindersAre() != "Sat 09:00 call Bob" || !strings.Contains(answer, want) {
			t.Errorf("%q: %q", said, answer)
		}
	}
	if w, said := talked(t, "remind me tomorrow at 9 to call Bob", "wrong day", "Monday"); w.remindersAre() != "Mon 09:00 call Bob" {
		t.Errorf("%q, said %q", w.remindersAre(), said)
	}
	for said, want := range map[string]string{"no, at 10": "repeats", "make it 8": "repeats", "at 10": "repeats", "every second day": "Every second day, first on", "not tomorrow": "Shall I?", "except tomorrow": "Shall I?", "from Monday": "repeats", "only on weekdays": "Every weekday, first on Mon 23 Nov 2026, 09:00"} {
		if _, answer := talked(t, "remind me every day at 9 to stretch", said); !strings.Contains(answer, want) {
			t.Errorf("to one that repeats, %q: %q", said, answer)
		}
	}
	if w, said := talked(t, "remind me every day at 9 to stretch", "at 10", "no, every Monday"); w.remindersAre() != "Mon 09:00 stretch" {
		t.Errorf("%q, said %q", w.remindersAre(), said)
	}
	if w, _ := talked(t, "remind me every day at 9 to stretch", "only on weekdays"); w.remindersAre() != "Mon 09:00 stretch" {
		t.Errorf("%q", w.remindersAre())
	}
}

// What has just come is called off by "it".
func TestWhatHasComeIsCalledOff(t *testing.T) {
	for _, said := range []string{"cancel it", "delete this"} {
		if _, answer := talked(t, "remind me in 10 minutes to call mum", "due 14m", said); !strings.Contains(answer, "Cancelled") {
			t.Errorf("%q: %q", said, answer)
		}
	}
	for _, said := range []string{"cancel it", "skip it", "stop this"} {
		w, answer := talked(t, "remind me every day at 9 to stretch", "due 13h", said)
		if w.remindersAre() != "Sun 09:00 stretch" || !strings.Contains(answer, "stretch") || !strings.Contains(answer, "`cancel r") {
			t.Errorf("%q, daily: %q, said %q", said, w.remindersAre(), answer)
		}
	}
}

// To call off everything of a day is no reminder, and is done to nothing by a guess.
func TestCancelEverything(t *testing.T) {
	for said, want := range map[string]string{
		"cancel everything tomorrow": "changed nothing", "cancel it tomorrow": "changed nothing", "cancel all my meetings tomorrow": "The meeting with Priya is tomorrow at 10",
		"call off the wedding in May": "in May 2027",
	} {
		w, answer := talked(t, "The meeting with Priya is tomorrow at 10", "I like tea", said)
		if got := w.remindersAre(); got != "" || !strings.Contains(answer, want) {
			t.Errorf("%q: %q, said %q", said, got, answer)
		}
	}
}

// Who edits his request away is told that its reminder stands, and where a reminder that has come is mended, none is set anew.
func TestARequestEditedAway(t *testing.T) {
	for _, to := range []string{"never mind", "Bob called me today"} {
		w, said := talked(t, "remind me tomorrow at 9 to call Bob", "edit 0 "+to)
		if w.remindersAre() != "Sat 09:00 call Bob" || !strings.Contains(said, "`cancel r") || !strings.Contains(said, "call Bob") {
			t.Errorf("%q: %q, said %q", to, w.remindersAre(), said)
		}
	}
	w, said := talked(t, "remind me tomorrow at 9 to call Bob", "due 13h", "edit 0 remind me tomorrow at 9 to call Rob")
	if w.remindersAre() != "" {
		t.Errorf("%q, said %q", w.remindersAre(), said)
	}
	if w, said := talked(t, "remind me tomorrow at 9", "call Bob", "edit 1 call Rob"); w.remindersAre() != "Sat 09:00 call Rob" {
		t.Errorf("its words alone: %q, said %q", w.remindersAre(), said)
	}
	w, said = talked(t, "remind me tomorrow at 9 to call Bob", "due 13h", "edit 0 remind me on Monday at 9 to call Rob")
	if w.remindersAre() != "Mon 09:00 call Rob" {
		t.Errorf("another day: %q, said %q", w.remindersAre(), said)
	}
}

// A deleted request is asked about with the time at which its reminder comes now.
func TestADeletedRequestThatWasMoved(t *testing.T) {
	_, said := talked(t, "remind me tomorrow at 9 to call Bob", "no, at 10", "delete 0")
	if !strings.Contains(said, "10:00") || strings.Contains(said, "09:00") {
		t.Errorf("said %q", said)
	}
}

// Done, taken back, leaves a reminder that has come said, and does not have it come again at once.
func TestDoneTakenBack(t *testing.T) {
	w, said := talked(t, "remind me in 10 minutes to call mum", "due 14m", "done", "undo")
	if w.remindersAre() != "" || !strings.Contains(said, "not marked done") {
		t.Errorf("%q, said %q", w.remindersAre(), said)
	}
	if said := saidIn(w.in(spots[1], "snooze 2h"), spots[1]); !strings.Contains(said, "call mum") {
		t.Errorf("snoozed: %q", said)
	}
	if _, said := talked(t, "remind me in 10 minutes to call mum", "due 14m", "done", "undo", "done"); !strings.Contains(said, "Done") {
		t.Errorf("done after all: %q", said)
	}
	for said, want := range map[string]string{"not done": "not marked done", "in an hour": "call mum"} {
		if _, answer := talked(t, "remind me in 10 minutes to call mum", "due 14m", "done", said); !strings.Contains(answer, want) {
			t.Errorf("%q: %q", said, answer)
		}
	}
}
