package change

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"citadel/brain/command"
	"citadel/brain/turn"
	"citadel/memory/event"
)

// run is how many words in a row make a repetition (SPEC §2.1, Forgetting). Of a text that has
// fewer, from least on, all of them do.
const (
	run   = 5
	least = 2
)

// quoting gives those of the posts that share a name, a number or five words in a row
// with one of the texts, or hold the whole of a shorter one.
func quoting(ctx context.Context, t *turn.Turn, posts []event.Seq, said []string) ([]event.Seq, error) {
	marks, short := map[string]bool{}, map[string]bool{}
	for _, s := range said {
		for m := range telling(s) {
			marks[m] = true
		}
		if row := inARow(kept(s)); len(row) >= least && len(row) < run {
			short[" "+strings.Join(row, " ")+" "] = true
		}
	}
	var found []event.Seq
	for _, seq := range posts {
		_, p, err := t.Event(ctx, seq)
		if err != nil {
			return nil, err
		}
		q, ok := p.(event.PostQueued)
		if !ok {
			continue
		}
		repeats := false
		for m := range telling(q.Text) {
			repeats = repeats || marks[m]
		}
		all := " " + strings.Join(inARow(q.Text), " ") + " "
		for words := range short {
			repeats = repeats || strings.Contains(all, words)
		}
		if repeats {
			found = append(found, seq)
		}
	}
	return found, nil
}

// kept is what a message asks to be remembered, or else all of it.
func kept(text string) string {
	if memo, ok := command.Memo(text); ok {
		return memo
	}
	return text
}

// inARow are the words of a text in small letters, without the marks around them and without where
// links lead.
func inARow(text string) (row []string) {
	for _, raw := range strings.Fields(text) {
		if word := bareWord(raw); word != "" {
			row = append(row, strings.ToLower(word))
		}
	}
	return row
}

// bareWord is a word without the marks around it and without where it leads.
func bareWord(raw string) string {
	if i := strings.Index(raw, "](src:"); i >= 0 {
		raw = raw[:i]
	}
	return strings.TrimFunc(raw, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
}

// telling are the marks by which a text is known again: its names, its numbers, and every
// five words in a row.
func telling(text string) map[string]bool {
	marks := map[string]bool{}
	var row []string
	begins := true // of a sentence, where not every capital is a name's
	for _, raw := range strings.Fields(text) {
		word := bareWord(raw)
		if word == "" {
			continue
		}
		low := strings.ToLower(word)
		bare := strings.TrimSuffix(strings.TrimSuffix(low, "'s"), "’s")
		first, _ := utf8.DecodeRuneInString(word)
		switch {
		case calendar(low) || strings.HasPrefix(raw, "`"):
		case unicode.IsNumber(first) && len(word) > 1:
			marks["#"+low] = true
		case unicode.IsUpper(first) && len(bare) > 2 && !(begins && common(bare)):
			marks["@"+bare] = true
		}
		row = append(row, low)
		if len(row) >= run {
			marks[strings.Join(row[len(row)-run:], " ")] = true
		}
		begins = strings.ContainsAny(raw[len(raw)-1:], ".!?:")
	}
	return marks
}

// calendar words and the numbers of years stand in every dated text.
func calendar(low string) bool {
	if len(low) == 4 && (low[:2] == "19" || low[:2] == "20") && low[2] >= '0' && low[2] <= '9' {
		return true
	}
	if len(low) < 3 {
		return false
	}
	return strings.Contains(" mon tue wed thu fri sat sun jan feb mar apr may jun jul aug sep oct nov dec "+
		"monday tuesday wednesday thursday friday saturday sunday january february march april june july "+
		"august september october november december ", " "+low+" ")
}

// common words begin sentences more often than names do.
func common(low string) bool {
	return strings.Contains(" the this that these those there here you your our his her its their she they what when where who why how "+
		"and but not for from with before after yes was were are has had have said kept done remember forget please today my all one two "+
		"i'll i'm it's don't let's in on at about nothing nearest corrected ", " "+low+" ")
}
