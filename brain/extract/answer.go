package extract

import (
	"cmp"
	"slices"
	"strings"
)

// Answer picks the candidate that answers a question, and says whether it does.
// Candidates may come in any order; newer ones (by At, then by position) go
// first and superseded ones are passed over. sure means that the candidate has
// the attribute asked for, of the subject asked for, said by the principal
// without doubt and not taken back since: it may be claimed. Otherwise best is
// the nearest thing found, to be quoted and no more, or −1 for nothing.
func Answer(q Question, candidates []Item) (best int, sure bool) {
	order := make([]int, 0, len(candidates))
	for i := range candidates {
		if !candidates[i].Superseded {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if c := candidates[b].At.Compare(candidates[a].At); c != 0 {
			return c
		}
		return cmp.Compare(b, a)
	})
	s := search{q: q, items: candidates, order: order, topic: content(q.Topic)}
	s.relations = s.related()
	s.same = s.aliases()
	find := s.byAttribute
	switch {
	case q.Attribute == "promise" || q.Attribute == "decision" || q.Attribute == "rule" || q.Attribute == "feeling":
		find = s.byKind
	case q.Expects == Report:
		find = s.byReport
	case q.Expects == Reason:
		find = s.byReason
	case q.Attribute == "who":
		find = s.byRelation
	case q.Attribute == "":
		return s.nearest(), false
	}
	if best, sure = find(); best >= 0 {
		return best, sure
	}
	return s.nearest(), false
}

type search struct {
	q         Question
	items     []Item
	order     []int           // newest first
	relations []int           // those of them that say who is whose sister, without what was taken back since
	same      map[string]bool // lower-case names of the subject asked for
	topic     []string
}

// related gives the statements of a relation that stand, newest first: of one that was denied
// since, the denial alone.
func (s *search) related() (standing []int) {
	type bond struct{ of, relation, with string }
	denied := map[bond]bool{}
	for _, i := range s.order {
		it := &s.items[i]
		if !related(it.Attribute) || !plain(it) {
			continue
		}
		b := bond{strings.ToLower(it.Subject), strings.ToLower(it.Attribute), strings.ToLower(it.Value)}
		if known, told := denied[b]; told && known != it.Negated {
			continue
		}
		denied[b] = it.Negated
		standing = append(standing, i)
	}
	return standing
}

// plain reports an item that may be claimed as it stands.
func plain(it *Item) bool { return it.Hedge == "" && it.Source == "" && !it.Ahead }

// aliases are the names of the subject: "my sister" is also Ana where an item
// says so, and the other way round.
func (s *search) aliases() map[string]bool {
	set := map[string]bool{}
	for _, name := range s.q.Subjects {
		set[strings.ToLower(name)] = true
	}
	for _, i := range s.relations { // "my sister's husband" is Ana's
		if it := &s.items[i]; !it.Negated && it.Subject == Me {
			for _, mine := range [...]string{"my ", "our "} {
				for name := range set {
					if of, ok := strings.CutPrefix(name, mine+strings.ToLower(it.Attribute)+"'s "); ok {
						set[strings.ToLower(it.Value)+"'s "+of] = true
					}
				}
			}
		}
	}
	for _, i := range s.relations {
		it := &s.items[i]
		if it.Negated {
			continue
		}
		value := strings.ToLower(it.Value)
		names := []string{it.Subject + "'s " + it.Attribute}
		if it.Subject == Me {
			names = []string{"my " + it.Attribute, "our " + it.Attribute}
		}
		for _, n := range names {
			n = strings.ToLower(n)
			switch {
			case set[n] && !multiValued[it.Attribute]:
				set[value] = true
			case set[n]: // one of several sisters: only if no other is known
				if s.only(it) {
					set[value] = true
				}
			case set[value]:
				set[n] = true
			}
		}
	}
	return set
}

// only reports that no other value of the same relation is known.
func (s *search) only(it *Item) bool {
	for _, i := range s.relations {
		other := &s.items[i]
		if !other.Negated && other.Subject == it.Subject && other.Attribute == it.Attribute && !strings.EqualFold(other.Value, it.Value) {
			return false
		}
	}
	return true
}

// about reports whether an item is about the subject; a first name stands for a
// full one, and full is false then.
func (s *search) about(it *Item) (ok, full bool) {
	have := strings.ToLower(it.Subject)
	if have == "" {
		return false, false
	}
	if s.q.Attribute == "due" { // when the tender is due, its deadline tells
		for _, of := range [...]string{"deadline for ", "deadline of "} {
			if what, ok := strings.CutPrefix(have, of); ok {
				have = strings.TrimPrefix(what, "the ")
			}
		}
	}
	if s.same[have] {
		return true, true
	}
	for name := range s.same {
		if strings.HasPrefix(have, name+" ") && name != Me || strings.HasPrefix(name, have+" ") && have != Me {
			return true, false
		}
	}
	return s.shortly(it, have), true
}

// moved say that what is told of a thing is new.
var moved = words("now moved")

// shortly says whether an item calls the thing that is asked for by less than its name: "the key is now in
// the drawer" of the spare key. It does where it tells of a change, and no other such thing is known.
func (s *search) shortly(it *Item, have string) bool {
	if s.q.Attribute != "location" || it.Attribute != "place" || !slices.ContainsFunc(strings.Fields(strings.ToLower(it.Quote)), func(w string) bool { return moved[w] }) {
		return false
	}
	short := func(name string) bool { return strings.HasSuffix(name, " "+have) }
	asked := false
	for name := range s.same {
		asked = asked || short(name)
	}
	return asked && !slices.ContainsFunc(s.items, func(other Item) bool {
		name := strings.ToLower(other.Subject)
		return short(name) && !s.same[name]
	})
}

// alike are attributes that answer the same question.
var alike = map[string]string{
	"phone": "phone", "phone number": "phone", "number": "phone", "mobile": "phone", "mobile number": "phone", "telephone": "phone", "cell": "phone",
	"email": "email", "e-mail": "email", "email address": "email", "mail": "email", "mail address": "email",
	"home address": "address", "price": "price", "amount": "price", "day rate": "rate", "hourly rate": "rate",
	"work": "role", "living": "role", "employer": "employer", "company": "employer",
	"place": "location", "handles": "has", "manages": "has", "hometown": "origin", "deadline": "date", "due": "date", "due date": "date", "end date": "end", "start date": "start",
}

// Alike says whether what is known as one attribute answers a question for the other: the mobile number
// where the phone is asked for, what somebody runs where his work, or for whom it is, is asked, when he was born where his age is,
// and what he prefers or has for his favourite where it is asked what he likes.
func Alike(asked, known string) bool {
	asked = attributeKey(asked)
	known = strings.ToLower(known)
	if asked == attributeKey("likes") && (known == "prefers" || strings.HasPrefix(known, "favourite ") || strings.HasPrefix(known, "favorite ")) {
		return true
	}
	switch known {
	case "runs":
		return asked == attributeKey("role") || asked == attributeKey("employer") || asked == attributeKey("runs")
	case "birthday":
		return asked == attributeKey("age") || asked == attributeKey("birthday")
	}
	return asked == attributeKey(known)
}

func attributeKey(a string) string {
	a = Matter(strings.ToLower(a))
	if k, ok := alike[a]; ok {
		a = k
	}
	return canonicalPhrase(a)
}

func (s *search) byAttribute() (int, bool) {
	value := ""
	exact := canonicalPhrase(s.q.Attribute)
	if s.q.Value != "" {
		value = canonicalPhrase(s.q.Value)
	}
	var takenBack []string
	withdrawn, fallback := -1, -1
	for _, i := range s.order {
		it := &s.items[i]
		if it.Attribute == "" || it.Kind == Emotion || s.q.Sort == "" && !Alike(s.q.Attribute, it.Attribute) || s.q.Sort != "" && !ofSort(s.q.Sort, it) {
			continue
		}
		ok, full := true, true
		if len(s.q.Subjects) > 0 {
			if ok, full = s.about(it); !ok {
				continue
			}
		}
		have := canonicalPhrase(it.Value)
		switch {
		case len(s.q.Subjects) == 0:
			if have != value && !s.toMe(it) || it.Negated {
				continue
			}
		case it.Negated:
			takenBack = append(takenBack, have)
			if withdrawn < 0 {
				withdrawn = i
			}
			if s.q.Expects == YesNo && (value == "" || have == value) {
				return i, plain(it) && full
			}
			continue
		case slices.Contains(takenBack, have):
			continue
		case s.q.Expects == YesNo && value != "" && !contains(have, value):
			if fallback < 0 {
				fallback = i
			}
			continue
		}
		sure := plain(it) && full && it.Attribute != "whereabouts" && s.inTime(it)
		if attributeKey(s.q.Attribute) == "rate" { // a day rate is no answer to what an hour costs
			sure = sure && canonicalPhrase(it.Attribute) == exact
		}
		return i, sure
	}
	switch {
	case fallback >= 0 && !multiValued[s.items[fallback].Attribute]:
		it := &s.items[fallback]
		return fallback, plain(it) && !s.q.isTimed()
	case fallback >= 0:
		return fallback, false
	case withdrawn >= 0:
		return withdrawn, false
	case s.q.Attribute == "whereabouts" || s.q.Attribute == "price":
		other := s.q
		other.Attribute = map[string]string{"whereabouts": "residence", "price": "day rate"}[s.q.Attribute]
		t := *s
		t.q = other
		i, _ := t.byAttribute()
		return i, false
	}
	return -1, false
}

// toMe reports what somebody owes the principal, where that is asked for.
func (s *search) toMe(it *Item) bool {
	_, me := ToMe(it.Value)
	return s.q.Attribute == "owes" && s.q.Value == Me && me
}

// ToMe takes the principal out of what somebody owes him: "40 euros" of "me 40 euros".
func ToMe(value string) (what string, ok bool) {
	first, rest, _ := strings.Cut(value, " ")
	if low := strings.ToLower(first); low != "me" && low != "us" {
		return value, false
	}
	return strings.TrimSpace(rest), true
}

func (q Question) isTimed() bool { return q.When.Text != "" && q.Expects != YesNo }

// inTime reports that a question bound to a time is answered by something that
// names the same time.
func (s *search) inTime(it *Item) bool {
	return !s.q.isTimed() || strings.Contains(strings.ToLower(it.Quote), strings.ToLower(s.q.When.Text))
}

// contains reports whether the words asked for are among the value's.
func contains(have, value string) bool {
	return have == value || strings.Contains(" "+have+" ", " "+value+" ")
}

// byRelation answers "who is Ana": the relation first, then what she does, then who she is not.
func (s *search) byRelation() (int, bool) {
	denial := -1
	for _, i := range s.relations {
		it := &s.items[i]
		switch {
		case !s.same[strings.ToLower(it.Value)]:
		case !it.Negated:
			return i, true
		case denial < 0:
			denial = i
		}
	}
	for _, i := range s.order {
		it := &s.items[i]
		ok, _ := s.about(it)
		switch {
		case it.Negated:
		case ok && (it.Attribute == "role" || it.Attribute == "employer"):
			return i, plain(it)
		case related(it.Attribute) && !plain(it) && s.same[strings.ToLower(it.Value)]:
			return i, false
		}
	}
	return denial, false
}

func (s *search) byKind() (int, bool) {
	kind := map[string]Kind{"promise": Promise, "decision": Decision, "rule": Rule, "feeling": Emotion}[s.q.Attribute]
	best, most := -1, -1
	for _, i := range s.order {
		it := &s.items[i]
		if it.Kind != kind {
			continue
		}
		if n := overlap(s.topic, it); n > most && (n > 0 || len(s.topic) == 0) {
			best, most = i, n
		}
	}
	if best < 0 {
		return -1, false
	}
	return best, plain(&s.items[best]) && most == len(s.topic) && s.inTime(&s.items[best])
}

func (s *search) byReport() (int, bool) {
	best, most := -1, 0
	for _, i := range s.order {
		it := &s.items[i]
		own := s.q.Speaker == Me && it.Source == "" || s.same[strings.ToLower(it.Source)] || s.q.Speaker == "" && it.Source != ""
		if n := overlap(s.topic, it); own && (n > most || len(s.topic) == 0 && best < 0) {
			best, most = i, n
		}
	}
	return best, best >= 0 && most == len(s.topic)
}

func (s *search) byReason() (int, bool) {
	best, most := -1, 0
	for _, i := range s.order {
		it := &s.items[i]
		if it.Reason == "" {
			continue
		}
		if n := overlap(s.topic, it); n > most {
			best, most = i, n
		}
	}
	return best, best >= 0 && most == len(s.topic) && plain(&s.items[best])
}

// nearest is the newest of the candidates that share most words with the
// question, the subject among them.
func (s *search) nearest() int {
	words := content(s.q.Text)
	subject := content(strings.Join(s.q.Subjects, " "))
	best, most := -1, 0
	for _, i := range s.order {
		it := &s.items[i]
		n := 2 * overlap(words, it)
		if ok, _ := s.about(it); ok {
			n++
		} else if len(subject) > 0 && overlap(subject, it) == 0 {
			continue // shares a verb with the question, and nobody in it
		}
		if n > most {
			best, most = i, n
		}
	}
	return best
}

// content is the words of a text that carry meaning.
func content(text string) []string {
	var out []string
	for _, t := range meaningOf(Item{Quote: text}).words {
		if !asking[t.text] && !auxiliaries[t.text] && t.text != "know" && t.text != "about" {
			out = append(out, t.text)
		}
	}
	return out
}

// overlap counts the words that an item's sentence shares.
func overlap(words []string, it *Item) (n int) {
	if len(words) == 0 {
		return 0
	}
	m := meaningOf(*it)
	for _, w := range words {
		if m.has(w) {
			n++
		}
	}
	return n
}
