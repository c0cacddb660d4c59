package inspect_test

import (
	"strings"
	"testing"
	"time"

	"citadel/brain/inspect"
	"citadel/brain/phrase"
	"citadel/brain/turn"
	"citadel/brain/turn/turntest"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/store"
)

// desk reads one period, which is enough here: "in MONTH 2026".
var desk = inspect.Desk{Period: func(text string, now time.Time) (time.Time, time.Time, bool) {
	from, err := time.ParseInLocation("in January 2006", text, now.Location())
	return from, from.AddDate(0, 1, 0), err == nil
}}

// life is a world with a short past of Sam's.
type life struct {
	*turntest.World
	t *testing.T

	board, lena, june, porto, retainer, chase, late event.Seq // messages
	boardFact, portoFact                            event.Seq // memories
	decision, pricing, proposal                     event.Seq
	loop, dueLoop                                   event.Seq
	reminder, weekly                                event.Seq
	rule                                            event.Seq
}

func (w *life) record(owner event.Source, p event.Payload, from ...event.Seq) event.Seq {
	w.t.Helper()
	return w.Record(w.Pens.For(owner).Write(p).Because(from...).Resting(from...))[0].Seq
}

// learn records a memory and puts it into the store.
func (w *life) learn(l event.Learned, from ...event.Seq) event.Seq {
	w.t.Helper()
	l.On, l.Importance, l.Class = w.Now, 0.5, "fact"
	if l.Provenance == "" {
		l.Provenance = event.Stated
	}
	seq := w.record(event.Learning, l, from...)
	if err := w.Store.Put(w.t.Context(), store.Item{
		Seq: uint64(seq), Kind: store.Fact, Audience: string(event.Private), On: w.Now, Text: l.Text, Importance: 0.5,
	}); err != nil {
		w.t.Fatal(err)
	}
	return seq
}

// ask says something, answers it at the desk, and writes the answer.
func (w *life) ask(text string) *turn.Reply { return w.reply(0, text) }

func (w *life) reply(to event.Seq, text string) *turn.Reply {
	w.t.Helper()
	return w.in(turntest.Console, event.Private, to, text)
}

func (w *life) in(place event.Place, a event.Audience, to event.Seq, text string) *turn.Reply {
	w.t.Helper()
	t := w.Turn(w.SayIn(place, a, to, text))
	r, err := desk.Answer(w.t.Context(), t)
	if err != nil {
		w.t.Fatalf("%s: %v", text, err)
	}
	if r == nil {
		w.t.Fatalf("%q is not answered here", text)
	}
	if len(r.Writes) > 0 || r.Forget != nil {
		w.t.Errorf("%q changes something", text)
	}
	w.Apply(t, r)
	return r
}

// told answers a message as something else would, and gives the number of the post.
func (w *life) told(text, by string, write func(*phrase.Text), found ...event.Found) event.Seq {
	w.t.Helper()
	asked := w.Say(text)
	brain := w.Pens.For(event.Brain)
	began := w.Record(brain.Write(event.TurnBegan{Messages: []event.Seq{asked}}).Because(asked))[0].Seq
	var post phrase.Text
	write(&post)
	es := []ledger.Entry{}
	if found != nil {
		es = append(es, brain.Write(event.Recalled{Items: found, Among: 12}).Because(began))
	}
	if !post.Empty() {
		es = append(es, w.Pens.For(event.Outbox).Write(event.PostQueued{
			Place: turntest.Console, Text: post.String(), Cites: post.Cites(),
			Answer: &event.Answer{Message: asked, By: by, Category: "personal recall", Tier: "routine"},
		}).Because(began).Resting(post.Rests()...))
	}
	outcome := event.Answered
	if post.Empty() {
		outcome = event.Silent
	}
	es = append(es, brain.Write(event.TurnEnded{Outcome: outcome, By: by, Category: "personal recall", Tier: "routine"}).Because(began))
	rs := w.Record(es...)
	for _, r := range rs {
		if r.Kind == "post.queued" {
			return r.Seq
		}
	}
	return asked
}

func live(t *testing.T) *life {
	t.Helper()
	w := &life{World: turntest.New(t), t: t}
	w.At("2025-12-01 08:00")
	w.record(event.Host, event.Started{Version: "0.1.0", Clean: true})

	w.At("2026-03-04 10:00")
	w.retainer = w.Say("We decided to drop the Henderson retainer because they pay late")
	w.late = w.learn(event.Learned{Sort: "fact", Text: "Henderson pays late", Quote: "they pay late", Subject: "Henderson"}, w.retainer)
	w.decision = w.record(event.Decisions, event.DecisionRecorded{
		Text: "drop the Henderson retainer", Reason: "they pay late", On: w.Now, Review: w.Now.AddDate(0, 6, 0),
	}, w.retainer)
	w.At("2026-03-15 09:00")
	w.porto = w.Say("My sister Ana moved to Porto to open a bakery")
	w.portoFact = w.learn(event.Learned{Sort: "fact", Text: "Ana lives in Porto.", Quote: "Ana moved to Porto", Subject: "Ana"}, w.porto)
	w.At("2026-06-02 12:00")
	june := w.Say("We agreed on fixed pricing for Acme")
	w.pricing = w.record(event.Decisions, event.DecisionRecorded{Text: "fixed pricing for Acme", On: w.Now}, june)
	w.At("2026-08-12 14:05")
	w.board = w.Say("Acme buys corrugated board from two mills in Victoria")
	w.boardFact = w.learn(event.Learned{Sort: "fact", Text: "Acme buys board from two mills in Victoria.", Quote: "buys corrugated board from two mills in Victoria", Subject: "Acme", Kept: true}, w.board)
	w.At("2026-09-02 18:00")
	w.chase = w.Say("I should revisit rates before Christmas")
	w.loop = w.record(event.Loops, event.LoopOpened{Text: "Revisit rates before Christmas", On: w.Now}, w.chase)
	w.At("2026-09-03 11:00")
	w.lena = w.Say("Henderson has a new finance lead, Tom Weiss, and he paid the last invoice on time")
	w.record(event.Decisions, event.DecisionRevised{Decision: w.decision, How: event.Hold, On: w.Now, Review: w.Now.AddDate(0, 5, 0)}, w.lena)
	w.At("2026-11-17 16:00")
	due := w.Say("I'll send Priya the draft by Friday")
	w.dueLoop = w.record(event.Loops, event.LoopOpened{
		Text: "send Priya the draft", On: w.Now, Due: time.Date(2026, 11, 20, 18, 0, 0, 0, turntest.Zone), DueText: "by Friday",
	}, due)
	w.At("2026-11-18 09:30")
	w.june = w.Say("Lena's contract ends in June, I think")
	rule := w.Say("rule add never call before noon")
	w.rule = w.set(event.Asked{What: event.AskRuleAdd, Text: "never call before noon"}, rule)
	w.At("2026-11-19 08:51")
	bank := w.Say("remind me on Tuesday at 15:00 to call the bank")
	w.reminder = w.record(event.Loops, event.ReminderSet{
		Text: "call the bank about the overdraft", At: time.Date(2026, 11, 24, 15, 0, 0, 0, turntest.Zone),
		Zone: "Australia/Melbourne", Floating: true, Place: turntest.Console, On: w.Now,
	}, bank)
	w.weekly = w.record(event.Loops, event.ReminderSet{
		Text: "stand-up with Lisbon", At: time.Date(2026, 11, 23, 15, 0, 0, 0, lisbon(t)), Rule: "FREQ=WEEKLY;BYDAY=MO",
		Zone: "Europe/Lisbon", Place: turntest.Console, On: w.Now,
	}, bank)
	w.proposal = w.record(event.Decisions, event.DecisionProposed{Text: "go with the Geelong mill", On: w.Now}, w.june)
	w.At("2026-11-20 08:30")
	return w
}

// set records a request of the principal and gives the change that answers it.
func (w *life) set(a event.Asked, message event.Seq) event.Seq {
	w.t.Helper()
	e := w.Pens.For(event.Brain).Write(a).Because(message).Resting(message)
	e.Trust = event.ByPrincipal
	rs := w.Record(e)
	return rs[len(rs)-1].Seq
}

func lisbon(t *testing.T) *time.Location {
	t.Helper()
	loc, err := time.LoadLocation("Europe/Lisbon")
	if err != nil {
		t.Fatal(err)
	}
	return loc
}

// golden holds a reply against its file.
func (w *life) golden(name string, r *turn.Reply) {
	w.t.Helper()
	turntest.Golden(w.t, w.Mind, name, r)
}

// says checks that a reply has some words and lacks others, which begin with "!".
func says(t *testing.T, r *turn.Reply, words ...string) {
	t.Helper()
	for _, word := range words {
		word, not := strings.CutPrefix(word, "!")
		if strings.Contains(r.Text.String(), word) == not {
			t.Errorf("%q: found is %v, in:\n%s", word, !not, r.Text.String())
		}
	}
}

func (w *life) lastPlace() (p event.Place) {
	w.Mind.Read(func(v memory.View) { p = v.Places.Last })
	return p
}

// lastPost is the newest thing said.
func (w *life) lastPost() event.Seq {
	w.t.Helper()
	for r, err := range w.Mind.Events(w.t.Context(), ledger.Query{Kinds: []event.Kind{"post.queued"}, Newest: true, Limit: 1}) {
		if err != nil {
			w.t.Fatal(err)
		}
		return r.Seq
	}
	return 0
}

// models is a host with two providers, one of which has no price for a model, and a model
// on this computer.
var models = []turn.Model{
	{Role: "primary", Name: "claude-sonnet-5-5", Provider: "anthropic", Title: "Anthropic", Host: "api.anthropic.com"},
	{Role: "primary", Name: "gpt-6.1-terra", Provider: "openai", Title: "OpenAI", Host: "api.openai.com"},
	{Role: "background", Name: "claude-haiku-5-5", Provider: "anthropic", Title: "Anthropic", Host: "api.anthropic.com"},
	{Role: "adversary", Name: "gpt-6.1-terra", Provider: "openai", Title: "OpenAI", Host: "api.openai.com"},
	{Name: "claude-opus-5-5", Provider: "anthropic", Title: "Anthropic", Host: "api.anthropic.com"},
}

var local = []turn.Model{{Role: "primary", Name: "llama3.3", Provider: "ollama", Title: "Ollama", Host: "localhost:11434", Loopback: true}}

// paid records a call of a model as the purse does: what is set aside, and how it ended.
func (w *life) paid(cause event.Seq, c event.ModelCalled) []event.Seq {
	w.t.Helper()
	if c.Provider == "" {
		c.Provider = "anthropic"
	}
	if c.Outcome == "" {
		c.Outcome = "ok"
	}
	c.Day = w.Now.In(turntest.Zone).Format("2006-01-02")
	pen := w.Pens.For(event.Models)
	rs := w.Record(pen.Write(event.ModelAsked{
		Role: c.Role, Provider: c.Provider, Model: c.Model, Day: c.Day, Message: c.Message, Job: c.Job, Slot: c.Slot, For: c.For,
		Most: c.Cost + 40_000, Try: 1, MaxTokens: 4096, Creativity: "medium", Effort: "medium", Tools: 3, Unpriced: c.Unpriced,
	}).Because(cause))
	asked, rests := rs[0].Seq, c.Message
	if rests == 0 {
		rests = cause
	}
	rs = w.Record(pen.Write(c).Because(asked), pen.Write(event.ModelExchanged{Digest: "d", Text: "what it said", Stop: "done"}).Because(ledger.Here(0)).Resting(rests))
	return []event.Seq{asked, rs[0].Seq, rs[1].Seq}
}

// asked answers a message by a model: the turn begins, the calls are made, and the answer
// and the end are written together.
func (w *life) asked(text string, write func(*phrase.Text), cs ...event.ModelCalled) (post, message event.Seq) {
	w.t.Helper()
	message = w.Say(text)
	brain := w.Pens.For(event.Brain)
	began := w.Record(brain.Write(event.TurnBegan{Messages: []event.Seq{message}}).Because(message))[0].Seq
	by := "shrug"
	for _, c := range cs {
		c.Message, c.For = message, "standard"
		w.paid(began, c)
		if c.Outcome == "" {
			by = "model:" + c.Model
		}
	}
	w.Now = w.Now.Add(12 * time.Second)
	var said phrase.Text
	write(&said)
	rs := w.Record(
		brain.Write(event.Recalled{Items: []event.Found{{Memory: w.boardFact, Score: 0.7, Used: true}, {Memory: w.portoFact, Score: 0.3}}, Among: 11}).Because(began),
		w.Pens.For(event.Outbox).Write(event.PostQueued{
			Place: turntest.Console, Text: said.String(), Cites: said.Cites(), Answer: &event.Answer{Message: message, By: by, Category: "strategic", Tier: "standard"},
		}).Because(began).Resting(said.Rests()...),
		brain.Write(event.TurnEnded{Outcome: event.Answered, By: by, Category: "strategic", Tier: "standard"}).Because(began),
	)
	return rs[1].Seq, message
}

// sonnet is a call that went as it should.
var sonnet = event.ModelCalled{Role: "primary", Model: "claude-sonnet-5-5", In: 1410, CacheRead: 12800, Out: 2150, Cost: 26_400, Took: 11_200, Stop: "done"}
