package host_test

import (
	"fmt"
	"testing"
	"time"

	"citadel/brain/model/scripted"
	"citadel/connectors"
	"citadel/connectors/connectortest/folder"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/weights"
)

// Silence is nothing: nine answers that nobody reacts to move no weight, then or two months later.
// The same answers with a thumb on each move what they cite.
func TestNineUnanswered(t *testing.T) {
	server := answering(t, claudes(func(r scripted.Request) scripted.Reply {
		link := between(fmt.Sprint(r), `<signal kind="relationship" link="`, `"`)
		return scripted.Says("Ana moved to Porto in March (" + link + "). ")
	}))
	s := priced(t, server)
	c, drop := s.begin()
	t.Cleanup(drop)
	s.live(c)
	s.tell("My sister Ana moved to Porto in March to open a bakery.")
	s.pass(time.Hour)
	s.readUp(c)
	moved := func() (all []weights.Weight) {
		c.Mind.Read(func(v memory.View) { all = v.Weights.Weights(s.clock()) })
		return all
	}
	var answers []connectors.MessageID
	far := &folder.Far{Dir: s.chat, Now: s.clock}
	for i := range 9 {
		s.tell(fmt.Sprintf("What could I bring Ana when I visit her bakery in week %d?", i+1))
		shown, err := far.Shown()
		if err != nil {
			t.Fatal(err)
		}
		answers = append(answers, shown[len(shown)-1].ID)
	}
	silent := s.tell("weights")
	if all := moved(); len(all) != 0 {
		t.Errorf("nine answers without a reaction move %+v", all)
	}
	s.pass(61 * 24 * time.Hour)
	if again := s.tell("weights"); again != silent || len(moved()) != 0 {
		t.Errorf("two months later weights says %q, not %q", again, silent)
	}
	for _, id := range answers {
		if _, err := far.React(id, "👍"); err != nil {
			t.Fatal(err)
		}
	}
	if err := far.Await(t.Context(), func() (bool, error) { return len(recorded[event.Reacted](t, c)) == len(answers), nil }); err != nil {
		t.Fatal(err)
	}
	if all := moved(); len(all) == 0 {
		t.Error("nine thumbs move nothing")
	}
}
