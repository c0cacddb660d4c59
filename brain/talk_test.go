package brain_test

import (
	"bytes"
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"citadel/brain"
	"citadel/brain/change"
	"citadel/brain/inspect"
	"citadel/brain/model"
	"citadel/brain/procedure"
	"citadel/brain/respond"
	"citadel/brain/turn"
	"citadel/brain/turn/turntest"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// talk is a conversation through the whole turn, with a model that answers from a function.
type talk struct {
	*turntest.World
	t     *testing.T
	brain *brain.Brain
	log   bytes.Buffer
	now   time.Time

	mu     sync.Mutex
	answer func(r model.Request) string
	asked  []model.Request
}

// Complete implements model.Client.
func (k *talk) Complete(_ context.Context, r model.Request) (model.Response, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.asked = append(k.asked, r)
	text := k.answer(r)
	return model.Response{Text: text, Message: model.Says(model.Assistant, text), Stop: model.Done, Usage: model.Usage{Exact: true}}, nil
}

// bottomless is a purse without a bottom.
type bottomless struct{}

func (bottomless) Reserve(context.Context, model.Attempt) (model.Ticket, error) { return 1, nil }
func (bottomless) Settle(context.Context, model.Ticket, model.Receipt) error    { return nil }

// talking is a conversation in which a model takes part where answer is not nil.
func talking(t *testing.T, answer func(model.Request) string) *talk {
	t.Helper()
	k := &talk{World: turntest.New(t), t: t, now: turntest.Today, answer: answer}
	k.brain = thinking(t, k.World, &k.log, brain.Danger, inspect.Desk{}.Answer, change.Answer, procedure.Desk{}.Act)
	k.brain.Pens = k.Pens.Case(event.Brain, event.Learning, event.Loops, event.Decisions, event.Outbox, event.Self, event.Agency, event.Models)
	k.brain.Now = func() time.Time { return k.now }
	k.brain.Else = []brain.Step{procedure.Desk{}.Answer}
	if answer == nil {
		return k
	}
	home := model.Provider{Name: "home", Title: "Home", Loopback: true}
	target := model.Target{Card: model.Card{Name: "large", Provider: "home", Window: 200_000, MaxOut: 32_000, Tools: true}, Provider: home, Client: k}
	desk := respond.Desk{
		Agent: "Citadel",
		Pool: &model.Pool{
			Roles: map[model.Role][]model.Target{model.Background: {target}, model.Primary: {target}},
			Purse: bottomless{}, May: func(model.Provider) bool { return true }, Now: k.brain.Now,
		},
		Name: func(context.Context, *turn.Turn) error { return nil },
	}
	k.brain.Respond = func(ctx context.Context, t *turn.Turn) (answer, note *turn.Reply, err error) {
		answer, note, err = desk.Answer(ctx, t)
		if answer != nil {
			answer.Writes = append(answer.Writes, procedure.Notes(t)...)
		}
		return answer, note, err
	}
	return k
}

// say says something a minute later and gives what is said to it.
func (k *talk) say(text string) string {
	k.t.Helper()
	return k.sayIn(turntest.Console, event.Private, text)
}

func (k *talk) sayIn(place event.Place, audience event.Audience, text string) string {
	k.t.Helper()
	k.now = k.now.Add(time.Minute)
	k.At(k.now.In(turntest.Zone).Format("2006-01-02 15:04"))
	out, err := k.brain.Turn(k.t.Context(), brain.Request{Messages: []event.Seq{k.SayIn(place, audience, 0, text)}})
	if err != nil {
		k.t.Fatalf("%q: %v", text, err)
	}
	if k.log.Len() > 0 {
		k.t.Fatalf("%q: the log has %s", text, k.log.String())
	}
	var posts []string
	for _, seq := range out.Posts {
		r, err := k.Mind.Event(k.t.Context(), seq)
		if err != nil {
			k.t.Fatal(err)
		}
		p, err := r.Payload()
		if err != nil {
			k.t.Fatal(err)
		}
		posts = append(posts, p.(event.PostQueued).Text)
	}
	return strings.Join(posts, "\n\n")
}

// shown is what the model was shown last: instructions and messages.
func (k *talk) shown() string {
	k.t.Helper()
	if len(k.asked) == 0 {
		k.t.Fatal("no model was asked")
	}
	return words(k.asked[len(k.asked)-1])
}

func words(r model.Request) string {
	var b strings.Builder
	for _, p := range r.System {
		b.WriteString(p.Text + "\n")
	}
	for _, m := range r.Messages {
		for _, p := range m.Parts {
			b.WriteString(p.Text + "\n")
		}
	}
	return b.String()
}

// holds checks which words a text has, those with a "!" before them not.
func (k *talk) holds(text string, want ...string) {
	k.t.Helper()
	for _, w := range want {
		w, not := strings.CutPrefix(w, "!")
		if strings.Contains(text, w) == not {
			k.t.Errorf("%q: found is %v, in:\n%s", w, !not, text)
		}
	}
}

// made gives all that was recorded of a kind, with its records.
func made[P event.Payload](k *talk) (all []P, records []ledger.Record) {
	k.t.Helper()
	var none P
	for r, err := range k.Mind.Events(k.t.Context(), ledger.Query{Kinds: []event.Kind{none.Kind()}}) {
		if err != nil {
			k.t.Fatal(err)
		}
		p, err := r.Payload()
		if err != nil {
			k.t.Fatal(err)
		}
		if x, ok := p.(P); ok {
			all, records = append(all, x), append(records, r)
		}
	}
	return all, records
}

func always(text string) func(model.Request) string {
	return func(model.Request) string { return text }
}

// What the principal asked to be told of himself is told beside a model's answer, once.
func TestWatchBesideAModel(t *testing.T) {
	k := talking(t, always("Send the invoice first."))
	k.say("watch me on")
	const guilty = "I feel bad saying no to Henderson about the extra report, so what should I do?"
	k.holds(k.say(guilty), "Send the invoice first.", "reads like giving in from guilt")
	k.holds(k.say(guilty), "Send the invoice first.", "!reads like")
	if all, _ := made[event.Watched](k); len(all) != 1 {
		t.Errorf("%+v", all)
	}
	quiet := talking(t, always("Send the invoice first."))
	quiet.holds(quiet.say(guilty), "Send the invoice first.", "!reads like")
}
