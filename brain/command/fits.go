package command

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What fits each blank. The everyday sentences are kept out here: what is in doubt does not fit.

func anything(stretch) bool { return true }

// areHandles accepts "m412", "m412 d31", "m412, d31 and r3", "m412,d31".
func areHandles(s stretch) bool {
	for i, w := range s.words {
		if w.is("and") || w.is("&") {
			if i == 0 || i == len(s.words)-1 {
				return false
			}
			continue
		}
		if w.stop == '.' || w.stop == '!' || w.stop == '?' {
			return false
		}
		for part := range strings.SplitSeq(w.text, ",") {
			if _, ok := handle(part); !ok {
				return false
			}
		}
	}
	return true
}

// areThings accepts handles of which none is a card's: "cancel K7" is the word of one.
func areThings(s stretch) bool {
	return areHandles(s) && !slices.ContainsFunc(s.words, func(w word) bool { return strings.HasPrefix(w.text, "k") })
}

func areApprovals(s stretch) bool { return areHandlesOf(s, 'k') }

func areWatches(s stretch) bool { return areHandlesOf(s, 'w') }

// isCondition accepts a watch or something open, and what becomes of it: "l12 is done", "w12 changes".
func isCondition(s stretch) bool {
	h, ok := handle(s.words[0].text)
	return ok && (h.Letter == 'w' || h.Letter == 'l') && allIn(s.words[1:], "is done closed changes has news over answered")
}

// areHandlesOf accepts handles of one kind, by its small letter.
func areHandlesOf(s stretch, letter byte) bool {
	if !areHandles(s) {
		return false
	}
	for _, w := range s.words {
		if !w.is("and") && !w.is("&") && w.text[0] != letter {
			return false
		}
	}
	return true
}

// beginsWithPage accepts the address of a page and what is wanted of it: "acme.example/desk when the price changes".
func beginsWithPage(s stretch) bool {
	first := s.words[0]
	return !s.asks && strings.Contains(first.text, ".") && isAddress(stretch{words: []word{first}, raw: first.text})
}

func isNumber(s stretch) bool {
	n, err := strconv.Atoi(s.words[0].text)
	return err == nil && n > 0 && n < 100_000
}

func hasDigit(s stretch) bool { return strings.ContainsAny(s.words[0].text, "0123456789") }

const (
	pronouns  = "it that this them these those him her me you us everyone everybody anything nothing something"
	questions = "who what when where why which how whether whose"
	verbs     = "is are was were be been am isn't aren't wasn't weren't has have had can could will would " +
		"shall should must may might do does did don't doesn't didn't makes make means mean"
)

// isMemo keeps reminiscing out: "remember when we went to Porto", "remember
// me", "remember that time in Rome", "remember Porto?".
func isMemo(s stretch) bool {
	if s.asks || len(s.words) == 1 && (s.starts(pronouns) || s.lead == ',') {
		return false
	}
	if s.starts(questions+" me him her us them you") && s.lead != ':' {
		return false
	}
	if at := strings.IndexAny(s.raw, ".:;!?"); at >= 0 && s.raw[at] == '?' && s.lead != ':' {
		return false // "remember the fair? Book it" asks
	}
	if place, _, colon := strings.Cut(s.raw, ":"); colon && s.starts("this that it") && strings.Contains(place, "/") {
		return false // "this in notes/locks.md: …" is for a file
	}
	w := s.words
	if s.starts("the that those this our these") && len(w) > 1 && in("time times day days night summer trip one old guy", w[1].text) {
		return len(w) > 2 && in("is are was were", w[2].text)
	}
	return s.lead != ',' || len(w) > 2
}

// isFact tells "no, Ana lives in Braga now" from "no, thanks" and "no, let's
// wait": a correction states something, in three words or more, about something
// other than what happens next; or it is a figure and nothing else.
func isFact(s stretch) bool {
	w := s.words
	if s.asks || len(w) > 40 {
		return false
	}
	if s.starts(questions + " " +
		"thanks thank no not never nope none nothing nobody yes yeah ok okay sorry please but because " +
		"if although just only really maybe perhaps let's let lets don't dont do doesn't didn't can't cannot " +
		"won't wouldn't shouldn't isn't aren't wasn't stop wait keep leave go give tell send make put try use " +
		"call book move show find forget remember remind skip cancel undo drop take look come get be ask check write " +
		"i'll i'd i've i'm we'll we'd you you're you've you'll you'd all enough good fine seriously honestly " +
		"sounds works looks seems feels hurts wonder need worries idea problem way chance more longer later tomorrow today tonight then so and or") {
		return false
	}
	if len(w) < 3 {
		return isValue(s.raw)
	}
	switch w[0].text {
	case "i":
		return in("meant mean said was live moved work prefer wrote told asked", w[1].text) && !w[2].is("it")
	case "we":
		return in("met moved live agreed said meant are were have had paid sold signed bought use pay sell buy rent own", w[1].text)
	case "that", "that's", "it", "it's", "this", "there", "there's", "everything", "everyone", "he", "she", "they":
		if w[len(w)-1].is("that") && s.has("not") || s.has("fine ok okay good enough all alright great perfect nice wrong right nothing me nonsense silly crazy funny") {
			return false
		}
	}
	return true
}

// isValue says whether one or two words are a figure: 300k, 14 May. A name alone ("no, Bob")
// answers as often as it corrects.
func isValue(raw string) bool {
	for w := range strings.FieldsSeq(raw) {
		if r, _ := utf8.DecodeRuneInString(w); !unicode.IsUpper(r) && !strings.ContainsAny(w, "0123456789") {
			return false
		}
	}
	return strings.ContainsAny(raw, "0123456789")
}

// isTarget tells what can be looked up and forgotten from "forget it",
// "forget about lunch" and "forget the budget, just do it".
func isTarget(s stretch) bool {
	w := s.words
	if s.asks || s.broken() {
		return false
	}
	if s.starts(questions + " " + pronouns + " about to whatever not i i'm we let's if and but all lunch dinner") {
		// "what I said about X" names something; "what I said" alone waves it away.
		return w[0].is("what") && s.has("about") || w[0].is("all") && s.has("about")
	}
	if len(w) == 1 && dateWord(w[0].text) || len(w) > 3 && w[len(w)-3].is("for") && in("day while moment minute bit", w[len(w)-1].text) {
		return false
	}
	if w[0].is("everything") {
		return s.has("about from since before said told")
	}
	if s.starts("the") && len(w) > 1 && in("past whole rest idea world", w[1].text) {
		return false
	}
	return !s.has("is are was were isn't aren't can't won't don't didn't will would should")
}

// isClaim is what was told as it can be looked up: "Tom owes me money". What only takes back something
// said a moment ago, "forget that I asked", waves it away.
func isClaim(s stretch) bool {
	if s.asks || s.broken() || len(s.words) < 3 && !(len(s.words) == 2 && strings.Contains(s.words[0].text, "'")) {
		return false
	}
	return !s.starts("i'm i we you he she they it") || !in("asked mentioned brought said even ever did was were am are is have had can could will would", s.words[1].text)
}

// isTold is a claim that stands for itself behind the verb, as it was told: "my salary is 4000 euros". What
// points at something said, or waves it away, is none: "it is fine", "everything is lost".
func isTold(s stretch) bool {
	return len(s.words) > 2 && isClaim(s) && isConfidence(s) &&
		!s.starts(questions+" it that this these those there here you he she they everything everybody everyone nothing nobody all about to whatever not let's if and but lunch dinner")
}

// isConfidence accepts what somebody says of himself or of others and does not want kept: "I smoke", "Ana is ill". A
// file or a draft is none.
func isConfidence(s stretch) bool {
	if s.asks || s.broken() || len(s.words) < 2 {
		return false
	}
	if s.starts("i i'm i've i'd i'll my we we're we've our he he's she she's they they're") {
		return len(s.words) > 2 || !in("my our", s.words[0].text)
	}
	return in("is was has had isn't wasn't hasn't likes hates owes left lost", s.words[1].text)
}

// isQuery tells words to search for from errands: "find out who called",
// "find a plumber", "find time to call Bob".
func isQuery(s stretch) bool {
	if s.starts("a an any some the") && len(s.words) > 1 && in("note notes message messages mail mails mention mentions memory word reference", s.words[1].text) {
		return !s.broken()
	}
	if s.broken() || s.starts(questions+" "+pronouns+
		" love out a an some someone another time yourself myself your ways way peace comfort common help for if from in on since during between") {
		return false
	}
	if s.starts("the") && len(s.words) > 1 && in("way time courage right best cheapest nearest strength", s.words[1].text) {
		return false
	}
	return true
}

// isTopic keeps "memories are made of this" out.
func isTopic(s stretch) bool {
	return !s.broken() && !s.has(verbs) && !s.starts(pronouns+" "+questions+" fade like of at in on for to with") &&
		!strings.HasSuffix(s.words[0].text, "ing")
}

// isSubject is what can be muted or reset: a name or a kind, no "your mic".
func isSubject(s stretch) bool {
	return isOwn(s) || isTopic(s) && !s.starts("the a an your my his button point and all everyone")
}

// isOwn is the principal's own business, as it is said and as it is told.
func isOwn(s stretch) bool {
	if len(s.words) == 1 {
		return s.words[0].text == "us"
	}
	return len(s.words) == 2 && s.starts("my our your") && slices.Contains([]string{"business", "company", "firm"}, s.words[1].text)
}

// isThing is what a client trades in, or his name: no "graph paper".
func isThing(s stretch) bool {
	if s.has("paper papers theory databases database it this that them") {
		return false
	}
	return isSubject(s) || !s.broken() && s.starts(trades) && (len(s.words) == 1 || s.has("cost costs price prices"))
}

// trades are things that are named by what is done.
const trades = "packaging shipping trucking advertising mining printing farming smelting housing roofing wiring catering"

// namesCommand is a word with which a command begins: no "help with dinner".
func namesCommand(s stretch) bool {
	for i := range table {
		first, _, _ := strings.Cut(table[i].Name, " ")
		said := s.words[0].text
		if table[i].Since != "" && (said == first || said == first+"s" || len(said) >= 4 && strings.HasPrefix(first, said)) {
			return true
		}
	}
	return false
}

func isSection(s stretch) bool {
	return s.starts("mail calendar told news weather overnight dreams alerts jokes people forecasts prices due approvals review figures corrections drafts briefing")
}

// namesDecision wants the word itself, or one other that can name what was decided:
// "revisit rates before Christmas" is a plan, not a command.
func namesDecision(s stretch) bool {
	if s.broken() || s.has(verbs) {
		return false
	}
	word := s.words[0].text // many decisions are about an "-ing": pricing, hiring, staffing
	subject := isSubject(s) || strings.HasSuffix(word, "ing") && !in("everything nothing something anything", word)
	one := len(s.words) == 1 && subject && !s.has("today tomorrow tonight later soon again now someday") && !dateWord(word)
	return one || s.has("decision decisions")
}

// isLevel accepts "WTI above 90".
func isLevel(s stretch) bool {
	for i, w := range s.words {
		if i > 0 && i+1 < len(s.words) && in("above below over under", w.text) {
			return strings.ContainsAny(s.words[i+1].text, "0123456789")
		}
	}
	return false
}

// isTask tells "background compare three carriers" from "background noise" and
// "queue for the museum".
func isTask(s stretch) bool {
	if s.asks && !s.starts(questions) { // "background noise today?" is talk, "background who sells board in Porto?" is not
		return false
	}
	return len(s.words) >= 3 && !s.starts(verbs+" "+pronouns+" of for at here up in to on and "+
		"check checks music noise image images info information story radiation color colour the")
}

// isForecast accepts what can be held against what comes: it has odds, or a time by which. "I bet you're tired" and "I
// predict trouble" are talk.
func isForecast(s stretch) bool {
	if s.asks || len(s.words) < 3 {
		return false
	}
	if hasOdds(s) {
		return true
	}
	for i := 1; i+1 < len(s.words); i++ {
		rest := s.words[i+1:]
		rest = rest[:min(len(rest), 4)]
		switch w := s.words[i].text; {
		case in("by before until in on", w) && slices.ContainsFunc(rest, func(w word) bool { return dateWord(w.text) }):
			return true
		case in("next this", w) && in("week month quarter year weekend spring summer autumn winter", rest[0].text):
			return true
		}
	}
	return false
}

// hasOdds accepts a sentence about what will be that says how sure somebody is in hundredths: "it will rain, 70 %".
func hasOdds(s stretch) bool {
	percent := strings.Contains(s.raw, "%") || s.has("percent")
	return !s.asks && len(s.words) >= 3 && percent && s.has("will won't wont it'll he'll she'll they'll we'll i'll going")
}

// isPerson accepts one to three words that could be a name.
func isPerson(s stretch) bool {
	for _, w := range s.words {
		r, _ := utf8.DecodeRuneInString(w.text)
		if !unicode.IsLetter(r) || dateWord(w.text) || in("from and or the a an my", w.text) {
			return false
		}
	}
	return !s.broken()
}

func isCapitalised(s stretch) bool {
	for _, f := range strings.Fields(s.raw) {
		r, _ := utf8.DecodeRuneInString(f)
		if !unicode.IsUpper(r) && !in("van von de da di der la le", f) {
			return false
		}
	}
	return !s.broken()
}

// isAlias accepts a name, or one word that is none: "people Priya is also pn".
func isAlias(s stretch) bool {
	return isCapitalised(s) || len(s.words) == 1 && !s.starts(pronouns+" "+verbs+" the a an my your")
}

// isNoted accepts a name with a colon behind it: "note Priya: calls before 11".
func isNoted(s stretch) bool {
	return isCapitalised(s) && s.words[len(s.words)-1].stop == ':'
}

// isQuoted accepts words in quotation marks.
func isQuoted(s stretch) bool {
	return s.words[0].from < s.words[0].start && !s.words[len(s.words)-1].is("")
}

// isName accepts what a person can be called, and not "call me later".
func isName(s stretch) bool {
	for _, w := range s.words {
		r, _ := utf8.DecodeRuneInString(w.text)
		if !unicode.IsLetter(r) || dateWord(w.text) {
			return false
		}
	}
	return !s.broken() && !s.starts(questions+" "+pronouns+" "+verbs+
		" back later now soon again asap anytime if at on in by a an the crazy maybe old stupid paranoid mad "+
		"once before after as before until not never just so whatever please old-fashioned cynical mud here home first and or")
}

// isZone accepts a zone of the tz database, an offset, or a place as names are
// written; whether the place is known is for the caller to say.
func isZone(s stretch) bool {
	if len(s.words) == 1 {
		w := s.words[0].text
		if strings.Contains(w, "/") || w == "utc" || w == "gmt" || strings.HasPrefix(w, "utc+") || strings.HasPrefix(w, "utc-") ||
			strings.HasPrefix(w, "gmt+") || strings.HasPrefix(w, "gmt-") {
			return true
		}
	}
	return isCapitalised(s) && isPerson(s)
}

// isCountry accepts a country as names are written ("AU", "the Netherlands");
// whether there is such a country is for the caller to say.
func isCountry(s stretch) bool {
	if names, ok := strings.CutPrefix(s.raw, "the "); ok && len(s.words) > 1 {
		s = stretch{words: s.words[1:], raw: names}
	}
	return isCapitalised(s) && isPerson(s)
}

// isAccount accepts a platform, with an id perhaps, or an id.
func isAccount(s stretch) bool {
	return s.starts("telegram slack mattermost console discord signal whatsapp matrix") || len(s.words) == 1 && hasDigit(s)
}

// isChannel accepts what is written like a channel, "#acme" or "~acme"; others can be named
// after a slash.
func isChannel(s stretch) bool {
	return len(s.words) == 1 && len(s.words[0].text) > 1 && strings.IndexByte("#~", s.words[0].text[0]) >= 0
}

// isModel wants a word that looks like a model's name, with a letter and something that no
// plain word has, or a family of models: "model citizen", "model T" and "model 3" are talk.
func isModel(s stretch) bool {
	w := s.words[0].text
	return strings.ContainsAny(w, "-0123456789/:") && strings.ContainsAny(w, "abcdefghijklmnopqrstuvwxyz") && w[0] != '-' ||
		in("usual default claude opus sonnet haiku fable mythos gpt luna terra gemini gemma llama mistral mixtral ministral qwen "+
			"deepseek phi kimi glm grok", w)
}

// isJob wants one plain word, as the names of jobs are.
func isJob(s stretch) bool {
	w := s.words[0].text
	return len(w) <= 40 && !strings.ContainsFunc(w, func(r rune) bool { return r < 'a' || r > 'z' })
}

// isTool wants a word that looks like a tool's name, with a mark in it that no plain word has, or one
// of the three that are plain words: "policy matters allow" is talk.
func isTool(s stretch) bool {
	w := s.words[0].text
	return in("agenda free news", w) || len(w) <= 64 && strings.ContainsAny(w, "_-") && !strings.ContainsFunc(w, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '_' && r != '-'
	})
}

// dollarsIn reads an amount of US dollars as cents: "4", "4.00", "$4", "us$4.00", "4 dollars".
func dollarsIn(s stretch) (cents int, ok bool) {
	w := s.words[0].text
	marked := false
	for _, sign := range []string{"us$", "$", "usd"} {
		if rest, cut := strings.CutPrefix(w, sign); cut {
			w, marked = rest, true
			break
		}
	}
	switch {
	case len(s.words) == 1 && !s.broken():
	case marked || s.broken() || !in("dollars dollar usd us$", s.words[1].text):
		return 0, false
	}
	whole, part, point := strings.Cut(w, ".")
	if point && (len(part) == 0 || len(part) > 2) || len(whole) > 6 || strings.Trim(whole+part, "0123456789") != "" {
		return 0, false
	}
	dollars, err := strconv.Atoi(whole)
	if err != nil {
		return 0, false
	}
	if point {
		n, _ := strconv.Atoi((part + "0")[:2])
		cents = n
	}
	return dollars*100 + cents, true
}

// isAmount keeps "allow me" and "allow 10 minutes" out.
func isAmount(s stretch) bool {
	_, ok := dollarsIn(s)
	return ok
}

// isAddress accepts what can be opened: an address of the web, with or without its scheme, or a path
// such as "notes/minutes of May.md".
func isAddress(s stretch) bool {
	w := s.words[0].text
	if last := s.words[len(s.words)-1].text; len(s.words) > 1 {
		return strings.Contains(w, "/") && !strings.Contains(s.raw, "://") && strings.Index(last, ".") > 0 && !s.broken()
	}
	dot := strings.Index(w, ".")
	return strings.Contains(w, "/") && len(w) > 1 && strings.Trim(w, "/0123456789.,:") != "" || dot > 0 && dot < len(w)-2 && strings.Trim(w[dot:], ".0123456789") != ""
}
