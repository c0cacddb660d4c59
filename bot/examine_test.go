package bot_test

import (
	"context"
	"maps"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"citadel/bot"
	"citadel/connectors"
)

// examinee is a platform that finds out while it listens what is wrong with it.
type examinee struct {
	*chat
	mu    sync.Mutex
	wrong []connectors.Finding
	asked int
}

func (x *examinee) Heard() time.Time { return time.Now() }

func (x *examinee) Check(context.Context) []connectors.Finding {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.asked++
	return append([]connectors.Finding{{Well: true, What: "The token is that of @citadel."}}, x.wrong...)
}

func (x *examinee) becomes(wrong ...connectors.Finding) (asked int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.wrong = wrong
	return x.asked
}

// What only the process that listens can find wrong with a platform is handed on with its signs of life, and no longer once it
// is mended. Where all is well it is looked at once an hour.
func TestPlatformsAreExaminedWhileTheyListen(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		missing := connectors.Finding{What: "A message that stands there did not come.", Do: "Subscribe to message.im."}
		x := &examinee{chat: w.chat, wrong: []connectors.Finding{missing}}
		w.bot.Connectors = []connectors.Connector{x}
		var mu sync.Mutex
		var last map[string]bot.Pulse
		w.bot.Pulses = func(p map[string]bot.Pulse) {
			mu.Lock()
			defer mu.Unlock()
			last = maps.Clone(p)
		}
		faults := func() []connectors.Finding {
			mu.Lock()
			defer mu.Unlock()
			return last[x.Name()].Faults
		}
		stop := w.run()
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		differ(t, "found wrong", []connectors.Finding{missing}, faults())
		x.becomes()
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		differ(t, "found wrong once it is mended", []connectors.Finding(nil), faults())
		before := x.becomes()
		time.Sleep(10 * time.Hour)
		synctest.Wait()
		if n := x.becomes() - before; n != 10 {
			t.Errorf("looked at %d times in ten hours", n)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}
