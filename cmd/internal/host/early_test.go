package host_test

import (
	"slices"
	"strings"
	"testing"

	"citadel/memory/event"
)

// onEachBeside runs a test on each of the three platforms, with another on which the
// principal is too.
func onEachBeside(t *testing.T, test func(t *testing.T, s *stage, f, beside far)) {
	for i, name := range platformNames {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, i, (i+1)%len(platformNames))
			s.run()
			s.link(s.fars[0])
			s.link(s.fars[1])
			test(t, s, s.fars[0], s.fars[1])
		})
	}
}

// unheard fails if words were taken, by a process that runs or by the next.
func (s *stage) unheard(word string) {
	s.t.Helper()
	for _, p := range s.payloads("heard", 0) {
		if h := p.(event.Heard); strings.Contains(h.Text, word) {
			s.t.Errorf("heard %q", h.Text)
		}
	}
}

// passedOver waits until something was passed over for a reason: of what follows for the
// same, nothing is recorded for an hour.
func (s *stage) passedOver(why string) {
	s.t.Helper()
	s.await("something is passed over", func() bool {
		return slices.ContainsFunc(s.payloads("passed", 0), func(p event.Payload) bool { return p.(event.Passed).Reason == why })
	})
}

// What is said on a locked account is not taken later: not when it is unlocked, and not when
// the process begins again after that.
func TestLockedWordsStayUnheard(t *testing.T) {
	onEachBeside(t, func(t *testing.T, s *stage, f, beside far) {
		name := f.home().Platform
		s.say(beside, beside.home(), "lock "+name)
		f.say(f.home(), "remember the thief is my boss")
		s.passedOver("from a locked account")
		f.say(f.home(), "remember the thief is my boss, again")
		f.say(f.home(), "remember the thief is my boss, at last")
		s.say(beside, beside.home(), "unlock "+name)
		s.again()
		s.say(f, f.home(), "help")
		s.unheard("thief")
	})
}

// What others said in a channel before it may be read is not kept: not when that is allowed,
// and not when the process begins again after that.
func TestWordsBeforeObserveStayUnheard(t *testing.T) {
	onEachBeside(t, func(t *testing.T, s *stage, f, beside far) {
		at := f.channel()
		s.ask(f, at, func() { f.address(at, "help") })
		head := s.c.Mind.Head()
		f.other(at, "zebra one")
		s.passedOver("said to others")
		f.other(at, "zebra two")
		f.say(at, "zebra three") // by the principal, to the others
		s.say(f, f.home(), "status")
		s.ask(f, at, func() { f.address(at, "observe") })
		s.again()
		s.say(f, f.home(), "help")
		s.unheard("zebra")
		f.other(at, "kept from here on")
		s.await("others are heard", func() bool {
			for _, p := range s.payloads("heard", head) {
				if p.(event.Heard).Overheard {
					return true
				}
			}
			return false
		})
	})
}
