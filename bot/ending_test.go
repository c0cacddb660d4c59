package bot_test

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"citadel/connectors"
	"citadel/memory/event"
)

// slowly is a platform that takes its time, and shows what it was told also where nobody waits
// for that any more.
type slowly struct {
	*chat
	takes time.Duration
}

func (s *slowly) Send(ctx context.Context, p connectors.Post) (connectors.MessageID, error) {
	id, err := s.chat.Send(ctx, p)
	select {
	case <-time.After(s.takes):
		return id, err
	case <-ctx.Done():
		return "", refuses(connectors.Unknown, 0)
	}
}

// A post that is on its way when the process is to end arrives, and its receipt is kept: the
// next one does not send it again. Nothing else is sent any more, and a platform that does not
// answer holds nobody up.
func TestAPostOnItsWayAtTheEnd(t *testing.T) {
	for takes, want := range map[time.Duration][]string{3 * time.Second: {"one", "two"}, time.Hour: {"one", "one", "two"}} {
		synctest.Test(t, func(t *testing.T) {
			w := newWorld(t)
			w.bot.Connectors = []connectors.Connector{&slowly{w.chat, takes}}
			stop := w.run()
			w.queue("home", "one")
			w.queue("home", "two")
			synctest.Wait()
			began := time.Now()
			if err := stop(); err != nil {
				t.Error(err)
			}
			if took := time.Since(began); took > 5*time.Second {
				t.Errorf("ended after %s", took)
			}
			differ(t, "at the end", []string{"one"}, w.chat.texts())
			old := w.chat
			w.open()
			w.chat = old
			w.bot.Connectors = []connectors.Connector{old}
			stop = w.run()
			time.Sleep(time.Minute)
			differ(t, "then", want, w.chat.texts())
			marked := slices.ContainsFunc(w.payloads("post.sent"), func(p event.Payload) bool { return p.(event.PostSent).Again })
			differ(t, "marked", takes == time.Hour, marked)
			if err := stop(); err != nil {
				t.Error(err)
			}
		})
	}
}
