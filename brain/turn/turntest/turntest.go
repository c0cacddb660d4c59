// Package turntest builds turns over a small ledger in memory, and holds what a reply
// says against a golden file. The clock stands at Fri 20 Nov 2026, 09:00 in Melbourne.
package turntest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"citadel/brain/command"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/ledger/inmem"
	"citadel/memory/store"
	"citadel/memory/store/embedded"
	"citadel/memory/words"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Zone is where the principal of the fixtures lives.
var Zone = func() *time.Location {
	loc, err := time.LoadLocation("Australia/Melbourne")
	if err != nil {
		panic(err)
	}
	return loc
}()

// Today is the moment of every turn that sets no other.
var Today = time.Date(2026, 11, 20, 9, 0, 0, 0, Zone)

// Console is the place where fixtures are said.
var Console = event.Place{Platform: "console", Room: "main"}

// World is a mind with a short past.
type World struct {
	t     testing.TB
	Mind  *memory.Mind
	Pens  ledger.Pens
	Store store.Store
	Now   time.Time // of the ledger's clock; Say and At move it

	Models []turn.Model // that the host of every turn has set up; none unless a test says so

	mu      sync.Mutex
	n       int
	session uint64
	said    time.Time // when something was last said
}

// New gives an empty world.
func New(t testing.TB) *World {
	t.Helper()
	w := &World{t: t, Store: embedded.New(), Now: Today.Add(-365 * 24 * time.Hour)}
	m, pens, err := memory.Open(t.Context(), memory.Options{
		Store: &inmem.Store{}, Principal: "me", CheckpointEvery: -1,
		Now: func() time.Time { w.mu.Lock(); defer w.mu.Unlock(); return w.Now },
	})
	if err != nil {
		t.Fatal(err)
	}
	w.Mind, w.Pens = m, pens
	return w
}

// At moves the clock to a moment, "2026-08-12 14:05", in Zone.
func (w *World) At(moment string) *World {
	w.t.Helper()
	at, err := time.ParseInLocation("2006-01-02 15:04", moment, Zone)
	if err != nil {
		w.t.Fatal(err)
	}
	w.mu.Lock()
	w.Now = at
	w.mu.Unlock()
	return w
}

// Say records a message of the principal, unanswered, findable in the store.
func (w *World) Say(text string) event.Seq { return w.SayIn(Console, event.Private, 0, text) }

// SayIn is Say in a place, as a reply to something or to nothing.
func (w *World) SayIn(place event.Place, audience event.Audience, replyTo event.Seq, text string) event.Seq {
	w.t.Helper()
	w.n++
	e := w.Pens.For(event.Bot).Write(event.Heard{
		Place: place, Audience: audience, Text: text, On: w.Now, ReplyTo: replyTo,
		Person: event.Person{Platform: place.Platform, ID: "sam"},
	})
	e.Trust = event.ByPrincipal
	seq := w.Record(e)[0].Seq
	speaker, _ := words.Speaker(text)
	if err := w.Store.Put(w.t.Context(), store.Item{
		Seq: uint64(seq), Kind: store.Said, Speaker: speaker, Audience: memory.Readers(audience, place), On: w.Now, Session: w.sitting(), Turn: uint64(w.n),
		Text: text, Importance: 0.5,
	}); err != nil {
		w.t.Fatal(err)
	}
	return seq
}

// sitting numbers the stretch of talk that belongs together, as the follower does: a silence
// of hours ends it.
func (w *World) sitting() uint64 {
	if away := w.Now.Sub(w.said); away > 4*time.Hour || away < 0 {
		w.session++
	}
	w.said = w.Now
	return w.session
}

// Record writes entries.
func (w *World) Record(es ...ledger.Entry) []ledger.Record {
	w.t.Helper()
	rs, err := w.Mind.Record(w.t.Context(), es...)
	if err != nil {
		w.t.Fatal(err)
	}
	return rs
}

// Write records one event as its owner does, resting on others, and gives its number.
func (w *World) Write(p event.Payload, from ...event.Seq) event.Seq {
	w.t.Helper()
	spec, _ := event.Of(p.Kind())
	return w.Record(w.Pens.For(spec.Owner).Write(p).Resting(from...))[0].Seq
}

// Silence records a turn that answered a message with nothing.
func (w *World) Silence(message event.Seq) {
	w.t.Helper()
	brain := w.Pens.For(event.Brain)
	w.Record(brain.Write(event.TurnBegan{Messages: []event.Seq{message}}).Because(message), brain.Write(event.TurnEnded{Outcome: event.Silent}).Because(ledger.Here(0)))
}

// Unasked are the posts that nobody asked for and that are about something, oldest first.
func (w *World) Unasked() (posts []event.PostQueued) {
	w.t.Helper()
	for r, err := range ledger.Each[event.PostQueued](w.t.Context(), w.Mind, ledger.Query{}) {
		if err != nil {
			w.t.Fatal(err)
		}
		if q := r.Said; q.About != 0 && !q.Asked() {
			posts = append(posts, q)
		}
	}
	return posts
}

// Turn makes the turn that answers a message, at Today or, if later, the world's clock.
// The message is parsed as a command, as the brain does.
func (w *World) Turn(seq event.Seq) *turn.Turn {
	w.t.Helper()
	r, err := w.Mind.Event(w.t.Context(), seq)
	if err != nil {
		w.t.Fatal(err)
	}
	p, err := r.Payload()
	if err != nil {
		w.t.Fatal(err)
	}
	h, ok := p.(event.Heard)
	if !ok {
		w.t.Fatalf("event %d is %q, not a message", seq, r.Kind)
	}
	now := Today
	if w.Now.After(now) {
		now = w.Now.In(Zone)
	}
	t := &turn.Turn{
		Mind: w.Mind, Store: w.Store, Text: h.Text, Place: h.Place, Audience: h.Audience, Now: now,
		Messages: []turn.Message{{Seq: seq, Text: h.Text, On: h.On, ReplyTo: h.ReplyTo, Removed: h.Removed}},
		Host: turn.Host{
			Version: "0.1.0", Home: "/home/sam/.citadel", Began: now.Add(-2 * time.Hour), Quiet: "22:00-07:00",
			Ceilings: turn.Ceilings{Turn: 0.50, Job: 0.10, Day: 2, Month: 30},
			Models:   w.Models, Dearest: "claude-opus-5-5", Here: []string{Console.Platform},
		},
	}
	if c, ok := command.Parse(h.Text); ok {
		t.Command = &c
	}
	return t
}

// Apply writes what a reply changes and says, as the brain does, and gives the records:
// turn.began first, turn.ended last.
func (w *World) Apply(t *turn.Turn, r *turn.Reply) []ledger.Record {
	w.t.Helper()
	if r.Forget != nil {
		if _, err := w.Mind.Forget(w.t.Context(), r.Forget.Plan, "asked", t.Heard()...); err != nil {
			w.t.Fatal(err)
		}
	}
	brain := w.Pens.For(event.Brain)
	es := []ledger.Entry{brain.Write(event.TurnBegan{Messages: []event.Seq{t.Last().Seq}}).Because(t.Last().Seq)}
	r.Shift(len(es))
	for _, c := range r.Writes {
		spec, _ := event.Of(c.Payload.Kind())
		from := c.From
		if from == nil {
			from = t.Heard()
		}
		e := w.Pens.For(spec.Owner).Write(c.Payload).Because(ledger.Here(0), t.Last().Seq).Resting(from...)
		e.Key = c.Key
		if _, asked := c.Payload.(event.Asked); asked {
			e.Trust = event.ByPrincipal
		}
		es = append(es, e)
	}
	outcome := event.Silent
	if !r.Text.Empty() {
		outcome = event.Answered
		es = append(es, w.Pens.For(event.Outbox).Write(event.PostQueued{
			Place: t.Place, Audience: t.Audience, Text: r.Text.String(), Cites: r.Text.Cites(), Buttons: r.Buttons, Charts: r.Charts, Art: r.Art, Subject: r.Subject, About: r.About,
			Answer: &event.Answer{Message: t.Last().Seq, By: r.By},
		}).Because(ledger.Here(0)).Resting(r.Text.Rests()...))
	}
	es = append(es, brain.Write(event.TurnEnded{Outcome: outcome, By: r.By, Category: t.Category, Tier: t.Tier, Quiet: r.Quiet}).Because(ledger.Here(0)))
	return w.Record(es...)
}

// Golden compares a reply with testdata/<name>.golden and checks its claims and its manners.
func Golden(t *testing.T, m *memory.Mind, name string, r *turn.Reply) {
	t.Helper()
	Text(t, name, r)
	Claims(t, m, &r.Text)
	Manners(t, r.Text.String())
}

// Text compares a reply with testdata/<name>.golden, and that alone.
func Text(t *testing.T, name string, r *turn.Reply) {
	t.Helper()
	var b strings.Builder
	b.WriteString("by: " + r.By + "\n")
	for _, button := range r.Buttons {
		b.WriteString("button: " + button.Label + " = " + button.Says + "\n")
	}
	b.WriteString("\n" + r.Text.String() + "\n")
	said := hashes.ReplaceAllString(b.String(), "`a hash`")
	said = event.Renumber(said, func(letter string, i int) string { return fmt.Sprintf("%s(new %d)", letter, i) }, func(int, int) {})
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(said), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (run with -update and look at what it wrote)", err)
	}
	if d := cmp.Diff(string(want), said); d != "" {
		t.Errorf("%s reads otherwise (-want +got):\n%s", path, d)
	}
}

// hashes of the ledger change with every change of a stored form, so a golden file holds none.
var hashes = regexp.MustCompile("`[0-9a-f]{12}`")

var (
	commandsAndLinks = regexp.MustCompile("`[^`]*`" + `|\]\(src:[^)]*\)`)
	claims           = regexp.MustCompile(`\d[\d.,:]*\d|\d|"[^"]*"`)
)

// Claims checks that each number, date and quoted phrase of a text lies inside a stretch
// that names events, and that each of those exists (MESSAGES, How traceability is kept).
// Handles and things to type, in backticks, are no claims.
func Claims(t *testing.T, m *memory.Mind, text *phrase.Text) {
	t.Helper()
	s := text.String()
	blank := func(match string) string { return strings.Repeat(" ", len(match)) }
	masked := commandsAndLinks.ReplaceAllStringFunc(s, blank)
	for _, at := range claims.FindAllStringIndex(masked, -1) {
		covered := false
		for _, c := range text.Cites() {
			covered = covered || c.Start <= at[0] && at[1] <= c.End
		}
		if !covered {
			t.Errorf("the claim %q rests on nothing, in:\n%s", s[at[0]:at[1]], s)
		}
	}
	for _, seq := range text.Rests() {
		if _, err := m.Event(t.Context(), seq); err != nil {
			t.Errorf("a claim rests on event %d: %v", seq, err)
		}
	}
}

var (
	rude = regexp.MustCompile(`(?i)\b(happy to help|great question|i noticed|just a quick|i hope|let me know|missed you|yesterday|tomorrow|recently|soon|last week)\b|!`)
	rule = regexp.MustCompile(`(?m)^#|^---|^\||<[a-z]+>`)
)

// Manners checks what MESSAGES asks of every message: its size, no openers, no relative
// dates, no emoji, and none of the Markdown that not every platform can show. Quoted words
// are the principal's and exempt.
func Manners(t *testing.T, s string) {
	t.Helper()
	own := regexp.MustCompile(`"[^"]*"|(?m)^>.*$|`+"`[^`]*`").ReplaceAllString(s, "")
	if m := rude.FindString(own); m != "" {
		t.Errorf("%q has no place in a message:\n%s", m, s)
	}
	if m := rule.FindString(own); m != "" {
		t.Errorf("%q is not in the subset of Markdown that every platform shows:\n%s", m, s)
	}
	lines := 0
	for _, l := range strings.Split(s, "\n") {
		if strings.TrimSpace(l) != "" {
			lines++
		}
	}
	if lines > 12 || len([]rune(s)) > 900 {
		t.Errorf("%d lines and %d characters; a message has at most 12 and 900:\n%s", lines, len([]rune(s)), s)
	}
	for _, r := range own {
		if r >= 0x1F000 || r >= 0x2600 && r < 0x27C0 {
			t.Errorf("an emoji in a text: %q", r)
		}
	}
}
