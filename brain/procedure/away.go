package procedure

import (
	"slices"
	"strings"

	"citadel/brain/recall"
	"citadel/brain/when"
	"citadel/memory/store"
)

// awayThen finds that somebody is away, where it is asked whether something can be done with him on a day that
// falls in it: "can I call Birgit tomorrow?" after "Birgit is on holiday until 3 December". It finds the newest.
func (r *reading) awayThen() (newest recall.Item, found bool) {
	asked, timed := when.Ahead(r.question.Text, r.now())
	verb, _, _ := strings.Cut(strings.TrimSpace(plainWords(r.question.Text)), " ")
	if !timed || asked.Ambiguous || asked.From.IsZero() || !isOneOf(" can could may shall should will would is are does do ", verb) {
		return newest, false
	}
	for _, i := range r.result.Items {
		if i.Kind != store.Said || i.Speaker != "" || i.Superseded || r.stale(i) || !oneOf(i.Text, absent) || unsettled(i.Text) || found && !newer(i, newest) {
			continue
		}
		span, ok := when.Ahead(i.Text, r.turn.There(i.On))
		whom := slices.ContainsFunc(names(r.question.Text), func(name string) bool { return share(name, i.Text) == 1 })
		if whom && ok && !span.Ambiguous && !asked.From.Before(span.From) && asked.From.Before(span.To) {
			newest, found = i, true
		}
	}
	return newest, found
}

// absent are words in which it is told that somebody cannot be reached.
const absent = " holiday holidays vacation away leave out off ill sick hospital abroad travelling traveling closed unavailable honeymoon "
