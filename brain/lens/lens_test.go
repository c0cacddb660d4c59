package lens_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"citadel/brain/lens"
)

func TestContent(t *testing.T) {
	all := lens.All()
	if len(all) != 63 {
		t.Errorf("%d lenses, wanted 63 (SPEC §6)", len(all))
	}
	ids, names := map[string]bool{}, map[string]string{}
	for _, l := range all {
		if ids[l.ID] || !regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`).MatchString(l.ID) {
			t.Errorf("%q is no id, or there twice", l.ID)
		}
		ids[l.ID] = true
		for _, n := range slices.Concat(l.Names, l.Plain) {
			if names[n] != "" || n != strings.ToLower(n) {
				t.Errorf("%s: %q is the name of %q too, or not in lower case", l.ID, n, names[n])
			}
			names[n] = l.ID
		}
		if len(l.Names) == 0 {
			t.Errorf("%s has no name", l.ID)
		}
		for _, f := range []struct {
			name, text  string
			least, most int
		}{{"when", l.When, 150, 420}, {"hears", l.Hears, 200, 650}, {"apply", l.Apply, 180, 420}, {"fails", l.Fails, 50, 180}} {
			if n := utf8.RuneCountInString(f.text); n < f.least || n > f.most {
				t.Errorf("%s: %s has %d characters, wanted %d to %d", l.ID, f.name, n, f.least, f.most)
			}
		}
		if n := strings.Count(l.Apply, ". ") + 1; n < 2 || n > 4 || !strings.HasSuffix(l.Apply, ".") || !strings.HasSuffix(l.Fails, ".") {
			t.Errorf("%s: apply has %d sentences, wanted two to four", l.ID, n)
		}
	}
}

// No two are for the same thing: asked with the trigger of one, that one comes first and the
// next is far behind.
func TestTriggersDiffer(t *testing.T) {
	x := index(t)
	most, pair := 0.0, ""
	for _, l := range lens.All() {
		ranked, err := x.Rank(t.Context(), l.When, nil)
		if err != nil {
			t.Fatal(err)
		}
		if ranked[0].ID != l.ID {
			t.Errorf("the trigger of %s finds %s", l.ID, ranked[0].ID)
		}
		if near := ranked[1].Similarity / ranked[0].Similarity; near > most {
			most, pair = near, l.ID+" and "+ranked[1].ID
		}
	}
	t.Logf("most alike: %s, %.2f", pair, most)
	if most >= 0.5 {
		t.Errorf("the triggers of %s are nearly equal: %.2f", pair, most)
	}
}
