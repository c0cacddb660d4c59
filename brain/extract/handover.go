package extract

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// handover is an event by which somebody's having or doing of something ends: he lets go of it, or
// another takes it over from him. What is not told is empty.
type handover struct {
	from  string // who had it; Me for the principal
	to    string // who has it since, by name
	thing string // what it is about, without article
}

// HandsOver says whether a later text tells of an event by which ends what an older statement says
// that somebody has, uses or does: "I sold the Volvo" of "I drive a Volvo", "Lee took over the Paris
// office from Kim" of "Kim manages the Paris office". next names who does it since, where the text
// says so; it is empty otherwise. The old statement has to name what is let go of, so that nothing
// ends by the sale of something else. What is asked, denied, planned or supposed is no event.
func HandsOver(old Item, text string) (next string, over bool) {
	if !Endable(old) {
		return "", false
	}
	return handed(old, handovers(text))
}

// handed is HandsOver of what was read of a text.
func handed(old Item, events []handover) (next string, over bool) {
	if len(events) == 0 || !Endable(old) {
		return "", false
	}
	was := contentOf(old.Quote)
	for _, h := range events {
		if h.ends(old, was) {
			return h.to, true
		}
	}
	return "", false
}

// HasSince names who has, by what a text tells, the thing that a question is about; "" where it tells of nobody by
// name who took that over: "Lee took over the Paris office from Kim" of "who manages the Paris office?".
func HasSince(text, question string) (who string) {
	asked := contentOf(question)
	for _, h := range handovers(text) {
		if thing := contentOf(h.thing); h.to != "" && h.to != Me && len(thing) > 0 && allIn(thing, asked) {
			who = h.to
		}
	}
	return who
}

// Endable says whether a statement is of a sort that ends by a change of hands: that somebody has, uses,
// runs or is something. Where it is not, HandsOver is false whatever the text.
func Endable(old Item) bool {
	if old.Negated {
		return false
	}
	if held[old.Attribute] || belongings[old.Attribute] || duty(old) {
		return true
	}
	return old.Attribute == "" && strings.Contains(flat(old.Quote), " is with ") || old.Attribute == "" && slices.ContainsFunc(contentOf(old.Quote), func(w string) bool { return duties[w] || having[w] })
}

// held are the attributes that say what somebody has or makes use of.
var held = words("owns drives rents leases plays has")

// duty says whether a statement says who does or is something that another can take over.
func duty(old Item) bool {
	return duties[old.Attribute] || duties[lastWord(old.Attribute)]
}

// duties are the attributes and words for what is handed from one to the next.
var duties = words(`manages runs teaches represents role manager boss head lead leader director chair chairman chairwoman charge responsible
	captain coach editor treasurer secretary president ceo cfo cto coo landlord landlady tenant owner dentist doctor teacher tutor accountant
	lawyer supervisor assistant mentor contact rep representative agent handles leads heads oversees supervises chairs edits looks`)

// ends says whether the event ends an old statement, given the words of that.
func (h handover) ends(old Item, was []string) bool {
	thing := contentOf(h.thing)
	about := len(thing) > 0 && allIn(thing, was) || old.Attribute == "drives" && len(thing) == 1 && vehicles[thing[0]]
	switch {
	case h.to != "" && allIn(contentOf(h.to), was):
		return false
	case h.from == Me && old.Subject != Me && !(old.Subject == "" && mine(old.Quote)), h.from != "" && h.from != Me && !allIn(contentOf(h.from), was):
		return false
	case len(thing) == 0:
		return h.from != "" && h.from != Me && duty(old)
	}
	return about
}

var (
	having    = words("own owns have has use uses ride rides drive drives keep keeps belongs belong")
	unreal    = words("if unless whether imagine suppose wish would")
	particles = words("over on in away back up")
)

// mine says whether a text begins with its speaker.
func mine(text string) bool {
	first, _, _ := strings.Cut(strings.TrimSpace(flat(text)), " ")
	return first == "i" || first == "we" || first == "i've" || first == "i'm" || first == "we've" || first == "we're" || first == "my" || first == "our"
}

func allIn(words, all []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(all, w) })
}

// contentOf are the words of a phrase that carry content, in one form each.
func contentOf(text string) (all []string) {
	for w := range strings.FieldsSeq(flat(text)) {
		w = strings.TrimSuffix(w, "'s")
		if w != "" && w != "old" && !small[w] && !determiners[w] {
			all = append(all, w)
		}
	}
	return all
}

// handovers reads the events of which a text tells, in order.
func handovers(text string) (all []handover) {
	if len(text) > Limit {
		text = text[:Limit]
	}
	for _, s := range strings.FieldsFunc(text, func(r rune) bool { return r == '.' || r == '!' || r == ';' || r == '\n' }) {
		w := strings.Fields(strings.ReplaceAll(strings.ReplaceAll(s, "’", "'"), ",", " , "))
		if strings.Contains(s, "?") || slices.ContainsFunc(w, func(w string) bool { return unreal[strings.ToLower(w)] }) {
			continue
		}
		if !slices.ContainsFunc(w, func(w string) bool { return handing[strings.ToLower(w)] }) {
			continue // as nearly all are
		}
		actor := ""
		for i := range w {
			if who, ok := actorBefore(w, i); ok && who != "" && formOf(strings.ToLower(w[i])) != noVerb {
				actor = who
			}
			if handing[strings.ToLower(w[i])] {
				all = append(all, readHandover(w, i, actor)...)
			}
		}
	}
	return all
}

// letting are verbs by which somebody lets go of a thing, each with the words that must follow it, at
// once or behind the thing; an empty one says that none needs to.
var letting = map[string][]string{
	"sold": {""}, "lost": {""}, "returned": {""}, "scrapped": {""}, "donated": {""}, "ditched": {""}, "dumped": {""}, "pawned": {""}, "wrecked": {""}, "totalled": {""}, "totaled": {""},
	"relinquished": {""}, "surrendered": {""}, "swapped": {""}, "exchanged": {""}, "replaced": {""}, "traded": {"in", ""}, "gave": {"away", "up", "back", "to"},
	"given": {"away", "up", "back", "to"}, "handed": {"over", "in", "back", "on", "to"}, "passed": {"on", "to"}, "got": {"rid of"}, "threw": {"out", "away"}, "thrown": {"out", "away"},
	"turned": {"in"}, "parted": {"with"}, "stepped": {"down as", "down from", "back from"}, "resigned": {"as", "from"}, "retired": {"as", "from"},
	"stopped": {"driving", "using", "riding", "renting", "leasing", "managing", "running", "leading", "heading", "playing", "teaching"},
	"stolen":  {""},
}

// handing are the verbs by which a handover is told.
var handing = func() map[string]bool {
	verbs := words("took taken taking succeeded replaced inherited bought stepped resigned retired sold stolen scrapped totalled totaled given handed passed")
	for v := range letting {
		verbs[v] = true
	}
	return verbs
}()

// readHandover reads the event whose verb stands at w[i], if one does. actor is who the sentence has
// last been about.
func readHandover(w []string, i int, actor string) []handover {
	verb, next := strings.ToLower(w[i]), wordAt(w, i+1)
	who, direct := actorBefore(w, i)
	if !direct {
		if !passive(w, i) {
			return nil
		}
		return readPassive(w, i, verb)
	}
	if who == "" {
		who = actor
	}
	switch {
	case (verb == "took" || verb == "taken" || verb == "taking") && (next == "over" || slices.Contains(objectAt(w, i+1), "over")):
		rest := slices.DeleteFunc(slices.Clone(w[i+1:]), func(s string) bool { return strings.EqualFold(s, "over") })
		return []handover{{to: named(who), from: nameAfter(rest, "from"), thing: strings.Join(objectAt(rest, 0), " ")}}
	case verb == "succeeded" || verb == "replaced" && capital(w, i+1):
		return []handover{
			{to: named(who), from: leadingName(w[i+1:]), thing: behind(w[i+1:], "as", "at", "in")},
		}
	case verb == "inherited", verb == "bought" && nameAfter(w[i+1:], "from") != "":
		return []handover{{to: named(who), from: nameAfter(w[i+1:], "from"), thing: strings.Join(objectAt(w, i+1), " ")}}
	}
	if who != "" && who != Me && (verb == "stepped" && next == "down" && leaves(w, i+2) || (verb == "resigned" || verb == "retired") && leaves(w, i+1)) {
		return []handover{{from: who, to: newly(w[i+1:])}}
	}
	for _, particle := range letting[verb] {
		thing, to, ok := letGo(w[i+1:], particle)
		if ok && who != "" {
			return []handover{{from: who, to: to, thing: thing}}
		}
	}
	return nil
}

// leaves says whether somebody gives up what he does without its being named: nothing of it stands at w[i].
func leaves(w []string, i int) bool {
	switch wordAt(w, i) {
	case "as", "from", "of":
		return false
	}
	return true
}

// newly is who does something since, as the same sentence has it: "…, the new CEO is Omar".
func newly(w []string) string {
	for i := range w {
		if !strings.EqualFold(w[i], "new") || !duties[wordAt(w, i+1)] {
			continue
		}
		if wordAt(w, i+2) == "is" && capital(w, i+3) {
			return leadingName(w[i+3:])
		}
		if from := i - 2; from > 0 && wordAt(w, from) == "is" { // Omar is the new CEO
			for from > 0 && capital(w, from-1) {
				from--
			}
			return leadingName(w[from:])
		}
	}
	return ""
}

// letGo reads what is let go of behind the verb, and to whom.
func letGo(w []string, particle string) (thing, to string, ok bool) {
	low := strings.ToLower(strings.Join(w, " ")) + " "
	if particle != "" && has(low, particle+" ") && particle != "to" {
		w, particle = w[len(strings.Fields(particle)):], ""
	}
	object := objectAt(w, 0)
	if len(object) == 0 || timePrepositions[strings.ToLower(object[0])] {
		return "", "", false
	}
	if particle != "" && particle != "to" {
		last := len(object) - 1
		if !strings.EqualFold(object[last], particle) {
			return "", "", false
		}
		object = object[:last]
	}
	if n := len(object) - 1; n > 0 && particles[strings.ToLower(object[n])] {
		object = object[:n]
	}
	to = nameAfter(w, "to")
	if particle == "to" && to == "" {
		return "", "", false
	}
	return strings.Join(object, " "), to, len(object) > 0
}

// readPassive reads "the Volvo was sold" and "Kim was replaced by Lee".
func readPassive(w []string, i int, verb string) []handover {
	k := i
	for k > 0 && passing[strings.ToLower(w[k-1])] {
		k--
	}
	from := k
	for from > 0 && w[from-1] != "," && !joining[strings.ToLower(w[from-1])] {
		from--
	}
	subject := strings.Join(w[from:k], " ")
	by := nameAfter(w[i+1:], "by")
	switch {
	case subject == "":
		return nil
	case verb == "replaced" || verb == "succeeded":
		return []handover{{from: leadingName(w[from:k]), to: by, thing: behind(w[i+1:], "as")}, {to: by, thing: subject}}
	case verb == "taken" && wordAt(w, i+1) == "over":
		return []handover{{to: by, thing: subject}}
	case verb == "sold" || verb == "stolen" || verb == "scrapped" || verb == "totalled" || verb == "totaled" || verb == "given" || verb == "handed" || verb == "passed":
		return []handover{{to: nameAfter(w[i+1:], "to"), thing: subject}}
	}
	return nil
}

var (
	passing = words("was were is are been got gets has have just recently finally already since now also then being")
	joining = words("and but then so")
	helping = words("have has 've had just recently finally already also then now since is are am gladly sadly eventually actually")
)

func passive(w []string, i int) bool {
	for k := i - 1; k >= 0 && passing[strings.ToLower(w[k])]; k-- {
		switch strings.ToLower(w[k]) {
		case "was", "were", "been", "got":
			return true
		}
	}
	return false
}

// actorBefore gives who does what the verb at w[i] says. Where the verb follows "and", ok is true and
// the name empty: it is still the one before. Nobody who is only called he or she is told apart: "someone".
func actorBefore(w []string, i int) (who string, ok bool) {
	taking := strings.EqualFold(w[i], "taking")
	k := i
	for k > 0 && helping[strings.ToLower(w[k-1])] {
		if low := strings.ToLower(w[k-1]); (low == "is" || low == "are" || low == "am") && !taking {
			return "", false
		}
		k--
	}
	if k == 0 {
		return "", false
	}
	switch low := strings.ToLower(w[k-1]); {
	case low == "i" || low == "we" || low == "i've" || low == "we've":
		return Me, true
	case joining[low] || low == ",":
		return "", true
	case !capital(w, k-1):
		return "", false
	}
	from := k - 1
	for from > 0 && capital(w, from-1) {
		from--
	}
	return strings.Join(w[from:k], " "), true
}

func named(who string) string {
	if who == Me {
		return ""
	}
	return who
}

func capital(w []string, i int) bool {
	if i < 0 || i >= len(w) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(w[i])
	low := strings.ToLower(w[i])
	return unicode.IsUpper(r) && low != "i" && !pronouns[low] && !determiners[low] && !days[low] && !months[low]
}

func wordAt(w []string, i int) string {
	if i < len(w) {
		return strings.ToLower(w[i])
	}
	return ""
}

// phraseAt are the words of the object that begins at w[i].
func objectAt(w []string, i int) []string {
	if i >= len(w) {
		return nil
	}
	end := i
	for end < len(w) && end < i+objectWords && !objectEnd[strings.ToLower(w[end])] && w[end] != "," {
		end++
	}
	return w[i:end]
}

// objectWords bounds an object.
const objectWords = 8

var objectEnd = words("and but then so because from to for by with as at in on last yesterday today tomorrow since when after before this who which that while")

// leadingName is the name with which words begin.
func leadingName(w []string) string {
	n := 0
	for capital(w, n) {
		n++
	}
	return strings.Join(w[:n], " ")
}

// nameAfter is the name behind a word.
func nameAfter(w []string, word string) string {
	for i := range w {
		if strings.EqualFold(w[i], word) && capital(w, i+1) {
			return leadingName(w[i+1:])
		}
	}
	return ""
}

// behind is the phrase behind the first of some words.
func behind(w []string, words ...string) string {
	for i := range w {
		if slices.Contains(words, strings.ToLower(w[i])) {
			return strings.Join(objectAt(w, i+1), " ")
		}
	}
	return ""
}
