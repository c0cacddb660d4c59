package mcp

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"citadel/tools"
)

func TestPaths(t *testing.T) {
	v := object(t, `{"path":"/a","rows":[{"id":"x","n":2},{"id":"y"}],"grid":[[1,"b"],[2.5,true]]}`)
	for path, want := range map[string][]string{
		"path": {"/a"}, "rows.0.id": {"x"}, "rows.*.id": {"x", "y"}, "rows.*.n": {"2"}, "grid": {"1", "b", "2.5"},
		"rows.7.id": nil, "rows.x": nil, "none": nil, "path.a": nil, "rows.*.none": nil, "rows.0": {"x", "2"},
	} {
		found, _ := at(v, path)
		if got := leaves(found); !slices.Equal(got, want) {
			t.Errorf("%s: %q", path, got)
		}
	}
	f := filler{args: v, ref: "r7"}
	for text, want := range map[string]any{"$path": "/a", "plain": "plain", "$$x": "$x", "$ref": "r7", "json:5": 5.0, "$none": nil, "json:{": nil} {
		if got, found := f.fill(text); got != want || found != (want != nil) {
			t.Errorf("%s: %v, %v", text, got, found)
		}
	}
}

// board is a server over HTTP with cards on it.
type board struct {
	mu    sync.Mutex
	cards map[string]string
	loses bool // what is written
	keep  bool // what is deleted
	mute  bool // reading fails
}

func (b *board) serve(t *testing.T) Server {
	t.Helper()
	s := sdk.NewServer(&sdk.Implementation{Name: "board", Version: "1"}, nil)
	type card struct {
		ID   string `json:"id,omitempty"`
		Text string `json:"text,omitempty"`
	}
	add := func(name string, hints *sdk.ToolAnnotations, do func(card) (any, error)) {
		sdk.AddTool(s, &sdk.Tool{Name: name, Annotations: hints}, func(_ context.Context, _ *sdk.CallToolRequest, in card) (*sdk.CallToolResult, any, error) {
			b.mu.Lock()
			defer b.mu.Unlock()
			out, err := do(in)
			return nil, out, err
		})
	}
	add("card_add", nil, func(in card) (any, error) {
		if !b.loses {
			b.cards["c1"] = in.Text
		}
		return map[string]any{"card": card{ID: "c1"}}, nil
	})
	add("card_remove", nil, func(in card) (any, error) {
		if !b.keep {
			delete(b.cards, in.ID)
		}
		return nil, nil
	})
	add("cards", &sdk.ToolAnnotations{ReadOnlyHint: true}, func(in card) (any, error) {
		if b.mute {
			return nil, http.ErrBodyNotAllowed
		}
		return map[string]any{"cards": b.cards, "asked": in.ID != ""}, nil
	})
	h := httptest.NewServer(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, nil))
	t.Cleanup(h.Close)
	look := &Pair{Tool: "cards", Args: map[string]string{"id": "$ref"}, Holds: []string{"$text"}}
	return Server{Name: "board", URL: h.URL, Rules: []Rule{
		{Tool: "card_add", Pair: look, Ref: "card.id"},
		{Tool: "card_remove", Pair: &Pair{Tool: "cards", Gone: []string{"$id"}}},
	}}
}

// What a call was to do is looked for by its pair, and told in words of ours alone.
func TestReadingBack(t *testing.T) {
	b := &board{cards: map[string]string{}}
	m := up(t, settings(t, b.serve(t)))
	const args = `{"text":"Buy  \"rye\"\nbread"}`
	check := func(name, args string, r tools.Result) string {
		t.Helper()
		f, err := find(t, m, name).Check(t.Context(), json.RawMessage(args), r)
		if strings.Contains(f.Text, "rye") {
			t.Errorf("%q has words of theirs", f.Text)
		}
		switch {
		case err != nil:
			return "unknown"
		case f.Holds:
			return "holds"
		}
		return "differs"
	}
	result, failure := run(t, t.Context(), m, "board_card_add", args)
	if failure != nil || result.Ref != "c1" {
		t.Fatalf("%+v, %v", result, failure)
	}
	if got := check("board_card_add", args, result); got != "holds" {
		t.Errorf("added: %s", got)
	}
	// Of a process that died it is not known what the card was called.
	if got := check("board_card_add", args, tools.Result{}); got != "unknown" {
		t.Errorf("without a name: %s", got)
	}
	if got := check("board_card_add", `{"text":"Buy butter"}`, result); got != "differs" {
		t.Errorf("another one: %s", got)
	}
	if got := check("board_card_remove", `{"id":"c1"}`, tools.Result{}); got != "differs" {
		t.Errorf("not removed: %s", got)
	}
	if _, failure := run(t, t.Context(), m, "board_card_remove", `{"id":"c1"}`); failure != nil {
		t.Fatal(failure)
	}
	if got := check("board_card_remove", `{"id":"c1"}`, tools.Result{}); got != "holds" {
		t.Errorf("removed: %s", got)
	}
	b.mu.Lock()
	b.mute = true
	b.mu.Unlock()
	if got := check("board_card_remove", `{"id":"c1"}`, tools.Result{}); got != "unknown" {
		t.Errorf("cannot be read: %s", got)
	}
}

// Whatever a server answers, it becomes text that can be shown.
func FuzzAnswer(f *testing.F) {
	f.Add([]byte(`{"content":[{"type":"text","text":"{\"id\":\"a\"}"},{"type":"image","data":"AAAA","mimeType":"image/png"}]}`), "id")
	f.Add([]byte(`{"content":[{"type":"resource","resource":{"uri":"file:///a","blob":"AAAA"}},{"type":"resource_link","uri":"b"}],"structuredContent":{"a":[{"b":1}]}}`), "a.*.b")
	f.Fuzz(func(t *testing.T, b []byte, path string) {
		var r sdk.CallToolResult
		if json.Unmarshal(b, &r) != nil {
			return
		}
		text, name := told(&r), ref(&r, path)
		if !utf8.ValidString(text) || text == "" || len(name) > maxRef || strings.ContainsRune(text, '\x1b') {
			t.Fatalf("%q, %q", text, name)
		}
		if !utf8.ValidString(haystack(&r)) {
			t.Fatal("what is looked for in is no text")
		}
	})
}
