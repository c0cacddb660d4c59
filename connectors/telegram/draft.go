package telegram

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"citadel/connectors"

	"github.com/go-telegram/bot"
)

// board is what is drafted in one place.
type board struct {
	mu   sync.Mutex // held while a draft is on its way, so that none arrives behind the post that settles it
	turn uint64     // whose draft is shown; 0: none that this process knows
	body body
	at   time.Time // when it was shown
	off  bool      // Telegram takes no drafts there
}

// draftGone is how long a draft lasts that nobody renews, renewAfter when one is.
const (
	draftGone  = 30 * time.Second
	renewAfter = 20 * time.Second
)

// redrawFor is how long a post waits at most for a draft to be shown again below it.
const redrawFor = 5 * time.Second

func (t *Telegram) board(at connectors.Place) *board {
	t.mu.Lock()
	defer t.mu.Unlock()
	b := t.boards[at]
	if b == nil {
		b = &board{}
		t.boards[at] = b
	}
	return b
}

// Draft shows a text by Telegram's own drafts, which only the person's app holds: they cost
// no message, fade after half a minute and go when a message comes. A withdrawn one turns
// into "Thinking…" until it fades. In groups, and where Telegram refuses drafts, nothing is
// shown and that is no error.
func (t *Telegram) Draft(ctx context.Context, d connectors.Draft) error {
	const op = "telegram: draft"
	chat, thread, err := t.reach(ctx, op, d.Place)
	if err != nil {
		return err
	}
	if d.Turn == 0 {
		return &connectors.Error{Op: op, Reason: connectors.Invalid, Err: errors.New("a draft needs a turn")}
	}
	blank := strings.TrimSpace(d.Text) == ""
	if !blank {
		if err := fits(op, d.Text); err != nil {
			return err
		}
	}
	b := t.board(d.Place)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.off || chat < 0 {
		return nil
	}
	if blank {
		// One that an earlier process left can only still be there in this one's first moments.
		left := b.turn == 0 && t.Now().Sub(t.born) < draftGone
		turn := d.Turn
		switch {
		case b.turn != 0 && b.turn <= d.Turn:
			turn = b.turn
		case !left:
			return nil
		}
		if err := t.draw(ctx, chat, thread, turn, body{}); err != nil && refused(err) == nil {
			return failed(op, err)
		}
		b.turn = 0 // also where Telegram takes no draft without a text: it fades
		return nil
	}
	b.turn, b.body, b.at = d.Turn, compose(d.Text, nil, false, false), t.Now()
	err = t.draw(ctx, chat, thread, d.Turn, b.body)
	if misread(err) && len(b.body.entities) > 0 {
		b.body.entities = nil
		err = t.draw(ctx, chat, thread, d.Turn, b.body)
	}
	if r := refused(err); r != nil && (r.code == http.StatusBadRequest || r.code == http.StatusNotFound) && r.reason() != connectors.Gone {
		t.Log.Info("telegram takes no drafts here", "connector", name, "err", err)
		b.off, b.turn = true, 0
		return nil
	}
	if err != nil {
		return failed(op, err)
	}
	return nil
}

// draw makes one call.
func (t *Telegram) draw(ctx context.Context, chat int64, thread int, turn uint64, b body) error {
	ctx, cancel := context.WithTimeout(ctx, callFor)
	defer cancel()
	_, err := t.api.SendMessageDraft(ctx, &bot.SendMessageDraftParams{
		ChatID: chat, MessageThreadID: thread, DraftID: draftID(turn), Text: b.text, Entities: b.entities,
	})
	return err
}

// draftID is never 0; the same number only makes Telegram move from text to text.
func draftID(turn uint64) string { return strconv.FormatUint(turn%(1<<31-1)+1, 10) }

// settle forgets the draft of a turn, or of one before it: the post of that turn, which is about
// to be sent, takes its place.
func (t *Telegram) settle(at connectors.Place, turn uint64) {
	b := t.board(at)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.turn <= turn {
		b.turn = 0
	}
}

// redraw shows again the draft that a post of another turn has made disappear.
func (t *Telegram) redraw(ctx context.Context, at connectors.Place) {
	b := t.board(at)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.turn != 0 && !b.off {
		t.renew(ctx, at, b)
	}
}

// kept says whether a draft stands in a place, and shows it again before it fades.
func (t *Telegram) kept(ctx context.Context, at connectors.Place) bool {
	b := t.board(at)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.turn == 0 || b.off {
		return false
	}
	if t.Now().Sub(b.at) >= renewAfter {
		t.renew(ctx, at, b)
	}
	return true
}

// renew shows the draft of a board, which is held, once more. The next text of it makes up
// for one that failed.
func (t *Telegram) renew(ctx context.Context, at connectors.Place, b *board) {
	ctx, cancel := context.WithTimeout(ctx, redrawFor)
	defer cancel()
	chat, thread, err := t.reach(ctx, "telegram: draft", at)
	if err == nil {
		b.at = t.Now()
		err = t.draw(ctx, chat, thread, b.turn, b.body)
	}
	if err != nil && ctx.Err() == nil {
		t.Log.Info("a draft was not shown again", "connector", name, "err", failed("telegram: draft", err))
	}
}
