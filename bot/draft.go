package bot

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"citadel/connectors"
	"citadel/connectors/markup"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/outbox"
)

// drafts shows on one platform what is being written for it: always the latest text, as
// often as the platform allows. Whoever writes does not wait for it.
type drafts struct {
	bot     *Bot
	name    string
	to      connectors.Drafter
	limits  connectors.Limits
	wake    chan struct{} // a value: there is something to do
	calling chan struct{} // a value while a call is under way

	mu    sync.Mutex
	text  writing                        // the latest; the zero writing is none
	void  []writing                      // to be withdrawn
	shown map[event.Seq]connectors.Place // the turns of which something may stand there
	late  map[connectors.Place]event.Seq // where something may yet appear of a turn, or of one before it
	over  event.Seq                      // no text of this turn, or of one before it, leaves any more
}

// writing is the answer to a turn as far as it has come.
type writing struct {
	turn    event.Seq
	place   connectors.Place
	message event.Seq // which it answers
	text    string    // blank when it is begun again
	void    bool      // it is to be withdrawn
}

// draftFor is how long a platform may take to show a draft: the post waits that long for it
// at most.
const draftFor = 5 * time.Second

// drafting gives the platforms that show drafts.
func (b *Bot) drafting() map[string]*drafts {
	all := map[string]*drafts{}
	for _, c := range b.Connectors {
		if to, ok := c.(connectors.Drafter); ok && c.Limits().Drafts {
			all[c.Name()] = &drafts{
				bot: b, name: c.Name(), to: to, limits: c.Limits(),
				wake: make(chan struct{}, 1), calling: make(chan struct{}, 1),
				shown: map[event.Seq]connectors.Place{}, late: map[connectors.Place]event.Seq{},
			}
		}
	}
	return all
}

// write has the text shown in place of what was there. It does not block.
func (d *drafts) write(w writing) {
	d.mu.Lock()
	if w.turn > d.over {
		d.text = w
	}
	d.mu.Unlock()
	d.stir()
}

// close has nothing of a turn leave any more, and waits until what is leaving has left: its
// post is about to.
func (d *drafts) close(ctx context.Context, turn event.Seq) {
	d.mu.Lock()
	d.end(turn)
	d.mu.Unlock()
	select {
	case d.calling <- struct{}{}:
		<-d.calling
	case <-ctx.Done():
	}
}

// settled notes that the post of a turn has taken the place of its draft.
func (d *drafts) settled(turn event.Seq, place connectors.Place) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.replaced(turn, place)
}

// replaced notes that nothing of a turn, nor of one before it, stands in a place any more but
// what took its place there. The caller holds mu.
func (d *drafts) replaced(turn event.Seq, place connectors.Place) {
	maps.DeleteFunc(d.shown, func(t event.Seq, at connectors.Place) bool { return t <= turn && at == place })
}

// hand makes what may have been shown under one number that of another, and has no more of the
// first leave.
func (d *drafts) hand(from, to event.Seq) {
	d.mu.Lock()
	d.end(from)
	if place, ok := d.shown[from]; ok {
		delete(d.shown, from)
		d.shown[to] = place
	}
	d.mu.Unlock()
	d.stir()
}

// withdraw takes back what may have been shown of a turn, and has no more of it leave.
func (d *drafts) withdraw(turn event.Seq) {
	d.mu.Lock()
	d.end(turn)
	if place, ok := d.shown[turn]; ok {
		delete(d.shown, turn)
		d.void = append(d.void, writing{turn: turn, place: place, void: true})
	}
	d.mu.Unlock()
	d.stir()
}

// end has no text of a turn leave any more. The caller holds mu.
func (d *drafts) end(turn event.Seq) {
	d.over = max(d.over, turn)
	if d.text.turn <= d.over {
		d.text = writing{}
	}
}

func (d *drafts) stir() {
	select {
	case d.wake <- struct{}{}:
	default: // it is awake already
	}
}

// run shows and withdraws until ctx ends.
func (d *drafts) run(ctx context.Context) error {
	var rest, retry, look alarm // set while texts, withdrawals, or a look for what came late, have to wait
	defer rest.stop()
	defer retry.stop()
	defer look.stop()
	if d.expecting() {
		look.in(d.limits.DraftLate + lateMargin)
	}
	wait := newBackoff()
	for {
		head := d.bot.Mind.Head()
		waits := d.unsettled()
		w, held := d.next(!rest.set(), !retry.set())
		if w.turn == 0 {
			var past <-chan struct{}
			if held || waits {
				past = d.bot.Mind.Past(head)
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-d.wake:
			case <-past:
			case <-rest.rings():
				rest.stop()
			case <-retry.rings():
				retry.stop()
			case <-look.rings():
				look.stop()
				if d.sweep(false); d.expecting() {
					look.in(d.limits.DraftLate + lateMargin)
				}
			}
			continue
		}
		err := d.show(ctx, w)
		<-d.calling
		if !w.void && d.limits.DraftEvery > 0 {
			rest.in(d.limits.DraftEvery)
		}
		var ce *connectors.Error
		if !w.void && arrived(err) && d.expect(w.turn, w.place) {
			look.in(d.limits.DraftLate + lateMargin)
		}
		switch {
		case err == nil:
			wait = newBackoff()
		case ctx.Err() != nil:
			d.again(w)
			return ctx.Err()
		case errors.As(err, &ce) && passing(ce.Reason):
			d.again(w)
			pause := wait.longer(ce.After)
			if w.void {
				retry.in(pause)
			} else {
				rest.in(max(pause, d.limits.DraftEvery))
			}
		default: // the post will be shown all the same, or say why not
			d.bot.Log.Warn("a draft was refused", "connector", d.name, "turn", w.turn, "withdrawn", w.void, "err", err)
			d.mu.Lock()
			d.end(w.turn)
			d.mu.Unlock()
		}
	}
}

// passing says whether what failed may work a little later.
func passing(r connectors.Reason) bool {
	return r == connectors.Unknown || r == connectors.Temporary || r == connectors.RateLimited
}

// next takes what is to be done, and calling with it: first what is withdrawn, then the
// latest text. A text is held while an earlier post has yet to leave for the same place
// and, where its beginning is what the person is notified of, until that is a sentence
// (MESSAGES 25).
func (d *drafts) next(texts, withdrawals bool) (w writing, held bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch _, shown := d.shown[d.text.turn]; {
	case withdrawals && len(d.void) > 0:
		w, d.void = d.void[0], d.void[1:]
	case !texts || d.text.turn == 0:
		return writing{}, false
	case !shown && (strings.TrimSpace(d.text.text) == "" || d.limits.Notifies && !begins(d.text.text)):
		return writing{}, false // nothing to show yet
	case d.bot.behind(d.text.place, d.text.turn):
		return writing{}, true
	default:
		w, d.text = d.text, writing{}
		d.replaced(w.turn, w.place)
		d.shown[w.turn] = w.place
	}
	d.calling <- struct{}{} // whoever else has it gives it back at once
	return w, false
}

// show makes one call, bounded in time.
func (d *drafts) show(ctx context.Context, w writing) error {
	ctx, cancel := context.WithTimeout(ctx, draftFor)
	defer cancel()
	draft := connectors.Draft{Place: w.place, Turn: uint64(w.turn)}
	if strings.TrimSpace(w.text) != "" {
		to, err := d.bot.saidAs(ctx, w.message)
		if err != nil {
			return err
		}
		draft.Answers, draft.Text = &connectors.Answer{To: to, Turn: draft.Turn}, w.text
		if l := d.limits; l.Max > 0 && l.Length(w.text) > l.Max {
			draft.Text = markup.Split(w.text, l.Max, l.Length)[0]
		}
	}
	return d.to.Draft(ctx, draft)
}

// again has another try at what failed, unless there is something newer.
func (d *drafts) again(w writing) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case w.void:
		d.void = append(d.void, w)
	case d.text.turn == 0 && w.turn > d.over:
		d.text = w
	}
}

// flush tries once more to withdraw what still has to be, after run has ended.
func (d *drafts) flush(ctx context.Context) {
	d.mu.Lock()
	void := slices.Clone(d.void)
	d.mu.Unlock()
	for _, w := range void {
		if err := d.show(ctx, w); err != nil {
			d.bot.Log.Warn("a draft may be left", "connector", d.name, "turn", w.turn, "err", err)
		}
	}
}

// behind says whether a post older than the turn has yet to leave for a place.
func (b *Bot) behind(place connectors.Place, turn event.Seq) (yes bool) {
	now := b.Now()
	b.Mind.Read(func(v memory.View) {
		yes = slices.ContainsFunc(v.Outbox.Posts, func(p outbox.Post) bool {
			return p.Seq < turn && chatPlace(p.Place) == place && !notBefore(v, p).After(now)
		})
	})
	return yes
}

// begins says whether a text has come as far as the end of its first line or sentence.
func begins(text string) bool {
	text = strings.TrimLeft(text, " \n")
	if strings.Contains(text, "\n") {
		return true
	}
	for i, r := range text {
		if strings.ContainsRune(".?!", r) && i+1 < len(text) && text[i+1] == ' ' && strings.Count(text[:i], " ") >= 2 { // no "Dr. "
			return true
		}
	}
	return false
}
