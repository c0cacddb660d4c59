package respond

import (
	"regexp"
	"slices"
	"strings"

	"citadel/brain/classify"
	"citadel/brain/critique"
)

// claims says whether the answer tells of something it has done: a model has no hands, so what
// really happened is said beside it (SPEC §12, Receipts). What speaks in somebody else's name is
// left alone: quotations and blocks anywhere, and where text was asked for, that text.
func (w *work) claims(clean critique.Out) bool {
	if !clean.Deeds {
		return false
	}
	told := critique.Told(clean.Text)
	return len(told) == 0 || slices.ContainsFunc(told, func(sentence string) bool { return !w.borrowed(clean.Text, sentence) })
}

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
	determiners = []string{"the", "a", "an", "that", "this", "my", "your", "his", "her", "our", "their", "last"}
)
