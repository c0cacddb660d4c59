package slack

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"time"

	"citadel/connectors"
)

// How far Find looks.
const (
	findBefore = time.Minute // before the first attempt, since two clocks may differ
	findDraft  = time.Hour   // before that of an answer: its post has the timestamp of the first text of its draft
	findPages  = 50          // of a place, where the moment is known
	findBlind  = 3           // where it is not
	soonFor    = 10 * time.Second
)

var (
	errSoon = errors.New("too soon to tell: what was just sent may not be in the history yet")
	errDeep = errors.New("more was said there since than is read")
)

// Find looks for a post in the history of its place, by its metadata. That it is not there
// is said only once whatever was sent has had time to arrive and to be shown, by this
// process or by one before it, which may have been killed with a call under way.
func (s *Slack) Find(ctx context.Context, p connectors.Post, since time.Time) (connectors.MessageID, bool, error) {
	const op = "find"
	s.setUp()
	if p.Key == "" {
		return "", false, nil
	}
	var found connectors.MessageID
	oldest, pages := time.Time{}, findBlind
	if !since.IsZero() {
		oldest, pages = since.Add(-findBefore), findPages
		if p.Answers != nil && p.Answers.Turn != 0 {
			oldest = since.Add(-findDraft)
		}
	}
	whole, err := s.past(ctx, op, p.Place, oldest, pages, func(ts string, mine map[string]any) {
		if mine["key"] == p.Key {
			found = connectors.MessageID(ts) // newest first: the last that is seen is the first that was sent
		}
	})
	if err != nil {
		return "", false, err
	}
	done, err := s.drawing(ctx, op)
	if err != nil {
		return "", false, err
	}
	defer done()
	s.mu.Lock()
	defer s.mu.Unlock()
	unsure := func(after time.Duration, err error) (connectors.MessageID, bool, error) {
		return "", false, &connectors.Error{Op: "slack: " + op, Reason: connectors.Temporary, After: after, Err: err}
	}
	switch soon := s.underWay(p.Key, since); {
	case found != "":
		s.doubts.drop(p.Key)
		s.settledBy(p.Place, found)
		return found, true, nil
	case soon > 0:
		return unsure(soon, errSoon)
	case !whole && !since.IsZero(): // without a moment no more is promised than what was read
		return unsure(0, errDeep)
	}
	return "", false, nil
}

// underWay is how much longer an attempt to send a post may be on its way, as far as can be
// told: one of this process that ended in doubt, the first, and any of an earlier process,
// which made none after this one began. The caller holds mu.
func (s *Slack) underWay(key string, since time.Time) time.Duration {
	now := s.Now()
	latest := s.doubts.at[key]
	if !since.IsZero() && since.Before(now.Add(soonFor)) {
		if since.After(latest) {
			latest = since
		}
		if since.Before(s.began) && s.began.After(latest) {
			latest = s.began
		}
	}
	if latest.IsZero() {
		return 0
	}
	return min(latest.Add(s.soon()).Sub(now), soonFor)
}

// soon is how long what was sent may take to arrive and to be shown.
func (s *Slack) soon() time.Duration { return min(soonFor, 2*s.lag()) }

// seen is shown one of the agent's messages.
type seen func(ts string, mine map[string]any)

// past shows the agent's own messages in a place, newest first, with the payload of their
// metadata. It says whether it came as far back as since, or to the beginning.
func (s *Slack) past(ctx context.Context, op string, at connectors.Place, since time.Time, pages int, look seen) (whole bool, err error) {
	fail := func(err error) (bool, error) {
		e := failed(op, true, err)
		if e.Reason == connectors.Unknown {
			e.Reason = connectors.Temporary // it only reads
		}
		return false, e
	}
	if err := ctx.Err(); err != nil {
		return false, &connectors.Error{Op: "slack: " + op, Reason: connectors.Temporary, Err: err}
	}
	me, err := s.who(ctx, op)
	if err != nil {
		return false, err
	}
	method := "conversations.history"
	values := url.Values{"channel": {at.Room}, "limit": {strconv.Itoa(pageOf)}, "include_all_metadata": {"1"}}
	if at.Thread != "" {
		method = "conversations.replies"
		values.Set("ts", at.Thread)
	}
	if !since.IsZero() {
		values.Set("oldest", stampOf(since).String())
	}
	var all []line
	for range pages {
		var p page
		if _, err := s.call(ctx, method, values, &p); err != nil {
			if saidCode(err) == "thread_not_found" {
				whole = true
				break
			}
			return fail(err)
		}
		lines := p.lines()
		all = append(all, lines...)
		if !p.More || p.Meta.Next == "" {
			whole = true
			break
		}
		values.Set("cursor", p.Meta.Next)
	}
	if at.Thread != "" { // oldest first
		slices.Reverse(all)
	}
	for _, l := range all {
		if l.msg == nil || !me.own(l.msg) {
			continue
		}
		var meta struct {
			Type    string         `json:"event_type"`
			Payload map[string]any `json:"event_payload"`
		}
		if json.Unmarshal(l.msg.Metadata, &meta) == nil && meta.Type == metaType {
			look(l.ts.String(), meta.Payload)
		}
	}
	return whole, nil
}
