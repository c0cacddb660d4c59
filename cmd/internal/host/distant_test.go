package host_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"citadel/memory/embed"
	"citadel/memory/event"
)

// A remote embedder is one of the models: the principal is told of it before it is sent a
// word, and what it costs is recorded.
func TestRemoteEmbedder(t *testing.T) {
	server := answering(t, says("Good day.", "gpt-6.1-terra", "gpt-6-luna", "text-embedding-3-small"))
	s := newStation(t)
	s.environ = []string{"OPENAI_API_KEY=" + planted, "OPENAI_BASE_URL=" + server.URL + "/v1", "CITADEL_MODELS_EMBEDDER=text-embedding-3-small"}
	c, drop := s.begin()
	remote := c.Vectors.Remote
	if remote == nil || remote.Name() != "local/text-embedding-3-small" {
		t.Fatalf("the remote embedder is %v", remote)
	}
	if got, err := remote.Embed(t.Context(), []string{"a kettle"}); err == nil || len(server.Requests()) > 0 {
		t.Fatalf("sent before anybody was told: %v, %v", got, err)
	}
	drop()

	notices := new(bytes.Buffer)
	s.notices = notices // at a pipe it is said at once
	c, drop = s.begin()
	defer drop()
	if !strings.Contains(notices.String(), "to find memories by their meaning") {
		t.Errorf("said of it: %q", notices)
	}
	got, err := c.Vectors.Remote.Embed(t.Context(), []string{"a red kettle", " ", "the red kettle", "blue sea"})
	if err != nil {
		t.Fatal(err)
	}
	if got[1] != nil || math.Abs(embed.Cosine(got[0], got[0])-1) > 1e-5 {
		t.Errorf("of nothing %v, of length² %g", got[1], embed.Cosine(got[0], got[0]))
	}
	if near, far := embed.Cosine(got[0], got[2]), embed.Cosine(got[0], got[3]); near <= far {
		t.Errorf("near %g, far %g", near, far)
	}
	calls := recorded[event.ModelCalled](t, c)
	if len(calls) != 1 || calls[0].Job != "embed" || calls[0].Model != "text-embedding-3-small" {
		t.Errorf("recorded: %+v", calls)
	}
}

func TestNoRemoteEmbedderUnlessNamed(t *testing.T) {
	s := newStation(t)
	c, drop := s.begin()
	defer drop()
	if c.Vectors.Remote != nil {
		t.Errorf("%v is asked", c.Vectors.Remote)
	}
}
