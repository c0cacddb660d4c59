package eval_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"citadel/cmd/internal/eval"
	"citadel/memory/embed"
	"citadel/memory/embed/hashing"
)

// renamed is an embedder for which nothing ships.
type renamed struct{ embed.Embedder }

func (renamed) Name() string { return "another" }

func TestCalibrate(t *testing.T) {
	var out bytes.Buffer
	if err := eval.Calibrate(t.Context(), &out, hashing.New(), false); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"changed-value     54", "\nhashing-384-1 ", "0.60 ", "This is what ships."} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in\n%s", want, out.String())
		}
	}
	out.Reset()
	if err := eval.Calibrate(t.Context(), &out, renamed{hashing.New()}, false); err != nil || !strings.Contains(out.String(), "No calibration ships") {
		t.Errorf("%v\n%s", err, out.String())
	}
	out.Reset()
	if err := eval.Calibrate(t.Context(), &out, hashing.New(), true); err != nil {
		t.Fatal(err)
	}
	var c eval.Calibration
	if err := json.Unmarshal(out.Bytes(), &c); err != nil || c.Measured != c.Shipped || len(c.Spreads) != 6 || c.Pairs < 300 {
		t.Errorf("%+v, %v", c, err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := eval.Calibrate(ended, &out, hashing.New(), true); err == nil {
		t.Error("it goes on when its context has ended")
	}
}
