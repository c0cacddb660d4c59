package respond

import (
	"regexp"
	"slices"
	"strings"

	"citadel/brain/classify"
	"citadel/brain/critique"
	"citadel/brain/phrase"
	"citadel/brain/volition"
)

// claims says whether the answer tells of something it has done: a model has no hands, so what
// really happened is said beside it (SPEC §12, Receipts). What speaks in somebody else's name is
// left alone: quotations and blocks anywhere, and where text was asked for, that text.
func (w *work) claims(clean critique.Out) bool {
	told := critique.Told(clean.Text, critique.Asked(w.t.Text) && !asksForText(w.t.Text))
	if len(told) == 0 {
		return clean.Deeds
	}
	return slices.ContainsFunc(told, func(sentence string) bool { return !w.kept(sentence) && !w.borrowed(clean.Text, sentence) })
}

// honest takes out of an answer what it says was done and was not: nothing that the turn did proves it. What of it
// only may be such a claim is left, and doubted beside it. What it makes up about the past goes too (see unfounded).
func (w *work) honest(clean critique.Out, wishes []volition.Wish) (_ critique.Out, untrue, unheard []string) {
	rest, unheard := critique.Without(strings.Join(w.text, "\n\n"), func(sentence string) bool {
		return w.unfounded(sentence) && !w.borrowed(clean.Text, sentence) && !critique.ForAnother(clean.Text, sentence)
	})
	if w.claims(clean) {
		did := w.did(wishes)
		rest, untrue = critique.Undone(rest, func(sentence string) bool {
			return !w.kept(sentence) && !w.borrowed(clean.Text, sentence) && !did.proves(sentence)
		})
	}
	if len(untrue) == 0 && len(unheard) == 0 {
		return clean, nil, nil
	}
	return critique.Clean(rest, w.known()), untrue, unheard
}

// denial is an answer of which something was taken out: what really happened comes first, and what that
// was, should it have been honest after all.
func (w *work) denial(clean critique.Out, untrue []string, wishes []volition.Wish) (said phrase.Text) {
	wrote := phrase.Quote(phrase.Bare(strings.Join(untrue, " ")), phrase.MaxQuote)
	switch did := w.did(wishes); {
	case len(did.receipts) > 0 || did.promised || w.worked():
		said.Say("I wrote %s, but no receipt shows it: take it as not done.", wrote)
	case len(w.cards) > 0:
		said.Say("Nothing was done yet, though I wrote %s: it waits for your word.", wrote)
	default:
		said.Say("Nothing was done, though I wrote %s: an answer cannot send, save, set or change anything. `help` lists what I do when you type it.", wrote)
	}
	if !clean.Empty {
		rest := text(clean)
		said.Break().Add(&rest)
	}
	return said
}

// unfounded says whether a sentence tells of something that was told, or looked up, and was not. Where calls brought
// something, or the mind was searched, nobody can say so.
func (w *work) unfounded(sentence string) bool {
	if len(w.made) > 0 || len(w.brought) > 0 || len(w.drawn) > 0 || w.delegated > 0 || w.challenged {
		return false
	}
	if lookedUp.MatchString(sentence) && !inWords.MatchString(sentence) && !strings.HasSuffix(sentence, "?") {
		return true
	}
	return critique.Unfounded(sentence, w.known().Handles, w.evidence()...)
}

// evidence are the texts that the model was shown, without its instructions, which have examples.
func (w *work) evidence() []string {
	if w.evident == nil {
		for _, m := range w.t.Messages { // those too that came while the model worked
			w.evident = append(w.evident, m.Text)
		}
		for _, text := range w.presented() {
			kept := slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool { return slices.Contains(w.shown.Lines, strings.TrimSpace(line)) })
			w.evident = append(w.evident, strings.Join(kept, "\n"))
		}
	}
	return w.evident
}

// leftOut says that sentences were, which nothing bears out (MESSAGES 12).
func leftOut(sentences []string) (said phrase.Text) {
	said.Say("I left out %s of what I wrote: nothing that I had before me bears it out.", phrase.Count(len(sentences), "sentence"))
	return said
}

var (
	// lookedUp tells of a search in the world, and inWords of one in what was said.
	lookedUp = regexp.MustCompile(`(?i)(?:^|[,;:—–] |\b(?:and|so|but|because|since) )[*_]*i(?:['’]ve| have)?(?: just| also| now| already| quickly)*(?: looked (?:it|this|that|them|these|him|her) up| looked up (?:the|their|its|his|her|your|today)\b| googled | searched (?:the (?:web|internet|net)|online)\b| checked (?:online|the (?:web|internet|net)|(?:the|their|its) (?:web ?site|web ?page))\b)`)
	inWords  = regexp.MustCompile(`(?i)\b(?:you (?:told|said|wrote|sent|gave)|your (?:message|note|word|file)s?|(?:my|the) (?:memory|memories|ledger|conversation))\b`)
)

// kept says whether a sentence tells no more than that what was said is noted: so it is, in the
// ledger, before anybody answers. Where something was asked for, to note it is to promise it.
func (w *work) kept(sentence string) bool {
	if asks.MatchString(w.t.Text) && !minded.MatchString(w.t.Text) {
		return false
	}
	return noting.MatchString(sentence) && !elsewhere.MatchString(sentence)
}

var (
	// noting is all that may be said of what is only kept, and elsewhere where it is not.
	noting    = regexp.MustCompile(`(?i)^(?:(?:ok(?:ay)?|got it|understood|sure|thanks|thank you|right|good to know)[,.;:!]? )*(?:i(?:'ve| have|'ll| will|’ve|’ll))? ?(?:(?:duly )?noted|made a note|taken note|make a note|take note|keep (?:that|this|it) in mind|remember(?:ed)?(?: that| this| it)?)(?: of (?:that|it|this))?(?:[,:]? that [^,;:]+)?[.!]*(?: (?:thanks|thank you)[.!]*)?$`)
	elsewhere = regexp.MustCompile(`(?i)\b(?:in|on|into|to|under) (?:your|the|my) (?:\w+ )?(?:calendar|diary|notes?|list|system|crm|file|sheet|reminders?|account|board)\b`)
	// asks wants something done, and minded wants something kept in mind.
	asks   = regexp.MustCompile(`(?i)\b(?:can|could|would|will) you\b|\bplease\b|\?`)
	minded = regexp.MustCompile(`(?i)\b(?:keep (?:that |this |it )?in mind|bear in mind|note that|remember that|make a note)\b`)
)

// borrowed says whether a sentence of the answer is not the agent's own word: it belongs to the text
// that was asked for, goes with code, or a summary repeats it of the message.
func (w *work) borrowed(answer, sentence string) bool {
	switch {
	case classify.Category(w.t.Category) == classify.Technical && strings.Contains(answer, "```"):
		return true
	case handed.MatchString(sentence) && !salutation.MatchString(answer):
		return false
	case asksForText(w.t.Text):
		return true
	}
	return summed.MatchString(w.t.Text) && shares(w.t.Text, sentence)
}

var (
	// handed tells that the very text went somewhere.
	handed = regexp.MustCompile(`(?i)\b(?:sent|e?-?mailed|saved|posted|published|forwarded|delivered|filed) (?:it|this|that|them|(?:the|your|this|that) (?:mail|e-?mail|message|draft|letter|reply|note|text|summary|minutes))\b`)
	// summed asks for a summary of what the message holds.
	summed = regexp.MustCompile(`(?i)\bsumm?(?:ary|ari[sz]e|ed? up| up)\b`)
	// salutation begins a letter.
	salutation = regexp.MustCompile(`(?im)^[>*_ ]*(?:hi|hello|dear|hey|good (?:morning|afternoon|evening))\b[^.\n]{0,60},`)
)

// asksForText says whether a message wants text to use elsewhere, and not that a text which is
// there goes somewhere: "write a mail to Priya" does, "send Priya the mail" does not. To sum up is
// said in the agent's own voice.
func asksForText(message string) bool {
	words := strings.FieldsFunc(strings.ToLower(message), func(r rune) bool { return strings.ContainsRune(" \t\n.,:;?!\"()", r) })
	moved := slices.ContainsFunc(words, func(w string) bool { return slices.Contains(moves, w) })
	for i, w := range words { // "email Henderson": it is to go out
		moved = moved || slices.Contains(mails, w) && (i == 0 || slices.Contains(bids, words[i-1]))
	}
	for i, w := range words {
		named := i > 0 && slices.Contains(determiners, words[i-1]) // "the draft" is one
		switch {
		case slices.Contains(makes, w) && !named:
			return true
		case slices.Contains(texts, w) && !moved:
			return true
		}
	}
	return false
}

// What is done with text: it is made, or what there is of it goes somewhere; and how texts are
// called.
var (
	makes       = []string{"draft", "write", "rewrite", "rephrase", "reword", "translate", "translation", "compose", "proofread", "wording", "phrase"}
	moves       = []string{"send", "resend", "forward", "deliver", "submit", "post", "publish", "save", "store", "upload", "delete", "archive"}
	texts       = []string{"draft", "minutes", "mail", "e-mail", "email", "letter", "reply", "message", "code", "function", "script", "template"}
	mails       = []string{"mail", "e-mail", "email", "message", "text"}
	bids        = []string{"you", "please", "and", "also", "then", "just", "to"}
	determiners = []string{"the", "a", "an", "that", "this", "my", "your", "his", "her", "our", "their", "last"}
)
