package slack

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"

	"citadel/connectors"

	api "github.com/slack-go/slack"
)

// draft is what is known of the drafts in one place.
type draft struct {
	turn   string // "turn/7"; empty for none
	ts     connectors.MessageID
	looked bool // the history was searched for those of an earlier process, or of an attempt in doubt
	post   bool // it may be a post by now: it makes no room
	late   bool // a change of it may still be on its way: what takes its place must not be changed by that
}

// A draft is a message like any other, whose metadata says of which turn it is. Its post
// takes its place by an edit.

func turnKey(turn uint64) string { return fmt.Sprintf("turn/%d", turn) }

// draftsBack is how far a draft of an earlier process is looked for: nobody writes longer.
const (
	draftsBack = 24 * time.Hour
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
	turn := turnKey(d.Turn)
	now, err := s.drafted(ctx, op, d.Place)
	if err != nil {
		return err
	}
	if now.turn != "" && (blank == (now.turn == turn)) {
		if !now.post {
			if err := s.withdraw(ctx, op, d.Place, now.ts); err != nil {
				return err
			}
		}
		now = draft{looked: true}
		s.setDraft(d.Place, now)
	}
	if blank {
		return nil
	}
	options, err := s.content(ctx, op, p)
	if err != nil {
		return err
	}
	options = append(options, api.MsgOptionMetadata(api.SlackMetadata{EventType: metaType, EventPayload: map[string]any{"draft": turn}}))
	if now.turn == turn {
		err := s.update(ctx, op, d.Place, now.ts, options)
		switch {
		case gone(err):
			s.setDraft(d.Place, draft{looked: true})
		case err != nil:
			now.late = true
			s.setDraft(d.Place, now)
		}
		return err
	}
	ts, err := s.post(ctx, op, d.Place, turn, options)
	if err != nil {
		var e *connectors.Error
		s.setDraft(d.Place, draft{looked: !errors.As(err, &e) || e.Reason != connectors.Unknown})
		return err
	}
	s.setDraft(d.Place, draft{turn: turn, ts: ts, looked: true})
	return nil
}

func gone(err error) bool {
	var e *connectors.Error
	return errors.As(err, &e) && e.Reason == connectors.Gone
}

func (s *Slack) setDraft(at connectors.Place, d draft) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.drafts) >= mostDrafts {
		maps.DeleteFunc(s.drafts, func(_ connectors.Place, d *draft) bool { return d.turn == "" })
	}
	s.drafts[at] = &d
}

// drafted is the draft that stands in a place. It is looked for once by each process, and
// after an attempt of which nobody knows whether it arrived.
func (s *Slack) drafted(ctx context.Context, op string, at connectors.Place) (draft, error) {
	s.mu.Lock()
	known := s.drafts[at]
	s.mu.Unlock()
	if known != nil && known.looked {
		return *known, nil
	}
	var found []draft
	_, err := s.past(ctx, op, at, s.Now().Add(-draftsBack), draftPages, func(ts string, mine map[string]any) {
		if turn, ok := mine["draft"].(string); ok {
			found = append(found, draft{turn: turn, ts: connectors.MessageID(ts), looked: true})
		}
	})
	if err != nil {
		return draft{}, err
	}
	now := draft{looked: true}
	if len(found) > 0 {
		now = found[0] // the newest; there are more only where attempts in doubt arrived after all
		for _, old := range found[1:] {
			if err := s.withdraw(ctx, op, at, old.ts); err != nil {
				return draft{}, err
			}
		}
	}
	s.setDraft(at, now)
	return now, nil
}

// withdraw deletes a draft; one that is gone is withdrawn.
func (s *Slack) withdraw(ctx context.Context, op string, at connectors.Place, ts connectors.MessageID) error {
	err := s.ask(ctx, op, func(ctx context.Context) error {
		_, _, err := s.web.DeleteMessageContext(ctx, at.Room, string(ts))
		return err
	})
	if gone(err) {
		return nil
	}
	return err
}

// settleDraft has a post take the place of the draft of its turn; false if there is none.
func (s *Slack) settleDraft(ctx context.Context, p connectors.Post) (connectors.MessageID, bool, error) {
	const op = "send"
	now, err := s.drafted(ctx, op, p.Place)
	if err != nil {
		return "", false, err
	}
	if now.turn != turnKey(p.Answers.Turn) {
		return "", false, nil
	}
	if now.late {
		if err := s.withdraw(ctx, op, p.Place, now.ts); err != nil {
			return "", false, err
		}
		s.setDraft(p.Place, draft{looked: true})
		return "", false, nil
	}
	options, err := s.content(ctx, op, p)
	if err != nil {
		return "", false, err
	}
	err = s.update(ctx, op, p.Place, now.ts, append(options, key(p.Key)))
	if gone(err) {
		s.setDraft(p.Place, draft{looked: true})
		return "", false, nil
	}
	if err != nil {
		var e *connectors.Error
		now.post = now.post || errors.As(err, &e) && e.Reason == connectors.Unknown
		s.setDraft(p.Place, now)
		return "", false, err
	}
	s.setDraft(p.Place, draft{looked: true})
	return now.ts, true, nil
}
