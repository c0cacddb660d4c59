// Package art draws the pictures of nights (SPEC §16): abstract places, in one of two palettes. A good day is
// glass, calm water and arches that open, in amber, rose-gold and deep violet; a hard one is concrete that
// runs like watercolour, bent steel and broken glass, in cold blues, greys and rust, and light in it somewhere.
//
// A picture is recorded as what it is drawn from (event.Art), never as a file, as charts are: forgetting what
// holds it forgets the picture. Equal pictures give equal bytes on machines of one kind. Nothing in one can be
// read; Describe says in words what there is to see.
package art

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"math"
	"slices"

	"citadel/memory/event"
)

// Size is how wide and high a picture is, in pixels.
const Size = 1024

// Forms are what a picture of a palette may show, each in a way of its own. The first that is asked for
// decides what is built; none of a palette's own is its first.
func Forms(palette string) []string {
	if palette == event.Hard {
		return []string{Towers, Slabs, Steel, Shards, Rain}
	}
	return []string{Arches, Bridge, Gates, Glass, Sail}
}

// What a picture may show.
const (
	Arches = "arches" // one behind the other, onto the water
	Bridge = "bridge" // across it
	Gates  = "gates"  // that stand in it, and lead nowhere
	Glass  = "glass"  // boxes that drift
	Sail   = "sail"   // far away

	Towers = "towers" // of concrete, close together
	Slabs  = "slabs"  // that lean
	Steel  = "steel"  // that bends
	Shards = "shards" // of glass
	Rain   = "rain"
)

// scene is the colour at a point: x from left to right and y from top to bottom, both 0 to 1.
type scene interface{ at(x, y float64) colour }

// Draw makes the picture as a PNG, in about half a second. An error is one of the encoder, and never of what
// is to be drawn.
func Draw(a event.Art) ([]byte, error) {
	var s scene
	c := newChance(a.Seed)
	forms := known(a)
	if a.Palette == event.Hard {
		s = newHard(c, forms)
	} else {
		s = newWarm(c, forms)
	}
	var b bytes.Buffer
	e := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := e.Encode(&b, develop(s, Size, a.Seed)); err != nil {
		return nil, fmt.Errorf("art: %w", err)
	}
	return b.Bytes(), nil
}

// known are the forms of a picture that its palette has; the palette's first where there is none.
func known(a event.Art) (forms []string) {
	all := Forms(a.Palette)
	for _, f := range a.Forms {
		if slices.Contains(all, f) && !slices.Contains(forms, f) {
			forms = append(forms, f)
		}
	}
	if len(forms) == 0 {
		forms = all[:1]
	}
	return forms
}

// develop exposes a scene on paper with a little grain, darker towards the corners.
func develop(s scene, size int, seed uint64) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, size, size))
	for py := range size {
		y := (float64(py) + .5) / float64(size)
		row := img.Pix[py*img.Stride:]
		for px := range size {
			x := (float64(px) + .5) / float64(size)
			c := s.at(x, y)
			dx, dy := x-.5, y-.5
			c = c.times(1 - .42*(dx*dx+dy*dy))
			g := (hash(px, py, seed) - .5) * .016
			row[4*px], row[4*px+1], row[4*px+2], row[4*px+3] = shade(c.r, g), shade(c.g, g), shade(c.b, g), 255
		}
	}
	return img
}

// shade turns light into what a screen shows: what is too bright rolls off and is not cut.
func shade(light, grain float64) uint8 {
	light = max(0, light)
	if light > .8 {
		light = .8 + .2*(1-math.Exp(-(light-.8)/.2))
	}
	return uint8(255*min(1, max(0, light+grain)) + .5)
}
