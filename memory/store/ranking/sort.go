package ranking

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Sort is a set of sorts of answer: what a question asks for, or what an item holds of them.
type Sort uint8

// The sorts that can be told by the words of a question and by those of an answer.
const (
	Day    Sort = 1 << iota // when, how long
	Count                   // how many, how much, how often
	Name                    // who, where, which
	Reason                  // why
)

// longestLead is how many words at the head of a question may come before the one that asks: "so, when did …".
const longestLead = 3

// Wanted gives the sort of answer that a question asks for, none where it does not say.
func Wanted(question string) Sort {
	w := strings.Fields(strings.ToLower(question[:min(len(question), maxWanted)]))
	for i := range w {
		w[i] = strings.TrimFunc(w[i], unicode.IsPunct)
	}
	for i, word := range w {
		next := ""
		if i+1 < len(w) {
			next = w[i+1]
		}
		switch word {
		case "how":
			switch next {
			case "long":
				return Day
			case "many", "much", "often", "old":
				return Count
			}
		case "what", "which":
			if dated[next] {
				return Day
			}
			if word == "which" {
				return Name
			}
		case "name", "names":
			if next == "of" {
				return Name
			}
		}
		if i >= longestLead {
			continue
		}
		switch word {
		case "when":
			return Day
		case "where", "who", "whom", "whose":
			return Name
		case "why":
			return Reason
		}
	}
	return 0
}

// maxWanted is how much of a question is read for what it asks for, in bytes.
const maxWanted = 1 << 10

// maxHeld is how much of an item is: a long one holds everything.
const maxHeld = 4 << 10

// Held gives the sorts that a text holds something of.
func Held(text string) (held Sort) {
	text = text[:min(len(text), maxHeld)]
	low := false // the word before is in lower case, so that a capital is no beginning of a sentence
	for len(text) > 0 {
		end := strings.IndexAny(text, " \t\n")
		if end < 0 {
			end = len(text)
		}
		word := strings.TrimFunc(text[:end], unicode.IsPunct)
		first, _ := utf8.DecodeRuneInString(word)
		switch {
		case word == "":
		case unicode.IsDigit(first):
			held |= Count
			if year(word) {
				held |= Day
			}
		case unicode.IsUpper(first):
			by := heldBy[strings.ToLower(word)]
			if low && len(word) > 1 && by == 0 {
				held |= Name
			}
			held |= by
		default:
			held |= heldBy[word]
		}
		low = word != "" && unicode.IsLower(first) && !strings.HasSuffix(text[:end], ".") && !strings.HasSuffix(text[:end], "!") && !strings.HasSuffix(text[:end], "?")
		text = text[min(len(text), end+1):]
	}
	return held
}

func year(word string) bool {
	return len(word) == 4 && (word[0] == '1' || word[0] == '2') && strings.Trim(word, "0123456789") == ""
}

var dated = map[string]bool{"date": true, "day": true, "month": true, "year": true, "time": true, "week": true, "weekday": true}

// heldBy are the words that make a text hold something of a sort.
var heldBy = func() map[string]Sort {
	of := map[string]Sort{}
	for s, list := range map[Sort]string{
		Day: `yesterday today tonight tomorrow last next ago week weekend month year monday tuesday wednesday thursday friday saturday sunday
			january february march april june july august september october november december since recently`,
		Count:  "one two three four five six seven eight nine ten dozen couple hundred thousand once twice several many",
		Reason: "because since reason why due wanted inspired help helps",
	} {
		for w := range strings.FieldsSeq(list) {
			of[w] |= s
		}
	}
	return of
}()
