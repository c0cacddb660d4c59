package critique

import (
	"regexp"
	"slices"
	"strings"

	"citadel/brain/lens"
	"citadel/memory/event"
)

// Brief is what a finished answer is held against before it is sent.
type Brief struct {
	Said      []string // what the principal said lately: names of his own may be answered with
	Forbidden []string // phrases that must not be used, word for word: in drafts and quotations neither
	Decides   bool     // he asks what to do: the answer has to commit
	Receipts  []Receipt
	Shown     []string // all that its author was shown; nil where that is not known
}

// Receipt is something that a tool did in this turn.
type Receipt struct {
	What event.Seq // the event that proves it
	Did  Did
}

// Did is what was done, roughly: what a sentence can be held against.
type Did string

// What can be done.
const (
	Sent    Did = "sent"    // told to somebody: a mail, a message, a call
	Planned Did = "planned" // set for a time: a reminder, an appointment, a booking
	Kept    Did = "kept"    // saved, noted, recorded
	Altered Did = "altered" // changed, moved, deleted
	Paid    Did = "paid"    // bought, ordered, transferred
	Unknown Did = ""        // by a tool of others: it may have been any of them
)

// Finding is something that has to be written anew.
type Finding struct {
	Rule Rule
	Text string // of the answer, at most maxTold bytes
}

// Rule says what is wrong (SPEC §12).
type Rule string

// The rules.
const (
	Buried  Rule = "buried"  // what to do comes after a preamble
	Hedged  Rule = "hedged"  // hedges where it has to commit
	Filler  Rule = "filler"  // an opening or a closing that says nothing
	Phrase  Rule = "phrase"  // a forbidden phrase
	Method  Rule = "method"  // a mental model by its name
	Claimed Rule = "claimed" // a deed without a receipt
	Quoted  Rule = "quoted"  // words that the principal never said, given as his
)

// Advice is what a model is told of a rule that it broke.
func (r Rule) Advice() string {
	switch r {
	case Buried:
		return "The first sentence does not answer. Begin with what you would do, then why."
	case Hedged:
		return "You hedge where you have to commit. Say what you would do, and once how sure you are."
	case Filler:
		return "Leave out the opening and closing phrases."
	case Phrase:
		return "This phrase must not be used. Say it in other words."
	case Method:
		return "Do not name the method. Say what it comes to here."
	case Claimed:
		return "No receipt shows that. Say what the principal can do or type instead, and claim nothing that was not done."
	case Quoted:
		return "He did not say that. Quote only words that stand before you, or tell it without quotation marks."
	}
	return ""
}

// Review goes over a clean answer, and gives what is wrong with it, at most one finding a
// rule. Quotations, drafts in block quotes and code are somebody else's words and are left
// alone, but for forbidden phrases: drafts are what these are for. It is pure, and linear in the length of the answer.
func Review(text string, b Brief) []Finding {
	var found []Finding
	add := func(r Rule, s string) {
		if !slices.ContainsFunc(found, func(f Finding) bool { return f.Rule == r }) {
			found = append(found, Finding{r, strings.ToValidUTF8(s[:min(len(s), maxTold)], "")})
		}
	}
	said := written(text, false)
	for i, s := range said {
		low := strings.ToLower(strings.ReplaceAll(unquoted(s), "’", "'"))
		switch {
		case i == 0 && opener.MatchString(low), i == len(said)-1 && closer.MatchString(low):
			add(Filler, s)
		}
		if b.Decides && hedges(low) {
			add(Hedged, s)
		}
		if len(lens.Named(low, b.Said...)) > 0 {
			add(Method, s)
		}
		if voiced(s) == Deed && !proven(low, b.Receipts) {
			add(Claimed, s)
		}
	}
	if b.Shown != nil {
		for _, quote := range Misquoted(text, b.Shown...) {
			add(Quoted, quote)
		}
	}
	for _, s := range written(text, true) {
		low := strings.ToLower(strings.ReplaceAll(s, "’", "'"))
		if slices.ContainsFunc(b.Forbidden, func(p string) bool { return holdsPhrase(low, p) }) {
			add(Phrase, s)
		}
	}
	if b.Decides && len(said) > 1 && preamble.MatchString(strings.ToLower(said[0])) && !commits.MatchString(said[0]) {
		add(Buried, said[0])
	}
	return found
}

// written gives the sentences of an answer outside of code; what stands in block quotes is among
// them where that is asked for.
func written(text string, quotes bool) []string {
	var out []string
	fenced := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			fenced = !fenced
			continue
		}
		prefix, body := split(line)
		if fenced || !quotes && strings.Contains(prefix, ">") {
			continue
		}
		for _, s := range sentences(body) {
			out = append(out, body[s.start:s.end])
		}
	}
	return out
}

// unquoted is a sentence without what is quoted or code in it.
func unquoted(s string) string {
	quiet := newClosers(s, codeSpans(s))
	var b strings.Builder
	for i := 0; i < len(s); {
		if end := quiet.others(i); end > i {
			i = end
			continue
		}
		b.WriteByte(s[i])
		i++
	}
	return b.String()
}

var (
	opener = regexp.MustCompile(`^[*_]*(?:great (?:question|point|idea)|good (?:question|point)|excellent|fantastic|certainly|absolutely|of course|sure(?: thing)?[,.!]|happy to|glad (?:you|to)|i'd be (?:happy|glad)|` +
		`thanks for (?:asking|sharing|your)|thank you for (?:asking|sharing|your)|i hope|hope (?:you|this)|i noticed that|just a quick|quick (?:note|heads)|as an ai|i understand (?:that|how|your)|i see[,.]|` +
		`let me (?:help|explain|break|walk|start|think|take a look)|let's (?:dive|break|unpack|explore|take a look)|here(?:'s| is) (?:a|the|an) (?:breakdown|overview|summary|quick)|that's (?:a|an) (?:great|good|excellent|interesting|tough|important)|what a )`)
	closer = regexp.MustCompile(`(?:let me know if|feel free to|hope (?:this|that) helps|happy to (?:help|dig|elaborate|discuss|expand)|don't hesitate|if you (?:have any|need any|want me to|'d like me to|would like me to)|is there anything else|anything else (?:i|you)|` +
		`i'm here (?:if|to)|good luck with|best of luck|would you like me to)`)
	preamble = regexp.MustCompile(`^[*_]*(?:there are (?:several|many|a (?:few|number)|two|three|various)|it (?:really |all )?depends|this (?:is a|depends)|that depends|to (?:answer|decide|start|begin|figure)|first,? (?:let|some|it)|before (?:i|we|you|deciding)|` +
		`when (?:it comes|deciding|considering|thinking|choosing)|(?:this|that|choosing|deciding) (?:is|can be) (?:a |an )?(?:big|tough|hard|difficult|complex|tricky|important|personal)|you(?:'re| are) (?:asking|facing|weighing|torn)|you asked|` +
		`in (?:order to|general|many cases|situations)|both (?:options|choices|have|are)|let(?:'s| us|'s)|looking at|considering|on (?:the )?one hand|generally|ultimately|as (?:with|you know)|every|many people|deciding whether)`)
	commits = regexp.MustCompile(`(?i)\b(?:i'd|i would|i recommend|my advice is)\b`)
	hedging = regexp.MustCompile(`\b(?:might|may|could|perhaps|maybe|possibly|potentially|arguably|somewhat|in some ways|to some extent|it seems|seemingly|sort of|kind of|it could be argued|worth considering|you may want to|you might want to|` +
		`might be worth|could be worth|not necessarily|in a sense|more or less|if you feel|whatever feels|only you can|up to you|hard to say|difficult to say|no right or wrong|no right answer|no one-size)\b`)
	evades = regexp.MustCompile(`\b(?:only you can (?:decide|say|know|answer)|it(?:'s| is) (?:ultimately |entirely |really )?up to you|no (?:right or wrong|right answer|one-size)|whatever feels right|hard to say|difficult to say|it could be argued)\b`)
)

// hedges says whether a sentence hedges more than once, or leaves the matter to the reader. One
// word of doubt is how uncertainty is written (MESSAGES 17).
func hedges(low string) bool {
	return evades.MatchString(low) || len(hedging.FindAllStringIndex(low, 2)) > 1
}

// holdsPhrase says whether whole words of a sentence are a phrase.
func holdsPhrase(low, phrase string) bool {
	phrase = strings.ToLower(strings.TrimSpace(strings.ReplaceAll(phrase, "’", "'")))
	for i := 0; phrase != ""; {
		k := strings.Index(low[i:], phrase)
		if k < 0 {
			return false
		}
		at, end := i+k, i+k+len(phrase)
		if (at == 0 || wordAt(low[at-1:]) == 0) && (end == len(low) || wordAt(low[end:]) == 0) {
			return true
		}
		i = at + 1
	}
	return false
}

// Unproven says whether a sentence tells of deeds of other kinds only than those that there are receipts of. One that
// speaks of no kind that is known may tell of any of them.
func Unproven(sentence string, receipts []Receipt) bool {
	if len(receipts) == 0 {
		return true
	}
	low, spoken := strings.ToLower(strings.ReplaceAll(sentence, "’", "'")), false
	for did, words := range deeds {
		if !words.MatchString(low) {
			continue
		}
		spoken = true
		if slices.ContainsFunc(receipts, func(r Receipt) bool { return r.Did == did || r.Did == Unknown }) {
			return false
		}
	}
	return spoken
}

// proven says whether a receipt of the turn stands behind every kind of deed that a sentence
// speaks of. One that speaks of none that is known is not proven by anything.
func proven(low string, receipts []Receipt) bool {
	spoken := false
	for did, words := range deeds {
		if !words.MatchString(low) {
			continue
		}
		spoken = true
		if !slices.ContainsFunc(receipts, func(r Receipt) bool { return r.Did == did || r.Did == Unknown }) {
			return false
		}
	}
	return spoken
}

// deeds are the words by which each kind of deed is told.
var deeds = map[Did]*regexp.Regexp{
	Sent:    regexp.MustCompile(`\b(?:sent|resent|send|sending|mailed|e-?mailed|email|forward(?:ed)?|texted|text you|posted|published|replied|notif(?:y|ied)|invited|invitation went|called|phoned|rang|messaged|pinged|ping|nudge|informed|told|asked|reached out|got in touch|let \w+ know|passed|dropped|left a message|spoke|wrote to|delivered|is out)\b`),
	Planned: regexp.MustCompile(`\b(?:remind(?:er|ers|ed)?|alarm|timer|scheduled|rescheduled|schedule|booked|booking|book|reserved|blocked|calendar|appointment|the review|a hold|your (?:10:00|15:00|friday)|the 15:00|declined|accepted|registered|signed you up|the (?:call|meeting|slot))\b`),
	Kept:    regexp.MustCompile(`\b(?:saved?|noted|note of|remember|keep that in mind|stored|recorded|logged|logged it|entered|archived|backed up|list|task|ticket|marked|ticked|uploaded|downloaded|attached|shared)\b`),
	Altered: regexp.MustCompile(`\b(?:updated|updating|changed?|edited|renamed|removed|deleted|erased|emptied|merged|corrected|fixed|moved|cleared|cancelled|canceled|unsubscribed|renewed|installed|restarted|deployed|pushed|turned|muted|switched|enabled|reset)\b`),
	Paid:    regexp.MustCompile(`\b(?:paid|pay|payment|transferred|bought|ordered|order has|purchased)\b`),
}
