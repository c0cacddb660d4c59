package critique

import (
	"regexp"
	"strings"
)

// Undone takes out of a text as a model wrote it the sentences that tell of a deed and of which untrue
// says that it was none, with what leans on them in the same paragraph: "Done!" before one, "She will have
// it in a minute." behind it. Only what the tables know is taken out; what a sentence was merely weighed to
// be stays, for an honest one is not to be lost by a guess (see Out.Deeds). It gives the untrue ones too.
func Undone(text string, untrue func(sentence string) bool) (rest string, gone []string) {
	return Without(text, func(sentence string) bool {
		words := voiceWords(sentence)
		return len(words) > 0 && ruled(words) == Deed && untrue(sentence)
	})
}

// Without takes out of a text as a model wrote it the sentences that untrue picks, with what leans on them as Undone
// does. Block quotes and code are nobody's claim, and stay.
func Without(text string, untrue func(sentence string) bool) (rest string, gone []string) {
	var out []string
	fenced := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			fenced = !fenced
		}
		prefix, body := split(line)
		if fenced || strings.Contains(prefix, ">") {
			out = append(out, line)
			continue
		}
		kept, taken := without(body, untrue)
		switch {
		case len(taken) == 0:
			out = append(out, line)
		case kept != "":
			out = append(out, prefix+kept)
		}
		gone = append(gone, taken...)
	}
	return strings.Trim(blankLines.ReplaceAllString(strings.Join(out, "\n"), "\n\n"), "\n"), gone
}

// without is a paragraph without its untrue sentences.
func without(body string, untrue func(sentence string) bool) (kept string, gone []string) {
	var b strings.Builder
	leans, short := false, -1 // the sentence before was taken out; where an assent begins that nothing follows yet
	for _, at := range sentences(body) {
		s := body[at.start:at.end]
		switch {
		case untrue(s):
			if short >= 0 {
				kept := b.String()[:short]
				b.Reset()
				b.WriteString(kept)
			}
			gone, leans, short = append(gone, s), true, -1
			continue
		case leans && leaning.MatchString(s):
			continue
		}
		leans, short = false, -1
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		if assent.MatchString(s) {
			short = b.Len()
		}
		b.WriteString(strings.TrimSpace(s))
	}
	return strings.TrimSpace(b.String()), gone
}

var (
	blankLines = regexp.MustCompile(`\n{3,}`)
	// assent stands before what is told: "Done!", "Sure thing."
	assent = regexp.MustCompile(`(?i)^[\s*_]*(?:(?:all )?(?:done|set|sorted|sent|booked|saved)|sure(?: thing)?|ok(?:ay)?|great|absolutely|of course|certainly|right away|on it|got it|yes)[\s*_]*[.!,:]*[\s*_]*$`)
	// leaning begin sentences that say what came of the one before.
	leaning = regexp.MustCompile(`(?i)^[\s*_]*(?:it|it's|it’s|she|she'll|she’ll|he|he'll|he’ll|they|they'll|they’ll|that|this|these|those|you'll|you’ll|you will|you should|everything|all of it|the confirmation|a confirmation)\b`)
)
