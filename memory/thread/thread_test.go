package thread_test

import (
	"slices"
	"testing"
	"time"

	"citadel/memory/event"
	"citadel/memory/formula"
	"citadel/memory/ledger"
	"citadel/memory/thread"
)

// talk applies events to a fold, numbering them.
type talk struct {
	*thread.Fold
	seq event.Seq
	at  time.Time
}

func begin() *talk {
	return &talk{Fold: thread.New(), at: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)}
}

func (f *talk) says(trust event.Trust, p event.Payload, causes ...event.Seq) event.Seq {
	f.seq++
	f.at = f.at.Add(time.Minute)
	f.Apply(ledger.Record{Seq: f.seq, At: f.at, Kind: p.Kind(), Trust: trust, Causes: causes}, p)
	return f.seq
}

func (f *talk) heard() event.Seq { return f.says(event.ByPrincipal, event.Heard{}) }

// began opens a turn that knows everything up to now; ended closes it.
func (f *talk) began(messages ...event.Seq) event.Seq {
	return f.says(event.ByAgent, event.TurnBegan{Messages: messages, UpTo: f.seq})
}

func (f *talk) ended(turn event.Seq, e event.TurnEnded) { f.says(event.ByAgent, e, turn) }

func (f *talk) answered(message event.Seq) {
	f.ended(f.began(message), event.TurnEnded{Outcome: event.Answered})
}

func (f *talk) waits(message event.Seq) bool {
	return slices.ContainsFunc(f.Waiting, func(w thread.Waiting) bool { return w.Message == message })
}

func TestOnlyThePrincipalIsAnswered(t *testing.T) {
	f := begin()
	mine := f.heard()
	theirs := f.says(event.ByThirdParty, event.Heard{Forwarded: "Priya"})
	if !f.waits(mine) || f.waits(theirs) || slices.Contains(f.Unread, theirs) {
		t.Errorf("waiting %v, unread %v", f.Waiting, f.Unread)
	}
}

// What others say where it is read along, and what the principal says there to others, is
// neither answered nor learned from, also after an edit.
func TestWhatIsOverheardWaitsForNothing(t *testing.T) {
	f := begin()
	theirs := f.says(event.ByThirdParty, event.Heard{Overheard: true})
	mine := f.says(event.ByPrincipal, event.Heard{Overheard: true})
	f.says(event.ByThirdParty, event.Edited{Message: theirs, Overheard: true})
	f.says(event.ByPrincipal, event.Edited{Message: mine, Overheard: true})
	forwarded := f.says(event.ByThirdParty, event.Heard{Forwarded: "Priya"})
	f.says(event.ByThirdParty, event.Edited{Message: forwarded})
	if len(f.Waiting)+len(f.Unread) > 0 || f.Newest != 0 {
		t.Errorf("waiting %v, unread %v, newest %d", f.Waiting, f.Unread, f.Newest)
	}
}

// What he passes on has a turn that is none of the conversation: nothing is learned of it as his, it is not his
// newest message, and "stop" among somebody else's words stops nothing.
func TestWhatHePassesOnIsLookedAt(t *testing.T) {
	f := begin()
	mine := f.heard()
	f.answered(mine)
	old := f.says(event.ByThirdParty, event.Heard{Forwarded: "Priya", Handed: true, Alone: true})
	if len(f.Waiting) != 1 || !f.Waiting[0].Handed || f.Waiting[0].Alone {
		t.Fatalf("waiting %+v", f.Waiting)
	}
	turn := f.began(old)
	post := f.says(event.ByAgent, event.PostQueued{}, turn)
	f.ended(turn, event.TurnEnded{Outcome: event.Answered})
	if f.waits(old) || slices.Contains(f.Unread, old) || f.Newest != mine || f.Turns != 1 || len(f.Window) != 1 {
		t.Errorf("waiting %v, unread %v, newest %d, %d turns, window %v", f.Waiting, f.Unread, f.Newest, f.Turns, f.Window)
	}
	if len(f.Handed) != 1 || !slices.Equal(f.Handed[0].Messages, []event.Seq{old}) || !slices.Equal(f.Handed[0].Posts, []event.Seq{post}) {
		t.Errorf("handed %+v", f.Handed)
	}
	f.says(event.ByThirdParty, event.Edited{Message: old})
	if len(f.Waiting) > 0 || slices.Contains(f.Unread, old) {
		t.Errorf("after an edit: waiting %v, unread %v", f.Waiting, f.Unread)
	}
	for range formula.WindowTrigger {
		f.answered(f.heard())
	}
	f.says(event.ByAgent, event.Integrated{Left: true})
	if len(f.Handed) > 0 {
		t.Errorf("older than the conversation: %+v", f.Handed)
	}
	for range 2 * formula.WindowTrigger {
		f.answered(f.says(event.ByThirdParty, event.Heard{Forwarded: "Priya", Handed: true}))
	}
	if len(f.Handed) != formula.WindowTrigger {
		t.Errorf("%d are known", len(f.Handed))
	}
	gone := f.says(event.ByThirdParty, event.Heard{Forwarded: "Priya", Handed: true})
	f.says(event.ByThirdParty, event.Unsaid{Message: gone})
	if f.waits(gone) {
		t.Error("what was taken back waits")
	}
}

func TestAnEditIsAnsweredWhereTheTurnDidNotSeeIt(t *testing.T) {
	f := begin()
	first, second := f.heard(), f.heard()
	turn := f.began(first, second)
	f.says(event.ByPrincipal, event.Edited{Message: first}) // not the newest, but in the open turn
	f.ended(turn, event.TurnEnded{Outcome: event.Answered})
	if !f.waits(first) || f.waits(second) {
		t.Errorf("edited while the turn ran: waiting %v", f.Waiting)
	}
	f.answered(first)
	f.says(event.ByPrincipal, event.Edited{Message: first})
	if f.waits(first) {
		t.Error("an older message that is edited later is not answered again")
	}
	f.says(event.ByPrincipal, event.Edited{Message: second})
	if !f.waits(second) {
		t.Error("the latest message is answered again when it is edited")
	}
	if !slices.Contains(f.Unread, first) {
		t.Error("an edited message is to be read again")
	}
}

func TestForgettingReadsAgainWhatSupportedItToo(t *testing.T) {
	f := begin()
	lost, stays := f.heard(), f.heard()
	f.answered(lost)
	f.answered(stays)
	f.says(event.ByAgent, event.Integrated{Messages: []event.Seq{lost, stays}})
	waiting := f.heard()
	f.says(event.ByPrincipal, event.Forgotten{Seqs: []event.Seq{lost, waiting}, Again: []event.Seq{stays}})
	if !slices.Equal(f.Unread, []event.Seq{stays}) || f.waits(waiting) {
		t.Errorf("unread %v, waiting %v; want only %d to be read again", f.Unread, f.Waiting, stays)
	}
}

func TestTheWindowTurnsOver(t *testing.T) {
	f := begin()
	for n := 1; n <= 200; n++ {
		m := f.heard()
		f.answered(m)
		if leaving := f.Leaving(); leaving != nil {
			if len(f.Window) != formula.WindowTrigger || len(leaving) != formula.WindowBatch || leaving[0].ID != f.Window[0].ID {
				t.Fatalf("after %d turns %d of %d leave", n, len(leaving), len(f.Window))
			}
			f.says(event.ByAgent, event.Integrated{Left: true})
		}
		if len(f.Window) >= formula.WindowTrigger || n >= formula.WindowTrigger && len(f.Window) < formula.WindowHeld {
			t.Fatalf("after %d turns the window holds %d", n, len(f.Window))
		}
	}
	if f.Turns != 200 {
		t.Errorf("%d turns counted", f.Turns)
	}
}

func TestAQuietTurnIsNotReadIntoMemory(t *testing.T) {
	f := begin()
	m := f.heard()
	turn := f.began(m)
	f.ended(turn, event.TurnEnded{Outcome: event.Answered, Quiet: true})
	if len(f.Unread) > 0 || f.Crisis != turn || f.waits(m) {
		t.Errorf("unread %v, crisis %d, waiting %v", f.Unread, f.Crisis, f.Waiting)
	}
}

func TestWhatWasTakenBackIsFollowedOnce(t *testing.T) {
	f := begin()
	m, asked := f.heard(), f.heard()
	f.says(event.ByPrincipal, event.Unsaid{Message: m})
	f.says(event.ByPrincipal, event.Unsaid{Message: asked})
	if f.waits(m) || !slices.Equal(f.Unsaid, []event.Seq{m, asked}) {
		t.Fatalf("waiting %v, unsaid %v", f.Waiting, f.Unsaid)
	}
	f.says(event.ByPrincipal, event.Forgotten{Seqs: []event.Seq{m}})
	f.says(event.ByAgent, event.PostQueued{Subject: event.SubjectUnsaid, About: asked})
	if len(f.Unsaid) > 0 {
		t.Errorf("%v would be followed again", f.Unsaid)
	}
}

// joined adds messages to the turn under way, which knows everything up to now from then on.
func (f *talk) joined(turn event.Seq, messages ...event.Seq) {
	f.says(event.ByAgent, event.TurnJoined{Messages: messages, UpTo: f.seq}, append([]event.Seq{turn}, messages...)...)
}

func TestWhatJoinsATurnIsAnsweredByIt(t *testing.T) {
	f := begin()
	first := f.heard()
	turn := f.began(first)
	later, edited := f.heard(), f.heard()
	f.joined(turn, later)
	f.joined(turn, edited)
	if !f.waits(first) || !f.waits(later) || !f.waits(edited) {
		t.Fatalf("waiting %v before the turn has ended", f.Waiting)
	}
	f.says(event.ByPrincipal, event.Edited{Message: edited}) // after it joined
	next := f.heard()
	f.ended(turn, event.TurnEnded{Outcome: event.Answered})
	if f.waits(first) || f.waits(later) || !f.waits(edited) || !f.waits(next) {
		t.Errorf("waiting %v, want %d, edited since, and %d, which came since", f.Waiting, edited, next)
	}
	last, ok := f.Last()
	if !ok || !slices.Equal(last.Messages, []event.Seq{first, later, edited}) {
		t.Errorf("the turn answered %v", last.Messages)
	}
}

// A turn that was begun and never ended answers nothing, whatever joined it; the one that is
// begun after it does.
func TestATurnThatIsBegunAgain(t *testing.T) {
	f := begin()
	first, later := f.heard(), f.heard()
	dead := f.began(first)
	f.joined(dead, later)
	again := f.began(first)
	if f.Open.ID != again || !slices.Equal(f.Open.Messages, []event.Seq{first}) {
		t.Fatalf("open is %+v, want turn %d", f.Open, again)
	}
	f.joined(dead, later)
	f.says(event.ByAgent, event.PostQueued{}, dead)
	f.ended(dead, event.TurnEnded{Outcome: event.Answered})
	if f.Open == nil || len(f.Open.Posts) > 0 || len(f.Open.Messages) != 1 || len(f.Window) > 0 || !f.waits(first) {
		t.Fatalf("what a dead turn writes counts: open %+v, window %v, waiting %v", f.Open, f.Window, f.Waiting)
	}
	saved, err := f.Save()
	if err != nil {
		t.Fatal(err)
	}
	f.Fold = thread.New()
	if err := f.Load(saved); err != nil {
		t.Fatal(err)
	}
	f.joined(again, later)
	f.ended(again, event.TurnEnded{Outcome: event.Stopped})
	if f.Open != nil || len(f.Waiting) > 0 || f.Turns != 1 {
		t.Errorf("open %+v, waiting %v, %d turns", f.Open, f.Waiting, f.Turns)
	}
}

// A turn whose messages are all taken back leaves nobody waiting.
func TestATurnThatNobodyNeeds(t *testing.T) {
	f := begin()
	m := f.heard()
	f.began(m)
	f.says(event.ByPrincipal, event.Unsaid{Message: m})
	f.says(event.ByPrincipal, event.Forgotten{Seqs: []event.Seq{m}})
	if len(f.Waiting) > 0 || len(f.Unread) > 0 || len(f.Unsaid) > 0 {
		t.Errorf("waiting %v, unread %v, unsaid %v", f.Waiting, f.Unread, f.Unsaid)
	}
	f.answered(f.heard())
	if f.Open != nil || f.Turns != 1 {
		t.Errorf("open %+v, %d turns", f.Open, f.Turns)
	}
}

// What is set aside waits for another turn than that in which it was.
func TestWhatIsSetAsideWaitsForItsAnswer(t *testing.T) {
	f := begin()
	m := f.heard()
	turn := f.began(m)
	id := f.says(event.ByAgent, event.Deferred{Message: m}, turn)
	f.ended(turn, event.TurnEnded{Outcome: event.Answered})
	if len(f.Aside) != 1 || f.Aside[0].ID != id || f.Aside[0].Message != m || f.waits(m) {
		t.Fatalf("aside %v, waiting %v", f.Aside, f.Waiting)
	}
	f.answered(f.heard())
	if len(f.Aside) != 1 {
		t.Fatal("the answer to something else ended it")
	}
	f.answered(m)
	if len(f.Aside) != 0 {
		t.Errorf("aside %v after its answer", f.Aside)
	}
}

func TestWhatIsSetAsideGoesWithItsMessage(t *testing.T) {
	for name, end := range map[string]func(f *talk, m event.Seq){
		"taken back": func(f *talk, m event.Seq) { f.says(event.ByPrincipal, event.Unsaid{Message: m}) },
		"forgotten":  func(f *talk, m event.Seq) { f.says(event.ByPrincipal, event.Forgotten{Seqs: []event.Seq{m}}) },
	} {
		f := begin()
		m := f.heard()
		turn := f.began(m)
		f.says(event.ByAgent, event.Deferred{Message: m}, turn)
		f.ended(turn, event.TurnEnded{Outcome: event.Answered})
		end(f, m)
		if len(f.Aside) != 0 {
			t.Errorf("%s: aside %v", name, f.Aside)
		}
	}
}

// New words of what was set aside are answered anew, also where something else was said since.
func TestWhatIsSetAsideIsEdited(t *testing.T) {
	for _, newest := range []bool{true, false} {
		f := begin()
		m := f.heard()
		turn := f.began(m)
		f.says(event.ByAgent, event.Deferred{Message: m}, turn)
		f.ended(turn, event.TurnEnded{Outcome: event.Answered})
		if !newest {
			f.answered(f.heard())
		}
		f.says(event.ByPrincipal, event.Edited{Message: m})
		if len(f.Aside) != 0 || !f.waits(m) {
			t.Errorf("newest %v: aside %v, waiting %v", newest, f.Aside, f.Waiting)
		}
	}
}

// What he passed on and took back while it was looked at was no turn of the conversation either.
func TestHandedAndTakenBack(t *testing.T) {
	f := begin()
	f.answered(f.heard())
	old := f.says(event.ByThirdParty, event.Heard{Forwarded: "Priya", Handed: true})
	turn := f.began(old)
	f.says(event.ByThirdParty, event.Unsaid{Message: old})
	f.ended(turn, event.TurnEnded{Outcome: event.Answered})
	if len(f.Window) != 1 || f.Turns != 1 || len(f.Handed) != 1 {
		t.Errorf("%d turns, window %+v, handed %+v", f.Turns, f.Window, f.Handed)
	}
}

// To take a file out of a message is no word: what was set aside stays aside, and what waits does not become younger than a
// "stop".
func TestTakingOutIsNoWord(t *testing.T) {
	f, out := begin(), event.Unsaid{Message: 9, In: 1}
	message := f.heard()
	taken := f.says(event.ByPrincipal, out, message)
	if len(f.Waiting) != 1 || f.Waiting[0].Anew != 0 || f.Waiting[0].Without != taken {
		t.Errorf("%+v waits", f.Waiting)
	}
	turn := f.began(message)
	f.says(event.ByAgent, event.Deferred{Message: message}, turn)
	f.ended(turn, event.TurnEnded{Outcome: event.Answered})
	f.says(event.ByPrincipal, out, message)
	if len(f.Waiting) > 0 || len(f.Aside) != 1 {
		t.Errorf("%+v waits, %+v is set aside", f.Waiting, f.Aside)
	}
}

// A message in which a recording came late waits again, once, also while its turn is under way; and passed on as it was.
func TestARecordingThatCameLate(t *testing.T) {
	for name, c := range map[string]struct {
		trust event.Trust
		heard event.Heard
	}{
		"his own":   {event.ByPrincipal, event.Heard{}},
		"passed on": {event.ByThirdParty, event.Heard{Forwarded: "Priya", Handed: true}},
	} {
		f := begin()
		m := f.says(c.trust, c.heard)
		f.answered(m)
		late := func() event.Seq {
			return f.says(event.ByAgent, event.CameLate{Message: m, Handed: c.heard.Handed, Files: []event.Seq{6 + event.Seq(len(f.Waiting)) + 1}})
		}
		first := late()
		if len(f.Waiting) != 1 || f.Waiting[0].Anew != first || f.Waiting[0].Handed != c.heard.Handed || f.Waiting[0].Message != m {
			t.Errorf("%s: %+v waits", name, f.Waiting)
		}
		turn := f.began(m)
		second := late()
		f.ended(turn, event.TurnEnded{Outcome: event.Answered})
		if len(f.Waiting) != 1 || f.Waiting[0].Anew != second {
			t.Errorf("%s: %+v waits after a turn that did not know of it", name, f.Waiting)
		}
		if late := f.Waiting[0].Late; !slices.Equal(late, []event.Seq{7, 8}) {
			t.Errorf("%s: %v is answered by itself", name, late)
		}
		if f.answered(m); len(f.Waiting) > 0 {
			t.Errorf("%s: %+v waits after it was answered", name, f.Waiting)
		}
	}
}

// A file is taken out while the last words of an answer are written: it is answered once more without it.
func TestTakenOutAtTheEndOfATurn(t *testing.T) {
	f := begin()
	m := f.heard()
	turn := f.began(m)
	f.says(event.ByPrincipal, event.Unsaid{Message: 9, In: m})
	f.ended(turn, event.TurnEnded{Outcome: event.Answered})
	if !f.waits(m) {
		t.Error("it does not wait")
	}
	if f.answered(m); f.waits(m) {
		t.Error("it still waits")
	}
}

// What is forgotten is heard of without its words when all is applied anew: no older message is the newest by that, which an
// edit would have answered again.
func TestTheNewestIsForgotten(t *testing.T) {
	f := begin()
	m := f.heard()
	f.answered(m)
	f.seq++
	f.Apply(ledger.Record{Seq: f.seq, Kind: event.Heard{}.Kind(), Trust: event.ByPrincipal}, nil)
	f.says(event.ByPrincipal, event.Edited{Message: m, Text: "other words"})
	if f.waits(m) {
		t.Error("an edit of an older message is answered")
	}
}

// A message that joins a turn is read later than those that the turn has: an edit that came between is known of none of them.
func TestAnEditBeforeAnotherMessageJoins(t *testing.T) {
	f := begin()
	first := f.heard()
	turn := f.began(first)
	f.says(event.ByPrincipal, event.Edited{Message: first}, first)
	second := f.heard()
	f.joined(turn, second)
	f.ended(turn, event.TurnEnded{Outcome: event.Answered})
	if !f.waits(first) || f.waits(second) {
		t.Errorf("waiting %+v", f.Waiting)
	}
}

// An edit of the latest message is answered with what came late of it; of an older one what came late alone is.
func TestAnEditOfWhatCameLate(t *testing.T) {
	for _, latest := range []bool{false, true} {
		f := begin()
		m := f.heard()
		f.answered(m)
		if !latest {
			f.answered(f.heard())
		}
		f.says(event.ByAgent, event.CameLate{Message: m, Files: []event.Seq{9}}, m)
		edit := f.says(event.ByPrincipal, event.Edited{Message: m}, m)
		if len(f.Waiting) != 1 || f.Waiting[0].Anew != edit || (len(f.Waiting[0].Late) == 0) != latest {
			t.Errorf("latest %t: %+v waits", latest, f.Waiting)
		}
	}
}

// A file that comes to words which were answered is told of by itself, but where a model answered them, which has not seen
// it; and where they are being answered, they are with it.
func TestAFileThatComesWithAnEdit(t *testing.T) {
	for by, again := range map[string]bool{"procedure:remind": false, "command:undo": false, "model:claude": true} {
		f := begin()
		m := f.heard()
		f.ended(f.began(m), event.TurnEnded{Outcome: event.Answered, By: by})
		f.says(event.ByPrincipal, event.Edited{Message: m, Stood: true, Files: []event.File{{Name: "a"}}}, m)
		if f.waits(m) != again {
			t.Errorf("answered by %s: waits %t", by, f.waits(m))
		}
	}
	f := begin()
	m := f.heard()
	turn := f.began(m)
	edit := f.says(event.ByPrincipal, event.Edited{Message: m, Stood: true, Files: []event.File{{Name: "a"}}}, m)
	f.ended(turn, event.TurnEnded{Outcome: event.Answered, By: "command:undo"})
	if !f.waits(m) || f.Waiting[0].Anew != edit {
		t.Errorf("under way: %+v", f.Waiting)
	}
}
