package procedure

import (
	"strings"

	"citadel/brain/extract"
	"citadel/brain/when"
)

// await takes out of the facts what is only to be, or only may be, where another one says what is:
// from January the boss is Ida, and until then Lee.
func (r *reading) await() {
	r.arrive()
	for i := range r.facts {
		f := &r.facts[i]
		if f.Attribute == "" || !f.Ahead && !f.Supposed() {
			continue
		}
		for _, is := range r.facts {
			if is.Attribute == f.Attribute && strings.EqualFold(is.Subject, f.Subject) && !is.Ahead && is.Hedge == "" && is.Source == "" && !is.Superseded && !is.Negated {
				f.Superseded = true
			}
		}
	}
}

// arrive lets hold what was said of a time to come that has come since, from its beginning on: in February the boss
// is Ida who was to be it from January.
func (r *reading) arrive() {
	for i := range r.facts {
		f := &r.facts[i]
		if !f.Ahead || f.Attribute == "" || f.Superseded {
			continue
		}
		if span, ok := when.Ahead(f.Quote, r.turn.There(f.At)); ok && span.From.After(f.At) && !span.From.After(r.now()) {
			f.Ahead, f.At = false, span.From
			r.giveWay(i)
		}
	}
}

// giveWay takes out of the facts those in whose place a fact came, where there is one such at a time.
func (r *reading) giveWay(to int) {
	now := &r.facts[to]
	if extract.Several(now.Attribute) || now.Hedge != "" || now.Source != "" || now.Negated {
		return
	}
	for k := range r.facts {
		old := &r.facts[k]
		if k != to && strings.EqualFold(old.Subject, now.Subject) && strings.EqualFold(old.Attribute, now.Attribute) && old.At.Before(now.At) {
			old.Superseded = true
		}
	}
}
