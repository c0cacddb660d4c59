package remind

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"citadel/brain/phrase"
	"citadel/memory/event"
	"citadel/memory/loops"
)

// longest is how much of a reminder's text is said, in characters; a message has 900
// (MESSAGES 2), and the rest of it needs its room.
const longest = 600

// word words the post of a reminder (MESSAGES, Remembered, reminded), without its place.
func word(m loops.Reminder, due, now time.Time, why reason, private bool) (event.PostQueued, *phrase.Text) {
	said, cut := sentence(m.Text)
	var t phrase.Text
	t.Claim([]event.Seq{m.Seq}, "**%s**", said)
	if !m.On.IsZero() {
		t.Say(" You asked for this on ").Claim([]event.Seq{m.Seq}, "%s", phrase.Moment(m.On, now)).Say(".")
	}
	if why.what != "" {
		t.Say(" Due ").Claim([]event.Seq{m.Seq}, "%s", moment(m, due, now, private)).Say("; ")
		if why.seq != 0 {
			t.Claim([]event.Seq{why.seq}, "%s", why.what)
		} else {
			t.Say("%s", why.what)
		}
		t.Say(".")
	}
	if cut {
		t.Break().Say("`show %s` has all of it.", phrase.Handle('r', m.Seq))
	}
	return event.PostQueued{
		Text: t.String(), Cites: t.Cites(), Subject: event.SubjectReminder, About: m.Seq, Buttons: buttons(m.Seq, now),
	}, &t
}

// moment words a time; with both zones if it belongs to another one (MESSAGES 14): by their
// cities where nobody else reads along, who may not be told where that is.
func moment(m loops.Reminder, at, now time.Time, private bool) string {
	here := phrase.Moment(at, now)
	if m.Floating || m.Zone == "" {
		return here
	}
	there := at.In(zone(m, now.Location()))
	if there.Format(time.DateTime) == at.In(now.Location()).Format(time.DateTime) {
		return here
	}
	home, away := phrase.City(now.Location().String()), phrase.City(m.Zone)
	if !private {
		home, away = at.In(now.Location()).Format(offset), there.Format(offset)
	}
	return here + " " + home + " (" + there.Format("15:04") + " " + away + ", " + phrase.Day(there, now.In(there.Location())) + ")"
}

// offset names a zone by its distance from Greenwich.
const offset = "GMT-07:00"

// sentence makes a reminder's text one line that can stand in bold.
func sentence(text string) (s string, cut bool) {
	s = strings.Join(strings.Fields(text), " ")
	if runes := []rune(s); len(runes) > longest {
		s, cut = strings.TrimSpace(string(runes[:longest]))+" …", true
	}
	if s == "" {
		s = "your reminder"
	}
	first, n := utf8.DecodeRuneInString(s)
	s = string(unicode.ToUpper(first)) + s[n:]
	if last, _ := utf8.DecodeLastRuneInString(s); !strings.ContainsRune(".!?…", last) {
		s += "."
	}
	return escape.Replace(s), cut
}

// escape keeps the text from ending the bold that it stands in.
var escape = strings.NewReplacer(`\`, `\\`, `*`, `\*`)

// dated is a time with its day: who presses a button when that is past is told so.
const dated = "2 January 2006 at 15:04"

// buttons are what can be pressed under a reminder: done, an hour later, and nine in the
// morning of the next working day. Each is a command.
func buttons(reminder event.Seq, now time.Time) []event.Button {
	r := phrase.Handle('r', reminder)
	later := now.Add(time.Hour)
	morning := now.AddDate(0, 0, 1)
	for morning.Weekday() == time.Saturday || morning.Weekday() == time.Sunday {
		morning = morning.AddDate(0, 0, 1)
	}
	return []event.Button{
		{Label: "Done", Says: "done " + r},
		{Label: later.Format("15:04"), Says: "snooze " + r + " until " + later.Format(dated)},
		{Label: morning.Format("Mon 09:00"), Says: "snooze " + r + " until " + morning.Format("2 January 2006 at 09:00")},
	}
}
