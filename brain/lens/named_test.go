package lens_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"citadel/brain/lens"
)

func TestNamed(t *testing.T) {
	b, err := os.ReadFile("testdata/named.tsv")
	if err != nil {
		t.Fatal(err)
	}
	named, others := 0, 0
	for line := range strings.Lines(string(b)) {
		want, text, ok := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") {
			continue
		}
		if !ok {
			t.Fatalf("no label: %q", line)
		}
		got := lens.Named(text)
		if want == "-" {
			others++
			if len(got) > 0 {
				t.Errorf("%q names %v", text, got)
			}
			continue
		}
		named++
		if !slices.ContainsFunc(got, func(n lens.Naming) bool { return n.ID == want }) {
			t.Errorf("%q names %v, wanted %q", text, got, want)
		}
		if again := lens.Named(text, "is this "+strings.ToUpper(text)+"?"); len(again) > 0 {
			t.Errorf("%q names %v, though it was asked about", text, again)
		}
	}
	t.Logf("%d name one, %d do not", named, others)
}

// Every name is found where it stands by itself, and no lens names one in what it tells.
func TestNames(t *testing.T) {
	for _, l := range lens.All() {
		for _, name := range l.Names {
			if got := lens.Named("You know, " + strings.ToUpper(name[:1]) + name[1:] + "."); len(got) != 1 || got[0].ID != l.ID {
				t.Errorf("%q is found as %v", name, got)
			}
		}
		for _, name := range l.Plain {
			if got := lens.Named("It is called " + name + "."); len(got) != 1 || got[0].ID != l.ID {
				t.Errorf("%q, called so, is found as %v", name, got)
			}
		}
		for _, text := range []string{l.Apply, l.Fails, l.When} {
			if got := lens.Named(text); len(got) > 0 {
				t.Errorf("%s names %v in %q", l.ID, got, text)
			}
		}
	}
}
