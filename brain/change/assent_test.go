package change_test

import (
	"strings"
	"testing"

	"citadel/brain/procedure"
	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

// A bare "yes" under a preview of forgetting forgets nothing, and says what would.
func TestYesUnderAPreview(t *testing.T) {
	s := begin(t)
	m := s.Say("the garage code is taped to the door")
	r, _ := s.do(handles("forget %m", m))
	if len(r.Buttons) == 0 {
		t.Fatal("no preview")
	}
	for _, yes := range []string{"yes", "ok", "do it"} {
		one := s.Turn(s.Say(yes))
		r, err := procedure.Desk{}.Answer(t.Context(), one)
		if err != nil {
			t.Fatal(err)
		}
		turntest.Claims(t, s.Mind, &r.Text)
		if want := handles("`forget %m now` erases it", m); !strings.HasPrefix(r.Text.String(), want) || len(r.Writes) > 0 || r.Forget != nil {
			t.Errorf("%q: %q, writes %v", yes, r.Text.String(), r.Writes)
		}
	}
	if _, p, err := s.Turn(m).Event(t.Context(), m); err != nil || p.(event.Heard).Text == "" {
		t.Error("forgotten", err)
	}
}
