package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/memory/accounts"
	"citadel/memory/event"
)

// Wrong codes that come on two platforms at the same moment do not step over the one at
// which the principal is told.
func TestTooManyAtOnce(t *testing.T) {
	for range 20 {
		drilled(t, func(t *testing.T, d *drill) {
			d.link("mattermost", "U1", event.Work)
			for i := range accounts.MostFailed - 2 {
				d.says("slack", fmt.Sprintf("U%d", i+2), "link 7K3D-9QXM-42TZ")
			}
			told := func() (n int) {
				for _, said := range d.shown("mattermost") {
					n += strings.Count(said, "Too many wrong codes came in")
				}
				return n
			}
			differ(t, "told before", 0, told())
			var taken []chan error
			for _, platform := range []string{"slack", "telegram"} {
				e := direct(platform, "U99")
				e.Text, e.Key, e.Message, e.At = "link 7K3D-9QXM-42TZ", "last", "last", time.Now()
				e.Cursor = connectors.Cursor(e.Key)
				s := spoken{e, make(chan error, 1)}
				taken = append(taken, s.taken)
				d.lines[platform].in <- s
			}
			for _, c := range taken {
				if err := <-c; err != nil {
					t.Fatal(err)
				}
			}
			d.says("console", "", "hello")
			differ(t, "wrong codes", accounts.MostFailed, d.count("pairing.failed"))
			differ(t, "told", 1, told())
			d.says("slack", "U7", "link 7K3D-9QXM-42TZ")
			differ(t, "told later", 1, told())
		})
	}
}
