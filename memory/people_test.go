package memory_test

import (
	"errors"
	"testing"

	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/inmem"
	"citadel/memory/people"
)

// Nobody but the principal changes anything about a person: the kinds belong to the owner of what
// he set, who writes them only where he asked, in a message of his own.
func TestOnlyThePrincipalGroups(t *testing.T) {
	changes := []event.Payload{
		event.PersonGrouped{Name: "Ana", Group: event.Boundary}, event.PersonAliased{Name: "Ana", Alias: "A"}, event.PersonMerged{Into: "Ana", From: "Tom"},
		event.PersonMoved{Statement: 1, To: "Ana"}, event.PersonNoted{Name: "Ana", Sort: event.Leverage, Text: "x"}, event.PhraseKept{Name: "Ana", Phrase: "no rush"},
		event.PersonRestored{Change: 1},
	}
	m, pens := open(t, &inmem.Store{}, -1)
	hear := func(trust event.Trust) event.Seq {
		e := pens.For(event.Bot).Write(event.Heard{Text: "put Ana at a distance", On: base})
		e.Trust = trust
		rs, err := m.Record(t.Context(), e)
		if err != nil {
			t.Fatal(err)
		}
		return rs[0].Seq
	}
	mine, theirs := hear(event.ByPrincipal), hear(event.ByThirdParty)
	for _, p := range changes {
		for _, source := range []event.Source{event.Brain, event.Learning, event.Jobs, event.Bot, event.Models, event.Principal} {
			for _, trust := range []event.Trust{event.ByPrincipal, event.ByAgent, event.ByTool} {
				e := pens.For(source).Write(p).Because(mine).Resting(mine)
				e.Trust = trust
				if _, err := m.Record(t.Context(), e); !errors.Is(err, ledger.ErrRefused) {
					t.Errorf("%s by %s as %s: %v", p.Kind(), source, trust, err)
				}
			}
		}
	}
	ask := func(cause event.Seq, trust event.Trust) error {
		e := pens.For(event.Brain).Write(event.Asked{What: event.AskGroup, Name: "Ana", Text: event.Boundary}).Because(cause).Resting(cause)
		e.Trust = trust
		_, err := m.Record(t.Context(), e)
		return err
	}
	react := pens.For(event.Bot).Write(event.Reacted{About: mine, Emoji: "👎", On: base})
	react.Trust = event.ByPrincipal
	rs, err := m.Record(t.Context(), react)
	if err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"somebody else's message": ask(theirs, event.ByPrincipal), "a tool": ask(mine, event.ByTool), "a reaction": ask(rs[0].Seq, event.ByPrincipal),
	} {
		if !errors.Is(err, ledger.ErrRefused) {
			t.Errorf("asked by %s: %v", name, err)
		}
	}
	if err := ask(mine, event.ByPrincipal); err != nil {
		t.Fatal(err)
	}
	bad := pens.For(event.Brain).Write(event.Asked{What: event.AskGroup, Name: "Ana", Text: "enemies"}).Because(mine).Resting(mine)
	bad.Trust = event.ByPrincipal
	if _, err := m.Record(t.Context(), bad); !errors.Is(err, people.ErrNotAsked) {
		t.Errorf("a group that there is none of: %v", err)
	}
	m.Read(func(v memory.View) {
		if all := v.People.List(); len(all) != 1 || all[0].Group.Name != event.Boundary {
			t.Errorf("%+v", all)
		}
	})
}
