package slack

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"citadel/connectors"

	api "github.com/slack-go/slack"
)

// self is who the bot token belongs to.
type self struct {
	team, title string // the workspace
	site        string // its address, with a slash at the end
	user, bot   string // the agent as a person and as an author
	name        string
	scopes      []string // what the token may do; nil if Slack did not say
}

// who asks once, and knows from then on.
func (s *Slack) who(ctx context.Context, op string) (*self, error) {
	s.setUp()
	s.mu.Lock()
	known := s.self
	s.mu.Unlock()
	if known != nil {
		return known, nil
	}
	return s.introduce(ctx, op)
}

func (s *Slack) introduce(ctx context.Context, op string) (*self, error) {
	var said *api.AuthTestResponse
	err := s.ask(ctx, op, func(ctx context.Context) (err error) {
		said, err = s.web.AuthTestContext(ctx)
		return err
	})
	if err != nil {
		// Nothing was changed by asking, so nothing can have arrived.
		e := failed(op, false, err)
		if e.Reason == connectors.Unknown {
			e.Reason = connectors.Temporary
		}
		return nil, e
	}
	me := &self{team: said.TeamID, title: said.Team, site: said.URL, user: said.UserID, bot: said.BotID, name: said.User}
	if me.team == "" || me.user == "" {
		return nil, &connectors.Error{Op: "slack: " + op, Reason: connectors.Temporary, Err: fmt.Errorf("auth.test named nobody")}
	}
	if !strings.HasSuffix(me.site, "/") {
		me.site += "/"
	}
	if values, ok := said.Header["X-Oauth-Scopes"]; ok {
		me.scopes = []string{}
		for scope := range strings.SplitSeq(strings.Join(values, ","), ",") {
			if scope = strings.TrimSpace(scope); scope != "" {
				me.scopes = append(me.scopes, scope)
			}
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.self = me
	return me, nil
}

// Identify asks whose the bot token is.
func (s *Slack) Identify(ctx context.Context) (connectors.Self, error) {
	me, err := s.who(ctx, "identify")
	if err != nil {
		return connectors.Self{}, err
	}
	title := me.title
	if u, err := url.Parse(me.site); err == nil && u.Host != "" {
		title = fmt.Sprintf("%s (%s)", me.title, u.Host)
	}
	return connectors.Self{
		Account: me.team, Title: title, ID: me.user, Name: "@" + me.name,
		Address: "slack://user?" + url.Values{"team": {me.team}, "id": {me.user}}.Encode(),
	}, nil
}

// Link is the permalink of a message.
func (s *Slack) Link(at connectors.Place, id connectors.MessageID) string {
	s.setUp()
	s.mu.Lock()
	me := s.self
	s.mu.Unlock()
	ts, ok := parseStamp(bare(id))
	if me == nil || !ok || at.Room == "" || at.Account != "" && at.Account != me.team {
		return ""
	}
	link := me.site + "archives/" + url.PathEscape(at.Room) + "/p" + strings.ReplaceAll(ts.String(), ".", "")
	if at.Thread != "" && at.Thread != ts.String() {
		link += "?" + url.Values{"thread_ts": {at.Thread}, "cid": {at.Room}}.Encode()
	}
	return link
}
