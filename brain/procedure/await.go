package procedure

import "strings"

// await takes out of the facts what is only to be, or only may be, where another one says what is:
// from January the boss is Ida, and until then Lee.
func (r *reading) await() {
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
