package host_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	toxiproxy "github.com/Shopify/toxiproxy/v2"
	"github.com/rs/zerolog"

	"citadel/deployments/test"
)

// A conversation whose memories are searched on a Weaviate server goes on while the server is
// away, says so, and finds everything again when it is back.
func TestSearchedOnAServer(t *testing.T) {
	at, err := url.Parse(test.Server(t, test.WeaviateURL))
	if err != nil {
		t.Fatal(err)
	}
	line := toxiproxy.NewProxy(toxiproxy.NewServer(toxiproxy.NewMetricsContainer(nil), zerolog.Nop()), "weaviate", "127.0.0.1:0", at.Host)
	if err := line.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(line.Stop)
	s := newStage(t, 0)
	principal := fmt.Sprintf("host%d", time.Now().UnixNano())
	s.more = []string{
		"WEAVIATE_URL=http://" + line.Listen, "WEAVIATE_API_KEY=" + test.Server(t, test.WeaviateKey), "CITADEL_PRINCIPAL=" + principal,
	}
	t.Cleanup(func() { drop(t, principal) })
	stop := s.run()
	f := s.fars[0]
	s.link(f)
	asked := func(when, question string, words ...string) {
		t.Helper()
		answer := s.say(f, f.home(), question)
		for _, w := range words {
			if !strings.Contains(answer, w) {
				t.Errorf("%s, %q: %q lacks %q", when, question, answer, w)
			}
		}
	}
	s.say(f, f.home(), "My bicycle is chained to the linden tree.")
	asked("at first", "Where is my bicycle chained?", "linden tree")
	asked("at first", "status", "Memory search: by words")

	line.Stop()
	s.say(f, f.home(), "My umbrella hangs in the boathouse.")
	asked("away", "Where does my umbrella hang?", "boathouse")
	asked("away", "Where is my bicycle chained?", "linden tree")
	asked("away", "status", "the memory store does not answer")
	asked("away", "find umbrella", "the memory store does not answer", "status says")

	if err := line.Start(); err != nil {
		t.Fatal(err)
	}
	s.await("the store is back", func() bool { return s.c.Follower.Trouble() == nil && s.c.Follower.Reached() >= s.c.Mind.Head() })
	asked("back", "Where does my umbrella hang?", "boathouse")
	asked("back", "status", "Memory search: by words")
	stop()
}

// drop takes a tenant off the server.
func drop(t *testing.T, tenant string) {
	q, err := http.NewRequest("DELETE", test.Server(t, test.WeaviateURL)+"/v1/schema/CitadelMemory/tenants", strings.NewReader(`["`+tenant+`"]`))
	if err != nil {
		t.Fatal(err)
	}
	q.Header.Set("Authorization", "Bearer "+test.Server(t, test.WeaviateKey))
	q.Header.Set("Content-Type", "application/json")
	a, err := http.DefaultClient.Do(q)
	if err != nil {
		t.Fatal(err)
	}
	a.Body.Close()
}
