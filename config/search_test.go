package config_test

import (
	"fmt"
	"strings"
	"testing"

	"citadel/config"
)

func TestSearch(t *testing.T) {
	dir := home(t, "", "WEAVIATE_URL=http://search.example:8080/\nWEAVIATE_API_KEY=hunter2\n")
	c, err := config.Load(dir, []string{"WEAVIATE_GRPC=search.example:50051"})
	if err != nil {
		t.Fatal(err)
	}
	if s := c.Search; s.URL != "http://search.example:8080" || s.GRPC != "search.example:50051" || s.Key.Reveal() != "hunter2" {
		t.Errorf("searched at %q, %q", s.URL, s.GRPC)
	}
	if shown := fmt.Sprintf("%v %+v %#v", c, c, c.Search); strings.Contains(shown, "hunter") {
		t.Errorf("the key is shown: %s", shown)
	}
	for _, line := range []string{
		"WEAVIATE_URL=hunter2", "WEAVIATE_URL=ftp://x", "WEAVIATE_URL=http://me:hunter2@x", "WEAVIATE_URL=http://",
		"WEAVIATE_GRPC=x", "WEAVIATE_GRPC=http://x:1", "WEAVIATE_GRPC=x:0", "WEAVIATE_GRPC=x:99999", "WEAVIATE_API_KEY=two words",
	} {
		_, err := config.Load(home(t, "", line+"\n"), nil)
		name, _, _ := strings.Cut(line, "=")
		if err == nil || !strings.Contains(err.Error(), name) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", line, err)
		}
	}
}
