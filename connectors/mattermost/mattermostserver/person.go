package mattermostserver

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/mattermost/mattermost/server/public/model"
)

// Person is a user of the server: what they do is done at once.
type Person struct {
	ID   string
	Name string
	s    *Server
}

// AddPerson makes a user. A name that there is gives the one who has it.
func (s *Server) AddPerson(name string) *Person { return s.addUser(name, false) }

// AddBot makes the account of another program.
func (s *Server) AddBot(name string) *Person { return s.addUser(name, true) }

func (s *Server) addUser(name string, bot bool) *Person {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, u := range s.users {
		if u.Username == name {
			return &Person{u.Id, name, s}
		}
	}
	u := &model.User{Id: model.NewId(), Username: name, FirstName: strings.ToUpper(name[:1]) + name[1:], IsBot: bot, Roles: "system_user"}
	s.users[u.Id] = u
	return &Person{u.Id, name, s}
}

// AddChannel makes a room of people, the agent included, and returns its id.
func (s *Server) AddChannel(name string, private bool, people ...*Person) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	kind := model.ChannelTypeOpen
	if private {
		kind = model.ChannelTypePrivate
	}
	members := []string{s.agent.Id}
	for _, p := range people {
		members = append(members, p.ID)
	}
	return s.open(model.Channel{Type: kind, Name: name, DisplayName: strings.ToUpper(name[:1]) + name[1:]}, members...).Id
}

// Invite adds the agent to a room, or takes it out of it.
func (p *Person) Invite(room string, in bool) {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	c, agent := p.s.channels[room], p.s.agent.Id
	kind := "system_add_to_channel"
	if in {
		c.members = append(c.members, agent)
	} else {
		c.members = slices.DeleteFunc(c.members, func(m string) bool { return m == agent })
		kind = "system_remove_from_channel"
	}
	at := p.s.millis()
	post := &model.Post{
		Id: model.NewId(), CreateAt: at, UpdateAt: at, UserId: p.ID, ChannelId: room, Type: kind,
		Message: "citadel added to the channel by " + p.Name + ".",
	}
	post.AddProp(model.PostPropsAddedUserId, agent)
	p.s.put(c, post)
}

// DM is the room of this person and the agent alone.
func (p *Person) DM() string {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	return p.s.direct(p.s.agent.Id, p.ID).Id
}

// Say says something to the agent alone, and returns the post's id.
func (p *Person) Say(text string) string {
	return must(p.Post(&model.Post{ChannelId: p.DM(), Message: text}))
}

// SayIn says something in a room and, unless root is empty, in a thread of it, with files.
func (p *Person) SayIn(room, root, text string, files ...string) string {
	return must(p.Post(&model.Post{ChannelId: room, RootId: root, Message: text, FileIds: files}))
}

// Post posts as it is, with whatever props and type; it may be refused.
func (p *Person) Post(post *model.Post) (string, error) {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	made, err := p.s.add(post, p.ID)
	if err != nil {
		return "", err
	}
	return made.Id, nil
}

// must is for what a person can only do wrong by a mistake in a test.
func must(id string, err error) string {
	if err != nil {
		panic("mattermostserver: " + err.Error())
	}
	return id
}

// Upload stores a file for a post of this person's.
func (p *Person) Upload(room, name string, data []byte) string {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	return p.s.keep(p.ID, room, name, data).Id
}

// Edit changes a post of this person's.
func (p *Person) Edit(post, text string) {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	if _, err := p.s.edit(p.s.posts[post], model.PostPatch{Message: &text}); err != nil {
		panic("mattermostserver: " + err.Error())
	}
}

// Exchange changes a post of this person's, which holds these files from then on and no others.
func (p *Person) Exchange(post, text string, files ...string) {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	if _, err := p.s.edit(p.s.posts[post], model.PostPatch{Message: &text, FileIds: (*model.StringArray)(&files)}); err != nil {
		panic("mattermostserver: " + err.Error())
	}
}

// EditTwice changes a post of this person's twice, with between in the middle, and tells of the second edit first, as
// nodes of a cluster may.
func (p *Person) EditTwice(post, first, second string, between func()) {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	for i, text := range []string{first, second} {
		if i > 0 {
			between()
		}
		if _, err := p.s.edit(p.s.posts[post], model.PostPatch{Message: &text}); err != nil {
			panic("mattermostserver: " + err.Error())
		}
	}
	for _, l := range p.s.lines {
		if n := len(l.wait); n > 1 { // nobody takes any of them meanwhile
			l.wait[n-1], l.wait[n-2] = l.wait[n-2], l.wait[n-1]
		}
	}
}

// Delete takes back a post: this person's, or as an administrator anybody's.
func (p *Person) Delete(post string) {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	if q := p.s.posts[post]; q != nil && q.DeleteAt == 0 {
		p.s.unsay(q, p.ID)
	}
}

// React puts an emoji, by its name, on a post.
func (p *Person) React(post, emoji string) error {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	_, err := p.s.puts(model.Reaction{UserId: p.ID, PostId: post, EmojiName: emoji})
	return err
}

// Unreact takes it off.
func (p *Person) Unreact(post, emoji string) error {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	return p.s.take(post, p.ID, emoji)
}

// Press presses a button by what it says, and returns what the person is told, or an error
// where the agent could not be reached or did not take it.
func (p *Person) Press(ctx context.Context, post, label string) (string, error) {
	p.s.mu.Lock()
	shown := p.s.posts[post]
	var id string
	if shown != nil && shown.DeleteAt == 0 {
		for _, b := range buttons(shown) {
			if b.Label == label {
				id = b.ID
			}
		}
	}
	to := p.s.actions[post+"/"+id]
	p.s.mu.Unlock()
	if to == nil || strings.Trim(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") != "" {
		return "", errNotFound // also of an id with a hyphen
	}
	body, err := json.Marshal(model.PostActionIntegrationRequest{
		UserId: p.ID, UserName: p.Name, ChannelId: shown.ChannelId, TeamId: teamID, PostId: post,
		TriggerId: model.NewId(), Type: "button", Context: to.Context,
	})
	if err != nil {
		return "", err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, to.URL, bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	r.Header.Set("User-Agent", "Mattermost-Bot/1.1")
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.Do(r)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	if err != nil {
		return "", err
	}
	var out model.PostActionIntegrationResponse
	if resp.StatusCode != http.StatusOK || json.Unmarshal(answer, &out) != nil {
		return "", fmt.Errorf("the agent answered %d", resp.StatusCode)
	}
	return out.EphemeralText, nil
}

// Button is one under a post.
type Button struct{ ID, Label string }

// Shown is a post of the agent's as people see it.
type Shown struct {
	ID      string
	Root    string
	Text    string // Markdown, as sent
	Edited  bool
	Files   []string // their names
	Buttons []Button
	Emojis  []string // names, of the agent's own reactions
	Key     string
	Draft   string // whose draft it is; empty for a post
}

// Shown is the agent's posts in a room, in order. Deleted ones are not among them.
func (s *Server) Shown(room string) []Shown {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Shown
	for _, p := range s.channels[room].posts {
		if p.UserId != s.agent.Id || p.DeleteAt != 0 {
			continue
		}
		v := Shown{ID: p.Id, Root: p.RootId, Text: p.Message, Edited: p.EditAt > 0, Buttons: buttons(p)}
		for _, id := range p.FileIds {
			v.Files = append(v.Files, s.files[id].Name)
		}
		v.Key, _ = p.GetProp("citadel_key").(string)
		v.Draft, _ = p.GetProp("citadel_draft").(string)
		out = append(out, v)
	}
	return out
}

// Reactions is the emoji names that somebody has on a post.
func (s *Server) Reactions(post, user string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []string
	for _, r := range s.reacts[post] {
		if r.UserId == user {
			out = append(out, r.EmojiName)
		}
	}
	return out
}

// keepActions takes the addresses out of the buttons of a post, as they are for the server
// alone. The caller holds mu.
func (s *Server) keepActions(post string, props map[string]any) map[string]any {
	out := map[string]any{}
	for k, v := range props {
		out[k] = v
	}
	for k := range s.actions {
		if strings.HasPrefix(k, post+"/") {
			delete(s.actions, k)
		}
	}
	var attachments []*model.MessageAttachment
	body, err := json.Marshal(out["attachments"])
	if err != nil || out["attachments"] == nil || json.Unmarshal(body, &attachments) != nil {
		return out
	}
	for _, a := range attachments {
		for _, action := range a.Actions {
			s.actions[post+"/"+action.Id] = action.Integration
			action.Integration = nil
		}
	}
	out["attachments"] = attachments
	return out
}

func buttons(p *model.Post) []Button {
	var out []Button
	attachments, _ := p.GetProp("attachments").([]*model.MessageAttachment)
	for _, a := range attachments {
		for _, action := range a.Actions {
			out = append(out, Button{action.Id, action.Name})
		}
	}
	return out
}
