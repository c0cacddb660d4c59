package slack

import (
	"context"
	"net/url"
	"strings"

	"citadel/connectors"
)

// What a person is shown below a slash command that is not answered where it was given. Only
// that person sees it, and it is the same for everybody: it tells nobody whose agent this is.
const (
	noteDirect    = "I'm not in this conversation. Look in our direct messages."
	noteNowhere   = "I'm not in this conversation, and Slack did not let me open our direct messages. I did nothing. Please write to me there."
	noteElsewhere = "I take no commands from another workspace. I haven't kept this one."
)

// slash translates a slash command into a message with the words behind it. It has no
// timestamp: only the agent sees it. One that cannot be answered anywhere, and one from
// another workspace, whose people have ids of their own, or from one that is not named, is
// acknowledged and no more, and whoever gave it is told so.
func (s *Slack) slash(ctx context.Context, me *self, c *command) ([]reading, error) {
	if !isID(c.Channel) || !isID(c.User) || c.Trigger == "" || len(c.Trigger) > 200 {
		return nil, errShape
	}
	if c.Team != me.team {
		return []reading{{at: s.Now(), note: noteElsewhere}}, nil
	}
	w, ok := s.answerable(ctx, c)
	if !ok {
		return []reading{{at: s.Now(), note: noteNowhere}}, nil
	}
	said := s.words(ctx, me, w, c.User)
	e := connectors.Event{
		Key: me.team + "/command/" + c.Trigger, Kind: connectors.Message, At: s.Now(), Place: w.place(me, "", ""), Direct: w.direct,
		From: s.somebody(ctx, me, w, c.User, c.Team), Message: connectors.MessageID("command/" + c.Trigger), Fleeting: true,
		Text: strings.TrimSpace(said.unaddressed(said.mrkdwn(c.Text, 0))), Addressed: true,
	}
	if !w.direct && c.Name != "" && c.Name != "privategroup" {
		e.Title = "#" + c.Name
	}
	r := reading{event: &e, at: e.At}
	if w.room != c.Channel {
		r.note = noteDirect
	}
	return []reading{r}, nil
}

// answerable is where a slash command is answered. It can be given anywhere, also where the
// agent is not and can say nothing: in a direct conversation of two others, in a channel it
// was not invited to. What was given there is taken as said in the agent's own conversation
// with that person; ok is false where that cannot be opened either. Nothing is ever taken as
// said where nobody knows that the agent is: the account would count as reached there.
func (s *Slack) answerable(ctx context.Context, c *command) (w where, ok bool) {
	ctx, cancel := context.WithTimeout(ctx, nameFor)
	defer cancel()
	var said struct {
		Channel conversation `json:"channel"`
	}
	_, err := s.call(ctx, "conversations.info", url.Values{"channel": {c.Channel}}, &said)
	if err == nil && (said.Channel.Direct || said.Channel.Several || said.Channel.Member) {
		return where{room: c.Channel, direct: isDirect(c.Channel, "")}, true
	}
	said.Channel = conversation{}
	if _, err := s.call(ctx, "conversations.open", url.Values{"users": {c.User}}, &said); err != nil || !isID(said.Channel.ID) {
		return where{}, false
	}
	return where{room: said.Channel.ID, direct: true}, true
}
