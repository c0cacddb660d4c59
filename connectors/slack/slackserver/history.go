package slackserver

import (
	"slices"
	"strconv"
	"strings"
)

// within says whether a timestamp lies in what a call asks for.
func within(ts string, v func(string) string) bool {
	inclusive := v("inclusive") == "1" || v("inclusive") == "true"
	if oldest := v("oldest"); oldest != "" && oldest != "0" && (ts < oldest || ts == oldest && !inclusive) {
		return false
	}
	if latest := v("latest"); latest != "" && (ts > latest || ts == latest && !inclusive) {
		return false
	}
	return true
}

func limit(v func(string) string, otherwise int) int {
	n, err := strconv.Atoi(v("limit"))
	if err != nil || n <= 0 || n > 999 {
		return otherwise
	}
	return n
}

// history lists what stands in a room, newest first.
func (s *Server) history(v func(string) string) (map[string]any, string) {
	r, code := s.room(v)
	if code != "" {
		return nil, code
	}
	if !s.may(map[kind]string{direct: "im:history", public: "channels:history", closed: "groups:history"}[r.kind]) {
		return nil, "missing_scope"
	}
	most, metadata := limit(v, 100), v("include_all_metadata") == "1"
	messages := []any{}
	more, last := false, ""
	for _, m := range slices.Backward(r.messages) {
		if v("cursor") != "" && m.ts >= v("cursor") || !m.top() || !within(m.ts, v) {
			continue
		}
		if len(messages) == most {
			more = true
			break
		}
		messages = append(messages, s.recorded(r, m, metadata))
		last = m.ts
	}
	return paged(messages, more, last), ""
}

// thread lists a thread, oldest first; its root is there whatever is asked for.
func (s *Server) thread(v func(string) string) (map[string]any, string) {
	r, code := s.room(v)
	if code != "" {
		return nil, code
	}
	root, _ := r.find(v("ts"))
	if root == nil {
		return nil, "thread_not_found"
	}
	if root.thread != "" && root.thread != root.ts {
		return paged([]any{s.recorded(r, root, true)}, false, ""), ""
	}
	most, metadata := limit(v, 1000), v("include_all_metadata") == "1"
	messages := []any{s.recorded(r, root, metadata)}
	more, last := false, ""
	for _, m := range r.replies(root.ts) {
		if v("cursor") != "" && m.ts <= v("cursor") || !within(m.ts, v) {
			continue
		}
		if len(messages) == most {
			more = true
			break
		}
		messages = append(messages, s.recorded(r, m, metadata))
		last = m.ts
	}
	return paged(messages, more, last), ""
}

func paged(messages []any, more bool, last string) map[string]any {
	next := ""
	if more {
		next = last
	}
	return map[string]any{"messages": messages, "has_more": more, "response_metadata": map[string]any{"next_cursor": next}}
}

func (r *room) described() map[string]any {
	f := map[string]any{"id": r.id, "is_im": r.kind == direct, "is_channel": r.kind == public, "is_group": r.kind == closed, "is_private": r.kind == closed, "is_member": true}
	if r.kind == direct {
		f["user"] = r.members[0]
	} else {
		f["name"] = r.name
	}
	return f
}

func (s *Server) info(v func(string) string) (map[string]any, string) {
	r, code := s.room(v)
	if code != "" {
		return nil, code
	}
	return map[string]any{"channel": r.described()}, ""
}

func (s *Server) openDirect(v func(string) string) (map[string]any, string) {
	for _, id := range s.order {
		if r := s.rooms[id]; r.kind == direct && r.members[0] == v("users") {
			return map[string]any{"no_op": true, "already_open": true, "channel": r.described()}, ""
		}
	}
	return nil, "user_not_found"
}

// conversations lists those that the agent is in.
func (s *Server) conversations(v func(string) string) (map[string]any, string) {
	types := map[string]kind{"im": direct, "public_channel": public, "private_channel": closed, "mpim": "mpim"}
	need := map[kind]string{direct: "im:read", public: "channels:read", closed: "groups:read", "mpim": "mpim:read"}
	var wanted []kind
	asked := v("types")
	if asked == "" {
		asked = "public_channel"
	}
	for t := range strings.SplitSeq(asked, ",") {
		k, ok := types[t]
		if !ok {
			return nil, "invalid_types"
		}
		if !s.may(need[k]) {
			return nil, "missing_scope"
		}
		wanted = append(wanted, k)
	}
	from, most := 0, limit(v, 100)
	if c := v("cursor"); c != "" {
		n, err := strconv.Atoi(c)
		if err != nil {
			return nil, "invalid_cursor"
		}
		from = n
	}
	channels := []any{}
	next := ""
	for i, id := range s.order {
		r := s.rooms[id]
		if i < from || !slices.Contains(wanted, r.kind) || !slices.Contains(r.members, Bot) {
			continue
		}
		if len(channels) == most {
			next = strconv.Itoa(i)
			break
		}
		channels = append(channels, r.described())
	}
	return map[string]any{"channels": channels, "response_metadata": map[string]any{"next_cursor": next}}, ""
}

func (s *Server) userInfo(v func(string) string) (map[string]any, string) {
	u := s.users[v("user")]
	if u == nil {
		return nil, "user_not_found"
	}
	return map[string]any{"user": map[string]any{
		"id": u.id, "team_id": Team, "name": strings.ToLower(u.name), "real_name": u.name, "is_bot": u.bot, "tz": "Australia/Melbourne",
		"profile": map[string]any{"display_name": u.name, "real_name": u.name},
	}}, ""
}
