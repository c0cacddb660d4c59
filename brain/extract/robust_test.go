package extract

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// checkItems holds what is true of every message, sensible or not.
func checkItems(t *testing.T, text string, items []Item) {
	t.Helper()
	for _, it := range items {
		if it.Start < 0 || it.End > len(text) || it.Start >= it.End || text[it.Start:it.End] != it.Quote {
			t.Fatalf("quote %q is not at %d to %d of %q", it.Quote, it.Start, it.End, text)
		}
		if w := it.When; w.Text != "" && (text[w.Start:w.End] != w.Text || w.Start < it.Start || w.End > it.End) {
			t.Fatalf("time phrase %q is not at %d to %d within %q", w.Text, w.Start, w.End, it.Quote)
		}
		if it.Value != "" && !strings.Contains(text, it.Value) {
			t.Fatalf("value %q was not said in %q", it.Value, text)
		}
		if it.Importance < 0 || it.Importance > 1 || it.Intensity < 0 || it.Intensity > 1 || it.Valence < -1 || it.Valence > 1 {
			t.Fatalf("a figure is out of range: %+v", it)
		}
		if it.Kind == "" || it.Class == "" || it.Text == "" || it.Kind == Fact && (it.Attribute == "" || it.Value == "") {
			t.Fatalf("incomplete: %+v", it)
		}
		if utf8.ValidString(text) && !utf8.ValidString(it.Text) {
			t.Fatalf("a character was cut: %q", it.Text)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, path := range []string{"testdata/messages.txt", "testdata/messages-second.txt", "testdata/messages-third.txt", "testdata/messages-heldout.txt"} {
		for _, l := range loadMessages(f, path) {
			f.Add(l.message)
		}
	}
	f.Add("“Ana’s” moved — to… Porto, who lives, who is 's my sister's")
	f.Add("I'll I'll 'll no, no, that's wrong: actually, ```\n> x\n\xff my sister \xc3")
	f.Add("our client me pays 0")
	f.Fuzz(func(t *testing.T, text string) {
		items := Read(Utterance{Text: text})
		checkItems(t, text, items)
		if diff := cmp.Diff(items, Read(Utterance{Text: text})); diff != "" {
			t.Fatal("read twice, found two things:", diff)
		}
		for _, it := range Read(Utterance{Text: text, Speaker: "Priya"}) {
			switch it.Kind {
			case Emotion, Rule, Decision, Promise, Correction:
				t.Fatalf("%s taken from somebody who is not the principal", it.Kind)
			}
			if it.Source == "" || it.Subject == Me {
				t.Fatalf("words of another as the principal's: %+v", it)
			}
		}
		q := Ask(text)
		if best, sure := Answer(q, items); best >= len(items) || best < 0 && sure {
			t.Fatalf("answer %d, %v of %d", best, sure, len(items))
		}
		for i := range items {
			for j := range items[:min(len(items), 4)] {
				Conflict(items[i], items[j])
			}
		}
		if len(items) > 0 && items[0].Attribute != "" && Conflict(items[0], items[0]) != Same && items[0].Kind != Emotion {
			t.Fatalf("%+v differs from itself", items[0])
		}
	})
}

func TestReadPassesOverWhatFollowsTheLimit(t *testing.T) {
	long := strings.Repeat("Nothing much. ", Limit/14+1) + "Ana lives in Porto."
	if items := Read(Utterance{Text: long}); len(items) > 0 {
		t.Errorf("found %d items behind the limit", len(items))
	}
	if items := Read(Utterance{Text: "Ana lives in Porto. " + long}); len(items) != 1 {
		t.Errorf("found %d items, want the one before the limit", len(items))
	}
	checkItems(t, strings.Repeat("My sister Ana moved to Porto. ", 40000), Read(Utterance{Text: strings.Repeat("My sister Ana moved to Porto. ", 40000)}))
}

func TestReadOfSomebodyElse(t *testing.T) {
	at := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	items := Read(Utterance{Text: "I live in Braga. I'm so sad. I'll send it on Friday. Never call me.", Speaker: "Priya", At: at})
	if len(items) == 0 || items[0].Subject != "Priya" || items[0].Value != "Braga" || items[0].Text != `Priya said: "I live in Braga."` || !items[0].At.Equal(at) {
		t.Errorf("got %+v", items)
	}
	if items := Read(Utterance{Text: "I have diabetes. I'm allergic to nuts.", Speaker: "Priya"}); len(items) > 0 {
		t.Errorf("kept somebody's health: %+v", items)
	}
}

func TestTextCarriesSourceAndDoubt(t *testing.T) {
	for message, want := range map[string]string{
		"My sister Ana moved to Porto in March to open a bakery.": `You said: "My sister Ana moved to Porto in March to open a bakery."`,
		"I think Ana moved to Porto.":                             `You said, not sure of it: "I think Ana moved to Porto."`,
		"lol I live in Narnia now":                                `You said, perhaps joking: "lol I live in Narnia now"`,
		"Tom said he works at Northvolt now.":                     `You said: "Tom said he works at Northvolt now."`,
		"I met my cousin Lea. She works at Bosch.":                `You said of Lea: "She works at Bosch."`,
	} {
		items := Read(Utterance{Text: message})
		if len(items) == 0 || items[len(items)-1].Text != want {
			t.Errorf("%q: got %+v, want %s", message, items, want)
		}
	}
}

func TestMinorsGetNoEntry(t *testing.T) {
	for _, message := range []string{
		"My son Leo starts school on 3 February.", "My daughter Mia is 7.", "My niece Ida moved to a new kindergarten in May.",
		"Our baby Finn was born on 3 May.", "My son Leo likes trains. He lives in Porto.", "My son's name is Leo.", "We took our daughter Mia to Oslo on Friday.",
	} {
		for _, it := range Read(Utterance{Text: message}) {
			if len(it.Persons) > 0 || it.Kind == Fact && it.Subject != Me || strings.Contains(it.Subject+it.Value, "Leo") && it.Kind == Fact {
				t.Errorf("%q: %+v", message, it)
			}
		}
	}
	items := Read(Utterance{Text: "My son Leo works at Bosch."})
	if len(items) != 2 || items[1].Subject != "Leo" {
		t.Errorf("a grown son was taken for a minor: %+v", items)
	}
}

const forty = "By the way, my sister Ana moved to Porto in March to open a bakery, and our accountant Ruth Adler works for Calder now, so I need to send her the signed contract by Friday because the bank wants it before June."

func BenchmarkRead(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Read(Utterance{Text: forty})
	}
}

func BenchmarkReadLimit(b *testing.B) {
	text := strings.Repeat(forty+" ", 1<<20/len(forty))
	b.SetBytes(Limit)
	b.ReportAllocs()
	for b.Loop() {
		Read(Utterance{Text: text})
	}
}

func BenchmarkAsk(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Ask("Hey, do you know where my sister Ana lives now?")
	}
}

func BenchmarkConflict(b *testing.B) {
	x, y := claim("The mill in Geelong closed in 2019."), claim("The mill in Geelong closed in 2021.")
	b.ReportAllocs()
	for b.Loop() {
		Conflict(x, y)
	}
}

func BenchmarkAnswer(b *testing.B) {
	items := told("My sister Ana moved to Porto in March to open a bakery.", "Our day rate is A$1,450.", "Tom works at Bosch.", "I'll send Priya the draft by Friday.", "I prefer calls before 11.")
	q := Ask("Where does my sister live?")
	b.ReportAllocs()
	for b.Loop() {
		Answer(q, items)
	}
}

// The worst a message can be is one sentence without an end.
func BenchmarkReadWithoutFullStops(b *testing.B) {
	for _, unit := range []string{"Ana lives in Porto, and ", "my sister Ana's husband, ", "my son ", ", ", "\"", "I'll call Tom and ", "the ", "Ana ", "who, ", "in 2 "} {
		text := strings.Repeat(unit, Limit/len(unit))
		b.Run(strings.TrimSpace(unit), func(b *testing.B) {
			b.SetBytes(Limit)
			for b.Loop() {
				Read(Utterance{Text: text})
			}
		})
	}
}
