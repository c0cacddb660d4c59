package critique_test

import (
	"os"
	"strings"
	"testing"

	"citadel/brain/critique"
)

type line struct{ label, text string }

func lines(t testing.TB, file string) []line {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out []line
	for n, s := range strings.Split(strings.TrimSpace(string(b)), "\n") {
		if strings.HasPrefix(s, "#") {
			continue
		}
		label, text, ok := strings.Cut(s, "\t")
		if !ok || label != "keep" && label != "body" && label != "persuasion" && label != "deed" {
			t.Fatalf("%s:%d: not a label, a tab and a text: %q", file, n+1, s)
		}
		out = append(out, line{label, text})
	}
	return out
}

// judge cleans a line and says which label it would have given it.
func judge(text string) (label string, out critique.Out) {
	out = critique.Clean(text, critique.Known{})
	switch {
	case len(out.Removed) == 0 && out.Deeds:
		return string(critique.Deed), out
	case len(out.Removed) == 0:
		return "keep", out
	}
	return string(out.Removed[0].Kind), out
}

func TestVoice(t *testing.T) {
	var all []line
	for _, name := range []string{"lines", "heldout", "deeds"} {
		all = append(all, lines(t, "testdata/"+name+".tsv")...)
	}
	for _, l := range all {
		label, out := judge(l.text)
		if label != l.label {
			t.Errorf("%q is %s, wanted %s", l.text, label, l.label)
			continue
		}
		stays := l.label == "keep" || l.label == string(critique.Deed)
		if want := map[bool]string{true: l.text}[stays]; out.Text != want {
			t.Errorf("%q became %q", l.text, out.Text)
		}
		// The sentence goes, and what stands beside it stays.
		before, after := "Acme pays late.", "The review is on 1 Dec."
		want := before + " " + after
		if stays {
			want = before + " " + l.text + " " + after
		}
		beside := critique.Clean(before+" "+l.text+" "+after, critique.Known{})
		if beside.Text != want {
			t.Errorf("beside others, %q became %q", l.text, beside.Text)
		}
		if beside.Deeds != out.Deeds {
			t.Errorf("beside others, a deed is told in %q: %v", l.text, beside.Deeds)
		}
		// In a draft, in code and in quotation marks it is somebody else's voice.
		for _, other := range []string{"> " + l.text, "```\n" + l.text + "\n```", "You wrote “" + strings.NewReplacer("“", "", "”", "").Replace(l.text) + "”"} {
			if strings.Contains(other, "“") && strings.ContainsAny(l.text, "*\"") {
				continue // emphasis and quotation marks within quotation marks
			}
			if out := critique.Clean(other, critique.Known{}); out.Text != other {
				t.Errorf("%q became %q", other, out.Text)
			}
		}
	}
	if len(all) < 120 {
		t.Errorf("only %d lines", len(all))
	}
}
