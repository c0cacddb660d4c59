//go:build e2e

package host_test

import (
	"bytes"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"citadel/memory/event"
)

// awake is a zone in which it is day now, so that nothing waits for the morning.
func awake() string {
	const noon = 12
	east := noon - time.Now().UTC().Hour()
	if east == 0 {
		return "Etc/UTC"
	}
	return fmt.Sprintf("Etc/GMT%+d", -east) // whose sign is that of the way west
}

// What a client buys is said, a price moves, and the alert comes with its picture; the publisher takes the figure back,
// and so does the agent, once, in the same place.
func TestE2EAlert(t *testing.T) {
	m := &market{t: t, file: filepath.Join(t.TempDir(), "fred-DCOILWTICO.json")}
	today := time.Now().UTC().Truncate(24 * time.Hour)
	m.open(today.AddDate(0, 0, -5))
	y := newYard(t, "TZ="+awake(), "CITADEL_ECONOMY_FOLDER="+filepath.Dir(m.file))
	c, stop := y.begin()
	y.say("", "my client Acme buys packaging")
	y.answer("Kept for Acme: packaging costs bear on Acme costs")
	await(y, c, func(r event.FiguresRead) bool { return r.Whole })
	await(y, c, func(event.WorldSeeded) bool { return true })
	stop()
	did("a client is known by a sentence, and the price is read for the first time")

	// morning is one a day later: other figures of the last days are read, and it gives the next post.
	morning := func(words string, shares ...float64) (post string, files []string) {
		t.Helper()
		for n, share := range shares {
			m.figure(today.AddDate(0, 0, n-len(shares)), 79.61*share)
		}
		y.later += 24 * time.Hour
		_, stop := y.begin()
		defer stop()
		p := y.answer(words)
		fmt.Printf("\n[Citadel]\n%s\n", p.Message)
		return p.Message, p.FileIds
	}
	text, files := morning("Acme: packaging costs", 1.02, 1.045, 1.065, 1.085)
	for _, words := range []string{"US$86.38 a barrel (+", "(FRED, read ", "Three ways to Acme", "bunker fuel → shipping costs → packaging costs", "buys packaging", "I don't know when or how much"} {
		if !strings.Contains(text, words) {
			t.Errorf("the alert does not say %q", words)
		}
	}
	if len(files) != 1 {
		t.Fatalf("%d pictures", len(files))
	}
	drawn := made[[]byte](t)(y.human.GetFile(t.Context(), files[0]))
	p, err := png.Decode(bytes.NewReader(drawn))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(t.ArtifactDir(), "alert.png"), drawn, 0o600); err != nil { // go test -artifacts keeps it
		t.Fatal(err)
	}
	did("a price moved: one alert, with a picture of %d by %d", p.Bounds().Dx(), p.Bounds().Dy())

	m.rows = m.rows[:len(m.rows)-4]
	if text, _ = morning("Ignore my Acme alert", 1.000, 1.002, 1.004, 1.006); !strings.Contains(text, "FRED revised the figure of") {
		t.Error("the correction does not say why")
	}
	alerts, corrections := 0, 0
	for _, p := range y.posts() {
		if strings.Contains(p.Message, "**Acme: packaging costs") {
			alerts++
		}
		if strings.Contains(p.Message, "Ignore my Acme alert") {
			corrections++
		}
	}
	if alerts != 1 || corrections != 1 {
		t.Errorf("%d alerts, %d corrections", alerts, corrections)
	}
	did("the publisher takes it back: one correction, in the same place")
}
