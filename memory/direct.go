package memory

import (
	"slices"

	"citadel/memory/event"
)

// Direct gives the places where the principal alone is spoken to, the best first: the one on
// the platform and account of the place that it is asked for, then the one he used last,
// then those of the other linked accounts, then the rest; of alike ones the one used later.
// None of them is a shared place, nor that of an account that was unlinked or locked. The
// zero place asks for none in particular.
func (v View) Direct(near event.Place) []Sight {
	type candidate struct {
		Sight
		rank int
	}
	var all []candidate
	add := func(s Sight, p event.Person, last bool) {
		s.Place.Thread = ""
		if s.Audience == event.Shared || s.Place.Platform == "" || v.Accounts.Shut(s.Place) != "" ||
			slices.ContainsFunc(all, func(c candidate) bool { return c.Place == s.Place }) {
			return
		}
		rank := 3
		_, linked := v.Accounts.Of(p)
		switch {
		case near.Platform == s.Place.Platform && near.Account == s.Place.Account:
			rank = 0
		case last:
			rank = 1
		case linked:
			rank = 2
		}
		all = append(all, candidate{s, rank})
	}
	for i, d := range slices.Backward(v.Places.Direct) {
		add(Sight{Place: d.Place, Audience: d.Audience}, d.Person, i == len(v.Places.Direct)-1)
	}
	for _, a := range slices.Backward(v.Accounts.Linked) {
		add(Sight{Place: a.Place, Audience: a.Audience}, a.Person, false)
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return a.rank - b.rank })
	sights := make([]Sight, len(all))
	for i, c := range all {
		sights[i] = c.Sight
	}
	return sights
}

// DirectFor gives the first direct place, in the order of Direct, that may show all of what
// was seen; ok is false where there is none.
func (v View) DirectFor(near event.Place, of ...Sight) (s Sight, ok bool) {
	direct := v.Direct(near)
	i := slices.IndexFunc(direct, func(d Sight) bool { return d.ShowsAll(of) })
	if i < 0 {
		return Sight{}, false
	}
	return direct[i], true
}

// Home is the direct place for what nobody asked for: the first on the platform that
// Options.Preferred names, if there is one, else the first of all; the zero Sight where there
// is none. That preference is no state: the settings give it anew at each start.
func (v View) Home() Sight {
	direct := v.Direct(event.Place{})
	if len(direct) == 0 {
		return Sight{}
	}
	preferred := func(s Sight) bool { return s.Place.Platform == v.preferred }
	return direct[max(0, slices.IndexFunc(direct, preferred))]
}

// Reaches says whether what is said in a place still reaches the principal: it is not the
// direct conversation of an account that was unlinked or locked, nor a shared place in which
// he has no account any more.
func (v View) Reaches(s Sight) bool {
	if s.Audience != event.Shared {
		return v.Accounts.Shut(s.Place) == ""
	}
	there := func(p event.Place) bool { return p.Platform == s.Place.Platform && p.Account == s.Place.Account }
	speaks, spoke := false, slices.ContainsFunc(v.Accounts.Former, there)
	for _, a := range v.Accounts.Linked {
		if there(event.Place{Platform: a.Person.Platform, Account: a.Person.Account}) {
			spoke, speaks = true, speaks || !a.Locked
		}
	}
	return speaks || !spoke // where nobody is linked anybody may be the principal
}
