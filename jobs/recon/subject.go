package recon

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"citadel/brain/consequence"
	"citadel/brain/grave"
	"citadel/memory"
	"citadel/memory/agency"
	"citadel/memory/event"
	"citadel/memory/graph"
	"citadel/memory/words"
)

// subject is something that is looked for.
type subject struct {
	client    string          // a client
	thing     string          // of his; "" where it is he himself
	curiosity event.Seq       // what is wondered about, where it is no client
	depth     int             // how often that was followed
	name      []string        // the words that have to stand in a row; none of what is wondered about
	exact     bool            // in these letters: a name of one word may be a word of its own
	terms     map[string]bool // of which enough have to come up; of what is wondered about
	query     string          // what a search is asked
	rests     []event.Seq     // where it is from
}

// something says whether there is any to look for, at little cost.
func something(v memory.View) bool {
	return len(v.Agency.Wondering()) > 0 || len(v.Graph.Edges(func(e *graph.Edge) bool { return e.Client != "" })) > 0
}

// mostThings is how many things of a client are looked for, in the order in which they came up.
const mostThings = 12

// subjects are the clients, what is theirs, and what is wondered about, in this order. What he muted is left out, what is
// grave, and what goes back to words of others: nobody else says what is looked for.
func subjects(v memory.View, now time.Time) (all []subject) {
	mutes := v.Principal.Muted(now)
	muted := func(client, thing string) bool {
		for _, m := range mutes {
			if consequence.Mutes(m.What, client, thing) {
				return true
			}
		}
		return false
	}
	own := func(seq event.Seq) bool { return !v.Origins.Other(seq) && !v.Origins.Carries(seq) }
	var things []subject
	of := map[string]int{}
	for _, e := range v.Graph.Edges(func(e *graph.Edge) bool { return e.Client != "" }) {
		key := graph.Name(e.Client)
		if !own(e.Seq) || muted(e.Client, "") {
			continue
		}
		if _, seen := of[key]; !seen {
			of[key] = 0
			if name := spoken(e.Client); e.Client != event.OwnBusiness { // which has no name to look for
				all = append(all, subject{client: e.Client, name: name, exact: len(name) == 1, query: strings.Join(name, " "), rests: []event.Seq{e.Seq}})
			}
		}
		for _, end := range []string{e.Source, e.Target} {
			known := func(s subject) bool { return s.client == e.Client && s.thing == end }
			if strings.HasPrefix(end, key) || of[key] == mostThings || muted(e.Client, end) || slices.ContainsFunc(things, known) {
				continue
			}
			of[key]++
			things = append(things, subject{client: e.Client, thing: end, name: spoken(graph.Words(end)), rests: []event.Seq{e.Seq}})
		}
	}
	all = append(all, things...)
	for _, c := range v.Agency.Wondering() {
		if !own(c.Seq) || grave.Touched(c.Topic) {
			continue
		}
		if terms := termsOf(c.Topic); len(terms) >= fewestTerms {
			all = append(all, subject{curiosity: c.Seq, depth: c.Depth, terms: terms, query: asked(c), rests: []event.Seq{c.Seq}})
		}
	}
	return all
}

// Terms of a topic: how many it has at least to be told from others, and how many of them have to come up.
const (
	fewestTerms = 2
	enoughTerms = 3
)

func termsOf(text string) map[string]bool {
	all := map[string]bool{}
	for _, t := range words.New(0).AppendTerms(nil, text) {
		if !words.Stop(t) {
			all[t] = true
		}
	}
	return all
}

// mostAsked is how many words of a topic a search is asked.
const mostAsked = 8

// asked is what a search is asked of a topic: its words that mean something, in their order.
func asked(c agency.Curiosity) string {
	var all []string
	for _, w := range spoken(c.Topic) {
		if !words.Stop(strings.ToLower(w)) && len(all) < mostAsked {
			all = append(all, w)
		}
	}
	return strings.Join(all, " ")
}

// spoken are the words of a text as they stand in it.
func spoken(text string) []string {
	return strings.FieldsFunc(text, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
}

// in says whether a text is of the subject.
func (s subject) in(title, text string) bool {
	if s.curiosity == 0 {
		return s.row(spoken(title)) || s.thing == "" && s.row(spoken(text))
	}
	n := 0
	for t := range termsOf(title + " " + text) {
		if s.terms[t] {
			n++
		}
	}
	return n >= min(enoughTerms, len(s.terms))
}

// row says whether its name stands among some words.
func (s subject) row(all []string) bool {
	same := strings.EqualFold
	if s.exact {
		same = func(a, b string) bool { return a == b }
	}
	for i := 0; len(s.name) > 0 && i+len(s.name) <= len(all); i++ {
		if slices.EqualFunc(all[i:i+len(s.name)], s.name, same) {
			return true
		}
	}
	return false
}

// inTurn is the subject of the n-th search: a client and something wondered about take turns, and where there is none of
// one, the other has both. Searches for what is wondered about are for what was never followed in five of ten, for what
// was followed most in three, and for what was left alone longest in two (SPEC §17).
func inTurn(all []subject, topics bool, n int) (s subject, ok bool) {
	var clients, wondered []subject
	for _, s := range all {
		switch {
		case s.curiosity != 0 && topics:
			wondered = append(wondered, s)
		case s.curiosity == 0 && s.thing == "":
			clients = append(clients, s)
		}
	}
	round := n / 2
	switch {
	case len(clients)+len(wondered) == 0:
		return s, false
	case len(wondered) == 0:
		return clients[n%len(clients)], true
	case len(clients) > 0 && n%2 == 0:
		return clients[round%len(clients)], true
	case len(clients) == 0:
		round = n
	}
	return wonder(wondered, round), true
}

// wonder is what is followed in a round; the topics are in the order in which they came up.
func wonder(all []subject, round int) subject {
	never := slices.DeleteFunc(slices.Clone(all), func(s subject) bool { return s.depth > 0 })
	switch turn := round % 10; {
	case turn < 5 && len(never) > 0:
		return never[len(never)-1-round/10*5%len(never)]
	case turn < 8:
		return slices.MaxFunc(all, func(a, b subject) int { return a.depth - b.depth })
	}
	return all[round/10%len(all)]
}
