package slack

import (
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"citadel/connectors"
)

// asking makes a call that reads until it is answered, or refused by Slack itself with a word
// that is known to stay. All else is Temporary: nothing was read by it.
func (h *hearing) asking(ctx context.Context, method string, values url.Values, into any) (time.Time, error) {
	pause := time.Second / 4
	for try := 1; ; try++ {
		date, err := h.slack.call(ctx, method, values, into)
		if err == nil {
			return date, nil
		}
		if ctx.Err() != nil {
			return date, ctx.Err()
		}
		e := failed("catch up", true, err)
		switch {
		case firm(saidCode(err)):
			return date, e
		case e.Reason == connectors.RateLimited:
			pause = max(pause, e.After)
		}
		if try >= h.tries {
			if e.Reason != connectors.RateLimited {
				e.Reason = connectors.Temporary // it only reads
			}
			return date, e
		}
		if err := connectors.Wait(ctx, pause); err != nil {
			return date, err
		}
		pause = min(2*pause, 10*time.Second)
	}
}

// kinds are the conversations that can be listed and read with what the token may do.
func (me *self) kinds() string {
	if me.scopes == nil {
		return "im"
	}
	var kinds []string
	for _, k := range []struct{ kind, prefix string }{
		{"im", "im"}, {"public_channel", "channels"}, {"private_channel", "groups"}, {"mpim", "mpim"},
	} {
		if slices.Contains(me.scopes, k.prefix+":read") && slices.Contains(me.scopes, k.prefix+":history") {
			kinds = append(kinds, k.kind)
		}
	}
	return strings.Join(kinds, ",")
}

// talks lists the conversations that the agent is in and that matter, beside them the others, which are those of people
// whose words do not count, and says what time it is there. Where no direct one matters, nobody is known yet, and all
// do, up to some.
func (h *hearing) talks(ctx context.Context, me *self) (talks, others []conversation, now time.Time, err error) {
	now = h.slack.Now()
	kinds := me.kinds()
	if kinds == "" {
		return nil, nil, now, nil
	}
	cursor, direct, listed := "", false, 0
	for {
		var said struct {
			Channels []json.RawMessage `json:"channels"`
			Meta     struct {
				Next string `json:"next_cursor"`
			} `json:"response_metadata"`
		}
		values := url.Values{"types": {kinds}, "exclude_archived": {"true"}, "limit": {strconv.Itoa(pageOf)}}
		if cursor != "" {
			values.Set("cursor", cursor)
		}
		date, err := h.asking(ctx, "users.conversations", values, &said)
		if err != nil {
			return nil, nil, now, err
		}
		if cursor == "" {
			now = date
		}
		for _, raw := range said.Channels {
			c := loose[conversation](raw)
			switch {
			case !isID(c.ID):
				continue
			case c.Direct && !h.slack.heeds(me, c.User):
				others = append(others, c)
			default:
				direct = direct || c.Direct
				talks = append(talks, c)
				h.slack.entitle(c.ID, c.title())
			}
		}
		cursor, listed = said.Meta.Next, listed+len(said.Channels)
		if cursor != "" && listed < mostListed {
			continue
		}
		for _, c := range others { // one may be owed from before
			h.pos.paid([]string{c.ID})
		}
		if cursor != "" || !direct && len(others) > mostTalks {
			h.slack.Log.Warn("more conversations than are read", "connector", name, "listed", listed)
		}
		if !direct {
			talks, others = append(talks, others[:min(len(others), mostTalks)]...), nil
		}
		return talks, others, now, nil
	}
}

// page is one answer of history or replies.
type page struct {
	Messages []json.RawMessage `json:"messages"`
	More     bool              `json:"has_more"`
	Meta     struct {
		Next string `json:"next_cursor"`
	} `json:"response_metadata"`
}

// line is a message as it was read; msg is nil where it could not be.
type line struct {
	ts  stamp
	msg *message
	raw json.RawMessage
}

// lines decodes a page one by one: what is not a message at all is left out.
func (p page) lines() []line {
	var out []line
	for _, raw := range p.Messages {
		ts, ok := parseStamp(loose[struct {
			TS string `json:"ts"`
		}](raw).TS)
		if !ok {
			continue
		}
		l := line{ts: ts, raw: raw}
		var m message
		if json.Unmarshal(raw, &m) == nil {
			l.msg = &m
		}
		out = append(out, l)
	}
	return out
}
