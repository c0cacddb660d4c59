package event_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"citadel/memory/event"
)

func TestAPostNamesWhatWasMadeWithIt(t *testing.T) {
	r, d := event.Unnumbered('r', 2), event.Unnumbered('d', 3)
	text := `At 15:00 "call". ` + "`cancel " + r + "`, or `" + d + "` 2026."
	at := func(s string) event.Cite {
		i := strings.Index(text, s)
		return event.Cite{Start: i, End: i + len(s), Seqs: []event.Seq{1}}
	}
	p := event.PostQueued{
		Text: text, Cites: []event.Cite{at(`15:00`), at(`"call"`), at("2026")},
		Buttons: []event.Button{{Label: "Record", Says: "record " + d}},
	}
	got := p.Numbered(func(i int) event.Seq { return event.Seq(1000 + i) }).(event.PostQueued)
	if want := "At 15:00 \"call\". `cancel r1002`, or `d1003` 2026."; got.Text != want {
		t.Fatalf("text %q, want %q", got.Text, want)
	}
	var cited []string
	for _, c := range got.Cites {
		cited = append(cited, got.Text[c.Start:c.End])
	}
	if d := cmp.Diff([]string{"15:00", `"call"`, "2026"}, cited); d != "" {
		t.Errorf("the claims moved:\n%s", d)
	}
	if got.Buttons[0].Says != "record d1003" {
		t.Errorf("the button says %q", got.Buttons[0].Says)
	}
	if p.Text != text || p.Cites[2].Start != at("2026").Start {
		t.Error("the payload itself was changed")
	}
}

func FuzzRenumber(f *testing.F) {
	f.Add("a " + event.Unnumbered('r', 1) + " b")
	f.Add("\x1a\x1a\x1ar\x1a")
	f.Fuzz(func(t *testing.T, text string) {
		p := event.PostQueued{Text: text}.Numbered(func(i int) event.Seq { return event.Seq(i) }).(event.PostQueued)
		if strings.Contains(p.Text, "\x1a") {
			t.Fatalf("a mark is left in %q", p.Text)
		}
	})
}
