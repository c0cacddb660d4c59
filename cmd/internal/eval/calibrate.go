package eval

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"

	"citadel/memory/embed"
)

// Calibration is what `citadel eval calibrate` measures.
type Calibration struct {
	Embedder string         `json:"embedder"`
	Pairs    int            `json:"pairs"`
	Spreads  []embed.Spread `json:"spreads"`
	Measured string         `json:"measured"` // as in calibrations.txt
	Shipped  string         `json:"shipped"`  // empty where nothing is shipped for it
}

// Calibrate measures an embedder on the pairs that ship with Citadel, and writes where their
// cosines lie and what they come to on the reference scale: the line for
// memory/embed/calibrations.txt. The error is that of the embedder or of w.
func Calibrate(ctx context.Context, w io.Writer, e embed.Embedder, asJSON bool) error {
	pairs := embed.Pairs()
	m, err := embed.Calibrate(ctx, e, pairs)
	if err != nil {
		return err
	}
	c := Calibration{
		Embedder: m.Embedder, Pairs: len(pairs), Spreads: m.Spreads,
		Measured: m.Calibration.String(), Shipped: embed.CalibrationOf(m.Embedder).String(),
	}
	if asJSON {
		return json.NewEncoder(w).Encode(c)
	}
	return c.print(w)
}

func (c Calibration) print(w io.Writer) error {
	if _, err := fmt.Fprintf(w, "The cosines of %s on %d pairs of statements: of a hundred, so many are at most\n\n", c.Embedder, c.Pairs); err != nil {
		return err
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "\tpairs\t10\t50\t95\t98\t\n")
	for _, s := range c.Spreads {
		fmt.Fprintf(t, "%s\t%d\t%.3f\t%.3f\t%.3f\t%.3f\t\n", s.Relation, s.N, s.Low, s.Middle, s.High, s.Almost)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	verdict := "This is what ships."
	switch c.Shipped {
	case c.Measured:
	case "":
		verdict = "No calibration ships for it: until one does, its cosines are taken as they are."
	default:
		verdict = "What ships is another:\n\n" + c.Embedder + " " + c.Shipped
	}
	_, err := fmt.Fprintf(w, "\nOn the reference scale, as cosine=reference:\n\n%s %s\n\n%s\n", c.Embedder, c.Measured, verdict)
	return err
}
