package change_test

import (
	"slices"
	"strings"
	"testing"

	"citadel/brain/turn/turntest"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// family is a mind that knows where Ana lived in March.
func family(t *testing.T) (s *scene, said, fact event.Seq) {
	s = begin(t)
	s.At("2026-03-15 10:00")
	said = s.Say("My sister Ana moved to Porto in March to open a bakery.")
	fact = s.write(event.Learned{Sort: "fact", Text: `You said: "My sister Ana moved to Porto in March to open a bakery."`,
		Quote: "My sister Ana moved to Porto in March to open a bakery.", Subject: "Ana", Attribute: "residence", Value: "Porto",
		Provenance: event.Stated, Class: "permanent", Importance: 0.7, On: s.Now}, said)
	s.write(event.Learned{Sort: "fact", Text: `You said: "My sister Ana moved to Porto in March to open a bakery."`,
		Quote: "My sister Ana moved to Porto in March to open a bakery.", Subject: "me", Attribute: "sister", Value: "Ana",
		Provenance: event.Stated, Class: "permanent", Importance: 0.7, On: s.Now}, said)
	s.Say("Tom lives in Porto too.")
	return s, said, fact
}

// superseded lists what was corrected, but not what was taken back.
func (s *scene) superseded() (over []event.Seq) {
	s.t.Helper()
	for rec, err := range s.Mind.Events(s.t.Context(), ledger.Query{Kinds: []event.Kind{"superseded", "restored"}}) {
		if err != nil {
			s.t.Fatal(err)
		}
		switch p, _ := rec.Payload(); p := p.(type) {
		case event.Superseded:
			if p.Reason != "undone" {
				over = append(over, p.Memory)
			}
		case event.Restored:
			kept := over[:0]
			for _, o := range over {
				if o != p.Memory {
					kept = append(kept, o)
				}
			}
			over = kept
		}
	}
	return over
}

// errors are those that were pointed out and not taken back.
func (s *scene) errors() (sorts []string) {
	for _, e := range s.view().Self.Errors {
		sorts = append(sorts, e.Sort)
	}
	return sorts
}

// What the agent stated itself and was corrected counts as an error of its sort; what only the
// world changed does not; "undo" takes both back.
func TestCorrectionsCount(t *testing.T) {
	s, _, fact := family(t)
	s.do("No, Ana lives in Braga now.")
	if got := s.errors(); len(got) > 0 {
		t.Errorf("he moved somebody himself, and I erred: %q", got)
	}
	s.do("undo")
	s.post("procedure:recall", "Ana lives in Porto.", fact)
	s.do("No, Ana lives in Braga now.")
	if got := s.errors(); len(got) != 1 || got[0] != event.ErrFact {
		t.Errorf("errors %q", got)
	}
	s.do("undo")
	if got := s.errors(); len(got) > 0 {
		t.Errorf("after undo %q", got)
	}
	message := s.Say("when does Acme pay?")
	brain := s.Pens.For(event.Brain)
	s.Record(brain.Write(event.TurnBegan{Messages: []event.Seq{message}}).Because(message),
		s.Pens.For(event.Outbox).Write(event.PostQueued{Place: turntest.Console, Text: "After 30 days."}).Because(ledger.Here(0)),
		brain.Write(event.TurnEnded{Outcome: event.Answered, By: "model:claude-sonnet-5-5"}).Because(ledger.Here(0)))
	s.do("no, Acme pays after 24 days")
	if got := s.errors(); len(got) != 1 || got[0] != event.ErrFigure {
		t.Errorf("of what a model made up: %q", got)
	}
}

func TestCorrection(t *testing.T) {
	s, _, fact := family(t)
	s.At("2026-06-02 12:00")
	d := s.write(event.DecisionRecorded{Text: "Visit Porto in January", On: s.Now}, s.Say("I'll visit Porto in January, decided"))
	s.remind("send the parcel to Porto", "2026-12-01 09:00", "")
	s.At("2026-11-19 11:20")
	s.post("procedure:recall", "Ana lives in Porto.", fact)
	s.At("2026-11-20 09:00")
	r := s.golden("correction", "No, Ana lives in Braga now.")
	if over := s.superseded(); len(over) != 1 || over[0] != fact {
		t.Errorf("superseded %v, want %d alone", over, fact)
	}
	all := s.learned()
	newest := all[len(all)-1]
	if newest.Subject != "Ana" || newest.Attribute != "residence" || newest.Value != "Braga" || len(newest.Supersedes) != 1 || newest.Supersedes[0] != fact {
		t.Errorf("%+v", newest)
	}
	if len(r.Buttons) != 1 || r.Buttons[0].Says != handle2('d', d) {
		t.Errorf("%+v", r.Buttons)
	}
	s.golden("correction-again", "no, Ana lives in Braga")
	s.golden("correction-undone", "undo")
	if over := s.superseded(); len(over) != 0 {
		t.Errorf("after undo: superseded %v", over)
	}
}

func handle2(letter byte, seq event.Seq) string { return "revisit " + handle(letter, seq) }

func TestCorrectionByContext(t *testing.T) {
	s, _, fact := family(t)
	s.post("procedure:recall", "Ana lives in Porto.", fact)
	s.golden("correction-pronoun", "no, she lives in Braga now")
	if over := s.superseded(); len(over) != 1 || over[0] != fact {
		t.Errorf("superseded %v", over)
	}

	s, _, _ = family(t)
	review := s.Say("Acme's price review is on 1 December.")
	s.golden("correction-short", "no, the review is on 8 December")
	if over := s.superseded(); len(over) != 1 || over[0] != review {
		t.Errorf("superseded %v, want %d", over, review)
	}
}

func TestCorrectionOfNothing(t *testing.T) {
	s, _, _ := family(t)
	s.golden("correction-of-nothing", "no, the garage code is 4411")
	s.golden("correction-of-nothing-2", "no, Petra lives in Graz now")
	if over := s.superseded(); len(over) != 0 {
		t.Errorf("superseded %v", over)
	}
	if n := len(s.learned()); n != 4 {
		t.Errorf("%d memories", n)
	}
}

func TestWrong(t *testing.T) {
	s, said, fact := family(t)
	s.golden("wrong-nothing", "wrong")
	s.golden("wrong-unknown", "wrong m999")
	s.golden("wrong-memory", handles("wrong %m", fact))
	if over := s.superseded(); len(over) != 1 || over[0] != fact {
		t.Errorf("superseded %v", over)
	}
	s.do("undo")
	s.golden("wrong-message", handles("wrong %m", said))
	if over := s.superseded(); len(over) != 2 {
		t.Errorf("superseded %v", over)
	}
	s.do("undo")
	post := s.post("procedure:recall", "You said that Ana moved to Porto.", said)
	s.golden("wrong-which", "wrong")
	s.golden("wrong-with-text", handles("wrong %m: Ana lives in Braga", post))

	talk := s.Say("hm, blue then")
	s.golden("wrong-talk", handles("wrong %m", talk))
	s.golden("wrong-talk-again", handles("wrong %m", talk))
	d := s.propose("drop Henderson", "")
	s.golden("wrong-decision", handles("wrong %d", d))
	_, r := s.reply(post, "wrong")
	if !strings.Contains(r.Text.String(), "wrong") {
		t.Error(r.Text.String())
	}
	turntest.Manners(t, r.Text.String())
}

// What a correction is held against is judged as before every write (package dedupe): another
// name after "is called" is another value, and one date written two ways is no correction.
func TestACorrectionIsJudgedAsAWriteIs(t *testing.T) {
	for text, c := range map[string]struct {
		fact    [4]string // said, subject, attribute, value
		against bool
	}{
		"No, my dog is called Max.":                   {[4]string{"My dog is called Rex.", "me", "dog", "Rex"}, true},
		"No, the server runs Fedora.":                 {[4]string{"The server runs Debian.", "server", "runs", "Debian"}, true},
		"No, Henderson owes us 1,300 euros.":          {[4]string{"Henderson owes us 3,000 euros.", "Henderson", "owes", "3,000 euros"}, true},
		"No, the deadline for the bid is 2026-05-05.": {[4]string{"The deadline for the bid is 5 May 2026.", "deadline for the bid", "date", "5 May 2026"}, false},
		"No, the rent is €1200.":                      {[4]string{"The rent is 1,200 euros.", "rent", "amount", "1,200 euros"}, false},
	} {
		s := begin(t)
		s.At("2026-11-18 10:00")
		f := s.fact(c.fact[0], c.fact[1], c.fact[2], c.fact[3])
		s.At("2026-11-20 09:00")
		_, r := s.ask(text)
		if r == nil {
			t.Fatalf("%q is no correction", text)
		}
		over := false
		for _, w := range r.Writes {
			p, is := w.Payload.(event.Superseded)
			over = over || is && p.Memory == f
		}
		if said := r.Text.String(); over != c.against || strings.HasPrefix(said, "I have it so") == c.against {
			t.Errorf("%q after %q: against it %v, said %q", text, c.fact[0], over, said)
		}
	}
}

// What replaced another statement and never held gives it back; a second word on it changes nothing, and one undo
// takes all of it back.
func TestWrongBringsBack(t *testing.T) {
	s := begin(t)
	porto := s.fact("I live in Porto.", "me", "residence", "Porto")
	message := s.Say("I live in Braga.")
	braga := s.write(event.Learned{
		Sort: "fact", Text: "You said: \"I live in Braga.\"", Quote: "I live in Braga.", Subject: "me", Attribute: "residence", Value: "Braga",
		Provenance: event.Stated, Importance: 0.7, Class: "permanent", On: s.Now, Supersedes: []event.Seq{porto},
	}, message)
	s.write(event.Superseded{Memory: porto, By: message, On: s.Now, Reason: event.Changed}, message)
	holds := func(want ...event.Seq) {
		t.Helper()
		for _, m := range []event.Seq{porto, braga} {
			if h, _ := s.view().Beliefs.Of(m); h.Over == slices.Contains(want, m) {
				t.Errorf("%d: %+v, want %v to hold", m, h, want)
			}
		}
	}
	holds(braga)
	s.golden("wrong-brings-back", "wrong "+handle('m', braga))
	holds(porto)
	if r, _ := s.do("wrong " + handle('m', message)); len(r.Writes) > 0 {
		t.Errorf("called wrong twice: %+v", r.Writes)
	}
	s.do("undo")
	holds(braga)
}

// Who is asked what is right, and says it, is heard: what he called wrong is stated anew with it.
func TestWhatIsRight(t *testing.T) {
	for answer, want := range map[string]string{"Souza": "Souza", "It's Souza.": "Souza", "no, Souza": "Souza", "thanks": "", "I like Souza": ""} {
		s := begin(t)
		message := s.Say("My dentist is Silva.")
		fact := s.write(event.Learned{Sort: "fact", Text: `You said: "My dentist is Silva."`, Quote: "My dentist is Silva.", Subject: "me", Attribute: "dentist", Value: "Silva",
			Provenance: event.Stated, Class: "permanent", Importance: 0.7, On: s.Now}, message)
		s.post("procedure:listen", "Noted.", message)
		r, _ := s.do("wrong")
		if r.About != fact {
			t.Fatalf("%q is about %d, not %d", r.Text.String(), r.About, fact)
		}
		brain := s.Pens.For(event.Brain)
		asked := s.Say("wrong")
		s.Record(brain.Write(event.TurnBegan{Messages: []event.Seq{asked}}).Because(asked),
			s.Pens.For(event.Outbox).Write(event.PostQueued{Place: turntest.Console, Text: r.Text.String(), Subject: r.Subject, About: r.About}).Because(ledger.Here(0)),
			brain.Write(event.TurnEnded{Outcome: event.Answered, By: "command:wrong"}).Because(ledger.Here(0)))
		before := len(s.learned())
		if want == "" {
			if _, r := s.ask(answer); r != nil {
				t.Errorf("%q is answered with %q", answer, r.Text.String())
			}
			continue
		}
		r, _ = s.do(answer)
		all := s.learned()
		if len(all) != before+1 || all[before].Attribute != "dentist" || all[before].Value != want {
			t.Errorf("%q is answered with %q, and %+v is learned", answer, r.Text.String(), all[before:])
		}
		s.do("undo")
		if over := s.superseded(); len(over) != 1 || over[0] != fact {
			t.Errorf("taken back: superseded %v", over)
		}
	}
}
