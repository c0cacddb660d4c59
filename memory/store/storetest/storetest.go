// Package storetest is the suite that every store of memories passes.
package storetest

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"citadel/memory/formula"
	"citadel/memory/store"
)

// Later gives a store as another process finds it a while later, with nothing in it that was
// only at hand; the store itself where there is no such thing.
type Later func(t *testing.T, s store.Store) store.Store

// Run puts a store through the suite; open returns a new, empty one each time.
func Run(t *testing.T, open func(t *testing.T) store.Store, later Later) {
	for _, test := range []struct {
		name string
		run  func(*testing.T, store.Store)
	}{
		{"keeps items whole", keepsItems},
		{"puts once", putsOnce},
		{"brings items up to date", updates},
		{"refuses invalid items", refuses},
		{"removes", removes},
		{"finds by the words", findsWords},
		{"finds nothing", findsNothing},
		{"keeps audiences apart", keepsAudiences},
		{"filters by kind, speaker and date", filters},
		{"leaves out what no longer holds", leavesSuperseded},
		{"answers several queries as one by one", answersSeveral},
		{"fills its places", fillsPlaces},
		{"weighs neighbours", weighsNeighbours},
		{"weighs the session", weighsSession},
		{"weighs the speaker", weighsSpeaker},
		{"weighs the date", weighsDate},
		{"weighs answers less", weighsAnswers},
		{"weighs questions less", weighsQuestions},
		{"weighs what is asked for", weighsSorts},
		{"weighs what stands near each other", weighsPhrases},
		{"never lets age outvote relevance", boundsAge},
		{"accounts for its scores", accounts},
		{"orders ties", ordersTies},
		{"drops twins", dropsTwins},
		{"keeps vectors", keepsVectors},
		{"refuses vectors that are none", refusesVectors},
		{"takes any text", takesAnyText},
		{"ends with its context", endsWithContext},
		{"serves readers while it is written", servesReaders},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, open(t)) })
	}
	for _, test := range []struct {
		name string
		run  func(*testing.T, store.Store, Later)
	}{
		{"finds by likeness", findsByLikeness},
		{"finds while it is embedded anew", findsWhileEmbeddedAnew},
		{"finds only what is alike enough", findsAlikeEnough},
		{"keeps its bounds in a crowd", keepsBoundsInACrowd},
		{"weighs likeness by insight", weighsLikenessByInsight},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, open(t), later) })
	}
}

// Start is the date of items made by Said, in days after it.
var Start = time.Date(2025, time.June, 2, 9, 0, 0, 0, time.UTC)

// Said is something the principal said, seq days after Start and in no session.
func Said(seq uint64, text string) store.Item {
	return store.Item{
		Seq: seq, Kind: store.Said, Audience: "private", Turn: seq,
		On: Start.AddDate(0, 0, int(seq)), Text: text, Importance: 0.5,
	}
}

// Talk is Said in one session, all on the same day.
func Talk(session uint64, first uint64, texts ...string) []store.Item {
	var items []store.Item
	for i, text := range texts {
		item := Said(first+uint64(i), text)
		item.Session, item.On = session, Start
		items = append(items, item)
	}
	return items
}

// private is a query as the principal's own place would make it.
func private(text string) store.Query {
	return store.Query{Text: text, Audiences: []string{"private"}, Now: Start.AddDate(1, 0, 0)}
}

func put(t *testing.T, s store.Store, items ...store.Item) {
	t.Helper()
	if err := s.Put(t.Context(), items...); err != nil {
		t.Fatal(err)
	}
}

func search(t *testing.T, s store.Store, q store.Query) store.Result {
	t.Helper()
	result, err := s.Search(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func seqs(hits []store.Hit) []uint64 {
	var all []uint64
	for _, hit := range hits {
		all = append(all, hit.Item.Seq)
	}
	return all
}

// found checks which memories a query finds, in order.
func found(t *testing.T, s store.Store, q store.Query, want ...uint64) {
	t.Helper()
	if got := seqs(search(t, s, q).Hits); !slices.Equal(got, want) {
		t.Errorf("%q found %v, want %v", q.Text, got, want)
	}
}

// first checks what a query finds before anything else.
func first(t *testing.T, s store.Store, q store.Query, want uint64) {
	t.Helper()
	if got := seqs(search(t, s, q).Hits); len(got) == 0 || got[0] != want {
		t.Errorf("%q found %v, want %d first", q.Text, got, want)
	}
}

func walk(t *testing.T, s store.Store) []store.Item {
	t.Helper()
	var items []store.Item
	for item, err := range s.All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		items = append(items, item)
	}
	return items
}

func count(t *testing.T, s store.Store, want int) {
	t.Helper()
	got, err := s.Len(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got != want {
		t.Errorf("%d items, want %d", got, want)
	}
}

func keepsItems(t *testing.T, s store.Store) {
	whole := store.Item{
		Seq: 7, Kind: store.Fact, Speaker: "Ilse", Audience: "work",
		On:      time.Date(2025, 3, 4, 5, 6, 7, 891_000, time.UTC),
		Session: 3, Turn: 12, Text: "The depot closes at noon — \"earlier\" on Fridays.\n",
		Importance: 0.625, Class: formula.Operational, Settled: true,
		SupersededBy: 9, ValidTo: time.Date(2025, 9, 1, 0, 0, 0, 0, time.UTC),
	}
	second := whole
	second.Part, second.Text = 1, "The gate stays open."
	empty := Said(3, "")
	put(t, s, second, empty, whole)
	count(t, s, 3)
	if diff := cmp.Diff([]store.Item{empty, whole, second}, walk(t, s)); diff != "" {
		t.Errorf("walk (-want +got):\n%s", diff)
	}
	got, err := s.Get(t.Context(), 7)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]store.Item{whole, second}, got); diff != "" {
		t.Errorf("get (-want +got):\n%s", diff)
	}
	for _, item := range []store.Item{whole, empty} {
		if got, err := s.First(t.Context(), item.Seq); err != nil || !cmp.Equal(got, item) {
			t.Errorf("first of %d: %+v, %v", item.Seq, got, err)
		}
	}
	if _, err := s.Get(t.Context(), 8); !errors.Is(err, store.ErrUnknown) {
		t.Errorf("get of an unknown memory: %v", err)
	}
	if _, err := s.First(t.Context(), 8); !errors.Is(err, store.ErrUnknown) {
		t.Errorf("first of an unknown memory: %v", err)
	}
	for range s.All(t.Context()) {
		break // a walk may be left
	}
}

func putsOnce(t *testing.T, s store.Store) {
	items := Talk(1, 1, "the crane broke on Monday", "which crane", "the small crane at the north quay")
	put(t, s, items...)
	before := search(t, s, private("crane"))
	for range 3 {
		put(t, s, items...)
	}
	put(t, s, items[1])
	count(t, s, 3)
	if diff := cmp.Diff(before, search(t, s, private("crane"))); diff != "" {
		t.Errorf("putting again changed the answer:\n%s", diff)
	}
}

func updates(t *testing.T, s store.Store) {
	item := Said(1, "the rent is due on Tuesday")
	put(t, s, item, Said(2, "lunch with the painter"))
	item.Settled, item.Importance, item.Class = true, 0.9, formula.Permanent
	item.SupersededBy, item.ValidTo = 2, Start.AddDate(5, 0, 0)
	put(t, s, item)
	if got := search(t, s, private("rent")).Hits; len(got) != 1 || !cmp.Equal(got[0].Item, item) {
		t.Errorf("found %+v, want %+v", got, item)
	}
	item.Text = "the deposit is due on Tuesday"
	put(t, s, item)
	count(t, s, 2)
	found(t, s, private("rent"))
	found(t, s, private("deposit"), 1)
}

func refuses(t *testing.T, s store.Store) {
	good := Said(1, "the key is under the pot")
	for name, spoil := range map[string]func(*store.Item){
		"no seq":      func(i *store.Item) { i.Seq = 0 },
		"no kind":     func(i *store.Item) { i.Kind = "" },
		"no audience": func(i *store.Item) { i.Audience = "" },
		"no date":     func(i *store.Item) { i.On = time.Time{} },
		"importance":  func(i *store.Item) { i.Importance = 1.5 },
		"long text":   func(i *store.Item) { i.Text = strings.Repeat("a", store.MaxText+1) },
	} {
		bad := good
		bad.Seq = 2
		spoil(&bad)
		if err := s.Put(t.Context(), good, bad); !errors.Is(err, store.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	count(t, s, 0)
	if _, err := s.Search(t.Context(), store.Query{Text: "key"}); !errors.Is(err, store.ErrNoAudience) {
		t.Errorf("a search without an audience: %v", err)
	}
}

func removes(t *testing.T, s store.Store) {
	items := Talk(1, 1, "the safe holds the contract", "what else does the safe hold", "the seal and two stamps", "lock the safe")
	piece := Said(3, "and a photograph of the harbour")
	piece.Part = 1
	put(t, s, append(items, piece)...)
	if err := s.Remove(t.Context(), 3, 3, 99); err != nil {
		t.Fatal(err)
	}
	count(t, s, 3)
	found(t, s, private("seal stamps photograph harbour"))
	if _, err := s.Get(t.Context(), 3); !errors.Is(err, store.ErrUnknown) {
		t.Errorf("get of a removed memory: %v", err)
	}
	if _, err := s.First(t.Context(), 3); !errors.Is(err, store.ErrUnknown) {
		t.Errorf("first of a removed memory: %v", err)
	}
	if err := s.Remove(t.Context(), 3); err != nil {
		t.Errorf("removing again: %v", err)
	}
	if err := s.Remove(t.Context(), 1, 2, 4); err != nil {
		t.Fatal(err)
	}
	count(t, s, 0)
	found(t, s, private("safe"))
	put(t, s, items...)
	count(t, s, 4)
	first(t, s, private("seal stamp"), 3)
}

func findsWords(t *testing.T, s store.Store) {
	put(t, s,
		Said(1, "Yesterday I bought a heavy rowing boat from the widow."),
		Said(2, "The invoices were sent to Lisbon."),
		Said(3, "Wir treffen uns im Café."),
	)
	found(t, s, private("When did I buy boats?"), 1)
	found(t, s, private("sending the INVOICE"), 2)
	found(t, s, private("cafe"), 3)
}

func findsNothing(t *testing.T, s store.Store) {
	found(t, s, private("anything"))
	put(t, s, Said(1, "the roof leaks"))
	found(t, s, private(""))
	found(t, s, private("what is it that you were about to be"))
	found(t, s, private("submarine"))
	q := private("roof")
	q.Audiences = []string{"nobody"}
	found(t, s, q)
}

func keepsAudiences(t *testing.T, s store.Store) {
	places := []string{"private", "work", "shared/one", "shared/two"}
	var seq uint64
	for range 6 {
		for _, place := range places {
			seq++
			item := Said(seq, "the merger with the brewery is agreed, word "+place)
			item.Audience, item.Session, item.Turn = place, 1, seq
			put(t, s, item)
		}
	}
	for i := range places {
		q := private("is the brewery merger agreed")
		q.Audiences, q.Limit = places[i:], 100
		result := search(t, s, q)
		if len(result.Hits) == 0 {
			t.Errorf("nothing found in %v", q.Audiences)
		}
		for _, hit := range result.Hits {
			if !slices.Contains(q.Audiences, hit.Item.Audience) {
				t.Errorf("%s told in %v", hit.Item.Audience, q.Audiences)
			}
		}
	}
	// A name stands for all that continue it after a slash, and for no other that begins so.
	for place, text := range map[string]string{
		"rooms/one": "the kettle sings at noon", "rooms/one/below": "a kettle was bought for the cellar", "rooms/two": "who broke the green kettle", "roomservice": "no kettle came up",
	} {
		seq++
		item := Said(seq, text)
		item.Audience = place
		put(t, s, item)
	}
	for named, want := range map[string][]string{
		"rooms": {"rooms/one", "rooms/one/below", "rooms/two"}, "rooms/one": {"rooms/one", "rooms/one/below"}, "room": nil, "rooms/one/below": {"rooms/one/below"},
	} {
		q := private("kettle")
		q.Audiences = []string{named}
		var got []string
		for _, hit := range search(t, s, q).Hits {
			got = append(got, hit.Item.Audience)
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%q finds what is for %q, want %q", named, got, want)
		}
	}
	q := private("brewery")
	q.Audiences, q.Speaker, q.Kinds = []string{"shared/one"}, "", []store.Kind{store.Said}
	for _, hit := range search(t, s, q).Hits {
		if hit.Item.Audience != "shared/one" {
			t.Errorf("%s told in shared/one", hit.Item.Audience)
		}
	}
}

func filters(t *testing.T, s store.Store) {
	fact := Said(2, "the boiler was replaced")
	fact.Kind = store.Fact
	heard := Said(3, "the boiler hums")
	heard.Kind, heard.Speaker = store.Heard, "Mads"
	put(t, s, Said(1, "the boiler is cold"), fact, heard)

	q := private("boiler")
	q.Kinds = []store.Kind{store.Fact, store.Heard}
	if got := seqs(search(t, s, q).Hits); len(got) != 2 || slices.Contains(got, 1) {
		t.Errorf("by kind: %v", got)
	}
	q = private("boiler")
	q.Speaker = "Mads"
	found(t, s, q, 3)
	q = private("boiler")
	q.From, q.To = Start.AddDate(0, 0, 2), Start.AddDate(0, 0, 3)
	found(t, s, q, 2)
	q.From, q.To = Start.AddDate(0, 0, 4), time.Time{}
	found(t, s, q)
}

func leavesSuperseded(t *testing.T, s store.Store) {
	old, now := Said(1, "the office is in Ghent"), Said(2, "the office is in Bruges")
	old.Kind, now.Kind = store.Fact, store.Fact
	old.SupersededBy, old.ValidTo = 2, now.On
	put(t, s, old, now)
	q := private("where is the office")
	found(t, s, q, 2)
	q.Superseded = true
	if got := seqs(search(t, s, q).Hits); len(got) != 2 {
		t.Errorf("with the superseded: %v", got)
	}
	q.Superseded, q.Now = false, old.ValidTo
	found(t, s, q, 2)
	q.Now = old.On // when the old one still held
	if got := seqs(search(t, s, q).Hits); !slices.Contains(got, 1) {
		t.Errorf("at the time of the old one: %v", got)
	}
}

func fillsPlaces(t *testing.T, s store.Store) {
	names := strings.Fields("amber birch cedar dogwood elm fir ginkgo hazel ivy juniper kapok larch maple nutmeg oak pine")
	for i, name := range names {
		put(t, s, Said(uint64(i+1), "a chair made of "+name))
	}
	for limit, want := range map[int]int{0: store.DefaultLimit, 3: 3, 16: 16, 5000: 16, -1: store.DefaultLimit} {
		q := private("chair")
		q.Limit = limit
		if got := len(search(t, s, q).Hits); got != want {
			t.Errorf("limit %d: %d hits, want %d", limit, got, want)
		}
	}
}
