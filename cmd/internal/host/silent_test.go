package host_test

import (
	"strings"
	"testing"
	"time"

	"citadel/deployments/test"
)

// Servers that take connections and never say a word hold nobody up: it starts, answers with what
// is there, says once how that is, and leaves. Each wait on one of them would be half a minute.
func TestSilentServers(t *testing.T) {
	t.Parallel()
	const told = "I search less well"
	for name, of := range map[string]struct {
		environ  func(address string) string
		searches bool // it is asked for memories
	}{
		"search":                   {func(a string) string { return "WEAVIATE_URL=http://" + a + "\nWEAVIATE_API_KEY=hunter2" }, true},
		"search, filled over gRPC": {func(a string) string { return "WEAVIATE_URL=http://" + a + "\nWEAVIATE_GRPC=" + a }, true},
		"state":                    {func(a string) string { return "REDIS_URL=redis://:hunter2@" + a }, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, 0)
			s.more = append(s.more, strings.Split(of.environ(test.Silent(t)), "\n")...)
			var all []string
			promptly(t, func() {
				stop := s.run()
				f := s.fars[0]
				s.link(f)
				s.say(f, f.home(), "My umbrella hangs in the boathouse.")
				for range 2 {
					all = append(all, s.say(f, f.home(), "Where does my umbrella hang?"))
				}
				stop()
			})
			for _, answer := range all {
				if !strings.Contains(answer, "boathouse") {
					t.Errorf("answered: %q", answer)
				}
			}
			if strings.Contains(everything(s), "hunter2") {
				t.Errorf("it shows the password: %s", everything(s))
			}
			want, said := 0, everything(s)
			if of.searches {
				want = 1
			}
			if n := strings.Count(said, told); n != want {
				t.Errorf("that is told %d times, want %d: %s", n, want, said)
			}
		})
	}
}

// promptly fails where something takes far longer than it has to: it does not measure.
func promptly(t *testing.T, do func()) {
	t.Helper()
	late := make(chan struct{})
	timer := time.AfterFunc(20*time.Second, func() { close(late) })
	defer timer.Stop()
	do()
	select {
	case <-late:
		t.Error("somebody waited for a server that never answers")
	default:
	}
}
