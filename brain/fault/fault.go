// Package fault tells which sort of error the principal points out, and words what to check
// because of it (SPEC §16). By rules, and in English: what no rule knows is an error of fact where
// a statement was corrected, and none where he only grumbles.
package fault

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"citadel/memory/event"
	"citadel/memory/self"
)

// longest is how long a complaint is, in bytes: what is longer tells something else as well.
const longest = 240

// complaints are what people say of an answer, by the sort of error. The first that fits counts.
var complaints = []struct {
	sort string
	says []string
}{
	{event.ErrQuote, []string{"i never said", "i didn't say", "i did not say", "never said that", "not what i said", "not what she said", "not what he said",
		"words in my mouth", "you misquoted", "you're misquoting"}},
	{event.ErrInvented, []string{"you made that up", "you made this up", "you're making that up", "you're making things up", "you are making that up",
		"you invented", "you hallucinated", "you're hallucinating", "that never happened", "this never happened", "there is no such", "there's no such",
		"that doesn't exist", "that does not exist"}},
	{event.ErrDone, []string{"you didn't send", "you did not send", "that wasn't sent", "it was never sent", "you didn't do that", "you didn't do it",
		"you haven't done", "you said it was done", "you said you had", "you said you'd sent", "that's not done", "nothing was sent", "nothing happened"}},
	{event.ErrPromise, []string{"you said you would", "you said you'd", "you promised", "you were going to", "you were supposed to", "you forgot to", "you never came back"}},
	{event.ErrOverstate, []string{"you can't know that", "you cannot know that", "you can't be sure", "how can you be so sure", "you sound too sure", "you're too sure",
		"you were too sure", "too confident", "you overstate", "that's overstated", "you exaggerate"}},
	{event.ErrTone, []string{"that was rude", "that's rude", "don't lecture", "stop lecturing", "don't patronise", "don't patronize", "patronising", "patronizing",
		"condescending", "too formal", "too chirpy", "too cheerful", "your tone", "don't be so", "stop being so", "that was cold", "that was harsh", "wrong tone", "that was too long",
		"that's too long", "far too long", "way too long"}},
	{event.ErrFigure, []string{"wrong number", "wrong date", "wrong year", "wrong day", "wrong amount", "wrong figure", "wrong price", "wrong time",
		"number wrong", "date wrong", "year wrong", "day wrong", "amount wrong", "figure wrong", "figures wrong", "numbers wrong", "price wrong", "time wrong",
		"number is wrong", "date is wrong", "amount is wrong", "figure is wrong", "numbers are wrong", "figures are wrong"}},
	{event.ErrName, []string{"wrong name", "wrong person", "mixed up two people", "not her name", "not his name", "not their name", "name is wrong", "name wrong", "that's not how you spell", "misspelled", "misspelt"}},
	{event.ErrRelation, []string{"not my wife", "not my husband", "not my sister", "not my brother", "not my boss", "not my client", "not my partner",
		"not her husband", "not his wife", "not related", "not married"}},
	{event.ErrFact, []string{"that's wrong", "that is wrong", "that's not true", "that is not true", "that's incorrect", "that's not right", "that is not right",
		"that's false", "you're wrong", "you are wrong", "you got that wrong", "you've got that wrong"}},
}

// Told gives the sort of error that a message complains of; "" where it complains of none. It is
// for what is said to an answer of the agent's.
func Told(message string) string {
	if len(message) > longest {
		return ""
	}
	low := " " + strings.Join(strings.Fields(strings.NewReplacer("’", "'", ",", " ", ";", " ").Replace(strings.ToLower(message))), " ")
	for _, c := range complaints {
		if slices.ContainsFunc(c.says, func(s string) bool { return strings.Contains(low, " "+s) }) {
			return c.sort
		}
	}
	return ""
}

// Plainly is Told where a sentence of the message ends with the complaint: "that's wrong on so many levels" is talk.
func Plainly(message string) string {
	for sentence := range strings.FieldsFuncSeq(message, func(r rune) bool { return strings.ContainsRune(".!?;\n", r) }) {
		words := strings.Fields(sentence)
		for len(words) > 0 && slices.Contains(afterwards, strings.ToLower(strings.Trim(words[len(words)-1], ","))) {
			words = words[:len(words)-1]
		}
		sentence = strings.ToLower(strings.NewReplacer("’", "'", ",", "").Replace(strings.Join(words, " ")))
		for _, c := range complaints {
			if slices.ContainsFunc(c.says, func(s string) bool { return strings.HasSuffix(" "+sentence, " "+s) }) {
				return c.sort
			}
		}
	}
	return ""
}

// afterwards are words that may stand behind a complaint.
var afterwards = []string{"again", "though", "now", "citadel", "there", "sorry", "here"}

// relations are the attributes that say how people stand to each other.
var relations = []string{"spouse", "wife", "husband", "partner", "sister", "brother", "mother", "father", "son", "daughter", "boss", "manager", "colleague",
	"friend", "client", "employer", "who"}

// Between gives the sort of error where a value took the place of another.
func Between(attribute, was, is string) string {
	switch {
	case slices.Contains(relations, strings.ToLower(attribute)):
		return event.ErrRelation
	case strings.ContainsAny(was+is, "0123456789") || dated(was) || dated(is):
		return event.ErrFigure
	case strings.Contains(strings.ToLower(attribute), "name"):
		return event.ErrName
	case alike(was, is):
		return event.ErrName
	}
	return event.ErrFact
}

// dated says whether a value names a day or a month.
func dated(value string) bool {
	return slices.ContainsFunc(strings.Fields(strings.ToLower(value)), func(w string) bool {
		return strings.Contains(" monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december ",
			" "+strings.Trim(w, ".,")+" ")
	})
}

// alike says whether two values are written like one name spelt in two ways: both with a capital,
// and beginning alike.
func alike(a, b string) bool {
	x, n := utf8.DecodeRuneInString(a)
	y, m := utf8.DecodeRuneInString(b)
	return unicode.IsUpper(x) && x == y && len(a) > n+1 && len(b) > m+1 && strings.EqualFold(a[n:n+2], b[m:m+2])
}

// checks are, for each sort, what it is called and what to do because of it.
var checks = map[string][2]string{
	event.ErrFact:      {"something that is not so", "Hold each statement about the person against a memory before you make it"},
	event.ErrFigure:    {"a wrong number or date", "Take each number and date from a memory and cite it, or leave it out"},
	event.ErrName:      {"a wrong name", "Copy names as the memories write them"},
	event.ErrRelation:  {"a wrong relationship", "Say how people stand to each other only where a memory does"},
	event.ErrQuote:     {"words nobody said", "Quote only what a memory has word for word, and say whose it is"},
	event.ErrInvented:  {"something invented", "Name nothing that no memory and no message names"},
	event.ErrOverstate: {"something said too surely", "Give the doubt with the statement"},
	event.ErrTone:      {"the wrong tone", "Match the person's tone, and drop what was complained of"},
	event.ErrDone:      {"something called done that was not", "Say what was really done, and nothing more"},
	event.ErrPromise:   {"a promise not kept", "Promise only what is recorded, and look at what is open"},
}

// Name is what a sort of error is called: "a wrong number or date".
func Name(sort string) string {
	if c, ok := checks[sort]; ok {
		return c[0]
	}
	return sort
}

// Check is what to do because of a sort of error, as one sentence without its full stop.
func Check(sort string) string {
	if c, ok := checks[sort]; ok {
		return c[1]
	}
	return checks[event.ErrFact][1]
}

// Lines are blind spots as the model reads them, one line each: what went wrong, how often in 30
// days, and the check to make.
func Lines(spots []self.Blind) []string {
	var lines []string
	for _, b := range spots {
		lines = append(lines, fmt.Sprintf("You were corrected for %s, %s in 30 days. %s.", Name(b.Sort), times(b.Count), Check(b.Sort)))
	}
	return lines
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
