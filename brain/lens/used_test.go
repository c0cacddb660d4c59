package lens_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"citadel/brain/lens"
)

// Each answer was written with one lens. It is offered among the first eight for its message,
// and the others stand by unused.
func TestUsed(t *testing.T) {
	b, err := os.ReadFile("testdata/used.tsv")
	if err != nil {
		t.Fatal(err)
	}
	x := index(t)
	found, all, wrong, idle := 0, 0, 0, 0
	for line := range strings.Lines(string(b)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.TrimSpace(line), "\t")
		message, id, answer := f[0], f[1], f[2]
		ranked, err := x.Rank(t.Context(), message, nil)
		if err != nil {
			t.Fatal(err)
		}
		offered := []string{id}
		for _, r := range ranked {
			if r.ID != id && len(offered) < lens.Count("deep") {
				offered = append(offered, r.ID)
			}
		}
		used := lens.Used(message, answer, offered)
		all++
		if slices.Contains(used, id) {
			found++
		} else if testing.Verbose() {
			t.Logf("not seen: %s in %q (%v)", id, answer, used)
		}
		idle += len(offered) - 1
		for _, u := range used {
			if u != id {
				wrong++
			}
		}
		if got := lens.Used(message, "The parcel is at the post office.", offered); len(got) > 0 {
			t.Errorf("an answer about a parcel uses %v", got)
		}
	}
	caught, alarms := float64(found)/float64(all), float64(wrong)/float64(idle)
	t.Logf("seen %.2f of %d, taken for used %.2f of %d", caught, all, alarms, idle)
	if caught < .9 || alarms > .1 {
		t.Errorf("seen %.2f, taken for used %.2f", caught, alarms)
	}
}
