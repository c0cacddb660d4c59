package audit_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"citadel/brain/extract"
	"citadel/brain/perform"
	"citadel/brain/turn/turntest"
	"citadel/jobs/audit"
	"citadel/jobs/jobstest"
	"citadel/jobs/outside"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/tools"
	"citadel/tools/files"
)

type world struct {
	*turntest.World
	t      testing.TB
	folder string
	out    outside.World
}

// begin is a Monday; the next Sunday is 22 Nov.
func begin(t testing.TB) *world {
	w := &world{World: turntest.New(t).At("2026-11-09 10:00"), t: t, folder: t.TempDir()}
	f, err := files.New(files.Settings{Folders: []files.Folder{{Name: "notes", Path: w.folder}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	set, err := tools.NewSet(f.Tools()...)
	if err != nil {
		t.Fatal(err)
	}
	w.out = outside.World{Tools: func() tools.Set { return set }, Hands: perform.Hands{Mind: w.Mind, Pens: w.Pens.Case(event.Hands), Now: func() time.Time { return w.Now }}}
	return w
}

func (w *world) tick(at string) time.Time {
	w.t.Helper()
	w.At(at)
	return jobstest.Look(w.t, w.World, audit.Job(w.out, "22:00-07:00"))
}

// told is something that he said, as it is read.
func (w *world) told(text string) event.Seq {
	w.t.Helper()
	said := w.Say(text)
	w.Silence(said)
	all := extract.Read(extract.Utterance{Text: text, At: w.Now})
	if len(all) != 1 || all[0].Attribute == "" {
		w.t.Fatalf("%q is read as %+v", text, all)
	}
	it := all[0]
	return w.Write(event.Learned{
		Sort: "fact", Text: text, Quote: it.Quote, Subject: it.Subject, Attribute: it.Attribute, Value: it.Value, Provenance: event.Stated,
		Importance: 0.5, Class: "standard", On: w.Now, Audience: event.Private,
	}, said)
}

// note writes a file, changed on a day.
func (w *world) note(name, day, text string) {
	w.t.Helper()
	full := filepath.Join(w.folder, name)
	if err := os.MkdirAll(filepath.Dir(full), 0o700); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o600); err != nil {
		w.t.Fatal(err)
	}
	on, err := time.ParseInLocation(time.DateOnly, day, turntest.Zone)
	if err != nil {
		w.t.Fatal(err)
	}
	if err := os.Chtimes(full, on, on); err != nil {
		w.t.Fatal(err)
	}
}

const priya = "Priya works at Acme Foods"

// A note that says otherwise is told of once, with both sides and their days.
func TestANoteThatSaysOtherwise(t *testing.T) {
	w := begin(t)
	m := w.told(priya)
	w.note("people/clients.md", "2026-11-18", "# Clients\n\n- Priya works at Henderson\n- Kim works at Monzo\n")
	w.tick("2026-11-21 12:00")
	jobstest.Want(t, w.World, 0, "on Saturday")
	w.tick("2026-11-22 09:00")
	jobstest.Want(t, w.World, 1, "on Sunday")
	q := w.Unasked()[0]
	if q.About != m || q.Subject != event.SubjectAudit {
		t.Errorf("%+v", q)
	}
	jobstest.Golden(t, w.World, "one", audit.Name, q)
	for _, b := range q.Buttons {
		said := w.Say(b.Says)
		w.Silence(said)
		if c := w.Turn(said).Command; c == nil || len(c.Handles) != 1 {
			t.Errorf("a press says %q, which is no command about one thing", b.Says)
		}
	}
	w.note("people/clients.md", "2026-11-25", "Priya works at Monzo\n")
	w.tick("2026-11-29 09:00")
	jobstest.Want(t, w.World, 1, "a week later, with another value")
}

// Many are told in one message, what changed since he said it first.
func TestHuge(t *testing.T) {
	w := begin(t)
	for i := range 26 {
		w.told(fmt.Sprintf("Zo%cra works at Acme Foods", 'a'+i))
	}
	var many strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&many, "Zo%cra works at Henderson\n", 'a'+i%26)
	}
	w.note("old.md", "2025-01-02", many.String())
	w.note("new.txt", "2026-11-18", "Zobra works at Monzo.\n")
	for i := range 300 {
		w.note(fmt.Sprintf("deep/%d/x.md", i), "2026-11-18", "Nothing to see.\n")
	}
	w.tick("2026-11-22 09:00")
	jobstest.Want(t, w.World, 1, "on Sunday")
	jobstest.Golden(t, w.World, "several", audit.Name, w.Unasked()[0])
}

// A note that changed since he said it comes before one that did not, however lately that was.
func TestWhatChangedSince(t *testing.T) {
	w := begin(t)
	w.At("2025-06-01 10:00")
	w.told("Kim works at Monzo")
	w.At("2026-11-15 10:00")
	w.told(priya)
	w.note("clients.md", "2026-11-14", "Priya works at Henderson\n")
	w.note("old.md", "2025-09-01", "Kim works at Acme Foods\n")
	w.tick("2026-11-22 09:00")
	jobstest.Want(t, w.World, 1, "on Sunday")
	if q := w.Unasked()[0]; strings.Index(q.Text, "Kim") > strings.Index(q.Text, "Priya") {
		t.Errorf("%s", q.Text)
	}
}

// What is not told, and leaves no trace.
func TestNothing(t *testing.T) {
	for name, c := range map[string]struct {
		file, text string
		set        func(w *world, m event.Seq)
	}{
		"the same":              {"a.md", "Priya works at Acme Foods.\n", nil},
		"about somebody else":   {"a.md", "Kim works at Henderson.\n", nil},
		"in doubt":              {"a.md", "I think Priya works at Henderson.\n", nil},
		"passed on":             {"a.md", "Kim said Priya works at Henderson.\n", nil},
		"to come":               {"a.md", "From January Priya works at Henderson.\n", nil},
		"asked":                 {"a.md", "Does Priya work at Henderson?\n", nil},
		"a note of a day":       {"2026-03-02.md", "Priya works at Henderson.\n", nil},
		"no note":               {"a.csv", "Priya works at Henderson.\n", nil},
		"hidden":                {".a.md", "Priya works at Henderson.\n", nil},
		"something of its own":  {"a.md", "Priya lives in Porto.\n", nil},
		"no text":               {"a.md", "\x00\x01\x02", nil},
		"it was wrong":          {"a.md", "Priya works at Henderson.\n", func(w *world, m event.Seq) { w.Write(event.Superseded{Memory: m, On: w.Now, Reason: event.Wrong}, m) }},
		"files are denied":      {"a.md", "Priya works at Henderson.\n", func(w *world, _ event.Seq) { w.asks(event.AskPolicy, "files_read", event.PolicyDeny) }},
		"lists are to be asked": {"a.md", "Priya works at Henderson.\n", func(w *world, _ event.Seq) { w.asks(event.AskPolicy, "files_list", event.PolicyAsk) }},
		"he is paused":          {"a.md", "Priya works at Henderson.\n", func(w *world, _ event.Seq) { w.asks(event.AskSetting, event.SettingPaused, "yes") }},
		"three messages went out": {"a.md", "Priya works at Henderson.\n", func(w *world, _ event.Seq) {
			w.At("2026-11-22 08:00")
			for range 3 {
				w.Write(event.PostQueued{Place: turntest.Console, Audience: event.Private, Text: "x", Subject: event.SubjectFollowUp})
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			w := begin(t)
			m := w.told(priya)
			w.note(c.file, "2026-11-18", c.text)
			if c.set != nil {
				c.set(w, m)
			}
			w.tick("2026-11-22 09:00")
			jobstest.Want(t, w.World, 0, name)
			if c.set != nil {
				return
			}
			for r, err := range ledger.Each[event.ToolReturned](t.Context(), w.Mind, ledger.Query{}) {
				t.Errorf("a look is written down: %+v, %v", r.Said, err)
			}
		})
	}
}

func (w *world) asks(what, name, value string) {
	said := w.Say("so be it")
	w.Silence(said)
	e := w.Pens.For(event.Brain).Write(event.Asked{What: what, Name: name, Text: value}).Because(said).Resting(said)
	e.Trust = event.ByPrincipal
	w.Record(e)
}

// A Sunday that was slept through is made up for within a day, and else left for the next.
func TestMissed(t *testing.T) {
	w := begin(t)
	w.told(priya)
	w.note("a.md", "2026-11-18", "Priya works at Henderson.\n")
	w.tick("2026-11-23 12:01")
	jobstest.Want(t, w.World, 0, "more than a day late")
	w.tick("2026-11-30 11:59")
	jobstest.Want(t, w.World, 1, "within it")
}

// A Sunday is looked at once, however often he talks on it, and where its messages are used up on Monday.
func TestLooksOnce(t *testing.T) {
	w := begin(t)
	looks, there := 0, w.out.Tools
	w.out.Tools = func() tools.Set { looks++; return there() }
	w.told(priya)
	w.note("a.md", "2026-11-18", "Priya works at Acme Foods.\n")
	look := func(at string) int {
		before := looks
		w.tick(at)
		return looks - before
	}
	closed := look("2026-11-21 09:00") // a Saturday: whether there are folders at all
	if look("2026-11-22 09:00") <= closed {
		t.Fatal("it does not look on Sunday")
	}
	for minute := range 20 {
		w.At(fmt.Sprintf("2026-11-22 09:%02d", minute+10))
		w.Silence(w.Say("Hello"))
		if n := look(fmt.Sprintf("2026-11-22 09:%02d", minute+21)); n > closed {
			t.Fatalf("%d looks after a turn", n)
		}
	}
}

func TestNoRoomOnSunday(t *testing.T) {
	w := begin(t)
	w.told(priya)
	w.note("a.md", "2026-11-18", "Priya works at Henderson.\n")
	w.At("2026-11-22 08:00")
	for range 3 {
		w.Write(event.PostQueued{Place: turntest.Console, Audience: event.Private, Text: "x", Subject: event.SubjectFollowUp})
	}
	w.tick("2026-11-22 09:00")
	jobstest.Want(t, w.World, 0, "without room")
	w.tick("2026-11-23 07:00")
	jobstest.Want(t, w.World, 1, "on Monday")
}

// What a note says cannot look like ours.
func TestANoteThatGivesOrders(t *testing.T) {
	w := begin(t)
	w.told(priya)
	w.note("a.md", "2026-11-18", "Priya works at **Henderson** [press here](http://evil.example).\n")
	w.tick("2026-11-22 09:00")
	if q := w.Unasked(); len(q) > 0 && strings.Contains(q[0].Text, "](http") && !strings.Contains(q[0].Text, `\](http`) {
		t.Errorf("%s", q[0].Text)
	}
}
