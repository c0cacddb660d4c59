package hashing_test

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"citadel/memory/embed"
	"citadel/memory/embed/hashing"
)

func vectors(t testing.TB, texts ...string) [][]float32 {
	t.Helper()
	got, err := hashing.New().Embed(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func likeness(t testing.TB, a, b string) float64 {
	t.Helper()
	v := vectors(t, a, b)
	return embed.Cosine(v[0], v[1])
}

// The vectors of a table are the same on every machine and in every version: those of old
// memories are never made again. A digest that differs needs a new number, not a new digest.
func TestGolden(t *testing.T) {
	golden := map[string]string{
		"hashing-384-1": "84068d416d333c7e89f3df0dd47393e9c1361bfb040a1e42e0c24b87cdf8288c",
	}
	sum := sha256.New()
	for _, v := range vectors(t, spoken...) {
		for _, x := range v {
			var b [4]byte
			binary.LittleEndian.PutUint32(b[:], math.Float32bits(x))
			sum.Write(b[:])
		}
	}
	name := hashing.New().Name()
	if got := hex.EncodeToString(sum.Sum(nil)); got != golden[name] {
		t.Errorf("the vectors of %s have the digest %s, want %s", name, got, golden[name])
	}
}

// spoken is a little of everything that the vectors depend on.
var spoken = []string{
	"", "   ", "!!!", "the and of", "no", "I don't know.", "never, never, never",
	"Ana moved from Lisbon to Porto on the 3rd of May 2019.", "Überraschung im Café — naïve Lösung", "東京で会いましょう",
	"The rent is 1,050 euros, due 2025-03-01.", "bought broke drove eaten went", "accomodation", "O'Neill's boat",
	"x", "xy", strings.Repeat("word ", 3000), strings.Repeat("a", 5000), "a_b.c:d@example.com", "🙂 👍🏽 ok", "\x00\xff\xfe broken \xf0\x28",
}

func TestLikeness(t *testing.T) {
	for _, c := range []struct {
		what, a, b  string
		least, most float64
	}{
		{"the same", "The boiler was replaced in March", "The boiler was replaced in March", 1, 1},
		{"punctuation and capitals", "The boiler was replaced, in March!", "the BOILER was replaced in march", 1, 1},
		{"stop words", "my sister has a boat", "the sister with the boat", 1, 1},
		{"order", "The dentist is on Tuesday at three", "On Tuesday at three is the dentist", 0.9, 1},
		{"inflection", "I walked the dogs yesterday", "Yesterday I was walking my dog", 0.9, 1},
		{"irregular forms", "we bought and drove it", "they buy and drive it", 0.9, 1},
		{"a slip of the pen", "a recommendation for the violin", "a recomendation for the violin", 0.5, 0.95},
		{"denial", "She drives to work every day", "She does not drive to work every day", 0.3, 0.7},
		{"another denial", "She never drives to work", "She does not drive to work", 0.98, 1},
		{"related", "I am allergic to peanuts", "Peanuts give me a rash", 0.25, 0.7},
		{"unrelated", "I am allergic to peanuts", "The invoice went to the brewery", -0.15, 0.2},
	} {
		if got := likeness(t, c.a, c.b); got < c.least-1e-6 || got > c.most+1e-6 {
			t.Errorf("%s: %.3f, want %g to %g", c.what, got, c.least, c.most)
		}
	}
}

// What people share is told from what is common: one rare word outweighs several frequent.
func TestRareWordsWeighMore(t *testing.T) {
	query := "the plumber came to look at the thing again"
	if rare, common := likeness(t, query, "a plumber"), likeness(t, query, "come look at this thing"); rare <= common {
		t.Errorf("the rare word %.3f, the common ones %.3f", rare, common)
	}
}

var anyText = rapid.OneOf(
	rapid.String(),
	rapid.Map(rapid.SliceOf(rapid.SampledFrom(strings.Fields(
		"the cat not never drove Lisbon café 12 3rd don't I loved O'Neill's _ 東京 word's, a.b.c violin"))), func(w []string) string {
		return strings.Join(w, " ")
	}),
)

func TestLaws(t *testing.T) {
	e := hashing.New()
	rapid.Check(t, func(rt *rapid.T) {
		texts := rapid.SliceOfN(anyText, 0, 8).Draw(rt, "texts")
		all, err := e.Embed(t.Context(), texts)
		if err != nil || len(all) != len(texts) {
			rt.Fatalf("%d vectors, %v", len(all), err)
		}
		for i, v := range all {
			check(rt, v)
			if again := vectors(t, texts[i])[0]; !slices.Equal(v, again) {
				rt.Fatalf("%q alone and among others differ", texts[i])
			}
			padded := "  " + texts[i] + " the of \n"
			if valid := utf8.ValidString(texts[i]); valid && !slices.Equal(v, vectors(t, padded)[0]) {
				rt.Fatalf("stop words around %q change it", texts[i])
			}
		}
	})
}

type failer interface{ Fatalf(string, ...any) }

// check: a vector is nothing, or of the size and of length 1.
func check(t failer, v []float32) {
	if v == nil {
		return
	}
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	if len(v) != hashing.Size || !(math.Abs(sum-1) < 1e-5) {
		t.Fatalf("%d numbers, of length² %g", len(v), sum)
	}
}

func TestTextWithoutWords(t *testing.T) {
	for _, text := range []string{"", " \n", "?!", "this and that", "🙂"} {
		if v := vectors(t, text)[0]; v != nil {
			t.Errorf("%q has a vector", text)
		}
	}
}

func TestEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := hashing.New().Embed(ctx, []string{"a text"}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want that of the context", err)
	}
}

func TestManyAtOnce(t *testing.T) {
	e := hashing.New()
	want := vectors(t, spoken...)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			got, err := e.Embed(t.Context(), spoken)
			if err != nil || !slices.EqualFunc(got, want, slices.Equal) {
				t.Errorf("another result beside others: %v", err)
			}
		})
	}
	all.Wait()
}

func FuzzEmbed(f *testing.F) {
	for _, text := range spoken[:17] {
		f.Add(text)
	}
	f.Add(strings.Repeat("ab cd ef ", 1<<17)[:1<<20])
	e := hashing.New()
	f.Fuzz(func(t *testing.T, text string) {
		got, err := e.Embed(t.Context(), []string{text, text})
		if err != nil {
			t.Fatal(err)
		}
		check(t, got[0])
		if !slices.Equal(got[0], got[1]) {
			t.Error("the same text, two vectors")
		}
	})
}

func BenchmarkEmbed(b *testing.B) {
	var texts []string
	for i := range 256 {
		texts = append(texts, fmt.Sprintf("On day %d the neighbour's daughter brought back the ladder and the two drills that we had lent her in spring, "+
			"and said she won't need %d more of them before the roof is finished", i, i%7))
	}
	e := hashing.New()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := e.Embed(b.Context(), texts); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*len(texts))/b.Elapsed().Seconds(), "texts/s")
}

func TestRarity(t *testing.T) {
	day, bunker, made := hashing.Rarity("go"), hashing.Rarity("bunker"), hashing.Rarity("xqzyv")
	if !(1 <= day && day < made && made < bunker && bunker <= 28) {
		t.Errorf("a common word has %g, one that nobody knows %g, a rare one %g", day, made, bunker)
	}
}
