package change_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"citadel/brain/command"
	"citadel/brain/turn"
	"citadel/brain/turn/turntest"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/store"
)

// past is a mind that knows something about Acme.
type past struct {
	*scene
	board, spend, both, loop, answer event.Seq // messages, a memory of two, a loop, an answer
}

func acme(t *testing.T) *past {
	s := begin(t)
	p := &past{scene: s}
	p.At("2026-08-12 14:05")
	p.spend = p.Say("Acme spends about A$41,000 a month on packaging")
	p.At("2026-10-19 21:14")
	p.board = p.Say("Acme buys corrugated board from two mills in Victoria; I'll ask them by Friday")
	p.both = p.write(event.Learned{Sort: "belief", Text: "Acme depends on board", Provenance: event.Inferred, On: p.Now}, p.spend, p.board)
	p.write(event.Learned{Sort: "fact", Text: `You said: "Acme buys corrugated board"`, Quote: "Acme buys corrugated board", Subject: "Acme", Attribute: "buys", Value: "corrugated board", Provenance: event.Stated, On: p.Now}, p.board)
	p.loop = p.write(event.LoopOpened{Text: "ask the mills", Due: p.Now, On: p.Now}, p.board)
	p.answer = p.post("procedure:recall", `You said: "buys corrugated board from two mills in Victoria".`, p.board)
	return p
}

func TestForgetPreview(t *testing.T) {
	s := acme(t)
	turn, r := s.ask(handles("forget %m", s.board))
	turntest.Golden(t, s.Mind, "forget-preview", r)
	if r.Forget != nil || len(r.Writes) != 0 {
		t.Error("a preview destroys something")
	}
	if !strings.Contains(r.Text.String(), handle('m', s.answer)) {
		t.Error("the answer that quotes it is not named")
	}
	s.Apply(turn, r)
	for _, b := range r.Buttons {
		if _, ok := command.Parse(b.Says); !ok {
			t.Errorf("button %q says %q, which is no command", b.Label, b.Says)
		}
	}
	keep, _ := s.do(r.Buttons[2].Says)
	turntest.Golden(t, s.Mind, "forget-keep", keep)
	s.golden("forget-several", handles("forget %m %m and %l", s.spend, s.board, s.loop))
	s.golden("forget-loop", handles("forget %l", s.loop))
	s.golden("forget-answer", handles("forget %m", s.answer))
}

// confirm forgets and gives the receipt.
func (s *scene) confirm(text string) (*turn.Reply, *turn.Reply) {
	s.t.Helper()
	tn, r := s.ask(text)
	if r == nil || r.Forget == nil {
		s.t.Fatalf("%q forgets nothing: %+v", text, r)
	}
	if !r.Text.Empty() {
		s.t.Errorf("%q is answered before it is done", text)
	}
	var done ledger.Record
	s.Apply(tn, r)
	for rec, err := range s.Mind.Events(s.t.Context(), ledger.Query{Kinds: []event.Kind{"forgotten"}, Newest: true, Limit: 1}) {
		if err != nil {
			s.t.Fatal(err)
		}
		done = rec
	}
	receipt := turn.Reply{By: r.By, Text: r.Forget.Receipt(turn.Forgotten{Record: done, Events: 48211})}
	return r, &receipt
}

func TestForget(t *testing.T) {
	for name, form := range map[string]string{"now": "forget %m now", "yes": "yes, forget %m"} {
		t.Run(name, func(t *testing.T) {
			s := acme(t)
			list, _ := s.do("forget corrugated board")
			_, receipt := s.confirm(handles(form, s.board))
			turntest.Golden(t, s.Mind, "forget-receipt", receipt)
			for _, word := range []string{"corrugated", "Victoria", "mills", "Acme"} {
				if strings.Contains(receipt.Text.String(), word) {
					t.Errorf("the receipt repeats %q", word)
				}
			}
			for rec, err := range s.Mind.Events(t.Context(), ledger.Query{}) {
				if err != nil {
					t.Fatal(err)
				}
				if strings.Contains(string(rec.Body), "mills") && rec.Seq != s.answer {
					t.Errorf("event %d, %s, still holds it: %s", rec.Seq, rec.Kind, rec.Body)
				}
			}
			if list == nil || len(s.view().Loops.Loops) != 0 {
				t.Error("the loop is still there")
			}
			s.golden("forget-again", handles("forget %m", s.board))
			s.golden("forget-again-now", handles("forget %m now", s.board))
			s.golden("undo-forget", "undo")
		})
	}
}

// The receipt says what has not followed yet, and what lingers.
func TestForgetBehind(t *testing.T) {
	s := acme(t)
	_, r := s.ask(handles("forget %m now", s.board))
	done, err := s.Mind.Forget(t.Context(), r.Forget.Plan, "asked")
	if err != nil {
		t.Fatal(err)
	}
	text := r.Forget.Receipt(turn.Forgotten{Record: done, Events: 48211, Behind: []string{"the search store", "the hot checkpoint"}, Lingers: true})
	turntest.Golden(t, s.Mind, "forget-behind", &turn.Reply{By: r.By, Text: text})
}

func TestForgetUnknown(t *testing.T) {
	s := acme(t)
	s.golden("forget-unknown", "forget m9999 now")
	s.golden("forget-wrong-letter", handles("forget %d and c7", s.board))
	r, _ := s.do(handles("forget %m m9999 now", s.board))
	if r.Forget != nil {
		t.Error("half of what was named is forgotten")
	}
}

func TestForgetWords(t *testing.T) {
	s := acme(t)
	s.golden("forget-words", "forget everything about Acme")
	s.golden("forget-words-one", "forget corrugated board")
	s.golden("forget-words-near", "forget the packaging contract")
	s.golden("forget-words-none", "forget Henderson")
	s.golden("forget-claim", "please forget that Acme buys corrugated board")
	turn, r := s.ask("forget Acme")
	if r.Forget != nil {
		t.Fatal("words alone destroy")
	}
	s.Apply(turn, r)
	preview, _ := s.do(r.Buttons[0].Says)
	if len(preview.Buttons) != 3 || preview.Forget != nil {
		t.Fatalf("%+v", preview)
	}
	s.confirm(preview.Buttons[0].Says)
	for rec, err := range s.Mind.Events(t.Context(), ledger.Query{Kinds: []event.Kind{"heard", "learned"}}) {
		if err != nil {
			t.Fatal(err)
		}
		if body := string(rec.Body); strings.Contains(body, "Acme") && !strings.Contains(body, "forget") {
			t.Errorf("event %d still names it: %s", rec.Seq, body)
		}
	}
}

// What comes near to the words is what was told, and not what was asked for.
func TestForgetWordsNearNoOrder(t *testing.T) {
	s := begin(t)
	told := s.Say("Ana is allergic to peanuts")
	order := s.Say("memories of Ana")
	_, r := s.ask("forget Ana's allergy")
	if text := r.Text.String(); !strings.Contains(text, handle('m', told)) || strings.Contains(text, handle('m', order)) {
		t.Error(text)
	}
}

// What he takes back in one breath is what he told last in this place: no command, and nothing said elsewhere. A
// reply names its message.
// What only asked for something is never what is looked for, but goes with it; and what was said in a time is found by it.
func TestForgetWhatWasTold(t *testing.T) {
	for _, c := range []struct {
		request string
		want    string   // what is listed first
		all     []string // and goes with "all of them"
	}{
		{"forget what I said about Odile's asthma", "Odile has bad asthma", []string{"Odile has bad asthma"}},
		{"delete everything you know about Odile", "Odile has bad asthma", []string{"Odile has bad asthma", "forget Odile's asthma", "find Odile"}},
		{"forget everything I said today", "Odile has bad asthma", []string{"Odile has bad asthma", "forget Odile's asthma", "find Odile"}},
		{"forget everything I told you yesterday", "The pears are ripe", []string{"The pears are ripe"}},
		{"forget all I said in March", "", nil},
	} {
		s := begin(t)
		s.At("2026-11-19 10:00")
		s.Say("The pears are ripe")
		s.At("2026-11-20 08:00")
		s.Say("Odile has bad asthma")
		s.Say("forget Odile's asthma")
		s.Say("find Odile")
		s.At("2026-11-20 09:00")
		turn, r := s.ask(c.request)
		if r == nil {
			t.Fatalf("%q is not answered", c.request)
		}
		text := r.Text.String()
		at := strings.Index(text, "\n- ")
		if c.want == "" {
			if at >= 0 {
				t.Errorf("%q: %s", c.request, text)
			}
			continue
		}
		line, _, _ := strings.Cut(text[max(at, 0)+1:], "\n")
		if !strings.Contains(line, c.want) {
			t.Errorf("%q: %s", c.request, text)
		}
		s.Apply(turn, r)
		_, r = s.ask(fmt.Sprintf("forget all of m%d", turn.Last().Seq))
		var names []string
		for _, w := range c.all {
			for rec, err := range ledger.Each[event.Heard](t.Context(), s.Mind, ledger.Query{}) {
				if err == nil && rec.Said.Text == w {
					names = append(names, handle('m', rec.Seq))
				}
			}
		}
		for _, n := range names {
			if !strings.Contains(r.Text.String(), n) {
				t.Errorf("%q leaves %s: %s", c.request, n, r.Text.String())
			}
		}
	}
}

// An objection to keeping is answered with what forgetting reaches: the message that objects, and what said so before.
func TestForgetConfided(t *testing.T) {
	for said, before := range map[string]bool{
		"please don't store that I smoke": true, "don't remember that I smoke": true, "don't keep this: I smoke": true, "don't record that my aunt drinks": false,
		"don't save that Odile is ill": false, "dont remember this: an affair": false,
	} {
		s := begin(t)
		old := s.Say("By the way, I smoke")
		turn, r := s.ask(said)
		if r == nil {
			t.Fatalf("%q is not answered", said)
		}
		text := r.Text.String()
		if !strings.Contains(text, handle('m', turn.Last().Seq)) || strings.Contains(text, handle('m', old)) != before || r.Forget != nil || len(r.Buttons) == 0 {
			t.Errorf("%q: %s", said, text)
		}
	}
}

func TestForgetLast(t *testing.T) {
	s := begin(t)
	if _, r := s.ask("don't remember that"); !strings.HasPrefix(r.Text.String(), "Nothing was forgotten: you said nothing here before.") {
		t.Errorf("before anything was said: %q", r.Text.String())
	}
	told := func(text string) event.Seq {
		heard := s.Say(text)
		s.Record(s.Pens.For(event.Brain).Write(event.TurnBegan{Messages: []event.Seq{heard}}).Because(heard),
			s.Pens.For(event.Brain).Write(event.TurnEnded{Outcome: event.Answered}).Because(ledger.Here(0)))
		return heard
	}
	first, second := told("the loft holds glimmerquartz"), told("the gate code is 4471")
	told("reminders")
	for _, line := range []string{"don't remember that", "forget what I just said", "delete my last message"} {
		_, r := s.ask(line)
		if r.Forget != nil || len(r.Buttons) == 0 || r.Buttons[0].Says != handles("forget %m now", second) {
			t.Errorf("%q: %q, %v", line, r.Text.String(), r.Buttons)
		}
	}
	s.confirm(handles("forget %m now", second))
	if _, r := s.ask("don't keep that"); len(r.Buttons) == 0 || r.Buttons[0].Says != handles("forget %m now", first) {
		t.Errorf("once more: %q, %v", r.Text.String(), r.Buttons)
	}
}

func TestForgetMany(t *testing.T) {
	s := begin(t)
	m := s.Say("Priya called")
	for range 25 {
		s.write(event.Learned{Sort: "fact", Text: "x", Provenance: event.Stated, On: s.Now}, m)
	}
	chat := event.Place{Platform: "telegram", Room: "1"}
	turn, r := s.in(chat, event.Private, 0, handles("forget %m now", m))
	s.Apply(turn, r)
	turntest.Golden(t, s.Mind, "forget-many", r)
	if r.Forget != nil {
		t.Error("too much is forgotten from a chat")
	}
	for range 24 {
		m := s.Say("Lena wrote again about " + strings.Repeat("ab", s.n()))
		_ = m
	}
	s.golden("forget-words-many", "forget Lena")
	if _, r := s.reply(0, handles("forget %m now", m)); r.Forget == nil || len(r.Forget.Plan.Seqs) < 26 {
		t.Errorf("on the host it is not: %q", r.Text.String())
	}
}

// "forget PERSON" takes what somebody said himself, wherever he is read along, with what was made
// of it and what was said of him: all by one handle. From a chat that is too much at a time.
// An answer that repeats the whole of a short statement is told of, however short that is.
func TestForgetShort(t *testing.T) {
	s := begin(t)
	said := s.Say("remember the loft holds glimmerquartz")
	echo := s.post("procedure:recall", `"the loft holds glimmerquartz" (you).`, said)
	other := s.post("procedure:recall", "The loft is dry.", said)
	_, r := s.ask(handles("forget %m", said))
	if text := r.Text.String(); !strings.Contains(text, handle('m', echo)) || strings.Contains(text, handle('m', other)) {
		t.Errorf("said: %s", text)
	}
}

// What is kept out of the search store, as what was said in danger is, is found to be forgotten.
func TestForgetWordsOutsideTheStore(t *testing.T) {
	s := begin(t)
	said := s.Say("I want to kill myself tonight, velvetmarmot")
	if err := s.Store.Remove(t.Context(), uint64(said)); err != nil {
		t.Fatal(err)
	}
	_, r := s.ask("forget velvetmarmot")
	if text := r.Text.String(); !strings.Contains(text, handle('m', said)) {
		t.Errorf("said: %s", text)
	}
}

func TestForgetPerson(t *testing.T) {
	s := begin(t)
	channel := event.Place{Platform: "slack", Account: "T1", Room: "C1"}
	for i := range 30 {
		s.At(fmt.Sprintf("2026-11-18 10:%02d", i))
		e := s.Pens.For(event.Bot).Write(event.Heard{
			Place: channel, Audience: event.Shared, Overheard: true, On: s.Now, Text: fmt.Sprintf("We paid %d dollars for boards", 400+i),
			Person: event.Person{Platform: "slack", Account: "T1", ID: "U9", Name: "Priya Nair"},
		})
		e.Trust = event.ByThirdParty
		said := s.Record(e)[0].Seq
		s.write(event.Learned{Sort: "fact", Text: "They pay for boards", Provenance: event.Reported, On: s.Now}, said)
	}
	mine := s.Say("Priya prefers calls before 11")
	other := s.Say("The board meets on Monday")
	s.At("2026-11-20 08:30")
	turn, r := s.ask("forget Priya")
	turntest.Golden(t, s.Mind, "forget-person", r)
	s.Apply(turn, r)
	all := r.Buttons[0].Says
	_, chat := s.in(event.Place{Platform: "telegram", Room: "1"}, event.Private, 0, all+" now")
	turntest.Golden(t, s.Mind, "forget-person-chat", chat)
	if chat.Forget != nil {
		t.Error("one chat forgets all of it")
	}
	preview, _ := s.do(all)
	turntest.Golden(t, s.Mind, "forget-person-preview", preview)
	s.Say("Priya called again") // after the request: it was not meant
	_, receipt := s.confirm(preview.Buttons[0].Says)
	turntest.Golden(t, s.Mind, "forget-person-receipt", receipt)
	for rec, err := range s.Mind.Events(t.Context(), ledger.Query{Kinds: []event.Kind{"heard", "learned"}}) {
		if err != nil {
			t.Fatal(err)
		}
		body := string(rec.Body)
		if strings.Contains(body, "Priya Nair") || strings.Contains(body, "pay for boards") || rec.Seq == mine && body != "" {
			t.Errorf("event %d still has it: %s", rec.Seq, body)
		}
		if rec.Seq == other && body == "" {
			t.Error("too much is forgotten")
		}
	}
	s.golden("forget-all-of-nothing", handles("forget all of %m", other))
	if left, _ := s.do("forget Priya"); !strings.Contains(left.Text.String(), "called again") {
		t.Errorf("left: %s", left.Text.String())
	}
}

// n is a number that grows.
func (s *scene) n() int { return int(s.Mind.Head()) % 37 }

func TestForgetElsewhere(t *testing.T) {
	s := begin(t)
	slack := event.Place{Platform: "slack", Room: "D1"}
	s.At("2026-10-19 21:14")
	m := s.SayIn(slack, event.Work, 0, "the garage code is 4411")
	s.golden("forget-slack", handles("forget %m", m))
	tg := s.SayIn(event.Place{Platform: "telegram", Room: "1"}, event.Private, 0, "the alarm code is 9922")
	s.golden("forget-telegram", handles("forget %m %m", m, tg))
}

// A correction in a place where more people read says what is right there, and nothing of what
// it corrects elsewhere; that is corrected all the same.
func TestCorrectedElsewhere(t *testing.T) {
	s := acme(t)
	work := event.Place{Platform: "slack", Room: "D1"}
	s.Say("The gate of the yard opens with marigold.")
	s.Say("My sister Ana lives in Porto.")
	_, r := s.in(work, event.Work, 0, "no, Ana lives in Braga now")
	if got := r.Text.String(); got != "Corrected: Ana lives in Braga." || len(r.Writes) < 2 {
		t.Errorf("said %q, with %d changes", got, len(r.Writes))
	}
	_, r = s.in(work, event.Work, 0, "wrong")
	if got := r.Text.String(); strings.Contains(got, "marigold") || strings.Contains(got, "Porto") {
		t.Errorf("said %q", got)
	}
}

// An answer is given again only where it may be shown.
func TestRedoElsewhere(t *testing.T) {
	s := acme(t)
	s.Models = []turn.Model{{Role: "primary", Name: "m", Provider: "p"}}
	question := s.Say("Should I sell the mill in Geelong?")
	answer := &turn.Reply{By: "model:m"}
	answer.Text.Say("Not before spring.")
	var post event.Seq
	for _, rec := range s.Apply(s.Turn(question), answer) {
		if rec.Kind == (event.PostQueued{}).Kind() {
			post = rec.Seq
		}
	}
	for place, audience := range map[event.Place]event.Audience{{Platform: "slack", Room: "D1"}: event.Work, {Platform: "slack", Room: "C1"}: event.Shared} {
		for _, to := range []event.Seq{post, question, 0} {
			if _, r := s.in(place, audience, to, "redo"); r.Redo != nil || r.Text.Empty() {
				t.Errorf("in %s, replying to %d: asked again, %s", audience, to, r.Text.String())
			}
		}
	}
	if _, r := s.in(turntest.Console, event.Private, post, "redo"); r.Redo == nil || r.Redo.Message != question {
		t.Errorf("at home: %+v, %s", r.Redo, r.Text.String())
	}
}

// What was said in a stricter place is neither shown in a wider one nor found there.
func TestConfined(t *testing.T) {
	s := acme(t)
	channel := event.Place{Platform: "slack", Room: "C1"}
	work := event.Place{Platform: "slack", Room: "D1"}
	secret := "corrugated"
	for _, text := range []string{
		"forget corrugated board", handles("forget %m", s.board), handles("wrong %m", s.board), handles("close %l", s.loop),
		"no, Acme buys recycled board now", "undo",
	} {
		for _, at := range []struct {
			place    event.Place
			audience event.Audience
		}{{channel, event.Shared}, {work, event.Work}} {
			_, r := s.in(at.place, at.audience, 0, text)
			if r == nil || r.Direct {
				continue
			}
			if said := r.Text.String(); strings.Contains(said, "Victoria") || strings.Contains(said, "mills") || strings.Contains(said, "two mills") ||
				strings.Contains(said, secret) && !strings.Contains(text, secret) {
				t.Errorf("%q in %s shows: %s", text, at.audience, said)
			}
		}
	}
	_, r := s.in(channel, event.Shared, 0, "rule add never in the channel")
	if r.Direct {
		t.Error("what was said in the channel may be answered there")
	}
	s.Say("back at home")
	_, r = s.in(channel, event.Shared, 0, handles("close %l", s.loop))
	if !r.Direct {
		t.Errorf("goes to the channel: %s", r.Text.String())
	}
	_, r = s.in(work, event.Work, 0, handles("close %l", s.loop))
	if len(r.Writes) != 1 {
		t.Error("not closed")
	}
	turntest.Golden(t, s.Mind, "confined", r)
}

func TestSearchAudiences(t *testing.T) {
	s := begin(t)
	s.SayIn(event.Place{Platform: "slack", Room: "C1"}, event.Shared, 0, "the parcel went to Porto")
	s.SayIn(event.Place{Platform: "slack", Room: "C2"}, event.Shared, 0, "Porto is far")
	s.Say("Ana is in Porto")
	_, r := s.in(event.Place{Platform: "slack", Room: "C1"}, event.Shared, 0, "forget Porto")
	if got := r.Text.String(); !strings.Contains(got, "parcel") || strings.Contains(got, "far") || strings.Contains(got, "Ana") {
		t.Error(got)
	}
	found, err := s.Store.Search(t.Context(), store.Query{Text: "Porto", Audiences: []string{"private"}})
	if err != nil || !slices.ContainsFunc(found.Hits, func(h store.Hit) bool { return strings.Contains(h.Item.Text, "Ana") }) {
		t.Fatal("the fixture holds nothing to keep apart")
	}
}

// The receipt names every answer that still repeats what went: once that is gone, nothing finds them any more.
func TestForgettingNamesAllThatRepeatIt(t *testing.T) {
	s := begin(t)
	s.At("2026-11-20 09:00")
	said := s.Say("Priya hates phone calls and Thursday meetings.")
	const many = 45
	var posts []event.Seq
	for range many {
		posts = append(posts, s.post("procedure:recall", "\"Priya hates phone calls and Thursday meetings\".", said))
	}
	_, receipt := s.confirm(handles("forget %m now", said))
	for _, p := range posts {
		if h := fmt.Sprintf("m%d", p); !strings.Contains(" "+strings.ReplaceAll(receipt.Text.String(), "`", " ")+" ", " "+h+" ") {
			t.Errorf("%s still repeats it, and is not named", h)
		}
	}
}

// What was called wrong does not come back because its memory is forgotten.
func TestForgettingWhatWasWrong(t *testing.T) {
	for name, wrong := range map[string]bool{"wrong": true, "": false} {
		t.Run(name, func(t *testing.T) {
			s := begin(t)
			s.At("2026-11-20 09:00")
			said := s.Say("Ana lives in Porto.")
			fact := s.write(event.Learned{Sort: "fact", Text: `You said: "Ana lives in Porto."`, Quote: "Ana lives in Porto.", Subject: "Ana", Attribute: "residence", Value: "Porto", Provenance: event.Stated, On: s.Now}, said)
			s.write(event.Integrated{Messages: []event.Seq{said}, By: event.ByRules, Learned: 1})
			if wrong {
				s.do(handles("wrong %m", fact))
			}
			_, r := s.ask(handles("forget %m", fact))
			if back := strings.Contains(r.Text.String(), "may come back"); back == wrong {
				t.Errorf("the preview: %s", r.Text.String())
			}
			s.confirm(handles("forget %m now", fact))
			if again := slices.Contains(s.view().Thread.Unread, said); again == wrong {
				t.Errorf("it is learned from again: %v", again)
			}
		})
	}
}
