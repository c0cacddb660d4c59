package ranking_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"citadel/memory/embed"
	"citadel/memory/formula"
	"citadel/memory/store"
	"citadel/memory/store/ranking"
)

func candidates(t *rapid.T) []ranking.Candidate {
	value := rapid.Float32Range(0, 20)
	all := make([]ranking.Candidate, rapid.IntRange(0, 40).Draw(t, "candidates"))
	for i := range all {
		all[i] = ranking.Candidate{
			Seq: uint64(i + 1), Part: rapid.Uint32Range(0, 2).Draw(t, "part"), Fades: ranking.Fades(formula.Standard),
			On: time.Date(2026, 1, rapid.IntRange(1, 300).Draw(t, "day"), 0, 0, 0, 0, time.UTC).UnixMicro(),
			Scored: ranking.Scored{
				Own: uint32(i), Answer: rapid.Bool().Draw(t, "answer"), Asks: rapid.Bool().Draw(t, "asks"), Named: rapid.Bool().Draw(t, "named"),
				Held:  rapid.SampledFrom([]ranking.Sort{0, ranking.Day, ranking.Name}).Draw(t, "held"),
				Terms: value.Draw(t, "terms"), Around: value.Draw(t, "around"), Session: value.Draw(t, "session"), Covered: value.Draw(t, "covered"),
			},
		}
	}
	return all
}

func query(t *rapid.T) store.Query {
	q := store.Query{Text: "what did Ana say in May 2026?", Audiences: []string{"private"}}
	if rapid.Bool().Draw(t, "undated") {
		q.Text = "what did Ana say?"
	}
	if rapid.Bool().Draw(t, "by likeness") {
		q.Vectors = []store.Vector{{Embedder: "somebody's", Values: []float32{1}}}
	}
	if rapid.Bool().Draw(t, "aged") {
		q.Now = time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	}
	return q
}

// The n best are the first n of all, by falling score, and a score is its parts, from 0 to 1.
func TestBestIsTheHeadOfTheWholeOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all, q, named := candidates(t), query(t), rapid.Bool().Draw(t, "calls somebody")
		n := rapid.IntRange(1, 12).Draw(t, "places")
		most := float32(0) // that likeness may weigh: what the query's embedders know
		for i := range q.Vectors {
			insight := rapid.IntRange(0, 100).Draw(t, "insight")
			q.Vectors[i].Measured = embed.ParseCalibration(fmt.Sprintf("insight=0.%02d 0.1=0.3 1.0=1.0", min(insight, 99)))
			_, weight := ranking.LikenessOf(q.Vectors[i], 1)
			most = max(most, weight)
		}
		for i := range all {
			all[i].Likeness, all[i].Weight = rapid.Float32Range(-0.2, 1).Draw(t, "likeness"), rapid.Float32Range(0, most).Draw(t, "weight")
			if rapid.Bool().Draw(t, "wordless") {
				all[i].Terms = 0
			}
		}
		whole := ranking.New(q, named).Best(all, len(all)+1)
		best := ranking.New(q, named).Best(all, n)
		if len(whole) != len(all) || len(best) != min(n, len(all)) {
			t.Fatalf("%d and %d of %d", len(whole), len(best), len(all))
		}
		for i, b := range best {
			if b != whole[i] {
				t.Fatalf("place %d is %+v among %d, %+v among all", i, b, n, whole[i])
			}
		}
		for i, w := range whole {
			if w.Score != w.Parts.Sum() || !(w.Score >= 0 && w.Score <= 1+1e-9) {
				t.Fatalf("%v for %+v", w.Score, w.Parts)
			}
			if i > 0 && (w.Score > whole[i-1].Score || w.Score == whole[i-1].Score && all[w.At].Seq > all[whole[i-1].At].Seq) {
				t.Fatalf("place %d should be before place %d", i, i-1)
			}
		}
	})
}

// What words found is ranked as if all of it had been made whole.
func TestWordsAreRankedAsIfWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all, q, named := candidates(t), query(t), rapid.Bool().Draw(t, "calls somebody")
		q.Vectors = nil
		q.Text = rapid.SampledFrom([]string{"", "when ", "who "}).Draw(t, "sort") + q.Text
		n := rapid.IntRange(1, 12).Draw(t, "places")
		lists := ranking.Lists{Rest: func(c *ranking.Candidate) { *c = all[c.Own] }}
		for i := range all {
			lists.Words = append(lists.Words, all[i].Scored)
		}
		want := ranking.New(q, named).Best(all, n)
		whole, got := ranking.New(q, named).Fuse(lists, n)
		if len(got) != len(want) {
			t.Fatalf("%d of %d", len(got), len(want))
		}
		for i, b := range got {
			if w := want[i]; whole[b.At] != all[w.At] || b.Score != w.Score || b.Parts != w.Parts {
				t.Fatalf("place %d is %+v as %+v, want %+v as %+v", i, whole[b.At], b, all[w.At], w)
			}
		}
	})
}

// More of the words never ranks an item lower, all else being equal.
func TestMoreWordsNeverLower(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		less := candidates(t)
		if len(less) == 0 {
			return
		}
		i := rapid.IntRange(0, len(less)-1).Draw(t, "which")
		more := append([]ranking.Candidate(nil), less...)
		more[i].Terms += rapid.Float32Range(0.1, 5).Draw(t, "more")
		place := func(all []ranking.Candidate) int {
			for p, r := range ranking.New(store.Query{Text: "boats"}, false).Best(all, len(all)) {
				if r.At == i {
					return p
				}
			}
			return -1
		}
		if place(more) > place(less) {
			t.Fatalf("from place %d to %d", place(less), place(more))
		}
	})
}

func TestRarerIsWorthMore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.IntRange(1, 1_000_000).Draw(t, "all")
		n := rapid.IntRange(0, all).Draw(t, "holding")
		term := rapid.SampledFrom([]string{"go", "dentist", "xqzyv"}).Draw(t, "term")
		for _, of := range []func(n int, name bool) float32{
			func(n int, name bool) float32 { return ranking.Worth(term, n, all, name) },
			func(n int, name bool) float32 { return ranking.WorthInSessions(n, all, name) },
		} {
			if worth := of(n, false); !(worth > 0) || n < all && of(n+1, false) > worth || of(n, true) >= worth {
				t.Fatalf("%q in %d of %d: %v, one more %v, a name %v", term, n, all, worth, of(n+1, false), of(n, true))
			}
		}
		count, length := rapid.Float32Range(0, 50).Draw(t, "count"), rapid.Float32Range(1, 500).Draw(t, "length")
		norm := ranking.Norm(1000, 10)
		if s := ranking.Saturate(count, length, norm); s > ranking.Saturate(count+1, length, norm) || s > ranking.Saturation+1 || math.IsNaN(float64(s)) {
			t.Fatalf("%v times in %v: %v", count, length, s)
		}
	})
}

// A figure or a denial makes another statement of the same words; only what says the same is left
// out, and the better one names it.
func TestTwins(t *testing.T) {
	hit := func(seq uint64, text string) store.Hit {
		return store.Hit{Item: store.Item{Seq: seq, Kind: store.Fact, Text: text}}
	}
	hits := func() []store.Hit {
		return []store.Hit{
			hit(1, "The rent of the small flat in Porto is paid on Friday."), hit(2, "The rent of the small flat in Porto is paid on Friday!"),
			hit(3, "The rent of the small flat in Porto is not paid on Friday."), hit(4, "The rent of the small flat in Porto is paid on Friday 13."),
			{Item: store.Item{Seq: 5, Kind: store.Said, Text: "The rent of the small flat in Porto is paid on Friday."}},
		}
	}
	kept := ranking.WithoutTwins(hits(), 10)
	var seqs []uint64
	for _, k := range kept {
		seqs = append(seqs, k.Item.Seq)
	}
	if len(seqs) != 4 || seqs[0] != 1 || seqs[1] != 3 || seqs[2] != 4 || seqs[3] != 5 || len(kept[0].Twins) != 1 || kept[0].Twins[0] != 2 {
		t.Errorf("kept %v, twins of the first: %v", seqs, kept[0].Twins)
	}
	if got := ranking.WithoutTwins(hits(), 2); len(got) != 2 || len(got[0].Twins) != 1 {
		t.Errorf("of two places: %+v", got)
	}
}

// Among few documents a word that is rare in English is worth more than an everyday one that as many hold; among
// many their own count is all but everything.
func TestRarityInEnglishCountsAmongFew(t *testing.T) {
	if day, rare := ranking.Worth("go", 1, 20, false), ranking.Worth("dentist", 1, 20, false); day >= rare {
		t.Errorf("of 20: an everyday word %v, a rare one %v", day, rare)
	}
	day, rare := ranking.Worth("go", 20_000, 100_000, false), ranking.Worth("dentist", 20_000, 100_000, false)
	if apart := math.Abs(float64(rare - day)); apart > 0.02 {
		t.Errorf("of 100,000 they are %v apart", apart)
	}
	if all, one := ranking.Worth("dentist", 20, 20, false), ranking.Worth("dentist", 1, 20, false); 1.5*all > one {
		t.Errorf("a rare word that stands everywhere is worth %v, where one holds it %v", all, one)
	}
}

func TestSorts(t *testing.T) {
	for question, want := range map[string]ranking.Sort{
		"When does the ferry leave?":               ranking.Day,
		"So when did we meet?":                     ranking.Day,
		"How long was Bodil away?":                 ranking.Day,
		"Which year did the mill close?":           ranking.Day,
		"How many crates came?":                    ranking.Count,
		"How much is the rent?":                    ranking.Count,
		"Where did Sven go?":                       ranking.Name,
		"Who mended the boat?":                     ranking.Name,
		"What is the name of her boat?":            ranking.Name,
		"Why did they leave?":                      ranking.Reason,
		"What did Sven say when it rained?":        0,
		"Tell me about the mill":                   0,
		"the ferry leaves at 9 because of the ice": 0,
	} {
		if got := ranking.Wanted(question); got != want {
			t.Errorf("%q asks for %b, read %b", question, want, got)
		}
	}
	for text, want := range map[string]ranking.Sort{
		"We met last Thursday.":              ranking.Day,
		"Yesterday it rained.":               ranking.Day,
		"The mill closed in 1987.":           ranking.Day | ranking.Count,
		"Three crates came.":                 ranking.Count,
		"He moved to Oslo. It was cold.":     ranking.Name,
		"It was cold. He left because of it": ranking.Reason,
		"Nothing much.":                      0,
		"":                                   0,
	} {
		if got := ranking.Held(text); got != want {
			t.Errorf("%q holds %b, read %b", text, want, got)
		}
	}
}

// A name, a place or a side is a value: two statements that differ in it are no twins.
func TestTwinsKeepValues(t *testing.T) {
	for _, p := range [][2]string{
		{"I gave the spare key of the summer house by the lake to the gardener Tom.", "I gave the spare key of the summer house by the lake to the gardener Max."},
		{"The notary appointment for the big house by the river with Doctor Weber is in Lisbon.", "The notary appointment for the big house by the river with Doctor Weber is in Porto."},
		{"My left front tyre on the old red Volvo needs new air soon.", "My right front tyre on the old red Volvo needs new air soon."},
		{"The big parcel for the kitchen table from Sweden was delivered to my neighbour Lena.", "The big parcel for the kitchen table from Sweden was delivered to my neighbour Paul."},
	} {
		hit := func(seq uint64, text string) store.Hit {
			return store.Hit{Item: store.Item{Seq: seq, Kind: store.Said, Text: text, On: time.Unix(int64(seq), 0)}}
		}
		if got := ranking.WithoutTwins([]store.Hit{hit(1, p[0]), hit(2, p[1])}, 10); len(got) != 2 {
			t.Errorf("dropped as a twin: %q", p[1])
		}
	}
}

// What is left out as a twin is not told, so whatever may say something else is kept: roles exchanged, or a word more.
func TestTwinsSayTheSame(t *testing.T) {
	kept := func(a, b store.Item) int {
		a.Seq, b.Seq = 1, 2
		return len(ranking.WithoutTwins([]store.Hit{{Item: a}, {Item: b}}, 10))
	}
	for _, p := range [][2]string{
		{"Karin trained Milan at Siemens last summer.", "Milan trained Karin at Siemens last summer."},
		{"Ben owes Tom 50 euros.", "Tom owes Ben 50 euros."},
		{"I lent Tom 200 euros and Ben 100 euros.", "I lent Tom 100 euros and Ben 200 euros."},
		{"The Berlin meeting is on Monday.", "The Berlin meeting on Monday is cancelled."},
		{"The Berlin meeting of the sales team on Monday", "The Berlin meeting of the sales team on Monday failed"},
		{"Lea picks up the children at the school on Friday.", "Lea hardly ever picks up the children at the school on Friday."},
		{"The keys for the cellar are in the drawer.", "The keys for the cellar are on the drawer."},
		{"My old phone number is 222 333.", "My phone number is 222 333."},
		{"Send the quarterly report of the northern branch to Paul", "Send the quarterly report of the northern branch to Paul's boss"},
		{"I drink my tea in the morning with sugar.", "I drink my tea in the morning without sugar."},
		{"Ana lived in the house by the river in Porto.", "Ana lives in the house by the river in Porto."},
		{"It was -5 degrees in the cellar this morning.", "It was 5 degrees in the cellar this morning."},
		{"The boat by the old mill has to be 50% paid.", "The boat by the old mill has to be 50 paid."},
		{"The red boat is by the mill.", "The red boat is by the mill?"},
		{"🙂", "🙁"},
		{"the", "a"},
	} {
		if n := kept(store.Item{Kind: store.Said, Text: p[0]}, store.Item{Kind: store.Said, Text: p[1]}); n != 2 {
			t.Errorf("%d left of %q", n, p)
		}
	}
	for _, p := range [][2]string{
		{"The rent of the flat is paid on Friday.", "the rent of the flat is paid on friday!"},
		{"Please bring the red folder to the meeting with Karin", "Bring the red folder to the meeting with Karin"},
		{"🙂", "🙂"},
	} {
		a, b := store.Item{Kind: store.Said, Text: p[0]}, store.Item{Kind: store.Said, Text: p[1]}
		if n := kept(a, b); n != 1 {
			t.Errorf("%d left of %q", n, p)
		}
		a.Speaker = "Olga"
		if n := kept(a, b); n != 2 {
			t.Errorf("what two people said is one: %q", p)
		}
		if a.Speaker, a.Kind = "", store.Heard; kept(a, b) != 2 {
			t.Errorf("of two kinds, one is left of %q", p)
		}
	}
}

// What was consolidated fades more slowly: of two that say as much, it goes first.
func TestWhatIsSettledStaysFresh(t *testing.T) {
	now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	old := now.AddDate(0, -2, 0).UnixMicro()
	all := []ranking.Candidate{
		{Scored: ranking.Scored{Terms: 1}, Seq: 1, On: old, Settled: true},
		{Scored: ranking.Scored{Terms: 1}, Seq: 2, On: old},
	}
	got := ranking.New(store.Query{Text: "tea", Now: now}, false).Best(all, 2)
	if got[0].At != 0 || got[0].Parts.Freshness <= got[1].Parts.Freshness {
		t.Errorf("settled %+v, not settled %+v", got[0], got[1])
	}
}

// Of what words found, more than can make it are compared by likeness: one of those brings the fourth up.
func TestLikenessBringsUpWhatWordsFound(t *testing.T) {
	measured := embed.ParseCalibration("insight=1 0.2=0.2 0.9=0.9")
	q := store.Query{Text: "tea", Vectors: []store.Vector{{Embedder: "x", Values: []float32{1}, Measured: measured}}}
	lists := ranking.Lists{
		Words: []ranking.Scored{{Own: 0, Terms: 1}, {Own: 1, Terms: 0.99}, {Own: 2, Terms: 0.98}, {Own: 3, Terms: 0.97}},
		Rest:  func(c *ranking.Candidate) { c.Seq = uint64(c.Own) + 1 },
		Near:  func(int) []ranking.Candidate { return nil },
		Like: func(all []ranking.Candidate) {
			for i := range all {
				if all[i].Weight = 1; all[i].Seq == 4 {
					all[i].Likeness = 1
				}
			}
		},
	}
	whole, best := ranking.New(q, false).Fuse(lists, 1)
	if len(best) != 1 || whole[best[0].At].Seq != 4 {
		t.Errorf("of %+v the best is %+v", whole, best)
	}
}
