package procedure

import (
	"slices"
	"strings"

	"citadel/brain/fault"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
)

// complaints notes that the principal says of the last answer that it was wrong, and how. It says
// nothing: what a model makes of it is the answer, and the next day it is a blind spot.
func complaints(v *visit) []turn.Write {
	sort := fault.Told(v.Text)
	if sort == "" || v.Turn.Last().Spoken != nil {
		return nil
	}
	var about event.Seq
	v.Read(func(view memory.View) {
		last, ok := view.Thread.Last()
		to := v.Turn.Last().ReplyTo
		if ok && (strings.HasPrefix(last.By, "model:") || last.By == "procedure:recall") && len(last.Posts) > 0 && (to == 0 || slices.Contains(last.Posts, to)) {
			about = last.Posts[0]
		}
	})
	if about == 0 {
		return nil
	}
	return []turn.Write{{Payload: event.Erred{Sort: sort, Post: about, On: v.Turn.Last().On}}}
}

// notes are the changes that a message makes by itself.
func notes(v *visit) []turn.Write { return append(promises(v), complaints(v)...) }
