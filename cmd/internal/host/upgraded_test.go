package host_test

import (
	"slices"
	"strings"
	"testing"

	"citadel/cmd/internal/host"
)

// A group becomes a supergroup while what was asked in it is being answered: the answer is shown where
// the group goes on, once, and what was said in the group before is known there. It is so where the
// process ends between, too.
func TestAGroupIsUpgradedUnderAnAnswer(t *testing.T) {
	for name, restarts := range map[string]bool{"in one process": false, "and the process ends": true} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, 0)
			f := s.fars[0].(*farTelegram)
			stop := s.run()
			s.link(f)
			s.ask(f, f.channel(), func() { f.address(f.channel(), "The crane is called Otto.") })
			stop()

			w := &writer{began: make(chan string, 10), goOn: make(chan struct{}, 10)}
			s.shape = func(c *host.Citadel) { c.Brain.Respond = w.write }
			stop = s.run()
			old := f.channel()
			stood := len(f.shown(old))
			f.address(old, "tell me about zq1a")
			<-w.began
			f.group = f.server.Upgrade(f.group)
			if restarts {
				stop()
				s.run()
				<-w.began
			}
			for range 3 {
				w.goOn <- struct{}{}
			}
			s.await("it is answered", func() bool { return len(f.shown(f.channel())) > 0 && s.idle() })
			got := f.shown(f.channel())
			if len(got) != 1 || !slices.Equal(tokensOf(got[0].text), []string{"zq1a"}) || got[0].replyTo != "" || got[0].again || len(f.shown(old)) != stood {
				t.Errorf("shown there %s, and in the group that was %s", texts(got), texts(f.shown(old)[stood:]))
			}
			if n, failed := s.count("place.moved", 0), s.count("post.failed", 0); n != 1 || failed != 0 {
				t.Errorf("%d moves, %d posts given up", n, failed)
			}

			s.stop()
			s.shape = nil
			s.run()
			said := s.ask(f, f.channel(), func() { f.address(f.channel(), "What is the crane called?") })
			if len(said) != 1 || !strings.Contains(said[0].text, "Otto") {
				t.Errorf("what was said in the group that was: %s", texts(said))
			}
		})
	}
}
