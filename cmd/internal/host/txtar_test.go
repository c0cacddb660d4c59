package host_test

import (
	"os"
	"strings"
	"testing"
)

// txtar is a text file of several, in the form of that name: a comment, then sections, each after a line
// `-- name --`. A name may come more than once.
type txtar struct {
	comment  string
	sections []section
}

type section struct{ name, text string }

// readTxtar splits a file into its sections.
func readTxtar(t testing.TB, file string) (a txtar) {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		if name, ok := marked(line); ok {
			a.sections = append(a.sections, section{name: name})
		} else if n := len(a.sections); n > 0 {
			a.sections[n-1].text += line
		} else {
			a.comment += line
		}
	}
	return a
}

// marked gives the name of the section that a line begins.
func marked(line string) (name string, ok bool) {
	name, ok = strings.CutPrefix(strings.TrimRight(line, "\n"), "-- ")
	if !ok {
		return "", false
	}
	return strings.CutSuffix(name, " --")
}

// String is the file that reads as these sections.
func (a txtar) String() string {
	var b strings.Builder
	b.WriteString(a.comment)
	for _, s := range a.sections {
		b.WriteString("-- " + s.name + " --\n" + s.text)
		if s.text != "" && !strings.HasSuffix(s.text, "\n") {
			b.WriteString("\n")
		}
	}
	return b.String()
}
