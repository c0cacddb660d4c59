package dispute_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"citadel/brain/phrase"
	"citadel/brain/turn/turntest"
	"citadel/jobs"
	"citadel/jobs/dispute"
	"citadel/jobs/jobstest"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

var slack = event.Place{Platform: "slack", Account: "T1", Room: "D1"}

// world is a mind with the job.
type world struct {
	*turntest.World
	t testing.TB
}

func begin(t testing.TB) *world {
	w := &world{turntest.New(t).At("2026-11-02 10:00"), t}
	w.Silence(w.Say("hello"))
	return w
}

// tick has a new process look.
func (w *world) tick() (next time.Time) {
	w.t.Helper()
	return jobstest.Look(w.t, w.World, dispute.Job("22:00-07:00"))
}

// fact is something that the principal said in a place, and what was learned of it.
func (w *world) fact(place event.Place, a event.Audience, said, subject, attribute, value string) (message, memory event.Seq) {
	w.t.Helper()
	message = w.SayIn(place, a, 0, said)
	w.Silence(message)
	return message, w.Write(event.Learned{
		Sort: "fact", Text: said, Quote: said, Subject: subject, Attribute: attribute, Value: value, Provenance: event.Stated,
		Importance: 0.5, Class: "standard", On: w.Now, Audience: a,
	}, message)
}

// lena opens a dispute over the end of a contract.
func (w *world) lena(place event.Place, a event.Audience) (d event.Seq, sides [2]event.Seq) {
	w.At("2026-11-02 10:00")
	_, x := w.fact(place, a, "Lena's contract ends on 31 March.", "Lena's contract", "end", "31 March")
	w.At("2026-11-18 10:00")
	_, y := w.fact(place, a, "June, I think, is when Lena's contract ends.", "Lena's contract", "end", "June")
	return w.Write(event.Disputed{Between: []event.Seq{x}, Audience: a}, x, y), [2]event.Seq{x, y}
}

// day opens a dispute over another thing.
func (w *world) day(of, one, two string) event.Seq {
	_, x := w.fact(turntest.Console, event.Private, of+" is on "+one+".", of, "date", one)
	_, y := w.fact(turntest.Console, event.Private, of+" is on "+two+".", of, "date", two)
	return w.Write(event.Disputed{Between: []event.Seq{x}}, x, y)
}

func (w *world) learned(seq event.Seq) (ledger.Record, event.Payload) {
	w.t.Helper()
	rec, err := w.Mind.Event(w.t.Context(), seq)
	if err != nil {
		w.t.Fatal(err)
	}
	p, err := rec.Payload()
	if err != nil {
		w.t.Fatal(err)
	}
	return rec, p
}

func (w *world) want(n int, when string) {
	w.t.Helper()
	jobstest.Want(w.t, w.World, n, when)
}

// A dispute is asked about once in its life, in the words and with the buttons of MESSAGES 16.
func TestAskedOnce(t *testing.T) {
	w := begin(t)
	d, sides := w.lena(turntest.Console, event.Private)
	w.At("2026-11-20 09:00")
	w.tick()
	w.want(1, "at nine")
	q := w.Unasked()[0]
	if q.About != d || q.Place != turntest.Console {
		t.Errorf("about %d at %v", q.About, q.Place)
	}
	jobstest.Golden(t, w.World, "which-holds", dispute.Name, q)
	var post, put ledger.Record
	for r, err := range w.Mind.Events(t.Context(), ledger.Query{After: d, Kinds: []event.Kind{event.PostQueued{}.Kind(), event.Proposed{}.Kind()}}) {
		if err != nil {
			t.Fatal(err)
		}
		if r.Kind == (event.Proposed{}).Kind() {
			put = r
		} else {
			post = r
		}
	}
	if !slices.Contains(post.From, sides[0]) || !slices.Contains(post.From, sides[1]) { // it goes with what it quotes
		t.Errorf("the question rests on %v, not on %v", post.From, sides)
	}
	if !slices.Contains(post.Causes, d) || !slices.Contains(put.Causes, post.Seq) || !slices.Equal(put.From, []event.Seq{d}) {
		t.Errorf("the question is caused by %v; that it was put by %v, and rests on %v", post.Causes, put.Causes, put.From)
	}
	turntest.Manners(t, q.Text)
	if next := w.tick(); !next.IsZero() { // it has nothing to wait for
		t.Errorf("asked, and it looks again at %v", next)
	}
	for _, again := range []string{"2026-11-20 09:01", "2026-11-20 21:00", "2026-11-21 09:00", "2026-12-24 09:00"} {
		w.At(again)
		w.tick()
		w.want(1, again)
	}
}

// Nobody asked for it, so it waits for a good moment.
func TestItWaits(t *testing.T) {
	w := begin(t)
	w.lena(turntest.Console, event.Private)
	w.At("2026-11-19 23:00")
	if next := w.tick(); !next.Equal(time.Date(2026, 11, 20, 7, 0, 0, 0, turntest.Zone)) {
		t.Errorf("it looks again at %v", next)
	}
	w.want(0, "at night")
	w.At("2026-11-20 09:00")
	m := w.Say("one more thing")
	w.tick()
	w.want(0, "while a message waits for its answer")
	w.Silence(m)
	w.At("2026-11-20 09:05")
	w.tick()
	w.want(0, "just after a turn")
	w.At("2026-11-20 09:11")
	w.tick()
	w.want(1, "later")
}

func TestThreeADay(t *testing.T) {
	w := begin(t)
	w.lena(turntest.Console, event.Private)
	w.At("2026-11-20 08:00")
	for range 3 {
		w.Write(event.PostQueued{Place: turntest.Console, Text: "Most of the money is spent."})
	}
	w.At("2026-11-20 09:00")
	w.tick()
	w.want(0, "after three others")
	w.At("2026-11-21 00:10") // the day is over, the night is not
	w.tick()
	w.want(0, "at night")
	w.At("2026-11-21 09:00")
	w.tick()
	w.want(1, "on the next day")
}

// A second question waits until the first is answered, or for the next day.
func TestOneAtATime(t *testing.T) {
	w := begin(t)
	one, sides := w.lena(turntest.Console, event.Private)
	w.At("2026-11-18 11:00")
	w.day("The review", "1 December", "8 December")
	w.day("The fair", "2 May", "9 May")
	w.At("2026-11-20 09:00")
	w.tick()
	w.At("2026-11-20 15:00")
	w.tick()
	w.want(1, "the first is open")
	w.Write(event.Settled{Dispute: one, Keeps: sides[0], How: event.Chosen})
	w.tick()
	w.want(2, "the first is settled")
	w.At("2026-11-21 09:00")
	w.tick()
	w.want(3, "on the next day")
	if got := w.Unasked(); got[0].About != one || got[1].About == got[2].About {
		t.Errorf("asked about %d, %d and %d", got[0].About, got[1].About, got[2].About)
	}
}

// What is closed, gone, or was asked about in another way is not asked about.
func TestNotAsked(t *testing.T) {
	for name, c := range map[string]struct {
		before func(*world, event.Seq, [2]event.Seq)
		put    bool
	}{
		"settled": {before: func(w *world, d event.Seq, s [2]event.Seq) {
			w.Write(event.Settled{Dispute: d, Keeps: s[0], How: event.Chosen})
		}},
		"superseded": {before: func(w *world, _ event.Seq, s [2]event.Seq) { w.Write(event.Superseded{Memory: s[1], Reason: "wrong"}) }},
		"forgotten": {before: func(w *world, _ event.Seq, s [2]event.Seq) {
			plan, err := w.Mind.Reach(w.t.Context(), s[0])
			if err == nil {
				_, err = w.Mind.Forget(w.t.Context(), plan, "asked")
			}
			if err != nil {
				w.t.Fatal(err)
			}
		}},
		"shown by review": {before: func(w *world, d event.Seq, _ [2]event.Seq) { w.Write(event.Proposed{Dispute: d}, d) }, put: true},
		"asked in an answer": {before: func(w *world, _ event.Seq, s [2]event.Seq) {
			rec, _ := w.learned(s[1])
			heard := rec.From[0] // the older memory, and the message just heard
			w.Write(event.PostQueued{Place: turntest.Console, Text: "Which holds?", Subject: event.SubjectConflict, Answer: &event.Answer{Message: heard}}, s[0], heard)
		}, put: true},
		"opened again": {before: func(w *world, d event.Seq, s [2]event.Seq) {
			w.Write(event.Proposed{Dispute: d}, d)
			w.Write(event.Settled{Dispute: d, Keeps: s[0], How: event.Chosen})
			w.Write(event.Disputed{Between: s[:]}, s[:]...)
		}, put: true},
		"read again": {before: func(w *world, d event.Seq, s [2]event.Seq) {
			w.Write(event.Proposed{Dispute: d}, d)
			rec, p := w.learned(s[1])
			again := w.Write(p, rec.From...)
			w.Write(event.Superseded{Memory: s[1], Reason: "read again"}, rec.From...)
			w.Write(event.Disputed{Between: s[:1]}, s[0], again)
		}, put: true},
	} {
		t.Run(name, func(t *testing.T) {
			w := begin(t)
			d, sides := w.lena(turntest.Console, event.Private)
			c.before(w, d, sides)
			w.At("2026-11-20 09:00")
			w.tick()
			w.want(0, name)
			var open, asked int
			w.Mind.Read(func(v memory.View) {
				for _, d := range v.Beliefs.Disputes() {
					open++
					if !d.Asked.IsZero() {
						asked++
					}
				}
			})
			if open != asked || c.put != (open > 0) {
				t.Errorf("%d open, %d of them known to be asked", open, asked)
			}
		})
	}
}

// Against the same words another statement is another question.
func TestAnotherAgainstTheSame(t *testing.T) {
	w := begin(t)
	d, sides := w.lena(turntest.Console, event.Private)
	w.At("2026-11-20 09:00")
	w.tick()
	w.Write(event.Settled{Dispute: d, Keeps: sides[0], How: event.Chosen})
	w.At("2026-11-20 10:00")
	_, z := w.fact(turntest.Console, event.Private, "Lena's contract might end in May.", "Lena's contract", "end", "May")
	w.Write(event.Disputed{Between: sides[:1]}, sides[0], z)
	w.At("2026-11-21 09:00")
	w.tick()
	w.want(2, "a new statement against the one that was kept")
}

// Of three that cannot all hold each pair is a question of its own, also where both end in the same words.
func TestAnotherBeforeTheSame(t *testing.T) {
	w := begin(t)
	d, sides := w.lena(turntest.Console, event.Private)
	w.At("2026-11-18 11:00")
	_, z := w.fact(turntest.Console, event.Private, "Lena's contract ends in May.", "Lena's contract", "end", "May")
	w.At("2026-11-20 09:00")
	w.tick()
	w.want(1, "the first")
	w.Write(event.Settled{Dispute: d, Keeps: sides[1], How: event.Chosen})
	w.Write(event.Disputed{Between: []event.Seq{z, sides[1]}}, z, sides[1])
	w.Write(event.Proposed{Memory: z}, z) // a memory that was put by itself is no dispute
	w.At("2026-11-21 09:00")
	w.tick()
	w.want(2, "another one against the same")
}

// An answer that gave both says so to the second of them; what else was said of the first is no question.
func TestAnAnswerThatGaveTheFirstAlone(t *testing.T) {
	w := begin(t)
	_, sides := w.lena(turntest.Console, event.Private)
	rec, _ := w.learned(sides[0])
	w.Write(event.PostQueued{Place: turntest.Console, Text: "Which holds?", Subject: event.SubjectConflict, Answer: &event.Answer{Message: rec.From[0]}}, sides[0], rec.From[0])
	w.At("2026-11-20 09:00")
	w.tick()
	w.want(1, "the two were never put beside each other")
}

// "review" may come first while the job is on its way.
func TestPutMeanwhile(t *testing.T) {
	w := begin(t)
	d, _ := w.lena(turntest.Console, event.Private)
	w.At("2026-11-20 09:00")
	job := dispute.Job("22:00-07:00")
	ask := job.Run
	job.Run = func(ctx context.Context, in jobs.In) ([]jobs.Write, error) {
		w.Write(event.Proposed{Dispute: d}, d)
		return ask(ctx, in)
	}
	jobstest.Look(t, w.World, job)
	w.want(0, "after review has put it")
	put := 0
	for _, err := range w.Mind.Events(t.Context(), ledger.Query{Kinds: []event.Kind{event.Proposed{}.Kind()}}) {
		if err != nil {
			t.Fatal(err)
		}
		put++
	}
	if put != 1 {
		t.Errorf("recorded as put %d times", put)
	}
}

// Private words go where nobody else reads: not to the place used last, if that is at work.
func TestWhereItIsAsked(t *testing.T) {
	t.Run("private words", func(t *testing.T) {
		w := begin(t)
		w.lena(turntest.Console, event.Private)
		w.At("2026-11-20 08:00")
		w.Silence(w.SayIn(slack, event.Work, 0, "back at the desk"))
		w.At("2026-11-20 09:00")
		w.tick()
		w.want(1, "with a private place")
		if q := w.Unasked()[0]; q.Place != turntest.Console {
			t.Errorf("asked at %v", q.Place)
		}
	})
	t.Run("words of work", func(t *testing.T) {
		w := begin(t)
		w.lena(slack, event.Work)
		w.At("2026-11-20 09:00")
		w.tick()
		w.want(1, "at work")
		if q := w.Unasked()[0]; q.Place != slack || q.Audience != event.Work {
			t.Errorf("asked at %v", q.Place)
		}
	})
	t.Run("private words, and then words of work", func(t *testing.T) {
		w := begin(t)
		_, x := w.fact(turntest.Console, event.Private, "Lena's contract ends on 31 March.", "Lena's contract", "end", "31 March")
		_, y := w.fact(slack, event.Work, "June, I think, is when Lena's contract ends.", "Lena's contract", "end", "June")
		w.Write(event.Disputed{Between: []event.Seq{x}}, x, y)
		w.At("2026-11-20 08:00")
		w.Silence(w.SayIn(slack, event.Work, 0, "back at the desk"))
		w.At("2026-11-20 09:00")
		w.tick()
		w.want(1, "with a private place")
		if q := w.Unasked()[0]; q.Place != turntest.Console {
			t.Errorf("private words are told at %v", q.Place)
		}
	})
	t.Run("no place for it", func(t *testing.T) {
		w := &world{turntest.New(t).At("2026-11-02 10:00"), t}
		_, x := w.fact(slack, event.Work, "Lena's contract ends on 31 March.", "Lena's contract", "end", "31 March")
		y := w.Write(event.Learned{Sort: "fact", Text: "Lena's contract ends in June.", Provenance: event.Imported, On: w.Now, Audience: event.Private}, x)
		w.Write(event.Disputed{Between: []event.Seq{x}}, x, y)
		w.At("2026-11-20 09:00")
		w.tick()
		if posts := w.Unasked(); len(posts) != 0 {
			t.Errorf("asked at %v: %s", posts[0].Place, strings.ReplaceAll(posts[0].Text, "\n", " "))
		}
	})
}

// What a memory says is linked to the message that said it, not to an older one that only names of
// whom it speaks.
func TestTheMessageThatSaidIt(t *testing.T) {
	w := begin(t)
	named := w.Say("Sarah is my new boss.")
	w.Silence(named)
	var said [2]event.Seq
	var learned [2]event.Seq
	for i, value := range []string{"Porto", "Braga"} {
		said[i] = w.Say("She lives in " + value + ".")
		w.Silence(said[i])
		learned[i] = w.Write(event.Learned{
			Sort: "fact", Text: "She lives in " + value + ".", Quote: "She lives in " + value + ".", Subject: "Sarah", Attribute: "city",
			Value: value, Provenance: event.Stated, Importance: 0.5, Class: "standard", On: w.Now, Audience: event.Private,
		}, named, said[i])
	}
	w.Write(event.Disputed{Between: []event.Seq{learned[0]}}, learned[0], learned[1])
	w.At("2026-11-20 09:00")
	w.tick()
	w.want(1, "at nine")
	text := w.Unasked()[0].Text
	for _, m := range said {
		if !strings.Contains(text, "(src:"+phrase.Handle('m', m)+")") {
			t.Errorf("no link to `m%d`: %s", m, text)
		}
	}
	if strings.Contains(text, "src:"+phrase.Handle('m', named)+")") {
		t.Errorf("a link to the message that names her: %s", text)
	}
}
