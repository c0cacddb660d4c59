package retain_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"citadel/brain/turn/turntest"
	"citadel/jobs"
	"citadel/jobs/jobstest"
	"citadel/jobs/retain"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

var channel = event.Place{Platform: "slack", Account: "T1", Room: "C1"}

// world is a mind with the job.
type world struct {
	*turntest.World
	t      *testing.T
	runner *jobs.Runner
}

func newWorld(t *testing.T) *world {
	w := &world{World: turntest.New(t).At("2026-08-01 12:00"), t: t}
	w.runner = w.start()
	return w
}

// start has a new process run the job.
func (w *world) start() *jobs.Runner { return jobstest.Runner(w.World, retain.Job(w.Mind)) }

// hear records words that the bot heard.
func (w *world) hear(h event.Heard, trust event.Trust) event.Seq {
	w.t.Helper()
	h.Place, h.Audience, h.On = channel, event.Shared, w.Now
	e := w.Pens.For(event.Bot).Write(h)
	e.Trust = trust
	return w.Record(e)[0].Seq
}

func (w *world) run() {
	w.t.Helper()
	if err := w.runner.Do(w.t.Context(), retain.Name); err != nil {
		w.t.Fatal(err)
	}
}

// gone lists those of the events that are forgotten.
func (w *world) gone(seqs ...event.Seq) (gone []event.Seq) {
	w.t.Helper()
	for _, s := range seqs {
		r, err := w.Mind.Event(w.t.Context(), s)
		if err != nil {
			w.t.Fatal(err)
		}
		if r.Forgotten() {
			gone = append(gone, s)
		}
	}
	return gone
}

// Other people's words go after ninety days, with what they changed in them; the principal's
// stay, and what he passed on, and what is younger.
func TestExpires(t *testing.T) {
	w := newWorld(t)
	others := w.hear(event.Heard{Text: "around forty thousand a month", Overheard: true}, event.ByThirdParty)
	edit := w.Pens.For(event.Bot).Write(event.Edited{Message: others, Text: "around forty-one thousand", On: w.Now, Overheard: true}).Because(others).Resting(others)
	edit.Trust = event.ByThirdParty
	edited := w.Record(edit)[0].Seq
	raw := w.Pens.For(event.Bot).Write(event.Unparsed{Connector: "slack", Raw: "{", On: w.Now})
	raw.Trust = event.ByThirdParty
	unread := w.Record(raw)[0].Seq
	own := w.hear(event.Heard{Text: "that is a lot", Overheard: true}, event.ByPrincipal)
	passed := w.hear(event.Heard{Text: "we pay late", Forwarded: "Tom"}, event.ByThirdParty)
	post := w.Pens.For(event.Outbox).Write(event.PostQueued{Place: turntest.Console, Text: `"around forty thousand" (Priya)`}).Resting(others)
	quoted := w.Record(post)[0].Seq
	w.At("2026-08-02 12:00")
	younger := w.hear(event.Heard{Text: "and rising", Overheard: true}, event.ByThirdParty)
	all := []event.Seq{others, edited, unread, own, passed, quoted, younger}

	w.At("2026-10-30 11:00") // 89 days and 23 hours
	w.run()
	if gone := w.gone(all...); len(gone) > 0 {
		t.Errorf("too early gone: %d", gone)
	}
	head := w.Mind.Head()
	w.At("2026-10-31 04:00")
	w.run()
	if gone := w.gone(all...); !slices.Equal(gone, []event.Seq{others, edited, unread}) {
		t.Errorf("gone are %d, want %d", gone, []event.Seq{others, edited, unread})
	}
	r, err := w.Mind.Event(t.Context(), head+1)
	if err != nil {
		t.Fatal(err)
	}
	p, err := r.Payload()
	if f, ok := p.(event.Forgotten); err != nil || !ok || f.Reason != event.Expired || w.Mind.Head() != head+1 {
		t.Errorf("%v, %+v, and the head is %d", err, p, w.Mind.Head())
	}
	w.At("2026-11-01 04:00")
	w.run()
	if gone := w.gone(younger); len(gone) != 1 {
		t.Error("what was younger stays for ever")
	}
	if report, err := w.Mind.VerifyLast(t.Context(), 100); err != nil || report.Forgotten == 0 {
		t.Errorf("%v %v", report, err)
	}
}

// However much has to go, it goes in one night, in batches; a new process finds nothing again.
func TestMany(t *testing.T) {
	w := newWorld(t)
	var es []ledger.Entry
	const many = 2300
	for i := range many {
		e := w.Pens.For(event.Bot).Write(event.Heard{Place: channel, Audience: event.Shared, On: w.Now, Text: fmt.Sprintf("line %d", i), Overheard: true})
		e.Trust = event.ByThirdParty
		if es = append(es, e); len(es) == 100 {
			w.Record(es...)
			es = nil
		}
	}
	last := w.Mind.Head()
	w.At("2027-01-01 04:00")
	w.run()
	if n := w.Mind.Head() - last; n != 3 {
		t.Errorf("forgotten in %d batches", n)
	}
	for r, err := range w.Mind.Events(t.Context(), ledger.Query{Kinds: []event.Kind{"heard"}}) {
		if err != nil {
			t.Fatal(err)
		}
		if !r.Forgotten() {
			t.Fatalf("%d stays", r.Seq)
		}
	}
	head := w.Mind.Head()
	w.At("2027-01-02 04:00")
	w.runner = w.start()
	w.run()
	if w.Mind.Head() != head {
		t.Error("a night on which nothing is to be forgotten writes something")
	}
}

// It looks once a night, by the principal's clock, also when the night was slept through.
func TestEveryNight(t *testing.T) {
	job := retain.Job(nil)
	day := func(d, h int) time.Time { return time.Date(2026, 11, d, h, 0, 0, 0, turntest.Zone) }
	for now, want := range map[time.Time]string{day(20, 2): "2026-11-19", day(20, 3): "2026-11-20", day(20, 23): "2026-11-20"} {
		if slots := job.Due(memory.View{}, now); len(slots) != 1 || slots[0].Name != want || slots[0].At.After(now) {
			t.Errorf("at %v: %v", now, slots)
		}
		if next := job.Next(memory.View{}, now); !next.After(now) || next.Sub(now) > 24*time.Hour {
			t.Errorf("after %v comes %v", now, next)
		}
	}
}

// attach records what became of a file of a message.
func (w *world) attach(message event.Seq, index int) event.Seq {
	w.t.Helper()
	e := w.Pens.For(event.Bot).Write(event.Attached{Message: message, Index: index, Name: "f", File: "x", Text: "what stands in it"}).Because(message).Resting(message)
	e.Trust = event.ByThirdParty
	return w.Record(e)[0].Seq
}

// Files go after a year, with what was read in them; the message stays, and so does a
// recording of the principal's own voice, for his words rest on it.
func TestFiles(t *testing.T) {
	w := newWorld(t)
	message := w.hear(event.Heard{Text: "the contract", Files: []event.File{{Name: "a.pdf"}, {Name: "b.ogg", Voice: true}}}, event.ByPrincipal)
	contract, voice := w.attach(message, 0), w.attach(message, 1)
	words := w.Record(w.Pens.For(event.Brain).Write(event.Transcribed{Message: message, File: voice, Text: "call Priya", Spoken: "call Priya"}).
		Because(message).Resting(message, voice))[0].Seq
	of := w.Record(w.Pens.For(event.Learning).Write(event.Learned{Sort: "fact", Text: "The contract ends in June.", Provenance: event.Observed}).Resting(contract))[0].Seq
	passed := w.hear(event.Heard{Text: "listen", Forwarded: "Tom", Files: []event.File{{Voice: true}}}, event.ByThirdParty)
	theirs := w.attach(passed, 0)
	all := []event.Seq{message, contract, voice, words, of, passed, theirs}
	w.At("2027-08-01 04:00") // 364 days and 16 hours
	w.run()
	if gone := w.gone(all...); len(gone) > 0 {
		t.Errorf("too early gone: %d", gone)
	}
	w.At("2027-08-02 04:00")
	w.run()
	if gone := w.gone(all...); !slices.Equal(gone, []event.Seq{contract, of, theirs}) {
		t.Errorf("gone are %d, want %d", gone, []event.Seq{contract, of, theirs})
	}
	head := w.Mind.Head()
	w.runner = w.start()
	w.At("2027-08-03 04:00")
	w.run()
	if w.Mind.Head() != head {
		t.Error("what is forgotten is forgotten again")
	}
}

// What was noted of a mood goes after thirty days; the message that told it stays.
func TestMoodsExpire(t *testing.T) {
	w := newWorld(t)
	said := w.Say("I'm furious about the audit")
	felt := func() event.Seq {
		e := w.Pens.For(event.Learning).Write(event.Felt{Feeling: "furious", Valence: -.9, Intensity: .9, On: w.Now}).Resting(said)
		return w.Record(e)[0].Seq
	}
	first := felt()
	w.At("2026-08-20 12:00")
	second := felt()
	for _, c := range []struct {
		on   string
		gone []event.Seq
	}{{"2026-08-30 12:00", nil}, {"2026-09-01 12:00", []event.Seq{first}}, {"2026-09-20 12:00", []event.Seq{first, second}}} {
		w.At(c.on)
		w.run()
		if got := w.gone(said, first, second); !slices.Equal(got, c.gone) {
			t.Errorf("on %s, gone are %v, wanted %v", c.on, got, c.gone)
		}
	}
}

// Figures of the economy go after two years, on the first of a month, and what moved stays. As they were
// written down whole once a year, nothing that is known changes.
func TestFiguresGoAndWhatMovedStays(t *testing.T) {
	w := newWorld(t)
	learning := w.Pens.For(event.Learning)
	figures := func(whole bool, values ...float64) event.Seq {
		p := event.FiguresRead{Indicator: "crude", Feed: "fred", Every: "D", Due: 10, On: w.Now, Whole: whole, Figures: event.Figures{First: event.DayOf(w.Now), Values: values}}
		return w.Record(learning.Write(p))[0].Seq
	}
	first := figures(true, 80)
	moved := w.Record(learning.Write(event.IndicatorMoved{Indicator: "crude", From: 80, To: 90, Since: w.Now, On: w.Now, Measure: &event.Measure{Change: 12.5}}).Because(first))[0].Seq
	w.At("2027-08-02 12:00")
	second := figures(true, 85)
	w.At("2028-08-30 12:00")
	third := figures(false, 86)
	before := w.known()
	w.run()
	if gone := w.gone(first, second, third, moved); len(gone) != 0 {
		t.Errorf("on the 30th %v went", gone)
	}
	w.At("2028-09-01 12:00")
	w.runner = w.start()
	w.run()
	if gone := w.gone(first, second, third, moved); !slices.Equal(gone, []event.Seq{first}) {
		t.Errorf("on the first %v went, want %d", gone, first)
	}
	if after := w.known(); after != before {
		t.Errorf("known before: %s\nafter: %s", before, after)
	}
}

// A recording of his own voice stays also where it came with an edit of the message, as one does that was put back.
func TestAVoiceThatCameWithAnEditStays(t *testing.T) {
	w := newWorld(t)
	message := w.hear(event.Heard{Text: "Listen."}, event.ByPrincipal)
	e := w.Pens.For(event.Bot).Write(event.Edited{Message: message, Text: "Listen.", Files: []event.File{{Name: "b.ogg", Voice: true}, {Name: "bill.pdf"}}}).Because(message).Resting(message)
	e.Trust = event.ByPrincipal
	w.Record(e)
	voice, bill := w.attach(message, 0), w.attach(message, 1)
	heard := w.Record(w.Pens.For(event.Brain).Write(event.Transcribed{Message: message, File: voice, Text: "call Priya", Spoken: "call Priya"}).
		Because(message).Resting(message, voice))[0].Seq
	w.At("2027-08-03 04:00")
	w.run()
	if gone := w.gone(voice, bill, heard); !slices.Equal(gone, []event.Seq{bill}) {
		t.Errorf("%v went, want the bill %d alone", gone, bill)
	}
}

// known is what the mind knows of the economy.
func (w *world) known() (state string) {
	w.t.Helper()
	w.Mind.Read(func(v memory.View) {
		b, err := v.Economy.Save()
		if err != nil {
			w.t.Fatal(err)
		}
		state = string(b)
	})
	return state
}
