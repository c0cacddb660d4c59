package model_test

import (
	"testing"

	"citadel/brain/model"

	"pgregory.net/rapid"
)

func TestCost(t *testing.T) {
	tiers := model.Card{Prices: []model.Price{
		{UpTo: 100_000, In: 100_000, Out: 500_000, CacheRead: 10_000, CacheWrite: 200_000},
		{UpTo: 200_000, In: 500_000, Out: 2_500_000},
	}}
	for _, c := range []struct {
		name  string
		usage model.Usage
		want  model.USD
	}{
		{"nothing", model.Usage{}, 0},
		{"one token is rounded up", model.Usage{In: 1}, 1},
		{"each kind at its price", model.Usage{In: 1000, CacheRead: 1000, CacheWrite: 1000, Out: 1000}, 100 + 10 + 200 + 500},
		{"up to the border", model.Usage{In: 100_000}, 10_000},
		{"the whole prompt counts", model.Usage{In: 1, CacheRead: 100_000}, 50_001}, // without prices of its own the cache costs as In
		{"beyond the last border", model.Usage{In: 400_000}, 200_000},
		{"nonsense below", model.Usage{In: -5, Out: -5}, 0},
	} {
		if got := model.Cost(tiers, c.usage); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
	if got := model.Cost(model.Card{}, model.Usage{In: 1000}); got != 0 {
		t.Errorf("without prices: %d", got)
	}
	huge := model.Card{Prices: []model.Price{{In: 1 << 62, Out: 1 << 62}}}
	if got := model.Cost(huge, model.Usage{In: 1 << 62, Out: 1 << 62, CacheRead: 1 << 60, CacheWrite: 1 << 60}); got <= 0 {
		t.Errorf("a sum wrapped around: %d", got)
	}
}

// cards draws a card whose prices may fall or rise with the size of the prompt.
func cards(t *rapid.T) model.Card {
	price := rapid.Custom(func(t *rapid.T) model.Price {
		usd := rapid.Map(rapid.Int64Range(0, 40_000_000), func(n int64) model.USD { return model.USD(n) })
		return model.Price{In: usd.Draw(t, "in"), Out: usd.Draw(t, "out"), CacheRead: usd.Draw(t, "read"), CacheWrite: usd.Draw(t, "write")}
	})
	c := model.Card{Prices: rapid.SliceOfN(price, 1, 3).Draw(t, "prices"), Cache: rapid.Bool().Draw(t, "cache")}
	up := 0
	for i := range c.Prices {
		c.Prices[i].CacheRead = min(c.Prices[i].CacheRead, c.Prices[i].In) // reading is never dearer than doing without
		up += rapid.IntRange(1, 3000).Draw(t, "up to")
		c.Prices[i].UpTo = up
	}
	if rapid.Bool().Draw(t, "any length") {
		c.Prices[len(c.Prices)-1].UpTo = 0
	}
	return c
}

// requests draws a request of texts, some of it cached.
func requests(t *rapid.T) model.Request {
	texts := rapid.StringN(0, 4000, 8000)
	r := model.Request{MaxTokens: rapid.IntRange(1, 5000).Draw(t, "max tokens")}
	for range rapid.IntRange(0, 3).Draw(t, "passages") {
		r.System = append(r.System, model.Passage{Text: texts.Draw(t, "passage"), Cache: rapid.Bool().Draw(t, "cache here")})
	}
	for range rapid.IntRange(1, 3).Draw(t, "messages") {
		r.Messages = append(r.Messages, model.Says(model.User, texts.Draw(t, "message")))
	}
	return r
}

// Whatever of its bound a call uses up, and however much of that is cached, it costs no
// more than was set aside for it.
func TestMostIsTheMost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, r := cards(t), requests(t)
		head := 0
		for i, p := range r.System {
			if p.Cache && c.Cache {
				upTo := r
				upTo.System, upTo.Messages = r.System[:i+1], nil
				head = model.Bound(upTo) - 16
			}
		}
		cached := rapid.IntRange(0, head).Draw(t, "cached")
		u := model.Usage{
			CacheWrite: cached,
			In:         rapid.IntRange(0, model.Bound(r)-cached).Draw(t, "in"),
			Out:        rapid.IntRange(0, r.MaxTokens).Draw(t, "out"),
		}
		if rapid.Bool().Draw(t, "read instead") {
			u.CacheRead, u.CacheWrite = u.CacheWrite, 0
		}
		if cost, most := model.Cost(c, u), model.Most(c, r); cost > most {
			t.Fatalf("%+v cost %d, most was %d", u, cost, most)
		}
	})
}

// What is cached costs as it is written, where the model caches.
func TestMostOfAHead(t *testing.T) {
	c := model.Card{Prices: []model.Price{{In: 1_000_000, Out: 10_000_000, CacheWrite: 2_000_000}}}
	r := model.Request{System: []model.Passage{{Text: "abcd", Cache: true}, {Text: "ab"}}, MaxTokens: 3}
	if got := model.Most(c, r); got != 18+17+16+30 {
		t.Errorf("without a cache: %d", got)
	}
	c.Cache = true
	if got := model.Most(c, r); got != 2*18+17+16+30 {
		t.Errorf("with one: %d", got)
	}
}

// A shorter prompt may fall under a dearer price.
func TestMostOfFallingPrices(t *testing.T) {
	c := model.Card{Prices: []model.Price{{UpTo: 40, In: 5_000_000}, {In: 1_000_000}}}
	if got := model.Most(c, model.Request{System: []model.Passage{{Text: "0123456789"}}}); got != 37*5 {
		t.Errorf("within the first: %d", got)
	}
	if got := model.Most(c, model.Request{System: []model.Passage{{Text: "0123456789"}, {Text: "0123456789"}}}); got != 40*5 {
		t.Errorf("beyond it: %d", got)
	}
}

// Fit gives the longest answer that fits, and does not go below 256 tokens.
func TestFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, r := cards(t), requests(t)
		room := model.USD(rapid.Int64Range(-10, 2*int64(model.Most(c, r))+10).Draw(t, "room"))
		got, ok := model.Fit(c, r, room)
		least := r
		least.MaxTokens = min(256, r.MaxTokens)
		if want := model.Most(c, least) <= room; ok != want {
			t.Fatalf("fits %v, want %v", ok, want)
		}
		if !ok {
			return
		}
		if got.MaxTokens < least.MaxTokens || got.MaxTokens > r.MaxTokens || model.Most(c, got) > room {
			t.Fatalf("%d of %d tokens cost %d of %d", got.MaxTokens, r.MaxTokens, model.Most(c, got), room)
		}
		if got.MaxTokens < r.MaxTokens {
			got.MaxTokens++
			if model.Most(c, got) <= room {
				t.Fatalf("%d tokens would fit as well", got.MaxTokens)
			}
		}
	})
}

func TestDearest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := []model.Card{cards(t), cards(t), {PerImage: 7}, {PerMinute: 9}}
		d := model.Dearest(all...)
		u := model.Usage{
			In: rapid.IntRange(0, 9000).Draw(t, "in"), Out: rapid.IntRange(0, 9000).Draw(t, "out"),
			CacheRead: rapid.IntRange(0, 9000).Draw(t, "read"), CacheWrite: rapid.IntRange(0, 9000).Draw(t, "write"),
		}
		for _, c := range all {
			if model.Cost(c, u) > model.Cost(d, u) {
				t.Fatalf("%+v costs more than the dearest %+v", c, d)
			}
		}
		if d.PerImage != 7 || d.PerMinute != 9 {
			t.Fatalf("%+v", d)
		}
	})
	if d := model.Dearest(); len(d.Prices) != 0 {
		t.Errorf("of none: %+v", d)
	}
}

func TestBound(t *testing.T) {
	for _, c := range []struct {
		text string
		want int
	}{{"", 0}, {"abcd", 2}, {"abc", 2}, {"é", 2}, {"漢字", 6}} {
		empty := model.Bound(model.Request{Messages: []model.Message{model.Says(model.User, "")}})
		if got := model.Bound(model.Request{Messages: []model.Message{model.Says(model.User, c.text)}}) - empty; got != c.want {
			t.Errorf("%q: %d, want %d", c.text, got, c.want)
		}
	}
	full := model.Request{
		Tools:  []model.Tool{{Name: "abcd", Description: "abcd", Params: []byte("abcd")}},
		Schema: []byte("abcd"),
		System: []model.Passage{{Text: "abcd"}},
		Messages: []model.Message{{From: model.User, Parts: []model.Part{
			{Image: &model.Image{}}, {Call: &model.Call{ID: "ab", Tool: "ab", Args: []byte("ab")}},
			{Result: &model.Result{ID: "ab", Text: "ab"}}, {Thought: &model.Thought{Raw: []byte("abcd")}},
		}}},
	}
	if got, want := model.Bound(full), 6+16+1000+2+1000+2+16+16+6000+3+16+2+16+2+16+16; got != want {
		t.Errorf("everything: %d, want %d", got, want)
	}
}
