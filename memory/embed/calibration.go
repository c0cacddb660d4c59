package embed

// A Calibration maps the cosines of one embedder to the reference scale, on which the
// thresholds of the mind are given, so that they mean the same with any embedder (SPEC §13.3).
// What they mean is fixed by labelled pairs of statements; see Calibrate.
//
// It runs through points and straight between them, and rises everywhere. The zero Calibration
// takes a cosine as it is.
type Calibration struct {
	points []Point // by rising cosine and reference; from -1 to 1
}

// Point says that a cosine means a reference.
type Point struct{ Cosine, Reference float64 }

// Reference is what a cosine means.
func (c Calibration) Reference(cosine float64) float64 {
	if len(c.points) == 0 {
		return cosine
	}
	below := c.points[0]
	if !(cosine > below.Cosine) {
		return below.Reference
	}
	for _, above := range c.points[1:] {
		if cosine < above.Cosine {
			share := (cosine - below.Cosine) / (above.Cosine - below.Cosine)
			return below.Reference + float64(share*(above.Reference-below.Reference))
		}
		below = above
	}
	return below.Reference
}

// CalibrationOf gives the shipped calibration of an embedder; the zero one where there is none.
func CalibrationOf(embedder string) Calibration { return shipped[embedder] }

var shipped = map[string]Calibration{}
