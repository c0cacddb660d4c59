package signal_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"citadel/brain/signal"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/store"
)

// secret stands in all that the full house was told.
const secret = "kingfisher"

// full is a mind in which every source has something to say, all of it in private.
func full(t testing.TB) *world {
	w := newWorld(t)
	said := w.say("the kingfisher account, all of it")
	w.ask(w.say("never discuss kingfisher prices by mail"), event.Asked{What: event.AskRuleAdd, Text: "never discuss kingfisher prices by mail"})
	w.ask(w.say("I am in Lisbon"), event.Asked{What: event.AskSetting, Name: event.SettingZone, Text: "Europe/Lisbon"})
	w.write(event.Loops, event.LoopOpened{Text: "renew the kingfisher contract", On: w.now}, said)
	w.write(event.Loops, event.LoopOpened{Text: "pay the kingfisher invoice", Due: today.AddDate(0, 0, 1), On: w.now}, said)
	w.write(event.Loops, event.ReminderSet{Text: "call kingfisher", At: today.AddDate(0, 0, 1), On: w.now, Place: dm}, said)
	d := w.write(event.Decisions, event.DecisionRecorded{Text: "kingfisher pays in advance", On: w.now}, said)
	w.put(d, store.Decision, "kingfisher pays in advance")
	for _, sort := range []string{"belief", "theory", "pattern", "joke"} {
		w.judge(w.learn(sort, "a "+sort+" about the kingfisher account"), event.Confirmed)
	}
	w.judge(w.learn("prediction", "kingfisher leaves before spring"), event.Rejected)
	one, two := w.learn("fact", "the kingfisher account closes in May"), w.learn("fact", "the kingfisher account closes in June")
	w.write(event.Learning, event.Disputed{Between: []event.Seq{one, two}}, one, two)
	w.ask(w.say("read my mood"), event.Asked{What: event.AskSetting, Name: event.SettingMood, Text: "on"})
	w.now = today.Add(-time.Minute)
	w.write(event.Learning, event.Felt{Feeling: "worried", Valence: -0.7, Intensity: 0.95, Cause: "the kingfisher account", On: today.Add(-10 * time.Minute)}, said)
	w.now = today.AddDate(0, 0, -30)
	about := w.say("Priya Nair is my contact for kingfisher")
	w.write(event.Learning, event.Learned{Sort: "fact", Text: "Priya Nair is the contact for kingfisher.", Quote: "Priya Nair is my contact for kingfisher", Subject: "Priya Nair", Attribute: "employer", Value: "Kingfisher", Provenance: event.Stated, On: w.now}, about)
	for _, p := range []event.Payload{
		event.ThoughtsSet{Thoughts: []string{"kingfisher asks for less each month"}}, event.GrowthSown{Text: "be shorter about kingfisher"},
		event.CuriosityRaised{Topic: "who owns the kingfisher account"}, event.IntentionSet{Text: "ask about kingfisher", At: today.AddDate(0, 0, -1), On: w.now},
		event.CommitmentMade{Text: "compare kingfisher's freight", On: w.now},
	} {
		spec, _ := event.Of(p.Kind())
		w.write(spec.Owner, p, said)
	}
	w.write(event.Learning, event.IndicatorMoved{Indicator: "crude oil", From: 79.61, To: 86.38, Unit: "US$ a barrel", Since: today.AddDate(0, -1, 0), On: today.AddDate(0, 0, -4), Feed: "FRED"}, said)
	w.write(event.Learning, event.EdgeDrawn{Source: "crude oil", Relation: "drives", Target: "freight", Mechanism: "fuel", Origin: "world", Confidence: 0.75, On: w.now}, said)
	w.write(event.Learning, event.EdgeDrawn{Source: "freight", Relation: "exposed_to", Target: "kingfisher account", Origin: "conversation", Confidence: 0.9, Client: "Kingfisher", On: w.now}, said)
	w.write(event.Learning, event.Dreamt{Night: "2026-11-19", Fragment: "A kingfisher over still water.", On: today.Add(-5 * time.Hour)}, said)
	return w
}

func (w *world) judge(seq event.Seq, verdict string) {
	w.t.Helper()
	w.write(event.Learning, event.Judged{Memory: seq, Verdict: verdict}, seq)
}

// What the agent thought over by itself is in mind for a day, beside what it was told to keep there.
func TestThoughtOver(t *testing.T) {
	w := full(t)
	w.write(event.Agency, event.Mused{On: today.Add(-time.Hour), Lines: []event.Musing{{Text: "The kingfisher account closes before the audit."}}})
	w.write(event.Agency, event.Mused{On: today.Add(-25 * time.Hour), Lines: []event.Musing{{Text: "The kingfisher account was on hold."}}})
	var lines []string
	for _, s := range w.gather(signal.Query{Tier: "deep", Text: "What about the kingfisher account?"}) {
		if s.Kind == event.SignalThought {
			for _, l := range s.Lines {
				lines = append(lines, l.Text)
			}
		}
	}
	if !slices.Equal(lines, []string{"kingfisher asks for less each month", "The kingfisher account closes before the audit."}) {
		t.Errorf("%q", lines)
	}
}

// Each source of the table speaks once it has something to say. One that never could would be
// missed by this alone.
func TestEverySourceSpeaks(t *testing.T) {
	w := full(t)
	spoke := map[string]bool{}
	for _, s := range w.gather(signal.Query{Tier: "deep", Text: "What about the kingfisher account, and what did Priya Nair say?"}) {
		spoke[s.Kind] = true
		if s.Name == "" || strings.Contains(s.Name, secret) || len(s.Lines) == 0 || s.Base <= 0 || s.At == 0 {
			t.Errorf("%+v", s)
		}
		for _, l := range s.Lines {
			if l.Text == "" || l.Seq != 0 && (l.Letter == 0 || l.On.IsZero()) {
				t.Errorf("%s: %+v", s.Kind, l)
			}
		}
	}
	for _, s := range signal.Table {
		if !spoke[s.Kind] {
			t.Errorf("%s is silent", s.Kind)
		}
	}
}

// Nothing told in private reaches another place, whatever source gives it.
func TestNothingPrivateIsNoticedElsewhere(t *testing.T) {
	w := full(t)
	for _, sight := range []memory.Sight{
		{Place: event.Place{Platform: "chat", Room: "acme"}, Audience: event.Shared},
		{Place: event.Place{Platform: "chat", Room: "dm"}, Audience: event.Work},
	} {
		for _, s := range w.gather(signal.Query{Tier: "deep", Text: "What about the kingfisher account, and what did Priya Nair say?", Sight: sight}) {
			if s.Kind != event.SignalModel { // nobody's words
				t.Errorf("%s: %+v", sight.Audience, s)
			}
		}
	}
}

// Of an empty mind nothing comes to mind.
func TestAnEmptyMind(t *testing.T) {
	if all := newWorld(t).gather(signal.Query{Text: "What about the kingfisher account, and what did Priya Nair say?"}); len(all) != 0 {
		t.Errorf("%+v", all)
	}
}

// What stands beside the message is not told twice, and what was forgotten is not told at all.
func TestWhatIsShownOrForgotten(t *testing.T) {
	w := newWorld(t)
	one, two := w.learn("fact", "the account closes in May"), w.learn("fact", "the account closes in June")
	w.write(event.Learning, event.Disputed{Between: []event.Seq{one, two}}, one, two)
	texts := func(shown ...event.Seq) (out []string) {
		q := signal.Query{Text: "When does the account close?", Shown: map[event.Seq]bool{}}
		for _, s := range shown {
			q.Shown[s] = true
		}
		for _, s := range w.gather(q) {
			for _, l := range s.Lines {
				out = append(out, l.Text)
			}
		}
		return out
	}
	if got := texts(); !slices.Equal(got, []string{"the account closes in May", "the account closes in June"}) {
		t.Errorf("%q", got)
	}
	if got := texts(one); !slices.Equal(got, []string{"the account closes in June"}) {
		t.Errorf("%q", got)
	}
	if got := texts(one, two); len(got) != 0 {
		t.Errorf("%q", got)
	}
	plan, err := w.mind.Reach(t.Context(), one)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.mind.Forget(t.Context(), plan, "asked"); err != nil {
		t.Fatal(err)
	}
	if got := texts(); len(got) != 0 {
		t.Errorf("%q", got)
	}
}

// Relevance follows what was said: in words and in meaning, and the tail counts for less.
func TestRelevance(t *testing.T) {
	w := newWorld(t)
	said := w.say("some things to do")
	for _, text := range []string{"renew the warehouse lease in Geelong", "buy a birthday present for Ana"} {
		w.write(event.Loops, event.LoopOpened{Text: text, On: w.now, Due: today.AddDate(0, 0, -3)}, said)
	}
	of := func(q signal.Query) (lease, present float64) {
		for _, s := range w.gather(q) {
			if strings.Contains(s.Lines[0].Text, "lease") {
				lease = s.Relevance
			} else {
				present = s.Relevance
			}
		}
		return lease, present
	}
	lease, present := of(signal.Query{Text: "How long does the lease of the warehouse run?"})
	if lease < 0.3 || present > 0.1 {
		t.Errorf("the lease is relevant by %g, the present by %g", lease, present)
	}
	if lease, present := of(signal.Query{Text: "And what then?"}); lease != 0 || present != 0 {
		t.Errorf("of nothing, the lease is relevant by %g, the present by %g", lease, present)
	}
	if lease, _ := of(signal.Query{Text: "GEELONG?"}); lease == 0 {
		t.Error("a name in capitals is another")
	}
	tail, present := of(signal.Query{Text: "And what then?", Tail: "How long does the lease of the warehouse run?"})
	if !(0 < tail && tail < lease) || present != 0 {
		t.Errorf("by what was said before, the lease is relevant by %g, the present by %g", tail, present)
	}
	same, _ := of(signal.Query{Text: "renew the warehouse lease in Geelong"})
	if same < 0.999 {
		t.Errorf("the same words are relevant by %g", same)
	}
}

// Where a name may mean several, no file is told.
func TestWhomANameMeans(t *testing.T) {
	w := newWorld(t)
	for _, name := range []string{"Tom Weiss", "Tom Hart"} {
		said := w.say(name + " works for Acme")
		w.write(event.Learning, event.Learned{Sort: "fact", Text: name + " works for Acme.", Quote: name + " works for Acme", Subject: name, Attribute: "employer", Value: "Acme", Provenance: event.Stated, On: w.now}, said)
	}
	for text, want := range map[string]string{
		"What does Tom say?":       "",
		"What does Tom Weiss say?": "Tom Weiss works for Acme",
	} {
		all := w.gather(signal.Query{Text: text})
		if want == "" && len(all) == 0 {
			continue
		}
		if len(all) != 1 || all[0].Kind != event.SignalRelationship || all[0].Lines[0].Text != want {
			t.Errorf("%q: %+v", text, all)
		}
	}
}
