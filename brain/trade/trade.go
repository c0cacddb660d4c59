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
	"unicode"
	"unicode/utf8"

	"citadel/memory/event"
)

// Affair is one thing that bears on somebody's business.
type Affair struct {
	Client   string        // as it was written; event.OwnBusiness for the principal's, and empty for whoever buys the thing
	Relation string        // event.ExposedTo, DependsOn, ShippedVia or Drives; Constrains where what it costs falls as the thing rises
	Thing    string        // as it was said
	Quote    string        // the words from the verb on
	Supplier bool          // Thing is the name of who supplies him
	bought   bool          // Thing is what a supplier who is named supplies
	Share    *event.Bounds // of the client's costs that it is; nil where that was not said
}

// Source, Target are the ends of its edge: the driver stands on the left of exposed_to, and the dependent
// on the left of depends_on and shipped_via (SPEC §14).
func (a Affair) Source() string {
	switch a.Relation {
	case event.ExposedTo, event.Constrains, event.Drives:
		return a.Thing
	}
	return a.Client
}

// Target is what the edge points at.
func (a Affair) Target() string {
	switch a.Relation {
	case event.ExposedTo, event.Constrains:
		return a.Client + " costs"
	case event.Drives:
		return a.Client + " revenue"
	}
	return a.Thing
}

// Traded says that the words can hardly be of anything but trade, whoever they are said of: goods that are bought or sold,
// or a way that they are shipped. What somebody depends on may be a friend, and a name that is bought is another firm's.
func (a Affair) Traded() bool {
	if a.Supplier {
		return true
	}
	first, _ := utf8.DecodeRuneInString(a.Thing)
	switch a.Relation {
	case event.ShippedVia:
		return true
	case event.ExposedTo, event.Drives:
		return !unicode.IsUpper(first) && (a.bought || handled.MatchString(a.Quote))
	}
	return false
}

// handled begins with what is done with goods.
var handled = regexp.MustCompile(`^(?:buys?|purchases|imports?|sources?|consumes?|burns?|sells?|produces?|exports?|mines?|grows?|smelts?|farms?) `)

// Told is what a message says of a client.
type Told struct {
	Affairs  []Affair // of one client; at least one
	Named    bool     // the message itself says that he is a client
	Sure     bool     // by verbs that say nothing else: "buys", and not "needs"
	Business bool     // it speaks of what only firms have: mills, tonnes, margins; or says that he has one
}

// name is one to four words with a capital each, as firms are called.
const name = `(\p{Lu}[\p{L}\p{N}'’.&-]*(?: (?:\p{Lu}[\p{L}\p{N}'’.&-]*|&|of|and(?: (?:Sons|Co|Partners|Brothers)))){0,3})`

const (
	buyer  = `(?:clients?|customers?|accounts?)`
	ours   = `(?:[Mm]y|[Oo]ur|[Oo]ne of (?:my|our))(?: \p{L}[\p{L}-]*){0,2}`
	served = `(?:do the (?:books|accounts|taxes|payroll|marketing|logistics|numbers)|keep the books|work|consult|look after|advise|act|run the accounts|invoice|supply)`
	joins  = `(?:and|who|which|that|they|it|he|she)`
)

// clauses are the ways to say whose business it is, before the verb.
var clauses = []struct {
	pattern *regexp.Regexp
	named   bool
}{
	{regexp.MustCompile(`^` + ours + ` ` + buyer + `,? ` + name + `,? (.+)$`), true},
	{regexp.MustCompile(`^` + ours + ` ` + buyer + ` is ` + name + `(?:,? ` + joins + `|,) (.+)$`), true},
	{regexp.MustCompile(`^` + name + ` is (?:also )?(?:an?|my|our|one of (?:my|our))(?: \p{L}[\p{L}-]*){0,2} ` + buyer + `(?: of (?:mine|ours))?(?:,? ` + joins + `) (.+)$`), true},
	{regexp.MustCompile(`^(?:[Ww]e|[Ii]) ` + served + `(?: (?:for|with|at))? ` + name + `,? ` + joins + ` (.+)$`), true},
	{regexp.MustCompile(`^` + name + `, (?:an?|my|our|one of (?:my|our)|the)(?: \p{L}[\p{L}-]*){0,3} ` + buyer + `(?: of (?:mine|ours))?, (.+)$`), true},
	{regexp.MustCompile(`^` + name + `, (?:an?|the)(?: \p{L}[\p{L}-]*){1,4}, (.+)$`), false},
	{regexp.MustCompile(`^[Tt]he(?: \p{Ll}[\p{L}-]*){1,3},? ` + name + `, (.+)$`), false},
	{regexp.MustCompile(`^` + name + ` (.+)$`), false},
}

// only says that somebody is a client, and nothing else.
var only = []*regexp.Regexp{
	regexp.MustCompile(`^` + name + ` is (?:also )?(?:an?|my|our|one of (?:my|our))(?: \p{L}[\p{L}-]*){0,2} ` + buyer + `(?: of (?:mine|ours))?(?: (?:now|since .+))?$`),
	regexp.MustCompile(`^` + ours + ` ` + buyer + ` is(?: called)? ` + name + `$`),
	regexp.MustCompile(`^(?:[Ww]e|[Ii]) ` + served + `(?: (?:for|with|at))? ` + name + `$`),
}

const (
	maxSentence  = 240 // bytes
	maxSentences = 4
	maxThings    = 5
	maxWords     = 4 // of a thing
)

// Read reads what a message says of a client; ok is false for whatever else it may be. A question, a
// sentence with a doubt, a condition or a denial says nothing, and one of them, or one that says
// something else, leaves the whole message to others.
func Read(text string) (t Told, ok bool) {
	said := sentences(text)
	if len(said) == 0 || len(said) > maxSentences {
		return t, false
	}
	t.Sure, t.Business = true, business.MatchString(text)
	whose := ""
	for _, s := range said {
		if len(s) > maxSentence || strings.ContainsAny(s, "?:\"“”") || hedged(s) {
			return Told{}, false
		}
		if whose == "" && t.Affairs == nil && Runs(s) {
			whose, t.Business = event.OwnBusiness, true
			continue
		}
		if who, is := called(s); is && (whose == "" || who == whose) {
			whose, t.Named = who, true
			continue
		}
		of, is := sentence(s, whose)
		if !is && (whose == "" || whose == event.OwnBusiness) {
			of, is = ourOwn(s)
		}
		if !is {
			of, is = fromSomewhere(s, whose)
		}
		if !is || whose != "" && of.Affairs[0].Client != whose {
			return Told{}, false
		}
		whose = of.Affairs[0].Client
		t.Affairs = append(t.Affairs, of.Affairs...)
		t.Named, t.Business, t.Sure = t.Named || of.Named, t.Business || of.Business, t.Sure && of.Sure
	}
	return t, len(t.Affairs) > 0 && len(t.Affairs) <= maxThings
}

// stop is where a sentence ends.
var stop = regexp.MustCompile(`[.!;]+(?:\s+|$)|\n+`)

// abbreviated are words that a point ends, and no sentence.
var abbreviated = regexp.MustCompile(`(?i)\b(?:st|co|inc|ltd|pty|bros|mr|mrs|ms|dr|no)\.$`)

// sentences parts a message.
func sentences(text string) (all []string) {
	from := 0
	for _, at := range stop.FindAllStringIndex(text, -1) {
		if at[1] < len(text) && abbreviated.MatchString(text[from:at[0]+1]) {
			continue
		}
		if s := strings.TrimSpace(text[from:at[0]]); s != "" {
			all = append(all, s)
		}
		from = at[1]
	}
	if s := strings.TrimSpace(text[from:]); s != "" {
		all = append(all, s)
	}
	return all
}

// called says whom a sentence calls a client, where it says nothing else.
func called(s string) (who string, ok bool) {
	for _, pattern := range only {
		if m := pattern.FindStringSubmatch(s); m != nil && aName(m[1]) {
			return plainName(m[1]), true
		}
	}
	return "", false
}

// pronouns take up the one who was named before.
var pronouns = regexp.MustCompile(`^(?:[Tt]hey|[Ii]t|[Hh]e|[Ss]he) (?:also )?(.+)$`)

// sentence reads one sentence; whose is whom the one before it was about, if anybody.
func sentence(s, whose string) (t Told, ok bool) {
	if m := pronouns.FindStringSubmatch(s); m != nil {
		if whose == "" {
			return t, false
		}
		return clause(whose, m[1])
	}
	if all, loose, is := weighed(s, whose); is {
		return Told{Affairs: all, Sure: !loose}, true
	}
	if t, ok = fromWhom(s, whose); ok {
		return t, true
	}
	for _, c := range clauses {
		m := c.pattern.FindStringSubmatch(s)
		if m == nil || !aName(m[1]) {
			continue
		}
		if t, ok = clause(plainName(m[1]), m[2]); ok {
			t.Named = c.named
			return t, true
		}
	}
	return t, false
}

// therefore is where a sentence goes on with what comes of it: "they run forty trucks, so diesel is their biggest cost".
var therefore = regexp.MustCompile(`,? (?:so|which means(?: that)?|which is why|hence|and that(?: is|['’]s) why|meaning(?: that)?) `)

// clause reads what is said of a client after his name. What comes of something may be said of anything.
func clause(whose, words string) (t Told, ok bool) {
	first, rest := words, ""
	if at := therefore.FindStringIndex(words); at != nil {
		first, rest = words[:at[0]], words[at[1]:]
	}
	t, ok = said(whose, first)
	if rest == "" {
		return t, ok
	}
	if all, loose, is := weighed(rest, whose); is {
		t.Affairs, t.Sure = append(t.Affairs, all...), !loose && (t.Sure || !ok)
		return t, true
	}
	if m := pronouns.FindStringSubmatch(rest); m != nil {
		if more, is := said(whose, m[1]); is {
			t.Affairs, t.Sure = append(t.Affairs, more.Affairs...), more.Sure && (t.Sure || !ok)
			return t, true
		}
	}
	return Told{}, false
}

// noNames are words with a capital that are no client: they begin a sentence.
var noNames = []string{
	"i", "we", "he", "she", "they", "it", "you", "this", "that", "everybody", "everyone", "nobody", "somebody", "who", "what", "if", "when", "the",
	"my", "our", "a", "an", "and", "but", "so", "no", "yes", "today", "tomorrow", "mum", "dad", "please", "maybe", "perhaps", "one", "their", "its",
	"as", "because", "since", "although", "while", "also", "there", "here", "these", "those", "now", "then", "remember", "note",
}

// aName says whether words with capitals may be the name of a firm, and no beginning of a sentence.
func aName(words string) bool {
	first, _, _ := strings.Cut(words, " ")
	return !slices.Contains(noNames, strings.ToLower(first)) || strings.HasPrefix(words, "The ") && strings.Contains(words, " ")
}

// plainName is a name as it is kept, without an article.
func plainName(words string) string {
	return strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(words, "The "), "'s"), "’s")
}

// doubts are words that make a sentence say less than it seems to.
var doubts = regexp.MustCompile(`(?i)\b(?:if|maybe|perhaps|might|may|could|would|should|think|guess|not|no longer|never|doesn['’]t|don['’]t|won['’]t|isn['’]t|aren['’]t|will|wants?|used to|says?|said|unless|hopes?|plans?|asked|ask|remind|tell|call|while|whereas)\b`)

func hedged(text string) bool { return doubts.MatchString(text) }

// business are words of what firms have, and people have not.
var business = regexp.MustCompile(`(?i)\b(?:mills?|plants?|factory|factories|suppliers?|wholesale|wholesalers?|tonnes?|tons?|pallets?|truckloads?|containers?|fleet|trucks|furnaces?|kilns?|ovens|smelters?|foundry|foundries|warehouses?|margins?|input|inputs|costs|raw materials?|procurement|production|feedstock|imports?|exports?|ships|gmbh|ltd|pty|inc|ag|corp|llc|plc)\b`)

var (
	// between is what parts the things of a list.
	between = regexp.MustCompile(`,? and |, `)
	// leads are what stands before a thing and is none of it.
	leads = regexp.MustCompile(`(?i)^(?:(?:a lot of|lots of|much|mostly|mainly|only|some|most of (?:its|their)|all (?:of )?(?:its|their)|(?:(?:\d[\d.,]*|two|three|four|five|six|ten|twelve|twenty|forty|a hundred|hundreds of|thousands of|about|around|roughly|over|large|big|huge) )*(?:amounts|quantities|volumes|tonnes|tons|litres|liters|kilos|barrels|pallets|truckloads|containers|bags) of|the (?:global |world |local |spot )?(?:price|cost) of|(?:the )?ports? of|cheap|expensive|imported|local|its|their|the|a|an|both|lots of|plenty of) )+`)
	// ends are where what is said of a thing begins.
	ends = regexp.MustCompile(`(?i) (?:from|in|for|every|each|by|to|at|is|are|was|were|has|have|of which|as|because|since|through|via|with|on|per|when|now|again|this|last|around the clock|day and night|all (?:day|year)|a (?:day|week|month|quarter|year)|heavily|more than|above all|and little else|online$|abroad$|overseas$|prices?$|costs?$)\b.*$`)
	// leading are what no thing begins with: "sells to Coles".
	leading = regexp.MustCompile(`(?i)^(?:to|for|via|through|with|from|of|by|at|on|in|and|or|when|whenever|if|whether|how|what|who|where|that|(?-i:us|me|them|you)) `)
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
var notThings = []string{"the", "a", "it", "me", "us", "him", "her", "them", "you", "that", "this", "everything", "nothing", "something", "things", "stuff", "more", "less", "costs", "cost", "prices", "price", "help", "time", "people"}

// Thing is a thing without what stands around it; "" for what is none.
func Thing(words string) string {
	t := leads.ReplaceAllString(strings.TrimSpace(words), "")
	t = ends.ReplaceAllString(t, "")
	if !plainly.MatchString(t) || leading.MatchString(t) || len(strings.Fields(t)) > maxWords || slices.Contains(notThings, strings.ToLower(t)) {
		return ""
	}
	return t
}
