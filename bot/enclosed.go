package bot

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"time"
	"unicode/utf8"

	"citadel/brain/enclosure"
	"citadel/brain/turn"
	"citadel/memory/attachments"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/words"
)

// file settles a file of a message, if it can be had now. What a platform cannot give now it may later: then another try is
// worth it after wait. The error is that of the disk, the ledger or ctx.
func (a *attaching) file(ctx context.Context, w attachments.Enclosed, index int, known *effort) (wait time.Duration, err error) {
	m, h, err := a.bot.Brain.Message(ctx, w.Message)
	if err != nil {
		return 0, err
	}
	at := slices.IndexFunc(m.Files, func(f turn.File) bool { return f.Index == index })
	if at < 0 {
		return 0, nil // forgotten meanwhile, or taken out
	}
	f := m.Files[at].File.File
	k := event.Attached{Message: w.Message, Index: index, Name: f.Name, MIME: f.MIME, Audience: h.Audience, Place: h.Place}
	var content []byte
	switch late := a.bot.Now().Sub(w.At) > fetchUntil; {
	case at >= enclosure.MaxFiles:
		k.Fault = event.FaultTooMany
	case late && known.tried:
		k.Fault = event.FaultUnreachable
	case late && !w.Told: // what was promised is asked for once more
		k.Fault = event.FaultLate
	default:
		came, later, err := a.fetch(ctx, h.Place.Platform, f, known.came)
		if err != nil {
			return 0, err
		}
		known.tried = true
		if later != nil {
			known.came = len(came.content)
			return known.pause.longer(*later), nil
		}
		content, k.Short, k.Fault = came.content, came.short, came.fault
	}
	return 0, a.keep(ctx, f, k, content)
}

// keep puts what came into the folder and says so in the ledger.
func (a *attaching) keep(ctx context.Context, f event.File, k event.Attached, content []byte) error {
	a.keeping.RLock()
	defer a.keeping.RUnlock()
	if k.Fault == "" {
		content = a.bot.read(&k, f, content)
		var err error
		if k.File, k.Key, err = a.bot.Files.Put(content); err != nil {
			return err
		}
	}
	err := a.settle(ctx, k)
	if errors.Is(err, ledger.ErrTooLarge) { // it would be each time it is fetched
		err = a.settle(ctx, event.Attached{Message: k.Message, Index: k.Index, Audience: k.Audience, Place: k.Place, Fault: event.FaultTooLarge})
	}
	if errors.Is(err, ledger.ErrForgotten) || errors.Is(err, ledger.ErrDuplicate) {
		return nil
	}
	return err
}

// settle records what became of a file.
func (a *attaching) settle(ctx context.Context, k event.Attached) error {
	e := a.bot.Pens.Write(k).Because(k.Message).Resting(k.Message)
	e.Trust, e.Key = event.ByThirdParty, attachments.Key(k.Message, k.Index)
	_, err := a.bot.Mind.Record(ctx, e)
	if err != nil {
		a.stray.Store(true)
	}
	return err
}

// read fills in what a file is, and gives what is kept of it: of a text what is shaped like a
// secret is taken out.
func (b *Bot) read(k *event.Attached, f event.File, content []byte) []byte {
	what := enclosure.Sniff(f.Name, f.MIME, f.Voice, content)
	k.Sort, k.MIME, k.Width, k.Height = what.Sort, what.MIME, what.Width, what.Height
	if what.Sort == event.SortText {
		text, removed := b.clean(what.Text)
		if len(removed) > 0 {
			content, k.Removed = []byte(text), removed
		}
		k.Text, k.Chars, k.Words = enclosure.Head(text, searched), utf8.RuneCountInString(text), len(words.Segments(text))
	}
	sum := sha256.Sum256(content)
	k.Size, k.Digest = int64(len(content)), hex.EncodeToString(sum[:])
	return content
}
