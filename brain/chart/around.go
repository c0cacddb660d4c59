package chart

import "citadel/memory/event"

// Measures of bars around a middle, in pixels: names stand at the left, figures at the right.
const (
	nameRoom   = 400.0
	figureRoom = 150.0
	slim       = 40.0 // how thick a bar is
	slimGap    = 30.0
)

// around draws each figure as a bar from the middle to its side. A figure beyond an end is drawn
// up to it, and one that is in the middle is a mark there.
func around(c event.Chart, ends event.Around, f *typefaces) ([]byte, error) {
	rows := c.Rows[:min(len(c.Rows), mostRows)]
	tall := float64(len(rows)) * (slim + slimGap)
	high := 2*margin + titleRoom + tall
	p := newPage(high, f)
	p.write(f.title, c.Title, margin, margin+titleSize/2, 0, width-2*margin, ink)
	left, room := margin+nameRoom, width-2*margin-nameRoom-figureRoom
	at := func(n int) float64 {
		n = max(ends.Low, min(ends.High, n))
		return left + room*float64(n-ends.Low)/float64(max(1, ends.High-ends.Low))
	}
	y, middle := margin+titleRoom, at(ends.Middle)
	for _, r := range rows {
		p.write(f.label, r.Label, margin, y+slim/2, 0, nameRoom-24, ink)
		p.DrawRectangle(left, y, room, slim)
		p.SetColor(line)
		p.Fill()
		if len(r.Bars) > 0 {
			to := at(count(r.Bars[0], 0))
			p.DrawRectangle(min(middle, to), y, max(to-middle, middle-to), slim)
			p.SetColor(hue(sideOf(to, middle)))
			p.Fill()
			p.write(f.small, r.Bars[0].Label, width-margin, y+slim/2, 1, figureRoom-16, ink)
		}
		y += slim + slimGap
	}
	p.DrawRectangle(middle-2, margin+titleRoom-slimGap/2, 4, tall)
	p.SetColor(soft)
	p.Fill()
	return p.png()
}

// sideOf is the hue of a bar: the stronger one above the middle. Which side it is on is seen
// without it.
func sideOf(to, middle float64) int {
	if to < middle {
		return 1
	}
	return 0
}
