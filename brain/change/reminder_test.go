package change_test

import (
	"testing"
	"time"

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
