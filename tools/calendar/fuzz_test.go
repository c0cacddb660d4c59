package calendar

import (
	"testing"
	"time"
)

// Whatever a server sends, reading it ends, without a panic, and what is found lies in the window.
func FuzzObject(f *testing.F) {
	const head, tail = "BEGIN:VCALENDAR\nVERSION:2.0\n", "END:VCALENDAR\n"
	f.Add([]byte(head + "BEGIN:VEVENT\nUID:a\nDTSTART;TZID=Europe/Lisbon:20261124T090000\nRRULE:FREQ=WEEKLY;UNTIL=20270101\nEXDATE:20261124T090000Z,20261125\nEND:VEVENT\n" + tail))
	f.Add([]byte(head + "BEGIN:VTIMEZONE\nTZID:x\nBEGIN:STANDARD\nDTSTART:16010101T000000\nTZOFFSETFROM:+0100\nTZOFFSETTO:-0130\nRRULE:FREQ=YEARLY\nEND:STANDARD\nEND:VTIMEZONE\n" +
		"BEGIN:VEVENT\nUID:a\nRECURRENCE-ID:20261124\nDTSTART;TZID=x:20261124T090000\nDURATION:-PT1H\nATTENDEE;PARTSTAT=X:mailto:a@b\nEND:VEVENT\n" + tail))
	f.Add([]byte("BEGIN;A=b"))
	f.Add([]byte(head + "BEGIN:VEVENT\nDTSTART;VALUE=DATE:20261124\nRDATE;VALUE=PERIOD:20261125T000000Z/PT1H\nEND:VEVENT\n" + tail))
	b := &Book{Settings: Settings{Zone: func() *time.Location { return time.UTC }}}
	from := time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)
	to := from.AddDate(0, 0, 7)
	c := &Calendar{Name: "x", URL: "https://x.example/"}
	f.Fuzz(func(t *testing.T, data []byte) {
		cal, err := decode(data)
		if err != nil {
			return
		}
		all, _ := b.occurrences(t.Context(), object{calendar: c, cal: cal}, from, to)
		w := words{home: time.UTC, foreign: b.foreign}
		for _, o := range all {
			if !o.start.Before(to) || o.end.Before(from) {
				t.Errorf("%v to %v is not within", o.start, o.end)
			}
			if n, err := readHandle(handle(o)); err != nil || n.id != o.id() {
				t.Errorf("%q does not come back: %v", handle(o), err)
			}
			w.event(o)
		}
	})
}

func FuzzAnswer(f *testing.F) {
	f.Add([]byte(`<d:multistatus xmlns:d="DAV:"><d:response><d:href>/a</d:href><d:propstat><d:prop><d:getetag>"x"</d:getetag></d:prop></d:propstat></d:response></d:multistatus>`))
	f.Fuzz(func(_ *testing.T, data []byte) {
		_, _, _ = objects(&Calendar{Name: "x"}, data)
	})
}
