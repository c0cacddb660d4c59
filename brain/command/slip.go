package command

import (
	"slices"
	"strings"
)

// Bounds of a message in which one mistyped word is looked for.
const (
	longestSlip = 8 // words
	leastSlip   = 4 // letters of the word
)

// English words that are one letter from the word of a command, and are meant as they stand.
var meant = strings.Fields(`forgot fond fine fund kind mind bind wind shop shot snow slow shown whose while loop rule model module lost post past close closed
	cancels reminds reminded remembers remembered shows finds forgets skips keeps kept keen weep records recorded reverses reversed amends
	weight weights height eight heights export expert report reports expect spent spend spends spied private state stats merge marge verge paper
	people purple group grope help held hell kelp heap mail main male maid fail tail news new free fresh tree flee file filed files fires tools pools
	send sent sand lend bend read real road dead need search watch match catch quite quiet quit share shared stare spare mute cute mood moon
	food raw row law graph grape draft undo under wrong wring strong done dune dine gone more mode move less lets lock look clock back bank pack
	pause cause resume assume skipped slip ship stop step shop notes note noted rules ruled rude`)

// Slip finds the command that a message was meant to be, where one of its words is mistyped by a letter:
// "wieghts", "forgt Ana". It gives the message as it should be typed. Only a word that is no word of
// English as far as is known here counts, and only where the message is then a command.
func Slip(text string) (word, should string, ok bool) {
	fields := strings.Fields(strings.TrimSpace(text))
	if len(fields) == 0 || len(fields) > longestSlip || strings.ContainsAny(text, "\n?") {
		return "", "", false
	}
	if _, is := Parse(text); is {
		return "", "", false
	}
	typed := strings.ToLower(strings.TrimPrefix(fields[0], "/"))
	if len(typed) >= leastSlip && letters(typed) && !slices.Contains(meant, typed) && len(commandGrammar.opens[typed]) == 0 {
		for _, head := range heads() {
			if apart(typed, head) != 1 || inflected(typed, head) && len(fields) > 1 {
				continue
			}
			should := strings.Join(append([]string{head}, fields[1:]...), " ")
			if c, is := Parse(should); is && c.exists() {
				return fields[0], should, true
			}
		}
		return "", "", false
	}
	if typed == "revisit" {
		last := strings.ToLower(strings.Trim(fields[len(fields)-1], ".,!"))
		if d := apart(last, "decision"); d == 1 || d == 2 {
			should := strings.Join(append(fields[:len(fields)-1:len(fields)-1], "decision"), " ")
			c, is := Parse(should)
			return fields[len(fields)-1], should, is && c.exists()
		}
	}
	return "", "", false
}

func (c Command) exists() bool {
	row, ok := Lookup(c.Name)
	return ok && row.Since != ""
}

// heads are the words that commands begin with, in the order of the table.
func heads() (all []string) {
	for i := range table {
		for _, form := range table[i].forms {
			for part := range strings.SplitSeq(form, " ") {
				word, optional := strings.CutSuffix(part, "?")
				for w := range strings.SplitSeq(strings.Trim(word, "+,"), "|") {
					if len(w) >= leastSlip && letters(w) && !slices.Contains(all, w) {
						all = append(all, w)
					}
				}
				if !optional {
					break
				}
			}
		}
	}
	return all
}

func letters(w string) bool { return strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") == "" }

// inflected says whether one word is the other with an ending: "reminder", "showed".
func inflected(a, b string) bool {
	if len(a) < len(b) {
		a, b = b, a
	}
	rest, ok := strings.CutPrefix(a, b)
	return ok && (rest == "s" || rest == "d" || rest == "r" || rest == "n")
}

// apart is by how many letters two words differ, at most 3; two that changed places count as one.
func apart(a, b string) int {
	if len(a)-len(b) > 2 || len(b)-len(a) > 2 {
		return 3
	}
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return min(rows[len(a)][len(b)], 3)
}
