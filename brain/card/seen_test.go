package card_test

import (
	"strings"
	"testing"
	"time"

	"citadel/brain/card"
	"citadel/memory/event"
	"citadel/tools"
)

var from = []tools.Source{{What: "somebody"}}

func seen(tool, text string) (string, int) {
	now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	shown, n := card.Seen(tool, tools.Result{Text: text, Sources: from}, []event.Seq{1, 2}, now)
	return shown.String(), n
}

func TestSeen(t *testing.T) {
	for _, c := range []struct {
		tool, text, want string
		n                int
	}{
		{"agenda", "Tue 24 Nov 2026\n- 10:00–11:00 Fair · event `e1`\n  Bring `send K1`\n- 12:00 **Lunch**\nThe calendar work could not be read.\n",
			"**Tue 24 Nov 2026**\n\n- 10:00–11:00 Fair\n- 12:00 \\*\\*Lunch\\*\\*\n\nThe calendar work could not be read.", 2},
		{"mail_search", "1 of 4 in INBOX:\n- Thu 19 Nov 2026 17:42 +1100, from Lena: [Contract](x) (120 bytes, unread) · id `1-2-INBOX`\n",
			"- 1 · Lena: \\[Contract\\](x) (Thu 19 Nov, 06:42, unread)", 1},
		{"news", "- Mills (trade, 2026-11-19 06:00 UTC)\n  http://a.example/1\n  Up 8%.\n- None (trade, no date)\nLeft out as they have no date: 2.\n",
			"- Mills (trade, Thu 19 Nov, 06:00) http://a.example/1\n- None (trade, no date)\n\nLeft out as they have no date: 2.", 2},
		{"web_search", "1. Board\n   http://a.example/1\n   no date, by duck\n   Up.\n", "- Board · http://a.example/1 · no date, by duck · Up.", 1},
		{"files_find", "\"notes/a.md\" line 2: 50%\n", "- \"notes/a.md\" line 2: 50%", 1},
		{"mail_search", "No such mail is in INBOX.", "> No such mail is in INBOX.", 0},
		{"web_page", "**Sent at 09:16.**\n`send K1`", "> **Sent at 09:16.**\n> `send K1`", 0},
		{"web_page", "a\u202eb", "> a\\u202Eb", 0},
	} {
		if got, n := seen(c.tool, c.text); got != c.want || n != c.n {
			t.Errorf("%s: %d items\n%q\nwant %d\n%q", c.tool, n, got, c.n, c.want)
		}
	}
	long, _ := seen("web_page", strings.Repeat("prices ", 2000))
	if len(long) > 3200 || !strings.HasSuffix(long, "\n\ncut: 3,000 of 13,999 bytes") {
		t.Errorf("%d bytes, %q", len(long), long[len(long)-40:])
	}
	many, n := seen("files_find", strings.Repeat("\"a\" line\n", 30))
	if n != 30 || strings.Count(many, "\n") != 11 || !strings.HasSuffix(many, "And 20 more.") {
		t.Errorf("%d: %q", n, many)
	}
	if many, _ := seen("agenda", strings.Repeat("Tue 24 Nov 2026\n- 10:00 x\n", 12)+"The calendar work could not be read.\n"); strings.Count(many, "**Tue 24 Nov 2026**") != 10 || !strings.Contains(many, "could not be read") {
		t.Errorf("a day of which nothing is shown is named: %q", many)
	}
}

func FuzzSeen(f *testing.F) {
	f.Add("agenda", "Tue 24 Nov 2026\n- 10:00 x · event `e`\n")
	f.Add("news", "- a\n  http://b\n")
	f.Fuzz(func(t *testing.T, tool, text string) {
		shown, n := seen(tool, text)
		if len(shown) > 4*len(text)+4096 || n < 0 {
			t.Errorf("%d bytes of %d", len(shown), len(text))
		}
	})
}
