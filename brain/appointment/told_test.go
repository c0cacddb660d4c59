package appointment_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"citadel/brain/appointment"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/inmem"
)

// diary is a mind in which things are said.
type diary struct {
	testing.TB
	*memory.Mind
	pens ledger.Pens
	now  time.Time
}

// begin gives an empty one, on a Friday.
func begin(t testing.TB) *diary {
	t.Helper()
	zone, err := time.LoadLocation("Australia/Melbourne")
	if err != nil {
		t.Fatal(err)
	}
	d := &diary{TB: t, now: time.Date(2026, 11, 20, 10, 0, 0, 0, zone)}
	d.Mind, d.pens, err = memory.Open(t.Context(), memory.Options{Store: &inmem.Store{}, Principal: "me", CheckpointEvery: -1, Now: func() time.Time { return d.now }})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// record writes what he did, or what was made of it.
func (d *diary) record(e ledger.Entry, trust event.Trust) event.Seq {
	d.Helper()
	e.Trust = trust
	rs, err := d.Record(d.Context(), e)
	if err != nil {
		d.Fatal(err)
	}
	return rs[0].Seq
}

// say has him say something, a minute after what he said before.
func (d *diary) say(text string) event.Seq {
	d.Helper()
	d.now = d.now.Add(time.Minute)
	return d.record(d.pens.For(event.Bot).Write(event.Heard{Place: event.Place{Platform: "console"}, Text: text, On: d.now}), event.ByPrincipal)
}

// told is what is told of a day, the oldest first.
func (d *diary) told(day string) string {
	d.Helper()
	book, err := appointment.Open(d.Context(), appointment.Source{Now: d.now, Events: d.Events, Read: d.Read, Shown: shown})
	if err != nil {
		d.Fatal(err)
	}
	from, err := time.ParseInLocation(time.DateOnly, day, d.now.Location())
	if err != nil {
		d.Fatal(err)
	}
	var all []string
	for _, s := range slices.Backward(book.On(from, from.AddDate(0, 0, 1)).Told) {
		all = append(all, s.Text)
	}
	return strings.Join(all, "|")
}

func shown(context.Context, ...event.Seq) (bool, error) { return true, nil }

// What he told is told of its day in whatever shape it was said, in the order in which it was said.
func TestTold(t *testing.T) {
	const meeting, lunch = "The meeting with Priya is on Tuesday at 10.", "I have lunch with Ana on Tuesday at 12:30"
	const tue, wed, thu = "2026-11-24", "2026-11-25", "2026-11-26"
	for _, c := range []struct {
		said []string
		day  string
		want string
	}{
		{[]string{meeting}, tue, meeting},
		{[]string{meeting}, wed, ""},
		{[]string{meeting, "The meeting with Priya is now at 11"}, tue, meeting + "|The meeting with Priya is now at 11"},
		{[]string{meeting, "The meeting with Priya is at 11 instead"}, tue, meeting + "|The meeting with Priya is at 11 instead"},
		{[]string{meeting, "The meeting with Priya is an hour later"}, tue, meeting + "|The meeting with Priya is an hour later"},
		{[]string{lunch, "No, lunch with Ana is at 13:00"}, tue, lunch + "|No, lunch with Ana is at 13:00"},
		{[]string{lunch, "No, lunch with Ana is on Wednesday"}, tue, ""},
		{[]string{lunch, "No, lunch with Ana is on Wednesday"}, wed, "No, lunch with Ana is on Wednesday"},
		{[]string{meeting, "The meeting with Priya is on Wednesday"}, tue, meeting},
		{[]string{meeting, "The meeting with Priya is on Wednesday"}, wed, "The meeting with Priya is on Wednesday"},

		{[]string{meeting, "The meeting with Priya might be cancelled"}, tue, meeting + "|The meeting with Priya might be cancelled"},
		{[]string{meeting, "Maybe the meeting with Priya is cancelled"}, tue, meeting + "|Maybe the meeting with Priya is cancelled"},
		{[]string{meeting, "The meeting with Priya should have been cancelled"}, tue, meeting + "|The meeting with Priya should have been cancelled"},
		{[]string{meeting, "The meeting with Priya may be moved to Thursday"}, tue, meeting + "|The meeting with Priya may be moved to Thursday"},
		{[]string{meeting, "The meeting with Priya may be moved to Thursday"}, thu, "The meeting with Priya may be moved to Thursday"},
		{[]string{meeting, "Is the meeting with Priya cancelled?"}, tue, meeting},
		{[]string{meeting, "The meeting with Priya is cancelled"}, tue, ""},
		{[]string{meeting, "The meeting with Priya will be moved to Thursday"}, tue, ""},

		{[]string{meeting, "The meeting with Priya is cancelled", "The meeting with Priya is back on"}, tue, meeting + "|The meeting with Priya is back on"},
		{[]string{meeting, "The meeting with Priya is cancelled", "The meeting with Priya might be back on"}, tue, meeting + "|The meeting with Priya is cancelled|The meeting with Priya might be back on"},
		{[]string{meeting, "The meeting with Priya is moved to Wednesday", "The meeting with Priya is back on"}, tue, ""},
		{[]string{lunch, "Ana is back on Tuesday"}, tue, lunch + "|Ana is back on Tuesday"},

		{[]string{"I have a meeting on Tuesday at 10.", "I have a meeting on Wednesday at 15."}, tue, "I have a meeting on Tuesday at 10."},
		{[]string{"I have a meeting on Tuesday at 10.", "I have a meeting on Tuesday at 15."}, tue, "I have a meeting on Tuesday at 10.|I have a meeting on Tuesday at 15."},
		{[]string{"I have a meeting on Tuesday at 10.", "I have a meeting on Tuesday at 15.", "The meeting at 10 is cancelled"}, tue, "I have a meeting on Tuesday at 15."},
		{[]string{"I have a meeting on Tuesday at 10.", "I have a meeting on Tuesday at 15.", "The afternoon meeting is cancelled"}, tue, "I have a meeting on Tuesday at 10."},
		{[]string{"I have a meeting on Tuesday at 10.", "The meeting at 11 is cancelled"}, tue, "I have a meeting on Tuesday at 10.|The meeting at 11 is cancelled"},
		{[]string{"I have a haircut on Tuesday at 12:30", "I have a haircut on Thursday at 12:30", "The haircut is cancelled"}, thu, "I have a haircut on Thursday at 12:30|The haircut is cancelled"},
		{[]string{"I have a haircut on Tuesday at 12:30", "The haircut is on Tuesday", "The haircut is cancelled"}, tue, ""},
		{[]string{lunch, "I cancelled lunch with Ana last month"}, tue, lunch + "|I cancelled lunch with Ana last month"},

		{[]string{meeting, "Tuesday's meeting with Priya is now on Wednesday"}, tue, ""},
		{[]string{meeting, "Tuesday's meeting with Priya is now on Wednesday"}, wed, "Tuesday's meeting with Priya is now on Wednesday"},
		{[]string{meeting, "The meeting with Priya is on Wednesday instead of Tuesday"}, tue, ""},
		{[]string{meeting, "No, the meeting with Priya is on Wednesday, not on Tuesday"}, wed, "No, the meeting with Priya is on Wednesday, not on Tuesday"},
		{[]string{lunch, "lunch with Ana is moved to Wednesday", "lunch with Ana is moved to Thursday"}, wed, ""},
		{[]string{lunch, "lunch with Ana is moved to Wednesday", "lunch with Ana is moved to Thursday"}, thu, "lunch with Ana is moved to Thursday"},

		{[]string{"There's a meeting on Tuesday at 10."}, tue, "There's a meeting on Tuesday at 10."},
		{[]string{"I'm seeing the dentist on Tuesday at 10."}, tue, "I'm seeing the dentist on Tuesday at 10."},
		{[]string{"Dentist on Tuesday at 10."}, tue, "Dentist on Tuesday at 10."},
		{[]string{"Dentist Tuesday 10am"}, tue, "Dentist Tuesday 10am"},
		{[]string{"Got the dentist on Tuesday at 10"}, tue, "Got the dentist on Tuesday at 10"},
		{[]string{"Meeting Priya on Tuesday at 10"}, tue, "Meeting Priya on Tuesday at 10"},
		{[]string{"Priya and I meet on Tuesday at 10"}, tue, "Priya and I meet on Tuesday at 10"},
		{[]string{"Tuesday at 10 I have the dentist"}, tue, "Tuesday at 10 I have the dentist"},
		{[]string{"I've got a haircut on Tuesday at 10"}, tue, "I've got a haircut on Tuesday at 10"},
		{[]string{"Lunch with Ana on Tuesday at 12:30"}, tue, "Lunch with Ana on Tuesday at 12:30"},
		{[]string{"Good news. I see the doctor on Tuesday at 9. She is nice."}, tue, "I see the doctor on Tuesday at 9."},

		{[]string{"Wednesday: dentist at 10"}, wed, "Wednesday: dentist at 10"},
		{[]string{"call with Ana on Tuesday at 3"}, tue, "call with Ana on Tuesday at 3"},
		{[]string{"The meeting went well, the next one is on Tuesday at 10"}, tue, "The meeting went well, the next one is on Tuesday at 10"},
		{[]string{"The workshop is from Tuesday to Thursday"}, wed, "The workshop is from Tuesday to Thursday"},
		{[]string{"Ana visits next week"}, wed, ""},

		{[]string{"Happy Tuesday!"}, tue, ""},
		{[]string{"on Tuesday"}, tue, ""},
		{[]string{"call Bob on Tuesday"}, tue, ""},
		{[]string{"I was away from Monday to Wednesday, and Ana left on Tuesday"}, tue, ""},
		{[]string{"I met Tom on Tuesday at the harbour."}, tue, ""},
		{[]string{"Met Tom on Tuesday"}, tue, ""},
		{[]string{"I got paid on Tuesday"}, tue, ""},
		{[]string{"Lunch with Ana on Tuesday was nice"}, tue, ""},
		{[]string{"what do I have on Tuesday?"}, tue, ""},
		{[]string{"remind me on Tuesday at 9 to call Bob"}, tue, ""},
		{[]string{"Ana: I have lunch on Tuesday"}, tue, ""},
		{[]string{"I'll send Tom the report on Tuesday"}, tue, ""}, // a promise stands among what is due
		{[]string{"book a table for Tuesday at 8"}, tue, ""},
	} {
		d := begin(t)
		for _, text := range c.said {
			d.say(text)
		}
		if got := d.told(c.day); got != c.want {
			t.Errorf("%q: of %s is told %q, want %q", c.said, c.day, got, c.want)
		}
	}
}

// An edited message says what it says now, and no more what it said.
func TestToldAnew(t *testing.T) {
	d := begin(t)
	d.say("I have lunch with Ana on Tuesday at 12:30")
	moved := d.say("lunch with Ana is moved to Wednesday")
	edit := d.pens.For(event.Bot).Write(event.Edited{Message: moved, Text: "lunch with Ana is moved to Thursday", On: d.now}).Resting(moved)
	d.record(edit, event.ByPrincipal)
	for day, want := range map[string]string{"2026-11-24": "", "2026-11-25": "", "2026-11-26": "lunch with Ana is moved to Thursday"} {
		if got := d.told(day); got != want {
			t.Errorf("of %s is told %q, want %q", day, got, want)
		}
	}
}

// How somebody finds a day, or what there is on it, is nothing that is due then.
func TestOpinions(t *testing.T) {
	for text, told := range map[string]bool{
		"I like the Tuesday market.": false, "Ana hates the Tuesday shift.": false, "Tuesday is my favourite day.": false, "I don't like Tuesday": false,
		"I'd like to have dinner with Ana on Tuesday.": true, "I hate it, but the dentist is on Tuesday at 10.": true, "Ana comes on Tuesday.": true,
	} {
		d := begin(t)
		d.say(text)
		if got := d.told("2026-11-24"); (got != "") != told {
			t.Errorf("%q: %q", text, got)
		}
	}
}
