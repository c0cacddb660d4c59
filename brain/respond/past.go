package respond

import (
	"context"
	"slices"
	"time"

	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/thread"
)

// exchange is one turn of the window, in words.
type exchange struct {
	heard []said
	posts []said
}

// said is something that was said.
type said struct {
	seq  event.Seq
	text string
	on   time.Time
}

// window gives the newest turns that the place of the turn may show, at most n of them,
// oldest first, as their messages read now. Turns that answered someone in danger are not
// among them: they are kept out of everything.
func window(ctx context.Context, t *turn.Turn, n int) ([]exchange, error) {
	var turns []thread.Turn
	t.Read(func(v memory.View) {
		for _, w := range slices.Backward(v.Thread.Window) {
			if w.Quiet || w.ID >= t.Messages[0].Seq || len(turns) == n {
				continue
			}
			turns = append(turns, w)
		}
	})
	var seqs []event.Seq
	for _, w := range turns {
		seqs = append(append(seqs, w.Messages...), w.Posts...)
	}
	if len(seqs) == 0 {
		return nil, nil
	}
	words, err := words(ctx, t, seqs)
	if err != nil {
		return nil, err
	}
	var past []exchange
	for _, w := range slices.Backward(turns) {
		e := exchange{heard: pick(words, w.Messages), posts: pick(words, w.Posts)}
		if len(e.heard) > 0 {
			past = append(past, e)
		}
	}
	return past, nil
}

func pick(words map[event.Seq]said, seqs []event.Seq) []said {
	var out []said
	for _, s := range seqs {
		if w, ok := words[s]; ok {
			out = append(out, w)
		}
	}
	return out
}

// words looks up what was said in events, as it reads now; what was forgotten or may not be
// shown in the place of the turn is left out.
func words(ctx context.Context, t *turn.Turn, seqs []event.Seq) (map[event.Seq]said, error) {
	may := memory.Audiences(t.Audience, t.Place)
	shows := func(a event.Audience, p event.Place) bool { return slices.Contains(may, memory.Audiences(a, p)[0]) }
	out := make(map[event.Seq]said, len(seqs))
	err := each(ctx, t, ledger.Query{Seqs: seqs}, func(r ledger.Record, p event.Payload) {
		switch p := p.(type) {
		case event.Heard:
			if shows(p.Audience, p.Place) {
				out[r.Seq] = said{r.Seq, p.Text, p.On}
			}
		case event.PostQueued:
			if shows(p.Audience, p.Place) {
				out[r.Seq] = said{r.Seq, p.Text, r.At}
			}
		}
	})
	if err != nil {
		return nil, err
	}
	edits := ledger.Query{From: seqs, Kinds: []event.Kind{event.Edited{}.Kind()}}
	err = each(ctx, t, edits, func(_ ledger.Record, p event.Payload) {
		e, ok := p.(event.Edited)
		if w, shown := out[e.Message]; ok && shown {
			w.text = e.Text
			out[e.Message] = w
		}
	})
	return out, err
}

// each calls fn with every event of a query that is not forgotten.
func each(ctx context.Context, t *turn.Turn, q ledger.Query, fn func(ledger.Record, event.Payload)) error {
	for r, err := range t.Mind.Events(ctx, q) {
		if err != nil {
			return err
		}
		p, err := r.Payload()
		if err != nil {
			return err
		}
		if p != nil {
			fn(r, p)
		}
	}
	return nil
}
