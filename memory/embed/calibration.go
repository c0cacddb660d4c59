package embed

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// A Calibration maps the cosines of one embedder to the reference scale, on which the
// thresholds of the mind are given, so that they mean the same with any embedder (SPEC §13.3).
// What they mean is fixed by labelled pairs of statements; see Calibrate.
//
// It runs through points and straight between them, and rises everywhere. The zero Calibration
// takes a cosine as it is, and has no insight.
type Calibration struct {
	insight float64
	points  []Point // by rising cosine and reference; behind -1=0
}

// Point says that a cosine means a reference.
type Point struct{ Cosine, Reference float64 }

// Reference is what a cosine means, from 0 to 1; 0 where it is no number.
func (c Calibration) Reference(cosine float64) float64 {
	below := Point{Cosine: -1}
	switch {
	case !(cosine > -1):
		return 0
	case len(c.points) == 0:
		return max(0, min(cosine, 1))
	}
	for _, above := range c.points {
		if cosine < above.Cosine {
			share := (cosine - below.Cosine) / (above.Cosine - below.Cosine)
			return below.Reference + float64(share*(above.Reference-below.Reference))
		}
		below = above
	}
	return 1
}

// Cosine is the least cosine that means a reference: what Reference makes that of again.
func (c Calibration) Cosine(reference float64) float64 {
	below := Point{Cosine: -1}
	if len(c.points) == 0 {
		return max(0, min(reference, 1))
	}
	for _, above := range c.points {
		if reference <= above.Reference {
			share := (reference - below.Reference) / (above.Reference - below.Reference)
			return below.Cosine + float64(share*(above.Cosine-below.Cosine))
		}
		below = above
	}
	return 1
}

// Insight is how far the embedder finds what shares no word with a question, from 0, no more
// often than chance, to 1, always (see Asked). What words find already, the likeness of an
// embedder without it tells nothing new about.
func (c Calibration) Insight() float64 { return c.insight }

// Known says whether there is a calibration at all: the zero one is none.
func (c Calibration) Known() bool { return len(c.points) > 0 }

// String is the calibration as a line of calibrations.txt, without the embedder's name.
func (c Calibration) String() string {
	if !c.Known() {
		return ""
	}
	words := []string{fmt.Sprintf("insight=%.2f", c.insight)}
	for _, p := range c.points {
		words = append(words, fmt.Sprintf("%.4f=%.2f", p.Cosine, p.Reference))
	}
	return strings.Join(words, " ")
}

//go:embed calibrations.txt
var calibrations string

var shipped = sync.OnceValue(func() map[string]Calibration {
	all := map[string]Calibration{}
	for line := range strings.Lines(calibrations) {
		if name, points, ok := strings.Cut(strings.TrimSpace(line), " "); ok && name != "#" {
			all[name] = ParseCalibration(points)
		}
	}
	return all
})

// ParseCalibration reads what String writes. What is not of that form counts as nothing.
func ParseCalibration(line string) (c Calibration) {
	for word := range strings.FieldsSeq(line) {
		cosine, reference, _ := strings.Cut(word, "=")
		if cosine == "insight" {
			c.insight, _ = strconv.ParseFloat(reference, 64)
			continue
		}
		var p Point
		p.Cosine, _ = strconv.ParseFloat(cosine, 64)
		p.Reference, _ = strconv.ParseFloat(reference, 64)
		c.points = append(c.points, p)
	}
	return c
}

// CalibrationOf gives the shipped calibration of an embedder; the zero one where there is none.
func CalibrationOf(embedder string) Calibration { return shipped()[embedder] }
