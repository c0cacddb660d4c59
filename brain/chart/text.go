package chart

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"citadel/memory/event"
)

// columns is how wide a block of text may be on a telephone (MESSAGES, rule 20).
const columns = 36

// Text is the chart as a fenced block of at most 36 columns: a line for each row, and the
// counts of its bars in their order with arrows between them. A part that no bar of the row
// has is a dot. Counts from 10,000 on are told in thousands. Labels are cut where they do not
// fit.
func Text(c event.Chart) string {
	lines := make([][]string, 1, len(c.Rows)+1)
	lines[0] = append([]string{""}, c.Parts...)
	for _, r := range c.Rows {
		line := []string{strings.Join(strings.Fields(r.Label), " ")}
		for part := range c.Parts {
			line = append(line, cell(r, part))
		}
		lines = append(lines, line)
	}
	widths := make([]int, len(c.Parts)+1)
	for _, line := range lines {
		for i, s := range line {
			widths[i] = max(widths[i], utf8.RuneCountInString(s))
		}
	}
	total := 0
	for _, w := range widths[1:] {
		total += w + 1
	}
	widths[0] = max(1, min(widths[0], columns-total))
	spare := 0 // between the columns, as far as there is room
	if len(c.Parts) > 0 {
		spare = min(3, max(0, (columns-total-widths[0])/len(c.Parts)))
	}
	var b strings.Builder
	b.WriteString("```\n")
	for _, line := range lines {
		b.WriteString(pad(line[0], -widths[0]))
		for i, s := range line[1:] {
			b.WriteString(pad(s, widths[i+1]+1+spare))
		}
		b.WriteByte('\n')
	}
	b.WriteString("```")
	return b.String()
}

// cell is one part of all bars of a row: "41→30".
func cell(r event.Row, part int) string {
	var counts []string
	any := false
	for _, bar := range r.Bars {
		n := count(bar, part)
		any = any || n > 0
		counts = append(counts, short(n))
	}
	if !any {
		return "·"
	}
	return strings.Join(counts, "→")
}

// count is what a bar has of a part.
func count(b event.Bar, part int) int {
	if part < len(b.Counts) {
		return max(0, b.Counts[part])
	}
	return 0
}

func short(n int) string {
	if n >= 10_000 {
		return fmt.Sprintf("%dk", (n+500)/1000)
	}
	return fmt.Sprint(n)
}

// pad brings a text to a width: set to the right, or for a negative one to the left. What is
// longer is cut.
func pad(s string, width int) string {
	left := width < 0
	if left {
		width = -width
	}
	if r := []rune(s); len(r) > width {
		s = string(r[:width])
	}
	space := strings.Repeat(" ", width-utf8.RuneCountInString(s))
	if left {
		return s + space
	}
	return space + s
}
