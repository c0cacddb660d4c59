package chart_test

import (
	"bytes"
	"flag"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"citadel/brain/chart"
	"citadel/memory/event"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// strengths are figures as "memories picture" has them.
var strengths = event.Chart{
	Title: "How my memories fade",
	Alt:   "Bars.",
	Parts: []string{"clear", "fading", "faded"},
	Rows: []event.Row{
		{Label: "lasting", Bars: []event.Bar{{Label: "now", Counts: []int{41, 0, 0}}, {Label: "in 90 days", Counts: []int{41, 0, 0}}}},
		{Label: "emotional", Bars: []event.Bar{{Label: "now", Counts: []int{6, 2, 1}}, {Label: "in 90 days", Counts: []int{4, 3, 2}}}},
		{Label: "everyday", Bars: []event.Bar{{Label: "now", Counts: []int{112, 130, 61}}, {Label: "in 90 days", Counts: []int{0, 96, 207}}}},
		{Label: "tasks", Bars: []event.Bar{{Label: "now", Counts: []int{9, 4, 17}}, {Label: "in 90 days", Counts: []int{0, 0, 30}}}},
		{Label: "places", Bars: []event.Bar{{Label: "now", Counts: []int{1, 0, 3}}, {Label: "in 90 days", Counts: []int{0, 0, 4}}}},
	},
}

func TestText(t *testing.T) {
	golden(t, "strengths.txt", []byte(chart.Text(strengths)+"\n"), func(want, got []byte) string {
		return cmp.Diff(string(want), string(got))
	})
}

// attention are figures as "weights" has them.
var attention = event.Chart{
	Title: "What your reactions have changed", Parts: []string{"weight"}, Around: &event.Around{Low: 50, Middle: 100, High: 150},
	Rows: []event.Row{
		{Label: "cost alerts", Bars: []event.Bar{{Label: "×1.38", Counts: []int{138}}}},
		{Label: "open loops", Bars: []event.Bar{{Label: "×1.28", Counts: []int{128}}}},
		{Label: "people", Bars: []event.Bar{{Label: "×1.00", Counts: []int{100}}}},
		{Label: "what they say of the harbour in winter", Bars: []event.Bar{{Label: "×0.90", Counts: []int{90}}}},
		{Label: "dreams", Bars: []event.Bar{{Label: "×0.50", Counts: []int{12}}}},
	},
}

// The pictures are looked at by people; the test holds that they stay those they looked at, but
// for what rounding does to their edges.
func TestDraw(t *testing.T) {
	for name, c := range map[string]event.Chart{"strengths.png": strengths, "attention.png": attention, "ways.png": reached} {
		data, err := chart.Draw(c)
		if err != nil {
			t.Fatal(err)
		}
		again, err := chart.Draw(c)
		if err != nil || !bytes.Equal(data, again) {
			t.Errorf("the same figures give another picture: %v", err)
		}
		golden(t, name, data, alike(t))
	}
}

// alike says in what two pictures differ.
func alike(t *testing.T) func(want, got []byte) string {
	return func(want, got []byte) string {
		a, b := decode(t, want), decode(t, got)
		if a.Bounds() != b.Bounds() {
			return "another size: " + a.Bounds().String() + " and " + b.Bounds().String()
		}
		other := 0
		for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
			for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
				if far(a.At(x, y), b.At(x, y)) {
					other++
				}
			}
		}
		if other*200 > a.Bounds().Dx()*a.Bounds().Dy() {
			return "more than one pixel in two hundred is another"
		}
		return ""
	}
}

func far(a, b interface{ RGBA() (r, g, b, a uint32) }) bool {
	ar, ag, ab, aa := a.RGBA()
	br, bg, bb, ba := b.RGBA()
	return apart(ar, br) || apart(ag, bg) || apart(ab, bb) || apart(aa, ba)
}

func apart(a, b uint32) bool { return max(a, b)-min(a, b) > 0x1000 }

func decode(t *testing.T, data []byte) image.Image {
	t.Helper()
	i, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return i
}

// Whatever the figures and the labels, the block fits a telephone.
func TestTextFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := event.Chart{Parts: rapid.SliceOfN(rapid.StringMatching(`[a-zé]{1,7}`), 0, 3).Draw(t, "parts")}
		for range rapid.IntRange(0, 14).Draw(t, "rows") {
			r := event.Row{Label: rapid.String().Draw(t, "label")}
			for range rapid.IntRange(0, 2).Draw(t, "bars") {
				r.Bars = append(r.Bars, event.Bar{Counts: rapid.SliceOfN(rapid.OneOf(rapid.IntRange(-1, 99), rapid.IntRange(0, 999_000)), 0, 4).Draw(t, "counts")})
			}
			c.Rows = append(c.Rows, r)
		}
		lines := strings.Split(chart.Text(c), "\n")
		if len(lines) != len(c.Rows)+3 {
			t.Fatalf("%d lines for %d rows:\n%s", len(lines), len(c.Rows), chart.Text(c))
		}
		for _, line := range lines {
			if n := utf8.RuneCountInString(line); n > 36 {
				t.Fatalf("%d columns: %q", n, line)
			}
		}
	})
}

// Odd charts become pictures too, of a size that every platform takes.
func TestDrawAny(t *testing.T) {
	long := strings.Repeat("wide \n", 40)
	many := event.Chart{Parts: strengths.Parts}
	for range 40 {
		many.Rows = append(many.Rows, strengths.Rows[0])
	}
	for name, c := range map[string]event.Chart{
		"nothing":  {},
		"no parts": {Rows: strengths.Rows},
		"empty":    {Title: "x", Parts: strengths.Parts, Rows: []event.Row{{}, {Label: "x", Bars: []event.Bar{{}, {Counts: []int{-1, 0, 0}}}}}},
		"long":     {Title: long, Parts: []string{long, long}, Rows: []event.Row{{Label: long, Bars: []event.Bar{{Label: long, Counts: []int{1, 1_000_000_000, 7}}}}}},
		"many":     many,
		"tofu":     {Title: "\xff\u4e2d\u0301", Parts: []string{"\u202e"}, Rows: []event.Row{{Label: "\U0001F600", Bars: []event.Bar{{Counts: []int{1}}}}}},
	} {
		data, err := chart.Draw(c)
		if err != nil || len(data) > 1<<20 {
			t.Errorf("%s: %d bytes, %v", name, len(data), err)
			continue
		}
		if size := decode(t, data).Bounds().Size(); size.X != 1200 || size.Y > 4000 {
			t.Errorf("%s: %v", name, size)
		}
	}
}

// golden compares with a file by a comparison that gives no words where the two are alike.
func golden(t *testing.T, name string, got []byte, differ func(want, got []byte) string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (run with -update and look at what it wrote)", err)
	}
	if d := differ(want, got); d != "" {
		t.Errorf("%s: %s", path, d)
	}
}
