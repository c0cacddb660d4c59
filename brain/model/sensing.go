package model

import (
	"context"
	"errors"
	"math"
)

// What is set aside where the length of a sound, or the size of a picture, is not known
// before. As with Bound, generous figures.
const (
	slowestSound   = 500    // bytes of a second: less than any codec for speech that people use
	fastestSound   = 200e3  // bytes of a second: more than any; what says that it is shorter is not believed
	tolerance      = 1.05   // by how much a recording may be longer than it says
	soundTokens    = 25     // of a second heard
	speechTokens   = 10     // of a second written down
	pictureTokens  = 10_000 // of a picture made, where the card has no MaxOut
	secondsAMinute = 60
)

// Made says who did something, and what it cost. With an error only Cost and Passed are set.
type Made struct {
	Card     Card
	Provider Provider
	Cost     USD      // of all attempts together
	Passed   []Passed // who did not do it, in order
}

// Vectors are texts as vectors, one each, in the order of the texts and of one length.
type Vectors struct {
	Made
	Vectors [][]float32
}

// Heard is what was said in a sound.
type Heard struct {
	Made
	Transcript
}

// Painted is a picture.
type Painted struct {
	Made
	Image
}

// Embed turns texts into vectors, with the models of the role Embedding, on the same policy
// as Complete and with the same errors. Vectors of different models cannot be compared: a
// model that is named is the only one asked. Without texts nobody is asked.
func (p *Pool) Embed(ctx context.Context, purpose Purpose, model string, texts []string) (Vectors, error) {
	var v Vectors
	if len(texts) == 0 {
		return v, nil
	}
	d := newDigester("citadel texts 1")
	u := Usage{}
	for _, t := range texts {
		d.text(t)
		u.In += perPiece + text(t)
	}
	digest := d.sum()
	made, err := p.sense(ctx, Embedding, purpose, digest, model, func(t Target) *errand {
		card, o := p.errand(t, byTokens)
		bound := u
		bound.In = times(u.In, p.factor(t))
		o.attempt.Bound = u.In
		o.most = func(int) USD { return sized(card, bound) }
		o.ask = func(ctx context.Context, _ int) (out outcome) {
			v.Vectors, out.err = guarded(func() (vs [][]float32, err error) {
				vs, out.usage, err = t.Embedder.Embed(ctx, t.Card.Name, texts)
				return vs, err
			})
			if out.err == nil && !alike(v.Vectors, len(texts)) {
				out.err = &Error{Op: "model: embed", Reason: Broken, Err: errors.New("not one vector of the same length for each text")}
			}
			out.cost, out.known = said(card, out.usage)
			return out
		}
		return o
	})
	v.Made = made
	if err != nil {
		v.Vectors = nil
	}
	return v, err
}

// Transcribe writes down what is said in a sound, with the models of the role Transcribes,
// on the same policy as Complete and with the same errors.
func (p *Pool) Transcribe(ctx context.Context, purpose Purpose, sound Sound) (Heard, error) {
	var h Heard
	d := newDigester("citadel sound 1")
	d.bytes(sound.Data)
	digest := d.sum()
	longest := float64(len(sound.Data)/slowestSound + 1)
	if own := math.Ceil(sound.Seconds*tolerance) + 1; sound.Seconds > 0 && own >= float64(len(sound.Data)/fastestSound) {
		longest = min(longest, own)
	}
	made, err := p.sense(ctx, Transcribes, purpose, digest, "", func(t Target) *errand {
		card, o := p.errand(t, func(c Card) bool { return c.PerMinute > 0 || byTokens(c) })
		o.most = func(int) USD {
			if card.PerMinute > 0 {
				return minutes(card.PerMinute, longest)
			}
			return sized(card, Usage{In: int(longest) * soundTokens, Out: int(longest) * speechTokens})
		}
		asked := sound
		asked.Doubts = t.Card.Doubts
		if p.Records != nil {
			o.recall = func(ctx context.Context) (outcome, bool, error) {
				resp, ok, err := p.Records.Answered(ctx, purpose, digest)
				if err != nil || !ok {
					return outcome{}, false, err
				}
				h.Transcript = Transcript{Text: resp.Text} // how sure it was is not recorded
				return outcome{text: resp.Text, known: true}, true, nil
			}
		}
		o.ask = func(ctx context.Context, _ int) (out outcome) {
			h.Transcript, out.err = guarded(func() (Transcript, error) { return t.Transcriber.Transcribe(ctx, t.Card.Name, asked) })
			if p.Clean != nil {
				if clean := p.Clean(h.Text); clean != h.Text {
					h.Text, h.Judged, h.Doubtful = clean, false, nil
				}
			}
			out.usage, out.text = h.Usage, h.Text
			if card.PerMinute > 0 {
				out.cost = minutes(card.PerMinute, h.Seconds)
				out.known = h.Seconds > 0
			} else {
				out.cost, out.known = said(card, h.Usage)
			}
			return out
		}
		return o
	})
	h.Made = made
	if err != nil {
		h.Transcript = Transcript{}
	}
	return h, err
}

// Paint makes one picture, with the models of the role Imaging, on the same policy as
// Complete and with the same errors.
func (p *Pool) Paint(ctx context.Context, purpose Purpose, prompt string) (Painted, error) {
	var m Painted
	d := newDigester("citadel picture 1")
	d.text(prompt)
	digest := d.sum()
	made, err := p.sense(ctx, Imaging, purpose, digest, "", func(t Target) *errand {
		card, o := p.errand(t, func(c Card) bool { return c.PerImage > 0 || byTokens(c) })
		o.attempt.Bound = perPiece + text(prompt)
		o.most = func(int) USD {
			if card.PerImage > 0 {
				return card.PerImage
			}
			written := card.MaxOut
			if written == 0 {
				written = pictureTokens
			}
			return sized(card, Usage{In: times(o.attempt.Bound, p.factor(t)), Out: written})
		}
		o.ask = func(ctx context.Context, _ int) (out outcome) {
			m.Image, out.err = guarded(func() (i Image, err error) {
				i, out.usage, err = t.Painter.Paint(ctx, t.Card.Name, prompt)
				return i, err
			})
			if out.err == nil && len(m.Data) == 0 {
				out.err = &Error{Op: "model: paint", Reason: Broken, Err: errors.New("an empty picture")}
			}
			if card.PerImage > 0 {
				out.cost, out.known = card.PerImage, out.err == nil
			} else {
				out.cost, out.known = said(card, out.usage)
			}
			return out
		}
		return o
	})
	m.Made = made
	if err != nil {
		m.Image = Image{}
	}
	return m, err
}

// sense runs an errand with the targets of a role; with the model named only, where one is.
func (p *Pool) sense(ctx context.Context, role Role, purpose Purpose, digest, only string, prepare func(Target) *errand) (Made, error) {
	var errands []*errand
	for _, t := range p.targets(role, "") {
		if only != "" && t.Card.Name != only {
			continue
		}
		o := prepare(t)
		o.attempt.Purpose, o.attempt.Role, o.attempt.Digest = purpose, role, digest
		errands = append(errands, o)
	}
	done, err := p.run(ctx, role, errands)
	m := Made{Cost: done.cost, Passed: done.passed}
	if err == nil {
		m.Card, m.Provider = done.by.target.Card, done.by.target.Provider
	}
	return m, err
}

// errand begins an errand for a target; has says whether a card has the prices it needs.
func (p *Pool) errand(t Target, has func(Card) bool) (Card, *errand) {
	card, unpriced, priced := p.priced(t, has)
	return card, &errand{target: t, priced: priced, attempt: Attempt{Provider: t.Provider.Name, Model: t.Card.Name, Unpriced: unpriced}}
}

// said is what the provider says that a call cost, if it does.
func said(c Card, u Usage) (cost USD, known bool) {
	if !u.Exact {
		return 0, false
	}
	return Cost(c, u), true
}

func byTokens(c Card) bool { return len(c.Prices) > 0 }

// sized is what at most so many tokens cost: a smaller prompt may fall under a dearer price.
func sized(c Card, u Usage) USD { return prompt{rest: u.In}.most(c, u.Out) }

// minutes is what a sound of some length costs, rounded up.
func minutes(price USD, seconds float64) USD {
	return USD(math.Ceil(float64(price) * min(max(seconds, 0), tooMany) / secondsAMinute))
}

// alike holds for n vectors of one length that is not zero.
func alike(vectors [][]float32, n int) bool {
	if len(vectors) != n {
		return false
	}
	for _, v := range vectors {
		if len(v) == 0 || len(v) != len(vectors[0]) {
			return false
		}
	}
	return true
}
