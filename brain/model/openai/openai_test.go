package openai_test

import (
	"testing"

	"citadel/brain/model"
	"citadel/brain/model/modeltest"
	"citadel/brain/model/openai"
	"citadel/brain/model/scripted"
)

func TestConformance(t *testing.T) {
	for name, dialect := range map[string]openai.Dialect{"gpt-6-luna": openai.OpenAI, "llama-3.3": openai.ByHost} {
		t.Run(name, func(t *testing.T) {
			modeltest.Run(t, name, func(_ testing.TB, s *scripted.Server, key string) model.Client {
				return openai.New(openai.Options{Key: key, BaseURL: s.URL + "/v1", HTTP: s.Client(), Dialect: dialect})
			})
		})
	}
}
