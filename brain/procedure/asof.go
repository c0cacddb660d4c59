package procedure

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"citadel/brain/extract"
	"citadel/brain/recall"
	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory/event"
)

// past is a time other than now whose state of things a question asks for: "where did Ana live in April",
// "who was my boss before Pavel". The zero past is now.
type past struct {
	span   when.Span // in April; before May
	former bool      // before what holds now
	before string    // before this value
	first  bool      // originally
	old    bool      // of "my old number", which may also be the name of a thing that is
}

var (
	asFormer = regexp.MustCompile(`(?i)[\s,]+(?:before(?: (?:now|that|this|then))?|previously|formerly|earlier|in the past|back then)\s*\??\s*$`)
	asBefore = regexp.MustCompile(`(?i)[\s,]+(?:before|prior to)\s+(?:(?:he|she|it|we|they|i)\s+\w+\s+(?:to|in|at|for)\s+|(?:moving|going|changing|switching)\s+to\s+)?([^,?]{1,60}?)\s*\?*\s*$`)
	asFirst  = regexp.MustCompile(`(?i)[\s,]+(?:originally|initially|at first|in the beginning|to begin with)\b`)
	adverbly = regexp.MustCompile(`(?i)\b(?:use(?:d)? to|previously|formerly|(?:my|our|the|his|her|their|'s) (?:previous|former|old))\s+`)
	// beingBefore asks what something was without a word for it: "what did the rent use to be".
	beingBefore = regexp.MustCompile(`(?i)^(what|who|where|when) (?:did (.+?) used? to be|used to be (.+?))(\s*\?*)$`)
	wasAsked    = regexp.MustCompile(`(?i)\b(?:did|was|were|had|used)\b`)
)

// asOf takes the time out of a question for how things stood at another time than now; what is left asks
// the same of the present. ok is false where it asks for something else.
func asOf(text string, now time.Time) (left string, p past, ok bool) {
	text = beingBefore.ReplaceAllString(strings.TrimSpace(text), "$1 was $2$3 before$4")
	cut := func(at []int, with string) string { return strings.TrimSpace(text[:at[0]]+with+text[at[1]:]) + "?" }
	span, timed := when.Period(text, now)
	switch {
	case !wasAsked.MatchString(text) && !adverbly.MatchString(text):
		return text, p, false
	case asFirst.MatchString(text):
		return strings.TrimSuffix(cut(asFirst.FindStringIndex(text), ""), "?") + "?", past{first: true}, true
	case timed && !span.Ambiguous && !span.From.After(now) && !attributive(text, span):
		return cut([]int{span.Start, span.End}, ""), past{span: span}, true
	case asFormer.MatchString(text):
		return cut(asFormer.FindStringIndex(text), ""), past{former: true}, true
	case asBefore.MatchString(text):
		m := asBefore.FindStringSubmatch(text)
		return cut(asBefore.FindStringIndex(text), ""), past{before: strings.ToLower(m[1])}, true
	case adverbly.MatchString(text):
		at := adverbly.FindStringIndex(text)
		owner, _, _ := strings.Cut(text[at[0]:at[1]], " ")
		with := ""
		said := strings.ToLower(text[at[0]:at[1]])
		old := strings.Contains(said, "old ")
		if old || strings.Contains(said, "previous ") || strings.Contains(said, "former ") {
			with = owner + " "
		}
		return cut(at, with), past{former: true, old: old}, true
	}
	return text, p, false
}

// attributive says whether a time only says which one is meant: "our Q3 revenue", "the March invoice".
func attributive(text string, span when.Span) bool {
	before, after := strings.Fields(strings.ToLower(text[:span.Start])), strings.TrimSpace(text[span.End:])
	first, _ := utf8.DecodeRuneInString(after)
	if len(before) == 0 || !unicode.IsLetter(first) {
		return false
	}
	of := before[len(before)-1]
	return of == "our" || of == "my" || of == "the" || of == "their" || of == "his" || of == "her" || strings.HasSuffix(of, "'s") || strings.HasSuffix(of, "’s")
}

// thing says whether a question asks what a thing is, and names nothing else of it.
func thing(q extract.Question) bool {
	return q.Attribute == "" && q.Expects == extract.Text && len(q.Subjects) == 1 && !somebody(q.Subjects[0])
}

// lasting says whether a question asks for how things stand and not for what happened.
func lasting(q extract.Question) bool {
	switch q.Attribute {
	case "", "promise", "decision", "rule", "feeling", "birthday", "birthplace", "origin", "who", "moving to", "age":
		return false
	}
	return q.Expects != extract.Report && q.Expects != extract.Reason && q.Expects != extract.YesNo && len(q.Subjects) > 0
}

// bare gives a question for what a thing is the attribute that is known of it, where that is a figure: "what was
// the rent?".
func (r *reading) bare() {
	q := &r.question
	if !thing(*q) {
		return
	}
	for _, f := range slices.Backward(r.facts) {
		dated := f.Attribute == "date" && oneOf(f.Subject, " deadline date day ")
		if strings.EqualFold(f.Subject, q.Subjects[0]) && !f.Negated && (f.Attribute == "amount" || f.Attribute == "price" || dated) {
			q.Attribute = f.Attribute
			return
		}
	}
}

// state is what was said to hold of the thing that is asked for, from a moment on.
type state struct {
	fact int
	from time.Time
}

// states are the values that were given to what the question asks for, the latest first, by the moment
// from which they hold: the one their words name, else when they were said. What was only wrong is none.
func (r *reading) states(zone *time.Location) (all []state) {
	facts := slices.Clone(r.facts)
	for i := range facts {
		facts[i].Superseded = facts[i].Negated
	}
	for range facts {
		best, _ := extract.Answer(r.question, facts)
		if best < 0 || facts[best].Superseded || !r.answers(best) {
			break
		}
		facts[best].Superseded = true
		if r.result.Items[r.of[best]].Speaker != "" {
			continue
		}
		from := facts[best].At
		if span, ok := when.Period(facts[best].Quote, from.In(zone)); ok && !span.From.IsZero() && !namesDay(facts[best].Value) {
			from = span.From
		}
		all = append(all, state{best, from})
	}
	slices.SortStableFunc(all, func(a, b state) int { return cmp.Compare(b.from.UnixNano(), a.from.UnixNano()) })
	for i := 0; i+1 < len(all); i++ {
		f := facts[all[i].fact]
		if f.Kind == extract.Correction && !changes(f.Quote) && !r.sameValue(all[i], all[i+1]) {
			all = slices.Delete(all, i+1, i+2)
			i--
		}
	}
	return all
}

// corrected is the newest item whose fact of what is asked for a correction took the place of: it was wrong, and is what
// he said before.
func (r *reading) corrected(all []state) (old recall.Item, ok bool) {
	if len(all) == 0 || r.question.Attribute == "" {
		return old, false
	}
	now := r.item(all[0].fact)
	for k, f := range r.facts {
		if !f.Superseded || f.Negated || f.Source != "" || !alike(r.question.Attribute, f.Attribute) || !newer(now, r.item(k)) || ok && !newer(r.item(k), old) {
			continue
		}
		if slices.ContainsFunc(slices.Concat(r.question.Subjects, r.called()), func(s string) bool { return strings.EqualFold(s, f.Subject) }) {
			old, ok = r.item(k), true
		}
	}
	return old, ok
}

func (r *reading) sameValue(a, b state) bool {
	return strings.EqualFold(r.facts[a.fact].Value, r.facts[b.fact].Value)
}

// held gives the place of the state that held at a time, or -1.
func (r *reading) held(all []state, p past) int {
	after := func(i int) int { // the next with another value
		for k := i + 1; k < len(all); k++ {
			if !r.sameValue(all[i], all[k]) {
				return k
			}
		}
		return -1
	}
	switch {
	case len(all) == 0:
		return -1
	case p.first:
		return len(all) - 1
	case p.former && r.over(all[0]):
		return 0
	case p.former:
		return after(0)
	case p.before != "":
		for i := range all {
			if value := strings.ToLower(r.facts[all[i].fact].Value); strings.Contains(value, p.before) || strings.Contains(p.before, value) {
				return after(i)
			}
		}
		if what, _, _ := strings.Cut(p.before, " "); isOneOf(" the it that this he she they we i ", what) && turns(r.facts[all[0].fact].Quote) {
			return after(0) // before the raise
		}
		return -1
	}
	return slices.IndexFunc(all, func(s state) bool { return p.span.To.IsZero() || s.from.Before(p.span.To) })
}

// over says whether a state was denied since, or ended by an event.
func (r *reading) over(s state) bool {
	f := r.facts[s.fact]
	if _, _, ended := r.handedOver(f, r.item(s.fact)); ended {
		return true
	}
	return slices.ContainsFunc(r.facts, func(o extract.Item) bool {
		return o.Negated && !o.At.Before(f.At) && strings.EqualFold(o.Subject, f.Subject) && strings.EqualFold(o.Attribute, f.Attribute) && strings.EqualFold(o.Value, f.Value)
	})
}

// ofThen says whether the words of an item name a time that lies in the one that is asked for: "spent $300
// yesterday", where this week is.
func (r *reading) ofThen(i recall.Item) bool {
	if r.past.span.From.IsZero() || i.Speaker != "" {
		return false
	}
	span, ok := when.Period(i.Text, r.turn.There(i.On))
	return ok && !span.From.Before(r.past.span.From) && !span.To.After(r.past.span.To)
}

// then answers how things stood at another time: with what held then, and what was said to hold since.
func (v *visit) then(reply *turn.Reply, r *reading) (told bool) {
	all := r.states(v.Now.Location())
	at := r.held(all, r.past)
	item := func(s state) recall.Item { return r.result.Items[r.of[s.fact]] }
	if at < 0 {
		then := slices.DeleteFunc(r.nearest(), func(i recall.Item) bool { return !r.ofThen(i) && !(r.past.former && bygone(i.Text)) })
		if len(then) > 0 {
			v.quotes(reply, r, then)
			return true
		}
		if old, now, ok := r.formerly(); ok && r.past.span.To.IsZero() {
			v.asItWas(reply, r, old, now)
			return true
		}
		if old, ok := r.corrected(all); ok && r.past.span.To.IsZero() {
			v.asItWas(reply, r, old, item(all[0]))
			return true
		}
		if r.past.old {
			return false
		}
		reply.Text.Say("I have nothing that tells this of then.")
		reply.Found = r.result.Used()
		near := r.nearest()
		if len(all) > 0 {
			near = []recall.Item{item(all[len(all)-1])}
		}
		if len(near) > 0 {
			reply.Text.Say(" Nearest: ")
			v.quote(&reply.Text, near[0], r.excerpt(near[0].Text), listWords)
			reply.Text.Say(".")
			reply.Found = r.result.Used(near[0].Seq)
		}
		return true
	}
	f := r.facts[all[at].fact]
	v.fact(reply, r, all[at].fact, f.Hedge == "" && f.Source == "")
	shown := []event.Seq{item(all[at]).Seq}
	for k := at - 1; k >= 0; k-- {
		if !r.sameValue(all[k], all[at]) {
			reply.Text.Break().Say("Since: ")
			v.quote(&reply.Text, item(all[k]), r.facts[all[k].fact].Quote, listWords)
			reply.Text.Say(".")
			shown = append(shown, item(all[k]).Seq)
			break
		}
	}
	reply.Found = r.result.Used(shown...)
	return true
}
