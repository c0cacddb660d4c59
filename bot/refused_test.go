package bot_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"citadel/connectors"
	"citadel/memory/event"
)

// unwilling takes no post.
type unwilling struct{ *line }

func (unwilling) Send(context.Context, connectors.Post) (connectors.MessageID, error) {
	return "", &connectors.Error{Op: "unwilling: send", Reason: connectors.Invalid}
}

// That answers could not be delivered is told on another platform, once, and without a word of
// them.
func TestAnAnswerThatIsRefusedIsTold(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("slack", "U1", event.Private)
		d.link("telegram", "4471", event.Private)
		d.says("telegram", "4471", "hello")
		d.end()
		d.instead = map[string]connectors.Connector{"telegram": unwilling{d.lines["telegram"]}}
		d.begin()
		before := len(d.shown("slack"))
		for i := range 3 {
			d.says("telegram", "4471", fmt.Sprintf("the cellar door is code %d", i))
			time.Sleep(time.Minute)
		}
		synctest.Wait()
		if n := d.count("post.failed"); n != 3 {
			t.Errorf("%d posts given up, want 3", n)
		}
		got := d.shown("slack")[before:]
		if len(got) != 1 || !strings.HasPrefix(got[0], "**I could not deliver a message on Telegram") || !strings.Contains(got[0], "`show m") || strings.Contains(got[0], "cellar") {
			t.Errorf("told %q", got)
		}
	})
}
