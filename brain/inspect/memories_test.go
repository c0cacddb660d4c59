package inspect_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"citadel/brain/chart"
	"citadel/brain/turn/turntest"
	"citadel/memory"
	"citadel/memory/event"
	"citadel/memory/formula"
	"citadel/memory/ledger"
)

// years is a life in which memories of every class were made, one was corrected, some were
// recalled, and a month was told in short.
func years(t *testing.T) (w *life, digest event.Seq) {
	w = live(t)
	learn := func(on, text string, class formula.Class, more ...func(*event.Learned)) event.Seq {
		w.At(on)
		l := event.Learned{Sort: "statement", Text: text, Provenance: event.Stated, Importance: 0.5, Class: string(class), On: w.Now}
		for _, m := range more {
			m(&l)
		}
		return w.record(event.Learning, l, w.Say(text))
	}
	of := func(subject string) func(*event.Learned) { return func(l *event.Learned) { l.Subject = subject } }
	sort := func(s string) func(*event.Learned) { return func(l *event.Learned) { l.Sort = s } }

	dull := []event.Seq{
		learn("2026-01-05 09:00", "The printer was out of paper", formula.Ephemeral),
		learn("2026-01-09 09:00", "The lift was slow", formula.Ephemeral),
	}
	learn("2026-06-01 20:00", "Ana's bakery opened and we were all there", formula.Emotional, of("Ana"))
	learn("2026-09-30 09:00", "Priya prefers calls before 11", formula.Standard, of("Priya Nair"), sort("preference"))
	guess := learn("2026-10-02 09:00", "Acme depends on board", formula.Standard, of("Acme"), sort("belief"), func(l *event.Learned) { l.Provenance = event.Inferred })
	more := []event.Seq{w.Say("The mills had a strike and Acme stood still"), w.Say("Acme asked for board again")}
	for _, m := range more {
		w.record(event.Learning, event.Reinforced{Memory: guess, Roots: []event.Seq{m}, As: event.Again}, m)
	}
	learn("2026-11-12 12:00", "Send Priya the draft", formula.Operational)
	braga := learn("2026-11-18 12:00", "Ana lives in Braga", formula.Permanent, of("Ana"), sort("fact"), func(l *event.Learned) { l.Supersedes = []event.Seq{w.portoFact} })
	learn("2026-11-19 18:00", "The car is in the west garage", formula.Location, func(l *event.Learned) { l.Hedged = true })
	w.At("2026-11-20 03:00")
	digest = w.record(event.Learning, event.Digested{Month: "2026-01", Of: dull, Text: "January 2026, console: 2 messages on 2 days, 5 Jan to 9 Jan 2026.\nMost spoken of: printer, lift."}, dull...)
	w.Mind.Read(func(v memory.View) {
		v.Warmth.Recalls[braga], v.Warmth.Recalls[w.boardFact] = 2, 4
		v.Warmth.Settled[w.boardFact] = true
	})
	w.At("2026-11-20 08:30")
	return w, digest
}

func TestMemories(t *testing.T) {
	for name, text := range map[string]string{
		"all": "memories", "page": "memories page 2", "of": "memories of Ana", "words": "memories about Acme", "facts": "memories facts",
		"beliefs": "memories beliefs", "theories": "memories theories", "short": "memories printer", "picture": "memories picture",
		"loops": "memories loops", "decisions": "memories decisions", "nobody": "memories of Zoe",
		"time": "memories in October", "time-none": "memories in February", "learned": "what have you learned this week?", "kept-none": "what did I ask you to remember?",
	} {
		t.Run(name, func(t *testing.T) {
			w, _ := years(t)
			r := w.ask(text)
			w.golden("memories-"+name, r)
			if !r.Direct {
				t.Error("it can be read along")
			}
		})
	}
}

// What a memory rests on is named, message by message: where it was said first, and again.
func TestShowNamesEveryRoot(t *testing.T) {
	w, _ := years(t)
	var guess event.Seq
	var again []event.Seq
	for rec, err := range ledger.Each[event.Reinforced](t.Context(), w.Mind, ledger.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		guess, again = rec.Said.Memory, append(again, rec.Said.Roots...)
	}
	for _, command := range []string{"show", "why"} {
		said := w.ask(fmt.Sprintf("%s m%d", command, guess)).Text.String()
		for _, root := range again {
			if !strings.Contains(said, fmt.Sprintf("`m%d`", root)) {
				t.Errorf("%s does not name m%d:\n%s", command, root, said)
			}
		}
	}
}

// Pages follow each other, whichever way the next is asked for, and end.
func TestMemoriesPages(t *testing.T) {
	w, _ := years(t)
	first := w.ask("memories").Text.String()
	second := w.ask("memories more").Text.String()
	w.ask("memories")
	if got := w.ask("more").Text.String(); got != second || got == first {
		t.Errorf("more gives\n%s\nmemories more\n%s", got, second)
	}
	if got := w.ask("memories page 2").Text.String(); strings.Split(got, "\n")[2] != strings.Split(second, "\n")[2] {
		t.Errorf("page 2 begins\n%s\nthe second page\n%s", got, second)
	}
	w.ask("memories page 1")
	if got := w.ask("more").Text.String(); strings.Split(got, "\n")[2] != strings.Split(second, "\n")[2] {
		t.Errorf("after page 1 comes\n%s", got)
	}
	says(t, w.ask("memories page 99"), "That was all of it.")
}

// What was told in short stands there as that, and each of its memories is found by its words.
func TestMemoriesDigested(t *testing.T) {
	w, digest := years(t)
	says(t, w.ask("memories"), "`"+h('m', digest)+"` long faded, told in short: January 2026", "!printer")
	says(t, w.ask("memories printer"), h('m', digest), "The printer was out of paper", "long faded: told in `"+h('m', digest)+"`")
}

// What was corrected stays findable, with what holds instead; a list without a condition has
// only what holds.
func TestMemoriesSuperseded(t *testing.T) {
	w, _ := years(t)
	says(t, w.ask("memories of Ana"), "Ana lives in Porto", "until 18 Nov 2026: `m", "holds instead")
	for r := w.ask("memories"); ; r = w.ask("more") {
		says(t, r, "!Porto", "!printer")
		if !strings.Contains(r.Text.String(), "`more`") {
			break
		}
	}
}

// Where others read, a memory made of what was said elsewhere is not listed, counted or drawn.
func TestMemoriesElsewhere(t *testing.T) {
	w, _ := years(t)
	work := event.Place{Platform: "slack", Room: "D1"}
	said := w.SayIn(work, event.Work, 0, "The depot closes at six")
	w.record(event.Learning, event.Learned{Sort: "statement", Text: "The depot closes at six", Provenance: event.Stated, On: w.Now, Audience: event.Work}, said)
	for _, text := range []string{"memories", "memories today", "memories about depot", "memories picture", "memories of Ana", "memories facts", "memories printer"} {
		r := w.in(work, event.Work, 0, text)
		says(t, r, "!in Porto (", "!Braga", "!office", "!Victoria", "!bakery")
		for _, c := range r.Charts {
			if len(c.Rows) != 1 || c.Rows[0].Bars[0].Counts[0] != 1 {
				t.Errorf("drawn at work: %+v", c.Rows)
			}
		}
	}
}

// The picture, its description and the text have the same figures.
func TestMemoriesPicture(t *testing.T) {
	w, _ := years(t)
	r := w.ask("memories picture")
	if len(r.Charts) != 1 {
		t.Fatalf("%d pictures", len(r.Charts))
	}
	c := r.Charts[0]
	says(t, r, chart.Text(c))
	var sums [2][3]int
	for _, row := range c.Rows {
		for i, b := range row.Bars {
			for part, n := range b.Counts {
				sums[i][part] += n
			}
		}
	}
	all := sums[0][0] + sums[0][1] + sums[0][2]
	if then := sums[1][0] + sums[1][1] + sums[1][2]; then != all {
		t.Errorf("%d memories become %d", all, then)
	}
	for _, figure := range []string{
		fmt.Sprintf("of %d memories", all), fmt.Sprintf("%d are clear now and %d in 90 days", sums[0][0], sums[1][0]),
		fmt.Sprintf("%d and %d fading", sums[0][1], sums[1][1]), fmt.Sprintf("%d and %d faded", sums[0][2], sums[1][2]),
	} {
		if !strings.Contains(c.Alt, figure) {
			t.Errorf("the description lacks %q: %s", figure, c.Alt)
		}
	}
	if strings.Count(c.Alt, ". ") > 0 {
		t.Errorf("the description is more than a sentence: %s", c.Alt)
	}
	posts := 0
	for _, q := range w.posts() {
		if len(q.Charts) == 1 {
			posts++
		}
	}
	if posts != 1 {
		t.Errorf("%d posts have a picture", posts)
	}
}

// posts are all that was said.
func (w *life) posts() (all []event.PostQueued) {
	w.t.Helper()
	for r, err := range w.Mind.Events(w.t.Context(), newestPosts) {
		if err != nil {
			w.t.Fatal(err)
		}
		if p, err := r.Payload(); err != nil {
			w.t.Fatal(err)
		} else if q, ok := p.(event.PostQueued); ok {
			all = append(all, q)
		}
	}
	return all
}

// A strength is told by the law of SPEC §13.2, at the moment of asking.
func TestStrengthTold(t *testing.T) {
	w, _ := years(t)
	on := time.Date(2026, 9, 30, 9, 0, 0, 0, turntest.Zone)
	for _, at := range []string{"2026-11-20 09:00", "2027-03-01 09:00"} {
		w.At(at)
		now := formula.Strength(formula.Standard, false, w.Now.Sub(on).Hours()/24)
		says(t, w.ask("memories preferences"), fmt.Sprintf("%.2f", now))
	}
}

// newestPosts asks for all posts.
var newestPosts = ledger.Query{Kinds: []event.Kind{"post.queued"}}

// A sentence that states two things makes two memories and is one line; the picture counts it
// once too.
func TestASentenceOfTwoFactsIsShownOnce(t *testing.T) {
	w := live(t)
	w.At("2026-11-18 12:00")
	count := func() int { return strings.Count(w.ask("memories page 1").Text.String(), "\n- ") }
	before, words := count(), "My brother Nils moved to Malmö to build boats."
	m := w.Say(words)
	for _, l := range []event.Learned{{Subject: "me", Attribute: "brother", Value: "Nils"}, {Subject: "Nils", Attribute: "residence", Value: "Malmö"}} {
		l.Sort, l.Text, l.Quote, l.Provenance, l.Class, l.On = "fact", "You said: \""+words+"\"", words, event.Stated, string(formula.Permanent), w.Now
		w.record(event.Learning, l, m)
	}
	w.At("2026-11-20 08:30")
	for _, asked := range []string{"memories", "memories of Nils", "memories about boats", "memories facts"} {
		if text := w.ask(asked).Text.String(); strings.Count(text, "build boats") != 1 {
			t.Errorf("%s: %s", asked, text)
		}
	}
	if now := count(); now != before+1 {
		t.Errorf("%d lines, and then %d", before, now)
	}
	want := fmt.Sprintf("Of %d memories", before+1)
	if text := w.ask("memories picture").Text.String(); !strings.Contains(text, want) {
		t.Errorf("the picture says not %q: %s", want, text)
	}
	w.Say(words) // said in another message it is another line
	w.record(event.Learning, event.Learned{Sort: "fact", Text: words, Quote: words, Subject: "Nils", Provenance: event.Stated, On: w.Now}, w.Say(words))
	if now := count(); now != before+2 {
		t.Errorf("in two messages: %d lines after %d", now, before)
	}
}

// What somebody just said of a person is found however it is asked for, and what holds no more says so.
func TestMemoriesNotReadYet(t *testing.T) {
	w := &life{World: turntest.New(t).At("2026-11-20 09:00"), t: t}
	for _, line := range []string{"My sister Ana lives in Lisbon.", "I live in Munich.", "I live in Berlin now."} {
		w.Say(line)
	}
	for _, asked := range []string{"memories of Ana", "memories about Ana", "memories Ana"} {
		says(t, w.ask(asked), "What I remember of Ana: 1 thing", "My sister Ana lives in Lisbon")
	}
	said := w.ask("memories of me").Text.String()
	for line := range strings.Lines(said) {
		if strings.Contains(line, "I live in ") && strings.Contains(line, "no longer current") != strings.Contains(line, "Munich") {
			t.Errorf("it says %q", line)
		}
	}
	if !strings.Contains(said, "Munich") || !strings.Contains(said, "Berlin") {
		t.Errorf("it leaves something out: %s", said)
	}
}

// What he decided and what is open is known of him, too, and stands in lists of its own.
func TestWhatIsKnownOfMeBesides(t *testing.T) {
	w := live(t)
	says(t, w.ask("memories of me"), "Besides: 2 decisions (`decisions`), 2 open loops (`loops`), 2 reminders (`reminders`)")
}
