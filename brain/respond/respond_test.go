package respond_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"citadel/brain/model"
	"citadel/brain/respond"
	"citadel/brain/turn"
	"citadel/brain/turn/turntest"
	"citadel/memory/event"
	"citadel/memory/store"
)

// script is a client that answers from a function, and remembers what it was asked.
type script struct {
	answer func(n int, r model.Request) (model.Response, error)

	mu    sync.Mutex
	asked []model.Request
}

func (s *script) Complete(_ context.Context, r model.Request) (model.Response, error) {
	s.mu.Lock()
	s.asked = append(s.asked, r)
	n := len(s.asked)
	s.mu.Unlock()
	resp, err := s.answer(n, r)
	if r.OnText != nil {
		for piece := range strings.SplitAfterSeq(resp.Text, " ") {
			r.OnText(piece)
		}
	}
	resp.Usage.Exact = true
	if resp.Stop == "" {
		resp.Stop = model.Done
	}
	if resp.Message.From == "" {
		resp.Message = model.Says(model.Assistant, resp.Text)
	}
	return resp, err
}

// free is a purse without a bottom.
type free struct{}

func (free) Reserve(context.Context, model.Attempt) (model.Ticket, error) { return 1, nil }
func (free) Settle(context.Context, model.Ticket, model.Receipt) error    { return nil }

// desk answers with two models: small for small turns, large for large ones.
func desk(small, large *script) respond.Desk {
	home := model.Provider{Name: "home", Title: "Home", Loopback: true}
	target := func(name string, s *script) model.Target {
		return model.Target{Card: model.Card{Name: name, Provider: "home", Window: 200_000, MaxOut: 32_000, Tools: true}, Provider: home, Client: s}
	}
	return respond.Desk{
		Agent: "Citadel",
		Pool: &model.Pool{
			Roles: map[model.Role][]model.Target{
				model.Background: {target("small", small)}, model.Primary: {target("large", large)},
			},
			Purse: free{}, May: func(model.Provider) bool { return true }, Now: func() time.Time { return turntest.Today },
		},
		Name: func(context.Context, *turn.Turn) error { return nil },
	}
}

func says(text string) *script {
	return &script{answer: func(int, model.Request) (model.Response, error) { return model.Response{Text: text}, nil }}
}

func fails(r model.Reason) *script {
	return &script{answer: func(int, model.Request) (model.Response, error) {
		return model.Response{}, &model.Error{Op: "script", Reason: r}
	}}
}

// ready has a turn that can be begun.
func ready(t *turn.Turn, tier string) *turn.Turn {
	t.Tier = tier
	t.Begin = func(context.Context) (event.Seq, error) { return t.Last().Seq, nil }
	return t
}

// all is everything that models were shown.
func all(scripts ...*script) string {
	var b strings.Builder
	for _, s := range scripts {
		for _, r := range s.asked {
			for _, p := range r.System {
				b.WriteString(p.Text + "\n")
			}
			body, err := json.Marshal(r.Messages)
			if err != nil {
				panic(err)
			}
			b.Write(body)
		}
	}
	return b.String()
}

// ask has the principal ask for a change in a message.
func ask(w *turntest.World, message event.Seq, a event.Asked) {
	e := w.Pens.For(event.Brain).Write(a).Because(message).Resting(message)
	e.Trust = event.ByPrincipal
	w.Record(e)
}

// What was said in private stands in no prompt for a place where others read: neither as a
// memory nor as part of the conversation, nor as what a search of the model brings.
func TestNothingPrivateIsShownElsewhere(t *testing.T) {
	w := turntest.New(t)
	const secret = "the vault code of Acme is kingfisher"
	w.At("2026-11-18 10:00").Say(secret)
	channel := event.Place{Platform: "chat", Room: "acme"}
	w.SayIn(channel, event.Shared, 0, "the vault of Acme was painted green")
	told := &turn.Reply{By: "model:large"}
	told.Text.Say("Noted: kingfisher opens it.")
	w.Apply(w.Turn(w.Say("does the code still hold?")), told)
	rule := w.Say("never mention kingfisher")
	ask(w, rule, event.Asked{What: event.AskRuleAdd, Text: "never mention kingfisher"})
	answer := &script{answer: func(n int, r model.Request) (model.Response, error) {
		if n == 1 {
			call := model.Call{ID: "c1", Tool: "memory_search", Args: json.RawMessage(`{"query":"vault code of Acme"}`)}
			return model.Response{Calls: []model.Call{call}, Stop: model.Wants, Message: model.Message{From: model.Assistant, Parts: []model.Part{{Call: &call}}}}, nil
		}
		return model.Response{Text: "It is green."}, nil
	}}
	for _, c := range []struct {
		place    event.Place
		audience event.Audience
		shows    bool
	}{
		{turntest.Console, event.Private, true},
		{channel, event.Shared, false},
		{event.Place{Platform: "chat", Room: "dm"}, event.Work, false},
	} {
		answer.asked = nil
		q := w.Turn(w.At("2026-11-20 08:00").SayIn(c.place, c.audience, 0, "What do we know about the vault code of Acme?"))
		reply, _, err := desk(answer, answer).Answer(t.Context(), ready(q, "standard"))
		if err != nil || reply == nil {
			t.Fatalf("%v, %v", reply, err)
		}
		if shown := strings.Contains(all(answer), "kingfisher"); shown != c.shows {
			t.Errorf("%s: shown is %v, want %v", c.audience, shown, c.shows)
		}
		if len(answer.asked) != 2 {
			t.Errorf("%s: asked %d times", c.audience, len(answer.asked))
		}
	}
}

// A model that finds its tier too shallow begins again in the next.
func TestHarder(t *testing.T) {
	w := turntest.New(t)
	harder := &script{answer: func(int, model.Request) (model.Response, error) {
		call := model.Call{ID: "c1", Tool: "think_harder", Args: json.RawMessage(`{}`)}
		return model.Response{Calls: []model.Call{call}, Stop: model.Wants, Message: model.Message{From: model.Assistant, Parts: []model.Part{{Call: &call}}}}, nil
	}}
	large := says("Forty.")
	q := ready(w.Turn(w.Say("How many mills are there, all told?")), "reflex")
	reply, note, err := desk(harder, large).Answer(t.Context(), q)
	if err != nil || note != nil || reply.Text.String() != "Forty." || reply.By != "model:large" || q.Tier != "standard" {
		t.Fatalf("%+v, %v, %v, tier %s", reply, note, err, q.Tier)
	}
	if len(harder.asked) != 2 || len(large.asked) != 1 || large.asked[0].MaxTokens <= harder.asked[0].MaxTokens {
		t.Errorf("asked %d and %d times", len(harder.asked), len(large.asked))
	}
}

// What a model can't read it is shown less of, once; what it will not answer is said.
func TestNoAnswer(t *testing.T) {
	talk := func() *turntest.World {
		w := turntest.New(t)
		for i := range 12 {
			reply := &turn.Reply{By: "model:large"}
			reply.Text.Say("noted %d", i)
			w.Apply(w.Turn(w.Say(fmt.Sprintf("number %d", i))), reply)
		}
		return w
	}
	for name, c := range map[string]struct {
		large *script
		says  string
		lack  turn.Lack
		asked int
	}{
		"too long, then not": {&script{answer: func(n int, r model.Request) (model.Response, error) {
			if len(r.Messages) > 12 {
				return model.Response{}, &model.Error{Op: "script", Reason: model.TooLong}
			}
			return model.Response{Text: "Twelve."}, nil
		}}, "Twelve.", "", 2},
		"too long":    {fails(model.TooLong), "more than large can read", turn.Balked, 2},
		"refused":     {fails(model.Refused), "large declined", turn.Balked, 1},
		"nothing":     {says("<think>hm</think>"), "no answer that I can pass on", "", 1},
		"a deed":      {says("Twelve. I have sent the list to Priya."), "lists what I do when you type it.\n\nTwelve.", "", 2}, // and once anew
		"deeds alone": {says("Your reminder is set for 17:00."), "Nothing was done, though I wrote ", "", 2},
		"not our key": {fails(model.Unauthorised), "", turn.Down, 1},
	} {
		t.Run(name, func(t *testing.T) {
			w := talk()
			q := ready(w.Turn(w.Say("How many numbers are there?")), "deep")
			reply, _, err := desk(says(""), c.large).Answer(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			text := ""
			if reply != nil {
				text = reply.Text.String()
			}
			if c.says == "" && reply != nil || !strings.Contains(text, c.says) || q.Lack != c.lack {
				t.Errorf("says %q, lacks %q; want %q, %q", text, q.Lack, c.says, c.lack)
			}
			if len(c.large.asked) != c.asked {
				t.Errorf("asked %d times, want %d", len(c.large.asked), c.asked)
			}
		})
	}
}

// What is drafted grows, holds nothing that the answer does not, and ends as the answer.
func TestDrafts(t *testing.T) {
	w := turntest.New(t)
	q := ready(w.Turn(w.Say("Should I wait?")), "standard")
	var drafts []string
	q.Draft = func(text string) { drafts = append(drafts, text) }
	large := says("<think>He asks whether to wait.</think>Wait until January. I missed you so much. The price falls then.\n\nCOMMIT: ask again\n")
	reply, _, err := desk(says(""), large).Answer(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	final := reply.Text.String()
	if final != "Wait until January. The price falls then.\n\nKept as my promise: \"ask again\". `undo` takes it back." {
		t.Errorf("said %q", final)
	}
	if len(drafts) == 0 || !slices.IsSortedFunc(drafts, func(a, b string) int { return len(a) - len(b) }) {
		t.Errorf("drafts: %q", drafts)
	}
	for _, d := range drafts {
		if !strings.HasPrefix(final, strings.TrimSpace(d)) {
			t.Errorf("drafted %q, said %q", d, final)
		}
	}
}

// What comes while the model works is shown to it before it goes on, and is answered by
// this turn.
func TestWhatJoins(t *testing.T) {
	w := turntest.New(t)
	q := ready(w.Turn(w.Say("Compare the two mills.")), "standard")
	late := w.Say("and count the third one in")
	given := false
	q.Joined = func(context.Context) ([]turn.Message, error) {
		if given {
			return nil, nil
		}
		given = true
		return []turn.Message{{Seq: late, Text: "and count the third one in", On: w.Now}}, nil
	}
	large := &script{answer: func(n int, r model.Request) (model.Response, error) {
		if n == 1 {
			call := model.Call{ID: "c1", Tool: "memory_search", Args: json.RawMessage(`{"query":"mills"}`)}
			return model.Response{Calls: []model.Call{call}, Stop: model.Wants, Message: model.Message{From: model.Assistant, Parts: []model.Part{{Call: &call}}}}, nil
		}
		return model.Response{Text: "All three are alike."}, nil
	}}
	if _, _, err := desk(says(""), large).Answer(t.Context(), q); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(all(large), "and count the third one in") {
		t.Error("the model was not shown it")
	}
}

// A model may look for several things at once; what is found stands in one receipt.
func TestTwoSearchesAtOnce(t *testing.T) {
	w := turntest.New(t)
	mill, dock := w.Say("The Geelong mill closed in 2019"), w.Say("The Newport dock leaks at high tide")
	for i := range 45 { // they leave the window
		w.Apply(w.Turn(w.Say(fmt.Sprintf("note %d", i))), &turn.Reply{By: "procedure:listen"})
	}
	large := &script{answer: func(n int, r model.Request) (model.Response, error) {
		if n > 1 {
			return model.Response{Text: fmt.Sprintf("The [mill](src:m%d) closed, the [dock](src:m%d) leaks.", mill, dock)}, nil
		}
		both := model.Response{Stop: model.Wants, Message: model.Message{From: model.Assistant}}
		for i, query := range []string{"Geelong mill", "Newport dock"} {
			call := model.Call{ID: fmt.Sprint(i), Tool: "memory_search", Args: json.RawMessage(fmt.Sprintf(`{"query":%q}`, query))}
			both.Calls, both.Message.Parts = append(both.Calls, call), append(both.Message.Parts, model.Part{Call: &call})
		}
		return both, nil
	}}
	reply, _, err := desk(says(""), large).Answer(t.Context(), ready(w.Turn(w.Say("What is broken?")), "standard"))
	if err != nil {
		t.Fatal(err)
	}
	for _, seq := range []event.Seq{mill, dock} {
		if !slices.ContainsFunc(reply.Found, func(f event.Found) bool { return f.Memory == seq && f.Used }) {
			t.Errorf("m%d is not in the receipt as used: %+v", seq, reply.Found)
		}
	}
}

// money remembers what calls were for.
type money struct {
	free
	attempts []model.Attempt
}

func (m *money) Reserve(_ context.Context, a model.Attempt) (model.Ticket, error) {
	m.attempts = append(m.attempts, a)
	return 1, nil
}

// A call names all whose words it carries, so that what the model wrote is forgotten with
// any of them; and the conversation is shown as it reads now.
func TestWhoseWordsACallCarries(t *testing.T) {
	w := turntest.New(t)
	old := w.At("2025-12-01 10:00").Say("The Geelong mill closed in 2019")
	for i := range 45 { // it leaves the window
		w.Apply(w.Turn(w.Say(fmt.Sprintf("note %d", i))), &turn.Reply{By: "procedure:listen"})
	}
	recent := w.At("2026-11-19 10:00").Say("The Ballarat mill has forty looms")
	w.Apply(w.Turn(recent), &turn.Reply{By: "procedure:listen"})
	edit := w.Pens.For(event.Bot).Write(event.Edited{Message: recent, Text: "The Ballarat mill has fifty looms", On: w.Now}).Because(recent).Resting(recent)
	w.Record(edit)
	asked := w.At("2026-11-20 08:00").Say("When did the Geelong mill close?")
	purse := &money{}
	large := says("In 2019.")
	d := desk(says(""), large)
	d.Pool.Purse = purse
	if _, _, err := d.Answer(t.Context(), ready(w.Turn(asked), "standard")); err != nil {
		t.Fatal(err)
	}
	if shown := all(large); !strings.Contains(shown, "fifty looms") || strings.Contains(shown, "forty looms") {
		t.Error("the conversation is not shown as it reads now")
	}
	from := purse.attempts[0].Purpose.From
	for _, seq := range []event.Seq{asked, recent, old} {
		if !slices.Contains(from, uint64(seq)) {
			t.Errorf("it does not name %d among %v", seq, from)
		}
	}
}

// Who declines is no outage, and whom the principal chose answers him, not small tasks.
func TestWhoIsToldOf(t *testing.T) {
	w := turntest.New(t)
	_, note, err := desk(says(""), fails(model.Refused)).Answer(t.Context(), ready(w.Turn(w.Say("Should I?")), "standard"))
	if err != nil || note != nil {
		t.Errorf("declining is told as %v, %v", note, err)
	}
	said := w.Say("model large")
	ask(w, said, event.Asked{What: event.AskSetting, Name: event.SettingModel, Text: "large"})
	small := says("Yes.")
	reply, _, err := desk(small, says("No.")).Answer(t.Context(), ready(w.Turn(w.Say("Is it raining?")), "routine"))
	if err != nil || reply.By != "model:small" {
		t.Errorf("a small turn is answered by %+v, %v", reply, err)
	}
}

// What was learned of a message stands beside its words, with its doubt; what took the place of
// an older statement is marked, and so is the part of a message that no longer holds. A search of
// the model shows the same.
func TestWhatWasLearnedOfAMessage(t *testing.T) {
	w := turntest.New(t).At("2025-12-01 10:00")
	learn := func(l event.Learned, from event.Seq, over bool) event.Seq {
		l.On = w.Now
		seq := w.Record(w.Pens.For(event.Learning).Write(l).Resting(from))[0].Seq
		item := store.Item{Seq: uint64(seq), Kind: store.Kind(l.Sort), Audience: "private", On: w.Now, Text: l.Text, Importance: .7}
		if over {
			item.ValidTo = w.Now.AddDate(0, 6, 0)
			w.Record(w.Pens.For(event.Learning).Write(event.Superseded{Memory: seq, On: item.ValidTo, Reason: event.Changed}).Resting(seq))
		}
		if err := w.Store.Put(t.Context(), item); err != nil {
			t.Fatal(err)
		}
		return seq
	}
	old := w.Say("My sister Ana moved to Porto for the bakery, typical of her.")
	home := learn(event.Learned{Sort: "fact", Text: "Ana lives in Porto.", Quote: "Ana moved to Porto", Provenance: event.Stated}, old, true)
	learn(event.Learned{Sort: "belief", Text: "Ana decides about the bakery quickly.", Quote: "typical of her", Provenance: event.Inferred}, old, false)
	w.At("2026-06-02 10:00")
	newer := w.Say("Ana lives in Braga now, near the bakery.")
	learn(event.Learned{Sort: "fact", Text: "Ana lives in Braga.", Quote: "Ana lives in Braga", Provenance: event.Stated, Supersedes: []event.Seq{home}}, newer, false)
	large := &script{answer: func(n int, _ model.Request) (model.Response, error) {
		if n > 1 {
			return model.Response{Text: "Braga."}, nil
		}
		call := model.Call{ID: "1", Tool: "memory_search", Args: json.RawMessage(`{"query":"Ana bakery quickly"}`)}
		return model.Response{Calls: []model.Call{call}, Stop: model.Wants, Message: model.Message{From: model.Assistant, Parts: []model.Part{{Call: &call}}}}, nil
	}}
	asked := w.At("2026-11-20 08:00").Say("Where does Ana live, and does she decide quickly about the bakery?")
	if _, _, err := desk(says(""), large).Answer(t.Context(), ready(w.Turn(asked), "standard")); err != nil {
		t.Fatal(err)
	}
	shown := all(large)
	for _, want := range []string{
		`by=\"principal\" state=\"current\"\u003e\nAna lives in Braga now, near the bakery.\n`,
		`state=\"partly superseded\"\u003e\nMy sister Ana moved to Porto for the bakery, typical of her.\n` +
			`\u003clearned doubt=\"a guess\"\u003eAna decides about the bakery quickly.\u003c/learned\u003e\n\u003cformer\u003eAna moved to Porto\u003c/former\u003e`,
		`you were told (current): \"Ana lives in Braga now, near the bakery.\"`,
		`noted of it, a guess: \"Ana decides about the bakery quickly.\"; no longer current of it: \"Ana moved to Porto\"`,
	} {
		if !strings.Contains(shown, want) {
			t.Errorf("not shown: %s\nin %s", want, shown[strings.LastIndex(shown, `<memories>`)+1:])
		}
	}
}

// What the principal only asked before takes a place among the memories where none that states something wants it.
func TestQuestionsOfBeforeStandBack(t *testing.T) {
	w := turntest.New(t).At("2026-03-02 10:00")
	w.Say("The alarm word of the studio is kestrel.")
	for day, more := range []string{"again", "now", "today", "then", "exactly", "really", "currently", "these days", "once more", "anyway"} {
		w.At(fmt.Sprintf("2026-04-%02d 10:00", day+1)).Say("What is the alarm word of the studio " + more + "?")
	}
	small := says("Kestrel.")
	w.At("2026-06-20 08:00")
	if _, _, err := desk(small, says("")).Answer(t.Context(), ready(w.Turn(w.Say("What is the alarm word of the studio, please?")), "routine")); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"studio is kestrel", "What is the alarm word of the studio once more?"} {
		if shown := all(small); !strings.Contains(shown, want) {
			t.Errorf("not shown: %q in %s", want, shown)
		}
	}
}

// A decision that was amended or reversed is shown to a model as what it is, beside the words it
// stands by.
func TestWhatBecameOfADecision(t *testing.T) {
	w := turntest.New(t).At("2026-11-20 08:00")
	decide := func(text string, then event.DecisionRevised) {
		pen := w.Pens.For(event.Decisions)
		said := w.Say("I decided: " + text + ".")
		d := w.Record(pen.Write(event.DecisionRecorded{Text: text, On: w.Now}).Resting(said))[0].Seq
		item := store.Item{Seq: uint64(d), Kind: store.Decision, Audience: "private", On: w.Now, Text: text, Importance: .7}
		if err := w.Store.Put(t.Context(), item); err != nil {
			t.Fatal(err)
		}
		then.Decision, then.On = d, w.Now
		w.Record(pen.Write(then).Resting(d))
	}
	decide("close the Perth depot", event.DecisionRevised{How: event.Reverse})
	decide("hire a bookkeeper for the Geelong depot", event.DecisionRevised{How: event.Amend, Text: "hire a bookkeeper for the Ballarat depot"})
	large := says("Neither.")
	asked := w.At("2026-11-20 09:00").Say("Do we close the Perth depot, and hire a bookkeeper for a depot?")
	if _, _, err := desk(says(""), large).Answer(t.Context(), ready(w.Turn(asked), "standard")); err != nil {
		t.Fatal(err)
	}
	shown := all(large)
	for _, want := range []string{
		`by=\"principal\" state=\"superseded\"\u003e\nclose the Perth depot\n`,
		`state=\"partly superseded\"\u003e\nhire a bookkeeper for the Ballarat depot\n\u003cformer\u003ehire a bookkeeper for the Geelong depot\u003c/former\u003e`,
	} {
		if !strings.Contains(shown, want) {
			t.Errorf("not shown: %s\nin %s", want, shown)
		}
	}
}
