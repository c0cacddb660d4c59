package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

// Questions about what was said, with what has to come of them: see the head of the first file. What the
// second holds was written when all of the first was right.
func TestAsked(t *testing.T) {
	var all []asked
	for _, name := range []string{"testdata/asked.txt", "testdata/asked_again.txt", "testdata/asked_settled.txt"} {
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		_, body, _ := strings.Cut("\n"+string(file), "\n# ")
		for text := range strings.SplitSeq(body, "\n# ") {
			all = append(all, readAsked(t, text))
		}
	}
	tally := map[string]int{}
	for _, a := range all {
		t.Run(a.name, func(t *testing.T) {
			said := a.answer(t)
			is := a.judge(said)
			tally[is]++
			if is != a.is {
				t.Errorf("%s is %s, and %s in the file: %q", a.question, is, a.is, said)
			}
		})
	}
	t.Logf("%v", tally)
}

// asked is a question, with what was said before it, line by line behind its moment.
type asked struct {
	name, question, lead string
	later, never         []string
	told                 []string
	is                   string
}

func readAsked(t *testing.T, text string) asked {
	t.Helper()
	name, rest, _ := strings.Cut(text, "\n")
	a := asked{name: name, is: "right"}
	for line := range strings.SplitSeq(rest, "\n") {
		what, words, _ := strings.Cut(line, " ")
		switch what {
		case "":
		case "?":
			a.question = words
		case "lead":
			a.lead = words
		case "later":
			a.later = append(a.later, words)
		case "never":
			a.never = append(a.never, words)
		case "is":
			a.is = words
		default:
			if _, err := time.Parse(time.DateOnly, what); err != nil {
				t.Fatalf("%s: %q: %v", name, line, err)
			}
			a.told = append(a.told, line)
		}
	}
	if a.question == "" || a.lead == "" {
		t.Fatalf("%s lacks its question or its answer", name)
	}
	return a
}

// judge says whether an answer is right, owns that it does not know, or leads with something else.
func (a asked) judge(said string) string {
	at := strings.Index(said, a.lead)
	right := at >= 0
	for _, w := range a.later {
		before := strings.Index(said, w)
		right = right && (before < 0 || before > at)
	}
	for _, w := range a.never {
		right = right && !strings.Contains(said, w)
	}
	switch {
	case right:
		return "right"
	case strings.HasPrefix(said, "I have nothing"):
		return "unknown"
	}
	return "wrong"
}

// answer plays the conversation, each line on its day.
func (a asked) answer(t *testing.T) string {
	t.Helper()
	day := strings.Fields(a.told[0])[0]
	d := &diary{lines: append(append([]string{day + " skip"}, a.told...), today.Format(time.DateOnly)+" "+a.question)}
	var out, problems bytes.Buffer
	e := &environment{in: d, out: &out, err: &problems, environ: []string{"TZ=Australia/Melbourne"}, now: d.now}
	d.turn()
	if code := run(t.Context(), []string{"--home", newHome(t), "chat", "--json"}, e); code != 0 {
		t.Fatalf("status %d: %s", code, problems.String())
	}
	last := ""
	for line := range strings.Lines(out.String()) {
		var o object
		if err := json.Unmarshal([]byte(line), &o); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if o.Line == len(a.told)+2 {
			last = o.Text
		}
	}
	return last
}

// diary is what is typed, a line at a time, and the clock, which stands at ten on the day of the line.
type diary struct {
	lines []string
	mu    sync.Mutex
	at    time.Time
	n     int
}

func (d *diary) now() time.Time {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.at
}

// turn moves the clock to the day of the next line; two of one day are minutes apart.
func (d *diary) turn() (text string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	day, text, _ := strings.Cut(d.lines[min(d.n, len(d.lines)-1)], " ")
	at, _ := time.ParseInLocation(time.DateOnly, day, melbourne)
	d.at = at.Add(10*time.Hour + time.Duration(d.n)*time.Minute)
	return text
}

func (d *diary) Read(p []byte) (int, error) {
	if d.n == len(d.lines) {
		return 0, io.EOF
	}
	n := copy(p, d.turn()+"\n")
	d.n++
	return n, nil
}

var melbourne = time.FixedZone("AEDT", 11*60*60)
