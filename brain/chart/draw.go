package chart

import (
	"bytes"
	"fmt"
	"image/color"
	"strings"
	"sync"

	"git.sr.ht/~sbinet/gg"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"

	"citadel/memory/event"
)

// Measures, in pixels. A telephone shows the picture at about a third of its size.
const (
	width  = 1200.0
	margin = 68.0
	corner = 30.0

	titleSize = 50.0
	labelSize = 40.0
	smallSize = 34.0
	noteSize  = 29.0

	titleRoom = 96.0
	labelRoom = 60.0
	tagRoom   = 206.0 // for "in 90 days" before a bar
	barHeight = 52.0
	barGap    = 10.0
	rowGap    = 44.0
	legend    = 50.0
	swatch    = 36.0
)

// mostRows is how many rows are drawn; nobody could read more on a telephone.
const mostRows = 12

// The colours: paper, ink and one hue that pales with strength.
var (
	paper = color.RGBA{0xfb, 0xf9, 0xf4, 0xff}
	ink   = color.RGBA{0x26, 0x2e, 0x2d, 0xff}
	soft  = color.RGBA{0x6a, 0x74, 0x71, 0xff}
	line  = color.RGBA{0xe4, 0xe1, 0xd8, 0xff}
	hues  = []color.RGBA{{0x1f, 0x6f, 0x6b, 0xff}, {0x7c, 0xb3, 0xaa, 0xff}, {0xdd, 0xe3, 0xdb, 0xff}, {0xee, 0xed, 0xe6, 0xff}}
)

// Draw makes the picture as a PNG. Rows beyond the twelfth, and rows in which nothing is
// counted, are left out; labels that are too long are cut. An error is one of the fonts or of
// the encoder, and never of the figures.
func Draw(c event.Chart) ([]byte, error) {
	f, err := faces()
	if err != nil {
		return nil, fmt.Errorf("chart: %w", err)
	}
	switch {
	case c.Ways != nil:
		return ways(c, f)
	case c.Around != nil:
		return around(c, *c.Around, f)
	}
	rows := counted(c)
	p := newPage(height(rows), f)
	y := margin
	p.write(f.title, c.Title, margin, y+titleSize/2, 0, width-2*margin, ink)
	y += titleRoom
	for _, r := range rows {
		y = p.row(c, r, y)
	}
	p.legend(c.Parts, y)
	return p.png()
}

func (p *page) png() ([]byte, error) {
	var b bytes.Buffer
	if err := p.EncodePNG(&b); err != nil {
		return nil, fmt.Errorf("chart: %w", err)
	}
	return b.Bytes(), nil
}

// counted are the rows that are drawn.
func counted(c event.Chart) []event.Row {
	var rows []event.Row
	for _, r := range c.Rows {
		if most(c, r) > 0 && len(rows) < mostRows {
			rows = append(rows, r)
		}
	}
	return rows
}

// most is the longest bar of a row, in what is counted.
func most(c event.Chart, r event.Row) (n int) {
	for _, b := range r.Bars {
		n = max(n, total(c, b))
	}
	return n
}

func total(c event.Chart, b event.Bar) (n int) {
	for part := range c.Parts {
		n += count(b, part)
	}
	return n
}

func height(rows []event.Row) float64 {
	h := 2*margin + titleRoom + legend
	for _, r := range rows {
		h += labelRoom + float64(len(r.Bars))*(barHeight+barGap) + rowGap
	}
	return h
}

// page is a picture under way.
type page struct {
	*gg.Context
	faces *typefaces
}

func newPage(height float64, f *typefaces) *page {
	p := &page{Context: gg.NewContext(width, int(height)), faces: f}
	p.paper(height)
	return p
}

func (p *page) paper(height float64) {
	p.DrawRoundedRectangle(0, 0, width, height, corner)
	p.SetColor(paper)
	p.Fill()
	p.DrawRoundedRectangle(1.5, 1.5, width-3, height-3, corner)
	p.SetColor(line)
	p.SetLineWidth(3)
	p.Stroke()
}

// row draws one row and gives where the next one begins. Its bars have the whole width, so
// that few things are seen as well as many; how many they are stands beside the label.
func (p *page) row(c event.Chart, r event.Row, y float64) float64 {
	many := fmt.Sprint(most(c, r))
	p.write(p.faces.label, r.Label, margin, y+labelSize/2, 0, width-2*margin-200, ink)
	p.write(p.faces.small, many, width-margin, y+labelSize/2, 1, 190, soft)
	y += labelRoom
	for _, b := range r.Bars {
		p.write(p.faces.small, b.Label, margin, y+barHeight/2, 0, tagRoom-12, soft)
		p.bar(c, b, margin+tagRoom, y, width-2*margin-tagRoom)
		y += barHeight + barGap
	}
	return y + rowGap
}

func (p *page) bar(c event.Chart, b event.Bar, x, y, w float64) {
	p.DrawRoundedRectangle(x, y, w, barHeight, 12)
	p.Clip()
	p.SetColor(line)
	p.DrawRectangle(x, y, w, barHeight)
	p.Fill()
	all, left := total(c, b), x
	for part := range c.Parts {
		n := count(b, part)
		if n == 0 {
			continue
		}
		wide := w * float64(n) / float64(all)
		p.DrawRectangle(left, y, wide, barHeight)
		p.SetColor(hue(part))
		p.Fill()
		if left > x { // a seam, so that parts are told apart without their colours
			p.DrawRectangle(left-2, y, 4, barHeight)
			p.SetColor(paper)
			p.Fill()
		}
		p.SetFontFace(p.faces.small)
		if figure, _ := p.MeasureString(fmt.Sprint(n)); figure+20 <= wide {
			p.write(p.faces.small, fmt.Sprint(n), left+wide/2, y+barHeight/2, 0.5, wide, onHue(part))
		}
		left += wide
	}
	p.ResetClip()
}

func (p *page) legend(parts []string, y float64) {
	x := margin
	for i, part := range parts {
		p.DrawRoundedRectangle(x, y+(legend-swatch)/2, swatch, swatch, 8)
		p.SetColor(hue(i))
		p.Fill()
		x += swatch + 14
		x += p.write(p.faces.small, part, x, y+legend/2, 0, 300, ink) + 48
	}
}

func hue(part int) color.RGBA { return hues[min(part, len(hues)-1)] }

// onHue is the ink that is read on a part.
func onHue(part int) color.RGBA {
	if part == 0 {
		return paper
	}
	return ink
}

// write sets a line of text with its middle at y: x is where it begins, its middle or its end
// for an anchor of 0, 0.5 or 1. It is cut to a width, and gives the width it took.
func (p *page) write(face font.Face, text string, x, y, anchor, room float64, c color.RGBA) float64 {
	p.SetFontFace(face)
	wide := func(s string) float64 { w, _ := p.MeasureString(s); return w }
	text = strings.Join(strings.Fields(text), " ")
	if wide(text) > room {
		r := []rune(text)
		for len(r) > 1 && wide(string(r)+"…") > room {
			r = r[:len(r)-1]
		}
		text = string(r) + "…"
	}
	p.SetColor(c)
	p.DrawStringAnchored(text, x, y, anchor, 0.38)
	return wide(text)
}

// typefaces are the fonts in the sizes that are used.
type typefaces struct{ title, label, small, note font.Face }

// faces reads the fonts once, when the first picture is drawn.
var faces = sync.OnceValues(func() (*typefaces, error) {
	medium, err := opentype.Parse(gomedium.TTF)
	if err != nil {
		return nil, err
	}
	regular, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil, err
	}
	var f typefaces
	for _, one := range []struct {
		to   *font.Face
		of   *opentype.Font
		size float64
	}{{&f.title, medium, titleSize}, {&f.label, medium, labelSize}, {&f.small, regular, smallSize}, {&f.note, regular, noteSize}} {
		*one.to, err = opentype.NewFace(one.of, &opentype.FaceOptions{Size: one.size, DPI: 72, Hinting: font.HintingNone})
		if err != nil {
			return nil, err
		}
	}
	return &f, nil
})
