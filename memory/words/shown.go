package words

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Words of others often stand in a message with nothing to mark them: "what do you make of this?", an empty line, and a
// mail without its head. What follows such a question, or stands above it, is what he shows; and what begins by greeting
// somebody and ends with a name is a letter. It is his own where he says what is to be done with it: "send this to Ana:".

// unmarked are the lines, from the one to before the other, of somebody else although nothing marks them; none where both
// are the same.
func unmarked(lines []string) (from, to int) {
	first := slices.IndexFunc(lines, written)
	last := len(lines) - 1
	for last > first && !written(lines[last]) {
		last--
	}
	switch {
	case first < 0 || first == last:
		return 0, 0
	case asksAbout(lines[first]):
		return first + 1, len(lines)
	case asksAbout(lines[last]) && !written(lines[last-1]) && (last-first > 2 || !orders(lines[first]) || !asksOfOrder(lines[last])):
		return 0, last
	}
	for i, line := range lines[:last] {
		if greets(line) && signs(lines[i+1:last+1]) && !slices.ContainsFunc(lines[:i], directs) {
			return i, len(lines)
		}
	}
	return 0, 0
}

func written(line string) bool { return strings.TrimSpace(line) != "" }

// asksAbout says whether a line asks for an opinion on what stands beside it, or announces that: "What do you make of
// this?", "Summarise the following:".
func asksAbout(line string) bool {
	line = strings.TrimSpace(line)
	all := lineWords(line)
	points := slices.ContainsFunc(all, func(w string) bool { return slices.Contains(pointing, w) })
	if n := len(all); n > 1 && strings.HasSuffix(line, "?") && (all[n-1] == "that" || all[n-1] == "it") {
		points = points || slices.Contains([]string{"of", "about", "with", "to"}, all[n-2])
	}
	ends := strings.HasSuffix(line, "?") || strings.HasSuffix(line, ":") || slices.Contains(all, "below")
	return points && ends && len(line) <= longestHead && !directs(line)
}

// orders says whether a line tells somebody to do something: "send it to Ana", "could you book that?". What somebody else
// wrote may begin so, too.
func orders(line string) bool {
	all := lineWords(line)
	if len(all) > 0 && all[0] == "please" {
		all = all[1:]
	}
	if len(all) > 1 && all[1] == "you" && slices.Contains([]string{"can", "could", "would", "will"}, all[0]) {
		all = all[2:]
	}
	return len(all) > 0 && slices.Contains(deeds, all[0])
}

// asksOfOrder says whether a question is one about what was just ordered: whether it can be done, by when, and how it
// reads. What he makes of a text, whether that is right and what to answer is asked about the words of others.
func asksOfOrder(line string) bool {
	all := lineWords(line)
	n := len(all)
	switch {
	case n < 3 || slices.ContainsFunc(all, func(w string) bool { return slices.Contains(judged, w) }):
		return false
	case slices.Contains([]string{"can", "could", "will", "would"}, all[0]) && (all[1] == "you" || slices.Contains(pointing, all[1])):
		return true // "Can you do this today?", "Will this reach her in time?"
	case slices.Contains([]string{"is", "are", "does", "do"}, all[0]) && slices.Contains(pointing, all[1]):
		return slices.Contains(manners, all[n-1]) || slices.Contains(manners, all[2]) // "Is this polite?", "Does this fit?"
	case slices.Contains([]string{"when", "how"}, all[0]) && slices.Contains([]string{"will", "long", "soon", "quickly"}, all[1]):
		return true // "How long will this take?"
	}
	return false
}

// directs says whether a line says what is to be done with what it points at, or where that is to go.
func directs(line string) bool {
	if strings.ContainsAny(line, "@/") {
		return true
	}
	all := lineWords(line)
	for i, w := range all {
		if slices.Contains(deeds, w) && (i == 0 || i == 1 && all[0] == "please" || i+1 < len(all) && slices.Contains(pointed, all[i+1])) {
			return true
		}
	}
	return false
}

func lineWords(line string) []string {
	return strings.FieldsFunc(strings.ToLower(line), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '’' })
}

var (
	pointing = strings.Fields("this these below following above")
	judged   = strings.Fields("think make mean means say says said want wants answer reply respond believe trust serious real legit true right scam summarise summarize explain tell translate read sum")
	manners  = strings.Fields("polite friendly clear enough late early soon short long harsh rude formal possible collide clash fit work urgent")
	pointed  = strings.Fields("this these that those it them the following down into to")
	deeds    = strings.Fields("send forward mail email write draft put add save keep store enter book block schedule note copy append insert post share file set make create turn print remember")
)

var (
	greeting = regexp.MustCompile(`^(?i:hi|hello|hey|dear|good morning|good afternoon|good evening|hallo|lieber?|guten tag|bonjour|hola)\s+(\p{Lu}[\p{L}.'’-]*)(?:\s+\p{Lu}[\p{L}.'’-]*)*\s*[,!:–-]?$`)
	farewell = regexp.MustCompile(`^(?i:best|thanks|thank you|many thanks|thanks again|(?:kind |best |warm )?regards|best wishes|all the best|cheers|sincerely|yours(?: \p{L}+)?|viele grüße|liebe grüße|mit freundlichen grüßen|cordialement|saludos)[,.!]?(?:\s+\p{Lu}[\p{L}.'’-]*(?:\s+\p{Lu}[\p{L}.'’-]*)*)?$`)
	named    = regexp.MustCompile(`^[-–]?\s*\p{Lu}[\p{L}.'’-]*(?:\s+\p{Lu}[\p{L}.'’-]*){0,2}$`)
)

// agent is how the principal greets who reads this: what he says to it is no letter.
const agent = "Citadel"

// greets says whether a line greets somebody by name.
func greets(line string) bool {
	m := greeting.FindStringSubmatch(strings.TrimSpace(line))
	return m != nil && !strings.EqualFold(m[1], agent)
}

// signs says whether lines end as a letter does: with a farewell and a name, on one line or on two.
func signs(lines []string) bool {
	var end []string
	for _, line := range slices.Backward(lines) {
		if written(line) {
			end = append(end, strings.TrimSpace(line))
		}
		if len(end) == 2 {
			break
		}
	}
	if len(end) == 0 {
		return false
	}
	m := farewell.MatchString(end[0]) && len(lineWords(end[0])) > 1
	return m || len(end) == 2 && named.MatchString(end[0]) && farewell.MatchString(end[1])
}
