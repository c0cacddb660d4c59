package host_test

import (
	"slices"
	"testing"

	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/event"
)

// What is put on the parts of one long answer stands on each by itself, also where it is found
// only after nobody listened: no part takes off what is on another.
func TestPlatformsReactionsOnParts(t *testing.T) {
	onPlatforms(t, func(t *testing.T, s *stage, f far) {
		s.shape = rehearsing
		stop := s.run()
		s.link(f)
		parts := s.ask(f, f.home(), func() { f.say(f.home(), "rehearse recite zq1a") })
		if len(parts) < 2 {
			t.Fatalf("%d parts", len(parts))
		}
		one, other := parts[0].id, parts[len(parts)-1].id
		stands := func(on ...[]string) bool {
			var got []string
			s.c.Mind.Read(func(v memory.View) {
				for _, o := range v.Reactions.Messages {
					for _, e := range o.Emojis {
						got = append(got, o.Message+e)
					}
				}
			})
			return slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(slices.Concat(on...))))
		}
		with := func(id connectors.MessageID, emoji string) []string { return []string{string(id) + emoji} }
		f.react(f.home(), one, "👍", true)
		s.await("it is on one", func() bool { return stands(with(one, "👍")) })
		stop()
		f.react(f.home(), other, "👍", true)
		f.react(f.home(), other, "👎", true)
		stop = s.run()
		s.await("they are on both", func() bool { return stands(with(one, "👍"), with(other, "👍"), with(other, "👎")) })
		s.say(f, f.home(), "remember the box is blue") // whatever else was found has been told by then
		for what, n := range map[event.Kind]int{"reacted": 3, "unreacted": 0} {
			if got := s.count(what, 0); got != n {
				t.Errorf("%d were %s", got, what)
			}
		}
		stop()
		f.react(f.home(), one, "👍", false)
		s.run()
		s.await("it is off one", func() bool { return stands(with(other, "👍"), with(other, "👎")) })
		s.say(f, f.home(), "remember the lamp is green")
		for what, n := range map[event.Kind]int{"reacted": 3, "unreacted": 1} {
			if got := s.count(what, 0); got != n {
				t.Errorf("%d were %s", got, what)
			}
		}
	})
}
