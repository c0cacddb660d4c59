package command_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"citadel/brain/command"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

type line struct{ want, text string }

// lines reads the labelled lines: the expected name, or "-" for talk, a tab,
// and the message.
func lines(t testing.TB) []line {
	t.Helper()
	file, err := os.ReadFile("testdata/lines.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var out []line
	for l := range strings.Lines(string(file)) {
		want, text, ok := strings.Cut(strings.TrimSuffix(l, "\n"), "\t")
		if !ok {
			t.Fatalf("line without a tab: %q", l)
		}
		out = append(out, line{want, text})
	}
	return out
}

func nameOf(text string) string {
	c, ok := command.Parse(text)
	if !ok {
		return "-"
	}
	return c.Name
}

func TestLabelledLines(t *testing.T) {
	fire, talk := 0, 0
	for _, l := range lines(t) {
		if got := nameOf(l.text); got != l.want {
			t.Errorf("%q: got %q, want %q", l.text, got, l.want)
		}
		if l.want == "-" {
			talk++
		} else {
			fire++
		}
	}
	if fire < 150 || talk < 200 {
		t.Errorf("%d lines that fire and %d that do not; want at least 150 and 200", fire, talk)
	}
}

// Every row must be reachable, and every line labelled with a row that exists.
func TestEveryRowFires(t *testing.T) {
	fired := map[string]bool{}
	for _, l := range lines(t) {
		fired[l.want] = true
		if _, ok := command.Lookup(l.want); !ok && l.want != "-" {
			t.Errorf("%q is labelled %q, which is no command", l.text, l.want)
		}
	}
	for _, row := range command.Rows() {
		if !fired[row.Name] {
			t.Errorf("no line fires %q", row.Name)
		}
	}
}

func TestTable(t *testing.T) {
	var mind, short []string
	names := map[string]bool{}
	for _, row := range command.Rows() {
		if names[row.Name] {
			t.Errorf("two rows are called %q", row.Name)
		}
		names[row.Name] = true
		if row.Usage == "" || row.Help == "" || strings.HasSuffix(row.Help, ".") {
			t.Errorf("%q: usage %q, help %q", row.Name, row.Usage, row.Help)
		}
		if n := len([]rune(row.Usage)); n > 42 {
			t.Errorf("%q: usage is %d wide", row.Name, n)
		}
		if row.Mind {
			mind = append(mind, row.Name)
		}
		if row.Short {
			short = append(short, row.Name)
		}
	}
	slices.Sort(mind)
	want := strings.Fields("export identity memories mood people replay spend weights why") // TRUST, "Commands are plain words"; Reading moods
	if diff := cmp.Diff(want, mind); diff != "" {
		t.Errorf("what reads the mind (-want +got):\n%s", diff)
	}
	if len(short) != 8 {
		t.Errorf("help shows %d commands, want 8: %q", len(short), short)
	}
}

func TestParts(t *testing.T) {
	h := func(names ...string) (hs []command.Handle) {
		for _, n := range names {
			parsed, err := command.ParseHandle(n)
			if err != nil {
				t.Fatal(err)
			}
			hs = append(hs, parsed)
		}
		return hs
	}
	for text, want := range map[string]command.Command{
		"Help all":                {Name: "help", Args: "all", Options: []string{"all"}},
		"why more M412, k7":       {Name: "why", Args: "more M412, k7", Options: []string{"more"}, Handles: h("m412", "K7")},
		"forget m412,m413 and l2": {Name: "forget", Args: "m412,m413 and l2", Handles: h("m412", "m413", "l2")},
		"forget “the garage code”.": {Name: "forget", Args: "“the garage code”.",
			Words: "the garage code"},
		"Remember that Ana’s shop opens at 7!": {Name: "remember", Args: "that Ana’s shop opens at 7!",
			Words: "that Ana’s shop opens at 7!"},
		"remember: two lines\nsecond": {Name: "remember", Args: "two lines\nsecond", Words: "two lines\nsecond"},
		"find Board prices from Priya Nair in March 2026?": {Name: "find",
			Args: "Board prices from Priya Nair in March 2026?", Words: "Board prices", Person: "Priya Nair", Period: "in March 2026"},
		"find letter from bank from me": {Name: "find", Args: "letter from bank from me", Words: "letter from bank", Person: "me"},
		"find notes from last week":     {Name: "find", Args: "notes from last week", Words: "notes", Period: "from last week"},
		"find from Priya since May":     {Name: "find", Args: "Priya since May", Person: "Priya", Period: "since May"},
		"find overdraft, please":        {Name: "find", Args: "overdraft, please", Words: "overdraft"},
		"find wages between 3 and 9 June": {Name: "find", Args: "wages between 3 and 9 June", Words: "wages",
			Period: "between 3 and 9 June"},
		"rule drop 3":                      {Name: "rule drop", Args: "3", Number: 3},
		"rule add: never before 9":         {Name: "rule add", Args: "never before 9", Words: "never before 9"},
		"No, Ana lives in Braga now.":      {Name: "wrong", Args: "Ana lives in Braga now.", Correction: "Ana lives in Braga now."},
		"wrong m412: the review is on 2/3": {Name: "wrong", Args: "m412: the review is on 2/3", Handles: h("m412"), Correction: "the review is on 2/3"},
		"away from 4 to 18 Dec, except mail from Lena": {Name: "away", Args: "from 4 to 18 Dec, except mail from Lena",
			Period: "from 4 to 18 Dec", Except: "mail from Lena"},
		"snooze r12 until tomorrow at 9": {Name: "snooze", Args: "r12 until tomorrow at 9", Handles: h("r12"), Period: "until tomorrow at 9"},
		"snooze 20 min":                  {Name: "snooze", Args: "20 min", Period: "20 min"},
		"mute Acme Foods 14d":            {Name: "mute", Args: "Acme Foods 14d", Words: "Acme Foods", Period: "14d"},
		"export full as JSON":            {Name: "export", Args: "full as JSON", Options: []string{"full", "json"}},
		"call me Sam":                    {Name: "name", Args: "Sam", Words: "Sam"},
		"my time zone is Europe/Lisbon.": {Name: "zone", Args: "Europe/Lisbon.", Words: "Europe/Lisbon"},
		"quiet hours 22:00 to 07:00":     {Name: "hours", Args: "22:00 to 07:00", Period: "22:00 to 07:00"},
		"quiet hours":                    {Name: "hours"},
		"amend d31 to six months":        {Name: "amend", Args: "d31 to six months", Handles: h("d31"), Words: "six months"},
		"keep it d31":                    {Name: "keep it", Args: "d31", Handles: h("d31")},
		"weights reset inside jokes":     {Name: "weights reset", Args: "inside jokes", Words: "inside jokes"},
		"self diff 3 4":                  {Name: "self", Args: "diff 3 4", Options: []string{"diff"}, Words: "3 4"},
		"/find a plumber":                {Name: "find", Args: "a plumber", Words: "a plumber"},
		"revert to version 12":           {Name: "revert", Args: "12", Number: 12},
		"allow US$4.50, please":          {Name: "allow", Args: "US$4.50, please", Words: "US$4.50", Cents: 450},
		"allow 12 dollars":               {Name: "allow", Args: "12 dollars", Words: "12 dollars", Cents: 1200},
		"model claude-opus-5-5":          {Name: "model", Args: "claude-opus-5-5", Words: "claude-opus-5-5"},
		"memories about Ana":             {Name: "memories", Args: "Ana", Words: "Ana"},
		"forget all of m412":             {Name: "forget", Args: "all of m412", Options: []string{"all"}, Handles: h("m412")},
		"forget all of m412 now":         {Name: "forget", Args: "all of m412 now", Options: []string{"all", "now"}, Handles: h("m412")},
		"memories of Ana":                {Name: "memories", Args: "Ana", Person: "Ana"},
		"memories of the harbour":        {Name: "memories", Args: "the harbour", Words: "the harbour"},
		"memories facts":                 {Name: "memories", Args: "facts", Options: []string{"facts"}},
		"memories as a picture":          {Name: "memories", Args: "picture", Options: []string{"picture"}},
		"memories page 2":                {Name: "memories", Args: "2", Number: 2},
	} {
		got, ok := command.Parse(text)
		if diff := cmp.Diff(want, got); !ok || diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

// A question mark asks about a command that changes something, unless the
// slash shows that it is meant.
func TestQuestionMark(t *testing.T) {
	for _, row := range command.Rows() {
		if nameOf(row.Name) != row.Name {
			continue // not complete without its blank
		}
		got := nameOf(row.Name + "?")
		if row.Reads && got != row.Name || !row.Reads && got == row.Name {
			t.Errorf("%q: got %q, reads is %v", row.Name+"?", got, row.Reads)
		}
		if got := nameOf("/" + row.Name + "?"); got != row.Name {
			t.Errorf("/%s? is %q", row.Name, got)
		}
	}
}

// What is typed around a command does not change it, and anything said besides
// makes it talk.
func TestSurroundings(t *testing.T) {
	for _, l := range lines(t) {
		if strings.HasPrefix(l.text, "/") || strings.Contains(l.text, "…") || strings.HasSuffix(l.text, "...") {
			continue
		}
		for _, same := range []string{"\t " + l.text + " \n", strings.ReplaceAll(l.text, " ", "  "), strings.ReplaceAll(l.text, "'", "’")} {
			if got := nameOf(same); got != l.want {
				t.Errorf("%q: got %q, want %q", same, got, l.want)
			}
		}
		if got := nameOf("I said: " + l.text); got != "-" {
			t.Errorf("%q quoted: got %q, want talk", l.text, got)
		}
	}
}

// Who asks whether something is remembered, and goes on, has nothing kept.
func TestAQuestionIsNoMemo(t *testing.T) {
	for text, want := range map[string]string{
		"Remember the fair? Book 4 December for it.": "-", "remember: is the gate locked? ask Tom": "remember",
	} {
		if got := nameOf(text); got != want {
			t.Errorf("%q is %q", text, got)
		}
	}
}

func TestLongMessage(t *testing.T) {
	if got := nameOf("remember " + strings.Repeat("the lease ", 1000)); got != "remember" {
		t.Errorf("10 kB to remember: got %q", got)
	}
	for _, text := range []string{
		"remember " + strings.Repeat("the lease ", 2000),
		"help " + strings.Repeat("all ", 3000),
		strings.Repeat("m412 ", 3000),
		"forget " + strings.Repeat("m412 ", 3000),
		strings.Repeat(".", 1<<20),
	} {
		if got := nameOf(text); got != "-" {
			t.Errorf("%.20q… of %d bytes: got %q, want talk", text, len(text), got)
		}
	}
}

func TestHandles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := command.Handle{
			Letter: rapid.SampledFrom([]byte("mdlrceaK")).Draw(t, "letter"),
			N:      rapid.Uint64Min(1).Draw(t, "number"),
		}
		for _, s := range []string{want.String(), strings.ToLower(want.String()), strings.ToUpper(want.String())} {
			if got, err := command.ParseHandle(s); err != nil || got != want {
				t.Fatalf("%q: got %v, %v; want %v", s, got, err, want)
			}
		}
	})
	for _, s := range []string{"", "m", "412", "m0", "m01", "x4", "m-4", "m+4", "m4 ", "mm4", "m4a", "m18446744073709551616", "é4", "K７", "-5", "M_4"} {
		if got, err := command.ParseHandle(s); err == nil {
			t.Errorf("%q: got %v, want an error", s, got)
		}
	}
	if s := (command.Handle{}).String(); s != "" {
		t.Errorf("zero handle: %q", s)
	}
}

func FuzzParse(f *testing.F) {
	for _, l := range lines(f) {
		f.Add(l.text)
	}
	f.Add("find \xff from \xfe in March")
	f.Add("no,\u00a0“Ana’s” shop\u2028is here")
	f.Fuzz(func(t *testing.T, text string) {
		c, ok := command.Parse(text)
		if !ok {
			if diff := cmp.Diff(command.Command{}, c); diff != "" {
				t.Fatalf("talk with parts: %s", diff)
			}
			return
		}
		if _, known := command.Lookup(c.Name); !known {
			t.Fatalf("unknown command %q", c.Name)
		}
		for _, part := range []string{c.Args, c.Correction, c.Person, c.Period, c.Except} {
			if !strings.Contains(text, part) {
				t.Fatalf("%q is not in %q", part, text)
			}
		}
		for _, h := range c.Handles {
			if again, err := command.ParseHandle(h.String()); err != nil || again != h {
				t.Fatalf("handle %v: %v, %v", h, again, err)
			}
		}
	})
}

func BenchmarkParse(b *testing.B) {
	for name, text := range map[string]string{
		"talk":     "My sister Ana moved to Porto in March to open a bakery, and she seems happy there.",
		"near":     "find out who called about the invoice from Henderson in March",
		"command":  "find packaging from Priya Nair in March",
		"greeting": "hello",
		"long":     strings.Repeat("no, and then we went on to say that ", 400),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				command.Parse(text)
			}
		})
	}
}
