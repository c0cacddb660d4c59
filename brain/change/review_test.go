package change_test

import (
	"fmt"
	"slices"
	"testing"

	"citadel/brain/contest"
	"citadel/brain/turn/turntest"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// inferred records a memory that the principal did not state, made of a message of his.
func (s *scene) inferred(p event.Provenance, said, text string) event.Seq {
	s.t.Helper()
	m := s.Say(said)
	return s.write(event.Learned{Sort: "belief", Text: text, Quote: said, Provenance: p, Importance: 0.5, Class: "standard", On: s.Now}, m)
}

// fact records a fact that the principal stated.
func (s *scene) fact(said, subject, attribute, value string) event.Seq {
	s.t.Helper()
	m := s.Say(said)
	return s.write(event.Learned{
		Sort: "fact", Text: said, Quote: said, Subject: subject, Attribute: attribute, Value: value,
		Provenance: event.Stated, Importance: 0.5, Class: "standard", On: s.Now,
	}, m)
}

func TestReview(t *testing.T) {
	s := begin(t)
	s.golden("review-empty", "review")
	s.At("2026-11-18 10:00")
	one := s.inferred(event.Inferred, "Ana is never up before ten", "Ana prefers calls after 10.")
	s.At("2026-11-20 09:00")
	s.golden("review-one", "review")
	s.golden("confirm", "confirm")
	if h, _ := s.view().Beliefs.Of(one); !h.Confirmed || h.Count != 3 {
		t.Errorf("confirmed: %+v", h)
	}
	s.golden("confirm-again", fmt.Sprintf("confirm m%d", one))
	s.golden("undo-confirm", "undo")
	if h, _ := s.view().Beliefs.Of(one); h.Confirmed || h.Count != 1 {
		t.Errorf("taken back: %+v", h)
	}
	s.golden("reject", fmt.Sprintf("reject m%d", one))
	if h, _ := s.view().Beliefs.Of(one); !h.Over || !h.Contradicted {
		t.Errorf("rejected: %+v", h)
	}
	s.golden("confirm-rejected", fmt.Sprintf("confirm m%d", one))
	s.golden("undo-reject", "undo")
	s.golden("skip-memory", fmt.Sprintf("skip m%d", one))
	s.golden("skip-memory-twice", fmt.Sprintf("skip m%d", one))
	s.golden("skip-memory-again", fmt.Sprintf("skip m%d", one))
	if r, _ := s.do("review"); len(r.Writes) != 0 {
		t.Errorf("what was skipped twice is put before him again: %+v", r.Writes)
	}
	s.golden("undo-skip-memory", "undo")
	if !slices.Contains(s.view().Beliefs.Proposals(5), one) {
		t.Error("a skip was not taken back")
	}
}

func TestReviewOfSeveral(t *testing.T) {
	s := begin(t)
	s.At("2026-11-10 10:00")
	for i := range 7 {
		s.inferred(event.Reported, fmt.Sprintf("Tom said hall %d is damp", i), fmt.Sprintf("Tom, as you told me, said hall %d is damp.", i))
	}
	guess := s.inferred(event.Generated, "the mill in Porto", "The mill in Porto may close.")
	s.golden("review-several", "review")
	s.golden("confirm-which", "confirm")
	s.golden("review-next", "review") // those not asked about yet come first
	stated := s.fact("Bea works at Monzo", "Bea", "employer", "Monzo")
	s.golden("confirm-stated", fmt.Sprintf("confirm m%d", stated))
	s.golden("reject-stated", fmt.Sprintf("reject m%d", stated))
	s.golden("confirm-unknown", "confirm m99999")
	s.golden("confirm-message", fmt.Sprintf("reject m%d", guess-1))
	if _, r := s.ask("reject"); r != nil {
		t.Errorf("with nothing put before him that is talk: %+v", r)
	}
	s.do("review")
	s.golden("confirm-all", "confirm all")
	s.do("review")
	s.golden("skip-which", "skip")
}

func TestWhichOfTwoHolds(t *testing.T) {
	s := begin(t)
	s.At("2026-11-02 10:00")
	a := s.fact("Lena's contract ends on 31 March", "Lena's contract", "end", "31 March")
	s.At("2026-11-18 10:00")
	b := s.fact("June, I think, is when Lena's contract ends", "Lena's contract", "end", "June")
	d := s.write(event.Disputed{Between: []event.Seq{a}}, a, b)
	s.At("2026-11-20 09:00")
	r := s.golden("which-holds", "review")
	if r.About != d {
		t.Errorf("it is about %d", r.About)
	}
	s.golden("confirm-which-side", "confirm")
	s.golden("settled", fmt.Sprintf("confirm m%d", a))
	if h, _ := s.view().Beliefs.Of(b); !h.Over || len(s.view().Beliefs.Disputes()) != 0 {
		t.Errorf("the other side: %+v", h)
	}
	s.golden("undo-settled", "undo")
	if h, _ := s.view().Beliefs.Of(b); h.Over || len(s.view().Beliefs.Disputes()) != 1 {
		t.Errorf("taken back: %+v, open %+v", h, s.view().Beliefs.Disputes())
	}
	s.golden("settled-by-rejecting", fmt.Sprintf("reject m%d", a))
	if h, _ := s.view().Beliefs.Of(a); !h.Over {
		t.Errorf("the rejected side: %+v", h)
	}
}

// The question is answered in words, too; "both" ends it, and it is not asked again. Words that answer nothing are talk.
func TestWhichHoldsInWords(t *testing.T) {
	for _, c := range []struct {
		say         string
		a, b        bool // whether it is over
		open, talks bool
	}{
		{say: "the first one", b: true}, {say: "the latter", a: true}, {say: "both are true"}, {say: "neither", a: true, b: true},
		{say: "both of my sisters sing", open: true, talks: true}, {say: "the first time was better", open: true, talks: true},
	} {
		s := begin(t)
		s.At("2026-11-02 10:00")
		a := s.fact("Lena's contract ends on 31 March", "Lena's contract", "end", "31 March")
		b := s.fact("Lena's contract ends in June", "Lena's contract", "end", "June")
		s.write(event.Disputed{Between: []event.Seq{a, b}}, a, b)
		s.At("2026-11-20 09:00")
		if _, r := s.ask(c.say); r != nil {
			t.Errorf("%q before it was asked: %s", c.say, r.Text.String())
		}
		s.do("review")
		turn, r := s.ask(c.say)
		if (r == nil) != c.talks {
			t.Fatalf("%q: %v", c.say, r)
		}
		if r != nil {
			s.Apply(turn, r)
		}
		x, _ := s.view().Beliefs.Of(a)
		y, _ := s.view().Beliefs.Of(b)
		if open := len(s.view().Beliefs.Disputes()) > 0; x.Over != c.a || y.Over != c.b || open != c.open {
			t.Errorf("%q: the first over %v, the second %v, open %v", c.say, x.Over, y.Over, open)
		}
	}
	s := begin(t)
	a, b := s.fact("I love long meetings", "", "", ""), s.fact("I hate long meetings", "", "", "")
	s.write(event.Disputed{Between: []event.Seq{a, b}}, a, b)
	s.do("review")
	s.golden("both-hold", "both")
	s.do("undo")
	if len(s.view().Beliefs.Disputes()) != 1 {
		t.Error("taken back, it is open again")
	}
}

// What an answer asked before anything was learned of it, "review" asks again, until it is settled.
func TestReviewAsksWhatAnAnswerAsked(t *testing.T) {
	for _, c := range []struct {
		say  string
		asks bool
	}{{"the second one", false}, {"both", false}, {"neither", false}, {"I had soup", true}} {
		s := begin(t)
		a, b := s.Say("Nadia lives in Lille"), s.Say("Nadia lives in Nantes")
		s.Record(s.Pens.For(event.Outbox).Write(event.PostQueued{Place: turntest.Console, Text: "Which holds?", Subject: event.SubjectConflict, About: b,
			Buttons: []event.Button{{Label: contest.BothWrong, Says: fmt.Sprintf("wrong m%d m%d", a, b)}}}))
		s.do("review")
		if turn, r := s.ask(c.say); r != nil {
			s.Apply(turn, r)
		} else if !c.asks {
			t.Fatalf("%q is not answered", c.say)
		}
		if r, _ := s.do("review"); (r.Subject == event.SubjectConflict) != c.asks {
			t.Errorf("after %q: %s", c.say, r.Text.String())
		}
	}
}

// Words that have no attribute are asked about as they were said; both can be wrong.
func TestTwoOpinionsOfOneThing(t *testing.T) {
	s := begin(t)
	a := s.fact("I love long meetings", "", "", "")
	b := s.fact("I hate long meetings", "", "", "")
	s.write(event.Disputed{Between: []event.Seq{a, b}}, a, b)
	s.golden("which-holds-words", "review")
	s.do(fmt.Sprintf("wrong m%d m%d", a, b))
	if open := s.view().Beliefs.Disputes(); len(open) != 0 {
		t.Errorf("both are wrong, and still open: %+v", open)
	}
}

// What was inferred from what was said in private is not reviewed where others administer.
func TestReviewWhereOthersRead(t *testing.T) {
	s := begin(t)
	m := s.inferred(event.Inferred, "the merger is off", "The merger will not happen.")
	slack := event.Place{Platform: "slack", Account: "acme", Room: "D1"}
	_, r := s.in(slack, event.Work, 0, "review")
	turntest.Golden(t, s.Mind, "review-elsewhere", r)
	_, r = s.in(slack, event.Work, 0, fmt.Sprintf("confirm m%d", m))
	turntest.Golden(t, s.Mind, "confirm-elsewhere", r)
}

// What was forgotten with one message is learned again from another that said the same.
func TestForgettingReadsAgainWhoSaidItToo(t *testing.T) {
	s := begin(t)
	m := s.fact("Ana lives in Porto", "Ana", "residence", "Porto")
	too := s.Say("Ana lives in Porto, as I said")
	s.write(event.Reinforced{Memory: m, Roots: []event.Seq{too}, As: event.Again}, m, too)
	r, _ := s.do(fmt.Sprintf("forget m%d now", m-1))
	if r.Forget == nil || !slices.Equal(r.Forget.Plan.Again, []event.Seq{too}) {
		t.Fatalf("read again: %+v", r.Forget)
	}
	if _, held := s.view().Beliefs.Of(m); held || !slices.Contains(s.view().Thread.Unread, too) {
		t.Errorf("held %v, unread %v", held, s.view().Thread.Unread)
	}
}

// What is kept already is not kept twice, and a new value takes the place of the old.
func TestRememberedTwice(t *testing.T) {
	s := begin(t)
	s.golden("remember-code", "remember the gate code is 4471")
	s.golden("remember-code-again", "remember that the gate code is 4471")
	s.golden("remember-code-new", "remember the gate code is 4417")
	var holds []string
	for _, rec := range s.memoriesMade() {
		if h, _ := s.view().Beliefs.Of(rec.Seq); !h.Over {
			p, _ := rec.Payload()
			holds = append(holds, fmt.Sprintf("%s %d", p.(event.Learned).Text, h.Count))
		} else if h.Count != 2 {
			t.Errorf("said twice: %+v", h)
		}
	}
	if !slices.Equal(holds, []string{"the gate code is 4417 1"}) {
		t.Errorf("what holds: %q", holds)
	}
	s.golden("remember-code-undo", "undo")
}

func (s *scene) memoriesMade() (out []ledger.Record) {
	s.t.Helper()
	for rec, err := range s.Mind.Events(s.t.Context(), ledger.Query{Kinds: []event.Kind{event.Learned{}.Kind()}}) {
		if err != nil {
			s.t.Fatal(err)
		}
		out = append(out, rec)
	}
	return out
}

// What the principal said himself without being sure of it waits for his word, though nobody asks him unasked:
// once he confirms it, it holds without the doubt, and undo brings the doubt back.
func TestReviewOfWhatHeWasNotSureOf(t *testing.T) {
	s := begin(t)
	m := s.Say("Maybe my boss is Kim")
	doubted := s.write(event.Learned{
		Sort: "fact", Text: `You said, not sure of it: "Maybe my boss is Kim"`, Quote: "Maybe my boss is Kim", Subject: "me", Attribute: "boss", Value: "Kim",
		Provenance: event.Stated, Hedged: true, Importance: 0.5, Class: "standard", On: s.Now,
	}, m)
	if un := s.view().Beliefs.Unasked(5); len(un) != 0 {
		t.Errorf("he would be asked unasked: %v", un)
	}
	s.golden("review-unsure", "review")
	s.golden("confirm-unsure", fmt.Sprintf("confirm m%d", doubted))
	if h, _ := s.view().Beliefs.Of(doubted); !h.Over {
		t.Error("the doubt still stands")
	}
	var sure event.Learned
	for l, err := range ledger.Each[event.Learned](t.Context(), s.Mind, ledger.Query{After: doubted}) {
		if sure = l.Said; err != nil {
			t.Fatal(err)
		}
	}
	if sure.Text != "my boss is Kim" || sure.Quote != "" || sure.Hedged || sure.Value != "Kim" {
		t.Errorf("what he is sure of: %+v", sure)
	}
	if waiting := s.view().Beliefs.Proposals(5); len(waiting) != 0 {
		t.Errorf("after his word %v wait for it", waiting)
	}
	s.do("undo")
	if h, _ := s.view().Beliefs.Of(doubted); h.Over {
		t.Error("taken back, it does not stand again")
	}
	s.do(fmt.Sprintf("reject m%d", doubted))
	if h, _ := s.view().Beliefs.Of(doubted); !h.Over {
		t.Error("rejected, it stands")
	}
}
