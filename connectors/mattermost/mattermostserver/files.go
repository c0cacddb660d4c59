package mattermostserver

import (
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mattermost/mattermost/server/public/model"
)

// upload is POST files: a form, or the bytes with the rest in the query.
func (s *Server) upload(c call) (any, error) {
	room, name, data := c.URL.Query().Get("channel_id"), c.URL.Query().Get("filename"), c.body
	if kind, params, err := mime.ParseMediaType(c.Header.Get("Content-Type")); err == nil && kind == "multipart/form-data" {
		form := multipart.NewReader(bytes.NewReader(c.body), params["boundary"])
		for {
			part, err := form.NextPart()
			if err != nil {
				break
			}
			body, err := io.ReadAll(part)
			if err != nil {
				return nil, refuse(http.StatusBadRequest, "api.file.upload_file.read_form_value.app_error")
			}
			if part.FormName() == "channel_id" {
				room = string(body)
			} else if part.FileName() != "" {
				name, data = part.FileName(), body
			}
		}
	}
	if _, err := s.room(room, c.user); err != nil {
		return nil, err
	}
	f := s.keep(c.user, room, name, data)
	return model.FileUploadResponse{FileInfos: []*model.FileInfo{&f.FileInfo}, ClientIds: []string{}}, nil
}

// keep stores a file that no post has yet. The caller holds mu.
func (s *Server) keep(user, room, name string, data []byte) *file {
	kind := mime.TypeByExtension(filepath.Ext(name))
	f := &file{data: bytes.Clone(data), FileInfo: model.FileInfo{
		Id: model.NewId(), CreatorId: user, ChannelId: room, Name: name, Size: int64(len(data)), CreateAt: s.millis(),
		MimeType: kind, Extension: strings.TrimPrefix(filepath.Ext(name), "."),
	}}
	s.files[f.Id] = f
	return f
}

func (s *Server) download(w http.ResponseWriter, r *http.Request) {
	if _, answered := s.disturb(w, r); answered {
		return
	}
	s.mu.Lock()
	user, known := s.tokens[token(r)]
	f := s.files[r.PathValue("file")]
	var err error
	switch {
	case !known:
		err = errExpired
	case f == nil:
		err = refuse(http.StatusNotFound, "app.file_info.get.app_error")
	default:
		_, err = s.room(f.ChannelId, user)
	}
	s.mu.Unlock()
	if err != nil {
		fail(w, err)
		return
	}
	w.Header().Set(model.HeaderVersionId, version)
	w.Header().Set("Content-Type", f.MimeType)
	_, _ = w.Write(f.data) // whoever asked may have gone
}

func (s *Server) fileInfos(c call) (any, error) {
	p, err := s.visible(c.PathValue("post"), c.user)
	if err != nil {
		return nil, err
	}
	out := []*model.FileInfo{}
	for _, id := range p.FileIds {
		out = append(out, &s.files[id].FileInfo)
	}
	return out, nil
}

func (s *Server) reactions(c call) (any, error) {
	if _, err := s.visible(c.PathValue("post"), c.user); err != nil {
		return nil, err
	}
	return append([]*model.Reaction{}, s.reacts[c.PathValue("post")]...), nil
}

func (s *Server) react(c call) (any, error) {
	var r model.Reaction
	if err := c.into(&r); err != nil {
		return nil, err
	}
	if r.UserId != c.user {
		return nil, errForbidden
	}
	return s.puts(r)
}

// puts puts an emoji on a post; once more is told once more. The caller holds mu.
func (s *Server) puts(r model.Reaction) (*model.Reaction, error) {
	p, err := s.visible(r.PostId, r.UserId)
	if err != nil {
		return nil, err
	}
	if !model.IsSystemEmojiName(r.EmojiName) {
		return nil, refuse(http.StatusNotFound, "app.emoji.get_by_name.no_result")
	}
	r.CreateAt, r.ChannelId = s.millis(), p.ChannelId
	same := func(o *model.Reaction) bool { return o.UserId == r.UserId && o.EmojiName == r.EmojiName }
	if !slices.ContainsFunc(s.reacts[p.Id], same) {
		s.reacts[p.Id] = append(slices.Clone(s.reacts[p.Id]), &r)
	}
	p.UpdateAt = r.CreateAt
	s.publishReaction("reaction_added", p.ChannelId, r)
	return &r, nil
}

func (s *Server) unreact(c call) (any, error) {
	if c.id("user") != c.user {
		return nil, errForbidden
	}
	return status{"OK"}, s.take(c.PathValue("post"), c.user, c.PathValue("emoji"))
}

// take takes an emoji off a post. The caller holds mu.
func (s *Server) take(post, user, emoji string) error {
	p, err := s.visible(post, user)
	if err != nil {
		return err
	}
	s.reacts[post] = slices.DeleteFunc(slices.Clone(s.reacts[post]), func(o *model.Reaction) bool {
		return o.UserId == user && o.EmojiName == emoji
	})
	p.UpdateAt = s.millis()
	s.publishReaction("reaction_removed", p.ChannelId, model.Reaction{UserId: user, PostId: post, EmojiName: emoji})
	return nil
}

// Late tells everybody that somebody put an emoji on a post, as a message does that was on its way when it was taken off.
func (s *Server) Late(post, user, emoji string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.publishReaction("reaction_added", s.posts[post].ChannelId, model.Reaction{UserId: user, PostId: post, EmojiName: emoji, CreateAt: s.millis()})
}

func (s *Server) publishReaction(event, room string, r model.Reaction) {
	body, err := json.Marshal(r)
	if err != nil {
		return
	}
	s.publish(room, "", event, map[string]any{"reaction": string(body)})
}
