package change

import (
	"context"

	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/people"
)

// unpersoned takes back what was changed about a person: it is as if it had never been.
func unpersoned(ctx context.Context, t *turn.Turn, rec ledger.Record, p event.Payload) (v inverse, err error) {
	own := []event.Seq{rec.Seq}
	if back, ok := p.(event.PersonRestored); ok {
		v, err := repersoned(ctx, t, back.Change)
		if err == nil && len(back.Persons) > 0 && len(v.writes) > 0 {
			v.write(event.Asked{What: event.AskRestore, Ref: rec.Seq}, rec.Seq)
		}
		return v, err
	}
	stands := standing(t, rec.Seq, p)
	if stands == 0 {
		return v, nil
	}
	v.write(event.Asked{What: event.AskRestore, Ref: stands}, stands)
	switch p := p.(type) {
	case event.PersonGrouped:
		var found []people.Person
		t.Read(func(m memory.View) { found = m.People.Called(p.Name) })
		v.text.Say("the group of ").Claim(own, "%s", p.Name)
		if len(found) == 1 && found[0].Group.Seq == rec.Seq {
			if old := found[0].Former; old.At(t.Now) != event.Untiered {
				v.text.Say(", which is *%s* again, as of ", old.Name).Claim([]event.Seq{old.Seq}, "%s", longDate(old.Set, t))
			} else {
				v.text.Say(", who is in none")
			}
		}
	case event.PersonAliased:
		v.text.Say("that ").Claim(own, "%s is %s", p.Alias, p.Name)
	case event.PersonMerged:
		v.text.Say("that ").Claim(own, "%s and %s", p.Into, p.From).Say(" are one: they are two again, as before")
	case event.PersonMoved:
		v.text.Say("whom `m%d` is about", p.Statement)
	case event.PersonNoted:
		v.text.Say("the note about ").Claim(own, "%s", p.Name)
	case event.PhraseKept:
		v.text.Say("that ").Claim(own, "%s", quoted(p.Phrase, phrase.MaxQuote)).Say(" may stay in what goes to ").Claim(own, "%s", p.Name)
	}
	return v, nil
}

// standing is the number under which a change stands: names that were taken apart and put together
// again by undo have a new one. Zero if it does not.
func standing(t *turn.Turn, seq event.Seq, p event.Payload) (now event.Seq) {
	t.Read(func(m memory.View) {
		if m.People.Stands(seq) {
			now = seq
			return
		}
		switch p := p.(type) {
		case event.PersonMerged:
			now = m.People.Linked(p.Into, p.From)
		case event.PersonAliased:
			now = m.People.Linked(p.Name, p.Alias)
		}
	})
	return now
}

// repersoned makes a change about a person again that was taken back.
func repersoned(ctx context.Context, t *turn.Turn, seq event.Seq) (v inverse, err error) {
	_, p, err := t.Event(ctx, seq)
	if err != nil || in(t, func(m memory.View) bool { return m.People.Stands(seq) }) {
		return v, err
	}
	own := []event.Seq{seq}
	switch p := p.(type) {
	case event.PersonMerged:
		v.write(event.Asked{What: event.AskMerge, Name: p.Into, Text: p.From}, own...)
		v.text.Claim(own, "%s and %s", p.Into, p.From).Say(" are one again")
	case event.PersonAliased:
		v.write(event.Asked{What: event.AskAlias, Name: p.Name, Text: p.Alias}, own...)
		v.text.Claim(own, "%s is %s", p.Alias, p.Name).Say(" again")
	}
	return v, nil
}
