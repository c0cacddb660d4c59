package consent

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"citadel/tools"
)

// Request is what the principal said in one go: the messages of one turn, or an answer with what it
// answers. A call is his own only where one request holds all of it: a name of one day and an order of
// another are no wish of his, however well they fit.
type Request struct {
	Texts []string // as he wrote them, oldest first
	Times []string // the days and times that they name, as tools write them
}

// own says whether a call is what a request asks for: it has every text and choice of the call, and
// it asks (SPEC §11). To have the words is not enough: who writes "never send that to Lena" wrote
// all of the call that does.
func (r Request) own(t tools.Tool, args json.RawMessage) bool {
	words := append(slices.Clone(r.Texts), r.Times...)
	return Own(args, words) && chosen(t.Params, args, r.Texts) && r.asks(t.Name, args)
}

// Wants says whether a text asks for something to be done, as far as plain English shows it.
func Wants(text string) bool { return slices.ContainsFunc(read(text, nil), phrase.wants) }

// asks says whether a request wants a call done, as far as plain English shows it. It reads to err
// on one side: what is not plainly wanted is asked about. So it is no request where
//
//   - nothing in it asks for anything: "the contract is with Lena"; but who names an address or a place and
//     writes out what is to go there asks by that, whatever his words for it, unless he tells what was done;
//   - it refuses, or takes something back: "don't", "never", "not yet", "stop";
//   - it depends on something: "if she agrees", "unless", "once it is signed";
//   - it wants a draft, and the tool makes none by its name: whoever asks for a draft does not send;
//   - an argument stands nowhere but in a question, a doubt or what somebody said ("should I send
//     it?", "maybe", "he wants"), or all of them stand in quotation marks, and no order of his around them.
//
// What is to be written is no part of that: in "mail Ana: it won't work" the mail refuses, and not
// the principal. That is an argument in quotation marks, behind a colon, on a line of its own or
// behind "saying"; and no other argument is taken out of it.
func (r Request) asks(tool string, args json.RawMessage) bool {
	texts, err := texts(args)
	if err != nil {
		return false
	}
	all := r.phrases(texts)
	outside := false // an argument stands outside of quotation marks
	for _, text := range texts {
		wanted := fold(tokens(text))
		if len(wanted) == 0 || Own(quoted(text), r.Times) {
			continue
		}
		others := slices.DeleteFunc(slices.Clone(texts), func(other string) bool { return holds(wanted, fold(tokens(other))) })
		plain := false
		for i, p := range r.phrases(others) {
			free, unquoted := p.has(wanted)
			plain = plain || free && r.wanted(all, i, texts) && goes(text)
			plain = plain || free && !all[i].doubts && !all[i].asksBack() && (goes(text) || !all[i].past())
			outside = outside || free && (unquoted || slices.Contains(orders, first(all[i].begins())) || all[i].imperative())
		}
		if !plain {
			return false
		}
	}
	asks := false
	for i, p := range all {
		draft := strings.Contains(tool, "draft")
		if p.halts(tool) && !slices.ContainsFunc(slices.Delete(slices.Clone(all), i, i+1), phrase.holdsArgument) {
			asks = true
			continue
		}
		if p.refuses(draft) || p.depends(p.put && all[i-1].holdsArgument()) || p.wantsDraft() && !draft {
			return false
		}
		asks = asks || p.wants()
	}
	return (asks || slices.ContainsFunc(texts, goes) && slices.ContainsFunc(all, phrase.dictates)) && outside
}

// wanted says whether a phrase names who wants something and the next one has it sent there: "priya@acme.example wants
// the sizes. Mail her: …". That is so where the call has but one address.
func (r Request) wanted(all []phrase, i int, args []string) bool {
	if i+1 >= len(all) || !all[i].doubts || all[i].asked {
		return false
	}
	addresses := 0
	for _, a := range args {
		if goes(a) {
			addresses++
		}
	}
	return addresses == 1 && all[i+1].toThem()
}

// toThem says whether a phrase begins by having something told to whom the one before named: "mail her, …".
func (p phrase) toThem() bool {
	b := p.begins()
	if len(b) < 2 || !slices.Contains(orders, b[0]) || !slices.Contains([]string{"him", "her", "them"}, b[1]) {
		return false
	}
	if b[1] != "her" {
		return true
	}
	at := slices.IndexFunc(p.words, func(w word) bool { return w.low == "her" })
	return p.words[at].comma || p.words[at].colon || len(b) > 2 && slices.Contains(behindHer, b[2]) // and not "her boss"
}

// goes says whether a text is an address, or a place of a file.
func goes(text string) bool { return len(tokens(text)) == 1 && strings.ContainsAny(text, "@/") }

// leastDictated is how many words somebody writes out who dictates; fewer are soon said by the way. Ours.
const leastDictated = 3

// dictates says whether a phrase has something in it that is to be written as it stands.
func (p phrase) dictates() bool {
	n := 0
	for _, w := range p.words {
		if !w.given {
			n = 0
			continue
		}
		if n++; n == leastDictated {
			return true
		}
	}
	return false
}

// word is one of a text.
type word struct {
	low    string
	quoted bool
	of     bool // of an argument
	given  bool // of one that is to be written, as it is
	comma  bool // a comma follows
	colon  bool // a colon follows
}

// phrase is a sentence, or a line.
type phrase struct {
	words  []word
	asked  bool // it ends with a question mark
	doubts bool // it tells what others said, or what may be
	shown  bool // it stands below a line that ends with a colon
	put    bool // it is what somebody is to be asked: "whether she got it"
}

// phrases are those of all texts of a request, with the words of arguments marked.
func (r Request) phrases(args []string) (all []phrase) {
	for _, text := range r.Texts {
		all = append(all, read(text, args)...)
	}
	return all
}

// seen is a word with what stands around it.
type seen struct {
	begins, ends, asked, colon bool // a line, a sentence, a question; one follows
}

// read takes a text apart. Words are those of tokens, so that an argument that is Own is found.
func read(text string, args []string) (all []phrase) {
	var words []word
	var marks []seen
	quoted := false
	for line := range strings.Lines(text) {
		begins := true
		for field := range strings.FieldsSeq(strings.Map(small, line)) {
			low := bare(field)
			head, tail, _ := strings.Cut(field, low)
			if quotes(head) {
				quoted = !quoted
			}
			if low != "" {
				words = append(words, word{low: strings.ReplaceAll(low, "’", "'"), quoted: quoted, comma: strings.Contains(tail, ","), colon: strings.Contains(tail, ":")})
				marks = append(marks, seen{begins, strings.ContainsAny(tail, ".!?;…"), strings.Contains(tail, "?"), strings.Contains(tail, ":")})
				begins = false
			}
			if quotes(tail) {
				quoted = !quoted
			}
		}
	}
	for _, arg := range args {
		mark(words, fold(tokens(arg)), func(i int) bool {
			return words[i].quoted || i > 0 && (marks[i-1].colon || marks[i].begins || slices.Contains(sayings, words[i-1].low))
		})
	}
	var p phrase
	shown, told := false, false
	end := func() {
		p.shown = shown
		p.doubts = told || p.tells()
		all, p = append(all, p.parted()...), phrase{}
	}
	for i, w := range words {
		if i > 0 && (marks[i].begins || marks[i-1].ends) {
			end()
			if marks[i].begins && marks[i-1].colon {
				shown, told = true, told || all[len(all)-1].doubts
			}
		}
		p.words, p.asked = append(p.words, w), p.asked || marks[i].asked
	}
	end()
	return all
}

// mark notes which words are those of an argument, and which of them are to be written as they are.
func mark(words []word, arg []string, given func(int) bool) {
	for i := 0; len(arg) > 0 && i+len(arg) <= len(words); i++ {
		run := words[i : i+len(arg)]
		if !slices.EqualFunc(run, arg, func(w word, a string) bool { return w.low == a }) {
			continue
		}
		as := given(i)
		for k := range run {
			run[k].of, run[k].given = true, run[k].given || as
		}
	}
}

// fold makes one apostrophe of the two that people write.
func fold(words []string) []string {
	for i, w := range words {
		words[i] = strings.ReplaceAll(w, "’", "'")
	}
	return words
}

// quotes says whether marks beside a word begin or end what is quoted. A single one is an apostrophe
// as often.
func quotes(marks string) bool {
	n := 0
	for _, r := range marks {
		if strings.ContainsRune("\"“”„«»", r) {
			n++
		}
	}
	return n%2 == 1
}

// has says whether an argument begins in a phrase, free of what is to be written of others; and whether it
// is so outside of quotation marks. What runs over the end of a sentence, as a mail of two does, is held
// by the one in which it begins.
func (p phrase) has(arg []string) (free, unquoted bool) {
	for i := range p.words {
		n := min(len(arg), len(p.words)-i)
		run := p.words[i : i+n]
		if !slices.EqualFunc(run, arg[:n], func(w word, a string) bool { return w.low == a }) || n < len(arg) && i+n < len(p.words) {
			continue
		}
		if !slices.ContainsFunc(run, func(w word) bool { return w.given }) {
			free, unquoted = true, unquoted || !run[0].quoted
		}
	}
	return free, unquoted
}

// plain are the words of a phrase that are neither quoted nor to be written.
func (p phrase) plain() (all []string) {
	for _, w := range p.words {
		if !w.quoted && !w.given {
			all = append(all, w.low)
		}
	}
	return all
}

// begins are the plain words behind what says nothing at the head of a sentence.
func (p phrase) begins() []string {
	all := p.plain()
	for len(all) > 0 {
		switch {
		case slices.Contains(fillers, all[0]):
			all = all[1:]
		case len(all) > 3 && slices.Equal(all[:3], []string{"before", "i", "forget"}):
			all = all[3:]
		default:
			return all
		}
	}
	return nil
}

// refuses says whether a phrase wants something not to be done, or could mean that of what was said
// beside it. Who wants a draft may add that it is not to be sent.
func (p phrase) refuses(draft bool) bool {
	plain, begins := p.plain(), p.begins()
	if slices.Contains(takesBack, first(begins)) && !p.hands() && !p.reserves(len(plain)-len(begins)) {
		return true
	}
	at := slices.IndexFunc(plain, refusal)
	if at >= 0 && p.reserves(at) {
		at = -1
	}
	if at > 0 && plain[at-1] == "to" && (plain[at] == "hold" || plain[at] == "wait") { // "a list to hold it all"
		at = -1
	}
	switch {
	case at < 0:
		return false
	case draft && at+1 < len(plain) && strings.HasPrefix(plain[at+1], "send"):
		return false
	case at+1 < len(plain) && slices.Contains(harmless, plain[at+1]):
		return false // "don't forget to"
	case p.asked && slices.Contains(wonders, first(begins)) && !p.holdsArgument():
		return false // "wasn't that his?"
	case p.asked && at == len(plain)-2 && strings.HasSuffix(plain[at], "n't") && slices.Contains(pointing, plain[at+1]):
		return false // "isn't it?"
	case p.asked && plain[at] == "not" && at+1 < len(plain) && plain[at+1] == "too" && !p.holdsArgument():
		return false // "not too harsh, I hope?"
	}
	points := func(w string) bool { return slices.Contains(pointing, w) }
	if len(plain) <= 3 || refusal(first(begins)) || p.holdsArgument() || slices.ContainsFunc(plain, points) {
		return true
	}
	if first(begins) == "i" && slices.Contains(unable, plain[at]) {
		return false // "I can't get there now"
	}
	return slices.ContainsFunc(plain, func(w string) bool { return slices.Contains(orders, w) })
}

// halts says whether a phrase wants a thing stopped that runs, by a tool that does so or switches: "please stop the
// mower now". It names nothing else. Who stops what he asked for takes it back.
func (p phrase) halts(tool string) bool {
	does := func(part string) bool { return slices.Contains(halting, part) }
	begins := p.begins()
	if first(begins) != "stop" || !slices.ContainsFunc(strings.FieldsFunc(tool, func(r rune) bool { return r == '_' || r == '-' }), does) {
		return false
	}
	rest := p.words[len(p.words)-len(begins)+1:]
	return p.holdsArgument() && len(p.plain()) == len(p.words) &&
		!slices.ContainsFunc(rest, func(w word) bool { return !w.of && !slices.Contains(besideThings, w.low) })
}

// hands says whether a phrase wants something handed over, by words that take back as often: "drop Priya
// a note", "leave me a draft".
func (p phrase) hands() bool {
	b := p.begins()
	if len(b) < 4 || b[0] != "drop" && b[0] != "leave" || slices.Contains(pointing, b[1]) && b[1] != "him" && b[1] != "her" && b[1] != "them" {
		return false
	}
	return b[2] == "a" || b[2] == "an"
}

// reserves says whether a word of a phrase keeps a day free for something: "hold Friday from 1 to 2 for lunch".
// To hold anything else is to wait with it.
func (p phrase) reserves(at int) bool {
	plain := p.plain()
	if plain[at] != "hold" || !slices.Contains(plain[at:], "for") {
		return false
	}
	next := first(plain[at+1:])
	return slices.Contains(days, next) || next != "" && strings.Trim(next, "0123456789") == ""
}

// holdsArgument says whether a word of it is of an argument, and not one that is only to be written.
func (p phrase) holdsArgument() bool {
	return slices.ContainsFunc(p.words, func(w word) bool { return w.of && !w.given })
}

// first is the first of some words; empty where there is none.
func first(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return words[0]
}

// refusal says whether a word refuses: not, never, don't and the like.
func refusal(w string) bool {
	return slices.Contains(refusals, w) || strings.HasSuffix(w, "n't")
}

// depends says whether a phrase makes something wait for something else. What the one is asked whom a call goes to
// (put) is no condition; "ask Ana if we may. Send Tom the plan" waits for Ana.
func (p phrase) depends(put bool) bool {
	plain := p.plain()
	next := func(i int) string { return first(plain[min(i+1, len(plain)):]) }
	for i, w := range plain {
		switch {
		case i == 0 && put:
		case slices.Contains(conditions, w) && (i == 0 || plain[i-1] != "what"):
			return true
		case w == "when" && !p.asked && (i == 0 || plain[i-1] != "know"):
			return true
		case w == "once" && !slices.Contains([]string{"a", "an", "per", "more"}, next(i)):
			return true
		case w == "soon" && i > 0 && plain[i-1] == "as" && next(i) == "as":
			return true
		case w == "in" && next(i) == "case":
			if i+3 < len(plain) && plain[i+2] == "i" && plain[i+3] == "forget" {
				continue
			}
			return true
		case (w == "until" || w == "till") && !strings.ContainsFunc(next(i), unicode.IsDigit):
			return true
		case (w == "after" || w == "before" || w == "as") && slices.Contains(persons, next(i)):
			if i+2 < len(plain) && plain[i+2] == "forget" { // "before I forget"
				continue
			}
			return true
		}
	}
	return false
}

// asksSomebody says whether a phrase begins by sending a question to somebody.
func (p phrase) asksSomebody() bool {
	words := slices.Clone(p.words)
	for len(words) > 0 && slices.Contains(fillers, words[0].low) {
		words = words[1:]
	}
	return len(words) > 1 && words[0].low == "ask" && !words[0].quoted && !slices.Contains([]string{"me", "yourself", "first", "again"}, words[1].low)
}

// parted takes off what somebody is to be asked: "ask Ana | whether she got it". It goes by nothing but the text,
// so that phrases are the same ones whatever the arguments are.
func (p phrase) parted() []phrase {
	at := slices.IndexFunc(p.words, func(w word) bool { return !w.quoted && (w.low == "whether" || w.low == "if") })
	if at < 0 || !p.asksSomebody() {
		return []phrase{p}
	}
	order, question := p, p
	order.words, order.asked = p.words[:at:at], false
	question.words, question.doubts, question.put = p.words[at:], true, true
	return []phrase{order, question}
}

// past says whether a phrase tells what was done: "I mailed it to Lena".
func (p phrase) past() bool {
	b := p.begins()
	return len(b) > 1 && !p.turnsToUs() && slices.Contains(persons, b[0]) && (strings.HasSuffix(b[1], "ed") && b[1] != "need" || slices.Contains(done, b[1]))
}

// tells says whether a phrase tells what others said, or what may be.
func (p phrase) tells() bool {
	plain := p.plain()
	for i, w := range plain {
		if slices.Contains(reports, w) || w == "says" && (i == 0 || plain[i-1] != "that" && plain[i-1] != "which") {
			return true
		}
	}
	return false
}

// asksBack says whether a phrase asks for an opinion: "should I?", and not "could you?".
func (p phrase) asksBack() bool {
	b := p.begins()
	if len(b) == 0 {
		return false
	}
	second := first(b[1:])
	if p.hasMade() {
		return false
	}
	switch b[0] {
	case "what":
		return second != "about" && second != "if"
	case "how":
		return second != "about"
	case "can", "could", "would", "will":
		if second == "i" && len(b) > 2 && (b[2] == "have" || b[2] == "get") {
			return false // "can I get a draft"
		}
		return slices.Contains([]string{"i", "it", "that", "this", "he", "she", "they"}, second)
	}
	if b[0] == "do" && !p.asked && slices.Contains(orders, second) {
		return false // "do send it"
	}
	return slices.Contains(questions, b[0]) || strings.HasSuffix(b[0], "n't")
}

// wantsDraft says whether a phrase speaks of a draft.
func (p phrase) wantsDraft() bool {
	return slices.ContainsFunc(p.plain(), func(w string) bool { return strings.HasPrefix(w, "draft") })
}

// wants says whether a phrase asks for something to be done.
func (p phrase) wants() bool {
	b := p.begins()
	switch {
	case p.doubts || p.shown || p.asksBack() || p.past():
		return false
	case p.begs(), p.turnsToUs(), p.hands(), p.hasMade(), p.labels(), p.puts(), p.switches():
		return true
	case len(b) == 0:
		return false
	}
	second := first(b[1:])
	switch b[0] {
	case "can", "could", "would", "will":
		return true
	case "what", "how":
		return true // about, and if: see asksBack
	case "i", "i'd":
		return slices.Contains([]string{"want", "need", "like", "would"}, second)
	case "a", "an", "the", "my", "one", "new", "another":
		return slices.Contains(drafts, second)
	case "do", "ask", "hold": // and what asks back, or takes back, was told apart
		return p.asksSomebody() && p.holdsArgument() || b[0] == "do" && slices.Contains(orders, second) || p.reserves(len(p.plain())-len(b))
	}
	return slices.Contains(orders, b[0]) || slices.Contains(drafts, second) && len(b) > 2 && b[2] == "to" || p.imperative()
}

// hasMade says whether a phrase has something made: "have a draft waiting for me".
func (p phrase) hasMade() bool {
	b := p.begins()
	return len(b) > 2 && !p.asked && b[0] == "have" && (b[1] == "a" || b[1] == "an") && slices.Contains(drafts, b[2])
}

// labels says whether a phrase begins by naming where the rest of it goes: "Calendar: car service on 2 December".
func (p phrase) labels() bool {
	return len(p.words) > 2 && p.words[0].colon && !p.words[0].quoted && slices.Contains(labelled, p.words[0].low)
}

// puts says whether a phrase ends by putting something somewhere: "lunch at noon, into the calendar with it".
func (p phrase) puts() bool {
	plain := p.plain()
	n := len(plain)
	return n > 3 && plain[n-2] == "with" && plain[n-1] == "it" && slices.Contains(plain, "into") && !slices.Contains(persons, plain[0]) && p.holdsArgument()
}

// switches says whether a phrase is what people call out to a thing: "heater down a bit", "off with the lights".
func (p phrase) switches() bool {
	b := p.begins()
	if len(b) > 2 && slices.Contains(ways, b[0]) && b[1] == "with" {
		return true
	}
	at := slices.IndexFunc(p.words, func(w word) bool { return !w.of })
	if at < 1 || p.words[at].quoted || !slices.Contains(ways, p.words[at].low) {
		return false
	}
	return at+1 == len(p.words) || p.words[at].comma || slices.Contains([]string{"a", "in", "now", "for", "please"}, p.words[at+1].low)
}

// imperative says whether a part of a phrase begins as an order does, whatever the verb: with a word that is
// none of those that stand elsewhere, nor of what was done, and that takes hold of something: "kill the
// compressor", "fire off a mail".
func (p phrase) imperative() bool {
	begins := true
	for i, w := range p.words[:max(0, len(p.words)-1)] {
		if begins && slices.Contains(fillers, w.low) {
			continue
		}
		next := p.words[i+1]
		if begins && !w.quoted && !w.of && !w.comma && orderly(w.low) &&
			(next.quoted && !w.quoted || slices.Contains(grasped, next.low) || strings.ContainsAny(next.low, "@/") ||
				next.low == "in" && i+2 < len(p.words) && slices.Contains(grasped, p.words[i+2].low)) {
			return true
		}
		begins = w.comma
	}
	return false
}

// orderly says whether a word could be a verb that orders.
func orderly(w string) bool {
	for _, end := range []string{"ed", "ing", "ly", "s"} {
		if strings.HasSuffix(w, end) && !strings.HasSuffix(w, "ss") {
			return false
		}
	}
	for _, other := range [][]string{elsewhere, done, persons, questions, conditions, reports, refusals, takesBack, harmless, unable, wonders, pointing} {
		if slices.Contains(other, w) {
			return false
		}
	}
	return len(w) > 2 && !strings.ContainsFunc(w, func(r rune) bool { return r < 'a' || r > 'z' })
}

// begs says whether a phrase says please, and not in what is to be written.
func (p phrase) begs() bool {
	return slices.ContainsFunc(p.words, func(w word) bool { return w.low == "please" && !w.quoted && !w.given && !w.of })
}

// turnsToUs says whether a phrase asks somewhere in it: "I have lunch at noon, can you add that", "type
// it up for me", "the list should say".
func (p phrase) turnsToUs() bool {
	plain := p.plain()
	for i, w := range plain {
		switch next := first(plain[min(i+1, len(plain)):]); w {
		case "can", "could", "would", "will":
			if next == "you" {
				return true
			}
		case "for":
			if next == "me" && !slices.Contains(questions, plain[0]) && !slices.Contains(persons, plain[0]) {
				return true
			}
		case "should":
			if slices.Contains(contents, next) && p.holdsArgument() {
				return true
			}
		}
	}
	return false
}

var (
	sayings      = strings.Fields("saying says that text reading reads")
	fillers      = strings.Fields("please and but so or then also now well hey hi hello ok okay oh no yes actually just citadel right wait hm hmm thanks only fine great good sure alright cool go ahead kindly")
	halting      = strings.Fields("stop halt off end switch toggle power pause")
	besideThings = strings.Fields("the my our this that now please again today for me at once")
	takesBack    = strings.Fields("stop cancel delete remove undo drop scrap skip abort forget leave hold nevermind")
	refusals     = strings.Fields("nicht kein keine keinen nie niemals niet jamais nunca mai non ne pas not never no none cannot cant dont wont shouldnt mustnt isnt arent wasnt without nobody nothing neither nor against instead refuse avoid nix wait hold")
	harmless     = strings.Fields("forget know mind")
	unable       = strings.Fields("can't cannot couldn't didn't haven't hadn't wasn't never")
	wonders      = strings.Fields("isn't aren't wasn't weren't doesn't didn't hasn't haven't hadn't")
	pointing     = strings.Fields("it this that them these those her him he she they we you anything yet any anyone anybody")
	// A request that has one of these waits for something, or takes it for granted.
	conditions = strings.Fields("if unless whether whenever provided providing assuming suppose supposing otherwise depending pending")
	persons    = strings.Fields("i we you he she it they")
	reports    = strings.Fields("said wrote told asked asks wants wanted writes demands demanded claims claimed suggested suggests insists insisted requested begs ordered according maybe perhaps might possibly probably wondering wonder considering hypothetically imagine pretend unsure tempted thinking thought")
	questions  = strings.Fields("should shall may might must is are am was were do does did has have had why when where who whom whose which whether")
	drafts     = strings.Fields("mail email e-mail draft note letter message reminder meeting appointment entry event file page document list line book call reply answer")
	ways       = strings.Fields("on off up down out")
	labelled   = strings.Fields("calendar diary agenda note notes")
	behindHer  = strings.Fields("that the a an this these my our saying back about with")
	contents   = strings.Fields("say read contain")
	// grasped are words behind a verb that orders; elsewhere and done are words that begin a sentence and order nothing.
	grasped   = strings.Fields("a an the my our this that these those it me him her us them off up out down over")
	elsewhere = strings.Fields("about above across after against along among around at before behind below beneath beside besides between beyond by despite during except for from" +
		" in inside into like near of off on onto out outside over past since through till to toward towards under until up upon with within without via per" +
		" and but or nor so yet because though although while as than that this these those the a an my your our their his her its some any each every all both half such what" +
		" here there now then today tomorrow tonight yesterday again also even ever just only often once quite rather soon still thus too very well always sometimes later earlier next last" +
		" monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december" +
		" nice good great bad sad glad sure true false right wrong fine odd strange funny same other few many much more most less new old")
	done = strings.Fields("got saw found sent gave took made left had went came bought told paid kept lost held met ran sat stood brought built caught chose did drew drove ate fell felt flew" +
		" forgot froze grew heard knew lent lay led meant rode rose sold shot spent stole swam taught threw understood woke wore won began broke hung hurt spoke swore tore")
	days = strings.Fields("today tomorrow tonight monday tuesday wednesday thursday friday saturday sunday")
	// orders are verbs by which people ask for what tools do.
	orders = strings.Fields("send mail email e-mail write reply answer tell draft forward put add book block set schedule enter note save keep make create" +
		" let's switch turn open close start run move rename pay order post ring upload share invite update change edit append fill play reserve record" +
		" store copy print publish submit sign transfer wire give let log mark plan arrange fix get use remind message text call reschedule push shift attach file" +
		" prepare compose jot type scribble pencil overwrite replace insert append include extend lock unlock activate deactivate enable disable dim raise lower launch restart" +
		" pause play resume pass hand inform notify ping shoot bring show fetch organise organize")
)
