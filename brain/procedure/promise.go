package procedure

import (
	"regexp"
	"slices"
	"strings"

	"citadel/brain/extract"
	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory"
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
		again, renewed := v.debtAgain(loop)
		if again {
			continue
		}
		writes = append(writes, turn.Write{Payload: loop})
		if renewed != 0 {
			writes = append(writes, turn.Write{Payload: event.LoopClosed{Loop: renewed, Outcome: "dropped"}, From: append(slices.Clone(v.Heard()), renewed)})
		}
	}
	return writes
}

// debtAgain says whether a debt is open in the same words, and finds the one whose place another sum to the same takes:
// "I owe Max 30" after "I owe Max 20". What is owed besides, or for something, is a debt of its own.
func (v *visit) debtAgain(loop event.LoopOpened) (again bool, renewed event.Seq) {
	to, sum := debtOf(loop.Quote)
	if to == "" || extract.Adds(loop.Quote) {
		return false, 0
	}
	v.Read(func(view memory.View) {
		for _, l := range view.Loops.Loops {
			if l.Audience != loop.Audience || l.Place != loop.Place {
				continue
			}
			if other, was := debtOf(l.Quote); other == to && was == sum {
				again = true
			} else if other == to {
				renewed = l.Seq
			}
		}
	})
	return again, renewed
}

// debtOf takes "I owe Max 30 euros" apart; to is empty where more is said, or something else.
func debtOf(said string) (to, sum string) {
	m := debtLine.FindStringSubmatch(clause(said))
	if m == nil {
		return "", ""
	}
	sum = strings.ToLower(strings.TrimSpace(m[debtLine.SubexpIndex("sum")]))
	if at := sums.FindStringIndex(sum); at == nil || at[0] != 0 || at[1] != len(sum) {
		return "", ""
	}
	return strings.ToLower(m[debtLine.SubexpIndex("to")]), sum
}

var debtLine = regexp.MustCompile(`(?i)^(?:(?:so|well|actually|now|and|no|sorry),? )*(?:i|we) (?:still |now |actually )?owe (?P<to>\pL[\pL'’ .-]{0,40}?) (?:only |about |now )?(?P<sum>\S+(?: \pL+)?)(?: now| still| in total| altogether| all in all)?$`)

// dayEnds is the hour by which something due on a day is due.
const dayEnds = 18
