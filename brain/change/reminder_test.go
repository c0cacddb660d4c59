package change_test

import (
	"strings"
	"testing"
	"time"

	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

func TestReminders(t *testing.T) {
	s := begin(t)
	s.At("2026-11-20 08:51")
	bank := s.remind("call the bank", "2026-11-20 08:55", "")
	plants := s.remind("water the plants", "2026-11-20 08:00", "FREQ=DAILY")
	bas := s.remind("BAS", "2026-12-07 09:00", "")
	loop := s.write(event.LoopOpened{Text: "send Priya the draft", On: s.Now}, s.Say("I'll send Priya the draft"))
	s.At("2026-11-20 09:00")
	s.golden("snooze-nothing", "snooze 20 min")
	fired := s.fire(bank, time.Time{})
	s.golden("snooze", "snooze")
	if m, ok := s.view().Loops.Reminder(bank); !ok || m.Next.Format("15:04") == "" || !m.Next.Equal(s.Now.Add(time.Hour)) {
		t.Errorf("%+v", m)
	}
	s.golden("undo-snooze", "undo")
	if _, ok := s.view().Loops.Reminder(bank); ok {
		t.Error("it is set still")
	}
	turn, r := s.reply(fired, "snooze until 16:00")
	s.Apply(turn, r)
	if m, _ := s.view().Loops.Reminder(bank); m.Next.In(s.Now.Location()).Format("15:04") != "16:00" {
		t.Errorf("%+v", m)
	}
	s.golden("snooze-waiting", handles("snooze %r tomorrow", bas))
	s.golden("snooze-odd", handles("snooze %r in the next year of days", bas))
	s.golden("snooze-past", handles("snooze %r until 3 May 2026", bas))
	s.golden("snooze-loop", handles("snooze %l", loop))

	s.golden("skip", handles("skip %r", plants))
	if m, _ := s.view().Loops.Reminder(plants); m.Next.In(s.Now.Location()).Format("2 15:04") != "21 08:00" {
		t.Errorf("%+v", m)
	}
	s.golden("undo-skip", "undo")
	s.golden("skip-once", handles("skip %r", bas))

	s.golden("done", handles("done %r and %l", bank, loop))
	s.golden("done-again", handles("done %r", bank))
	s.golden("undo-done", "undo")
	if v := s.view().Loops; len(v.Loops) != 1 || v.Loops[0].Seq != loop {
		t.Errorf("%+v", v.Loops)
	}
	s.golden("cancel", handles("cancel %r", bas))
	s.golden("cancel-unknown", "cancel r999")
	s.golden("undo-cancel", "undo")
	if m, ok := s.view().Loops.Reminder(bas); !ok || m.Next.In(s.Now.Location()).Format("2 Jan 15:04") != "21 Nov 09:00" {
		t.Errorf("%+v", m)
	}
	s.golden("close", handles("close %l", loop))
	s.golden("close-message", "close m2")
}

// Done is what a repeating reminder came for this time, and not the repetition: by its button as by the word.
func TestDoneRepeats(t *testing.T) {
	s := begin(t)
	daily := s.remind("stretch", "2026-11-20 09:00", "FREQ=DAILY")
	s.At("2026-11-20 08:00")
	r, _ := s.do(handles("done %r", daily))
	if len(r.Writes) > 0 || !strings.Contains(r.Text.String(), "has not come yet, and stays") {
		t.Errorf("before it came: %q, %v", r.Text.String(), r.Writes)
	}
	next := time.Date(2026, 11, 21, 9, 0, 0, 0, turntest.Zone)
	s.At("2026-11-20 09:00")
	s.fire(daily, next)
	s.At("2026-11-20 09:05")
	r, _ = s.do(handles("done %r", daily))
	if m, set := s.view().Loops.Reminder(daily); !set || !m.Next.Equal(next) || !strings.HasPrefix(r.Text.String(), `Done, for this time: "stretch"`) {
		t.Errorf("%q, and it is set: %v, next %v", r.Text.String(), set, m.Next)
	}
	if r, _ = s.do(handles("cancel %r", daily)); len(s.view().Loops.Reminders) > 0 {
		t.Errorf("cancelled: %q", r.Text.String())
	}
}

// A date of two readings is asked about before a reminder is put off to it.
func TestSnoozeUntilWhich(t *testing.T) {
	s := begin(t)
	once := s.remind("call mum", "2026-11-21 09:00", "")
	s.At("2026-11-20 10:00")
	r, _ := s.do(handles("snooze %r 3/12", once))
	m, _ := s.view().Loops.Reminder(once)
	if len(r.Writes) > 0 || len(r.Buttons) != 2 || m.Next.Day() != 21 {
		t.Fatalf("%q, %v, next %v", r.Text.String(), r.Buttons, m.Next)
	}
	s.do(r.Buttons[1].Says)
	if m, _ := s.view().Loops.Reminder(once); !m.Next.Equal(time.Date(2027, 3, 12, 9, 0, 0, 0, turntest.Zone)) {
		t.Errorf("%q moves it to %v", r.Buttons[1].Says, m.Next)
	}
	if r, _ := s.do(handles("snooze %r 13/12", once)); len(r.Buttons) > 0 {
		t.Errorf("of one reading, it is asked: %q", r.Text.String())
	}
}

// What undo takes back of a reminder that repeats and was done for this time is that, once; its setting only after it.
func TestDoneForThisTimeUndone(t *testing.T) {
	s := begin(t)
	s.At("2026-11-20 08:00")
	daily := s.remind("stretch", "2026-11-20 09:00", "FREQ=DAILY")
	next := time.Date(2026, 11, 21, 9, 0, 0, 0, turntest.Zone)
	s.At("2026-11-20 09:00")
	s.fire(daily, next)
	s.At("2026-11-20 09:05")
	s.do(handles("done %r", daily))
	r, _ := s.do("undo")
	if m, set := s.view().Loops.Reminder(daily); !set || !m.Next.Equal(next) || !strings.Contains(r.Text.String(), "is not done for this time") {
		t.Errorf("%q, set %v, next %v", r.Text.String(), set, m.Next)
	}
	if r, _ = s.do("undo"); strings.Contains(r.Text.String(), "for this time") {
		t.Errorf("again: %q", r.Text.String())
	}
}

// Done of one that was put off ends that for this time, and undo brings it back; one that was left out stays so.
func TestDoneOfOnePutOff(t *testing.T) {
	s := begin(t)
	s.At("2026-11-20 08:00")
	daily := s.remind("stretch", "2026-11-20 09:00", "FREQ=DAILY")
	next := time.Date(2026, 11, 21, 9, 0, 0, 0, turntest.Zone)
	s.At("2026-11-20 09:00")
	s.fire(daily, next)
	s.At("2026-11-20 09:05")
	s.do(handles("snooze %r 20 min", daily))
	later, _ := s.view().Loops.Reminder(daily)
	s.do(handles("done %r", daily))
	if m, _ := s.view().Loops.Reminder(daily); !m.Next.Equal(next) {
		t.Errorf("next %v", m.Next)
	}
	s.do("undo")
	if m, _ := s.view().Loops.Reminder(daily); !m.Next.Equal(later.Next) {
		t.Errorf("taken back, next %v", m.Next)
	}
	s.do(handles("snooze %r until 9", daily))
	s.do(handles("skip %r", daily))
	s.do(handles("done %r", daily))
	if m, _ := s.view().Loops.Reminder(daily); m.Next.Day() < 21 {
		t.Errorf("left out, next %v", m.Next)
	}
}
