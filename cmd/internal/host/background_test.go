package host_test

import (
	"strings"
	"testing"

	"citadel/brain/model/scripted"
)

// What is worked on beside the conversation is answered where it was asked, as a reply, and "why"
// tells of its calls as of any other's.
func TestPlatformsBackground(t *testing.T) {
	onPlatforms(t, func(t *testing.T, s *stage, f far) {
		server := answering(t, claudes(func(scripted.Request) scripted.Reply { return scripted.Says("The second is cheapest.") }))
		s.more = []string{"ANTHROPIC_API_KEY=" + planted, "ANTHROPIC_BASE_URL=" + server.URL}
		s.run()
		s.link(f)
		f.say(f.home(), "background compare three carriers for me")
		newest := func() string {
			shown := settled(f, f.home())
			if len(shown) == 0 {
				return ""
			}
			return shown[len(shown)-1].text
		}
		s.await("answered", func() bool {
			return s.count("deferred", 0) == 1 && s.idle() && strings.HasPrefix(newest(), "The second")
		})
		if why := s.say(f, f.home(), "why"); !strings.Contains(why, "Written by claude-") || !strings.Contains(why, "US$0.0") {
			t.Errorf("why: %q", why)
		}
		if more := s.say(f, f.home(), "why more"); strings.Contains(more, "no model was asked") {
			t.Errorf("why more: %q", more)
		}
		s.await("idle", s.idle)
	})
}

// Two thoughts that meet the same trouble tell of it once.
func TestTroubleBesideIsToldOnce(t *testing.T) {
	server := answering(t, claudes(func(scripted.Request) scripted.Reply { return scripted.Fails(scripted.BadKey) }))
	s := newStage(t, 1)
	s.more = []string{"ANTHROPIC_API_KEY=" + planted, "ANTHROPIC_BASE_URL=" + server.URL}
	s.run()
	f := s.fars[0]
	s.link(f)
	f.say(f.home(), "background compare three carriers for me")
	f.say(f.home(), "background compare four tunnels for me")
	s.await("both are set aside and answered", func() bool { return s.count("deferred", 0) == 2 && s.idle() })
	told := 0
	for _, p := range f.shown(f.home()) {
		told += strings.Count(p.text, "refuses the key")
	}
	if n := s.count("provider.degraded", 0); told != 1 || n != 1 {
		t.Errorf("told %d times, recorded %d times: %s", told, n, texts(f.shown(f.home())))
	}
}
