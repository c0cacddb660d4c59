package host_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"citadel/brain/model/scripted"
	"citadel/cmd/internal/host"
	"citadel/connectors"
	"citadel/connectors/connectortest/folder"
	"citadel/memory/event"
)

// thumbed is somebody who has a model that cites all it was shown of the kinds named, and a thumb.
type thumbed struct {
	*station
	c   *host.Citadel
	far *folder.Far
}

func thumbing(t *testing.T, kinds ...string) *thumbed {
	link := regexp.MustCompile(`<signal kind="(?:` + strings.Join(kinds, "|") + `)" link="([^"]+)"`)
	server := answering(t, claudes(func(r scripted.Request) scripted.Reply {
		said := "I thought of Friday."
		for _, m := range link.FindAllStringSubmatch(fmt.Sprint(r), -1) {
			said += " Ana would like flour (" + m[1] + ")."
		}
		return scripted.Says(said)
	}))
	s := priced(t, server)
	c, drop := s.begin()
	t.Cleanup(drop)
	s.live(c)
	s.tell("My sister Ana moved to Porto in March to open a bakery.")
	s.pass(time.Hour)
	s.readUp(c)
	return &thumbed{s, c, &folder.Far{Dir: s.chat, Now: s.clock}}
}

// ask has so many answers, each with that emoji put on it and taken in, and so much time after it.
func (h *thumbed) ask(n int, emoji string, every time.Duration) {
	h.t.Helper()
	for i := range n {
		h.tell(fmt.Sprintf("What could I bring Ana for Friday when I visit her bakery, idea %d?", i+1))
		var last connectors.MessageID
		shown, err := h.far.Shown()
		if err != nil {
			h.t.Fatal(err)
		}
		last = shown[len(shown)-1].ID
		before := len(recorded[event.Reacted](h.t, h.c))
		if _, err := h.far.React(last, emoji); err != nil {
			h.t.Fatal(err)
		}
		if err := h.far.Await(h.t.Context(), func() (bool, error) { return len(recorded[event.Reacted](h.t, h.c)) > before, nil }); err != nil {
			h.t.Fatal(err)
		}
		h.pass(every)
	}
}

// noticed is the first of a kind that the gate saw in the newest answer.
func (h *thumbed) noticed(kind string) event.Noticed {
	h.t.Helper()
	h.tell("What could I bring Ana for Friday when I visit her bakery, at last?")
	gated := recorded[event.Gated](h.t, h.c)
	for _, s := range gated[len(gated)-1].Signals {
		if s.Kind == kind {
			return s
		}
	}
	h.t.Fatalf("the gate saw no %s", kind)
	return event.Noticed{}
}

// A promise that is due is before the model after a hundred thumbs down on answers that cite it,
// and weighs no less. The file cited beside it weighs less, and comes back as it is liked again.
func TestAWarningOutlastsThumbs(t *testing.T) {
	h := thumbing(t, event.SignalCommitment, event.SignalRelationship)
	h.tell("remind me tomorrow at 18:00 to bring Ana the flour for Friday")
	h.ask(100, "👎", 0)
	if s := h.noticed(event.SignalCommitment); !s.Kept || s.Weight < s.Base {
		t.Errorf("a hundred thumbs down make of the promise %+v", s)
	}
	least := h.noticed(event.SignalRelationship)
	if least.Weight > 0.6*least.Base {
		t.Errorf("the file cited beside it is not dismissed: %+v", least)
	}
	h.ask(110, "👍", 0)
	if s := h.noticed(event.SignalRelationship); !s.Kept || s.Weight < s.Base {
		t.Errorf("liked again, it is %+v", s)
	}
}

// What two hundred answers of a year were liked for is turned by thirty dislikes within a quarter.
func TestThumbsTurnWithinAQuarter(t *testing.T) {
	day := 24 * time.Hour
	h := thumbing(t, event.SignalRelationship)
	h.ask(200, "👍", 365*day/200)
	if s := h.noticed(event.SignalRelationship); s.Weight < 1.4*s.Base {
		t.Errorf("liked for a year, it is %+v", s)
	}
	h.ask(30, "👎", 3*day)
	if s := h.noticed(event.SignalRelationship); s.Weight >= s.Base {
		t.Errorf("disliked for a quarter, it is %+v", s)
	}
}
