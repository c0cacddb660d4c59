package procedure_test

import (
	"strings"
	"testing"

	"citadel/brain/turn/turntest"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/loops"
)

func reminders(w *turntest.World) (rs []loops.Reminder) {
	w.Mind.Read(func(v memory.View) { rs = append(rs, v.Loops.Reminders...) })
	return rs
}

// What an order by words does to the reminders: text and time of those that are left.
func TestOrders(t *testing.T) {
	both := "passport 11-21 09:00, oven 11-21 10:00"
	for text, want := range map[string]string{
		"cancel the passport reminder":                "oven 11-21 10:00",
		"delete the oven reminder":                    "passport 11-21 09:00",
		"can you cancel my reminder about the oven?":  "passport 11-21 09:00",
		"cancel the last reminder":                    "passport 11-21 09:00",
		"don't remind me about the ovens any more":    "passport 11-21 09:00",
		"Don’t remind me about the passport.":         "oven 11-21 10:00",
		"stop reminding me about the oven":            "passport 11-21 09:00",
		"move the oven reminder to 15:00":             "passport 11-21 09:00, oven 11-21 15:00",
		"change the passport reminder to Monday":      "passport 11-23 09:00, oven 11-21 10:00",
		"move the oven reminder to Monday at 8":       "passport 11-21 09:00, oven 11-23 08:00",
		"cancel all reminders":                        both,
		"cancel the reminder":                         both,
		"cancel the passport and oven reminder":       both,
		"stop all reminders until Monday":             both,
		"stop reminding me before 9am":                both,
		"did you cancel the oven reminder?":           both,
		"cancel the passport":                         both,
		"move the oven reminder to yesterday at noon": both,
		"I moved the oven reminder to 15:00":          both,
	} {
		w := turntest.New(t)
		w.At("2026-11-20 08:51")
		tell(t, w, "remind me tomorrow at 9 about the passport")
		tell(t, w, "remind me tomorrow at 10 about the oven")
		tell(t, w, text)
		var left []string
		for _, m := range reminders(w) {
			left = append(left, strings.TrimPrefix(m.Text, "the ")+" "+m.Next.In(w.Now.Location()).Format("01-02 15:04"))
		}
		if got := strings.Join(left, ", "); got != want {
			t.Errorf("%q leaves %s, want %s", text, got, want)
		}
	}
}

// A private reminder is neither told of nor cancelled from a shared place.
func TestOrderInChannel(t *testing.T) {
	w := turntest.New(t)
	w.At("2026-11-20 08:51")
	tell(t, w, "remind me tomorrow at 9 about the passport")
	room := event.Place{Platform: "slack", Room: "C1"}
	for _, text := range []string{"cancel the passport reminder", "cancel all reminders"} {
		one, r := answer(t, w, w.SayIn(room, event.Shared, 0, text))
		if len(r.Writes) > 0 || strings.Contains(r.Text.String(), "09:00") {
			t.Errorf("%q: %s", text, r.Text.String())
		}
		w.Apply(one, r)
	}
	if n := len(reminders(w)); n != 1 {
		t.Errorf("%d reminders left, want 1", n)
	}
}
