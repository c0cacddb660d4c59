package extract

import "strings"

// A change is read as what holds since: "the rent went up to 950 euros" says what "the rent is 950 euros"
// does, and takes the place of what was so before as that would.

var (
	// rises are verbs by which a thing changes, shifts those by which somebody changes it.
	rises  = words("rose risen fell fallen dropped climbed jumped sank sunk increased decreased grew grown shrank shrunk changed moved shifted slipped went gone crept improved soared plunged")
	shifts = words("raised lowered cut reduced increased decreased moved pushed shifted extended postponed put changed rescheduled brought set upped bumped updated renamed adjusted doubled halved delayed prolonged shortened capped")
	// renames are those of them by which something is called or is another one.
	renames = words("changed renamed updated")
	// wards may stand between such a verb and "to".
	wards = words("up down back forward again off over out slightly further sharply once more even all the way")
)

// become gives the place of the value that a thing has since it changed, or 0 where none is told.
func (c *clause) become(s subject, p predicate) int {
	t := c.toks
	if p.negated || p.future || p.modal || s.noun == "" && !(s.name != "" && s.next == 1) || related(s.noun) {
		return 0
	}
	i := p.i
	switch {
	case p.verb == "be" && i < len(t) && shifts[t[i].low]:
		i++
	case p.verb != "be" && i > 0 && i <= len(t) && rises[t[i-1].low]:
	default:
		return 0
	}
	for i < len(t) && wards[t[i].low] {
		i++
	}
	if i < len(t) && t[i].low == "from" {
		for i < len(t) && t[i].low != "to" {
			i++
		}
	}
	if i++; i >= len(t) || t[i-1].low != "to" {
		return 0
	}
	if figure := t[i].kind == number || amountAt(t, i) || !whenAt(t, i).empty(); !figure && (s.noun == "" || !renames[c.low(p.i)] && !renames[c.low(p.i-1)]) {
		return 0 // who moved to Bergen is not that
	}
	return i
}

// taken gives a clause its thing: what somebody has another of since ("I switched dentists, it's Dr. Lind
// now"), and a figure that is named without an article ("Margin is 31%").
func (r *reader) taken(c *clause, s subject, p predicate) subject {
	switch {
	case s.me && (p.verb == "switched" || p.verb == "changed" || p.verb == "swapped" || p.verb == "switch" || p.verb == "change" || p.verb == "swap") && !p.negated && !p.future:
		i := p.i
		if w := c.low(i); w == "my" || w == "our" || w == "the" {
			i++
		}
		noun := c.low(i)
		if one := strings.TrimSuffix(noun, "s"); related(one) || attributes[one] || belongings[one] {
			noun = one
		}
		if related(noun) || attributes[noun] || belongings[noun] {
			r.switched, r.switchedAt = noun, c.start
		}
	case s.pronoun == "it" && s.name == "" && p.verb == "be" && r.switched != "" && !p.former:
		c.start = r.switchedAt // the quote says what "it" is
		return subject{owner: r.self(), noun: r.switched, name: called(r.self(), r.switched, "my"), next: s.next, person: s.person}
	case s.noun == "" && s.person && s.next == 1 && p.verb == "be" && !p.former && amountAt(c.toks, p.i) && measured(c.toks, p.i):
		if m, known := r.known(s.name); !known || !m.person {
			s.name = strings.ToLower(s.name)
			s.noun, s.person = s.name, false
		}
	}
	return s
}

// measured says whether a figure has a sign or a unit: 31%, 40 euros, and not 31.
func measured(t []token, i int) bool {
	from, end := amountIn(t, i)
	return end-from > 1 || strings.Trim(t[from].low, "0123456789.,") != ""
}

// adding are words by which something is told to come on top of what is there.
var adding = words("also another additional")

// Adds says whether a statement tells of one more of something, beside what is known: "my other cat is
// Luna", "Nils has an office number too".
func Adds(said string) bool {
	low := flat(said)
	if begins(low, phrases("now |instead|anymore|any more|no longer")) {
		return false
	}
	w := strings.Fields(low)
	for i, s := range w {
		next := wordAt(w, i+1)
		switch {
		case adding[s]:
			return true
		case s == "other" && next != "day" && next != "night" && next != "week" && next != "hand" && next != "than":
			return true
		case s == "second" && i > 0 && (w[i-1] == "my" || w[i-1] == "our" || w[i-1] == "a"):
			return true
		case s == "too" && i > 1 && (i+1 == len(w) || strings.Contains(said, "too:") || strings.Contains(said, "too,")):
			return true
		case s == "as" && next == "well" && i+2 >= len(w):
			return true
		}
	}
	return false
}

// Beside says whether a statement that gives another value leaves the older one standing: as it tells of one more, of
// one that was before, of some of the time only, or of both.
func Beside(old, new Item, said string) bool {
	return Adds(said) || earlierOne(said) || partly(said) || both(old.Value, new.Value, said) || wider(old, new)
}

// earlierOne says whether somebody or something is told of that one had before: "my old boss is Karl".
func earlierOne(said string) bool {
	w := strings.Fields(flat(said))
	for i := 0; i+2 < len(w); i++ {
		if (w[i] == "my" || w[i] == "our" || w[i] == "'s") && bygone[w[i+1]] && (related(w[i+2]) || attributes[w[i+2]]) {
			return true
		}
	}
	return false
}

var bygone = words("old former previous ex first")

// partly says whether something holds for a few days, or now and again: "for a week", "on weekends".
func partly(said string) bool {
	w := strings.Fields(flat(said))
	for i := 0; i+1 < len(w); i++ {
		next := w[i+1]
		switch w[i] {
		case "for":
			if unit := wordAt(w, i+2); short[strings.TrimSuffix(unit, "s")] && !begins(strings.Join(w[i:], " "), phrases("for the")) {
				return true
			}
		case "on", "at":
			if day, plural := strings.CutSuffix(next, "s"); plural && (day == "weekend" || day == "weekday" || days[day]) || next == "the" && wordAt(w, i+2) == "weekend" {
				return true
			}
		}
	}
	return false
}

// short are stretches of time that pass while one lives and works elsewhere.
var short = words("night day week weekend")

// both says whether a statement gives two values side by side: "I live in Porto and in Braga".
func both(old, new, said string) bool {
	if old == "" || new == "" {
		return false
	}
	low := " " + flat(said) + " "
	old, new = strings.TrimSpace(flat(old)), strings.TrimSpace(flat(new))
	for _, joint := range [...]string{" and ", " and in ", " and at ", " and also in ", " and for ", " and with "} {
		if strings.Contains(low, " "+new+joint+old+" ") || strings.Contains(low, " "+old+joint+new+" ") {
			return true
		}
	}
	return false
}
