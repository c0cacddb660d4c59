package embedded

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"citadel/memory/formula"
	"citadel/memory/store"
	"citadel/memory/store/ranking"
)

// TestSearchIsThatOfAllRanked compares a search, which makes few of the documents whole, with the ranking of all of
// them: the same documents in the same order with the same scores, to the last digit.
func TestSearchIsThatOfAllRanked(t *testing.T) {
	vocabulary := strings.Fields("harbour crane anchor rope captain sail tide storm quay lamp not 7 the Anna")
	kinds := []store.Kind{store.Said, store.Heard, store.Answer, store.Fact}
	pruned := 0
	rapid.Check(t, func(t *rapid.T) {
		x := New()
		var items []store.Item
		for seq := range rapid.Uint64Range(1, 120).Draw(t, "items") {
			item := store.Item{
				Seq: seq/2 + 1, Part: uint32(seq % 2), Kind: rapid.SampledFrom(kinds).Draw(t, "kind"),
				Speaker:  rapid.SampledFrom([]string{"", "", "Anna", "Captain Holt"}).Draw(t, "speaker"),
				Audience: rapid.SampledFrom([]string{"private", "private", "work"}).Draw(t, "audience"),
				On:       someDay.AddDate(0, 0, rapid.IntRange(-400, 0).Draw(t, "day")),
				Session:  rapid.Uint64Range(0, 3).Draw(t, "session"), Turn: seq,
				Class: rapid.SampledFrom([]formula.Class{formula.Standard, formula.Permanent, formula.Ephemeral, "unheard of"}).Draw(t, "class"),
				Text:  strings.Join(rapid.SliceOfN(rapid.SampledFrom(vocabulary), 0, 9).Draw(t, "text"), " "),
			}
			if rapid.IntRange(0, 4).Draw(t, "ends") == 0 {
				item.ValidTo = item.On.AddDate(0, 1, 0)
			}
			items = append(items, item)
		}
		if err := x.Put(t.Context(), items...); err != nil {
			t.Fatal(err)
		}
		q := store.Query{
			Text: "when did " + strings.Join(rapid.SliceOfN(rapid.SampledFrom(vocabulary), 1, 5).Draw(t, "question"), " "),
			Now:  someDay, Limit: rapid.IntRange(1, 8).Draw(t, "limit"),
			Audiences:  rapid.SampledFrom([][]string{{"private"}, {"private", "work"}}).Draw(t, "audiences"),
			Kinds:      rapid.SampledFrom([][]store.Kind{nil, {store.Said, store.Fact}}).Draw(t, "kinds"),
			Speaker:    rapid.SampledFrom([]string{"", "", "Anna"}).Draw(t, "by"),
			Superseded: rapid.Bool().Draw(t, "superseded"),
		}
		if rapid.Bool().Draw(t, "bounded") {
			q.From = someDay.AddDate(0, -6, 0)
		}
		if rapid.Bool().Draw(t, "dated") {
			q.Text += " in " + someDay.Format("January")
		}

		s := new(scratch)
		s.begin(x, q.Audiences, ranking.Answers(q))
		terms := ranking.Terms(q.Text)
		for _, a := range x.asked(s, terms) {
			s.score(x, a)
		}
		named := x.named(s, terms)
		b := x.bounded(&q, len(named) > 0)
		var all []ranking.Candidate
		for doc := range x.records {
			doc := uint32(doc)
			if doc == 0 || s.tallies[doc].around == 0 || !b.rank.Wants(x.kinds[x.briefs[doc].kind]) ||
				!b.rank.Within(x.records[doc].on, x.records[doc].validTo, x.speakers.name(x.spots[doc].speaker)) {
				continue
			}
			c := ranking.Candidate{Scored: s.scored(x, doc, named)}
			x.rest(&c)
			all = append(all, c)
		}
		want := b.rank.Phrased(x.hits(s, all, b.rank.Best(all, formula.Candidates(q.Places()))))
		s.end()
		for doc, of := range s.tallies {
			if of != (tally{}) {
				t.Fatalf("document %d begins the next search with %+v", doc, of)
			}
		}

		got := x.search(t.Context(), s, []store.Query{q})[0]
		if len(got.Hits) != len(want) {
			t.Fatalf("%d hits, want %d", len(got.Hits), len(want))
		}
		for i, w := range want {
			h, c := got.Hits[i], &w.Item
			if h.Item.Seq != c.Seq || h.Item.Part != c.Part || h.Score != w.Score || h.Parts != w.Parts {
				t.Fatalf("place %d is %d/%d by %+v, want %d/%d by %+v", i, h.Item.Seq, h.Item.Part, h.Parts, c.Seq, c.Part, w.Parts)
			}
			if put := items[2*(c.Seq-1)+uint64(c.Part)]; h.Item.Class != put.Class || !h.Item.On.Equal(put.On.Truncate(time.Microsecond)) {
				t.Fatalf("%+v was put as %+v", h.Item, put)
			}
		}
		if len(all) > len(want) {
			pruned++
		}
	})
	if pruned == 0 {
		t.Error("never was there more to find than was asked for")
	}
}
