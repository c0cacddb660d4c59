package inspect_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"citadel/brain/command"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/brain/turn/turntest"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/store"
)

func TestLists(t *testing.T) {
	for name, text := range map[string]string{
		"help": "help", "memories": "memories", "memories-about": "memories about Acme", "memories-none": "memories about zebras",
		"memories-today": "memories today", "loops": "loops", "reminders": "reminders", "decisions": "decisions", "rules": "rules",
		"jobs": "jobs", "accounts": "accounts", "status": "status", "spend": "spend", "privacy": "privacy",
		"export": "export full", "export-chat": "export chat json", "diag": "diag", "absent": "metrics",
	} {
		t.Run(name, func(t *testing.T) {
			w := live(t)
			r := w.ask(text)
			w.golden(name, r)
			row, _ := command.Lookup(strings.TrimPrefix(r.By, "command:"))
			if r.Direct != row.Mind {
				t.Errorf("direct is %v, the table says %v", r.Direct, row.Mind)
			}
		})
	}
}

// Before anything was said, each list says what will fill it.
func TestEmpty(t *testing.T) {
	for name, text := range map[string]string{
		"memories": "memories", "memories-today": "memories today", "loops": "loops", "reminders": "reminders", "decisions": "decisions",
		"rules": "rules", "jobs": "jobs", "accounts": "accounts", "status": "status", "diag": "diag", "why": "why", "revisit": "revisit",
		"find": "find zebra", "more": "more", "show": "show m999",
	} {
		t.Run(name, func(t *testing.T) {
			w := &life{World: turntest.New(t), t: t}
			w.At("2026-11-20 08:30")
			w.golden("empty-"+name, w.ask(text))
		})
	}
}

func TestHelpAll(t *testing.T) {
	w := live(t)
	r := w.ask("help all")
	turntest.Claims(t, w.Mind, &r.Text)
	text := r.Text.String()
	for _, row := range command.Rows() {
		line := fmt.Sprintf("- `%s`: %s", row.Usage, row.Help)
		if exists := row.Since != "" && !row.Away; strings.Contains(text, line) != exists {
			t.Errorf("%q: listed is %v, exists is %v", row.Name, !exists, exists)
		}
	}
	if n := strings.Count(text, "\n\n**"); n != 10 {
		t.Errorf("%d groups, want 10: the headings name commands that are not in the table:\n%s", n, text)
	}
}

// What an answer lists goes on with "more" until all was shown once, in order.
func TestMore(t *testing.T) {
	w := live(t)
	var want []string
	for i := range 30 {
		w.At(fmt.Sprintf("2026-11-20 0%d:%02d", 4+i/60, i%60))
		seq := w.record(event.Loops, event.LoopOpened{Text: fmt.Sprintf("errand number %d in the long list of errands", i), On: w.Now, Due: w.Now.AddDate(0, 0, 40)}, w.june)
		want = append(want, fmt.Sprintf("`l%d`", seq))
	}
	var got []string
	r := w.ask("loops")
	w.golden("more-1", r)
	for range 20 {
		for _, line := range strings.Split(r.Text.String(), "\n") {
			if f := strings.Fields(line); len(f) > 1 && f[0] == "-" && strings.Contains(line, "errand") {
				got = append(got, f[1])
			}
		}
		if !strings.Contains(r.Text.String(), "`more`") {
			break
		}
		r = w.ask("more")
		if r.By != "command:more" {
			t.Fatal(r.By)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	says(t, w.ask("more"), "no more to show")
}

func TestReminderZones(t *testing.T) {
	w := live(t)
	says(t, w.ask("reminders"), "15:00 Lisbon (02:00 Melbourne, Tue 24 Nov), every Monday", "Tue 24 Nov, 15:00 (Melbourne)")
}

// A reminder that was said stays in the list for a day, until it is done: after an outage several come at
// once, and the message that says so names this list.
func TestRemindersSaid(t *testing.T) {
	w := live(t)
	once := w.record(event.Loops, event.ReminderSet{Text: "order the labels", At: w.Now, Zone: "UTC"}, w.june)
	post := w.record(event.Outbox, event.PostQueued{Place: turntest.Console, Text: "**Order the labels.**", Subject: event.SubjectReminder}, once)
	w.record(event.Loops, event.ReminderFired{Reminder: once, Slot: w.Now}, post)
	said := fmt.Sprintf("`r%d` ", once)
	if r := w.ask("reminders"); !strings.Contains(r.Text.String(), "**Said, not marked done**\n\n- "+said) {
		t.Error(r.Text.String())
	}
	if r := w.ask("next reminder"); strings.Contains(r.Text.String(), said) {
		t.Error(r.Text.String())
	}
	w.record(event.Loops, event.ReminderCancelled{Reminder: once, Outcome: "done"}, once)
	if r := w.ask("reminders"); strings.Contains(r.Text.String(), said) {
		t.Error(r.Text.String())
	}
}

func TestStatus(t *testing.T) {
	w := live(t)
	w.set(event.Asked{What: event.AskSetting, Name: event.SettingPaused, Text: "yes"}, w.june)
	w.set(event.Asked{What: event.AskSetting, Name: event.SettingAway, Text: "2026-11-18/2026-12-18"}, w.june)
	w.record(event.Brain, event.Held{Until: turntest.Today.Add(24 * time.Hour), Reason: "crisis"}, w.june)
	w.golden("status-paused", w.ask("status"))
}

func TestJobs(t *testing.T) {
	w := live(t)
	w.record(event.Jobs, event.JobBegan{Job: "reminders", Slot: "2026-11-20T08:30", Attempt: 1})
	w.record(event.Jobs, event.JobRan{Job: "reminders", Slot: "2026-11-20T08:30", Outcome: event.JobDone})
	w.record(event.Jobs, event.JobBegan{Job: "feeds", Slot: "2026-11-20", Attempt: 1})
	w.record(event.Models, event.ModelCalled{Day: "2026-11-20", Job: "feeds", Slot: "2026-11-20", Cost: 12_000})
	w.record(event.Jobs, event.JobRan{Job: "feeds", Slot: "2026-11-20", Outcome: event.JobNothing})
	w.set(event.Asked{What: event.AskSetting, Name: event.SettingJobs, Text: "consolidate"}, w.june)
	tn := w.Turn(w.Say("jobs"))
	tn.Host.Jobs = []turn.Job{
		{Name: "reminders", Every: "when due", Help: "says what you asked to be reminded of"},
		{Name: "integrate", Every: "every 30 min", Help: "reads new messages for what they teach"},
		{Name: "feeds", Every: "every morning at 6", Help: "reads prices", Next: func(_ memory.View, now time.Time) time.Time { return now.Add(21 * time.Hour) }},
		{Name: "consolidate", Every: "every night", Help: "lets memories last", Next: func(_ memory.View, now time.Time) time.Time { return now.Add(18 * time.Hour) }},
	}
	r, err := desk.Answer(t.Context(), tn)
	if err != nil {
		t.Fatal(err)
	}
	w.golden("jobs-ran", r)
}

// A turn is timed from its message on, and the newest comes first.
func TestDiag(t *testing.T) {
	w := live(t)
	w.told("where does Ana live?", "procedure:recall", func(p *phrase.Text) { p.Say("I don't know.") })
	tn := w.Turn(w.Say("loops"))
	r, err := desk.Answer(t.Context(), tn)
	if err != nil {
		t.Fatal(err)
	}
	w.Now = w.Now.Add(1234 * time.Millisecond)
	w.Apply(tn, r)
	w.golden("diag-two", w.ask("diag"))
}

func TestReplay(t *testing.T) {
	w := live(t)
	forgotten := w.Say("the garage code is 4711")
	plan, err := w.Mind.Reach(t.Context(), forgotten)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Mind.Forget(t.Context(), plan, "asked"); err != nil {
		t.Fatal(err)
	}
	r := w.ask("replay")
	turntest.Claims(t, w.Mind, &r.Text)
	says(t, r, "!4711", "(forgotten)", `heard you "Lena's contract ends in June, I think"`, "reminder.set {", "```")
	if n := strings.Count(r.Text.String(), "\n"); n < 30 {
		t.Errorf("%d lines:\n%s", n, r.Text.String())
	}
}

// Talk, and commands of others, are not answered here.
func TestNotMine(t *testing.T) {
	w := live(t)
	for _, text := range []string{"where does Ana live?", "forget m3", "remember that the shop opens at 7", "stop", "fine", "undo"} {
		r, err := desk.Answer(t.Context(), w.Turn(w.Say(text)))
		if r != nil || err != nil {
			t.Errorf("%q: %v, %v", text, r, err)
		}
	}
}

// Linked accounts and channels are listed with what can be done about them.
func TestAccountsLinked(t *testing.T) {
	w := live(t)
	w.At("2026-11-18 14:02")
	telegram := event.Place{Platform: "telegram", Room: "1234471"}
	link := func(p event.AccountLinked) event.Seq { return w.record(event.Accounts, p) }
	link(event.AccountLinked{Person: event.Person{Platform: "telegram", ID: "1234471"}, Place: telegram, Audience: event.Private, How: "code"})
	first := link(event.AccountLinked{Person: event.Person{Platform: "slack", ID: "U04F9"}, Audience: event.Work, How: "setup"})
	link(event.AccountLinked{Person: event.Person{Platform: "slack", ID: "U07AA"}, Audience: event.Work, How: "config"})
	said := w.Pens.For(event.Bot).Write(event.Heard{
		Place: telegram, Audience: event.Private, Person: event.Person{Platform: "telegram", ID: "1234471"}, Text: "hello", On: w.Now,
	})
	said.Trust = event.ByPrincipal
	heard := w.Record(said)[0].Seq
	for _, a := range []event.Asked{
		{What: event.AskLock, Ref: first},
		{What: event.AskChannel, Place: event.Place{Platform: "slack", Room: "C1"}, Text: "#acme"},
	} {
		e := w.Pens.For(event.Brain).Write(a).Because(heard).Resting(heard)
		e.Trust = event.ByPrincipal
		w.Record(e)
	}
	w.At("2026-11-20 08:30")
	turntest.Golden(t, w.Mind, "accounts-linked", w.ask("accounts"))
}

// stated is a store that says how far its items have got their vectors.
type stated struct {
	store.Store
	state memory.Embedding
}

func (s stated) State() memory.Embedding { return s.state }

func TestStatusOfVectors(t *testing.T) {
	w := live(t)
	inner := w.Store
	for name, c := range map[string]struct {
		state memory.Embedding
		want  []string
	}{
		"all there":  {memory.Embedding{Embedder: "openai/small"}, []string{"Memory search: by words and likeness, ", "!openai/small"}},
		"resized":    {memory.Embedding{Embedder: "openai/small", Left: 12, Anew: true}, []string{"; 12 not sent through `openai/small` yet, whose vectors have another length than before", "!could not"}},
		"some to do": {memory.Embedding{Embedder: "openai/small", Left: 1234}, []string{"; 1,234 not sent through `openai/small` yet", "!could not"}},
		"down": {memory.Embedding{Embedder: "openai/small", Left: 2, Err: errors.New("down"), Again: w.Now.Add(time.Minute)},
			[]string{"; 2 not sent", "; `openai/small` could not be asked, and is again at "}},
	} {
		t.Run(name, func(t *testing.T) {
			w.Store = stated{inner, c.state}
			r := w.ask("status")
			says(t, r, c.want...)
			turntest.Claims(t, w.Mind, &r.Text)
		})
	}
}

// shut is a store that answers nothing.
type shut struct {
	store.Store
	why error
}

func (s shut) Len(context.Context) (int, error) { return 0, s.why }

// What is kept on servers is said to be there.
func TestStatusNamesServers(t *testing.T) {
	w := live(t)
	on := func(text string, h turn.Host) *turn.Reply {
		t.Helper()
		asked := w.Turn(w.Say(text))
		asked.Host.Ledger, asked.Host.Search, asked.Host.Afar = h.Ledger, h.Search, h.Afar
		r, err := desk.Answer(t.Context(), asked)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	says(t, on("status", turn.Host{}), "Kept in `/home/sam/.citadel`", "Memory search: by words", "!PostgreSQL", "!Weaviate")
	says(t, on("privacy", turn.Host{}), "Nothing you write leaves this computer")
	servers := turn.Host{Ledger: "db.example:5432/citadel", Search: "search.example:8080", Afar: []string{"PostgreSQL at `db.example:5432/citadel`"}}
	says(t, on("status", servers), "Kept in PostgreSQL at `db.example:5432/citadel`; settings and files in `/home/sam/.citadel`",
		"Memory search: by words", " on Weaviate at `search.example:8080`")
	says(t, on("privacy", servers), "No provider gets what you write", "kept on servers of yours: PostgreSQL at `db.example:5432/citadel`", "!leaves this computer")
}

// A server that is away is told apart from one that somebody has to mend.
func TestStatusOfAServerThatFails(t *testing.T) {
	w := live(t)
	inner := w.Store
	for why, want := range map[error][]string{
		store.ErrUnavailable: {"the memory store does not answer", "!broken"},
		store.ErrBroken:      {"the memory store is broken", "`citadel doctor`", "!does not answer"},
	} {
		w.Store = shut{inner, fmt.Errorf("asked: %w", why)}
		says(t, w.ask("status"), want...)
	}
}
