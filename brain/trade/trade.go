// Package trade reads, without a model, what a sentence says or asks of somebody's business: that a client
// buys aluminium, that copper does not matter to him, what happens if it rises, who is exposed to it.
//
// It is strict on purpose. What it reads becomes an edge of the causal graph, on which warnings rest that
// nobody asked for, so a sentence that may mean something else is left to others. English alone.
package trade

import (
	"regexp"
	"slices"
	"strings"

	"citadel/memory/event"
)

// Affair is one thing that bears on somebody's business.
type Affair struct {
	Client   string // as it was written
	Relation string // event.ExposedTo, DependsOn, ShippedVia or Drives
	Thing    string // as it was said
	Quote    string // the words from the verb on
}

// Source, Target are the ends of its edge: the driver stands on the left of exposed_to, and the dependent
// on the left of depends_on and shipped_via (SPEC §14).
func (a Affair) Source() string {
	switch a.Relation {
	case event.ExposedTo:
		return a.Thing
	case event.Drives:
		return a.Thing
	}
	return a.Client
}

// Target is what the edge points at.
func (a Affair) Target() string {
	switch a.Relation {
	case event.ExposedTo:
		return a.Client + " costs"
	case event.Drives:
		return a.Client + " revenue"
	}
	return a.Thing
}

// Told is what a sentence says of a client.
type Told struct {
	Affairs []Affair // of one client; at least one
	Named   bool     // the sentence itself says that he is a client
	Sure    bool     // by a verb that says nothing else: "buys", and not "needs"
}

// name is one to four words with a capital each, as firms are called.
const name = `(\p{Lu}[\p{L}\p{N}'’.&-]*(?: (?:\p{Lu}[\p{L}\p{N}'’.&-]*|&|of|and(?: (?:Sons|Co|Partners|Brothers)))){0,3})`

// clauses are the ways to say whose business it is, before the verb.
var clauses = []struct {
	pattern *regexp.Regexp
	named   bool
}{
	{regexp.MustCompile(`^(?:[Mm]y|[Oo]ur|[Oo]ne of (?:my|our)) (?:\p{L}+ )?clients? ` + name + `,? (.+)$`), true},
	{regexp.MustCompile(`^` + name + ` is (?:also )?(?:a|my|our|one of (?:my|our))(?: \p{L}+)? (?:client|customer)s?(?: of (?:mine|ours))?(?:,? and| ?, who| ?, which| who| which| that) (.+)$`), true},
	{regexp.MustCompile(`^` + name + `, (?:a|my|our|one of my) clients?(?: of (?:mine|ours))?, (.+)$`), true},
	{regexp.MustCompile(`^` + name + ` (.+)$`), false},
}

// verbs are what a business does with a thing. A loose one is said of much else too.
var verbs = []struct {
	pattern  *regexp.Regexp
	relation string
	loose    bool
}{
	{regexp.MustCompile(`^(?:also )?(?:buys|buy|purchases|imports|sources|consumes|burns)(?: in)? (.+)$`), event.ExposedTo, false},
	{regexp.MustCompile(`^(?:is|are) (?:very |heavily |also )?exposed to (.+)$`), event.ExposedTo, false},
	{regexp.MustCompile(`^(?:also )?(?:uses|use|needs|need|spends a lot on|pays for) (.+)$`), event.ExposedTo, true},
	{regexp.MustCompile(`^(?:also )?(?:depends|depend|relies|rely)(?: heavily| mostly| much)? (?:up)?on (.+)$`), event.DependsOn, false},
	{regexp.MustCompile(`^(?:is|are) (?:heavily |also )?dependent on (.+)$`), event.DependsOn, false},
	{regexp.MustCompile(`^(?:ships|sends)(?: (?:its|their|all its|most of its|everything)(?: \p{L}+)?)? (?:via|through) (.+)$`), event.ShippedVia, false},
	{regexp.MustCompile(`^(?:also )?(?:sells|produces|exports|mines|grows|smelts) (.+)$`), event.Drives, false},
}

const (
	maxSentence = 240 // bytes
	maxThings   = 5
	maxWords    = 4 // of a thing
)

// Read reads what a message says of a client; ok is false for whatever else it may be. A question, a
// sentence with a doubt, a condition or a denial says nothing.
func Read(text string) (t Told, ok bool) {
	text = strings.TrimRight(strings.TrimSpace(text), ".!")
	if len(text) > maxSentence || strings.ContainsAny(text, "?;:\n\"“") || hedged(text) {
		return t, false
	}
	for _, c := range clauses {
		m := c.pattern.FindStringSubmatch(text)
		if m == nil || slices.Contains(noNames, strings.ToLower(m[1])) {
			continue
		}
		if t, ok = said(strings.TrimPrefix(strings.TrimPrefix(m[1], "The "), "the "), m[2]); ok {
			t.Named = c.named
			return t, true
		}
	}
	return t, false
}

// noNames are words with a capital that are no client: they begin a sentence.
var noNames = []string{
	"i", "we", "he", "she", "they", "it", "you", "this", "that", "everybody", "everyone", "nobody", "somebody", "who", "what", "if", "when", "the",
	"my", "our", "a", "an", "and", "but", "so", "no", "yes", "today", "tomorrow", "mum", "dad", "please", "maybe", "perhaps",
}

// doubts are words that make a sentence say less than it seems to.
var doubts = regexp.MustCompile(`(?i)\b(?:if|maybe|perhaps|might|may|could|would|should|think|guess|not|no longer|never|doesn['’]t|don['’]t|won['’]t|will|wants?|used to|says?|said|unless|hopes?|plans?)\b`)

func hedged(text string) bool { return doubts.MatchString(text) }

// said reads "buys aluminium and depends on gas".
func said(client, words string) (t Told, ok bool) {
	t.Sure = true
	for _, part := range split(words) {
		var found bool
		for _, v := range verbs {
			m := v.pattern.FindStringSubmatch(part)
			if m == nil {
				continue
			}
			for _, thing := range things(m[1]) {
				t.Affairs = append(t.Affairs, Affair{client, v.relation, thing, part})
				found = true
			}
			t.Sure = t.Sure && !v.loose
			break
		}
		if !found {
			return Told{}, false
		}
	}
	return t, len(t.Affairs) > 0 && len(t.Affairs) <= maxThings
}

// again is where a sentence takes up a second verb.
var again = regexp.MustCompile(`(?:,? and|,) (?:also |it |they |who |which |that )*(buys?|purchases|imports|sources|consumes|burns|is exposed|uses?|needs?|depends?|relies|rely|ships|sells|produces|exports|mines|grows)\b`)

func split(words string) (parts []string) {
	for {
		at := again.FindStringSubmatchIndex(words)
		if at == nil {
			return append(parts, words)
		}
		parts, words = append(parts, words[:at[0]]), words[at[2]:]
	}
}

var (
	// between is what parts the things of a list.
	between = regexp.MustCompile(`,? and |, `)
	// leads are what stands before a thing and is none of it.
	leads = regexp.MustCompile(`(?i)^(?:(?:a lot of|lots of|much|mostly|mainly|only|some|most of (?:its|their)|all (?:of )?(?:its|their)|(?:large |big |huge )?(?:amounts|quantities|volumes|tonnes|tons) of|the price of|the cost of|cheap|expensive|imported|local|its|their|the|a|an) )+`)
	// ends are where what is said of a thing begins.
	ends = regexp.MustCompile(`(?i) (?:from|in|for|every|each|by|to|at|of which|as|because|since|through|via|with|on|per|when|now|again|this|last|online$|abroad$|overseas$|prices?$|costs?$)\b.*$`)
	// plainly is a thing: words and nothing else.
	plainly = regexp.MustCompile(`^[\p{L}][\p{L}\p{N}-]*(?: [\p{L}\p{N}-]+)*$`)
)

// things are the things of a list, without what is said around them.
func things(list string) (all []string) {
	for _, t := range between.Split(list, -1) {
		t = Thing(t)
		if t == "" {
			return nil
		}
		all = append(all, t)
	}
	return all
}

// notThings are what nobody trades in.
var notThings = []string{"the", "a", "it", "me", "us", "him", "her", "them", "you", "that", "this", "everything", "nothing", "something", "things", "stuff", "more", "less", "help", "time", "people"}

// Thing is a thing without what stands around it; "" for what is none.
func Thing(words string) string {
	t := leads.ReplaceAllString(strings.TrimSpace(words), "")
	t = ends.ReplaceAllString(t, "")
	if !plainly.MatchString(t) || len(strings.Fields(t)) > maxWords || slices.Contains(notThings, strings.ToLower(t)) {
		return ""
	}
	return t
}
