package anthropic_test

import (
	"testing"

	"citadel/brain/model"
	"citadel/brain/model/anthropic"
	"citadel/brain/model/modeltest"
	"citadel/brain/model/scripted"
)

func client(_ testing.TB, s *scripted.Server, key string) model.Client {
	return anthropic.New(anthropic.Options{Key: key, BaseURL: s.URL, HTTP: s.Client()})
}

func TestConformance(t *testing.T) {
	for _, name := range []string{"claude-opus-5-5", "claude-haiku-5-5", "claude-3-5-haiku"} {
		t.Run(name, func(t *testing.T) { modeltest.Run(t, name, client) })
	}
}
