package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"citadel/brain/enclosure"
	"citadel/brain/phrase"
	"citadel/memory"
	"citadel/memory/attachments"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/thread"
)

// Limits of what is done with files.
const (
	fetchers   = 2                  // messages whose files are fetched at the same time
	fetchUntil = 7 * 24 * time.Hour // after which a file that was not fetched is given up
	fetchRest  = 30 * time.Minute   // the longest pause between two tries that is made of itself
	turnWaits  = 20 * time.Second   // how long a turn waits for the files of its messages
	searched   = 1 << 20            // bytes of a text that can be searched
)

// attaching fetches the files that came with messages, once the messages are durable, and
// removes what was forgotten. Its state is in the ledger: a process that dies has lost
// nothing but the work on what it was fetching.
type attaching struct {
	bot *Bot

	// keeping is held for reading from before a file is put until the ledger knows of it, and
	// for writing while the folder is swept: what nobody knows of is removed.
	keeping sync.RWMutex
	swept   event.Seq   // the newest forgetting that was followed
	once    bool        // swept at all
	stray   atomic.Bool // a file was put that nobody knows of
}

// attach runs until ctx ends.
func (b *Bot) attach(ctx context.Context) error {
	if b.Files == nil {
		return nil
	}
	a := &attaching{bot: b}
	busy := map[event.Seq]*effort{} // messages whose files are fetched, or will be after a pause
	over, ripe := make(chan fetched), make(chan event.Seq)
	running := 0
	ctx, stop := context.WithCancel(ctx)
	var resting sync.WaitGroup // messages that are between two tries
	defer resting.Wait()
	var failed alarm // set while a file could not be kept, for another try
	pause := newBackoff()
	defer failed.stop()
	defer func() {
		stop() // nothing that is fetched outlives this
		for ; running > 0; running-- {
			<-over
		}
	}()
	for {
		var head, forgotten event.Seq
		var next []attachments.Enclosed
		var late []event.Seq
		b.Mind.Read(func(v memory.View) {
			head, forgotten, late = v.Head, v.Attachments.Forgotten, slices.Clone(v.Attachments.Late)
			for _, w := range v.Attachments.Awaited() {
				if p := busy[w.Message]; running+len(next) < fetchers && (p == nil || p.ripe) && !failed.set() {
					next = append(next, w)
				}
			}
		})
		if !a.once || forgotten != a.swept || a.stray.Swap(false) {
			if err := a.sweep(ctx, forgotten); err != nil {
				return err
			}
		}
		for _, message := range late {
			if err := b.tellOfFiles(ctx, message); err != nil {
				return fmt.Errorf("bot: tell of files: %w", err)
			}
		}
		for _, w := range next {
			p := busy[w.Message]
			if p == nil {
				p = &effort{pause: &backoff{next: 200 * time.Millisecond, most: fetchRest}, came: map[int]int{}}
				busy[w.Message] = p
			}
			p.ripe = false
			running++
			go func() {
				wait, err := a.message(ctx, w, p)
				over <- fetched{w.Message, wait, err}
			}()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case f := <-over:
			running--
			switch {
			case f.err != nil && ctx.Err() == nil: // a full disk, most likely
				b.Log.Warn("files of a message could not be kept, will try again", "message", f.message, "err", f.err)
				failed.in(pause.longer(time.Second))
				busy[f.message].ripe = true
			case f.wait > 0:
				resting.Go(func() {
					if (&backoff{}).sleep(ctx, f.wait) != nil {
						return
					}
					select {
					case ripe <- f.message:
					case <-ctx.Done():
					}
				})
			default:
				delete(busy, f.message)
			}
		case seq := <-ripe:
			busy[seq].ripe = true
			b.Mind.Read(func(v memory.View) {
				if !v.Attachments.Awaits(seq) { // it was forgotten meanwhile
					delete(busy, seq)
				}
			})
		case <-failed.rings():
			failed.stop()
		case <-b.Mind.Past(head):
		}
	}
}

// sweep removes the files that nothing in the ledger opens.
func (a *attaching) sweep(ctx context.Context, forgotten event.Seq) error {
	a.keeping.Lock()
	defer a.keeping.Unlock()
	known := map[string]bool{}
	for r, err := range a.bot.Mind.Events(ctx, ledger.Query{Kinds: []event.Kind{event.Attached{}.Kind()}}) {
		if err != nil {
			return fmt.Errorf("bot: look for files: %w", err)
		}
		p, err := r.Payload()
		if err != nil {
			return fmt.Errorf("bot: look for files: %w", err)
		}
		if k, ok := p.(event.Attached); ok && k.Kept() {
			known[k.File] = true
		}
	}
	gone, err := a.bot.Files.Sweep(func(name string) bool { return known[name] })
	if err != nil {
		a.bot.Log.Warn("files that were forgotten are still in their folder; nothing opens them", "err", err)
	} else if gone > 0 {
		a.bot.Log.Info("files removed", "count", gone)
	}
	a.swept, a.once = forgotten, true // one that could not be removed is tried at the next start
	return nil
}

// effort is what is known of a message whose files are fetched.
type effort struct {
	ripe  bool     // nothing is under way, and it may be tried again
	pause *backoff // between tries
	tried bool
	came  map[int]int // by file: bytes of the last try, where they were fewer than was said
}

// fetched is the end of a try.
type fetched struct {
	message event.Seq
	wait    time.Duration // until another is worth it; zero: every file is settled
	err     error
}

// awaitFiles waits a while for the files of the messages of a turn. What is not there then
// is said to be on its way.
func (b *Bot) awaitFiles(ctx context.Context, r *running) {
	if b.Files == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, turnWaits)
	defer cancel()
	b.until(ctx, func(v memory.View) bool { return !awaits(v, r) })
	loading := false
	b.Mind.Read(func(v memory.View) { loading = awaits(v, r) })
	b.mu.Lock()
	r.loading = loading
	b.mu.Unlock()
}

// awaits says whether files of a turn are still on their way.
func awaits(v memory.View, r *running) bool {
	return slices.ContainsFunc(r.messages, func(m thread.Waiting) bool { return v.Attachments.Awaits(m.Message) })
}

// tellOfFiles tells what became of the files of a message that was answered before that was
// known.
func (b *Bot) tellOfFiles(ctx context.Context, message event.Seq) error {
	m, h, err := b.Brain.Message(ctx, message)
	if err != nil {
		return err
	}
	var text phrase.Text
	enclosure.Told(&text, m, b.Brain.Host, []event.Seq{message}, false)
	if text.Empty() { // forgotten meanwhile
		return nil
	}
	e := b.Pens.Write(event.PostQueued{
		Place: h.Place, Audience: h.Audience, Text: text.String(), Cites: text.Cites(), ReplyTo: message,
		Subject: event.SubjectFiles, About: message,
	}).Because(message).Resting(text.Rests()...)
	e.Key = fmt.Sprintf("files/%d", message)
	_, err = b.Mind.Record(ctx, e)
	if errors.Is(err, ledger.ErrDuplicate) || errors.Is(err, ledger.ErrForgotten) {
		return nil
	}
	return err
}
