package slack

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"citadel/connectors"

	api "github.com/slack-go/slack"
)

// metaType is the kind of metadata that the agent's posts carry: nobody sees it, and a
// later process finds a post by it. The payload has "key", or "draft" while it is one.
const metaType = "citadel_post"

const mostMarkdown = 12_000 // characters, by Slack

// Send shows a post. It is put into Place.Thread where that is set; Slack has no reply to
// one message, and no silent post.
func (s *Slack) Send(ctx context.Context, p connectors.Post) (connectors.MessageID, error) {
	const op = "send"
	if err := s.sendable(ctx, op, p); err != nil {
		return "", err
	}
	if p.Answers != nil && p.Answers.Turn != 0 {
		id, settled, err := s.settleDraft(ctx, p)
		if err != nil || settled {
			return id, err
		}
	} else if err := s.sweep(ctx, op, p.Place); err != nil {
		return "", err
	}
	var id connectors.MessageID
	err := s.shown(ctx, op, p, func(options []api.MsgOption) (err error) {
		id, err = s.post(ctx, op, p.Place, p.Key, append(options, key(p.Key)))
		return err
	})
	return id, err
}

// shown has a post shown with its pictures; without them where Slack does not take them to be ready, however often it is
// asked, since its words say all that they show.
func (s *Slack) shown(ctx context.Context, op string, p connectors.Post, show func([]api.MsgOption) error) error {
	for {
		options, err := s.content(ctx, op, p)
		if err == nil {
			err = s.whenReady(ctx, func() error { return show(options) })
		}
		if saidCode(err) != notReady || len(p.Pictures) == 0 || ctx.Err() != nil {
			return err
		}
		s.Log.Warn("pictures are left out: they are not ready", "connector", name)
		p.Pictures = nil
	}
}

// sendable refuses what cannot be sent.
func (s *Slack) sendable(ctx context.Context, op string, p connectors.Post) error {
	s.setUp()
	fail := func(r connectors.Reason, err error) error {
		return &connectors.Error{Op: "slack: " + op, Reason: r, Err: err}
	}
	s.mu.Lock()
	me := s.self
	s.mu.Unlock()
	switch {
	case ctx.Err() != nil:
		return fail(connectors.Temporary, ctx.Err())
	case p.Place.Platform != name, p.Place.Room == "", me != nil && p.Place.Account != "" && p.Place.Account != me.team:
		return fail(connectors.Invalid, errors.New("a post for somewhere else"))
	case strings.TrimSpace(p.Text) == "":
		return fail(connectors.Invalid, errors.New("a blank post"))
	case Measure(p.Text) > Most:
		return fail(connectors.TooLong, nil)
	case len(p.Buttons) > 25:
		return fail(connectors.Invalid, errors.New("more buttons than a message may have"))
	}
	for _, b := range p.Buttons {
		if b.Token == "" || len(b.Token) > 2000 {
			return fail(connectors.Invalid, errors.New("a button without a token, or with too long a one"))
		}
	}
	for _, pic := range p.Pictures {
		if len(pic.Data) == 0 || len(pic.Data) > connectors.MaxPicture {
			return fail(connectors.Invalid, errors.New("a picture that is empty or too large"))
		}
	}
	return nil
}

func key(key string) api.MsgOption {
	return api.MsgOptionMetadata(api.SlackMetadata{EventType: metaType, EventPayload: map[string]any{"key": key}})
}

// content makes the blocks of a post. Its pictures are uploaded first, to nowhere: a file
// that nobody shows is seen by nobody.
func (s *Slack) content(ctx context.Context, op string, p connectors.Post) ([]api.MsgOption, error) {
	text := markdown(p.Text, p.Links)
	if utf16(text) > mostMarkdown {
		return nil, &connectors.Error{Op: "slack: " + op, Reason: connectors.TooLong}
	}
	blocks := []api.Block{api.NewMarkdownBlock("", text)}
	for _, pic := range p.Pictures {
		id, err := s.upload(ctx, op, pic)
		if code := saidCode(err); refusesFile(code) {
			s.Log.Warn("a picture is left out: Slack does not take it", "connector", name, "code", code)
			continue
		}
		if err != nil {
			return nil, err
		}
		blocks = append(blocks, api.NewImageBlockSlackFile(&api.SlackFileObject{ID: id}, cmp.Or(pic.Alt, pic.Name, "a picture"), "", nil))
	}
	if len(p.Buttons) > 0 {
		var buttons []api.BlockElement
		for i, b := range p.Buttons {
			text := api.NewTextBlockObject("plain_text", label(b), false, false)
			buttons = append(buttons, api.NewButtonBlockElement(fmt.Sprintf("button-%d", i), b.Token, text))
		}
		blocks = append(blocks, api.NewActionBlock("buttons", buttons...))
	}
	return []api.MsgOption{
		api.MsgOptionText(notification(cmp.Or(p.Banner, p.Text)), false), api.MsgOptionBlocks(blocks...),
		api.MsgOptionDisableLinkUnfurl(), api.MsgOptionDisableMediaUnfurl(),
	}, nil
}

// refusesFile says whether Slack's word for an error is that it takes no picture, or not this one.
func refusesFile(code string) bool {
	switch m := meaning(code); {
	case code == "", aboutToken(code):
		return false
	default:
		return m == connectors.Forbidden || m == connectors.Invalid || m == connectors.TooLong
	}
}

// upload gives a picture to Slack and returns its id. Nothing is shown by that, so that
// whatever happens the post did not arrive.
func (s *Slack) upload(ctx context.Context, op string, pic connectors.Picture) (string, error) {
	var id string
	err := s.ask(ctx, op, func(ctx context.Context) error {
		sum, err := s.bulk.UploadFileContext(ctx, api.UploadFileParameters{
			Filename: cmp.Or(pic.Name, "picture.png"), FileSize: len(pic.Data), Reader: bytes.NewReader(pic.Data),
			Title: cmp.Or(pic.Name, "picture"), AltTxt: pic.Alt,
		})
		if err == nil {
			id = sum.ID
		}
		return err
	})
	var e *connectors.Error
	if errors.As(err, &e) && (e.Reason == connectors.Unknown || e.Reason == connectors.Gone) {
		e.Reason = connectors.Temporary
	}
	return id, err
}

// A file that was just uploaded may not be ready to be shown: Slack calls its block invalid.
const (
	notReady   = "invalid_blocks"
	readyTries = 4
	readyAfter = 500 * time.Millisecond
)

// post sends one message. An attempt that may have arrived is remembered for Find.
func (s *Slack) post(ctx context.Context, op string, at connectors.Place, key string, options []api.MsgOption) (connectors.MessageID, error) {
	if at.Thread != "" {
		options = append(options, api.MsgOptionTS(at.Thread))
	}
	var ts string
	err := s.ask(ctx, op, func(ctx context.Context) (err error) {
		_, ts, err = s.web.PostMessageContext(ctx, at.Room, options...)
		return err
	})
	if err == nil && ts == "" {
		err = &connectors.Error{Op: "slack: " + op, Err: errNotSlack}
	}
	if unknown(err) {
		s.inDoubt(key)
	}
	return connectors.MessageID(ts), err
}

// inDoubt remembers for Find that an attempt just ended that may have arrived.
func (s *Slack) inDoubt(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.doubts.put(key, s.Now())
}

// whenReady tries again what was refused because a file is not ready yet; nothing arrived by
// then.
func (s *Slack) whenReady(ctx context.Context, do func() error) error {
	for try := 1; ; try++ {
		err := do()
		if saidCode(err) != notReady || try == readyTries {
			return err
		}
		if connectors.Wait(ctx, readyAfter) != nil {
			return err
		}
	}
}

// Edit makes a message show p instead.
func (s *Slack) Edit(ctx context.Context, id connectors.MessageID, p connectors.Post) error {
	const op = "edit"
	if err := s.sendable(ctx, op, p); err != nil {
		return err
	}
	return s.shown(ctx, op, p, func(options []api.MsgOption) error {
		if p.Key != "" {
			options = append(options, key(p.Key))
		}
		return s.update(ctx, op, p.Place, id, options)
	})
}

func (s *Slack) update(ctx context.Context, op string, at connectors.Place, id connectors.MessageID, options []api.MsgOption) error {
	return s.ask(ctx, op, func(ctx context.Context) error {
		_, ts, _, err := s.web.UpdateMessageContext(ctx, at.Room, string(id), options...)
		if err == nil && ts == "" {
			return errNotSlack
		}
		return err
	})
}
