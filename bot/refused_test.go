package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
)

// That answers could not be delivered is told on another platform, once, and without a word of
// them.
func TestAnAnswerThatIsRefusedIsTold(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("slack", "U1", event.Private)
		d.link("telegram", "4471", event.Private)
		d.says("telegram", "4471", "hello")
		d.end()
		d.instead = map[string]connectors.Connector{"telegram": refusing{d.lines["telegram"], connectors.Invalid}}
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

// That a platform does not allow an answer is told on another at once, and once, also where it is
// given up a day later.
func TestAnAnswerThatIsNotAllowedIsToldAtOnce(t *testing.T) {
	drilled(t, func(t *testing.T, d *drill) {
		d.link("slack", "U1", event.Private)
		d.link("telegram", "4471", event.Private)
		d.says("telegram", "4471", "hello")
		d.end()
		d.instead = map[string]connectors.Connector{"telegram": refusing{d.lines["telegram"], connectors.Forbidden}}
		d.begin()
		told := d.after("slack", func() { d.says("telegram", "4471", "the cellar door is code 1") })
		if len(told) != 1 || !strings.HasPrefix(told[0], "**I could not deliver a message on Telegram") || !strings.Contains(told[0], "I try again for a day.") || strings.Contains(told[0], "cellar") {
			t.Errorf("told %q", told)
		}
		refused := func() (posts []int) {
			d.mind.Read(func(v memory.View) {
				for _, x := range v.Outbox.Refusing(time.Now()) {
					posts = append(posts, x.Posts)
				}
			})
			return posts
		}
		differ(t, "refused", []int{1}, refused())
		more := d.after("slack", func() {
			d.says("telegram", "4471", "the cellar door is code 2")
			d.again()
			time.Sleep(26 * time.Hour)
			synctest.Wait()
		})
		differ(t, "told more", []string{}, more)
		differ(t, "given up", 2, d.count("post.failed"))
		differ(t, "noted as barred", 2, d.count("post.barred"))
		differ(t, "refused in the end", []int{2}, refused())
		d.end()
		d.instead = nil
		d.begin()
		d.says("telegram", "4471", "hello again")
		differ(t, "refused once it takes something again", []int(nil), refused())
	})
}
