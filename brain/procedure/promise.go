package procedure

import (
	"citadel/brain/extract"
	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory/event"
)

// promises opens a loop for each thing the principal says he will do. It says nothing: the
// loop shows in "loops" and when it is due.
func promises(v *visit) []turn.Write {
	var writes []turn.Write
	if _, ok := readRequest(v.Text); ok {
		return nil
	}
	if v.Last().Spoken != nil { // it is learned from once he has seen what was heard
		return nil
	}
	for _, f := range v.own() {
		if f.Kind != extract.Promise || f.Hedge != "" || f.Source != "" || f.Negated || f.Value == "" {
			continue
		}
		loop := event.LoopOpened{
			Text: capital(f.Deed()), Quote: f.Quote, DueText: f.When.Text, On: v.Last().On, Audience: v.Audience, Place: v.Asked().Room(),
		}
		if m, ok := when.Find(f.When.Text, v.Now); ok && f.When.Text != "" && !m.Ambiguous() && m.Recur == nil {
			loop.Due = m.Clock(dayEnds, 0, v.Now).At.UTC()
		}
		writes = append(writes, turn.Write{Payload: loop})
	}
	return writes
}

// dayEnds is the hour by which something due on a day is due.
const dayEnds = 18
