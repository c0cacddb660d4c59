package extract

import (
	"bufio"
	"os"
	"strings"
	"testing"
)

// asksAs reports whether a question was read as its label says:
// subject | attribute | expects | extras; an empty field is not compared.
func asksAs(label string, q Question) bool {
	fields := strings.Split(label, "|")
	for i, f := range fields {
		f = strings.TrimSpace(f)
		if i < 3 {
			have := []string{strings.Join(q.Subjects, ", "), q.Attribute, string(q.Expects)}[i]
			if f == "-" && have != "" || f != "" && f != "-" && !strings.EqualFold(f, have) {
				return false
			}
			continue
		}
		for _, part := range strings.Split(f, ";") {
			name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
			have := map[string]string{"speaker": q.Speaker, "topic": q.Topic, "value": q.Value, "when": q.When.Text}[name]
			if !strings.EqualFold(have, value) {
				return false
			}
		}
	}
	return true
}

func TestAskOnLabelledQuestions(t *testing.T) {
	for _, path := range []string{"testdata/questions.txt", "testdata/questions-heldout.txt"} {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		right, n := 0, 0
		for scan := bufio.NewScanner(f); scan.Scan(); {
			line := scan.Text()
			if line == "" || strings.HasPrefix(line, "#") {
				continue
			}
			text, label, _ := strings.Cut(line, " => ")
			n++
			q := Ask(text)
			if asksAs(label, q) {
				right++
			} else if !strings.Contains(path, "heldout") {
				t.Logf("%s: got %q | %s | %s | value=%s speaker=%s topic=%s when=%s", line, q.Subjects, q.Attribute, q.Expects, q.Value, q.Speaker, q.Topic, q.When.Text)
			}
		}
		f.Close()
		t.Logf("%s: %d of %d right", path, right, n)
		if share := float64(right) / float64(n); share < .90 {
			t.Errorf("%s: %.3f right; at least .90 is wanted", path, share)
		}
	}
}

// What is asked for the status of is the thing, and "Status" no name.
func TestAskForTheStatus(t *testing.T) {
	for text, subject := range map[string]string{
		"Status of the Acme job?": "Acme job", "status of the Acme job": "Acme job", "Any news on Henderson?": "Henderson", "Update on the Porto depot?": "Porto depot",
	} {
		if q := Ask(text); len(q.Subjects) != 1 || !strings.EqualFold(q.Subjects[0], subject) {
			t.Errorf("%q asks about %q, wanted %q", text, q.Subjects, subject)
		}
	}
}

// Behind "is" a report is a thing that somebody may ask about, and not what somebody says.
func TestAskAboutAReport(t *testing.T) {
	for text, speaker := range map[string]string{
		"When is the deadline for the Falk report?": "", "Where is the report?": "", "Who is the mention about?": "",
		"What did Ana report about the flood?": "Ana", "What is Ana saying about the flood?": "Ana",
	} {
		if q := Ask(text); q.Speaker != speaker || (q.Expects == Report) != (speaker != "") {
			t.Errorf("%q asks what %q said (%s)", text, q.Speaker, q.Expects)
		}
	}
}
