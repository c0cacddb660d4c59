package doctor

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"citadel/brain/phrase"
)

// Write prints findings for a person, in lines of at most width columns, and a summary
// last. Nothing is told by colour.
func Write(w io.Writer, findings []Finding, width int) error {
	words := 0
	for _, f := range findings {
		words = max(words, len(f.Check))
	}
	indent := strings.Repeat(" ", len("look  ")+words+2)
	width = max(width-len(indent), 30)
	var b strings.Builder
	for _, f := range findings {
		fmt.Fprintf(&b, "%-4s  %-*s  ", f.Verdict, words, f.Check)
		b.WriteString(strings.Join(wrap(f.Says, width), "\n"+indent))
		b.WriteByte('\n')
		for _, d := range f.Details {
			b.WriteString(indent + "  " + d + "\n")
		}
		if f.Do != "" {
			b.WriteString(indent + strings.Join(wrap("→ "+f.Do, width), "\n"+indent+"  ") + "\n")
		}
	}
	b.WriteString("\n" + summary(findings) + "\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// summary counts the verdicts in a sentence.
func summary(findings []Finding) string {
	n := map[Verdict]int{}
	for _, f := range findings {
		n[f.Verdict]++
	}
	checks := phrase.Count(len(findings), "check")
	switch {
	case n[Fail] > 0 && n[Look] > 0:
		return fmt.Sprintf("%s: %d to mend, %d to look at.", checks, n[Fail], n[Look])
	case n[Fail] > 0:
		return fmt.Sprintf("%s: %d to mend.", checks, n[Fail])
	case n[Look] > 0:
		return fmt.Sprintf("%s: nothing fails, %d to look at.", checks, n[Look])
	}
	return checks + ": all is well."
}

// wrap breaks a text between words into lines of at most width characters. A word that is
// longer keeps its line: paths are to be copied.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) <= width:
			line += " " + word
		default:
			lines = append(lines, line)
			line = word
		}
	}
	return append(lines, line)
}

// WriteJSON prints findings as one object: {"verdict": the worst, "findings": […]}.
func WriteJSON(w io.Writer, findings []Finding) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(struct {
		Verdict  Verdict   `json:"verdict"`
		Findings []Finding `json:"findings"`
	}{Worst(findings), findings})
}
