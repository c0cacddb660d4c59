package model_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"

	"citadel/brain/model"

	"github.com/google/go-cmp/cmp"
)

// organ is an embedder, a transcriber and a painter that fails first, if it is to.
type organ struct {
	fails   []error
	asked   []string
	vectors [][]float32
	usage   model.Usage
	seconds float64
	picture []byte
	panics  bool
}

func (o *organ) next(what string) error {
	o.asked = append(o.asked, what)
	if o.panics {
		panic("hunter2")
	}
	if n := len(o.asked); n <= len(o.fails) {
		return o.fails[n-1]
	}
	return nil
}

func (o *organ) Embed(_ context.Context, model string, _ []string) ([][]float32, model.Usage, error) {
	if err := o.next(model); err != nil {
		return nil, o.usage, err
	}
	return o.vectors, o.usage, nil
}

func (o *organ) Transcribe(_ context.Context, name string, s model.Sound) (model.Transcript, error) {
	if err := o.next(name); err != nil {
		return model.Transcript{}, err
	}
	return model.Transcript{Text: "hello", Seconds: o.seconds, Usage: o.usage}, nil
}

func (o *organ) Paint(_ context.Context, name, prompt string) (model.Image, model.Usage, error) {
	if err := o.next(name); err != nil {
		return model.Image{}, o.usage, err
	}
	return model.Image{MIME: "image/png", Data: o.picture}, o.usage, nil
}

// sensing is a pool whose every sense asks a and then b.
func sensing(a, b *organ, change func(*model.Card)) (*model.Pool, *purse) {
	var all []model.Target
	for name, o := range map[string]*organ{"a": a, "b": b} {
		c := able(name + "-1")
		if change != nil {
			change(&c)
		}
		all = append(all, model.Target{Card: c, Provider: provider(name), Embedder: o, Transcriber: o, Painter: o})
	}
	if all[0].Card.Name != "a-1" {
		all[0], all[1] = all[1], all[0]
	}
	p, money := pool()
	for _, r := range []model.Role{model.Embedding, model.Transcribes, model.Imaging} {
		p.Roles[r] = all
	}
	return p, money
}

var down = &model.Error{Reason: model.Overloaded, Status: 529}

func TestEmbed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		two := [][]float32{{1, 0}, {0, 1}}
		a := &organ{fails: []error{down, down}}
		b := &organ{vectors: two, usage: model.Usage{In: 12, Exact: true}}
		p, money := sensing(a, b, nil)
		got, err := p.Embed(t.Context(), model.Purpose{Job: "index", Slot: "1"}, "", []string{"Ana", "Ben"})
		if err != nil || got.Card.Name != "b-1" || got.Provider.Name != "b" || got.Cost != 12 || cmp.Diff(two, got.Vectors) != "" {
			t.Errorf("%+v; %v", got, err)
		}
		if diff := cmp.Diff([]string{"a-1: overloaded"}, passes(got.Passed)); diff != "" || len(a.asked) != 2 {
			t.Errorf("%s after %d calls", diff, len(a.asked))
		}
		if m := money.reserved[2]; m.Role != model.Embedding || m.Try != 3 || m.Purpose.Job != "index" || m.Most < 12 || len(m.Digest) != 64 || m.MaxTokens != 0 {
			t.Errorf("%+v", m)
		}

		// Vectors of different models cannot be compared: the one that is named, or none.
		*a = organ{fails: []error{down, down}}
		got, err = p.Embed(t.Context(), model.Purpose{}, "a-1", []string{"Ana", "Ben"})
		if reason(err) != model.Overloaded || got.Vectors != nil || len(got.Passed) != 1 {
			t.Errorf("%+v; %v", got, err)
		}
		if got, err = p.Embed(t.Context(), model.Purpose{}, "", nil); err != nil || got.Vectors != nil {
			t.Errorf("of nothing: %+v; %v", got, err)
		}
		money.balanced(t)
	})
}

func TestEmbedThatIsNoAnswer(t *testing.T) {
	for name, vectors := range map[string][][]float32{"too few": {{1}}, "none": nil, "of two lengths": {{1}, {1, 2}}, "empty": {{}, {}}} {
		synctest.Test(t, func(t *testing.T) {
			a := &organ{vectors: vectors}
			b := &organ{vectors: [][]float32{{1}, {2}}}
			p, money := sensing(a, b, nil)
			got, err := p.Embed(t.Context(), model.Purpose{}, "", []string{"Ana", "Ben"})
			if err != nil || got.Card.Name != "b-1" || len(got.Passed) != 1 || got.Passed[0].Reason != model.Broken {
				t.Errorf("%s: %+v; %v", name, got, err)
			}
			if got, err = p.Embed(t.Context(), model.Purpose{}, "a-1", []string{"Ana", "Ben"}); reason(err) != model.Broken || got.Vectors != nil {
				t.Errorf("%s: %+v; %v", name, got, err)
			}
			for i := range money.reserved {
				if r := money.receipt(t, i+1); r.Cost != money.reserved[i].Most || !r.Guessed {
					t.Errorf("%s: without a count it costs %d of %d", name, r.Cost, money.reserved[i].Most)
				}
			}
		})
	}
}

// An embedder that was seen to count more than the bound is bounded higher.
func TestFactorOfTexts(t *testing.T) {
	a := &organ{vectors: [][]float32{{1}}}
	p, money := sensing(a, a, nil)
	p.Factor = func(string, string) float64 { return 10 }
	if _, err := p.Embed(t.Context(), model.Purpose{}, "", []string{"abcd"}); err != nil {
		t.Fatal(err)
	}
	if got := money.reserved[0]; got.Most != 180 || got.Least != 180 || got.Bound != 18 {
		t.Errorf("%+v", got)
	}
}

func TestTranscribe(t *testing.T) {
	sound := model.Sound{Name: "note.ogg", Data: make([]byte, 60_000)}
	for name, c := range map[string]struct {
		organ   organ
		card    func(*model.Card)
		cost    model.USD
		guessed bool
	}{
		"by the minute":        {organ{seconds: 20}, func(c *model.Card) { c.PerMinute = 6_000 }, 2_000, false},
		"rounded up":           {organ{seconds: 0.001}, func(c *model.Card) { c.PerMinute = 6_000 }, 1, false},
		"length not told":      {organ{}, func(c *model.Card) { c.PerMinute = 6_000 }, 12_100, true}, // 121 s at most
		"by tokens":            {organ{usage: model.Usage{In: 200, Out: 30, Exact: true}}, nil, 500, false},
		"tokens not told":      {organ{}, nil, 121*25 + 121*10*10, true},
		"price of the dearest": {organ{seconds: 60}, func(c *model.Card) { c.Prices = nil }, 6_000, false},
	} {
		t.Run(name, func(t *testing.T) {
			p, money := sensing(&c.organ, &organ{}, c.card)
			p.Dearest = model.Card{PerMinute: 6_000}
			got, err := p.Transcribe(t.Context(), model.Purpose{}, sound)
			if err != nil || got.Text != "hello" || got.Cost != c.cost || got.Card.Name != "a-1" {
				t.Errorf("%+v; %v, want cost %d", got, err, c.cost)
			}
			if r := money.receipt(t, 1); r.Guessed != c.guessed || r.Text != "hello" || r.Cost > money.reserved[0].Most {
				t.Errorf("%+v of at most %d", r, money.reserved[0].Most)
			}
			money.balanced(t)
		})
	}
}

// A recording that was heard before the process died is not sent again; and what must not be
// kept is in no receipt.
func TestTranscribeOnce(t *testing.T) {
	a := &organ{seconds: 20}
	p, money := sensing(a, &organ{}, func(c *model.Card) { c.PerMinute, c.Doubts = 6_000, true })
	p.Clean = func(text string) string { return strings.ReplaceAll(text, "hello", "[removed]") }
	kept := &records{answers: map[string]model.Response{}}
	p.Records = kept
	sound, purpose := model.Sound{Name: "note.ogg", Data: make([]byte, 60_000), Seconds: 20}, model.Purpose{Message: 7}
	got, err := p.Transcribe(t.Context(), purpose, sound)
	if err != nil || got.Text != "[removed]" || money.receipt(t, 1).Text != "[removed]" || money.reserved[0].Most != 2_200 {
		t.Errorf("%+v; %v; %+v", got, err, money.reserved)
	}
	kept.answers[money.reserved[0].Digest] = model.Response{Text: "hi"}
	if got, err = p.Transcribe(t.Context(), purpose, sound); err != nil || got.Text != "hi" || got.Judged || got.Cost != 0 || len(a.asked) != 1 {
		t.Errorf("%+v after %d calls; %v", got, len(a.asked), err)
	}
	sound.Data, sound.Seconds = make([]byte, 6_000_000), 1 // that cannot be
	if _, err = p.Transcribe(t.Context(), purpose, sound); err != nil || money.reserved[1].Most != 1_200_100 {
		t.Errorf("%v; %+v", err, money.reserved[1])
	}
}

func TestPaint(t *testing.T) {
	png := []byte{1}
	for name, c := range map[string]struct {
		organ   organ
		card    func(*model.Card)
		cost    model.USD
		guessed bool
	}{
		"by the picture":  {organ{picture: png}, func(c *model.Card) { c.PerImage = 40_000 }, 40_000, false},
		"by tokens":       {organ{picture: png, usage: model.Usage{In: 10, Out: 5_000, Exact: true}}, nil, 50_010, false},
		"tokens not told": {organ{picture: png}, func(c *model.Card) { c.MaxOut = 0 }, 16 + 3 + 100_000, true},
	} {
		t.Run(name, func(t *testing.T) {
			p, money := sensing(&c.organ, &organ{}, c.card)
			got, err := p.Paint(t.Context(), model.Purpose{}, "a barn")
			if err != nil || len(got.Data) != 1 || got.Cost != c.cost || got.Card.Name != "a-1" {
				t.Errorf("%+v; %v, want cost %d", got, err, c.cost)
			}
			if r := money.receipt(t, 1); r.Guessed != c.guessed || money.reserved[0].Bound != 19 {
				t.Errorf("%+v, bound %d", r, money.reserved[0].Bound)
			}
			money.balanced(t)
		})
	}
	t.Run("an empty picture", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			a, b := &organ{}, &organ{picture: png}
			p, money := sensing(a, b, func(c *model.Card) { c.PerImage = 40_000 })
			got, err := p.Paint(t.Context(), model.Purpose{}, "a barn")
			if err != nil || got.Card.Name != "b-1" || got.Cost != 3*40_000 {
				t.Errorf("%+v; %v", got, err)
			}
			money.balanced(t)
		})
	})
	t.Run("a panic", func(t *testing.T) {
		a, b := &organ{panics: true}, &organ{panics: true}
		p, money := sensing(a, b, nil)
		got, err := p.Paint(t.Context(), model.Purpose{}, "a barn")
		if reason(err) != model.Unknown || got.Data != nil || got.Cost != money.spent || money.spent == 0 {
			t.Errorf("%+v; %v", got, err)
		}
		money.balanced(t)
	})
}

// Senses obey the ceilings too, and their errors.
func TestSenseWithoutMoney(t *testing.T) {
	a := &organ{picture: []byte{1}}
	p, money := sensing(a, a, func(c *model.Card) { c.PerImage = 40_000 })
	money.limit = 39_999
	var ceiling *model.CeilingError
	if _, err := p.Paint(t.Context(), model.Purpose{}, "a barn"); !errors.As(err, &ceiling) || len(a.asked) != 0 {
		t.Errorf("%v after %d calls", err, len(a.asked))
	}
	money.balanced(t)
}
