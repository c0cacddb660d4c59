package chart

import (
	"image/color"
	"slices"
	"strings"

	"golang.org/x/image/font"

	"citadel/memory/event"
)

// Measures of ways, in pixels.
const (
	mostThings = 24
	mostLines  = 5     // of a label
	widest     = 316.0 // a box
	sideGap    = 20.0  // between boxes
	bend       = 4.0   // what a link takes that passes between them
	between    = 132.0 // between layers: there stand the confidences
	lineHeight = 40.0
	boxPadding = 16.0
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
	p, _ := paint(c, f)
	return p.png()
}

// paint makes the page, and says how it is laid out.
func paint(c event.Chart, f *typefaces) (*page, *drawing) {
	d := &drawing{lay: lay(*c.Ways), ways: *c.Ways, faces: f}
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
	d.pills(p)
	d.legend(p)
	return p, d
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
	taken    []rect // by confidences
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

// rect is where something stands.
type rect struct{ left, top, right, bottom float64 }

func (r rect) over(o rect) bool {
	return r.left < o.right && o.left < r.right && r.top < o.bottom && o.top < r.bottom
}

// spots are how far along its curve a confidence may stand, from where fewer others do: see pills.
var spots = []float64{0.5, 0.64, 0.36, 0.57, 0.43, 0.72, 0.28, 0.8, 0.2}

// pills writes the confidences of links on them: each near that end which fewer links share, and clear of the others.
func (d *drawing) pills(p *page) {
	for _, l := range d.lay.links {
		if l.Label == "" {
			continue
		}
		p.SetFontFace(d.faces.small)
		wide, _ := p.MeasureString(l.Label)
		half := wide/2 + 12
		if l.Turns {
			half += 22
		}
		corners, upwards := d.track(l)
		first, last := l.through[0], l.through[len(l.through)-1]
		if upwards {
			first, last = last, first
		}
		leaving, arriving := len(d.lay.places[first].below), len(d.lay.places[last].above)
		at, room := d.clear(corners, leaving, arriving, half)
		d.taken = append(d.taken, room)
		d.pill(p, l, at, half, wide)
	}
}

// clear is where along a link its confidence lies clear of the others, if anywhere: on its first stretch, or on its last
// where more links leave its beginning than reach its end, else on any other.
func (d *drawing) clear(corners []point, leaving, arriving int, half float64) (at point, room rect) {
	stretches := len(corners) / 2
	for n := range stretches {
		k := 2 * n
		if leaving > arriving {
			k = len(corners) - 2 - k
		}
		for i, t := range spots {
			switch {
			case leaving > arriving && t < 0.5, leaving < arriving && t > 0.5:
				t = 1 - t
			}
			x, y := along(corners[k], corners[k+1], t)
			r := rect{x - half, y - pillHigh/2, x + half, y + pillHigh/2}
			free := !slices.ContainsFunc(d.taken, r.over)
			if n == 0 && i == 0 || free {
				at, room = point{x, y}, r
			}
			if free {
				return at, room
			}
		}
	}
	return at, room
}

// along is where a curve is at a share of its way.
func along(a, b point, t float64) (x, y float64) {
	u := 1 - t
	near, far := u*u*u+3*u*u*t, 3*u*t*t+t*t*t
	middle := (a.y + b.y) / 2
	return a.x*near + b.x*far, a.y*u*u*u + middle*(3*u*u*t+3*u*t*t) + b.y*t*t*t
}

// pill writes the confidence of a link.
func (d *drawing) pill(p *page, l drawn, at point, half, wide float64) {
	x, y := at.x, at.y
	text := ink
	if l.Aside {
		text = soft
	}
	p.DrawRoundedRectangle(x-half, y-pillHigh/2, 2*half, pillHigh, pillHigh/2)
	p.SetColor(paper)
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

// wrap breaks a text into lines of a width, at most so many; what is too long is cut where it is written. A word
// that is wider than a line is parted, as long as there are lines for it.
func (p *page) wrap(face font.Face, text string, room float64, most int) (lines []string) {
	p.SetFontFace(face)
	wide := func(s string) float64 { w, _ := p.MeasureString(s); return w }
	words := strings.Fields(text)
	for len(words) > 0 {
		word := words[0]
		words = words[1:]
		n := len(lines) - 1
		switch {
		case n >= 0 && wide(lines[n]+" "+word) <= room:
			lines[n] += " " + word
		case len(lines) == most:
			lines[n] += " " + word
		case wide(word) <= room || len(lines) == most-1:
			lines = append(lines, word)
		default:
			head, tail := part([]rune(word), func(s string) bool { return wide(s) <= room })
			if lines = append(lines, head); tail != "" {
				words = append([]string{tail}, words...)
			}
		}
	}
	if len(lines) == 0 {
		return []string{""}
	}
	return lines
}

// shortPart is how many letters of a word a line has at least.
const shortPart = 3

// part cuts a word in two, of which the first fits: at a hyphen of its own, else between a vowel and what follows it, as
// near to the middle as can be. A short word stays whole.
func part(word []rune, fits func(string) bool) (head, tail string) {
	most := 0
	for n := shortPart; n <= len(word)-shortPart && fits(string(word[:n])+"-"); n++ {
		most = n
	}
	if most == 0 {
		return string(word), ""
	}
	cut, best := most, len(word)
	for n := shortPart; n <= most; n++ {
		if word[n-1] == '-' {
			return string(word[:n]), string(word[n:])
		}
		if off := max(n, len(word)-n); vowel(word[n-1]) && !vowel(word[n]) && off < best {
			cut, best = n, off
		}
	}
	return string(word[:cut]) + "-", string(word[cut:])
}

func vowel(r rune) bool { return strings.ContainsRune("aeiouyäöüáéíóúAEIOUÄÖÜ", r) }
