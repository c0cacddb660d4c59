package procedure_test

import (
	"strings"
	"testing"

	"citadel/brain/procedure"
	"citadel/brain/turn/turntest"
	"citadel/memory"
	"citadel/memory/event"
)

// "Tomorrow", said in Melbourne, is tomorrow in Melbourne, also for one who has flown to Lisbon since, where
// the day had not begun; and the words are dated by the day on which he said them.
func TestTomorrowIsWhereItWasSaid(t *testing.T) {
	w := turntest.New(t).At("2026-11-01 09:00")
	zone := func(name string) {
		configure(t, w, event.SettingZone, name)
	}
	zone("Australia/Melbourne")
	w.At("2026-11-20 09:00") // 22:00 of the 19th in Lisbon
	tell(t, w, "The review is tomorrow.")
	for _, present := range []string{"Australia/Melbourne", "Europe/Lisbon"} {
		w.At("2026-11-21 02:00")
		zone(present)
		now := w.Turn(w.Say("when is the review?"))
		understand(now)
		w.Mind.Read(func(v memory.View) { now.Now = now.Now.In(v.Principal.Zone()) })
		r, err := procedure.Desk{}.Answer(t.Context(), now)
		if err != nil || r == nil {
			t.Fatal(r, err)
		}
		if said := r.Text.String(); !strings.HasPrefix(said, "Sat 21 Nov 2026: ") || !strings.Contains(said, "[20 Nov 2026]") {
			t.Errorf("in %s: %s", present, said)
		}
	}
}
