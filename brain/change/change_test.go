package change_test

import (
	"strings"
	"testing"
	"time"

	"citadel/brain/change"
	"citadel/brain/turn"
	"citadel/brain/turn/turntest"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// scene is a world in which commands are given.
type scene struct {
	t *testing.T
	*turntest.World
}

func begin(t *testing.T) *scene { return &scene{t, turntest.New(t)} }

// ask gives the answer to a message of the present moment, without applying it.
func (s *scene) ask(text string) (*turn.Turn, *turn.Reply) {
	s.t.Helper()
	return s.reply(0, text)
}

func (s *scene) reply(to event.Seq, text string) (*turn.Turn, *turn.Reply) {
	s.t.Helper()
	return s.in(turntest.Console, event.Private, to, text)
}

func (s *scene) in(place event.Place, audience event.Audience, to event.Seq, text string) (*turn.Turn, *turn.Reply) {
	s.t.Helper()
	if s.Now.Before(turntest.Today) {
		s.At("2026-11-20 09:00")
	}
	turn := s.Turn(s.SayIn(place, audience, to, text))
	r, err := change.Answer(s.t.Context(), turn)
	if err != nil {
		s.t.Fatalf("%q: %v", text, err)
	}
	return turn, r
}

// do answers a message and applies the answer.
func (s *scene) do(text string) (*turn.Reply, []ledger.Record) {
	s.t.Helper()
	turn, r := s.ask(text)
	if r == nil {
		s.t.Fatalf("%q is not answered", text)
	}
	return r, s.Apply(turn, r)
}

// golden answers a message, applies it and holds it against its golden file.
func (s *scene) golden(name, text string) *turn.Reply {
	s.t.Helper()
	r, _ := s.do(text)
	turntest.Golden(s.t, s.Mind, name, r)
	return r
}

// write records what another part of the house would.
func (s *scene) write(p event.Payload, from ...event.Seq) event.Seq {
	s.t.Helper()
	spec, _ := event.Of(p.Kind())
	return s.Record(s.Pens.For(spec.Owner).Write(p).Resting(from...))[0].Seq
}

// view reads the folds.
func (s *scene) view() (v memory.View) {
	s.Mind.Read(func(now memory.View) { v = now })
	return v
}

// post records an answer of the agent that rests on events, in a turn of its own.
func (s *scene) post(by, text string, from ...event.Seq) event.Seq {
	s.t.Helper()
	heard := s.Say("and?")
	rs := s.Record(
		s.Pens.For(event.Brain).Write(event.TurnBegan{Messages: []event.Seq{heard}}).Because(heard),
		s.Pens.For(event.Outbox).Write(event.PostQueued{Place: turntest.Console, Text: text, Answer: &event.Answer{Message: heard, By: by}}).
			Because(ledger.Here(0)).Resting(from...),
		s.Pens.For(event.Brain).Write(event.TurnEnded{Outcome: event.Answered, By: by}).Because(ledger.Here(0)),
	)
	return rs[1].Seq
}

func (s *scene) remind(text string, at string, rule string) event.Seq {
	s.t.Helper()
	when, err := time.ParseInLocation("2006-01-02 15:04", at, turntest.Zone)
	if err != nil {
		s.t.Fatal(err)
	}
	m := s.Say("remind me: " + text)
	return s.write(event.ReminderSet{Text: text, At: when, Zone: turntest.Zone.String(), Floating: rule != "", Rule: rule, Place: turntest.Console, On: s.Now}, m)
}

// fire says a reminder, as the job does, and gives the post.
func (s *scene) fire(reminder event.Seq, next time.Time) event.Seq {
	s.t.Helper()
	m, _ := s.view().Loops.Reminder(reminder)
	rs := s.Record(s.Pens.For(event.Outbox).Write(event.PostQueued{Place: turntest.Console, Text: m.Text, About: reminder}).Resting(reminder))
	e := s.Pens.For(event.Loops).Write(event.ReminderFired{Reminder: reminder, Slot: m.Next, Next: next}).Because(rs[0].Seq).Resting(reminder)
	s.Record(e)
	return rs[0].Seq
}

func (s *scene) propose(text, reason string) event.Seq {
	s.t.Helper()
	m := s.Say(text)
	return s.write(event.DecisionProposed{Text: text, Reason: reason, Quote: text, On: s.Now}, m)
}

// handles replaces %m, %d, %l and %r by handles with the numbers, in order.
func handles(text string, seqs ...event.Seq) string {
	for _, seq := range seqs {
		i := strings.IndexByte(text, '%')
		text = text[:i] + handle(text[i+1], seq) + text[i+2:]
	}
	return text
}

func handle(letter byte, seq event.Seq) string {
	n := ""
	for ; seq > 0; seq /= 10 {
		n = string(rune('0'+seq%10)) + n
	}
	return string(rune(letter)) + n
}

func TestNotItsOwn(t *testing.T) {
	s := begin(t)
	for _, text := range []string{"hello there", "find Acme", "help", "fine", "skip", "not now", "no, thanks"} {
		if _, r := s.ask(text); r != nil {
			t.Errorf("%q is answered: %s", text, r.Text.String())
		}
	}
}

func TestRemember(t *testing.T) {
	s := begin(t)
	s.golden("remember", "remember Acme's price review is on Tue 1 Dec 2026")
	s.golden("remember-that", "Remember that Ana's shop opens at 7!")
	s.golden("remember-long", "remember: "+strings.Repeat("the *lease* of the shop in Fitzroy ends\n", 12))
	recs := s.learned()
	if len(recs) != 3 {
		t.Fatalf("%d memories", len(recs))
	}
	first := recs[0]
	if !first.Kept || first.Sort != "kept" || first.Subject != "Acme's price review" || first.Value != "Tue 1 Dec 2026" ||
		first.Importance != 0.8 || first.Class != "permanent" || first.Provenance != event.Stated {
		t.Errorf("%+v", first)
	}
	if recs[1].Text != "Ana's shop opens at 7!" || recs[1].Quote != "that Ana's shop opens at 7!" {
		t.Errorf("%+v", recs[1])
	}
}

func (s *scene) learned() (all []event.Learned) {
	s.t.Helper()
	for rec, err := range s.Mind.Events(s.t.Context(), ledger.Query{Kinds: []event.Kind{"learned"}}) {
		if err != nil {
			s.t.Fatal(err)
		}
		if p, err := rec.Payload(); err != nil {
			s.t.Fatal(err)
		} else if l, ok := p.(event.Learned); ok {
			all = append(all, l)
		}
	}
	return all
}

func TestRules(t *testing.T) {
	s := begin(t)
	s.golden("rule-drop-none", "rule drop 1")
	s.golden("rule-add", "rule add never before 9")
	s.golden("rule-add-again", "rule add Never before 9")
	s.do("rule add: always in metric units")
	s.golden("rule-drop", "rule drop 1")
	s.golden("rule-drop-missing", "rule drop 7")
	s.golden("rule-long", "rule add "+strings.Repeat("never ever ", 60))
	if rules := s.view().Principal.Rules; len(rules) != 1 || rules[0].Text != "always in metric units" {
		t.Errorf("%+v", rules)
	}
	for i := range 39 {
		s.do("rule add always number " + strings.Repeat("i", i+1))
	}
	s.golden("rule-full", "rule add never call it a day")
	if n := len(s.view().Principal.Rules); n != 40 {
		t.Errorf("%d rules", n)
	}
}

func TestSettings(t *testing.T) {
	s := begin(t)
	for name, text := range map[string]string{
		"name": "call me Sam", "zone": "my time zone is Lisbon", "zone-unknown": "my time zone is Atlantis", "hours": "quiet hours 10pm to 6.30am",
		"hours-off": "quiet hours off", "hours-on": "quiet hours on", "hours-tell": "quiet hours", "hours-odd": "quiet hours 25 to 26",
		"morning": "briefing at 8", "morning-quiet": "briefing at 6.30 am", "morning-off": "no more briefings", "morning-on": "briefing on",
		"country": "my country is the Netherlands", "country-code": "my country is PT", "country-unknown": "my country is Atlantis",
	} {
		_, r := s.ask(text)
		if r == nil {
			t.Errorf("%q is not answered", text)
			continue
		}
		turntest.Golden(t, s.Mind, name, r)
	}
	for _, c := range []struct{ text, name, want string }{
		{"call me Sam", "name", "Sam"},
		{"my time zone is New York", "zone", "America/New_York"},
		{"my time zone is America/New_York", "zone", "America/New_York"},
		{"zone UTC+2", "zone", "Etc/GMT-2"},
		{"quiet hours 10pm-7am", "hours", "22:00-07:00"},
		{"quiet hours midnight to 06:15", "hours", "00:00-06:15"},
		{"quiet hours off", "hours", "00:00-00:00"},
		{"briefing at 8", "morning", "08:00"},
		{"move my briefing to 7.15 pm", "morning", "19:15"},
		{"briefing on", "morning", "19:15"},
		{"briefing off", "morning", "off"},
		{"briefing on", "morning", ""},
		{"my country is the Netherlands", "country", "NL"},
		{"country GB", "country", "GB"},
	} {
		s.do(c.text)
		if got := s.view().Principal.Settings[c.name]; got != c.want {
			t.Errorf("%q: %s is %q, want %q", c.text, c.name, got, c.want)
		}
	}
	s.golden("name-same", "call me Sam")
	s.golden("hours-set", "quiet hours")
	s.do("briefing at 8:30")
	s.golden("morning-same", "briefing at 8.30")
	s.golden("morning-undo", "undo")
}

func TestPauseAndAway(t *testing.T) {
	s := begin(t)
	s.golden("resume-nothing", "resume")
	s.golden("pause", "pause")
	s.golden("pause-again", "pause")
	if !s.view().Principal.Paused() {
		t.Error("not paused")
	}
	s.golden("resume", "resume")
	s.golden("back-nothing", "back")
	s.remind("BAS", "2026-12-07 09:00", "")
	s.remind("call Tom", "2026-12-24 09:00", "")
	s.golden("away", "away from 4 Dec to 18 Dec")
	s.golden("away-except", "away until Monday, except mail from Lena")
	s.do("away from 4 Dec to 18 Dec")
	if got := s.view().Principal.Settings["away"]; got != "2026-12-04/2026-12-18" {
		t.Errorf("away %q", got)
	}
	for _, line := range []string{"I'm back", "I am back."} {
		if _, r := s.ask(line); r == nil || r.Text.Empty() || len(r.Writes) != 1 {
			t.Errorf("%q while away: %+v", line, r)
		}
	}
	s.golden("back", "back")
	if _, r := s.ask("I'm back"); r != nil {
		t.Errorf("I'm back, from nowhere: %s", r.Text.String())
	}
	if r := s.golden("away-year", "away from 18 Dec to 4 Dec"); len(r.Writes) != 0 {
		t.Error(r.Writes)
	}
	s.golden("remember-lower", "remember my locker code: 4411, then turn left.")
	s.golden("undo-quote", "undo")
	if got := s.view().Principal.Settings["away"]; got != "" {
		t.Errorf("away %q", got)
	}
}

func TestStopFineExit(t *testing.T) {
	s := begin(t)
	s.golden("stop-nothing", "stop")
	heard := s.Say("think about it")
	began := s.Record(s.Pens.For(event.Brain).Write(event.TurnBegan{Messages: []event.Seq{heard}}).Because(heard))[0].Seq
	word := s.Say("stop")
	s.Record(s.Pens.For(event.Brain).Write(event.TurnEnded{Outcome: event.Stopped, By: "model:x"}).Because(began))
	r, err := change.Answer(t.Context(), s.Turn(word))
	if err != nil || r == nil || r.Text.String() != "Stopped." {
		t.Errorf("%v, %v", r, err)
	}
	s.golden("exit", "exit")
	_, r = s.in(event.Place{Platform: "slack", Room: "D1"}, event.Work, 0, "exit")
	if r.Leave {
		t.Error("leaves a chat platform")
	}
}
