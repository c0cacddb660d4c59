package main

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

// dialogue is a conversation in which something is corrected, and the question that shows what
// became of it.
type dialogue struct {
	name     string
	lines    []string
	corrects []int // which of the lines do
	holds    []string
	not      []string
}

// dialogues reads testdata/corrections.txt: "> " is said, "~ " corrects, "? " asks at the end; "= "
// is in the answer, "! " does not lead it.
func dialogues(t *testing.T) (all []dialogue) {
	text, err := os.ReadFile("testdata/corrections.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" {
			continue
		}
		what := line[2:]
		if line[0] == '#' {
			all = append(all, dialogue{name: what})
			continue
		}
		d := &all[len(all)-1]
		switch line[0] {
		case '~':
			d.corrects = append(d.corrects, len(d.lines))
			fallthrough
		case '>', '?':
			d.lines = append(d.lines, what)
		case '=':
			d.holds = append(d.holds, what)
		case '!':
			d.not = append(d.not, what)
		default:
			t.Fatalf("%q", line)
		}
	}
	return all
}

// A correction is taken, or what was not understood of it is said: never neither. What was denied or
// replaced leads no answer.
func TestCorrectionsAreNeverIgnored(t *testing.T) {
	right, asked := 0, 0
	for _, d := range dialogues(t) {
		t.Run(d.name, func(t *testing.T) {
			said := saidIn(t, d.lines)
			lead := leading(said[len(said)-1])
			ok := !slices.ContainsFunc(d.holds, func(s string) bool { return !strings.Contains(said[len(said)-1], s) }) &&
				!slices.ContainsFunc(d.not, func(s string) bool { return strings.Contains(lead, s) })
			back := slices.ContainsFunc(d.corrects, func(i int) bool { return asksBack(said[i]) })
			switch {
			case ok && !back:
				right++
			case back:
				asked++
				t.Logf("asked back: %q", said[d.corrects[len(d.corrects)-1]])
			default:
				t.Errorf("silently wrong: %q", said)
			}
		})
	}
	t.Logf("%d right, %d asked back", right, asked)
}

// asksBack says whether a reply says that a correction was not taken, and what to say instead.
func asksBack(reply string) bool {
	return strings.Contains(reply, "changed nothing") || strings.Contains(reply, "What is right?") && !strings.HasPrefix(reply, "Marked wrong") || strings.Contains(reply, "to replace?") || strings.Contains(reply, "Which of these")
}

// leading is what of an answer is claimed first: not what is told beside it.
func leading(answer string) string {
	first, _, _ := strings.Cut(answer, "\n\nAlso:")
	return first
}

// What only sounds like a correction changes nothing, and is not answered as one.
func TestTalkCorrectsNothing(t *testing.T) {
	text, err := os.ReadFile("testdata/talk.txt")
	if err != nil {
		t.Fatal(err)
	}
	for talk := range strings.Lines(string(text)) {
		talk = strings.TrimSuffix(talk, "\n")
		t.Run(talk, func(t *testing.T) {
			said := saidIn(t, []string{"Ana lives in Porto.", "where does Ana live?", talk, "where does Ana live?"})
			reply := said[2]
			if !strings.HasPrefix(said[3], "Porto: ") || strings.Contains(reply, "Corrected") || strings.Contains(reply, "Marked wrong") || asksBack(reply) {
				t.Errorf("%q", said[2:])
			}
		})
	}
}

// saidIn has a conversation in a home of its own, and gives the answer to each line.
func saidIn(t *testing.T, lines []string) (said []string) {
	t.Helper()
	got := citadel(t, newHome(t), "skip\n"+strings.Join(lines, "\n")+"\n", "chat", "--json")
	for line := range strings.Lines(got.out) {
		var o object
		if err := json.Unmarshal([]byte(line), &o); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		said = append(said, o.Text)
	}
	if got.code != 0 || len(said) != len(lines)+1 {
		t.Fatalf("status %d: %q %s", got.code, said, got.err)
	}
	return said[1:]
}
