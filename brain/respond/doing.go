package respond

import (
	"citadel/brain/model"
	"citadel/brain/phrase"
)

// doing is what was told last of the work on an answer.
type doing struct {
	asked    string // the model that was asked last; "" before the first
	answered bool   // it did, if only to have something looked up
}

// asking tells that a model is about to be asked: which, when and why again. It is told as
// what was done, so that it is as true later, should it stay to be read.
func (w *work) asking(c model.Card) {
	before := w.doing
	w.doing = doing{asked: c.Name}
	if w.t.Doing == nil {
		return
	}
	at := w.Pool.Now().In(w.t.Now.Location()).Format("15:04")
	var what phrase.Text
	switch {
	case before.answered:
		what.Say("Asked %s at %s, with what was looked up for it.", c.Name, at)
	case before.asked == c.Name:
		what.Say("%s gave no answer; asked it again at %s.", c.Name, at)
	case before.asked != "":
		what.Say("%s gave no answer; asked %s at %s.", before.asked, c.Name, at)
	default:
		what.Say("Asked %s at %s%s.", c.Name, at, beside(len(w.shown.Receipt.Memories)))
	}
	w.t.Doing(what.String())
}

// beside says how many memories go with a question.
func beside(memories int) string {
	switch memories {
	case 0:
		return ""
	case 1:
		return ", with one memory to go by"
	}
	return ", with " + phrase.Thousands(memories) + " memories to go by"
}
