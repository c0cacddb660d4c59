package procedure

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"citadel/brain/command"
	"citadel/brain/dedupe"
	"citadel/brain/extract"
	"citadel/brain/recall"
	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory/store"
	"citadel/memory/words"
)

// leastShared is how many words with meaning a newer statement shares with the older one whose
// matter it changed, where it does not hold the whole question.
const leastShared = 2

// leastHeld is how much of the question it then holds, as a part of what the older one holds.
const leastHeld = 0.3

// since finds among items the newest statement on the matter of an older one that was said after it,
// though the rules read no value of it: "my rent went up to 950" after "my rent is 900" (SPEC §13.3: what
// is newer goes first). It is the net under everything that is quoted first.
func (r *reading) since(old recall.Item, items []recall.Item) (newest recall.Item, found bool) {
	if old.Speaker != "" || old.Kind != store.Said && old.Kind != store.Decision || r.question.Value == extract.Me { // of several who owe me none renews another
		return newest, false
	}
	// What was said at another time than the one that is asked for is another matter.
	asked, timed := when.Period(r.question.Text, r.now())
	timed = timed && asked.To.Before(r.now()) && r.question.Expects != extract.YesNo // "is it on 12 May?" asks for the day itself
	doer := r.doer()
	for _, i := range items {
		if r.doneBy(doer, i) == otherDoer && r.doneBy(doer, old) != otherDoer {
			continue
		}
		if !newer(i, old) || i.Speaker != "" || i.Kind != store.Said || i.Superseded || r.stale(i) || r.handedOn(i) || r.another(i) || r.agree(old, i) {
			continue
		}
		elsewhen := timed && (i.On.Before(asked.From) || i.On.After(asked.To))
		if (elsewhen || unsettled(i.Text) && !takesBack(old.Text, i.Text)) && !r.ends(old, i) {
			continue
		}
		if found && !i.On.After(newest.On) && i.Seq < newest.Seq {
			continue
		}
		if r.renews(old, i) {
			newest, found = i, true
		}
	}
	return newest, found
}

// rivalsOf is how many statements are looked at for a newer one on the matter of the one that would be quoted first.
const rivalsOf = 20

// widen adds to what was recalled what is near to the statement that would be quoted first, or tells of
// what such a state ends by: it need not hold a word of the question.
func (r *reading) widen(ctx context.Context, old recall.Item) error {
	if old.Speaker != "" || old.Kind != store.Said && old.Kind != store.Decision {
		return nil
	}
	text := old.Text
	if span, ok := when.Period(text, r.turn.Now); ok { // the time in it is no bound of what is looked for
		text = text[:span.Start] + " " + text[span.End:]
	}
	also := extract.EndsBy(r.stands(old)...)
	if old.Kind == store.Decision || oneOf(old.Text, altering) {
		also = append(also, takenBack...)
	}
	found, err := recall.Recall(ctx, r.turn, recall.Query{Text: text, Also: also, Limit: rivalsOf, Skip: noEvidence})
	if err != nil {
		return err
	}
	for k, i := range found.Items {
		if slices.ContainsFunc(r.result.Items, func(known recall.Item) bool { return known.Seq == i.Seq }) {
			continue
		}
		r.result.Items, r.result.Found = append(r.result.Items, i), append(r.result.Found, found.Found[k])
		r.take(len(r.result.Items)-1, i)
	}
	return nil
}

// renews says whether a newer statement is on the matter of an older one, so that it has to be shown
// before it.
func (r *reading) renews(old, now recall.Item) bool {
	switch {
	case r.ends(old, now):
		return true
	case r.mayMeanAnother(old, now):
		return false
	}
	if r.closes(now) && slices.ContainsFunc(r.stands(old), func(f extract.Item) bool { return extract.Several(f.Attribute) }) {
		return false // who gave up wine likes beer as before
	}
	if extract.Adds(now.Text) { // one more takes no other's place
		return false
	}
	old.Text, now.Text = r.meant(old), r.meant(now)
	if takesBack(old.Text, now.Text) {
		return true
	}
	if old.Kind == store.Decision { // it has revisions of its own
		return false
	}
	if apart(old.Text, now.Text) || r.ofAnother(old, now) || r.besides(old, now) || r.otherNamed(old, now) {
		return false
	}
	shared := r.shared(old, now)
	whole := r.coverage(now) == 1 && len(r.weights) > 0
	anew := refigured(old.Text, now.Text)
	head := r.head(old)
	if r.beside(now) || r.wide(old, now) || r.question.Expects == extract.Amount && r.besideIt(old, now) {
		return r.ended(old, now) || r.endedBy(old, now)
	}
	switch {
	case mending.MatchString(now.Text) && figures(old.Text, old.On) > 0 && figures(now.Text, now.On) > 0 && shared > 0 && r.coverage(now) > 0 && r.coverage(now) >= r.coverage(old):
		return true
	case changes(now.Text) && (whole || shared >= leastShared && r.coverage(now) >= leastHeld*r.coverage(old)):
		return true
	case turns(now.Text) && anew && shared > 0:
		return true
	case r.ended(old, now), r.endedBy(old, now), r.onAnotherDay(old, now):
		return true
	case r.question.Expects == extract.Date && head != "" && meaningBy(r.stems, now.Text)[head] && putOff.MatchString(now.Text):
		return true
	case r.question.Expects == extract.Place && whole && takenTo.MatchString(now.Text):
		return true
	case r.elsewhere(old, now):
		return false
	case anew && shared >= leastShared && !r.besideIt(old, now):
		return true
	case whole && (meaningBy(r.stems, now.Text)[head] || r.question.Expects == extract.Person):
		return r.sameSort(old, now)
	case replaces(now.Text) && r.value(old, now):
		return true
	}
	// Of a thing a change is told in few ways, of a person in many.
	return turns(now.Text) && head != "" && !r.naming(old.Text, head) && meaningBy(r.stems, now.Text)[head] && r.sameSort(old, now)
}

// mending is how a correction begins: "no, Mia is 5" after "Luca is 7 and Mia is 4".
var mending = regexp.MustCompile(`(?i)^(?:no|wrong|that's wrong|that is wrong|correction)[,:] `)

// takenTo is how it is told that a thing was taken elsewhere.
var takenTo = regexp.MustCompile(`(?i)\b(?:took|taken|brought|carried|put|hid|hung|stored|parked|left)\b[^.!?]* (?:to|in|into|on|at|under|behind|with)\b`)

// putOff is how it is told by how much something comes later or earlier than it was to.
var putOff = regexp.MustCompile(`(?i)\b(?:delayed|postponed|late|later|earlier|put off|pushed back|brought forward|moved forward|moved back)\b[^.!?]* by (?:a|an|about|\d|one|two|three|four|half|some|several)`)

// besides says whether a newer statement tells of something else than what is asked for, and the older one of that:
// that the dentist's is on Thursday now is no newer word on who the dentist is, nor the new hall on when the hearing is.
func (r *reading) besides(old, now recall.Item) bool {
	switch r.question.Expects {
	case extract.Person, extract.Name:
		return dates(now) && !dates(old) && !r.names(old, now)
	case extract.Date:
		return dates(old) && !dates(now) && figures(now.Text, now.On) > 0 && !putOff.MatchString(now.Text)
	}
	return false
}

// besideIt says whether the older of two statements holds a word of the question that the newer one has another for,
// behind the same word: of sugar and of flour, owe Max and owe Ben.
func (r *reading) besideIt(old, now recall.Item) bool {
	return r.inPlaceOf(meaningBy(r.stems, unasked(r.question.Text)), old, now) // names of those who spoke as well
}

// otherNamed says whether, where it is asked what was done with somebody, a newer statement names another in his place:
// what Tom was told is no newer word on what Ben was.
func (r *reading) otherNamed(old, now recall.Item) bool {
	if r.question.Expects == extract.YesNo { // that he is in Porto is a newer word on whether he is in Lisbon
		return false
	}
	asked := map[string]bool{}
	for _, name := range names(r.question.Text) {
		for term := range meaningBy(r.stems, name) {
			asked[term] = true
		}
	}
	return len(asked) > 0 && r.inPlaceOf(asked, old, now)
}

// inPlaceOf says whether the newer of two statements has another word where the older one has one of these terms.
func (r *reading) inPlaceOf(asked map[string]bool, old, now recall.Item) bool {
	if turns(now.Text) || oneOf(now.Text, displacing) {
		return false
	}
	was, is := articleless(old.Text), articleless(now.Text)
	for i := 1; i < len(was); i++ {
		if leads[was[i-1]] || slices.Contains(is, was[i]) || !slices.ContainsFunc(r.stems.AppendTerms(nil, was[i]), func(term string) bool { return asked[term] }) {
			continue
		}
		if j := slices.Index(is, was[i-1]); j >= 0 && j+1 < len(is) && !slices.Contains(was, is[j+1]) {
			return true
		}
	}
	return false
}

// displacing are words that stand beside what has taken the place of something else.
const displacing = " now new instead anymore longer actually again currently back "

// articleless are the words of a text without those before a thing that do not tell which: "for the taxi" is for taxi.
func articleless(text string) []string {
	return slices.DeleteFunc(strings.Fields(plainWords(text)), func(w string) bool { return isOneOf(" the a an my our ", w) })
}

// leads are the words before which anything may stand.
var leads = map[string]bool{"i": true, "we": true, "you": true, "he": true, "she": true, "it": true, "they": true}

// onAnotherDay says whether, where it is asked when something is, a newer statement names the same thing and its
// day: one that begins as a correction, or tells in other words that it comes: "actually the oak comes on Friday"
// after "the oak delivery arrives on Thursday".
func (r *reading) onAnotherDay(old, now recall.Item) bool {
	if r.question.Expects != extract.Date || !dates(old) || !dates(now) {
		return false
	}
	verb, _, _ := strings.Cut(strings.TrimSpace(plainWords(now.Text)), " ")
	comes := oneOf(r.question.Text, arriving) && oneOf(old.Text, arriving) && oneOf(now.Text, arriving)
	if !comes && !isOneOf(" actually correction sorry no ", verb) {
		return false
	}
	was, is, moves := meaningBy(r.stems, old.Text), meaningBy(r.stems, now.Text), meaningBy(r.stems, arriving)
	for _, w := range r.weights {
		if was[w.term] && is[w.term] && !moves[w.term] {
			return true
		}
	}
	return false
}

// arriving are words in which it is told that something comes.
const arriving = " arrive arrives arriving arrival come comes coming due delivered delivery land lands shipped ships shipping "

// wide says whether a newer statement on the same thing tells something else of it than the older one, which
// the question asks for: where the washer stands now is no newer word on what it cost, and who rang about
// the zither none on who has it.
func (r *reading) wide(old, now recall.Item) bool {
	if turns(now.Text) {
		return false
	}
	if r.question.Expects == extract.Amount {
		return figures(old.Text, old.On) > 0 && figures(now.Text, now.On) == 0
	}
	return oneOf(r.question.Text, " has have got ") && oneOf(old.Text, holding) && !oneOf(now.Text, holding)
}

// holding are words in which it is told with whom something is.
const holding = " has have had got gave given lent lend loaned borrowed took taken returned back with keeps kept holds "

// beside says whether a question asks for somebody, and a statement is about others alone: where Eva was
// born is no newer word on where Tom was.
func (r *reading) beside(now recall.Item) bool {
	asked := slices.Concat(r.question.Subjects, r.called())
	if !slices.ContainsFunc(asked, somebody) {
		return false
	}
	others := false
	for k, f := range r.facts {
		if r.item(k).Seq != now.Seq {
			continue
		}
		meant := func(name string) bool {
			if of, relation, ok := strings.Cut(strings.ToLower(f.Subject), "'s "); ok && strings.EqualFold(of, name) {
				if _, person := extract.OfPeople(relation); person { // Karl's brother is not Karl
					return false
				}
			}
			return share(name, f.Subject) == 1 || share(f.Subject, name) == 1 || strings.EqualFold(name, f.Subject)
		}
		if !somebody(f.Subject) || slices.ContainsFunc(asked, meant) {
			return false
		}
		others = true
	}
	return others
}

// others says whether an item tells what is asked for of others alone: Rob's number where Ana's is wanted.
func (r *reading) others(i recall.Item) bool {
	tells := false
	for k, f := range r.facts {
		tells = tells || r.item(k).Seq == i.Seq && f.Attribute != "" && extract.Alike(r.question.Attribute, f.Attribute)
	}
	return tells && r.question.Attribute != "" && r.beside(i)
}

// somebody says whether a subject is the principal or has a name.
func somebody(subject string) bool {
	first, _ := utf8.DecodeRuneInString(subject)
	return subject == extract.Me || unicode.IsUpper(first)
}

// apart says whether two statements are about different ones of a kind: drawer 3, drawer 9.
func apart(old, now string) bool {
	was, number := dedupe.Take(dedupe.Of(kept(old))).Label()
	is, other := dedupe.Take(dedupe.Of(kept(now))).Label()
	return number != "" && other != "" && was == is && number != other
}

// ofAnother says whether two statements were read as the same of different things: what the drill cost is no
// newer word on what the tent did.
func (r *reading) ofAnother(old, now recall.Item) bool {
	another := false
	for k, f := range r.facts {
		if r.item(k).Seq != now.Seq || f.Attribute == "" {
			continue
		}
		is := meaningBy(r.stems, f.Subject)
		for o, g := range r.facts {
			if r.item(o).Seq != old.Seq || g.Attribute != f.Attribute {
				continue
			}
			was := meaningBy(r.stems, g.Subject)
			if len(is) == 0 || len(was) == 0 || subset(is, was) || subset(was, is) { // "it" may be anything
				return false
			}
			another = true
		}
	}
	return another
}

// subset says whether all words of one set are in another: the gym, and the gym in Bern.
func subset(a, b map[string]bool) bool {
	for term := range a {
		if !b[term] {
			return false
		}
	}
	return true
}

// kept is what a message asks to be remembered, or else all of it.
func kept(text string) string {
	if memo, ok := command.Memo(text); ok {
		return memo
	}
	return extract.Stated(text)
}

// value says whether both name the same thing that is not what the older one is about: its value.
func (r *reading) value(old, now recall.Item) bool {
	have, head := meaningBy(r.stems, now.Text), r.head(old)
	for term := range meaningBy(r.stems, old.Text) {
		if term != head && have[term] && r.naming(old.Text, term) {
			return true
		}
	}
	return false
}

// naming says whether a term is a name in a text.
func (r *reading) naming(text, term string) bool {
	for w := range strings.FieldsSeq(text) {
		first, _ := utf8.DecodeRuneInString(w)
		if meaningBy(r.stems, w)[term] {
			return unicode.IsUpper(first)
		}
	}
	return false
}

// ended says whether the newer statement tells of what ends the state in the older one: of the question
// it need not hold the words for that state.
func (r *reading) ended(old, now recall.Item) bool {
	state, ok := extract.Ends(old.Text, now.Text)
	if !ok {
		return false
	}
	have, states, named := meaningBy(r.stems, now.Text), meaningBy(r.stems, strings.Join(state, " ")), false
	if oneOf(now.Text, " it them ") && r.value(old, now) { // Pavel, whom both name, brought it back
		return true
	}
	for _, w := range r.weights {
		if have[w.term] {
			named = true
			continue
		}
		if !states[w.term] && !r.qualifies(w.term, have) {
			return false
		}
	}
	return named || own(old.Text) && own(now.Text)
}

// qualifies says whether a word of the question only tells a thing closer that a text names shortly: the circular saw
// is the saw.
func (r *reading) qualifies(term string, have map[string]bool) bool {
	asked := strings.Fields(plainWords(r.question.Text))
	for i := range len(asked) - 1 {
		if !meaningBy(r.stems, asked[i])[term] {
			continue
		}
		for next := range meaningBy(r.stems, asked[i+1]) {
			if have[next] {
				return true
			}
		}
	}
	return false
}

// sameSort says whether a newer statement holds what the question asks for and so does the older one, in
// other words than both share.
func (r *reading) sameSort(old, now recall.Item) bool {
	day := now.On
	switch r.question.Expects {
	case extract.Date:
		return dates(now)
	case extract.Amount:
		return figures(now.Text, day) > 0
	case extract.Place:
		return r.names(old, now) && namesPlace(now.Text) || placed(now.Text) && !placed(old.Text)
	case extract.Person, extract.Name:
		return r.names(old, now)
	case extract.YesNo:
		return own(old.Text) == own(now.Text) && r.head(old) != "" && r.head(old) == r.head(now)
	}
	_, timed := when.Find(now.Text, day)
	_, wasTimed := when.Find(old.Text, old.On)
	return timed && wasTimed || figures(old.Text, old.On) > 0 && figures(now.Text, day) > 0 || r.names(old, now) && r.names(now, old)
}

// namesPlace says whether one of the names in a text stands where a place would: "moved to Braga", "is Lisbon", and
// not "dreamt of Mireille" or "Met Stellan".
func namesPlace(text string) bool {
	before := ""
	for w := range strings.FieldsSeq(text) {
		first, _ := utf8.DecodeRuneInString(w)
		if unicode.IsUpper(first) && isOneOf(" in at to into from near is are was were reached left for via ", before) {
			return true
		}
		if before = strings.ToLower(strings.TrimFunc(w, unicode.IsPunct)); before == "the" {
			before = "in"
		}
	}
	return false
}

// elsewhere says whether the newer statement was read as a fact of another sort than the older one.
func (r *reading) elsewhere(old, now recall.Item) bool {
	sort := func(seq recall.Item) (all []string) {
		for k, f := range r.facts {
			if r.result.Items[r.of[k]].Seq == seq.Seq && f.Attribute != "" {
				all = append(all, lately.ReplaceAllString(strings.ToLower(f.Attribute), ""))
			}
		}
		return all
	}
	was, is := sort(old), sort(now)
	return len(is) > 0 && len(was) > 0 && !slices.ContainsFunc(is, func(s string) bool { return slices.Contains(was, s) })
}

// lately are words that may stand behind what something is called.
var lately = regexp.MustCompile(` (?:these days|nowadays|now|at the moment|right now|currently)$`)

// handedOn says whether all that was read in an item are other people's words.
func (r *reading) handedOn(i recall.Item) bool {
	n := 0
	for k, f := range r.facts {
		if r.result.Items[r.of[k]].Seq == i.Seq {
			if f.Source == "" {
				return false
			}
			n++
		}
	}
	return n > 0
}

// names says whether a newer statement names somebody or something that the older one and the question do not.
func (r *reading) names(old, now recall.Item) bool {
	have := meaningBy(r.stems, old.Text+" "+r.question.Text)
	for w := range strings.FieldsSeq(now.Text) {
		w = strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
		first, _ := utf8.DecodeRuneInString(w)
		low := strings.ToLower(w)
		if !unicode.IsUpper(first) || words.Stop(low) || strings.HasPrefix(low, "i'") || isOneOf(nobody, low) || isOneOf(times, low) {
			continue
		}
		new := false
		for term := range meaningBy(r.stems, w) {
			new = new || !have[term]
		}
		if new {
			return true
		}
	}
	return false
}

// head is the first word with meaning of an item: most often what it is about.
func (r *reading) head(i recall.Item) string {
	for _, term := range r.stems.AppendTerms(nil, i.Text[:min(len(i.Text), extract.Limit)]) {
		return term
	}
	return ""
}

// shared counts the words with meaning that two items have in common.
func (r *reading) shared(a, b recall.Item) (n int) {
	have := meaningBy(r.stems, b.Text)
	for term := range meaningBy(r.stems, a.Text) {
		if have[term] && !isOneOf(changing+renewing, term) {
			n++
		}
	}
	return n
}

// changed answers with the newer statement, and the older one beside it.
func (v *visit) changed(reply *turn.Reply, r *reading, now recall.Item, f extract.Item, before recall.Item) {
	v.quote(&reply.Text, now, r.excerpt(now.Text), ownWords)
	reply.Text.Say(".")
	if r.deniesOther(now, before) {
		reply.Found = r.result.Used(now.Seq)
		return
	}
	v.was(reply, before, f.Quote)
	reply.Found = r.result.Used(now.Seq, before.Seq)
}

// deniesOther says whether all that a statement tells is that something is not so, and none of it what an older one
// says: that Ana is not moving to Faro changed nothing of where she lives.
func (r *reading) deniesOther(now, old recall.Item) bool {
	denials := r.stands(now)
	return !slices.ContainsFunc(denials, func(f extract.Item) bool { return !f.Negated || f.Value == "" || share(f.Value, old.Text) > 0 })
}

// uncut is what is quoted for a fact. A denial goes on to the end of its sentence, which often says
// what holds instead: "Marta isn't my boss any more, Pavel is".
func uncut(text string, f extract.Item) string {
	at := strings.Index(text, f.Quote)
	if !f.Negated || f.Quote == "" || at < 0 {
		return f.Quote
	}
	return sentences(text[at:])[0]
}
