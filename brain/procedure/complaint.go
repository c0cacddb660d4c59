package procedure

import (
	"context"
	"slices"
	"strings"

	"citadel/brain/fault"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
)

// complaints notes that the principal says of the last answer that it was wrong, and how. The next
// day it is a blind spot.
func complaints(v *visit) []turn.Write {
	sort, about := complaint(v)
	if sort == "" {
		return nil
	}
	return []turn.Write{{Payload: event.Erred{Sort: sort, Post: about, On: v.Turn.Last().On}}}
}

// complained answers a complaint where no model does: whoever says that an answer was wrong is told
// that it counts, and how to set it right.
func complained(_ context.Context, v *visit) (*turn.Reply, error) {
	sort, about := complaint(v)
	if sort == "" || fault.Plainly(v.Text) == "" {
		return nil, nil
	}
	reply := says("complaint")
	reply.Text.Claim([]event.Seq{about}, "Counted as an error of mine: %s", fault.Name(sort)).
		Say(". What is right? `no, WHAT IS RIGHT` sets it straight, and `why` shows what my answer rested on.")
	return reply, nil
}

// complaint is which sort of error a message complains of, and the answer that it is about; the sort is
// "" where it complains of none.
func complaint(v *visit) (sort string, about event.Seq) {
	sort = fault.Told(v.Text)
	if sort == "" || v.Turn.Last().Spoken != nil {
		return "", 0
	}
	v.Read(func(view memory.View) {
		last, ok := view.Thread.Last()
		to := v.Turn.Last().ReplyTo
		if ok && (strings.HasPrefix(last.By, "model:") || last.By == "procedure:recall") && len(last.Posts) > 0 && (to == 0 || slices.Contains(last.Posts, to)) {
			about = last.Posts[0]
		}
	})
	if about == 0 {
		return "", 0
	}
	return sort, about
}

// notes are the changes that a message makes by itself.
func notes(v *visit) []turn.Write { return append(promises(v), complaints(v)...) }
