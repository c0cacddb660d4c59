package simulate

import (
	"fmt"
	"io"
	"math"

	"citadel/memory/dreams"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// Dreams is how the nights of a life went, from -1 to 1, beside the days that they were made of.
type Dreams struct {
	Nights int     `json:"nights"` // that brought a picture
	Warm   int     `json:"warm"`   // of these, in the warm palette
	Words  int     `json:"words"`  // that a model put into words; what follows is of these
	Day    float64 `json:"day"`    // on average
	Dream  float64 `json:"dream"`
	Slope  float64 `json:"slope"` // of dream less day, in a night, over the last of them; 0 of fewer than a fortnight
	Noise  float64 `json:"noise"` // by how much the slope may be off
	Alarms int     `json:"alarms"`

	Apart []float64 `json:"apart"` // dream less day, of each so many nights
}

// atOnce is of how many nights a line of the chart is.
const atOnce = 10

// dreams are those of a life.
func (w *world) dreams() Dreams {
	d := Dreams{Nights: len(w.witness.nights), Alarms: w.witness.kinds[event.DreamsDrifted{}.Kind()], Apart: []float64{}}
	var day, dream, apart float64
	late := dreams.New() // also of nights that were forgotten since
	for i, n := range w.witness.nights {
		late.Apply(ledger.Record{Seq: event.Seq(i + 1)}, n)
		if n.Art.Palette == event.Warm {
			d.Warm++
		}
		if n.By == "" {
			continue
		}
		d.Words++
		day, dream, apart = day+n.Day, dream+n.Mood, apart+n.Mood-n.Day
		if d.Words%atOnce == 0 {
			d.Apart, apart = append(d.Apart, rounded(apart/atOnce)), 0
		}
	}
	if d.Words == 0 {
		return d
	}
	d.Day, d.Dream = rounded(day/float64(d.Words)), rounded(dream/float64(d.Words))
	drift, _ := late.Drift()
	d.Slope, d.Noise = rounded(drift.Slope), rounded(drift.Noise)
	return d
}

// rounded is a mood as it is told.
func rounded(x float64) float64 { return math.Round(x*1000) / 1000 }

// write tells of the nights in a line or two, and draws how far dreams were from their days.
func (d Dreams) write(w io.Writer) {
	fmt.Fprintf(w, "Dreams: %d nights, %d warm and %d hard", d.Nights, d.Warm, d.Nights-d.Warm)
	if d.Words == 0 {
		fmt.Fprintln(w, ", pictures alone: there are words only where there is a model.")
		return
	}
	fmt.Fprintf(w, "; %d in words. From -1 to 1 their days went %.2f and they %.2f", d.Words, d.Day, d.Dream)
	if d.Noise > 0 {
		fmt.Fprintf(w, "; of late they moved from them by %+.3f a night, give or take %.3f", d.Slope, d.Noise)
	}
	fmt.Fprintln(w, ".")
	if d.Alarms > 0 {
		fmt.Fprintf(w, "  They moved away from their days, which was told %d times; from then on there were pictures alone.\n", d.Alarms)
	}
}

// chart draws them.
func (d Dreams) chart(w io.Writer) {
	var bars []bar
	for i, apart := range d.Apart {
		bars = append(bars, bar{fmt.Sprintf("from night %d", 1+atOnce*i), math.Abs(apart), fmt.Sprintf("%+.2f", apart)})
	}
	chart(w, fmt.Sprintf("How far dreams were from their days, of each %d nights in words", atOnce), 1, bars)
}
