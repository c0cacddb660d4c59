package comprehend

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"citadel/brain/extract"
)

// A quote proves only what it says. So the sentence that a model made of it is held against the words of the person,
// clause by clause: it has to share with one of them more than whom it is about, and must not turn that clause round.
// A model that words a thing quite otherwise loses it, which costs little, for the rules have read the same message.

// passage is where in a message a quote stands.
type passage struct {
	text       string
	start, end int
}

var (
	borders  = regexp.MustCompile(`[.!?;:,\n]+(?:\s|$)| [–—-] | (?:but|and|because|although|though|while|whereas|so|since) `)
	endings  = regexp.MustCompile(`[.!?\n]+(?:\s|$)`)
	suppose  = regexp.MustCompile(`(?i)\b(?:if|unless|whether|wish(?:es|ed)?|suppose|supposing|imagine|pretend(?:s|ed)?|wonder(?:s|ed|ing)?|in case|as though)\b`)
	assents  = regexp.MustCompile(`(?i)^\W*(?:yes|yeah|yep|yup|exactly|correct|right|that's (?:right|correct|true)|true|indeed|precisely)\b`)
	negative = regexp.MustCompile(`(?i)\b(?:not|never|none|no|nobody|nothing|nowhere|neither|nor|cannot|without|hardly|barely|rarely|seldom)\b|n't\b`)
	// idle are denials that deny nothing of what stands beside them.
	idle = regexp.MustCompile(`(?i)\b(?:not only|not just|not to mention|no doubt|without (?:a )?doubt|no wonder|can(?:'t|not) (?:wait|believe|help)|(?:don't|do not|never) forget|never mind|didn't know|no idea)\b`)
	// parting are words that deny without a "not".
	parting = regexp.MustCompile(`(?i)\b(?:left|leav\w+|quit\w*|stop\w*|g[ia]v(?:e|es|en|ing) up|dislik\w+|distrust\w*|hat(?:e|es|ed)|refus\w+|declin\w+|reject\w+|avoid\w*|lack\w*|cancel\w*|end(?:s|ed)?|resign\w*|retired?|sold|lost|against|unable|fail\w*|den(?:y|ies|ied)|doubt\w*|former|off|free of|divorced|unaware|un\w+ed)\b`)
)

// bears says whether the words at a place bear out a sentence of the kind that is said, not concluded.
func (p passage) bears(g *given) Fault {
	quote := p.text[p.start:p.end]
	line := p.text[strings.LastIndexByte(p.text[:p.start], '\n')+1:]
	if strings.HasPrefix(strings.TrimSpace(line), ">") || strings.Count(straight(p.text[:p.start]), `"`)%2 == 1 {
		return NotOwn
	}
	lead := p.lead()
	if suppose.MatchString(lead+quote) && !suppose.MatchString(g.Text) || p.asked() {
		return Unsaid
	}
	shared, denied, opposed := false, false, false
	own := content(g.Subject)
	if first := fields(g.Text); len(first) > 0 { // with it a sentence says whom it is about
		own = append(own, strings.ToLower(first[0]))
	}
	for _, said := range clauses(lead + quote) {
		for _, made := range clauses(g.Text) {
			switch common := together(said, made, own); {
			case common == 0:
			case denies(said) != denies(made) && !parts(said) && !parts(made):
				denied = true
			case excludes(said, made):
				opposed = true
			default:
				shared = true
			}
		}
	}
	switch {
	case shared:
		return ""
	case denied || opposed:
		return Contrary
	}
	return Unborne
}

// lead is what stands before a quote in its own clause: "I don't think" of "I don't think Olga signed".
func (p passage) lead() string {
	before := p.text[:p.start]
	if at := borders.FindAllStringIndex(before, -1); len(at) > 0 {
		before = before[at[len(at)-1][1]:]
	}
	return before
}

// asked says whether a quote is part of a question, and not what a question is hung on: "Olga sold it, did you know?"
func (p passage) asked() bool {
	rest := p.text[p.end:]
	quote := strings.TrimSpace(p.text[p.start:p.end])
	if strings.HasSuffix(quote, "?") {
		return len(endings.FindAllString(quote, -1)) == 1 && !strings.Contains(quote, ",")
	}
	end := endings.FindString(rest)
	if end == "" {
		return false
	}
	rest = rest[:strings.Index(rest, end)]
	return strings.HasPrefix(end, "?") && !strings.ContainsAny(rest, ",;–—") && !endings.MatchString(quote)
}

// assented says whether a message says yes to what the agent said right before it.
func assented(talk []Message, i int) bool {
	return i > 0 && talk[i-1].Agent && assents.MatchString(strings.ReplaceAll(talk[i].Text, "’", "'"))
}

func clauses(text string) []string { return borders.Split(strings.ReplaceAll(text, "’", "'"), -1) }

// denies says whether a clause denies what it speaks of: two denials are none.
func denies(clause string) bool {
	return len(negative.FindAllString(idle.ReplaceAllString(clause, " "), -1))%2 == 1
}

// parts says whether a clause tells of an end or a dislike.
func parts(clause string) bool { return parting.MatchString(clause) }

// excludes says whether two clauses have words that cannot both be true, as accepted and rejected.
func excludes(a, b string) bool {
	if denies(a) || denies(b) {
		return false
	}
	return slices.ContainsFunc(fields(a), func(v string) bool {
		return slices.ContainsFunc(fields(b), func(w string) bool { return extract.Opposite(strings.ToLower(v), strings.ToLower(w)) })
	})
}

// together counts the words that two clauses share, beside those of whom they are about.
func together(a, b string, own []string) (n int) {
	theirs := content(b)
	for _, w := range content(a) {
		has := func(v string) bool { return akin(v, w) }
		if slices.ContainsFunc(theirs, has) && !slices.ContainsFunc(own, has) {
			n++
		}
	}
	return n
}

// content are the words of a text that say something, in lower case.
func content(text string) (words []string) {
	for _, w := range fields(text) {
		if w = strings.ToLower(w); !blank[w] {
			words = append(words, w)
		}
	}
	return words
}

// akin says whether two words are forms of one: live and lives, move and moving.
func akin(a, b string) bool {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return a == b || n >= 3 && max(utf8.RuneCountInString(a[n:]), utf8.RuneCountInString(b[n:])) <= 3
}

// blank are the words that two clauses may share without saying the same.
var blank = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(`a an the this that these those it its i me my mine you your yours he him his she her hers we us our they them their
		am is are was were be been being do does did done have has had having will would shall should can could may might must
		don't doesn't didn't isn't aren't wasn't weren't won't wouldn't can't couldn't hasn't haven't hadn't i'm i'll i've i'd it's that's you're he's she's we're they're
		not no never nothing nobody none and or but so if of in on at to for from by with without about into as than then there here
		who what when where which how why yes just only also too very really now more most any some all thing things`) {
		m[w] = true
	}
	return m
}()

func straight(s string) string {
	return strings.NewReplacer("“", `"`, "”", `"`, "„", `"`).Replace(s)
}
