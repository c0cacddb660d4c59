package extract

import "strings"

var (
	belongings = words("dog cat horse puppy kitten parrot rabbit hamster pony car bike motorbike motorcycle boat house flat apartment cottage van truck caravan piano guitar garden bicycle scooter tractor farm cabin")
	vehicles   = words("car vehicle motor van truck")
	// makes of cars stand for a car: "a Kia".
	makes = words(`alfa audi bentley bmw bugatti buick byd cadillac chevrolet chevy chrysler citroen citroën cupra dacia daihatsu dodge ferrari fiat
		ford genesis gmc honda hyundai infiniti isuzu jaguar jeep kia lada lamborghini lancia lexus lotus maserati mazda mclaren mercedes mg mini
		mitsubishi nissan opel peugeot polestar porsche renault rivian saab seat skoda škoda smart subaru suzuki tesla toyota vauxhall volkswagen
		volvo vw`)
	// charges are what one person has at a time, and hands on to the next.
	charges = words("account accounts client contract case file folder project portfolio key keys tickets")
)

// chargeAt is what somebody has whom one asks for it: "the Henderson account".
func (r *reader) chargeAt(t []token, i int) string {
	if t[i].low != "the" && t[i].low != "our" && t[i].low != "my" {
		return ""
	}
	end := i + 1
	for end < len(t) && end <= i+nounLimit && t[end].kind <= number && !stops[t[end].low] && !adverbs[t[end].low] && t[end].low != "of" && t[end].low != "about" && whenAt(t, end).empty() {
		end++
	}
	if end == i+1 || !charges[t[end-1].low] {
		return ""
	}
	return r.slice(t, i, end)
}

// acquiring reads what somebody has got, in the place of what he sold or gave for it, if of that: "sold the
// Volvo and bought a Kia".
func (r *reader) acquiring(c *clause, s subject, p predicate) {
	t := c.toks
	if !s.person || p.negated || p.future {
		return
	}
	for k := p.i; k < len(t); k++ {
		got := k == p.i && p.verb == "bought"
		switch {
		case k == p.i:
		case t[k-1].low == "bought" || t[k-1].low == "got":
			got = k > p.i+1
		case t[k-1].low == "for" || t[k-1].low == "with" || t[k-1].low == "in" && t[k].low == "for":
			got = p.verb == "traded" || p.verb == "swapped" || p.verb == "replaced"
		}
		if !got || t[k].low != "a" && t[k].low != "an" && !numberWords[t[k].low] {
			continue
		}
		end := k + 1
		for end < len(t) && end <= k+2 && t[end].kind <= number && !stops[t[end].low] && !belongings[strings.TrimSuffix(t[end].low, "s")] && !makes[t[end].low] {
			end++
		}
		if end < len(t) && (belongings[strings.TrimSuffix(t[end].low, "s")] || makes[t[end].low]) {
			r.fact(c, s, predicate{}, "owns", r.slice(t, k, end+1))
			return
		}
	}
}

// ofSort says whether what somebody owns or drives is of the sort that is asked for.
func ofSort(sort string, it *Item) bool {
	if vehicles[sort] && it.Attribute == "drives" {
		return true
	}
	if it.Attribute == sort || vehicles[sort] && vehicles[it.Attribute] {
		return true
	}
	for w := range strings.FieldsSeq(strings.ToLower(it.Value)) {
		w = strings.Trim(w, ".,;:!")
		if strings.TrimSuffix(w, "s") == sort || vehicles[sort] && (makes[w] || vehicles[w]) {
			return it.Attribute == "owns" || it.Attribute == "drives"
		}
	}
	return false
}
