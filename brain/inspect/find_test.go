package inspect_test

import (
	"fmt"
	"strings"
	"testing"

	"citadel/brain/inspect"
	"citadel/brain/phrase"
	"citadel/brain/turn/turntest"
	"citadel/memory/event"
)

var (
	channel = event.Place{Platform: "slack", Account: "T1", Room: "acme"}
	other   = event.Place{Platform: "slack", Account: "T1", Room: "lunch"}
	workDM  = event.Place{Platform: "slack", Account: "T1", Room: "D1"}
)

// overhear records a message of somebody else in a channel.
func (w *life) overhear(place event.Place, who, text string) event.Seq {
	w.t.Helper()
	e := w.Pens.For(event.Bot).Write(event.Heard{
		Place: place, Audience: event.Shared, Text: text, On: w.Now, Person: event.Person{Platform: place.Platform, ID: who, Name: who},
	})
	e.Trust = event.ByThirdParty
	return w.Record(e)[0].Seq
}

func TestFind(t *testing.T) {
	w := live(t)
	w.overhear(channel, "Priya Nair", "we pay around forty thousand a month for the boards")
	w.told("how do they pay?", "procedure:recall", func(p *phrase.Text) {
		p.Claim([]event.Seq{w.boardFact}, "Acme buys board from two mills in Victoria.")
	})
	for name, text := range map[string]string{
		"one": "find overdraft", "inflected": "find buying boards", "beginning": "find corrug", "person": "find boards from Priya",
		"me": "find board from me", "you": "find board from you", "period": "find board in August 2026", "several": "find Henderson",
		"only-person": "find from Priya Nair", "no-person": "find contract from Lena", "none": "find zebra crossing", "nearest": "find bakery in Braga",
		"no-period": "find board in March", "none-in-period": "find board in May 2026", "stop-words": "find I should",
	} {
		t.Run(name, func(t *testing.T) { w.golden("find-"+name, w.ask(text)) })
	}
}

// What only inspects is no find, and neither are the answers to it.
func TestFindNoEcho(t *testing.T) {
	w := live(t)
	first := w.ask("find corrugated").Text.String()
	w.ask("show m10")
	w.ask("memories about corrugated")
	if again := w.ask("find corrugated").Text.String(); again != first {
		t.Errorf("before:\n%s\nafter:\n%s", first, again)
	}
}

func TestFindEditedAndForgotten(t *testing.T) {
	w := live(t)
	w.record(event.Bot, event.Edited{Message: w.june, Text: "Lena's contract ends in July, I think", On: w.Now}, w.june)
	says(t, w.ask("find Lena's contract"), "ends in July", "!ends in June")
	says(t, w.ask("find contract ends Jul"), "1 found", "ends in July") // by the edit's own words
	w.Store.Remove(t.Context(), uint64(w.june))                         // the index does not hold the old words any more
	says(t, w.ask("find ends June"), "Nothing was said")
	plan, err := w.Mind.Reach(t.Context(), w.june)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Mind.Forget(t.Context(), plan, "asked"); err != nil {
		t.Fatal(err)
	}
	says(t, w.ask("find Lena's contract"), "Nothing was said", "!July", "!June")
}

// Signs without a letter are looked for as they stand; they are not taken for no search at all.
func TestFindSigns(t *testing.T) {
	w := live(t)
	w.overhear(channel, "Priya Nair", "we have a winner\U0001F3C6 at last")
	says(t, w.ask("find \U0001F3F4\u200D\u2620\uFE0F"), "Nothing was said", "!found")
	says(t, w.ask("find \U0001F3C6"), "1 found", "winner")
}

func TestFindMore(t *testing.T) {
	w := live(t)
	for i := range 25 {
		w.At(fmt.Sprintf("2026-11-20 08:%02d", 31+i))
		w.Say(fmt.Sprintf("the parcel number %d has arrived at the depot in Geelong and waits there", i))
	}
	seen := map[string]int{}
	r := w.ask("find parcel")
	for range 10 {
		for line := range strings.SplitSeq(r.Text.String(), "\n") {
			if f := strings.Fields(line); len(f) > 1 && f[0] == "-" {
				seen[f[1]]++
			}
		}
		turntest.Manners(t, r.Text.String())
		if !strings.Contains(r.Text.String(), "`more`") {
			break
		}
		w.Say("the parcel that came meanwhile")
		r = w.ask("more")
	}
	if len(seen) != 25 {
		t.Errorf("%d found, want 25", len(seen))
	}
	for handle, n := range seen {
		if n != 1 {
			t.Errorf("%s was shown %d times", handle, n)
		}
	}
}

// A desk that reads no periods says so instead of ignoring one.
func TestFindWithoutPeriods(t *testing.T) {
	w := live(t)
	r, err := inspect.Desk{}.Answer(t.Context(), w.Turn(w.Say("find board in March")))
	if err != nil {
		t.Fatal(err)
	}
	says(t, r, `I can't read "in March" as a time`)
	// What looks like a person or a time may be a part of what was said.
	w.overhear(channel, "Priya Nair", "they deliver from Geelong in March 2026 at the latest")
	says(t, w.ask("find deliver from Geelong in March 2026"), "1 found", "at the latest")
}

// What was told in private is shown in no place that others read, by no command.
func TestAudiences(t *testing.T) {
	w := live(t)
	secrets := []string{"bakery", "Weiss", "overdraft", "corrugated", "Geelong", "Lisbon", "Christmas", "fixed pricing", "noon", "contract"}
	w.ask("memories")
	inChannel := w.SayIn(channel, event.Shared, 0, "the boards are late again")
	w.told("where does Ana live?", "procedure:recall", func(p *phrase.Text) {
		p.Claim([]event.Seq{w.portoFact, w.porto}, "Porto (you, [15 Mar 2026](src:m%d)).", w.porto)
	})
	commands := []string{
		"find Ana", "find boards", "find Henderson", "find from me", "memories", "memories today", "memories about Ana", "loops", "reminders",
		"decisions", "rules", "jobs", "accounts", "replay", "diag", "status", "spend", "privacy", "export", "why", "why more", "revisit",
		"revisit the Henderson decision", "more", fmt.Sprintf("why m%d", w.porto),
	}
	for seq := range w.Mind.Head() + 1 {
		for _, letter := range "mdlr" {
			commands = append(commands, fmt.Sprintf("show %c%d", letter, seq), fmt.Sprintf("why %c%d", letter, seq))
		}
	}
	for _, at := range []struct {
		place    event.Place
		audience event.Audience
	}{{workDM, event.Work}, {channel, event.Shared}, {other, event.Shared}} {
		for _, text := range commands {
			tn := w.Turn(w.SayIn(at.place, at.audience, 0, text))
			r, err := desk.Answer(t.Context(), tn)
			if err != nil {
				t.Fatal(err)
			}
			if r == nil {
				continue
			}
			if at.audience == event.Shared && r.Direct && w.lastPlace() == turntest.Console {
				t.Fatal("the test has no direct message to go to but the private one")
			}
			got := r.Text.String()
			for _, s := range secrets {
				if strings.Contains(got, s) {
					t.Errorf("%q in %v shows %q:\n%s", text, at.place, s, got)
				}
			}
			if at.place == other && !r.Direct && strings.Contains(got, "late again") {
				t.Errorf("%q in another channel shows what was said in %q:\n%s", text, channel.Room, got)
			}
		}
	}
	r := w.in(channel, event.Shared, 0, "find boards")
	says(t, r, fmt.Sprintf("`m%d`", inChannel), "late again")
	if r.Direct {
		t.Error("find in a channel is answered in the direct message")
	}
	if r := w.in(channel, event.Shared, 0, "loops"); !r.Direct {
		t.Error("loops in a channel is answered in the channel")
	}
}

// A list goes on only where it may be shown: the words that were searched for stand above it.
func TestMoreElsewhere(t *testing.T) {
	w := live(t)
	for i := range 20 {
		w.Say(fmt.Sprintf("the heliotrope of row %d is in bloom", i))
	}
	first := w.ask("find heliotrope")
	if !strings.Contains(first.Text.String(), "`more` shows the next ones.") {
		t.Fatalf("one page is enough for %s", first.Text.String())
	}
	post := w.lastPost()
	for place, audience := range map[event.Place]event.Audience{workDM: event.Work, channel: event.Shared} {
		for _, to := range []event.Seq{post, 0} {
			if r := w.in(place, audience, to, "more"); strings.Contains(r.Text.String(), "heliotrope") {
				t.Errorf("in %s, replying to %d: %s", audience, to, r.Text.String())
			}
		}
	}
	if r := w.reply(post, "more"); !strings.Contains(r.Text.String(), "heliotrope") {
		t.Errorf("at home: %s", r.Text.String())
	}
}

// Lines that he pasted are words of others, also in what find and show say of them.
func TestPastedLinesAreNotHisWords(t *testing.T) {
	w := live(t)
	seq := w.Say("> I am a dentist in Tromsø")
	says(t, w.ask("find dentist"), "passed on by you: ", "!, you: ")
	says(t, w.ask("show "+phrase.Handle('m', seq)), "Passed on by you, ", "!: You, ")
}
