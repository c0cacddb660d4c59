package respond_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"citadel/brain/inspect"
	"citadel/brain/model"
	"citadel/brain/respond"
	"citadel/brain/turn"
	"citadel/brain/turn/turntest"
	"citadel/memory/event"
	"citadel/memory/ledger"
)

// contested is a mind with a decision and what was said since, and the turn that looks at it
// again.
func contested(t *testing.T) (*turntest.World, *turn.Turn) {
	t.Helper()
	w := turntest.New(t).At("2026-03-04 10:00")
	write := func(p event.Payload, from ...event.Seq) event.Seq {
		spec, _ := event.Of(p.Kind())
		return w.Record(w.Pens.For(spec.Owner).Write(p).Resting(from...))[0].Seq
	}
	said := w.Say("We decided to drop the Henderson retainer because they pay late")
	write(event.DecisionRecorded{Text: "drop the Henderson retainer", Reason: "they pay late", On: w.Now}, said)
	w.At("2026-07-01 11:00").Say("The time freed by dropping the Henderson retainer paid for itself")
	w.At("2026-09-03 11:00").Say("Henderson has a new finance lead, Tom Weiss, and he paid the last invoice on time")
	w.At("2026-11-20 08:30")
	tn := ready(w.Turn(w.Say("revisit the Henderson decision")), "reflex")
	tn.Host.Models = []turn.Model{{Role: "primary", Name: "large"}, {Role: "adversary", Name: "other"}}
	return w, tn
}

// answers gives its texts in order.
func answers(texts ...string) *script {
	return &script{answer: func(n int, _ model.Request) (model.Response, error) {
		return model.Response{Text: texts[min(n, len(texts))-1]}, nil
	}}
}

const (
	sorted = `{"sides":[{"number":1,"side":"against"},{"number":2,"side":"for"}],"position":"End the retainer of Henderson, a client who pays late.",` +
		`"evidence":["Tom Weiss, their new finance lead, paid the last invoice on time."],"question":"Does it still hold?"}`
	amends = `{"recommend":"amend","text":"Project work for Henderson with half up front, no retainer","review":"2027-01-29",` +
		`"because":"One payment is thin evidence.","rests":[1],"kept":"The cause you named may be gone."}`
)

// adversarial adds a model that argues the other side.
func adversarial(d respond.Desk, s *script) respond.Desk {
	far := model.Provider{Name: "far", Title: "Far", Host: "far.example", Loopback: true}
	d.Pool.Roles[model.Adversary] = []model.Target{{Card: model.Card{Name: "other", Provider: "far", Window: 200_000, MaxOut: 32_000}, Provider: far, Client: s}}
	return d
}

func TestRevisit(t *testing.T) {
	w, tn := contested(t)
	large, other := answers(sorted, amends), says("The cause party A named is gone: a new finance lead pays on time.")
	var told []string
	tn.Doing = func(what string) { told = append(told, what) }
	r, note, err := adversarial(desk(says(""), large), other).Revisit(t.Context(), tn, inspect.Desk{Weighed: true})
	if err != nil || r == nil || note != nil {
		t.Fatalf("%v, %v, %v", r, note, err)
	}
	if want := []string{"Asked large at 09:00.", "Asked other at 09:00.", "Asked large at 09:00."}; !slices.Equal(told, want) {
		t.Errorf("told %q, want %q", told, want)
	}
	if tn.Tier != "deep" {
		t.Errorf("tier %s", tn.Tier)
	}
	turntest.Golden(t, w.Mind, "revisit", r)
	if shown := all(other); strings.Contains(shown, "Henderson") || strings.Contains(shown, "Weiss") || strings.Contains(shown, "paid for itself") {
		t.Errorf("the other side is shown a name, or what was said:\n%s", shown)
	}
	if !strings.Contains(all(large), "standing=\\\"to be challenged\\\"") {
		t.Error("what was argued is not set apart")
	}
	recs := w.Apply(tn, r)
	i := slices.IndexFunc(recs, func(r ledger.Record) bool { return r.Kind == "decision.advised" })
	p, err := recs[i].Payload()
	if err != nil {
		t.Fatal(err)
	}
	a := p.(event.DecisionAdvised)
	if a.How != event.Amend || a.By != "large" || a.ArguedBy != "other" || !a.Review.Equal(time.Date(2027, 1, 29, 9, 0, 0, 0, turntest.Zone)) ||
		!slices.Contains(recs[i].From, a.Decision) || slices.Contains(recs[i].From, a.Sides[1].Evidence) || !slices.Contains(recs[i].From, a.Sides[0].Evidence) {
		t.Errorf("%+v resting on %d", a, recs[i].From)
	}
	if recs[i].Trust == event.ByPrincipal {
		t.Error("a model speaks with the principal's voice")
	}
}

// Whom the principal deals with is named to nobody who argues, also where only a model brought the
// name up.
func TestRevisitHidesWhoIsKnown(t *testing.T) {
	w, tn := contested(t)
	for _, a := range []event.Asked{{What: event.AskGroup, Name: "May Porter", Text: event.Growth}, {What: event.AskAlias, Name: "May Porter", Text: "skipper"}} {
		ask(w, w.Say("May Porter is a banker"), a)
	}
	const named = `{"sides":[],"position":"End the retainer, as May wishes.","evidence":["Skipper and may porter agree.","It may rain."],"question":"Does it still hold?"}`
	large, other := answers(named, amends), says("The cause is gone.")
	if _, _, err := adversarial(desk(says(""), large), other).Revisit(t.Context(), tn, inspect.Desk{Weighed: true}); err != nil {
		t.Fatal(err)
	}
	shown := all(other)
	for _, name := range []string{"May", "kipper", "orter"} {
		if strings.Contains(shown, name) {
			t.Errorf("the other side is told of %q:\n%s", name, shown)
		}
	}
	if !strings.Contains(shown, "as somebody wishes") || !strings.Contains(shown, "It may rain.") {
		t.Errorf("%s", shown)
	}
}

// Asked where others read along, it is answered in the direct conversation. What models are shown
// is what the reader of that may see, and nothing is drafted into the channel.
func TestRevisitInAChannel(t *testing.T) {
	w := turntest.New(t).At("2026-03-04 10:00")
	channel := event.Place{Platform: "slack", Account: "T1", Room: "C1"}
	direct := event.Place{Platform: "slack", Account: "T1", Room: "D1"}
	said := w.SayIn(direct, event.Work, 0, "We decided to drop the Henderson retainer because they pay late")
	w.Record(w.Pens.For(event.Decisions).Write(event.DecisionRecorded{Text: "drop the Henderson retainer", Reason: "they pay late", On: w.Now, Audience: event.Work}).Resting(said))
	w.At("2026-09-03 11:00").SayIn(direct, event.Work, 0, "Henderson paid the last invoice of the retainer in Geelong")
	w.Say("The Henderson retainer is what the kingfisher account is for")
	tn := ready(w.Turn(w.At("2026-11-20 08:30").SayIn(channel, event.Shared, 0, "revisit the Henderson decision")), "reflex")
	tn.Host.Models = []turn.Model{{Role: "primary", Name: "large"}, {Role: "adversary", Name: "other"}}
	tn.Draft = func(text string) { t.Errorf("drafted into the channel: %q", text) }
	large, other := answers(sorted, amends), says("The cause is gone.")
	r, _, err := adversarial(desk(says(""), large), other).Revisit(t.Context(), tn, inspect.Desk{Weighed: true})
	if err != nil {
		t.Fatal(err)
	}
	if !r.Direct || r.To.Place != direct || r.To.Audience != event.Work {
		t.Errorf("direct is %v, to %+v", r.Direct, r.To)
	}
	shown := all(large, other) + r.Text.String()
	if strings.Contains(shown, "kingfisher") {
		t.Errorf("what was said in private is shown in %s", shown)
	}
	if !strings.Contains(shown, "Geelong") {
		t.Errorf("what was said where the answer goes is not weighed in:\n%s", shown)
	}
}

// Without somebody to argue the other side it is done without, and said.
func TestRevisitAlone(t *testing.T) {
	for name, d := range map[string]func(large *script) respond.Desk{
		"alone":  func(large *script) respond.Desk { return desk(says(""), large) },
		"silent": func(large *script) respond.Desk { return adversarial(desk(says(""), large), fails(model.Refused)) },
	} {
		t.Run(name, func(t *testing.T) {
			w, tn := contested(t)
			large := answers(sorted, amends)
			r, note, err := d(large).Revisit(t.Context(), tn, inspect.Desk{Weighed: true})
			if err != nil || note != nil {
				t.Fatal(note, err)
			}
			turntest.Golden(t, w.Mind, "revisit-"+name, r)
			if strings.Contains(all(large), "<debate") {
				t.Error("somebody argued")
			}
		})
	}
}

// Where no model answers, or none of use, there is the evidence.
func TestRevisitWithoutAnAnswer(t *testing.T) {
	for name, large := range map[string]*script{
		"down": fails(model.Refused), "nonsense": answers(sorted, `{"recommend":"think","text":"","review":"","because":"","rests":[],"kept":""}`), "no JSON": says("Well."),
	} {
		t.Run(name, func(t *testing.T) {
			w, tn := contested(t)
			r, _, err := desk(says(""), large).Revisit(t.Context(), tn, inspect.Desk{Weighed: true})
			if err != nil {
				t.Fatal(err)
			}
			if text := r.Text.String(); !strings.Contains(text, "I can't weigh this: the language model would not answer it. That is the evidence: one against, one that I can't place.") || len(r.Writes) > 0 {
				t.Errorf("%s, %d changes", text, len(r.Writes))
			}
			turntest.Claims(t, w.Mind, &r.Text)
		})
	}
}

// Which decision is meant is asked without a model.
func TestRevisitAsksWhich(t *testing.T) {
	w, _ := contested(t)
	large := says("")
	tn := ready(w.Turn(w.Say("revisit the hiring decision")), "reflex")
	r, _, err := desk(says(""), large).Revisit(t.Context(), tn, inspect.Desk{Weighed: true})
	if err != nil || !strings.Contains(r.Text.String(), "I have no decision about") || len(large.asked) > 0 {
		t.Errorf("%v, %v, %d calls", r, err, len(large.asked))
	}
}
