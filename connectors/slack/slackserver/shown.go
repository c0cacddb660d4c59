package slackserver

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"citadel/connectors"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Shown is a post of the agent as people see it.
type Shown struct {
	TS, Thread   string
	Text         string // what is read: Markdown without its marks, a line for each block
	Markdown     string // what was sent
	Notification string // what a phone shows of it
	Buttons      []connectors.Button
	Pictures     []connectors.Picture
	Edited       string         // when; empty where it stands as it was sent
	Metadata     map[string]any // the payload of the message's metadata
	Reactions    []string       // names, of anybody
	Alarms       bool           // it calls everybody, or somebody by name
}

// Shown lists the agent's posts in a conversation, oldest first.
func (s *Server) Shown(where string) []Shown {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Shown
	for _, m := range s.rooms[where].messages {
		if m.user == Bot {
			out = append(out, s.shown(m))
		}
	}
	return out
}

// calls is what notifies people beyond the post itself, and what only looks like it: part of an address.
var calls = regexp.MustCompile(`<!(?:channel|here|everyone|subteam)|<@[UW]|(https?://[^\s@]+/|[\pL\pN])?@(?:channel|here|everyone)\b(\.\pL)?`)

// Alarms says whether what is sent would notify people beyond the post itself.
func Alarms(sent string) bool {
	for _, m := range calls.FindAllStringSubmatch(sent, -1) {
		if !strings.Contains(m[1], "/") && (m[1] == "" || m[2] == "") {
			return true
		}
	}
	return false
}

func (s *Server) shown(m *message) Shown {
	x := Shown{TS: m.ts, Thread: m.thread, Notification: unescape(m.text), Edited: m.edited, Alarms: Alarms(m.text)}
	var blocks []block
	if json.Unmarshal(m.blocks, &blocks) != nil || len(blocks) == 0 {
		x.Text, x.Markdown = x.Notification, m.text
	}
	for _, b := range blocks {
		switch b.Type {
		case "markdown":
			var md string
			if json.Unmarshal(b.Text, &md) == nil {
				x.Markdown = strings.TrimPrefix(x.Markdown+"\n\n"+md, "\n\n")
			}
			x.Alarms = x.Alarms || Alarms(md)
		case "image":
			u := s.uploads[b.SlackFile.ID]
			x.Pictures = append(x.Pictures, connectors.Picture{Name: u.name, MIME: u.mime, Alt: b.Alt, Data: u.data})
		}
	}
	if len(blocks) > 0 {
		x.Text = Read(x.Markdown)
	}
	for _, b := range buttons(m.blocks) {
		x.Buttons = append(x.Buttons, connectors.Button{Label: b.Text.Text, Token: b.Value})
	}
	for _, r := range m.reactions {
		x.Reactions = append(x.Reactions, r.name)
	}
	var meta struct {
		Payload map[string]any `json:"event_payload"`
	}
	if m.metadata != nil && json.Unmarshal(m.metadata, &meta) == nil {
		x.Metadata = meta.Payload
	}
	return x
}

// Reacted lists the names of the emoji that somebody put on a message.
func (s *Server) Reacted(who, where, ts string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var names []string
	if m, _ := s.rooms[where].find(ts); m != nil {
		for _, r := range m.reactions {
			if slices.Contains(r.users, who) {
				names = append(names, r.name)
			}
		}
	}
	return names
}

func unescape(t string) string {
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&").Replace(t)
}

// Read is what stands there once Markdown has been drawn: a line for each block.
func Read(markdown string) string {
	source := []byte(markdown)
	var b strings.Builder
	// The walk ends with what the function below returns, which is never an error.
	_ = ast.Walk(goldmark.DefaultParser().Parse(text.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Text:
			if entering {
				raw := n.Segment.Value(source)
				if n.Parent().Kind() != ast.KindCodeSpan {
					raw = util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(raw)))
				}
				b.Write(raw)
				if n.SoftLineBreak() || n.HardLineBreak() {
					b.WriteByte('\n')
				}
			}
		case *ast.CodeBlock, *ast.FencedCodeBlock, *ast.HTMLBlock:
			if entering {
				b.Write(n.Lines().Value(source))
			}
		case *ast.RawHTML:
			if entering {
				b.Write(n.Segments.Value(source))
			}
		case *ast.ListItem:
			if entering {
				b.WriteString(mark(n))
			}
		case *ast.AutoLink:
			if entering {
				b.Write(n.Label(source))
			}
		default:
			if !entering && n.Type() == ast.TypeBlock && b.Len() > 0 && !strings.HasSuffix(b.String(), "\n") {
				b.WriteByte('\n')
			}
		}
		return ast.WalkContinue, nil
	})
	return strings.TrimRight(b.String(), "\n")
}

// mark stands before an item of a list.
func mark(n *ast.ListItem) string {
	list, ok := n.Parent().(*ast.List)
	if !ok || !list.IsOrdered() {
		return "• "
	}
	number := list.Start
	for before := n.PreviousSibling(); before != nil; before = before.PreviousSibling() {
		number++
	}
	return fmt.Sprintf("%d. ", number)
}
