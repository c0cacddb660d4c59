package recall_test

import (
	"math"
	"strings"
	"testing"

	"citadel/brain/recall"
	"citadel/brain/turn/turntest"
	"citadel/memory/event"
	"citadel/memory/ledger"
	"citadel/memory/store"
)

// FuzzQuery asks anything, by words of time and by whom: it must be answered, within the
// places, and never by what came after.
func FuzzQuery(f *testing.F) {
	for _, seed := range []string{
		"", " ", "last March", "what did Ana say between 1 Jan and 31 Feb about the boat?", "since", "in 0000", "on 32 May 99999",
		"Who said \"in May\" in May?", "\x00\xff\xfe", "ÄÖÜ İstanbul ß ﬁ", "yesterday yesterday yesterday", "how many?",
	} {
		f.Add(seed, "Ana", false)
	}
	f.Add(strings.Repeat("boat in May ", 90_000), strings.Repeat("Ana ", 10_000), true) // a megabyte
	w := turntest.New(f)
	w.At("2026-05-08 13:56").Say("Ana: The boat was painted in March.")
	w.At("2026-05-08 13:57").Say("Ivo: I painted it.")
	w.At("2026-06-08 13:57").Say("The boat leaks.")
	asked := w.At("2026-11-20 09:00").Say("?")
	t := w.Turn(asked)
	f.Fuzz(func(test *testing.T, text, speaker string, all bool) {
		turn := *t
		turn.Text = text
		r, err := recall.Recall(test.Context(), &turn, recall.Query{Text: text, Speaker: speaker, All: all, History: all})
		if err != nil {
			test.Fatal(err)
		}
		if len(r.Items) > recall.DefaultLimit || len(r.Found) != len(r.Items) {
			test.Errorf("%d items, %d in the receipt", len(r.Items), len(r.Found))
		}
		for _, i := range r.Items {
			if i.Seq >= asked || math.IsNaN(i.Score) || math.IsInf(i.Score, 0) {
				test.Errorf("found %d with score %v", i.Seq, i.Score)
			}
		}
	})
}

func TestProfileOfTheMind(t *testing.T) {
	w := turntest.New(t)
	old := w.At("2025-12-08 10:00").Say("The boiler room key hangs behind the clock.")
	fresh := w.At("2026-11-18 10:00").Say("The boiler room smells of oil, and nobody knows why the key is so greasy.")
	w.At("2026-11-20 09:00")
	first := func() event.Seq {
		return find(t, w, "Where does the boiler room key hang?", recall.Query{Skip: func(s string) bool { return strings.HasSuffix(s, "?") }}).Items[0].Seq
	}
	if got := first(); got != old {
		t.Errorf("by default %d comes first", got)
	}
	if err := w.Mind.UseProfile(t.Context(), "citadel"); err != nil {
		t.Fatal(err)
	}
	if got := first(); got != fresh {
		t.Errorf("where age decides, %d comes first", got)
	}
	head := w.Mind.Head()
	if err := w.Mind.UseProfile(t.Context(), "citadel"); err != nil || w.Mind.Head() != head {
		t.Errorf("what was chosen already was recorded again: %v", err)
	}
	if _, err := recall.Recall(t.Context(), w.Turn(fresh), recall.Query{Profile: "none"}); err == nil {
		t.Error("a profile that does not exist was used")
	}
}

// Of two that fit alike the fresh one comes first, and what was recalled lately before that; without age or
// without warmth it does not.
func TestProfilesWithoutAgeAndWarmth(t *testing.T) {
	w := turntest.New(t)
	old := w.At("2025-12-08 10:00").Say("The boiler leaks water.")
	fresh := w.At("2026-11-18 10:00").Say("The boiler leaks fuel.")
	w.At("2026-11-20 09:00")
	question := w.Turn(w.Say("boiler leaks"))
	score := func(profile string) map[event.Seq]float64 {
		r, err := recall.Recall(t.Context(), question, recall.Query{Profile: profile})
		if err != nil {
			t.Fatal(err)
		}
		scores := map[event.Seq]float64{}
		for _, i := range r.Items {
			scores[i.Seq] = i.Score
		}
		return scores
	}
	usual := score(recall.Default)
	if usual[old] >= usual[fresh] {
		t.Errorf("an old one counts %v, a fresh one %v", usual[old], usual[fresh])
	}
	if s := score("ageless"); s[old] != s[fresh] {
		t.Errorf("without age the old one counts %v, the fresh one %v", s[old], s[fresh])
	}
	pen := w.Pens.For(event.Brain)
	recalled := event.Recalled{Items: []event.Found{{Memory: old, Used: true}}}
	if _, err := w.Mind.Record(t.Context(), pen.Write(event.TurnBegan{}), pen.Write(recalled).Because(ledger.Here(0)), pen.Write(event.TurnEnded{}).Because(ledger.Here(0))); err != nil {
		t.Fatal(err)
	}
	if s := score(recall.Default); s[old] <= usual[old] {
		t.Errorf("warm it counts %v, and %v before", s[old], usual[old])
	}
	if s := score("cold"); s[old] != usual[old] {
		t.Errorf("without warmth it counts %v, and %v before", s[old], usual[old])
	}
	if s := score("flat"); s[old] != s[fresh] {
		t.Errorf("without age and warmth the old one counts %v, the fresh one %v", s[old], s[fresh])
	}
}

func TestNear(t *testing.T) {
	w := turntest.New(t).At("2026-11-19 10:00")
	room := event.Place{Platform: "slack", Account: "acme", Room: "general"}
	used, near, far := w.Say("the ferry to Runmaroe"), w.Say("a ferry"), w.Say("lunch")
	hidden := w.SayIn(room, event.Shared, 0, "another ferry")
	for seq, v := range map[event.Seq][]float32{used: {1, 0}, near: {0.96, 0.28}, far: {0, 1}, hidden: {1, 0}} {
		parts, err := w.Store.Get(t.Context(), uint64(seq))
		if err != nil {
			t.Fatal(err)
		}
		parts[0].Vector, parts[0].Embedder = v, "by hand"
		if err := w.Store.Put(t.Context(), parts...); err != nil {
			t.Fatal(err)
		}
	}
	here := w.Turn(w.Say("Where does the ferry go?"))
	got, err := recall.Near(t.Context(), here, []event.Found{{Memory: used, Used: true}, {Memory: far}})
	if err != nil || len(got) != 2 || got[0] != hidden || got[1] != near {
		t.Errorf("near are %v, %v; want %d and %d", got, err, hidden, near)
	}
	there := w.Turn(w.SayIn(room, event.Shared, 0, "Which ferry?"))
	if got, err = recall.Near(t.Context(), there, []event.Found{{Memory: hidden, Used: true}}); err != nil || len(got) != 0 {
		t.Errorf("a shared room learns of %v, %v", got, err)
	}
	if got, err = recall.Near(t.Context(), here, []event.Found{{Memory: used}}); err != nil || got != nil {
		t.Errorf("what was not used has the neighbours %v, %v", got, err)
	}
}

// A vector that is none is passed over and one of a wrong size is no likeness.
func TestBrokenVectors(t *testing.T) {
	w := turntest.New(t).At("2026-11-19 10:00")
	seq := w.Say("the ferry")
	nan := float32(math.NaN())
	for _, v := range [][]float32{{nan, nan}, {1}, {}, {float32(math.Inf(1)), 0}} {
		r, err := w.Store.Search(t.Context(), store.Query{
			Text: "ferry", Audiences: []string{string(event.Private)}, Vectors: []store.Vector{{Embedder: "by hand", Values: v}},
		})
		if err != nil || len(r.Hits) != 1 || r.Hits[0].Item.Seq != uint64(seq) || math.IsNaN(r.Hits[0].Score) {
			t.Errorf("%v: %+v, %v", v, r.Hits, err)
		}
	}
}
