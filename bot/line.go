package bot

import (
	"strings"
	"sync"
	"time"

	"citadel/connectors"
	"citadel/memory/event"
)

// lineAfter is how long nothing of an answer was shown, since its message was taken up, before
// a line says what is being done for it (MESSAGES 20).
const lineAfter = 20 * time.Second

// line says what a model is being asked for, as long as not one word of the answer is there. It
// stands by itself and never becomes the answer, which would arrive as a change that notifies
// nobody (TRUST, Notifications as craft).
//
// It is a draft under a number of its own, which lies before that of its turn. So the first
// draft or post of the turn withdraws it, by what connectors promise of earlier turns, also when
// another process sends it; and a turn that comes to nothing withdraws it with itself. No post
// is made of it: it has no handle, and nothing can be said about it or put on it.
type line struct {
	to      *drafts // nil where none is shown
	number  event.Seq
	place   connectors.Place
	message event.Seq // which it is about

	mu   sync.Mutex
	what string // as was said last
	ripe bool   // it took long enough
	over bool   // there are words, or there will be none
}

// line makes that of a turn that begins now.
func (b *Bot) line(r *running) *line {
	return &line{
		to: b.drawsAt(r.place), number: b.Mind.Head(),
		place: chatPlace(r.place), message: r.messages[len(r.messages)-1].Message,
	}
}

// say takes what is being done. It is shown in place of what was, once the line is ripe.
func (l *line) say(what string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.what = what
	l.show()
}

// ripen has the line shown from now on.
func (l *line) ripen() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ripe = true
	l.show()
}

// words notes that the answer has come as far as a text: the draft of it withdraws the line.
func (l *line) words(text string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.over = true
}

// end leaves the line to the post of its turn, or withdraws it if there is no such turn.
func (l *line) end(turn event.Seq, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.over = true
	switch {
	case l.to == nil:
	case err != nil:
		l.to.withdraw(l.number)
	default:
		l.to.hand(l.number, turn)
	}
}

// show has it shown, if it is time. The caller holds mu.
func (l *line) show() {
	if l.to != nil && l.ripe && !l.over && l.what != "" {
		l.to.write(writing{turn: l.number, place: l.place, message: l.message, text: l.what + " `stop` ends it."})
	}
}
