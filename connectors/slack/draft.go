package slack

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"citadel/connectors"

	api "github.com/slack-go/slack"
)

// draft is what is known of the drafts in one place.
type draft struct {
	turn  uint64 // of the one that stands there; 0 for none
	ts    connectors.MessageID
	post  bool      // it may be a post by now: it makes no room
	fixed bool      // Slack lets nobody change it: it stays as it is until its post comes
	late  time.Time // until when a change of it may still be on its way: what takes its place must not be changed by that

	doubt connectors.Doubt       // of the place: the history is searched as long as there is one
	posts []connectors.MessageID // that became posts last, whatever the history shows of them
}

// without is what is known once the draft that stood there has gone.
func (d draft) without() draft {
	return draft{doubt: d.doubt, posts: d.posts}
}

// mostPosts is how many drafts of a place are remembered that became posts: the history may
// show one as it was for some seconds.
const mostPosts = 8

// settled is what is known once the draft that stood there has become a post.
func (d draft) settled() draft {
	next := d.without()
	next.posts = append(slices.Clone(d.posts[max(0, len(d.posts)+1-mostPosts):]), d.ts)
	return next
}

// A draft is a message like any other, whose metadata says of which turn it is. Its post
// takes its place by an edit.

const turnPrefix = "turn/"

func turnKey(turn uint64) string { return turnPrefix + strconv.FormatUint(turn, 10) }

// turnOf reads what turnKey wrote.
func turnOf(v any) (uint64, bool) {
	text, _ := v.(string)
	number, ok := strings.CutPrefix(text, turnPrefix)
	turn, err := strconv.ParseUint(number, 10, 64)
	return turn, ok && err == nil && turn != 0
}

// How far drafts are looked for: those of an earlier process among so many of the newest
// messages, and those of this one as long as they can be written.
const (
	draftPages = 2
	mostDrafts = 2000 // places of which it is known whether there is one
)

// Draft shows what stands of an answer: the first text is a message, later ones edit it.
func (s *Slack) Draft(ctx context.Context, d connectors.Draft) error {
	const op = "draft"
	blank := strings.TrimSpace(d.Text) == ""
	p := connectors.Post{Place: d.Place, Text: d.Text}
	if blank {
		p.Text = "withdrawn"
	}
	if err := s.sendable(ctx, op, p); err != nil {
		return err
	}
	if d.Turn == 0 {
		return &connectors.Error{Op: "slack: " + op, Reason: connectors.Invalid, Err: errors.New("a draft needs a turn")}
	}
	done, err := s.drawing(ctx, op)
	if err != nil {
		return err
	}
	defer done()
	now, err := s.drafted(ctx, op, d.Place)
	if err != nil {
		return err
	}
	if now.turn != 0 && (blank && now.turn <= d.Turn || !blank && now.turn != d.Turn) {
		if now, err = s.makeRoom(ctx, op, d.Place, now); err != nil {
			return err
		}
	}
	if blank {
		now.doubt.End(d.Turn)
		s.setDraft(d.Place, now)
		return nil
	}
	now.doubt.Begin(d.Turn)
	options, err := s.content(ctx, op, p)
	if err != nil {
		return err
	}
	options = append(options, api.MsgOptionMetadata(api.SlackMetadata{EventType: metaType, EventPayload: map[string]any{"draft": turnKey(d.Turn)}}))
	if now.turn == d.Turn {
		if now.fixed {
			return nil
		}
		err := s.update(ctx, op, d.Place, now.ts, options)
		switch {
		case forbids(err):
			now.fixed, err = true, nil
			s.setDraft(d.Place, now)
		case gone(err):
			s.setDraft(d.Place, now.without())
		case unknown(err):
			now.late = s.arrives()
			s.setDraft(d.Place, now)
		}
		return err
	}
	ts, err := s.post(ctx, op, d.Place, turnKey(d.Turn), options)
	switch {
	case unknown(err):
		now.doubt.Attempted(s.arrives())
	case err == nil:
		now.turn, now.ts = d.Turn, ts
	}
	s.setDraft(d.Place, now)
	return err
}

// drawing waits until nobody else shows, withdraws or settles a draft: what is found to be one
// must not become a post before it is withdrawn. The function that it gives ends that.
func (s *Slack) drawing(ctx context.Context, op string) (done func(), err error) {
	select {
	case s.draws <- struct{}{}:
		return func() { <-s.draws }, nil
	case <-ctx.Done():
		return nil, &connectors.Error{Op: "slack: " + op, Reason: connectors.Temporary, Err: ctx.Err()}
	}
}

// makeRoom withdraws the draft that stands in a place, or leaves it alone where it may be a
// post by now. It is withdrawn later if it turns out to be none.
func (s *Slack) makeRoom(ctx context.Context, op string, at connectors.Place, now draft) (draft, error) {
	next := now.without()
	if now.post {
		next.doubt.Spare(now.ts, s.arrives())
	} else if err := s.withdraw(ctx, op, at, now.ts); err != nil {
		return now, err
	}
	s.setDraft(at, next)
	return next, nil
}

// arrives is until when an attempt that just ended in doubt may arrive, or be missing in the
// history.
func (s *Slack) arrives() time.Time { return s.Now().Add(s.soon()) }

func gone(err error) bool    { return is(err, connectors.Gone) }
func unknown(err error) bool { return is(err, connectors.Unknown) }

// forbids says whether Slack lets nobody change a message, or not any more.
func forbids(err error) bool {
	code := saidCode(err)
	return code == "cant_update_message" || code == "edit_window_closed"
}

func is(err error, r connectors.Reason) bool {
	var e *connectors.Error
	return errors.As(err, &e) && e.Reason == r
}

func (s *Slack) setDraft(at connectors.Place, d draft) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now := s.Now(); len(s.drafts) >= mostDrafts {
		maps.DeleteFunc(s.drafts, func(_ connectors.Place, d *draft) bool { return d.turn == 0 && d.doubt.Over(now) })
	}
	s.drafts[at] = &d
}

// stale says whether a message was begun so long ago that nobody writes it any more.
func stale(id connectors.MessageID, now time.Time) bool {
	ts, ok := parseStamp(string(id))
	return ok && ts.time().Before(now.Add(-connectors.LongestDraft))
}

// drafted is the draft that stands in a place. The history is searched for it once by each
// process, however old it is, and again as long as an attempt of which nobody knows whether it
// arrived may be on its way. Every other draft that is found is withdrawn.
func (s *Slack) drafted(ctx context.Context, op string, at connectors.Place) (draft, error) {
	s.mu.Lock()
	now := draft{doubt: connectors.DoubtUntil(s.began.Add(s.soon()))}
	began := s.Now()
	var since time.Time
	if known := s.drafts[at]; known != nil {
		now, since = *known, known.doubt.Since()
	}
	s.mu.Unlock()
	if !now.doubt.Any() {
		return now, nil
	}
	var found []draft // newest first
	_, err := s.past(ctx, op, at, since, draftPages, func(ts string, mine map[string]any) {
		if turn, ok := turnOf(mine["draft"]); ok {
			found = append(found, draft{turn: turn, ts: connectors.MessageID(ts)})
		}
	})
	if err != nil {
		return draft{}, err
	}
	now.doubt.Read(began)
	for _, f := range found {
		switch {
		case f.ts == now.ts, now.doubt.Spares(f.ts), slices.Contains(now.posts, f.ts):
		case now.turn == 0 && now.doubt.Stands(f.turn, stale(f.ts, began)):
			now.turn, now.ts = f.turn, f.ts
		default:
			if err := s.withdraw(ctx, op, at, f.ts); err != nil {
				return draft{}, err
			}
		}
	}
	s.setDraft(at, now)
	return now, nil
}

// withdraw deletes a draft; one that is gone is withdrawn. Where Slack lets nobody delete it
// stays: it must not keep the answer from being said. However else it fails, it may be tried
// again.
func (s *Slack) withdraw(ctx context.Context, op string, at connectors.Place, ts connectors.MessageID) error {
	err := s.ask(ctx, op, func(ctx context.Context) error {
		_, _, err := s.web.DeleteMessageContext(ctx, at.Room, string(ts))
		return err
	})
	var e *connectors.Error
	switch {
	case gone(err):
		return nil
	case is(err, connectors.Invalid), is(err, connectors.Forbidden) && !aboutToken(saidCode(err)):
		s.Log.Warn("a draft stays, as it may not be deleted", "connector", name, "err", err)
		return nil
	case errors.As(err, &e) && e.Reason == connectors.Unknown:
		e.Reason = connectors.Temporary
	}
	return err
}

// settleDraft has a post take the place of the draft of its turn; false if there is none.
// Whatever still arrives of that turn is withdrawn with the next draft or post.
func (s *Slack) settleDraft(ctx context.Context, p connectors.Post) (connectors.MessageID, bool, error) {
	const op = "send"
	done, err := s.drawing(ctx, op)
	if err != nil {
		return "", false, err
	}
	defer done()
	now, err := s.drafted(ctx, op, p.Place)
	if err != nil {
		return "", false, err
	}
	now.doubt.End(p.Answers.Turn)
	if now.turn != 0 && now.turn < p.Answers.Turn { // the answer that it began stands, or comes without it
		if now, err = s.makeRoom(ctx, op, p.Place, now); err != nil {
			return "", false, err
		}
	}
	if now.turn != p.Answers.Turn {
		s.setDraft(p.Place, now)
		return "", false, nil
	}
	if now.late.After(s.Now()) {
		if err := s.withdraw(ctx, op, p.Place, now.ts); err != nil {
			return "", false, err
		}
		s.setDraft(p.Place, now.without())
		return "", false, nil
	}
	if !now.fixed {
		err = s.shown(ctx, op, p, func(options []api.MsgOption) error {
			return s.update(ctx, op, p.Place, now.ts, append(options, key(p.Key)))
		})
	}
	if now.fixed || forbids(err) { // the post comes by itself
		err = s.withdraw(ctx, op, p.Place, now.ts)
		if err == nil {
			s.setDraft(p.Place, now.without())
		}
		return "", false, err
	}
	if gone(err) {
		s.setDraft(p.Place, now.without())
		return "", false, nil
	}
	if unknown(err) {
		now.post = true
		s.setDraft(p.Place, now)
		s.inDoubt(p.Key)
	}
	if err != nil {
		return "", false, err
	}
	s.setDraft(p.Place, now.settled())
	return now.ts, true, nil
}

// sweep withdraws what arrived late of drafts in a place.
func (s *Slack) sweep(ctx context.Context, op string, at connectors.Place) error {
	done, err := s.drawing(ctx, op)
	if err != nil {
		return err
	}
	defer done()
	s.mu.Lock()
	known := s.drafts[at]
	s.mu.Unlock()
	if known == nil {
		return nil
	}
	_, err = s.drafted(ctx, op, at)
	return err
}

// settledBy notes that a post stands in a place under that id: it is no draft any more, and
// what else belongs to its turn gets a message of its own. The caller holds mu.
func (s *Slack) settledBy(at connectors.Place, id connectors.MessageID) {
	if d := s.drafts[at]; d != nil && d.turn != 0 && d.ts == id {
		next := d.settled()
		s.drafts[at] = &next
	}
}
