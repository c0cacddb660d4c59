package scripted

import "citadel/brain/model"

// Cards are models as the services have them at the time of writing, one of each kind: for
// scripts that name none.
func Cards() []model.Card {
	price := []model.Price{{In: 2_000_000, Out: 10_000_000, CacheRead: 200_000, CacheWrite: 4_000_000}}
	claude := model.Card{Provider: "anthropic", Window: 1_000_000, MaxOut: 128_000, Prices: price, Tools: true, Images: true, Schema: true, Cache: true}
	opus, haiku, old := claude, claude, claude
	opus.Name, opus.Thinking = "claude-opus-5-5", model.Always
	haiku.Name, haiku.Thinking, haiku.ForcedTools = "claude-haiku-5-5", model.Adaptive, true
	old.Name, old.Temperature, old.ForcedTools, old.Window, old.MaxOut = "claude-3-5-haiku", true, true, 200_000, 8192

	gpt := model.Card{
		Name: "gpt-6-luna", Provider: "openai", Window: 400_000, MaxOut: 128_000, Prices: price,
		Tools: true, ForcedTools: true, Images: true, Schema: true, Thinking: model.ByEffort,
	}
	llama := model.Card{Name: "llama-3.3", Provider: "local", Window: 8192, MaxOut: 8192, Temperature: true, Tools: true, Schema: true}
	return []model.Card{
		opus, haiku, old, gpt, llama,
		{Name: "text-embedding-3-small", Provider: "openai", Window: 8192},
		{Name: "gpt-image-2.5-flare", Provider: "openai"},
		{Name: "gpt-4o-mini-transcribe", Provider: "openai"},
		{Name: "whisper-1", Provider: "openai"},
	}
}
