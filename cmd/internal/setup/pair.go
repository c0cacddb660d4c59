package setup

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"citadel/config"
	"citadel/connectors"
)

// Knock is that somebody wrote the number.
type Knock struct {
	From connectors.Person
	At   connectors.Place  // the direct conversation
	Next connectors.Cursor // behind the number, which is no talk: from here on the citadel that starts next reads

	// Meanwhile is what else the same account wrote there while it was waited for, oldest
	// first. It was acknowledged, so it would not come again.
	Meanwhile []connectors.Event
}

// Limits of the waiting.
const (
	mendWait  = 3 * time.Second // before a broken connection is tried again
	mostKept  = 64              // messages without the number that are remembered; the oldest make room
	mostShown = 20              // of them that are announced
	mostWrong = 10              // numbers that are not the one: nobody may try them all
	mostWords = 64              // bytes of a message that sends a number; what is longer is talk, with years and prices in it
)

// waiting is what came while the number was waited for.
type waiting struct {
	*wizard
	read  connectors.Cursor
	seen  []string // keys of what came without the number
	kept  []connectors.Event
	wrong int
	found *Knock
}

// pair waits for the number and links the account it came from: a name proves nothing, since
// whoever writes chose it.
func (w *wizard) pair(ctx context.Context, read connectors.Cursor) error {
	c := w.Connect(w.tokens)
	w.say("\nNow write to %s: %s\nSend it this: %s\nWaiting for a message. Ctrl-C stops; the tokens are kept.\n", w.self.Name, w.guide.write(w.self, w.Number), w.Number)
	wait, cancel := context.WithTimeout(ctx, knockWait)
	defer cancel()
	h := &waiting{wizard: w, read: read}
	if err := h.listen(wait, c); err != nil {
		return err
	}
	switch {
	case h.found != nil:
		w.say("\n%s sent the number (account ending in %s).\n", called(h.found.From), ending(h.found.From.ID))
		return w.link(ctx, c, *h.found)
	case h.wrong >= mostWrong:
		w.say("\n%d wrong numbers came in, so nobody was linked. The tokens are kept; `citadel setup %s` begins anew, with another number.\n", h.wrong, w.Platform)
	case ctx.Err() == nil:
		w.say("\nThe number did not come for %d minutes. The tokens are kept; `citadel setup %s` waits again.\n", int(knockWait.Minutes()), w.Platform)
	}
	return ErrStopped
}

// listen runs the connector until the number came, too many wrong ones did, or the time is up.
func (h *waiting) listen(ctx context.Context, c connectors.Connector) error {
	for {
		hearing, stop := context.WithCancel(ctx)
		err := c.Run(hearing, h.read, func(ctx context.Context, e connectors.Event) error {
			if err := ctx.Err(); err != nil {
				return err // it is left for the citadel that starts next
			}
			if h.hear(e) {
				stop()
			}
			h.read = e.Cursor
			return nil
		})
		stop()
		var failed *connectors.Error
		switch {
		case h.found != nil, h.wrong >= mostWrong, ctx.Err() != nil:
			return nil
		case err == nil:
			return fmt.Errorf("setup: %s said its last", h.Platform)
		case errors.As(err, &failed) && (failed.Reason == connectors.Temporary || failed.Reason == connectors.RateLimited):
			pause := time.NewTimer(max(mendWait, failed.After))
			select {
			case <-ctx.Done():
			case <-pause.C:
			}
			pause.Stop()
		default:
			return fmt.Errorf("setup: listen: %w", err)
		}
	}
}

// hear looks at one event and says whether the waiting is over.
func (h *waiting) hear(e connectors.Event) bool {
	if e.Kind != connectors.Message || !e.Direct || e.Via != "" || e.From.Bot || e.From.ID == "" || slices.Contains(h.seen, e.Key) {
		return false
	}
	has, alone, wrong := h.numbered(e)
	if !alone {
		if h.kept = append(h.kept, e); len(h.kept) > mostKept {
			h.kept = h.kept[1:]
		}
	}
	if has {
		at := e.Place
		at.Thread = ""
		h.found = &Knock{From: e.From, At: at, Next: e.Cursor}
		for _, k := range h.kept {
			if k.From.Is(e.From) && e.At.Sub(k.At) <= knockWait { // by the clock of the platform; what is older is of another time
				h.found.Meanwhile = append(h.found.Meanwhile, k)
			}
		}
		return true
	}
	h.wrong += wrong
	if h.seen = append(h.seen, e.Key); len(h.seen) <= mostShown {
		h.say("Somebody wrote (account ending in %s): not the number. Still waiting.\n", ending(e.From.ID))
	}
	return h.wrong >= mostWrong
}

// numbered says whether the number stands in a message, whether that says nothing else, and how
// many wrong ones do. Of several numbers each is wrong, also the right one: whoever was told it has no
// need of others, and all there are fit into few messages. What is passed on is nobody's own.
func (h *waiting) numbered(e connectors.Event) (has, alone bool, wrong int) {
	if e.Forwarded != "" || len(e.Text) > mostWords {
		return false, false, 0
	}
	for _, digits := range strings.FieldsFunc(e.Text, func(r rune) bool { return r < '0' || r > '9' }) {
		if len(digits) == len(h.Number) {
			has = digits == h.Number
			wrong++
		}
	}
	if has = has && wrong == 1; !has {
		return false, false, wrong
	}
	rest, _ := strings.CutPrefix(strings.TrimSpace(e.Text), "start ") // pressed in Telegram, by the address with the number
	return true, strings.Trim(rest, " \t\r\n.,!\"'`") == h.Number && len(e.Files) == 0, 0
}

// link asks who can read along, links, and says so on the platform.
func (w *wizard) link(ctx context.Context, c connectors.Connector, k Knock) error {
	audience := config.Private
	if w.guide.shared {
		const ask = "\nWho else can read what you write there?\n  1  only me\n  2  admins of the company\n" +
			"What you say where only you read is not repeated there then. [2] "
		work, err := w.keys.choose(ctx, ask, "1", "2")
		if err != nil {
			return err
		}
		if work != "1" {
			audience = config.Work
		}
	}
	said, err := w.Link(ctx, c, k, audience)
	if err != nil {
		return err
	}
	w.linked = true
	told := "I said so there."
	if !said {
		told = "I could not say so there yet; `citadel doctor` tells more."
	}
	w.say("\nLinked: this %s account (id ends in %s). %s\nStart `citadel`, and it answers you on %s.\n", w.guide.title, ending(k.From.ID), told, w.guide.title)
	return nil
}

// mostName is how many characters of a name are shown.
const mostName = 40

// called is what a platform calls somebody, fit for a terminal.
func called(p connectors.Person) string {
	name := strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, p.Name)
	if r := []rune(name); len(r) > mostName {
		name = string(r[:mostName]) + "…"
	}
	if strings.TrimSpace(name) == "" {
		return "Somebody without a name"
	}
	return "\"" + name + "\""
}

// ending is the last four characters of an id.
func ending(id string) string {
	r := []rune(id)
	return string(r[max(0, len(r)-4):])
}
