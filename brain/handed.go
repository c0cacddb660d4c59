package brain

import (
	"context"
	"slices"

	"citadel/brain/enclosure"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/thread"
)

// byHanded is who looks at what the principal passed on.
const byHanded = "procedure:handed"

// received is all that becomes of what the principal passed on: recordings in it are written down, and he is
// told that and what became of files. No step and no model is asked: others' words ask for nothing.
func (w *undertaking) received(ctx context.Context) (*turn.Reply, error) {
	err := w.listen(ctx)
	if w.despite = stopped(ctx); err != nil && !w.despite {
		return nil, err
	}
	w.stopped = w.despite // what was listened to
	r := &turn.Reply{By: byHanded}
	m := turn.Message{Forwarded: w.t.Last().Forwarded}
	mute := false
	for _, of := range w.t.Messages {
		if of.Spoken != nil {
			m.Spoken, mute = of.Spoken, mute || of.Spoken.Spoken == ""
		}
		for _, f := range of.Files {
			if !of.Says(f) {
				m.Files = append(m.Files, f)
			}
		}
	}
	if mute {
		r.Text.Say("I heard no words in it.")
	}
	enclosure.Received(&r.Text, m, w.Host, w.t.Heard(), w.askedWith())
	tellRemoved(w.t, r)
	return w.echoed(r), nil
}

// askedWith says whether a model will be asked something that came with it.
func (w *undertaking) askedWith() (yes bool) {
	if w.Respond == nil {
		return false
	}
	w.Mind.Read(func(v memory.View) {
		yes = slices.ContainsFunc(v.Thread.Waiting, func(x thread.Waiting) bool { return !x.Handed && !x.Alone && x.Place == w.t.Place })
	})
	return yes
}
