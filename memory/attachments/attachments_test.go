package attachments_test

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"citadel/memory/attachments"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// story applies events one after the other, each with the next number.
type story struct {
	fold *attachments.Fold
	seq  event.Seq
}

// late says whether it is still to be told what became of a message's files.
func (s *story) late(message event.Seq) bool {
	return slices.ContainsFunc(s.fold.Late(), func(e attachments.Enclosed) bool { return e.Message == message })
}

func (s *story) tell(p event.Payload, edit ...func(*ledger.Record)) event.Seq {
	s.seq++
	r := ledger.Record{Seq: s.seq, Kind: p.Kind(), Trust: event.ByPrincipal, At: time.Unix(int64(s.seq), 0).UTC()}
	for _, e := range edit {
		e(&r)
	}
	s.fold.Apply(r, p)
	return s.seq
}

func because(seq event.Seq) func(*ledger.Record) {
	return func(r *ledger.Record) { r.Causes = []event.Seq{seq} }
}

func resting(seq event.Seq) func(*ledger.Record) {
	return func(r *ledger.Record) { r.From = []event.Seq{seq} }
}

func two() []event.File { return []event.File{{Name: "a"}, {Name: "b"}} }

func TestFiles(t *testing.T) {
	forwarded := func(r *ledger.Record) { r.Trust = event.ByThirdParty }
	for name, c := range map[string]struct {
		tell    func(s *story) event.Seq // gives the message
		awaits  bool
		late    bool
		tracked bool // something about it is still remembered
	}{
		"heard":          {func(s *story) event.Seq { return s.tell(event.Heard{Files: two()}) }, true, false, true},
		"without files":  {func(s *story) event.Seq { return s.tell(event.Heard{}) }, false, false, false},
		"said to others": {func(s *story) event.Seq { return s.tell(event.Heard{Files: two(), Overheard: true}) }, false, false, false},
		"one of two": {func(s *story) event.Seq {
			m := s.tell(event.Heard{Files: two()})
			s.tell(event.Attached{Message: m, Index: 1})
			return m
		}, true, false, true},
		"forgotten, and its message not": {func(s *story) event.Seq {
			m := s.tell(event.Heard{Files: two()[:1]})
			s.seq++
			s.fold.Apply(ledger.Record{Seq: s.seq, Kind: event.Attached{}.Kind(), Key: attachments.Key(m, 0)}, nil)
			return m
		}, false, false, true},
		"there before the answer": {func(s *story) event.Seq {
			m := s.tell(event.Heard{Files: two()})
			s.tell(event.Attached{Message: m})
			end := s.tell(event.Attached{Message: m, Index: 1})
			b := s.tell(event.TurnBegan{Messages: []event.Seq{m}, UpTo: end})
			s.tell(event.TurnEnded{}, because(b))
			return m
		}, false, false, false},
		"there after the answer": {func(s *story) event.Seq {
			m := s.tell(event.Heard{Files: two()[:1]})
			b := s.tell(event.TurnBegan{Messages: []event.Seq{m}, UpTo: m})
			s.tell(event.TurnEnded{}, because(b))
			s.tell(event.Attached{Message: m})
			return m
		}, false, true, true},
		"there during the answer": {func(s *story) event.Seq {
			m := s.tell(event.Heard{Files: two()[:1]})
			b := s.tell(event.TurnBegan{Messages: []event.Seq{m}, UpTo: m})
			s.tell(event.Attached{Message: m})
			s.tell(event.TurnEnded{}, because(b))
			return m
		}, false, true, true},
		"joined a turn": {func(s *story) event.Seq {
			first := s.tell(event.Heard{})
			b := s.tell(event.TurnBegan{Messages: []event.Seq{first}, UpTo: first})
			m := s.tell(event.Heard{Files: two()[:1]})
			s.tell(event.Attached{Message: m})
			s.tell(event.TurnJoined{Messages: []event.Seq{m}, UpTo: s.seq}, because(b))
			s.tell(event.TurnEnded{}, because(b))
			return m
		}, false, false, false},
		"a turn that died": {func(s *story) event.Seq {
			m := s.tell(event.Heard{Files: two()[:1]})
			dead := s.tell(event.TurnBegan{Messages: []event.Seq{m}, UpTo: m})
			s.tell(event.Attached{Message: m})
			b := s.tell(event.TurnBegan{Messages: []event.Seq{m}, UpTo: s.seq})
			s.tell(event.TurnEnded{}, because(b))
			s.tell(event.TurnEnded{}, because(dead))
			return m
		}, false, false, false},
		"told of": {func(s *story) event.Seq {
			m := s.tell(event.Heard{Files: two()[:1]})
			b := s.tell(event.TurnBegan{Messages: []event.Seq{m}, UpTo: m})
			s.tell(event.TurnEnded{}, because(b))
			s.tell(event.Attached{Message: m})
			s.tell(event.PostQueued{Subject: event.SubjectFiles, About: m})
			return m
		}, false, false, false},
		"given up as old": {func(s *story) event.Seq {
			m := s.tell(event.Heard{Files: two()[:1]})
			b := s.tell(event.TurnBegan{Messages: []event.Seq{m}, UpTo: m})
			s.tell(event.TurnEnded{}, because(b))
			s.tell(event.Attached{Message: m, Fault: event.FaultLate})
			return m
		}, false, true, true},
		"given up as old, and nothing was promised": {func(s *story) event.Seq {
			m := s.tell(event.Heard{Files: two()[:1]})
			s.tell(event.Attached{Message: m, Fault: event.FaultLate})
			return m
		}, false, false, false},
		"passed on, there after it was told of": {func(s *story) event.Seq {
			m := s.tell(event.Heard{Files: two()[:1], Handed: true}, forwarded)
			b := s.tell(event.TurnBegan{Messages: []event.Seq{m}, UpTo: m})
			s.tell(event.TurnEnded{}, because(b))
			s.tell(event.Attached{Message: m})
			return m
		}, false, true, true},
		"passed on, and another with an edit": {func(s *story) event.Seq {
			m := s.tell(event.Heard{Handed: true}, forwarded)
			b := s.tell(event.TurnBegan{Messages: []event.Seq{m}, UpTo: m})
			s.tell(event.TurnEnded{}, because(b))
			s.tell(event.Edited{Message: m, Files: two()[:1]}, forwarded)
			s.tell(event.Attached{Message: m})
			return m
		}, false, true, true},
		"passed on": {func(s *story) event.Seq {
			m := s.tell(event.Heard{Files: two()[:1]}, forwarded)
			s.tell(event.Attached{Message: m})
			return m
		}, false, false, false},
		"with an edit that is answered": {func(s *story) event.Seq {
			m := s.tell(event.Heard{})
			b := s.tell(event.TurnBegan{Messages: []event.Seq{m}, UpTo: m})
			s.tell(event.TurnEnded{}, because(b))
			s.tell(event.Edited{Message: m, Files: two()[:1]})
			end := s.tell(event.Attached{Message: m})
			b = s.tell(event.TurnBegan{Messages: []event.Seq{m}, UpTo: end})
			s.tell(event.TurnEnded{}, because(b))
			return m
		}, false, false, false},
		"with an edit that is not": {func(s *story) event.Seq {
			m := s.tell(event.Heard{Files: two()})
			for i := range 2 {
				s.tell(event.Attached{Message: m, Index: i})
			}
			b := s.tell(event.TurnBegan{Messages: []event.Seq{m}, UpTo: s.seq})
			s.tell(event.TurnEnded{}, because(b))
			s.tell(event.Heard{})
			s.tell(event.Edited{Message: m, Files: two()[:1], First: 2})
			s.tell(event.Attached{Message: m, Index: 2})
			return m
		}, false, true, true},
		"with an edit, and on the way": {func(s *story) event.Seq {
			m := s.tell(event.Heard{Files: two()[:1]})
			s.tell(event.Edited{Message: m, Files: two()[:1], First: 1})
			s.tell(event.Attached{Message: m})
			return m
		}, true, false, true},
		"with an edit of what was said to others": {func(s *story) event.Seq {
			m := s.tell(event.Heard{Overheard: true})
			s.tell(event.Edited{Message: m, Overheard: true, Files: two()})
			return m
		}, false, false, false},
		"forgotten": {func(s *story) event.Seq {
			m := s.tell(event.Heard{Files: two()})
			s.tell(event.Forgotten{Seqs: []event.Seq{m}})
			s.tell(event.Attached{Message: m})
			return m
		}, false, false, false},
		"late, and forgotten before that is told": {func(s *story) event.Seq {
			m := s.tell(event.Heard{Files: two()[:1]})
			b := s.tell(event.TurnBegan{Messages: []event.Seq{m}, UpTo: s.seq})
			s.tell(event.TurnEnded{}, because(b))
			came := s.tell(event.Attached{Message: m})
			s.tell(event.Forgotten{Seqs: []event.Seq{came}})
			return m
		}, false, false, false},
		"taken back and kept": {func(s *story) event.Seq {
			m := s.tell(event.Heard{Files: two()[:1]})
			s.tell(event.Unsaid{Message: m})
			s.tell(event.Attached{Message: m})
			return m
		}, false, false, false},
		"told of up to another": {func(s *story) event.Seq {
			m := s.tell(event.Heard{Files: two()})
			b := s.tell(event.TurnBegan{Messages: []event.Seq{m}, UpTo: m})
			s.tell(event.TurnEnded{}, because(b))
			first := s.tell(event.Attached{Message: m})
			s.tell(event.Attached{Message: m, Index: 1})
			s.tell(event.PostQueued{Subject: event.SubjectFiles, About: m}, func(r *ledger.Record) { r.Key = attachments.ToldKey(m, first) })
			return m
		}, false, true, true},
		"there after the answer, and another on its way": {func(s *story) event.Seq {
			m := s.tell(event.Heard{Files: two()})
			b := s.tell(event.TurnBegan{Messages: []event.Seq{m}, UpTo: m})
			s.tell(event.TurnEnded{}, because(b))
			s.tell(event.Attached{Message: m})
			return m
		}, true, true, true},
		"there during an answer that another message joins": {func(s *story) event.Seq {
			m := s.tell(event.Heard{Files: two()[:1]})
			b := s.tell(event.TurnBegan{Messages: []event.Seq{m}, UpTo: m})
			s.tell(event.Attached{Message: m})
			other := s.tell(event.Heard{})
			s.tell(event.TurnJoined{Messages: []event.Seq{other}, UpTo: other}, because(b))
			s.tell(event.TurnEnded{}, because(b))
			return m
		}, false, true, true},
		"came late, and is listened to": {func(s *story) event.Seq {
			m := s.tell(event.Heard{Files: two()[:1]})
			b := s.tell(event.TurnBegan{Messages: []event.Seq{m}, UpTo: m})
			s.tell(event.TurnEnded{}, because(b))
			came := s.tell(event.Attached{Message: m})
			s.tell(event.CameLate{Message: m, Files: []event.Seq{came}})
			return m
		}, false, false, false},
		"its answer was stopped": {func(s *story) event.Seq {
			m := s.tell(event.Heard{Files: two()[:1]})
			b := s.tell(event.TurnBegan{Messages: []event.Seq{m}, UpTo: m})
			s.tell(event.TurnEnded{Outcome: event.Stopped, By: event.ByStop}, because(b))
			s.tell(event.Attached{Message: m})
			return m
		}, false, false, false},
		"its answer was stopped, and another comes with an edit": {func(s *story) event.Seq {
			m := s.tell(event.Heard{Files: two()[:1]})
			b := s.tell(event.TurnBegan{Messages: []event.Seq{m}, UpTo: m})
			s.tell(event.TurnEnded{Outcome: event.Stopped, By: event.ByStop}, because(b))
			s.tell(event.Heard{})
			s.tell(event.Edited{Message: m, Files: two()[:1], First: 1})
			s.tell(event.Attached{Message: m, Index: 1})
			return m
		}, true, true, true},
		"its answer was stopped, and it is answered anew": {func(s *story) event.Seq {
			m := s.tell(event.Heard{Files: two()[:1]})
			b := s.tell(event.TurnBegan{Messages: []event.Seq{m}, UpTo: m})
			s.tell(event.TurnEnded{Outcome: event.Stopped, By: event.ByStop}, because(b))
			b = s.tell(event.TurnBegan{Messages: []event.Seq{m}, UpTo: s.seq})
			s.tell(event.TurnEnded{Outcome: event.Answered}, because(b))
			s.tell(event.Attached{Message: m})
			return m
		}, false, true, true},
		"stopped, and answered all the same": {func(s *story) event.Seq {
			m := s.tell(event.Heard{Files: two()[:1], Handed: true}, forwarded)
			b := s.tell(event.TurnBegan{Messages: []event.Seq{m}, UpTo: m})
			s.tell(event.TurnEnded{Outcome: event.Stopped, By: "procedure:handed"}, because(b))
			s.tell(event.Attached{Message: m})
			return m
		}, false, true, true},
		"late and another on its way, and deleted": {func(s *story) event.Seq {
			m := s.tell(event.Heard{Files: two()})
			b := s.tell(event.TurnBegan{Messages: []event.Seq{m}, UpTo: m})
			s.tell(event.TurnEnded{}, because(b))
			s.tell(event.Attached{Message: m})
			s.tell(event.Unsaid{Message: m})
			return m
		}, true, false, true},
		"one listened to, and another that came meanwhile": {func(s *story) event.Seq {
			m := s.tell(event.Heard{Files: two()})
			b := s.tell(event.TurnBegan{Messages: []event.Seq{m}, UpTo: m})
			s.tell(event.TurnEnded{}, because(b))
			came := s.tell(event.Attached{Message: m})
			s.tell(event.Attached{Message: m, Index: 1})
			s.tell(event.CameLate{Message: m, Files: []event.Seq{came}})
			return m
		}, false, true, true},
		"deleted before its answer is written": {func(s *story) event.Seq {
			m := s.tell(event.Heard{Files: two()})
			s.tell(event.Unsaid{Message: m})
			b := s.tell(event.TurnBegan{Messages: []event.Seq{m}, UpTo: m})
			s.tell(event.TurnEnded{Outcome: event.Answered}, because(b))
			s.tell(event.Attached{Message: m})
			return m
		}, true, false, true},
		"deleted while it is answered": {func(s *story) event.Seq {
			m := s.tell(event.Heard{Files: two()})
			b := s.tell(event.TurnBegan{Messages: []event.Seq{m}, UpTo: m})
			s.tell(event.Unsaid{Message: m})
			s.tell(event.TurnEnded{Outcome: event.Answered}, because(b))
			s.tell(event.Attached{Message: m})
			return m
		}, true, false, true},
		"answered, and deleted while it is on its way": {func(s *story) event.Seq {
			m := s.tell(event.Heard{Files: two()[:1]})
			b := s.tell(event.TurnBegan{Messages: []event.Seq{m}, UpTo: m})
			s.tell(event.TurnEnded{}, because(b))
			s.tell(event.Unsaid{Message: m})
			s.tell(event.Attached{Message: m})
			return m
		}, false, false, false},
		"late, and deleted before that is told": {func(s *story) event.Seq {
			m := s.tell(event.Heard{Files: two()[:1]})
			b := s.tell(event.TurnBegan{Messages: []event.Seq{m}, UpTo: m})
			s.tell(event.TurnEnded{}, because(b))
			s.tell(event.Attached{Message: m})
			s.tell(event.Unsaid{Message: m})
			return m
		}, false, false, false},
		"late, and taken out before that is told": {func(s *story) event.Seq {
			m := s.tell(event.Heard{Files: two()[:1]})
			b := s.tell(event.TurnBegan{Messages: []event.Seq{m}, UpTo: m})
			s.tell(event.TurnEnded{}, because(b))
			came := s.tell(event.Attached{Message: m})
			s.tell(event.Unsaid{Message: came, In: m})
			return m
		}, false, false, false},
	} {
		s := &story{fold: attachments.New()}
		m := c.tell(s)
		tracked := slices.ContainsFunc(s.fold.Enclosed, func(e attachments.Enclosed) bool { return e.Message == m })
		if s.fold.Awaits(m) != c.awaits || s.late(m) != c.late || tracked != c.tracked || (len(s.fold.Awaited()) > 0) != c.awaits {
			t.Errorf("%s: %+v", name, s.fold)
		}
	}
}

func TestRepeated(t *testing.T) {
	s := &story{fold: attachments.New()}
	m := s.tell(event.Heard{Files: []event.File{{Voice: true}}})
	if !s.fold.Repeated(m) {
		t.Error("there is nothing to repeat yet")
	}
	w := s.tell(event.Transcribed{Message: m, Spoken: "x", Text: "x"})
	s.tell(event.PostSent{Post: s.tell(event.PostQueued{})}) // another post
	if s.fold.Repeated(m) {
		t.Error("it was not repeated")
	}
	failed := s.tell(event.PostQueued{}, resting(w))
	s.tell(event.PostFailed{Post: failed})
	if s.fold.Repeated(m) {
		t.Error("what repeats it did not arrive")
	}
	sent := s.tell(event.PostQueued{}, resting(w))
	if s.fold.Repeated(m) {
		t.Error("what repeats it is on its way")
	}
	s.tell(event.PostSent{Post: sent})
	if !s.fold.Repeated(m) || len(s.fold.Unechoed) != 0 {
		t.Errorf("%+v", s.fold)
	}
	s.tell(event.Transcribed{Message: m}) // no words
	s.tell(event.Transcribed{Message: m, Spoken: "y"})
	s.tell(event.Forgotten{Seqs: []event.Seq{m}})
	if len(s.fold.Unechoed) != 0 || s.fold.Forgotten != s.seq {
		t.Errorf("%+v", s.fold)
	}
}

// Whatever happens: what was saved is the state, to the bit, and goes on like it; and no
// message is both late and still on its way.
func TestSavedIsTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &story{fold: attachments.New()}
		turn := event.Seq(0)
		any := func(name string) event.Seq {
			return event.Seq(rapid.IntRange(1, int(s.seq)+1).Draw(t, name))
		}
		for range rapid.IntRange(1, 40).Draw(t, "events") {
			switch rapid.IntRange(0, 10).Draw(t, "kind") {
			case 10:
				s.tell(event.Edited{Message: any("edited"), Files: two()[:1], First: rapid.IntRange(0, 2).Draw(t, "first")})
			case 0, 1, 2:
				s.tell(event.Heard{Files: two()[:rapid.IntRange(0, 2).Draw(t, "files")]})
			case 3, 4:
				s.tell(event.Attached{Message: any("message"), Index: rapid.IntRange(0, 2).Draw(t, "index")})
			case 5:
				turn = s.tell(event.TurnBegan{Messages: []event.Seq{any("message")}, UpTo: any("up to")})
			case 6:
				s.tell(event.TurnEnded{}, because(turn))
			case 7:
				s.tell(event.Transcribed{Message: any("message"), Spoken: "x"})
			case 8:
				s.tell(event.PostQueued{Subject: event.SubjectFiles, About: any("about")}, resting(any("rest")))
			case 9:
				s.tell(event.Forgotten{Seqs: []event.Seq{any("gone")}})
			}
			saved, err := s.fold.Save()
			if err != nil {
				t.Fatal(err)
			}
			loaded := attachments.New()
			if err := loaded.Load(saved); err != nil {
				t.Fatal(err)
			}
			again, err := loaded.Save()
			if err != nil || !bytes.Equal(saved, again) {
				t.Fatalf("%s became %s, %v", saved, again, err)
			}
			for _, e := range s.fold.Enclosed {
				if len(e.Left) == 0 && !s.late(e.Message) && (e.Told || !e.Turns) {
					t.Fatalf("nothing of %d is left to fetch or to tell: %s", e.Message, saved)
				}
			}
			if rapid.Bool().Draw(t, "go on with what was saved") {
				s.fold = loaded
			}
		}
	})
}
