package procedure

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"citadel/brain/acquaintance"
	"citadel/brain/antecedent"
	"citadel/brain/classify"
	"citadel/brain/command"
	"citadel/brain/extract"
	"citadel/brain/recall"
	"citadel/brain/turn"
	"citadel/brain/when"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/people"
	"citadel/memory/store"
	"citadel/memory/words"
)

// reading is what recall brought for a question, and what stands in it.
type reading struct {
	question extract.Question
	query    recall.Query // by which it was brought
	result   recall.Result
	facts    []extract.Item
	of       []int        // facts[i] was read in result.Items[of[i]]
	to       memory.Sight // whose direct message it rests on what was asked elsewhere may not show; else zero
	more     bool         // a more private place holds what bears on it better
	turn     *turn.Turn   // as whom and where it was read
	timed    bool         // it asks for whatever there is of a time
	spoken   when.Span    // when the words that are asked for were said; zero for any time
	past     past         // the time whose state of things is asked for; zero for now
	agreed   recall.Agreed

	said map[event.Seq]antecedent.Message // the latest messages

	weights []weight        // of the question's words, by their rarity
	stems   *words.Analyzer // what is read again and again while an excerpt is sought
}

// takeAll reads what was recalled.
func (r *reading) takeAll(ctx context.Context, found recall.Result) (err error) {
	r.result, r.facts, r.of = once(found), nil, nil
	if r.agreed, err = recall.AgreedBy(ctx, r.turn); err != nil {
		return err
	}
	for _, i := range asSaid(r.result.Items) {
		r.take(i, r.result.Items[i])
	}
	r.deny()
	r.await()
	if err := r.recede(ctx, r.turn); err != nil {
		return err
	}
	if r.weights, err = weigh(ctx, r.turn, r.result, r.stems); err != nil {
		return err
	}
	r.bare()
	return nil
}

// gathered is how many messages are read for one question. Reading one costs microseconds,
// and the answer is often worded unlike the question.
const gathered = 40

// stemsOfAReading is how many words are remembered while one question is answered.
const stemsOfAReading = 4096

func (v *visit) readAs(ctx context.Context, t *turn.Turn) (*reading, error) {
	messages, err := antecedent.Of(ctx, t)
	if err != nil {
		return nil, err
	}
	r := &reading{stems: words.New(stemsOfAReading), said: make(map[event.Seq]antecedent.Message, len(messages))}
	for _, m := range messages {
		r.said[m.Seq] = m
	}
	if m := r.said[t.Last().Seq]; m.Leans() && m.Text == t.Text {
		full := *t
		full.Text = m.Full
		t = &full
	}
	t, known := v.narrowed(t)
	if text, err := v.marked(ctx, t.Text); err != nil {
		return nil, err
	} else if text != t.Text {
		full := *t
		full.Text = text
		t = &full
	}
	q := extract.Ask(apostrophe(t.Text))
	r.question = q
	if left, p, ok := asOf(t.Text, t.Now); ok {
		if of := extract.Ask(apostrophe(left)); lasting(of) || thing(of) && p.span.From.IsZero() {
			now := *t
			now.Text = left
			t, q, r.question, r.past = &now, of, of, p
		}
	}
	if span, ok := when.Period(t.Text, t.Now); ok && q.Expects == extract.Report && !onlyTimed(t.Text, t.Now) && !strings.Contains(q.Topic, t.Text[span.Start:span.End]) {
		any := *t
		any.Text = strings.TrimSpace(t.Text[:span.Start] + t.Text[span.End:])
		t, r.spoken = &any, span
		q = extract.Ask(apostrophe(t.Text))
		r.question = q
	}
	r.turn = t
	if !known {
		return r, nil
	}
	filed, err := v.filed(ctx, t, q)
	if err != nil {
		return nil, err
	}
	also := slices.Concat(wordings(q, q.Subjects), filed, r.leaning(messages))
	r.timed = onlyTimed(t.Text, t.Now) && (q.Expects != extract.Report || q.Speaker != "") && (q.Attribute != "whereabouts" || wasAsked.MatchString(t.Text))
	// "my sister" is called Ana in one message, and Ana lives somewhere in another.
	for range 2 {
		r.query = recall.Query{
			Text: t.Text, Also: also, Limit: gathered, Skip: evidenceFor(q), Ready: v.desk.Ready, History: wantsHistory(t.Text) || r.past != (past{}), All: r.timed, Tells: !oneOf(t.Text, sayingWords),
			Told: particular(q),
		}
		found, err := recall.Recall(ctx, t, r.query)
		if err != nil {
			return nil, err
		}
		if err := r.takeAll(ctx, found); err != nil {
			return nil, err
		}
		aliases := r.called()
		if len(aliases) == 0 {
			break
		}
		also = append(also, wordings(q, aliases)...)
	}
	return r, nil
}

// once leaves out the words in which a decision was told where the decision itself is there: they say the same.
func once(found recall.Result) recall.Result {
	all, receipt := found.Items, found.Found
	found.Items, found.Found = nil, nil
	for k, i := range all {
		told := func(d recall.Item) bool { return d.Kind == store.Decision && decides(d.Text, i.Text) }
		if i.Kind == store.Said && i.Speaker == "" && slices.ContainsFunc(all, told) {
			continue
		}
		found.Items, found.Found = append(found.Items, i), append(found.Found, receipt[k])
	}
	return found
}

// decides says whether a message tells a decision and no more: "I've decided to hire Lotte", and not "Lotte was hired",
// which may bear it out.
func decides(decision, said string) bool {
	if !slices.ContainsFunc(extract.Read(extract.Utterance{Text: said}), func(f extract.Item) bool { return f.Kind == extract.Decision }) {
		return false
	}
	have := meaning(decision)
	for term := range meaning(said) {
		if !have[term] && !strings.HasPrefix(term, "decid") {
			return false
		}
	}
	return true
}

// particular says whether a question wants a value, a reason or what somebody said, and not whatever there is.
func particular(q extract.Question) bool {
	return q.Attribute != "" || q.Expects != extract.Text && q.Expects != extract.List
}

// asSaid gives the places of items in the order in which they were said: of two facts of one moment the
// later one is the newer.
func asSaid(items []recall.Item) []int {
	order := make([]int, len(items))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(items[a].Seq, items[b].Seq) })
	return order
}

// unmarked is a possessive that was typed without its mark: "my dentists name".
var unmarked = regexp.MustCompile(`(?i)\b(my|our|his|her|their) (\pL{3,})s (name|number|address|birthday|phone|email|job)\b`)

// apostrophe writes "Whats", "my dentists name" and their like as they are read.
func apostrophe(text string) string {
	text = unmarked.ReplaceAllString(text, "$1 $2's $3")
	first, rest, ok := strings.Cut(text, " ")
	if !ok {
		return text
	}
	switch strings.ToLower(first) {
	case "whats", "whos", "wheres", "whens", "hows":
		return first[:len(first)-1] + "'s " + rest
	}
	return text
}

// nameless is what may be a name whose possessive was typed without its mark: "ruths number".
var nameless = regexp.MustCompile(`(?i)\b(\pL{3,})s ((?:phone |home |work |new |old |email |mobile |street )?(?:name|number|address|birthday|phone|mobile|email|job|husband|wife|boss|company|firm))\b`)

// marked writes the possessive of a name that is known with its mark.
func (v *visit) marked(ctx context.Context, text string) (string, error) {
	m := nameless.FindStringSubmatch(text)
	if m == nil || strings.Contains(text, m[1]+"s's") {
		return text, nil
	}
	known, err := acquaintance.Known(ctx, v.Turn)
	if err != nil || len(known.Called(m[1]+"s")) > 0 || len(known.Called(m[1])) == 0 {
		return text, err
	}
	return strings.Replace(text, m[0], m[1]+"'s "+m[2], 1), nil
}

// take reads one item. What was superseded since stays out of the facts.
func (r *reading) take(i int, item recall.Item) {
	if item.Kind == store.Decision {
		text, reason, _ := strings.Cut(item.Text, ", because ")
		r.facts = append(r.facts, extract.Item{
			Kind: extract.Decision, At: item.On, Text: item.Text, Quote: item.Text, Subject: extract.Me, Value: text, Reason: reason,
		})
		r.of = append(r.of, i)
		return
	}
	for _, f := range r.stated(item) {
		same := func(g event.Learned) bool {
			return strings.EqualFold(g.Subject, f.Subject) && strings.EqualFold(g.Attribute, f.Attribute) && strings.EqualFold(g.Value, f.Value)
		}
		if slices.ContainsFunc(item.Wrong, same) {
			continue
		}
		f.Superseded = item.Superseded || slices.ContainsFunc(item.Gone, same)
		r.facts = append(r.facts, f)
		r.of = append(r.of, i)
	}
}

// deny takes out of the facts what a later one denies, with what that had replaced, and a denial that
// was taken back.
func (r *reading) deny() {
	for i := range r.facts {
		f := &r.facts[i]
		if !f.Negated || f.Attribute == "" || f.Superseded || f.Source != "" || f.Hedge != "" {
			continue
		}
		for k := range r.facts {
			other := &r.facts[k]
			if other.Negated || other.Source != "" || other.Superseded || !strings.EqualFold(other.Subject, f.Subject) ||
				!strings.EqualFold(other.Attribute, f.Attribute) || extract.Conflict(*other, *f) != extract.Negation {
				continue
			}
			if r.later(k, i) {
				if other.Hedge == "" {
					f.Superseded = true
				}
				continue
			}
			other.Superseded = true
			r.outlived(k)
		}
	}
}

// outlived takes out of the facts those whose place a fact took that was denied since: that Ana does
// not live in Lisbon any more is no word that she is back in Porto.
func (r *reading) outlived(by int) {
	for i := range r.facts {
		old := &r.facts[i]
		if old.Source == r.facts[by].Source && r.later(by, i) && extract.Conflict(*old, r.facts[by]) == extract.ChangedValue {
			old.Superseded = true
		}
	}
}

// later says whether the fact a was stated after the fact b.
func (r *reading) later(a, b int) bool {
	if x, y := r.facts[a], r.facts[b]; !x.At.Equal(y.At) {
		return x.At.After(y.At)
	}
	x, y := r.result.Items[r.of[a]].Seq, r.result.Items[r.of[b]].Seq
	return x > y || x == y && a > b
}

// mostCalled is how many ways to call somebody are followed.
const mostCalled = 8

// called gives the names of subjects that the question calls by their relation: "my
// sister" is Ana, and "my sister's husband" Ana's husband, and Marco. None where the question names
// nobody so.
func (r *reading) called() []string {
	var names []string
	subjects := slices.Clone(r.question.Subjects)
	for i := 0; i < len(subjects) && i < mostCalled; i++ {
		subject := subjects[i]
		owner, relation := extract.Me, ""
		deeper := ""
		if rest, ok := cutAny(strings.ToLower(subject), "my ", "our "); ok {
			if relation, deeper, ok = strings.Cut(rest, "'s "); ok { // "my sister's husband" is Ana's
				deeper = "'s " + deeper
			}
		} else if of, rest, ok := strings.Cut(subject, "'s "); ok {
			owner, relation = of, strings.ToLower(rest)
		}
		for i := range r.facts {
			f := &r.facts[i]
			if relation != "" && strings.EqualFold(f.Subject, owner) && strings.EqualFold(f.Attribute, relation) && !f.Superseded && !f.Negated && !slices.Contains(names, f.Value+deeper) {
				names = append(names, f.Value+deeper)
				if deeper != "" {
					subjects = append(subjects, f.Value+deeper)
				}
			}
		}
	}
	return names
}

func cutAny(s string, prefixes ...string) (string, bool) {
	for _, p := range prefixes {
		if rest, ok := strings.CutPrefix(s, p); ok {
			return rest, true
		}
	}
	return s, false
}

// found says whether anything came that has to do with the question.
func (r *reading) found() bool {
	return slices.ContainsFunc(r.result.Items, func(i recall.Item) bool { return r.bears(i) })
}

// bears says whether an item has to do with the question: it holds half of its words that
// carry meaning, and more than one, unless there is but one.
func (r *reading) bears(i recall.Item) bool {
	s := r.share(i)
	switch q := r.question; q.Attribute {
	case "origin", "birthplace", "birthday", "spouse", "employer", "residence":
		// Somebody's name alone is no answer to where he comes from.
		if share(strings.Join(q.Subjects, " "), q.Text) > 0 && share(q.Text, strings.Join(q.Subjects, " ")) == 1 && share(i.Text, cues[q.Attribute]) == 0 {
			return false
		}
	}
	return s == 1 || s >= 0.5 && s*float64(len(meaning(unasked(r.question.Text)))) >= 2
}

// share is the part of the question's words with meaning that an item holds, or others that may be said for them,
// unless it is asked whether something is so: there the word itself is asked for.
func (r *reading) share(i recall.Item) float64 {
	want := meaning(unasked(r.question.Text))
	if len(want) == 0 {
		return 0
	}
	have, n := meaningBy(r.stems, i.Speaker+" "+r.spelled(i)), 0
	for w := range want {
		if have[w] || r.otherwise(have, w) {
			n++
		}
	}
	return float64(n) / float64(len(want))
}

// spelled is what an item means, with what it tells without the word for it: who turns 70 has a birthday then,
// and "my daughter Mia" tells a name.
func (r *reading) spelled(i recall.Item) string {
	text := r.meant(i)
	if turning.MatchString(text) {
		text += " birthday"
	}
	if naming.MatchString(text) {
		text += " name"
	}
	return text
}

var (
	turning = regexp.MustCompile(`(?i)\b(?:turns?|turning|turned) (?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|eighteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)\b`)
	naming  = regexp.MustCompile(`\b(?:[Mm]y|[Oo]ur) (?:\p{Ll}+ ){1,2}\p{Lu}\p{Ll}+`)
)

// otherwise says whether another word stands there that may be said for the one that is asked for.
func (r *reading) otherwise(have map[string]bool, term string) bool {
	return r.question.Expects != extract.YesNo && slices.ContainsFunc(words.Same(term), func(other string) bool { return have[other] })
}

// contenders gives the facts without those of another one of a kind, and without those of somebody with
// a longer name, where the one who is asked for has facts of his own: Tom is not Tom Weiss if there is a Tom.
func (r *reading) contenders() []extract.Item {
	facts := slices.Clone(r.facts)
	for i := range facts {
		facts[i].Superseded = facts[i].Superseded || r.another(r.item(i)) || r.paid(i)
	}
	for _, subject := range r.question.Subjects {
		own := slices.ContainsFunc(facts, func(f extract.Item) bool {
			return !f.Superseded && strings.EqualFold(f.Subject, subject) && strings.EqualFold(f.Attribute, r.question.Attribute)
		})
		for i := range facts {
			longer := len(facts[i].Subject) > len(subject) && strings.EqualFold(facts[i].Subject[:len(subject)+1], subject+" ")
			facts[i].Superseded = facts[i].Superseded || own && longer
		}
	}
	return facts
}

// paid says whether a debt of somebody was told to be settled since.
func (r *reading) paid(debt int) bool {
	_, done := r.payment(debt)
	return done
}

// payment finds where it was told, later, that a debt of somebody was settled.
func (r *reading) payment(debt int) (by recall.Item, done bool) {
	f, old := r.facts[debt], r.item(debt)
	if f.Attribute != "owes" {
		return by, false
	}
	k := slices.IndexFunc(r.result.Items, func(i recall.Item) bool {
		_, ended := extract.Ends(old.Text, i.Text)
		return ended && newer(i, old) && i.Speaker == "" && share(f.Subject, i.Text) == 1 && !partly(old, i)
	})
	if k < 0 {
		return by, false
	}
	return r.result.Items[k], true
}

// partly says whether a payment names one sum, and that less than the debt.
func partly(debt, payment recall.Item) bool {
	owed, paid := figuresOf(debt.Text, debt.On), figuresOf(payment.Text, payment.On)
	if len(owed) != 1 || len(paid) != 1 {
		return false
	}
	whole, err := strconv.ParseFloat(strings.ReplaceAll(owed[0].n, ",", ""), 64)
	part, bad := strconv.ParseFloat(strings.ReplaceAll(paid[0].n, ",", ""), 64)
	return err == nil && bad == nil && part < whole
}

// share is the part of a question's words with meaning that a text holds. Unlike the
// store's coverage it counts the words that nobody ever said.
func share(question, text string) float64 {
	want := meaning(unasked(question))
	if len(want) == 0 {
		return 0
	}
	have, n := meaning(text), 0
	for w := range want {
		if have[w] {
			n++
		}
	}
	return float64(n) / float64(len(want))
}

// unasked takes the words out of a question that only say what kind of answer it wants.
func unasked(question string) string {
	low := strings.ToLower(question)
	for _, w := range [...]string{"what time", "what day", "what date", "which day", "which date", "how long", "how much", "how many", "how old", "how far", "how tall", "how heavy",
		"how big", "how large", "how high", "how wide", "how deep", "how fast", "how expensive", "what colour", "what color", "which colour", "which color", "what kind of", "what sort of"} {
		if i := strings.Index(low, w); i >= 0 && len(low) == len(question) {
			return question[:i] + question[i+len(w):]
		}
	}
	return question
}

// meaning gives the terms of a text without those that only ask.
func meaning(text string) map[string]bool {
	return meaningBy(new(words.Analyzer), text)
}

// meaningBy is meaning with an analyzer that may know the words already.
func meaningBy(a *words.Analyzer, text string) map[string]bool {
	set := map[string]bool{}
	for _, w := range a.AppendTerms(nil, text[:min(len(text), extract.Limit)]) {
		if !asking(w) {
			set[w] = true
		}
	}
	return set
}

// onlyTimed says whether a question names a time and nothing else: "what did I say
// yesterday?".
func onlyTimed(text string, now time.Time) bool {
	span, ok := when.Period(text, now)
	return ok && len(meaning(ofTalk.ReplaceAllString(text[:span.Start]+" "+text[span.End:], " "))) == 0
}

// ofTalk asks for whatever was said.
var ofTalk = regexp.MustCompile(`(?i)\b(?:(?:have|did) we|we(?:'ve|'d)?) (?:talk(?:ed)?|chat(?:ted)?|sp(?:eak|oken)|discuss(?:ed)?)\b(?: about)?|(?:give me |make )?(?:an? |the )?\b(?:recap|summary)\b(?: of)?`)

// sayingWords ask for what was said and not for what happened.
const sayingWords = " say said saying tell told mention mentioned talk talked write wrote discuss discussed "

// asking are terms that stand in questions whatever they are about.
func asking(term string) bool {
	switch term {
	case "know", "tell", "say", "rememb", "remind", "recal", "mention", "think", "thing", "everyth", "anyth", "citadel",
		"happen", "go", "get", "got", "current", "again", "summaris", "summar",
		"today", "tonight", "tomorrow", "yesterday": // said on another day they mean another
		return true
	}
	return false
}

// wordings are further ways to look for what a question wants: the subjects with words in
// which such things are told.
func wordings(q extract.Question, subjects []string) []string {
	cue := cues[q.Attribute]
	if cue == "" {
		cue = q.Attribute
	}
	var out []string
	for _, s := range subjects {
		if s == extract.Me {
			s = ""
		}
		if text := strings.TrimSpace(s + " " + cue); text != "" {
			out = append(out, text)
		}
		if s != "" {
			out = append(out, s)
		}
	}
	if q.Value != "" && len(subjects) == 0 {
		out = append(out, q.Value+" "+cue)
	}
	if q.Topic != "" {
		out = append(out, q.Topic)
	}
	return out
}

// cues are words in which a fact of an attribute is told (see package extract).
var cues = map[string]string{
	"residence": "lives living moved home flat", "whereabouts": "staying visiting lives", "location": "is in at based located",
	"employer": "works working job joined company quit", "role": "works as job is a", "birthday": "birthday born", "birthplace": "born",
	"origin": "comes from", "spouse": "married husband wife", "name": "name called", "price": "costs charge price rate fee", "rate": "rate charge",
	"amount": "pays costs a month", "pays": "pays a month", "date": "on at scheduled", "due": "due deadline by", "end": "ends expires until", "start": "starts begins",
	"owns": "have own bought", "promise": "I'll will promised", "decision": "decided decide going with", "rule": "always never from now on",
	"allergic to": "allergic allergy", "who": "", "moving to": "moving", "prefers": "prefer", "likes": "like love enjoy prefer favourite", "dislikes": "hate dislike",
}

// evidenceFor gives what is no evidence for a question: noEvidence, but for one that asks for what the agent was told
// to do.
func evidenceFor(q extract.Question) func(string) bool {
	if q.Attribute == "rule" || q.Expects == extract.Report && q.Speaker == extract.Me {
		return statesNothing
	}
	return noEvidence
}

// noEvidence says that a message tells nothing that a question could be answered with: it states nothing, or only
// tells the agent what to do and to leave.
func noEvidence(text string) bool { return statesNothing(text) || ordersOnly(text) }

// ordersOnly says whether a text only tells the agent what always or never to do, or what to call off.
func ordersOnly(text string) bool {
	if _, ok := readOrder(text); ok {
		return true
	}
	if at := strings.LastIndexByte(text, ','); at >= 0 { // "don't mention the boat, it sank in Kiel" tells something
		if first, _, more := strings.Cut(plainWords(text[at:]), " "); more && isOneOf(" it it's he he's she she's they they're i i'm we there that's this my our his her ", first) {
			return false
		}
	}
	orders := 0
	for _, f := range extract.Read(extract.Utterance{Text: text}) {
		if f.Kind != extract.Rule || !addresses(f.Quote) && !broached(f.Quote) {
			return false
		}
		orders += len(strings.Fields(f.Quote))
	}
	return orders > 0 && orders+2 >= len(strings.Fields(text)) || orders == 0 && !strings.Contains(text, ",") && broached(text)
}

// statesNothing says that a message states nothing: it was a question or a command.
func statesNothing(text string) bool {
	if c, ok := command.Parse(text); ok && c.Name != "remember" && c.Name != "wrong" && c.Name != "predict" {
		return true
	}
	if _, ok := readRequest(text); ok {
		return false // what he asked to be reminded of may well be asked for
	}
	if begs.MatchString(strings.TrimSpace(text)) {
		return false
	}
	if words := courtesy(text); nods(words) || thanks(words) || greetings[words] != "" || words == "done" || strings.HasPrefix(words, "revisit ") {
		return true
	}
	if _, moves := movedThat(text); moves || dropsThat.MatchString(plainWords(text)) || listing(text) != nil || dealt(text) != nil {
		return true
	}
	return (classify.Question(text) || wantsThought(text) || asksForMemory(text)) && !states(text) && !extract.AsksToKeep(text)
}

// wantsHistory says whether a question is about what used to be.
func wantsHistory(text string) bool {
	low := " " + plainWords(text) + " "
	for _, sign := range []string{" used to ", " before ", " previously ", " earlier ", " formerly ", " was ", " were ", " did ", " history "} {
		if strings.Contains(low, sign) {
			return sign != " was " && sign != " were " && sign != " did " || strings.Contains(low, " originally ")
		}
	}
	return false
}

// filed are the words in which something is known of whom the question names, as the files of people
// have them (see acquaintance.Known): "I run a bakery" where it asks for his work. A search by words
// alone may not find them.
func (v *visit) filed(ctx context.Context, t *turn.Turn, q extract.Question) ([]string, error) {
	if q.Attribute == "owes" && q.Value == extract.Me {
		return []string{"owes me", "owes us", "paid me back", "paid us back"}, nil // whoever does
	}
	if q.Attribute == "" || len(q.Subjects) == 0 {
		return nil, nil
	}
	known, err := acquaintance.Known(ctx, t)
	if err != nil {
		return nil, err
	}
	var texts []string
	take := func(p people.Person, subject string) {
		for _, s := range slices.Backward(p.Statements) {
			if len(texts) < mostFiled && strings.EqualFold(s.Subject, subject) && extract.Alike(q.Attribute, s.Attribute) {
				texts = append(texts, s.Text)
			}
		}
	}
	for _, subject := range q.Subjects {
		if subject == extract.Me {
			take(known.Own(), subject)
		} else if files := known.Called(subject); len(files) == 1 {
			take(files[0], subject)
		}
	}
	return texts, nil
}

// mostFiled is how many statements of files are looked up for one question, the newest.
const mostFiled = 4
