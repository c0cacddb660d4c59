package extract

import (
	"math"
	"strings"
)

// itemLimit bounds what one message may yield.
const itemLimit = 200

// add completes an item from its clause and keeps it.
func (r *reader) add(c *clause, it Item) {
	if len(r.items) >= itemLimit || it.Kind == Preference && it.Value == "" {
		return
	}
	if c.correcting && r.utterance.Speaker == "" && (it.Kind == Fact || it.Kind == Statement && it.Subject != Me) {
		it.Kind = Correction
	}
	if value, none := strings.CutPrefix(it.Value, "no "); none && it.Attribute != "" && !measures[value[:max(0, strings.IndexByte(value+" ", ' '))]] {
		it.Value, it.Negated = value, !it.Negated // has no dog, speaks no French
	}
	it.Negated = it.Negated != c.denied
	it.At = r.utterance.At
	it.Start, it.End = c.start, c.end
	if r.told != nil { // without whose words they are they would be the principal's
		it.Start, it.End = r.told.Start, r.told.End
	}
	it.Quote = r.text[it.Start:it.End]
	it.Source, it.Hedge = c.source, c.hedge
	it.Leans = r.leans
	it.Ahead = ahead(c.all, it.Attribute)
	if it.Source == "" {
		it.Source = r.utterance.Speaker
	}
	if it.Hedge == "" && c.either(&it) {
		it.Hedge = "or"
	}
	if r.joking && it.Hedge == "" {
		it.Hedge = "joking"
	}
	if w := findWhen(c.all); !w.empty() {
		it.When = Span{r.slice(c.all, w.from, w.to), c.all[w.from].start, c.all[w.to-1].end}
	}
	for i := range r.items {
		old := &r.items[i]
		if old.Kind == it.Kind && old.Subject == it.Subject && old.Attribute == it.Attribute && old.Value == it.Value && it.Value != "" {
			return
		}
	}
	it.Persons = r.persons(c, it)
	it.Text = r.render(it, c)
	it.Importance = importance(it)
	it.Class = classOf(it)
	r.items = append(r.items, it)
}

// measures follow a "no" that denies nothing: no more than 50, no later than Friday.
var measures = words("more less fewer longer later earlier sooner other one matter")

// persons lists the adults named in the quote.
func (r *reader) persons(c *clause, it Item) []string {
	var names []string
	keep := func(name string) {
		m, known := r.known(name)
		if name == "" || name == Me || known && (m.minor || m.firm || !m.person) || strings.HasPrefix(name, "my ") || strings.HasPrefix(name, "our ") {
			return
		}
		for _, n := range names {
			if n == name {
				return
			}
		}
		names = append(names, name)
	}
	toks := c.all
	for i := 0; i < len(toks) && len(names) < 8; {
		if !toks[i].capital {
			i++
			continue
		}
		name, end := r.nameAt(toks, i)
		if end == i {
			i++
			continue
		}
		if m, known := r.known(name); known && m.person {
			keep(name)
		} else if !known && i > 0 && companions[toks[i-1].low] || i == 0 && end < len(toks) && it.Subject == name && personAttribute[it.Attribute] {
			keep(name)
		}
		i = end
	}
	// Who lives or works somewhere is a person, also without a mark before the name.
	if name := it.Subject; name != "" && name != Me && (personAttribute[it.Attribute] || it.Kind == Preference) && strings.Contains(it.Quote, name) {
		if _, known := r.known(name); !known && !strings.HasPrefix(name, "my ") && !strings.HasPrefix(name, "our ") {
			r.mention(mention{name: name, person: true})
		}
		keep(name)
	}
	return names
}

// companions stand before people: with Tom, met Tom, told Tom.
var companions = words("with met meet call called phone phoned email emailed told tell ask asked send sent invite invited see saw visit visited thank remind owe text texted pay paid show give gave and")

var personAttribute = words("residence employer role birthday spouse fiancé whereabouts speaks studies moving origin birthplace")

// render puts source and scepticism into the sentence (SPEC §13.1).
func (r *reader) render(it Item, c *clause) string {
	var b strings.Builder
	if r.utterance.Speaker == "" || r.told != nil {
		b.WriteString("You said")
	} else {
		b.WriteString(r.utterance.Speaker)
		b.WriteString(" said")
	}
	if it.Subject != "" && it.Subject != Me && !strings.Contains(it.Quote, it.Subject) && !strings.Contains(strings.ToLower(it.Quote), strings.ToLower(it.Subject)) && it.Subject != r.utterance.Speaker {
		b.WriteString(" of ")
		b.WriteString(it.Subject)
	}
	switch {
	case it.Hedge == "":
	case it.Hedge == "joking":
		b.WriteString(", perhaps joking")
	case it.Hedge == "if", it.Hedge == "unless":
		b.WriteString(", on a condition")
	case it.Kind != Promise:
		b.WriteString(", not sure of it")
	}
	b.WriteString(`: "`)
	b.WriteString(strings.Join(strings.Fields(strings.ReplaceAll(it.Quote, `"`, "'")), " "))
	b.WriteByte('"')
	return b.String()
}

// lasting attributes are who somebody is rather than what they do for a while.
var lasting = words("name birthday residence birthplace origin spouse employer phone email address")

// importance follows from what kind of thing was said; the figures are ours and
// settle the class, since SPEC §13.2 keeps facts from 0.6 and all else from 0.7:
// rule .80 · correction .70 · decision .70 · name, birthday, residence, family
// and the like .70 · other facts .60 · promise .60 · preference .60 · whereabouts
// .40 · emotion .40 + .30 × intensity · statement .70 that something is over, .50 with a date, figure or name
// in it, else .40. A due date adds .05; what another is reported to have said
// loses .10, what was unsure .15, half a joke .20.
func importance(it Item) float64 {
	v := 0.4
	switch it.Kind {
	case Rule:
		v = .8
	case Correction, Decision:
		v = .7
	case Fact:
		v = .6
		if lasting[it.Attribute] || kin[it.Attribute] || it.Attribute == "allergic to" {
			v = .7
		}
		if it.Attribute == "whereabouts" && !(it.Negated && Closes(it)) {
			v = .4
		}
	case Promise, Preference:
		v = .6
	case Emotion:
		v = .4 + .3*it.Intensity
	case Statement:
		switch {
		case isEnd(it):
			v = .7
		case it.When.Text != "" || len(it.Persons) > 0 || strings.ContainsAny(it.Quote, "0123456789"):
			v = .5
		}
	}
	if due(it) {
		v += .05
	}
	switch {
	case it.Hedge == "joking":
		v -= .2
	case it.Hedge != "":
		v -= .15
	}
	if it.Source != "" {
		v -= .1
	}
	return math.Round(min(max(v, 0), 1)*100) / 100
}

// due reports a date by which something has to happen.
func due(it Item) bool {
	switch it.Kind {
	case Promise:
		return it.When.Text != ""
	case Fact, Correction:
		return it.Attribute == "date" || it.Attribute == "due" || it.Attribute == "end" || it.Attribute == "start" || it.Attribute == "deadline"
	}
	return false
}

// classOf is the first class that fits (SPEC §13.2).
func classOf(it Item) Class {
	permanent := .7
	switch it.Kind {
	case Fact, Preference, Correction, Rule:
		permanent = .6
	}
	switch {
	case it.Kind == Emotion && it.Intensity >= .5:
		return Emotional
	case due(it):
		return Operational
	case it.Attribute == "whereabouts" && !(it.Negated && Closes(it)):
		return Location
	case it.Importance >= permanent, it.Kind == Statement && Closes(it): // else it fades before what it ended
		return Permanent
	case it.Importance < .5:
		return Ephemeral
	}
	return Standard
}

// unfit reports a clause that tells of somebody else's health, faith, politics,
// union or sexuality: nothing of it is kept but the message itself.
func (r *reader) unfit(c *clause, s subject) bool {
	if (s.me || s.owner == Me && allergy[s.noun]) && r.utterance.Speaker == "" && len(s.others) == 0 && !r.others(c) {
		return false
	}
	if delicate(c.toks) {
		return true
	}
	// What others feel is not read either.
	if !s.me {
		if i := s.next; i+1 < len(c.toks) && formOf(c.toks[i].low) == auxiliary && s.person {
			for k := i + 1; k < min(len(c.toks), i+4); k++ {
				if isFeeling(c.toks[k].low) && !onlyFelt[c.toks[k].low] {
					return true
				}
			}
		}
	}
	return false
}

// delicate reports a word of health, faith, politics, union or sexuality.
func delicate(toks []token) bool {
	for i, t := range toks {
		if sensitive[t.low] || t.capital && len(t.low) > 3 && t.low[len(t.low)-1] == 's' && sensitive[t.low[:len(t.low)-1]] {
			return true
		}
		if pair, ok := sensitivePairs[t.low]; ok {
			for k := max(0, i-2); k < min(len(toks), i+2); k++ {
				if k != i && strings.Contains(" "+pair+" ", " "+toks[k].low+" ") && toks[k].low != "the" {
					return true
				}
			}
		}
	}
	return false
}

// Delicate says whether a text holds a word of health, faith, politics, union or sexuality: of
// anybody but the principal such things are not kept (TRUST, Other people's words).
func Delicate(text string) bool {
	for _, s := range sentences(text[:min(len(text), Limit)]) {
		if delicate(s.tokens) {
			return true
		}
	}
	return false
}

// others reports that a clause about the principal names somebody else too.
func (r *reader) others(c *clause) bool {
	for i, t := range c.toks {
		if i > 0 && (kin[t.low] || roles[t.low] && c.toks[i-1].low == "my" || t.low == "his" || t.low == "her" || t.low == "him") {
			return true
		}
		if m, ok := r.known(r.slice(c.toks, i, i+1)); ok && m.person {
			return true
		}
	}
	return false
}

// statement keeps a plain declarative that no rule could take apart, if there
// is something in it to check: a name, a figure or a date.
func (r *reader) statement(c *clause, s subject, p predicate) {
	if r.oneself(c, s, p) {
		return
	}
	t := c.toks
	judged := s.person && s.name != "" && p.verb == "be" && p.i < len(t) && (conduct[t[p.i].low] || manners[t[p.i].low] && (s.firm != "" || strings.Contains(s.name, " ")))
	if len(t)-s.next < 2 || len(t) < 4 && !judged || p.modal || s.pronoun == "it" && s.name == "" {
		return
	}
	verb := p.verb
	if s.me && smallTalk[verb] || !s.me && (verb == "seem" || verb == "look" || verb == "sound" || verb == "mean" || verb == "depend") {
		return
	}
	// A single capital at the head of a sentence may be any word.
	_, known := r.known(s.name)
	anchor := s.noun == "" && !s.me && s.name != "" && (known || s.next > 1 || strings.Contains(s.name, " ")) || s.noun != "" && s.owner != ""
	anchor = anchor || habitual(t, s, p) || s.noun == "" && s.person && s.name != "" && dealings[verb]
	if !anchor {
		w := findWhen(t[s.next:])
		anchor = !w.empty()
	}
	for i := s.next; i < len(t) && !anchor; i++ {
		anchor = t[i].kind == number || t[i].capital && t[i].low != "i" && !opens[t[i].low] || (t[i].low == "my" || t[i].low == "our") && i+1 < len(t) && related(t[i+1].low)
	}
	anchor = anchor || judged
	if !anchor || p.verb == "be" && p.i >= len(t) {
		return
	}
	if p.verb == "be" && !p.former && len(t)-p.i < 3 && !c.told && !judged {
		if when := findWhen(t[s.next:]); when.empty() && t[min(p.i, len(t)-1)].kind != number {
			return
		}
	}
	r.add(c, Item{Kind: Statement, Subject: s.name, Negated: p.negated})
}

// conduct is what the principal says of how somebody deals with others, and of no thing. manners may be
// said of a machine as well ("Wifi is slow"), so who is meant has to be plain.
var (
	conduct = words("rude polite honest dishonest stubborn generous stingy trustworthy untrustworthy lazy arrogant touchy loyal unfriendly two-faced bossy")
	manners = words("reliable unreliable difficult easy slow punctual unpunctual kind friendly fair unfair tough careful careless helpful late moody")
)

// dealings are what a person or firm does with whoever does business with it.
var dealings = words("pay paid owe owed invoiced overcharged")

// habitual says that a sentence tells what somebody does or never does, though his name stands
// where any word has a capital: Bob drives to work, Henderson never pays late.
func habitual(t []token, s subject, p predicate) bool {
	if s.noun != "" || s.me || s.name == "" || !s.person || p.former || p.perfect || p.progressive || p.verb == "be" {
		return false
	}
	for i := s.next; i < p.i && i < len(t); i++ {
		if w := t[i].low; w == "does" || w == "doesn't" || formOf(w) == third {
			return true
		}
	}
	return false
}
