package procedure

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"citadel/brain/classify"
	"citadel/brain/extract"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/words"
)

// subjectShrugHelp marks the post that said how a model is set up: once a day at most
// (MESSAGES 8).
const subjectShrugHelp = "shrug-help"

// evidenceLines is how many quotes a shrug shows. With its head, what is missing and the
// help it stays within a message.
const evidenceLines = 4

// dayLines is how many, where all that was said at a time is asked for: "summarise today".
const dayLines = 8

// shrug answers what nobody else could: what is known that bears on it, and why no model
// weighs it (SPEC §10). It never pretends.
func shrug(ctx context.Context, v *visit) (*turn.Reply, error) {
	thought := wantsThought(v.Text) || onlyOrders(v.Text)
	if !v.asks() && !thought && !asksForMemory(v.Text) {
		return nil, nil
	}
	if strings.TrimRight(strings.ToLower(strings.TrimSpace(v.Text)), "?!. ") == "why not" { // talk, and no command (TRUST)
		reply := &turn.Reply{By: "shrug"}
		reply.Text.Say("%s, so I can't argue it. `why more` shows what the last answer rested on, and what was left out.", capital(v.Lacking()))
		return reply, nil
	}
	r, err := v.read(ctx)
	if err != nil {
		return nil, err
	}
	reply := &turn.Reply{By: "shrug", Direct: r.to != memory.Sight{}, To: r.to, Among: r.result.Among}
	switch c := classify.Category(v.Category); {
	case thought || c == classify.Technical:
		if err := v.unweighed(ctx, reply, r); err != nil {
			return nil, err
		}
	case c == classify.Factual && !r.found() && !personal(r.question):
		v.nothing(reply, r)
		reply.Text.Say(" %s, so I know only what you told me.", capital(v.Lacking()))
	default: // it asks for what was said, and nothing was: a model would not know either
		v.nothing(reply, r)
		return reply, nil
	}
	return reply, v.help(ctx, reply)
}

// personal are questions about people in the principal's life: a model would not know.
func personal(q extract.Question) bool {
	if q.Speaker != "" || q.Expects == extract.List || slices.Contains(q.Subjects, extract.Me) {
		return true
	}
	switch q.Attribute {
	case "residence", "employer", "birthday", "spouse", "whereabouts", "phone", "phone number", "email", "owes", "owns", "promise", "decision", "rule", "feeling":
		return true
	}
	return false
}

// unweighed lists the evidence for what would need reasoning.
func (v *visit) unweighed(ctx context.Context, reply *turn.Reply, r *reading) error {
	cannot := "do"
	if v.Question && weighs(v.Text) {
		cannot = "weigh"
	}
	items, most := r.result.Items, evidenceLines
	if r.timed {
		most = dayLines
	}
	n := 0
	var shown []event.Seq
	for _, i := range r.result.Newest(len(items)) {
		if n == most || r.stale(i) || !r.timed && share(r.question.Text, i.Speaker+" "+i.Text) < 0.2 {
			continue
		}
		if n == 0 {
			reply.Text.Say("I can't %s that: %s. What I have:", cannot, v.Lacking())
		}
		n++
		v.quote(reply.Text.Item(), i, r.excerpt(i.Text), listWords)
		if err := v.open(ctx, &reply.Text, i.Seq); err != nil {
			return err
		}
		shown = append(shown, i.Seq)
	}
	missing := r.missing(v)
	switch {
	case n == 0 && missing != "":
		reply.Text.Say("I can't %s that: %s. I have nothing about ", cannot, v.Lacking()).Claim(v.Heard(), "%s", missing).Say(".")
	case n == 0:
		reply.Text.Say("I can't %s that: %s. I have nothing that bears on it.", cannot, v.Lacking())
	case missing != "":
		reply.Text.Break().Say("Nothing about ").Claim(v.Heard(), "%s", missing).Say(".")
	}
	reply.Found = r.result.Used(shown...)
	return nil
}

// open adds that an open loop rests on a message, with its handle.
func (v *visit) open(ctx context.Context, to *phrase.Text, message event.Seq) error {
	q := ledger.Query{From: []event.Seq{message}, Kinds: []event.Kind{event.LoopOpened{}.Kind()}}
	for r, err := range v.Mind.Events(ctx, q) {
		if err != nil {
			return err
		}
		still := false
		v.Read(func(view memory.View) { _, still = view.Loops.Loop(r.Seq) })
		if still {
			to.Claim([]event.Seq{r.Seq}, "; still open as `%s`", phrase.Handle('l', r.Seq))
			return nil
		}
	}
	return nil
}

// nothing says that a question about what was said has no answer, and what comes nearest
// (MESSAGES 17).
func (v *visit) nothing(reply *turn.Reply, r *reading) {
	about := r.about()
	if about == "" || len(strings.Fields(about)) > longAbout {
		reply.Text.Say("I have nothing that answers this")
	} else {
		reply.Text.Say("I have nothing about ").Claim(v.Heard(), "%s", about)
	}
	if r.more {
		reply.Text.Say(" here")
	}
	reply.Text.Say(".")
	for _, i := range r.result.Items {
		if r.stale(i) || r.foreign(i) || share(r.question.Text, i.Speaker+" "+i.Text) < 0.4 {
			continue
		}
		reply.Text.Say(" Nearest: ")
		v.quote(&reply.Text, i, r.excerpt(i.Text), listWords)
		reply.Text.Say(".")
		reply.Found = r.result.Used(i.Seq)
		return
	}
	reply.Found = r.result.Used()
}

// How many words may be named as what is not known. What is longer is half the question, and
// not a thing.
const (
	longSubject = 4
	longAbout   = 8
)

// about words what a question asks for, as it stands behind "I have nothing about".
func (r *reading) about() string {
	q := r.question
	if q.Expects == extract.Report && q.Topic != "" {
		return withArticle(q.Text, q.Topic)
	}
	if low := lead(plainWords(q.Text)); len(q.Subjects) == 0 && (strings.HasPrefix(low, "are you ") || strings.HasPrefix(low, "do you ")) {
		return "" // what it names is said of the agent
	}
	if len(q.Subjects) == 0 {
		return r.unheard(cmp.Or(q.Value, q.Topic))
	}
	if len(strings.Fields(q.Subjects[0])) > longSubject || q.Attribute == "amount" {
		return ""
	}
	subject := withArticle(q.Text, q.Subjects[0])
	if rest, ok := cutAny(subject, "my ", "our "); ok {
		subject = "your " + rest
	}
	switch {
	case q.Subjects[0] == extract.Me && q.Attribute == "name":
		return "your name"
	case q.Subjects[0] == extract.Me && q.Attribute == "residence":
		return "where you live"
	case q.Subjects[0] == extract.Me && q.Attribute == "allergic to":
		return "your allergies"
	case q.Expects == extract.Person && q.Subjects[0] == extract.Me && q.Attribute != "" && q.Attribute != "who":
		return "who your " + q.Attribute + " is"
	case q.Expects == extract.Person && q.Attribute == "role": // the CFO at Acme
		return "who " + subject + " is"
	case q.Expects == extract.Person && q.Attribute != "" && q.Attribute != "who":
		return "who " + possessive(subject) + " " + q.Attribute + " is"
	case q.Subjects[0] == extract.Me && q.Attribute != "" && !strings.Contains(kinds, " "+q.Attribute+" "):
		return "your " + q.Attribute
	case q.Subjects[0] == extract.Me:
		return r.unheard(cmp.Or(q.Value, q.Topic))
	case phrases[q.Attribute] != "":
		return strings.Replace(strings.Replace(phrases[q.Attribute], "X's", possessive(subject), 1), "X", subject, 1)
	}
	if q.Attribute != "" && !strings.Contains(kinds, " "+q.Attribute+" ") {
		return possessive(subject) + " " + q.Attribute
	}
	return r.unheard(subject)
}

// possessive is whose something is: "Ana's", "Jonas's", "your kids'".
func possessive(subject string) string {
	last := subject[strings.LastIndexByte(subject, ' ')+1:]
	first, _ := utf8.DecodeRuneInString(last)
	if unicode.IsLower(first) && strings.HasSuffix(last, "s") && !strings.HasSuffix(last, "ss") {
		return subject + "'"
	}
	return subject + "'s"
}

// unheard is what a question is about, or "" if something was said about it after all, but
// not what was asked.
func (r *reading) unheard(about string) string {
	names := func(w string) bool { return !words.Stop(strings.ToLower(w)) }
	if clausal(r.question.Text, about) || slices.Contains(r.result.Named, about) || !slices.ContainsFunc(strings.Fields(about), names) { // "in this"
		return ""
	}
	for _, i := range r.result.Items {
		if share(about, i.Speaker+" "+i.Text) == 1 {
			return ""
		}
	}
	return about
}

// clausal says whether what a question was read to be about is no thing but a piece of its sentence: "ask
// that" of "why did you ask that?", "happy" of "am I happy?", "important" of "what's important now?".
func clausal(question, about string) bool {
	low, about := " "+plainWords(question)+" ", plainWords(about)
	first, _, _ := strings.Cut(about, " ")
	if first != "" && isOneOf(" in at on to from with for of by about into than as ", first) {
		return true
	}
	if isOneOf(" important urgent new next wrong right good bad best worst interesting missing left true possible pending up happening fun nice different ", about) {
		return true
	}
	before, _, found := strings.Cut(low, " "+about+" ")
	if !found || about == "" {
		return false
	}
	words := strings.Fields(before)
	return len(words) > 0 && isOneOf(" i we you he she they it did ", words[len(words)-1])
}

// withArticle is a phrase with the article it has in a text.
func withArticle(text, phrase string) string {
	for _, article := range [...]string{"the ", "a ", "an ", "my ", "our "} {
		_, after, said := strings.Cut(strings.ToLower(text), " "+article+strings.ToLower(phrase))
		next, _, _ := strings.Cut(strings.TrimSpace(after), " ")
		if said && (!unicode.IsUpper([]rune(phrase)[0]) || next == "" || after[0] != ' ' || isOneOf(afterNoun, next)) {
			return strings.NewReplacer("my ", "your ", "our ", "your ").Replace(article) + phrase
		}
	}
	return phrase
}

// afterNoun are words by which a noun has ended: "the Acme renewal" is not about the Acme.
const afterNoun = " is are was were will would can could has have had does did do for at in on of to from by with and or about than again still now today "

// kinds of items that a question may name in place of an attribute.
const kinds = " promise decision rule feeling who owns owes likes dislikes prefers buys sells "

// phrases word the attributes that are no nouns.
var phrases = map[string]string{
	"residence": "where X lives", "employer": "where X works", "whereabouts": "where X is", "location": "where X is",
	"birthday": "X's birthday", "date": "when X is", "due": "when X is due", "end": "when X ends", "start": "when X starts",
	"price": "what X costs", "pays": "what X pays", "spouse": "whom X is married to", "role": "what X does", "origin": "where X comes from", "birthplace": "where X was born",
}

// missing names those of the question of whom nothing was found.
func (r *reading) missing(v *visit) string {
	for _, s := range slices.Concat(r.question.Subjects, names(v.Text)) {
		if s == extract.Me || strings.HasPrefix(s, "my ") || strings.HasPrefix(s, "our ") || onlyTimed(s, v.Now) {
			continue
		}
		known := false
		for _, i := range r.result.Items {
			known = known || share(s, i.Speaker+" "+i.Text) > 0
		}
		if !known && len(meaning(s)) > 0 && strings.ContainsFunc(s, unicode.IsLetter) {
			return withArticle(v.Text, s)
		}
	}
	return ""
}

// names are the words of a question that are written like names: with a capital, and not
// because a sentence begins.
func names(text string) []string {
	var out []string
	begins := true
	for w := range strings.FieldsSeq(text) {
		name := strings.TrimFunc(strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "’s"), func(r rune) bool { return !unicode.IsLetter(r) })
		r, _ := utf8.DecodeRuneInString(name)
		if !begins && unicode.IsUpper(r) && len(name) > 1 && !strings.HasPrefix(name, "I'") {
			out = append(out, name)
		}
		begins = strings.HasSuffix(w, ".") || strings.HasSuffix(w, "?") || strings.HasSuffix(w, "!") || strings.HasSuffix(w, ":")
	}
	return out
}

// help adds how reasoning is to be had where no model is set up, unless that was said since
// midnight.
func (v *visit) help(ctx context.Context, reply *turn.Reply) error {
	if v.Host.Reasons() {
		return nil
	}
	posts, err := v.postsToday(ctx)
	if err != nil {
		return err
	}
	for _, p := range posts {
		if p.Subject == subjectShrugHelp {
			return nil
		}
	}
	reply.Subject = subjectShrugHelp
	reply.Text.Break().Say("%s", turn.SetUp)
	return nil
}

// postsToday gives our posts since midnight, newest first.
func (v *visit) postsToday(ctx context.Context) ([]event.PostQueued, error) {
	y, m, d := v.Now.Date()
	midnight := time.Date(y, m, d, 0, 0, 0, 0, v.Now.Location())
	var posts []event.PostQueued
	for r, err := range ledger.Each[event.PostQueued](ctx, v.Mind, ledger.Query{Newest: true, Limit: 500}) {
		if err != nil {
			return nil, err
		}
		if r.At.Before(midnight) {
			break
		}
		posts = append(posts, r.Said)
	}
	return posts, nil
}

// wantsThought says whether a message asks for an opinion, for text to be written, for
// something to be worked out, or for knowledge of the world: what only a model can do.
func wantsThought(text string) bool {
	if weighs(text) || sum(text) {
		return true
	}
	// "Review moved to Friday" begins like a request, and tells something.
	return hasPrefixWord(lead(plainWords(text)), thinking) && !states(text) && !extract.Compound(text)
}

// ordersToo says whether one of the sentences of a message wants something done, whatever the others tell: "I promised
// Lena an answer. Send it to her". What an order is to write down, behind a colon, is nothing that it tells.
func ordersToo(text string) bool {
	for _, s := range sentences(text) {
		s, behind, _ := strings.Cut(s, ": ")
		if behind != "" && labels(s) || addressed(behind) && hasPrefixWord(lead(plainWords(behind)), doing) { // "be quick: mail a@b.example"
			return true
		}
		if strings.Contains(" "+plainWords(s)+" ", " please ") { // "calendar, please"
			return true
		}
		for part := range strings.SplitSeq(s, "; ") {
			part, more, _ := strings.Cut(part, ", ")                      // "shut the blinds, the sun is in my eyes"
			if slices.ContainsFunc(strings.Split(more, ", "), ordersIt) { // "dinner is at seven, get it into my calendar"
				return true
			}
			low := lead(plainWords(part))
			orders := hasPrefixWord(low, thinking) || hasPrefixWord(low, doing)
			if orders && (addressed(part) || !states(part) && !extract.Compound(part)) {
				return true
			}
		}
	}
	return false
}

// labels says whether what stands before a colon is where the rest goes: "Diary: piano tuner on 3 December".
func labels(s string) bool {
	return slices.Contains([]string{"calendar", "diary", "agenda"}, strings.ToLower(strings.TrimSpace(s)))
}

// ordersIt says whether words order something to be done with what was just told: "get it into my calendar".
func ordersIt(s string) bool {
	low := strings.Fields(lead(plainWords(s)))
	return len(low) > 2 && slices.Contains(doing, low[0]) && slices.Contains([]string{"it", "that", "this", "them"}, low[1])
}

// addressed says whether a text names an address of mail: an order that has one is no piece of news, whatever it
// is to tell there.
func addressed(text string) bool {
	return slices.ContainsFunc(strings.Fields(text), func(w string) bool {
		name, host, at := strings.Cut(w, "@")
		return at && name != "" && strings.Contains(host, ".")
	})
}

// doing are more words by which people order, at the head of a sentence that tells nothing.
var doing = []string{
	"put", "add", "mail", "tell", "let", "pass", "reply", "answer", "forward", "enter", "block", "save", "note", "text", "message", "move", "cancel", "reschedule",
	"switch", "open", "close", "shut", "turn", "lock", "unlock", "keep", "store", "mark", "throw", "replace", "upload", "start", "stop", "set", "make", "get", "post", "share", "invite",
}

// onlyOrders says whether a message wants one thing done and tells nothing: "keep an eye on the renewal". Many such
// words are others as well, so what they are done to has to follow: "store opens at nine" orders nothing.
func onlyOrders(text string) bool {
	said := strings.Fields(strings.TrimSpace(text))
	low := strings.Fields(lead(plainWords(text)))
	if len(low) < 3 || len(said) < len(low) || len(sentences(text)) > 1 {
		return false
	}
	next := said[len(said)-len(low)+1]
	named := unicode.IsUpper([]rune(next)[0]) && isOneOf(" tell ask text message mail invite remind answer ", low[0])
	polite := strings.HasPrefix(plainWords(text), "please ") || strings.HasSuffix(plainWords(text), " please")
	done := named || isOneOf(doneTo, low[1]) && (polite || !isOneOf(" let tell stop ", low[0])) || intoCalendar(low)
	return done && (slices.Contains(doing, low[0]) || isOneOf(" watch track monitor ask change delete remove switch charge pay ", low[0])) && !states(text) && !extract.Compound(text)
}

// intoCalendar says whether something is to go there: "put lunch with Kim into my calendar on Tuesday".
func intoCalendar(low []string) bool {
	for i, w := range low[1:] {
		if isOneOf(" calendar diary agenda ", w) && isOneOf(" my the our ", low[i]) && i > 1 && isOneOf(" in into to on ", low[i-1]) {
			return isOneOf(" put add enter block save note ", low[0])
		}
	}
	return false
}

const doneTo = " the my our your a an this that these those it them him her his their all everything every "

// states says whether a text tells something that package extract can hold on to.
func states(text string) bool { return len(extract.Read(extract.Utterance{Text: text})) > 0 }

// lead takes off what comes before a request.
func lead(low string) string {
	for {
		rest, ok := cutAny(low, "please ", "citadel ", "hey ", "hi ", "ok ", "okay ", "so ", "and ", "now ", "well ", "can you ", "could you ", "would you ",
			"will you ", "can u ", "i need you to ", "i want you to ", "i'd like you to ", "kindly ", "just ", "then ")
		if !ok {
			return low
		}
		low = rest
	}
}

func hasPrefixWord(low string, leads []string) bool {
	for _, l := range leads {
		if low == l || strings.HasPrefix(low, l+" ") {
			return true
		}
	}
	return false
}

// thinking are the words that a request for thought or for writing begins with.
var thinking = []string{
	"write", "draft", "rewrite", "rephrase", "reword", "proofread", "explain", "summarise", "summarize", "sum up", "translate", "calculate", "compute",
	"compare", "analyse", "analyze", "suggest", "recommend", "advise", "advise me", "brainstorm", "plan", "estimate", "predict", "evaluate", "review",
	"help me", "give me advice", "give me ideas", "give me an idea", "give me a summary", "give me a recap", "summary of", "a summary of", "recap", "tell me a joke", "tell me a story", "make a list of ideas",
	"come up with", "think about", "think of", "compose", "design", "describe", "debug", "fix", "solve", "convert", "research", "look up", "google",
	"search the web", "search online", "send", "email", "book", "order", "schedule", "play", "print", "turn on", "turn off", "prepare", "outline", "generate", "create", "code", "what if", "how to", "how do i", "how do we", "how do you",
	"how does one", "how can i", "how can we", "how should", "how would", "how could", "what's the best way", "what is the best way",
}

// weighs says whether a message asks for a judgement.
func weighs(text string) bool {
	low := " " + lead(plainWords(text)) + " "
	if strings.HasPrefix(low, " should ") {
		return true
	}
	for _, sign := range []string{
		" should i ", " should we ", " shall i ", " shall we ", " shouldn't i ", " shouldn't we ", " ought i ", " do you think ", " what do you think ", " what would you ",
		" would you rather ", " is it a good idea ", " is it worth ", " is it wise ", " is it better ", " would it be ", " what should ", " who should ",
		" when should ", " where should ", " which should ", " pros and cons ", " your opinion ", " your advice ", " your view ", " any advice ", " any ideas ",
		" any suggestions ", " any tips ", " do you recommend ", " would you recommend ", " makes sense to ", " make sense to ", " am i right ", " was i right ",
		" what are the odds ", " how likely ", " what's your take ", " good idea to ",
	} {
		if strings.Contains(low, sign) {
			return true
		}
	}
	return false
}

// sum says whether a message is arithmetic: figures with a sign between them.
func sum(text string) bool {
	figures, signs := 0, 0
	for f := range strings.FieldsSeq(strings.NewReplacer("*", " * ", "+", " + ", "/", " / ", "×", " × ", "÷", " ÷ ", "?", " ", "=", " ").Replace(text)) {
		switch {
		case strings.Trim(f, "0123456789.,%") == "":
			figures++
		case strings.Contains("+*/×÷-", f), f == "times", f == "plus", f == "minus", f == "divided":
			signs++
		}
	}
	return figures > 1 && signs > 0 && (strings.Contains(text, "?") || strings.Contains(text, "="))
}
