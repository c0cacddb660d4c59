package bot_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"citadel/memory/event"
)

// What is kept of strangers is a hash under a key of this home: nobody who sees it can try
// accounts, two homes hash differently, and it holds over starts and for ever.
func TestStrangersAreVeiled(t *testing.T) {
	var homes [2][]string
	for i := range homes {
		drilled(t, func(t *testing.T, d *drill) {
			d.bot.Random = chance(byte(i))
			differ(t, "keys before any is needed", 0, d.count("veiled"))
			d.link("slack", "U1", event.Work)
			observed(d, "acme")
			skip := within("slack", "acme", "U2")
			skip.Addressed, skip.Text = true, "skip me"
			d.hear(skip)
			d.says("slack", "U3", "hello")
			d.says("slack", "U4", "link 7K3D-9QXM-42TZ")
			d.again()
			said := within("slack", "acme", "U2")
			said.Text = "zebra"
			d.hear(said)
			differ(t, "told twice", []string{}, d.says("slack", "U3", "hello"))
			d.nowhere("zebra", "U2", "U3", "U4")
			differ(t, "keys", 1, d.count("veiled"))
			for _, r := range d.records() {
				p, err := r.Payload()
				if err != nil {
					t.Fatal(err)
				}
				switch p := p.(type) {
				case event.Skipped:
					homes[i] = append(homes[i], p.Sender)
				case event.PairingFailed:
					homes[i] = append(homes[i], p.Sender, r.Key)
				case event.Passed:
					if p.Sender != "" {
						homes[i] = append(homes[i], p.Sender)
					}
				}
			}
			for _, who := range []string{"U2", "U3", "U4"} {
				for _, day := range []string{"", "2000-01-01"} {
					sum := sha256.Sum256(fmt.Appendf(nil, "slack/T1/%s/%s", who, day))
					if strings.Contains(strings.Join(homes[i], " "), hex.EncodeToString(sum[:8])) {
						t.Errorf("whoever guesses %s knows it", who)
					}
				}
			}
		})
	}
	differ(t, "kept", 4, len(homes[0]))
	for i, h := range homes[0] {
		if h == homes[1][i] {
			t.Errorf("both homes keep %s", h)
		}
	}
}
