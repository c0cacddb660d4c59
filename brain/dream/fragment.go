package dream

import (
	"fmt"
	"strings"
	"unicode"

	"citadel/brain/model"
	"citadel/brain/redact"
	"citadel/memory/event"
	"citadel/memory/words"
)

// AskFragment is what a model that looks at the picture of a dream is asked. picture is a PNG.
func AskFragment(d event.Dreamt, picture []byte) model.Request {
	narrative := d.Narrative
	if narrative == "" {
		narrative = "(there are no words of it)"
	}
	return model.Request{
		System: []model.Passage{{Text: fragmentInstructions, Cache: true}},
		Messages: []model.Message{{From: model.User, Parts: []model.Part{
			{Image: &model.Image{MIME: "image/png", Data: picture}},
			{Text: fmt.Sprintf("The picture: %s\nThe dream: %s", d.Art.Alt, narrative)},
		}}},
		MaxTokens:  300,
		Creativity: model.High,
		Effort:     model.NoEffort,
	}
}

const fragmentInstructions = `You look at a picture that was made of a dream, and write what someone would find on the back of a receipt at three in the morning: 2 to 5 short lines, oblique, associative, concrete. Things and light and movement, in the present tense. English.

Never: names, numbers, dates, health, death, grief, quarrels, advice, a question to the reader, "dream", "I". No title, no quotation marks, no emoji. Only the lines.

Such as:
A warehouse with its doors open to the tide.
The boxes leave in order of address.
Someone wrote paid on the water, and it holds.`

// Bounds of a fragment.
const (
	leastLines   = 2
	mostLines    = 5
	longestLine  = 110 // bytes
	longestLines = 600
)

// ReadFragment takes the lines out of an answer; "" and why where they do not hold. A dream says no name that its
// day had.
func ReadFragment(answer string, r *Residue) (string, Fault) {
	if len(answer) > longestAnswer {
		return "", Long
	}
	var lines []string
	for line := range strings.Lines(answer) {
		line = strings.Join(strings.Fields(strings.TrimLeft(strings.TrimSpace(line), "->*• ")), " ")
		if line == "" || strings.HasPrefix(line, "```") {
			continue
		}
		if why := r.wrong(line, longestLine); why != "" {
			return "", why
		}
		lines = append(lines, line)
	}
	text := strings.Join(lines, "\n")
	if len(lines) < leastLines || len(lines) > mostLines || len(text) > longestLines {
		return "", Long
	}
	return text, ""
}

// wrong is why a dream may not say something; "" where it may.
func (r *Residue) wrong(text string, most int) Fault {
	if text == "" || len(text) > most {
		return Long
	}
	if !fit(text) {
		return Sensitive
	}
	if clean, found := redact.Secrets(text); clean != text || len(found) > 0 {
		return Secret
	}
	if strings.ContainsFunc(text, unicode.IsDigit) || strings.ContainsAny(text, "$€£¥%") {
		return Figured
	}
	if r.names(text) {
		return Named
	}
	return ""
}

// names says whether a text has a capital where English has none, or begins a sentence with a word that the notes
// have with a capital: there it may be a name, and is taken for one unless it is among the commonest words.
func (r *Residue) names(text string) bool {
	known := map[string]bool{}
	for _, n := range r.notes {
		capitals(n.text, func(word string, begins bool) {
			if !begins || !words.Stop(strings.ToLower(word)) {
				known[strings.ToLower(word)] = true
			}
		})
	}
	named := false
	capitals(text, func(word string, begins bool) {
		if !begins || known[strings.ToLower(word)] {
			named = true
		}
	})
	return named
}

// capitals calls fn with each word that has a capital, but for "I", and whether a sentence begins with it.
func capitals(text string, fn func(word string, begins bool)) {
	begins := true
	for _, field := range strings.Fields(text) {
		word := strings.TrimFunc(field, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
		bare, _, _ := strings.Cut(strings.ReplaceAll(word, "’", "'"), "'")
		if strings.ContainsFunc(bare, unicode.IsUpper) && bare != "I" {
			fn(bare, begins)
		}
		if word != "" {
			begins = false
		}
		if strings.ContainsAny(field[len(field)-1:], ".!?:") || strings.HasSuffix(field, "…") {
			begins = true
		}
	}
}
