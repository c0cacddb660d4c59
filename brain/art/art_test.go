package art_test

import (
	"bytes"
	"image"
	"image/png"
	"strings"
	"testing"

	"citadel/brain/art"
	"citadel/memory/event"
)

// The same picture has the same bytes, and another seed, palette or form another picture.
func TestOnePictureForOneSeed(t *testing.T) {
	seen := map[string]event.Art{}
	for _, a := range []event.Art{
		{Seed: 7, Palette: event.Warm, Forms: []string{art.Arches, art.Glass}},
		{Seed: 8, Palette: event.Warm, Forms: []string{art.Arches, art.Glass}},
		{Seed: 7, Palette: event.Warm, Forms: []string{art.Bridge, art.Sail}},
		{Seed: 7, Palette: event.Hard, Forms: []string{art.Slabs, art.Steel, art.Shards, art.Rain}},
	} {
		one := drawn(t, a)
		if !bytes.Equal(one, drawn(t, a)) {
			t.Errorf("%+v: two pictures", a)
		}
		if other, ok := seen[string(one)]; ok {
			t.Errorf("%+v looks like %+v", a, other)
		}
		seen[string(one)] = a
	}
}

// Every form of either palette makes a picture of its size that is neither dark nor burnt out, and none of
// its corners is bare.
func TestEveryForm(t *testing.T) {
	for _, palette := range []string{event.Warm, event.Hard} {
		for i, form := range art.Forms(palette) {
			a := event.Art{Seed: uint64(i) * 1_000_003, Palette: palette, Forms: []string{form}}
			img, err := png.Decode(bytes.NewReader(drawn(t, a)))
			if err != nil {
				t.Fatal(err)
			}
			if img.Bounds() != image.Rect(0, 0, art.Size, art.Size) {
				t.Errorf("%s %s: %v", palette, form, img.Bounds())
			}
			light, red, blue := means(img)
			if light < .12 || light > .8 {
				t.Errorf("%s %s: it is %.2f light", palette, form, light)
			}
			if warm := red > blue; warm != (palette == event.Warm) {
				t.Errorf("%s %s: red %.2f, blue %.2f", palette, form, red, blue)
			}
		}
	}
}

// What a model asks for and nobody can draw is left out; nothing asked for is the first of the palette.
func TestUnknownForms(t *testing.T) {
	a := event.Art{Seed: 1, Palette: event.Warm, Forms: []string{"a face", art.Towers}}
	b := event.Art{Seed: 1, Palette: event.Warm}
	if art.Describe(a) != art.Describe(b) || !bytes.Equal(drawn(t, a), drawn(t, b)) {
		t.Error(art.Describe(a))
	}
}

func TestDescribe(t *testing.T) {
	for want, a := range map[string]event.Art{
		"Abstract picture in amber, rose-gold and deep violet: arches open, one behind the other, onto calm water and a low sun, and boxes of glass drift.": {Palette: event.Warm, Forms: []string{art.Arches, art.Glass}},
		"Abstract picture in cold blue, grey and rust: great slabs of concrete lean over wet ground, it rains, and a warm light comes through.":             {Palette: event.Hard, Forms: []string{art.Slabs, art.Rain}},
	} {
		if got := art.Describe(a); got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
	for _, palette := range []string{event.Warm, event.Hard} {
		for _, form := range art.Forms(palette) {
			if got := art.Describe(event.Art{Palette: palette, Forms: []string{form}}); strings.Contains(got, ": .") || strings.Contains(got, ": , ") {
				t.Errorf("%s: %s", form, got)
			}
		}
	}
}

func drawn(t *testing.T, a event.Art) []byte {
	t.Helper()
	b, err := art.Draw(a)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// means are how light, red and blue a picture is, 0 to 1.
func means(img image.Image) (light, red, blue float64) {
	n := 0.0
	for y := 0; y < art.Size; y += 8 {
		for x := 0; x < art.Size; x += 8 {
			r, g, b, _ := img.At(x, y).RGBA()
			light += float64(r+g+b) / 3 / 65535
			red += float64(r) / 65535
			blue += float64(b) / 65535
			n++
		}
	}
	return light / n, red / n, blue / n
}

func BenchmarkDraw(b *testing.B) {
	for _, palette := range []string{event.Warm, event.Hard} {
		b.Run(palette, func(b *testing.B) {
			for b.Loop() {
				if _, err := art.Draw(event.Art{Seed: 9, Palette: palette, Forms: art.Forms(palette)}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
