package slack

import (
	"cmp"
	"context"
	"net/url"
	"time"
)

// How many people and conversations are remembered, how many posts in doubt, how long asking
// for a name may take, and how many of those in one message are asked for, and how long.
const (
	mostNames    = 2000
	mostDoubts   = 1000
	nameFor      = 3 * time.Second
	mostMentions = 30
	mentionsFor  = 5 * time.Second
)

// person is what Slack shows of somebody.
type person struct {
	name string
	bot  bool
}

// person asks who somebody is, once. Whoever Slack does not tell of has no name, and is asked
// for again by the next process.
func (s *Slack) person(ctx context.Context, id string) person {
	if id == "" {
		return person{}
	}
	p, ok := s.met(id)
	if ok {
		return p
	}
	ctx, cancel := context.WithTimeout(ctx, nameFor)
	defer cancel()
	var said struct {
		User struct {
			Name    string `json:"name"`
			Real    string `json:"real_name"`
			Bot     bool   `json:"is_bot"`
			Profile struct {
				Display string `json:"display_name"`
			} `json:"profile"`
		} `json:"user"`
	}
	if _, err := s.call(ctx, "users.info", url.Values{"user": {id}}, &said); err == nil {
		p = person{name: cmp.Or(said.User.Profile.Display, said.User.Real, said.User.Name), bot: said.User.Bot}
	} else if saidCode(err) == "" {
		return person{} // Slack could not be asked
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.people.put(id, p)
	return p
}

// met is somebody who was asked for before.
func (s *Slack) met(id string) (p person, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, ok = s.people.at[id]
	return p, ok
}

// titled is what a conversation was called when that was last heard.
func (s *Slack) titled(room string) (t string, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t, ok = s.titles.at[room]
	return t, ok
}

// title is what people call a conversation: "#acme"; "" if it has no such name.
func (s *Slack) title(ctx context.Context, room string) string {
	t, ok := s.titled(room)
	if ok {
		return t
	}
	ctx, cancel := context.WithTimeout(ctx, nameFor)
	defer cancel()
	var said struct {
		Channel conversation `json:"channel"`
	}
	if _, err := s.call(ctx, "conversations.info", url.Values{"channel": {room}}, &said); err == nil {
		t = said.Channel.title()
	} else if saidCode(err) == "" {
		return "" // Slack could not be asked
	}
	s.entitle(room, t)
	return t
}

func (s *Slack) entitle(room, title string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.titles.put(room, title)
}
