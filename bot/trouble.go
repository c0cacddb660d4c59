package bot

import (
	"context"
	"errors"
	"time"

	"citadel/brain/phrase"
	"citadel/connectors"
	"citadel/memory"
	"citadel/memory/accounts"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/outbox"
)

// mail is the delivery on one platform. Rooms stand each for itself: one that takes nothing
// holds up no other.
type mail struct {
	bot      *Bot
	to       connectors.Connector
	pace     *pace
	troubles map[event.Seq]*trouble // posts that did not leave as they should
	broken   map[event.Place]*gap   // rooms to which the way is broken: tried again, longer and longer after
	limited  map[event.Place]*pause // rooms that get nothing for a while: the platform said so
	left     time.Time              // when a post left last
}

func newMail(b *Bot, to connectors.Connector) *mail {
	return &mail{
		bot: b, to: to, pace: newPace(to.Limits().PerMinute),
		troubles: map[event.Seq]*trouble{}, broken: map[event.Place]*gap{}, limited: map[event.Place]*pause{},
	}
}

// pause is a wait by a clock that may be set back meanwhile, which makes it no longer.
type pause struct{ from, until time.Time }

// left is how much of it is left at a moment.
func (p *pause) left(now time.Time) time.Duration {
	if p == nil {
		return 0
	}
	if now.Before(p.from) {
		p.from, p.until = now, now.Add(p.until.Sub(p.from))
	}
	return p.until.Sub(now)
}

func (p *pause) begin(now time.Time, length time.Duration) { p.from, p.until = now, now.Add(length) }

// gap is the waits between attempts at a room.
type gap struct {
	pause
	next  *backoff
	alone bool // the platform takes other posts: that one more leaves says nothing about this room
}

// trouble is what a post has met in this process. While it rests, it holds up no other.
type trouble struct {
	pause
	since  time.Time     // when it failed first
	spent  time.Duration // how long it has been tried since; not while the computer slept
	wait   time.Duration
	alone  bool      // the platform takes other posts, and not this one
	maybe  bool      // an attempt may have arrived
	barred bool      // it is not allowed
	copies int       // how often it may have arrived while the platform was there
	tried  time.Time // last
	newest event.Seq // the newest event when it was tried last
}

// rest lets the post alone for a while, at least so long, and twice as long as the last time.
func (t *trouble) rest(now time.Time, least time.Duration) {
	t.wait = min(max(least, 2*t.wait), longestRest)
	t.begin(now, t.wait)
}

// A post that fails holds up those behind it in its room for some minutes, so that they keep
// their order; then it rests, and they go on; when one of them leaves, it is tried again. Where
// nobody can tell whether it arrived, it rests after the second time, and is given up after some
// copies; one that is not allowed, after a day: a token that was revoked may be replaced.
const (
	patience    = 5 * time.Minute
	doubtRest   = 30 * time.Second
	otherRest   = time.Minute
	longestRest = time.Hour
	quickDoubts = 2
	mostCopies  = 10
	giveUp      = 24 * time.Hour
)

// longestTry is how long a post is taken to have been tried from one attempt to the next: where more
// lies between them the computer slept, or its clock was set forward.
const longestTry = 2 * time.Minute

// longestLimit is how long a platform can keep a room waiting by its word.
const longestLimit = 24 * time.Hour

// next gives the oldest post that is due on the platform; else when the next one is.
func (m *mail) next() (post outbox.Post, next time.Time, head event.Seq, ok bool) {
	now := m.bot.Now()
	m.bot.Mind.Read(func(v memory.View) {
		head = v.Head
		for _, p := range v.Outbox.Posts {
			if p.Place.Platform != m.to.Name() {
				continue
			}
			after := notBefore(v, p)
			if t := now.Add(m.waits(p, now)); t.After(after) {
				after = t
			}
			if !after.After(now) {
				post, ok = p, true
				if first, waits := m.first(v, p, now); waits {
					post = first
				}
				return
			}
			if next.IsZero() || after.Before(next) {
				next = after
			}
		}
	})
	return post, next, head, ok
}

// first finds an older post for the same room that rests and was not tried since this one was
// made: it is tried before it, so that they keep their order when the platform is back. One that
// is held, not allowed, or could become a copy, is left alone.
func (m *mail) first(v memory.View, than outbox.Post, now time.Time) (outbox.Post, bool) {
	_, finds := m.to.(connectors.Finder)
	for _, p := range v.Outbox.Posts {
		if p.Seq >= than.Seq {
			break
		}
		t := m.troubles[p.Seq]
		if t != nil && !notBefore(v, p).After(now) && p.Place.SharesRoom(than.Place) && !t.barred && (finds || !t.maybe) && t.newest < than.Seq {
			return p, true
		}
	}
	return outbox.Post{}, false
}

// waits is how long a post has to wait because of what it, or its room, has met.
func (m *mail) waits(p outbox.Post, now time.Time) time.Duration {
	wait := max(m.pace.wait(p.Place, now), m.limited[roomOf(p.Place)].left(now))
	if g := m.broken[roomOf(p.Place)]; g != nil {
		wait = max(wait, g.left(now))
	}
	if t := m.troubles[p.Seq]; t != nil {
		wait = max(wait, t.left(now))
	}
	return wait
}

func roomOf(at event.Place) event.Place {
	at.Thread = ""
	return at
}

// carry makes one attempt at a post. What the platform answered decides when it, or its room,
// is tried again; an error is that of the mind, or of ctx.
func (m *mail) carry(ctx context.Context, post outbox.Post) error {
	t := m.troubles[post.Seq]
	if t == nil {
		t = &trouble{since: m.bot.Now(), maybe: post.Doubt} // by an earlier process
	}
	m.bot.rest(post.Seq, false)
	before := t.tried
	t.tried, t.newest = m.bot.Now(), m.bot.Mind.Head()
	if !before.IsZero() {
		t.spent += min(max(0, t.tried.Sub(before)), longestTry)
	}
	maybe, err := m.send(ctx, post, t.maybe)
	t.maybe = maybe
	var ce *connectors.Error
	if !errors.As(err, &ce) {
		delete(m.troubles, post.Seq)
		if err == nil {
			m.left = m.bot.Now()
			delete(m.broken, roomOf(post.Place))
			m.wake()
		}
		return err
	}
	m.troubles[post.Seq] = t
	if !maybe {
		if err := m.unsent(ctx, post); err != nil {
			return err
		}
	}
	return m.failed(ctx, post, t, ce, before)
}

// unsent notes that the attempt failed for sure: the next process is in no doubt of it.
func (m *mail) unsent(ctx context.Context, post outbox.Post) error {
	b := m.bot
	_, err := b.Mind.Record(context.WithoutCancel(ctx), b.Pens.Write(event.PostUnsent{Post: post.Seq}).Because(post.Seq))
	return err
}

// failed decides what becomes of a post that did not leave. before is when it was tried before.
func (m *mail) failed(ctx context.Context, post outbox.Post, t *trouble, ce *connectors.Error, before time.Time) error {
	now := m.bot.Now()
	if now.Before(t.since) { // the clock was set back
		t.since = now
	}
	_, finds := m.to.(connectors.Finder)
	reason := ce.Reason.String()
	t.alone = !before.IsZero() && m.left.After(before)
	t.barred = ce.Reason == connectors.Forbidden
	if follows(post.Place, place(ce.To)) {
		delete(m.troubles, post.Seq)
		return m.bot.follow(ctx, m.to, post, place(ce.To), t.maybe)
	}
	if t.barred || ce.Reason == connectors.Gone {
		if moved, err := m.bot.sentElsewhere(ctx, post); moved || err != nil {
			delete(m.troubles, post.Seq)
			return err
		}
	}
	switch ce.Reason {
	case connectors.Forbidden:
		if now.Sub(t.since) >= giveUp {
			return m.giveUp(ctx, post, reason)
		}
		if !post.Barred {
			if err := m.settle(ctx, post, event.PostBarred{Post: post.Seq, Reason: reason}, reason); err != nil {
				return err
			}
		}
		t.rest(now, otherRest)
	case connectors.Gone, connectors.Invalid, connectors.TooLong:
		return m.giveUp(ctx, post, reason)
	case connectors.RateLimited:
		limit := &pause{}
		limit.begin(now, min(max(ce.After, time.Second), longestLimit))
		m.limited[roomOf(post.Place)] = limit
		return nil
	default:
		inDoubt := ce.Reason == connectors.Unknown && !finds
		if inDoubt && m.there(before) {
			t.copies++
		}
		switch {
		case t.copies >= mostCopies:
			return m.giveUp(ctx, post, "it may have arrived, more than once")
		case inDoubt && t.copies > quickDoubts:
			t.rest(now, doubtRest)
		case t.spent < patience: // as a rule the line broke, and stands again
			wait := m.breaks(post.Place, now, ce.After)
			m.bot.Log.Warn("post not delivered yet", "connector", m.to.Name(), "post", post.Seq, "try", post.Tries+1, "reason", reason, "again_in", wait)
			return nil
		default:
			t.rest(now, otherRest)
		}
	}
	m.bot.rest(post.Seq, true)
	m.bot.Log.Error("post rests, others go on", "connector", m.to.Name(), "post", post.Seq, "reason", reason, "again_in", t.wait)
	return nil
}

// breaks lets a room alone, longer each time and at least so long.
func (m *mail) breaks(at event.Place, now time.Time, least time.Duration) time.Duration {
	g := m.broken[roomOf(at)]
	if g == nil {
		g = &gap{next: newBackoff()}
		m.broken[roomOf(at)] = g
	}
	wait := g.next.longer(min(least, longestLimit))
	g.alone = !g.from.IsZero() && m.left.After(g.from)
	g.begin(now, wait)
	return wait
}

// there says whether the platform has proved, since a moment, that it is there: only then an
// attempt without an answer is likely to have arrived. One that cannot prove it counts as there.
func (m *mail) there(since time.Time) bool {
	p, ok := m.to.(connectors.Pulse)
	return !ok || since.IsZero() || p.Heard().After(since)
}

// wake has what rests tried again, as a post has left: the platform is there. What failed
// although others left, what it does not allow and what it limits waits for its time.
func (m *mail) wake() {
	for _, g := range m.broken {
		if !g.alone {
			g.until = g.from
		}
	}
	for _, t := range m.troubles {
		if !t.barred && !t.alone {
			t.pause = pause{}
		}
	}
}

// giveUp settles a post that will not be tried again, and tells that.
func (m *mail) giveUp(ctx context.Context, post outbox.Post, reason string) error {
	delete(m.troubles, post.Seq)
	m.bot.Log.Error("post given up", "connector", m.to.Name(), "post", post.Seq, "reason", reason)
	return m.settle(ctx, post, event.PostFailed{Post: post.Seq, Reason: reason}, reason)
}

// settle records that a post is not taken, and tells it on another platform: once for each room
// and reason until the room takes something again, or it is no news any more. What is told names
// the post by its handle alone: whoever reads along there learns nothing of it.
func (m *mail) settle(ctx context.Context, post outbox.Post, what event.Payload, reason string) error {
	b, now := m.bot, m.bot.Now()
	var known bool
	b.Mind.Read(func(v memory.View) { known = v.Outbox.Refuses(post.Place, reason, now) })
	at, zone := b.elsewhere(m.to.Name())
	if known || at.Place.Platform == "" {
		return b.receipt(ctx, what, "")
	}
	title, handle := accounts.Title(m.to.Name()), phrase.Handle('m', post.Seq)
	var text phrase.Text
	text.Say("**I could not deliver a message on %s (%s).** ", title, phrase.Moment(post.At.In(zone), now.In(zone)))
	text.Say("It is kept: `show %s` reads it where it may be shown. ", handle)
	if _, barred := what.(event.PostBarred); barred {
		text.Say("I try again for a day. ")
	}
	text.Say("`citadel doctor` on the host says what is wrong. ")
	text.Say("I tell you this once, until %s takes something there again or has refused nothing for %d days.", title, outbox.RefusedFor/(24*time.Hour))
	told := b.Pens.Write(event.PostQueued{Place: at.Place, Audience: at.Audience, Text: text.String(), Subject: event.SubjectAccount}).Because(ledger.Here(0))
	return b.receipt(ctx, what, "", told)
}
