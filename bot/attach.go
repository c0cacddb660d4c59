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
	fetchers   = 4                  // files that are fetched at the same time, of one message a recording and another
	fetchUntil = 7 * 24 * time.Hour // after which a file that was not fetched is given up
	fetchRest  = 30 * time.Minute   // the longest pause between two tries that is made of itself
	turnWaits  = 20 * time.Second   // how long a turn waits for the files of its messages
	toldWithin = 2 * fetchFor       // until then files that came late wait for each other, to be told of at once
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

	busy    map[which]*effort // files that are fetched, or will be after a pause
	running int               // how many of them are fetched now
	over    chan fetched      // the end of each fetching
	ripe    chan which        // files whose pause is over
	resting sync.WaitGroup    // files that are between two tries
	failed  alarm             // set while a file could not be kept, for another try
	pause   *backoff          // until that
}

// which is one of the files of a message.
type which struct {
	message event.Seq
	index   int
}

// attach runs until ctx ends.
func (b *Bot) attach(ctx context.Context) error {
	if b.Files == nil {
		return nil
	}
	a := &attaching{bot: b, busy: map[which]*effort{}, over: make(chan fetched), ripe: make(chan which), pause: newBackoff()}
	ctx, stop := context.WithCancel(ctx)
	defer func() {
		stop() // nothing that is fetched outlives this
		for ; a.running > 0; a.running-- {
			<-a.over
		}
		a.failed.stop()
		a.resting.Wait()
	}()
	for {
		head, err := a.begin(ctx)
		if err != nil {
			return err
		}
		if err := a.await(ctx, head); err != nil {
			return err
		}
	}
}

// begin does what there is to do: it removes what was forgotten, tells of files that were late,
// and begins to fetch as many as may be fetched at a time. It gives the newest event that it knew of.
func (a *attaching) begin(ctx context.Context) (head event.Seq, err error) {
	var forgotten event.Seq
	var late, awaited []attachments.Enclosed
	a.bot.Mind.Read(func(v memory.View) {
		head, forgotten, awaited = v.Head, v.Attachments.Forgotten, slices.Clone(v.Attachments.Awaited())
		late = slices.DeleteFunc(v.Attachments.Late(), func(e attachments.Enclosed) bool { return v.Thread.Waits(e.Message) })
	})
	if !a.once || forgotten != a.swept || a.stray.Swap(false) {
		if err := a.sweep(ctx, forgotten); err != nil {
			return head, err
		}
	}
	for _, e := range late {
		if err := a.bot.tellOfFiles(ctx, e, a.expects(e)); err != nil {
			return head, fmt.Errorf("bot: tell of files: %w", err)
		}
	}
	a.fetchThose(ctx, awaited, true) // what is spoken is waited for
	a.fetchThose(ctx, awaited, false)
	return head, nil
}

// expects says whether more files of a message may be there in a moment, to be told of with those that are: one is being
// fetched, or not asked for yet.
func (a *attaching) expects(e attachments.Enclosed) bool {
	return a.bot.Now().Sub(e.At) < toldWithin && slices.ContainsFunc(e.Left, func(index int) bool {
		known := a.busy[which{e.Message, index}]
		return known == nil || known.under
	})
}

// fetchThose begins to fetch files of messages, as many as may be fetched at a time: the recordings, or the others.
func (a *attaching) fetchThose(ctx context.Context, awaited []attachments.Enclosed, spoken bool) {
	for _, e := range awaited {
		those := slices.DeleteFunc(slices.Clone(e.Left), func(index int) bool { return slices.Contains(e.Spoken, index) != spoken })
		for _, index := range those {
			f := which{e.Message, index}
			known := a.busy[f]
			one := slices.ContainsFunc(those, func(i int) bool { known := a.busy[which{e.Message, i}]; return known != nil && known.under })
			if one || known != nil && !known.ripe || a.failed.set() || a.running == fetchers {
				continue
			}
			if known == nil {
				known = &effort{pause: &backoff{next: 200 * time.Millisecond, most: fetchRest}, came: -1}
				a.busy[f] = known
			}
			known.ripe, known.under = false, true
			a.running++
			go func() {
				wait, err := a.file(ctx, e, index, known)
				a.over <- fetched{f, wait, err}
			}()
		}
	}
}

// await waits until there may be something to do.
func (a *attaching) await(ctx context.Context, head event.Seq) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case f := <-a.over:
		a.running--
		a.busy[f.which].under = false
		a.ended(ctx, f)
	case f := <-a.ripe:
		a.busy[f].ripe = true
		a.bot.Mind.Read(func(v memory.View) {
			if !slices.Contains(v.Attachments.Left(f.message), f.index) { // it was forgotten meanwhile
				delete(a.busy, f)
			}
		})
	case <-a.failed.rings():
		a.failed.stop()
	case <-a.bot.Mind.Past(head):
	}
	return nil
}

// ended decides when a file is tried again.
func (a *attaching) ended(ctx context.Context, f fetched) {
	switch {
	case f.err != nil && ctx.Err() == nil: // a full disk, most likely
		a.bot.Log.Warn("a file of a message could not be kept, will try again", "message", f.message, "err", f.err)
		a.failed.in(a.pause.longer(time.Second))
		a.busy[f.which].ripe = true
	case f.wait > 0:
		a.resting.Go(func() {
			if (&backoff{}).sleep(ctx, f.wait) != nil {
				return
			}
			select {
			case a.ripe <- f.which:
			case <-ctx.Done():
			}
		})
	default:
		delete(a.busy, f.which)
	}
}

// sweep removes the files that nothing in the ledger opens.
func (a *attaching) sweep(ctx context.Context, forgotten event.Seq) error {
	a.keeping.Lock()
	defer a.keeping.Unlock()
	known := map[string]bool{}
	for r, err := range ledger.Each[event.Attached](ctx, a.bot.Mind, ledger.Query{}) {
		if err != nil {
			return fmt.Errorf("bot: look for files: %w", err)
		}
		if k := r.Said; k.Kept() {
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

// effort is what is known of a file that is fetched.
type effort struct {
	ripe  bool     // nothing is under way, and it may be tried again
	under bool     // a try is under way
	pause *backoff // between tries
	tried bool
	came  int // bytes of the last try, where they were fewer than was said; -1 before one
}

// fetched is the end of a try.
type fetched struct {
	which
	wait time.Duration // until another is worth it; zero: it is settled
	err  error
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

// awaits says whether files of a turn are still on their way. Where it answers what came late of a message, the others of
// it are told of by themselves.
func awaits(v memory.View, r *running) bool {
	return slices.ContainsFunc(r.messages, func(m thread.Waiting) bool { return len(m.Late) == 0 && v.Attachments.Awaits(m.Message) })
}

// tellOfFiles tells what became of files of a message that was answered before that was
// known. A recording that nobody has listened to is no file to be told of, but what he says: its
// message is answered again. Of files that is told once no more may come with it.
func (b *Bot) tellOfFiles(ctx context.Context, late attachments.Enclosed, more bool) error {
	m, h, err := b.Brain.Message(ctx, late.Message)
	if err != nil {
		return err
	}
	m.Only(late.News)
	var e ledger.Entry
	switch {
	case b.Brain.Listen != nil && m.ToHear(): // what else came is told after its answer
		came := event.CameLate{Message: late.Message, Place: h.Place, Handed: h.Handed}
		for _, f := range m.Files {
			if f.Voice() {
				came.Files = append(came.Files, f.Seq)
			}
		}
		e = b.Pens.Write(came).Because(late.Message).Resting(late.Message)
		e.Key = fmt.Sprintf("came/%d/%d", late.Message, slices.Max(came.Files))
	case more:
		return nil
	default:
		var text phrase.Text
		enclosure.Told(&text, m, b.Brain.Host, []event.Seq{late.Message}, false)
		if text.Empty() { // forgotten meanwhile
			return nil
		}
		e = b.Pens.Write(event.PostQueued{
			Place: h.Place, Audience: h.Audience, Text: text.String(), Cites: text.Cites(), ReplyTo: late.Message,
			Subject: event.SubjectFiles, About: late.Message,
		}).Because(late.Message).Resting(text.Rests()...)
		e.Key = attachments.ToldKey(late.Message, slices.Max(late.News))
	}
	_, err = b.Mind.RecordUnless(ctx, func() (otherwise bool, err error) {
		b.Mind.Read(func(v memory.View) {
			otherwise = v.Thread.Waits(late.Message) || !slices.ContainsFunc(v.Attachments.Late(), func(e attachments.Enclosed) bool { return e.Message == late.Message })
		})
		return otherwise, nil
	}, e)
	if errors.Is(err, ledger.ErrDuplicate) || errors.Is(err, ledger.ErrForgotten) || errors.Is(err, memory.ErrOvertaken) { // it is deleted, or waits for another answer, since now
		return nil
	}
	return err
}
