package mattermost

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"citadel/connectors"

	"github.com/mattermost/mattermost/server/public/model"
)

// What a post of the agent's carries: its key, the turn that it is the draft of, and what
// the server notes of bots, which has to be written back with the others.
const (
	propKey   = "citadel_key"
	propDraft = "citadel_draft"
)

// mostPictures is how many files a post may have.
const mostPictures = 10

// valid refuses what cannot be sent.
func (m *Mattermost) valid(ctx context.Context, op string, at connectors.Place, text string) error {
	m.begin()
	fail := func(r connectors.Reason, err error) error { return &connectors.Error{Op: op, Reason: r, Err: err} }
	switch {
	case ctx.Err() != nil:
		return fail(connectors.Temporary, ctx.Err())
	case at.Platform != name:
		return fail(connectors.Invalid, fmt.Errorf("something for %q", at.Platform))
	case !model.IsValidId(at.Room) || at.Thread != "" && !model.IsValidId(at.Thread):
		return fail(connectors.Invalid, errors.New("no such room"))
	case measure(text) > Max:
		return fail(connectors.TooLong, nil)
	}
	return nil
}

// Send implements connectors.Connector.
func (m *Mattermost) Send(ctx context.Context, p connectors.Post) (connectors.MessageID, error) {
	const op = "mattermost: send"
	if err := m.valid(ctx, op, p.Place, p.Text); err != nil {
		return "", err
	}
	if strings.TrimSpace(p.Text) == "" || len(p.Pictures) > mostPictures {
		return "", &connectors.Error{Op: op, Reason: connectors.Invalid, Err: errors.New("nothing to say, or too many pictures")}
	}
	s, err := m.whoami(ctx, op)
	if err != nil {
		return "", err
	}
	if p.Answers != nil && p.Answers.Turn != 0 {
		id, settled, err := m.settle(ctx, s, p)
		if settled || err != nil {
			return id, err
		}
	} else if err := m.sweep(ctx, op, s, p.Place.Room); err != nil {
		return "", err
	}
	return m.post(ctx, s, p)
}

// text is a post's words as Mattermost reads them.
func text(p connectors.Post) string {
	out := render(p.Text, p.Links)
	if p.Again {
		out = againMark + out
	}
	return out
}

// props are what a post carries besides its words.
func (m *Mattermost) props(p connectors.Post) model.StringInterface {
	out := model.StringInterface{propKey: p.Key, model.PostPropsFromBot: "true"}
	if a := m.attachments(p); a != nil {
		out[model.PostPropsAttachments] = a
	}
	if p.Silent {
		out[model.PostPropsSilentNotification] = true // newer servers know it
	}
	return out
}

// post makes a new post.
func (m *Mattermost) post(ctx context.Context, s *self, p connectors.Post) (connectors.MessageID, error) {
	const op = "mattermost: send"
	files, err := m.upload(ctx, p)
	if err != nil {
		return "", err
	}
	out := &model.Post{
		ChannelId: p.Place.Room, RootId: m.root(ctx, s, p.Place, p.ReplyTo), Message: text(p), FileIds: files,
		PendingPostId: s.id + ":" + m.secret("post", p.Place.Room, p.Key)[:32],
	}
	out.SetProps(m.props(p))
	made, err := m.create(ctx, op, s, out, p.Place.Thread == "")
	if err != nil {
		return "", err
	}
	if len(made.FileIds) < len(files) {
		m.Log.Warn("mattermost: a post stands without all of its pictures", "post", made.Id)
	}
	return connectors.MessageID(made.Id), nil
}

// create makes a post of what is there. Where its thread is gone it is made outside of one,
// if that may be.
func (m *Mattermost) create(ctx context.Context, op string, s *self, out *model.Post, mayLeave bool) (*model.Post, error) {
	var made *model.Post
	do := func() error {
		return m.tell(ctx, op, func(ctx context.Context, c *model.Client4) (resp *model.Response, err error) {
			made, resp, err = c.CreatePost(ctx, out)
			return resp, err
		})
	}
	err := do()
	if isRefused(err, refusedRoot) {
		if !mayLeave {
			return nil, &connectors.Error{Op: op, Reason: connectors.Gone, Err: err}
		}
		out.RootId = ""
		err = do()
	}
	if err != nil {
		return nil, err
	}
	if made.UserId != s.id || made.ChannelId != out.ChannelId || made.Id == "" || made.GetProp(propKey) != out.GetProp(propKey) {
		// Somebody else's post of the same pending id.
		return nil, &connectors.Error{Op: op, Reason: connectors.Unknown, Err: errors.New("the server answered with another post")}
	}
	return made, nil
}

// root is the first post of the thread to post in. A direct conversation stays flat unless
// the person began a thread; among other people an answer goes under its question.
func (m *Mattermost) root(ctx context.Context, s *self, at connectors.Place, replyTo connectors.MessageID) string {
	if at.Thread != "" {
		return at.Thread
	}
	if !model.IsValidId(string(replyTo)) {
		return ""
	}
	if r, err := m.room(ctx, s, at.Room); err != nil || r.kind == model.ChannelTypeDirect || r.kind == "" {
		return "" // a reply is shown as none where it cannot be
	}
	return string(replyTo)
}

// upload brings the pictures of a post to the server. Nobody sees them yet, so however it
// fails the post did not arrive. Where pictures are not allowed it goes without.
func (m *Mattermost) upload(ctx context.Context, p connectors.Post) ([]string, error) {
	const op = "mattermost: upload a picture"
	var ids []string
	for _, pic := range p.Pictures {
		var up *model.FileUploadResponse
		err := m.call(ctx, op, uploadFor, false, func(ctx context.Context, c *model.Client4) (resp *model.Response, err error) {
			up, resp, err = c.UploadFile(ctx, pic.Data, p.Place.Room, pic.Name)
			return resp, err
		})
		var no *refused
		switch {
		case err == nil && len(up.FileInfos) == 1:
			ids = append(ids, up.FileInfos[0].Id)
		case err == nil, errors.As(err, &no) && refusesFile(no):
			m.Log.Warn("mattermost: a picture was refused; its post goes without", "err", err)
		default:
			return nil, err
		}
	}
	return ids, nil
}

// refusesFile says whether trying again is no use: the server takes no files, or not this
// one, or something before it takes none that is so large.
func refusesFile(no *refused) bool {
	switch no.status {
	case http.StatusRequestEntityTooLarge:
		return true
	case http.StatusUnauthorized, http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusBadGateway,
		http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return false
	}
	return no.own()
}

// How far Find looks back, at most.
const (
	findPages = 5         // where no moment is given
	findSince = 30        // to a moment: 6000 posts
	findDraft = time.Hour // a draft may have been begun so long before its post was attempted
)

// Find implements connectors.Finder. It reads the room; that the answer is no says, too, that
// sending again within half a minute of the first attempt makes no second post, since the
// server takes both for one.
func (m *Mattermost) Find(ctx context.Context, p connectors.Post, since time.Time) (connectors.MessageID, bool, error) {
	const op = "mattermost: find"
	if err := m.valid(ctx, op, p.Place, ""); err != nil {
		return "", false, err
	}
	s, err := m.whoami(ctx, op)
	if err != nil {
		return "", false, err
	}
	var from int64
	pages := findPages
	if !since.IsZero() {
		pages = findSince
		if p.Answers != nil {
			since = since.Add(-findDraft)
		}
		// The moment is by our clock, or by the server's where the bot knows that: whichever is
		// earlier by the server's.
		from = min(since.UnixMilli(), m.clock.when(since).UnixMilli()) - margin
	}
	var id string
	read, err := m.back(ctx, p.Place.Room, pages, perPage, func(page []entry, _ bool) bool {
		for _, e := range page {
			if at := made(e); at != 0 && at < from {
				return false
			}
			if e.post != nil && e.post.UserId == s.id && p.Key != "" && e.post.GetProp(propKey) == p.Key && e.post.GetProp(propDraft) == nil {
				id = e.id // the oldest is the first
			}
		}
		return true
	})
	if err != nil {
		var ce *connectors.Error
		if errors.As(err, &ce) {
			return "", false, &connectors.Error{Op: op, Reason: ce.Reason, After: ce.After, Err: ce.Err}
		}
		return "", false, &connectors.Error{Op: op, Reason: connectors.Temporary, Err: err}
	}
	if id == "" && !read && !since.IsZero() {
		return "", false, &connectors.Error{Op: op, Reason: connectors.Temporary, Err: errors.New("more was said since than is looked through")}
	}
	if id == "" {
		return "", false, nil
	}
	if err := m.settledBy(ctx, op, p.Place.Room, id); err != nil {
		return "", false, err
	}
	return connectors.MessageID(id), true, nil
}
