package mood_test

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/mood"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// step is an event so long after noon; its number is its place, from 101.
type step struct {
	after time.Duration
	p     event.Payload
}

func felt(feeling string, intensity float64, after time.Duration, cause string) event.Felt {
	return event.Felt{Feeling: feeling, Valence: -0.6, Intensity: intensity, Cause: cause, On: noon.Add(after)}
}

func apply(t testing.TB, steps ...step) *mood.Fold {
	f := mood.New()
	for i, s := range steps {
		seq := event.Seq(101 + i)
		f.Apply(ledger.Record{Seq: seq, From: []event.Seq{seq - 100}, At: noon.Add(s.after)}, s.p)
		saved, err := f.Save()
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Load(saved); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

var (
	yes   = event.Configured{Name: event.SettingMood, Value: "on"}
	no    = event.Configured{Name: event.SettingMood, Value: "off"}
	minor = event.Configured{Name: event.SettingMinor, Value: "yes"}
	asks  = event.PostQueued{Subject: event.SubjectMood}
)

func TestWhatIsTaken(t *testing.T) {
	sad := felt("sad", .8, 0, "the audit")
	for name, c := range map[string]struct {
		steps []step
		kept  int
	}{
		"before he was asked":                {[]step{{0, sad}}, 0},
		"before he answered":                 {[]step{{0, asks}, {0, sad}}, 0},
		"after yes":                          {[]step{{0, yes}, {0, sad}}, 1},
		"after no":                           {[]step{{0, no}, {0, sad}}, 0},
		"yes, then no":                       {[]step{{0, yes}, {0, sad}, {0, no}}, 0},
		"yes, no and yes again":              {[]step{{0, yes}, {0, sad}, {0, no}, {0, yes}}, 0},
		"from a minor":                       {[]step{{0, yes}, {0, minor}, {0, sad}}, 0},
		"found to be a minor later":          {[]step{{0, yes}, {0, sad}, {0, minor}}, 0},
		"within a day of a crisis":           {[]step{{0, yes}, {0, event.Held{Until: noon.Add(24 * time.Hour)}}, {23 * time.Hour, sad}}, 0},
		"a day after a crisis":               {[]step{{0, yes}, {0, event.Held{Until: noon.Add(24 * time.Hour)}}, {24 * time.Hour, sad}}, 1},
		"after the all clear":                {[]step{{0, yes}, {0, event.Held{Until: noon.Add(24 * time.Hour)}}, {time.Hour, event.Held{Until: noon.Add(time.Hour)}}, {2 * time.Hour, sad}}, 1},
		"a forgotten message":                {[]step{{0, yes}, {0, sad}, {0, event.Forgotten{Seqs: []event.Seq{2}}}}, 0},
		"forgotten itself":                   {[]step{{0, yes}, {0, sad}, {0, event.Forgotten{Seqs: []event.Seq{102}}}}, 0},
		"another was forgotten":              {[]step{{0, yes}, {0, sad}, {0, event.Forgotten{Seqs: []event.Seq{3}}}}, 1},
		"without a body":                     {[]step{{0, yes}, {0, nil}}, 0},
		"thirty days later another":          {[]step{{0, yes}, {0, sad}, {mood.Kept, felt("sad", .5, mood.Kept, "")}}, 1},
		"a moment short of thirty days":      {[]step{{0, yes}, {0, sad}, {mood.Kept - 1, felt("sad", .5, mood.Kept, "")}}, 2},
		"the same feeling of another moment": {[]step{{0, yes}, {0, sad}, {time.Hour, felt("sad", .5, time.Hour, "")}}, 2},
	} {
		if f := apply(t, c.steps...); len(f.Felt) != c.kept {
			t.Errorf("%s: %d are kept, wanted %d", name, len(f.Felt), c.kept)
		}
	}
}

// The rules and a model may both read one message: a feeling of it counts once.
func TestOneMessageOneFeeling(t *testing.T) {
	f := mood.New()
	f.Apply(ledger.Record{Seq: 1}, yes)
	for i, intensity := range []float64{.5, .7, .6} {
		f.Apply(ledger.Record{Seq: event.Seq(10 + i), From: []event.Seq{2}, At: noon}, felt("sad", intensity, 0, ""))
	}
	if len(f.Felt) != 1 || f.Felt[0].Intensity != .7 {
		t.Errorf("kept %+v", f.Felt)
	}
}

func TestWhoReads(t *testing.T) {
	for a, want := range map[event.Audience]bool{"": true, event.Private: true, event.Work: false, event.Shared: false, "other": false} {
		if got := apply(t, step{0, yes}).Reads(a); got != want {
			t.Errorf("read in %q places: %v", a, got)
		}
	}
	if apply(t).Reads(event.Private) || apply(t, step{0, yes}, step{0, minor}).Reads(event.Private) {
		t.Error("read without a yes, or of a minor")
	}
}

func TestWhenHeMayBeAsked(t *testing.T) {
	for name, c := range map[string]struct {
		steps []step
		may   bool
	}{
		"at first":             {nil, true},
		"a second time":        {[]step{{0, asks}}, false},
		"when it never came":   {[]step{{0, asks}, {0, event.PostFailed{Post: 101}}}, true},
		"after yes":            {[]step{{0, yes}}, false},
		"after no":             {[]step{{0, no}}, false},
		"a minor":              {[]step{{0, minor}}, false},
		"in a crisis":          {[]step{{0, event.Held{Until: noon.Add(24 * time.Hour)}}}, false},
		"after another's post": {[]step{{0, event.PostQueued{Subject: event.SubjectReminder}}}, true},
	} {
		if got := apply(t, c.steps...).May(noon); got != c.may {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestResidue(t *testing.T) {
	for name, c := range map[string]struct {
		steps   []step
		at      time.Duration
		feeling string
		left    float64
	}{
		"at once":                        {[]step{{0, yes}, {0, felt("sad", .8, 0, "")}}, 0, "sad", .8},
		"two hours later":                {[]step{{0, yes}, {0, felt("sad", .8, 0, "")}}, 2 * time.Hour, "sad", .4},
		"at the threshold":               {[]step{{0, yes}, {0, felt("sad", .8, 0, "")}}, 4 * time.Hour, "sad", .2},
		"below it":                       {[]step{{0, yes}, {0, felt("sad", .8, 0, "")}}, 4*time.Hour + time.Minute, "", 0},
		"the clock was set back":         {[]step{{0, yes}, {0, felt("sad", .8, time.Hour, "")}}, 0, "sad", .8},
		"the stronger of two":            {[]step{{0, yes}, {0, felt("sad", .8, 0, "")}, {time.Hour, felt("angry", .5, time.Hour, "")}}, time.Hour, "sad", .8 * math.Sqrt(.5)},
		"the newer, once that is weaker": {[]step{{0, yes}, {0, felt("sad", .8, 0, "")}, {3 * time.Hour, felt("angry", .5, 3*time.Hour, "")}}, 3 * time.Hour, "angry", .5},
		"not to be brought up":           {[]step{{0, yes}, {0, felt("sad", .8, 0, "")}, {0, event.MoodClosed{Felt: 102}}}, 0, "", 0},
		"nor its cause, ever again":      {[]step{{0, yes}, {0, felt("sad", .8, 0, "Dad")}, {0, event.MoodClosed{Felt: 102, Cause: "Dad"}}, {0, felt("angry", .9, 0, "dad")}}, 0, "", 0},
		"another cause stays":            {[]step{{0, yes}, {0, felt("sad", .8, 0, "Dad")}, {0, event.MoodClosed{Felt: 102, Cause: "Dad"}}, {0, felt("angry", .9, 0, "the audit")}}, 0, "angry", .9},
	} {
		got, ok := apply(t, c.steps...).Residue(noon.Add(c.at))
		if got.Feeling != c.feeling || math.Abs(got.Left-c.left) > 1e-9 || ok != (c.feeling != "") {
			t.Errorf("%s: %s at %.3f, wanted %s at %.3f", name, got.Feeling, got.Left, c.feeling, c.left)
		}
	}
}

// Without a yes that still stands there is nothing, whatever else happens.
func TestNothingWithoutAYes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, wanted := mood.New(), false
		for i := range rapid.IntRange(0, 30).Draw(t, "events") {
			p := rapid.SampledFrom([]event.Payload{yes, no, minor, asks, felt("sad", .9, 0, "x"), event.MoodClosed{Felt: 3}, event.Forgotten{Seqs: []event.Seq{2, 3}}}).Draw(t, "event")
			if c, ok := p.(event.Configured); ok && c.Name == event.SettingMood {
				wanted = c.Value == "on"
			}
			f.Apply(ledger.Record{Seq: event.Seq(i + 1), From: []event.Seq{event.Seq(i)}, At: noon}, p)
			if _, ok := f.Residue(noon); (ok || len(f.Felt) > 0) && (!wanted || f.Minor) {
				t.Fatalf("there is %+v", f.Felt)
			}
		}
	})
}

// What he asked never to be brought up leaves no trace once it is forgotten: the subject may be read again.
func TestForgettingWhatWasEnded(t *testing.T) {
	ended := []step{{0, yes}, {0, felt("sad", .8, 0, "Dad")}, {0, event.MoodClosed{Felt: 102, Cause: "Dad"}}}
	for _, seqs := range [][]event.Seq{{103}, {3}} { // itself, or the message that asked for it
		f := apply(t, append(ended, step{0, event.Forgotten{Seqs: seqs}})...)
		if len(f.Closed) != 0 || len(f.Felt) != 1 {
			t.Errorf("forgotten %v: %+v, %+v", seqs, f.Closed, f.Felt)
		}
	}
	if f := apply(t, append(ended, step{0, event.Forgotten{Seqs: []event.Seq{9}}})...); len(f.Closed) != 1 {
		t.Error("something else was forgotten, and it is gone")
	}
}
