package dream_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"citadel/brain/briefing"
	"citadel/brain/model"
	"citadel/brain/turn/turntest"
	"citadel/jobs"
	"citadel/jobs/dream"
	"citadel/jobs/jobstest"
	"citadel/memory"
	"citadel/memory/dreams"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

const lines = "A warehouse with its doors open to the tide.\nThe boxes leave in order of address."

// sleeper is a scripted model: it dreams as the notes and whatever else it is shown go, and writes the same two
// lines under every picture.
type sleeper struct {
	asked   []model.Ask
	err     error
	answer  string  // instead of a dream
	gloom   float64 // by how much it dreams darker than what it reads
	echo    bool    // it is shown its last dream, as no job ever does
	earlier string
}

func (s *sleeper) ask(_ context.Context, a model.Ask) (model.Answer, error) {
	s.asked = append(s.asked, a)
	if s.err != nil {
		return model.Answer{}, s.err
	}
	text := lines
	if len(a.Request.Schema) > 0 {
		text = s.dream(a.Request.Messages[0].Parts[0].Text)
	}
	return model.Answer{Response: model.Response{Text: text}, Card: model.Card{Name: "scripted-1"}}, nil
}

func (s *sleeper) dream(shown string) string {
	if s.answer != "" {
		return s.answer
	}
	if s.echo {
		shown += s.earlier
	}
	good, bad := strings.Count(shown, `how="got done"`)+strings.Count(shown, "golden"), strings.Count(shown, `how="went wrong"`)+strings.Count(shown, "grey")
	mood := math.Max(-1, math.Min(1, .6*float64(good-bad)/float64(good+bad+1)-s.gloom))
	word, dwells := "golden", 6.0
	if mood < 0 {
		word, dwells = "grey", 30 // on what is dark
	}
	s.earlier = "Water, " + strings.Repeat(word+" ", int(math.Abs(mood)*dwells)) + "and doors."
	b, _ := json.Marshal(map[string]any{
		"theme": "doors and water", "narrative": s.earlier, "tone": "quiet", "mood": mood, "links": []any{}, "forms": []string{},
	})
	return string(b)
}

// night is a mind with both jobs.
type night struct {
	*turntest.World
	t     testing.TB
	model *sleeper // nil where there is none
}

func begin(t testing.TB, m *sleeper) *night {
	w := &night{World: turntest.New(t).At("2026-11-18 10:00"), t: t, model: m}
	w.Silence(w.Say("hello"))
	return w
}

// terms are those of the model, and a picture that nobody looks at.
func (w *night) terms() dream.Terms {
	t := dream.Terms{Draw: func(event.Art) ([]byte, error) { return []byte("a picture"), nil }}
	if w.model != nil {
		t.Ask = w.model.ask
	}
	return t
}

func (w *night) sleep(at string) {
	w.t.Helper()
	w.At(at)
	jobstest.Look(w.t, w.World, dream.Job(w.terms()))
}

func (w *night) wake(at string) time.Time {
	w.t.Helper()
	w.At(at)
	return jobstest.Look(w.t, w.World, dream.Show(jobs.Morning{At: 7 * time.Hour}, "22:00-07:00"))
}

func (w *night) learn(text string) event.Seq {
	said := w.Say(text)
	w.Silence(said)
	return w.Write(event.Learned{Sort: "statement", Text: text, Quote: text, Provenance: event.Stated, Importance: .5, On: w.Now, Audience: event.Private}, said)
}

// set is a setting that he asked for.
func (w *night) set(name, value string) {
	said := w.Say("a setting")
	w.Silence(said)
	ask := w.Pens.For(event.Brain).Write(event.Asked{What: event.AskSetting, Name: name, Text: value}).Because(said).Resting(said)
	ask.Trust = event.ByPrincipal
	w.Record(ask)
}

func (w *night) finish(text string) event.Seq {
	said := w.Say(text)
	w.Silence(said)
	loop := w.Write(event.LoopOpened{Text: text, On: w.Now}, said)
	return w.Write(event.LoopClosed{Loop: loop, Outcome: "done"}, said)
}

// last is the newest dream; none if its number is zero.
func (w *night) last() (d dreams.Dream) {
	w.Mind.Read(func(v memory.View) { d = v.Dreams.Last })
	return d
}

// shown are the posts that show dreams.
func (w *night) shown() (all []event.PostQueued) {
	w.t.Helper()
	for r, err := range w.Mind.Events(w.t.Context(), ledger.Query{Kinds: []event.Kind{event.PostQueued{}.Kind()}}) {
		if err != nil {
			w.t.Fatal(err)
		}
		p, err := r.Payload()
		if err != nil {
			w.t.Fatal(err)
		}
		if q, ok := p.(event.PostQueued); ok && q.Subject == event.SubjectDream {
			all = append(all, q)
		}
	}
	return all
}

func (w *night) aDay() {
	w.At("2026-11-19 09:00")
	w.learn("The warehouse in Geelong reopens in March.")
	w.learn("Priya likes the second carrier.")
	w.finish("Send the invoice to Tom")
}

func TestANight(t *testing.T) {
	w := begin(t, &sleeper{})
	w.learn("The day before has a fact of its own.")
	w.aDay()
	w.sleep("2026-11-20 02:59")
	if w.last().Seq != 0 {
		t.Fatal("it dreams before its time")
	}
	w.sleep("2026-11-20 03:00")
	d := w.last()
	if d.Night != "2026-11-19" || d.Fragment != lines || d.By != "scripted-1" || len(d.From) != 4 || d.Art.Palette != event.Warm || len(w.model.asked) != 2 {
		t.Fatalf("%+v", d)
	}
	first, second := w.model.asked[0], w.model.asked[1]
	if shown := first.Request.Messages[0].Parts[0].Text; strings.Contains(shown, "day before") || !strings.Contains(shown, "Geelong") {
		t.Error(shown)
	}
	if first.Request.Creativity != model.High || first.Purpose.Line != model.Pulses || len(first.Purpose.From) != 4 {
		t.Errorf("%+v", first.Purpose)
	}
	if p := second.Request.Messages[0].Parts[0]; p.Image == nil || len(p.Image.Data) == 0 {
		t.Error("nobody looked at the picture")
	}
	w.sleep("2026-11-20 03:10")
	if len(w.model.asked) != 2 {
		t.Error("it dreams twice")
	}
	w.wake("2026-11-20 06:59")
	w.wake("2026-11-20 07:29")
	if len(w.shown()) != 0 {
		t.Fatal("the morning's message is not waited for")
	}
	w.wake("2026-11-20 07:30")
	if len(w.shown()) != 1 {
		t.Fatal("it is not shown")
	}
	jobstest.Golden(t, w.World, "night", dream.Showing, w.shown()[0])
	w.wake("2026-11-20 07:40")
	if q := w.shown(); len(q) != 1 || q[0].Art == nil || q[0].Aloud || q[0].Asked() {
		t.Errorf("%+v", q)
	}
}

// Without a model there is a picture, and no word is made up.
func TestWithoutAModel(t *testing.T) {
	w := begin(t, nil)
	w.aDay()
	w.sleep("2026-11-20 03:00")
	d := w.last()
	if d.Seq == 0 || d.Fragment+d.Narrative+d.Theme+d.By != "" || d.Mood != d.Day || d.Art.Alt == "" {
		t.Fatalf("%+v", d)
	}
	w.wake("2026-11-20 08:00")
	if len(w.shown()) != 1 {
		t.Fatal("it is not shown")
	}
	jobstest.Golden(t, w.World, "without", dream.Showing, w.shown()[0])
}

// It stands in the thread of the morning's message.
func TestInTheThread(t *testing.T) {
	w := begin(t, nil)
	w.aDay()
	w.sleep("2026-11-20 03:00")
	w.At("2026-11-20 07:00")
	brief := w.Write(event.PostQueued{Place: turntest.Console, Audience: event.Private, Text: "Fri 20 Nov", Subject: event.SubjectBriefing})
	w.Write(event.JobRan{Job: briefing.Job, Slot: "2026-11-20", Outcome: event.JobDone})
	w.wake("2026-11-20 07:01")
	if q := w.shown(); len(q) != 1 || q[0].ReplyTo != brief {
		t.Errorf("%+v", q)
	}
}

// An empty day has no dream and asks no model; nor has one on which he was in danger, nor that of a minor, nor one
// that was slept through, nor one that is not wanted.
func TestNoDream(t *testing.T) {
	for name, spoil := range map[string]func(w *night){
		"nothing happened": func(w *night) {},
		"one note alone":   func(w *night) { w.learn("The kettle is new.") },
		"danger": func(w *night) {
			w.aDay()
			w.Write(event.Held{Until: w.Now.Add(24 * time.Hour), Reason: "crisis"})
		},
		"a minor": func(w *night) { w.aDay(); w.set(event.SettingMinor, "yes") },
		"off":     func(w *night) { w.aDay(); w.set(event.SettingDreams, event.DreamsOff) },
		"fewer": func(w *night) {
			w.aDay()
			w.set(event.SettingDreams, event.DreamsFewer)
		}, // a Thursday
		"delicate": func(w *night) {
			w.learn("Ana's chemo begins.")
			w.learn("The funeral is on Friday.")
			w.finish("Call the hospital")
		},
		"of others": func(w *night) {
			w.At("2026-11-19 09:00")
			for range 3 {
				e := w.Pens.For(event.Bot).Write(event.Heard{Place: turntest.Console, Text: "a mail", On: w.Now, Overheard: true})
				e.Trust = event.ByThirdParty
				said := w.Record(e)[0].Seq
				w.Write(event.Learned{Sort: "fact", Text: fmt.Sprint("a fact of others ", said), Provenance: event.Stated, On: w.Now}, said)
			}
		},
	} {
		w := begin(t, &sleeper{})
		w.At("2026-11-19 09:00")
		spoil(w)
		w.sleep("2026-11-20 03:00")
		if d := w.last(); d.Seq != 0 || len(w.model.asked) != 0 {
			t.Errorf("%s: %+v, %d calls", name, d, len(w.model.asked))
		}
	}
	w := begin(t, nil)
	w.aDay()
	w.sleep("2026-11-20 11:30")
	if w.last().Seq != 0 {
		t.Error("it dreams at noon")
	}
}

// What was said in a quiet turn, and what was said of a dream under it, goes into none.
func TestWhatIsLeftOut(t *testing.T) {
	w := begin(t, &sleeper{})
	w.aDay()
	quiet := w.Say("The lighthouse went out.")
	began := w.Record(w.Pens.For(event.Brain).Write(event.TurnBegan{Messages: []event.Seq{quiet}}))[0].Seq
	w.Record(w.Pens.For(event.Brain).Write(event.TurnEnded{Outcome: event.Answered, By: "crisis", Quiet: true}).Because(began))
	w.Write(event.Learned{Sort: "statement", Text: "The lighthouse went out.", Provenance: event.Stated, On: w.Now}, quiet)
	post := w.Write(event.PostQueued{Place: turntest.Console, Audience: event.Private, Text: "a picture", Subject: event.SubjectDream})
	under := w.SayIn(turntest.Console, event.Private, post, "The tide in it was lovely.")
	w.Silence(under)
	w.Write(event.Learned{Sort: "statement", Text: "The tide in it was lovely.", Provenance: event.Stated, On: w.Now}, under)
	w.sleep("2026-11-20 03:00")
	if shown := w.model.asked[0].Request.Messages[0].Parts[0].Text; strings.Contains(shown, "lighthouse") || strings.Contains(shown, "tide") || !strings.Contains(shown, "Geelong") {
		t.Error(shown)
	}
}

// A model that fails leaves a picture, once it was asked three times; a bad answer is tried again as well, and
// nothing of it is kept.
func TestAModelThatFails(t *testing.T) {
	for name, m := range map[string]*sleeper{"no answer": {err: errors.New("away")}, "no dream": {answer: `{"theme":"x"}`}} {
		w := begin(t, m)
		w.aDay()
		w.At("2026-11-20 03:00")
		run := jobstest.Runner(w.World, dream.Job(w.terms()))
		for range jobs.MaxAttempts {
			if w.last().Seq != 0 {
				t.Errorf("%s: it gave up", name)
			}
			if _, err := run.Tick(t.Context()); err != nil {
				t.Fatal(err)
			}
			w.Now = w.Now.Add(6 * time.Minute)
		}
		if d := w.last(); d.Seq == 0 || d.By != "" || d.Narrative != "" || len(d.Faults) != 1 {
			t.Errorf("%s: %+v", name, d)
		}
	}
}

// A name in a fragment costs the fragment alone.
func TestAFragmentWithAName(t *testing.T) {
	m := &sleeper{}
	w := begin(t, m)
	w.aDay()
	w.At("2026-11-20 03:00")
	terms := w.terms()
	terms.Ask = func(ctx context.Context, a model.Ask) (model.Answer, error) {
		answer, err := m.ask(ctx, a)
		if len(a.Request.Schema) == 0 {
			answer.Text = "Priya waits.\nThe tide comes."
		}
		return answer, err
	}
	jobstest.Look(t, w.World, dream.Job(terms))
	if d := w.last(); d.Fragment != "" || d.Narrative == "" || len(d.Faults) != 1 {
		t.Errorf("%+v", d)
	}
}

// sixty lives sixty days with good, bad and ordinary ones among them, and dreams of each.
func sixty(t *testing.T, m *sleeper) (*night, dreams.Drift, bool) {
	w := begin(t, m)
	from := time.Date(2026, 9, 1, 9, 0, 0, 0, turntest.Zone)
	done, wrong := []int{3, 0, 2, 0, 1, 4, 0}, []int{0, 2, 1, 3, 0, 0, 1}
	w2 := from
	w.Now = w2.AddDate(0, 0, -1)
	for i := range 60 {
		day := from.AddDate(0, 0, i)
		w.Now = day
		for k := range done[i%7] {
			w.finish(fmt.Sprintf("thing %d of day %d", k, i))
		}
		for range wrong[i*3%7] {
			w.Write(event.Erred{})
		}
		w.learn(fmt.Sprintf("Something ordinary came up, the %dth time.", i))
		w.learn(fmt.Sprintf("Something else came up, the %dth time.", i))
		w.Now = day.AddDate(0, 0, 1).Add(-6 * time.Hour)
		jobstest.Look(t, w.World, dream.Job(w.terms()))
	}
	var d dreams.Drift
	var alarm bool
	w.Mind.Read(func(v memory.View) {
		if len(v.Dreams.Nights) != 60 {
			t.Fatalf("%d nights", len(v.Dreams.Nights))
		}
		d, alarm = v.Dreams.Drift()
	})
	return w, d, alarm
}

// Over sixty nights dreams go as their days go, although the model is a little gloomy. A model that is shown its
// last dream too, which no job can do, is carried away by the same gloom: the check can fail.
func TestSixtyNights(t *testing.T) {
	_, d, alarm := sixty(t, &sleeper{gloom: .06})
	t.Logf("quarantined: %+v", d)
	if alarm || math.Abs(d.Slope) > 3*d.Noise || math.Abs(d.Away) > .25 {
		t.Errorf("quarantined: %+v, alarm %v", d, alarm)
	}
	w, d, alarm := sixty(t, &sleeper{gloom: .06, echo: true})
	t.Logf("echoing: %+v", d)
	if !alarm || d.Away > -.25 {
		t.Fatalf("echoing: %+v, alarm %v", d, alarm)
	}
	// It is said once, and no model dreams until he wants that.
	w.Now = w.Now.Add(5 * time.Hour)
	jobstest.Look(t, w.World, dream.Show(jobs.Morning{Off: true}, ""))
	shown := w.shown()
	if len(shown) != 1 || !strings.Contains(shown[0].Text, "darker than your days") {
		t.Fatalf("%+v", shown)
	}
	asked := len(w.model.asked)
	next := func() {
		w.learn("One more day.")
		w.learn("And one thing more.")
		w.Now = jobs.Midnight(w.Now).AddDate(0, 0, 1).Add(3 * time.Hour)
		jobstest.Look(t, w.World, dream.Job(w.terms()))
		w.Now = w.Now.Add(6 * time.Hour)
		jobstest.Look(t, w.World, dream.Show(jobs.Morning{Off: true}, ""))
	}
	next()
	if shown = w.shown(); len(w.model.asked) != asked || len(shown) != 2 || strings.Contains(shown[1].Text, "darker") {
		t.Errorf("%d calls more, %+v", len(w.model.asked)-asked, shown[len(shown)-1])
	}
	w.set(event.SettingDreams, "")
	next()
	if len(w.model.asked) == asked {
		t.Error("he wanted the words back")
	}
}

// What he mostly dismisses comes once a week, which is said once.
func TestDismissed(t *testing.T) {
	w := begin(t, nil)
	w.At("2026-11-01 09:00")
	rarer := 0
	var days []int
	for i := range 26 {
		w.learn(fmt.Sprintf("One thing of day %d.", i))
		w.learn(fmt.Sprintf("Another thing of day %d.", i))
		w.Now = jobs.Midnight(w.Now).AddDate(0, 0, 1).Add(3 * time.Hour)
		jobstest.Look(t, w.World, dream.Job(w.terms()))
		before := len(w.shown())
		w.Now = w.Now.Add(6 * time.Hour)
		jobstest.Look(t, w.World, dream.Show(jobs.Morning{Off: true}, ""))
		shown := w.shown()
		if len(shown) == before {
			continue
		}
		days = append(days, i)
		if q := shown[before]; q.Rarer {
			rarer++
			if !strings.Contains(q.Text, "You dismissed most dreams") {
				t.Error(q.Text)
			}
		}
		w.Write(event.Reacted{About: w.Mind.Head(), Emoji: "👎", Sense: event.Dismiss, Credits: []string{event.SignalDream}, On: w.Now})
	}
	if fmt.Sprint(days) != "[0 1 2 3 4 5 12 19]" || rarer != 1 {
		t.Errorf("shown on %v, said %d times", days, rarer)
	}
}
