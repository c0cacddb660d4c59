package mattermost

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"strings"

	"citadel/connectors"

	"github.com/mattermost/mattermost/server/public/model"
)

// Edit implements connectors.Editor. What the post carries besides words and buttons stays.
func (m *Mattermost) Edit(ctx context.Context, id connectors.MessageID, p connectors.Post) error {
	const op = "mattermost: edit"
	if err := m.valid(ctx, op, p.Place, p.Text); err != nil {
		return err
	}
	if strings.TrimSpace(p.Text) == "" {
		return &connectors.Error{Op: op, Reason: connectors.Invalid, Err: errors.New("nothing to say")}
	}
	if !model.IsValidId(string(id)) {
		return &connectors.Error{Op: op, Reason: connectors.Gone}
	}
	var old *model.Post
	err := m.ask(ctx, op, func(ctx context.Context, c *model.Client4) (resp *model.Response, err error) {
		old, resp, err = c.GetPost(ctx, string(id), "")
		return resp, err
	})
	if err != nil {
		return goneIf(err)
	}
	props := model.StringInterface(maps.Clone(old.GetProps()))
	delete(props, model.PostPropsAttachments)
	if key, ok := props[propKey].(string); ok {
		p.Key = key
	}
	for k, v := range m.props(p) {
		props[k] = v
	}
	words := text(p)
	return goneIf(m.tell(ctx, op, func(ctx context.Context, c *model.Client4) (*model.Response, error) {
		_, resp, err := c.PatchPost(ctx, string(id), &model.PostPatch{Message: &words, Props: &props})
		return resp, err
	}))
}

// goneIf tells what is refused because it is not there any more: the server says 403 of
// that, too.
func goneIf(err error) error {
	var e *connectors.Error
	if out(err) && errors.As(err, &e) {
		return &connectors.Error{Op: e.Op, Reason: connectors.Gone, Err: e.Err}
	}
	return err
}

// React implements connectors.Reactor.
func (m *Mattermost) React(ctx context.Context, at connectors.Place, id connectors.MessageID, emoji string, on bool) error {
	const op = "mattermost: react"
	if err := m.valid(ctx, op, at, ""); err != nil {
		return err
	}
	name, ok := nameOf(emoji)
	if !ok {
		return &connectors.Error{Op: op, Reason: connectors.Invalid, Err: fmt.Errorf("no name for %q", emoji)}
	}
	if !model.IsValidId(string(id)) {
		return &connectors.Error{Op: op, Reason: connectors.Gone}
	}
	s, err := m.whoami(ctx, op)
	if err != nil {
		return err
	}
	r := &model.Reaction{UserId: s.id, PostId: string(id), EmojiName: name}
	err = m.tell(ctx, op, func(ctx context.Context, c *model.Client4) (*model.Response, error) {
		if !on {
			return c.DeleteReaction(ctx, r)
		}
		_, resp, err := c.SaveReaction(ctx, r)
		return resp, err
	})
	if !on && out(err) {
		return nil // there is none
	}
	return goneIf(err)
}

// Working implements connectors.Worker: the agent types. It fades by itself.
func (m *Mattermost) Working(ctx context.Context, at connectors.Place, _ connectors.MessageID, on bool) error {
	const op = "mattermost: type"
	if err := m.valid(ctx, op, at, ""); err != nil || !on {
		return err
	}
	return m.tell(ctx, op, func(ctx context.Context, c *model.Client4) (*model.Response, error) {
		return c.PublishUserTyping(ctx, "me", model.TypingRequest{ChannelId: at.Room, ParentId: at.Thread})
	})
}

// Fetch implements connectors.Fetcher.
func (m *Mattermost) Fetch(ctx context.Context, f connectors.File, w io.Writer) error {
	const op = "mattermost: fetch"
	if !model.IsValidId(f.ID) {
		return &connectors.Error{Op: op, Reason: connectors.Gone}
	}
	to := &writer{w: w}
	err := m.call(ctx, op, fetchFor, false, func(ctx context.Context, c *model.Client4) (*model.Response, error) {
		return m.fetched(ctx, c, "/files/"+url.PathEscape(f.ID), func(r io.Reader) error {
			_, err := io.Copy(to, r)
			return err
		})
	})
	if to.err != nil {
		return fmt.Errorf("%s: %w", op, to.err)
	}
	return err
}

// writer keeps the first error of what it writes to.
type writer struct {
	w   io.Writer
	err error
}

func (w *writer) Write(p []byte) (int, error) {
	n, err := w.w.Write(p)
	if err != nil && w.err == nil {
		w.err = err
	}
	return n, err
}
