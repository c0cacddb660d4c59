package slack

import (
	"context"
	"net/url"
	"strings"

	"citadel/connectors"
)

// slash translates a slash command into a message with the words behind it. It has no
// timestamp: only the agent sees it.
func (s *Slack) slash(ctx context.Context, me *self, c *command) ([]reading, error) {
	if !isID(c.Channel) || !isID(c.User) || c.Trigger == "" || len(c.Trigger) > 200 {
		return nil, errShape
	}
	w := s.answerable(ctx, c)
	said := s.words(ctx, me)
	e := connectors.Event{
		Key: me.team + "/command/" + c.Trigger, Kind: connectors.Message, At: s.Now(), Place: w.place(me, "", ""), Direct: w.direct,
		From: s.somebody(ctx, me, c.User, c.Team), Message: connectors.MessageID("command/" + c.Trigger), Fleeting: true,
		Text: strings.TrimSpace(said.unaddressed(said.mrkdwn(c.Text, 0))), Addressed: true,
	}
	if e.From.Account != me.team {
		e.Via = "workspace " + e.From.Account
	}
	if !w.direct && c.Name != "" && c.Name != "privategroup" {
		e.Title = "#" + c.Name
	}
	return []reading{{event: &e, at: e.At}}, nil
}

// answerable is where a slash command is answered. It can be given anywhere, also where the
// agent is not and can say nothing: in a direct conversation of two others, in a channel it
// was not invited to. What was given there is taken as said in the agent's own conversation
// with that person. Where Slack cannot be asked, it is taken as said where it was.
func (s *Slack) answerable(ctx context.Context, c *command) where {
	there := where{room: c.Channel, direct: isDirect(c.Channel, "")}
	ctx, cancel := context.WithTimeout(ctx, nameFor)
	defer cancel()
	var said struct {
		Channel conversation `json:"channel"`
	}
	_, err := s.call(ctx, "conversations.info", url.Values{"channel": {c.Channel}}, &said)
	if err == nil && (said.Channel.Direct || said.Channel.Several || said.Channel.Member) {
		return there
	}
	if err != nil && saidCode(err) == "" {
		return there
	}
	said.Channel = conversation{}
	if _, err := s.call(ctx, "conversations.open", url.Values{"users": {c.User}}, &said); err != nil || !isID(said.Channel.ID) {
		return there
	}
	return where{room: said.Channel.ID, direct: true}
}
