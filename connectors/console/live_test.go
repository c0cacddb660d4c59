package console_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"citadel/connectors"
	"citadel/connectors/console"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestMended(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "",
		"Two things":                   "Two things",
		"**Two thi":                    "**Two thi**",
		"**Two things ":                "**Two things**",
		"**Two things*":                "**Two things**",
		"**Two things**":               "**Two things**",
		"Due: **":                      "Due:",
		"say `show m4":                 "say `show m4`",
		"say `":                        "say ",
		"say ``a ` b":                  "say ``a ` b``",
		"**say `x":                     "**say `x`**",
		"a `**":                        "a `**`",
		`no \**bold`:                   `no \**bold`,
		"(you, [12 Au":                 "(you, 12 Au",
		"(you, [12 Aug 2026]":          "(you, 12 Aug 2026",
		"(you, [12 Aug 2026](src:m4":   "(you, 12 Aug 2026",
		"(you, [12 Aug 2026](src:m4)":  "(you, [12 Aug 2026](src:m4)",
		"[x] done":                     "[x] done",
		"Two things are due.\n-":       "Two things are due.",
		"Two things are due.\n\n- one": "Two things are due.\n\n- one",
		"Two things:\n\n- one\n\n2.":   "Two things:\n\n- one",
		"A\n==":                        "A",
		"> ":                           "",
		"**A**\n\n**B":                 "**A**\n\n**B**",
		"```\na **b":                   "```\na **b",
		"```\na\n``":                   "```\na",
		"```\na\n```\n\n`b":            "```\na\n```\n\n`b`",
	} {
		if got := console.Mended(text); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
}

// What is shown of a beginning is always a text that can be shown, and no longer than that.
func FuzzMended(f *testing.F) {
	f.Add("**Two _things_** are `due`, [12 Aug](src:m4).\n\n- one\n\n```\ncode\n```\n> q")
	f.Add("[[a](b`]**\\")
	f.Fuzz(func(t *testing.T, text string) {
		if got := console.Mended(text); len(got) > 2*len(text)+2 {
			t.Errorf("%q became %q", text, got)
		}
	})
}

// conversation is a console on a glass.
type conversation struct {
	*console.Console
	g *glass
	e *console.Editor
}

func onGlass(width, height int) conversation {
	g := newGlass(width, height)
	e := console.NewEditor(g, func() (int, int) { return g.width, g.height })
	c := &console.Console{
		In: strings.NewReader(""), Out: g, Terminal: true, Session: "s",
		Width: func() int { return g.width }, Now: func() time.Time { return noon },
	}
	e.Use(c)
	e.Keys("")
	return conversation{c, g, e}
}

func (c conversation) draft(t testing.TB, turn uint64, text string) {
	t.Helper()
	if err := c.Draft(t.Context(), connectors.Draft{Place: console.Here(), Turn: turn, Text: text}); err != nil {
		t.Fatal(err)
	}
}

func (c conversation) send(t testing.TB, turn uint64, handle, text string) {
	t.Helper()
	p := connectors.Post{Place: console.Here(), Handle: handle, Text: text, Answers: &connectors.Answer{Turn: turn}}
	if _, err := c.Send(t.Context(), p); err != nil {
		t.Fatal(err)
	}
}

func TestAnAnswerGrowsAboveTheLine(t *testing.T) {
	c := onGlass(24, 12)
	c.e.Keys("what is due?\r")
	c.g.sees(t, "> what is due?", ">")
	c.draft(t, 7, "**Two thi")
	c.g.sees(t, "> what is due?", "Two thi", "", ">")
	c.e.Keys("and wh")
	c.g.sees(t, "> what is due?", "Two thi", "", "> and wh")
	c.draft(t, 7, "**Two things are due this week.**\n\n- Draft")
	c.g.sees(t, "> what is due?", "Two things are due this", "week.", "", "• Draft", "", "> and wh")
	c.e.Keys("en?\r") // taken at once, and the answer goes on below it
	c.g.sees(t, "> what is due?", "> and when?", "Two things are due this", "week.", "", "• Draft", "", ">")
	c.send(t, 0, "m11", "A reminder.")
	c.g.sees(t, "> and when?", "A reminder.  #11", "", "Two things are due this", "week.", "", "• Draft", "", ">")
	c.send(t, 7, "m12", "**Two things are due this week.**\n\n- Draft for Priya")
	c.g.sees(t, "> and when?", "A reminder.  #11", "", "Two things are due this", "week.", "", "• Draft for Priya  #12", "", ">")
}

func TestADraftThatIsChangedSaysSo(t *testing.T) {
	for _, s := range []struct {
		name   string
		drafts []string
		post   string
		want   string
	}{
		{"as it was", []string{"Ana lives in Por", "Ana lives in Porto"}, "Ana lives in Porto.", "Ana lives in Porto."},
		{"with more before it", []string{"Ana lives"}, "Kept. Ana lives in Porto.", "Kept. Ana lives in Porto."},
		{"marks that were open", []string{"**Ana", "**Ana lives in [Por"}, "**Ana** lives in [Porto](src:m4)", "Ana lives in Porto"},
		{"stopped", []string{"Ana lives"}, "Ana lives\n\nStopped here.", "Ana lives\n\nStopped here."},
		{"begun again", []string{"Ana lives in Por", "She", "She lives"}, "She lives in Porto.", "(changed) She lives in Porto."},
		{"something taken out", []string{"Ana lives in Porto, I think."}, "Ana lives in Porto.", "(changed) Ana lives in Porto."},
	} {
		t.Run(s.name, func(t *testing.T) {
			c := onGlass(60, 12)
			for _, text := range s.drafts {
				c.draft(t, 7, text)
			}
			c.send(t, 7, "", s.post)
			if diff := cmp.Diff(strings.Split(s.want+"\n\n>", "\n"), c.g.lines()); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestADraftOfOneTurnAtATime(t *testing.T) {
	c := onGlass(40, 12)
	c.draft(t, 7, "first")
	c.draft(t, 8, "second")
	c.g.sees(t, "second", "", ">")
	c.draft(t, 7, "") // not shown any more
	c.g.sees(t, "second", "", ">")
	c.send(t, 7, "m4", "first and last")
	c.g.sees(t, "first and last  #4", "", "second", "", ">")
	c.draft(t, 8, "")
	c.g.sees(t, "first and last  #4", "", ">")
	if n := len(c.g.lines()); n != 3 {
		t.Errorf("%d lines are left", n)
	}
}

// An answer with more rows than the screen is seen by its end, and is there whole and once
// when it is done.
func TestADraftLongerThanTheScreen(t *testing.T) {
	c := onGlass(30, 8)
	var text strings.Builder
	var want []string
	for i := range 40 {
		fmt.Fprintf(&text, "line %d 漢字 👩‍👩‍👧  \n", i)
		want = append(want, fmt.Sprintf("line %d 漢字 👩‍👩‍👧", i))
		c.draft(t, 7, text.String())
	}
	c.g.sees(t, "line 35 漢字 👩‍👩‍👧", "line 36 漢字 👩‍👩‍👧", "line 37 漢字 👩‍👩‍👧", "line 38 漢字 👩‍👩‍👧", "line 39 漢字 👩‍👩‍👧", "", ">")
	c.e.Keys(strings.Repeat("long words ", 12)) // the line being typed needs room too
	c.g.sees(t, "line 38 漢字 👩‍👩‍👧", "line 39 漢字 👩‍👩‍👧", "", "  words long words long words", "   long words long words long", "   words long words long word", "  s long words long words")
	c.e.Keys("\x15")
	c.send(t, 7, "", text.String())
	if diff := cmp.Diff(append(want, "", ">"), c.g.lines()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// A narrower or wider terminal breaks the rows anew; the next text finds them.
func TestADraftOnATerminalThatIsResized(t *testing.T) {
	c := onGlass(60, 40)
	c.e.Keys("a question\r")
	c.e.Keys("typing ahead of the answer, with 漢字 in it")
	text := "The answer has more than one row on a narrow terminal, and `code`:\n\n```\n" + strings.Repeat("x", 70) + "\n```"
	c.draft(t, 7, text)
	for i, width := range []int{33, 20, 47, 90, 60} {
		c.g.resize(width)
		text += fmt.Sprintf("\n\nAt %d.", width)
		c.draft(t, 7, text)
		if lines := c.g.lines(); lines[0] != "> a question" || !strings.HasPrefix(lines[1], "The answer has") {
			t.Fatalf("at %d the screen shows\n%s", width, strings.Join(lines, "\n"))
		}
		all := strings.Join(c.g.lines(), "\n")
		if strings.Count(all, "The answer") != 1 || strings.Count(all, "typing") != 1 || strings.Count(all, "At ") != i+1 {
			t.Fatalf("at %d the screen shows\n%s", width, all)
		}
	}
	c.send(t, 7, "m9", "Done.")
	c.g.sees(t, "> a question", "(changed) Done.  #9", "", "> typing ahead of the answer, with 漢字 in it")
}

// Whatever is typed, said and drafted, and however the terminal is resized: what was said
// stands there once and in order, below it the end of the draft and the line being typed.
func TestWhatIsSaidStandsThereOnce(t *testing.T) {
	words := rapid.StringOfN(rapid.RuneFrom([]rune("ab-漢👍é")), 1, 60, -1)
	rapid.Check(t, func(t *rapid.T) {
		g := newGlass(rapid.IntRange(9, 40).Draw(t, "width"), rapid.IntRange(2, 14).Draw(t, "height"))
		resizes := rapid.Bool().Draw(t, "resizes")
		if resizes { // what scrolls away when the terminal gets narrower cannot be taken back
			g.height = 500
		}
		e := console.NewEditor(g, func() (int, int) { return g.width, g.height })
		e.Keys("")
		var said, live []string // lines
		typed := ""
		must := func(err error) {
			if err != nil {
				t.Fatal(err)
			}
		}
		lines := rapid.SliceOfN(words, 1, 5)
		t.Repeat(map[string]func(*rapid.T){
			"type": func(t *rapid.T) {
				text := words.Draw(t, "text")
				e.Keys(text)
				typed += text
			},
			"enter": func(t *rapid.T) {
				if got := e.Keys("\r"); !slices.Equal(got, []string{typed}) {
					t.Fatalf("%q was typed, %q was said", typed, got)
				}
				said, typed = append(said, "> "+typed), ""
			},
			"draft": func(t *rapid.T) {
				live = lines.Draw(t, "live")
				must(e.Show(live))
			},
			"withdraw": func(t *rapid.T) {
				live = nil
				must(e.Show(nil))
			},
			"print": func(t *rapid.T) {
				text := lines.Draw(t, "post")
				must(e.Print(strings.Join(text, "\n") + "\n"))
				said = append(said, text...)
			},
			"settle": func(t *rapid.T) {
				text := lines.Draw(t, "post")
				must(e.Settle(strings.Join(text, "\n") + "\n"))
				said, live = append(said, text...), nil
			},
			"resize": func(t *rapid.T) {
				if !resizes {
					t.Skip("not this one")
				}
				g.resize(rapid.IntRange(9, 40).Draw(t, "width"))
				must(e.Print("resized\n"))
				said = append(said, "resized")
			},
			"": func(t *rapid.T) {
				flat := func(s string) string { return strings.ReplaceAll(s, " ", "") }
				got := flat(strings.Join(g.lines(), ""))
				before := flat(strings.Join(said, ""))
				if !strings.HasPrefix(got, before) {
					t.Fatalf("said %q\nthe glass shows %q", before, got)
				}
				rest := strings.TrimPrefix(got, before)
				answer, line := flat(strings.Join(live, "")), flat("> "+typed)
				ends := false // the end of the answer, and the end of the line
				for i := range len(rest) + 1 {
					ends = ends || strings.HasSuffix(answer, rest[:i]) && strings.HasSuffix(line, rest[i:])
				}
				if !ends {
					t.Fatalf("below it %q, want the end of %q and of %q", rest, answer, line)
				}
				rows, seen := 0, ""
				for ; rows < len(g.rows) && len(seen) < len(rest); rows++ {
					seen = flat(strings.Join(g.rows[len(g.rows)-1-rows].cells, "")) + seen
				}
				if rest != answer+line && rows < g.height-2 { // one may be the empty row between them
					t.Fatalf("only %q of %q and %q, in %d of %d rows", rest, answer, line, rows, g.height)
				}
				if len(g.screen()) > g.height {
					t.Fatalf("%d rows on a screen of %d", len(g.screen()), g.height)
				}
			},
		})
	})
}

// A pipe takes whole answers: it is not asked for drafts, and prints none.
func TestAPipeTakesNoDrafts(t *testing.T) {
	for _, json := range []bool{false, true} {
		c, out := piped("", "s")
		c.JSON = json
		if c.Limits().Drafts {
			t.Error("drafts are promised")
		}
		var e *connectors.Error
		err := c.Draft(t.Context(), connectors.Draft{Place: console.Here(), Turn: 7, Text: "half"})
		if !errors.As(err, &e) || e.Reason != connectors.Invalid || out.Len() > 0 {
			t.Errorf("Draft = %v, printed %q", err, out.String())
		}
	}
}

// One operation is one word more of an answer of 150.
func BenchmarkDraft(b *testing.B) {
	words := strings.Fields(strings.Repeat("**Due:** the draft for Priya, [Fri 20 Nov](src:m4), and `freight`. ", 15))
	e := console.NewEditor(io.Discard, func() (int, int) { return 80, 24 })
	c := &console.Console{Terminal: true, Width: func() int { return 80 }}
	e.Use(c)
	e.Keys("")
	b.ReportAllocs()
	for n := range b.N {
		text := strings.Join(words[:n%len(words)+1], " ")
		if err := c.Draft(b.Context(), connectors.Draft{Place: console.Here(), Turn: uint64(n/len(words)) + 1, Text: text}); err != nil {
			b.Fatal(err)
		}
	}
}
