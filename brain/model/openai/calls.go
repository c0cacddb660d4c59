package openai

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	sdk "github.com/openai/openai-go/v3"

	"citadel/brain/model"
)

// mostCalls bounds the calls of one answer.
const mostCalls = 256

var (
	errUnnamed = errors.New("a call without the name of a tool")
	errCalls   = errors.New("too many calls")
)

// calling puts calls together from their pieces.
type calling struct {
	all []*pending
	by  map[int64]*pending // by the index that the server gives
}

// pending is a call that is still coming.
type pending struct {
	id, tool string
	args     strings.Builder
	extra    json.RawMessage
}

// complete holds for a call to which nothing can be added.
func (p *pending) complete() bool { return p.tool != "" && json.Valid([]byte(p.args.String())) }

// add takes a piece of a call, the at-th of its event.
func (c *calling) add(d sdk.ChatCompletionChunkChoiceDeltaToolCall, at int) error {
	name, args := valid(d.Function.Name), valid(d.Function.Arguments)
	if raw := d.Function.JSON.Arguments.Raw(); strings.HasPrefix(raw, "{") {
		args = raw // an object instead of its text
	}
	p := c.find(d, at, name, args)
	if p == nil {
		if len(c.all) == mostCalls {
			return errCalls
		}
		p = &pending{}
		c.all = append(c.all, p)
	}
	if d.JSON.Index.Valid() {
		if c.by == nil {
			c.by = make(map[int64]*pending)
		}
		c.by[d.Index] = p
	}
	if p.id == "" {
		p.id = valid(d.ID)
	}
	if p.tool == "" || p.tool != name && p.args.Len() == 0 {
		p.tool += name // which may come in pieces, or again and again
	}
	p.args.WriteString(args)
	if raw := d.JSON.ExtraFields["extra_content"].Raw(); said(json.RawMessage(raw)) {
		p.extra = json.RawMessage(bytes.Clone([]byte(raw)))
	}
	return nil
}

// find is the call that a piece belongs to; nil is a new one. By the protocol every piece
// has an index, and the first an ID. Local servers leave out either, or give all calls the
// index 0.
func (c *calling) find(d sdk.ChatCompletionChunkChoiceDeltaToolCall, at int, name, args string) *pending {
	var p *pending
	switch {
	case d.JSON.Index.Valid():
		p = c.by[d.Index]
	case d.ID != "":
		if i := slices.IndexFunc(c.all, func(q *pending) bool { return q.id == d.ID }); i >= 0 {
			return c.all[i]
		}
		return nil
	case at > 0 && name != "":
		return nil
	case len(c.all) > 0:
		if p = c.all[len(c.all)-1]; name != "" && p.tool != "" && name != p.tool {
			return nil
		}
	}
	if p == nil || d.ID != "" && p.id != "" && d.ID != p.id || name != "" && args != "" && p.complete() {
		return nil
	}
	return p
}

// named are the calls, each with an ID that no other has. Missing ones are made up.
func (c *calling) named(taken map[string]bool) []model.Call {
	var out []model.Call
	next := len(taken)
	for _, p := range c.all {
		id := p.id
		for id == "" || taken[id] {
			next++
			id = fmt.Sprintf("call_%d", next)
		}
		taken[id] = true
		out = append(out, model.Call{ID: id, Tool: p.tool, Args: json.RawMessage(p.args.String())})
	}
	return out
}

// taken are the IDs of the calls that were made so far.
func taken(messages []model.Message) map[string]bool {
	ids := make(map[string]bool)
	for _, m := range messages {
		for _, p := range m.Parts {
			if p.Call != nil {
				ids[p.Call.ID] = true
			}
		}
	}
	return ids
}
