package chart

import (
	"image/color"
	"strings"

	"golang.org/x/image/font"

	"citadel/memory/event"
)

// Measures of ways, in pixels.
const (
	mostThings = 24
	mostLines  = 3     // of a label
	widest     = 316.0 // a box
	sideGap    = 32.0  // between boxes
	bend       = 24.0  // what a link takes that passes between them
	between    = 132.0 // between layers: there stand the confidences
	lineHeight = 40.0
	boxPadding = 20.0
	noteRoom   = 40.0
	signRoom   = 34.0
	pillHigh   = 46.0
	head       = 20.0 // an arrow's
	titleLine  = 62.0
)

// The colours of what is not followed, and of a client.
var (
	pale  = color.RGBA{0xa4, 0xab, 0xa7, 0xff}
	tint  = color.RGBA{0xe6, 0xf0, 0xed, 0xff}
	faint = color.RGBA{0xf4, 0xf2, 0xec, 0xff}
)

// ways draws things as boxes in layers and links as arrows downwards: what was followed is solid, what was not is grey
// and dashed. A triangle says which way a thing goes, and a minus on a link that it turns the move round.
func ways(c event.Chart, f *typefaces) ([]byte, error) {
	d := drawing{lay: lay(*c.Ways), ways: *c.Ways, faces: f}
	probe := newPage(1, f)
	title := probe.wrap(f.title, c.Title, width-2*margin, 2)
	d.measure(probe)
	top := margin + float64(len(title))*titleLine + 34
	d.stack(top)
	p := newPage(d.bottom+legend+64, f)
	for i, line := range title {
		p.write(f.title, line, margin, margin+titleSize/2+float64(i)*titleLine, 0, width-2*margin, ink)
	}
	for _, aside := range []bool{true, false} { // what was followed lies above
		for _, l := range d.lay.links {
			if l.Aside == aside {
				d.link(p, l)
			}
		}
	}
	for at, pl := range d.lay.places {
		if pl.thing >= 0 {
			d.box(p, at)
		}
	}
	for _, l := range d.lay.links {
		d.pill(p, l)
	}
	d.legend(p)
	return p.png()
}

// drawing is ways with where they stand on the page.
type drawing struct {
	lay   layout
	ways  event.Ways
	faces *typefaces

	x, y     []float64 // the middle of each place
	wide     []float64 // of a box, by layer
	high     []float64 // of a layer
	lines    [][]string
	bottom   float64
	followed []bool // by thing
	from, to map[[2]int]float64
}

// measure breaks labels into lines and gives boxes their sizes and places from the left.
func (d *drawing) measure(p *page) {
	d.followed = make([]bool, len(d.ways.Things))
	for _, l := range d.lay.links {
		if !l.Aside {
			d.followed[l.From], d.followed[l.To] = true, true
		}
	}
	room := width - 2*margin
	d.wide, d.high = make([]float64, len(d.lay.layers)), make([]float64, len(d.lay.layers))
	d.lines = make([][]string, len(d.lay.places))
	for i, layer := range d.lay.layers {
		boxes, bends := 0, 0
		for _, at := range layer {
			if d.lay.places[at].thing >= 0 {
				boxes++
			} else {
				bends++
			}
		}
		free := room - sideGap*float64(len(layer)-1) - bend*float64(bends)
		d.wide[i] = min(widest, free/float64(max(1, boxes)))
		for _, at := range layer {
			t := d.lay.places[at].thing
			if t < 0 {
				continue
			}
			thing := d.ways.Things[t]
			d.lines[at] = p.wrap(d.faces.small, thing.Label, d.wide[i]-2*boxPadding-d.signs(thing), mostLines)
			tall := float64(len(d.lines[at]))*lineHeight + 2*boxPadding
			if thing.Note != "" {
				tall += noteRoom
			}
			d.high[i] = max(d.high[i], tall)
		}
	}
	half := func(at int) float64 {
		if pl := d.lay.places[at]; pl.thing >= 0 {
			return d.wide[pl.layer] / 2
		}
		return bend / 2
	}
	d.x = d.lay.across(margin, width-margin, sideGap, half)
}

// signs is what the triangles of a thing take.
func (d *drawing) signs(t event.Waypoint) float64 {
	if t.Up || t.Down {
		return signRoom
	}
	return 0
}

// stack gives places their height on the page.
func (d *drawing) stack(top float64) {
	d.y = make([]float64, len(d.lay.places))
	for i, layer := range d.lay.layers {
		for _, at := range layer {
			d.y[at] = top + d.high[i]/2
		}
		top += d.high[i] + between
	}
	d.bottom = top - between
	d.ports()
}

// ports spreads the ends of links along the sides of their boxes, so that arrows do not meet in one point.
func (d *drawing) ports() {
	d.from, d.to = map[[2]int]float64{}, map[[2]int]float64{}
	for at, pl := range d.lay.places {
		for _, side := range []struct {
			of    []int
			ports map[[2]int]float64
		}{{pl.below, d.from}, {pl.above, d.to}} {
			for _, other := range side.of {
				if pl.thing < 0 {
					side.ports[[2]int{at, other}] = d.x[at]
					continue
				}
				rank := 0
				for _, o := range side.of {
					if d.x[o] < d.x[other] {
						rank++
					}
				}
				step := min(64, d.wide[pl.layer]*0.7/float64(len(side.of)))
				side.ports[[2]int{at, other}] = d.x[at] + step*(float64(rank)-float64(len(side.of)-1)/2)
			}
		}
	}
}

type point struct{ x, y float64 }

// track is the corners of a link, from its upper end to its lower one, and whether it runs upwards.
func (d *drawing) track(l drawn) (corners []point, upwards bool) {
	through := append([]int(nil), l.through...)
	upwards = d.lay.places[through[0]].layer > d.lay.places[through[len(through)-1]].layer
	if upwards {
		for i, j := 0, len(through)-1; i < j; i, j = i+1, j-1 {
			through[i], through[j] = through[j], through[i]
		}
	}
	for i := 1; i < len(through); i++ {
		a, b := through[i-1], through[i]
		ya := d.y[a] + d.high[d.lay.places[a].layer]/2
		yb := d.y[b] - d.high[d.lay.places[b].layer]/2
		corners = append(corners, point{d.from[[2]int{a, b}], ya}, point{d.to[[2]int{b, a}], yb})
	}
	return corners, upwards
}

func (d *drawing) link(p *page, l drawn) {
	corners, upwards := d.track(l)
	p.SetColor(ink)
	p.SetLineWidth(4)
	if l.Aside {
		p.SetColor(pale)
		p.SetLineWidth(3)
		p.SetDash(10, 9)
	}
	for i := 0; i < len(corners); i += 2 {
		a, b := corners[i], corners[i+1]
		if i > 0 {
			p.DrawLine(a.x, corners[i-1].y, a.x, a.y) // straight past the boxes of a layer
		}
		p.MoveTo(a.x, a.y)
		p.CubicTo(a.x, a.y+(b.y-a.y)/2, b.x, b.y-(b.y-a.y)/2, b.x, b.y)
	}
	p.Stroke()
	p.SetDash()
	end, way := corners[len(corners)-1], 1.0
	if upwards {
		end, way = corners[0], -1
	}
	p.MoveTo(end.x, end.y)
	p.LineTo(end.x-head*0.55, end.y-way*head)
	p.LineTo(end.x+head*0.55, end.y-way*head)
	p.ClosePath()
	p.Fill()
}

// pill writes the confidence of a link on it.
func (d *drawing) pill(p *page, l drawn) {
	if l.Label == "" {
		return
	}
	corners, _ := d.track(l)
	a, b := corners[0], corners[1]
	x, y := (a.x+b.x)/2, (a.y+b.y)/2
	p.SetFontFace(d.faces.small)
	wide, _ := p.MeasureString(l.Label)
	text, back := ink, color.Color(paper)
	if l.Aside {
		text = soft
	}
	half := wide/2 + 12
	if l.Turns {
		half += 22
	}
	p.DrawRoundedRectangle(x-half, y-pillHigh/2, 2*half, pillHigh, pillHigh/2)
	p.SetColor(back)
	p.Fill()
	if l.Turns {
		minus(p, x-half+24, y, text)
		x += 22
	}
	p.write(d.faces.small, l.Label, x, y, 0.5, wide+2, text)
}

// minus is a minus in a circle.
func minus(p *page, x, y float64, c color.Color) {
	p.DrawCircle(x, y, 16)
	p.SetColor(c)
	p.SetLineWidth(3)
	p.Stroke()
	p.DrawLine(x-8, y, x+8, y)
	p.Stroke()
}

func (d *drawing) box(p *page, at int) {
	pl := d.lay.places[at]
	t := d.ways.Things[pl.thing]
	wide, high := d.wide[pl.layer], d.high[pl.layer]
	x, y := d.x[at]-wide/2, d.y[at]-high/2
	fill, edge, text := color.Color(tint), color.Color(hues[0]), ink
	switch {
	case t.Whose:
		fill, text = hues[0], paper
	case !d.followed[pl.thing]:
		fill, edge, text = faint, pale, soft
	}
	p.DrawRoundedRectangle(x, y, wide, high, 18)
	p.SetColor(fill)
	p.Fill()
	if !d.followed[pl.thing] {
		p.SetDash(10, 9)
	}
	p.DrawRoundedRectangle(x, y, wide, high, 18)
	p.SetColor(edge)
	p.SetLineWidth(3)
	p.Stroke()
	p.SetDash()
	rows := len(d.lines[at])
	tall := float64(rows) * lineHeight
	if t.Note != "" {
		tall += noteRoom
	}
	shift := d.signs(t) / 2
	line := d.y[at] - tall/2 + lineHeight/2
	for _, s := range d.lines[at] {
		p.write(d.faces.small, s, d.x[at]+shift, line, 0.5, wide-2*boxPadding+8, text)
		line += lineHeight
	}
	if t.Note != "" {
		p.write(d.faces.note, t.Note, d.x[at]+shift, line, 0.5, wide-2*boxPadding-d.signs(t)+8, text)
	}
	p.SetFontFace(d.faces.small)
	longest := 0.0
	for _, s := range d.lines[at] {
		w, _ := p.MeasureString(s)
		longest = max(longest, w)
	}
	triangles(p, t, max(x+boxPadding, d.x[at]+shift-longest/2-signRoom/2-6), d.y[at], text)
}

// triangles say which way a thing goes; both, that ways disagree.
func triangles(p *page, t event.Waypoint, x, y float64, c color.Color) {
	one := func(y, way float64) {
		p.MoveTo(x-12, y+way*9)
		p.LineTo(x+12, y+way*9)
		p.LineTo(x, y-way*12)
		p.ClosePath()
		p.SetColor(c)
		p.Fill()
	}
	switch {
	case t.Up && t.Down:
		one(y-17, 1)
		one(y+17, -1)
	case t.Up:
		one(y, 1)
	case t.Down:
		one(y, -1)
	}
}

// legend tells what the forms mean that are in the picture.
func (d *drawing) legend(p *page) {
	aside, turns := false, false
	for _, l := range d.lay.links {
		aside, turns = aside || l.Aside, turns || l.Turns
	}
	x, y := margin, d.bottom+64
	say := func(text string) { x += p.write(d.faces.note, text, x, y, 0, width-margin-x, soft) + 40 }
	sample := func(c color.Color, dash ...float64) {
		p.SetColor(c)
		p.SetLineWidth(4)
		p.SetDash(dash...)
		p.DrawLine(x, y, x+56, y)
		p.Stroke()
		p.SetDash()
		x += 70
	}
	if aside {
		sample(ink)
		say("followed")
		sample(pale, 10, 9)
		say("not followed")
	}
	if turns {
		minus(p, x+16, y, ink)
		x += 44
		say("the other way round")
	}
	if !aside && !turns {
		say("The figures are confidences, and no chances.")
	}
}

// wrap breaks a text into lines of a width, at most so many; what is too long is cut where it is written.
func (p *page) wrap(face font.Face, text string, room float64, most int) (lines []string) {
	p.SetFontFace(face)
	wide := func(s string) float64 { w, _ := p.MeasureString(s); return w }
	for _, word := range strings.Fields(text) {
		n := len(lines) - 1
		if n >= 0 && (wide(lines[n]+" "+word) <= room || len(lines) == most) {
			lines[n] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	if len(lines) == 0 {
		return []string{""}
	}
	return lines
}
