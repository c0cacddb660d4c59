package connectortest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"citadel/connectors"
)

// drafting is a bench whose connector shows drafts; nil where it does not.
func drafting(b Bench) connectors.Drafter {
	if !b.Connector.Limits().Drafts {
		return nil
	}
	return b.Connector.(connectors.Drafter)
}

// draft shows text as the draft of a turn, or fails the test.
func draft(t *testing.T, b Bench, turn uint64, text string) {
	t.Helper()
	d := connectors.Draft{Place: b.Place, Turn: turn, Answers: &connectors.Answer{To: "said", Turn: turn}, Text: text}
	if strings.TrimSpace(text) == "" {
		d.Answers = nil
	}
	if err := drafting(b).Draft(t.Context(), d); err != nil {
		t.Fatalf("Draft: %v", err)
	}
}

// settle sends the post of a turn, or fails the test.
func settle(t *testing.T, b Bench, turn uint64, text string) {
	t.Helper()
	p := connectors.Post{Key: fmt.Sprint("post of ", turn), Place: b.Place, Text: text, Answers: &connectors.Answer{To: "said", Turn: turn}}
	if _, err := b.Connector.Send(t.Context(), p); err != nil {
		t.Fatalf("Send: %v", err)
	}
}

// drafted checks what the person sees: the draft, "" for none, and the posts.
func drafted(t *testing.T, b Bench, want string, posts ...string) {
	t.Helper()
	got := b.Drafted()
	if want == "" && strings.TrimSpace(got) != "" || !holds(got, want) {
		t.Errorf("the draft is %q, want %q", got, want)
	}
	shown := b.Shown()
	if len(shown) != len(posts) {
		t.Fatalf("%d posts shown, want %d: %q", len(shown), len(posts), shown)
	}
	for i, text := range posts {
		if !holds(shown[i], text) {
			t.Errorf("post %d is %q, want %q", i, shown[i], text)
		}
	}
}

func draftSettled(t *testing.T, b Bench) {
	if drafting(b) == nil {
		return
	}
	for _, text := range []string{"Two", "Two things", "Two things are due.\n\n- Draft", "Two things are due.\n\n- Draft for Priya"} {
		draft(t, b, 7, text)
		drafted(t, b, strings.ReplaceAll(text, "- ", ""))
	}
	settle(t, b, 7, "Two things are due.\n\n- Draft for Priya")
	drafted(t, b, "", "Two things are due. Draft for Priya")
	if n := strings.Count(strings.Join(b.Shown(), "\n"), "Priya"); n != 1 {
		t.Errorf("what was drafted is shown %d times", n)
	}
}

func draftChanged(t *testing.T, b Bench) {
	if drafting(b) == nil {
		return
	}
	draft(t, b, 7, "Acme pays late, and Lena left.")
	draft(t, b, 7, "Acme pays in time.")
	drafted(t, b, "Acme pays in time.")
	if strings.Contains(b.Drafted(), "Lena") {
		t.Errorf("of a draft that began again there is left %q", b.Drafted())
	}
	settle(t, b, 7, "Henderson pays in time.")
	drafted(t, b, "", "Henderson pays in time.")
	if shown := b.Shown()[0]; strings.Contains(shown, "Lena") || strings.Contains(shown, "Acme") {
		t.Errorf("the post says %q", shown)
	}
}

func draftWithdrawn(t *testing.T, b Bench) {
	if drafting(b) == nil {
		return
	}
	draft(t, b, 7, "") // there is none
	draft(t, b, 7, "one")
	draft(t, b, 6, " \n") // there is none of that turn
	drafted(t, b, "one")
	draft(t, b, 7, " \n")
	drafted(t, b, "")
	draft(t, b, 7, "one again")
	drafted(t, b, "one again")
	draft(t, b, 8, "two") // another turn's withdraws it
	drafted(t, b, "two")
	if strings.Contains(b.Drafted(), "one") {
		t.Errorf("two drafts are shown: %q", b.Drafted())
	}
	draft(t, b, 8, "")
	drafted(t, b, "")
	settle(t, b, 8, "said after all")
	drafted(t, b, "", "said after all")
}

// What is left of an earlier turn goes with the withdrawal of a later one, and with its post.
func draftOfAnEarlierTurn(t *testing.T, b Bench) {
	if drafting(b) == nil {
		return
	}
	draft(t, b, 7, "half an ans")
	draft(t, b, 8, "")
	drafted(t, b, "")
	draft(t, b, 9, "half an ans")
	settle(t, b, 10, "another answer")
	drafted(t, b, "", "another answer")
}

// Posts of other turns, and of nobody, come and leave the draft as it is.
func draftMakesRoom(t *testing.T, b Bench) {
	if drafting(b) == nil {
		return
	}
	draft(t, b, 8, "still at work")
	send(t, b, "unasked", "a reminder")
	drafted(t, b, "still at work", "a reminder")
	settle(t, b, 7, "an earlier answer")
	drafted(t, b, "still at work", "a reminder", "an earlier answer")
	draft(t, b, 8, "still at work and done")
	settle(t, b, 8, "still at work and done")
	want := []string{"a reminder", "an earlier answer"}
	stood := slices.IndexFunc(b.Shown(), func(s string) bool { return holds(s, "still at work and done") }) // where the draft did
	if stood < 0 || stood > len(want) {
		stood = len(want)
	}
	want = slices.Insert(want, stood, "still at work and done")
	drafted(t, b, "", want...)
}

// draftsBrokenOff grows a text character by character: wherever it breaks off, it can be
// shown, and what stands there at the end is the post.
func draftsBrokenOff(t *testing.T, b Bench) {
	if drafting(b) == nil {
		return
	}
	text := "**Two _things_** are due, `show m412`.\n\n- [12 Aug 2026](src:m412)\n- 日本 👩‍👩‍👧\n\n> quoted\n\n```\ncode\n```\n\nDone."
	for i := range text {
		draft(t, b, 7, text[:i])
	}
	settle(t, b, 7, text)
	drafted(t, b, "", "Two things are due, show m412 . 12 Aug 2026 日本 👩‍👩‍👧 quoted code Done.")
}

func draftsInvalid(t *testing.T, b Bench) {
	if drafting(b) == nil {
		return
	}
	elsewhere := b.Place
	elsewhere.Platform = "nowhere"
	for name, d := range map[string]connectors.Draft{
		"another platform": {Place: elsewhere, Turn: 7, Text: "x"},
		"no turn":          {Place: b.Place, Text: "x"},
	} {
		if r := reason(t, drafting(b).Draft(t.Context(), d)); r != connectors.Invalid {
			t.Errorf("%s: %v, want invalid", name, r)
		}
	}
	if l := b.Connector.Limits(); l.Max > 0 {
		text := strings.Repeat("x", l.Max)
		for l.Length(text) <= l.Max {
			text += "x"
		}
		err := drafting(b).Draft(t.Context(), connectors.Draft{Place: b.Place, Turn: 7, Text: text})
		if r := reason(t, err); r != connectors.TooLong {
			t.Errorf("a text beyond the limit: %v", err)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	err := drafting(b).Draft(ended, connectors.Draft{Place: b.Place, Turn: 7, Text: "x"})
	if r := reason(t, err); r != connectors.Temporary || !errors.Is(err, context.Canceled) {
		t.Errorf("Draft = %v (%v), want temporary because cancelled", err, r)
	}
	drafted(t, b, "")
}

// draftOutlives has the process die over a draft: the next one withdraws it or settles it, also
// with the post of a later turn.
func draftOutlives(t *testing.T, b Bench) {
	if drafting(b) == nil || b.Restart == nil {
		return
	}
	draft(t, b, 7, "half an ans")
	b.Connector = b.Restart()
	draft(t, b, 7, "")
	drafted(t, b, "")
	draft(t, b, 8, "half an ans")
	b.Connector = b.Restart()
	settle(t, b, 8, "half an answer")
	drafted(t, b, "", "half an answer")
	draft(t, b, 9, "asked at nine")
	b.Connector = b.Restart()
	settle(t, b, 10, "another answer") // of a later turn, so it becomes no part of it
	drafted(t, b, "", "half an answer", "another answer")
}
