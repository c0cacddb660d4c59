package lens_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"citadel/brain/lens"
	"citadel/memory/embed/hashing"
)

type labelled struct {
	text string
	fits []string
}

func read(t testing.TB, file string) (out []labelled) {
	t.Helper()
	b, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		text, ids, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok {
			t.Fatalf("%s: no label: %q", file, line)
		}
		l := labelled{text, strings.Fields(ids)}
		for _, id := range l.fits {
			if _, known := lens.Of(id); !known {
				t.Errorf("%s: there is no lens %q", file, id)
			}
		}
		out = append(out, l)
	}
	return out
}

func index(t testing.TB) *lens.Index {
	t.Helper()
	x, err := lens.NewIndex(t.Context(), hashing.New())
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// hit is the share of messages of which one of the first n lenses fits.
func hit(t testing.TB, x *lens.Index, messages []labelled, n int) float64 {
	hits := 0
	for _, m := range messages {
		ranked, err := x.Rank(t.Context(), m.text, nil)
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(ranked[:n], func(r lens.Ranked) bool { return slices.Contains(m.fits, r.ID) }) {
			hits++
		}
	}
	return float64(hits) / float64(len(messages))
}

// The floors lie a little below what was reached. What counts is the set that the triggers were
// not written for; the other one says that nothing broke.
func TestRetrieval(t *testing.T) {
	x := index(t)
	for _, set := range []struct {
		file   string
		floors map[int]float64
	}{
		{"heldout.tsv", map[int]float64{1: .38, 3: .60, 5: .68, 8: .76}},
		{"messages.tsv", map[int]float64{1: .84, 3: .90, 5: .95, 8: .97}},
	} {
		messages := read(t, set.file)
		for _, n := range []int{1, 3, 5, 8} {
			got := hit(t, x, messages, n)
			t.Logf("%s: hit@%d %.3f of %d", set.file, n, got, len(messages))
			if got < set.floors[n] {
				t.Errorf("%s: hit@%d is %.3f, wanted %.2f", set.file, n, got, set.floors[n])
			}
		}
	}
}

// What is offered and not used sinks, and what is used rises, from the fifth offer on.
func TestUseMovesTheRank(t *testing.T) {
	x := index(t)
	const message = "They offered 12 percent below the asking price. What do I do?"
	for _, c := range []struct {
		used, offered int
		factor        float64
	}{{0, 0, 1}, {0, 4, 1}, {0, 5, .5}, {5, 5, 1.5}, {5, 10, 1}} {
		before, err := x.Rank(t.Context(), message, nil)
		if err != nil {
			t.Fatal(err)
		}
		ranked, err := x.Rank(t.Context(), message, func(id string) (int, int) {
			if id == before[0].ID {
				return c.used, c.offered
			}
			return 0, 0
		})
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(ranked, func(r lens.Ranked) bool { return r.ID == before[0].ID })
		if got := ranked[i]; got.Factor != c.factor || got.Score != before[0].Similarity*c.factor {
			t.Errorf("used %d of %d times it scores %v", c.used, c.offered, got)
		}
		if c.factor < 1 && i == 0 {
			t.Error("what was never used is still first")
		}
	}
}

func TestCount(t *testing.T) {
	for tier, want := range map[string]int{"reflex": 0, "routine": 3, "standard": 5, "deep": 8, "": 0} {
		if got := lens.Count(tier); got != want {
			t.Errorf("%s turns are offered %d, wanted %d (SPEC §5)", tier, got, want)
		}
	}
}
