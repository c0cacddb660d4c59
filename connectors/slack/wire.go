package slack

import (
	"encoding/json"
	"strings"
)

// What Slack sends, as far as it matters here. Only what has to be there has a strict
// type: a field of another shape than expected elsewhere must not make words unreadable.

// envelope is a frame of Socket Mode.
type envelope struct {
	ID      string          `json:"envelope_id"`
	Type    string          `json:"type"`
	Payload json.RawMessage `json:"payload"`
}

// callback is an event of the Events API.
type callback struct {
	Team  string          `json:"team_id"`
	ID    string          `json:"event_id"`
	Time  int64           `json:"event_time"`
	Event json.RawMessage `json:"event"`
}

// happening is any event: a message, a change of one, a reaction.
type happening struct {
	message
	Channel  string          `json:"channel"`
	ChanType string          `json:"channel_type"`
	EventTS  string          `json:"event_ts"`
	Deleted  string          `json:"deleted_ts"`
	Message  *message        `json:"message"`
	Previous *message        `json:"previous_message"`
	Reaction string          `json:"reaction"`
	Item     json.RawMessage `json:"item"`
}

// signature is whose something is.
type signature struct {
	User       string `json:"user"`
	Bot        string `json:"bot_id"`
	App        string `json:"app_id"`
	Team       string `json:"team"`
	UserTeam   string `json:"user_team"`
	SourceTeam string `json:"source_team"`
}

// message is one that somebody said.
type message struct {
	signature
	Type        string          `json:"type"`
	Subtype     string          `json:"subtype"`
	TS          string          `json:"ts"`
	Thread      string          `json:"thread_ts"`
	Username    string          `json:"username"`
	Text        string          `json:"text"`
	Blocks      json.RawMessage `json:"blocks"`
	Attachments json.RawMessage `json:"attachments"`
	Files       json.RawMessage `json:"files"`
	Edited      *struct {
		TS string `json:"ts"`
	} `json:"edited"`
	Reactions   json.RawMessage `json:"reactions"`
	Replies     int             `json:"reply_count"`
	LatestReply string          `json:"latest_reply"`
	Metadata    json.RawMessage `json:"metadata"`
}

// item is what a reaction is on.
type item struct {
	Type    string `json:"type"`
	Channel string `json:"channel"`
	TS      string `json:"ts"`
}

// standing is one emoji on a message, and whose.
type standing struct {
	Name  string   `json:"name"`
	Users []string `json:"users"`
	Count int      `json:"count"`
}

// attachment is what hangs below a message; those that are shared were said elsewhere.
type attachment struct {
	Share   bool            `json:"is_share"`
	Author  string          `json:"author_name"`
	Channel string          `json:"channel_name"`
	From    string          `json:"from_url"`
	Text    string          `json:"text"`
	Files   json.RawMessage `json:"files"`
}

// file is one that came with a message.
type file struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Title    string `json:"title"`
	MIME     string `json:"mimetype"`
	Size     int64  `json:"size"`
	Mode     string `json:"mode"`
	Subtype  string `json:"subtype"`
	Display  string `json:"media_display_type"`
	Millis   int    `json:"duration_ms"`
	Private  string `json:"url_private"`
	Download string `json:"url_private_download"`
}

// pressed is an interaction.
type pressed struct {
	Type string `json:"type"`
	User struct {
		ID   string `json:"id"`
		Team string `json:"team_id"`
	} `json:"user"`
	Channel struct {
		ID string `json:"id"`
	} `json:"channel"`
	Container struct {
		TS      string `json:"message_ts"`
		Channel string `json:"channel_id"`
		Thread  string `json:"thread_ts"`
	} `json:"container"`
	Message struct {
		Thread string `json:"thread_ts"`
	} `json:"message"`
	Actions []struct {
		Type  string `json:"type"`
		ID    string `json:"action_id"`
		Value string `json:"value"`
		TS    string `json:"action_ts"`
	} `json:"actions"`
}

// command is a slash command.
type command struct {
	Command string `json:"command"`
	Text    string `json:"text"`
	User    string `json:"user_id"`
	Team    string `json:"team_id"`
	Channel string `json:"channel_id"`
	Name    string `json:"channel_name"`
	Trigger string `json:"trigger_id"`
}

// conversation is one that the agent is in.
type conversation struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	User    string `json:"user"`
	Direct  bool   `json:"is_im"`
	Several bool   `json:"is_mpim"`
	Private bool   `json:"is_private"`
	Member  bool   `json:"is_member"` // whether the agent is in a channel
}

// said is the event that tells of what is said there.
func (c conversation) said() string {
	switch {
	case c.Direct:
		return "message.im"
	case c.Several:
		return "message.mpim"
	case c.Private:
		return "message.groups"
	}
	return "message.channels"
}

// title is what people call it.
func (c conversation) title() string {
	if c.Direct || c.Several || c.Name == "" {
		return ""
	}
	return "#" + c.Name
}

// isID says whether a string can be an id of Slack's: it goes into keys and cursors.
func isID(id string) bool {
	return id != "" && len(id) <= 64 && strings.Trim(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789") == ""
}

// isDirect says whether a conversation is one of two: by what Slack calls it or, where
// it does not, by its id.
func isDirect(room, kind string) bool {
	if kind != "" {
		return kind == "im"
	}
	return strings.HasPrefix(room, "D")
}

// loose decodes what may be of any shape: what it is not stays empty.
func loose[T any](raw json.RawMessage) (v T) {
	if len(raw) == 0 || json.Unmarshal(raw, &v) != nil {
		var none T
		return none
	}
	return v
}

// each decodes the elements of a list one by one, and leaves out those of another shape.
func each[T any](raw json.RawMessage) []T {
	var out []T
	for _, e := range loose[[]json.RawMessage](raw) {
		var v T
		if json.Unmarshal(e, &v) == nil {
			out = append(out, v)
		}
	}
	return out
}
