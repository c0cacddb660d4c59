package config

import (
	"fmt"
	"strings"
)

// maxProblems bounds how many problems of one file are reported: a file of
// another program would otherwise fill the screen.
const maxProblems = 20

// Problem is one thing to change.
type Problem struct {
	File    string // path as Load found it, or "the environment"
	Line    int    // from 1; 0 where no single line is at fault
	Key     string // the setting or group concerned, such as "quiet.from"; empty if there is none of that name
	Subject string // what it is about, such as "`quiet.from`" or "unknown key `zonee`"
	What    string // what is wrong with it; may be empty
	Do      string // what to do about it; may be empty
}

// String is the problem as one line, without the file.
func (p Problem) String() string {
	var b strings.Builder
	b.WriteString(p.Subject)
	if p.Line > 0 {
		fmt.Fprintf(&b, " on line %d", p.Line)
	}
	if p.What != "" {
		b.WriteString(": " + p.What)
	}
	if p.Do != "" {
		b.WriteString("; " + p.Do)
	}
	return b.String()
}

// Error is a configuration that cannot be used. Problems is never empty. It
// follows the sources: config.yaml, .env, the environment; what is wrong between
// settings comes last.
type Error struct {
	Problems []Problem
}

// Error groups the problems by source, one line each.
func (e *Error) Error() string {
	var b strings.Builder
	for i := 0; i < len(e.Problems); {
		file, n := e.Problems[i].File, 0
		for i+n < len(e.Problems) && e.Problems[i+n].File == file {
			n++
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "config: %s in %s:", count(n), file)
		for _, p := range e.Problems[i : i+n] {
			b.WriteString("\n  " + p.String())
		}
		i += n
	}
	return b.String()
}

func count(n int) string {
	if n == 1 {
		return "1 thing to change"
	}
	return fmt.Sprintf("%d things to change", n)
}

// clip shortens the list to maxProblems and says that it did.
func clip(problems []Problem) []Problem {
	if len(problems) <= maxProblems {
		return problems
	}
	rest := len(problems) - maxProblems
	return append(problems[:maxProblems:maxProblems], Problem{
		File:    problems[0].File,
		Subject: fmt.Sprintf("and %d more", rest),
	})
}

// quoted shows a value from outside: escaped, and cut where it is long. What looks like a
// key is not shown.
func quoted(text string) string {
	const most = 40
	if isKey(text) {
		return "(a key)"
	}
	if r := []rune(text); len(r) > most {
		text = string(r[:most]) + "…"
	}
	return fmt.Sprintf("%q", text)
}

// named shows a key in backquotes, cut and escaped like a value.
func named(key string) string {
	parts := strings.Split(key, ".")
	for i, part := range parts {
		if isKey(part) {
			return "`" + strings.Join(append(parts[:i:i], "(a key)"), ".") + "`"
		}
	}
	q := quoted(key)
	return "`" + q[1:len(q)-1] + "`"
}

// nearest returns the candidate that key most likely meant, or "". The first
// of several equally near ones wins.
func nearest(key string, candidates []string) string {
	if len(key) > 64 {
		return ""
	}
	best, least := "", max(2, len(key)/3)+1
	for _, candidate := range candidates {
		if d := distance(strings.ToLower(key), strings.ToLower(candidate)); d < least {
			best, least = candidate, d
		}
	}
	if least >= len(key) { // every letter changed: that is no likeness
		return ""
	}
	return best
}

// distance counts the insertions, deletions, replacements and swaps of
// neighbouring bytes that lead from a to b (optimal string alignment).
func distance(a, b string) int {
	var before []int
	last := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
