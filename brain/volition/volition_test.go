package volition_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"citadel/brain/critique"
	"citadel/brain/turn/turntest"
	"citadel/brain/volition"
	"citadel/memory"
	"citadel/memory/event"
)

// weigh reads the control lines of an answer and checks them against a world with one promise,
// one loop and one decision.
func weigh(t *testing.T, answer string) (w *turntest.World, wishes []volition.Wish) {
	t.Helper()
	w = turntest.New(t).At("2026-11-20 09:00")
	said := w.Say("hello")
	write := func(p event.Payload) event.Seq {
		spec, _ := event.Of(p.Kind())
		return w.Record(w.Pens.For(spec.Owner).Write(p).Resting(said))[0].Seq
	}
	c := write(event.CommitmentMade{Text: "compare freight", On: w.Now})
	l := write(event.LoopOpened{Text: "call the bank", On: w.Now})
	d := write(event.DecisionRecorded{Text: "drop Henderson", On: w.Now})
	gone := write(event.DecisionRecorded{Text: "hire Bob", On: w.Now})
	write(event.DecisionRevised{Decision: gone, How: event.Reverse, On: w.Now})
	write(event.Reflected{Intent: "to greet"})
	answer = strings.NewReplacer("%c", fmt.Sprintf("c%d", c), "%l", fmt.Sprintf("l%d", l), "%d", fmt.Sprintf("d%d", d), "%x", fmt.Sprintf("d%d", gone), "%m", fmt.Sprint(said)).Replace(answer)
	out := critique.Clean(answer, critique.Known{})
	w.Mind.Read(func(v memory.View) {
		wishes = new(volition.Answer).Weigh(v, out.Controls, w.Now, func(s event.Seq) (event.Kind, bool) {
			r, err := w.Mind.Event(t.Context(), s)
			return r.Kind, err == nil
		})
	})
	return w, wishes
}

func TestWishes(t *testing.T) {
	for line, want := range map[string]string{
		"COMMIT: look into the mills":                            `commitment.made: look into the mills`,
		"COMMIT: Compare freight":                                "fault: it is promised already",
		"COMMIT:":                                                "fault: it says nothing",
		"CLOSE: %c":                                              "commitment.closed: done",
		"CLOSE: %l":                                              "fault: a loop is the principal's to close",
		"CLOSE: c999":                                            "fault: no such promise is open",
		`CLAIM:event={"seq":%m,"kind":"heard"}`:                  "claimed: true",
		`CLAIM:event={"seq":%m,"kind":"learned"}`:                "claimed: false",
		`CLAIM:event={"seq":999}`:                                "claimed: false",
		`CLAIM:commitment={"handle":"%c","open":true}`:           "claimed: true",
		`CLAIM:commitment={"handle":"%c","open":false}`:          "claimed: false",
		`CLAIM:decision={"handle":"%d","text":"DROP Henderson"}`: "claimed: true",
		`CLAIM:decision={"handle":"%d","text":"keep him"}`:       "claimed: false",
		`CLAIM:decision={"handle":"%x","text":"hire Bob"}`:       "claimed: false",
		`CLAIM:mood={"happy":true}`:                              "claimed: false",
		`CLAIM:event=[1]`:                                        "claimed: false",
		`REFLECT:{"intent":"to greet"}`:                          "",
		`REFLECT:{"intent":"to greet","next":"ask of Porto"}`:    "reflected: ask of Porto",
		`REFLECT:{}`:                                             "fault: it says nothing",
		`REFLECT:[]`:                                             "fault: it is not an object",
		"REF: other#12":                                          "referred: other#12",
	} {
		_, wishes := weigh(t, "I see.\n\n"+line)
		if len(wishes) != 1 {
			t.Errorf("%s: %d wishes", line, len(wishes))
			continue
		}
		got := ""
		switch p := wishes[0].Change.(type) {
		case nil:
			if wishes[0].Fault != "" {
				got = "fault: " + wishes[0].Fault
			}
		case event.CommitmentMade:
			got = "commitment.made: " + p.Text
		case event.CommitmentClosed:
			got = "commitment.closed: " + p.Outcome
		case event.Claimed:
			got = fmt.Sprintf("claimed: %v", p.Holds)
			if !json.Valid([]byte(p.Claim)) || p.Holds == (p.Why != "") {
				t.Errorf("%s: %+v", line, p)
			}
		case event.Reflected:
			got = "reflected: " + p.Next
		case event.Referred:
			got = "referred: " + p.To
		}
		if got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

// Lines of one answer see each other.
func TestWishesOfOneAnswer(t *testing.T) {
	_, wishes := weigh(t, "I see.\n\nCLOSE: %c\nCLOSE: %c\nCOMMIT: a\nCOMMIT: A\nCOMMIT: b\nCOMMIT: c\nCOMMIT: d\nCOMMIT: e\nCOMMIT: f")
	var faults []string
	for _, w := range wishes {
		faults = append(faults, w.Fault)
	}
	if got := strings.Join(faults, "|"); got != "|no such promise is open||it is promised already|||||it promises too much at once" {
		t.Error(got)
	}
}

func FuzzWeigh(f *testing.F) {
	f.Add("event", `{"seq":1}`)
	f.Fuzz(func(t *testing.T, sort, claim string) {
		w := turntest.New(t)
		w.Mind.Read(func(v memory.View) {
			for _, verb := range []critique.Verb{critique.Claim, critique.Reflect, critique.Commit, critique.Close} {
				new(volition.Answer).Weigh(v, []critique.Control{{Verb: verb, Type: sort, Text: claim, JSON: json.RawMessage(claim)}}, w.Now,
					func(event.Seq) (event.Kind, bool) { return "", false })
			}
		})
	})
}
