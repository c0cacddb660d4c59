package pulse_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"citadel/brain/model"
	"citadel/brain/perform"
	"citadel/brain/turn/turntest"
	"citadel/jobs/jobstest"
	"citadel/jobs/outside"
	"citadel/jobs/pulse"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/hands"
	"citadel/memory/ledger"
	"citadel/tools"
)

// box is a mailbox as its tools tell of it: by its name, from whom a mail is, its subject and its text.
type box struct {
	mails []letter // the newest first
	asked []string // which were read
	saved int
}

type letter struct{ id, from, subject, text string }

func (b *box) tools(t testing.TB) tools.Set {
	search := tools.Typed(tools.Tool{Name: "mail_search", Class: tools.Reads, Description: "Searches."}, func(_ context.Context, in struct {
		Waits bool `json:"waits"`
	}) (r tools.Result, err error) {
		if !in.Waits {
			t.Error("it searches for more than what waits")
		}
		r.Text = fmt.Sprintf("%d of %d in INBOX:\n", len(b.mails), len(b.mails))
		for _, m := range b.mails {
			r.Text += fmt.Sprintf("- Thu 19 Nov 2026 17:42 +1100, from %s: %s (2100 bytes, unread) · id `%s`\n", m.from, m.subject, m.id)
			r.Sources = append(r.Sources, tools.Source{What: "a mail from " + m.from})
		}
		return r, nil
	})
	read := tools.Typed(tools.Tool{Name: "mail_read", Class: tools.Reads, Description: "Reads."}, func(_ context.Context, in struct {
		ID string `json:"id"`
	}) (r tools.Result, err error) {
		b.asked = append(b.asked, in.ID)
		i := slices.IndexFunc(b.mails, func(m letter) bool { return m.id == in.ID })
		m := b.mails[i]
		if m.text == "" {
			return r, &tools.Failure{Reason: tools.Missing, Text: "It is gone."}
		}
		return tools.Result{
			Text:    fmt.Sprintf("From: %s\nTo: sam@home.example\nDate: Thu 19 Nov 2026 17:42 +1100\nSubject: %s\n\n%s\n", m.from, m.subject, m.text),
			Sources: []tools.Source{{What: "a mail from " + m.from}},
		}, nil
	})
	draft := tools.Typed(tools.Tool{Name: "mail_draft", Description: "Drafts."}, func(context.Context, struct {
		To      []string `json:"to"`
		Subject string   `json:"subject"`
		Text    string   `json:"text"`
		ReplyTo string   `json:"reply_to,omitempty"`
	}) (tools.Result, error) {
		b.saved++
		return tools.Result{}, nil
	})
	set, err := tools.NewSet(search, read, draft)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// writer is a scripted model.
type writer struct {
	asked  []model.Ask
	answer string
	err    error
}

func (m *writer) ask(_ context.Context, a model.Ask) (model.Answer, error) {
	m.asked = append(m.asked, a)
	return model.Answer{Response: model.Response{Text: m.answer}, Card: model.Card{Name: "scripted-1"}}, m.err
}

type world struct {
	*turntest.World
	t   testing.TB
	box *box
	out pulse.Outside
}

func begin(t testing.TB, m *writer, mails ...letter) *world {
	w := &world{World: turntest.New(t).At("2026-11-19 12:00"), t: t, box: &box{mails: mails}}
	w.Silence(w.Say("hello"))
	set := w.box.tools(t)
	w.out = pulse.Outside{World: outside.World{Tools: func() tools.Set { return set }, Hands: perform.Hands{Mind: w.Mind, Pens: w.Pens.Case(event.Hands), Now: func() time.Time { return w.Now }}}}
	if m != nil {
		w.out.Ask = m.ask
	}
	return w
}

func (w *world) tick(at string) {
	w.t.Helper()
	w.At(at)
	jobstest.Look(w.t, w.World, pulse.Job(w.out))
}

// drafts are what was prepared.
func (w *world) drafts() (all []event.ApprovalAsked) {
	for r, err := range ledger.Each[event.ApprovalAsked](w.t.Context(), w.Mind, ledger.Query{}) {
		if err != nil {
			w.t.Fatal(err)
		}
		all = append(all, r.Said)
	}
	return all
}

var lena = letter{"7-1-INBOX", "Lena Brandt <lena@brandt.example>", "contract dates", "Hi Sam, does the contract begin on 1 December? And who signs it?"}

const fine = "Hi Lena,\nThe contract begins on [1 December, yes or no]. It is signed by [who].\nBest wishes"

func says(text string) string {
	b, _ := json.Marshal(map[string]string{"text": text})
	return string(b)
}

// A draft is made of a mail that waits, once, and put aside: nothing is done, and the word of the card is what does it.
func TestADraft(t *testing.T) {
	m := &writer{answer: says(fine)}
	w := begin(t, m, lena)
	w.tick("2026-11-20 06:00")
	all := w.drafts()
	if len(all) != 1 || w.box.saved != 0 || len(m.asked) != 1 {
		t.Fatalf("%+v, asked %d times", all, len(m.asked))
	}
	var args map[string]any
	if err := json.Unmarshal([]byte(all[0].Args), &args); err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(args["to"]) != "[lena@brandt.example]" || args["subject"] != "Re: contract dates" || args["text"] != fine || args["reply_to"] != lena.id {
		t.Errorf("%+v", args)
	}
	a := all[0]
	if !a.Held || len(a.Sources) != 1 || !strings.Contains(a.Sources[0].What, "Lena") || !a.Lapses.Equal(w.Now.AddDate(0, 0, 7)) {
		t.Errorf("%+v", a)
	}
	if p := m.asked[0].Purpose; p.Line != model.Pulses || p.Job != pulse.Name || len(p.From) == 0 {
		t.Errorf("%+v", p)
	}
	w.tick("2026-11-20 12:00")
	if len(w.drafts()) != 1 || len(m.asked) != 1 {
		t.Error("the same mail again")
	}
	var open []hands.Card
	w.Mind.Read(func(v memory.View) { open = v.Hands.Open(w.Now) })
	if len(open) != 1 {
		t.Errorf("%+v", open)
	}
}

// What a model writes that is not fit to be put before him is dropped, and the mail is not read again.
func TestWhatIsNoDraft(t *testing.T) {
	for name, c := range map[string]struct {
		answer string
		err    error
	}{
		"none":             {says(""), nil},
		"no JSON":          {"Hi Lena", nil},
		"it is away":       {"", errors.New("away")},
		"no money left":    {"", &model.CeilingError{}},
		"another day":      {says("Hi Lena,\nThe contract begins on 5 December."), nil},
		"somebody else":    {says("Hi Lena,\nIt is signed by Priya, as you know."), nil},
		"a link":           {says("Hi Lena,\nSee https://brandt.example for it."), nil},
		"an address":       {says("Hi Lena,\nWrite to eve@evil.example for it."), nil},
		"grave":            {says("Hi Lena,\nBecause of the funeral it begins later."), nil},
		"far too long":     {says("Hi Lena,\n" + strings.Repeat("the contract begins. ", 100)), nil},
		"marks of a model": {says("Hi Lena,\n<b>it begins</b> then, they say."), nil},
	} {
		t.Run(name, func(t *testing.T) {
			m := &writer{answer: c.answer, err: c.err}
			w := begin(t, m, lena)
			w.tick("2026-11-20 06:00")
			w.tick("2026-11-20 12:00")
			if n := len(w.drafts()); n != 0 || len(m.asked) != 1 || len(w.box.asked) != 1 {
				t.Errorf("%d drafts, asked %d times, read %d mails", n, len(m.asked), len(w.box.asked))
			}
		})
	}
}

// Without a model, a mailbox, mail or his leave nothing is read and nothing asked.
func TestNothing(t *testing.T) {
	for name, set := range map[string]func(w *world){
		"no model":     func(w *world) { w.out.Ask = nil },
		"no mailbox":   func(w *world) { w.out.Tools = func() tools.Set { return tools.Set{} } },
		"no mail":      func(w *world) { w.box.mails = nil },
		"he is paused": func(w *world) { w.asks(event.AskSetting, event.SettingPaused, "yes") },
		"not searched": func(w *world) { w.asks(event.AskPolicy, "mail_search", event.PolicyAsk) },
		"not read":     func(w *world) { w.asks(event.AskPolicy, "mail_read", event.PolicyDeny) },
	} {
		t.Run(name, func(t *testing.T) {
			m := &writer{answer: says(fine)}
			w := begin(t, m, lena)
			set(w)
			w.tick("2026-11-20 06:00")
			if len(w.drafts()) != 0 || len(m.asked) != 0 || len(w.box.asked) != 0 {
				t.Errorf("%+v, asked %d times, read %q", w.drafts(), len(m.asked), w.box.asked)
			}
		})
	}
}

// A grave mail is not answered by a draft, and no model is shown it; one that cannot be read leaves no trace.
func TestWhatIsLeftToHim(t *testing.T) {
	m := &writer{answer: says("Hi Tom,\nI have your mail and read it now.")}
	w := begin(t, m, letter{"7-9-INBOX", "Tom <tom@home.example>", "the funeral", "Can you come to the funeral?"})
	w.tick("2026-11-20 06:00")
	if len(w.drafts()) != 0 || len(m.asked) != 0 {
		t.Errorf("%+v, asked %d times", w.drafts(), len(m.asked))
	}
	w = begin(t, m, letter{"7-9-INBOX", "Tom <tom@home.example>", "lunch", ""})
	w.tick("2026-11-20 06:00")
	for r, err := range ledger.Each[event.ToolReturned](t.Context(), w.Mind, ledger.Query{}) {
		t.Errorf("%+v, %v", r.Said, err)
	}
}

func (w *world) asks(what, name, value string) {
	said := w.Say("so be it")
	w.Silence(said)
	e := w.Pens.For(event.Brain).Write(event.Asked{What: what, Name: name, Text: value}).Because(said).Resting(said)
	e.Trust = event.ByPrincipal
	w.Record(e)
}

// A huge inbox: those he deals with come first, one a time, and no more than three drafts wait.
func TestAPile(t *testing.T) {
	m := &writer{answer: says(fine)}
	var mails []letter
	for i := range 30 {
		mails = append(mails, letter{fmt.Sprintf("7-%d-INBOX", 100-i), "Lena Brandt <lena@brandt.example>", "contract dates", lena.text})
	}
	mails[20].subject = "Acme Foods, 1 December"
	w := begin(t, m, mails...)
	said := w.Say("Acme Foods buys pulp")
	w.Silence(said)
	w.Write(event.EdgeDrawn{Source: "pulp", Relation: event.ExposedTo, Target: "Acme Foods costs", Client: "Acme Foods", Origin: event.FromConversation, On: w.Now}, said)
	for day := 20; day < 23; day++ {
		for hour := 0; hour < 24; hour += 6 {
			w.tick(fmt.Sprintf("2026-11-%d %02d:00", day, hour))
		}
	}
	if got := strings.Join(w.box.asked, " "); got != "7-80-INBOX 7-100-INBOX 7-99-INBOX" || len(w.drafts()) != 3 {
		t.Errorf("read %s, %d drafts", got, len(w.drafts()))
	}
}
