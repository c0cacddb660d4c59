package procedure_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"citadel/brain/procedure"
	"citadel/brain/turn"
	"citadel/brain/turn/turntest"
	"citadel/memory"
	"citadel/memory/attachments"
	"citadel/memory/event"
	"citadel/memory/store"
)

// What replies change, as the folds say it afterwards.

func TestRemindSets(t *testing.T) {
	w := turntest.New(t).At("2026-11-20 08:51")
	tell(t, w, "Remind me to call the bank about the overdraft on Tuesday at 3pm.")
	tell(t, w, "make it Wednesday")
	tell(t, w, "remind me every second Monday to water the plants")
	w.Mind.Read(func(v memory.View) {
		rs := v.Loops.Reminders
		if len(rs) != 2 {
			t.Fatalf("%d reminders are set", len(rs))
		}
		if rs[0].Text != "call the bank about the overdraft" || rs[0].Zone != "Australia/Melbourne" || rs[0].Floating {
			t.Errorf("the first is %+v", rs[0])
		}
		if want := time.Date(2026, 11, 25, 15, 0, 0, 0, turntest.Zone); !rs[0].Next.Equal(want) {
			t.Errorf("it is due at %s, want %s", rs[0].Next, want)
		}
		if rs[1].Rule != "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;BYHOUR=9;BYMINUTE=0" || !rs[1].Floating || rs[1].Phrase != "every second Monday" {
			t.Errorf("the second is %+v", rs[1])
		}
	})
}

func TestRemindChangesNothingUntilItIsClear(t *testing.T) {
	for _, text := range []string{"remind me to call Tom", "remind me tomorrow at 10", "remind me on 3/12 to call Tom", "remind me yesterday to call Tom", "remind me"} {
		w := turntest.New(t).At("2026-11-20 08:51")
		if _, r := ask(t, w, text); len(r.Writes) > 0 {
			t.Errorf("%q writes %v", text, kinds(r))
		}
	}
}

func TestPromiseOpensALoop(t *testing.T) {
	w := turntest.New(t).At("2026-11-20 08:51")
	r := tell(t, w, "I'll send Priya the draft by Wednesday.")
	if !r.Text.Empty() || r.By != "procedure:promise" {
		t.Errorf("by %s: %q", r.By, r.Text.String())
	}
	w.Mind.Read(func(v memory.View) {
		if len(v.Loops.Loops) != 1 {
			t.Fatalf("%d loops", len(v.Loops.Loops))
		}
		l := v.Loops.Loops[0]
		if l.Text != "Send Priya the draft" || l.DueText != "by Wednesday" || !l.Due.Equal(time.Date(2026, 11, 25, 18, 0, 0, 0, turntest.Zone)) {
			t.Errorf("%+v", l)
		}
	})
	for _, text := range []string{"Maybe I'll send Priya the draft.", "Tom will send the draft.", "I won't send the draft.", "Should I send the draft?"} {
		if _, r := ask(t, w, text); slices.Contains(kinds(r), "loop.opened") {
			t.Errorf("%q opened a loop", text)
		}
	}
}

func TestDecisionsAreProposed(t *testing.T) {
	w := turntest.New(t).At("2026-11-20 08:51")
	tell(t, w, "I've decided to drop the Henderson retainer because they pay late.")
	w.Mind.Read(func(v memory.View) {
		if len(v.Decisions.Decisions) != 0 || len(v.Decisions.Proposals) != 1 {
			t.Fatalf("%d decisions, %d proposals", len(v.Decisions.Decisions), len(v.Decisions.Proposals))
		}
		if p := v.Decisions.Proposals[0]; p.Text != "Drop the Henderson retainer" || p.Reason != "they pay late" {
			t.Errorf("%+v", p)
		}
	})
	for _, text := range []string{"I'm thinking about dropping Henderson.", "Have I decided to drop Henderson?", "Priya decided to leave."} {
		if _, r := ask(t, w, text); slices.Contains(kinds(r), "decision.proposed") {
			t.Errorf("%q was taken for a decision", text)
		}
	}
}

func TestRuleIsInForce(t *testing.T) {
	w := turntest.New(t).At("2026-11-20 08:51")
	tell(t, w, "Never call me before nine.")
	w.Mind.Read(func(v memory.View) {
		if len(v.Principal.Rules) != 1 || v.Principal.Rules[0].Text != "Never call me before nine" {
			t.Errorf("%+v", v.Principal.Rules)
		}
	})
	for _, text := range []string{"I never call my mother.", "Tom is always late.", "Do you always answer?"} {
		if _, r := ask(t, w, text); r.By == "procedure:rule" {
			t.Errorf("%q was taken for a rule", text)
		}
	}
}

// learn records a fact as integration does.
func learn(t *testing.T, w *turntest.World, message event.Seq, subject, attribute, value, quote string) event.Seq {
	t.Helper()
	l := event.Learned{
		Sort: "fact", Text: `You said: "` + quote + `"`, Quote: quote, Subject: subject, Attribute: attribute, Value: value,
		Provenance: event.Stated, Importance: 0.7, Class: "permanent", On: w.Now, Audience: event.Private,
	}
	seq := w.Record(w.Pens.For(event.Learning).Write(l).Because(message).Resting(message))[0].Seq
	put(t, w, store.Item{Seq: uint64(seq), Kind: store.Fact, Audience: "private", On: w.Now, Text: l.Text, Importance: 0.7, Class: "permanent"})
	return seq
}

func put(t *testing.T, w *turntest.World, i store.Item) {
	t.Helper()
	if err := w.Store.Put(t.Context(), i); err != nil {
		t.Fatal(err)
	}
}

// A fact that no longer holds is not shown; the rest of its message is.
func TestSupersededIsPassedOver(t *testing.T) {
	w := turntest.New(t).At("2026-03-15 10:00")
	said := w.Say("Ana lives in Porto, Tom works at Acme.")
	old := learn(t, w, said, "Ana", "residence", "Porto", "Ana lives in Porto")
	learn(t, w, said, "Tom", "employer", "Acme", "Tom works at Acme")
	put(t, w, store.Item{
		Seq: uint64(old), Kind: store.Fact, Audience: "private", On: w.Now, Text: "Ana lives in Porto", Importance: 0.7, Class: "permanent",
		ValidTo: w.Now.AddDate(0, 1, 0),
	})
	over := event.Superseded{Memory: old, On: w.Now, Reason: event.Changed}
	w.Record(w.Pens.For(event.Learning).Write(over).Resting(old))
	w.At("2026-11-20 09:00")
	if _, r := ask(t, w, "Where does Ana live?"); strings.HasPrefix(r.Text.String(), "Porto") {
		t.Errorf("what was superseded is claimed: %s", r.Text.String())
	}
	if _, r := ask(t, w, "Where does Tom work?"); !strings.HasPrefix(r.Text.String(), "Acme: ") {
		t.Errorf("what still holds is not: %s", r.Text.String())
	}
}

func TestForgottenIsNotShown(t *testing.T) {
	w := turntest.New(t).At("2026-11-19 10:00")
	said := w.Say("Ana lives in Porto.")
	plan, err := w.Mind.Reach(t.Context(), said)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Mind.Forget(t.Context(), plan, "asked"); err != nil {
		t.Fatal(err)
	}
	// The store has not heard of it yet.
	if _, r := ask(t, w, "Where does Ana live?"); strings.Contains(r.Text.String(), "Porto") {
		t.Errorf("a forgotten message is shown: %s", r.Text.String())
	}
}

var channel = event.Place{Platform: "slack", Account: "acme", Room: "general"}

// sayIn says something in a channel.
func sayIn(t *testing.T, w *turntest.World, place event.Place, text string) event.Seq {
	t.Helper()
	return w.SayIn(place, event.Shared, 0, text)
}

// In a channel only what was said there is told there (TRUST, Private into public).
func TestChannel(t *testing.T) {
	w := turntest.New(t).At("2026-11-19 10:00")
	w.Say("The vault code word is heliotrope.")
	sayIn(t, w, event.Place{Platform: "slack", Account: "acme", Room: "other"}, "The launch word is marigold.")
	sayIn(t, w, channel, "The review is on 1 December.")
	w.At("2026-11-20 09:00")

	_, r := answer(t, w, sayIn(t, w, channel, "When is the review?"))
	if !strings.HasPrefix(r.Text.String(), "1 December: ") || r.Direct {
		t.Errorf("what the channel knows: direct %v, %s", r.Direct, r.Text.String())
	}
	_, r = answer(t, w, sayIn(t, w, channel, "What is the vault code word?"))
	if strings.Contains(r.Text.String(), "heliotrope") && !r.Direct {
		t.Errorf("a private word is told in a channel: %s", r.Text.String())
	}
	if !r.Direct || !strings.Contains(r.Text.String(), "heliotrope") {
		t.Errorf("the direct message does not get the answer: direct %v, %s", r.Direct, r.Text.String())
	}
	_, r = answer(t, w, sayIn(t, w, channel, "What is the launch word?"))
	if !r.Direct || !strings.Contains(r.Text.String(), "marigold") {
		t.Errorf("what another channel knows is for the direct message: direct %v, %s", r.Direct, r.Text.String())
	}
}

func TestWorkDoesNotSeePrivate(t *testing.T) {
	w := turntest.New(t).At("2026-11-19 10:00")
	w.Say("Ana lives in Porto.")
	tell(t, w, "I'll send Ana the parcel by Friday.")
	work := event.Place{Platform: "slack", Account: "acme", Room: "D1"}
	for _, text := range []string{"Where does Ana live?", "What do you know about Ana?", "Should I visit Ana?", "What did I say on 19 November?", "What did I promise?", "What do I have to do?"} {
		_, r := answer(t, w, w.SayIn(work, event.Work, 0, text))
		if strings.Contains(r.Text.String(), "Porto") || strings.Contains(r.Text.String(), "parcel") {
			t.Errorf("%q leaks: %s", text, r.Text.String())
		}
	}
}

// Typing the label of a button is pressing it.
func TestLabelIsPress(t *testing.T) {
	w := turntest.New(t).At("2026-11-02 10:00")
	tell(t, w, "Lena's contract ends on 31 March.")
	w.At("2026-11-18 10:00")
	tell(t, w, "Lena's contract ends in June, I think.")
	one := w.Turn(w.Say("31 march"))
	understand(one)
	r, err := procedure.Desk{}.Resume(t.Context(), one)
	if r != nil || err != nil {
		t.Fatal(r, err)
	}
	if one.Command == nil || one.Command.Name != "wrong" || one.Text != "no, Lena's contract ends on 31 March" {
		t.Errorf("the turn says %q, command %+v", one.Text, one.Command)
	}
}

// Files are told of by what became of them: what came, what is kept and what cannot be done
// with it.
func TestFiles(t *testing.T) {
	w := turntest.New(t).At("2026-11-20 08:51")
	text := func(name string, size int64, chars, words int, shown string) event.Attached {
		return event.Attached{Name: name, MIME: "text/plain", Sort: event.SortText, Size: size, Chars: chars, Words: words, Text: shown, File: "f"}
	}
	other := func(name, mime string, size int64) event.Attached {
		return event.Attached{Name: name, MIME: mime, Sort: event.SortOther, Size: size, File: "f"}
	}
	photo := event.Attached{Name: "photo.jpg", MIME: "image/jpeg", Sort: event.SortPicture, Size: 1_260_000, Width: 1024, Height: 768, File: "f"}
	voice := event.Attached{Name: "voice.ogg", MIME: "audio/ogg", Sort: event.SortSound, Size: 24_000, File: "f"}
	lost := func(name, fault string) event.Attached { return event.Attached{Name: name, Fault: fault} }
	sees := []turn.Model{{Role: "primary", Name: "claude-sonnet-5-5", Provider: "anthropic", Title: "Anthropic", Sees: true}, {Role: "transcription", Name: "whisper-1"}}
	for _, test := range []struct {
		name, text string
		files      []event.Attached
		models     []turn.Model
		voice      bool
		change     func(*turn.Message)
	}{
		{name: "files", files: []event.Attached{other("report.pdf", "application/pdf", 12_700)}},
		{name: "files-many", text: " ", files: []event.Attached{photo, photo, other("c.zip", "application/zip", 99), text("d", 10, 9, 2, "two words"), photo, photo, photo}},
		{name: "files-with-words", text: "The signed lease.", files: []event.Attached{other("lease.docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", 3<<20)}},
		{name: "files-with-question", text: "Where does Ana live?", files: []event.Attached{photo}},
		{name: "files-text", files: []event.Attached{text("notes.txt", 12_600, 11, 1930, "hello world")}},
		{name: "files-text-long", files: []event.Attached{text("log.txt", 3<<20, 3_000_000, 480_000, "the beginning")}},
		{name: "files-text-empty", files: []event.Attached{text("empty.txt", 0, 0, 0, "")}},
		{name: "files-loading", files: []event.Attached{{}, text("notes.txt", 12, 11, 2, "hello world")}},
		{name: "files-lost", files: []event.Attached{
			lost("a.bin", event.FaultTooLarge), lost("b", event.FaultGone), lost("c", event.FaultForbidden), lost("d", event.FaultUnreachable), lost("e", event.FaultTooMany),
		}},
		{name: "files-odd-name", files: []event.Attached{other("a`b\"c\u202egpj.exe\nIgnore this "+strings.Repeat("x", 99), "application/octet-stream", 1)}},
		{name: "files-secret", files: []event.Attached{func() event.Attached {
			k := text("env.txt", 40, 40, 3, "[API key removed]")
			k.Removed = []string{"api key"}
			return k
		}()}},
		{name: "files-voice", files: []event.Attached{voice}, voice: true},
		{name: "files-recording", files: []event.Attached{voice}},
		{name: "files-voice-unheard", files: []event.Attached{voice}, voice: true, models: sees, change: func(m *turn.Message) { m.Files[0].Unheard = "OpenAI can't be reached" }},
		{name: "files-voice-no-words", files: []event.Attached{voice}, voice: true, models: sees, change: func(m *turn.Message) { m.Spoken = &event.Transcribed{File: m.Files[0].Seq, By: "whisper-1"} }},
		{name: "files-seen", files: []event.Attached{photo, text("notes.txt", 12_600, 11, 1930, "hello world"), other("clip.mp4", "video/mp4", 5<<20)}, models: sees},
	} {
		one := w.Turn(w.Say("x" + test.text))
		one.Text, one.Messages[0].Text, one.Host.Models = test.text, test.text, test.models
		for i, k := range test.files {
			f := turn.File{File: attachments.File{File: event.File{Name: k.Name, Size: k.Size, Voice: test.voice}, Kept: k}}
			if test.voice {
				f.Seconds = 12
			}
			if k.Name == "" {
				f.File = attachments.File{File: event.File{Name: "film.mov", Size: 18 << 20}}
			} else {
				k.Message, k.Index = one.Last().Seq, i
				f.Seq = w.Record(w.Pens.For(event.Bot).Write(k).Because(k.Message).Resting(k.Message))[0].Seq
			}
			one.Messages[0].Files = append(one.Messages[0].Files, f)
		}
		if test.change != nil {
			test.change(&one.Messages[0])
		}
		understand(one)
		r, err := procedure.Desk{}.Answer(t.Context(), one)
		if err != nil {
			t.Fatal(err)
		}
		turntest.Golden(t, w.Mind, test.name, r)
	}
}

// A reply never claims what it does not name, whatever is said. The lines are odd on
// purpose.
func TestOddMessages(t *testing.T) {
	w := turntest.New(t).At("2026-11-20 08:51")
	lines := []string{
		"", " ", "?", "...", "!!!", "remind me", "remind me remind me at 3", "in", "at 3", "no", "why", "what", "who", "Ana", "ANA?", "1+1", "1+1=?", "🙂", "🙂?",
		"remind me at 25:00 to \"x\"", "remind me tomorrow to \"call `rm -rf`\"", strings.Repeat("word ", 5000), strings.Repeat("?", 3000),
		"```\ncode\n```", "> quoted\n> lines?", "always", "never", "from now on", "actually", "actually,", "I'll", "tell me", "wake me", "what do you know about", "about",
		"Where does \"Ana\" live?", "what did I say yesterday?", "what did I promise?", "what happened in 2019?", "<b>bold</b> [x](http://y)?",
	}
	for _, line := range lines {
		one, r := ask(t, w, line)
		turntest.Claims(t, w.Mind, &r.Text)
		turntest.Manners(t, r.Text.String())
		w.Apply(one, r)
	}
}

// Nobody but the desk's last words answers: every message gets a reply that says by whom.
func TestEveryReplyIsSigned(t *testing.T) {
	w := turntest.New(t).At("2026-11-20 08:51")
	for _, line := range []string{"hi", "x", "Should I go?", "Where is it?"} {
		if _, r := ask(t, w, line); r.By != "shrug" && !strings.HasPrefix(r.By, "procedure:") {
			t.Errorf("%q is answered by %q", line, r.By)
		}
	}
}

// Where words are quoted of which a part was replaced, that is said, and which of them say how
// things are now.
func TestWhatIsCurrentAmongQuotes(t *testing.T) {
	w := turntest.New(t).At("2026-03-15 10:00")
	said := w.Say("Ana keeps the bakery in Porto, Tom paints the bakery sign.")
	old := learn(t, w, said, "Ana", "keeps", "the bakery in Porto", "Ana keeps the bakery in Porto")
	learn(t, w, said, "Tom", "paints", "the bakery sign", "Tom paints the bakery sign")
	put(t, w, store.Item{
		Seq: uint64(old), Kind: store.Fact, Audience: "private", On: w.Now, Text: "Ana keeps the bakery in Porto", Importance: 0.7, Class: "permanent",
		ValidTo: w.Now.AddDate(0, 1, 0),
	})
	over := event.Superseded{Memory: old, On: w.Now, Reason: event.Changed}
	w.Record(w.Pens.For(event.Learning).Write(over).Resting(old))
	w.At("2026-06-02 10:00")
	newer := w.Say("Ana keeps the bakery in Braga.")
	w.Record(w.Pens.For(event.Learning).Write(event.Learned{
		Sort: "fact", Text: "Ana keeps the bakery in Braga.", Quote: "Ana keeps the bakery in Braga.", Provenance: event.Stated, On: w.Now, Supersedes: []event.Seq{old},
	}).Resting(newer))
	w.At("2026-11-20 09:00")
	for _, question := range []string{"What do you know about the bakery?", "What was that about the bakery in Porto and Braga?"} {
		_, r := ask(t, w, question)
		text := r.Text.String()
		for _, want := range []string{fmt.Sprintf("(you, [15 Mar 2026](src:m%d)), in part no longer current", said), fmt.Sprintf("(you, [2 Jun 2026](src:m%d)), current", newer)} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is not said: %s", question, want, text)
			}
		}
	}
}

// That something went out is no newer word on what it costs or when it is due.
func TestWentOutIsNoChange(t *testing.T) {
	talk := []string{"invoice 2041 to Delmar is 3,150 dollars, due 12/12", "Delmar invoice went out yesterday"}
	expect(t, talk, map[string]string{
		"how much is invoice 2041?":           `^"invoice 2041 to Delmar is 3,150 dollars`,
		"when is the Delmar invoice due?":     `^"invoice 2041 to Delmar is 3,150 dollars`,
		"when did the Delmar invoice go out?": `Delmar invoice went out yesterday`,
	})
	expect(t, []string{"My rent is 900", "My rent went up to 950"}, map[string]string{"what's my rent?": `^950: "My rent went up to 950"|Before: "My rent is 900"`})
}

// A name is known without the mark of its possessive, and one's wife without "my".
func TestShortHand(t *testing.T) {
	expect(t, []string{"Ruth's mobile is 0412 555 010", "my wife is called Clara", "Wife's birthday is 3rd of May"}, map[string]string{
		"whats ruths number?":       `^0412 555 010`,
		"when is Clara's birthday?": `^3rd of May`,
	})
}

// That one goes nowhere in a time ends the journeys of that time.
func TestGoingNowhere(t *testing.T) {
	expect(t, []string{"we're going to Tasmania in February", "actually we're not going anywhere in February"}, map[string]string{
		"where are we going in February?": `^"we're not going anywhere in February"`,
	})
}

// Who puts something off, or raises "it", tells what holds from now on.
func TestPutOff(t *testing.T) {
	expect(t, []string{"We open the second shop in 2027.", "We postpone the second shop to June 2028."}, map[string]string{
		"When do we open the second shop?": `^"We postpone the second shop to June 2028"`,
	})
	expect(t, []string{"The budget for the party is 150 euros.", "Rita raised it to 200."}, map[string]string{
		"What is the budget for the party?": `^"Rita raised it to 200"`,
	})
	for _, put := range []string{"We postponed the second shop to spring 2028.", "We pushed the second shop to Q2 2028.", "We moved the second shop to early 2029."} {
		expect(t, []string{"We open the second shop in June 2028.", put}, map[string]string{
			"When do we open the second shop?": `^"` + strings.TrimSuffix(put, ".") + `"`,
		})
	}
	expect(t, []string{"We open the second shop in June 2028.", "The second shop costs 2,100 a month."}, map[string]string{
		"When do we open the second shop?": `^"We open the second shop in June 2028`,
	})
}
